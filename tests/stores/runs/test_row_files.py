"""Rows of files: values as they were written, and no value that is dropped silently."""

from __future__ import annotations

import pytest

from svc_tui.models import exact_json
from svc_tui.stores.runs.row_files import RowsUnreadable, read_rows, yaml_text

AS_TEXT = ("007", "10:30:00", "NO", "yes", "1_000", "0x1f", "2024-01-02", ".nan")


def test_yaml_keeps_what_looks_like_a_number_and_is_none() -> None:
    lines = "".join(f"- {{id: 1, value: {one}}}\n" for one in AS_TEXT)
    assert [row["value"] for row in read_rows(lines.encode(), "a.yaml")] == list(AS_TEXT)
    exact = b"- {price: 19.90, big: 12345678901234567.89, n: -5, on: true, none: , e: +1}"
    [row] = read_rows(exact, "a.yaml")
    assert exact_json.written(row) == (
        '{"price": 19.90, "big": 12345678901234567.89, "n": -5, "on": true, "none": null, "e": 1}'
    )
    odd = [{"a": one} for one in (*AS_TEXT, 1e22, exact_json.ExactFloat("1e999"), "1.5", "-")]
    assert read_rows(yaml_text(odd).encode(), "a.yaml") == odd


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b'{"id": 1, "a": 1, "a": 2}', "x.json"),
        (b'[{"id": 1, "in": {"a": 1, "a": 2}}]', "x.json"),
        (b'{"id": 1}\n{"a": 1, "a": 2}', "x.ndjson"),
        (b"- {a: 1, a: 2}", "x.yaml"),
        (b"a,a\n1,2\n", "x.csv"),
    ],
)
def test_a_key_that_appears_twice_is_refused(data: bytes, name: str) -> None:
    with pytest.raises(RowsUnreadable, match="a appears twice"):
        read_rows(data, name)


def test_a_number_beyond_all_measure_is_a_sentence() -> None:
    with pytest.raises(RowsUnreadable, match="is not valid YAML"):
        read_rows(b"- {a: " + b"9" * 5000 + b"}", "x.yaml")
