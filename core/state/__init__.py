"""What is true now: the clock, what is under way, units and cards, dice, and the views on them."""
