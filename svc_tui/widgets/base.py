"""Bases of widgets and modals: services, and messages of stores."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from rich.console import RenderableType
from textual import events, on
from textual._context import active_app, active_message_pump
from textual.app import App, RenderResult
from textual.binding import Binding
from textual.events import Compose, Event, Key, Mount, Paste
from textual.geometry import Offset
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker

from svc_tui.app.current import current_svc
from svc_tui.models.arguments import ListOf, checks_arguments, given_words, refused_arguments
from svc_tui.models.languages import language_name
from svc_tui.models.slots import Slots
from svc_tui.terminal.ascii_filter import key_in_words
from svc_tui.text import clean, label
from svc_tui.widgets import key_guard
from svc_tui.widgets.command import check_binding_shapes, check_own_bindings
from svc_tui.widgets.letters import is_typing
from svc_tui.widgets.page_beneath import with_footer_lit
from svc_tui.widgets.slots import slot_widgets

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.stores.base import Store


def is_open(widget: Widget) -> bool:
    """Whether a widget is on a page or in a dialog that is open; one left may stand a while yet."""
    return widget.is_attached and widget.screen in widget.app.screen_stack


LIFE = (
    events.Mount, events.Unmount, events.Show, events.Hide,
    events.Resize, events.Focus, events.Blur,
)  # fmt: skip
"""The lifecycle events of a widget; its handlers assume that it was composed."""


class NoServices(RuntimeError):
    """A widget was used where no services can be found."""


def services(node: MessagePump) -> Svc | None:
    """Return the services that a widget uses; None where there are none, or none yet.

    They are those that it was handed, or the nearest widget around it, or the widget that opened
    this dialog; then `app.svc`; then those of `async with Svc(…)`.
    """
    if (handed := handed_services(node)) is not None:
        return handed
    found: Svc | None = getattr(node.app, "svc", None)
    if found is None and (here := current_svc.get(None)) is not None:
        found = here.svc
    return found


def handed_services(node: MessagePump) -> Svc | None:
    """Return the services that a widget, or the nearest one around it, was handed; or None."""
    around: Any = node
    while around is not None and not isinstance(around, App):
        handed: Svc | None = getattr(around, "_svc", None) or getattr(
            around, "_svc_of_opener", None
        )
        if handed is not None:
            return handed
        around = getattr(around, "parent", None)
    return None


def checked_svc(widget: Widget, svc: Svc | None) -> Svc | None:
    """Return the services that a widget was handed; raises `ConfigError` for anything else."""
    if svc is not None and not hasattr(svc, "config"):
        raise refused_arguments(type(widget), f"svc should be Svc(…), not {given_words(svc)}")
    return svc


_svc_of_asker: ContextVar[Svc | None] = ContextVar("svc_of_asker", default=None)
"""The services that were handed to the widget whose worker is running."""


async def _on_behalf(svc: Svc, work: Coroutine[Any, Any, Any]) -> Any:
    """Run something for a widget with services of its own; its dialogs use them too."""
    _svc_of_asker.set(svc)
    return await work


def services_of_opener() -> Svc | None:
    """Return the services of the widget that opens a dialog now; None without any.

    That is the widget whose handler or worker runs, or the one that has the focus, as a key's
    action may be run by the app.
    """
    pump = active_message_pump.get(None)
    if pump is not None and (found := handed_services(pump)) is not None:
        return found
    if (found := _svc_of_asker.get()) is not None:
        return found
    app = active_app.get(None)
    focused = app.focused if app is not None and app.screen_stack else None
    return handed_services(focused) if focused is not None else None


def lacks_services(node: MessagePump) -> bool:
    """Whether there are no services and none are coming; a console may still be booting."""
    return services(node) is None and not hasattr(node.app, "when_booted")


def no_services(widget: MessagePump) -> str:
    """Return what to do about a widget that found no services."""
    # Short, as it has one line of 80 columns.
    how = "Set app.svc" if isinstance(widget, Screen) else "Pass svc=Svc(…), or set app.svc"
    return f"{type(widget).__name__}: no services. {how} first."


def wrong_endpoint(widget: SvcWidget) -> str:
    """Return what to do about an endpoint that the services can't reach; "" if they can."""
    if (svc := services(widget)) is None:
        return ""
    from svc_tui.api.errors import ForeignOrigin

    name = type(widget).__name__
    for endpoint in filter(None, widget.endpoints()):
        try:
            svc.crud(endpoint)
        except ForeignOrigin:
            host = clean(urlsplit(endpoint).hostname or "")
            return f"{name}: {host} is another server. Pass its svc=Svc(…)."
        except ValueError as error:
            return f"{name}: {clean(error, limit=200)}"
    return ""


