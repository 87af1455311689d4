"""Find the files in a payload and encode it as a form, reporting the upload progress."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from mimetypes import guess_type
from pathlib import Path
from threading import get_ident
from time import monotonic
from typing import Any, BinaryIO, Literal, cast

from svc_tui.api.errors import UnreadableFile
from svc_tui.api.urls import param_text
from svc_tui.models import exact_json

Policy = Literal["auto", "force", "disable"]
"""`auto`: a form if there is a file. `force`: always a form. `disable`: always JSON."""

MultipartStyle = Literal["flat", "envelope", "apart"]
"""How values are sent with files. `flat`: one part per value. `envelope`: one part `data` with all
values as JSON. `apart`: a request with all values as JSON, then a flat form with the files."""

Progress = Callable[[int, int], object]
"""Called with the number of bytes passed on, and the total."""

JSON = "application/json"

UNKNOWN = "application/octet-stream"
"""The type of a file whose name says none."""

PIECE = 256 * 1024
"""Bytes passed on at a time; the HTTP client's own 64 KiB are measurably slower."""

MOST = 1024 * 1024
"""Largest piece on a fast line, where each piece costs as much as its bytes. On a slow line pieces
stay small, as progress is reported by the piece."""

AT_ONCE = 0.02
"""Seconds within which a fast line requests the next piece."""

IN_A_ROW = 8
"""Pieces in a row that must be taken immediately before larger ones follow."""

FORBIDDEN_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f"\u2028\u2029\ud800-\udfff]')
"""Characters that a file name in a header must not contain."""


@dataclass(frozen=True)
class UploadFile:
    """A file to send under another name or type."""

    source: Path | BinaryIO
    filename: str | None = None
    content_type: str | None = None

    @property
    def name(self) -> str:
        """The file name for the header."""
        return clean_filename(self.filename or str(getattr(self.source, "name", "")))


def clean_filename(name: str) -> str:
    """Return the last part of a path, without anything that could break out of a header."""
    last = re.split(r"[/\\]", name)[-1]
    cleaned = FORBIDDEN_IN_NAMES.sub("_", last).strip()
    return "upload" if cleaned in ("", ".", "..") else cleaned


def mime_of(name: str) -> str:
    """Return the MIME type for the name of a file, or "" if it is unknown.

    Python 3.11 and 3.12 count WebP among the types that are no standard.
    """
    return guess_type(name, strict=False)[0] or ""


def find_files(payload: object) -> dict[str, UploadFile]:
    """Return every file in a payload by its dotted path, such as `blocks.0.picture`."""
    return dict(_walk("", payload))


@dataclass
class Form:
    """An encoded payload: body and headers for `SvcFetch`; closes the files it opened."""

    body: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)
    _opened: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Form:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()


def encode(
    payload: Any,
    *,
    policy: Policy = "auto",
    style: MultipartStyle = "flat",
    on_progress: Progress | None = None,
) -> Form:
    """Encode a payload as JSON or as a form.

    Raises `UnreadableFile`, and `TypeError` for a file where JSON is asked for.
    """
    files = find_files(payload)
    if policy == "disable" and files:
        raise TypeError(f"`{next(iter(files))}` is a file, which JSON can't represent")
    if policy == "disable" or (policy == "auto" and not files):
        return Form({"content": to_json(payload)}, {"Content-Type": JSON})
    opened = ExitStack()
    with opened:
        parts = [_json_part("data", payload)] if style == "envelope" else _flat_parts(payload)
        parts += _file_parts(files, opened, on_progress)
        return Form({"files": parts}, _opened=opened.pop_all())


