"""Verbs: what the console does to records and files, as commands."""
