"""A save that a real server refuses with a bare list of reasons, which names no field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.screens.consoles import odd_console
from tests.screens.test_record import field, opened, stored, writes


async def test_the_reasons_stand_on_top_of_the_form_and_nothing_typed_is_lost(
    console: Any, tmp_path: Path
) -> None:
    async with odd_console(
        console, tmp_path, "listed", start="/articles/5", size=(120, 40)
    ) as person:
        await opened(person)
        before = await stored(person)
        await writes(person, "title", "A new title")
        await person.press("f2")
        await person.sees("The editors are at lunch.", "Null characters are not allowed.")

        lines = person.text().splitlines()
        reason = next(n for n, line in enumerate(lines) if "at lunch" in line)
        title = next(n for n, line in enumerate(lines) if "A new title" in line and n > 2)
        assert reason < title
        assert field(person, "title").content() == "A new title"
        assert person.app.page.detail.store.changes() == {
            "translations": {"en": {"title": "A new title"}}
        }
        assert (await stored(person)) == before
        assert not any("Saved." in one for one in person.toasts)
