"""The gallery as a grid: two directions, the list's keys, pictures only where one looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input

from svc_tui import MediaFolder, Svc, SvcMediaGallery
from svc_tui.pictures.kinds import Kind
from svc_tui.stores.media.media_state import MediaState
from svc_tui.widgets.media import grid as grid_module
from svc_tui.widgets.media.gallery_view import GalleryView
from svc_tui.widgets.media.grid import MediaGrid, _over_caption
from svc_tui.widgets.media.picture import PicturePlaceholder, in_words
from tests.console import screen_text, wait_until
from tests.widgets.media.pictures import file_answer, item, library, services


class Shelf(App[None]):
    """A grid of a folder."""

    def __init__(self, state: MediaState, svc: Svc | None = None) -> None:
        super().__init__()
        self.state, self.svc = state, svc
        self.heard: list[Message] = []

    def compose(self) -> ComposeResult:
        yield SvcMediaGallery(mode="grid")

    def on_mount(self) -> None:
        gallery = self.query_one(SvcMediaGallery)
        gallery.show(self.state)
        gallery.focus()

    @property
    def grid(self) -> MediaGrid:
        return self.query_one(MediaGrid)

    def on_gallery_view_picked(self, event: SvcMediaGallery.Picked) -> None:
        self.heard.append(event)

    def on_gallery_view_folder_opened(self, event: SvcMediaGallery.FolderOpened) -> None:
        self.heard.append(event)

    def on_gallery_view_mark_wanted(self, event: SvcMediaGallery.MarkWanted) -> None:
        self.heard.append(event)


FOLDERS = tuple(MediaFolder(number, f"Folder {number}") for number in range(5))


def state(files: int, folders: int = 0) -> MediaState:
    medias = tuple(item(number, title=f"File {number}") for number in range(files))
    return MediaState(loaded=True, medias=medias, folders=FOLDERS[:folders])


@pytest.mark.parametrize(("width", "columns"), [(80, 3), (120, 4), (30, 1)])
async def test_there_are_as_many_columns_as_fit(width: int, columns: int):
    app = Shelf(state(50))
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        assert app.grid.columns == columns


async def test_the_last_file_is_reached_where_the_scroll_bar_takes_a_column():
    app = Shelf(state(12))
    async with app.run_test(size=(80, 20)) as pilot:  # 3 columns also where there is no bar yet
        await pilot.press("G")
        await wait_until(pilot, lambda: "File 11" in screen_text(app))
        grid = app.grid
        await wait_until(pilot, lambda: grid.vertical_scrollbar.window_virtual_size == 40)
        assert grid.virtual_size.height == grid.places.scrolled_height == 40
        assert grid.scroll_offset.y == 20  # The top of a row.


async def test_a_length_that_was_guessed_before_there_was_a_width_does_not_stay():
    app = Shelf(state(50))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        gallery, grid = app.query_one(SvcMediaGallery), app.grid
        gallery.mode = "list"
        await pilot.pause()
        gallery.mode = "grid"
        await wait_until(pilot, lambda: app.query(MediaGrid) and app.grid is not grid)
        await wait_until(pilot, lambda: app.grid.places.columns == 3)  # Beside the scroll bar.
        await wait_until(
            pilot, lambda: app.grid.virtual_size.height == app.grid.places.scrolled_height
        )


async def test_the_cursor_goes_in_both_directions_and_keeps_its_column():
    app = Shelf(state(8, folders=4))
    async with app.run_test(size=(70, 40)) as pilot:  # 3 + 1 folders, 3 + 3 + 2 files
        trail = []
        for key in ("l", "l", "j", "j", "j", "j", "j", "k", "k", "h", "G", "home"):
            await pilot.press(key)
            trail.append(app.grid.cursor)
        assert trail == [1, 2, 3, 4, 7, 10, 10, 7, 4, 3, 11, 0]


async def test_opening_and_marking_are_as_in_the_list():
    app = Shelf(state(5, folders=1))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "right", "enter", "space")
        kinds = [type(one).__name__ for one in app.heard]
        assert kinds == ["FolderOpened", "Picked", "MarkWanted"]
        assert app.grid.cursor == 2
        await pilot.press("asterisk")
        assert len(app.heard[-1].medias) == 5


async def test_marks_stand_before_names():
    app = Shelf(state(3))
    async with app.run_test(size=(80, 24)) as pilot:
        marked = MediaState(loaded=True, medias=app.state.medias, edit_list=(1,))
        app.query_one(SvcMediaGallery).show(marked)
        await pilot.pause()
        assert "✓ File 1" in screen_text(app)
        assert "✓ File 2" not in screen_text(app)


async def test_the_cursor_is_seen_on_the_whole_tile_of_a_folder():
    app = Shelf(state(2, folders=2))
    async with app.run_test(size=(70, 40)) as pilot:
        await pilot.press("right")
        tile = app.grid.places.region_of(1)
        grounds = [
            {one.style.bgcolor for one in app.grid.render_line(y).crop(x, x + 20) if one.style}
            for x in (0, tile.x)
            for y in range(tile.y, tile.bottom)
        ]
        assert len({frozenset(one) for one in grounds}) == 2
        assert all(len(one) == 1 for one in grounds)


async def test_a_step_draws_two_names_and_no_picture(monkeypatch: pytest.MonkeyPatch):
    app = Shelf(state(9, folders=2))
    async with app.run_test(size=(70, 30)) as pilot:  # 3 columns below the folders
        await pilot.press("down", "right")
        name, below = (app.grid.places.name_of(at).y for at in (4, 7))
        drawn: set[int] = set()
        render_line = MediaGrid.render_line

        def noted(grid: MediaGrid, y: int) -> Strip:
            drawn.add(y)
            return render_line(grid, y)

        monkeypatch.setattr(MediaGrid, "render_line", noted)
        await pilot.press("right")
        await wait_until(pilot, lambda: drawn == {name})
        await pilot.press("down")
        await wait_until(pilot, lambda: {name, below} <= drawn)
        assert drawn <= set(range(name, below + 1))
        app.query_one(SvcMediaGallery).show(
            MediaState(
                loaded=True, medias=app.state.medias, folders=app.state.folders, edit_list=(4,)
            )
        )
        await wait_until(pilot, lambda: "✓ File 4" in screen_text(app))


async def test_a_click_goes_there_and_another_one_opens():
    app = Shelf(state(9))
    async with app.run_test(size=(70, 30)) as pilot:
        await pilot.click(MediaGrid, offset=(30, 12))
        assert app.grid.cursor == 4
        await pilot.click(MediaGrid, offset=(30, 12))
        assert [type(one).__name__ for one in app.heard] == ["Picked"]


async def test_only_what_is_seen_is_drawn_of_a_hundred_thousand():
    app = Shelf(state(100_000))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("pagedown", "G", "k")
        assert app.grid.cursor == 99_996
        await pilot.pause()
        assert "File 99996" in screen_text(app)
        assert len(app.grid._lines) < 60


async def test_only_pictures_that_are_seen_are_fetched(tmp_path: Path):
    backend = library(60)
    async with services(backend, tmp_path) as svc:
        app = Shelf(state(60), svc)
        async with app.run_test(size=(80, 20)) as pilot:
            await wait_until(pilot, lambda: "▀" in screen_text(app))
            await wait_until(pilot, lambda: not app.grid.looking.fetching)
            assert 6 <= len(backend.requests) <= 12


async def test_folders_of_one_line_do_not_touch_those_below_them():
    app = Shelf(state(8, folders=4))
    async with app.run_test(size=(70, 20)):
        places, plain = app.grid.places, app.grid.plain.bgcolor
        assert places.folder_height == 1
        tops = [places.region_of(at) for at in range(4)]
        assert tops[3].y == tops[0].y + 1
        grounds = [app.grid.render_line(one.y).crop(one.x + 1, one.x + 2) for one in tops]
        colors = [segment.style.bgcolor for one in grounds for segment in one if segment.style]
        assert colors[0] != plain and colors[3] == plain, "only the cursor has a ground"


async def test_a_picture_hangs_from_the_middle_of_the_upper_edge_of_its_tile(tmp_path: Path):
    async with services(library(6), tmp_path) as svc:
        app = Shelf(state(6), svc)
        async with app.run_test(size=(80, 30)) as pilot:
            await wait_until(pilot, lambda: "▀" in screen_text(app))
            await wait_until(pilot, lambda: not app.grid.looking.fetching)
            places = app.grid.places
            top, name = places.region_of(0).y, places.name_of(0).y
            lines = [next(iter(app.grid.render_line(y))) for y in range(top, name)]
            grounds = [one.style.bgcolor for one in lines if one.style is not None]
            assert grounds[0] != grounds[-1], "its tile is higher than a wide picture"
            assert grounds[-1] == grounds[-2], "the rest of its tile is below it"


def test_a_narrow_picture_is_in_the_middle_of_its_tile():
    lines = _over_caption([Strip([Segment("ab")]), Strip([Segment("cd")])], 7, 3, Style())
    assert [one.text for one in lines] == ["  ab   ", "  cd   ", " " * 7]


async def test_a_walk_through_a_large_folder_keeps_few_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(grid_module, "KEPT", 8)
    async with services(library(60), tmp_path) as svc:
        app = Shelf(state(60), svc)
        async with app.run_test(size=(80, 20)) as pilot:

            def first_is_drawn() -> bool:
                first = app.grid.places.seen(app.grid.scroll_offset.y, 20).start
                return f"media:{first}" in app.grid.looking.looks

            for _ in range(10):
                # The page may still be on its way when a key has come back.
                await wait_until(pilot, first_is_drawn)
                await pilot.press("pagedown")
            await wait_until(pilot, lambda: not app.grid.looking.fetching)
            kept = app.grid.looking.looks.values()
            assert len(kept) <= 24
            assert all(look.picture is None and drawing is not None for _, look, drawing in kept)


async def test_what_was_scrolled_away_is_not_fetched(tmp_path: Path):
    backend = library(60)
    async with services(backend, tmp_path) as svc:
        app = Shelf(state(60), svc)
        async with app.run_test(size=(80, 20)) as pilot:
            await pilot.press("G")
            await wait_until(pilot, lambda: "▀" in screen_text(app))
            await wait_until(pilot, lambda: not app.grid.looking.fetching)
            assert all(int(call.split("/")[2].split(".")[0]) > 40 for call in backend.calls)


async def test_what_was_scrolled_away_too_soon_is_fetched_on_the_way_back(tmp_path: Path):
    async with services(library(60), tmp_path) as svc:
        app = Shelf(state(60), svc)
        async with app.run_test(size=(80, 20)) as pilot:
            await wait_until(pilot, lambda: 1 in app.grid.looking.fetching and 1 in app.grid._lines)
            app.grid.action_end_of(-1)
            await wait_until(pilot, lambda: min(app.grid.looking.fetching, default=0) > 40)
            assert "media:1" not in app.grid.looking.looks

            app.grid.action_end_of(0)
            await wait_until(pilot, lambda: "media:1" in app.grid.looking.looks)


async def test_the_entry_stays_the_same_when_the_face_changes():
    app = Shelf(state(9, folders=2))
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("j", "l")
        gallery = app.query_one(SvcMediaGallery)
        before = gallery.current_key
        gallery.mode = "list"
        await wait_until(pilot, lambda: not app.query(MediaGrid))
        assert gallery.current_key == before


class Beside(Shelf):
    """A grid with something else that takes keys above and below it."""

    def compose(self) -> ComposeResult:
        yield Input()
        yield from super().compose()
        yield Input()


async def test_the_focus_is_never_elsewhere_while_the_face_changes():
    app = Beside(state(60, folders=2))
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("G")
        gallery = app.query_one(SvcMediaGallery)
        focused: list[object] = []
        app.watch(app.screen, "focused", lambda now: focused.append(now), init=False)
        for mode in ("list", "grid", "list"):
            gallery.mode = mode
        await wait_until(pilot, lambda: len(focused) == 3 and len(gallery.children) == 1)
        assert all(isinstance(one, GalleryView) for one in focused)
        assert app.screen.focused is gallery.view
        assert gallery.current_key == "media:59"
        await wait_until(pilot, lambda: "File 59" in screen_text(app))


async def test_shift_and_an_arrow_mark_a_file_that_has_texts_by_language():
    app = Shelf(state(3))
    texts = {"it": {"title": "Gatto"}}
    medias = tuple(item(number, title=f"File {number}", translations=texts) for number in range(3))
    app.state = MediaState(loaded=True, medias=medias)
    async with app.run_test(size=(30, 60)) as pilot:  # One column.
        await pilot.press("shift+down")
        (heard,) = app.heard
        assert [media.id for media in heard.medias] == [0, 1]


@pytest.mark.parametrize("text", ["meow\n", "one\ntwo\n", "", "\n" * 60, "a line\n" * 60])
async def test_a_folder_with_a_short_text_is_drawn_whole(tmp_path: Path, text: str):
    backend = library(0)
    backend.on("GET", "/media/1.txt", file_answer(text.encode(), "text/plain"))
    svc = services(backend, tmp_path)
    note = item(1, title="Note", file="/media/1.txt", mime_type="text/plain")
    app = Shelf(MediaState(loaded=True, medias=(note, item(2, title="Other"))), svc)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.grid.looking.looks)
        await wait_until(pilot, lambda: "Note" in screen_text(app) and "Other" in screen_text(app))


KINDS: tuple[Kind, ...] = ("picture", "svg", "pdf", "video", "audio", "text", "archive", "other")


@given(
    kind=st.sampled_from(KINDS),
    words=st.lists(st.text(max_size=40), max_size=12),
    source=st.lists(st.text(max_size=40), max_size=12),
    room=st.tuples(st.integers(0, 60), st.integers(0, 14)),
)
def test_what_stands_for_a_picture_has_as_many_lines_as_its_room(
    kind: Kind, words: list[str], source: list[str], room: tuple[int, int]
):
    drawn = in_words(PicturePlaceholder(kind, words, room, Style(), Style(), source))
    assert len(drawn) == room[1]
    assert {line.cell_length for line in drawn} <= {room[0]}


async def test_a_name_and_the_facts_below_it_begin_in_the_same_cell():
    app = Shelf(state(8, folders=4))
    async with app.run_test(size=(94, 34)):
        at, places = 4, app.grid.places
        assert places.shape.words == 2 and places.cell_width(places.row_of(at)) < 24
        y = places.name_of(at).y
        name, facts = (app.grid.render_line(y + n).text for n in (0, 1))
        assert [len(one) - len(one.lstrip()) for one in (name, facts)] == [1, 1]
