"""SvcSnackBar: the toasts of the snack store, each in as many lines as it needs."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from textual.content import Content

from svc_tui.models.arguments import checks_arguments
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget, key_hint, services, when_booted
from svc_tui.widgets.panel import is_framed

if TYPE_CHECKING:
    from textual.widget import Widget

    from svc_tui.stores.session.snack_store import Toast

SIGNS = {"info": "i", "success": "✓", "warning": "!", "error": "✗"}
"""Signs, so that meaning does not depend on color."""

MOST_SHOWN = 4
"""Maximum number of toasts; together they take at most half of the screen."""

MOST_LINES = 4
"""Maximum lines of a toast; the log panel has the rest."""

KEY_LINES = "SvcFooter, SvcDetailButtons"
"""The lines at the lower edge that show keys."""

STATUS_LINES = "SvcListTable > .status, SvcMediaManager > .status"
"""The lines above them that say what is marked."""

PANELS = "ListGrid, FormColumn.main, SvcMediaManager > .body > .list"
"""The panels that have the same in the lower edge of their frame, where there is room for one."""

RESULTS = "SvcMediaManager SvcUploadQueue, SvcMediaManager SvcDropArea"
"""The lines that give the reasons of what a toast counts, and the path that is typed there."""

MOST_KEY_LINES = 4
"""Maximum number of those lines."""

LISTS = ("cursor_coordinate", "cursor_row", "scroll_y")
"""What moves the cursor's line of a list, which has a `cursor_line`."""

UNDO = re.compile(r"\s*Press u\b[^.]*\.$")
"""The sentence with the key that undoes what a toast tells of."""

CUT = "… (@ shows all)"


