"""What is remembered: the log's format, its recorder, its reader and its verifier."""

if __name__ != "enfilade.replays":
    raise ImportError(f"this folder is the package enfilade.replays: import that, not {__name__}")
