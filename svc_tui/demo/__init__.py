"""The demo backend: Django and REST framework on SQLite, in a process of its own."""
