"""Benchmarks: what `python -m bench` measures."""
