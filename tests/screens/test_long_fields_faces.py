"""What long fields and what belongs to them look like, narrow and wide."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.field_paths import places
from svc_tui.testing import until_idle
from svc_tui.widgets.form.checks import problems
from svc_tui.widgets.form.field import SvcField
from tests.console import screen_text, wait_until
from tests.widgets.form.form_with_draft import FieldHost

SIZES = ((80, 24), (120, 40))

BLOCKS = [
    {"_template": "text", "text": "The harbour wakes early."},
    {"_template": "quote", "text": "", "source": "A fisherman"},
    {"_template": "text", "text": "Boats leave before the first tram."},
    {"_template": "image", "caption": "Nets"},
]
TEMPLATES = {
    "text": [{"key": "text", "type": "textarea", "required": True}],
    "quote": [{"key": "text", "required": True}, {"key": "source"}],
    "image": [{"key": "caption"}],
}
HTML = (
    '<h2>Boats</h2>\n<p>One <strong>early</strong> boat, see <a href="https://x.org">here</a>.</p>'
    "\n<ul><li>nets</li><li>ropes</li></ul>"
)
MARKDOWN = "## Boats\n\nOne **early** boat, see [here](https://x.org).\n\n- nets\n- ropes\n"
LONG_TEXT = "\n".join(f"Line {n}: nets are mended on the quay." for n in range(1, 61))

FACES: dict[str, tuple[dict[str, Any], Any, tuple[str, ...]]] = {
    "repeater closed": (
        {"type": "repeater", "templates": TEMPLATES, "attrs": {"preview": "{text}{caption}"}},
        BLOCKS,
        (),
    ),
    "repeater open": ({"type": "repeater", "templates": TEMPLATES}, BLOCKS, ("down", "right")),
    "repeater bulk": (
        {"type": "repeater", "templates": TEMPLATES},
        BLOCKS,
        ("space", "down", "space", "J"),
    ),
    "repeater question": (
        {"type": "repeater", "templates": TEMPLATES},
        BLOCKS,
        ("space", "down", "space", "d"),
    ),
    "repeater template": ({"type": "repeater", "templates": TEMPLATES}, BLOCKS, ("n",)),
    "repeater item alone": ({"type": "repeater", "templates": TEMPLATES}, BLOCKS, ("plus",)),
    "repeater empty": ({"type": "repeater", "templates": TEMPLATES}, [], ()),
    "repeater no list": ({"type": "repeater", "templates": TEMPLATES}, "what is this", ()),
    "editor with preview": ({"type": "editor"}, HTML, ("alt+p",)),
    "markdown with preview": ({"type": "markdown"}, MARKDOWN, ("alt+p",)),
    "editor tools": ({"type": "editor"}, HTML, ("f5",)),
    "json": ({"type": "json"}, {"desk": "sea", "words": 320, "live": True}, ()),
    "json wrong": ({"type": "json"}, {"desk": "sea"}, ("ctrl+end", "x")),
    "seo": (
        {"type": "seo"},
        {"title": "Boats at dawn", "description": "Nets are mended." * 12, "slug": "boats"},
        (),
    ),
    "map": ({"type": "map"}, {"lat": 44.4056, "lng": 8.9463}, ()),
    "map wrong": ({"type": "map"}, {"lat": 44.4056, "lng": 8.9463}, ("home", "9")),
    "pager": ({"type": "textarea"}, LONG_TEXT, ("f3",)),
    "file": ({"type": "file", "attrs": {"accept": ".pdf", "max_size": 5}}, "/media/terms.pdf", ()),
    "unknown": ({"type": "hologram"}, {"beam": [1, 2]}, ()),
}


@asynccontextmanager
async def a_face(said: dict[str, Any], value: Any, size: tuple[int, int]) -> AsyncIterator[Any]:
    field = FieldDescriptor.model_validate({"key": "it", "label": "Field", **said})
    app = FieldHost([field], {"it": value})
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: app.query(SvcField))
        await pilot.pause()
        yield app, pilot


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
@pytest.mark.parametrize("face", FACES)
async def test_face_of_a_field(face: str, size: tuple[int, int], snapshot: SnapshotAssertion):
    said, value, keys = FACES[face]
    async with a_face(said, value, size) as (app, pilot):
        app.form.fields[0].begin()
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        wrong = problems(app.draft, places(app.form.descriptors, ()), app.form.registry)
        app.form.show(app.draft, wrong, None)
        await pilot.pause()

        assert screen_text(app) == snapshot


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_face_of_a_list_with_errors(size: tuple[int, int], snapshot: SnapshotAssertion):
    said = {"type": "repeater", "templates": TEMPLATES}
    async with a_face(said, BLOCKS, size) as (app, pilot):
        errors = {"it.1.text": ("This field is required.",), "it.3": ("No picture.",)}
        app.form.show(app.draft, errors, None)
        app.form.fields[0].begin()
        await until_idle(pilot)

        assert screen_text(app) == snapshot
