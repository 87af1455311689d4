"""Patches that make Textual quicker or smaller. Each saves a tenth or more of something felt.

They change what is done and never what comes of it. `SVC_TUI_PLAIN=1` leaves them all out, and so
does a version of Textual that was not tried.

The figures are processor time on the forms and lists of `python -m bench`, with a patch against
without it.
"""

from __future__ import annotations

import os
import selectors
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, ClassVar, cast
from weakref import WeakKeyDictionary, WeakSet

from textual._compositor import Compositor
from textual._queue import Queue
from textual._styles_cache import StylesCache
from textual.color import Color
from textual.css import match, stylesheet
from textual.css.model import CombinatorType, RuleSet, Selector
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.drivers import linux_driver
from textual.events import Event, Key, ScreenResume
from textual.geometry import Region
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget, _BorderTitle

from svc_tui.textual_patches.key_routing import WAITING, first_handler
from svc_tui.textual_patches.replace import replace
from svc_tui.textual_patches.restyling import FOCUS, restyle, restyle_changed_parts
from svc_tui.thinline.textual_version import is_tried

PLAIN = "SVC_TUI_PLAIN"
"""The environment variable that leaves them all out."""


def is_fast() -> bool:
    """Whether these patches, and the thin line, may be used."""
    return os.environ.get(PLAIN, "0") in ("", "0") and is_tried()


# Keys


def skip_unhandling_widgets() -> None:
    """A bound key goes through the queues of all widgets above the focus before it acts.

    Few widgets do anything with a key that comes by. 14 % of a letter in a form, 8 % of a key in a
    list, with the mark that follows each key to keep the order.
    """
    forward, bubble = Widget._forward_event, Key._bubble_to

    def forward_to_handler(self: Widget, event: Event) -> None:
        if isinstance(event, Key) and (handler := first_handler(self, event)) is not self:
            event._set_forwarded()
            handler.post_message(event)
        else:
            forward(self, event)

    def bubble_to_handler(self: Key, widget: MessagePump) -> None:
        bubble(self, first_handler(widget, self))

    async def get_and_tell(self: Queue[Any]) -> Any:
        if not self.ready_event.is_set():
            setattr(self, WAITING, True)
            await self.ready_event.wait()
        setattr(self, WAITING, False)
        value = self.values.popleft()
        if not self.values:
            self.ready_event.clear()
        return value

    replace(Queue, "get", get_and_tell)
    replace(Widget, "_forward_event", forward_to_handler)
    replace(Key, "_bubble_to", bubble_to_handler)


Handlers = tuple[tuple[type, tuple[Callable[..., Any], ...]], ...]
"""The handlers of a message by their classes, the nearest first."""


def remember_handlers() -> None:
    """The handlers of a message are looked up in all classes of a widget, for each on its way.

    Handlers that are chosen by a selector are looked up as before. 10 % of a letter in a form, 7 %
    of a step in a list.
    """
    look_up = MessagePump._get_dispatch_methods
    remembered = lru_cache(8192)(_handlers)

    @wraps(look_up)
    def get_remembered(
        self: MessagePump, name: str, message: Message
    ) -> Iterable[tuple[type, Callable[..., Any]]]:
        known = remembered(type(self), name, cast(Hashable, type(message)))
        return look_up(self, name, message) if known is None else _in_turn(self, known, message)

    replace(MessagePump, "_get_dispatch_methods", get_remembered)


def _in_turn(
    node: MessagePump, known: Handlers, message: Message
) -> Iterable[tuple[type, Callable[..., Any]]]:
    """Yield bound handlers, until one of them prevents those of the classes above its own."""
    for owner, methods in known:
        if message._no_default_action:
            return
        for method in methods:
            yield owner, method.__get__(node, owner)


