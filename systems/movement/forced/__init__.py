"""Movement by force: what weapons do to their targets."""
