"""Tests of the mech family: situations as text boards, and positions against the oracle."""
