"""Every mend beside the fault that it mends: once without it, once with it, in a real terminal."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import selectors
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar
from weakref import ref

import pytest
import textual
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.document._document import Document
from textual.document._wrapped_document import WrappedDocument
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Label, Static, TextArea
from textual.worker import WorkerFailed

from svc_tui.terminal.error_log import crash_message, record
from svc_tui.textual_patches import app as compat
from svc_tui.textual_patches.input import _WakingSelector
from tests.console import wait_until
from tests.pty.terminal import Terminal

ECHO = """
import os
if os.environ["MEND"]:
    from svc_tui.textual_patches.app import apply_patches
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


def run(program: str, mended: bool, env: dict[str, str] | None = None) -> Terminal:
    """The program in a terminal, with the mends or as Textual is."""
    environment = {"MEND": "1" if mended else "", **(env or {})}
    return Terminal([sys.executable, "-c", program], env=environment)


def echoed(sent: bytes, mended: bool) -> Callable[[str], None]:
    """Types into two inputs and returns a check of what they hold in the end."""

    def check(values: str) -> None:
        with run(ECHO, mended) as terminal:
            terminal.wait_for("▔").send(sent).wait_for(f"values {values}")

    return check


def test_a_byte_that_is_no_text_ends_the_app_unmended() -> None:
    with run(ECHO, mended=False) as terminal:
        terminal.wait_for("▔").send(b"\xe9x")
        terminal.wait_exit()
        assert "UnicodeDecodeError" in terminal.text()


def test_a_byte_that_is_no_text_is_shown_as_such() -> None:
    echoed(b"\xe9x", mended=True)("['�x', '']")


@pytest.mark.parametrize(
    ("sent", "unmended", "mended"),
    [
        pytest.param(b"a\x1b[32ub", "['ab', '']", "['a b', '']", id="space of VS Code"),
        pytest.param(b"a\x1b[?62;4cb", "['a[?62;4cb', '']", "['ab', '']", id="device answer"),
        pytest.param(
            b"a\x1b]11;rgb:0/0/0\x1b\\b",
            "['a^]11;rgb:0/0/0\\\\b', '']",
            "['ab', '']",
            id="color answer",
        ),
        pytest.param(
            b"\x1b[200~p\x1b[31mq\x1b[201~r", None, "['p␛[31mqr', '']", id="escape in a paste"
        ),
        pytest.param(b"ab\x7fc", "['ab', '']", "['ac', '']", id="backspace, then a letter"),
        pytest.param(b"ab\x1b[Dc", "['abc', '']", "['acb', '']", id="arrow, then a letter"),
        pytest.param(b"a\tb", "['ab', '']", "['a', 'b']", id="tab, then a letter"),
        pytest.param(
            b"a\x7f\x1b[200~two\x1b[201~", None, "['two', '']", id="backspace, then paste"
        ),
    ],
)
def test_keys_arrive_as_they_were_typed(sent: bytes, unmended: str | None, mended: str) -> None:
    if unmended is not None:
        echoed(sent, mended=False)(unmended)
    echoed(sent, mended=True)(mended)


def test_an_escape_in_a_paste_scrambles_it_unmended() -> None:
    with run(ECHO, mended=False) as terminal:
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
    with run(program, mended=True) as terminal:
        terminal.wait_for("▔").send(b"xab").wait_for("values ['ab']")


CRASH = """
import os
if os.environ["MEND"]:
    from svc_tui.textual_patches.app import apply_patches
    apply_patches()
import logging, sys
if log := os.environ.get("LOG"):
    logging.getLogger("svc_tui").addHandler(logging.FileHandler(log))
from textual.app import App
from textual.widgets import Input

class Crash(App):
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
    with run(program, mended=False) as terminal:
        terminal.wait_for("▔").press("enter")
        assert terminal.wait_exit() == 1
        assert b"hunter2" in terminal.output
    log = tmp_path / "log"
    with run(program, mended=True, env={"LOG": str(log)}) as terminal:
        terminal.wait_for("▔").press("enter")
        assert terminal.wait_exit() == 1
        assert terminal.restored(), terminal.left_behind()
        words = " ".join(terminal.text().split())
        assert words.startswith("svc-tui stopped because of an error in the program (")
        assert words.replace(" ", "").endswith(f"Detailsarein{log}.")
        assert b"hunter2" not in terminal.output
        assert "Traceback" not in words
    kept = log.read_text()
    assert "Traceback" in kept
    assert "\x1b" not in kept
    assert '= "hunter2"' not in kept


def test_the_last_words_name_the_place_and_not_the_message() -> None:
    try:
        raise ValueError("token=secret")
    except ValueError as error:
        words = crash_message(error)
    assert words.startswith("svc-tui stopped because of an error in the program (ValueError, test_")
    assert words.endswith(" No log was kept.")
    assert "secret" not in words


def test_a_fault_in_the_log_obeys_nobody(caplog: pytest.LogCaptureFixture) -> None:
    record(ValueError("\x1b]0;x\x07"))
    assert "ValueError: ␛]0;x␇" in caplog.text


NOBODY_WAITS = """
import asyncio, threading
from svc_tui.terminal.error_log import install_error_hooks

