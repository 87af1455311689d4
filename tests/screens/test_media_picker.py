"""The picker on the real demo backend: what confirms, what does not, and in which order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Button, Input

from svc_tui import (
    MediaItem,
    Slots,
    Svc,
    SvcMediaGallery,
    SvcMediaManagerDialog,
    SvcMediaStrip,
)
from svc_tui.models.media import MediaListParams
from svc_tui.stores.media.media_state import MediaState
from svc_tui.widgets.media.picker import LONGEST_HINT, MediaPicker, PickMode
from svc_tui.widgets.media.preview import SvcMediaPreview
from svc_tui.widgets.media.zoom import ZoomedMedia
from tests.backends.demo import DemoProcess
from tests.console import screen_text, wait_until
from tests.screens.test_first_pages import without_port
from tests.screens.test_media import SIZES


class Desk(App[None]):
    """A dialog in an app of its own, and all that it said."""

    def __init__(self, svc: Svc, **props: Any) -> None:
        super().__init__()
        self.svc, self.props = svc, props
        self.said: list[Any] = []

    def compose(self) -> ComposeResult:
        yield SvcMediaManagerDialog(**self.props)

    def on_svc_media_manager_dialog_confirm(self, event: SvcMediaManagerDialog.Confirm) -> None:
        self.said.append(event.value)

    def on_svc_media_manager_dialog_model_value_changed(
        self, event: SvcMediaManagerDialog.ModelValueChanged
    ) -> None:
        self.said.append(event.value)


class Picking:
    """Somebody at the desk."""

    def __init__(self, desk: Desk, pilot: Pilot[None]) -> None:
        self.desk, self.pilot = desk, pilot

    @property
    def picker(self) -> MediaPicker:
        assert isinstance(self.desk.screen, MediaPicker)
        return self.desk.screen

    @property
    def state(self) -> MediaState:
        return self.picker.manager.store.state

    async def until(self, predicate: Any) -> None:
        await wait_until(self.pilot, predicate)

    async def sees(self, *texts: str) -> None:
        await self.until(lambda: all(text in screen_text(self.desk) for text in texts))

    async def opens(self) -> None:
        """The library stands there, read."""
        await self.until(lambda: isinstance(self.desk.screen, MediaPicker))
        await self.until(lambda: self.picker.query(SvcMediaGallery))
        await self.until(lambda: self.picker.manager.is_ready and self.state.loaded)
        await self.until(lambda: self.picker.manager.gallery.entries)


@asynccontextmanager
async def picking(
    demo: DemoProcess, folder: Path, size: tuple[int, int] = (80, 24), **props: Any
) -> AsyncIterator[Picking]:
    async with Svc(demo.url, state_dir=folder) as svc:
        await svc.auth.login("admin", "admin")
        desk = Desk(svc, **props)
        async with desk.run_test(size=size) as pilot:
            yield Picking(desk, pilot)


async def test_in_single_the_first_pick_confirms_and_closes(demo: DemoProcess, tmp_path: Path):
    async with picking(demo, tmp_path, mime="image/*") as at:
        await at.pilot.click(Button)
        await at.opens()
        first = at.state.medias[0]
        assert not at.picker.query_one(".buttons").display  # Enter confirms already.
        await at.pilot.press("enter")
        await at.until(lambda: at.desk.said == [True, False, first])


async def test_a_preset_closes_nothing(demo: DemoProcess, tmp_path: Path):
    preset = MediaItem(1, title="preset")
    async with picking(demo, tmp_path, model_value=True, selected=preset, mime="image/*") as at:
        await at.opens()
        await at.until(lambda: at.state.selection == preset)
        assert isinstance(at.desk.screen, MediaPicker)
        await at.until(lambda: at.picker.query_one(".buttons").display)
        await at.pilot.press("escape")
        await at.until(lambda: at.desk.said == [False])


async def test_in_multi_the_order_of_the_strip_is_the_order_that_is_told(
    demo: DemoProcess, tmp_path: Path
):
    async with picking(
        demo, tmp_path, model_value=True, selection_mode="multi", mime="image/*"
    ) as at:
        await at.opens()
        one, two, three = at.state.medias[:3]
        await at.pilot.press("space", "space", "enter")
        await at.until(lambda: at.state.selection == (one, two, three))
        await at.sees("3 files chosen")
        at.picker.query_one(SvcMediaStrip).focus()
        await at.pilot.press("J")
        await at.until(lambda: at.state.selection == (two, one, three))
        await at.pilot.press("right", "delete")
        await at.until(lambda: at.state.selection == (two, one))
        await at.pilot.press("f2")
        await at.until(lambda: at.desk.said == [False, (two, one)])


@pytest.mark.parametrize("mode", ["single", "multi"])
def test_the_keys_of_the_library_fit_into_the_smallest_frame(mode: PickMode) -> None:
    assert len(MediaPicker(selection_mode=mode)._keys()) <= LONGEST_HINT


async def test_the_keys_of_the_page_are_named_below_the_picker(console: Any):
    async with console(start="/articles/20", size=(80, 24)) as person:
        await person.sees("Title")
        person.app.push_screen(MediaPicker(mime="image/*"))
        await person.sees("Choose an image", "Enter chooses · / search", " U Upload")


async def test_the_frame_names_the_keys_of_the_search_while_it_is_typed(console: Any):
    async with console(start="/articles/20", size=(80, 24)) as person:
        await person.sees("Title")
        person.app.push_screen(MediaPicker(mime="image/*"))
        await person.sees("Enter chooses · / search · p previews")
        await person.press("i")
        await person.told("To search, press / first. F1 shows the keys of this dialog.")

        await person.press("slash")

        await person.sees("Type to search · Enter goes to the files · Esc ends the search")
        await person.sees_no("p previews")
        await person.press("escape")
        await person.sees("Enter chooses · / search · p previews")


@pytest.mark.parametrize(("mode", "keys"), [("single", "Enter"), ("multi", "Space or Enter")])
async def test_the_frame_names_the_key_of_a_choice_once(console: Any, mode: PickMode, keys: str):
    async with console(start="/articles/20", size=(80, 24)) as person:
        await person.sees("Title")
        person.app.push_screen(MediaPicker(selection_mode=mode))
        await person.sees("Choose", "▸ Photos")

        await person.press("end")

        await person.sees(f"{keys} chooses")
        await person.sees_no("Space Mark")
        assert "Enter Choose" not in person.text() and "Space Choose" not in person.text()


async def test_tab_leads_to_the_order_and_escape_back_without_losing_what_is_picked(
    demo: DemoProcess, tmp_path: Path
):
    async with picking(
        demo, tmp_path, model_value=True, selection_mode="multi", mime="image/*"
    ) as at:
        await at.opens()
        one, two = at.state.medias[:2]
        await at.pilot.press("space", "space", "tab")
        await at.sees("Order of the images", "← → go · J K move")
        await at.pilot.press("J", "escape")
        await at.sees("Choose images", "Space or Enter chooses", "/ search")
        assert at.state.selection == (two, one)
        assert at.picker.manager.gallery.view.has_focus
        await at.pilot.press("escape")
        await at.until(lambda: at.desk.said == [False])


async def test_a_folder_is_looked_into_under_a_lock_and_left_again(
    demo: DemoProcess, tmp_path: Path
):
    async with picking(demo, tmp_path, model_value=True, mime="image/*") as at:
        await at.opens()
        everything = at.state.count
        await at.sees("Media › whole library")
        await at.pilot.press("t")
        await at.sees("Go to folder", "▸ Photos")
        await at.pilot.press("down", "down", "down", "enter")
        await at.sees("Media › Photos", "▸ 2025", "Images only")
        assert at.state.count < everything
        await at.pilot.press("backspace")
        await at.sees("Media › whole library")
        assert at.state.count == everything


async def test_the_cursor_begins_at_the_file_that_was_chosen_before(
    demo: DemoProcess, tmp_path: Path
):
    async with Svc(demo.url, state_dir=tmp_path / "other") as svc:
        await svc.auth.login("admin", "admin")
        explorer = await svc.media.api.explorer(None, MediaListParams(mime="image/*", all=True))
    preset = explorer.items[5]
    async with picking(demo, tmp_path, model_value=True, selected=preset, mime="image/*") as at:
        await at.opens()
        await at.until(lambda: at.picker.manager.gallery.current == preset)
        await at.sees(f"Chosen: {preset.name}")


async def test_ctrl_s_confirms_too_and_nothing_picked_confirms_nothing(
    demo: DemoProcess, tmp_path: Path
):
    async with picking(
        demo, tmp_path, model_value=True, selection_mode="multi", mime="image/*"
    ) as at:
        await at.opens()
        await at.pilot.press("f2", "ctrl+s")
        assert isinstance(at.desk.screen, MediaPicker)
        await at.pilot.press("space", "ctrl+s")
        await at.until(lambda: at.desk.said[:1] == [False])
        assert len(at.desk.said[1]) == 1


async def test_no_more_than_max_items_are_picked(demo: DemoProcess, tmp_path: Path):
    async with picking(
        demo, tmp_path, model_value=True, selection_mode="multi", mime="image/*", max_items=2
    ) as at:
        await at.opens()
        await at.pilot.press("space", "space", "space")
        await at.sees("2 of 2 files chosen")
        assert len(at.state.selection) == 2
        assert "At most 2 files." in [toast.message for toast in at.desk.svc.snack.history]
        await at.pilot.press("home", "space", "down", "space")
        await at.until(lambda: len(at.state.selection) == 2)


async def test_the_lock_can_not_be_widened_by_any_key(demo: DemoProcess, tmp_path: Path):
    async with picking(demo, tmp_path, model_value=True, mime="video/*") as at:
        await at.opens()
        await at.pilot.press("f", "f", "0", "r")
        await at.pilot.pause(0.1)
        await at.until(lambda: not at.state.loading)
        assert at.state.mime_type == "video/*"
        assert all(media.mime_type.startswith("video/") for media in at.state.medias)
        assert "Images" not in screen_text(at.desk)


async def test_without_folders_the_whole_library_is_one_list(demo: DemoProcess, tmp_path: Path):
    async with picking(demo, tmp_path, model_value=True, no_folders=True) as at:
        await at.opens()
        assert "▸" not in screen_text(at.desk)
        assert {media.folder for media in at.state.medias} != {None}
        await at.pilot.press("N", "t")
        assert isinstance(at.desk.screen, MediaPicker)


async def test_nothing_is_changed_from_a_picker(demo: DemoProcess, tmp_path: Path):
    async with picking(demo, tmp_path, model_value=True, mime="image/*") as at:
        await at.opens()
        await at.pilot.press("d", "e", "M", "R", "A", "f2")
        assert isinstance(at.desk.screen, MediaPicker)
        assert at.state.edit_media is None and at.state.edit_list == ()


async def test_escape_leaves_the_words_before_the_dialog(demo: DemoProcess, tmp_path: Path):
    async with picking(demo, tmp_path, model_value=True) as at:
        await at.opens()
        await at.pilot.press("slash")
        field = at.picker.manager.query_one(".search", Input)
        await at.until(lambda: field.has_focus)
        await at.pilot.press("l", "a")
        await at.until(lambda: field.value == "la")
        await at.pilot.press("escape")
        await at.until(lambda: at.desk.focused is at.picker.manager.gallery.view)
        await at.pilot.press("escape")
        await at.until(lambda: at.desk.said == [False])


async def test_the_slot_receives_open(demo: DemoProcess, tmp_path: Path):
    given: dict[str, Any] = {}

    def activator(**props: Any) -> Button:
        given.update(props)
        return Button("Mine")

    async with picking(demo, tmp_path, slots=Slots({"activator": activator})) as at:
        await at.sees("Mine")
        given["open"]()
        await at.opens()


async def test_beside_the_rows_is_the_picture_where_there_is_room(
    demo: DemoProcess, tmp_path: Path
):
    async with picking(demo, tmp_path, (120, 40), model_value=True, mime="image/*") as at:
        await at.opens()
        (aside,) = at.picker.query(".aside").results(SvcMediaPreview)
        await at.pilot.press("end")
        await at.until(lambda: aside.media == at.state.medias[-1])
        await at.until(lambda: aside.look is not None and aside.look.picture is not None)
        assert aside.display
        await at.pilot.press("home")
        await at.until(lambda: aside.media == at.state.medias[0])
        await at.pilot.press("number_sign")
        await at.until(lambda: not aside.display)
        await at.pilot.press("number_sign")
        await at.until(lambda: aside.display)
        await at.pilot.resize_terminal(80, 24)
        await at.until(lambda: not aside.display)


async def test_a_picture_fills_the_screen_and_the_cursor_follows_to_the_last_one_seen(
    demo: DemoProcess, tmp_path: Path
):
    async with picking(demo, tmp_path, model_value=True) as at:
        await at.opens()
        picker = at.picker
        gallery = picker.manager.gallery
        await at.pilot.press("home", "plus")
        assert at.desk.screen is picker  # A folder has no picture.
        gallery.go_to_row(len(gallery.entries) - 1)
        await at.pilot.press("plus")
        await at.until(lambda: isinstance(at.desk.screen, ZoomedMedia))
        zoomed = at.desk.screen
        await at.until(lambda: zoomed.query(SvcMediaPreview))
        preview = zoomed.query_one(SvcMediaPreview)
        await at.until(lambda: preview.look is not None)
        await at.until(lambda: preview.size == (80, 22))
        before = preview.media
        await at.pilot.press("K")
        await at.until(lambda: preview.media not in (None, before))
        seen = preview.media
        await at.pilot.press("escape")
        await at.until(lambda: at.desk.screen is picker)
        assert gallery.current == seen
        assert at.desk.said == []


@SIZES
@pytest.mark.parametrize("mode", ["single", "multi"])
async def test_the_picker_shows(
    demo: DemoProcess, tmp_path: Path, size: Any, mode: str, snapshot: SnapshotAssertion
):
    async with picking(
        demo, tmp_path, size, model_value=True, selection_mode=mode, mime="image/*"
    ) as at:
        await at.opens()
        at.desk.svc.pictures.choose("off")
        if mode == "multi":
            await at.pilot.press("space", "space")
            await at.sees("2 files chosen")
        await at.pilot.pause(0.3)
        await at.until(lambda: "  …" not in screen_text(at.desk))  # Each folder has its name.
        assert without_port(screen_text(at.desk)) == snapshot
