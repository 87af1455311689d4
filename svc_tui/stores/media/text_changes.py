"""The text of a file, compared and merged between two users' versions."""

from __future__ import annotations

from svc_tui.models.media import TRANSLATED, MediaItem
from svc_tui.stores.record.save_report import server_changed
from svc_tui.stores.record.write_verification import in_quotes

Place = tuple[str, str | None]
"""A text's key and language; None is the main one."""


def places(*medias: MediaItem) -> list[Place]:
    """Return the key and the language of every text of these files."""
    languages = dict.fromkeys(lang for media in medias for lang in media.translations)
    return [(key, lang) for lang in (None, *languages) for key in TRANSLATED]


def edited(media: MediaItem, since: MediaItem) -> list[Place]:
    """Return the texts that differ from what they were."""
    return [at for at in places(media, since) if media.text(*at) != since.text(*at)]


def is_untold(media: MediaItem, key: str, lang: str | None) -> bool:
    """Whether a backend left a main text out, which may not be empty then."""
    return lang is None and key in media.untold


def unkept(media: MediaItem, since: MediaItem, found: MediaItem) -> list[Place]:
    """Return the edited texts that a file has as they were, although the edit was confirmed."""
    return [
        at
        for at in edited(media, since)
        if found.text(*at) == since.text(*at) and found.text(*at).strip() != media.text(*at).strip()
    ]


def rewritten_texts(media: MediaItem, since: MediaItem, found: MediaItem) -> list[str]:
    """Return a sentence for each edited text of which the server stored another version.

    Args:
        media: The file with the text as it was typed.
        since: The file before it was edited.
        found: The file as it is stored.
    """
    return [
        server_changed(_label(key, lang), found.text(key, lang))
        for key, lang in edited(media, since)
        if found.text(key, lang) not in ("", since.text(key, lang))
        and found.text(key, lang).strip() != media.text(key, lang).strip()
    ]


def _label(key: str, lang: str | None) -> str:
    name = key.replace("_", " ").capitalize()
    return in_quotes(f"{name} ({lang})" if lang else name)


def conflicting_texts(media: MediaItem, since: MediaItem, theirs: MediaItem) -> list[Place]:
    """Return the text that both sides changed differently; one that is not told is unknown."""
    told = (at for at in edited(media, since) if not is_untold(theirs, *at))
    both = (at for at in told if theirs.text(*at) != since.text(*at))
    return [at for at in both if theirs.text(*at) != media.text(*at)]


def rebased(media: MediaItem, since: MediaItem, newer: MediaItem) -> MediaItem:
    """Return the changes since a file was read, on top of its newer version."""
    for key, lang in edited(media, since):
        newer = newer.with_text(key, media.text(key, lang), lang)
    return newer


def without_languages(media: MediaItem, since: MediaItem) -> MediaItem:
    """Return the same file with only its base text changed."""
    return without(media, since, [at for at in edited(media, since) if at[1] is not None])


def without(media: MediaItem, since: MediaItem, given_up: list[Place]) -> MediaItem:
    """Return the same file with some texts as they were."""
    for key, lang in given_up:
        media = media.with_text(key, since.text(key, lang), lang)
    return media
