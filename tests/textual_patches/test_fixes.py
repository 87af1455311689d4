"""Each fix beside the fault that it mends: once without it, once with it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.message import Message
from textual.widgets import Static

from svc_tui.textual_patches.apply import apply_patches
from tests.console import wait_until
from tests.pty.terminal import Terminal
from tests.textual_patches.programs import Lines, run

ECHO = """
import os
if os.environ["PATCHED"]:
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
from textual.app import App
from textual.widgets import Input, Static

class Echo(App):
    def compose(self):
        yield Input(id="first")
        yield Input(id="second")
        yield Static(id="seen", markup=False)

    def on_input_changed(self, event):
        values = [field.value for field in self.query(Input)]
        self.query_one("#seen", Static).update(f"values {values}")

Echo().run()
"""


def echoed(sent: bytes, patched: bool) -> Callable[[str], None]:
    """Types into two inputs and returns a check of what they hold in the end."""

    def check(values: str) -> None:
        with run(ECHO, patched) as terminal:
            terminal.wait_for("▔").send(sent).wait_for(f"values {values}")

    return check


def test_a_byte_that_is_no_text_ends_the_app_unpatched() -> None:
    with run(ECHO, patched=False) as terminal:
        terminal.wait_for("▔").send(b"\xe9x")
        terminal.wait_exit()
        assert "UnicodeDecodeError" in terminal.text()


def test_a_byte_that_is_no_text_is_shown_as_such() -> None:
    echoed(b"\xe9x", patched=True)("['�x', '']")


@pytest.mark.parametrize(
    ("sent", "patched"),
    [
        pytest.param(b"a\x1b[32ub", "['a b', '']", id="space of VS Code"),
        pytest.param(b"a\x1b[?62;4cb", "['ab', '']", id="device answer"),
        pytest.param(b"a\x1b]11;rgb:0/0/0\x1b\\b", "['ab', '']", id="color answer"),
        pytest.param(b"\x1b[200~p\x1b[31mq\x1b[201~r", "['p␛[31mqr', '']", id="escape in a paste"),
        pytest.param(b"ab\x7fc", "['ac', '']", id="backspace, then a letter"),
        pytest.param(b"ab\x1b[Dc", "['acb', '']", id="arrow, then a letter"),
        pytest.param(b"a\tb", "['a', 'b']", id="tab, then a letter"),
        pytest.param(b"a\x7f\x1b[200~two\x1b[201~", "['two', '']", id="backspace, then paste"),
    ],
)
def test_keys_arrive_as_they_were_typed(sent: bytes, patched: str) -> None:
    # What comes of them unpatched depends on how the bytes are cut, so that is not asserted.
    echoed(sent, patched=True)(patched)


def keys_of(*pieces: str) -> list[str]:
    """The keys that pieces of input are read as, and in brackets those that type something."""
    parser, found = XTermParser(), list[Message]()
    for piece in pieces:
        found += parser.feed(piece)
    parser._timeout_time = parser._timeout_time and 0.0
    found += parser.tick()
    keys = [one for one in found if isinstance(one, Key)]
    return [f"[{one.character}]" if one.is_printable else one.key for one in keys]


@pytest.mark.parametrize(
    ("pieces", "keys"),
    [
        (("\x1b", "x"), ["escape", "[x]"]),
        (("ab\x1b", "."), ["[a]", "[b]", "escape", "[.]"]),
        (("\x1b", "\r"), ["escape", "enter"]),
        (("\x1b", "\x1b", "x"), ["escape", "escape", "[x]"]),
        (("\x1bx",), ["alt+x"]),
        (("\x1b.",), ["alt+full_stop"]),
        (("\x1b2",), ["alt+2"]),
        (("\x1b=",), ["alt+equals_sign"]),
        (("\x1b", "="), ["escape", "[=]"]),
        (("™",), ["[™]"]),
        (("\x1b", "[A"), ["up"]),
        (("\x1b", "OA"), ["up"]),
        (("\x1b[", "A"), ["up"]),
    ],
)
def test_escape_and_a_letter_are_two_keys_and_alt_types_nothing(
    pieces: tuple[str, ...], keys: list[str]
) -> None:
    assert apply_patches()
    assert keys_of(*pieces) == keys


def test_escape_and_a_letter_type_the_letter_unpatched() -> None:
    with run(ECHO, patched=False) as terminal:
        terminal.wait_for("▔").send(b"\x1bx").wait_for("values ['x', '']")


def test_an_escape_in_a_paste_scrambles_it_unpatched() -> None:
    with run(ECHO, patched=False) as terminal:
        terminal.wait_for("▔").send(b"\x1b[200~p\x1b[31mq\x1b[201~r").wait_for("values")
        terminal.wait_quiet()
        assert "['p␛[31mqr', '']" not in terminal.text()


def test_a_key_goes_on_after_its_widget_has_gone() -> None:
    program = ECHO.replace(
        "    def on_input_changed",
        "    async def key_x(self):\n"
        "        await self.query('#first').remove()\n\n    def on_input_changed",
    ).replace('Input(id="first")', 'Gone(id="first")')
    program = program.replace(
        "class Echo",
        "class Gone(Input):\n"
        "    async def _on_key(self, event):\n"
        "        event.stop(); event.prevent_default()\n"
        "        self.remove()\n\nclass Echo",
    )
    with run(program, patched=True) as terminal:
        terminal.wait_for("▔").send(b"xab").wait_for("values ['ab']")


CRASH = """
import os
if os.environ["PATCHED"]:
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
import logging, sys
if log := os.environ.get("LOG"):
    logging.getLogger("svc_tui").addHandler(logging.FileHandler(log))
