"""The widths from which on the sidebar is shown."""

from __future__ import annotations

SIDEBAR_LABELS_MIN_WIDTH = 100
SIDEBAR_ICONS_MIN_WIDTH = 60
"""Columns of the terminal below which the sidebar shows no words, and below which it is gone."""
