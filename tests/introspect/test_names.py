"""Keys that can't be declared do not keep a record from being shown."""

from __future__ import annotations

import pytest

from svc_tui.introspect.columns import guessed_columns
from svc_tui.introspect.fields import guessed_fields
from svc_tui.introspect.names import is_secret, without_secrets

RECORD = {"title": "A", "": "nameless", "half \ud800": "B"}


def test_a_key_that_is_no_text_becomes_no_column() -> None:
    assert [column.key for column in guessed_columns([RECORD])] == ["title"]


def test_a_key_that_is_no_text_becomes_no_field() -> None:
    assert [field.key for field in guessed_fields(RECORD)] == ["title"]


@pytest.mark.parametrize(
    "text",
    [
        "X-API-Key: hunter2",
        "{'x-api-key': 'hunter2'}",
        "{'access': 'hunter2', 'refresh': 'hunter2'}",
        "401 for url 'https://h.test/x?page=1&token=hunter2'",
        "https://h.test:8000/x?api-key=hunter2",
        "cannot reach http://clerk:hunter2@h.test/x",
        "Authorization: ApiKey hunter2",
    ],
)
def test_a_secret_in_a_text_is_hidden(text: str) -> None:
    assert "hunter2" not in without_secrets(text)


@pytest.mark.parametrize(
    "text", ["GET https://h.test/x?page=1", "Error at http://h.test/@clerk", "access_level: 3"]
)
def test_a_text_without_secrets_stays(text: str) -> None:
    assert without_secrets(text) == text


def test_a_field_of_a_record_may_be_called_access() -> None:
    assert is_secret("x-api-key")
    assert not is_secret("access")
