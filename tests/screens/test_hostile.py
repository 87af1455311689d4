"""Every screen with hostile values in every field, and the bytes that leave the process.

A new screen joins by a line in `SCREENS`: its name, what to do, and a text of its own to wait for.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hostile import HOSTILE, leaks
from tests.pty.consoles import ROOT
from tests.pty.terminal import TAKES_KEYS, Terminal
from tests.terminal.witness import WHERE, Testimony

PROGRAM = Path(__file__).with_name("hostile_app.py")

Act = Callable[[Terminal], object]


@dataclass(frozen=True)
class Seen:
    """A screen: how to get there, and by which words of our own one knows it."""

    start: str
    words: str
    act: Act = lambda terminal: None
    leave: tuple[str, ...] = ()
    """Keys that close what keeps from quitting."""


def login(terminal: Terminal) -> None:
    """Refused, with hostile words under every input."""
    terminal.wait_for("Password").type("me").press("enter").wait_quiet(0.2)
    terminal.type("wrong").press("enter")


def keys(*pressed: str, after: str = "Newsroom") -> Act:
    """Press keys once a page is there."""
    return lambda terminal: terminal.wait_for(after).wait_quiet(0.2).press(*pressed)


def refused(terminal: Terminal) -> None:
    """Say yes to a deletion that the backend refuses."""
    terminal.wait_for(LIST).wait_quiet(0.2).press("d").answer("y", "(y)")


def failed(terminal: Terminal) -> None:
    """Delete a marked record, which the backend refuses."""
    terminal.wait_for(LIST).wait_quiet(0.2).press("space", "d").answer("y", "(y)")


def media_failed(terminal: Terminal) -> None:
    """Delete a marked file, which the backend refuses."""
    terminal.wait_for("1 folder").wait_quiet(0.2).press("down", "space").wait_for("1 marked")
    terminal.press("d").answer("y", "(y)")


def offered(terminal: Terminal) -> None:
    """Drop a file whose name holds what a file system takes."""
    terminal.wait_for("1 folder").wait_quiet(0.2).press("U").wait_for("Type a path")
    terminal.wait_quiet(0.2).type(str(PROGRAM)).press("enter")


def tasks(terminal: Terminal) -> None:
    """A deletion that the backend refused, as a task."""
    failed(terminal)
    terminal.wait_for("R retries failed rows").wait_quiet(0.2).press("escape")
    terminal.wait_quiet(0.2).press("w")


def quick_edited(terminal: Terminal) -> None:
    """Change a record in the small form; the backend refuses it."""
    terminal.wait_for(LIST).wait_quiet(0.2).press("i").wait_for("Ctrl+S saves").wait_quiet(0.4)
    terminal.type("x").press("ctrl+s").wait_quiet(0.4)


def exported(terminal: Terminal) -> None:
    """Write to a folder that is not there."""
    terminal.wait_for(LIST).wait_quiet(0.2).press("X").wait_for("Enter accepts").wait_quiet(0.2)
    terminal.type("/no/such/folder/x.csv").press("enter")


def typed(text: str, *pressed: str, after: str) -> Act:
    """Open something by a key, then type into it."""

    def act(terminal: Terminal) -> None:
        terminal.wait_for(after).wait_quiet(0.2).press(*pressed).wait_quiet(0.2).type(text)

    return act


def changed(*then: str) -> Act:
    """Type into a record, leave typing, then act."""

    def act(terminal: Terminal) -> None:
        terminal.wait_for("Save and close").wait_quiet(0.3).press("down", "enter").wait_quiet(
            0.2
        ).type("x")
        terminal.wait_quiet(0.2).press("escape").wait_quiet(0.2).press(*then)

    return act


def on_field(number: int, *then: str) -> Act:
    """Go to a field of the form with one of each kind, then act."""

    def act(terminal: Terminal) -> None:
        terminal.wait_for("Save and close").wait_quiet(0.4).press(*["down"] * number)
        for key in then:
            terminal.wait_quiet(0.3).press(key)

    return act


def several_picked(terminal: Terminal) -> None:
    """Pick a file of several, and go to the line in which they have their order."""
    on_field(10, "enter")(terminal)
    terminal.wait_for("Space or Enter chooses").wait_quiet(0.3).press("down", "space")
    terminal.wait_for("1 file chosen").wait_quiet(0.2).press("tab")


def own_write(terminal: Terminal) -> None:
    """Save something, and look at what was written."""
    changed("f2")(terminal)
    terminal.wait_for("Saved.").wait_quiet(0.3).press("g", "o")


def conflict(terminal: Terminal) -> None:
    """The record is another one each time it is read."""
    changed("f2")(terminal)


def errors_listed(terminal: Terminal) -> None:
    """Everything that the backend said about a record."""
    changed("f2")(terminal)
    terminal.wait_for("Press F8").wait_quiet(0.3)
    terminal.press("escape").wait_quiet(0.3).press("!")


HOME, LIST = "Your last changes", "1-1 of 1"

SCREENS = {
    "login": Seen("login", "Sign in", login),
    "home": Seen("/", HOME),
    "list": Seen("/articles", LIST),
    "list that failed": Seen("/broken", "try again"),
    "list of nothing known": Seen("/odd", "try again"),
    "deleting": Seen("/articles", "Delete (y)", keys("d", after=LIST)),
    "deleting refused": Seen("/articles", "Not deleted", refused),
    "search": Seen("/articles", "search", typed("x", "/", after=LIST)),
    "raw record": Seen("/articles", '"title"', keys("Y", after=LIST)),
    "actions": Seen("/articles", "Delete", keys("space", "x", after=LIST)),
    "marks": Seen("/articles", "Space unmarks", keys("space", "O", after=LIST)),
    "fields of many rows": Seen("/articles", "F12 clears", keys("x", "e", "enter", after=LIST)),
    "tasks": Seen("/articles", "Tasks in this session", tasks),
    "columns": Seen("/articles", "Space ticks", keys("C", after=LIST)),
    "views": Seen("/articles", "iews", keys("V", after=LIST)),
    "sort": Seen("/articles", "Space direction", keys("S", after=LIST)),
    "value": Seen("/articles", "y copies", keys("f3", after=LIST)),
    "narrowed": Seen("/articles", "No row on this page", typed("qq", "&", after=LIST)),
    "filter panel": Seen("/articles", "Esc cancels", keys("f", after=LIST)),
    "filter panel, choices": Seen("/articles", "[ ] ", keys("f", "down", after=LIST)),
    "filters in use": Seen("/articles?f_author=5&f_kind=nobody", "2 filters"),
    "line completed": Seen("/articles", "Tab:", typed("author:", "/", after=LIST)),
    "quick edit": Seen("/articles", "Ctrl+S saves", keys("i", after=LIST)),
    "quick edit, refused": Seen("/articles", "Quick edit", quick_edited),
    "quick add": Seen("/articles", "Quick add", keys("I", after=LIST)),
    "preview": Seen("/articles", "Title          ", keys("p", after=LIST)),
    "whole record": Seen("/articles", "Esc closes", keys("+", after=LIST)),
    "export": Seen("/articles", "Enter accepts", keys("X", after=LIST)),
    "export that failed": Seen("/articles", "There is no folder", exported),
    "result sheet": Seen("/articles", "R retries failed rows", failed),
    "record": Seen("/articles/7", "Save and close"),
    "record, changed": Seen("/articles/7", "Changes", changed("=")),
    "record, refused": Seen("/articles/7", "Press F8", changed("f2")),
    "record, all errors": Seen("/articles/7", "Enter goes there", errors_listed),
    "form": Seen("/forms/8", "Save and close"),
    "form, copying": Seen("/forms/8", "Copy what?", on_field(0, "y")),
    "form, to its end": Seen("/forms/8", "Save and close", on_field(0, "G")),
    "merge": Seen("/forms/7", "Someone else changed this record", conflict, ("escape",)),
    "draft offered": Seen("/forms/9", "You have unsaved changes here"),
    "drafts": Seen("/", "Unsaved changes", keys("g", "k", after=HOME)),
    "own writes": Seen("/forms/8", "Your changes", own_write),
    "filling": Seen("/forms/8", "Fill", on_field(2, "F")),
    "pager": Seen("/forms/8", "/ searches", on_field(3, "f3")),
    "rich text, preview": Seen("/forms/8", "Save and close", on_field(3, "p")),
    "items": Seen("/forms/8", "3 items", on_field(4, "enter", "right")),
    "item, full screen": Seen("/forms/8", "Esc goes back to the list", on_field(4, "enter", "+")),
    "picker": Seen("/forms/8", "Type to search", on_field(5, "enter")),
    "calendar": Seen("/forms/8", "Arrows move", on_field(6, "enter")),
    "several picked": Seen("/forms/8", "Space ticks", on_field(7, "enter")),
    "colours": Seen("/forms/8", "Save and close", on_field(8, "enter")),
    "library, several": Seen("/forms/8", "J K move", several_picked, ("escape", "escape")),
    "library": Seen("/forms/8", "Enter chooses", on_field(9, "enter")),
    "media": Seen("/media", "1 folder"),
    "file": Seen("/media", "Description", keys("down", "enter", after="1 folder")),
    "sizes of a file": Seen("/media", "Copy the URL of", keys("down", "y", "r", after="1 fo")),
    "whole screen": Seen("/media", "Esc closes", keys("down", "+", after="1 folder"), ("escape",)),
    "folder tree": Seen("/media", "Go to folder", keys("t", after="1 folder")),
    "moving a file": Seen("/media", "Move ", keys("down", "M", after="1 folder")),
    "moving a folder": Seen("/media", "into itself", keys("M", after="1 folder")),
    "replacing a file": Seen("/media", "Replace", keys("down", "R", after="1 folder")),
    "missing texts": Seen("/media?missing=description", "no description"),
    "worklist": Seen("/media?missing=title", "Esc closes", keys("a", after="no title")),
    "media results": Seen("/media", "R retries failed rows", media_failed),
    "upload dialog": Seen("/media", "hostile_app.py", offered),
    "upload": Seen("/media", "Type a path", keys("U", after="1 folder")),
    "session ended": Seen("/", "Your session has ended", keys(":", *"gone", "enter", after=HOME)),
    "forbidden": Seen("/", "Forbidden", keys("f8", after=HOME)),
    "not found": Seen("/", "Not found", keys("f9", after=HOME)),
    "help": Seen("/", "Type to search", keys("?", after=HOME)),
    "palette": Seen("/", "Go to", keys("ctrl+p", after=HOME)),
    "palette, searched": Seen("/", "Go to", typed("go", "ctrl+p", after=HOME)),
    "toasts": Seen("/", "toast", keys("f6", after=HOME)),
    "log": Seen("/", "Log", keys("f6", "@", after=HOME)),
    "question": Seen("/", "Type", keys("f5", after=HOME)),
    "fault": Seen("/", "An error in the program", keys("f7", after=HOME)),
}

IN_TURN = (
    (
        "raw record", "columns", "views", "sort", "value", "whole record", "filter panel",
        "export", "quick add", "deleting",
    ),
    ("help", "palette", "drafts", "log"),
    ("folder tree", "moving a folder", "moving a file", "replacing a file", "whole screen"),
)  # fmt: skip
"""Dialogs of one page that Esc closes without a trace: one program shows them one by one."""

ALONE = [(name,) for name in SCREENS if not any(name in names for names in IN_TURN)]
RUNS = {" + ".join(names): names for names in (*IN_TURN, *ALONE)}

CONTROLS = " ".join(value for value in HOSTILE.values() if not value.isprintable())
MARKUP = " ".join(v for n, v in HOSTILE.items() if v.isprintable() and n != "marks")
VALUES = {"controls": CONTROLS + HOSTILE["marks"], "markup": f"[/] {MARKUP}"}
"""Everything that a terminal obeys in one value, everything that markup obeys in another."""


SIZES = {"controls": (200, 60), "markup": (140, 44)}


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("names", RUNS.values(), ids=RUNS)
def test_no_screen_obeys_what_it_shows_and_each_is_as_textual_draws_it(
    names: tuple[str, ...], kind: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    witness, screens = tmp_path / "witness", [SCREENS[name] for name in names]
    start = screens[0].start
    env = {
        "VALUE": json.dumps(VALUES[kind]),
        "START": start,
        "LOCATION": json.dumps("/" if start == "login" else start),
        "PLACE": str(tmp_path),
        "SVC_TUI_CACHE_DIR": str(tmp_path_factory.getbasetemp() / "cache"),  # of style sheets
        "PYTHONPATH": str(ROOT),
        # What is compared cell for cell is written down once; a second walk would find the same.
        WHERE: str(witness) if kind == "markup" else None,
    }
    program = [sys.executable, str(PROGRAM)]
    with Terminal(program, size=SIZES[kind], env=env, preloaded=True) as terminal:
        for screen in screens:
            screen.act(terminal)
            terminal.wait_for(screen.words).wait_quiet(0.4)
            if leave := screen.leave or ("escape",) * (screen is not screens[-1]):
                terminal.wait_quiet(TAKES_KEYS).press(*leave).wait_quiet(0.4)
        # Where something was typed, a question comes first: discard. Its words are looked at too.
        # On a busy machine it may be painted late, and ignores what was pressed before.
        terminal.press("ctrl+q").until_exit("x", "y", every=TAKES_KEYS)
        assert terminal.wait_exit() == 0
        assert leaks(terminal.output) == []
    if kind == "markup":
        testimony = Testimony(witness)
        assert list(testimony.differences()) == []
        assert testimony.frames, "the witness saw no frame at all"
