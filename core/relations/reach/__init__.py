"""Where a unit can come to, and by which way."""