def _handlers(kind: type, name: str, message: type[Message]) -> Handlers | None:
    """Return the handlers of a class and its bases; None where selectors choose among them."""
    kinds = [base for base in message.__mro__ if issubclass(base, Message)]
    known: list[tuple[type, tuple[Callable[..., Any], ...]]] = []
    seen: set[Callable[..., Any]] = set()
    for owner in kind.__mro__:
        methods: list[Callable[..., Any]] = []
        decorated = vars(owner).get("_decorated_handlers") or {}
        for method, chosen_by in [each for base in kinds for each in decorated.get(base, ())]:
            if chosen_by:
                return None
            if method not in seen:
                seen.add(method)
                methods.append(method)
        named = vars(owner).get(f"_{name}") or vars(owner).get(name)
        if named is not None and not getattr(named, "_textual_on", None):
            methods.append(named)
        if methods:
            known.append((owner, tuple(methods)))
    return tuple(known)


# Styles


def restyle_affected_only() -> None:
    """A changed class, or the focus, styles all widgets below anew, with all their parts.

    For each of them every rule is looked at, though the rules that speak of the class or the state
    reach a handful of widgets. 15 % of a Tab from field to field.
    """
    add, remove = DOMNode.add_class, DOMNode.remove_class
    style_parts = Stylesheet._process_component_classes

    def add_class(self: DOMNode, *names: str, update: bool = True) -> DOMNode:
        changed = frozenset(f".{name}" for name in names if name not in self._classes)
        add(self, *names, update=False)
        if update and changed:
            restyle(self, changed)
        return self

    def remove_class(self: DOMNode, *names: str, update: bool = True) -> DOMNode:
        changed = frozenset(f".{name}" for name in names if name in self._classes)
        remove(self, *names, update=False)
        if update and changed:
            restyle(self, changed)
        return self

    def style_changed_parts(self: Stylesheet, node: DOMNode) -> None:
        if not restyle_changed_parts(self, node):
            style_parts(self, node)

    replace(DOMNode, "add_class", add_class)
    replace(DOMNode, "remove_class", remove_class)
    replace(Widget, "watch_has_focus", lambda self, _has_focus: restyle(self, FOCUS))
    replace(Stylesheet, "_process_component_classes", style_changed_parts)


def match_last_part_first() -> None:
    """A rule is tried on every node from the app down, though few rules fit the widget itself.

    A fifth of what it takes to style a page.
    """
    for module in (match, stylesheet):
        replace(module, match_in_order.__name__, matches)
    # Rules are looked up by identity, hundreds for each widget.
    replace(RuleSet, "__hash__", object.__hash__)


match_in_order = match._check_selectors


def matches(selectors: list[Selector], path: list[DOMNode]) -> bool:
    """Whether a rule's selectors fit the last of these nodes, which go from the app down to it."""
    for selector in reversed(selectors):
        if not selector.check(path[-1]):
            return False
        if selector.combinator is not CombinatorType.SAME:
            break
    alone = selector is selectors[0] and selector.combinator is CombinatorType.DESCENDENT
    return alone or match_in_order(selectors, path)


def style_new_pages_once() -> None:
    """A screen that is shown for the first time has all its widgets styled a second time.

    That is for screens that come back to the top, whose theme may have changed meanwhile; the
    widgets of a new one are styled as they are mounted. 12 % of opening a record.
    """
    resume = Screen._on_screen_resume

    def resume_styled(self: Screen[Any], event: ScreenResume) -> None:
        if not self.stack_updates:
            event.refresh_styles = False
        resume(self, event)

    resume_styled.__name__ = resume.__name__
    replace(Screen, resume.__name__, resume_styled)


# Painting


def paint_what_changed() -> None:
    """One changed line renders all widgets between it and any other one, and all in its container.

    A partial update looks at the rectangle around every change, and at the clip of a widget instead
    of its place. Containers behind the widgets that cover them are rendered too. 26 % of a letter
    in a form, 25 % of a step in a list.
    """
    render_partial = Compositor.render_partial_update
    changed: WeakKeyDictionary[Compositor, ChangedRegions] = WeakKeyDictionary()

    def render_noting_changes(self: Compositor) -> Any:
        changed[self] = ChangedRegions(self._dirty_regions)
        try:
            return render_partial(self)
        finally:
            del changed[self]

    def get_renders_of_changes(self: Compositor, crop: Region | None = None) -> Iterable[Any]:
        changes = changed.get(self)
        return _renders_of(self, changes or ChangedRegions((crop or self.size.region,)))

    replace(Compositor, "render_partial_update", render_noting_changes)
    replace(Compositor, "_get_renders", get_renders_of_changes)


