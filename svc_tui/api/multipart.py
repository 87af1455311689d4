"""Finds the files in a payload and encodes it as a form, telling how far an upload is."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal

from svc_tui.api.dialect import MultipartStyle
from svc_tui.api.errors import UnreadableFile
from svc_tui.api.urls import param_text

Policy = Literal["auto", "force", "disable"]
"""`auto`: a form where there is a file. `force`: always a form. `disable`: always JSON."""

Progress = Callable[[int, int], object]
"""Hears bytes handed over and bytes in all."""

PIECE = 256 * 1024
"""Bytes handed over at a time; the HTTP client's own 64 KiB are measurably slower."""

FORBIDDEN_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f"\u2028\u2029\ud800-\udfff]')
"""What a file name in a header must not hold."""


@dataclass(frozen=True)
class UploadFile:
    """A file to send, where its own name or type is not the one to be told."""

    source: Path | BinaryIO
    filename: str | None = None
    content_type: str | None = None

    @property
    def name(self) -> str:
        """The name that goes into the header."""
        return clean_filename(self.filename or str(getattr(self.source, "name", "")))


def clean_filename(name: str) -> str:
    """The last part of a path, without anything that could break out of a header."""
    last = re.split(r"[/\\]", name)[-1]
    cleaned = FORBIDDEN_IN_NAMES.sub("_", last).strip()
    return "upload" if cleaned in ("", ".", "..") else cleaned


def find_files(payload: object) -> dict[str, UploadFile]:
    """Every file in a payload by its dot path, such as `blocks.0.picture`."""
    return dict(_walk("", payload))


@dataclass
class Form:
    """An encoded payload, ready for `SvcFetch(**form.body)`; closes the files it opened."""

    body: dict[str, Any]
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
    """A payload as JSON or as a form (decisions 3: Multipart).

    Raises `UnreadableFile`, and `TypeError` for a file where JSON is asked for.
    """
    files = find_files(payload)
    if policy == "disable" and files:
        raise TypeError(f"`{next(iter(files))}` is a file, and JSON cannot hold a file")
    if policy == "disable" or (policy == "auto" and not files):
        return Form({"content": to_json(payload), "headers": {"Content-Type": JSON}})
    opened = ExitStack()
    with opened:
        parts = _flat_parts(payload) if style == "flat" else [_json_part("data", payload)]
        parts += _file_parts(files, opened, on_progress)
        return Form({"files": parts}, opened.pop_all())


JSON = "application/json"


def to_json(payload: object) -> bytes:
    """JSON text, where dates have their ISO form and files are left out."""
    return json.dumps(
        payload, default=_as_text, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode()


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
    """The file that a value is, if it is one; a file opened as text is a `TypeError`."""
    if isinstance(value, UploadFile):
        return value
    if isinstance(value, io.TextIOBase):
        raise TypeError(f"`{path}` is a file opened as text; open it in binary mode")
    if isinstance(value, Path) or (hasattr(value, "read") and hasattr(value, "seek")):
        return UploadFile(value)  # type: ignore[arg-type]
    return None


def _without_files(value: Any) -> Any:
    """The same value without its files; null holds their place in a list."""
    if isinstance(value, Mapping):
        kept = {key: entry for key, entry in value.items() if as_file(entry) is None}
        return {key: _without_files(entry) for key, entry in kept.items()}
    if isinstance(value, list | tuple):
        return [None if as_file(entry) else _without_files(entry) for entry in value]
    return value


def _flat_parts(payload: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """One part a value: nested ones as JSON, null as an empty text."""
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
    """One part a file, all counted together."""
    pieces = {path: opened.enter_context(Pieces(file)) for path, file in files.items()}
    count = _Counter(sum(file.length for file in pieces.values()), on_progress)
    for file in pieces.values():
        file.hear(count)
    return [
        (path, (file.name, pieces[path], *([file.content_type] if file.content_type else [])))
        for path, file in files.items()
    ]


class Pieces:
    """A file as the HTTP client reads it: piece by piece, and never more than was declared.

    Has no `fileno` on purpose: the client would ask the file for its length again, and a file that
    grew in between would break the declared length.
    """

    def __init__(self, file: UploadFile) -> None:
        self._file = file
        self._source: BinaryIO = self._open()
        self.length = self._measure()
        self._at = 0
        self._heard: Callable[[int], object] = lambda _: None

    def __enter__(self) -> Pieces:
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._file.source, Path):
            self._source.close()

    def hear(self, heard: Callable[[int], object]) -> None:
        """Tell a listener by how many bytes each piece moved on (or back)."""
        self._heard = heard

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Move as a file does; its end is where the declared length ends."""
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self.length}[whence]
        self._at = start + offset
        return self._at

    def read(self, size: int = -1) -> bytes:
        """The next piece, of our size whatever is asked; raises `UnreadableFile`."""
        wanted = min(PIECE, self.length - self._at)
        if wanted <= 0:
            return b""
        piece = self._read_at(self._at, wanted)
        if not piece:
            raise self._unreadable("became shorter while it was sent")
        self._at += len(piece)
        self._heard(self._at)
        return piece
