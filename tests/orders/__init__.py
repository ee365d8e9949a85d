"""Tests of what is said: orders as text and as structs, verdicts, events."""
