"""The table and its verdicts."""

from __future__ import annotations

from bench.table import Line, NotMeasured, drawn, written


def test_a_time_over_its_target_is_missed() -> None:
    assert Line("enter", 160, target=150, stretch=100).verdict == "missed"
    assert Line("enter", 150, target=150, stretch=100).verdict == "met"
    assert Line("enter", 90, target=150, stretch=100).verdict == "stretch"


def test_a_relative_target_speaks_of_the_ratio() -> None:
    line = Line("paint", 300, floor=310, ratio=0.97, target=1.0, stretch=0.9, relative=True)

    assert line.verdict == "met"
    assert "≤ 1.00 ×" in line.cells()


def test_of_a_share_more_is_better() -> None:
    line = Line("upload", 50, ratio=0.5, target=0.6, relative=True, at_least=True)

    assert line.verdict == "missed"
    assert "≥ 0.60 ×" in line.cells()


def test_without_a_target_there_is_no_verdict() -> None:
    assert Line("cpu", 5).verdict == ""


def test_what_was_not_measured_says_why_in_the_same_table() -> None:
    table = drawn([Line("a long name of a figure", 12.34), NotMeasured("form", "no form yet")])

    head, _, first, last = table.splitlines()
    assert head.startswith("| what")
    assert "12.3 ms" in first
    assert last.rstrip(" |").endswith("not measured: no form yet")


def test_numbers_have_as_many_digits_as_mean_something() -> None:
    assert written(57_637, "bytes") == "57,637 B"
    assert written(0.384, "%") == "0.38 %"
    assert written(12.34, "ms") == "12.3 ms"
    assert written(312.4, "ms") == "312 ms"
