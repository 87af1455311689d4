"""Keys that can't be declared do not keep a record from being shown."""

from __future__ import annotations

from svc_tui.introspect.columns import guessed_columns
from svc_tui.introspect.fields import guessed_fields

RECORD = {"title": "A", "": "nameless", "half \ud800": "B"}


def test_a_key_that_is_no_text_becomes_no_column() -> None:
    assert [column.key for column in guessed_columns([RECORD])] == ["title"]


def test_a_key_that_is_no_text_becomes_no_field() -> None:
    assert [field.key for field in guessed_fields(RECORD)] == ["title"]
