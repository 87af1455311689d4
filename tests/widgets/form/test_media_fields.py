"""Media in forms: what is held, what is handed back, and the library behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input

from svc_tui import FieldDescriptor, Svc
from svc_tui.models.media import MediaItem
from svc_tui.models.registry import ComponentRegistry
from svc_tui.widgets.form.media import SvcMediaM2mField
from svc_tui.widgets.form.media_lines import MediaLines
from svc_tui.widgets.media.picker import MediaPicker
from svc_tui.widgets.media.preview import SvcMediaPreview
from svc_tui.widgets.media.zoom import ZoomedMedia
from tests.backends.demo import DemoProcess
from tests.console import screen_text, wait_until
from tests.hostile import HOSTILE
from tests.widgets.form.test_fields import Host, shown, values
from tests.widgets.media import pictures

CAT = {"id": 900, "title": "Cat", "mime_type": "image/png", "size": 2048, "alt_text": "a cat"}
DOG = {"id": 901, "title": "Dog", "mime_type": "image/png"}
OWL = {"id": 902, "title": "Owl", "mime_type": "image/png"}


class Desk(Host):
    """A form with the services of a real backend."""

    svc: Svc


@asynccontextmanager
async def at_desk(
    demo: DemoProcess, folder: Path, value: Any, type: str, **said: Any
) -> AsyncIterator[tuple[Pilot[None], Desk, Any]]:
    descriptor = FieldDescriptor(key="it", label="Picture", type=type, **said)
    async with Svc(demo.url, state_dir=folder) as svc:
        await svc.auth.login("admin", "admin")
        desk = Desk([descriptor], {"it": value})
        desk.svc = svc
        async with desk.run_test(size=(80, 24)) as pilot:
            await wait_until(pilot, lambda: desk.query(MediaLines))
            field = desk.form.fields[0]
            field.begin()
            await pilot.pause()
            yield pilot, desk, field


async def library(pilot: Pilot[None]) -> MediaPicker:
    """The open library, read."""
    app = pilot.app
    await wait_until(pilot, lambda: isinstance(app.screen, MediaPicker))
    picker = app.screen
    assert isinstance(picker, MediaPicker)
    await wait_until(pilot, lambda: picker.query("MediaList"))
    await wait_until(pilot, lambda: picker.manager.gallery.entries)
    return picker


async def test_a_media_is_picked_and_told_as_an_object(demo: DemoProcess, tmp_path: Path):
    async with at_desk(demo, tmp_path, None, "media", attrs={"mime": "image/*"}) as (
        pilot,
        desk,
        _field,
    ):
        await pilot.press("enter")
        picker = await library(pilot)
        assert picker.manager.store.locked_mime == "image/*"
        first = picker.manager.store.medias[0]
        await pilot.press("enter")
        await wait_until(pilot, lambda: values(desk))
        (value,) = values(desk)
        assert MediaItem.parse(value) == first
        assert first.name in screen_text(desk)
        await pilot.press("delete")
        await wait_until(pilot, lambda: values(desk)[-1:] == [None])


async def test_an_id_is_answered_with_an_id_and_shown_by_its_name(
    demo: DemoProcess, tmp_path: Path
):
    async with at_desk(demo, tmp_path, 1, "media") as (pilot, desk, _field):
        await wait_until(pilot, lambda: "#1" not in screen_text(desk))
        await pilot.press("enter")
        picker = await library(pilot)
        wanted = next(media for media in picker.manager.store.medias if media.id != 1)
        picker.close(wanted)
        await wait_until(pilot, lambda: values(desk) == [wanted.id])


async def test_the_order_of_several_is_kept_and_changed_by_keys(demo: DemoProcess, tmp_path: Path):
    async with at_desk(demo, tmp_path, [CAT, DOG, OWL], "media-m2m") as (pilot, desk, _field):
        await pilot.press("J")
        await pilot.press("down", "delete")
        await wait_until(pilot, lambda: values(desk)[-1:] == [[DOG, CAT]])
        assert "1 Dog" in screen_text(desk)


async def test_several_begin_in_the_library_as_they_are_and_no_more_are_picked_than_allowed(
    demo: DemoProcess, tmp_path: Path
):
    async with at_desk(
        demo, tmp_path, [CAT, DOG], "media-m2m", attrs={"maxItems": 3, "mime": "image/*"}
    ) as (pilot, desk, _field):
        assert "2 of 3" in screen_text(desk)
        await pilot.press("enter")
        picker = await library(pilot)
        assert [one.id for one in picker.chosen] == [900, 901]
        await pilot.press("space", "space", "f2")
        await wait_until(pilot, lambda: values(desk))
        value = values(desk)[-1]
        assert value[:2] == [CAT, DOG] and len(value) == 3


async def test_an_enhanced_media_takes_the_alt_text_along_and_loses_all_with_its_media(
    demo: DemoProcess, tmp_path: Path
):
    async with at_desk(demo, tmp_path, None, "enhanced-media", attrs={"mime": "image/*"}) as (
        pilot,
        desk,
        field,
    ):
        await pilot.press("enter")
        picker = await library(pilot)
        picker.close(MediaItem.parse(CAT))
        await wait_until(pilot, lambda: values(desk))
        assert values(desk)[-1] == {
            "media": MediaItem.parse(CAT).as_json(),
            "alt": "a cat",
            "caption": "",
        }
        desk.query_one(".caption", Input).focus()
        await pilot.press("h", "i")
        await wait_until(pilot, lambda: values(desk)[-1]["caption"] == "hi")
        field.lines.focus()
        await pilot.press("delete")
        await wait_until(pilot, lambda: values(desk)[-1] is None)
        assert desk.query_one(".caption", Input).value == ""


async def test_an_alt_text_of_ones_own_is_not_replaced(demo: DemoProcess, tmp_path: Path):
    value = {"media": DOG, "alt": "mine", "caption": "", "crop": "left"}
    async with at_desk(demo, tmp_path, value, "enhanced-media") as (pilot, desk, _field):
        assert values(desk) == []
        await pilot.press("enter")
        (await library(pilot)).close(MediaItem.parse(CAT))
        await wait_until(pilot, lambda: values(desk))
        told = values(desk)[-1]
        assert (told["alt"], told["crop"], told["media"]["id"]) == ("mine", "left", 900)


@pytest.mark.parametrize("type", ["media", "media-m2m", "enhanced-media"])
async def test_without_a_picker_a_notice_stands_there_and_the_value_stays(
    demo: DemoProcess, tmp_path: Path, type: str
):
    value = {"media": CAT} if type == "enhanced-media" else [CAT] if type == "media-m2m" else CAT
    descriptor = FieldDescriptor(key="it", type=type)
    async with Svc(demo.url, state_dir=tmp_path) as svc:
        svc._provided["svc_components"] = ComponentRegistry()
        desk = Desk([descriptor], {"it": value})
        desk.svc = svc
        async with desk.run_test(size=(80, 24)) as pilot:
            await wait_until(pilot, lambda: "Files can't be chosen. Pass svc=" in screen_text(desk))
            assert "Cat · image/png" in screen_text(desk)
            assert not desk.query(MediaLines) and values(desk) == []


async def test_a_media_of_a_field_is_seen_on_the_whole_screen(demo: DemoProcess, tmp_path: Path):
    async with at_desk(demo, tmp_path, [CAT, DOG, OWL], "media-m2m") as (pilot, desk, _field):
        await pilot.press("down", "plus")
        await wait_until(pilot, lambda: isinstance(desk.screen, ZoomedMedia))
        await wait_until(pilot, lambda: "2 of 3" in screen_text(desk))
        assert "Dog" in screen_text(desk)
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(desk.screen, ZoomedMedia))
        assert values(desk) == []


async def test_hostile_titles_are_only_shown():
    for text in HOSTILE.values():
        async with shown([{"id": 1, "title": text}], "media-m2m", readonly=True) as (_, app, _f):
            screen = screen_text(app)
            assert not any(ord(char) < 32 and char != "\n" for char in screen)


def test_too_many_and_none_at_all_are_told():
    descriptor = FieldDescriptor(key="it", type="media-m2m", required=True)
    attrs = {"max_items": 1}
    assert SvcMediaM2mField.problem(descriptor, attrs, []) == "This field is required."
    assert SvcMediaM2mField.problem(descriptor, attrs, [CAT, DOG]) == ("At most 1 file: remove 1.")
    assert SvcMediaM2mField.problem(descriptor, attrs, [CAT]) is None


@pytest.mark.parametrize(
    ("width", "most", "seen"),
    [
        (80, None, "none · Enter chooses"),
        (12, None, "none"),
        (80, 8, "none · Enter chooses · 0 of 8"),
        (28, 8, "none · Enter chooses\n0 of 8"),
    ],
)
async def test_an_empty_field_says_whole_words(width: int, most: int | None, seen: str):
    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield MediaLines(at_most=most)

    app = Alone()
    async with app.run_test(size=(width, 12)) as pilot:
        await wait_until(pilot, lambda: "none" in screen_text(app))
        lines = screen_text(app).strip().splitlines()
        assert [one.strip() for one in lines] == seen.splitlines()


@asynccontextmanager
async def with_pictures(
    folder: Path, value: Any, type: str, width: int
) -> AsyncIterator[tuple[Pilot[None], Desk, Any]]:
    """A field on a library of two pictures."""
    desk = Desk([FieldDescriptor(key="it", label="Picture", type=type)], {"it": value})
    async with pictures.services(pictures.library(3), folder) as svc:
        desk.svc = svc
        async with desk.run_test(size=(width, 24)) as pilot:
            await wait_until(pilot, lambda: desk.query(MediaLines))
            yield pilot, desk, desk.form.fields[0]


def painted(app: Desk) -> bool:
    """Whether half blocks are to be seen."""
    return "▀" in screen_text(app) or "▄" in screen_text(app)


@pytest.mark.parametrize("type", ["media", "media-m2m", "enhanced-media"])
async def test_a_small_picture_stands_beside_the_field_where_there_is_room(
    tmp_path: Path, type: str
):
    picture = pictures.item(1).as_json()
    value = {"media": [picture], "media-m2m": [[picture]]}.get(type, [{"media": picture}])[0]
    async with with_pictures(tmp_path, value, type, 100) as (pilot, desk, _):
        await wait_until(pilot, lambda: painted(desk))

        await pilot.resize_terminal(80, 24)
        await wait_until(pilot, lambda: not painted(desk))


async def test_the_picture_is_the_one_under_the_cursor(tmp_path: Path):
    value = [pictures.item(1).as_json(), pictures.item(2).as_json()]
    async with with_pictures(tmp_path, value, "media-m2m", 100) as (pilot, desk, field):
        await wait_until(pilot, lambda: painted(desk))
        field.begin()
        await pilot.press("down")
        await wait_until(pilot, lambda: desk.query_one(SvcMediaPreview).media.id == 2)


async def test_while_pictures_are_off_nothing_is_fetched_for_a_field(tmp_path: Path):
    value = pictures.item(1).as_json()
    async with with_pictures(tmp_path, None, "media", 100) as (pilot, desk, field):
        desk.svc.pictures.toggle()
        field.show(value)
        await pilot.pause()
        await pilot.pause()

        assert not desk.query(SvcMediaPreview)
