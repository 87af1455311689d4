"""`transport = "module:object"`: requests go through it, from trusted files only."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui import Svc
from svc_tui.config.load import load_console

MODULE = """\
import httpx

def made():
    return httpx.MockTransport(lambda request: httpx.Response(200, json=[{"id": 7}]))

BROKEN = 3
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own_wire.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "svc.toml"
    file.write_text('[svc]\nbase_url = "http://api.test"\ntransport = "own_wire:made"\n')
    return file


async def test_requests_go_through_the_transport_of_the_file(file: Path) -> None:
    async with Svc(options=load_console(file, environ={}).options) as svc:
        page = await svc.crud("/rows").list()

    assert page.results == [{"id": 7}]


def test_a_file_that_was_only_found_names_no_transport(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    console = load_console(environ={})

    assert console.options.transport is None
    assert "the transport does not run" in console.held


@pytest.mark.parametrize("name", ["BROKEN", "absent"])
def test_what_is_no_transport_is_said(file: Path, name: str) -> None:
    file.write_text(file.read_text().replace("made", name))

    with pytest.raises(ValueError, match=f"own_wire:{name}"):
        Svc(options=load_console(file, environ={}).options)
