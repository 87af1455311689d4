"""`svc-tui init` on every shape of backend that the demo knows, and a form opened with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.cli.exits import OK
from svc_tui.config.load import load_console
from svc_tui.demo.options import VARIANTS
from svc_tui.widgets.form.field import SvcField
from tests.backends.demo import DemoProcess
from tests.cli.runs import svc_tui
from tests.console import demo_console, person_at
from tests.screens.lists import table_of

PAGINATION = {"limit-offset": "offset", "cursor": "cursor"}
"""What the file has to say; pages by number and whole arrays need no word."""


@pytest.mark.parametrize("variant", VARIANTS)
async def test_what_init_writes_opens_a_form(variant: str, tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    with DemoProcess(tmp_path / "backend", rows=30, variant=variant) as demo:
        flags = ("--url", demo.url, "--user", "admin", "--password-stdin", "--output", str(file))
        done = svc_tui("init", *flags, stdin="admin")
        assert done.code == OK, done.err
        articles = load_console(file, environ={}).resources[0]
        assert articles.pagination == PAGINATION.get(variant)
        app = demo_console(demo.url, tmp_path / "state", file=file, start="/articles")
        async with person_at(app, size=(100, 30)) as person:
            await person.sees("Articles", "Title")
            await person.until(lambda: table_of(person).grid.current_row)
            row = table_of(person).grid.current_row or {}
            await person.press("enter")
            await person.until(lambda: app.screen.query(SvcField))
            await person.sees(row["title"][:20])

            assert person.location == f"/articles/{row['id']}"
            assert {"title", "status"} <= {one.key for one in articles.fields}
