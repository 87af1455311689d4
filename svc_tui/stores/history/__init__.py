"""The log of writes, and what can be taken back of it."""
