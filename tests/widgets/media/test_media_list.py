"""The gallery as a list: only what is in sight is drawn, whatever the folder holds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.stores.media.media_state import MediaState
from svc_tui.widgets.media.gallery import SvcMediaGallery
from svc_tui.widgets.media.media_list import MediaList
from tests.console import screen_text, wait_until

MANY = tuple(MediaItem(n, title=f"picture {n}", size=n) for n in range(5000))


class Shown(App[None]):
    def compose(self) -> ComposeResult:
        yield SvcMediaGallery()


@asynccontextmanager
async def a_list(
    state: MediaState, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[MediaList, Pilot[None]]]:
    app = Shown()
    async with app.run_test(size=size) as pilot:
        gallery = app.query_one(SvcMediaGallery)
        gallery.focus()
        gallery.show(state)
        await pilot.pause()
        yield app.query_one(MediaList), pilot


async def test_of_a_huge_folder_only_the_lines_in_sight_are_drawn(monkeypatch):
    drawn: list[int] = []
    original = MediaList.render_line

    def counted(self: MediaList, y: int) -> object:
        drawn.append(y)
        return original(self, y)

    monkeypatch.setattr(MediaList, "render_line", counted)
    async with a_list(MediaState(loaded=True, medias=MANY)) as (_, pilot):
        assert 24 <= len(drawn) <= 24 * 4

        drawn.clear()
        await pilot.press("down")
        await wait_until(pilot, lambda: drawn)
        assert sorted(drawn) == [1, 2]  # The line that was left, and the one that was reached.


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        (("down", "down", "up"), 1),
        (("j", "j", "k"), 1),
        (("end",), 4999),
        (("G", "home"), 0),
        (("ctrl+end", "up"), 4998),
        (("pagedown",), 23),
        (("pagedown", "pagedown", "pageup"), 23),
        (("ctrl+d", "ctrl+d", "ctrl+u"), 11),
        (("up", "pageup", "ctrl+u"), 0),
        (("end", "down", "pagedown", "ctrl+d"), 4999),
    ],
)
async def test_keys_move_the_cursor_and_it_stays_in_sight(keys, row):
    async with a_list(MediaState(loaded=True, medias=MANY)) as (face, pilot):
        await pilot.press(*keys)
        assert face.cursor_row == row
        assert f"  picture {row} " in screen_text(pilot.app)


async def test_the_headings_stay_where_the_rows_are_scrolled():
    async with a_list(MediaState(loaded=True, medias=MANY)) as (_, pilot):
        await pilot.press("end")
        assert screen_text(pilot.app).splitlines()[0].split() == ["Name", "Type", "Size", "Date"]


async def test_a_click_moves_the_cursor_and_a_click_on_the_cursor_opens():
    opened: list[MediaFolder] = []

    class Hears(Shown):
        def on_gallery_view_folder_opened(self, event: SvcMediaGallery.FolderOpened) -> None:
            opened.append(event.folder)

    app = Hears()
    async with app.run_test() as pilot:
        folders = (MediaFolder(1, "a"), MediaFolder(2, "b"))
        app.query_one(SvcMediaGallery).show(MediaState(loaded=True, folders=folders))
        await pilot.pause()
        await pilot.click(MediaList, offset=(5, 2))
        assert app.query_one(MediaList).current == folders[1] and not opened
        await pilot.click(MediaList, offset=(5, 2))
        assert opened == [folders[1]]

        await pilot.click(MediaList, offset=(5, 0))  # The headings are no row,
        await pilot.click(MediaList, offset=(5, 9))  # and neither is what is below the last one.
        assert opened == [folders[1]]


async def test_a_blank_line_parts_folders_from_files_and_is_no_row():
    folders = (MediaFolder(1, "a"), MediaFolder(2, "b"))
    files = (MediaItem(7, title="cat", file="/m/cat.png", size=2048), MediaItem(8, title="dog"))
    async with a_list(MediaState(loaded=True, folders=folders, medias=files)) as (face, pilot):
        lines = screen_text(pilot.app).splitlines()
        assert [line.split()[:1] for line in lines[1:6]] == [["▸"], ["▸"], [], ["cat"], ["dog"]]
        assert "PNG   2.0 KiB" in lines[4]

        await pilot.press("end")
        assert face.current == files[1]
        await pilot.press("up", "up")
        assert face.current == folders[1]
        await pilot.click(MediaList, offset=(5, 4))
        assert face.current == files[0]
        await pilot.click(MediaList, offset=(5, 3))
        assert face.current == files[0]

    many = MediaState(loaded=True, folders=folders, medias=MANY)
    async with a_list(many) as (face, pilot):
        await pilot.press("end")
        assert "picture 4999" in screen_text(pilot.app)
        await pilot.press("home")
        assert screen_text(pilot.app).splitlines()[1].split()[:2] == ["▸", "a"]


async def test_names_take_no_more_room_than_the_longest_one_needs():
    files = (MediaItem(1, title="cat"), MediaItem(2, title="x" * 40))
    async with a_list(MediaState(loaded=True, medias=files[:1]), (120, 8)) as (face, pilot):
        assert screen_text(pilot.app).splitlines()[0].index("Type") < 40
        face.show(MediaState(loaded=True, medias=files))
        await pilot.pause()
        assert "x" * 40 in screen_text(pilot.app)


async def test_a_mark_repaints_its_own_line_and_the_box_above(monkeypatch):
    drawn: list[int] = []
    original = MediaList.render_line

    def counted(self: MediaList, y: int) -> object:
        drawn.append(y)
        return original(self, y)

    state = MediaState(loaded=True, medias=MANY[:10])
    async with a_list(state) as (face, pilot):
        monkeypatch.setattr(MediaList, "render_line", counted)
        face.show(MediaState(loaded=True, medias=MANY[:10], edit_list=(3,)))
        await pilot.pause()
        assert sorted(drawn) == [0, 4]
        lines = screen_text(pilot.app).splitlines()
        assert lines[0].split()[0] == "◐" and lines[4].split()[0] == "✓"


async def test_scrolling_makes_only_the_line_that_comes_into_sight(monkeypatch):
    async with a_list(MediaState(loaded=True, medias=MANY)) as (face, pilot):
        await pilot.press("pagedown")
        made: list[MediaItem] = []
        monkeypatch.setattr(face, "_file", lambda media: made.append(media) or {"Name": "x"})

        await pilot.press("down")
        await wait_until(pilot, lambda: made)

        assert {media.id for media in made} == {23, 24}  # Left by the cursor, and reached by it.


async def test_kept_lines_are_made_anew_for_other_marks_sizes_colours_and_files():
    state = MediaState(loaded=True, medias=MANY[:5])
    async with a_list(state) as (face, pilot):
        before = screen_text(pilot.app).splitlines()
        face.show(MediaState(loaded=True, medias=MANY[:5], edit_list=(3,)))
        await pilot.pause()
        assert screen_text(pilot.app).splitlines()[4] != before[4]

        face.show(state)
        await pilot.pause()
        assert screen_text(pilot.app).splitlines() == before

        color = face.render_line(3)._segments[-1].style
        pilot.app.theme = "textual-light"
        await pilot.pause()
        assert face.render_line(3)._segments[-1].style != color

        await pilot.resize_terminal(60, 24)
        await wait_until(pilot, lambda: face.size.width == 60)
        assert face.render_line(3).cell_length == 60

        face.show(MediaState(loaded=True, medias=MANY[100:105]))
        await pilot.pause()
        assert "picture 102" in screen_text(pilot.app).splitlines()[3]


async def test_a_picture_without_alt_text_is_signed_whatever_its_name_is():
    files = (
        MediaItem(1, title="x" * 200, mime_type="image/png"),
        MediaItem(2, title="told", mime_type="image/png", alt_text="a cat"),
        MediaItem(3, title="no picture", mime_type="text/plain"),
        MediaItem(4, title="not told", mime_type="image/png", untold=("alt_text",)),
        MediaItem(
            5,
            title="half",
            mime_type="image/png",
            alt_text="a cat",
            translations={"en": {"alt_text": "a cat"}, "it": {"alt_text": ""}},
        ),
    )
    async with a_list(MediaState(loaded=True, medias=files)) as (face, pilot):
        heading, *lines = screen_text(pilot.app).splitlines()[:6]
        signs = {part.text.strip(): part.style for y in (1, 5) for part in face.render_line(y)}
    assert signs["none"] != signs["no Italiano"], "the one without any text stands out"
    assert "Alt text     Type" in heading
    assert "x… none         image/png" in lines[0]
    assert " no Italiano  image/png" in lines[4]
    assert ["  image/png" in line for line in lines[1:4:2]] == [True, True]
    assert not [line for line in lines[1:4] for sign in (" none ", "no Italiano") if sign in line]


async def test_a_sign_names_its_languages_in_a_narrow_list_too():
    texts = {"en": {"alt_text": "a cat"}, "it": {"alt_text": ""}}
    half = MediaItem(1, title="x" * 200, mime_type="image/png", alt_text="a", translations=texts)
    async with a_list(MediaState(loaded=True, medias=(half,))) as (face, pilot):
        for width in (76, 60, 40):
            await pilot.resize_terminal(width, 24)
            await wait_until(pilot, lambda width=width: face.size.width == width)
            assert "… no Italiano" in screen_text(pilot.app).splitlines()[1]


async def test_the_column_of_folders_leaves_names_the_cells_that_no_folder_needs():
    title, narrow, wide = "x" * 46, "Festival", "Pictures of the harbour"
    files = (MediaItem(1, title=title, folder=7), MediaItem(2, title="cat", folder=7))

    def found(folder: str, files: tuple[MediaItem, ...]) -> MediaState:
        return MediaState(loaded=True, medias=files, search="x", names={7: folder})

    async with a_list(found(narrow, files)) as (face, pilot):
        assert f"{title}  " in screen_text(pilot.app).splitlines()[1]
        assert narrow in screen_text(pilot.app).splitlines()[1]

        face.show(found(wide, files))
        await pilot.pause()
        assert "Pictures of the…" in screen_text(pilot.app), "a long name of a file comes first"

        face.show(found(wide, files[1:]))
        await pilot.pause()
        assert wide in screen_text(pilot.app), "where there is room, nothing is cut"


async def test_in_a_picker_a_name_is_whole_before_what_it_lacks():
    texts = {"en": {"alt_text": "a cat"}, "it": {"alt_text": ""}}
    title = "Morning at the harbour 21"
    half = MediaItem(1, title=title, mime_type="image/png", alt_text="a", translations=texts)
    state = MediaState(loaded=True, medias=(half,), select_mode="single")
    async with a_list(state, (57, 24)) as (_, pilot):
        assert f"{title} no Italia… " in screen_text(pilot.app).splitlines()[1]


async def test_where_fewer_are_left_the_cursor_and_what_is_seen_follow():
    async with a_list(MediaState(loaded=True, medias=MANY)) as (face, pilot):
        await pilot.press("end")
        face.show(MediaState(loaded=True, medias=MANY[:3]))
        await pilot.pause()
        assert face.current == MANY[2]
        assert "picture 0" in screen_text(pilot.app)

        face.show(MediaState(loaded=True))
        await pilot.pause()
        assert face.current is None
