"""A long document gives the same answers as Textual's own, only sooner."""

from __future__ import annotations

import pytest
from textual.document._document import Document, DocumentBase, Location
from textual.document._wrapped_document import WrappedDocument

from svc_tui.widgets.form.longdocument import LongDocument, LongWrapped
from svc_tui.widgets.form.longtext import STEP, LongText
from tests.widgets.form.form_with_draft import one_field

TEXTS = ["", "one", "a\tb\n\n\tc\nwide: 海岸\n", "x\n" * 50, "\n", "last line\r\nis empty\r\n"]
EDITS = [
    ((0, 0), (0, 0), "new\tline\n"),
    ((0, 1), (1, 0), ""),
    ((0, 0), (0, 0), "é海" * 20),
    ((1, 0), (0, 0), "turned\nround"),
    ((0, 0), (9, 9), ""),
]


def within(document: DocumentBase, place: Location) -> Location:
    """The place, or the nearest one that the document has."""
    row = min(place[0], document.line_count - 1)
    return row, min(place[1], len(document[row]))


@pytest.mark.parametrize("text", TEXTS)
def test_its_size_stays_right_whatever_is_edited(text: str):
    long, plain = LongDocument(text), Document(text)

    assert long.get_size(4) == plain.get_size(4)
    for start, end, insert in EDITS:
        start, end = within(plain, start), within(plain, end)
        found = [one.replace_range(start, end, insert) for one in (long, plain)]
        assert found[0].end_location == found[1].end_location
        assert long.get_size(4) == plain.get_size(4)
    assert long.get_size(8) == plain.get_size(8)


@pytest.mark.parametrize("width", [0, 7])
@pytest.mark.parametrize("text", TEXTS)
def test_its_rows_stay_right_whatever_is_edited(text: str, width: int):
    long, plain = LongWrapped(LongDocument(text)), WrappedDocument(Document(text))
    for one in (long, plain):
        one.wrap(width)

    for start, end, insert in EDITS:
        start, end = sorted((within(plain.document, start), within(plain.document, end)))
        for one in (long, plain):
            result = one.document.replace_range(start, end, insert)
            one.wrap_range(start, end, result.end_location)
        assert long.height == plain.height
        assert long.lines == plain.lines
        for line in range(plain.document.line_count):
            assert long.location_to_offset((line, 0)) == plain.location_to_offset((line, 0))
            if "\t" in plain.document[line]:
                assert long.get_tab_widths(line) == plain.get_tab_widths(line)


async def test_typing_in_the_longest_line_of_a_long_text_lays_out_nothing_anew():
    async with one_field("1\n" * 200_000, "textarea") as it:
        area = it.app.query_one(LongText)
        assert not area.soft_wrap
        room = area.scrollable_content_region.width
        await it.begin("end", *"x" * (room - 2))
        assert area.virtual_size.width == room

        await it.press("y")
        grown = area.virtual_size.width
        await it.press(*"on")

        assert area.virtual_size.width == grown
        assert grown % STEP == 0
        assert grown - STEP < area.document.get_size(4).width + 1 <= grown
