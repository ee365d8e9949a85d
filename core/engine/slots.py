"""Which table has which slot: those of the engine, then those of the families that come with it.

The order of the slots is the order of the tables in a row. Slots from ``layout.EXTENSION_SLOT`` to 63 are for others.
"""

CLOCK, PENDING, UNITS, CARDS = 0, 1, 2, 3
RULES, KINDS, CELLS = 8, 9, 10
MEMORY = 16
NOTES, EVENTS, FINDINGS, ORDERS, ROLLS = 24, 25, 26, 27, 28

TURN, HOLDINGS = 4, 5
MARCHERS, MARCH_RULES, GROUND, SHADOWS = 11, 12, 13, 14
TURN_RULES, OBJECTIVES = 20, 21
PARTIES, STACKS, OCCUPIED = 17, 18, 19
ENDS = 29

CHASSIS, SLIDE_RULES = 64, 65
ARSENAL, FIGHTERS, FIRE_RULES = 67, 68, 69
RUBBLE = 66
GRIDS, LINKS, THREATS, WALL_ROWS, WALL_COLUMNS, TERRAIN_MARK = 70, 71, 72, 73, 74, 75
SIGHT_CORNERS, REACH, REACHED, STOPS, WAY = 80, 81, 82, 83, 84
