"""The pictures of a list's items."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.repeater.item_text import card_of
from svc_tui.widgets.media.preview import SvcMediaPreview
from tests.console import screen_text, wait_until
from tests.hostile import HOSTILE
from tests.widgets.form.test_media_fields import Desk, painted
from tests.widgets.media import pictures

SLIDES = [
    {"title": "Harbour at dawn", "image": "/media/0.png"},
    {"title": "Quay", "image": "/media/1.png"},
    {"title": "No picture yet", "image": None},
    {"title": "Lighthouse", "image": "/media/2.png"},
]
CARD = {"title": "{title}", "thumbnail": "{image}"}


@asynccontextmanager
async def slides(
    folder: Path, size: tuple[int, int] = (120, 24), value: Any = SLIDES
) -> AsyncIterator[tuple[Pilot[None], Desk, Any]]:
    descriptor = FieldDescriptor.model_validate(
        {
            "key": "it",
            "label": "Slides",
            "type": "repeater",
            "attrs": {"miniCard": CARD},
            "fields": [{"key": "title"}, {"key": "image"}],
        }
    )
    async with pictures.services(pictures.library(3), folder) as svc:
        desk = Desk([descriptor], {"it": value})
        desk.svc = svc
        async with desk.run_test(size=size) as pilot:
            await wait_until(pilot, lambda: "4 items" in screen_text(desk))
            yield pilot, desk, desk.form.fields[0]


def seen(desk: Desk) -> str:
    """The file whose picture is shown; empty for none."""
    shown = [one for one in desk.query(SvcMediaPreview) if one.display and one.media is not None]
    return shown[0].media.file if shown else ""


async def test_the_picture_of_the_item_under_the_cursor_stands_beside_the_list(tmp_path: Path):
    async with slides(tmp_path) as (pilot, desk, field):
        await wait_until(pilot, lambda: painted(desk))
        assert seen(desk) == "/media/0.png"

        field.begin()
        await pilot.press("down")
        await wait_until(pilot, lambda: seen(desk) == "/media/1.png" and painted(desk))
        await pilot.press("down")
        await wait_until(pilot, lambda: not painted(desk))
        assert seen(desk) == ""
        await pilot.press("down", "K")
        await wait_until(pilot, lambda: seen(desk) == "/media/2.png" and painted(desk))


async def test_without_room_or_with_pictures_off_items_tell_what_their_pictures_are_called(
    tmp_path: Path,
):
    async with slides(tmp_path, (80, 24)) as (pilot, desk, _):
        await pilot.pause()
        lines = screen_text(desk).splitlines()
        assert [("▣" in line, ".png" in line) for line in lines[1:5]] == [
            (True, True),
            (True, True),
            (False, False),
            (True, True),
        ]
        assert not desk.query(SvcMediaPreview)

        desk.svc.pictures.toggle()
        await pilot.resize_terminal(120, 24)
        await pilot.pause()
        assert not desk.query(SvcMediaPreview)
        assert "▣ 0.png" in screen_text(desk)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_face_of_items_with_pictures(tmp_path: Path, size: Any, snapshot: SnapshotAssertion):
    async with slides(tmp_path, size) as (pilot, desk, field):
        field.begin()
        await pilot.press("down")
        if size[0] >= 100:
            await wait_until(pilot, lambda: seen(desk) == "/media/1.png" and painted(desk))
        await pilot.pause()
        assert screen_text(desk) == snapshot


MEDIA = {"id": 3, "file": "/media/3.mp4", "mime_type": "video/mp4", "title": "Film"}


@pytest.mark.parametrize(
    ("thumbnail", "item", "found"),
    [
        ("{image}", {"image": "/a.png"}, ("/a.png", "image/*", "a.png")),
        ("{image}", {"image": MEDIA}, ("/media/3.mp4", "video/mp4", "Film")),
        ("{image}", {"image": {"media": MEDIA, "alt": ""}}, ("/media/3.mp4", "video/mp4", "Film")),
        ("{image}", {"image": {"url": "/b.png"}}, ("/b.png", "image/*", "b.png")),
        ("/thumbs/{id}.jpg", {"id": 7}, ("/thumbs/7.jpg", "image/*", "7.jpg")),
        (MEDIA, {}, ("/media/3.mp4", "video/mp4", "Film")),
        ("{image}", {"image": None}, None),
        ("{image}", {"image": 7}, None),
        ("{image}", {"image": {"odd": 1}}, None),
        ("{image}", "no object", None),
        (None, {"image": "/a.png"}, None),
    ],
)
def test_a_thumbnail_is_an_address_or_media(thumbnail: Any, item: Any, found: Any):
    media = card_of({"mini_card": {"title": "x", "thumbnail": thumbnail}}, item, 0).thumbnail

    assert (media and (media.file, media.mime_type, media.name)) == found


async def test_hostile_names_of_pictures_are_signs(tmp_path: Path):
    value = [{"title": "x", "image": f"/media/{text}"} for text in [*HOSTILE.values()][:4]]
    async with slides(tmp_path, (80, 24), value) as (pilot, desk, _):
        await pilot.pause()
        assert "▣" in screen_text(desk)
        assert not any(ord(char) < 32 and char != "\n" for char in screen_text(desk))
