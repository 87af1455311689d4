"""The site's database: seeded once, put back in a moment."""

from __future__ import annotations

import sqlite3
from pathlib import Path

_folder = Path()


def prepare(folder: Path) -> None:
    """Tables and rows in a new folder; keeps a copy for `restore`."""
    global _folder
    _folder = folder
    if _copy().exists():
        return restore()
    from django.core.management import call_command
    from seed import seed

    call_command("migrate", run_syncdb=True, verbosity=0)
    seed()
    with sqlite3.connect(folder / "site.sqlite3") as live, sqlite3.connect(_copy()) as copy:
        live.backup(copy)


def restore() -> None:
    """Back to what was seeded; sessions end with it."""
    from django.contrib.contenttypes.models import ContentType

    with sqlite3.connect(_copy()) as copy, sqlite3.connect(_folder / "site.sqlite3") as live:
        copy.backup(live)
    ContentType.objects.clear_cache()


def _copy() -> Path:
    return _folder / "seeded.sqlite3"
