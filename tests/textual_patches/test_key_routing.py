"""The way of a key: shorter than Textual's, and with the same effect."""

from __future__ import annotations

import asyncio

import pytest
from textual import events, on
from textual.actions import parse
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, DataTable, Input, OptionList, TextArea

from svc_tui.textual_patches.apply import apply_patches
from svc_tui.textual_patches.key_routing import first_handler, handles_keys, named_keys
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.listing import SvcList
from svc_tui.widgets.listing.table import SvcListTable
from svc_tui.widgets.shell.effective_bindings import effective_bindings
from tests.console import wait_until


@pytest.fixture(autouse=True)
def _mended() -> None:
    assert apply_patches()


class ByName(Vertical):
    def on_key(self, event: events.Key) -> None:
        self.app.query_one(Keys).heard.append(f"name {event.key}")


class ByDecorator(Vertical):
    @on(events.Key)
    def _any_key(self, event: events.Key) -> None:
        self.app.query_one(Keys).heard.append(f"decorator {event.key}")


class ByInput(Vertical):
    @on(events.InputEvent)
    def _any_input(self, event: events.InputEvent) -> None:
        self.app.query_one(Keys).heard.append("input")


class ByMethod(Vertical):
    def key_x(self) -> None:
        self.app.query_one(Keys).heard.append("method")


class Stopper(Vertical):
    def key_ctrl_c(self, event: events.Key) -> None:
        self.app.query_one(Keys).heard.append(event.key)

    def key_escape(self, event: events.Key) -> None:
        self.app.query_one(Keys).heard.append(event.key)


class ByEvent(Vertical):
    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            self.app.query_one(Keys).heard.append("event")
        await super().on_event(event)


class Stopping(Vertical):
    def on_key(self, event: events.Key) -> None:
        event.stop()


class Slow(Vertical):
    class Asked(Message):
        pass

    def __init__(self, *children: Widget) -> None:
        super().__init__(*children)
        self.began, self.may_end = asyncio.Event(), asyncio.Event()

    async def on_slow_asked(self) -> None:
        self.began.set()
        await self.may_end.wait()
        self.app.query_one(Keys).heard.append("slow")


class Keys(OptionList):
    """What has the focus, and remembers what was heard."""

    def __init__(self) -> None:
        super().__init__("one", "two")
        self.heard: list[str] = []


class Host(App[None]):
    BINDINGS = [
        Binding("x", "note('app')", "Note"),
        Binding("ctrl+p", "note('first')", "First", priority=True),
        Binding("a", "note('app a')", "A"),
    ]

    def __init__(self, *around: type[Vertical]) -> None:
        super().__init__()
        self.around = around

    def compose(self) -> ComposeResult:
        widget: Widget = Keys()
        for one in self.around:
            widget = one(widget)
        yield widget

    def action_note(self, word: str) -> None:
        self.query_one(Keys).heard.append(word)


@pytest.mark.parametrize(
    ("around", "heard"),
    [
        ((Vertical, Vertical), ["app"]),
        ((Vertical, ByName, Vertical), ["name x", "app"]),
        ((ByDecorator, Vertical), ["decorator x", "app"]),
        ((ByInput,), ["input", "app"]),
        ((Vertical, ByMethod), ["method", "app"]),
        ((Vertical, ByEvent), ["event", "app"]),
        ((ByName, ByMethod, ByDecorator), ["name x", "method", "decorator x", "app"]),
        ((ByName, Stopping, ByDecorator), ["name x"]),
    ],
    ids=lambda value: "+".join(getattr(one, "__name__", one) for one in value),
)
async def test_a_key_is_heard_by_all_who_listen_in_their_order(
    around: tuple[type[Vertical], ...], heard: list[str]
) -> None:
    app = Host(*around)
    async with app.run_test() as pilot:
        await pilot.press("x")
        assert app.query_one(Keys).heard == heard


async def test_a_key_with_a_modifier_and_an_alias_find_their_methods() -> None:
    app = Host(Stopper, Vertical)
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c", "ctrl+m", "escape", "c", "down")
        assert app.query_one(Keys).heard == ["ctrl+c", "escape"]


def test_a_list_looks_at_no_key_but_those_that_stop_what_is_running() -> None:
    assert not handles_keys(SvcList)
    assert named_keys(SvcList) == {"escape", "ctrl_c"}


