"""Parts of the media library alone: given values, they show them and say what is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual import events, on
from textual.app import App, ComposeResult
from textual.message import Message
from textual.widgets import Input, Static, TextArea

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.slots import Slots
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.uploads.upload_store import Progress, Upload
from svc_tui.widgets.media.breadcrumbs import SvcMediaBreadcrumbs
from svc_tui.widgets.media.browser import FileBrowser
from svc_tui.widgets.media.drop_area import PathInput, SvcDropArea
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.gallery import SvcMediaGallery
from svc_tui.widgets.media.upload_queue import SvcUploadQueue
from tests.console import screen_text, wait_until
from tests.hostile import HOSTILE

ITEM = MediaItem(
    5,
    title="Cat",
    alt_text="a cat\nin two lines",
    description="long\r\ntext",
    translations={"en": {"title": "Cat"}, "it": {"title": "Gatto"}},
)


class Host(App[None]):
    """Ten lines around one leaf."""

    def __init__(self, leaf: Any) -> None:
        super().__init__()
        self.leaf = leaf
        self.said: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.leaf

    @on(SvcMediaGallery.Picked)
    @on(SvcMediaGallery.FolderOpened)
    @on(SvcMediaEditor.SaveWanted)
    @on(SvcMediaEditor.CloseWanted)
    @on(SvcMediaEditor.DeleteWanted)
    @on(SvcDropArea.Files)
    @on(SvcUploadQueue.CancelWanted)
    @on(SvcUploadQueue.RetryWanted)
    def hear(self, event: Message) -> None:
        self.said.append(event)


async def test_the_cursor_stays_on_its_entry_and_else_in_its_line():
    gallery = SvcMediaGallery()
    async with Host(gallery).run_test() as pilot:
        folders, files = (MediaFolder(1, "a"), MediaFolder(2, "b")), (MediaItem(7), MediaItem(8))
        gallery.show(MediaState(loaded=True, folders=folders, medias=files))
        await pilot.press("j", "j", "j")
        assert gallery.current_key == "media:8"

        gallery.show(MediaState(loaded=True, medias=files))
        assert gallery.current_key == "media:8"
        gallery.show(MediaState(loaded=True, medias=files[:1]))
        assert gallery.current_key == "media:7"


async def test_enter_opens_folders_and_picks_files():
    gallery = SvcMediaGallery()
    async with Host(gallery).run_test() as pilot:
        folders, files = (MediaFolder(1, "a"),), (MediaItem(7),)
        gallery.show(MediaState(loaded=True, folders=folders, medias=files))
        await pilot.press("enter", "down", "enter")
        opened, picked = pilot.app.said
        assert opened.folder == folders[0] and picked.media == files[0]


async def test_hostile_names_are_only_shown():
    gallery = SvcMediaGallery()
    async with Host(gallery).run_test(size=(80, 60)) as pilot:
        files = tuple(MediaItem(n, title=text) for n, text in enumerate(HOSTILE.values()))
        folders = tuple(MediaFolder(n, text) for n, text in enumerate(HOSTILE.values()))
        gallery.show(MediaState(loaded=True, medias=files[:20], folders=folders[:20]))
        await pilot.pause()
        text = screen_text(pilot.app)
        assert not any(ord(char) < 32 and char != "\n" for char in text)
        assert "\u202e" not in text


async def test_a_long_trail_loses_what_is_near_the_root():
    trail = SvcMediaBreadcrumbs()
    async with Host(trail).run_test(size=(30, 3)) as pilot:
        trail.show([MediaFolder(n, f"folder-{n}") for n in range(6)])
        await pilot.pause()
        assert "… › folder-4 › folder-5" in screen_text(pilot.app)


async def test_what_controls_make_of_a_text_is_not_called_a_change():
    editor = SvcMediaEditor()
    async with Host(editor).run_test(size=(60, 40)) as pilot:
        editor.show(ITEM)
        await pilot.pause()
        assert not editor.dirty
        editor.query_one(TextArea).insert("x", (0, 0))
        await wait_until(pilot, lambda: editor.dirty)
        editor.query_one(TextArea).load_text(ITEM.text("description"))
        await wait_until(pilot, lambda: not editor.dirty)


async def test_each_language_keeps_its_own_text():
    editor = SvcMediaEditor()
    async with Host(editor).run_test(size=(60, 40)) as pilot:
        editor.show(ITEM)
        editor.focus()
        await pilot.press("right_square_bracket", "right_square_bracket")
        await pilot.press("e", "end", "!", "ctrl+s")
        saved = pilot.app.said[-1]
        assert saved.media.text("title", "it") == "Gatto!"
        assert saved.media.text("title", "en") == "Cat"
        assert saved.since == ITEM


async def test_a_newer_face_keeps_what_is_typed():
    editor = SvcMediaEditor()
    async with Host(editor).run_test(size=(60, 40)) as pilot:
        editor.show(ITEM)
        editor.focus()
        await pilot.press("e", "end", "!")
        newer = ITEM.with_text("alt_text", "new")
        editor.show(newer)
        await pilot.pause()

        assert editor.query_one(".control.title", Input).value == "Cat!"
        assert editor.query_one(".control.alt_text", Input).value == "new"
        editor.saved(newer.with_text("title", "Cat!"))
        assert not editor.dirty


async def test_an_answer_about_another_file_leaves_this_one_alone():
    editor = SvcMediaEditor()
    async with Host(editor).run_test(size=(60, 40)) as pilot:
        editor.show(ITEM)
        await pilot.pause()
        editor.saved(MediaItem(6, title="Dog"))
        assert editor.original == ITEM
        assert not editor.dirty


async def test_base_texts_have_a_tab_beside_the_languages():
    editor = SvcMediaEditor()
    async with Host(editor).run_test(size=(60, 40)) as pilot:
        editor.offer_languages(["en", "it", "de"])
        editor.show(ITEM)
        editor.focus()
        await wait_until(
            pilot,
            lambda: "[▸ Default]  English   Italiano   Deutsch —" in screen_text(pilot.app),
        )
        alt = editor.query_one(".control.description", TextArea)
        assert alt.text == ITEM.description and editor.lang is None
        await pilot.press("e", "end", "?", "escape", "right_square_bracket")
        await wait_until(pilot, lambda: "Default•  [▸ English]" in screen_text(pilot.app))
        assert (editor.lang, alt.text) == ("en", "")
        editor.say({"title": ("Too long.",)}, "Not saved.")
        await wait_until(pilot, lambda: "Default! " in screen_text(pilot.app))
        await pilot.press("ctrl+s")
        saved = pilot.app.said[-1].media
        assert (saved.title, saved.text("title", "en")) == ("Cat?", "Cat")


async def test_where_base_texts_are_the_main_languages_they_have_no_tab():
    editor = SvcMediaEditor(base_texts=False)
    async with Host(editor).run_test(size=(60, 40)) as pilot:
        editor.show(ITEM)
        await wait_until(pilot, lambda: "[▸ English]  Italiano" in screen_text(pilot.app))
        assert "Default" not in screen_text(pilot.app) and editor.lang == "en"
        editor.say({"title": ("Too long.",)}, "Not saved.")
        await wait_until(pilot, lambda: "Too long." in screen_text(pilot.app))


async def test_errors_stand_where_they_belong():
    editor = SvcMediaEditor(default_lang="en")
    async with Host(editor).run_test(size=(60, 40)) as pilot:
        editor.show(ITEM)
        await pilot.pause()
        editor.say({"translations.en.title": ("Too long.",), "file": ("Broken.",)}, "Not saved.")
        await pilot.pause()
        assert str(editor.query_one(".problem.title", Static).render()) == "Too long."
        assert str(editor.query_one(".whole", Static).render()) == "file: Broken."


async def test_a_reader_can_neither_type_nor_delete():
    editor = SvcMediaEditor(may_change=False, may_delete=False)
    async with Host(editor).run_test(size=(60, 40)) as pilot:
        editor.show(ITEM)
        editor.focus()
        await pilot.press("e", "ctrl+s", "d", "escape")
        assert [type(one) for one in pilot.app.said] == [SvcMediaEditor.CloseWanted]
        assert "Title: Cat" in screen_text(pilot.app)


async def test_wrong_types_are_listed_and_not_lost():
    area = SvcDropArea(accept="image/*")
    async with Host(area).run_test() as pilot:
        assert area.take("/x/a.png\n/x/b.txt")
        assert not area.take("just words")
        await wait_until(pilot, lambda: pilot.app.said)
        (files,) = pilot.app.said
        assert files.paths == (Path("/x/a.png"),)
        assert files.skipped[0].reason == "only images (image/*) are allowed here"


async def test_a_paste_into_the_path_is_a_drop_or_else_text(tmp_path):
    area = SvcDropArea()
    async with Host(area).run_test() as pilot:
        field = area.query_one(PathInput)
        field.focus()
        field.post_message(events.Paste("pictures/"))
        await wait_until(pilot, lambda: field.value == "pictures/")
        field.post_message(events.Paste("/x/a.png"))
        await wait_until(pilot, lambda: pilot.app.said)
        assert pilot.app.said[0].dropped
        assert field.value == "pictures/"


async def test_a_disabled_area_takes_nothing():
    area = SvcDropArea(disabled=True)
    async with Host(area).run_test():
        assert not area.take("/x/a.png")


async def test_keys_act_on_the_line_under_the_cursor():
    queue = SvcUploadQueue()
    async with Host(queue).run_test() as pilot:
        sending = Upload(1, Path("a"), None, progress=Progress.SENDING)
        failed = Upload(2, Path("b"), None, progress=Progress.FAILED, reason="no")
        queue.show((sending, failed))
        queue.focus()
        await pilot.press("R", "c", "down", "c", "R")
        cancelled, retried = pilot.app.said
        assert isinstance(cancelled, SvcUploadQueue.CancelWanted) and cancelled.upload_id == 1
        assert isinstance(retried, SvcUploadQueue.RetryWanted) and retried.upload_id == 2


async def test_a_moving_bar_repaints_its_own_line_only():
    queue = SvcUploadQueue()
    async with Host(queue).run_test() as pilot:
        uploads = [Upload(n, Path(f"{n}"), None, 9, progress=Progress.SENDING) for n in range(6)]
        queue.show(tuple(uploads))
        await pilot.pause()
        painted: list[int] = []
        queue.refresh_line = painted.append
        uploads[3] = Upload(3, Path("3"), None, 9, progress=Progress.SENDING, percent=5)
        queue.show(tuple(uploads))
        assert painted == [3]


async def test_a_thousand_files_are_scrolled():
    queue = SvcUploadQueue()
    async with Host(queue).run_test() as pilot:
        queue.show(tuple(Upload(n, Path(f"file-{n}"), None) for n in range(1000)))
        queue.focus()
        await pilot.press(*["down"] * 12)
        assert queue.size.height == 8
        assert "file-12" in screen_text(pilot.app)


async def test_the_slot_of_the_drop_area_receives_what_the_specification_says():
    given: list[dict[str, Any]] = []

    def fill(**received: Any) -> Static:
        given.append(received)
        return Static("drop it here")

    area = SvcDropArea(slots=Slots({"default": fill}))
    async with Host(area).run_test(size=(60, 10)) as pilot:
        assert "drop it here" in screen_text(pilot.app)
        assert given[0].keys() == {"trigger_pick", "is_dragging"}


async def test_a_drop_area_with_a_filled_slot_takes_pastes_and_opens_the_browser(tmp_path):
    picks: list[Any] = []

    def fill(**received: Any) -> Static:
        picks.append(received["trigger_pick"])
        return Static("drop it here")

    area = SvcDropArea(slots=Slots({"default": fill}))
    async with Host(area).run_test(size=(80, 24)) as pilot:
        area.focus()
        await pilot.pause()
        pilot.app.post_message(events.Paste("/x/a.png"))
        await wait_until(pilot, lambda: pilot.app.said)
        assert pilot.app.said[0].paths == (Path("/x/a.png"),)

        for open_browser in (picks[0], None):
            if open_browser is not None:
                open_browser()
            else:
                await pilot.press("enter")
            await wait_until(pilot, lambda: isinstance(pilot.app.screen, FileBrowser))
            await pilot.press("escape")
            await wait_until(pilot, lambda: not isinstance(pilot.app.screen, FileBrowser))


async def test_an_input_in_the_slot_of_a_drop_area_belongs_to_who_put_it_there():
    area = SvcDropArea(slots=Slots({"default": lambda **received: Input(id="own")}))
    async with Host(area).run_test(size=(60, 10)) as pilot:
        area.query_one("#own").focus()
        await pilot.press(*"/x", "enter")
        await pilot.pause()
        assert pilot.app.query_one("#own", Input).value == "/x"
