"""Fields for a record of which nobody said anything."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.introspect.fields import guessed_fields, guessed_form
from svc_tui.introspect.sample import fields_of_rows
from svc_tui.models.fields import FieldDescriptor


def test_values_tell_their_types():
    record = {
        "id": 1,
        "a": "x",
        "b": 2.5,
        "c": True,
        "d": "2026-05-31",
        "e": "2026-05-31T10:00:00Z",
    }
    record |= {"f": "x" * 200, "g": {"x": 1}, "h": [1], "i": None}

    fields = {field.key: field for field in guessed_fields(record)}

    assert "g.x" in fields
    types = [fields[key].type for key in "abcdefi"]
    assert types == ["text", "number", "boolean", "date", "datetime", "textarea", "text"]
    assert [key for key, field in fields.items() if field.readonly] == ["id", "h"]


def test_options_tell_more_than_values():
    actions = {
        "POST": {
            "number": {"type": "string", "required": True, "label": "No.", "max_length": 9},
            "status": {"type": "choice", "choices": [{"value": "new", "display_name": "New"}]},
            "made": {"type": "datetime", "read_only": True},
            "author": {"type": "field"},
        }
    }

    number, status, made, author = guessed_fields({"author": 3}, actions)

    assert (number.label, number.required, number.attrs) == ("No.", True, {"max_length": 9})
    assert status.attrs == {"items": [{"value": "new", "label": "New"}]}
    assert made.readonly
    assert author.readonly


def test_nonsense_in_options_is_passed_over():
    assert guessed_fields({}, {"POST": "?", "PUT": {"a": None}}) == ()


def drf(**fields: Any) -> dict[str, FieldDescriptor]:
    return {one.key: one for one in guessed_form([], {"POST": fields}).fields}


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"type": "string"}, "textarea"),
        ({"type": "string", "max_length": 40}, "text"),
        ({"type": "string", "read_only": True}, "text"),
        ({"type": "string", "max_length": 400}, "textarea"),
        ({"type": "regex"}, "text"),
        ({"type": "slug"}, "slug"),
        ({"type": "url"}, "url"),
        ({"type": "decimal", "decimal_places": 2}, "number"),
        ({"type": "duration"}, "text"),
        ({"type": "time"}, "time"),
        ({"type": "choice", "choices": []}, "select"),
        ({"type": "multiple choice", "choices": []}, "select"),
        ({"type": "file upload"}, "file"),
        ({"type": "image upload"}, "file"),
        ({"type": "nested object", "child": {"type": "string"}}, "json"),
        ({"type": "list", "child": {"type": "integer"}}, "json"),
        ({"type": "field", "child": {"children": {"a": {"type": "string"}}}}, "repeater"),
    ],
)
def test_every_type_of_the_framework_has_one_of_ours(said: dict[str, Any], kind: str):
    assert drf(it=said)["it"].type == kind


def test_the_steps_of_a_decimal_are_its_places():
    assert drf(it={"type": "decimal", "decimal_places": 2, "min_value": 0})["it"].attrs == {
        "min": 0,
        "step": 0.01,
    }


def test_a_nested_serializer_is_fields_under_its_heading_and_read_where_it_says_so():
    author = {"read_only": True, "label": "Author", "children": {"name": {"type": "string"}}}

    name = drf(author=author)["author.name"]

    assert (name.group, name.readonly) == ("Author", True)


def test_languages_copies_are_no_fields_of_their_own():
    actions = {"POST": {"name": {"type": "string"}, "translations": {"en": {"name": {}}}}}
    extra = {"lang_info": {"languages": ["en", "it", 3], "translatable_fields": ["name"]}}

    guess = guessed_form([{"name": "a", "translations": {}}], actions, extra)

    assert [(one.key, one.translatable) for one in guess.fields] == [("name", True)]
    assert guess.languages == ("en", "it")


def test_the_schema_counts_more_than_actions_and_takes_their_words():
    choices = [{"value": "a", "display_name": "First"}]
    actions = {"POST": {"kind": {"type": "choice", "choices": choices, "label": "Sort"}}}
    extra = {"schema": {"properties": {"kind": {"type": "string", "enum": ["a"]}}}}

    (kind,) = guessed_form([], actions, extra).fields

    assert kind.label == "Sort"
    assert kind.attrs["items"] == [{"value": "a", "label": "First"}]


def test_a_relation_is_found_by_the_name_of_its_collection():
    collections = {"authors": "/api/authors/", "tags": "/api/tags/"}
    actions = {"POST": {"author": {"type": "field"}, "tags": {"type": "field"}}}

    author, tags = guessed_form(
        [{"author": {"id": 1, "name": "Ada"}, "tags": [1, 2]}], actions, collections=collections
    ).fields

    assert (author.type, author.attrs["item_text"]) == ("fks", "name")
    assert (tags.type, tags.attrs["endpoint"]) == ("m2m", "/api/tags/")
    assert not author.readonly


def test_a_related_record_that_nobody_lists_is_shown_and_not_sent():
    (author,) = guessed_form([{"author": {"id": 1, "name": "Ada", "password": "x"}}]).fields

    assert (author.type, author.readonly) == ("fks", True)
    assert "password" not in repr(author)


def test_what_the_metadata_passes_over_can_only_be_read():
    seen = guessed_form([{"name": "a", "url": "b"}], {"POST": {"name": {"type": "string"}}}).fields

    assert [one.key for one in seen if one.readonly] == ["url"]


def test_values_of_known_shapes():
    row = {
        "mail": "a@b.it",
        "site": "https://a.it",
        "at": "10:30:00",
        "ink": "#ff0000",
        "html": "<p>a</p>",
        "price": "12.50",
        "seo": {"title": "", "description": "", "permalink": ""},
        "place": {"lat": 1.0, "lng": 2.0},
        "cover": {"id": 1, "file": "/a.png", "mime_type": "image/png"},
        "parts": [{"name": "a"}],
        "modified": "2026-01-01T00:00:00Z",
        "article_count": 3,
    }

    found = {one.key: one for one in guessed_form([row]).fields}

    assert [found[key].type for key in row] == [
        *("email", "url", "time", "color", "editor", "number", "seo", "map", "media"),
        *("repeater", "datetime", "number"),
    ]
    assert [key for key in row if found[key].readonly] == ["modified", "article_count"]


def test_a_part_of_an_object_that_the_schema_names_can_be_written():
    schema = {"properties": {"specs": {"properties": {"width": {"type": "number"}, "any": {}}}}}

    width, any_ = guessed_form([{"specs": {"width": 1, "any": 2}}], extra={"schema": schema}).fields

    assert (width.key, width.readonly) == ("specs.width", False)
    assert (any_.key, any_.readonly) == ("specs.any", True)


def test_lines_are_asked_for_where_no_source_knows_a_limit():
    actions = {"POST": {"a": {"type": "string"}, "b": {"type": "string"}}}
    extra = {"schema": {"properties": {"a": {"type": "string"}}}}

    assert [one.type for one in guessed_form([], actions, extra).fields] == ["text", "textarea"]


def test_what_a_record_is_called_is_never_far_down():
    schema = {"properties": {**{f"key{n}": {"type": "string"} for n in range(9)}, "title": {}}}

    keys = [one.key for one in guessed_form([{"id": 1}], extra={"schema": schema}).fields]

    assert keys[:2] == ["id", "title"]


def test_each_field_remembers_where_it_is_known_from():
    guess = guessed_form(
        [{"b": 1}], {"POST": {"b": {"type": "integer"}}}, {"schema": {"properties": {"a": {}}}}
    )

    assert guess.sources == {"a": "schema", "b": "actions"}


@pytest.mark.parametrize("said", [None, "field"])
@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("low", "text"),
        (7, "number"),
        (True, "boolean"),
        ([1, "a"], "json"),
        ({"deep": {"er": 1}}, "json"),
        (None, "json"),
    ],
)
def test_what_options_calls_writable_can_be_edited_though_its_type_is_unknown(
    said: str | None, value: object, kind: str
) -> None:
    told = {"type": said, "read_only": False, "required": False, "label": "Level"}

    [field] = guessed_fields({"level": value}, {"POST": {"level": told}})

    assert (field.key, field.type, field.readonly) == ("level", kind, False)


@pytest.mark.parametrize("said", [{"type": None}, {"type": None, "readOnly": False}])
def test_a_property_without_a_type_can_be_edited_unless_it_says_otherwise(
    said: dict[str, object],
) -> None:
    schema = {"properties": {"level": said, "sum": {**said, "readOnly": True}}}

    found = {one.key: one for one in guessed_fields({"level": 3, "sum": 3}, {}, {"schema": schema})}

    assert (found["level"].type, found["level"].readonly) == ("number", False)
    assert found["sum"].readonly


def test_a_relation_of_which_nobody_knows_the_choices_can_still_only_be_read() -> None:
    told = {"type": "field", "read_only": False}

    [field] = guessed_fields({"boss": {"id": 1, "name": "Ann"}}, {"POST": {"boss": told}})

    assert field.readonly


@pytest.mark.parametrize(
    ("key", "values", "kind"),
    [
        ("member", [2, "3"], "fks"),
        ("member", ["2", "3"], "fks"),
        ("member", [True, False], "boolean"),
        ("borrower", [2, "3"], "number"),
        ("borrower", ["2", "3"], "text"),
        ("borrower", [2, "B3"], "json"),
    ],
)
def test_whole_numbers_that_came_as_texts_too_are_ids_or_numbers(
    key: str, values: list[Any], kind: str
) -> None:
    rows = [{"id": n, key: value} for n, value in enumerate(values)]
    found = {one.key: one for one in fields_of_rows(rows, "id", {"members": "/api/members"})}
    assert found[key].type == kind
