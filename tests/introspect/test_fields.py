"""Fields for a record of which nobody said anything."""

from __future__ import annotations

from svc_tui.introspect.fields import guessed_fields


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

    types = [fields[key].type for key in "abcdefi"]
    assert types == ["text", "number", "boolean", "date", "datetime", "textarea", "text"]
    assert [key for key, field in fields.items() if field.readonly] == ["id", "g", "h"]


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
