"""What is said instead of files, and the line under them."""

from __future__ import annotations

from svc_tui.stores.media_state import MediaState
from svc_tui.text import plural
from svc_tui.widgets.media.folders import word_for


def face(state: MediaState, may_add: bool, rows: bool) -> tuple[str, bool]:
    """The sentence above or instead of the rows, and whether it tells of a failure."""
    if state.error is not None:
        old = " The rows below are from before." if rows else ""
        return f"{state.error} Press r to try again.{old}", True
    if not state.loaded:
        return "Loading…", False
    if rows:
        return "", False
    if state.everywhere:
        return "Nothing matches. Press 0 to clear the search and the filter.", False
    return "This folder is empty." + (" Press U to upload a file." if may_add else ""), False


def status(state: MediaState) -> str:
    """How much there is, and what made it so little."""
    if not state.loaded:
        return ""
    parts = []
    if state.folders and not state.everywhere:
        parts.append(plural(len(state.folders), "folder", "folders"))
    count = state.count if state.count is not None else len(state.medias)
    parts.append(plural(count, "file", "files"))
    parts.append(f"page {state.page}/{state.pages}")
    if state.edit_list:
        parts.append(_marked(state))
    if state.search:
        parts.append(f'search "{state.search}"')
    if state.mime_type is not None:
        locked = " (fixed)" if state.locked_mime == state.mime_type else ""
        parts.append(f"only {word_for(state.mime_type)}{locked}")
    if state.loading:
        parts.append("loading…")
    return " " + " · ".join(parts)


def _marked(state: MediaState) -> str:
    elsewhere = len(state.edit_list_set - {media.id for media in state.medias})
    more = f" ({elsewhere} on other pages)" if elsewhere else ""
    return f"{len(state.edit_list)} marked{more}"
