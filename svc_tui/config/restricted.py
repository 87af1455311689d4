"""Restricted mode: the console and nothing else, for people who sign in to a bastion.

The author of the command line (`ForceCommand svc-tui --restricted`) or the system's console file
(`restricted = true`) decides; the environment, files of the user and other flags do not.
"""

from __future__ import annotations

import os
import pwd
import signal
import sys
import tomllib
from collections.abc import MutableMapping
from pathlib import Path

SYSTEM_FILE = Path(
    "/Library/Application Support/svc-tui/svc.toml"
    if sys.platform == "darwin"
    else "/etc/xdg/svc-tui/svc.toml"
)
"""The administrator's console file, whatever the environment says."""

COMMANDS = frozenset(
    [
        "console",
        "open",
        "login",
        "logout",
        "whoami",
        "resources",
        "list",
        "get",
        "options",
        "history",
        "undo",
    ]
)
"""The commands that touch no file and start no program."""

OVERRIDES = ("config", "url", "dialect", "openapi", "log")
"""Flags that name another backend, or a file."""

KEPT = frozenset(
    [
        "TERM",
        "COLORTERM",
        "NO_COLOR",
        "LANG",
        "TZ",
        "USER",
        "LOGNAME",
        "SSH_CONNECTION",
        "SSH_TTY",
        "SSH_CLIENT",
        "TMUX",
        "STY",
    ]
)
"""Environment variables that are kept, besides `LC_…`; they describe the terminal and the user."""

PATH = "/usr/bin:/bin"

PROGRAMS = frozenset(
    [
        "subprocess.Popen",
        "os.system",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "pty.spawn",
        "webbrowser.open",
    ]
)
"""Python's audit events for starting a program."""

_here: list[Path | None] = []
"""Empty if not restricted; else the administrator's console file, or None."""


class NotInRestricted(ValueError):
    """Something that a restricted console refuses; the text says what."""


def is_restricted() -> bool:
    """Whether this process is restricted."""
    return bool(_here)


def chosen_file() -> Path | None:
    """Return the only console file that is read."""
    named = _here[0] if _here else None
    return named or (SYSTEM_FILE if SYSTEM_FILE.is_file() else None)


def files_folder(options_folder: str | None) -> Path:
    """Make the folder for files the current one, and return it.

    Raises: NotInRestricted: it would give access to the folders with svc-tui's own files.
    """
    home = Path(os.environ["HOME"])
    folder = Path(options_folder or home / "svc-tui-files").absolute()
    folder = Path(str(folder).replace("{user}", pwd.getpwuid(os.geteuid()).pw_name))
    for own in (home, Path(os.path.realpath(home))):
        if own == folder or folder in own.parents:
            raise NotInRestricted(
                f"files_folder is {folder}, which contains the user's home: choose another folder."
            )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.chdir(folder)  # A relative name means a file in here.
    except OSError as error:
        raise NotInRestricted(f"files_folder {folder} can't be used: {error.strerror}.") from None
    return folder


def says_system_file() -> bool:
    """Whether the system's console file restricts everyone.

    Raises: NotInRestricted: it can't be read.
    """
    try:
        text = SYSTEM_FILE.read_bytes()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise NotInRestricted(f"{SYSTEM_FILE} can't be read: {error.strerror}.") from None
    try:
        section = tomllib.loads(text.decode("utf-8-sig")).get("svc")
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        raise NotInRestricted(
            f"{SYSTEM_FILE} is not valid, so nothing is allowed: ask its author."
        ) from None
    return isinstance(section, dict) and bool(section.get("restricted"))


def enter(
    command: str,
    given: dict[str, object],
    *,
    by_command_line: bool,
    environ: MutableMapping[str, str] = os.environ,
) -> None:
    """Restrict this process for good, before anything reads files or the environment.

    `given` are the given flags.

    A command line with `--restricted` may name the console file and the backend.

    Raises: NotInRestricted: the command or a flag is not allowed.
    """
    allowed = ("config", "url") if by_command_line and not says_system_file() else ()
    if command not in COMMANDS:
        raise NotInRestricted(f"`{command}` is not available in restricted mode.")
    for name in OVERRIDES:
        if given.get(name) is not None and name not in allowed:
            raise NotInRestricted(f"--{name} is not available in restricted mode.")
    config = given.get("config")
    if isinstance(config, str | Path) and os.access(config, os.W_OK) and os.geteuid() != 0:
        raise NotInRestricted(f"{config} is writable by you, so it can't restrict you.")
    for name in tuple(environ):
        if name not in KEPT and not name.startswith("LC_"):
            del environ[name]
    environ["HOME"] = home_folder()
    environ["PATH"] = PATH
    for number in (signal.SIGTSTP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    os.umask(0o077)
    sys.addaudithook(_refuse_programs)
    _here[:] = [Path(config) if isinstance(config, str | Path) else None]


def _refuse_programs(event: str, details: tuple[object, ...]) -> None:
    """Refuse to start a program, whichever part of this one tries to."""
    if event in PROGRAMS and is_restricted():
        raise PermissionError(f"this console is restricted: {event}")


def home_folder() -> str:
    """Return the user's home according to the system."""
    return pwd.getpwuid(os.geteuid()).pw_dir


def leave() -> None:
    """Lift the restriction; only for tests within one process."""
    _here.clear()
