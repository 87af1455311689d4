"""The filter panel alone: late answers and other filters."""

from __future__ import annotations

import asyncio
from datetime import date
from types import SimpleNamespace
from typing import Any

from textual.app import App
from textual.widgets import Input, OptionList

from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.session.snack_store import SnackStore
from svc_tui.widgets.listing.filter_panel import FilterPanel
from svc_tui.widgets.listing.filters import SvcListFilters
from tests.console import screen_text, wait_until

AUTHOR = FilterDescriptor(value="author", text="Author", endpoint="/api/authors")
MADE = FilterDescriptor(value="made", datepicker=True)
STATUS = FilterDescriptor(value="status", text="Status", choices=("draft", "published"))


class Slow:
    """A collection that answers when it is told to."""

    def __init__(self) -> None:
        self.asked, self.go_on = asyncio.Event(), asyncio.Event()

    async def list(self, **params: Any) -> Any:
        self.asked.set()
        await self.go_on.wait()
        return SimpleNamespace(results=[{"id": 7, "name": "Giulia"}], pages=1)


async def test_a_late_answer_is_not_offered_as_choices_of_another_filter():
    authors = Slow()
    svc: Any = SimpleNamespace(crud=lambda endpoint: authors, snack=SnackStore())
    async with App[None]().run_test(size=(80, 24)) as pilot:
        panel = FilterPanel([AUTHOR, STATUS], {}, svc=svc)
        pilot.app.push_screen(panel)
        await wait_until(pilot, authors.asked.is_set)
        await pilot.press("down")
        await wait_until(pilot, lambda: "[ ] Draft" in screen_text(pilot.app))

        authors.go_on.set()
        await pilot.pause(0.1)
        await pilot.press("right", "space")

        assert panel.values == {"status": ("draft",)}
        assert "Loading" not in screen_text(pilot.app)


async def test_fetched_booleans_are_written_as_a_query_has_them():
    rows = [{"flag": True, "words": "Only those"}, {"flag": False, "words": False}]
    flags = FilterDescriptor(
        value="flag", endpoint="/api/flags", item_value="flag", item_text="words"
    )
    chosen: list[Any] = []
    async with App[None]().run_test(size=(80, 24)) as pilot:
        panel = FilterPanel([flags], {"flag": ("false",)}, svc=answering(rows))
        pilot.app.push_screen(panel, chosen.append)
        await wait_until(pilot, lambda: "[ ] Only those" in screen_text(pilot.app))
        assert "[x] false" in screen_text(pilot.app)
        await pilot.press("tab", "down", "down", "space", "enter")
        await pilot.pause()

    assert chosen == [{"flag": ("true",)}]


async def test_choices_that_nothing_matches_say_so():
    async with App[None]().run_test(size=(80, 24)) as pilot:
        local = FilterDescriptor(value="author", endpoint="/api/authors", search=False)
        panel = FilterPanel([local], {}, svc=answering([{"id": 7, "name": "Giulia"}]))
        pilot.app.push_screen(panel)
        await wait_until(pilot, lambda: "[ ] Giulia" in screen_text(pilot.app))
        await pilot.press("tab", *"zz")
        await wait_until(pilot, lambda: "Nothing matches “zz”." in screen_text(pilot.app))


def answering(rows: list[dict[str, Any]]) -> Any:
    """Services whose collections all answer with these rows."""

    async def listed(**params: Any) -> Any:
        return SimpleNamespace(results=rows, pages=1)

    collection = SimpleNamespace(list=listed)
    return SimpleNamespace(crud=lambda endpoint: collection, snack=SnackStore())


async def test_a_letter_goes_to_the_next_filter_or_choice_that_begins_with_it():
    filters = [STATUS, FilterDescriptor(value="section", text="Section", choices=("a",)), MADE]
    async with App[None]().run_test(size=(80, 24)) as pilot:
        panel = FilterPanel(filters, {})
        pilot.app.push_screen(panel)
        await wait_until(pilot, lambda: "[ ] Draft" in screen_text(pilot.app))
        await pilot.press("s")
        assert panel.here.text == "Section"
        await pilot.press("m")
        await wait_until(pilot, lambda: "last week" in screen_text(pilot.app))
        await pilot.press("S")
        assert panel.here.text == "Status"
        await wait_until(pilot, lambda: "[ ] Draft" in screen_text(pilot.app))
        await pilot.press("right", "p", "space")
        assert panel.values == {"status": ("published",)}


async def test_enter_applies_what_is_ticked_or_the_choice_under_the_cursor_if_nothing_is():
    several = FilterDescriptor(value="status", multiple=True, choices=("draft", "published"))
    before = {"status": ("draft",)}
    async with App[None]().run_test(size=(80, 24)) as pilot:
        moved = await chosen(pilot, [several], {}, "right", "down", "enter")
        assert moved == {"status": ("published",)}
        assert await chosen(pilot, [several], before, "right", "down", "enter") == before
        assert await chosen(pilot, [several], before, "right", "space", "enter") == {}
        assert await chosen(pilot, [several], {}, "enter") == {}
        ticked = await chosen(pilot, [several], {}, "right", "space", "down", "enter")
        assert ticked == {"status": ("draft",)}


