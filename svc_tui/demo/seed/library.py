"""The media library: nested folders, and files of every kind a manager meets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from django.conf import settings

from ..models import Media, MediaFolder
from . import documents, pictures, video
from .days import Days

FOLDERS = (
    (1, "Photos", None),
    (2, "Documents", None),
    (3, "Video", None),
    (4, "2025", 1),
    (5, "2026", 1),
    (6, "Harbour", 5),
    (7, "Festival", 6),
    (8, "Press kit", 2),
    (9, "Logos", 8),
    (10, "日本", 1),
    (11, "Empty", None),
)
"""Id, name, parent: four levels at the deepest."""

PLACES_OF_PICTURES = (None, 1, 4, 4, 5, 6, 6, 7, 10)


@dataclass(frozen=True)
class Sample:
    """One file to be put into the library."""

    name: str
    mime_type: str
    content: bytes
    title: str
    italian: str
    folder: int | None


def plant(chance: Random, days: Days) -> list[Media]:
    """Folders and files; returns the files."""
    MediaFolder.objects.bulk_create(_folders())
    shelf = Path(settings.MEDIA_ROOT) / "library"
    shelf.mkdir(parents=True, exist_ok=True)
    samples = list(_samples(chance))
    for sample in samples:
        (shelf / sample.name).write_bytes(sample.content)
    return Media.objects.bulk_create(
        _media(chance, days, number, sample) for number, sample in enumerate(samples, 1)
    )


def _folders() -> Iterator[MediaFolder]:
    paths: dict[int | None, str] = {None: ""}
    for number, name, parent in FOLDERS:
        paths[number] = f"{paths[parent]}/{name}"
        yield MediaFolder(id=number, name=name, parent_id=parent, path=paths[number])


def _media(chance: Random, days: Days, number: int, sample: Sample) -> Media:
    """The row of one file; every fourth has no texts yet."""
    created = days.some_day(chance)
    described = number % 4 != 0
    return Media(
        id=number,
        file=f"library/{sample.name}",
        mime_type=sample.mime_type,
        size=len(sample.content),
        title=sample.title,
        alt_text=f"{sample.title}, seen from the quay" if described else "",
        description="From the archive of the newsroom." if described else "",
        translated={"it": {"title": sample.italian}} if described else {},
        folder_id=sample.folder,
        created=created,
        modified=days.some_day(chance, after=created),
    )


def _samples(chance: Random) -> Iterator[Sample]:
    """Every file: drawings first, then drawings in SVG, papers, tables and films."""
    for number in range(1, 47):
        yield _picture(chance, number)
    for number, (name, content) in enumerate(documents.vectors(), 1):
        yield Sample(f"{name}.svg", "image/svg+xml", content, f"Logo {number}", f"Logo {number}", 9)
    for number, content in enumerate(documents.papers(), 1):
        name = f"press-release-{number}.pdf"
        title, italian = f"Press release {number}", f"Comunicato stampa {number}"
        yield Sample(name, "application/pdf", content, title, italian, 8 if number > 2 else 2)
    for name, mime_type, content in documents.texts():
        yield Sample(name, mime_type, content, name, name, 2)
    for number in (1, 2):
        title, italian = (
            f"Ferry leaving, take {number}",
            f"Partenza del traghetto, ripresa {number}",
        )
        yield Sample(
            f"ferry-{number}.avi", "video/x-msvideo", video.film(number), title, italian, 3
        )


def _picture(chance: Random, number: int) -> Sample:
    """One drawing; odd ones are PNG, even ones JPEG."""
    kind, suffix = ("png", "png") if number % 2 else ("jpeg", "jpg")
    subject, soggetto = pictures.SUBJECTS[number % len(pictures.SUBJECTS)]
    return Sample(
        name=f"{subject.lower().replace(' ', '-')}-{number:02d}.{suffix}",
        mime_type=f"image/{kind}",
        content=pictures.drawing(number, kind.upper()),
        title=f"{subject} {number}",
        italian=f"{soggetto} {number}",
        folder=chance.choice(PLACES_OF_PICTURES),
    )
