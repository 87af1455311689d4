"""AutosavedDraft: unsaved changes, as a value that can be written and read again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from svc_tui.models import exact_json
from svc_tui.models.location import Location
from svc_tui.stores.record.draft import MISSING, Draft, Unreadable, same
from svc_tui.stores.record.merge import (
    Difference,
    Merge,
    Steps,
    as_whole_values,
    at,
    changed,
    outermost,
    put,
    without,
)
from svc_tui.stores.redact import MASK, names_secrets, replaced

VERSION = 1

_MARK = "$svc"
"""The key that marks values without a JSON form, to distinguish them from objects."""


@dataclass(frozen=True)
class DraftKey:
    """The record and user of a draft."""

    base_url: str
    user: str
    endpoint: str
    id: str
    languages: tuple[str, ...] = ()
    loaded: str = ""
    """A hash of the record as it was loaded."""

    @property
    def stem(self) -> str:
        """Return a file name that reveals nothing."""
        return hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:32]

    def same_record(self, other: DraftKey) -> bool:
        """Whether both are about the same record and user, whatever version was loaded."""
        return (self.base_url, self.user, self.endpoint, self.id) == (
            other.base_url, other.user, other.endpoint, other.id,
        )  # fmt: skip


@dataclass(frozen=True, eq=False, repr=False)
class AutosavedChange:
    """A changed value: as it was loaded, and as it was typed."""

    steps: Steps
    loaded: Any
    typed: Any


@dataclass(frozen=True, eq=False)
class AutosavedDraft:
    """A draft as stored on disk."""

    key: DraftKey
    changes: tuple[AutosavedChange, ...]
    title: str = ""
    """The record's title."""
    location: str = ""
    """The record's location in the console."""
    made_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    file: Path | None = None
    discarded: bool = False
    """Whether it was discarded: it is no longer offered, but can be restored."""
    elsewhere: bool = False
    """Whether a running console has it open."""
    part: tuple[str, ...] = ()
    """The paths of the fields of a partial form that it was typed into."""

    def belongs_to(self, page: Location) -> bool:
        """Whether a page is that of the record, or a list around it; Home is around none."""
        there = self.location.partition("?")[0]
        inside = page.path != "/" and there.startswith(f"{page.path.rstrip('/')}/")
        return inside or there == page.path

    def holds(self, draft: Draft) -> bool:
        """Whether it has all that was typed: secrets are left out."""
        values = draft.original
        for one in self.changes:
            values = put(values, one.steps, one.typed)
        return same(values, draft.current)

    def split(self, paths: Sequence[str]) -> tuple[AutosavedDraft, AutosavedDraft]:
        """Return the changes that belong to a form of a part of the record, and all others.

        What was typed into these very fields belongs to it, with all that they changed elsewhere.
        """
        if self.part == tuple(paths):
            return self, replace(self, changes=())
        ways = [tuple(one.split(".")) for one in paths]
        shown, rest = list[AutosavedChange](), list[AutosavedChange]()
        for one in self.changes:
            inside = any(all(a == b for a, b in zip(one.steps, way, strict=False)) for way in ways)
            (shown if inside else rest).append(one)
        return replace(self, changes=tuple(shown)), replace(self, changes=tuple(rest))

    def by_language(
        self, texts: Mapping[str, Sequence[str]], record: Mapping[str, Any]
    ) -> AutosavedDraft:
        """Return the draft with flat text from a form without languages moved into its language.

        `texts` are the paths of each translated key in every language, in one order. A flat value
        is in a language whose text it repeats in the record; of several, in that of most others.
        """
        known = {one.steps for one in self.changes}
        repeated: Counter[int] = Counter()
        places: dict[Steps, list[tuple[int, Steps]]] = {}
        for key, paths in texts.items():
            flat, ways = tuple(key.split(".")), [tuple(path.split(".")) for path in paths]
            now = at(record, flat)
            alike = [(n, way) for n, way in enumerate(ways) if same(at(record, way), now)]
            places[flat] = alike if now is not MISSING else []
            repeated.update(n for n, _ in places[flat])

        def place(way: Steps) -> Steps:
            for flat, alike in places.items():
                rest = way[len(flat) :]
                if way != (*flat, *rest):
                    continue
                for _, steps in sorted(alike, key=lambda one: -repeated[one[0]]):
                    if (*steps, *rest) not in known:
                        return (*steps, *rest)
            return way

        moved = (replace(one, steps=place(one.steps)) for one in self.changes)
        return replace(self, changes=tuple(moved))

    def against(self, record: Mapping[str, Any]) -> Merge:
        """The draft against the current record: what would change, and what others changed."""
        ways = set(outermost(one.steps for one in self.changes))
        return Merge.among(
            record,
            [
                Difference(one.steps, complete(one.loaded, now), now, complete(one.typed, now))
                for one in self.changes
                if one.steps in ways
                for now in [at(record, one.steps)]
            ],
        )


