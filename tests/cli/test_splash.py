"""What can be said before anything is loaded."""

from __future__ import annotations

import pytest

from svc_tui.cli.arguments import read_arguments
from svc_tui.cli.splash import StartupSettings
from svc_tui.config.load import Peek

FILE = Peek(base_url="https://file.test", title="File", user="filer", theme="svc-light")


def test_the_nearest_word_wins() -> None:
    environ = {"SVC_TUI_URL": "https://variable.test", "SVC_TUI_USER": "variable"}
    known = read_arguments(["--user", "flag"])
    greeting = StartupSettings(known, FILE, environ).greeting()
    assert greeting.user == "flag"
    assert greeting.place == "https://variable.test"
    assert (greeting.title, greeting.theme) == ("File", "svc-light")


@pytest.mark.parametrize(
    ("flags", "environ", "file", "mouse"),
    [
        ([], {}, None, True),
        ([], {"SSH_CONNECTION": "x"}, None, False),
        ([], {"SSH_CONNECTION": "x"}, True, True),
        (["--mouse"], {"SSH_CONNECTION": "x"}, None, True),
        (["--no-mouse"], {}, True, False),
        ([], {"SVC_TUI_MOUSE": "false"}, True, False),
    ],
)
def test_the_mouse_is_off_over_ssh_unless_it_is_wanted(
    flags: list[str], environ: dict[str, str], file: bool | None, mouse: bool
) -> None:
    assert StartupSettings(read_arguments(flags), Peek(mouse=file), environ).mouse is mouse
