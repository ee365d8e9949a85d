"""Drill: a small rule family, written as a third party would write one."""

if __name__ != "enfilade.drill":
    raise ImportError(f"this folder is the package enfilade.drill: import that, not {__name__}")
