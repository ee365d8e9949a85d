"""Sequence of play: which side owes which decision next.

It runs at the end of a pass, after the five systems that act, and moves the clock on when none of them has anything
left to do in the phase.

No shipped family has rules here yet. The drill's system at this place is `tests/drill/sequence.py`.
"""
