"""login, logout, whoami: the session of the command line, on the demo backend."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from svc_tui.cli.exits import ERROR, NOT_SIGNED_IN, OK, USAGE
from tests.backends.demo import DemoProcess
from tests.backends.stock import StockProcess
from tests.cli.runs import ROOT, sentence, svc_tui
from tests.pty.terminal import Terminal


def sign_in(demo: DemoProcess, user: str = "editor") -> None:
    """As one does it in a script."""
    done = svc_tui("login", "--url", demo.url, "--user", user, "--password-stdin", stdin=user)
    assert done.code == OK, done.err
    assert done.out.startswith(f"Signed in as {user}")


def test_ctrl_d_at_a_question_is_no_fault(tmp_path: Path) -> None:
    """The question is on the terminal, also where the output goes elsewhere."""
    out = tmp_path / "out"
    line = f'exec {sys.executable} -m svc_tui login --url http://127.0.0.1:9 "$@" > {out}'
    for asked, more in (("Username:", []), ("Password for admin:", ["--user", "admin"])):
        argv = ["sh", "-c", line, "sh", *more]
        with Terminal(argv, env={"PYTHONPATH": str(ROOT)}) as terminal:
            terminal.wait_for(asked).send(b"\x04")
            assert terminal.wait_exit() == ERROR
            assert "Not signed in: nothing was typed." in terminal.text()
    assert out.read_text() == ""


def test_a_session_is_kept_until_logout(demo: DemoProcess) -> None:
    sign_in(demo)

    who = svc_tui("whoami", "--url", demo.url, "-o", "json")
    assert who.code == OK
    profile = json.loads(who.out)
    assert profile["username"] == "editor"
    assert profile["groups"] == ["editors"]
    assert "change_article" in profile["permissions"]

    out = svc_tui("logout", "--url", demo.url)
    assert (out.code, out.out) == (OK, f"Signed out editor at {demo.url}.\n")

    nobody = svc_tui("whoami", "--url", demo.url)
    assert nobody.code == NOT_SIGNED_IN
    assert "`svc-tui login`" in sentence(nobody)


def test_whoami_reads_like_a_page_for_people(demo: DemoProcess) -> None:
    sign_in(demo, "viewer")
    lines = svc_tui("whoami", "--url", demo.url).out.splitlines()
    assert lines[:3] == ["viewer", "groups: viewers", "permissions:"]
    assert "  view_article" in lines


def test_the_flags_of_all_commands_may_stand_before_the_command(demo: DemoProcess) -> None:
    done = svc_tui("--url", demo.url, "whoami")
    assert done.code == NOT_SIGNED_IN


def test_signing_out_twice_is_no_error(demo: DemoProcess) -> None:
    done = svc_tui("logout", "--url", demo.url)
    assert (done.code, done.out) == (OK, f"Not signed in at {demo.url}.\n")


def test_a_wrong_password_is_said_and_shown_nowhere(demo: DemoProcess) -> None:
    done = svc_tui(
        "login", "--url", demo.url, "--user", "editor", "--password-stdin", stdin="hunter2\n"
    )
    assert done.code == NOT_SIGNED_IN
    assert sentence(done).startswith("Sign-in failed. Check your username")
    assert "hunter2" not in done.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (["--user", "editor"], "", "No terminal to ask for the password"),
        ([], "", "No terminal to ask for the username"),
        (["--user", "editor", "--password-stdin"], "", "--password-stdin got an empty line"),
    ],
)
def test_login_without_a_terminal_says_what_it_needs(
    demo: DemoProcess, arguments: list[str], stdin: str, said: str
) -> None:
    done = svc_tui("login", "--url", demo.url, *arguments, stdin=stdin)
    assert done.code == USAGE
    assert sentence(done).startswith(said)


def test_a_server_that_is_gone_costs_no_session(tmp_path: Path, own_places: Path) -> None:
    with DemoProcess(tmp_path / "backend", rows=1) as demo:
        sign_in(demo)
    done = svc_tui("whoami", "--url", demo.url)
    assert done.code == ERROR
    assert "the connection was refused" in sentence(done)
    assert [*(own_places / "svc-state" / "sessions").glob("*.json")] != []


def test_a_session_that_others_could_read_is_refused(demo: DemoProcess, own_places: Path) -> None:
    sign_in(demo)
    [kept] = (own_places / "svc-state" / "sessions").glob("*.json")
    kept.chmod(0o644)
    done = svc_tui("whoami", "--url", demo.url)
    assert done.code == NOT_SIGNED_IN
    assert "can be read by other users" in sentence(done)
    assert kept.exists()


def test_a_broken_session_is_kept_aside(demo: DemoProcess, own_places: Path) -> None:
    sign_in(demo)
    [kept] = (own_places / "svc-state" / "sessions").glob("*.json")
    kept.write_text('{"cookies": [')
    done = svc_tui("whoami", "--url", demo.url)
    assert done.code == NOT_SIGNED_IN
    assert "is damaged and was moved to" in sentence(done)
    assert kept.with_suffix(".broken").exists()


def test_login_says_when_nothing_can_be_kept(demo: DemoProcess, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    done = svc_tui(
        *("login", "--url", demo.url, "--user", "editor", "--password-stdin"),
        stdin="editor",
        env={"SVC_TUI_STATE_DIR": str(blocked / "state")},
    )
    assert done.code == ERROR
    assert "can't be written" in sentence(done)


def test_a_session_whose_cookie_has_another_name_is_kept(
    stock: StockProcess, tmp_path: Path
) -> None:
    file = stock.console_file(tmp_path)
    file.write_text(file.read_text().replace('session_cookie = "sessionid"\n', ""))
    config = ("--config", str(file))

    done = svc_tui("login", *config, "--user", "admin", "--password-stdin", stdin="admin")
    who = svc_tui("whoami", *config)

    assert done.code == OK
    assert who.out.startswith("admin")


def test_the_log_is_private_and_holds_no_secret(demo: DemoProcess, tmp_path: Path) -> None:
    log = tmp_path / "svc.log"
    done = svc_tui(
        *("login", "--url", demo.url, "--user", "editor", "--password-stdin", "--log", str(log)),
        stdin="editor",
    )
    assert done.code == OK
    text = log.read_text()
    assert "POST /api/auth/login 2" in text
    assert [word for word in ("__svc_session", "csrftoken", "password") if word in text] == []
    assert os.stat(log).st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "command", [["whoami"], ["init"], ["upload", "picture.jpg"]], ids=["whoami", "init", "upload"]
)
def test_a_backend_that_can_not_be_reached_is_said_before_anybody_is_sent_to_sign_in(
    command: list[str], tmp_path: Path
) -> None:
    (tmp_path / "picture.jpg").write_bytes(b"x")

    done = svc_tui(*command, "--url", "http://127.0.0.1:1", cwd=tmp_path)

    assert done.code == ERROR
    assert sentence(done).startswith("Could not reach 127.0.0.1:1")
    assert "signed in" not in done.err


def test_a_user_without_a_user_name_is_called_by_the_address(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    file = fresh_stock.console_file(tmp_path)
    profile = {"id": 5, "email": "ada@x.test", "is_superuser": True}
    fresh_stock.fault("/api/auth/me/", times=None, status=200, body=profile)
    words = ("--config", str(file))

    done = svc_tui("login", *words, "--user", "admin", "--password-stdin", stdin="admin")
    who = svc_tui("whoami", *words)
    doctor = svc_tui("doctor", *words)

    assert done.out.startswith("Signed in as ada@x.test at ")
    assert who.out.splitlines()[0] == "ada@x.test (superuser)"
    assert "Signed in as ada@x.test, a superuser with all permissions." in doctor.out
