"""Tests of the face: battles, hosting, the command line."""
