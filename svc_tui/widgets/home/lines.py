"""The lines of the dashboard's tiles, as values: text in columns, some of it linked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from itertools import takewhile
from typing import TYPE_CHECKING

from rich.cells import cell_len

from svc_tui.stores.home.card_plan import Portion
from svc_tui.stores.home.home_store import CardFacts
from svc_tui.text import clean, cut, plural
from svc_tui.widgets.formatting import as_relative
from svc_tui.widgets.listing.cells import ROLE_STYLES, STATUSES
from svc_tui.widgets.shell.light import newest_call

if TYPE_CHECKING:
    from svc_tui.api.fetch import RequestLogEntry
    from svc_tui.stores.home.home_store import Card
    from svc_tui.stores.record.autosaved_draft import AutosavedDraft
    from svc_tui.stores.record.history_store import Write
    from svc_tui.stores.session.task_store import Task

MUTED, LOUD, ACCENT, BAD = "$text-muted", "bold", "$primary", "$text-error"

BLOCKS, PLAIN_BLOCKS = "▁▂▃▄▅▆▇█", "_.:-=+*#"
BAR, PLAIN_BAR = "━", "="

NAME = 16
"""Cells of a resource's name in a compact line."""

NUMBER = 7
"""Cells of a number."""

PORTION = 12
"""Cells of the name of a tab or choice."""

ROOMY_LINE = 48
"""Cells of a line from which on words are cut before the fact at its end."""

LOG = "@"
"""Opens the log, in the place of a location."""

RECENT_REQUESTS = 50
"""Requests among which the failed ones are counted."""

MOST_SHOWN = 6
"""Maximum lines of drafts, tasks and writes."""


@dataclass(frozen=True)
class LinePart:
    """A text of a line."""

    text: str
    style: str = ""
    location: str = ""
    """The page that it opens; "" for none."""
    start: int | None = None
    """The cell at which it begins; if omitted, where the text before it ends."""


Line = tuple[LinePart, ...]


@dataclass(frozen=True)
class Face:
    """The contents of a tile at a size."""

    lines: tuple[Line, ...] = ()
    title: str = ""
    """Text in the upper edge of the frame."""
    note: str = ""
    """Text in the lower edge."""


def fitted(face: Face, height: int) -> Face:
    """Return what of a tile's contents fits, and how many lines do not."""
    if not 0 < height < len(face.lines):
        return face
    left = len(face.lines) - height + 1
    return replace(face, lines=(*face.lines[: height - 1], (LinePart(f"+{left} more", MUTED),)))


def card_face(card: Card, width: int, height: int, *, ascii: bool = False) -> Face:
    """Return a card in a frame: its count and last weeks, then tabs with bars, then first rows."""
    plan, facts = card.plan, card.facts or CardFacts()
    total = _count_of(card)
    days = _days_shown(facts.days, width - cell_len(total) - 2)
    first = LinePart(total, LOUD, plan.location)
    if card.status == "failed":
        lines: list[Line] = [(first, LinePart(f"  ✕ {card.problem} · r retries", BAD))]
    else:
        lines = [(first, LinePart(sparkline(days, ascii), ACCENT, "", width - len(days)))]
    parts = _parts(card)
    name = min(PORTION, max((cell_len(one.text) for one, _ in parts), default=0))
    most = max((count for _, count in parts), default=0)
    for portion, count in parts:
        room = width - name - NUMBER - 2
        bar = _bar(count, most, room, ascii) if room > 2 else ""
        words = f"{cut(portion.text, name)}"
        number = f"{count:,}".rjust(NUMBER)
        lines.append(
            (
                LinePart(words + " " * (name - cell_len(words)) + number, "", portion.location),
                LinePart(f"  {bar}", _bar_style(portion)),
            )
        )
    room = height - len(lines)
    if parts and facts.rows and room > 2:
        lines.append(())
        room -= 1
    lines += _first_rows(card, width, room)
    return Face(tuple(lines), heading(plan.icon, plan.title), days_in_words(days, plan.date_label))


def _bar_style(portion: Portion) -> str:
    state = STATUSES.get(portion.value.casefold())
    return ACCENT if state is None else ROLE_STYLES[state.role]


