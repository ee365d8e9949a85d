"""Fixtures of the tests of games without a client."""

from tests.face.conftest import made_up_rules

__all__ = ["made_up_rules"]
