"""Values of the media manager: a file, a folder, and the contents of a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote

from svc_tui.models.arguments import checks_arguments, checks_fields, given_words, kind_words
from svc_tui.models.overrides import meant_name
from svc_tui.models.records import (
    TRANSLATIONS,
    Id,
    json_type_name,
    require_id,
    require_object,
    string_or_empty,
)

TRANSLATED = ("title", "alt_text", "description")
"""The text of a media item that can differ by language."""


ALSO_CALLED = (("file", "url"), ("title", "name"), ("mime_type", "mime"))
"""Keys of a media item, and their names in records of some backends."""


@dataclass(frozen=True)
class MediaLink:
    """A record that uses a media item."""

    model: str
    id: Id
    name: str = ""

    @classmethod
    def parse(cls, json: object) -> MediaLink:
        """Parse a link; `ValueError` if it is not an object or has no id."""
        body = require_object(json, "a media link")
        return cls(
            model=string_or_empty(body.get("model")),
            id=require_id(body.get("id"), "a media link"),
            name=string_or_empty(body.get("name")),
        )


@dataclass(frozen=True)
class Rendition:
    """A picture in another size or format, created by the backend."""

    name: str
    """The backend's name for it: `sm-webp`."""
    url: str
    width: int = 0
    height: int = 0
    """Pixels; 0 where the backend does not say."""
    format: str = ""
    size: int = 0
    """Bytes; 0 where the backend does not say."""

    @property
    def side(self) -> int:
        return max(self.width, self.height)

    @classmethod
    def parse(cls, name: str, json: object) -> Rendition | None:
        """Parse one: an object with a `url`, or the address alone; None for anything else."""
        body = {"url": json} if isinstance(json, str) else json
        if not isinstance(body, Mapping) or not isinstance(body.get("url"), str) or not body["url"]:
            return None
        numbers = {key: _whole(body.get(key)) for key in ("width", "height", "size")}
        return cls(name, body["url"], format=string_or_empty(body.get("format")), **numbers)


MOST_RENDITIONS = 50
"""Maximum number of renditions to read."""


@checks_arguments()
@dataclass(frozen=True)
class MediaItem:
    """A file of the library with its text."""

    id: Id
    file: str = ""
    """The address of the file, as the backend gives it."""
    mime_type: str = ""
    title: str = ""
    alt_text: str = ""
    description: str = ""
    size: int = 0
    """Bytes."""
    created: str = ""
    modified: str = ""
    """ISO dates; "" where the backend has none."""
    folder: Id | None = None
    links: tuple[MediaLink, ...] = ()
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    thumbnail: str = ""
    """The address of a small picture, where the backend makes one."""
    renditions: tuple[Rendition, ...] = ()
    """Other sizes and formats, the smallest first."""
    untold: tuple[str, ...] = field(default=(), compare=False)
    """The text that the backend left out, as lists do: it may not be empty."""
    stored: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False, repr=False)
    """The text exactly as the backend sent it."""

    @property
    def filename(self) -> str:
        path = self.file.partition("?")[0].partition("#")[0]
        return unquote(path.rpartition("/")[2])

    @property
    def name(self) -> str:
        """The title, or else the file name."""
        return self.title or self.filename or f"#{self.id}"

    def text(self, key: str, lang: str | None = None) -> str:
        """Return one of the texts, in a language or the main one."""
        if lang is None:
            return str(getattr(self, key))
        return self.translations.get(lang, {}).get(key, "")

    def with_text(self, key: str, text: str, lang: str | None = None) -> MediaItem:
        """Return the same item with another text."""
        if lang is None:
            changes: dict[str, Any] = {key: text}
            return replace(self, **changes)
        texts = {**self.translations.get(lang, {}), key: text}
        return replace(self, translations={**self.translations, lang: texts})

    def texts_to_store(self) -> dict[str, Any]:
        """Return the base text; unchanged parts are sent back exactly as they were."""
        texts = {key: getattr(self, key) for key in TRANSLATED}
        return _to_store(self.stored, texts) if self.stored else texts

    def translations_to_store(self) -> dict[str, Any]:
        """Return the text of all languages; unchanged parts are sent back exactly as they were."""
        stored = self.stored.get(TRANSLATIONS)
        found: dict[str, Any] = dict(stored) if isinstance(stored, Mapping) else {}
        for lang, texts in self.translations.items():
            before = found.get(lang)
            kept = before if isinstance(before, Mapping) else {}
            if written := _to_store(kept, texts):
                found[lang] = {**kept, **written}
        return found

    def as_json(self) -> dict[str, Any]:
        """Return the item as a backend sends it: the value of a form field."""
        names = ("id", "file", "mime_type", *TRANSLATED, "size", "created", "modified", "folder")
        texts = {lang: dict(found) for lang, found in self.translations.items()}
        return {**{name: getattr(self, name) for name in names}, "translations": texts}

    @classmethod
    def parse(cls, json: object) -> MediaItem:
        """Parse an item; nulls are allowed, `ValueError` if it is not an object or has no id."""
        body = require_object(json, "a media item")
        body = {**{ours: body[key] for ours, key in ALSO_CALLED if key in body}, **body}
        return cls(
            id=require_id(body.get("id"), "a media item"),
            size=_whole(body.get("size")),
            folder=_id_inside(body.get("folder"), "the folder of a media item"),
            links=tuple(MediaLink.parse(link) for link in _list(body, "links", "a media item")),
            translations=_translations(body.get("translations")),
            renditions=_renditions(body.get("renditions")),
            untold=tuple(key for key in TRANSLATED if key not in body),
            stored={key: body[key] for key in (*TRANSLATED, TRANSLATIONS) if key in body},
            **{key: string_or_empty(body.get(key)) for key in _TEXTS},
        )