def no_media(widget: MessagePump) -> str:
    """Return what to do about services that are not started; "" if they are."""
    svc = services(widget)
    if svc is None or svc.inject("svc_media_adapter", None) is not None:
        return ""
    return f"{type(widget).__name__}: services not started. await svc.start() first."


def when_booted(node: MessagePump, begin: Callable[[], object]) -> None:
    """Call `begin` as soon as there are services: now, or when the console has booted."""
    if services(node) is not None:
        begin()
    elif (later := getattr(node.app, "when_booted", None)) is not None:
        later(node, begin)


def when_drawn(node: MessagePump, begin: Callable[[], object]) -> None:
    """Call `begin`, which opens a dialog: at once in a console, else after the next refresh.

    Text of a dialog that opens before the first refresh would have no colors, and keep none.
    """
    if hasattr(node.app, "when_booted"):
        begin()
    else:
        node.call_after_refresh(begin)


MINI_SIDEBAR = 4
"""Cells of a sidebar of icons, which a dialog covers if it does not fit beside it."""

WIDEST = 90
"""Maximum cells of a dialog, unless it fills the screen or `is_wide`."""


def page_left(app: App[Any]) -> int:
    """Return the column where the page begins, beside the sidebar."""
    parts: Iterable[Widget] = app.screen_stack[0].children
    for selector in (".middle", ".page"):
        parts = [one for part in parts for one in part.query_children(selector).results(Widget)]
    return max((one.region.x for one in parts), default=0)


def room_over_page(app: App[Any], cells: int) -> tuple[int, int]:
    """Return the first column for a centred dialog of so many cells, and the cells it may take.

    It covers a sidebar of icons if it does not fit beside it; `cells` is 0 for those that grow.
    """
    left, columns = page_left(app), app.size.width
    if left <= MINI_SIDEBAR and not 0 < cells < columns - left - 1:
        left = 0
    return left, columns - left


def place_over_page(modal: SvcModal) -> None:
    """Centre a dialog on the page beside the sidebar, up to `WIDEST` cells wide.

    One of the full width fills the page.
    """
    under = modal.under() if modal.under is not None else None
    centred = modal.styles.align_horizontal == "center" and under is None
    for dialog in [one for one in modal.children if one.has_class("dialog")]:
        if dialog.absolute_offset != under:
            dialog.absolute_offset = under
            dialog.styles.constrain_x = dialog.styles.constrain_y = "inside"
            dialog.refresh(layout=True)
        wanted = dialog.styles.width
        cells = wanted.cells if wanted is not None else None
        whole = wanted is not None and cells is None and wanted.value == 100
        left, room = 0, modal.app.size.width
        if centred:
            left, room = room_over_page(modal.app, int(cells or 0))
        if not (whole or modal.is_wide):
            dialog.styles.max_width = min(WIDEST, room)
        elif dialog.styles.inline.has_rule("max_width"):  # It had no width yet, or another.
            dialog.styles.max_width = None
        if dialog.styles.margin.left != left:
            top, right, bottom, _ = dialog.styles.margin
            dialog.styles.margin = (top, right, bottom, left)


