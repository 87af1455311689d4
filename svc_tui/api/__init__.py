"""Speaks HTTP; knows nobody above."""
