"""What every test shares."""

import os

from hypothesis import settings

# Compiled unless asked otherwise: tests shall not wait for, or race with, what compiles in the background.
os.environ.setdefault("ENFILADE_KERNELS", "compiled")

collect_ignore = ["drill"]  # collected as enfilade.drill

# No deadline: the first example may compile a kernel.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
