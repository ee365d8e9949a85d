"""Fire: who may shoot at what, and what a shot does, fourth in every pass.

It comes after movement, so that a mover is shot at on the grid it entered, and before crush, so that a unit killed by
fire blocks nothing and is crushed by nothing in the same step.

No shipped family has rules here yet. The drill's system at this place is `tests/drill/reaction.py`.
"""
