"""Patches of Textual."""
