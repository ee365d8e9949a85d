"""Who sees whom, on each kind of board."""
