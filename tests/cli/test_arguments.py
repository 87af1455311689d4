"""What is understood on the command line."""

from __future__ import annotations

import pytest

from svc_tui import __version__
from svc_tui.cli.arguments import read_arguments
from svc_tui.config.themes import PALETTES
from svc_tui.models.dialects import BUILT_IN


def test_without_a_command_the_console_opens() -> None:
    assert read_arguments([]).command == "console"


@pytest.mark.parametrize(
    "argv",
    [
        ["--url", "https://x.test", "--user", "me", "--no-mouse", "whoami"],
        ["whoami", "--url", "https://x.test", "--user", "me", "--no-mouse"],
        ["--user", "me", "whoami", "--no-mouse", "--url", "https://x.test"],
    ],
)
def test_flags_stand_before_or_behind_the_command(argv: list[str]) -> None:
    known = read_arguments(argv)
    assert (known.command, known.url, known.user) == ("whoami", "https://x.test", "me")
    assert known.mouse is False


def test_sending_differences_can_be_declined() -> None:
    assert read_arguments(["demo"]).diff is None
    assert read_arguments(["--no-diff", "demo"]).diff is False


def test_what_is_not_given_leaves_the_choice_to_others() -> None:
    known = read_arguments(["demo"])
    assert [known.mouse, known.ascii, known.read_only, known.theme] == [None, None, None, None]
    assert (known.rows, known.port, known.keep) == (300, 0, None)


@pytest.mark.parametrize(
    "argv", [["--password", "hunter2"], ["login", "--password=hunter2"], ["--password"]]
)
def test_a_password_on_the_command_line_is_not_taken_and_not_repeated(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        read_arguments(argv)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "use --password-stdin" in said
    assert "hunter2" not in said


@pytest.mark.parametrize("command", ["", "demo", "open", "login", "logout", "whoami", "schema"])
def test_every_help_ends_with_the_exit_codes(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        read_arguments([*filter(None, [command]), "--help"])
    assert ended.value.code == 0
    help = capsys.readouterr().out
    assert "4  not signed in" in help
    assert "--password-stdin" in help
    assert max(map(len, help.splitlines())) <= 100


def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_arguments(["--version"])
    assert capsys.readouterr().out == f"svc-tui {__version__}\n"


def test_the_help_names_every_dialect_and_theme(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_arguments(["--help"])
    words = " ".join(capsys.readouterr().out.split())

    assert [name for name in BUILT_IN if f"{name}," not in words] == []
    assert [name for name in PALETTES if f"{name}," not in words] == []
    assert "Textual's, such as nord" in words
