"""What happens: command, disruption, movement, fire and crush, in that order, then the sequence of play."""

if __name__ != "enfilade.systems":
    raise ImportError(f"this folder is the package enfilade.systems: import that, not {__name__}")
