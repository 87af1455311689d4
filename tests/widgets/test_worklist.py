"""The worklist of one item after another: keys are meant for the item that is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

from textual.app import App
from textual.widgets import Input

from svc_tui.models.records import Id
from svc_tui.stores.session.preferences_store import PreferencesStore
from svc_tui.stores.session.snack_store import SnackStore
from svc_tui.stores.worklist.worklist_store import WorklistStore
from svc_tui.widgets.worklist import WorklistDialog
from tests.console import wait_until


class Queue:
    """Two boats without a name."""

    nouns: ClassVar[tuple[str, str]] = ("boat", "boats")
    written: ClassVar[tuple[str, str]] = ("name", "names")
    name, place, title = "names", "", "Names"
    total = lacking = 2
    is_counted, position, rounds = True, None, 0

    def __init__(self) -> None:
        self.left: list[list[str]] = [["first", "second"]]
        self.saved: list[tuple[str, str]] = []

    def begin(self, position: object) -> None: ...
    def restart(self) -> None: ...

    async def next_page(self) -> Sequence[str] | None:
        return self.left.pop() if self.left else None

    def id_of(self, item: str) -> Id:
        return item

    def concerns(self, item: str) -> bool:
        return True

    async def fresh(self, item: str) -> str:
        return item

    async def write(self, item: str, value: str) -> None:
        self.saved.append((item, value))


class Names(WorklistDialog):
    """Asks for a name."""

    def editor(self) -> Input:
        return Input()

    def show(self, item: Any, same: bool) -> None:
        self.query_one(Input).value = ""

    def value(self) -> str:
        return self.query_one(Input).value

    unsaved = shows_toasts = False

    def facts(self, item: str) -> str:
        return item


async def test_keys_held_down_write_nothing_into_an_item_that_is_not_drawn_yet() -> None:
    queue = Queue()
    store, app = WorklistStore(queue, PreferencesStore()), App[None]()
    dialog = Names(store)

    def hold_down(_: object) -> None:
        """Press once more when the second boat is there and not drawn yet."""
        if store.state.item == "second":
            dialog.action_save()
            dialog.action_skip()

    async with app.run_test() as pilot:
        app.svc = SimpleNamespace(snack=SnackStore())  # type: ignore[attr-defined]
        await app.push_screen(dialog)
        await wait_until(pilot, lambda: store.state.item == "first")
        await pilot.pause()
        dialog.query_one(Input).value = "Gull"
        stop = store.subscribe(hold_down)
        dialog.action_save()
        await wait_until(pilot, lambda: store.state.item == "second")
        await pilot.pause()
        stop()
        assert queue.saved == [("first", "Gull")]
        assert store.state.item == "second" and not store.state.skipped
        dialog.query_one(Input).value = "Tern"
        dialog.action_save()
        await wait_until(pilot, lambda: store.state.over)
        assert queue.saved == [("first", "Gull"), ("second", "Tern")]
