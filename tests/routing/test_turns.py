"""Pages that lead to each other without end are found; people who walk quickly are not stopped."""

from __future__ import annotations

import pytest

from svc_tui.routing.turns import TurnCounter


def looped(*, gap: float, idle: float) -> bool:
    """whether many turns between two pages are a loop; `idle` are the seconds since a key."""
    now = [100.0]
    turns = TurnCounter(lambda: now[0])
    for _ in range(50):
        for path in ("/a", "/b"):
            if turns.loop(path, idle) == ("/a", "/b"):
                return True
            turns.shown()
            now[0] += gap
    return False


def test_pages_that_lead_to_each_other_at_once_are_a_loop() -> None:
    assert looped(gap=0.01, idle=60)


@pytest.mark.parametrize(
    ("gap", "idle"),
    [
        pytest.param(0.1, 0, id="a key each"),
        pytest.param(0.3, 60, id="quick clicks"),
        pytest.param(1, 60, id="a board that changes its page each second"),
    ],
)
def test_pages_that_a_person_or_a_clock_walks_through_are_none(gap: float, idle: float) -> None:
    assert not looped(gap=gap, idle=idle)