def autosaved_changes(
    draft: Draft, secrets: Iterable[str] = (), whole: Collection[str] = ()
) -> tuple[AutosavedChange, ...]:
    """Return what was typed, without values that must not be written to disk.

    A related record in a `whole` key is one value.
    """
    found, patterns = [], tuple(secrets)
    states = (draft.original, draft.current)
    for way in as_whole_values(changed(*states), whole, states):
        loaded, typed = (_open_at(_bare(at(values, way), way, patterns), way) for values in states)
        if typed is not SECRET_OMITTED and loaded is not SECRET_OMITTED:
            found.append(AutosavedChange(way, loaded, typed))
    return tuple(found)


@dataclass(frozen=True)
class _LeftOut:
    def __str__(self) -> str:
        return "(a secret, not saved)"


SECRET_OMITTED = _LeftOut()


def _bare(value: Any, way: Steps, secrets: tuple[str, ...]) -> Any:
    """The value at a path, with a mark for each secret in it."""
    return bare(put({}, way, value), secrets)


def bare(values: Any, secrets: Iterable[str] = ()) -> Any:
    """Return values with a mark for each secret: at these patterns, or by its name."""
    safe = replaced(without(values, secrets, lambda: SECRET_OMITTED), lambda secret: SECRET_OMITTED)
    return _readable(safe)


def _readable(value: Any) -> Any:
    """Return a value with a mark for each invalid JSON text that names secrets."""
    if isinstance(value, Unreadable):
        return SECRET_OMITTED if names_secrets(value.text) else value
    if isinstance(value, Mapping):
        return {key: _readable(one) for key, one in value.items()}
    return [_readable(one) for one in value] if isinstance(value, list) else value


def _open_at(values: Any, way: Steps) -> Any:
    """The value at a path; the mark, if a secret is on the way."""
    for end in range(1, len(way)):
        if at(values, way[:end]) is SECRET_OMITTED:
            return SECRET_OMITTED
    return at(values, way)


def complete(typed: Any, now: Any, *, strict: bool = False) -> Any:
    """Return what was typed, with the record's own values for secrets that were left out.

    Values that the record lacks are left out too; if `strict`, they raise `LookupError`.
    """
    if isinstance(typed, list):
        pairs = _paired(typed, now, strict=strict)
        return [complete(one, other, strict=strict) for one, other in pairs]
    if not isinstance(typed, Mapping):
        return typed
    known = now if isinstance(now, Mapping) else {}
    whole = {
        key: known.get(key, SECRET_OMITTED)
        if one is SECRET_OMITTED
        else complete(one, known.get(key), strict=strict)
        for key, one in typed.items()
    }
    if strict and SECRET_OMITTED in whole.values():
        raise LookupError(next(key for key, one in whole.items() if one is SECRET_OMITTED))
    return {key: one for key, one in whole.items() if one is not SECRET_OMITTED}


def _paired(typed: list[Any], now: Any, *, strict: bool) -> Iterator[tuple[Any, Any]]:
    """Each item with what it is in the record, None for a new one: items may have been moved.

    An id tells, else an item that is alike in all that may be written down; one that was edited
    is looked for at its own place. If `strict`, an item with a secret that may be one of several
    raises `LookupError`: it would get the secret of another.
    """
    left = dict(enumerate(now if isinstance(now, list) else []))
    moved = len(typed) != len(left)
    found: dict[int, Any] = {}
    for fits in (_one_id, _alike, _without_ids):
        open_items = [n for n, one in enumerate(typed) if n not in found and _lacks(one)]
        if strict and fits is _without_ids and open_items and len(open_items) != len(left):
            raise LookupError("an item")
        for n, one in enumerate(typed):
            if n in found:
                continue
            places = (n,) if fits is _without_ids else (n, *left)
            fitting = dict.fromkeys(at for at in places if at in left and fits(one, left[at]))
            if strict and fits is _alike and moved and len(fitting) > 1 and _lacks(one):
                raise LookupError("an item")
            if fitting:
                found[n] = left.pop(next(iter(fitting)))
    return ((one, found.get(n)) for n, one in enumerate(typed))


def _lacks(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_lacks, value.values()))
    return any(map(_lacks, value)) if isinstance(value, list) else value is SECRET_OMITTED


