"""Stores: they hold state, decide, and notify."""
