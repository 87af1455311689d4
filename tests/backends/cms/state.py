"""The site's memory: seeded once, put back in a moment."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

_folder = Path()


def prepare(folder: Path) -> None:
    """Tables and rows in a new folder; keeps a copy of both for `restore`."""
    global _folder
    _folder = folder
    if _copy().exists():
        return restore()
    from django.core.management import call_command
    from seed import seed

    call_command("migrate", run_syncdb=True, verbosity=0)
    (folder / "media").mkdir(exist_ok=True)
    seed()
    with sqlite3.connect(folder / "site.sqlite3") as live, sqlite3.connect(_copy()) as copy:
        live.backup(copy)
    shutil.copytree(folder / "media", folder / "media-seeded")


def restore() -> None:
    """Back to what was seeded; sessions end with it."""
    from django.contrib.contenttypes.models import ContentType

    with sqlite3.connect(_copy()) as copy, sqlite3.connect(_folder / "site.sqlite3") as live:
        copy.backup(live)
    shutil.rmtree(_folder / "media", ignore_errors=True)
    shutil.copytree(_folder / "media-seeded", _folder / "media")
    ContentType.objects.clear_cache()


def _copy() -> Path:
    return _folder / "seeded.sqlite3"
