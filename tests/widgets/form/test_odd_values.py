"""Records of any shape: every field type with values that it was not made for."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll

from svc_tui.models.field_types import FIELD_TYPES as TYPES
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.field_paths import places
from svc_tui.widgets.components import make_whole
from svc_tui.widgets.form.checks import problems
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.given_values import refused_value

ODD: dict[str, Any] = {
    "null": None,
    "true": True,
    "number": -12.5,
    "huge": 10**400,
    "text": "words",
    "empty text": "",
    "list": ["x", None, {"a": [1]}],
    "empty list": [],
    "object": {"a": {"b": [None, 1]}, "": 3},
    "deep": [[[[{"lat": [], "title": {}}]]]],
}


class Odd(App[None]):
    AUTO_FOCUS = None

    def __init__(self, record: dict[str, Any], readonly: bool) -> None:
        super().__init__()
        fields = [FieldDescriptor(key=name.replace("-", "_"), type=name) for name in TYPES]
        # As a page makes it: what a file or a backend describes may be wrong.
        self.form: SvcForm = make_whole(SvcForm, fields, Draft.of(record), readonly=readonly)

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield self.form


@pytest.mark.parametrize("readonly", [False, True], ids=["edited", "read"])
@pytest.mark.parametrize("name", ODD)
async def test_every_type_keeps_what_it_does_not_understand(name: str, readonly: bool) -> None:
    record = {key.replace("-", "_"): ODD[name] for key in TYPES}
    app = Odd(record, readonly)
    async with app.run_test(size=(100, 60)) as pilot:
        await pilot.pause()
        for field in app.form.fields:
            field.begin()
            await pilot.pause()

        assert len(app.form.fields) == len(TYPES)
        assert [
            one.descriptor.type for one in app.form.fields if one.edits.take_newest() is not None
        ] == []


@pytest.mark.parametrize("name", ODD)
async def test_a_record_lacking_everything_is_filled_by_nobody(name: str) -> None:
    app = Odd({"other": ODD[name]}, readonly=False)
    async with app.run_test(size=(100, 60)) as pilot:
        await pilot.pause()

        assert all(field.edits.take_newest() is None for field in app.form.fields)


@pytest.mark.parametrize("name", ODD)
def test_checking_odd_values_never_breaks(name: str) -> None:
    app = Odd({}, readonly=False)
    record = {key.replace("-", "_"): ODD[name] for key in TYPES}
    draft = Draft({}, record)

    found = problems(draft, places(app.form.descriptors, ()), app.form.registry)

    assert all(said and all(said) for said in found.values())


@pytest.mark.parametrize("name", ODD)
def test_checking_odd_values_that_no_editor_made_never_breaks(name: str) -> None:
    app = Odd({}, readonly=False)
    record = {key.replace("-", "_"): ODD[name] for key in TYPES}

    said = refused_value(record, {}, app.form.descriptors, app.form.registry)

    assert bool(said) is (ODD[name] not in (None, ""))
