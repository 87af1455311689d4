"""A text of a file that the server stores otherwise is named, as a record's value is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from textual.app import App, ComposeResult

from svc_tui import Svc, SvcMediaManager
from svc_tui.testing import FakeBackend, until
from svc_tui.widgets.media.media_list import MediaList

FILE = {"id": 3, "file": "/files/a.jpg", "mime_type": "image/jpeg", "title": "Harbor", "size": 5}


async def test_a_title_that_the_server_changed_is_named() -> None:
    backend = FakeBackend()
    backend.add_user("admin", "admin", superuser=True)
    backend.add_media([FILE])
    backend.on("PATCH", "/api/media/3/", {**FILE, "title": "HARBOUR AT DAWN"})

    class Desk(App[None]):
        def compose(self) -> ComposeResult:
            yield SvcMediaManager(svc=svc)

    async with Svc("http://files.test", transport=backend.transport) as svc:
        await svc.auth.login("admin", "admin")
        app = Desk()
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, "Harbor")
            app.query_one(MediaList).focus()
            await pilot.press("d", "e")
            await until(pilot, "Alt text")
            await pilot.press("end", *" at dawn", "ctrl+s")
            await until(pilot, "HARBOUR AT DAWN")
        said = [toast.message for toast in svc.snack.history]
        assert "The server changed “Title”: “HARBOUR AT DAWN”." in said


async def test_a_typed_title_that_the_server_changed_is_named_at_the_upload(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.on("POST", "/api/media/", {**FILE, "title": "QUAY"})
    (photo := tmp_path / "a.jpg").write_bytes(b"\xff\xd8\xff")
    async with Svc("http://files.test", transport=backend.transport) as svc:
        [found] = svc.uploads.examine([photo])
        svc.uploads.queue([replace(found, title="quay")])
        await svc.uploads.run()
        assert svc.uploads.state.uploads[0].reason == "The server changed “Title”: “QUAY”"