PRESS_LETTER = re.compile(r"\b([Pp]ress )(?=[^\s\w]|\w\b)")
"""The beginning of a sentence that names a key of one letter or sign."""


def key_hint(words: str, screen: Screen[Any]) -> str:
    """Return a sentence that names keys (`Press 0 …`), true as well where letters are text."""
    if "ress " not in words:
        return words
    from svc_tui.widgets.shell.effective_bindings import with_own_keys

    words = with_own_keys(words, screen)
    return PRESS_LETTER.sub(r"\1Esc, then ", words) if is_typing(screen.focused) else words


def language_in_words(code: str, svc: Svc | None) -> str:
    """Return the name of a language, as the console's options have it."""
    return language_name(code, svc.config.uikit.languages if svc is not None else None)


def accent_on_cursor(lines: Widget) -> str:
    """Return the style of accented words in a list: with 16 colors its cursor has that ground."""
    return "bold" if lines.has_pseudo_class("ansi") else "bold $text-primary"


def drawable_hint(words: str, node: MessagePump) -> str:
    """Return a hint with its arrow keys as words where only ASCII is drawn."""
    plain = node.is_attached and node.app.has_class("-ascii")
    return key_in_words(words) if plain else words


class StoreSubscriber(MessagePump):
    """For widgets and screens that subscribe to stores while they are mounted."""

    _stops: list[Callable[[], None]] | None = None

    @property
    def svc(self) -> Svc:
        """The services; raises `RuntimeError` outside a console and without `svc=`."""
        found = services(self)
        if found is None:
            raise NoServices(no_services(self))
        return found

    def listen(self, *stores: Store[Any]) -> None:
        """Have the messages of these stores posted here, until this is removed."""
        if self._stops is None:
            self._stops = []
        hear: Callable[..., object] = self.post_message
        self._stops.extend(store.subscribe(hear) for store in stores)

    def _on_unmount(self) -> None:
        for leave in self._stops or ():
            leave()
        self._stops = None

    def go(self, location: str) -> None:
        """Go to a location; a page with unsaved changes is asked first."""
        self.ask(self.svc.router.push(location))

    def ask(self, work: Coroutine[Any, Any, Any]) -> Worker[Any]:
        """Run a long task on the app, so that it outlives this widget."""
        if (svc := handed_services(self)) is not None:
            work = _on_behalf(svc, work)
        worker: Worker[Any] = self.app.run_worker(work, exit_on_error=True)
        return worker


TEXT = (str, type(None))
WIDGET: Mapping[str, Any] = {"id": TEXT, "name": TEXT, "classes": TEXT, "disabled": bool}
"""The kinds of the arguments that every widget has."""