from textual.app import App
from textual.widgets import Input
from svc_tui.textual_patches.hooks import FaultTolerantApp

class Crash(FaultTolerantApp if os.environ.get("CONSOLE", os.environ["PATCHED"]) else App):
    def compose(self):
        yield Input(id="in")

    def on_input_submitted(self, event):
        password = "hunter2"
        {crash}

    async def fail(self, password):
        raise RuntimeError("the server said \\x1b]0;x\\x07")

app = Crash()
app.run()
sys.exit(app.return_code or 0)
"""
CRASHES = {
    "in a handler": 'raise RuntimeError("the server said \\x1b]0;x\\x07")',
    "in a worker": "self.run_worker(self.fail(password))",
    "with an error that draws itself": "from textual.css.query import NoMatches as E\n"
    "        class Drawn(E):\n            def __rich__(self): return password\n"
    "        raise Drawn()",
}


@pytest.mark.parametrize("crash", CRASHES.values(), ids=CRASHES)
def test_a_crash_says_one_sentence_and_no_secret(crash: str, tmp_path: Path) -> None:
    program = CRASH.replace("{crash}", crash)
    with run(program, patched=False) as terminal:
        terminal.wait_for("▔").press("enter")
        assert terminal.wait_exit() == 1
        assert b"hunter2" in terminal.output
    log = tmp_path / "log"
    with run(program, patched=True, env={"LOG": str(log)}) as terminal:
        terminal.wait_for("▔").wait_quiet().press("enter")
        assert terminal.wait_exit() == 1
        assert terminal.restored(), terminal.left_behind()
        words = " ".join(terminal.text().split())
        assert words.startswith("svc-tui stopped because of an error in the program (")
        assert f"Detailsarein{log}." in words.replace(" ", "")
        assert b"hunter2" not in terminal.output
        assert "Traceback" not in words
    with run(program, patched=True, env={"CONSOLE": ""}) as terminal:  # An app of somebody else.
        terminal.wait_for("▔").press("enter")
        assert terminal.wait_exit() == 1
        assert b"hunter2" in terminal.output
    kept = log.read_text()
    assert "Traceback" in kept
    assert "\x1b" not in kept
    assert '= "hunter2"' not in kept


REMOVED = """
import asyncio, sys
if sys.argv[1] != "unpatched":
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
from textual.app import App
from textual.widgets import Static, TextArea

