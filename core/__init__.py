"""What the game stands on: how kernels run, what is true now, where, what holds between two things, what is said."""

if __name__ != "enfilade.core":
    raise ImportError(f"this folder is the package enfilade.core: import that, not {__name__}")
