"""Columns and fields from what a backend tells of itself."""
