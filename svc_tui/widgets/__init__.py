"""Widgets; every part can be used alone."""
