"""What is said: orders, verdicts, events, decisions, their names and their sentences."""
