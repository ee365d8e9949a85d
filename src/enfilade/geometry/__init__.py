"""Rulings on boards without a battle. Whole numbers in, exact answers out."""

from .march import BadSquare, march_contact, march_squares

__all__ = ["BadSquare", "march_contact", "march_squares"]
