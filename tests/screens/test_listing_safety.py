"""What a list has under way is finished or asked about, whoever leaves or quits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from textual.widgets import Input

from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_store import ActionContext
from svc_tui.stores.unavailable_reason import permission_denied_message
from svc_tui.widgets.listing.actions import SvcListActions
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.listing import SvcList
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import exporting, hold, settled, store_of, table_of, watch, writing

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def test_a_handler_that_exits_leaves_the_console_open(console: Console):
    async def leaves(ctx: ActionContext) -> None:
        raise SystemExit(3)

    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("space")
        action = ActionDescriptor(label="Leave", handler=leaves)
        actions = person.app.screen.query_one(SvcListActions)
        actions.start(action, store_of(person).state.selection)
        await person.sees("Leave 1 row?")
        await person.press("y")
        await person.sees("Leave: 1 unknown", "The action failed: SystemExit")


async def test_an_export_goes_on_when_the_page_is_left(console: Console, tmp_path: Path):
    async with console(start="/articles") as person:
        go_on = await exporting(person, tmp_path / "all.csv")
        await person.goes_to("/tags")
        await person.sees("Slug")
        go_on.set()
        await person.until(lambda: any("300 rows written" in one for one in person.toasts))
    assert len((tmp_path / "all.csv").read_text("utf-8").splitlines()) >= 301


async def test_quitting_during_an_export_asks_and_says_what_is_cut(
    console: Console, tmp_path: Path
):
    async with console(start="/articles") as person:
        go_on = await exporting(person, tmp_path / "all.csv")
        await person.press("ctrl+q")
        await person.sees("Quit now?", "Exporting 100 of 300", "won't be written")
        await person.press("escape")
        await person.sees_no("Quit now?")
        go_on.set()
        await person.until(lambda: any("300 rows written" in one for one in person.toasts))
        await person.press("ctrl+q")
        await person.until(lambda: person.app._exit)


async def test_esc_stops_an_export_and_nothing_is_left_of_it(console: Console, tmp_path: Path):
    async with console(start="/articles") as person:
        await exporting(person, tmp_path / "all.csv")
        await person.press("X")
        await person.until(lambda: any("running" in one for one in person.toasts))
        await person.press("escape")
        await person.told_of("stopped, and no file was written")
        await person.until(lambda: not [*tmp_path.glob("*all.csv*")])


async def test_quitting_during_an_action_asks_and_says_what_is_cut(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles?tab=draft") as person:
        await person.sees("[Drafts")
        await settled(person)
        go_on = hold(person, writing)
        await person.press("space", "space", "space", "x", "enter")
        await person.sees("Publish 3 rows?")
        await person.press("y")
        await person.sees("0/3")
        await person.press("x")
        await person.until(lambda: any("still running" in one for one in person.toasts))
        await person.press("ctrl+q")
        await person.sees("Quit now?", "Publish: 0 of 3 rows done")
        await person.press("n")
        go_on.set()
        await person.until(lambda: "Publish: 3 ok. Press u to undo it." in person.toasts)
        snack = person.app.svc.snack  # type: ignore[union-attr]
        assert not any("still running" in one.message for one in snack.state.toasts)


async def test_a_dropped_row_gets_its_place_though_the_page_was_left(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent, go_on = watch(person), hold(person, writing)
        await person.press("m", "down", "down", "enter")
        await person.until(lambda: any("update_order" in one for one in sent))
        person.app.run_worker(person.app.svc.router.push("/tags"))  # type: ignore[union-attr]
        await person.pilot.pause()
        go_on.set()
        await person.until(lambda: person.location == "/tags")
        await person.until(lambda: "Order saved." in person.toasts)
        assert sum("update_order" in one for one in sent) == 1


async def test_leaving_with_a_row_in_hand_asks_what_becomes_of_it(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        await person.press("m", "down", "down", "ctrl+q")
        await person.sees("A row is being moved", "position 3 of 300")
        await person.press("escape")
        await person.sees("Moving")
        await person.press("ctrl+q")
        await person.sees("A row is being moved")
        await person.press("d")
        await person.until(lambda: person.app._exit)
        assert sum("update_order" in one for one in sent) == 1


async def test_a_row_in_hand_that_never_moved_is_nothing_to_ask_about(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("m", "ctrl+q")
        await person.until(lambda: person.app._exit)


async def test_signing_out_asks_as_quitting_does(console: Console, tmp_path: Path):
    from svc_tui.widgets.shell.buttons import sign_out

    async with console(start="/articles") as person:
        go_on = await exporting(person, tmp_path / "all.csv")
        person.app.run_worker(sign_out(person.app.svc))  # type: ignore[arg-type]
        await person.sees("Sign out now?")
        await person.press("escape")
        assert person.app.svc.auth.is_authenticated  # type: ignore[union-attr]
        go_on.set()
        await person.until(lambda: any("rows written" in one for one in person.toasts))


async def test_after_everything_the_failed_rows_are_marked(
    console: Console, fresh_demo: DemoProcess
):
    go_on = asyncio.Event()

    async def lock(context: object) -> dict[str, str]:
        await go_on.wait()
        return {"2": "It is locked."}

    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        action = ActionDescriptor(label="Shout", handler=lock, handle_all=True)
        listing = person.app.screen.query_one(SvcList)
        await person.press("A")
        await person.sees("all 300 marked")
        listing._actions.start(action, store_of(person).state.selection)
        await person.sees("Shout all 300 rows?")
        await person.press("y")
        await person.until(lambda: listing._actions.running)
        await person.press("d")
        words = "Shout is still running. Wait for it, or press Esc to stop it."
        await person.until(lambda: words in person.toasts)
        go_on.set()
        await person.sees("It is locked.")
        await person.press("escape")
        await person.sees("1 marked")
        assert [*store_of(person).state.selection.rows] == ["2"]


# The mouse


def place(person: Person, line: int) -> tuple[int, int]:
    """Where the place number of a row stands, from the corner of the grid."""
    return (3, line + 1)


async def test_a_row_is_dragged_to_another_place_with_the_mouse(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        before = [row["id"] for row in store_of(person).state.rows]
        await person.pilot.mouse_down(ListGrid, offset=place(person, 1))
        await person.pilot.hover(ListGrid, offset=place(person, 2))
        await person.sees("Moving")
        await person.pilot.hover(ListGrid, offset=place(person, 4))
        await person.until(lambda: store_of(person).state.moving.at == 4)  # type: ignore[union-attr]
        await person.pilot.mouse_up(ListGrid, offset=place(person, 4))
        await person.until(lambda: "Order saved." in person.toasts)
        moves = [one for one in sent if "update_order" in one]
        assert len(moves) == 1
        await person.press("r")
        await settled(person)
        after = [row["id"] for row in store_of(person).state.rows]
        assert after == [before[0], *before[2:5], before[1], *before[5:]]


async def test_a_drag_that_ends_where_it_began_moves_nothing(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        await person.pilot.mouse_down(ListGrid, offset=place(person, 1))
        await person.pilot.hover(ListGrid, offset=place(person, 3))
        await person.sees("Moving")
        await person.pilot.hover(ListGrid, offset=place(person, 1))
        await person.pilot.mouse_up(ListGrid, offset=place(person, 1))
        await person.sees_no("Moving")
        assert not [one for one in sent if "update_order" in one]
        assert table_of(person).grid.has_focus


async def test_who_may_not_change_may_not_drag(console: Console):
    async with console(user="viewer", start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.pilot.mouse_down(ListGrid, offset=place(person, 1))
        await person.pilot.hover(ListGrid, offset=place(person, 3))
        await person.told(permission_denied_message("Changing", "change_article"))
        await person.pilot.mouse_up(ListGrid, offset=place(person, 3))
        assert store_of(person).state.moving is None


async def test_a_path_that_will_not_do_stays_in_the_dialog_to_be_mended(
    console: Console, tmp_path: Path
):
    there = tmp_path / "all.csv"
    there.write_text("mine")
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("X")
        await person.sees("Export to a file")
        dialog = person.app.screen
        line = dialog.query_one(Input)
        line.value = str(tmp_path / "no" / "all.csv")
        await person.press("enter")
        await person.sees("There is no folder")
        assert person.app.screen is dialog and line.value == str(tmp_path / "no" / "all.csv")

        line.value = str(there)
        await person.press("enter")
        await person.sees("Overwrite the file?", "Use all-2.csv")
        await person.press("escape")
        await person.sees("already exists")
        assert person.app.screen is dialog and line.value == str(there)

        await person.press("enter")
        await person.sees("Overwrite the file?")
        await person.press("n")
        await person.until(lambda: (tmp_path / "all-2.csv").exists())
        assert there.read_text() == "mine"

        await person.until(lambda: any("all-2.csv" in toast for toast in person.toasts))
        await person.press("X")
        await person.sees("Export to a file")
        person.app.screen.query_one(Input).value = str(there)
        await person.press("enter")
        await person.sees("Overwrite the file?")
        await person.press("y")
        await person.until(lambda: there.read_text() != "mine")


async def deleting_all_tags(person: Person) -> None:
    """Have the tags of the first page deleted."""
    await person.sees("Slug", "1-20 of")
    await person.settles()
    await person.press("asterisk")
    await person.sees("20 marked")
    await person.press("d")
    await person.sees("Type 20 to continue")
    await person.type("20")
    await person.press("tab", "tab", "enter")


async def test_quitting_in_a_bulk_delete_holds_it_and_says_what_was_done(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/tags") as person:
        sent = watch(person)
        go_on = hold(person, lambda request: request.method == "DELETE")
        await deleting_all_tags(person)
        await person.until(lambda: sum(one.startswith("DELETE") for one in sent) == 6)
        await person.press("ctrl+q")
        go_on.set()
        await person.sees("Quit now?", "6 of 20 rows done")
        assert sum(one.startswith("DELETE") for one in sent) == 6
        await person.press("y")
        await person.until(lambda: person.app._exit)
        assert person.app.svc.exit_messages == ["Delete: 6 ok, 14 skipped"]
        assert "6 ok, 14 skipped" in str(person.app._exit_renderables[0])


async def test_staying_lets_a_bulk_delete_go_on(console: Console, fresh_demo: DemoProcess):
    async with console(start="/tags") as person:
        go_on = hold(person, lambda request: request.method == "DELETE")
        await deleting_all_tags(person)
        await person.press("ctrl+q")
        go_on.set()
        await person.sees("Quit now?")
        await person.press("escape")
        await person.until(lambda: any("20 ok" in one for one in person.toasts))
