"""Columns and fields from a backend's own descriptions."""
