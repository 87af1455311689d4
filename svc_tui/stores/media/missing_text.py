"""Values: the texts that a file of the library lacks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from svc_tui.models.media import TRANSLATED, MediaItem

WORDS = {"title": "title", "alt_text": "alt text", "description": "description"}


@dataclass(frozen=True)
class MissingText:
    """Which text is missing: its key, and its language; None is the main one."""

    key: str = "alt_text"
    lang: str | None = None

    @property
    def name(self) -> str:
        """What it is remembered by: `alt_text`, `alt_text.it`."""
        return self.key if self.lang is None else f"{self.key}.{self.lang}"

    @property
    def words(self) -> str:
        """As a person says it: `No alt text in it`."""
        return f"No {WORDS[self.key]}" + (f" in {self.lang}" if self.lang else "")

    @property
    def mime(self) -> str | None:
        """The files that it matters for: only what is seen needs words for those who can't."""
        return "image/*" if self.key == "alt_text" else None

    @classmethod
    def parse(cls, name: str) -> MissingText | None:
        """The text that a name stands for; None where it stands for none."""
        key, _, lang = name.partition(".")
        return cls(key, lang or None) if key in TRANSLATED else None

    def concerns(self, media: MediaItem) -> bool:
        """Whether this file lacks the text."""
        return not media.text(self.key, self.lang).strip()

    def is_told(self, media: MediaItem) -> bool:
        """Whether what is known of this file says anything of the text; a list may leave it out."""
        if self.lang is None:
            return self.key not in media.untold
        return self.key in media.translations.get(self.lang, {})


ALT_TEXT = MissingText()
"""What is missed most."""


def tasks(languages: Iterable[str | None]) -> tuple[MissingText, ...]:
    """All that may be missing, the alt texts first."""
    order = ("alt_text", *(key for key in TRANSLATED if key != "alt_text"))
    return tuple(MissingText(key, lang) for key in order for lang in (tuple(languages) or (None,)))


def lacking(media: MediaItem) -> str:
    """The sign of a picture without words for those who can't see it: `!alt`, `!alt it`; else "".

    Where the backend's list leaves the text out, nothing is claimed.
    """
    if not media.mime_type.startswith("image/"):
        return ""
    texts = {
        lang: found["alt_text"] for lang, found in media.translations.items() if "alt_text" in found
    }
    without = [lang for lang, text in texts.items() if not text.strip()]
    if texts and (len(without) < len(texts) or media.alt_text.strip()):
        return f"!alt {','.join(without)}" if without else ""
    told = bool(texts) or "alt_text" not in media.untold
    return "!alt" if told and not media.alt_text.strip() else ""
