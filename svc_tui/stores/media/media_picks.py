"""Choosing media: the picker's selection, the bulk edit list, and the type filter with its lock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from svc_tui.models.media import MediaItem
from svc_tui.models.records import Id

SelectMode = Literal["none", "single", "multi"]
Picked = MediaItem | tuple[MediaItem, ...] | None


@dataclass(frozen=True)
class MimeFilter:
    """The active filter, and the lock that a picker imposes."""

    active: str | None = None
    locked: str | None = None

    def narrowed(self, mime: str | None) -> MimeFilter:
        """Return the filter that a user asks for; if locked, only matching types."""
        if self.locked is not None and not covers(self.locked, mime):
            return self
        return replace(self, active=mime)

    def locked_to(self, mime: str | None) -> MimeFilter:
        """Return a hard lock, which is also the filter; None removes both."""
        return MimeFilter(mime, mime)


def covers(lock: str, mime: str | None) -> bool:
    """Whether every type of `mime` matches `lock`: `image/png` matches `image/*`."""
    if mime is None:
        return False
    if lock in ("*/*", "*", mime):
        return True
    family, _, kind = lock.partition("/")
    return kind == "*" and mime.startswith(f"{family}/")


@dataclass(frozen=True)
class EditListState:
    """The select-all box: every item of the page, some of them, or only items of other pages."""

    value: bool
    indeterminate: bool
    outside: bool


def edit_list_state(edit_list: Iterable[Id], page: Iterable[Id]) -> EditListState:
    """Return the box's state for these marked ids on a page of these ids."""
    flagged, shown = set(edit_list), set(page)
    here = flagged & shown
    return EditListState(
        value=bool(shown) and here == shown,
        indeterminate=bool(here) and here != shown,
        outside=bool(flagged) and not here,
    )


def picked(mode: SelectMode, selection: Picked, media: MediaItem) -> Picked:
    """Return the selection after a pick: single replaces, multi toggles and keeps the order."""
    if mode == "single":
        return media
    if mode != "multi":
        return selection
    chosen = selection if isinstance(selection, tuple) else ()
    kept = tuple(item for item in chosen if item.id != media.id)
    return kept if len(kept) < len(chosen) else (*chosen, media)


def emptied(mode: SelectMode) -> Picked:
    """Return an empty selection: an empty list for multi, else None."""
    return () if mode == "multi" else None
