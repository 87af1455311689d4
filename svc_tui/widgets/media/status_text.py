"""The sentence instead of files, the status line, and the facts of a file."""

from __future__ import annotations

from datetime import tzinfo

from textual.content import Content

from svc_tui.models.media import Explorer, MediaItem, Rendition
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.missing_text import MissingText
from svc_tui.text import clean, human_size, label, plural
from svc_tui.widgets.formatting import NOTHING, as_datetime
from svc_tui.widgets.media.folders import word_for

MOST_SIZES = 5
"""Maximum number of renditions listed among the facts of a file; the rest are counted."""


MOST_ENDING = 5
"""Maximum length of a file ending that shows the type."""


def empty_text(state: MediaState, may_add: bool, rows: bool) -> tuple[str, bool]:
    """Return the sentence above or instead of the rows, and whether it is about a failure."""
    if state.error is not None:
        old = " The rows below may be out of date." if rows else ""
        return f"{state.error} Press r to try again.{old}", True
    if not state.loaded:
        return "Loading…", False
    if rows:
        return "", False
    if state.missing is not None:
        return _none_found(state, state.missing), False
    if state.everywhere:
        return "Nothing matches. Press 0 to clear the search and the filter.", False
    return "This folder is empty." + (" Press U to upload a file." if may_add else ""), False


def _none_found(state: MediaState, missing: MissingText) -> str:
    looked = plural(state.looked.files, "file", "files")
    if state.looking:
        return f"{missing.wanted}: none missing in {looked} so far. Press Esc to stop."
    if state.looked.stopped:
        return f"{missing.wanted}: none missing in {looked} so far. Press . to check the rest."
    return f"{missing.wanted}: none missing in {looked}. Press 0 to see all."


def status(state: MediaState, *, framed: bool = False) -> str:
    """Return the status line: the number of files and folders, and what narrows them.

    If `framed`, what `media_facts` returns is above the rows.
    """
    if not state.loaded:
        return ""
    rows = _rows(state)
    parts = [] if framed else _counted(state, rows)
    if framed and rows:
        parts = [f"{rows} of {state.count:,}"]
    if state.pages > 1 and not rows:
        parts.append(f"page {state.page}/{state.pages}")
    if state.unreadable:
        parts.append(not_shown(state))
    if state.edit_list and not framed:
        parts.append(_marked(state))
    if state.under_way:
        parts.append(f"{state.under_way}…")
    if state.search:
        parts.append(f"search “{state.search}”")
    if state.mime_type not in (None, state.locked_mime):  # A fixed one is above the rows.
        parts.append(f"only {word_for(state.mime_type)}")
    if state.missing is not None:
        words = state.missing.words
        parts += [words[:1].lower() + words[1:], *_looked(state)]
    if state.loading and not state.looking:
        parts.append("loading…")
    return " " + " · ".join(parts) if parts else ""


def file_status(state: MediaState, media: MediaItem) -> str:
    """Return the status line of a file that covers the list: its place among the page's files."""
    ids = [one.id for one in state.medias]
    return f" file {ids.index(media.id) + 1} of {len(ids)}" if media.id in ids else ""


def media_facts(state: MediaState) -> str:
    """Return what a place holds, for the frame around it: `3 folders · 12 files · 2 marked`."""
    if not state.loaded:
        return ""
    return " · ".join([*_counted(state), *[_marked(state)] * bool(state.edit_list)])


def _rows(state: MediaState) -> str:
    """Return which files the page shows (`25-48`); "" for the only page, or if it is not known."""
    count, size = state.count or 0, len(state.medias) + state.unreadable
    last = count if state.page == state.pages else state.page * size
    known = state.pages > 1 and 0 < size <= last <= count
    return f"{last - size + 1:,}-{last:,}" if known else ""


def _counted(state: MediaState, rows: str = "") -> list[str]:
    """Return the numbers of folders and files, and which of them are shown if `rows` says so."""
    parts = []
    if state.folders and not state.everywhere:
        parts.append(plural(len(state.folders), "folder", "folders"))
    count = state.count if state.count is not None else len(state.medias)
    shown = f"{rows} of " if rows else ""
    return [*parts, f"{shown}{plural(count, 'file', 'files')}"]


def not_shown(state: MediaState) -> str:
    """Return how many files of the page are left out, and why."""
    return f"{plural(state.unreadable, 'file', 'files')} not shown: {state.why_unreadable}"


def _looked(state: MediaState) -> list[str]:
    """Return how many files have been checked, and whether the rest will be."""
    looked = state.looked
    files = f"{looked.files:,}" + (f" of {looked.of:,}" if looked.of > looked.files else "")
    if state.looking:
        return [f"{files} files checked, Esc stops"]
    return [f"{files} files checked" + (", stopped; . continues" if looked.stopped else "")]


def _marked(state: MediaState) -> str:
    elsewhere = len(state.edit_list_set - {media.id for media in state.medias})
    more = f" ({elsewhere} on other pages)" if elsewhere else ""
    return f"{len(state.edit_list)} marked{more}"


def kind_in_words(media: MediaItem) -> str:
    """Return the type of a file from its ending (`PNG`), else its MIME type."""
    name, _, ending = media.filename.rpartition(".")
    short = name and ending.isalnum() and len(ending) <= MOST_ENDING
    return ending.upper() if short else clean(media.mime_type)


def folder_facts(found: Explorer, room: int) -> str:
    """Return what a folder holds: `2 folders · 12 files · 48.1 KiB`, the size if known and fits."""
    files = found.count if found.count is not None else len(found.items)
    parts = [plural(len(found.folders), "folder", "folders")] if found.folders else []
    parts.append(plural(files, "file", "files"))
    size = sum(one.size for one in found.items)
    words = " · ".join(parts)
    whole = f"{words} · {human_size(size)}"
    return whole if size and files == len(found.items) and len(whole) <= room else words


def file_facts(media: MediaItem) -> tuple[str, ...]:
    """Return a file's type and size (`PNG · 6.9 KiB`), and a shorter form."""
    kind = kind_in_words(media)
    size = human_size(media.size) if media.size else ""
    return " · ".join(one for one in (kind, size) if one), kind


def editor_facts(media: MediaItem, place: str, zone: tzinfo | None) -> Content:
    """Return the facts of a file, one per line."""
    facts = {
        "File": media.filename or NOTHING,
        "Type": media.mime_type or NOTHING,
        "Size": human_size(media.size) if media.size else NOTHING,
        "Folder": place,
        "Created": as_datetime(media.created or None, zone),
        "Modified": as_datetime(media.modified or None, zone),
        "URL": media.file or NOTHING,
    }
    lines = [
        label(f"{word:<10}", "$text-muted") + label(fact) for word, fact in facts.items() if fact
    ]
    for at, one in enumerate(media.renditions[:MOST_SIZES]):
        lines.append(label(f"{'' if at else 'Sizes':<10}", "$text-muted") + label(rendition(one)))
    more = len(media.renditions) - MOST_SIZES
    if more > 0:
        lines.append(label(f"{'':<10}and {plural(more, 'other', 'others')}"))
    return Content("\n").join(lines)


def rendition(one: Rendition) -> str:
    """Return a rendition on one line: `sm-webp 200 × 150 webp 3.1 KiB`."""
    pixels = f"{one.width} × {one.height}" if one.side else ""
    facts = (one.name, pixels, one.format, human_size(one.size) if one.size else "")
    return "  ".join(clean(fact) for fact in facts if fact)
