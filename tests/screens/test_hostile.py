"""Every screen with hostile values in every field, and the bytes that leave the process.

A new screen joins by a line in `SCREENS`: its name, what to do, and a text of its own to wait for.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.hostile import HOSTILE, leaks
from tests.pty.terminal import Terminal

PROGRAM = """
import json, os, sys, tempfile
import httpx
from svc_tui import Options, Resource, Route, PageMeta, Redirect, Block, SvcApp
from svc_tui.models.location import Location

VALUE = json.loads(os.environ["VALUE"])
OWN = VALUE[:200].encode("utf-8", "replace").decode()  # What an operator writes is a text at least.
state = {"signed in": os.environ["START"] != "login"}
NAME = VALUE + " user"

def answer(status, body):
    # By hand: half a surrogate can be written in JSON, and in no other encoding.
    return httpx.Response(status, content=json.dumps(body).encode(), headers={"content-type": "application/json"})

ROW = {"id": VALUE, "title": VALUE, "author": {"name": VALUE}, "tags": [VALUE, VALUE],
       "price": VALUE, "when": VALUE, VALUE: VALUE}

def backend(request):
    path = request.url.path
    if path == "/api/auth/login":
        if json.loads(request.content)["password"] == "wrong":
            return answer(400, {"username": [VALUE], "password": [VALUE], VALUE: [VALUE], "detail": VALUE})
        found = answer(200, {})
        found.headers["set-cookie"] = "__svc_session=x; Path=/"
        return found
    if path == "/api/profiles/me/":
        return answer(200, {"id": 1, "username": NAME, "email": VALUE, "groups": [VALUE],
                            "permissions": ["view_article", "change_article", "delete_article", "add_article", VALUE]})
    if path == "/api/broken/":
        return answer(400, {"detail": VALUE, VALUE: [VALUE]})
    if path == "/api/odd/":
        return answer(200, {VALUE: VALUE})
    if path == "/api/gone/":
        return answer(401, {"detail": VALUE})
    if request.method == "DELETE":
        return answer(403, {"detail": VALUE})
    return answer(200, {"count": 1, "next": None, "previous": None, "results": [ROW]})

def listed(name, **more):
    columns = ["title", "author", "tags", {"key": "price", "format": "number"},
               {"key": "when", "format": "datetime"}, {"key": "id", "label": OWN}]
    return Resource(name=name, endpoint=f"/api/{name}", label=OWN, columns=columns,
                    tabs=[{"value": "", "text": OWN}], **more)

class Hostile(SvcApp):
    async def _arrive(self, console):
        svc = console.svc
        svc.router.middleware["never"] = lambda going: Block(VALUE, (VALUE,))
        svc.router.routes.append(Route("never", "/never", page="", meta=PageMeta(middleware=("never",))))
        if state["signed in"]:
            await svc.auth.login("x", "y")
        await super()._arrive(console)

    def action_ask(self):
        from svc_tui.stores.confirm import Choice
        self.run_worker(self.svc.confirm.choose(VALUE, VALUE, (Choice("n", VALUE, "n"), Choice("x", VALUE, "x")),
                                                cancel="n", must_type=VALUE))

    def action_tell(self):
        for kind in ("info", "success", "warning", "error"):
            self.svc.snack.show("toast " + VALUE, kind, 0, detail=VALUE)

    def action_fault(self):
        async def breaks():
            raise KeyError(VALUE)
        self.run_worker(breaks())

app = Hostile(Options(base_url="https://cms.test", title=OWN + " title"),
              resources=[listed("articles"), listed("broken"), listed("odd"), listed("gone", parent="articles")],
              start=json.loads(os.environ["LOCATION"]), transport=httpx.MockTransport(backend),
              state_dir=tempfile.mkdtemp(dir=os.environ["PLACE"]))
app.bind("f5", "ask")
app.bind("f6", "tell")
app.bind("f7", "fault")
app.run()
sys.exit(app.return_code or 0)
"""

Act = Callable[[Terminal], object]


@dataclass(frozen=True)
class Seen:
    """A screen: how to get there, and by which words of our own one knows it."""

    start: str
    words: str
    act: Act = lambda terminal: None


def login(terminal: Terminal) -> None:
    """Refused, with hostile words under every input."""
    terminal.wait_for("Password").type("me").press("enter").wait_quiet(0.2)
    terminal.type("wrong").press("enter")


def keys(*pressed: str, after: str = "Newsroom") -> Act:
    """Press keys once a page is there."""
    return lambda terminal: terminal.wait_for(after).wait_quiet(0.2).press(*pressed)


def refused(terminal: Terminal) -> None:
    """Say yes to a deletion that the backend refuses."""
    terminal.wait_for(LIST).wait_quiet(0.2).press("d").wait_for("(y)").wait_quiet(0.2).press("y")


def typed(text: str, *pressed: str, after: str) -> Act:
    """Open something by a key, then type into it."""

    def act(terminal: Terminal) -> None:
        terminal.wait_for(after).wait_quiet(0.2).press(*pressed).wait_quiet(0.2).type(text)

    return act


HOME, LIST = "Enter opens a page", "page 1/1"

SCREENS = {
    "login": Seen("login", "Sign in", login),
    "home": Seen("/", HOME),
    "list": Seen("/articles", LIST),
    "list that failed": Seen("/broken", "try again"),
    "list of nothing known": Seen("/odd", "try again"),
    "deleting": Seen("/articles", "Delete (y)", keys("d", after=LIST)),
    "deleting refused": Seen("/articles", "Not deleted", refused),
    "search": Seen("/articles", "search", typed("x", "/", after=LIST)),
    "session ended": Seen("/gone", "Your session has ended"),
    "forbidden": Seen("/never", "Forbidden"),
    "not found": Seen("/no/such/page", "Not found"),
    "help": Seen("/", "Type to narrow", keys("?", after=HOME)),
    "palette": Seen("/", "Go to", keys("ctrl+p", after=HOME)),
    "palette, searched": Seen("/", "Go to", typed("go", "ctrl+p", after=HOME)),
    "toasts": Seen("/", "toast", keys("f6", after=HOME)),
    "log": Seen("/", "Log", keys("f6", "@", after=HOME)),
    "question": Seen("/", "Type", keys("f5", after=HOME)),
    "fault": Seen("/", "An error in the program", keys("f7", after=HOME)),
}

CONTROLS = " ".join(value for value in HOSTILE.values() if not value.isprintable())
MARKUP = " ".join(v for n, v in HOSTILE.items() if v.isprintable() and n != "marks")
VALUES = {"controls": CONTROLS + HOSTILE["marks"], "markup": f"[/] {MARKUP}"}
"""Everything that a terminal obeys in one value, everything that markup obeys in another."""


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_no_screen_obeys_what_it_shows(screen: Seen, value: str, tmp_path: object) -> None:
    env = {
        "VALUE": json.dumps(value),
        "START": screen.start,
        "LOCATION": json.dumps("/" if screen.start == "login" else screen.start),
        "PLACE": str(tmp_path),
    }
    with Terminal([sys.executable, "-c", PROGRAM], size=(200, 60), env=env) as terminal:
        screen.act(terminal)
        terminal.wait_for(screen.words).wait_quiet(0.2)
        assert leaks(terminal.output) == []
        terminal.press("ctrl+q").press("y")
        assert terminal.wait_exit() == 0
