"""In which way a terminal shows pictures."""

from __future__ import annotations

import pytest

from svc_tui.stores.media.picture_modes import TerminalInfo, remembered, resolve_mode, saved_choice

HERE = TerminalInfo.of({"TERM": "xterm-kitty"})
FAR = TerminalInfo.of({"TERM": "xterm-kitty", "SSH_TTY": "/dev/pts/1"})


@pytest.mark.parametrize(
    ("wish", "chosen", "glass", "way"),
    [
        ("auto", None, HERE, "half-block"),
        ("auto", None, FAR, "off"),
        ("off", None, HERE, "off"),
        ("sixel", None, FAR, "sixel"),
        ("off", "kitty", HERE, "kitty"),
        ("auto", "half-block", FAR, "half-block"),
        ("auto", "a new way", HERE, "half-block"),
        ("auto", ["off"], HERE, "half-block"),
    ],
)
def test_what_was_chosen_here_counts_more_than_the_file(wish, chosen, glass, way):
    assert resolve_mode(wish, chosen, glass) == way


def test_graphics_are_never_taken_without_being_asked_for():
    assert (
        resolve_mode("auto", None, TerminalInfo.of({"TERM": "xterm-kitty", "KITTY_PID": "1"}))
        == "half-block"
    )


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({}, "unknown"),
        ({"TERM": "foot"}, "foot"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "iTerm.app xterm-256color"),
        ({"TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux"}, "tmux tmux-256color"),
        ({"TERM": "xterm", "SSH_CONNECTION": "x"}, "ssh xterm"),
        ({"TERM": "screen", "STY": "x"}, "screen screen"),
    ],
)
def test_a_terminal_is_told_by_what_the_environment_says(environ, name):
    assert TerminalInfo.of(environ).name == name


def test_each_terminal_has_a_choice_of_its_own():
    kept = remembered(remembered({}, HERE, "kitty"), FAR, "off")
    kept = remembered(kept, HERE, "off")
    assert saved_choice(kept, HERE) == {"way": "off", "on": "kitty"}
    assert saved_choice(kept, FAR) == {"way": "off"}
    assert saved_choice({"x": 3}, TerminalInfo("x")) == {}