def to_json(payload: object) -> bytes:
    """Return JSON text in which dates have their ISO form."""
    try:
        return _dumped(payload, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        # A lone surrogate, as a backend may send it, goes back unchanged as an escape.
        return _dumped(payload, ensure_ascii=True).encode()


def _dumped(payload: object, *, ensure_ascii: bool) -> str:
    return exact_json.written(
        payload, default=_as_text, ascii=ensure_ascii, compact=True, strict=True
    )


def plain(data: Any) -> Any:
    """Return a record as plain values: those that were set, of a pydantic model."""
    if hasattr(data, "model_dump"):
        return data.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return data


def _walk(path: str, value: object) -> Iterator[tuple[str, UploadFile]]:
    if (file := as_file(value, path)) is not None:
        yield path, file
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _walk(f"{path}.{key}" if path else str(key), entry)
    elif isinstance(value, list | tuple):
        for index, entry in enumerate(value):
            yield from _walk(f"{path}.{index}" if path else str(index), entry)


def as_file(value: object, path: str = "") -> UploadFile | None:
    """Return the file of a value, if any; a file opened as text is a `TypeError`."""
    if isinstance(value, UploadFile):
        return value
    if isinstance(value, io.TextIOBase):
        raise TypeError(f"`{path}` is a file opened as text; open it in binary mode")
    if isinstance(value, Path):
        return UploadFile(value)
    if hasattr(value, "read") and hasattr(value, "seek"):
        return UploadFile(cast(BinaryIO, value))
    return None


def _without_files(value: Any) -> Any:
    """Return the value without its files; in a list, null replaces them."""
    if isinstance(value, Mapping):
        kept = {key: entry for key, entry in value.items() if as_file(entry) is None}
        return {key: _without_files(entry) for key, entry in kept.items()}
    if isinstance(value, list | tuple):
        return [None if as_file(entry) else _without_files(entry) for entry in value]
    return value


def _flat_parts(payload: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return one part for each value: nested ones as JSON, null as an empty text."""
    return [
        _json_part(key, value)
        if isinstance(value, Mapping | list | tuple)
        else (key, (None, "" if value is None else param_text(value), None))
        for key, value in _without_files(payload).items()
    ]


def _json_part(name: str, value: object) -> tuple[str, Any]:
    return name, (None, to_json(_without_files(value)), JSON)


def _file_parts(
    files: Mapping[str, UploadFile], opened: ExitStack, on_progress: Progress | None
) -> list[tuple[str, Any]]:
    """Return one part for each file; progress counts them together."""
    pieces = {path: opened.enter_context(Pieces(file)) for path, file in files.items()}
    if on_progress is not None:
        tell = _teller([*pieces.values()], on_progress)
        for file in pieces.values():
            file.on_read = tell
    return [
        (path, (file.name, pieces[path], file.content_type or mime_of(file.name) or UNKNOWN))
        for path, file in files.items()
    ]


def _teller(pieces: list[Pieces], on_progress: Progress) -> Callable[[], None]:
    """Return a callback that reports the bytes passed on, at each full percent."""
    total = sum(file.length for file in pieces)
    last: int | None = None

    def tell() -> None:
        nonlocal last
        sent = sum(file.tell() for file in pieces)
        percent = sent * 100 // total if total else 100
        if percent != last:
            last = percent
            hear(sent, total)

    hear = _in_the_loop(on_progress)
    return tell


def _in_the_loop(hear: Progress) -> Progress:
    """Return a callback that runs in the event loop: files are read in a thread."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return hear
    home = get_ident()

    def heard(sent: int, total: int) -> None:
        if get_ident() == home:
            hear(sent, total)
        else:
            loop.call_soon_threadsafe(hear, sent, total)

    return heard


class Pieces:
    """A file that is read piece by piece, and never further than its declared length.

    Has no `fileno` on purpose: the client would ask the file for its length again, and a file that
    has grown would exceed the declared length.
    """

    def __init__(self, file: UploadFile) -> None:
        self.name = file.name
        self.on_read: Callable[[], object] = _nothing
        self._owned = isinstance(file.source, Path)
        self._at = 0
        self._quick, self._asked = 0, 0.0
        try:
            self._source = _opened(file.source)
            self.length = self._source.seek(0, os.SEEK_END)
        except (OSError, ValueError) as error:
            raise self._unreadable("can't be read", error) from error

    def __enter__(self) -> Pieces:
        return self

    def __exit__(self, *_: object) -> None:
        if self._owned:
            self._source.close()

    def tell(self) -> int:
        """Return the bytes handed over so far."""
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Seek as a file does; its end is at the declared length."""
        self._at = offset + {os.SEEK_CUR: self._at, os.SEEK_END: self.length}.get(whence, 0)
        return self._at

    def read(self, size: int = -1) -> bytes:
        """Return the next piece, in a size of its choice; raises `UnreadableFile`."""
        before, self._asked = self._asked, monotonic()
        self._quick = self._quick + 1 if self._asked - before < AT_ONCE else 0
        most = MOST if self._quick > IN_A_ROW else PIECE
        wanted = min(most, self.length - self._at)
        if wanted <= 0:
            return b""
        try:
            self._source.seek(self._at)
            piece = self._source.read(wanted)
        except (OSError, ValueError) as error:
            raise self._unreadable("could not be read to the end", error) from error
        if not piece:
            raise self._unreadable("shrank during the upload")
        self._at += len(piece)
        self.on_read()
        return piece

    def _unreadable(self, why: str, error: Exception | None = None) -> UnreadableFile:
        reason = getattr(error, "strerror", None)
        return UnreadableFile(detail=f"{self.name} {why}{f': {reason}' if reason else ''}.")


def _opened(source: Path | BinaryIO) -> BinaryIO:
    """Open a file; raises `OSError` for a pipe or a folder, which would block or fail half-way."""
    if not isinstance(source, Path):
        return source
    if not stat.S_ISREG(source.stat().st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")
    return source.open("rb", buffering=0)


def _nothing() -> None:
    """Do nothing: no callback was given."""


def _types_with_text() -> tuple[type, ...]:
    # Imported here, as three modules for rare values would slow down every start.
    from datetime import date, time
    from decimal import Decimal
    from uuid import UUID

    return date, time, Decimal, UUID


def _as_text(value: object) -> Any:
    """Convert values without a JSON form: models, sets, dates."""
    if hasattr(value, "model_dump"):
        return plain(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    if isinstance(value, _types_with_text()):
        return param_text(value)
    raise TypeError(f"JSON can't represent a value of type {type(value).__name__}")
