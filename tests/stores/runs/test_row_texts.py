"""Rows as a table for an editor: what is not touched stays, mistakes name their line."""

from __future__ import annotations

import pytest

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource
from svc_tui.stores.runs.given_rows import GivenRows, editable_keys
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.stores.runs.row_texts import changes, with_problem, written

RESOURCE = Resource(
    name="items",
    endpoint="/items",
    fields=[
        FieldDescriptor(key="title"),
        FieldDescriptor(key="price", type="number"),
        FieldDescriptor(key="note"),
        FieldDescriptor(key="made", readonly=True),
    ],
)

RECORDS = {
    "1": {"id": 1, "title": "A\ttab\nand a line", "price": 1.50, "note": None, "made": "x"},
    "2": {"id": 2, "title": "007", "price": None, "note": "", "password": "secret"},
}

FOUND = GivenRows.of(RESOURCE, RECORDS, editable_keys(RESOURCE, ("title", "made", "price", "note")))


def test_a_table_gives_out_the_key_and_what_can_be_written_and_nothing_changes_by_itself() -> None:
    text = written(FOUND, "http://x", "tsv")
    assert text.splitlines()[2] == "id\ttitle\tprice\tnote"
    assert "secret" not in text and "made" not in text
    assert changes(text, FOUND, "tsv") == []
    assert changes(with_problem(text, "No."), FOUND, "tsv") == []


def test_touched_cells_alone_are_changes_of_the_field_s_type() -> None:
    text = written(FOUND, "http://x", "tsv").replace("007\t\t", "008\t12.50\t")
    [work] = changes(text, FOUND, "tsv")
    assert (work.key, dict(work.changes)) == ("2", {"title": "008", "price": 12.5})


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("2\t007\t\t\n", "", "The row with id 2 is missing"),
        ("2\t007", "3\t007", "line 6: id 3 is not one of these rows"),
        ("2\t007\t\t\n", "2\t007\t\t\n2\t007\t\t\n", "line 7: id 2 appears twice"),
        ("2\t007\t\t\n", "2\t007\t\n", "line 6: expected 4 columns, found 3"),
        ("2\t007", '2\t"007', "line 6: a quote is not closed"),
        ("title\tprice", "title\tcost", "line 3: the column"),
        ("title\tprice", "price\ttitle", "line 3: the order of the columns"),
        ("id\ttitle", "title", "line 3: the column id is missing"),
    ],
)
def test_a_table_that_came_back_wrong_is_named_by_its_line(old: str, new: str, why: str) -> None:
    text = written(FOUND, "http://x", "tsv")
    assert old in text
    with pytest.raises(RowsUnreadable, match=why):
        changes(text.replace(old, new), FOUND, "tsv")
    with pytest.raises(RowsUnreadable, match="came back empty"):
        changes("", FOUND, "tsv")
