"""Movement: one grid or hex entered in a pass, third in every pass.

The pending move is state: between two grids the other systems have their turn, so reaction fire comes where the mover
stands and not where it started.

No shipped family has rules here yet. The drill's system at this place is `tests/drill/movement.py`.
"""
