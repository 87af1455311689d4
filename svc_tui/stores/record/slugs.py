"""Slugs made from any text by the rules of Django's `slugify`, and which texts they follow."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from svc_tui.stores.record.draft import MISSING, Draft

_OTHER = re.compile(r"[^\w\s-]")
_TAG = re.compile(
    r"""</?[a-z][a-z0-9]*(?:\s+[\w:-]+=(?:"[^"<>]*"|'[^'<>]*'))*\s*/?>""", re.IGNORECASE
)
_GAPS = re.compile(r"[-\s]+")


def slugify(text: str, *, allow_unicode: bool = False, longest: int | None = None) -> str:
    """Lower case, words joined by dashes; ASCII without accents unless `allow_unicode`.

    HTML tags are removed, which Django's version would turn into letters.
    """
    text = _TAG.sub("", text)
    if allow_unicode:
        text = unicodedata.normalize("NFKC", text)
    else:
        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    slug = _GAPS.sub("-", _OTHER.sub("", text.lower())).strip("-_")
    return slug if longest is None else slug[:longest].rstrip("-_")


@dataclass(frozen=True)
class AutoSlug:
    """A slug and the text that it is generated from."""

    path: str
    sources: tuple[str, ...]
    """The paths of its source text; the first one in the record is used, else the last one."""
    allow_unicode: bool = False
    longest: int | None = None

    def source(self, draft: Draft) -> str:
        """The path of its text in this record."""
        found = (path for path in self.sources if draft.get(path, MISSING) is not MISSING)
        return next(found, self.sources[-1])

    def of(self, text: Any) -> str:
        """The slug of a text; empty for anything else."""
        if not isinstance(text, str):
            return ""
        return slugify(text, allow_unicode=self.allow_unicode, longest=self.longest)


@dataclass(frozen=True)
class Slugs:
    """The slugs of a record that follow their texts until another one is typed."""

    followers: tuple[AutoSlug, ...] = ()
    made: Mapping[str, str] = field(default_factory=dict)
    """The last generated slugs by path."""

    def begun(self) -> Slugs:
        """Return the slugs of a record that was just loaded."""
        return replace(self, made={})

    def after(self, before: Draft, now: Draft) -> tuple[Slugs, Draft]:
        """Return the result of an edit: the slugs, and the draft with regenerated ones."""
        made = dict(self.made)
        for path, slug in self._followed(before, now):
            made[path] = slug or ""
            now = now.typed(path, slug)
        return replace(self, made=made), now

    def _followed(self, before: Draft, now: Draft) -> Iterator[tuple[str, str | None]]:
        """Yield each slug that follows its text; a stored one stays, as links may use it."""
        loaded = Draft.of(now.original)
        for one in self.followers:
            source, stored = one.source(now), loaded.get(one.path)
            old, new, stands = before.get(source), now.get(source), now.get(one.path)
            if old == new or stored not in (None, ""):
                continue
            if (stands or "") not in (self.made.get(one.path, ""), one.of(old)):
                continue
            slug = one.of(new) if now.changed(source) else stored
            if (slug or "") != (stands or ""):
                yield one.path, slug
