"""A page that is put up is painted once; what comes later is painted where it stands."""

from __future__ import annotations

from typing import Any

import pytest
from textual._compositor import LayoutUpdate

from tests.console import Person


def whole_pictures(person: Person, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The pictures of the whole screen that are shown from here on."""
    app, shown = person.app, []
    display = app._display

    def noted(screen: Any, update: Any) -> None:
        if isinstance(update, LayoutUpdate) and not app._batch_count:
            shown.append(update)
        display(screen, update)

    monkeypatch.setattr(app, "_display", noted)
    return shown


@pytest.mark.parametrize("page", ["/", "/articles/1", "/media", "/settings/pictures"])
async def test_a_page_is_painted_as_a_whole_once(
    console: Any, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 0.5)  # A busy machine has time for a page.
    async with console(start="/articles") as person:
        await person.settles()
        shown = whole_pictures(person, monkeypatch)

        await person.goes_to(page)
        await person.settles()

        assert len(shown) == 1
