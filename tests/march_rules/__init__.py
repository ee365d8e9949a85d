"""Tests of the march family: situations as text boards, and games against the oracle."""
