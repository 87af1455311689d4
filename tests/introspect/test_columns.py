"""Columns that nobody declared."""

from __future__ import annotations

from typing import Any

from svc_tui.introspect.columns import MOST_COLUMNS, guessed_columns
from svc_tui.models.fields import FieldDescriptor


def keys(*rows: dict[str, Any], **said: Any) -> list[str]:
    return [column.key for column in guessed_columns(rows, **said)]


def test_what_people_call_a_record_comes_first():
    assert keys({"id": 1, "colour": "red", "name": "Rose"}) == ["name", "colour"]


def test_without_a_name_the_lookup_key_comes_first():
    assert keys({"colour": "red", "uuid": "a-b"}, lookup="uuid") == ["uuid", "colour"]


def test_there_are_at_most_five():
    assert len(keys({f"key{n}": n for n in range(20)})) == MOST_COLUMNS


def test_nested_values_prose_and_secrets_are_left_out():
    row = {
        "title": "A",
        "seo": {"title": "B"},
        "tags": [1],
        "body": "x" * 200,
        "notes": "one\ntwo",
        "api_key": "s3cret",
        "password_hash": "abc",
        "status": "draft",
    }

    assert keys(row) == ["title", "status"]


def test_a_key_that_is_empty_in_the_sample_is_no_column():
    assert keys({"title": "A", "gone": None}, {"title": "B", "gone": ""}) == ["title"]


def test_formats_follow_the_values():
    row = {
        "title": "A",
        "status": "draft",
        "active": True,
        "price": 9.5,
        "created": "2026-01-31T10:00:00Z",
    }

    formats = {column.key: column.format for column in guessed_columns([row])}
    formats |= {column.key: column.format for column in guessed_columns([{"born": "2026-01-31"}])}

    assert formats == {
        "title": None,
        "status": "badge",
        "active": "boolean",
        "price": "money",
        "born": "date",
        "created": "datetime",
    }


def test_rows_that_are_no_objects_give_no_columns():
    assert guessed_columns(["a", 1, None]) == ()


def test_a_title_may_be_long_and_a_related_record_is_shown_by_its_name():
    assert keys({"category": 7, "category_name": "News", "title": "x" * 300}) == [
        "title",
        "category_name",
    ]


def test_what_would_not_fit_beside_the_others_is_left_out():
    row = {"title": "x" * 50, "a": "y" * 26, "b": "z" * 30, "status": "draft"}

    assert keys(row) == ["title", "status", "a"]


def test_a_related_record_that_came_whole_is_shown_by_its_name():
    (_, author) = guessed_columns([{"title": "A", "author": {"id": 1, "name": "Ada"}}])

    assert (author.key, author.label) == ("author.name", "Author")


def test_an_empty_list_has_the_columns_that_its_form_tells_of():
    fields = [
        FieldDescriptor(key="body", type="textarea"),
        FieldDescriptor(key="live", type="boolean", label="On air"),
        FieldDescriptor(key="free", type="switch"),
        FieldDescriptor(key="stars", type="slider"),
        FieldDescriptor(key="title"),
    ]

    columns = guessed_columns([], fields=fields)

    assert [(one.key, one.label, one.format) for one in columns] == [
        ("title", "Title", None),
        ("live", "On air", "boolean"),
        ("free", "Free", "boolean"),
        ("stars", "Stars", None),
    ]
