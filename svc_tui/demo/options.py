"""The options of the demo, as a value that needs no Django."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
"""The demo is reachable from this machine only."""

VARIANTS = ("limit-offset", "cursor", "no-slash", "auth-403", "array", "plain")
"""Other shapes that a REST backend may have, to be tried against a client.

`plain`: the framework's own metadata, django-filter's names for the ends of a span, and collections
that can only be read or take no PATCH.
"""


class DemoError(Exception):
    """The demo cannot start; the text is one sentence for whoever started it."""


@dataclass(frozen=True)
class Options:
    """The folder, address and behaviour of a demo."""

    folder: Path
    """Holds the database, the media files and the secret key."""
    port: int = 0
    """0 picks a free one."""
    rows: int = 300
    """Articles to seed into a new folder."""
    hostile: bool = False
    """Odd records come first, on fixed days; otherwise they come last and the days are recent."""
    variants: frozenset[str] = frozenset()
    delay_ms: int = 0
    """Latency added to each answer of the API."""
    testing: bool = False
    """Opens the endpoints under `/api/_test/`."""
    watch: bool = True
    """End when stdin ends, so that the demo never outlives its parent."""

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "newsroom.sqlite3"

    @property
    def lock(self) -> Path:
        """Held by the running demo, and the sign that the folder is a demo's."""
        return self.folder / "newsroom.lock"

    @property
    def media(self) -> Path:
        """The uploaded and seeded files, served under `/media/`."""
        return self.folder / "media"

    @property
    def uploads(self) -> Path:
        """Uploads in flight; on the same disk as the media, so keeping one is a rename."""
        return self.folder / "uploads"

    def has(self, variant: str) -> bool:
        """Whether the demo was started in this other shape."""
        return variant in self.variants
