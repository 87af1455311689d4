"""Lines for a shell, in the words that the commands read."""

from __future__ import annotations

import shlex

from svc_tui.cli.arguments import read_arguments
from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.record.history_store import NotKept, ValueChange, Write
from svc_tui.stores.runs.command_lines import get_line, list_line, write_line

FILTERS = (
    FilterDescriptor(value="author", text="Author", endpoint="/authors"),
    FilterDescriptor(value="made", text="Made", datepicker=True),
)
FLAGS = ("--profile=live",)


def test_a_list_is_written_with_filters_search_tab_order_columns_and_page() -> None:
    query = (
        ListQuery()
        .knowing(FILTERS)
        .filtered("author", ("Rossi Maria",))
        .filtered("made", ("last month",))
        .searching("-x 'y")
        .on_tab("draft")
        .ordered(("-made", "id"))
        .at(3)
    )
    line = list_line("items", query, FILTERS, ("id", "title"), FLAGS)
    known = read_arguments(shlex.split(line)[1:])
    assert known.words == ['author:"Rossi Maria"', 'made:"last month"']
    assert (known.search, known.tab, known.order) == ("-x 'y", "draft", "-made,id")
    assert (known.columns, known.page, known.profile) == ("id,title", 3, "live")
    assert list_line("items", ListQuery(), FILTERS) == "svc-tui list items"
    assert get_line("items", "a b", FLAGS) == "svc-tui get items 'a b' --profile=live"


def test_writes_with_the_same_values_are_one_line() -> None:
    def write(id: str, value: object, method: str = "PATCH") -> Write:
        return Write(method, "/items", id, values=(ValueChange(("title",), "old", value),))

    line = write_line("items", [write("1", "it's"), write("2", "it's"), write("3", "12")], FLAGS)
    assert line is not None
    first, second = line.splitlines()
    assert first == """svc-tui update items 1 2 '--set=title=it'"'"'s' --profile=live"""
    assert second == """svc-tui update items 3 '--set=title:="12"' --profile=live"""
    assert write_line("items", [write("1", None, "DELETE")]) == "svc-tui delete items 1"
    assert write_line("items", [write("1", 1, "POST")]) == "svc-tui create items --set=title:=1"
    assert write_line("items", [write("1", NotKept("a file"))]) is None
