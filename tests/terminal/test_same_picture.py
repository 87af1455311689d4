"""Work on a real backend, cell for cell as Textual itself would have drawn it.

Every screen with hostile values is compared in tests/screens/test_hostile.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from svc_tui.cli.demo import FILE
from tests.backends.demo import DemoProcess
from tests.pty.consoles import console
from tests.pty.terminal import TAKES_KEYS, Terminal
from tests.terminal.witness import WHERE, Testimony

WATCHED = (
    "from tests.terminal.witness import bear_witness; bear_witness();"
    "from svc_tui.__main__ import main; main()"
)


def in_a_list(terminal: Terminal) -> None:
    """Walk, turn pages, search, filter, mark, look at columns."""
    terminal.press(*["down"] * 30).wait_for("21-40 of").press(".", "down").wait_for("41-60 of")
    terminal.press("G", "k", "k", "g", "g", "pagedown", "pageup").wait_quiet(0.2)
    terminal.press("space", "space", "x").wait_quiet(0.2).press("escape", "escape")
    terminal.press("/").type("harbour").press("enter").wait_for("search “harbour").wait_quiet(0.2)
    terminal.press("f").wait_quiet(0.2).press("escape", "p", "p", "0").wait_quiet(0.2)


def in_a_form(terminal: Terminal) -> None:
    """Type, walk through the fields, look at the changes, change the language, go back."""
    terminal.press("enter").wait_for("Save and close").wait_quiet(0.2)
    terminal.press("enter", "home").type("Söme wörds 日本 ").press("tab", "tab")
    terminal.press("escape").wait_quiet(0.2).press("=").wait_for("Review changes").press("escape")
    terminal.press("]", "[").wait_quiet(0.2)


def elsewhere(terminal: Terminal) -> None:
    """Help, palette, log, media; other sizes, some of them faster than anything can be drawn."""
    terminal.press("?").wait_for("Type to search").press("escape")
    terminal.press("@").wait_quiet(0.2).press("escape", "ctrl+p").wait_quiet(0.2).press("escape")
    for width in (*range(60, 140, 3), 90):
        terminal.resize(width, 20 + width % 17)
    terminal.wait_quiet(0.5).press("ctrl+l", "b", "down").wait_quiet(0.3)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_work_on_a_real_backend_is_as_textual_draws_it(
    demo: DemoProcess, size: tuple[int, int], tmp_path: Path
) -> None:
    witness = tmp_path / "witness"
    program = (sys.executable, "-c", WATCHED)
    backend = ("--config", str(FILE), "--url", demo.url)
    env = {WHERE: str(witness)}
    with console("open", "/articles", *backend, program=program, size=size, env=env) as terminal:
        terminal.wait_for("Password").wait_quiet(0.3).type("admin").press("enter").type(
            "admin"
        ).press("enter")
        terminal.wait_for("1-20 of")
        in_a_list(terminal)
        in_a_form(terminal)
        elsewhere(terminal)
        terminal.press("ctrl+q").wait_for("Discard").wait_quiet(TAKES_KEYS).press("x")
        assert terminal.wait_exit() == 0
    testimony = Testimony(witness)
    assert list(testimony.differences()) == []
    assert not testimony.outgrown
    assert testimony.bytes_of_ours * 4 < testimony.bytes_of_theirs