async def main():
    install_error_hooks()
    asyncio.create_task(fail())
    thread = threading.Thread(target=crash)
    thread.start()
    thread.join()
    await asyncio.sleep(0.01)

async def fail():
    raise RuntimeError("task")

def crash():
    raise RuntimeError("thread")

asyncio.run(main())
print("reached the end")
raise RuntimeError("at last")
"""


def test_no_fault_prints_a_traceback_wherever_it_happens() -> None:
    with run(NOBODY_WAITS, mended=True) as terminal:
        assert terminal.wait_exit() == 1
        assert "reached the end" in terminal.text()
        assert "stopped because of an error in the program (RuntimeError," in terminal.text()
        assert "Traceback" not in terminal.text()


SIGNALLED = """
import os, pathlib
from textual.app import App
from textual.widgets import Input
from svc_tui.textual_patches.app import install_signals

class Signalled(App):
    def on_load(self):
        if os.environ["MEND"]:
            install_signals(self, self.journal)

    def compose(self):
        yield Input(id="in")

    async def journal(self):
        pathlib.Path(os.environ["DRAFT"]).write_text(self.query_one(Input).value)
        {then}

app = Signalled()
app.run()
raise SystemExit(app.return_code)
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_keeps_the_draft_and_gives_the_terminal_back(
    number: int, code: int, tmp_path: Path
) -> None:
    draft = tmp_path / "draft"
    program = SIGNALLED.replace("{then}", "")
    with run(program, mended=False) as terminal:
        terminal.wait_for("▔").signal(number)
        terminal.wait_exit()
        assert not terminal.restored()
    with run(program, mended=True, env={"DRAFT": str(draft)}) as terminal:
        terminal.wait_for("▔").type("half a thought").wait_for("half a thought").signal(number)
        assert terminal.wait_exit() == code
        assert terminal.restored(), terminal.left_behind()
    assert draft.read_text() == "half a thought"


@pytest.mark.parametrize(
    "then",
    ["", "import time; time.sleep(60)", "raise RuntimeError"],
    ids=["plain", "stuck", "crash"],
)
def test_a_vanished_terminal_ends_the_program_within_a_second(then: str, tmp_path: Path) -> None:
    draft = tmp_path / "draft"
    program = SIGNALLED.replace("{then}", then)
    with run(program, mended=True, env={"DRAFT": str(draft)}) as terminal:
        terminal.wait_for("▔").type("half").wait_for("half")
        started = time.monotonic()
        terminal.vanish()
        assert terminal.wait_exit(timeout=5) == 129
        assert time.monotonic() - started < 1.5
    assert draft.read_text() == "half"


class Leaving(Static):
    """Taken away while it is mounted, as when somebody goes on before a page is there."""

    def compose(self) -> ComposeResult:
        """What `on_mount` looks for; Textual mounts nothing into what is leaving."""
        self.remove()
        yield Static(id="child")

    def on_mount(self) -> None:
        """Look for it."""
        self.query_one("#child")


class Guarded(compat.FaultTolerantApp):
    """Passes over what `is_leaving` says is no fault."""

    passed = 0

    def survives(self, error: Exception) -> bool:
        self.passed += 1
        return compat.is_leaving(error)


async def test_a_page_that_is_left_while_it_is_mounted_is_no_fault() -> None:
    app = Guarded()
    async with app.run_test():
        await app.mount(Leaving())
        assert app.passed == 1
        assert not compat.is_leaving(ValueError("something else"))


class Surviving(compat.FaultTolerantApp):
    """Lives on after the faults of workers."""

    met: Exception | None = None

    def survives(self, error: Exception) -> bool:
        self.met = error
        return isinstance(error, WorkerFailed)


async def stumbles() -> None:
    """Work that ends by a fault."""
    raise LookupError("a fault")


async def test_an_app_that_is_asked_first_lives_on_after_a_fault() -> None:
    app = Surviving()
    async with app.run_test() as pilot:
        app.run_worker(stumbles())
        await wait_until(pilot, lambda: app.met is not None)

        assert isinstance(app.met, WorkerFailed)
        assert isinstance(app.met.error, LookupError)
        assert not compat.is_ending(app)
        assert app.return_code in (None, 0)


