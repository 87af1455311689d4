"""The server with nothing standard and its dialect, both taken from the document."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from socket import create_server

import httpx
import pytest

from svc_tui.app.app import SvcApp
from svc_tui.cli.loading import load
from tests.backends.node_process import await_server
from tests.code_blocks import ROOT, project
from tests.console import person_at
from tests.wires.rows import Walker, edit

PAGE = ROOT / "docs" / "how-to" / "dialect.md"
KEY = {"Shelf-Key": "open"}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of the server; its dialect and console file are in `tmp_path`."""
    files = dict(project(PAGE))
    assert len(files["server.py"].splitlines()) <= 60
    assert len([line for line in files["shelf.py"].splitlines() if line.strip()]) <= 30
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    [toml] = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    files["svc.toml"] = toml.replace("http://127.0.0.1:8000", url)
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    command = [sys.executable, tmp_path / "server.py", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            await_server(url, process)
            yield url
        finally:
            process.terminate()
            sys.modules.pop("shelf", None)


async def test_a_person_gets_from_the_key_to_a_saved_edit(shelf: str, tmp_path: Path) -> None:
    app = SvcApp(
        load=partial(load, tmp_path / "svc.toml", {}, environ={}, state=tmp_path / "state"),
        start="/",
    )
    async with person_at(app, (100, 30)) as person:
        by = Walker(person)
        await person.sees("API key")
        await by.type("no\n")
        await person.sees("The key is wrong.")
        refused, by.keys = by.keys, 0
        await by.type("open\n")
        await person.sees("· Things")
        await person.settles()
        await by.type("2")
        await person.sees("shelf/02", "Thing 02", "2023-11-17", "45")
        await person.settles()
        await by.press("down", "enter")
        await person.until(lambda: person.location == "/things/shelf%2F02")
        await person.sees("Thing 02")
        await person.settles()
        await edit(by, "Thing 02")
        await by.press("f2")
        await person.told_of("Saved.")
        assert refused == 3

    stored = httpx.get(f"{shelf}/shelf/shelf%2F02", headers=KEY, trust_env=False).json()
    assert stored["told"]["thing"] == {
        "ref": "shelf/02", "label": "Thing 02X", "pieces": 2, "bought": 1_700_179_200
    }  # fmt: skip
    row = f"| [A server with nothing standard](how-to/dialect.md) | `svc-tui` | {by.keys} |"
    assert row in (ROOT / "docs" / "servers.md").read_text("utf-8")