_TEXTS = ("file", "mime_type", *TRANSLATED, "created", "modified", "thumbnail")

_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(_TEXTS, (str,)),
    "size": (int, float),
    "translations": (Mapping,),
    "renditions": (Mapping,),
}
"""What the values of a media item should be; None is allowed."""


def check_media_values(json: Mapping[str, Any]) -> None:
    """Raise `ValueError` for a value of the wrong type, which `MediaItem.parse` reads as none."""
    also = {ours: key for ours, key in ALSO_CALLED if ours not in json}
    for ours, kinds in _KINDS.items():
        value = json.get(key := also.get(ours, ours))
        if value is not None and not isinstance(value, kinds):
            raise ValueError(f"`{key}` should be {kind_words(kinds[0])}, not {given_words(value)}")


_FILE_KEYS = (
    "id", "size", "folder", "links", "translations", "renditions", *_TEXTS,
)  # fmt: skip

_FOLDER_KEYS = ("folders", "parent_folder", "trail", "media")


def check_media_keys(found: Mapping[str, Any], sent: object) -> None:
    """Raise `ValueError` for a key of a file that an adapter added and that is misspelt."""
    _check_keys(found, sent, _FILE_KEYS, "a file")


def check_folder_keys(found: object, sent: object) -> None:
    """Raise `ValueError` for a misspelt key that an adapter added to the contents of a folder."""
    if isinstance(found, Mapping):
        _check_keys(found, sent, _FOLDER_KEYS, "a folder listing")


def _check_keys(found: Mapping[str, Any], sent: object, known: Sequence[str], what: str) -> None:
    own = sent if isinstance(sent, Mapping) else {}
    for key in found:
        if not isinstance(key, str) or key in own or key in known:
            continue
        left = [one for one in known if one not in found]
        meant = f"{key}s" if f"{key}s" in left else meant_name(key, left)
        if meant is not None:
            raise ValueError(f'{what} has no key "{key}"; did you mean "{meant}"?')


@checks_arguments()
@dataclass(frozen=True)
class MediaFolder:
    """One folder of the library."""

    id: Id
    name: str = ""
    parent: Id | None = None
    path: str = ""
    """Materialized path; two folders may share one, so only the id tells them apart."""

    @classmethod
    def parse(cls, json: object) -> MediaFolder:
        """Parse a folder; `ValueError` if it is not an object or has no id."""
        body = require_object(json, "a media folder")
        return cls(
            id=require_id(body.get("id"), "a media folder"),
            name=string_or_empty(body.get("name")),
            parent=_id_inside(body.get("parent"), "the parent of a media folder"),
            path=string_or_empty(body.get("path")),
        )


class UnparsedMedia(ValueError):
    """Takes the place of a file that a program's media adapter failed to parse; says so."""


@dataclass(frozen=True)
class Explorer:
    """The contents of a folder: a page of its media, and its subfolders."""

    items: tuple[MediaItem, ...] = ()
    page: int = 1
    pages: int = 1
    count: int | None = None
    """Number of media on all pages, if the backend counts them."""
    folders: tuple[MediaFolder, ...] = ()
    parent_folder: MediaFolder | None = None
    """The folder itself; None at the root."""
    trail: tuple[MediaFolder, ...] = ()
    """The folders above it, from the root down, if the backend returns them."""
    unreadable: int = 0
    """Number of its media that are left out, as they have no id or are no objects."""
    why_unreadable: str = ""
    """Why they are left out."""

    @classmethod
    def parse(cls, json: object, *, needs: Sequence[str] = ("folders", "media")) -> Explorer:
        """Parse an explorer answer; `ValueError` if a part of it has the wrong shape.

        It needs one of the keys `needs`: a part that is missing is unknown, which is not empty.
        """
        body = require_object(json, "the media folders response")
        _require_one_of(body, needs, "the media folders response")
        media = require_object(body.get("media") or {}, "`media` of the media folders")
        paginator = require_object(media.get("paginator") or {}, "`media.paginator`")
        if media:
            _require_one_of(media, ("items",), "`media` of the media folders")
        folders = tuple(map(MediaFolder.parse, _list(body, "folders", "the media folders")))
        items, wrong = _readable(_list(media, "items", "`media`"), may_be_empty=bool(folders))
        failed = (str(one) for one in wrong if isinstance(one, UnparsedMedia))
        return cls(
            items=items,
            unreadable=len(wrong),
            why_unreadable=next(failed, "no usable id") if wrong else "",
            page=_whole(paginator.get("page")) or 1,
            pages=_whole(paginator.get("pages")) or 1,
            count=_whole(paginator["count"]) if "count" in paginator else None,
            folders=folders,
            parent_folder=_folder_or_root(body.get("parent_folder")),
            trail=tuple(map(MediaFolder.parse, _list(body, "trail", "the media folders"))),
        )


