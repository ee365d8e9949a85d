"""Movement: one grid or hex entered in a pass, third in every pass.

The pending move is state: between two grids the other systems have their turn, so reaction fire comes where the mover
stands and not where it started.

Straight marches are in `straight`.
"""
