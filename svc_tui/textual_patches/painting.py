"""What Textual 8.2.8 paints though nothing of it has changed; steps of `compat` alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakKeyDictionary

from rich.segment import Segment
from textual._compositor import Compositor
from textual.app import App
from textual.cache import FIFOCache
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from svc_tui.textual_patches.keys import replace


def paint_what_changed() -> None:
    """One changed line renders all widgets between it and any other one, and all in its container.

    In all versions up to 8.2.8: a partial update looks at the rectangle around every change, and at
    the clip of a widget instead of its place. A key in a form of sixty fields took 20 ms for that.
    Containers behind the widgets that cover them were rendered too, with every key and every page.
    And a text area that was removed, but is on the old picture until the next layout, ended the
    program when it was rendered: the styles of its parts are gone by then.
    """
    render_partial = Compositor.render_partial_update
    changed: WeakKeyDictionary[Compositor, ChangedRegions] = WeakKeyDictionary()

    def noted(self: Compositor) -> Any:
        changed[self] = ChangedRegions(self._dirty_regions)
        try:
            return render_partial(self)
        finally:
            del changed[self]

    def narrowed(self: Compositor, crop: Region | None = None) -> Iterable[Any]:
        changes = changed.get(self)
        return _renders_of(self, changes or ChangedRegions((crop or self.size.region,)))

    replace(Compositor, "render_partial_update", noted)
    replace(Compositor, "_get_renders", narrowed)


def focus_quietly() -> None:
    """A change of focus repaints the whole screen: 20 ms, though only two widgets look otherwise.

    In all versions up to 8.2.8; `Screen.focused` is a reactive that nothing is drawn from. And a
    container repaints all that is in it, which is drawn over it. What looks otherwise by its
    styles is painted because of these.
    """
    Screen.focused._repaint = False
    for name, has in (("_on_focus", True), ("_on_blur", False)):
        replace(Widget, name, _quietly(getattr(Widget, name), has))


def _quietly(handle: Callable[[Widget, Any], None], has: bool) -> Callable[[Widget, Any], None]:
    """What takes note of a focus that comes or goes, without painting a container for it."""

    def handled(self: Widget, event: Any) -> None:
        if not self.is_container or not _draws_nothing(type(self)):
            handle(self, event)
            return
        self.has_focus = has  # What watches it may paint; then nothing is left but the repaint.
        vars(self)["refresh"] = lambda *regions, **how: self
        try:
            handle(self, event)
        finally:
            del vars(self)["refresh"]

    handled.__name__ = handle.__name__
    return handled


def _draws_nothing(kind: type[Widget]) -> bool:
    """Whether widgets of a kind are drawn from their styles alone, if they contain others."""
    names = ("render", "render_line", "render_lines")
    return all(getattr(kind, name) is getattr(Widget, name) for name in names)


def paint_once() -> None:
    """A screen that is to be laid out and repainted is painted twice, one picture like the other.

    In all versions up to 8.2.8: once for the layout, and at once again for the repaint. Whatever
    mounts something asks for both. A screen below another one stays as it is.
    """
    update = Screen._on_timer_update

    def updated(self: Screen[Any]) -> None:
        laid_out = self._layout_required or self._scroll_required
        if laid_out and self._repaint_required and _can_paint(self):
            self._repaint_required = False
            self._dirty_widgets.add(self)  # The layout begins by taking note of these.
        update(self)

    replace(Screen, "_on_timer_update", updated)


def make_lines_light() -> None:
    """Each piece of a line comes with seven caches, most of which nobody ever asks.

    In all versions up to 8.2.8; a page of a list makes three hundred pieces. Here a cache is made
    when it is asked for.
    """
    sizes = {name: cache._maxsize for name, cache in _caches_of(Strip([])).items()}

    def begin(self: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
        self._segments = list(segments)
        self._cell_length = cell_length
        self._render_cache = self._link_ids = self._cell_count = None

    def cache_of(self: Strip, name: str) -> Any:
        if name not in sizes:
            raise AttributeError(name)
        cache: FIFOCache[Any, Any] = FIFOCache(sizes[name])
        setattr(self, name, cache)
        return cache

    replace(Strip, "__init__", begin)
    Strip.__getattr__ = cache_of  # type: ignore[attr-defined]


def _caches_of(strip: Strip) -> dict[str, FIFOCache[Any, Any]]:
    parts = {name: getattr(strip, name) for name in Strip.__slots__}
    return {name: part for name, part in parts.items() if isinstance(part, FIFOCache)}


def paint_after_a_batch() -> None:
    """What is laid out during a batch is drawn, and the picture is thrown away.

    In all versions up to 8.2.8: the marks of what had to be drawn are gone with it. Kept until the
    batch is over, they are drawn once, with all that came after.
    """
    paint, end = Screen._compositor_refresh, App._end_batch

    def painted(self: Screen[Any]) -> None:
        app = self.app
        if app._batch_count and not app.is_inline and app.screen is self:
            self._repaint_required = True
        else:
            paint(self)

    def ended(self: App[Any]) -> None:
        end(self)
        if not self._batch_count and self._screen_stack:
            self.screen.check_idle()

    replace(Screen, "_compositor_refresh", painted)
    replace(App, "_end_batch", ended)


def _can_paint(screen: Screen[Any]) -> bool:
    """Whether a layout of this screen is painted at once."""
    app = screen.app
    return bool(app._screen_stack) and app.screen is screen and not app._batch_count


class ChangedRegions:
    """The lines that a partial update paints, and of each the columns that are still to be had."""

    def __init__(self, regions: Iterable[Region]) -> None:
        self._left: dict[int, tuple[int, int]] = {}
        for region in regions:
            for y in region.line_range:
                start, end = self._left.get(y, (region.x, region.right))
                self._left[y] = min(start, region.x), max(end, region.right)
        self.first, self.last = min(self._left, default=0), max(self._left, default=-1)

    def taken_by(self, seen: Region) -> Region | None:
        """The lines, from the first to the last, on which what is seen here takes some columns."""
        rows = [y for y in seen.line_range if y in self._left and self._takes(y, seen)]
        return Region(seen.x, rows[0], seen.width, rows[-1] - rows[0] + 1) if rows else None

    def _takes(self, y: int, seen: Region) -> bool:
        start, end = self._left[y]
        if seen.right <= start or end <= seen.x:
            return False
        # What is taken in the middle is not kept account of.
        start = seen.right if seen.x <= start else start
        end = seen.x if end <= seen.right else end
        self._left[y] = start, end
        return True


def _renders_of(compositor: Compositor, changes: ChangedRegions) -> Iterable[Any]:
    """Place, clip and strips of the widgets that are painted, in the compositor's order.

    That is front to back, and what is in front hides what is behind, whatever its colours.
    What was removed keeps its place until the next layout, but none of the styles of its parts.
    """
    first, last = changes.first, changes.last
    for widget, (region, clip) in compositor.visible_widgets.items():
        if region[1] > last or region[1] + region[3] <= first or widget.parent is None:
            continue
        seen = region.intersection(clip)
        if seen and (band := changes.taken_by(seen)) is not None:
            yield region, band, widget.render_lines(band.translate(-region.offset))
