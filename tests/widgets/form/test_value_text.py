"""The words of values, told apart or left as they are."""

from __future__ import annotations

from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import MISSING, Unreadable
from svc_tui.stores.record.field_paths import places
from svc_tui.widgets.form.value_text import ValueFormatter

ADA, OTHER_ADA, EVE = ({"id": n, "name": name} for n, name in enumerate(("Ada", "Ada", "Eve")))

FORM = (
    FieldDescriptor(key="title"),
    FieldDescriptor(key="author", type="fks", attrs={"endpoint": "/api/authors"}),
    FieldDescriptor(
        key="status",
        type="select",
        translatable=True,
        attrs={"items": [{"value": 1, "label": "Draft"}], "placeholder": "Choose one"},
    ),
)


def readings() -> ValueFormatter:
    return ValueFormatter(places(FORM, ("en", "it")), default_registry())


def test_records_and_choices_are_told_by_their_names():
    assert readings().format("author", ADA, EVE) == ("Ada", "Eve")
    assert readings().format("translations.it.status", 1, 7) == ("Draft", "7")


def test_values_that_would_read_alike_are_told_as_they_are():
    assert readings().format("author", ADA, OTHER_ADA) == (ADA, OTHER_ADA)
    assert readings().format("author", ADA, dict(ADA), EVE) == ("Ada", "Ada", "Eve")


def test_nothing_and_what_is_no_value_yet_stay_as_they_are():
    half = Unreadable("2026-0", "It is no day.")
    assert readings().format("author", None, MISSING) == (None, MISSING)
    assert readings().format("translations.en.status", "", half) == ("", half)


def test_texts_and_what_no_field_shows_stay_as_they_are():
    assert readings().format("title", "a\n b", "b") == ("a\n b", "b")
    assert readings().format("elsewhere", ADA, 3) == (ADA, 3)
