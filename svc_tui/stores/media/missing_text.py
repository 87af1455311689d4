"""The text that a file of the library lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from svc_tui.models.languages import language_name
from svc_tui.models.media import TRANSLATED, MediaItem

WORDS = {"title": "title", "alt_text": "alt text", "description": "description"}


@dataclass(frozen=True)
class MissingText:
    """The key and the language of a missing text; None is the main language."""

    key: str = "alt_text"
    lang: str | None = None

    @property
    def name(self) -> str:
        """The key in the preferences and in locations: `alt_text`, `alt_text.it`."""
        return self.key if self.lang is None else f"{self.key}.{self.lang}"

    @property
    def words(self) -> str:
        """The heading for files that lack it: `No alt text in Italiano`."""
        return f"No {self._text}"

    @property
    def wanted(self) -> str:
        """The name of the text: `Alt text in Italiano`."""
        return self._text[:1].upper() + self._text[1:]

    @property
    def _text(self) -> str:
        return WORDS[self.key] + (f" in {language_name(self.lang)}" if self.lang else "")

    @property
    def mime(self) -> str | None:
        """The type of files that need it: only pictures need alt text."""
        return "image/*" if self.key == "alt_text" else None

    @classmethod
    def parse(cls, name: str) -> MissingText | None:
        """Parse a name; None if it names no text."""
        key, _, lang = name.partition(".")
        return cls(key, lang or None) if key in TRANSLATED else None

    def concerns(self, media: MediaItem) -> bool:
        """Whether this file lacks the text."""
        return not media.text(self.key, self.lang).strip()

    def is_told(self, media: MediaItem) -> bool:
        """Whether the file has this text as a value; a list may leave it out."""
        if self.lang is None:
            return self.key not in media.untold
        return self.key in media.translations.get(self.lang, {})


ALT_TEXT = MissingText()


def tasks(languages: Iterable[str | None]) -> tuple[MissingText, ...]:
    """Return all text that may be missing, alt text first."""
    order = ("alt_text", *(key for key in TRANSLATED if key != "alt_text"))
    return tuple(MissingText(key, lang) for key in order for lang in (tuple(languages) or (None,)))


def alt_texts(media: MediaItem, called: Callable[[str], str] = str) -> list[str]:
    """Return the alt texts of a picture, one for each language: `Alt text in Italiano: none`.

    `called` returns the name of a language.

    If the backend's list leaves the text out, nothing is claimed.
    """
    if not media.mime_type.startswith("image/"):
        return []
    texts = _alt_by_language(media)
    named: list[tuple[str | None, str]] = [*texts.items()]
    base = media.alt_text.strip()
    is_told = base or "alt_text" not in media.untold
    if is_told and (base not in texts.values() if base else not any(texts.values())):
        named.insert(0, (None, base))
    words = (
        (MissingText(lang=called(lang) if lang else None).wanted, text) for lang, text in named
    )
    return [f"{name}: {text or 'none'}" for name, text in words]


def lacking(media: MediaItem) -> str:
    """Return the sign of a picture without alt text: `no alt`, `no alt: it`; else ""."""
    languages = without_alt(media)
    if languages is None:
        return ""
    return f"no alt: {', '.join(languages)}" if languages else "no alt"


def without_alt(media: MediaItem) -> tuple[str, ...] | None:
    """Return the languages in which a picture has no alt text; () if it has none at all.

    None if it lacks nothing, or if the backend's list leaves the text out.
    """
    if not media.mime_type.startswith("image/"):
        return None
    texts = _alt_by_language(media)
    without = tuple(lang for lang, text in texts.items() if not text)
    if texts and (len(without) < len(texts) or media.alt_text.strip()):
        return without or None
    known = bool(texts) or "alt_text" not in media.untold
    return () if known and not media.alt_text.strip() else None


def _alt_by_language(media: MediaItem) -> dict[str, str]:
    return {
        lang: found["alt_text"].strip()
        for lang, found in media.translations.items()
        if "alt_text" in found
    }