def _one_id(typed: Any, now: Any) -> bool:
    """Whether two items have the same id."""
    id = at(typed, ("id",))
    return id not in (MISSING, None, SECRET_OMITTED) and same(id, at(now, ("id",)))


def _alike(typed: Any, now: Any) -> bool:
    """Whether two values are equal apart from secrets."""
    if typed is SECRET_OMITTED:
        return True
    if isinstance(typed, Mapping) and isinstance(now, Mapping):
        keys = {*now, *(key for key, one in typed.items() if one is not SECRET_OMITTED)}
        return all(key in typed and _alike(typed[key], now.get(key, MISSING)) for key in keys)
    if isinstance(typed, list) and isinstance(now, list):
        pairs = zip(typed, now, strict=False)
        return len(typed) == len(now) and all(_alike(one, other) for one, other in pairs)
    return same(typed, now)


def _without_ids(typed: Any, now: Any) -> bool:
    """Whether only their place can tell two items apart."""
    return at(typed, ("id",)) is MISSING and at(now, ("id",)) is MISSING


def restore_masked(typed: Any, loaded: Any) -> Any:
    """Return typed text with the loaded secrets in place of its masks.

    Raises `LookupError` for a mask that was edited, has no loaded secret, or may stand for one of
    several.
    """

    def marked(secret: Any) -> Any:
        if isinstance(secret, str) and MASK[0] in secret and secret != MASK:
            raise LookupError("an edited mask")
        return SECRET_OMITTED if secret == MASK else secret

    return complete(replaced(typed, marked), loaded, strict=True)


def hashed(record: Mapping[str, Any]) -> str:
    """A hash of a record as it was loaded."""
    text = exact_json.written(_plain(record), sort=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# On disk


def encode_draft(draft: AutosavedDraft) -> bytes:
    """The draft as the text of its file."""
    changes = [[list(one.steps), _plain(one.loaded), _plain(one.typed)] for one in draft.changes]
    body = {
        "version": VERSION,
        "key": asdict(draft.key),
        "title": draft.title,
        "location": draft.location,
        "made_at": draft.made_at.isoformat(),
        "changes": changes,
        "discarded": draft.discarded,
        "part": list(draft.part),
    }
    return exact_json.written(body, ascii=True).encode()


def decode_draft(text: bytes) -> AutosavedDraft:
    """Return the draft of a file's text.

    Raises: ValueError: it holds no unsaved changes, for whatever reason.
    """
    try:
        body = exact_json.read(text, deepest=exact_json.KEPT)
        if body["version"] != VERSION:
            raise ValueError("it is from another version")
        key = {name: str(body["key"][name]) for name in ("base_url", "user", "endpoint", "id")}
        languages = tuple(str(one) for one in body["key"]["languages"])
        return AutosavedDraft(
            DraftKey(**key, languages=languages, loaded=str(body["key"]["loaded"])),
            tuple(_typed(*one) for one in body["changes"]),
            str(body["title"]),
            str(body["location"]),
            datetime.fromisoformat(body["made_at"]).astimezone(UTC),
            discarded=body.get("discarded") is True,
            part=tuple(str(one) for one in body.get("part", ())),
        )
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("it holds no unsaved changes") from error


def _typed(steps: Any, loaded: Any, typed: Any) -> AutosavedChange:
    way = tuple(str(step) for step in steps)
    if not way:
        raise ValueError("it holds no unsaved changes")
    return AutosavedChange(way, _read(loaded), _read(typed))


def _plain(value: Any) -> Any:
    """A value in JSON's terms; a value without a JSON form is an object with a mark."""
    if value is MISSING:
        return {_MARK: "missing"}
    if isinstance(value, Unreadable):
        return {_MARK: "unreadable", "text": value.text, "problem": value.problem}
    if isinstance(value, Path):
        return {_MARK: "file", "path": str(value)}
    if isinstance(value, _LeftOut):
        return {_MARK: "left out"}
    if isinstance(value, Mapping):
        plain = {str(key): _plain(one) for key, one in value.items()}
        return {_MARK: "object", "of": plain} if _MARK in plain else plain
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(one) for one in value]
    if not isinstance(value, dict):
        return value
    kind = value.get(_MARK)
    if kind == "missing":
        return MISSING
    if kind == "unreadable":
        problem = str(value["problem"])
        return Unreadable(str(value["text"]), problem if problem.strip() else "This can't be read.")
    if kind == "file":
        return Path(str(value["path"]))
    if kind == "left out":
        return SECRET_OMITTED
    inner = value["of"] if kind == "object" else value
    return {key: _read(one) for key, one in inner.items()}
