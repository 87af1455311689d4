"""The texts of a file: no letter is lost to what arrives meanwhile."""

from __future__ import annotations

from dataclasses import replace

from textual.app import App, ComposeResult
from textual.widgets import Input

from svc_tui.models.media import MediaItem
from svc_tui.widgets.media.editor import SvcMediaEditor

BOAT = MediaItem(5, title="Boat")


class Host(App[None]):
    """The details alone."""

    svc = None

    def compose(self) -> ComposeResult:
        yield SvcMediaEditor()


async def test_what_is_typed_stays_when_the_file_arrives_anew_and_when_it_is_saved() -> None:
    async with Host().run_test() as pilot:
        editor, unsaved = pilot.app.query_one(SvcMediaEditor), list[bool]()
        editor.show(BOAT)
        title = editor.query_one(".control.title", Input)
        title.value = "Boats"
        editor.show(replace(BOAT, alt_text="A boat"))
        assert title.value == "Boats"
        await pilot.pause()
        unsaved.append(editor.dirty)

        saved = editor.draft
        assert saved is not None and saved.title == "Boats"
        editor.saved(saved)
        unsaved.append(editor.dirty)
        title.value = "Boat"
        await pilot.pause()
        unsaved.append(editor.dirty)
        assert unsaved == [True, False, True]
