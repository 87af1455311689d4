"""Text from `--set` or a table, read by the type of its field."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.runs.typed_values import typed


@pytest.mark.parametrize(
    ("type", "text", "value"),
    [
        ("text", "12", "12"),
        ("number", "12", 12),
        ("slider", "12", 12),
        ("number", "many", "many"),
        ("slider", "many", "many"),
        ("boolean", "yes", True),
        ("switch", "No", False),
        ("switch", "1", 1),
        ("boolean", "on", "on"),
        ("switch", "on", "on"),
        ("json", "[1]", [1]),
    ],
)
def test_a_text_is_read_by_the_type_of_its_field(type: str, text: str, value: Any) -> None:
    field = FieldDescriptor(key="it", type=type)
    found = typed(text, field)
    assert found == value and found.__class__ is value.__class__
