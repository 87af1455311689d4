"""Medians, ratios and percentiles over rounds."""

from __future__ import annotations

import pytest

from bench.figures import Rounds, interleave, percentile, turned


def test_a_ratio_is_taken_within_each_round() -> None:
    rounds = Rounds(
        {"a": [{"ms": 2}, {"ms": 30}, {"ms": 4}], "b": [{"ms": 1}, {"ms": 10}, {"ms": 1}]}
    )

    assert rounds.median("a", "ms") == 4
    assert rounds.ratio("a", "b", "ms") == 3


def test_programs_take_turns_and_the_warm_up_is_dropped() -> None:
    order: list[str] = []

    def ran(name: str) -> dict[str, float]:
        order.append(name)
        return {"n": len(order)}

    rounds = interleave({"a": lambda: ran("a"), "b": lambda: ran("b")}, rounds=2)

    assert "".join(order) == "abbaab"
    assert [sample["n"] for sample in rounds.samples["a"]] == [4, 5]
    assert len(rounds) == 2


def test_turning_keeps_every_name() -> None:
    assert turned(["a", "b", "c"], 4) == ["b", "c", "a"]
    assert turned([], 3) == []


def test_a_percentile_lies_between_two_values() -> None:
    assert percentile([1, 2, 3, 4, 5], 50) == 3
    assert percentile([10, 20], 95) == pytest.approx(19.5)
    assert percentile([7], 95) == 7