def _parts(card: Card) -> list[tuple[Portion, int]]:
    """Return a card's counts; at the end, those of records that belong to no part."""
    plan, facts = card.plan, card.facts or CardFacts()
    counted = [
        (one, facts.portions[one.value]) for one in plan.portions if one.value in facts.portions
    ]
    left = facts.count - sum(count for _, count in counted)
    if plan.others and len(counted) == len(plan.portions) and left > 0 and not facts.at_least:
        counted.append((Portion("", plan.others, ""), left))
    return counted


def _first_rows(card: Card, width: int, room: int) -> list[Line]:
    """Return the titles of the first rows, and how many more records there are."""
    plan, facts = card.plan, card.facts or CardFacts()
    known, total = len(facts.rows), max(facts.count, len(facts.rows))
    shown = room if known <= room and total <= known else room - 1
    lines: list[Line] = [
        (LinePart(cut(title, width), MUTED, location),)
        for title, location in facts.rows[: max(0, shown)]
    ]
    if lines and (left := total - len(lines)):
        more = f"+{left:,}{'+' * facts.at_least} more"
        lines.append((LinePart(more, MUTED, plan.location),))
    return lines


def card_line(card: Card, width: int, *, ascii: bool = False) -> Face:
    """Return a card as one line: its name, count and tabs, and the last weeks at the end."""
    plan, facts = card.plan, card.facts or CardFacts()
    name = cut(heading(plan.icon, plan.title), NAME)
    number = _count_of(card)
    head = name + " " * (NAME - cell_len(name)) + number.rjust(NUMBER)
    pieces = [LinePart(head, LOUD, plan.location)]
    at, named = cell_len(head), ""
    if card.status == "failed":
        pieces.append(LinePart(f"  ✕ {card.problem} · r retries", BAD))
        return Face((tuple(pieces),))
    for portion, count in _parts(card):
        name_of_filter, _, choice = portion.text.rpartition(": ")
        words = f"{choice if name_of_filter == named else portion.text} {count:,}"
        named = name_of_filter
        if at + 2 + cell_len(words) > width:
            break
        pieces.append(LinePart(words, MUTED, portion.location, at + 2))
        at += 2 + cell_len(words)
    days = _days_shown(facts.days, width - at - 2)
    pieces.append(LinePart(sparkline(days, ascii), ACCENT, "", width - len(days)))
    return Face((tuple(pieces),))


def _count_of(card: Card) -> str:
    if card.facts is None:
        return "…" if card.status == "waiting" else "–"
    return f"{card.facts.count:,}{'+' * card.facts.at_least}"


def heading(icon: str, title: str) -> str:
    """Return a title behind its icon."""
    return f"{icon} {title}".strip()


