"""What people read in the place of a value that was chosen from a few."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from textual.app import App

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterChoice, FilterDescriptor, ListColumn
from svc_tui.stores.listing.planned_changes import MIXED, PlannedChange
from svc_tui.stores.record.draft import MISSING
from svc_tui.widgets.listing.action_preview import change_lines, review_lines
from svc_tui.widgets.listing.cells import UNDERWAY, shown, status_of
from svc_tui.widgets.listing.choice_labels import called, labelled
from svc_tui.widgets.listing.list_labels import ListFields, ListLabels

REVIEW = FilterChoice(value="review", text="In review")
STATUS = FilterDescriptor(value="status", choices=["draft", REVIEW])
BADGE = ListColumn(key="status", format="badge")


def test_a_column_shows_what_its_filter_calls_a_value_in_the_colour_of_the_value() -> None:
    (column,) = labelled([BADGE], [STATUS])

    assert shown(column, {"status": "review"}) == "In review"
    assert status_of(column, "In review") == status_of(BADGE, "review") == UNDERWAY
    assert shown(column, {"status": "draft"}) == "Draft"
    assert shown(column, {"status": "lost"}) == "lost", "what is none of the choices stays"


def test_a_field_names_what_its_filter_does_not_and_only_where_it_says_a_label() -> None:
    items = [{"value": "review", "label": "Reviewed"}, {"value": 7, "label": "Gone"}, "lost"]
    field = FieldDescriptor(key="status", type="select", attrs={"items": items})
    (column,) = labelled([BADGE], [STATUS], [field])

    words = [shown(column, {"status": value}) for value in ("review", 7, "7", "lost")]
    assert words == ["In review", "Gone", "Gone", "lost"]


def test_a_column_with_choices_of_its_own_keeps_them() -> None:
    own = BADGE.model_copy(update={"choices": (FilterChoice(value="review", text="Mine"),)})
    assert labelled([own], [STATUS]) == (own,)


def test_a_heading_is_the_label_of_the_field_unless_the_column_has_one() -> None:
    isbn = FieldDescriptor(key="isbn", label="ISBN")
    columns = [ListColumn(key="isbn"), ListColumn(key="isbn", label="No."), ListColumn(key="year")]
    assert [one.label for one in labelled(columns, [], [isbn])] == ["ISBN", "No.", "Year"]


@pytest.mark.parametrize("format", ["boolean", "date", "number"])
def test_a_column_that_shows_no_words_is_left_as_it_is(format: str) -> None:
    column = ListColumn(key="status", format=format)
    assert labelled([column], [STATUS]) == (column,)


def test_every_value_of_a_list_is_called_by_its_name_and_objects_and_truths_stay() -> None:
    assert called([REVIEW], ["review", "x"]) == ["In review", "x"]
    assert called([FilterChoice(value="true", text="Yes")], True) is True
    assert called([REVIEW], {"id": 1}) == {"id": 1}
    assert called([REVIEW], None) is None


def test_a_question_says_changes_in_the_words_of_the_choices() -> None:
    change = PlannedChange("status", "draft", "review")
    labels = ListLabels({"status": "Status"}, choices={"status": STATUS.choices})
    lines = change_lines([change], labels)
    assert lines == ["Status: Draft → In review"]


def test_a_question_shows_moments_as_lists_do():
    change = PlannedChange("at", "2026-05-01T08:00:00Z", "2026-05-02T09:30:00Z")
    seconds = PlannedChange("at", "2026-05-01T08:00:00Z", "2026-05-01T08:00:30Z")
    rome = ZoneInfo("Europe/Rome")

    assert change_lines([change], ListLabels({"at": "Published"}, zone=rome)) == [
        "Published: 2026-05-01 10:00 CEST → 2026-05-02 11:30 CEST"
    ]
    assert change_lines([seconds], ListLabels(zone=rome)) == [
        "at: 2026-05-01T08:00:00Z → 2026-05-01T08:00:30Z"
    ]


FIELDS = (
    FieldDescriptor(
        key="status",
        type="select",
        attrs={"items": [{"value": "draft", "label": "Being written"}, "review"]},
    ),
    FieldDescriptor(key="open", type="switch"),
    FieldDescriptor(key="hidden", type="boolean"),
    FieldDescriptor(key="at", type="datetime", attrs={"tz": "naive"}),
    FieldDescriptor(key="author", type="fks", attrs={"endpoint": "/api/authors"}),
    FieldDescriptor(
        key="motto",
        type="select",
        translatable=True,
        attrs={"items": [{"value": key, "label": key[0]} for key in ("a", "b1", "b2")]},
    ),
)

IN_WORDS = [
    ("status", "draft", "x", "Being written → x"),
    ("status", "draft", "review", "Being written → In review"),
    ("open", False, True, "off → on"),
    ("hidden", False, True, "no → yes"),
    ("author", 1, 2, "Ada → 2"),
    ("translations.it.motto", "b1", "x", "b → x"),
    ("translations.it.motto", "b1", "b2", "b1 → b2"),
    ("status", MIXED, "draft", "(mixed) → Being written"),
    ("status", MISSING, "draft", "→ Being written"),
]


@pytest.mark.parametrize(("path", "before", "after", "said"), IN_WORDS)
def test_a_question_words_values_as_their_fields_do(
    path: str, before: object, after: object, said: str
) -> None:
    ada = FilterChoice(value="1", text="Ada")
    labels = ListLabels(
        choices={"status": STATUS.choices, "author": (ada,)},
        fields=ListFields(FIELDS),
    )
    for lines in (change_lines, review_lines):
        assert [*lines([PlannedChange(path, before, after)], labels)] == [f"{path}: {said}"]


async def test_a_question_words_times_as_their_field_does() -> None:
    change = PlannedChange("at", "2026-05-01T08:00:00+02:00", None)
    async with App[None]().run_test():
        lines = change_lines([change], ListLabels(fields=ListFields(FIELDS)))

    assert lines == ["at: 2026-05-01 08:00 → (empty)"], "this field shows no zone"
