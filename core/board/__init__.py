"""Where: terrain and the geometry of boards."""
