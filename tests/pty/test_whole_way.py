"""The whole way in a real terminal, with the installed program: what the README promises."""

from __future__ import annotations

import random
from pathlib import Path

from svc_tui.cli.demo import FILE
from svc_tui.cli.exits import OK
from tests.backends.demo import DemoProcess
from tests.pty.consoles import console
from tests.pty.terminal import Terminal


def test_from_the_start_of_the_demo_to_its_end(installed: Path, tmp_path: Path) -> None:
    kept = tmp_path / "newsroom"
    arguments = ("demo", "--rows", "40", "--keep", str(kept))
    program, away = (str(installed / "svc-tui"),), {"PYTHONPATH": None}
    with console(*arguments, program=program, env=away, size=(120, 40), cwd=tmp_path) as terminal:
        starts_signed_in(terminal)
        reads_a_list(terminal)
        saves_an_edit(terminal)
        uploads_a_file(terminal, tmp_path / "plan of the harbour.bin", kept / "media")
        assert terminal.press("ctrl+q").wait_exit() == OK
        assert terminal.restored(), terminal.left_behind()


def starts_signed_in(terminal: Terminal) -> None:
    """The home page greets, without anything having been typed."""
    terminal.wait_for("Signed in as admin", timeout=60).wait_for("Articles")


def reads_a_list(terminal: Terminal) -> None:
    """Open the articles, turn the page, and search."""
    terminal.press("enter").wait_for("1-33 of 40")
    terminal.press(".").wait_for("34-40 of 40")
    terminal.press("/").type("lighthouse").press("enter")
    terminal.wait_for("search “lighthouse").wait_for("Old lighthouse").wait_gone("of 40")


def saves_an_edit(terminal: Terminal) -> None:
    """Open what was found, write before its title, save, and see it in the list."""
    terminal.press("enter").wait_for("Title*").wait_for("Old lighthouse").wait_quiet()
    terminal.press("enter", "home").type("(checked) ").press("f2").wait_for("Saved.")
    terminal.press("escape").wait_quiet().press("escape")
    terminal.wait_for("search “lighthouse").wait_for("(checked) Old")


def answers(terminal: Terminal, key: str, shown: str) -> None:
    """Answer a question, again if it says that it had not been read yet."""
    ignored = "A key pressed"
    terminal.wait_quiet().press(key)
    terminal.wait_for(lambda one: shown in one.text() or ignored in one.text())
    if shown not in terminal.text():
        terminal.press(key).wait_for(shown)


def uploads_a_file(terminal: Terminal, file: Path, media: Path) -> None:
    """Send a file by its path; on the server lie the very bytes that lay here."""
    content = random.Random(7).randbytes(300_000)
    file.write_bytes(content)
    terminal.press("g", "m").wait_for("Quiet lake")
    terminal.press("U").wait_for("Type a path")
    terminal.type(str(file)).press("enter").wait_for("Upload file plan of the harbour.bin")
    answers(terminal, "enter", "1 file uploaded to")
    assert content in [path.read_bytes() for path in media.rglob("*.bin")]
    terminal.press("escape")


def test_a_sign_in_that_was_typed_before_the_console_was_there(demo: DemoProcess) -> None:
    with console("open", "/tags", "--config", str(FILE), "--url", demo.url, cold=True) as terminal:
        terminal.send(b"admin\tadmin\r")
        terminal.wait_for("election", timeout=60)
