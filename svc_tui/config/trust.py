"""The console files that may run code: chosen by a person, or trusted.

A file that is merely found in the current directory may come from someone else's repository. It may
declare pages; code that it would import or start only runs after `svc-tui trust`.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from svc_tui.config.paths import StateUnwritable, config_dir, ready, site_config_dir, state_dir
from svc_tui.config.private_files import read_private, write_private
from svc_tui.config.restricted import is_restricted
from svc_tui.models.dialects import BUILT_IN
from svc_tui.models.extensions import installed
from svc_tui.models.field_types import FIELD_TYPES

if TYPE_CHECKING:
    from svc_tui.config.locate import KeyPath
    from svc_tui.config.options import ConsoleFile, SvcSection

KEYRING = ("auth", "keyring")
"""The path of the switch for the system's keyring, among the options."""

PASSWORD_COMMAND = ("auth", "password_command")
"""The path of the program that prints the password, among the options."""

HOW = "`svc-tui trust` shows what it would run and asks."


@dataclass(frozen=True)
class Code:
    """A key of a console file that names code to run: a Python object, or a program."""

    place: KeyPath
    """The path in the file."""
    name: str
    """The name for people: `dialect`, or `action "Publish" of "articles"`."""
    target: str
    """The imported object, as `module:name`, or the program with its arguments."""

    @property
    def at_every_start(self) -> bool:
        """Whether it is imported at every start, not only when used."""
        return self.place[-1] in ("dialect", "plugins", "transport")


def code_in(file: ConsoleFile) -> tuple[Code, ...]:
    """Return every key of a console file that names code."""
    sections: list[tuple[KeyPath, str, SvcSection]] = [(("svc",), "", file.svc)]
    sections += [
        (("profiles", name), f' of the profile "{name}"', profile)
        for name, profile in file.profiles.items()
    ]
    settings = (code for section in sections for code in _settings(*section))
    return (*settings, *_handlers(file), *_types(file))


def _settings(place: KeyPath, whose: str, section: SvcSection) -> Iterator[Code]:
    if is_code(section.dialect):
        yield Code((*place, "dialect"), f"the dialect{whose}", section.dialect)
    if section.transport:
        yield Code((*place, "transport"), f"the transport{whose}", section.transport)
    for name in section.plugins:
        yield Code((*place, "plugins"), f'the plugin "{name}"{whose}', installed("plugins")[name])
    if command := section.auth.password_command:
        yield Code((*place, *PASSWORD_COMMAND), f"the password command{whose}", shlex.join(command))


def _types(file: ConsoleFile) -> Iterator[Code]:
    """Yield the field types of installed packages that a file uses, at their first resource."""
    seen = set(FIELD_TYPES)
    for index, resource in enumerate(file.resources):
        kinds = {field.type for field in resource.every_field} - seen
        seen |= kinds
        packaged = installed("field_types") if kinds else {}
        for kind in sorted(kinds & packaged.keys()):
            yield Code(("resources", index), f'the field type "{kind}"', packaged[kind])


def _handlers(file: ConsoleFile) -> Iterator[Code]:
    for index, resource in enumerate(file.resources):
        for position, action in enumerate(resource.actions):
            if isinstance(action.handler, str):
                place = ("resources", index, "actions", position, "handler")
                name = f'the action "{action.label}" of "{resource.name}"'
                yield Code(place, name, action.handler)


def is_code(dialect: object) -> bool:
    """Whether a dialect is not built in: at `module:object`, or an installed package's."""
    return isinstance(dialect, str) and dialect not in BUILT_IN


def without_handlers(file: ConsoleFile, path: Path) -> ConsoleFile:
    """Return the file with every handler replaced by one that refuses and says why."""
    from svc_tui.models.untrusted_handler import UntrustedHandler

    why = f"{path}, which sets its handler, is not trusted. {HOW}"
    why = "handlers are off in restricted mode." if is_restricted() else why
    resources = []
    for resource in file.resources:
        actions = tuple(
            action.model_copy(update={"handler": UntrustedHandler(why)})
            if isinstance(action.handler, str)
            else action
            for action in resource.actions
        )
        resources.append(resource.model_copy(update={"actions": actions}))
    return file.model_copy(update={"resources": tuple(resources)})


def held_words(path: Path, code: Sequence[Code]) -> str:
    """Return which code of an untrusted file is not run, and what to do, in two sentences."""
    named = [one.name for one in code[:3]]
    if rest := len(code) - len(named):
        named.append(f"{rest} more")
    what = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    verb = "does" if len(code) == 1 else "do"
    if is_restricted():
        return f"In restricted mode, {what} {verb} not run."
    return f"{path} is in the current directory and not trusted, so {what} {verb} not run. {HOW}"


def is_shared(folder: Path) -> bool:
    """Whether anyone but its owner, the user and root can put modules into a folder."""
    try:
        facts = folder.stat()
    except OSError:
        return True
    return facts.st_uid not in (0, os.geteuid()) or bool(facts.st_mode & stat.S_IWOTH)


def shared_words(path: Path, folder: Path) -> str:
    """Return why modules next to a file are not imported."""
    return (
        f"Modules next to {path} are not imported: other users can write to {folder}. "
        f"Move the file to your own folder, or run chmod o-w on {folder}."
    )


def is_own(path: Path, environ: Mapping[str, str] | None = None) -> bool:
    """Whether a file is in the user's or the system's configuration directory."""
    folder = Path(os.path.realpath(path)).parent
    own = (config_dir(environ=environ), site_config_dir())
    return any(folder == Path(os.path.realpath(one)) for one in own)


class Trust:
    """The trusted files, each by its path and content; kept in the state directory.

    Each has a separate record, so that two consoles never overwrite each other's.
    """

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        self.folder = state_dir(environ=environ) / "trusted"

    def holds(self, path: Path, text: str) -> bool:
        """Whether this very content was trusted at this path."""
        record = _record(path, text)
        try:
            return read_private(self._file(record)) == record
        except OSError:
            return False

    def give(self, path: Path, text: str) -> Path:
        """Trust this content at this path; raises StateUnwritable.

        Returns the record; deleting it revokes the trust.
        """
        record = _record(path, text)
        place = self._file(record)
        try:
            ready(self.folder)
            write_private(place, record)
        except OSError as error:
            raise StateUnwritable(self.folder, error.strerror or "unknown") from error
        return place

    def _file(self, record: bytes) -> Path:
        return self.folder / hashlib.sha256(record).hexdigest()


def _record(path: Path, text: str) -> bytes:
    content = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return f"{content}\n{os.path.realpath(path)}\n".encode("utf-8", "surrogateescape")
