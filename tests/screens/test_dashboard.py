"""The first page: cards that are read after it is drawn, each for itself."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Static

from svc_tui import ListColumn, ListTabItem, Options, Resource, ResourceCard, SvcApp
from tests.console import Person, signed_in
from tests.fakes import BASE, FakeBackend, json_answer, refuses, waits_for
from tests.hostile import HOSTILE
from tests.screens.test_first_pages import without_port


def book(number: int, **values: Any) -> dict[str, Any]:
    return {"id": number, "title": f"Book {number}", "status": "new", **values}


def books(name: str = "books", **given: Any) -> Resource:
    return Resource(
        name=name,
        endpoint=f"/api/{name}",
        columns=["title"],
        tab_query_param="status",
        tabs=[ListTabItem(value=""), ListTabItem(value="new"), ListTabItem(value="sold")],
        **given,
    )


def shop(*names: str) -> FakeBackend:
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    rows = [book(1), book(2), book(3, status="sold")]
    for name in names:
        backend.add_collection(f"/api/{name}", rows)
    return backend


def console_on(backend: FakeBackend, folder: Path, *resources: Resource, **options: Any) -> SvcApp:
    return SvcApp(
        Options(base_url=BASE, **options),
        resources=list(resources),
        state_dir=folder,
        transport=backend.transport,
    )


def lists_asked(backend: FakeBackend) -> list[str]:
    """The collections that were asked, in order."""
    own = ("/api/auth", "/api/profiles")
    return [call for call in backend.calls if not call.split(" ", 1)[1].startswith(own)]


async def test_cards_count_and_lead_to_what_they_count(console: Any) -> None:
    async with console(size=(120, 40), uikit={"languages": {"it": "Roman"}}) as person:
        await person.sees("Drafts        93", "In review     58", "Published    149", "Cancelled")
        await person.sees("Active: Yes", "Pictures", "Missing text")
        await person.sees("Articles: Roman title", "Media: alt text")
        await person.settles()
        await person.sees("¶ Articles      300", "# Tags           30")
        await person.press("g")
        articles, tags = [await person.digit_of(one) for one in ("/articles", "/tags")]
        await person.sees("Go to", f"¶ Articles        {articles}", f"# Tags            {tags}")
        await person.press("escape")
        await person.sees("¶ Articles      300")

        await person.press("down", "down", "enter")
        await person.until(lambda: person.location == "/articles?tab=review")
        await person.sees("[In review 58]")
        await person.settles()
        asked = sent(person)
        await person.press("escape")
        await person.sees("Your last changes")
        await person.settles()
        assert sent(person) == asked, "what was read a moment ago is not read again"

        await person.press("right", "enter")
        await person.until(lambda: person.location.startswith("/categories"))
        await person.goes_to("/")
        await person.press("l", "j", "j", "k", "h", "enter")
        await person.until(lambda: person.location.startswith("/articles"))
        await person.goes_to("/")
        await person.sees("Media: alt text")
        await person.settles()
        await person.press("end", "enter")
        await person.sees("Enter shows the whole line")
        await person.press("escape", "left", "down", "enter")
        await person.until(lambda: person.location.startswith("/media"))


def sent(person: Person) -> int:
    assert person.app.svc is not None
    return sum(1 for call in person.app.svc.fetch.history if call.path != "/api/profiles/me/")


async def test_own_changes_and_drafts_are_shown_and_counted_again(
    console: Any, fresh_demo: Any
) -> None:
    async with console(size=(120, 40)) as person:
        await person.sees("Drafts        93")
        await person.settles()
        assert person.app.svc is not None
        tags = person.app.svc.crud("/api/tags")
        await tags.create({"name": "Zeppelin"})
        await person.goes_to("/categories/1")
        await person.sees("Name")
        await person.press("enter", "end", "X", "f2")
        await person.told_of("Saved.")
        await person.goes_to("/")
        await person.sees("changed News")
        await person.settles()
        await person.press("down", "down", "down")


def beside(person: Person, name: str) -> str:
    """Return what the sidebar shows beside a page."""
    lines = (one[:22] for one in person.text().splitlines())
    return next((one.split()[-1] for one in lines if f"{name} " in one), "")


async def test_the_sidebar_counts_records_again_after_one_was_created_or_deleted(
    console: Any, fresh_demo: Any
) -> None:
    async with console(size=(120, 40)) as person:
        await person.until(lambda: beside(person, "# Tags") == "30")
        await person.goes_to("/tags")
        await person.sees("1-20 of 30")
        await person.press("d", "y")
        await person.until(lambda: beside(person, "# Tags") == "29")
        await person.press("u", "y")
        await person.until(lambda: beside(person, "# Tags") == "30")


async def test_the_sidebar_counts_files_again_after_their_folder_was_deleted(
    console: Any, fresh_demo: Any, tmp_path: Path
) -> None:
    async with console(size=(120, 40)) as person:
        await person.until(lambda: beside(person, "▣ Media").isdecimal())
        await person.settles()
        files = beside(person, "▣ Media")
        await person.goes_to("/media")
        await person.sees("4 folders")
        assert person.app.svc is not None
        library, note = person.app.svc.media, tmp_path / "note.txt"
        note.write_text("Harbour")
        folder = await library.update_or_create_folder("Reports")
        await library.upload_media(note, folder=folder.id)
        await person.until(lambda: beside(person, "▣ Media") == str(int(files) + 1))
        await library.delete_folder(folder)
        await person.until(lambda: beside(person, "▣ Media") == files)


async def test_the_sidebar_counts_files_again_after_one_was_uploaded_or_deleted(
    console: Any, fresh_demo: Any, tmp_path: Path
) -> None:
    async with console(size=(120, 40)) as person:
        await person.until(lambda: beside(person, "¶ Articles") == "300")
        await person.settles()
        files = int(beside(person, "▣ Media"))
        await person.goes_to("/media")
        await person.sees("4 folders")
        await person.until(lambda: beside(person, "▣ Media") == str(files))
        note = tmp_path / "note.txt"
        note.write_text("Harbour")
        assert person.app.svc is not None
        library = person.app.svc.media
        sent = await library.upload_media(note)
        await person.until(lambda: beside(person, "▣ Media") == str(files + 1))
        assert (beside(person, "¶ Articles"), person.location) == ("300", "/media")
        await library.delete_media(sent)
        await person.until(lambda: beside(person, "▣ Media") == str(files))


async def test_the_last_weeks_are_drawn_where_the_rows_cover_them(tmp_path: Path) -> None:
    backend, now = shop(), datetime.now(UTC)
    made = [(now - timedelta(days=day)).isoformat() for day in (0, 0, 0, 2, 6)]
    columns = ["title", ListColumn(key="made", format="date", sortable=True)]
    names = ("here", "unsorted")
    for name in names:
        backend.add_collection(f"/api/{name}", [book(n, made=day) for n, day in enumerate(made)])
    unsorted = {"results": [book(n, made=day) for n, day in enumerate(reversed(made))], "count": 9}
    backend.on("GET", "/api/unsorted", unsorted)
    resources = [Resource(name=name, endpoint=f"/api/{name}", columns=columns) for name in names]

    async with signed_in(console_on(backend, tmp_path, *resources), size=(120, 40)) as person:
        await person.sees("Made: 5 in")
        await person.settles()
        assert "▄▁▁▁▄▁█" in person.text()
        assert person.text().count("Made:") == 1, "what is not sorted by the date proves nothing"


async def test_a_failure_costs_one_card(tmp_path: Path) -> None:
    backend = shop("good", "late")
    held = asyncio.Event()
    backend.on("GET", "/api/bad", json_answer({"detail": "broken"}, 500))
    backend.on("GET", "/api/no", json_answer({"detail": "not you"}, 403))
    backend.on("GET", "/api/gone", refuses())
    backend.once("GET", "/api/late", waits_for(held, {"results": [book(1)], "count": 7}))
    names = ("bad", "late", "no", "gone", "good")
    app = console_on(backend, tmp_path, *(books(name) for name in names))

    async with signed_in(app) as person:
        await person.sees("Good", "New 2", "Sold 1")
        await person.sees("Bad", "✕ Failed · r retries", "✕ Refused", "✕ No response")
        assert re.search(r"Late +…", person.text())
        assert not person.toasts, "what nobody asked for was refused in silence"
        held.set()
        await person.until(lambda: re.search(r"Late +7", person.text()))
        backend.on("GET", "/api/bad", {"results": [book(1)], "count": 1234})
        await person.settles()
        before = len(lists_asked(backend))
        await person.press("r")
        await person.sees("1,234")
        await person.settles()
        again = lists_asked(backend)[before:]
        assert not any("late" in call or "good" in call for call in again), "those were read"


async def test_a_user_sees_cards_of_what_they_may_see(console: Any) -> None:
    async with console(user="nobody") as person:
        await person.sees("nothing to open")
    async with console(user="viewer") as person:
        await person.sees("Articles", "300", "Drafts 93")


async def test_plain_asks_for_nothing(tmp_path: Path) -> None:
    backend = shop("good")
    app = console_on(backend, tmp_path, books("good"), home="plain")

    async with signed_in(app) as person:
        await person.sees("Good", "Enter to open a page")
        await person.settles()
        assert lists_asked(backend) == []


async def test_cards_of_ones_own(tmp_path: Path) -> None:
    def broken(*, resource: Resource) -> Static:
        raise RuntimeError("no card today")

    backend = shop("first", "second", "third", "fourth", "fifth")
    app = SvcApp(
        Options(base_url=BASE),
        resources=[
            books("first", card=ResourceCard(title="Sold ones", count="status=sold", tabs=["new"])),
            books("second", card=False),
            books("third", card=lambda *, resource: Static(f"my card of {resource.label}")),
            books("fourth", card=broken),
            books("fifth", card={"tabs": []}),
        ],
        slots={
            "home.before": lambda: "before it",
            "home.card": lambda: "one more card",
            "home.after": lambda: "after it",
        },
        state_dir=tmp_path,
        transport=backend.transport,
    )
    async with signed_in(app, size=(120, 40)) as person:
        await person.sees("before it", "my card of Third", "one more card", "after it")
        await person.sees("Sold ones", "card of fourth", "Pages", "Second")
        await person.settles()
        assert not any(call == "GET /api/second/" for call in backend.calls)
        await person.press("enter")
        await person.until(lambda: person.location == "/first?status=sold")


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ({"tabs": ["gone"]}, '"gone" in card.tabs; the values here are new, sold'),
        ({"filter": "colour"}, 'card.filter = "colour"; filters with listed choices: none'),
    ],
)
def test_a_card_of_what_is_not_there_is_refused(card: Any, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        books(card=card)


async def test_nothing_much_and_too_much_fit(tmp_path: Path) -> None:
    backend = shop()
    backend.add_collection("/api/empty", [])
    odd = [
        {"id": 1, "title": "".join(HOSTILE.values()), "made": "no date"},
        {"id": None, "title": None},
    ]
    backend.add_collection("/api/odd").rows.extend(odd)
    dated = ListColumn(key="made", format="date", sortable=True)
    many = [f"more{number:02}" for number in range(38)]
    for name in many:
        backend.add_collection(f"/api/{name}", [book(1)])
    app = console_on(
        backend,
        tmp_path,
        Resource(name="empty", endpoint="/api/empty", columns=["title"]),
        Resource(name="odd", endpoint="/api/odd", label="[b]Odd\x1b[31m", columns=["title", dated]),
        *(Resource(name=name, endpoint=f"/api/{name}", columns=["title"]) for name in many),
    )
    async with signed_in(app, size=(100, 30)) as person:
        await person.sees("Empty", "[b]Odd")
        await person.settles()
        assert "\x1b" not in person.text()
        await person.until(
            lambda: len([one for one in lists_asked(backend) if "more" in one]) == len(many)
        )
        await person.press(*["down"] * 60)
        await person.sees("Your last changes")
        await person.pilot.resize_terminal(40, 12)
        await person.settles()
        await person.press("up", "up", "down")


@pytest.mark.parametrize(("height", "before"), [(24, ""), (20, "No changes yet.")])
async def test_a_heading_has_a_blank_line_before_it_where_all_still_fits(
    console: Any, height: int, before: str
) -> None:
    async with console(size=(80, height)) as person:
        await person.sees("Media: alt text")
        await person.settles()
        lines = [line.partition("▕")[2].strip() for line in person.text().splitlines()]
        at = next(n for n, line in enumerate(lines) if "── Missing text" in line)
        assert lines[at - 1] == before


async def test_the_server_has_a_tile_that_follows_it_without_a_request(tmp_path: Path) -> None:
    backend = shop()
    lists = ("/api/bad", "/api/media-folders")
    answers = [json_answer({"detail": "broken"}, 500), refuses()]
    for place in lists:
        backend.on("GET", place, answers[0])
    app = console_on(backend, tmp_path, books("bad"), read_only=True)

    async with signed_in(app, size=(120, 40)) as person:
        await person.sees(
            "─ Server ─", "● Responding with errors", "2 of the last", "requests failed."
        )
        await person.sees("Read-only mode.")
        await person.settles()
        before = len(backend.calls)
        await person.press("down", "up", "left", "right", "end")
        await person.settles()
        assert len(backend.calls) == before

        for place in lists:
            backend.on("GET", place, answers[1])
        await person.press("r")
        await person.sees("✕ No response since", "Unsaved work is kept.", "4 of the last")
        await person.press("end", "enter")
        await person.sees("no response", "Enter shows the whole line")
        await person.press("escape")
        backend.on("GET", lists[0], {"results": [book(1)], "count": 1})
        backend.on("GET", lists[1], json_answer({"detail": "broken"}, 404))
        await person.press("r")
        await person.sees("● Responding normally", "4 of the last")
        assert "Unsaved work is kept." not in person.text()


@pytest.mark.parametrize(
    ("size", "shown"), [((80, 24), False), ((80, 30), True), ((120, 30), True), ((120, 40), True)]
)
async def test_the_server_is_left_out_before_anything_else_is(
    console: Any, size: tuple[int, int], shown: bool
) -> None:
    async with console(size=size) as person:
        await person.sees("Media: alt text")
        await person.settles()
        assert ("─ Server ─" in person.text()) is shown
        await person.sees("Nothing to continue.", "No changes yet.", "Italian title")


@pytest.mark.parametrize("size", [(100, 40), (120, 40), (200, 50)])
async def test_the_tiles_below_have_the_edges_of_the_cards_above(
    console: Any, size: tuple[int, int]
) -> None:
    async with console(size=size) as person:
        await person.sees("Drafts", "Pictures", "Italian title")
        await person.settles()
        cards, below = (person.app.screen.query_one(f"Dashboard > .{one}") for one in NAMES)
        lefts = {one.region.x for one in cards.children}
        rights = {one.region.right for one in cards.children}
        tiles = [one.region for one in below.children if one.display]
        assert {one.x for one in tiles} <= lefts
        assert {one.right for one in tiles} <= rights


NAMES = ("cards", "below")

SIZES = [(80, 24), (120, 40), (200, 50)]


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
async def test_home_looks_like_this(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size) as person:
        await person.sees("Drafts", "Pictures", "Italian title")
        await person.settles()
        shown = re.sub(CHANGING, hidden, person.text())
        assert without_port(shown) == snapshot


CHANGING = r"[▁▂▃▄▅▆▇█]+| \w+: \d+ in \d+ \w+ "
"""What is another one each day, as the days of the demo stay."""


def hidden(found: re.Match[str]) -> str:
    """As if there were no such days."""
    return ("─" if ":" in found[0] else " ") * len(found[0])
