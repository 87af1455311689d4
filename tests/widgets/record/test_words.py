"""The names of a record's values in sentences."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from textual.widget import Widget

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.field_paths import places
from svc_tui.widgets.record.words import RecordWords


def test_a_part_of_a_value_is_named_by_its_label_and_its_place() -> None:
    fields = [FieldDescriptor(key="title", translatable=True), FieldDescriptor(key="metadata")]
    host: Any = SimpleNamespace(places=places(fields, ["en", "it"]))
    words = RecordWords(host, Widget())

    paths = ["metadata", "metadata.b", "translations.it.title", "unknown"]
    assert [words.quoted(one) for one in paths] == [
        "“Metadata”",
        "“Metadata (b)”",
        "“Title (it)”",
        "“unknown”",
    ]