def paint_once() -> None:
    """A screen that is to be laid out and repainted is painted twice, one picture like the other.

    Once for the layout, and at once again for the repaint; whatever mounts something asks for both.
    A screen below another one stays as it is. Every page that opens is painted once instead of
    twice, which is half of what its painting takes.
    """
    update = Screen._on_timer_update

    def update_once(self: Screen[Any]) -> None:
        laid_out = self._layout_required or self._scroll_required
        if laid_out and self._repaint_required and _can_paint(self):
            self._repaint_required = False
            self._dirty_widgets.add(self)  # The layout begins by taking note of these.
        update(self)

    replace(Screen, "_on_timer_update", update_once)


def _can_paint(screen: Screen[Any]) -> bool:
    """Whether a layout of this screen is painted at once."""
    app = screen.app
    return bool(app._screen_stack) and app.screen is screen and not app._batch_count


class ChangedRegions:
    """The lines that a partial update paints, and the columns of each that nothing covers yet."""

    def __init__(self, regions: Iterable[Region]) -> None:
        self._left: dict[int, tuple[int, int]] = {}
        for region in regions:
            for y in region.line_range:
                start, end = self._left.get(y, (region.x, region.right))
                self._left[y] = min(start, region.x), max(end, region.right)
        self.first, self.last = min(self._left, default=0), max(self._left, default=-1)

    def cover(self, seen: Region) -> Region | None:
        """Return the lines of a widget that are painted; what is behind them is not."""
        rows = [y for y in seen.line_range if y in self._left and self._cover_line(y, seen)]
        return Region(seen.x, rows[0], seen.width, rows[-1] - rows[0] + 1) if rows else None

    def _cover_line(self, y: int, seen: Region) -> bool:
        start, end = self._left[y]
        if seen.right <= start or end <= seen.x:
            return False
        # A hole in the middle is not kept account of.
        start = seen.right if seen.x <= start else start
        end = seen.x if end <= seen.right else end
        self._left[y] = start, end
        return True


def _renders_of(compositor: Compositor, changes: ChangedRegions) -> Iterable[Any]:
    """Yield place, clip and strips of the widgets that are painted, in the compositor's order.

    That is front to back, and a widget hides what is behind it, whatever its colors. A widget that
    was removed keeps its place until the next layout, but its parts have no styles any more.
    """
    first, last = changes.first, changes.last
    for widget, (region, clip) in compositor.visible_widgets.items():
        if region[1] > last or region[1] + region[3] <= first or widget.parent is None:
            continue
        seen = region.intersection(clip)
        if seen and (band := changes.cover(seen)) is not None:
            yield region, band, widget.render_lines(band.translate(-region.offset))


def release_painted_lines() -> None:
    """A cache on a method keeps up to 1,024 removed widgets with all their painted lines alive.

    The two colors are all that the result depends on. Sixty records opened and closed leave 16 MB
    less: https://github.com/Textualize/textual/issues/6665
    """
    styles_of: Callable[..., tuple[Style, Style]] = StylesCache.get_inner_outer.__wrapped__

    @lru_cache(1024)
    def shared(base: Color, background: Color) -> tuple[Style, Style]:
        return styles_of(StylesCache, base, background)

    replace(StylesCache, "get_inner_outer", lambda self, *colors: shared(*colors))


def focus_quietly() -> None:
    """A change of focus repaints the whole screen, though only two widgets look otherwise.

    `Screen.focused` is a reactive that nothing is drawn from, and a container repaints all that is
    in it. A widget that looks otherwise by its styles is painted because of these. 24 % of a Tab
    from field to field.
    """
    Screen.focused._repaint = False
    for name, has in (("_on_focus", True), ("_on_blur", False)):
        replace(Widget, name, _quietly(getattr(Widget, name), has))


