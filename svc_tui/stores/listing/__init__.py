"""Lists: rows, queries, selection, actions."""
