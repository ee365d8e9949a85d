"""Scenarios: their form, reading and writing them, and what can be wrong with them."""
