"""Paths of a form: languages, messages of a backend, checks before a save."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft, Unreadable
from svc_tui.stores.record.field_paths import name_at, placed, places
from svc_tui.widgets.form.checks import problems

LANGS = ("en", "it")
TITLE = FieldDescriptor(key="title", required=True, translatable=True)
BODY = FieldDescriptor(key="body", translatable=True)
FORM = places(
    [
        TITLE,
        BODY,
        FieldDescriptor(key="blocks", type="repeater"),
        FieldDescriptor(key="parts", type="repeater", translatable=True),
        FieldDescriptor(key="tags", type="m2m"),
        FieldDescriptor(key="data", type="json"),
        FieldDescriptor(key="seo.title"),
    ],
    LANGS,
)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("title", "Title"),
        ("translations.it.title", "Title (it)"),
        ("data.rows", "Data"),
        ("short_title", "Short Title"),
        ("translations.fr.title", "Title"),
    ],
)
def test_a_value_is_never_named_by_its_path(path: str, name: str):
    assert name_at(FORM, path) == name


def wrong(record: dict[str, Any], *fields: FieldDescriptor, edits: Any = ()) -> dict[str, Any]:
    draft = Draft.of(record)
    for path, value in dict(edits).items():
        draft = draft.edited(path, value)
    return problems(draft, places(fields, LANGS), default_registry())


@pytest.mark.parametrize(
    ("path", "at", "said"),
    [
        ("title_it", "translations.it.title", "No."),
        ("title", "translations.en.title", "No."),
        ("translations.it.title", "translations.it.title", "No."),
        ("blocks.1.text", "blocks.1.text", "No."),
        ("blocks.1.parts.0.text", "blocks.1.parts.0.text", "No."),
        ("translations.it.parts.1.text", "translations.it.parts.1.text", "No."),
        ("parts_it.1.text", "translations.it.parts.1.text", "No."),
        ("tags.1", "tags.1", "No."),
        ("tags.1.name", "tags.1.name", "No."),
        ("tags.name", "tags", "name: No."),
        ("data.rows.1.x", "data", "rows, item 2, x: No."),
        ("seo.title", "seo.title", "No."),
        ("translations.it", "", "translations.it: No."),
        ("non_field_errors", "", "No."),
        ("__all__", "", "No."),
        ("detail", "", "No."),
        ("title_fr", "", "title_fr: No."),
        ("titles", "", "titles: No."),
    ],
)
def test_a_message_finds_its_field(path: str, at: str, said: str):
    assert placed({path: ["No."]}, FORM) == {at: (said,)}


def test_without_languages_a_translatable_field_is_a_plain_one():
    assert [place.path for place in places([TITLE], ())] == ["title"]


def test_every_language_that_was_begun_is_checked():
    record = {"translations": {"en": {"title": "x"}, "it": {"title": "", "body": "testo"}}}

    assert list(wrong(record, TITLE, BODY)) == ["translations.it.title"]


def test_emptying_a_language_does_not_make_it_one_that_nobody_began():
    record = {"translations": {"en": {"title": "x"}, "it": {"title": "y"}}}

    assert list(wrong(record, TITLE, edits={"translations.it.title": ""})) == [
        "translations.it.title"
    ]


def test_a_language_that_nobody_began_is_not_missed_but_the_first_one_is():
    assert list(wrong({}, TITLE)) == ["translations.en.title"]


def test_zero_and_no_are_values():
    fields = [FieldDescriptor(key=key, required=True) for key in ("a", "b", "c")]

    assert wrong({"a": 0, "b": False, "c": []}, *fields) == {}


def test_what_is_hidden_or_cannot_be_edited_is_not_missed():
    hidden = FieldDescriptor(key="a", required=True, when={"status": "open"})
    cover = FieldDescriptor(key="cover", type="hologram", required=True)
    fixed = FieldDescriptor(key="number", required=True, readonly=True)

    assert wrong({}, hidden, cover, fixed) == {}
    assert list(wrong({"status": "open"}, hidden)) == ["a"]


def test_an_old_value_that_breaks_a_rule_keeps_nobody_from_saving():
    field = FieldDescriptor(key="mail", type="email")

    assert wrong({"mail": "old nonsense"}, field) == {}
    assert list(wrong({"mail": "old"}, field, edits={"mail": "new nonsense"})) == ["mail"]


def test_unreadable_text_is_told_in_any_language():
    field = FieldDescriptor(key="n", type="number", translatable=True)

    found = wrong({}, field, edits={"translations.it.n": Unreadable("x", "No number.")})

    assert found == {"translations.it.n": ("No number.",)}


def test_a_check_of_ones_own_sees_the_value_and_the_record():
    field = FieldDescriptor(
        key="a", validate=lambda val, model: "Not the same." if val != model["b"] else None
    )

    assert wrong({"a": "x", "b": "y"}, field, edits={"a": "z"}) == {"a": ("Not the same.",)}
