"""Battles drawn as text. Drawing reads a battle and changes nothing."""

from .board import draw_board

__all__ = ["draw_board"]
