"""Lists: rows, queries, marks, actions."""