async def test_a_fault_that_nobody_deals_with_ends_the_app() -> None:
    with pytest.raises(ZeroDivisionError):
        async with Surviving().run_test() as pilot:
            pilot.app.call_later(lambda: 1 // 0)
            await pilot.pause()


async def test_an_app_that_was_told_to_exit_is_ending() -> None:
    app: App[None] = App()
    async with app.run_test():
        assert not compat.is_ending(app)
        app.exit()
        assert compat.is_ending(app)


async def test_a_key_that_no_binding_takes_is_heard_once() -> None:
    heard: list[str] = []

    class Keys(compat.UnusedKeys):
        BINDINGS: ClassVar[list[BindingType]] = [("x", "bell", "Ring")]

        def unused_key(self, key: str) -> None:
            heard.append(key)

    async with Keys().run_test() as pilot:
        await pilot.press("x", "y")
    assert heard == ["y"]


async def test_a_child_that_a_living_widget_misses_is_a_fault() -> None:
    app = Guarded()
    with pytest.raises(NoMatches):
        async with app.run_test() as pilot:
            app.call_later(app.query_one, "#nowhere")
            await pilot.pause()


async def removed_labels_alive(pushes: int) -> int:
    """How many widgets of screens that were shown and closed are still in memory."""

    class Page(Screen[None]):
        def compose(self):  # type: ignore[no-untyped-def]
            yield Label("painted")

    app: App[None] = App()
    alive = []
    async with app.run_test() as pilot:
        for _ in range(pushes):
            await app.push_screen(Page())
            await pilot.pause()
            alive.append(ref(app.screen.query_one(Label)._styles_cache))
            await app.pop_screen()
        await pilot.pause()
        gc.collect()
        return sum(label() is not None for label in alive)


LEAK = """
import asyncio, os, sys
if os.environ["MEND"]:
    from svc_tui.textual_patches.app import apply_patches
    apply_patches()
from tests.textual_patches.test_app import removed_labels_alive
print("alive:", asyncio.run(removed_labels_alive(8)))
"""


def test_the_painted_lines_of_closed_screens_are_released() -> None:
    with run(LEAK, mended=False) as terminal:
        terminal.wait_for("alive: 8")
    with run(LEAK, mended=True) as terminal:
        terminal.wait_for(lambda seen: any(f"alive: {n}" in seen.text() for n in (0, 1)))


LOADING = """
import os
if os.environ["MEND"]:
    from svc_tui.textual_patches.app import apply_patches
    apply_patches()
from textual.app import App
from textual.widgets import Static

class Loading(App):
    def compose(self):
        yield Static("body")

    def on_mount(self):
        self.query_one(Static).loading = True

Loading().run()
"""


def test_what_loads_says_so_once() -> None:
    with run(LOADING, mended=False) as terminal:
        terminal.wait_for("●")
        with pytest.raises(AssertionError, match="never quiet"):
            terminal.wait_quiet(0.3, timeout=1)
    with run(LOADING, mended=True) as terminal:
        terminal.wait_for("Loading…").wait_quiet(0.3, timeout=5)


STYLING = """
import asyncio, os
if os.environ["MEND"]:
    from svc_tui.textual_patches.app import apply_patches
    apply_patches()
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen
from textual.widgets import Static

styled = []
apply = Stylesheet.apply
Stylesheet.apply = lambda self, node, **how: styled.append(node) or apply(self, node, **how)

class Page(Screen):
    def compose(self):
        for number in range(15):
            yield Static(str(number))

async def main():
    app = App()
    async with app.run_test() as pilot:
        await app.push_screen(Page())
        await pilot.pause(0.1)
        print("styled", sum(isinstance(one, Static) for one in styled), "end")

asyncio.run(main())
"""


def test_the_widgets_of_a_new_page_are_styled_once() -> None:
    with run(STYLING, mended=False) as terminal:
        terminal.wait_for("styled 30 end")
    with run(STYLING, mended=True) as terminal:
        terminal.wait_for("styled 15 end")


PAINTING = """
import asyncio, os
if os.environ["MEND"]:
    from svc_tui.textual_patches.app import apply_patches
    apply_patches()
from textual.app import App
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

painted = []
render_lines = Widget.render_lines
Widget.render_lines = lambda self, crop: painted.append(self) or render_lines(self, crop)

class Lines(App):
    def compose(self):
        with Vertical():
            yield Input(compact=True)
            yield Input(compact=True)
            for number in range(15):
                yield Static(str(number))

async def main():
    app = Lines()
    async with app.run_test() as pilot:
        first, last = app.query(Static).first(), app.query(Static).last()
        await pilot.pause(0.1)
        painted.clear()
        first.update("x", layout=False)
        last.update("y", layout=False)
        await pilot.pause(0.1)
        changed = len({one for one in painted if isinstance(one, Static)})
        behind = len(set(painted)) - changed
        painted.clear()
        await pilot.press("tab")
        await pilot.pause(0.1)
        focused = len({one for one in painted if isinstance(one, Static)})
        painted.clear()
        app.screen.refresh()
        await pilot.pause(0.1)
        whole = app.screen in painted
        print("painted", changed, "behind", behind, "focus", focused, "whole", whole, "end")

asyncio.run(main())
"""


def test_two_changed_lines_render_nothing_between_or_behind_them_and_a_focus_nothing_else() -> None:
    with run(PAINTING, mended=False) as terminal:
        terminal.wait_for("painted 15 behind 4 focus 15 whole True end")
    with run(PAINTING, mended=True) as terminal:
        terminal.wait_for("painted 2 behind 0 focus 0 whole False end")


class Counting(App[None]):
    """Counts its pictures."""

    pictures = 0

    def post_display_hook(self) -> None:
        self.pictures += 1


async def test_a_screen_that_is_to_be_painted_now_waits_for_no_tick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Counting()
    async with app.run_test() as pilot:
        await app.mount(label := Label("before"))
        await pilot.pause()
        monkeypatch.setattr(Timer, "resume", lambda _: None)
        app.screen._update_timer.pause()  # its clock stands still
        painted = app.pictures
        label.update("after")
        for _ in range(50):
            await asyncio.sleep(0)
        assert app.pictures == painted

        compat.paint_now(app.screen)

        async with asyncio.timeout(10):
            while app.pictures == painted:
                await asyncio.sleep(0)


async def test_a_calm_app_neither_blinks_nor_slides() -> None:
    blinking = [editor.cursor_blink._default for editor in (Input, TextArea)]
    app: App[None] = App()
    try:
        compat.disable_animation(app)
        async with app.run_test():
            await app.mount(Input(), TextArea())
            assert not app.query_one(Input).cursor_blink
            assert not app.query_one(TextArea).cursor_blink
            assert app.animation_level == "none"
    finally:
        for editor, blinks in zip((Input, TextArea), blinking, strict=True):
            editor.cursor_blink._default = blinks


def test_an_unknown_version_is_left_alone_and_named_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(textual, "__version__", "9.0.0")
    before = App.on_event, App.get_loading_widget
    with caplog.at_level(logging.WARNING, "svc_tui"):
        assert not compat.apply_patches()
        assert not compat.apply_patches()
    assert caplog.text.count("Textual 9.0.0 is not known here") == 1
    assert (App.on_event, App.get_loading_widget) == before


def test_mending_twice_is_mending_once() -> None:
    program = (
        "from svc_tui.textual_patches.app import apply_patches; from textual.app import App;"
        "assert apply_patches(); once = App.on_event, App.panic;"
        "assert apply_patches(); assert once == (App.on_event, App.panic);"
        "print('same')"
    )
    with run(program, mended=True) as terminal:
        assert terminal.wait_exit() == 0
        assert "same" in terminal.text()


def test_the_drivers_wait_for_keys_ends_when_it_is_told_to() -> None:
    reading, writing = os.pipe()
    selector = _WakingSelector()
    try:
        selector.register(reading, selectors.EVENT_READ)
        os.write(writing, b"x")
        assert [key.fd for key, _ in selector.select(60)] == [reading]

        os.read(reading, 1)
        selector.ring()
        assert selector.select(60) == []

        selector.unregister(reading)
        assert selector.select(60) == []
    finally:
        selector.close()
        os.close(reading)
        os.close(writing)


# The height of a text


@given(
    texts=st.lists(st.text("ab \n\t", max_size=30), min_size=1, max_size=6),
    width=st.integers(0, 9),
    data=st.data(),
)
def test_the_height_of_a_text_is_known_after_any_edit(texts, width, data) -> None:
    compat.disable_text_area_blink()
    document = Document(texts[0])
    wrapped = WrappedDocument(document, width)
    for text in texts[1:]:
        lines = st.integers(0, document.line_count - 1)
        start, end = sorted(
            (line, data.draw(st.integers(0, len(document[line]))))
            for line in (data.draw(lines), data.draw(lines))
        )
        done = document.replace_range(start, end, text)
        wrapped.wrap_range(start, end, done.end_location)

        assert wrapped.height == sum(len(one) + 1 for one in wrapped._wrap_offsets)


def test_the_height_of_a_text_is_not_counted(monkeypatch) -> None:
    compat.disable_text_area_blink()
    wrapped = WrappedDocument(Document("a\nb"), 3)
    monkeypatch.setattr(wrapped, "_wrap_offsets", None)

    assert wrapped.height == 2
