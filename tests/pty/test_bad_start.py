"""Whatever is wrong at the start: one clear sentence, the right exit code, nothing lost."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from svc_tui.cli.exits import OK, USAGE
from tests.backends.demo import DemoProcess
from tests.backends.process import Answers, LocalServer
from tests.cli.runs import sentence, svc_tui
from tests.pty.consoles import SVC_TUI, console, ends_with_a_sentence

NO_SERVER = "http://127.0.0.1:1"


class _Page(Answers):
    """A web server that knows nothing but pages for browsers."""

    def do_GET(self) -> None:
        self.answer(200, b"<!doctype html><h1>Welcome</h1>", kind="text/html")

    do_POST = do_GET


@pytest.fixture
def web_server() -> Iterator[LocalServer]:
    """Answers HTML to everything."""
    with LocalServer(_Page) as server:
        yield server


def written(folder: Path, text: str) -> Path:
    """A console file."""
    path = folder / "svc.toml"
    path.write_text(text, "utf-8")
    return path


def test_without_a_backend_the_ways_to_one_are_named(tmp_path: Path) -> None:
    with console(cwd=tmp_path) as terminal:
        ends_with_a_sentence(
            terminal, USAGE, "No backend is set.", "svc-tui demo", "--url", "./svc.toml"
        )
        assert b"\x1b[?1049h" not in terminal.output


BACKEND = '[svc]\nbase_url = "https://x.test"\n'
SLIPS = {
    "[svc]\nbase_url = https://x.test\n": "line 2, column 12: this is not TOML",
    f'{BACKEND}titel = "x"\n': 'line 3: [svc]: unknown key "titel"; did you mean "title"?',
    f'{BACKEND}page_size = "many"\n': "line 3: [svc]: page_size should be a whole number",
    f'{BACKEND}[[resources]]\nname = "a"\n': "has no endpoint; add endpoint",
    f'{BACKEND}[keys]\n"list.nex" = "x"\n': 'no binding "list.nex"; did you mean "list.next"?',
    '[svc]\ntitle = "x"\n': "no backend is set: write base_url",
    '[svc]\nbase_url = "cms.example.org"\n': "line 2: [svc]: base_url should start with https://",
}


@pytest.mark.parametrize(("text", "said"), SLIPS.items())
def test_a_slip_in_the_console_file_is_told_with_its_place(
    tmp_path: Path, text: str, said: str
) -> None:
    with console("--config", str(written(tmp_path, text)), size=(160, 30)) as terminal:
        ends_with_a_sentence(terminal, USAGE, "svc.toml", said)


def test_a_console_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with console("--config", str(tmp_path / "nope.toml"), size=(160, 24)) as terminal:
        ends_with_a_sentence(
            terminal, USAGE, "--config points to", "nope.toml, which does not exist"
        )


@pytest.mark.parametrize("url", ["cms.example.org", "ftp://x", "https://", "http://me:pw@x.test"])
def test_an_address_that_is_none_is_told_with_its_flag(tmp_path: Path, url: str) -> None:
    with console("--url", url, cwd=tmp_path) as terminal:
        ends_with_a_sentence(terminal, USAGE, "--url:")
        assert "pw" not in terminal.text()


def test_a_location_that_is_none_opens_nothing(tmp_path: Path) -> None:
    with console("open", "https://x.test/articles", "--url", NO_SERVER) as terminal:
        ends_with_a_sentence(terminal, USAGE, "A location is a path such as /articles/42")


def test_a_dead_server_leaves_the_login_usable() -> None:
    with console("--url", NO_SERVER, "--user", "me") as terminal:
        terminal.wait_for("Password").type("secret").press("enter")
        terminal.wait_for("Could not reach").wait_for("refused. Check the connection")
        assert terminal.press("ctrl+q").wait_exit() == OK
        assert terminal.restored(), terminal.left_behind()


def test_a_wrong_password_stays_at_the_login(demo: DemoProcess) -> None:
    with console("--url", demo.url, "--user", "editor") as terminal:
        terminal.wait_for("Password").type("wrong").press("enter")
        terminal.wait_for("Sign-in failed. Check your username")
        assert "editor" in terminal.text()
        terminal.type("editor").press("enter").wait_for("Signed in as editor")


def test_pages_instead_of_json_are_called_that(web_server: LocalServer) -> None:
    url = f"http://127.0.0.1:{web_server.server_port}"
    with console("--url", url, "--user", "me", size=(120, 30)) as terminal:
        terminal.wait_for("Password").type("secret").press("enter").wait_for("web page")


def test_tls_to_a_port_without_it_is_said(web_server: LocalServer) -> None:
    url = f"https://127.0.0.1:{web_server.server_port}"
    with console("--url", url, "--user", "me") as terminal:
        terminal.wait_for("Password").type("secret").press("enter")
        terminal.wait_for("secure connection")


def test_a_certificate_of_its_own_making_is_not_trusted(web_server: LocalServer) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    web_server.socket = context.wrap_socket(web_server.socket, server_side=True)
    done = svc_tui(
        "login", "--url", f"https://127.0.0.1:{web_server.server_port}", "--user", "me",
        "--password-stdin", stdin="secret",
    )  # fmt: skip
    assert done.code == 1
    assert "its TLS certificate is not trusted" in sentence(done)


def test_a_state_directory_that_cannot_be_written_stops_nobody(
    demo: DemoProcess, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    state = {"SVC_TUI_STATE_DIR": str(blocked / "state")}
    with console("--url", demo.url, "--user", "editor", env=state, size=(160, 30)) as terminal:
        terminal.wait_for("can't be written").wait_for("nothing is saved when you quit")
        assert terminal.text().count("! ") == 1
        terminal.type("editor").press("enter").wait_for("Signed in as editor")


def test_a_tiny_terminal_is_enough_to_start_and_quit(demo: DemoProcess) -> None:
    with console("--url", demo.url, size=(20, 5)) as terminal:
        terminal.wait_for("svc-tui").resize(80, 24).wait_for("Password").press("ctrl+q")
        assert terminal.wait_exit() == OK


def test_without_a_terminal_one_line_says_so() -> None:
    for arguments in ([], ["demo"], ["open", "/"]):
        done = svc_tui(*arguments)
        assert done.code == USAGE
        assert sentence(done).startswith("The console needs a terminal")


def test_a_piped_password_signs_in_and_the_keyboard_is_the_terminal(demo: DemoProcess) -> None:
    program = ["sh", "-c", 'echo editor | "$0" "$@"', *SVC_TUI]
    flags = ("--url", demo.url, "--user", "editor", "--password-stdin")
    with console(*flags, program=program) as terminal:
        terminal.wait_for("Signed in as editor").press("ctrl+q")
        assert terminal.wait_exit() == OK
        assert terminal.restored(), terminal.left_behind()


def test_the_environment_may_decline_colours(demo: DemoProcess) -> None:
    with console("--url", demo.url, "--no-color") as terminal:
        terminal.wait_for("Password").wait_quiet()
        plain = terminal.output
    with console("--url", demo.url, env={"NO_COLOR": ""}) as terminal:
        terminal.wait_for("Password").wait_quiet()
        coloured = terminal.output
    assert not _has_colours(plain)
    assert _has_colours(coloured)


def _has_colours(output: bytes) -> bool:
    """Whether red, green and blue ever differ."""
    found = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", output)
    return any(len(set(colour)) > 1 for colour in found)
