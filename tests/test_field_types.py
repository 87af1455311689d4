"""A field type is one row and its widget: everything else finds it."""

from __future__ import annotations

import re

import pytest
from textual.app import App, ComposeResult

from docs import reference
from svc_tui.introspect.columns import guessed_columns
from svc_tui.introspect.fields import fields_from_schema
from svc_tui.introspect.filters import unprobed_filters
from svc_tui.introspect.sample import scalar_type
from svc_tui.models.field_types import FIELD_TYPES, SETTING_WORDS, FieldType, every_attr
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.listing.bulk_edit import empty_value
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.runs.typed_values import typed
from svc_tui.widgets.form.datetime_fields import DateField
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.setting_checks import setting_problems


class WeekField(DateField):
    """The week of a year."""


WEEK = FieldType(
    widget=f"{__name__}:WeekField",
    value="day",
    attrs={"first_day": ("monday", "sunday")},
    schema=("week",),
    pattern=re.compile(r"\d{4}-W\d{2}"),
    in_lists=True,
    guessed_format="date",
    example=("2025-W14", {}),
)


class WeekForm(App[None]):
    def __init__(self, field: FieldDescriptor) -> None:
        super().__init__()
        self.form = SvcForm([field], Draft.of({"starts": "2025-03-01"}))

    def compose(self) -> ComposeResult:
        yield self.form


async def test_a_type_that_is_added_as_one_row_is_known_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(FIELD_TYPES, "week", WEEK)
    schema = {"properties": {"starts": {"type": "string", "format": "week"}}}
    (field,) = fields_from_schema(schema)
    assert field.type == "week"
    assert scalar_type("starts", ["2025-W14", "2025-W15"]) == "week"
    assert [one.format for one in guessed_columns([], fields=[field])] == ["date"]
    assert [one.format for one in guessed_columns([{"starts": "2025-W14"}])] == ["date"]
    assert [one.datepicker for one in unprobed_filters([field], certain=True)] == [True]
    assert [*setting_problems(field, {"first_day": "mondy"})] == [
        ("first_day", 'is "mondy"; did you mean "monday"?')
    ]
    assert typed("202514", field) == "202514"
    assert empty_value("week", None) is None
    page = reference.field_types()
    assert "## `week`\n\nThe week of a year." in page
    assert "| `first_day` | `monday`, `sunday` |" in page

    app = WeekForm(field)
    async with app.run_test():
        assert [type(one) for one in app.form.fields] == [WeekField]


def test_every_setting_is_told_in_the_reference_with_its_type() -> None:
    page = reference.field_types()
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", page, re.MULTILINE)
    assert {name for name, *_ in rows} == every_attr()
    assert [name for name, kind, words in rows if not (kind and words)] == []
    assert every_attr() == {*SETTING_WORDS}
