"""The verbs on a small backend with a log of its writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.backends.rows import RowsProcess
from tests.cli.runs import Done, svc_tui

CONSOLE = """\
[svc]
base_url = "{url}"
dialect = "rest"
trailing_slash = false

[svc.auth]
kind = "none"

[[resources]]
name = "items"
endpoint = "/items"
columns = ["id", "title", "status"]
filters = [{{ value = "status", choices = [{{ value = "draft", text = "Draft" }},
  {{ value = "review", text = "In review" }}, {{ value = "published", text = "Published" }}] }}]
fields = [
  {{ key = "slug" }},
  {{ key = "title", required = true }},
  {{ key = "status", type = "select", attrs = {{ items = ["draft", "review", "published"] }} }},
  {{ key = "note", type = "textarea" }},
]

[[resources.actions]]
label = "Stamp"
request = {{ method = "POST", path = "{{endpoint}}/{{id}}/stamp/" }}

[[resources.actions]]
label = "Publish"
handle_all = true
request = {{ method = "PATCH", path = "{{endpoint}}/{{id}}/", body = {{ status = "published" }} }}
"""


class Rows:
    """The backend, and a console file for it."""

    def __init__(self, process: RowsProcess, folder: Path) -> None:
        self.process, self.folder = process, folder
        self.config = folder / "rows.toml"
        self.config.write_text(CONSOLE.format(url=process.url))

    def __call__(self, *arguments: str | Path, stdin: str = "", **more: Any) -> Done:
        verb, *rest = map(str, arguments)
        return svc_tui(verb, "--config", str(self.config), *rest, stdin=stdin, **more)

    def lines(self, *arguments: str | Path, code: int = 0, **more: Any) -> list[dict[str, Any]]:
        """Run a verb with `-o ndjson`, and return what it printed."""
        done = self(*arguments, "-o", "ndjson", **more)
        assert done.code == code, done.err
        return [json.loads(line) for line in done.out.splitlines()]

    @property
    def writes(self) -> list[str]:
        return self.process.writes()


@pytest.fixture(scope="session")
def rows_process() -> Iterator[RowsProcess]:
    with RowsProcess() as process:
        yield process


@pytest.fixture
def rows(rows_process: RowsProcess, tmp_path: Path) -> Rows:
    """Forty rows that a test may write."""
    rows_process.reset()
    return Rows(rows_process, tmp_path)
