"""Sequence of play: which side owes which decision next.

It runs at the end of a pass, after the five systems that act, and moves the clock on when none of them has anything
left to do in the phase.

`alternation` lets sides take turns, `objectives` says who holds what, `words` has their words.
"""
