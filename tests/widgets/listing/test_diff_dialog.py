"""The differences between two profiles, in the words of the form."""

from __future__ import annotations

from textual.app import App

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource
from svc_tui.stores.runs.comparison import Comparison
from svc_tui.widgets.listing.diff_dialog import DiffDialog
from svc_tui.widgets.listing.list_labels import ListFields, ListLabels
from tests.console import screen_text

FIELDS = [
    FieldDescriptor(
        key="status",
        type="select",
        label="State",
        attrs={"items": [{"value": "d", "text": "Draft"}, {"value": "p", "text": "Published"}]},
    ),
    FieldDescriptor(key="open", type="switch", label="Open"),
    FieldDescriptor(key="title", label="Headline", translatable=True),
    FieldDescriptor(key="meta", type="json", label="About"),
]


async def test_values_and_fields_are_in_words() -> None:
    here = {"id": 1, "status": "d", "open": True, "meta": {"note": "a"}}
    there = {"id": 1, "status": "p", "open": False, "meta": {"note": "b"}}
    here["translations"], there["translations"] = {"it": {"title": "Uno"}}, {"it": {"title": "Due"}}
    resource = Resource(name="shops", endpoint="/api/shops", fields=FIELDS)
    found = Comparison.of(resource, "staging", {"1": here}, {"1": there}, "id")
    dialog = DiffDialog(found, ListLabels(fields=ListFields(FIELDS)))

    async with App[None]().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(dialog)
        await pilot.pause()
        shown = screen_text(pilot.app)

    assert "State: Draft │ Published" in shown
    assert "Open: on │ off" in shown
    assert "Headline (it): Uno │ Due" in shown
    assert "About (note): a │ b" in shown
