"""Find and read the console file, and merge it with flags and environment."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from svc_tui.config.document import FILE_NAME, ConsoleConfig, Document
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.config.paths import config_dir, site_config_dir
from svc_tui.config.restricted import chosen_file, is_restricted

ValueT = TypeVar("ValueT")

FILE_VARIABLE = "SVC_TUI_CONFIG"
PROFILE_VARIABLE = "SVC_TUI_PROFILE"

_SYNTAX_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_SYNTAX_HINTS = {
    "Invalid value": 'strings need quotes, as in title = "Newsroom"',
    "Cannot overwrite a value": "this key appears twice; keep one",
    "Cannot mutate immutable namespace": "this table is already defined; put its keys together",
    "Invalid initial character for a key part": "a table in { } must be on one line",
}


@dataclass(frozen=True)
class Peek:
    """Unchecked values of a console file for the first paint; None if not set."""

    base_url: str | None = None
    """The backend's address."""
    title: str | None = None
    """The console's name."""
    theme: str | None = None
    """The theme to start with."""
    ascii: bool | None = None
    """Draw with plain ASCII characters only."""
    mouse: bool | None = None
    """React to the mouse."""
    diff: bool | None = None
    """Only send changes to the terminal."""
    frame_rate: int | None = None
    """Frames a second that are sent at most."""
    user: str | None = None
    """The user name that the sign-in suggests."""
    auth_kind: str | None = None
    """The kind of sign-in."""
    finds_password: bool = False
    """Whether the password is found without typing it."""
    changes_keys: bool = False
    """Whether keys must be checked against the built-in bindings."""
    source: Path | None = None
    """The console file; None where none was found."""


def find_file(
    path: Path | str | None = None, environ: Mapping[str, str] | None = None
) -> Path | None:
    """Return the console file: named, by `$SVC_TUI_CONFIG`, here, or in the user's directory.

    One that was given by name must exist: raises ConfigError. Otherwise, None without one.
    """
    if is_restricted():
        return chosen_file()
    environ = os.environ if environ is None else environ
    if path is not None:
        return _must_exist(Path(path), f"--config points to {path}, which does not exist")
    if named := environ.get(FILE_VARIABLE):
        return _must_exist(Path(named), f"${FILE_VARIABLE} points to {named}, which does not exist")
    places = (Path(FILE_NAME), config_dir(environ=environ) / FILE_NAME)
    found = next((place for place in places if place.is_file()), None)
    if found is None and (system := site_config_dir() / FILE_NAME).is_file():
        return system
    return found


def _must_exist(path: Path, otherwise: str) -> Path:
    """Return the path with its ~ resolved; raises ConfigError if it does not exist."""
    path = Path(os.path.expanduser(path))
    if not path.exists():
        raise ConfigError(
            ConfigProblem(f"{otherwise}; check the spelling, or remove it"), path=path
        )
    return path


def read_document(path: Path | None) -> Document:
    """Return a console file as text and tables; raises ConfigError when it is neither."""
    if path is None:
        return Document(None, "", {})
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        text = f"the file can't be read: {error.strerror}"
        raise ConfigError(ConfigProblem(text, str(path)), path=path) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        text = "the file is not UTF-8 text; save it as UTF-8 in your editor"
        raise ConfigError(ConfigProblem(text, str(path), line), path=path) from error
    try:
        return Document(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_syntax_problem(str(error), path, text), path=path) from error


def _syntax_problem(message: str, path: Path, text: str) -> ConfigProblem:
    """Return the TOML parser's error with its separate position, and a hint if there is one."""
    place = _SYNTAX_PLACE.search(message)
    words = message[: place.start()] if place else message
    at_end = place is not None and place[1] is None
    hint = next((hint for start, hint in _SYNTAX_HINTS.items() if words.startswith(start)), "")
    hint = "a list, table or string before it is not closed" if at_end else hint
    sentence = f"this is not TOML: {words[:1].lower()}{words[1:]}" + (f" ({hint})" if hint else "")
    if place is None:
        return ConfigProblem(sentence, str(path))
    if at_end:
        return ConfigProblem(sentence, str(path), text.rstrip("\n").count("\n") + 1)
    return ConfigProblem(sentence, str(path), int(place[1]), int(place[2]))


def peek(
    path: Path | str | None = None,
    *,
    profile: str | None = None,
    environ: Mapping[str, str] | None = None,
) -> Peek:
    """Peek into the console file, without validation and without pydantic.

    Raises ConfigError only if it is unreadable, or not TOML.
    """
    environ = os.environ if environ is None else environ
    document = read_document(find_file(path, environ))
    chosen = _table(document.data, "profiles")
    tables = (
        _table(chosen, profile or environ.get(PROFILE_VARIABLE) or ""),
        _table(document.data, "svc"),
    )
    sign_in = tuple(_table(table, "auth") for table in tables)
    return Peek(
        base_url=_first(tables, str, "base_url", "baseUrl"),
        title=_first(tables, str, "title"),
        theme=_first(tables, str, "theme"),
        ascii=_first(tables, bool, "ascii"),
        mouse=_first(tables, bool, "mouse"),
        diff=_first(tables, bool, "diff"),
        frame_rate=_first(tables, int, "frame_rate", "frameRate"),
        user=_first(tables, str, "user"),
        auth_kind=_first(sign_in, str, "kind"),
        finds_password=any(
            _first(sign_in, list, key) for key in ("password_command", "passwordCommand")
        )
        or bool(_first(sign_in, bool, "keyring")),
        changes_keys=bool(document.data.get("keys")),
        source=document.path,
    )


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return a table, or an empty one if the value is something else."""
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _first(tables: Iterable[Mapping[str, Any]], kind: type[ValueT], *keys: str) -> ValueT | None:
    """Return the first value of the right kind, the nearest table first."""
    values = (table.get(key) for table in tables for key in keys)
    return next((value for value in values if isinstance(value, kind)), None)


def load_console(
    path: Path | str | None = None,
    overrides: Mapping[str, Any] | None = None,
    *,
    known_keys: Mapping[str, str] | None = None,
    check_types: bool = False,
    known_themes: Collection[str] = (),
    environ: Mapping[str, str] | None = None,
) -> ConsoleConfig:
    """Return the console of flags (`overrides`), environment, file and defaults.

    `overrides` are options by their snake_case names; None means not given. `known_keys` are the
    built-in bindings against which `[keys]` is checked; `check_types` warns of unknown field types,
    and given themes of unknown ones. Raises ConfigError.
    """
    # Imported here: the first paint uses this module and must not wait for pydantic.
    from svc_tui.config.merge import console_of

    environ = os.environ if environ is None else environ
    document = read_document(find_file(path, environ))
    trusted = is_chosen(document, path, environ) or is_trusted(document, environ)
    trusted = trusted and not is_restricted()
    return console_of(
        document,
        overrides or {},
        environ,
        known_keys,
        check_types=check_types,
        known_themes=known_themes,
        trusted=trusted,
    )


def is_chosen(document: Document, path: Path | str | None, environ: Mapping[str, str]) -> bool:
    """Whether a file was chosen by name or directory; others are merely found."""
    from svc_tui.config.trust import is_own

    if document.path is None or path is not None or environ.get(FILE_VARIABLE):
        return True
    return is_own(document.path, environ)


def is_trusted(document: Document, environ: Mapping[str, str]) -> bool:
    """Whether a file was trusted with its current content."""
    from svc_tui.config.trust import Trust

    return document.path is not None and Trust(environ).holds(document.path, document.text)