@checks_arguments()
class SvcSnackBar(SvcWidget):
    """Shows toasts at the right of the page's last lines, from the snack store."""

    DEFAULT_CSS = """
    SvcSnackBar {
        layer: snack;
        dock: bottom;
        width: 100%;
        height: auto;
        display: none;
    }
    SvcSnackBar { background: $boost; }
    """

    needs_services = True

    def __init__(self, *, after: int = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._after = after
        """The id of a toast; only later ones are shown."""

    def on_mount(self) -> None:
        self._timed: set[int] = set()
        self._list: Widget | None = None
        """The list whose cursor is followed."""
        self._key_lines: list[Widget] = []
        self._panels: list[Widget] = []
        """What names keys and marks on the page: a cursor that moves does not look for it again."""
        self._results: list[Widget] = []
        when_booted(self, self._begin)

    def _begin(self) -> None:
        self.listen(self.svc.snack)
        self._show()
        # A page has the focus only after it was mounted.
        self.watch(self.screen, "focused", self._focus_moved, init=False)

    def on_snack_store_changed(self) -> None:
        self._show()

    @property
    def _toasts(self) -> list[Toast]:
        svc = services(self)
        toasts = svc.snack.state.toasts if svc is not None else ()
        return [toast for toast in toasts if toast.id > self._after][-MOST_SHOWN:]

    def _show(self) -> None:
        if not self.is_attached:  # Its page or dialog was closed meanwhile.
            return
        toasts = self._toasts
        for toast in toasts:
            self._expire_later(toast)
        self.display = bool(toasts)
        self._follow_cursor()
        self._stand_above_keys()
        self.refresh(layout=True)

    def _follow_cursor(self) -> None:
        """Make room whenever the cursor of the focused list moves under the toasts."""
        focused = self.screen.focused
        if not self.display or focused is self._list or not hasattr(focused, "cursor_line"):
            return
        self._list = focused
        for name in LISTS:
            if focused is not None and hasattr(focused, name):
                self.watch(focused, name, self._cursor_moved, init=False)

    def _focus_moved(self) -> None:
        if self.display:
            self.call_after_refresh(self._show)

    def _cursor_moved(self) -> None:
        if self.display:
            self.call_after_refresh(self._stand)

    def _above_cursor(self, above: int, lines: int) -> int:
        """Return the lines below the toasts; if they would cover the list's cursor, it is one."""
        cursor: int | None = getattr(self.screen.focused, "cursor_line", None)
        bottom = self.app.size.height
        covers = cursor is not None and bottom - above - lines <= cursor < bottom - above
        return bottom - cursor if covers and cursor is not None and cursor >= lines else above

    def _stand_above_keys(self) -> None:
        """Find what should stay in sight, and leave it free."""
        page = self.app.screen_stack[0]
        self._key_lines = list(page.query(f"{KEY_LINES}, {STATUS_LINES}"))
        self._panels = list(page.query(PANELS))
        self._results = list(page.query(RESULTS))
        self._stand()

    def _stand(self) -> None:
        """Leave the key lines free, the cursor of a list, and the beginning of the covered line."""
        if not self.is_attached:
            return
        bottom = self.app.size.height
        tops = [one.region.y for one in self._key_lines if one.region]
        tops += [one.region.bottom - 1 for one in self._panels if one.region and is_framed(one)]
        bar = self.parent if isinstance(self.parent, SvcWidget) else self
        tops = [y for y in tops if y >= bottom - MOST_KEY_LINES]
        tops += [one.region.y for one in self._results if one.region.y > bottom // 2]
        above = bottom - min(tops, default=bottom)
        width = self.app.size.width
        drawn = self._shown(width)
        above = self._above_cursor(above, len(drawn))
        left = max(0, width - 1 - max((line.cell_length for line in drawn), default=width))
        if (bar.styles.margin.bottom, bar.styles.margin.left) != (above, left):
            bar.styles.margin = (0, 0, above, left)

    def _expire_later(self, toast: Toast) -> None:
        if toast.duration and toast.id not in self._timed:
            self._timed.add(toast.id)
            # A toast raised on the previous page has already been seen for a while.
            left = toast.duration - (datetime.now(UTC) - toast.raised_at).total_seconds()
            self.set_timer(max(left, 0.01), lambda: self.svc.snack.dismiss(toast.id))

    def on_click(self) -> None:
        self.svc.snack.dismiss_all()

    def on_resize(self) -> None:
        self._stand_above_keys()
        self.refresh(layout=True)

    def render(self) -> Content:
        return Content("\n").join(self._shown(self.size.width or self.app.size.width))

    def _shown(self, width: int) -> list[Content]:
        """Return the lines of the newest toasts, which take at most half of the screen."""
        room = self.app.size.height // 2
        shown: list[Content] = []
        undoable = False
        for toast in reversed(self._toasts):
            if undoable:
                toast = without_undo(toast)
            undoable = undoable or UNDO.search(toast.message) is not None
            lines = self._drawn(toast, width)
            if shown and len(shown) + len(lines) > room:
                break
            shown = lines + shown
        return shown

    def _drawn(self, toast: Toast, width: int) -> list[Content]:
        message = key_hint(toast.message, self.app.screen)
        return _lines(replace(toast, message=message), width)


def without_undo(toast: Toast) -> Toast:
    """Return a toast without the key that undoes it, which undoes something newer first."""
    return replace(toast, message=UNDO.sub("", toast.message) or toast.message)


def sign_of(toast: Toast) -> str:
    """Return the sign of a toast's kind; any store may publish an unknown kind."""
    return SIGNS.get(toast.kind, SIGNS["info"])


def _lines(toast: Toast, width: int) -> list[Content]:
    """Return a toast in lines of at most `width` cells, with a hanging indent."""
    room, colour = max(width - 4, 1), _colour(toast)
    lines = label(toast.message, colour).wrap(room)
    if len(lines) > MOST_LINES:
        last = lines[MOST_LINES - 1].truncate(max(room - len(CUT), 0)).rstrip()
        lines = [*lines[: MOST_LINES - 1], last + label(CUT, colour)]
    signs = [label(f" {sign_of(toast)} ", colour), *[Content("   ")] * (len(lines) - 1)]
    return [sign + line for sign, line in zip(signs, lines, strict=True)]


def _colour(toast: Toast) -> str:
    plain = toast.kind == "info" or toast.kind not in SIGNS
    return "$foreground" if plain else f"$text-{toast.kind}"