async def test_enter_takes_the_choice_under_the_cursor_where_only_one_can_be_meant():
    before = {"status": ("draft",)}
    async with App[None]().run_test(size=(80, 24)) as pilot:
        keys = ("right", "down", "enter")
        assert await chosen(pilot, [STATUS], {}, *keys) == {"status": ("published",)}
        assert await chosen(pilot, [STATUS], before, *keys) == {"status": ("published",)}
        assert await chosen(pilot, [STATUS], before, "right", "enter") == before


async def test_enter_takes_nothing_that_was_ticked_away_before():
    before = {"status": ("draft",)}
    async with App[None]().run_test(size=(80, 24)) as pilot:
        assert await chosen(pilot, [STATUS], before, "right", "space", "enter") == {}
        assert await chosen(pilot, [STATUS], before, "right", "0", "enter") == {}
        ticked = await chosen(pilot, [STATUS], {}, "right", "space", "down", "enter")
        assert ticked == before


async def test_the_dialog_says_what_enter_does_where_one_is():
    several = FilterDescriptor(value="tags", multiple=True, choices=("sea", "land"))
    async with App[None]().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(FilterPanel([STATUS, several], {}))
        await wait_until(pilot, lambda: "→ choices · Enter applies" in screen_text(pilot.app))
        await pilot.press("right")
        await wait_until(pilot, lambda: "Enter applies this one" in screen_text(pilot.app))
        await pilot.press("left", "down", "right")
        await wait_until(pilot, lambda: "Enter applies this one" in screen_text(pilot.app))
        await pilot.press("space")
        await wait_until(pilot, lambda: "Space ticks · Enter applies" in screen_text(pilot.app))


async def test_heads_count_what_is_chosen_and_the_height_follows_the_choices():
    several = FilterDescriptor(value="tags", multiple=True, choices=[*"abcdefghijkl"])
    async with App[None]().run_test(size=(80, 30)) as pilot:
        panel = FilterPanel([STATUS, several, MADE], {"status": ("draft",)})
        pilot.app.push_screen(panel)
        await wait_until(pilot, lambda: "Status  Draft" in screen_text(pilot.app))
        await wait_until(pilot, lambda: "1 of 2" in screen_text(pilot.app))
        dialog = panel.query_one(".dialog")
        assert "1 of 3" in screen_text(pilot.app)
        await wait_until(pilot, lambda: dialog.region.height == 8)
        top = dialog.region.y

        await pilot.press("down")
        await wait_until(pilot, lambda: "0 of 12" in screen_text(pilot.app))
        await wait_until(pilot, lambda: "[ ] L" in screen_text(pilot.app))
        await pilot.press("right", "space", "down", "space")
        await wait_until(pilot, lambda: "2 of 12" in screen_text(pilot.app))
        assert "2 of 3" in screen_text(pilot.app)
        assert "Tags    A, B" in screen_text(pilot.app)
        assert dialog.region.y == top


async def test_days_are_chosen_in_words_and_the_days_they_mean_are_told():
    async with App[None]().run_test(size=(80, 24)) as pilot:
        panel = FilterPanel([MADE], {}, today=date(2026, 3, 31))
        answers: list[Any] = []
        pilot.app.push_screen(panel, answers.append)
        await wait_until(pilot, lambda: "[ ] last month" in screen_text(pilot.app))
        await pilot.press("tab", "tab", "tab", *["down"] * 7)
        await wait_until(pilot, lambda: "2026-02-01 – 2026-02-28" in screen_text(pilot.app))
        await pilot.press("enter")
        await pilot.pause()

    assert answers == [{"made": ("last month",)}]


async def test_days_are_typed_with_a_suggestion_or_as_ends():
    async with App[None]().run_test(size=(80, 24)) as pilot:
        typed = await chosen(pilot, [MADE], {}, "right", *"last_m", "backspace", "m", "enter")
        assert typed is None, "what can't be read stays open"
        await wait_until(
            pilot, lambda: "“last_m” is not a date: write a date" in screen_text(pilot.app)
        )
        await pilot.press("escape")
        assert await chosen(pilot, [MADE], {}, "right", *NEXT_TO_LAST, "right", "enter") == {
            "made": ("last month",)
        }
        ends = await chosen(pilot, [MADE], {}, "right", *"2026-01-02", "down", *"today", "enter")
        assert ends == {"made": ("2026-01-02..today",)}
        days = await chosen(pilot, [MADE], ends, "right", "down", *["backspace"] * 5, "enter")
        assert days == {"made": ("2026-01-02", "")}


