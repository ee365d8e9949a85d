"""What holds between two sides, units or places. Read only."""
