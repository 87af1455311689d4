"""The sizes of the terminal from which on there is room for more."""

from __future__ import annotations

SIDEBAR_LABELS_MIN_WIDTH = 100
SIDEBAR_ICONS_MIN_WIDTH = 60
"""Columns of the terminal below which the sidebar shows no words, and below which it is gone."""

ROOMY_MIN_HEIGHT = 30
"""Lines of the terminal from which on, where the sidebar has its words, panels have frames."""
