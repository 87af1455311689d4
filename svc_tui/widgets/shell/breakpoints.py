"""The terminal sizes from which there is room for more."""

from __future__ import annotations

SIDEBAR_LABELS_MIN_WIDTH = 100
SIDEBAR_ICONS_MIN_WIDTH = 60
"""Columns of the terminal below which the sidebar has only icons, and below which it is hidden."""

ROOMY_MIN_HEIGHT = 30
"""Minimum lines for frames around panels, if the sidebar shows words."""
