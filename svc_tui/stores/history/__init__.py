"""The log of writes, and undo from it."""
