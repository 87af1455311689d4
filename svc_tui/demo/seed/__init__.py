"""Fills a new folder: the same newsroom every time, from a fixed seed and a fixed date."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from django.db import transaction

from . import catalogue, library, stories


def plant(rows: int, progress: Callable[[str], None]) -> None:
    chance = Random(1)
    progress("Drawing the media library…")
    with transaction.atomic():
        media = library.plant(chance)
        catalogue.plant(chance, media)
        progress(f"Seeding {rows} articles…")
        stories.plant(rows, chance, media, progress)
