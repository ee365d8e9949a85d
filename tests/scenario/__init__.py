"""Tests of scenarios as text."""
