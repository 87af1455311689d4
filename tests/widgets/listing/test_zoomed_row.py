"""All facts of one record: what the list knows first, then the whole record."""

from __future__ import annotations

from typing import Any

from textual.app import App

from svc_tui.widgets.listing.preview import ZoomedRow
from tests.console import screen_text, wait_until

ROW = {"id": 1, "title": "Ada", "password": "pw-of-the-list"}
RECORD = {
    **ROW,
    "email": "ada@example.test",
    "apiKey": "key-of-the-record",
    "owner": {"name": "Grace", "password_hash": "hash-of-the-owner"},
}


class OneRow:
    """A list that has the one row."""

    lookup = "id"

    def row(self, key: str) -> dict[str, Any]:
        return ROW

    def name_of(self, row: dict[str, Any]) -> str:
        return str(row["id"])

    async def whole(self, key: str) -> dict[str, Any]:
        return RECORD


async def test_what_sounds_like_a_secret_is_in_no_fact() -> None:
    store: Any = OneRow()

    async with App[None]().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(ZoomedRow(store, "1"))
        seen = []
        await wait_until(pilot, lambda: seen.append(screen_text(pilot.app)) or "Grace" in seen[-1])

    assert "ada@example.test" in seen[-1]
    for secret in ("pw-of-the-list", "key-of-the-record", "hash-of-the-owner", "password"):
        assert all(secret not in picture for picture in seen)
