"""What was agreed: the frozen facts of a battle."""
