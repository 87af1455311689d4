"""Fills a new folder: the same newsroom every time, from a fixed seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from django.db import transaction

from . import catalogue, library, stories
from .days import FIXED, recent


def plant(rows: int, progress: Callable[[str], None], *, hostile: bool = False) -> None:
    """Make all records; with `hostile`, odd ones come first and every day is the same each time."""
    chance = Random(1)
    days = FIXED if hostile else recent()
    progress("Drawing the media library…")
    with transaction.atomic():
        media = library.plant(chance, days)
        catalogue.plant(chance, media, days)
        progress(f"Seeding {rows} articles…")
        stories.plant(rows, chance, media, days, progress, odd_first=hostile)
