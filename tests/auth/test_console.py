"""Every kind of sign-in through the console: by keys, on real backends."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import httpx
import pytest
from textual.widgets import Input

from svc_tui.app.app import SvcApp
from tests.backends.accounts import AccountsProcess
from tests.backends.plain import PlainProcess
from tests.console import Person, demo_console, person_at

KINDS = ("form", "token", "jwt", "basic")
PLAIN = """\
[svc]
base_url = "{url}"
dialect = "rest"
trailing_slash = false

[svc.auth]
{auth}

[[resources]]
name = "articles"
endpoint = "/articles"
columns = ["id", "title"]
fields = [{{ key = "title", type = "text" }}]
"""


def console(url: str, file: Path, state: Path, user: str | None = None) -> SvcApp:
    """A console of a file, where nobody has signed in yet; `user` signs in at the start."""
    return demo_console(url, state, user=user, file=file, start="/articles")


async def sign_in(person: Person, user: str, password: str) -> None:
    """Fill in the sign-in and send it."""
    await person.sees("Sign in")
    if user:
        await person.type(user)
        await person.press("enter")
    await person.type(password)
    await person.press("enter")


async def edit_title(person: Person, title: str) -> None:
    """Type a title in the open form, in the place of the one that is there."""
    field = person.app.screen.query_one("SvcField Input", Input)
    field.focus()
    field.value = title
    await person.until(lambda: person.app.svc is not None and person.app.svc.router.unsaved)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_session_that_ends_over_a_form_costs_nothing_typed(
    kind: str, accounts: AccountsProcess, tmp_path: Path
) -> None:
    file = accounts.console_file(tmp_path, kind)
    async with person_at(console(accounts.url, file, tmp_path / "state")) as person:
        await sign_in(person, "editor", "editor")
        await person.sees("Article 01")
        await person.goes_to("/articles/2")
        await person.sees("Article 02")
        await edit_title(person, "Typed before the end")
        accounts.end_sessions()
        accounts.change_password("editor", "second")
        await person.press("f2")
        await person.sees("Your session has ended.")
        await person.may_type()
        await person.type("second")
        await person.press("enter")
        await person.sees("Save now?", "Typed before the end")
        assert accounts.title(2) == "Article 02"
        await person.press("y")
        await person.until(lambda: accounts.title(2) == "Typed before the end")
        assert person.app.svc is not None
        await person.app.svc.auth.logout()
        await person.sees("Username")
        assert not [*(tmp_path / "state").rglob("sessions/*.json")]


async def test_an_api_key_is_asked_for_by_its_name(keyed: PlainProcess, tmp_path: Path) -> None:
    auth = 'kind = "api_key"\nlogin = { path = "/articles" }'
    file = tmp_path / "svc.toml"
    file.write_text(PLAIN.format(url=keyed.url, auth=auth))
    async with person_at(console(keyed.url, file, tmp_path / "state")) as person:
        await person.sees("API key")
        await person.until(lambda: "Username" not in person.text())
        await sign_in(person, "", "wrong")
        await person.sees("no valid key")
        await sign_in(person, "", "k3y")
        await person.sees("Row 3")
        await person.goes_to("/articles/3")
        await person.sees("Row 3")
        await edit_title(person, "By key")
        httpx.post(f"{keyed.url}/_test/key", json={"key": "new"}, trust_env=False)
        await person.press("f2")
        await person.sees("Your session has ended.", "API key")
        await person.may_type()
        await person.type("new")
        await person.press("enter")
        await person.sees("Save now?")
        await person.press("y")
        await person.until(lambda: _title(keyed, 3, "new") == "By key")


async def test_without_accounts_nothing_asks_to_sign_in_or_out(
    plain: PlainProcess, tmp_path: Path
) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(PLAIN.format(url=plain.url, auth='kind = "none"'))
    async with person_at(console(plain.url, file, tmp_path / "state"), (120, 30)) as person:
        await person.sees("Row 3")
        assert "guest" not in person.text()
        await person.goes_to("/articles/3")
        await person.sees("Row 3")
        await edit_title(person, "By anybody")
        await person.press("f2")
        await person.until(lambda: _title(plain, 3) == "By anybody")
        await person.press("ctrl+p")
        await person.type("Sign")
        await person.settles()
        assert "Sign out" not in person.text()


async def test_the_password_command_signs_in_at_the_start(
    accounts: AccountsProcess, tmp_path: Path
) -> None:
    program = tmp_path / "secret.py"
    program.write_text("print('editor')\n")
    command = json.dumps([sys.executable, str(program)])
    file = accounts.console_file(tmp_path, "jwt", f"password_command = {command}")
    file.write_text(file.read_text().replace("[svc]\n", '[svc]\nuser = "editor"\n', 1))
    async with person_at(console(accounts.url, file, tmp_path / "state")) as person:
        await person.sees("Article 01")
        kept = [*(tmp_path / "state").rglob("sessions/*.json")]
        assert [stat.S_IMODE(one.stat().st_mode) for one in kept] == [0o600]
        token = person.app.svc.jar.tokens["token"] if person.app.svc else ""
        assert token and token not in person.text()
        assert token not in str([*person.app.svc.fetch.history] if person.app.svc else "")


def _title(process: PlainProcess, id: int, key: str = "") -> str:
    headers = {"X-API-Key": key}
    answer = httpx.get(f"{process.url}/articles/{id}", headers=headers, trust_env=False)
    return str(answer.json()["title"])
