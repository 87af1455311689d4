"""Servers that people run, each driven by keys from nothing to a saved edit.

`python -m tests.wires.rows` prints the table of them: the command, the keys, the seconds, and the
requests from the sign-in (or the command that opens a list) to the first rows.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from svc_tui.app.app import SvcApp
from svc_tui.cli.console import prepare
from svc_tui.cli.loading import load
from tests.backends.recorded import FOLDER, Replay
from tests.backends.wires_process import WireProcess
from tests.cli.runs import svc_tui
from tests.console import Person, person_at

ADDRESS = "https://api.example.org"


@dataclass(frozen=True)
class Row:
    """A server and what somebody does who sees it for the first time."""

    name: str
    server: str
    """The name of the process, or of the recorded exchanges."""
    user: str = ""
    """The account; the first part of it is its password. Without one nobody signs in."""
    base: str = ""
    dialect: str = ""
    lines: str = ""
    """Lines of a console file, where the address alone is not enough."""
    title: str = "Article 01"
    """What is edited: the title of the first row."""
    path: str = "articles"
    opens: str = "2"
    """What opens the list from the home page: its number in the sidebar, or a command."""
    down: int = 0
    """The rows above the one that is opened."""
    named: str = ""
    """The address of the list that `init` is given, where nothing tells it."""
    recorded: bool = False
    saves: bool = True

    @property
    def password(self) -> str:
        """The password of the account."""
        return self.user.partition("@")[0]

    def flags(self, url: str) -> list[str]:
        """Return the flags of the command line."""
        dialect = ["--dialect", self.dialect] if self.dialect else []
        return ["--url", f"{url}{self.base}", *dialect]

    def init(self, url: str) -> list[str]:
        """Return the command that writes a console file."""
        return ["init", *([self.named] if self.named else []), *self.flags(url)]


ROWS = (
    Row("Django REST framework, tutorial setup", "tutorial", "admin"),
    Row("Django REST framework with its token", "token", "admin"),
    Row("Django REST framework with SimpleJWT", "simplejwt", "admin"),
    Row("Django REST framework with drf-spectacular", "spectacular", "admin"),
    Row("dj-rest-auth with a session", "rest-session", "admin"),
    Row("dj-rest-auth with a token", "rest-token", "admin"),
    Row("dj-rest-auth with web tokens in cookies", "rest-cookie", "admin"),
    Row("JSON:API", "django", base="/jsonapi", dialect="jsonapi", title="Book 01", path="books",
        lines='auth = { kind = "none" }'),
    Row("FastAPI with SQLModel", "fastapi", title="Hero 001", path="heroes"),
    Row("fastapi-users", "users", "ada@example.org"),
    Row("Django Ninja", "django", base="/ninja", dialect="ninja", title="Book 01", path="books"),
    Row("Django Ninja with a session", "ninja", "admin"),
    Row("django-tastypie", "tastypie", "admin", base="/api/v1", title="Entry 01", path="entry"),
    Row("Piccolo's API", "piccolo", title="Task 45", path="task"),
    Row("Wagtail's API", "django", base="/wagtail/api/v2", dialect="wagtail", title="Page 01",
        path="pages", opens=":open /pages\n", down=1, named="/pages", saves=False),
    Row("json-server", "json-server", dialect="json-server", recorded=True),
    Row("Directus", "directus", "admin@example.org", dialect="directus", recorded=True),
    Row("Strapi", "strapi", "editor", dialect="strapi", opens=":open /api/articles\n",
        named="/api/articles", recorded=True),
)  # fmt: skip


@dataclass
class Walk:
    """What a walk took."""

    keys: int = 0
    seconds: float = 0.0
    requests: int = 0
    """Requests from the sign-in to the first rows."""


@contextmanager
def running(row: Row) -> Iterator[tuple[str, Replay | None]]:
    """Run the server of a row, or replay it; yields its address."""
    with ExitStack() as stack:
        if row.recorded:
            replay = stack.enter_context(Replay(FOLDER / f"{row.server}.json"))
            yield replay.url, replay
        else:
            yield stack.enter_context(WireProcess(row.server)).url, None


class Walker:
    """A person whose keys are counted."""

    def __init__(self, person: Person) -> None:
        self.person, self.keys = person, 0

    async def press(self, *keys: str) -> None:
        self.keys += len(keys)
        await self.person.press(*keys)

    async def type(self, text: str) -> None:
        self.keys += len(text)
        await self.person.type(text)


async def walk(row: Row, url: str, folder: Path) -> Walk:
    """Open the console on an address, sign in, open the first row, edit and save it."""
    wishes = {"base_url": f"{url}{row.base}"}
    file = None
    if row.lines:
        file = folder / "begin.toml"
        file.write_text(f"[svc]\n{row.lines}\n")
    if row.dialect:
        wishes["dialect"] = row.dialect
    prepare()
    app = SvcApp(load=partial(load, file, wishes, environ={}, state=folder / "state"), start="/")
    began = time.monotonic()
    async with person_at(app, (100, 30)) as person:
        by = Walker(person)
        if row.user:
            await person.sees("Password")
            await by.type(f"{row.user}\n{row.password}\n")
        await person.sees(f"· {row.path.title()}" if row.opens == "2" else "Home")
        await person.settles()
        # What a command opens, nobody looked for before.
        asked = len(app.svc.fetch.history) if app.svc and row.opens != "2" else 0
        await by.type(row.opens)
        await person.until(lambda: person.location.partition("?")[0].endswith(row.path))
        await person.sees(row.title)
        assert app.svc is not None
        paths = [one.path.rstrip("/") for one in app.svc.fetch.history][asked:]
        # Without a page for it, a password is tried on the list itself.
        tried = int(app.svc.fetch.auth.kind == "basic")
        requests = (
            tried
            + 1
            + next(n for n, one in enumerate(paths[tried:]) if one.endswith(f"/{row.path}"))
        )
        await person.settles()
        await by.press(*["down"] * row.down, "enter")
        await person.until(lambda: person.location.count("/") > 1)
        await person.sees(row.title)
        if row.saves:
            await person.settles()
            await edit(by, row.title)
            await by.press("f2")
            await person.told_of("Saved.")
    return Walk(by.keys, time.monotonic() - began, requests)


def written(row: Row, url: str, folder: Path) -> str:
    """Return what `svc-tui init` writes before the first resource, with an address for all."""
    more = ["--user", row.user, "--password-stdin"] if row.user else []
    if row.lines:
        file = folder / "begin.toml"
        file.write_text(f"[svc]\n{row.lines}\n")
        more += ["--config", str(file)]
    env = {"SVC_TUI_STATE_DIR": str(folder / "init")}
    done = svc_tui(*row.init(url), "--output", "-", *more, stdin=row.password, env=env)
    assert "[[resources]]" in done.out, done.err
    head = done.out.partition("[[resources]]")[0]
    return head[head.index("[svc]") :].strip().replace(url, ADDRESS)


async def edit(by: Walker, value: str) -> None:
    """Go to the field with a value and add a letter to it."""
    from textual.widgets import Input

    def there() -> bool:
        focused = by.person.app.screen.focused
        return isinstance(focused, Input) and focused.value == value

    for _ in range(12):
        if there():
            break
        await by.press("tab")
    assert there(), by.person.text()
    await by.press("end", "X")
    await by.person.until(lambda: f"{value}X" in by.person.text())


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| server | begin with | keys | seconds | requests to the first rows |"
    yield "|---|---|---|---|---|"
    for row in ROWS:
        with running(row) as (url, _), tempfile.TemporaryDirectory() as folder:
            done = asyncio.run(walk(row, url, Path(folder)))
        command = " ".join(["svc-tui", *row.flags("URL")])
        yield (f"| {row.name} | `{command}` | {done.keys} | {done.seconds:.1f} | {done.requests} |")


if __name__ == "__main__":
    from tests import rest

    rest.install()
    for line in table():
        print(line, flush=True)
