"""The trail of each flow of a list: a key, the facts that it leads to, and what is sent for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import pytest

from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import settled, store_of, watch

Console = Callable[..., AbstractAsyncContextManager[Person]]


@dataclass(frozen=True)
class Trail:
    """Keys, each with what is seen before the next; the facts in their order; the requests."""

    keys: Sequence[tuple[Sequence[str], str]]
    facts: Sequence[str]
    sent: Sequence[str]
    """Beginnings of the requests for records, without those that count or fetch ahead."""


ROWS = "GET /api/articles/?page=1&page_size=20&ordering="
SORTED = f"{ROWS}position"

TRAILS = {
    "marking a row": Trail([(["space"], "1 marked")], ["SelectionChanged"], []),
    "opening a record": Trail(
        [(["enter"], "Save and close")], ["ListGrid.Opened", "Opened"], ["GET /api/articles/1/"]
    ),
    "sorting": Trail(
        [(["s"], "sorted by Title ▲")], ["ListStore.Changed", "ListStore.Changed"], [f"{ROWS}title"]
    ),
    "turning a tab": Trail(
        [(["right_curly_bracket"], "[Drafts 93]")],
        ["SvcListTabs.ModelValueChanged", "ListStore.Changed", "SelectionQueryChanged"],
        ["GET /api/articles/?tab=draft&page=1"],
    ),
    "filtering": Trail(
        [(["f"], "[ ] Draft"), (["right", "space", "enter"], "Status: Draft")],
        ["SvcListFilters.ModelValueChanged", "ListStore.Changed", "SelectionQueryChanged"],
        ["GET /api/articles/?status=draft&page=1"],
    ),
    "running an action": Trail(
        [
            (["space", "space", "x"], "Actions for 2 rows"),
            (["enter"], "Publish 2 rows?"),
            (["y"], "Publish: 2 ok"),
        ],
        [
            "SelectionChanged",
            "ActionStore.Changed",
            "SvcListActions.ActionCompleted",
            "SelectionChanged",
            "ListStore.Changed",
        ],
        [  # What it changes is read before and after, to be undone.
            *(f"GET /api/articles/{key}/" for key in (1, 2, 1, 2)),
            *(f"POST /api/articles/{key}/publish/" for key in (1, 2)),
            SORTED,
        ],
    ),
    "quick edit and the next": Trail(
        [
            (["i"], "Featured"),
            (["ctrl+u", *"New", "f9"], "Quick edit: 港の祭り"),
            (["escape"], "1-20 of 300"),
        ],
        [
            "SvcField.Edited",
            "SvcListQuickEdit.OpenChanged",
            "SvcListQuickEdit.Saved",
            "SvcListQuickEdit.NextWanted",
        ],
        # What was written is read once more: a backend may have kept something else.
        ["GET /api/articles/1/"] * 2 + ["PATCH /api/articles/1/", SORTED, "GET /api/articles/2/"],
    ),
    "moving a row": Trail(
        [(["m", "down"], "Moving"), (["enter"], "Order saved.")],
        ["ListStore.Changed", "ListStore.Changed"],
        ["POST /api/articles/update_order/"],
    ),
    "deleting a row": Trail(
        [(["d"], "Delete this record?"), (["y"], "1-20 of 299")],
        ["ListStore.Changed"],
        # The row is compared first, and its record read whole, so that undo can create it again.
        [SORTED, "GET /api/articles/1/", "DELETE /api/articles/1/", SORTED],
    ),
}


def is_about_records(request: str) -> bool:
    """Neither a count nor a page ahead, nor what a form asks of other collections."""
    rest = request.partition("/api/articles/")[2]
    return bool(rest) and "page_size=1&" not in rest and "page=2&" not in rest


@pytest.mark.parametrize("trail", TRAILS.values(), ids=TRAILS)
async def test_a_key_leads_to_its_facts_and_its_requests(
    console: Console, fresh_demo: DemoProcess, trail: Trail
):
    async with console(start="/articles", size=(120, 40)) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.until(lambda: store_of(person).source.has(store_of(person).state.query.at(2)))
        sent, before = watch(person), len(person.trail)
        for keys, words in trail.keys:
            await person.press(*keys)
            await person.until(
                lambda words=words: words in person.text() or words in " ".join(person.toasts)
            )
        await person.settles()

        facts = [type(fact).__qualname__ for fact in person.trail[before:]]
        at = 0
        for wanted in trail.facts:
            assert wanted in facts[at:], [one for one in facts if one[0].isupper()]
            at = facts.index(wanted, at) + 1
        asked = [one for one in sent if is_about_records(one)]
        for wanted in trail.sent:
            times = len([one for one in asked if one.startswith(wanted)])
            assert times == trail.sent.count(wanted), asked
        assert len(asked) == len(trail.sent), asked
