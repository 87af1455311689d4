"""Every step of work meets every fault of a backend, once and again and again.

Whatever comes back, the console lives, says what happened in a sentence, and keeps what was typed.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest
from textual.widgets import Input, Static

from svc_tui.screens.listing import ListPage
from svc_tui.stores.record.write_result import is_there
from tests.backends.demo import DemoProcess
from tests.backends.spoiling import NAMES, SpoilingProcess
from tests.console import Person, demo_console, person_at
from tests.screens.test_record import field, opened, writes

pytestmark = pytest.mark.timeout(400)  # Half a minute's work each on a fast machine.

TYPED = "Typed here"

SENTENCE = re.compile(
    r"The server|The response|Could not|returned|Permission denied|not signed in|was not found"
    r"|You may not|It is not|Sign-in failed|endpoint at"
)
"""How what happened is told."""


async def everything(person: Person) -> bool:
    """Nothing was typed or marked that could be lost."""
    return True


async def nothing(person: Person) -> None:
    """The page is enough."""


@dataclass(frozen=True)
class Step:
    """One step: where it begins, what is asked of the backend, and what must be kept."""

    start: str
    method: str
    path: str
    begin: Callable[[Person], Awaitable[None]]
    act: Callable[[Person], Awaitable[None]]
    kept: Callable[[Person], Awaitable[bool]] = everything
    again: Callable[[Person], Awaitable[None]] = nothing
    "Allowed: away what the page says of a fault, so that the next one has to say it anew."
    user: str | None = "admin"
    faults: tuple[str, ...] = NAMES
    times: tuple[int | None, ...] = (1, None)


async def on_list(person: Person) -> None:
    await person.sees("1-20 of")


async def reload(person: Person) -> None:
    await person.press("r")


async def to_list(person: Person) -> None:
    await person.goes_to("/articles")
    await on_list(person)


async def read(person: Person) -> None:
    """The sentence above the form was read, and is taken away."""
    screens = [one.form for one in person.app.screen_stack if hasattr(one, "form")]
    store = screens[-1].store if screens else person.app.page.detail.store
    store.change(problem=None, errors={})


async def next_page(person: Person) -> None:
    """To a page that was not fetched in advance, as its neighbours are."""
    number = 8 if "page=5" in person.location else 5
    await person.press("colon")
    await person.type(f"articles page={number}")
    await person.press("enter")


async def to_record(person: Person) -> None:
    assert person.app.svc is not None
    elsewhere = "/articles/8" if person.location == "/articles/7" else "/articles/7"
    person.app.run_worker(person.app.svc.router.push(elsewhere))
    await person.until(lambda: person.location == elsewhere)


async def types_title(person: Person) -> None:
    await opened(person)
    await writes(person, "title", TYPED)


async def types_name(person: Person) -> None:
    await opened(person, "Name")
    await writes(person, "name", TYPED)


async def name_of_tag_is_kept(person: Person) -> bool:
    return field(person, "name").content() == TYPED


async def save(person: Person) -> None:
    await person.press("f2")


async def title_is_kept(person: Person) -> bool:
    return field(person, "title").content() == TYPED


async def in_quick_edit(person: Person) -> None:
    await person.sees("1-20 of")
    await person.press("i")
    await person.sees("Quick edit:", "Featured")
    await person.press("tab", "tab", "space")
    await person.until(lambda: person.app.screen.form.store.dirty)


async def save_quick(person: Person) -> None:
    await person.press("ctrl+s")


async def quick_edit_is_kept(person: Person) -> bool:
    screens = [one for one in person.app.screen_stack if hasattr(one, "form")]
    return bool(screens) and screens[-1].form.store.dirty


def marks(person: Person) -> set[str]:
    """The ids of the marked rows."""
    page = person.app.page
    assert isinstance(page, ListPage)
    return set(page.store.state.selection.rows)


MARKED: set[str] = set()
"""The rows that were marked when they were last to be deleted."""


async def delete(person: Person) -> None:
    """Delete two marked rows; rows that an earlier fault left marked are among them."""
    while len(marks(person)) < 2:
        before = len(marks(person))
        await person.press("space")
        await person.until(lambda before=before: len(marks(person)) != before)
    MARKED.clear()
    MARKED.update(marks(person))
    await person.press("d")
    await person.until(lambda: len(person.app.screen_stack) > 1)
    await person.press("y")


async def marks_are_kept(person: Person) -> bool:
    """Whether the marks of all rows that are still there are kept, and of no others."""
    assert person.app.svc is not None
    articles = person.app.svc.crud("/api/articles")
    for _ in range(20):  # A row whose answer was lost is looked up, and the list is read again.
        await person.settles()
        there = {key for key in MARKED if await is_there(articles, key)}
        if marks(person) == there:
            return True
    return False


async def in_library(person: Person) -> None:
    await person.sees("▸ Photos")


async def at_login(person: Person) -> None:
    await person.until(lambda: len(person.app.screen.query(Input)) == 2)
    name, secret = person.app.screen.query(Input)
    name.value, secret.value = "admin", "admin"


async def read_login(person: Person) -> None:
    for line in person.app.screen.query(".error").results(Static):
        line.update("")


async def sign_in(person: Person) -> None:
    secret = person.app.screen.query(Input).last()
    secret.value = "admin"
    secret.focus()
    await person.press("enter")


async def name_is_kept(person: Person) -> bool:
    return person.app.screen.query(Input).first().value == "admin"


STEPS = {
    "login": Step("/", "POST", "auth/login", at_login, sign_in, name_is_kept, read_login, None),
    "list": Step(
        "/articles", "GET", r"^/api/articles/\?page=1&page_size=20", on_list, reload, again=reload
    ),
    "page turn": Step(
        "/articles",
        "GET",
        r"^/api/articles/\?page=[58]&page_size=20",
        on_list,
        next_page,
        again=reload,
    ),
    "detail": Step("/articles", "GET", r"^/api/articles/\d+/", on_list, to_record, again=to_list),
    "save": Step(
        "/articles/5", "PATCH", "^/api/articles/5/", types_title, save, title_is_kept, read
    ),
    # A create whose outcome is unknown is looked up before it is sent again, so it comes alone.
    "create": Step(
        "/tags/new",
        "POST",
        "^/api/tags/",
        types_name,
        save,
        name_of_tag_is_kept,
        read,
        faults=("429", "403", "400"),
    ),
    "quick edit": Step(
        "/articles", "PATCH", "^/api/articles/", in_quick_edit, save_quick, quick_edit_is_kept, read
    ),
    "bulk delete": Step(
        "/articles", "DELETE", "^/api/articles/", on_list, delete, marks_are_kept, reload
    ),
    "library": Step("/media", "GET", r"^/api/media-folders/", in_library, reload, again=reload),
}


@pytest.fixture(scope="module")
def spoiling(demo: DemoProcess) -> Iterator[SpoilingProcess]:
    """The demo behind a server that spoils answers."""
    with SpoilingProcess(demo.url) as process:
        yield process


@asynccontextmanager
async def at(step: Step, url: str, folder: Path) -> AsyncIterator[Person]:
    """Somebody who has come as far as the step."""
    app = demo_console(url, folder / "state", user=step.user, start=step.start)
    async with person_at(app) as person:
        await step.begin(person)
        yield person


@pytest.mark.parametrize("name", STEPS)
async def test_a_fault_at_this_step_is_said_and_keeps_everything(
    name: str,
    fresh_demo: DemoProcess,
    spoiling: SpoilingProcess,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    step = STEPS[name]
    caplog.set_level(logging.ERROR, "svc_tui")
    try:
        async with at(step, spoiling.url, tmp_path) as person:
            for fault in step.faults:
                # A redirect to itself that comes once is followed, and a read over a connection
                # that was closed once is sent again: nothing went wrong.
                harmless = fault == "ring" or (fault == "drop" and step.method == "GET")
                for times in (None,) if harmless else step.times:
                    case = f"{name}, {fault}, {'once' if times else 'lasting'}"
                    spoiling.spoil(step.method, step.path, fault, times)
                    said = len(person.toasts)
                    await step.act(person)
                    await _met(person, spoiling, case)
                    await _said(person, said, case)
                    failed = [one for one in caplog.records if one.levelno >= logging.ERROR]
                    assert not failed, f"{case}: {caplog.text}"
                    assert person.app.is_running and person.app._exception is None, case
                    assert not any("error in the program" in one for one in person.toasts), case
                    spoiling.heal()
                    await _alone(person, step)
                    assert await step.kept(person), f"{case}\n{person.text()}"
                    await _says_nothing(person, step)
    finally:
        spoiling.heal()


async def test_a_page_that_fails_is_not_asked_for_a_second_time_by_itself(
    fresh_demo: DemoProcess, spoiling: SpoilingProcess, tmp_path: Path
) -> None:
    try:
        async with at(STEPS["page turn"], spoiling.url, tmp_path) as person:
            spoiling.spoil("GET", "page=5&page_size=20", "500", None)
            await next_page(person)
            await person.sees("The server failed on GET /api/articles/ (500)")
            await person.settles()

            assert len(spoiling.met()) == 1
    finally:
        spoiling.heal()


async def _met(person: Person, spoiling: SpoilingProcess, case: str) -> None:
    """Wait until the fault was met, and the console is done with it."""
    end = monotonic() + 30
    while not await asyncio.to_thread(spoiling.met):
        assert monotonic() < end, f"{case}: nothing was asked\n{person.text()}"
        await asyncio.sleep(0.01)
    await person.until(lambda: person.app.svc is not None and not person.app.svc.fetch.loading)


async def _said(person: Person, before: int, case: str) -> None:
    """Wait for a sentence that says what happened: in a new toast, or on the page itself."""
    try:
        await person.until(lambda: _warned(person, before) or SENTENCE.search(person.text()))
    except AssertionError as error:
        raise AssertionError(f"{case}: nothing was said\n{error}") from None


def _warned(person: Person, before: int) -> bool:
    """Whether a toast came up since then that is no success."""
    assert person.app.svc is not None
    new = list(person.app.svc.snack.history)[before:]
    return any(toast.kind in ("warning", "error") for toast in new)


async def _says_nothing(person: Person, step: Step) -> None:
    """Have nothing on the screen that tells of the last fault."""
    assert person.app.svc is not None
    await step.again(person)
    person.app.svc.snack.dismiss_all()
    await person.until(lambda: SENTENCE.search(person.text()) is None)


async def _alone(person: Person, step: Step) -> None:
    """Close questions that came with the fault, but not what the step began with."""
    await person.pilot.pause()
    stays = 2 if step.begin is in_quick_edit else 1
    for _ in range(3):
        # A question that closes just now is gone by then: Esc would clear the marks of the list.
        await person.settles()
        if (open_now := len(person.app.screen_stack)) <= stays:
            return
        await person.press("escape")
        await person.until(lambda before=open_now: len(person.app.screen_stack) < before)