class Page(App):
    def compose(self):
        yield TextArea("one")
        yield Static("two")

async def main():
    app = Page()
    async with app.run_test() as pilot:
        await pilot.pause(0.1)
        area = app.query_one(TextArea)
        gone = area._task
        area.remove()
        await gone
        print("on the old picture", area in app.screen._compositor.visible_widgets)
        try:
            app.screen._compositor.render_full_update()
        except KeyError:
            print("it fails end")
        else:
            print("it is painted end")

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("how", "plain", "then"),
    [("unpatched", "", "fails"), ("patched", "", "is painted"), ("patched", "1", "is painted")],
)
def test_what_was_removed_is_not_painted_before_the_next_layout(
    how: str, plain: str, then: str
) -> None:
    env = {"SVC_TUI_PLAIN": plain}
    with Terminal([sys.executable, "-c", REMOVED, how], env=env) as terminal:
        terminal.wait_for(f"it {then} end")
        assert "on the old picture True" in terminal.text()


BATCH = """
import asyncio, sys
if sys.argv[1] == "patched":
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
from textual._compositor import Compositor
from textual.app import App
from textual.widgets import Static

made = []
for name in ("render_full_update", "render_partial_update"):
    def counted(self, render=getattr(Compositor, name), **how):
        made.append(render(self, **how))
        return made[-1]
    setattr(Compositor, name, counted)

class Page(App):
    def compose(self):
        yield Static("one")

async def main():
    app = Page()
    async with app.run_test() as pilot:
        await pilot.pause(0.1)
        made.clear()
        with app.batch_update():
            app.query_one(Static).styles.height = 3
            await pilot.pause(0.1)
            app.screen._refresh_layout()
            await pilot.pause(0.1)
            print("pictures", sum(one is not None for one in made), "end")

asyncio.run(main())
"""


@pytest.mark.parametrize(("how", "pictures"), [("unpatched", 1), ("patched", 0)])
def test_what_is_laid_out_in_a_batch_is_not_drawn_while_nobody_can_see_it(
    how: str, pictures: int
) -> None:
    with Terminal([sys.executable, "-c", BATCH, how]) as terminal:
        terminal.wait_for(f"pictures {pictures} end")


async def test_the_end_of_a_batch_paints_what_was_laid_out_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    apply_patches()
    app = Lines()
    async with app.run_test(size=(20, 10)) as pilot:
        await pilot.pause()
        painted: list[object] = []
        monkeypatch.setattr(app, "_display", lambda screen, update: painted.append(update))

        with app.batch_update():
            app.query_one(Static).styles.height = 3
            await pilot.pause()
            app.screen._refresh_layout()
            app.screen._layout_required = False
            await pilot.pause()
            assert not any(painted)

        await wait_until(pilot, lambda: any(painted))


STACKED = """
import asyncio, sys
if sys.argv[1] == "patched":
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
from textual.app import App
from textual.screen import ModalScreen

class Below(ModalScreen):
    pass

class Above(ModalScreen):
    pass

async def main():
    app, told = App(), []
    async with app.run_test() as pilot:
        below = Below()
        await app.push_screen(below, told.append)
        await app.push_screen(Above())
        below.dismiss("done")
        await pilot.pause()
        print("left", *(type(one).__name__ for one in app.screen_stack[1:]), *told, "end")

asyncio.run(main())
"""


@pytest.mark.parametrize(("how", "left"), [("unpatched", "Below"), ("patched", "Above")])
def test_a_dialog_that_is_dismissed_below_another_leaves_that_one(how: str, left: str) -> None:
    with Terminal([sys.executable, "-c", STACKED, how]) as terminal:
        terminal.wait_for(f"left {left} done end")
