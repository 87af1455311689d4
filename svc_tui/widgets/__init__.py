"""Widgets; each can be used by itself."""