def _quietly(handle: Callable[[Widget, Any], None], has: bool) -> Callable[[Widget, Any], None]:
    """Return a handler of a focus that comes or goes, which paints no container for it."""

    def handled(self: Widget, event: Any) -> None:
        if not self.is_container or not _draws_nothing(type(self)):
            handle(self, event)
            return
        self.has_focus = has  # Its watchers may paint; then only the handler's repaint is left.
        with _unpainted(self):
            handle(self, event)

    handled.__name__ = handle.__name__
    return handled


@contextmanager
def _unpainted(widget: Widget) -> Iterator[None]:
    """Ignore requests to repaint this widget."""
    vars(widget)["refresh"] = lambda *regions, **how: widget
    try:
        yield
    finally:
        del vars(widget)["refresh"]


def _draws_nothing(kind: type[Widget]) -> bool:
    """Whether widgets of a kind are drawn from their styles alone, if they contain others."""
    names = ("render", "render_line", "render_lines")
    return all(getattr(kind, name) is getattr(Widget, name) for name in names)


def paint_words_in_frames_alone() -> None:
    """A word in a frame repaints the widget with all that is in it, though it may be the old word.

    Half of a letter in a form of sixty fields: the title of the record stands in its frame.
    """
    put_word = _BorderTitle.__set__

    def put_and_paint_edge(self: _BorderTitle, widget: Widget, word: Any) -> None:
        name = self._internal_name
        before = getattr(widget, name, None)
        with _unpainted(widget):
            put_word(self, widget, word)
        after = getattr(widget, name)
        if after is not before and not (before and after and after.is_same(before)):
            left, top = widget.content_offset
            width, height = widget.outer_size
            y = -top if name == "_border_title" else height - 1 - top
            widget.refresh(Region(-left, y, width, 1))

    replace(_BorderTitle, "__set__", put_and_paint_edge)


# The end


def quit_at_once() -> None:
    """At its end the driver waits 0.1 s for keys twice, the second time without any to come.

    Quitting takes 13 ms instead of 260.
    """
    disable_input = linux_driver.LinuxDriver.disable_input

    def disable_at_once(self: linux_driver.LinuxDriver) -> None:
        for selector in tuple(WakingSelector.waiting):
            selector.wake()
        disable_input(self)

    replace(linux_driver, "selectors", _Selectors)
    replace(linux_driver.LinuxDriver, "disable_input", disable_at_once)


class WakingSelector(selectors.SelectSelector):
    """Waits for input; returns at once when it is woken, or when there is nothing to wait for."""

    waiting: ClassVar[WeakSet[WakingSelector]] = WeakSet()

    def __init__(self) -> None:
        super().__init__()
        self._wake_read, self._wake_write = os.pipe()
        self.register(self._wake_read, selectors.EVENT_READ)
        self.waiting.add(self)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        alone = len(self.get_map()) == 1
        found = super().select(0 if alone else timeout)
        return [(key, mask) for key, mask in found if key.fd != self._wake_read]

    def wake(self) -> None:
        """Let the wait return, now and from now on."""
        os.write(self._wake_write, b"!")

    def close(self) -> None:
        self.waiting.discard(self)
        super().close()
        os.close(self._wake_read)
        os.close(self._wake_write)


class _Selectors:
    """The names that the driver takes from the module `selectors`."""

    EVENT_READ = selectors.EVENT_READ
    SelectSelector = WakingSelector


SPEED: tuple[Callable[[], None], ...] = (
    skip_unhandling_widgets,
    remember_handlers,
    restyle_affected_only,
    match_last_part_first,
    style_new_pages_once,
    paint_what_changed,
    paint_once,
    release_painted_lines,
    focus_quietly,
    paint_words_in_frames_alone,
    quit_at_once,
)
