"""Pages that were closed leave nothing behind."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

from textual.widgets import TextArea

from svc_tui.widgets.listing.grid import ListGrid


async def test_closed_lists_and_records_are_forgotten_with_their_rows_and_texts(
    console: Any,
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of")
        grid = ref(person.app.screen.query_one(ListGrid))
        await person.goes_to("/articles/1")
        await person.until(lambda: person.app.screen.query(TextArea))
        text = ref(person.app.screen.query(TextArea).first())

        for location in ("/articles/2", "/articles/3", "/"):
            await person.goes_to(location)
            await person.settles()

        def forgotten() -> bool:
            person.trail.clear()
            gc.collect()
            return grid() is None and text() is None

        await person.until(forgotten)
