"""The worklist on the real demo backend."""

from __future__ import annotations

import asyncio
from typing import Any

from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from svc_tui.widgets.media.preview import SvcMediaPreview
from svc_tui.widgets.media.worklist import SvcMediaWorklist
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.test_first_pages import without_port
from tests.screens.test_media import SIZES, page
from tests.screens.test_media_actions import signed_in


async def at_work(person: Person) -> SvcMediaWorklist:
    """The first file of the list of missing descriptions in Italian."""
    await person.sees("▸ Photos")
    await person.press("a")
    await person.sees("Worklist", "No alt text in Italiano")
    await person.type("tion in it")
    await person.press("enter")
    await person.until(lambda: isinstance(person.app.screen, SvcMediaWorklist))
    screen = person.app.screen
    assert isinstance(screen, SvcMediaWorklist)
    await person.until(lambda: screen.store.state.item or screen.store.state.over)
    return screen


async def emptied(demo: DemoProcess) -> list[int]:
    """Two files without an Italian description."""
    ids = []
    with signed_in(demo) as client:
        items = client.get("/api/media-folders/?all=true").json()["media"]["items"]
        for item in items[:2]:
            texts = {"translations": {"it": {"description": ""}}}
            assert client.patch(f"/api/media/{item['id']}/", json=texts).status_code == 200
            ids.append(item["id"])
    return ids


async def test_enter_saves_and_brings_the_next(console: Any, fresh_demo: DemoProcess) -> None:
    await emptied(fresh_demo)
    async with console(start="/media") as person:
        screen = await at_work(person)
        first = screen.store.state.item
        assert first is not None
        await person.press("enter")
        await person.sees("Enter text, or press PgDn to skip this file.")
        await person.type("una barca")
        await person.press("enter")
        await person.until(lambda: screen.store.state.written == 1)
        await person.until(lambda: screen.store.state.item not in (None, first))
        await person.until(lambda: screen.query_one(Input).value == "")
        with signed_in(fresh_demo) as client:
            stored = client.get(f"/api/media/{first.id}/").json()
            assert stored["translations"]["it"]["description"] == "una barca"
        await person.type("half a te")
        await person.press("escape")
        await person.sees("has not been saved")
        await person.press("n")
        assert screen.query_one(Input).value == "half a te"


async def test_a_folder_is_worked_through_f2_saves_and_another_day_goes_on_there(
    console: Any, fresh_demo: DemoProcess
) -> None:
    with signed_in(fresh_demo) as client:
        folders = client.get("/api/media-folders/").json()["folders"]
        photos = next(one["id"] for one in folders if one["name"] == "Photos")
    async with console(start=f"/media?folder={photos}") as person:
        await person.sees("▸ 2025")
        manager = page(person).manager
        await person.until(
            lambda: (
                manager.store.state.parent_folder is not None and not manager.store.state.loading
            )
        )
        await person.press("a")
        await person.sees("Worklist in Photos and its subfolders")
        await person.type("alt text in it")
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, SvcMediaWorklist))
        screen = person.app.screen
        await person.sees("No alt text in Italiano · in Photos and its subfolders")
        await person.until(lambda: screen.store.state.item is not None)
        first = screen.store.state.item
        assert first.folder in {one.id for one in manager.store.state.folders} | {photos}
        await person.type("una barca")
        await person.press("f2")
        await person.until(lambda: screen.store.state.written == 1)
        await person.until(lambda: screen.store.state.item or screen.store.state.over)
        at = screen.store.state.looked_at
        await person.press("escape")
        await person.until(lambda: not isinstance(person.app.screen, SvcMediaWorklist))

        await person.press("a")
        await person.type("alt text in it")
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, SvcMediaWorklist))
        again = person.app.screen
        await person.until(lambda: again.store.state.item or again.store.state.over)
        assert again.store.state.looked_at == at


async def test_the_picture_of_the_file_is_drawn(console: Any, fresh_demo: DemoProcess) -> None:
    await emptied(fresh_demo)
    async with console(start="/media", size=(120, 40)) as person:
        screen = await at_work(person)
        await person.until(lambda: screen.query(SvcMediaPreview))
        preview = screen.query_one(SvcMediaPreview)
        await person.until(lambda: preview.look is not None)
        assert preview.look is not None and preview.look.picture is not None
        await person.sees("▀")


@SIZES
async def test_one_file_and_one_text_are_on_the_screen(
    console: Any, fresh_demo: DemoProcess, size: Any, snapshot: SnapshotAssertion
) -> None:
    await emptied(fresh_demo)
    async with console(start="/media", size=size) as person:
        # Without its picture: how that is scaled to half blocks is nothing of this page.
        assert person.app.svc.pictures.toggle() == "off"
        await at_work(person)
        await person.settles()
        assert without_port(person.text()) == snapshot


async def test_the_gallery_shows_only_what_lacks_a_text_and_the_worklist_takes_it_on(
    console: Any,
) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("Quiet lake 15")
        await person.press("exclamation_mark")
        await person.sees("No alt text in Italiano")
        await person.type("alt text in it")
        await person.press("enter")
        state = page(person).manager.store
        await person.until(lambda: state.state.missing is not None and not state.state.loading)
        await person.sees("no alt text in Italiano", " in Italiano ")
        await person.until(lambda: "missing=alt_text.it" in person.location)
        assert all(not media.text("alt_text", "it") for media in state.state.medias)
        assert "#" not in "".join(str(name) for name in state.state.names.values())

        await person.press("a")
        await person.until(lambda: isinstance(person.app.screen, SvcMediaWorklist))
        await person.sees(f"file 1 of {state.state.count} · 0 saved")
        await person.press("escape")
        await person.until(lambda: not isinstance(person.app.screen, SvcMediaWorklist))
        await person.press("0")
        await person.until(lambda: state.state.missing is None and not state.state.loading)
        await person.sees("4 folders")


async def test_escape_stops_the_search_and_a_dot_goes_on(console: Any) -> None:
    async with console(start="/media", size=(120, 40)) as person:
        await person.sees("▸ Photos")
        store = page(person).manager.store
        more, asked = asyncio.Event(), store.api.explorer

        async def slow(folder: Any = None, params: Any = None) -> Any:
            if params is not None and params.all and params.page == 2:
                await more.wait()
            return await asked(folder, params)

        store.api.explorer = slow
        await person.press("exclamation_mark")
        await person.sees("No description in Italiano")
        await person.type("alt text in it")
        await person.press("enter")
        await person.sees("checked, Esc stops")
        await person.press("escape")
        await person.sees("checked, stopped; . continues")
        assert store.state.looked.files < store.state.looked.of

        more.set()
        await person.press("full_stop")
        await person.until(lambda: not store.state.loading and not store.state.looked.stopped)
        looked = store.state.looked
        assert looked.files == looked.of
        await person.sees(f"{looked.files} files checked")
        await person.sees_no("stopped")
