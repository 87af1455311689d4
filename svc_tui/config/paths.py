"""The directories of svc-tui: configuration, state (sessions, drafts), cache."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from svc_tui.config.private_files import private_folder

APP = "svc-tui"


class StateUnwritable(Exception):
    """One of our directories can't be written; the text says which, why and what to do."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        super().__init__(
            f"{path} can't be written ({reason}). Change its owner, or set another directory in "
            "SVC_TUI_STATE_DIR (SVC_TUI_CACHE_DIR for the cache)."
        )


def config_dir(environ: Mapping[str, str] | None = None) -> Path:
    """Return the directory of `svc.toml`: `$SVC_TUI_CONFIG_DIR`, or the system's."""
    return _place("config", environ)


def site_config_dir() -> Path:
    """Return the administrator's directory, such as `/etc/xdg/svc-tui`."""
    from platformdirs import PlatformDirs

    return Path(PlatformDirs(APP, appauthor=False).site_config_dir).absolute()


def state_dir(environ: Mapping[str, str] | None = None) -> Path:
    """Return the directory of sessions, drafts and preferences: environment, or system."""
    return _place("state", environ)


def cache_dir(environ: Mapping[str, str] | None = None) -> Path:
    """Return the directory of cached data: environment, or system."""
    return _place("cache", environ)


def ready(path: Path) -> Path:
    """Return the directory, created as private if missing; raises StateUnwritable.

    An existing one keeps its permissions.
    """
    try:
        private_folder(path)
    except OSError as error:
        raise StateUnwritable(path, error.strerror or "for an unknown reason") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise StateUnwritable(path, "Permission denied")
    return path


def _place(purpose: str, environ: Mapping[str, str] | None) -> Path:
    variables = os.environ if environ is None else environ
    chosen = variables.get(f"SVC_TUI_{purpose.upper()}_DIR") or _system_place(purpose)
    return Path(os.path.expanduser(chosen)).absolute()


def _system_place(purpose: str) -> str:
    # Imported here: a given directory does not need it.
    from platformdirs import PlatformDirs

    place: str = getattr(PlatformDirs(APP, appauthor=False), f"user_{purpose}_dir")
    return place


def check_state_dir(given: Path | str | None) -> None:
    """Raise `ConfigError` if a folder is something else."""
    from svc_tui.config.errors import ConfigError, ConfigProblem

    if given and Path(given).exists() and not Path(given).is_dir():
        raise ConfigError(ConfigProblem(f"state_dir should be a folder, but {given} is a file"))
