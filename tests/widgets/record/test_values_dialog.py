"""Own writes and drafts, value by value, without what nobody is to see."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.widgets.record.values_dialog import SECRET, ChangedValue, render_change


def lines(*steps: str, before: Any, after: Any) -> list[str]:
    return render_change(ChangedValue(steps, before, after)).plain.split("\n")


def test_a_value_is_told_as_it_was_and_as_it_is():
    assert lines("seo", "title", before="a", after="b") == ["seo.title", "- a", "+ b"]


@pytest.mark.parametrize(
    ("steps", "before", "after"),
    [
        (("api_key",), "old-s3cret", "new-s3cret"),
        (("smtp", "password", "value"), "old-s3cret", "new-s3cret"),
        (("settings",), {"token": "old-s3cret"}, {"token": "new-s3cret"}),
        (("keys",), [{"secret": "old-s3cret"}], [{"secret": "new-s3cret"}]),
    ],
)
def test_a_secret_is_never_told(steps: tuple[str, ...], before: Any, after: Any):
    name, said = lines(*steps, before=before, after=after)
    assert said == SECRET
    assert "s3cret" not in name


def test_what_stands_beside_a_secret_is_told():
    before, after = {"token": "s3cret", "port": 1}, {"token": "s3cret2", "port": 2}

    said = "\n".join(lines("settings", before=before, after=after))

    assert '"port": 2' in said
    assert "s3cret" not in said
