"""Two values side by side: short ones whole, long ones by what differs, foreign text clean."""

from __future__ import annotations

import pytest
from textual.app import App

from svc_tui.stores.record.draft import MISSING, Unreadable
from svc_tui.widgets.record.changes_dialog import Change, ChangesDialog
from svc_tui.widgets.record.value_diff import DiffText, brief, is_long, render_diff, wrapped


def lines(before: object, after: object) -> list[str]:
    return render_diff(before, after).plain.split("\n")


def test_short_values_stand_under_each_other():
    assert lines("old", "new") == ["- old", "+ new"]
    assert lines(MISSING, True) == ["- (empty)", "+ yes"]
    assert lines({"id": 3, "name": "Ada"}, None) == ["- Ada", "+ (empty)"]
    assert lines(1, Unreadable("1x", "No.")) == ["- 1", "+ 1x"]


@pytest.mark.parametrize("value", [MISSING, None, "", [], {}])
def test_no_value_has_one_name_in_lines_and_on_one_line(value: object):
    assert brief(value) == "(empty)"
    assert lines(value, 0) == ["- (empty)", "+ 0"]


def test_of_many_lines_only_those_that_differ_are_shown():
    before = "\n".join(f"line {n}" for n in range(50))
    after = before.replace("line 25", "another line")

    assert lines(before, after) == [
        "  … 24 lines unchanged",
        "  line 24",
        "- line 25",
        "+ another line",
        "  line 26",
        "  … 23 lines unchanged",
    ]


def test_of_one_long_line_the_changed_words_are_shown():
    before = "word " * 100 + "old " + "word " * 100

    (line,) = lines(before, before.replace("old", "new"))

    assert "[-old-][+new+]" in line
    assert len(line) < 120


def test_a_megabyte_is_compared_without_delay():
    before = "\n".join(f"line {n}" for n in range(100_000))

    shown = lines(before, f"{before}\nthe end")

    assert shown[-1] == "+ the end"
    assert len(shown) < 10


def test_what_would_act_on_a_terminal_is_shown_as_text():
    assert "\x1b" not in render_diff("a", "\x1b[2J[bold]b").plain
    assert "[bold]" in render_diff("a", "[bold]b").plain
    assert "\n" not in brief("two\nlines")


def test_a_list_of_objects_is_long_and_a_related_record_is_not():
    assert is_long([{"text": "a"}, {"text": "b"}])
    assert not is_long({"id": 3, "name": "Ada"})


def test_the_words_that_differ_are_marked() -> None:
    drawn = render_diff("A quiet day at sea", "A long day at sea")

    marked = [
        drawn.plain[one.start : one.end] for one in drawn.spans if "underline" in str(one.style)
    ]
    assert marked == ["quiet", "long"]
    assert drawn.plain == "- A quiet day at sea\n+ A long day at sea"


def test_a_long_line_continues_below_its_words() -> None:
    drawn = wrapped(render_diff("A quiet day at sea", "A long day at sea"), 12)

    assert drawn.plain.split("\n") == ["- A quiet", "  day at sea", "+ A long day", "  at sea"]
    marked = [one for one in drawn.spans if "underline" in str(one.style)]
    assert [drawn.plain[one.start : one.end] for one in marked] == ["quiet", "long"]


async def test_the_review_of_changes_is_as_tall_as_its_wrapped_lines() -> None:
    app = App[None]()
    async with app.run_test(size=(40, 30)) as pilot:
        dialog = ChangesDialog([Change("Title", "word " * 12 + "a", "word " * 12 + "b")], "Sent.")
        await app.push_screen(dialog)
        await pilot.pause()
        change = dialog.query_one(DiffText)

        lines = change.render().plain.split("\n")
        assert {line[:3] for line in lines} == {"Tit", "- w", "+ w", "  w"}
        assert change.size.height == len(lines)


def test_where_all_differs_nothing_is_marked() -> None:
    assert not [one for one in render_diff("yes", "no").spans if "underline" in str(one.style)]
