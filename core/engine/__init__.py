"""How it runs: arenas, layouts, kernels and their compiled code, hashes, keys, history."""
