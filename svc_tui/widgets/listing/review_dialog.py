"""ReviewDialog: rows changed outside the console, value by value, before they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual import on
from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.listing.action_types import CANARY
from svc_tui.stores.listing.planned_changes import PlannedChange
from svc_tui.stores.record.draft import MISSING, get_path
from svc_tui.stores.record.write_verification import alike
from svc_tui.stores.runs.row_writers import RowWork, RowWriter
from svc_tui.text import cut, label, plural
from svc_tui.widgets.choice_menu import LineMenu
from svc_tui.widgets.listing.action_preview import review_lines
from svc_tui.widgets.listing.list_labels import ListLabels

CHECKED = 200
"""Rows compared with the server during the review; if there are more, when they are sent."""

AT_ONCE = 6

TITLE = 60
"""Cells of a title, so that it takes one line."""


@dataclass(frozen=True)
class ReviewedRows:
    """The rows to send, and whether to try only the first few."""

    works: tuple[RowWork, ...]
    canary: bool = False


class ReviewDialog(LineMenu):
    """Resolves to `ReviewedRows`, or to None. Rows that changed on the server are skipped."""

    DEFAULT_CSS = """
    ReviewDialog > .dialog { width: 76; }
    ReviewDialog OptionList { height: auto; max-height: 55vh; }
    """

    enter_word = ""

    BINDINGS = [
        Binding(
            "space", "take_out", "Skip",
            tooltip="Skip this row, or include it again.", id="review.take_out",
        ),
        Binding(
            "f", "send_first", f"Try {CANARY} first", id="review.canary",
            tooltip="Send the first few rows, then ask about the rest.",
        ),
        Binding("ctrl+s,f2", "send", "Send", tooltip="Send these rows.", id="review.send"),
        Binding(
            "right", "scroll(1)", "Down", show=False, tooltip="Scroll down through the changes.",
            id="review.scroll_down",
        ),
        Binding(
            "left", "scroll(-1)", "Up", show=False, tooltip="Scroll up through the changes.",
            id="review.scroll_up",
        ),
    ]  # fmt: skip

    def __init__(
        self,
        verb: str,
        works: Sequence[RowWork],
        writer: RowWriter,
        labels: ListLabels,
        *,
        note: str = "",
    ) -> None:
        canary = f"f sends {CANARY} first · " if len(works) > CANARY else ""
        super().__init__("", f"Enter sends · Space skips a row · {canary}Esc goes back")
        self.note = note
        self.verb, self.writer, self.labels = verb, writer, labels
        self.works = {work.key: work for work in works}
        self.problems: dict[str, str] = {}
        """Why a row would be refused, by its key."""
        self.out: set[str] = set()
        """The keys of skipped rows."""

    def options(self) -> list[Option]:
        """Return the rows, each with its changes."""
        return [Option(self._lines(one)) for one in self.works.values()]

    def on_mount(self) -> None:
        """Start by looking, while the rows are compared with the server."""
        self._draw()
        self.query_one(OptionList).focus()
        self.run_worker(self._check(), group="check")

    async def _check(self) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def check(work: RowWork) -> None:
            async with gate:
                found = await self.writer.preview(work)
            if found.problem:
                self.problems[work.key] = found.problem
                self.out.add(work.key)
                self._draw()

        await asyncio.gather(*map(check, [*self.works.values()][:CHECKED]))

    @property
    def _kept(self) -> tuple[RowWork, ...]:
        return tuple(one for key, one in self.works.items() if key not in self.out)

    @on(OptionList.OptionSelected)
    def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_send()

    def action_send(self) -> None:
        """Send the rows that were not removed."""
        if kept := self._kept:
            self.close(ReviewedRows(kept))

    def action_send_first(self) -> None:
        """Send a few rows, and ask about the rest."""
        if (kept := self._kept) and len(kept) > CANARY:
            self.close(ReviewedRows(kept, canary=True))

    def action_take_out(self) -> None:
        """Skip the row under the cursor, or include it again; one with a problem stays skipped."""
        at = self.query_one(OptionList).highlighted
        if at is None:
            return
        key = list(self.works)[at]
        if key not in self.problems:
            self.out ^= {key}
            self._draw()

    def action_scroll(self, by: int) -> None:
        """Scroll through the changes of a row that are longer than the list is high."""
        self.query_one(OptionList).scroll_relative(y=5 * by, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to try a few only if there are more of them."""
        if action == "send_first":
            return True if len(self._kept) > CANARY else None
        return True

    def _draw(self) -> None:
        rows = self.query_one(OptionList)
        for number, work in enumerate(self.works.values()):
            rows.replace_option_prompt_at_index(number, self._lines(work))
        kept, every = len(self._kept), len(self.works)
        count = plural(every, "row", "rows") if kept == every else f"{kept:,} of {every:,} rows"
        self.query_one(".title", Static).update(label(f"{self.verb} {count}? {self.note}".rstrip()))
        self.refresh_bindings()

    def _lines(self, work: RowWork) -> Content:
        """The row, why it would be refused, then its values, old and new."""
        out = work.key in self.out
        style = "$text-muted" if out else "bold"
        sign = "–" if out else "✓"
        title = f"New: {work.title}" if work.new else work.title or work.key
        lines = [label(f"{sign} {cut(title, TITLE)}", style)]
        if problem := self.problems.get(work.key):
            lines.append(label(f"    ✗ {problem}", "$text-error"))
        changed = review_lines(changes_of(work), self.labels)
        lines += [label(f"    {line}", "$text-muted" if out else "") for line in changed]
        return Content("\n").join(lines)


def changes_of(work: RowWork) -> tuple[PlannedChange, ...]:
    """Return each value that a row gets, with the one that it had."""
    if work.new:
        return tuple(PlannedChange(path, MISSING, new) for path, new in work.changes.items())
    base: Mapping[str, object] = work.base or {}
    found = (PlannedChange(path, get_path(base, path), new) for path, new in work.changes.items())
    return tuple(one for one in found if not alike(one.before, one.after))
