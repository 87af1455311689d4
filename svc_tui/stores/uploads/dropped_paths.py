"""The paths in pasted or typed text, and which of them are accepted."""

from __future__ import annotations

import glob
import os
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import unquote_to_bytes

from svc_tui.api.multipart import mime_of
from svc_tui.stores.file_access import HIDDEN, check_access

MOST_COMPLETIONS = 200
"""Maximum number of completions."""

_STARTS = ("/", "~", "file://", "'/", '"/', "'~", '"~', "'file://", '"file://')
"""The beginning of every line of a drop: terminals paste absolute paths or file URLs."""


@dataclass(frozen=True)
class Skipped:
    """A skipped file, and why."""

    path: Path
    reason: str


@dataclass(frozen=True)
class DroppedPaths:
    """The files of a text: accepted and skipped ones."""

    paths: tuple[Path, ...] = ()
    skipped: tuple[Skipped, ...] = ()


def is_drop(text: str) -> bool:
    """Whether pasted text consists only of paths."""
    lines = _lines(text)
    return bool(lines) and all(line.startswith(_STARTS) for line in lines)


def pasted_paths(text: str) -> tuple[Path, ...]:
    """Parse pasted text: paths that are quoted, escaped or `file://`, on one or many lines."""
    return _once(path for line in _lines(text) for path in _on_line(line))


def typed_paths(text: str) -> DroppedPaths:
    """Parse a typed line, with its patterns (`*.png`) and `~` expanded."""
    paths: list[Path] = []
    skipped: list[Skipped] = []
    for path in pasted_paths(text):
        if _is_there(path) or not glob.has_magic(str(path)):
            paths.append(path)
            continue
        found = sorted(glob.glob(str(path), recursive=True))
        matched = without_hidden(Path(name) for name in found if not os.path.isdir(name))
        paths += matched.paths
        skipped += matched.skipped
        if not found:
            skipped.append(Skipped(path, "the name is not valid"))
    return DroppedPaths(_once(paths), tuple(skipped))


def without_hidden(paths: Iterable[Path]) -> DroppedPaths:
    """Skip hidden files in the home folder, which must be given in full."""
    taken: list[Path] = []
    hidden: list[Skipped] = []
    for path in paths:
        if check_access(path).must_type:
            hidden.append(Skipped(path, HIDDEN))
        else:
            taken.append(path)
    return DroppedPaths(tuple(taken), tuple(hidden))


def any_exist(drop: DroppedPaths) -> bool:
    """Whether any of the paths exists, readable or not."""
    return any(_is_there(path) for path in drop.paths)


def accepted(drop: DroppedPaths, accept: str = "*/*", multiple: bool = True) -> DroppedPaths:
    """Keep files of the right types, and only one unless `multiple`; the rest are skipped."""
    taken: list[Path] = []
    skipped = list(drop.skipped)
    for path in drop.paths:
        if not accepts(accept, path):
            skipped.append(Skipped(path, f"only {accept_words(accept)} are allowed here"))
        elif taken and not multiple:
            skipped.append(Skipped(path, "only one file is allowed here"))
        else:
            taken.append(path)
    return DroppedPaths(tuple(taken), tuple(skipped))


KINDS = {
    "image/*": "images",
    "video/*": "videos",
    "audio/*": "audio files",
    "text/*": "text files",
    "application/pdf": "PDF files",
}
"""Types of files in words."""


def accept_words(accept: str, *, types: bool = True) -> str:
    """Return types and endings in words: `images (image/*), .pdf files`, or without known `types`.

    Those without words come last.
    """
    known, others = [], []
    for part in filter(None, map(str.strip, accept.split(","))):
        if words := KINDS.get(part.lower(), ""):
            known.append(f"{words} ({part})" if types else words)
        else:
            others.append(part)
    return ", ".join(known + ([f"{', '.join(others)} files"] if others else []))


def accepts(accept: str, path: Path) -> bool:
    """Whether a comma-separated list of types and endings (`image/*, .pdf`) accepts a file name."""
    mime = mime_of(path.name)
    wanted = [part.strip().lower() for part in accept.split(",") if part.strip()]
    return not wanted or any(_takes(part, mime, path.name.lower()) for part in wanted)


def completions(text: str) -> tuple[str, ...]:
    """Return the completions of the last path of a typed line; folders end with a slash."""
    before, last = _last_word(text)
    typed = _unquoted(last)
    folder, _, start = typed.rpartition("/")
    where = Path(f"{folder}/" if typed.startswith("/") or folder else ".")
    try:
        entries = sorted(os.scandir(_expanded(str(where))), key=lambda entry: entry.name)
    except (OSError, ValueError):
        return ()
    prefix = f"{folder}/" if "/" in typed else ""
    names = (
        one for one in entries if _continues(one.name, start) and not check_access(one.path).refusal
    )
    return tuple(
        before + _quoted(prefix + entry.name + "/" * _is_folder(entry))
        for entry in islice(names, MOST_COMPLETIONS)
    )


def common_prefix(texts: Iterable[str]) -> str:
    """Return the common prefix of all completions."""
    sorted_texts = sorted(texts) or [""]
    first, last = sorted_texts[0], sorted_texts[-1]
    same = (at for at, letter in enumerate(first) if not last.startswith(letter, at))
    return first[: next(same, len(first))]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in re.split(r"[\r\n\0]+", text) if line.strip()]


def _on_line(line: str) -> list[Path]:
    """Parse a line: as one path if that exists, else in words as a shell would."""
    if line.startswith("file://"):
        return [_of_address(word) for word in line.split()]
    whole = Path(_expanded(line))
    if _is_there(whole):
        return [whole]
    try:
        words = shlex.split(line)
    except ValueError:
        return [whole]  # An unclosed quote: it is part of the name.
    return [
        _of_address(word) if word.startswith("file://") else Path(_expanded(word)) for word in words
    ]


def _of_address(address: str) -> Path:
    """Parse `file:///a%20b`, with or without a host."""
    rest = address.removeprefix("file://")
    return Path(os.fsdecode(unquote_to_bytes(rest[rest.find("/") :] if "/" in rest else rest)))


def _once(paths: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(paths))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _expanded(path: str) -> str:
    return os.path.expanduser(path)


def _takes(part: str, mime: str, name: str) -> bool:
    if part in ("*", "*/*"):
        return True
    if part.startswith("."):
        return name.endswith(part)
    family, _, kind = part.partition("/")
    return mime == part or (kind == "*" and mime.startswith(f"{family}/"))


def _continues(name: str, start: str) -> bool:
    return name.startswith(start) and (start.startswith(".") or not name.startswith("."))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _last_word(text: str) -> tuple[str, str]:
    """Split a line before its last word; a space after `\\` or in quotes is part of a word."""
    found = list(re.finditer(r"""(?:\\.|'[^']*'?|"[^"]*"?|[^\s'"\\])+\\?$""", text))
    at = found[-1].start() if found else len(text)
    return text[:at], text[at:]


def _unquoted(word: str) -> str:
    for closing in ("", "'", '"'):
        try:
            return "".join(shlex.split(word + closing))
        except ValueError:
            continue
    return word


def typed_path(path: Path) -> str:
    """Return a path as it can be typed on a line with others."""
    return _quoted(str(path))


def _quoted(path: str) -> str:
    """Quote a path for a shell, with `~` still meaning home."""
    return re.sub(r"([\s'\"\\*?\[\]])", r"\\\1", path)
