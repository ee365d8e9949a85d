"""Tests of the drill family: situations as text boards, and games against the oracle."""
