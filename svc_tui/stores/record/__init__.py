"""Records: drafts, saving, merging, undo."""
