"""The commands on backends with other sign-ins than a session cookie."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from svc_tui.api.fetch import SvcFetch
from svc_tui.app.auth_detection import auth_lines, suggested_auth
from svc_tui.cli.exits import ERROR, NOT_SIGNED_IN, OK, USAGE
from tests.backends.accounts import AccountsProcess
from tests.backends.plain import PlainProcess
from tests.cli.runs import sentence, svc_tui
from tests.fakes import BASE, FakeBackend, json_answer

PRINTS = "import sys; print(open(sys.argv[1]).read())"
"""A program that prints a file, as `cat` does."""


@pytest.fixture(scope="module")
def accounts() -> Iterator[AccountsProcess]:
    """The site; these tests only read."""
    with AccountsProcess() as process:
        yield process


@pytest.mark.parametrize("kind", ["form", "token", "jwt"])
def test_a_sign_in_is_kept_for_the_commands_until_logout(
    kind: str, accounts: AccountsProcess, tmp_path: Path
) -> None:
    file = str(accounts.console_file(tmp_path, kind))
    done = svc_tui(
        "login", "--config", file, "--user", "editor", "--password-stdin", stdin="editor"
    )
    who = svc_tui("whoami", "--config", file)
    checked = svc_tui("doctor", "--config", file, "--json")
    out = svc_tui("logout", "--config", file)
    nobody = svc_tui("whoami", "--config", file)

    assert (done.code, done.out) == (OK, f"Signed in as editor at {accounts.url}.\n")
    assert who.out == "editor\npermissions: not reported by the backend\n"
    said = [one["sentence"] for one in json.loads(checked.out)["checks"]]
    assert "Signed in as editor. The backend doesn't report permissions." in said, said
    assert out.out == f"Signed out editor at {accounts.url}.\n"
    assert nobody.code == NOT_SIGNED_IN and "`svc-tui login`" in sentence(nobody)


def test_a_basic_password_comes_from_a_program_and_is_never_kept(
    accounts: AccountsProcess, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("editor\n")
    command = json.dumps([sys.executable, "-c", PRINTS, str(secret)])
    file = accounts.console_file(tmp_path, "basic", f"password_command = {command}")
    config = ["--config", str(file), "--user", "editor"]
    told = svc_tui("login", *config)
    who = svc_tui("whoami", *config)
    secret.write_text("wrong\n")
    refused = svc_tui("whoami", *config)
    secret.unlink()
    failed = svc_tui("whoami", *config)

    assert told.code == OK and "passwords are never saved" in told.out
    assert who.out.splitlines()[0] == "editor"
    assert refused.code == NOT_SIGNED_IN and "Check your username" in sentence(refused)
    assert "failed (" in failed.err and "`password_command`" in failed.err
    assert "No such file" in sentence(failed)


def test_a_password_command_of_a_file_that_was_only_found_does_not_run(
    accounts: AccountsProcess, tmp_path: Path
) -> None:
    trace = tmp_path / "ran"
    command = json.dumps([sys.executable, "-c", f"open({str(trace)!r}, 'w')"])
    accounts.console_file(tmp_path, "jwt", f"password_command = {command}")
    done = svc_tui("whoami", "--user", "editor", cwd=tmp_path)
    shown = svc_tui("trust", cwd=tmp_path)

    assert done.code == NOT_SIGNED_IN
    assert "the password command does not run" in done.err
    assert "open(" in shown.out
    assert not trace.exists()


def test_an_api_key_is_piped_in_without_a_user(tmp_path: Path) -> None:
    with PlainProcess("k3y") as backend:
        file = tmp_path / "svc.toml"
        file.write_text(
            f'[svc]\nbase_url = "{backend.url}"\ndialect = "rest"\n[svc.auth]\nkind = "api_key"\n'
            'login = { path = "/articles" }\n'
        )
        wrong = svc_tui("login", "--config", str(file), "--password-stdin", stdin="no")
        done = svc_tui("login", "--config", str(file), "--password-stdin", stdin="k3y")
        who = svc_tui("whoami", "--config", str(file))

    assert wrong.code == NOT_SIGNED_IN and "no valid key" in sentence(wrong)
    assert done.code == OK and "k3y" not in done.out + done.err
    assert who.out.splitlines()[0] == "api-key"


def test_a_key_is_tried_on_the_first_list_that_the_file_names(tmp_path: Path) -> None:
    with PlainProcess("k3y") as backend:
        file = tmp_path / "svc.toml"
        file.write_text(
            f'[svc]\nbase_url = "{backend.url}"\ndialect = "rest"\ntrailing_slash = false\n'
            '[svc.auth]\nkind = "api_key"\n[[resources]]\nname = "rows"\nendpoint = "/articles"\n'
        )
        wrong = svc_tui("login", "--config", str(file), "--password-stdin", stdin="no")
        done = svc_tui("login", "--config", str(file), "--password-stdin", stdin="k3y")

    assert wrong.code == NOT_SIGNED_IN and "no valid key" in sentence(wrong)
    assert done.code == OK and done.out.startswith("Signed in as api-key")


@pytest.mark.parametrize("kind", ["basic", "api_key"])
def test_a_secret_that_nothing_is_tried_on_is_not_called_right(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(f'[svc]\nbase_url = "{BASE}"\n[svc.auth]\nkind = "{kind}"\n')
    words = ["--config", str(file), "--user", "editor", "--password-stdin"]
    done = svc_tui("login", *words, stdin="editor")

    assert done.code == USAGE
    assert "no address that it could be tried on" in done.err and not done.out


def test_a_key_that_a_kind_of_sign_in_does_not_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(
        f'[svc]\nbase_url = "{BASE}"\n[svc.auth]\nrefresh = {{ path = "/again/" }}\n'
        'header = "Authorization: Token {token}"\n'
    )
    done = svc_tui("whoami", "--config", str(file))

    assert done.code == USAGE
    assert 'has header, which kind = "session" does not use' in done.err


def test_where_nobody_signs_in_that_is_said(tmp_path: Path) -> None:
    with PlainProcess() as backend:
        file = tmp_path / "svc.toml"
        file.write_text(
            f'[svc]\nbase_url = "{backend.url}"\ndialect = "rest"\ntrailing_slash = false\n'
            '[svc.auth]\nkind = "none"\n[[resources]]\nname = "articles"\nendpoint = "/articles"\n'
        )
        done = svc_tui("login", "--config", str(file))
        out = svc_tui("logout", "--config", str(file))
        checked = svc_tui("doctor", "--config", str(file))

    assert done.code == OK and done.out.startswith("No sign-in is needed at")
    assert out.out.startswith("Not signed in at")
    assert "No sign-in is used" in checked.out
    assert "articles: /articles has 7 records" in checked.out


def test_init_writes_down_the_sign_in_that_it_used(
    accounts: AccountsProcess, tmp_path: Path
) -> None:
    half, whole = tmp_path / "half.toml", tmp_path / "whole.toml"
    half.write_text(
        f'[svc]\nbase_url = "{accounts.url}/jwt"\ndialect = "rest"\n[svc.auth]\nkind = "token"\n'
        'login = { path = "/login/" }\nrefresh = { path = "/refresh/" }\nprofile = "/me/"\n'
        'profile_map = { id = "user.pk", username = "user.login" }\n'
    )
    words = ["--user", "editor", "--password-stdin", "--output", str(whole)]
    done = svc_tui("init", "--config", str(half), *words, stdin="editor")
    assert done.code == OK, done.err
    with half.open("rb") as before, whole.open("rb") as after:
        old, new = tomllib.load(before)["svc"], tomllib.load(after)
    assert [one["endpoint"] for one in new["resources"]] == ["/articles/"]
    written = new["svc"]["auth"]
    assert (written["kind"], written["profile"]) == ("token", "/me/")
    assert written["login"]["path"] == "/login/"
    assert written["profile_map"] == old["auth"]["profile_map"]
    assert svc_tui("whoami", "--config", str(whole)).out.splitlines()[0] == "editor"


def test_a_sign_in_that_is_not_there_is_answered_with_lines_for_the_file(
    accounts: AccountsProcess, tmp_path: Path
) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(f'[svc]\nbase_url = "{accounts.url}"\ndialect = "rest"\n')
    words = ["--config", str(file)]
    done = svc_tui("login", *words, "--user", "editor", "--password-stdin", stdin="editor")
    checked = svc_tui("doctor", *words)

    assert done.code == ERROR
    assert done.err.endswith('[svc.auth]\nkind = "form"\nlogin = { path = "/api-auth/login/" }\n')
    assert 'Write kind = "form", login = { path = "/api-auth/login/" } under' in checked.out


async def test_an_address_that_gives_tokens_is_found_by_its_methods() -> None:
    backend = FakeBackend()
    backend.on("OPTIONS", "/api/token/", json_answer({}, headers={"allow": "POST, OPTIONS"}))
    fetch = SvcFetch(BASE, transport=backend.transport)

    assert auth_lines(await suggested_auth(fetch))[:2] == [
        'kind = "token"',
        'login = { path = "/api/token/" }',
    ]
    assert {request.method for request in backend.requests} <= {"GET", "OPTIONS"}
