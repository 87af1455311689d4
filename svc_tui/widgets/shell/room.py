"""How much room the terminal has to have for the sidebar."""

from __future__ import annotations

ROOM_FOR_WORDS = 100
ROOM_FOR_ICONS = 60
"""Columns of the terminal below which the sidebar shows no words, and below which it is gone."""
