"""Plain Django REST framework as a child process, with the small site in `stock/`.

Nothing in it is made for this console: session authentication with Django's own cookies, CSRF,
403 for the anonymous, pages by number, and no API root. Passwords are the names of the accounts,
`admin` and `editor`. Under `/_test/` is what the methods of `StockProcess` use.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx

from tests.backends.process import ServerProcess

SITE = Path(__file__).with_name("stock")

CONSOLE = """\
[svc]
base_url       = "{url}"
title          = "Stock"
auth_login_url = "/api/auth/login/"
user_info_api  = "/api/auth/me/"
logout_url     = "/api/auth/logout/"
session_cookie = "sessionid"
{svc}
[[resources]]
name     = "articles"
endpoint = "/api/articles"
columns  = ["title", {{ key = "status", format = "badge", sortable = true }}, "price"]
fields   = [
  {{ key = "title", type = "text", required = true }},
  {{ key = "body", type = "textarea" }},
  {{ key = "status", type = "select", attrs = {{ items = ["draft", "review", "published"] }} }},
  {{ key = "price", type = "number" }},
  {{ key = "published_at", type = "datetime" }},
  {{ key = "author", type = "fks", attrs = {{ endpoint = "/api/authors" }} }},
  {{ key = "meta", type = "json" }},
  {{ key = "settings", type = "json" }},
]

[[resources]]
name     = "authors"
endpoint = "/api/authors"
columns  = ["name", "email"]
fields   = [{{ key = "name", type = "text" }}, {{ key = "email", type = "text" }}]

[[resources]]
name     = "categories"
endpoint = "/api/categories"
lookup   = "url"
columns  = ["name", "url"]
fields   = [{{ key = "name", type = "text" }}, {{ key = "description", type = "textarea" }}]

[[resources]]
name     = "pages"
endpoint = "/api/pages"
lookup   = "slug"
columns  = ["id", "slug", "title"]
fields   = [{{ key = "title", type = "text" }}, {{ key = "body", type = "textarea" }}]

[[resources]]
name     = "countries"
endpoint = "/api/countries"
columns  = ["name", "code"]
fields   = [{{ key = "name", type = "text" }}, {{ key = "code", type = "text" }}]

[[resources]]
name     = "notes"
endpoint = "/api/notes"
columns  = ["text", "done"]
fields   = [{{ key = "text", type = "text" }}, {{ key = "done", type = "boolean" }}]

[[resources]]
name     = "steps"
endpoint = "/api/steps"
columns  = ["name", "position"]
fields   = [{{ key = "name", type = "text" }}, {{ key = "position", type = "number" }}]
"""


class StockProcess(ServerProcess):
    """The site in a folder; `described` by an OpenAPI document of drf-spectacular."""

    def __init__(self, folder: Path, *, port: int = 0, described: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        more = ["--described"] if described else []
        super().__init__(sys.executable, SITE, "--dir", folder, "--port", str(port), *more)

    def console_file(self, folder: Path, svc: str = "") -> Path:
        """Write a `svc.toml` for this backend into a folder; `svc` are more lines of `[svc]`."""
        file = folder / "svc.toml"
        file.write_text(CONSOLE.format(url=self.url, svc=svc))
        return file

    def reset(self) -> None:
        """Put the rows and accounts back; faults and sessions are gone."""
        self._door("reset")

    def end_sessions(self) -> int:
        """Sign everybody out; returns how many sessions there were."""
        return int(self._door("end-sessions")["ended"])

    def fault(
        self,
        path: str = "",
        *,
        method: str = "*",
        times: int | None = 1,
        status: int | None = None,
        body: Any = "",
        content_type: str = "application/json",
        headers: dict[str, str] | None = None,
        delay: float = 0,
        drop: bool = False,
        after: bool = False,
    ) -> None:
        """Spoil the next `times` answers (None: all) to a method and a path.

        `path` is a regular expression that is searched for. Without a status, the site answers,
        after `delay` seconds; `drop` closes the connection instead. A `body` that is no text is
        sent as JSON. With `after`, the site does what was asked, and only its answer is lost.
        """
        self._door(
            "fault",
            method=method,
            path=path,
            times=times,
            status=status,
            body=body,
            content_type=content_type,
            headers=headers or {},
            delay=delay,
            drop=drop,
            after=after,
        )

    def clear_faults(self) -> None:
        """Answer everything as it is from here on."""
        self._door("clear")

    def requests(self) -> list[dict[str, str]]:
        """Every request since the last reset: `method`, `path`, `query`."""
        return list(self._door("requests"))

    def rows(self, model: str, **where: Any) -> list[dict[str, Any]]:
        """What the database holds of a model: `rows("article", id=3)`."""
        return list(self._door("rows", model=model, where=where))

    def change(self, model: str, id: int, **values: Any) -> None:
        """Somebody else changes a row: `change("article", 3, title="Theirs")`."""
        self._door("change", model=model, where={"id": id}, values=values)

    def _door(self, wish: str, **wanted: Any) -> Any:
        address = f"{self.url}/_test/{wish}"
        answer = httpx.post(address, json=wanted, timeout=60, trust_env=False, verify=False)
        return answer.raise_for_status().json()