@checks_arguments(children=ListOf(Widget), **WIDGET)
class SvcWidget(StoreSubscriber, Widget):
    """The base of the toolkit's widgets; `svc` is only needed outside a console."""

    DEFAULT_CSS = """
    SvcWidget { height: auto; }
    SvcWidget > .no-services { width: 1fr; height: auto; color: $text-error; }
    """

    needs_services = False
    """Whether it needs services; without them, one line stands in its place."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse bindings that can't be read, or would cover built-in ones."""
        check_binding_shapes(cls)
        super().__init_subclass__(**kwargs)
        check_own_bindings(cls)

    def __init__(
        self,
        *children: Widget,
        svc: Svc | None = None,
        slots: Slots | None = None,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(*children, name=name, id=id, classes=classes, disabled=disabled)
        self._svc = checked_svc(self, svc)
        self.slots = slots if isinstance(slots, Slots) else Slots(slots)

    async def on_compose(self, event: Compose) -> None:
        if self.needs_services and (lacking := self.what_is_missing()):
            await _show_in_its_place(self, event, lacking)
        elif self.needs_services and is_alone(self):
            self._stops = [*(self._stops or ()), _live_alone(self)]

    def what_is_missing(self) -> str:
        """Return what to do about services that are missing; "" where all are there."""
        return no_services(self) if lacks_services(self) else wrong_endpoint(self)

    def endpoints(self) -> Iterable[str]:
        """Return the endpoints that the widget requests by itself."""
        return (str(getattr(getattr(self, "options", self), "endpoint", "")),)

    def render(self) -> RenderResult:
        return ""

    def fill(self, slot: str, *default: Widget, **given: object) -> Iterable[Widget]:
        """Return the widgets of one of this widget's slots."""
        return slot_widgets(self.slots, slot, *default, **given)


async def _show_in_its_place(widget: SvcWidget, event: Compose, words: str) -> None:
    event.prevent_default()
    widget.disabled = widget.display = True
    # On this object only: a class that handles events itself would be asked about every key.
    widget.on_event = partial(_handle_idle_event, widget)  # type: ignore[method-assign]
    await widget.mount(Static(label(words), classes="no-services"))


def is_alone(widget: Widget) -> bool:
    """Whether a widget is in a foreign app, without pages around it."""
    return not hasattr(widget.app, "when_booted")


def _live_alone(widget: SvcWidget) -> Callable[[], None]:
    # Here, not above: a console never needs it.
    from svc_tui.widgets.alone import live_alone

    return live_alone(widget)


async def _handle_idle_event(widget: Widget, event: Event) -> None:
    """Handle what may happen to a widget that composed nothing of its own."""
    if not isinstance(event, LIFE):
        await Widget.on_event(widget, event)


CANCEL = Binding(
    "escape", "close", "Cancel", tooltip="Close this dialog and change nothing.", id="dialog.close"
)
"""Esc of a dialog that loses something by it: choices, or what was typed."""


@checks_arguments(**WIDGET)
class SvcModal(StoreSubscriber, ModalScreen[Any]):
    """The base of our modal screens: Esc closes it; it is dismissed only once.

    Toasts are shown over it while it is open: on the page beneath they would be dimmed.
    """

    DEFAULT_CSS = """
    SvcModal .dialog {
        background: $surface; border: round $primary; padding: 1 2; overflow-y: auto;
        border-title-color: $primary; border-title-style: bold;
        border-subtitle-color: $text-muted; border-subtitle-align: left;
    }
    SvcModal .dialog .title { margin-bottom: 1; }
    SvcModal .dialog .message { margin-bottom: 1; color: $foreground; }
    SvcModal.-dangerous .dialog { border: round $error; border-title-color: $text-error; }
    SvcModal.-dangerous .dialog .title { color: $text-error; }
    """

    BINDINGS = [
        Binding("escape", "close", "Close", tooltip="Close this dialog.", id="dialog.close"),
        Binding(
            "f1,question_mark", "help", "Keys", show=False, key_display="F1",
            tooltip="Show all keys of this dialog.", id="dialog.help",
        ),
        Binding(
            "ctrl+o", "jump", "Jump", show=False, id="app.jump",
            tooltip="Jump to a part of the dialog by letter.",
        ),
    ]  # fmt: skip

    is_question = False
    """Whether a key answers something here; one typed before it was shown does not."""

    is_wide = False
    """Whether it compares values side by side, so that it may be wider than `WIDEST`."""

    by_itself = False
    """Whether this opens unasked, perhaps in the middle of a word: it takes keys after a pause."""

    under: Callable[[], Offset | None] | None = None
    """Returns where on the screen it opens, asked again after a resize; None for the middle."""

    enter_word = ""
    """What Enter does in its lines of text or in its list, for the footer; "" if a key says it."""

    _leaving = False
    _left = False
    _result: Any = None
    _said_before = 0
    """The id of the last toast that was raised before this was opened."""

    def __init__(
        self, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(name, id, classes)
        self._svc_of_opener = services_of_opener()
        self.key_guard = key_guard.KeyGuard(self)

    def render(self) -> RenderableType:
        return with_footer_lit(super().render())

    def signed_in_again(self) -> None:
        """Continue after a new sign-in over this dialog: so does each of its widgets that can."""
        for widget in self.query():
            if (again := getattr(widget, "signed_in_again", None)) is not None:
                again()

    shows_toasts = True
    """Whether toasts are shown over this; False if it has a bar itself, or dims nothing."""

    @on(Mount)
    def _begin_hearing(self) -> None:
        if self.shows_toasts and (svc := services(self)) is not None:
            self._said_before = svc.snack.newest
            self.listen(svc.snack)

    @on(Mount)
    def _follow_page(self) -> None:
        # After a resize the page has its new sidebar only once it is laid out itself.
        page = self.app.screen_stack[0]
        page.screen_layout_refresh_signal.subscribe(self, lambda _: self._stand_over_page())

    @on(Mount)
    @on(events.Resize)
    def _stand_over_page(self) -> None:
        self.fit_width()
        place_over_page(self)

    def fit_width(self) -> None:
        """Choose a width for the terminal as it is, before the dialog is centred in it."""

    @property
    def takes_keys(self) -> bool:
        """Whether keys are accepted now."""
        return self.key_guard.open

    @property
    def covered_focus(self) -> Widget | None:
        """The widget that has the focus of the screen below."""
        stack = self.app.screen_stack
        return stack[stack.index(self) - 1].focused if self in stack[1:] else None

    def enable_keys(self) -> None:
        """Accept keys from now on; called if this is a question, or opened by itself."""

    def handle_early_key(self, event: Key | Paste) -> None:
        """Handle a key that came too early; by default, say that it was ignored."""
        self.say_once(key_guard.IGNORED)

    def say_once(self, words: str) -> None:
        """Show a warning, unless it is shown already."""
        svc = services(self)
        if svc is not None and not svc.snack.shows(words):
            svc.snack.show(words, "warning")

    async def on_event(self, event: Event) -> None:
        """Divert keys here, too: not every app asks before it delivers them."""
        if isinstance(event, Key | Paste) and self.key_guard.divert(event):
            event.stop()
            event.prevent_default()
        else:
            await super().on_event(event)

    def on_snack_store_changed(self) -> None:
        """Mount the bar with the first toast; it manages itself from then on."""
        from svc_tui.widgets.shell.snack_bar import SvcSnackBar  # It is a widget of this module.

        new = any(toast.id > self._said_before for toast in self.svc.snack.state.toasts)
        if new and not self.query(SvcSnackBar):
            self.mount(SvcSnackBar(svc=self.svc, after=self._said_before))

    def on_resize(self) -> None:
        """Put the title and the keys where there is room for them now."""
        self.call_after_refresh(self._place_words)

    def _place_words(self) -> None:
        from svc_tui.widgets.dialog_words import DialogTitle

        for words in self.query(DialogTitle):
            words.place()

    def close(self, result: Any = None) -> None:
        """Dismiss with a result; a second call does nothing. Under another modal, wait."""
        if not self._leaving and self.is_attached:
            self._leaving, self._result = True, result
            self._dismiss_on_top()

    def on_screen_resume(self) -> None:
        """Dismiss, if it was asked for while another modal was open; else take keys in a moment."""
        self.key_guard.begin()
        self._dismiss_on_top()

    def _dismiss_on_top(self) -> None:
        if self._leaving and not self._left and self.app.screen is self:
            self._left = True
            self.dismiss(self._result)
            if (svc := services(self)) is not None:
                from svc_tui.stores.session.snack_store import CLOSED  # Not for the first paint.

                svc.snack.end(CLOSED)

    def action_close(self) -> None:
        """Leave without a result."""
        self.close()

    def action_help(self) -> None:
        """Show the keys of this dialog."""
        from svc_tui.widgets.shell.help import HelpScreen  # It is a modal of this module.

        self.app.push_screen(HelpScreen(self))

    def action_jump(self) -> None:
        """Show a letter on each part of this dialog."""
        from svc_tui.widgets.shell.jump_labels import JumpLabels  # It is a modal of this module.

        self.app.push_screen(JumpLabels())