async def test_no_range_of_a_half_typed_day_is_left_where_the_day_cannot_be_read():
    async with App[None]().run_test(size=(80, 24)) as pilot:
        typed = await chosen(
            pilot, [MADE], {}, "right", *"2026-01-01", "down", *"2026-13-40", "enter"
        )
        assert typed is None, "what can't be read stays open"
        await wait_until(pilot, lambda: "“2026-13-40” is not a date" in screen_text(pilot.app))
        assert "2026-12-31" not in screen_text(pilot.app)


async def test_a_filter_without_choices_takes_what_is_typed():
    place = FilterDescriptor(value="place")
    async with App[None]().run_test(size=(80, 24)) as pilot:
        typed = await chosen(pilot, [place], {}, "right", *"Rome", "enter")
        assert typed == {"place": ("Rome",)}
        assert await chosen(pilot, [place], typed, "delete", "enter") == {}


NEXT_TO_LAST = ("l", "a", "s", "t", "space", "m")


async def chosen(pilot: Any, filters: Any, values: Any, *keys: str) -> Any:
    """What the panel resolves to after these keys; None while it is open."""
    answers: list[Any] = []
    pilot.app.push_screen(FilterPanel(filters, values, today=date(2026, 3, 31)), answers.append)
    await wait_until(pilot, lambda: "Esc cancels" in screen_text(pilot.app))
    await pilot.press(*keys)
    await pilot.pause()
    return answers[0] if answers else None


PEOPLE = [{"id": 5, "name": "Iulo"}, {"id": 7, "name": "Giulia"}]


async def test_enter_behind_typed_words_takes_the_first_match():
    one = FilterDescriptor(value="by", endpoint="/api/authors", search=False)
    several = FilterDescriptor(value="by", endpoint="/api/authors", search=False, multiple=True)
    app = App[None]()
    async with app.run_test(size=(80, 24)) as pilot:
        taken: list[Any] = []
        app.push_screen(FilterPanel([one], {}, svc=answering(PEOPLE)), taken.append)
        await wait_until(pilot, lambda: "[ ] Giulia" in screen_text(app))
        await pilot.press("right", *"giu", "enter")  # Before the choices for them are there.
        await wait_until(pilot, lambda: taken)
        assert taken == [{"by": ("7",)}]

        app.push_screen(FilterPanel([several], {}, svc=answering(PEOPLE)), taken.append)
        await wait_until(pilot, lambda: "[ ] Giulia" in screen_text(app))
        await pilot.press("right", "up", *"giu", "enter")
        await wait_until(pilot, lambda: "[x] Giulia" in screen_text(app))
        await pilot.press(*"nobody", "enter")
        await wait_until(pilot, lambda: "Nothing matches “nobody”." in screen_text(app))
        await pilot.press(*["backspace"] * 6, "enter")
        await wait_until(pilot, lambda: len(taken) == 2)
        assert taken[1] == {"by": ("7",)}


async def test_typed_words_stay_with_the_filter_they_were_typed_for():
    first, other = FilterDescriptor(value="title"), FilterDescriptor(value="place")
    async with App[None]().run_test(size=(80, 24)) as pilot:
        panel = FilterPanel([first, other], {"title": ("sea",)})
        pilot.app.push_screen(panel)
        await wait_until(pilot, lambda: bool(panel.query(".text")))
        await pilot.pause()
        panel.query_one(".text", Input).value = "seal"
        panel.query_one(".filters", OptionList).highlighted = 1
        await wait_until(pilot, lambda: panel.values["title"] == ("seal",))

        assert not panel.values.get("place")


class Chips(App[None]):
    """Four filters in use."""

    def compose(self):
        names = ("Status", "Category", "Featured", "Author")
        chips = SvcListFilters([FilterDescriptor(value=one.lower(), text=one) for one in names])
        chips.choose({one.lower(): (f"{one[:3]} value",) for one in names})
        yield chips


async def test_chips_and_their_hint_are_shown_whole_or_left_out():
    app = Chips()
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.pause()

        async def line(width: int) -> str:
            await pilot.resize_terminal(width, 24)
            await wait_until(pilot, lambda: app.size.width == width)
            await pilot.pause()
            return screen_text(app).splitlines()[0].rstrip()

        assert (await line(110)).endswith("Author: Aut value ×  Press 0 to clear")
        assert (await line(95)).endswith("Author: Aut value ×")
        assert (await line(76)).endswith("Category: Cat value ×  Featured: Fea value ×  +1")
        chips = app.query_one(SvcListFilters)
        chips.focus()
        await pilot.press("right", "right", "right")
        assert (await line(50)).endswith("Author: Aut value ×  +2")
        await pilot.click(offset=(10, 0))
        assert [one.value for one in chips.model_value] == ["status", "category", "author"]