@checks_fields
@dataclass(frozen=True)
class MediaListParams:
    """The canonical query of a folder, before an adapter translates it."""

    page: int | None = None
    search: str = ""
    mime: str | None = None
    all: bool = False
    """Whether the whole library is searched, not only this folder."""

    @classmethod
    def parse(cls, json: object) -> MediaListParams:
        """Parse the canonical list params; `ValueError` if they are not an object."""
        body = require_object(json, "the params of a media list")
        return cls(
            page=_whole(body.get("page")) or None,
            search=string_or_empty(body.get("search")),
            mime=string_or_empty(body.get("mime")) or None,
            all=body.get("all") is True,
        )


def _readable(
    entries: Sequence[object], *, may_be_empty: bool
) -> tuple[tuple[MediaItem, ...], list[ValueError]]:
    """Return the media that can be parsed, and why others can't.

    Raises `ValueError` if none can, unless there is more to show than files.
    """
    items: list[MediaItem] = []
    wrong: list[ValueError] = []
    for entry in entries:
        try:
            if isinstance(entry, UnparsedMedia):
                raise entry
            items.append(MediaItem.parse(entry))
        except ValueError as error:
            wrong.append(error)
    if wrong and not items and not may_be_empty:
        raise wrong[0]
    return tuple(items), wrong


def _to_store(stored: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return text as it is written: null stays null, and missing text stays missing."""
    return {
        key: stored[key] if key in stored and string_or_empty(stored[key]) == text else text
        for key, text in texts.items()
        if text or key in stored
    }


def _renditions(json: object) -> tuple[Rendition, ...]:
    """Parse a mapping of names to renditions; invalid ones are left out."""
    entries = list(json.items())[:MOST_RENDITIONS] if isinstance(json, Mapping) else ()
    found = (Rendition.parse(string_or_empty(name), one) for name, one in entries)
    return tuple(sorted((one for one in found if one is not None), key=lambda one: one.side))


def _whole(json: object) -> int:
    """Return a non-negative whole number; 0 if the backend has none."""
    if isinstance(json, bool) or not isinstance(json, int | float):
        return 0
    # JSON's infinities and NaN can't become whole numbers.
    return max(int(json), 0) if abs(json) < 2**63 else 0


def _id_inside(json: object, what: str) -> Id | None:
    """Return the id, also of a whole record; null stays None."""
    if isinstance(json, Mapping):
        json = json.get("id")
    return None if json is None or json == "" else require_id(json, what)


def _list(body: Mapping[str, Any], key: str, what: str) -> list[Any]:
    """Return the list under a key; null is an empty one."""
    found = body.get(key)
    if found is None:
        return []
    if isinstance(found, list | tuple):
        return list(found)
    raise ValueError(f"`{key}` of {what} should be a list, but it is {json_type_name(found)}")


def _require_one_of(body: Mapping[str, Any], keys: Sequence[str], what: str) -> None:
    """Raise `ValueError` if an object has none of these keys: unknown is not empty."""
    if not any(key in body for key in keys):
        wanted = " or ".join(f"`{key}`" for key in keys)
        came = ", ".join(str(key)[:40] for key in [*body][:8])
        has = f"has the keys {came}" if came else "is an empty object"
        raise ValueError(f"{what} should have {wanted}, but it {has}")


def _translations(json: object) -> dict[str, dict[str, str]]:
    """Return the text by language; nulls are empty, and other values are left out."""
    languages = json.items() if isinstance(json, Mapping) else ()
    return {
        language: {key: string_or_empty(texts[key]) for key in TRANSLATED if key in texts}
        for language, texts in languages
        if isinstance(texts, Mapping)
    }


def _folder_or_root(json: object) -> MediaFolder | None:
    """Return the folder; None for the root, which some backends describe without an id."""
    if json is None or (isinstance(json, Mapping) and json.get("id") in (None, "")):
        return None
    return MediaFolder.parse(json)