async def test_a_key_goes_past_the_widgets_that_do_not_listen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[str] = []
    dispatch = MessagePump._dispatch_message

    async def noted(self: MessagePump, message: Message) -> None:
        if isinstance(message, events.Key):
            seen.append(type(self).__name__)
        await dispatch(self, message)

    app = Host(Vertical, ByName, Vertical, Vertical)
    async with app.run_test() as pilot:
        monkeypatch.setattr(MessagePump, "_dispatch_message", noted)
        await pilot.press("x")
    assert seen == ["Host", "ByName", "Host"]


async def test_a_key_waits_behind_what_a_widget_on_its_way_is_busy_with() -> None:
    app = Host(Vertical, Slow, Vertical)
    async with app.run_test() as pilot:
        slow, keys = app.query_one(Slow), app.query_one(Keys)
        slow.post_message(Slow.Asked())
        await slow.began.wait()
        app.post_message(events.Key("x", "x"))
        while not slow.message_queue_size:
            await asyncio.sleep(0)
        assert keys.heard == []
        slow.may_end.set()
        await pilot.pause()
        assert keys.heard == ["slow", "app"]


async def test_a_key_does_not_go_past_what_is_being_removed() -> None:
    app = Host(Vertical, Vertical)
    async with app.run_test() as pilot:
        keys, key = app.query_one(Keys), events.Key("x", "x")
        await wait_until(pilot, lambda: first_handler(keys, key) is app)
        keys._pruning = True
        assert first_handler(keys, key) is keys


def test_it_is_known_who_listens() -> None:
    listens = {
        one: handles_keys(one) for one in (Input, TextArea, SvcListTable, ListGrid, DataTable)
    }
    assert listens == {
        Input: True,
        TextArea: True,
        SvcListTable: True,
        ListGrid: False,
        DataTable: False,
    }


class Asking(ModalScreen[None]):
    BINDINGS = [Binding("a", "close", "Close"), Binding("ctrl+p", "close", "Close", priority=True)]

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Button("Yes")
            yield Input()
            yield TextArea()


class Hiding(Vertical):
    BINDINGS = [
        Binding("x", "note", "Hides the one of the app", show=False),
        Binding("a", "never", "Hides nothing", show=False),
        Binding("f5", "dim", "Dim"),
        Binding("ctrl+p", "note", "Comes after the first"),
    ]

    def action_note(self) -> None:
        pass

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return {"never": False, "dim": None}.get(action, True)


class Deaf(Keys):
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.prevent_default()


async def test_the_handlers_of_a_message_are_those_that_textual_finds() -> None:
    found = MessagePump._get_dispatch_methods
    textuals = found.__wrapped__  # type: ignore[attr-defined]
    messages: list[Message] = [events.Key("x", "x"), events.Focus(), events.Idle(), Slow.Asked()]
    app = Host(ByName, ByDecorator, ByInput, Slow)
    async with app.run_test():
        await app.mount(ListGrid(), DataTable(), Input(), TextArea())
        for node in (app, app.screen, *app.screen.query("*")):
            for message in messages:
                name = message.handler_name
                assert [*found(node, name, message)] == [*textuals(node, name, message)]


async def test_a_handler_prevents_those_of_the_classes_above_its_own() -> None:
    app = Host(Vertical)
    async with app.run_test():
        keys = Deaf()
        key = events.Key("x", "x")
        methods = iter(MessagePump._get_dispatch_methods(keys, "on_key", key))
        next(methods)
        key.prevent_default()
        assert [*methods] == []


@pytest.mark.parametrize("focus", [None, Button, Input, TextArea])
@pytest.mark.parametrize("modal", [False, True])
async def test_the_live_bindings_are_what_the_keys_run(
    modal: bool, focus: type[Widget] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Host(Hiding, Vertical)
    async with app.run_test() as pilot:
        if modal:
            await app.push_screen(Asking())
        app.set_focus(app.screen.query_one(focus) if focus and modal else None)
        if focus and not modal:
            app.query_one(Keys).focus()
        await pilot.pause()
        ran: list[tuple[object, str]] = []

        async def note(action: str, node: object) -> bool:
            allowed = node.check_action(*parse(action)[1:])  # type: ignore[attr-defined]
            if allowed:
                ran.append((node, action))
            return bool(allowed)

        monkeypatch.setattr(app, "run_action", note)
        live = [one for one in effective_bindings(app.screen, shown=True) if one.enabled]
        for one in live:
            await pilot.press(one.binding.key)
        assert ran == [(one.node, one.binding.action) for one in live]
