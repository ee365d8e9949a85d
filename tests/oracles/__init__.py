"""Second implementations, written from the rule text alone: slow, plain, and sharing no code with the engine."""
