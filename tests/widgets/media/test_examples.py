"""Each part of the library stands in an app of its own, as the examples show."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import svc_tui
from examples.media_library import Library
from examples.media_parts import Parts
from examples.media_picker import Picker
from examples.media_preview import Preview
from examples.media_upload import Uploads
from svc_tui import SvcDropArea, SvcMediaManager, SvcMediaManagerDialog
from tests.backends.demo import DemoProcess
from tests.console import wait_until
from tests.widgets.listing.test_examples import sees, started


async def test_the_library_alone_shows_its_folders(demo: DemoProcess):
    app = Library(demo.url)
    async with started(app) as pilot:
        await sees(pilot, "▸ Photos", "4 folders")
        assert app.svc.media.keeper is app.query_one(SvcMediaManager)
        await app.query_one(SvcMediaManager).remove()
        await wait_until(pilot, lambda: app.svc.media.medias == ())


async def test_the_picker_alone_tells_what_was_picked_in_its_order(demo: DemoProcess):
    app = Picker(demo.url)
    async with started(app) as pilot:
        await wait_until(pilot, lambda: app.query("Button"))
        app.query_one("Button").focus()
        await pilot.press("enter")
        await sees(pilot, "3 files at most", "Images only")
        await pilot.press("space", "space", "f2")
        await sees(pilot, " then ")


async def test_the_parts_alone_show_what_they_are_handed():
    async with started(Parts()) as pilot:
        await sees(pilot, "Media › Photos", "▸ 2026", "Cat")
        await pilot.press("down", "enter")
        await sees(pilot, "Alt text", "2.0 KiB")


async def test_the_drop_area_alone_takes_what_it_accepts(tmp_path: Path):
    (tmp_path / "a.png").write_bytes(b"x")
    app = Uploads()
    async with started(app) as pilot:
        area = app.query_one(SvcDropArea)
        assert area.take(f"{tmp_path}/a.png {tmp_path}/b.txt {tmp_path}/c.png")
        await sees(pilot, "1 waiting", "a.png")


async def test_the_preview_alone_shows_a_file_of_a_backend(demo: DemoProcess):
    async with svc_tui.Svc(demo.url, user="admin") as svc:
        await svc.auth.login("admin", "admin")
        await svc.media.get_root(mime="image/*")
        media = svc.media.medias[0]
    app = Preview(demo.url)
    async with started(app) as pilot:
        app.query_one(svc_tui.SvcMediaPreview).media = media
        await sees(pilot, "▀", media.filename)


PROPS: dict[str, dict[str, Any]] = {
    "SvcMediaManager": {
        "selection_mode": "none",
        "mime": None,
        "no_folders": False,
        "languages": (),
        "default_lang": None,
        "initial_selection": None,
    },
    "SvcMediaManagerDialog": {
        "model_value": False,
        "selection_mode": "single",
        "mime": None,
        "no_folders": False,
        "selected": None,
    },
    "SvcDropArea": {"accept": "*/*", "multiple": True, "disabled": False},
}

EVENTS = {
    SvcMediaManager: ["SelectionChanged"],
    SvcMediaManagerDialog: ["ModelValueChanged", "Confirm"],
    SvcDropArea: ["Files"],
}

PARTS = ["Folders", "Breadcrumbs", "Gallery", "Editor", "Uploader"]


@pytest.mark.parametrize("name", PROPS)
def test_every_prop_has_the_specifications_default(name: str):
    known = inspect.signature(getattr(svc_tui, name)).parameters
    assert {key: known[key].default for key in PROPS[name]} == PROPS[name]


@pytest.mark.parametrize("component", EVENTS, ids=lambda one: one.__name__)
def test_every_event_is_a_message_of_its_component(component: type):
    assert all(inspect.isclass(getattr(component, event)) for event in EVENTS[component])


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_manager_is_public(part: str):
    assert inspect.isclass(getattr(svc_tui, f"SvcMedia{part}"))
