"""Many records: the list and its parts."""
