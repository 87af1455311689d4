"""The keys in the frame of a dialog stand out from their words."""

from __future__ import annotations

import pytest

from svc_tui.text import label
from svc_tui.widgets.dialog_words import with_keys


@pytest.mark.parametrize(
    ("hint", "keys"),
    [
        ("Ctrl+S saves · F9 next row · Esc leaves", ["Ctrl+S", "F9", "Esc"]),
        ("Space ▲▼ · J K rank · 0 clears", ["Space", "J K", "0"]),
        ("Ctrl+S or F2 sends them · < > year", ["Ctrl+S or F2", "< >"]),
        ("t today · 0-9 types a date\nEnter chooses", ["t", "0-9", "Enter"]),
        ("Type to search · ↓ list · . next page", ["↓", "."]),
        ("Press Enter to go there, Esc to close.", []),
        ("Loading…", []),
    ],
)
def test_the_keys_of_a_hint_are_in_the_accent_color(hint: str, keys: list[str]):
    colored = with_keys(label(hint, multiline=True))

    assert [colored.plain[one.start : one.end] for one in colored.spans] == keys
