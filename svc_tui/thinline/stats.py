"""Counters of the bytes sent and saved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class OutputStats:
    """Counters since the start, to be shown."""

    bytes_sent: int = 0
    """Bytes of everything, also of what is no frame."""
    frames: int = 0
    """Frames that were sent."""
    dropped: int = 0
    """Frames replaced by a newer one before the line was free."""
    bytes_saved: int = 0
    """Additional bytes that Textual itself would have sent, cell for cell."""
