"""Golden games: what must not change unless it is meant to. They catch change; they do not prove anything right."""
