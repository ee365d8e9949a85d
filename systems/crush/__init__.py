"""Crush: what happens to a unit that a larger one has moved onto, last of the five.

It comes after fire: what was killed on the way in is not there to be crushed.

No shipped family has rules here yet. The drill's system at this place is `tests/drill/shoving.py`.
"""
