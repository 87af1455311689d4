"""The console itself: what it is made of, its boot, its pages and keys."""
