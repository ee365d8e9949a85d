"""Disruption: what a shaken unit must do, and how it recovers.

Second in every pass, so that a unit that lost its order in one pass answers for it in the next, before it is moved.

No shipped family has rules here yet. The drill's system at this place is the rally of `tests/drill/cards.py`.
"""
