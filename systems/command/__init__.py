"""Command: who may be given orders, first in every pass.

Leaders and headquarters reach the units around them; checks and reloading decide what a unit can still do before
anything moves or fires.

No shipped family has rules here yet. The drill's system at this place is `tests/drill/cards.py`.
"""
