"""The text of questions before something is deleted, overwritten or sent."""

from __future__ import annotations

from collections.abc import Sequence

from svc_tui.models.media import Explorer, MediaFolder, MediaItem
from svc_tui.stores.media.text_changes import conflicting_texts
from svc_tui.stores.uploads.dropped_paths import Skipped
from svc_tui.stores.uploads.upload_store import Upload
from svc_tui.text import clean, cut, filename, human_size, plural
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.drop_area import skipped_text

TEXTS = {"title": "Title", "alt_text": "Alt text", "description": "Description"}

MOST_TEXTS = 3
"""Maximum number of texts shown with both sides; the rest are counted."""

LONGEST_TEXT = 60

MOST_NAMED = 5
"""Maximum number of files named in a question; the rest are counted."""

MOST_LINKS = 4
"""Maximum number of records named in a question; the rest are counted."""


def about_deleting(media: MediaItem, looked: MediaItem | None) -> str:
    """Return a file and the records that use it, or that these could not be loaded."""
    lines = [f"{clean(media.name)} ({clean(media.mime_type)}, {human_size(media.size)})"]
    if looked is None:
        lines.append("Couldn't check where it is used.")
    else:
        lines += used_in(looked) or ["It has no known uses."]
    return "\n".join([*lines, "This can't be undone."])


def used_in(media: MediaItem) -> list[str]:
    """Return the records that refer to a file, one per line."""
    if not media.links:
        return []
    names = [f"  {clean(link.model)} #{clean(link.id)} {clean(link.name)}" for link in media.links]
    more = len(names) - MOST_LINKS
    rest = [f"  and {plural(more, 'other', 'others')}"] if more > 0 else []
    places = plural(len(names), "place", "places")
    return [f"Used in {places}:", *names[:MOST_LINKS], *rest]


def about_deleting_folder(folder: MediaFolder, inside: Explorer | None) -> str:
    """Return a folder and its known contents."""
    lines = [folder_title(folder)]
    if inside is None:
        lines.append("Couldn't load its contents.")
    elif not inside.folders and not inside.items:
        lines.append("It is empty.")
    else:
        lines.append(f"It contains {_holding(inside)}.")
    if inside is None or inside.folders or inside.items:
        lines.append("The backend may also delete everything in it.")
    return "\n".join([*lines, "This can't be undone."])


def named(titles: Sequence[str]) -> str:
    """Return the first of these files by name, one per line; the rest are counted."""
    more = len(titles) - MOST_NAMED
    rest = [f"… and {more:,} more"] if more > 0 else []
    return "\n".join([*(cut(one, LONGEST_TEXT) for one in titles[:MOST_NAMED]), *rest])


def about_deleting_many(titles: Sequence[str], elsewhere: int) -> str:
    """Return the marked files, and how many are not visible; their uses are not loaded."""
    lines = [named(titles)]
    if elsewhere:
        lines.append(f"{plural(elsewhere, 'of them is', 'of them are')} on other pages.")
    lines.append("Their uses have not been checked.")
    return "\n".join([*lines, "This can't be undone."])


def about_sending_again(upload: Upload) -> str:
    """Return why sending a file again may create a duplicate."""
    why = clean(upload.reason)
    return f"{why[:1].upper()}{why[1:]}\nSending it again may create a duplicate."


def about_both(media: MediaItem, since: MediaItem, theirs: MediaItem) -> str:
    """Return both users' versions of a text, and the old one."""
    lines = ["Nothing has been saved yet."]
    both = conflicting_texts(media, since, theirs)
    for key, lang in both[:MOST_TEXTS]:
        name = TEXTS[key] + (f" ({lang})" if lang else "")
        sides = {"was": since, "theirs": theirs, "mine": media}
        lines += [
            f"{name}:",
            *(f"  {who:<7}{_short(one, key, lang)}" for who, one in sides.items()),
        ]
    if not both:
        lines.append("Their changes don't overlap with yours: you can safely keep yours.")
    elif len(both) > MOST_TEXTS:
        lines.append(f"and {plural(len(both) - MOST_TEXTS, 'other text', 'other texts')}")
    return "\n".join(lines)


def _short(media: MediaItem, key: str, lang: str | None) -> str:
    return cut(media.text(key, lang), LONGEST_TEXT) or "(empty)"


def about_sending(uploads: Sequence[Upload], skipped: Sequence[Skipped], place: str) -> str:
    """Return `Upload 3 files (12.4 MiB) to Photos?`, and skipped files with the reasons."""
    good = [upload for upload in uploads if not upload.over]
    size = human_size(sum(upload.size for upload in good))
    name = f" {filename(good[0].path.name)}" if len(good) == 1 else ""
    files = "file" if len(good) == 1 else f"{len(good)} files"
    lines = [f"Upload {files}{name} ({size}) to {place}?"]
    bad = [Skipped(upload.path, upload.reason) for upload in uploads if upload.over]
    left_out = skipped_text((*skipped, *bad))
    return "\n".join([*lines, *([left_out] if left_out else [])])


def _holding(inside: Explorer) -> str:
    """Return `2 folders and 14 files`; without a count, at least those of the first page."""
    at_least = "at least " if inside.count is None and inside.pages > 1 else ""
    files = inside.count if inside.count is not None else len(inside.items)
    parts = [plural(len(inside.folders), "folder", "folders")] if inside.folders else []
    parts += [at_least + plural(files, "file", "files")] if files else []
    return " and ".join(parts)
