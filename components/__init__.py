"""What a unit is: one packed record a file, no behaviour."""

if __name__ != "enfilade.components":
    raise ImportError(f"this folder is the package enfilade.components: import that, not {__name__}")
