"""A library of pictures in memory, and services that show them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from svc_tui import MediaItem, Svc
from svc_tui.config.options import MediaOptions, Options, UikitOptions
from tests.fakes import BASE, FakeBackend
from tests.pictures.samples import photo, saved

PNG = saved(photo(64, 40))


def file_answer(data: bytes = PNG, mime: str = "image/png", status: int = 200) -> Any:
    """An answer with a file."""
    return lambda request: httpx.Response(status, content=data, headers={"content-type": mime})


def item(number: int, **facts: Any) -> MediaItem:
    """A picture of the library."""
    given = {"file": f"/media/{number}.png", "mime_type": "image/png", "size": 1000, **facts}
    return MediaItem(number, **given)


def services(backend: FakeBackend, place: Path, **options: Any) -> Svc:
    """Services on that backend; nobody is signed in."""
    media = MediaOptions(**options)
    given = Options(base_url=BASE, uikit=UikitOptions(media=media))
    return Svc(options=given, state_dir=place, transport=backend.transport)


def library(count: int) -> FakeBackend:
    """A backend with so many pictures."""
    backend = FakeBackend()
    for number in range(count):
        backend.on("GET", f"/media/{number}.png", file_answer())
    return backend