def sparkline(values: Sequence[int], ascii: bool = False) -> str:
    """Return one character for each value, from an empty line at 0 to a full block at the most.

    Textual's `Sparkline` begins at the lowest value, not at 0, paints each cell in another color,
    which costs bytes on a slow line, and has no ASCII form.
    """
    ramp, most = PLAIN_BLOCKS if ascii else BLOCKS, max(values, default=0)
    steps = len(ramp) - 1
    return "".join(ramp[-(-value * steps // most) if most else 0] for value in values)


def _bar(count: int, most: int, width: int, ascii: bool) -> str:
    """Return a bar that is full at the maximum; anything but 0 is visible."""
    cells = min(width, max(int(count > 0), round(count * width / most))) if most else 0
    return (PLAIN_BAR if ascii else BAR) * cells


def _days_shown(days: Sequence[int], room: int) -> Sequence[int]:
    """Return the last days that fit: whole weeks, or all there are."""
    return days if len(days) <= room else days[len(days) - max(0, room) // 7 * 7 :]


def days_in_words(days: Sequence[int], name: str) -> str:
    """Return how many records belong to these days: `Published: 42 in 4 weeks`."""
    if not days:
        return ""
    weeks, rest = divmod(len(days), 7)
    span = plural(weeks, "week", "weeks") if not rest else f"{len(days)} days"
    return f"{clean(name)}: {sum(days):,} in {span}"


# The tiles below the cards


def unfinished_face(
    drafts: Sequence[AutosavedDraft], tasks: Iterable[Task], width: int, zone: tzinfo | None
) -> Face:
    """Return unfinished work: drafts, and uploads that are running or failed."""
    lines: list[Line] = []
    drafts = [one for one in drafts if not one.discarded]
    for draft in drafts[:MOST_SHOWN]:
        words = draft.title or draft.location or "a record"
        lines.append(_entry("✎", words, as_relative(draft.made_at, zone), draft.location, width))
    if len(drafts) > MOST_SHOWN:
        lines.append(
            (LinePart(f"and {len(drafts) - MOST_SHOWN} more. Press g k to list them.", MUTED),)
        )
    open_tasks = [one for one in tasks if one.status in ("running", "failed")]
    for task in open_tasks[:MOST_SHOWN]:
        sign = "✕" if task.status == "failed" else "…"
        place = "/media" if task.id.startswith("upload-") else ""
        lines.append(_entry(sign, task.title, task.words, place, width))
    return Face(tuple(lines) or _nothing("Nothing to continue."), "Continue")


def written_face(writes: Sequence[Write], width: int, zone: tzinfo | None) -> Face:
    """Return the last changes of this session, newest first."""
    lines = [
        _entry(
            f"{one.words}:" if one.words == one.action and one.name == one.title else one.words,
            one.name,
            as_relative(one.when, zone),
            "" if one.method == "DELETE" else one.location,
            width,
        )
        for one in reversed(writes[-MOST_SHOWN:])
    ]
    return Face(tuple(lines) or _nothing("No changes yet."), "Your last changes")


def lacking_face(cards: Iterable[Card], width: int) -> Face:
    """Return how many of the newest records lack a text, for each language."""
    lines, reading = [], False
    for card in cards:
        reading |= card.facts is None and card.status == "waiting"
        facts = card.facts or CardFacts()
        of = f"of the newest {facts.read}" if facts.read < facts.count else f"of {facts.read}"
        for lack in facts.lacks:
            words = f"{card.plan.title}: {lack.words}"
            lines.append(_entry(f"{lack.count:>3}", words, of, lack.location, width))
    nothing = "Loading…" if reading else "No text is missing."
    return Face(tuple(lines) or _nothing(nothing), "Missing text")


def server_face(
    history: Iterable[RequestLogEntry], zone: tzinfo | None, *, read_only: bool = False
) -> Face:
    """Return how the backend answers, as known from the requests that were sent."""
    calls = [one for one in history if not one.cancelled][-RECENT_REQUESTS:]
    kind, newest = newest_call(calls)
    if newest is None:
        return Face(_nothing("No requests yet."), "Server")
    lines: list[Line]
    if kind == "down":
        until = calls[: calls.index(newest) + 1]  # A later one may tell nothing of the backend.
        lost = [*takewhile(lambda one: one.status is None, reversed(until))]
        words = f"No response since {lost[-1].when.astimezone(zone):%H:%M}"
        lines = [
            (LinePart("✕ ", BAD), LinePart(words, BAD, LOG)),
            *_nothing("Unsaved work is kept."),
        ]
    else:
        # The top bar has the time: two figures of different moments would not agree.
        words = "Responding slowly" if kind == "slow" else "Responding normally"
        style = ROLE_STYLES["underway" if kind == "slow" else "good"]
        if (newest.status or 0) >= 500:
            words, style = "Responding with errors", BAD
        lines = [(LinePart("● ", style), LinePart(words, "", LOG))]
    failed = sum(one.status is None or one.status >= 500 for one in calls)
    of = f"{failed} of the last {len(calls)} requests" if len(calls) > 1 else "The only request"
    lines += _nothing(f"{of} failed." if failed else "No server errors.")
    lines += _nothing("Read-only mode.") if read_only else ()
    return Face(tuple(lines), "Server")


def pages_face(pages: Iterable[tuple[str, str, str]]) -> Face:
    """Return the pages without a card: icon, name and location of each."""
    return Face(
        tuple((LinePart(heading(icon, name), "", place),) for icon, name, place in pages), "Pages"
    )


def _entry(sign: str, words: str, end: str, location: str, width: int) -> Line:
    """Return a line with a sign, words that fill the room, and a fact at the right."""
    room = width - cell_len(sign) - 1
    words = cut(words, room - cell_len(end) - 2 if room >= ROOMY_LINE else room)
    pieces = (LinePart(f"{sign} ", MUTED), LinePart(words, "", location))
    if cell_len(words) + cell_len(end) + 2 > room:
        return pieces
    return (*pieces, LinePart(end, MUTED, "", width - cell_len(end)))


def _nothing(words: str) -> tuple[Line, ...]:
    return ((LinePart(words, MUTED),),)
