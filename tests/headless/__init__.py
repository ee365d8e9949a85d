"""Tests of games without a client."""
