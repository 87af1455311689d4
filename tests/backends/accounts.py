"""A small Django site that is signed in to in several ways, with the site in `accounts_site/`.

Articles are at `/form/articles/`, `/token/articles/`, `/jwt/articles/` and `/basic/articles/`;
those of `form` anybody may read, as in REST framework's tutorial. Passwords are the names of the
accounts, `admin` and `editor`. Under `/_test/` is what the methods of `AccountsProcess` use.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx

from tests.backends.process import ServerProcess

SITE = Path(__file__).with_name("accounts_site")

SIGN_INS = {
    "form": 'kind = "form"',
    "token": """\
kind        = "token"
login       = { path = "/token/login/" }
header      = "Authorization: Token {token}"
profile     = "/token/me/"
profile_map = { id = "user.pk", username = "user.login", email = "user.mail" }""",
    "jwt": """\
kind        = "token"
login       = { path = "/jwt/login/" }
token       = "access"
refresh     = { path = "/jwt/refresh/" }
profile     = "/jwt/me/"
profile_map = { id = "user.pk", username = "user.login" }""",
    "basic": """\
kind  = "basic"
login = { path = "/basic/articles/" }""",
}
"""The table `[svc.auth]` of each kind."""


class AccountsProcess(ServerProcess):
    """The site as a process."""

    def __init__(self) -> None:
        super().__init__(sys.executable, SITE)

    def console_file(self, folder: Path, kind: str, more: str = "") -> Path:
        """Write a `svc.toml` for one way to sign in; `more` are lines of `[svc.auth]`."""
        file = folder / "svc.toml"
        file.write_text(
            f'[svc]\nbase_url = "{self.url}"\ndialect = "rest"\n\n'
            f"[svc.auth]\n{SIGN_INS[kind]}\n{more}\n\n"
            f'[[resources]]\nname = "articles"\nendpoint = "/{kind}/articles"\n'
            'columns = ["id", "title"]\nfields = [{ key = "title", type = "text" }]\n'
        )
        return file

    def reset(self) -> None:
        """Put accounts and articles back; nobody is signed in any more."""
        self._door("reset")

    def end_sessions(self) -> None:
        """Sign everybody out, in every way."""
        self._door("end-sessions")

    def change_password(self, user: str, password: str) -> None:
        """Give a user another password."""
        self._door("password", user=user, password=password)

    def lifetime(self, seconds: float) -> None:
        """Let web tokens that are made from now on live so long."""
        self._door("lifetime", seconds=seconds)

    def title(self, id: int) -> str:
        """The title of an article in the database."""
        return str(self._door("title", id=id)["title"])

    def seen(self, asked: str) -> int:
        """How often an address was asked since the last reset: `POST /jwt/refresh/`."""
        return int(self._door("seen")["seen"].get(asked, 0))

    def _door(self, wish: str, **wanted: Any) -> Any:
        answer = httpx.post(f"{self.url}/_test/{wish}/", json=wanted, timeout=60, trust_env=False)
        return answer.raise_for_status().json()
