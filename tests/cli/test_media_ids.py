"""Files and folders of a library whose ids are UUIDs are named by them, as numbers are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from svc_tui import Svc
from svc_tui.cli.exits import CommandError
from svc_tui.cli.media import items_of
from svc_tui.cli.upload import folder_id
from svc_tui.config.options import AuthOptions, Options

FILE, FOLDER = "8cbb43fe-4cdf-4991-8352-c461779cec02", "677A9137-01f7-4e7d-9d1b-2c6f2f9b0a11"
FILES = [{"id": FILE, "filename_download": "cat.png", "title": "Cat", "filesize": "3"}]


def directus(request: httpx.Request) -> httpx.Response:
    path = request.url.path.rstrip("/")
    if path.startswith("/folders"):
        return httpx.Response(200, json={"data": [{"id": FOLDER, "name": "Pets", "parent": None}]})
    found: Any = FILES[0] if path == f"/files/{FILE}" else FILES if path == "/files" else None
    return httpx.Response(200 if found else 404, json={"data": found, "meta": {"filter_count": 1}})


async def test_a_uuid_names_a_file_or_a_folder() -> None:
    options = Options(base_url="http://api.test", dialect="directus", auth=AuthOptions(kind="none"))
    async with Svc(options=options, transport=httpx.MockTransport(directus)) as svc:
        session: Any = SimpleNamespace(svc=svc)
        for word in (FILE, "cat.png", "Cat"):
            assert [one.id for one in await items_of(session, [word])] == [FILE]
        for word in (FOLDER, "Pets"):
            assert await folder_id(svc, word) == FOLDER
        with pytest.raises(CommandError, match="no folder"):
            await folder_id(svc, FILE)
