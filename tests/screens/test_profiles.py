"""Profiles are switched without a restart; each keeps its place, its drafts and its session."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from svc_tui.app.app import SvcApp
from svc_tui.cli.console import prepare
from svc_tui.cli.loading import load
from svc_tui.widgets.listing.grid import ListGrid
from tests.backends.demo import DemoProcess
from tests.console import person_at

FILE = """
[svc]
base_url = "{url}"
title = "Newsroom"

[profiles.staging]
user = "editor"
title = "Newsroom"

[profiles.production]
user = "admin"
protect = true
read_only = true

[profiles.broken]
base_url = "http://127.0.0.1:1"
auth.login = {{ path = "http://127.0.0.1:2/elsewhere" }}

[[resources]]
name = "articles"
endpoint = "/api/articles"
columns = ["title"]
fields = [{{ key = "title" }}]

[[resources]]
name = "tags"
endpoint = "/api/tags"
columns = ["name"]
"""


async def test_profiles_are_switched_in_the_console(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(FILE.format(url=fresh_demo.url), "utf-8")
    prepare()
    wishes = {"profile": "staging"}
    app = SvcApp(
        load=partial(load, file, wishes, password="editor", environ={}, state=tmp_path / "state"),
        start="/articles",
    )
    async with person_at(app, (110, 30)) as person:
        await person.sees("Newsroom · staging", "editor@", "1-20 of")
        await person.press("full_stop")
        await person.sees("21-40 of")

        await person.press("g", "P")
        await person.sees("Switch to which profile?", "staging (shown)", "production")
        await person.press("2")
        await person.sees("Password", "admin")
        await person.type("admin\n")
        await person.sees("Newsroom · production [PROD] [RO]", "admin@", "Articles")
        await person.until(lambda: app.page and app.page.query("SvcTopbar.-protected"))
        await person.goes_to("/tags")
        await person.settles()
        await person.sees("[PROD] Tags")
        assert app.page.query_one(ListGrid).styles.border_top[0] == "heavy"
        await person.press("colon")
        await person.type("profile staging\n")
        await person.sees("Newsroom · staging", "21-40 of", "editor@")
        assert app.page.query_one(ListGrid).styles.border_top[0] == "round"

        await person.press("enter")
        await person.sees("Title")
        await person.press("enter")
        await person.type("!")
        await person.press("escape")
        await person.press("colon")
        await person.type("profile production\n")
        await person.sees("Unsaved changes")
        await person.press("escape")
        await person.sees("Newsroom · staging")
        await person.press("colon")
        await person.type("profile production\n")
        await person.sees("Unsaved changes")
        await person.may_type()
        await person.press("x")
        await person.sees("Newsroom · production")
        await person.until(lambda: person.location == "/tags")
        await person.settles()

        await person.press("colon")
        await person.type("profile nowhere\n")
        await person.until(lambda: any("There is no profile nowhere" in t for t in person.toasts))
        await person.press("colon")
        await person.type("profile broken\n")
        await person.until(lambda: any("broken can't be opened" in t for t in person.toasts))
        await person.sees("Newsroom · production")
        await person.until(lambda: person.location == "/tags")
        await person.settles()
