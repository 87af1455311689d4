"""What leaves the console where pictures are shown: in half blocks, by kitty's way, as sixels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from svc_tui.cli.demo import FILE
from svc_tui.cli.exits import OK
from tests.backends.demo import DemoProcess
from tests.pty.consoles import console, ends_with_a_sentence
from tests.pty.terminal import Terminal

SIXEL = re.compile(rb"\x1bP0;1;0q[^\x1b]*\x1b\\")
KITTY = re.compile(rb"\x1b_G([^;\x1b]*);([^\x1b]*)\x1b\\")
PLACEHOLDER = "\U0010eeee"
FULL_COLORS = {"COLORTERM": "truecolor"}


def with_pictures(demo: DemoProcess, place: Path, way: str, location: str) -> tuple[str, ...]:
    """The arguments of a console on the demo in which pictures are shown in a way."""
    file = place / "svc.toml"
    text = FILE.read_text()
    file.write_text(f'{text}\n[svc_uikit.media]\npictures = "{way}"\n')
    return ("open", location, "--config", str(file), "--url", demo.url)


def signed_in(terminal: Terminal) -> None:
    terminal.wait_for("Password").type("admin").press("enter").type("admin").press("enter")
    terminal.wait_for("▸ Photos").wait_quiet(0.3)


def opened(terminal: Terminal) -> None:
    """Open the details of the first picture."""
    terminal.press("j", "j", "j", "j", "enter").wait_for("Description")


def since(terminal: Terminal, start: int) -> bytes:
    return terminal.output[start:]


def test_half_blocks_are_few_bytes_and_ask_the_terminal_nothing(
    demo: DemoProcess, tmp_path: Path
) -> None:
    args = with_pictures(demo, tmp_path, "auto", "/media")
    with console(*args, size=(120, 40), env=FULL_COLORS) as terminal:
        signed_in(terminal)
        start = len(terminal.output)
        opened(terminal)
        terminal.wait_for("▀▀▀").wait_quiet(0.4)
        sent = since(terminal, start)
        assert len(sent) < 11_000  # the drawer with its texts, and 35 × 11 cells of picture
        assert not KITTY.search(terminal.output) and not SIXEL.search(terminal.output)
        assert b"\x1b[16t" not in terminal.output and b"\x1b[14t" not in terminal.output
        start = len(terminal.output)
        terminal.press("q").wait_gone("Description").press("enter").wait_for("Description")
        terminal.wait_for("▀▀▀").wait_quiet(0.3)
        terminal.press("ctrl+q")
        ends_with_a_sentence(terminal, OK)


def test_over_ssh_pictures_wait_until_they_are_asked_for(demo: DemoProcess, tmp_path: Path) -> None:
    args = with_pictures(demo, tmp_path, "auto", "/media")
    ssh = {**FULL_COLORS, "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}
    with console(*args, size=(120, 40), env=ssh) as terminal:
        signed_in(terminal)
        opened(terminal)
        terminal.wait_for("Pictures are off. Press P to show them.")
        terminal.press("P").wait_for("▀▀▀")


def test_kittys_pictures_are_sent_once_and_shown_by_text(demo: DemoProcess, tmp_path: Path) -> None:
    args = with_pictures(demo, tmp_path, "kitty", "/media")
    with console(*args, size=(120, 40), env=FULL_COLORS) as terminal:
        signed_in(terminal)
        opened(terminal)
        terminal.wait_for(lambda one: PLACEHOLDER in one.output.decode(errors="replace"))
        terminal.wait_quiet(0.4)
        sent = KITTY.findall(terminal.output)
        head = dict(part.split(b"=") for part in sent[0][0].split(b","))
        assert (head[b"a"], head[b"U"], head[b"q"]) == (b"T", b"1", b"2")
        assert all(len(data) <= 4096 for _, data in sent)
        assert sent[-1][0].count(b"m=0") == 1
        number = int(head[b"i"])
        color = f"38;2;{number >> 16};{number >> 8 & 255};{number & 255}"
        assert color.encode() in terminal.output
        start = len(terminal.output)
        terminal.press("?").wait_for("Type to search").wait_quiet(0.3)
        terminal.press("escape").wait_quiet(0.4)
        again = since(terminal, start)
        assert not KITTY.search(again)  # covered and uncovered by text alone
        assert PLACEHOLDER in again.decode(errors="replace")
        start = len(terminal.output)
        terminal.press("ctrl+q")
        ends_with_a_sentence(terminal, OK)
        given = {int(number) for number in re.findall(rb"a=T,[^;]*?i=(\d+)", terminal.output)}
        taken = re.findall(rb"\x1b_Ga=d,d=I,i=(\d+)", since(terminal, start))
        assert given == {int(one) for one in taken}  # nothing stays in the terminal's memory


def test_kittys_pictures_pass_through_tmux(demo: DemoProcess, tmp_path: Path) -> None:
    args = with_pictures(demo, tmp_path, "kitty", "/media")
    tmux = {**FULL_COLORS, "TERM": "tmux-256color", "TMUX": "/tmp/none,1,0"}
    with console(*args, size=(120, 40), env=tmux) as terminal:
        signed_in(terminal)
        opened(terminal)
        terminal.wait_for(lambda one: b"\x1bPtmux;\x1b\x1b_Ga=T,U=1" in one.output)


def test_sixels_are_drawn_again_after_what_covered_them(demo: DemoProcess, tmp_path: Path) -> None:
    args = with_pictures(demo, tmp_path, "sixel", "/media")
    with console(*args, size=(120, 40), env=FULL_COLORS) as terminal:
        signed_in(terminal)
        opened(terminal)
        terminal.wait_for(lambda one: SIXEL.search(one.output)).wait_quiet(0.5)
        assert len(SIXEL.findall(terminal.output)) == 1
        before = re.search(rb"\x1b7\x1b\[(\d+);(\d+)H\x1bP", terminal.output)
        assert before is not None and int(before[2]) > 60  # in the drawer
        start = len(terminal.output)
        terminal.press("J").wait_quiet(0.6)  # the next file: another picture in its place
        assert len(SIXEL.findall(since(terminal, start))) == 1
        start = len(terminal.output)
        terminal.press("?").wait_for("Type to search").wait_quiet(0.4)
        assert not SIXEL.search(since(terminal, start))
        start = len(terminal.output)
        terminal.press("escape").wait_quiet(0.6)
        assert len(SIXEL.findall(since(terminal, start))) == 1
        start = len(terminal.output)
        terminal.press("q").wait_gone("Description").wait_quiet(0.4)
        assert len(SIXEL.findall(since(terminal, start))) == 1  # in the panel beside the list
        terminal.press("ctrl+q")
        ends_with_a_sentence(terminal, OK)


@pytest.mark.parametrize("way", ["kitty", "sixel"])
def test_a_way_is_kept_only_when_somebody_has_seen_it(
    demo: DemoProcess, tmp_path: Path, way: str
) -> None:
    args = with_pictures(demo, tmp_path, "auto", "/settings/pictures")
    seen = KITTY if way == "kitty" else SIXEL
    with console(*args, size=(120, 40), env=FULL_COLORS) as terminal:
        terminal.wait_for("Password").type("admin").press("enter").type("admin").press("enter")
        terminal.wait_for("Pictures in this terminal").wait_for("▀▀▀").wait_quiet(0.3)
        assert not seen.search(terminal.output)
        terminal.press(*["down"] * (1 if way == "kitty" else 2), "enter")
        terminal.wait_for("Do you see a yellow disc")
        terminal.wait_for(lambda one: seen.search(one.output)).wait_quiet(0.4)
        terminal.press("n").wait_for("● Half blocks").wait_for("▀▀▀")
        terminal.press("enter").wait_for("Do you see").press("y")
        terminal.wait_for("● kitty" if way == "kitty" else "● Sixel")
