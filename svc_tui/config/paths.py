"""Where svc-tui keeps its files: configuration, state (sessions, drafts), cache."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

APP = "svc-tui"
PRIVATE = 0o700
"""State holds sessions: nobody else may look into its directory."""


class StateUnwritable(Exception):
    """A directory of ours cannot be written; its text says which, why and what to do."""

    def __init__(self, path: Path, reason: str, variable: str) -> None:
        self.path = path
        """The directory."""
        super().__init__(
            f"{path} cannot be written ({reason}). "
            f"Set {variable} to a directory that you may write to."
        )


@dataclass(frozen=True)
class Paths:
    """The three directories; finding them touches nothing."""

    config: Path
    """Where `svc.toml` lies: `$SVC_TUI_CONFIG_DIR`, else the system's own place for it."""
    state: Path
    """Sessions, drafts, preferences: `$SVC_TUI_STATE_DIR`, else the system's own place."""
    cache: Path
    """What can be fetched again: `$SVC_TUI_CACHE_DIR`, else the system's own place."""

    @classmethod
    def find(
        cls,
        *,
        config: Path | str | None = None,
        state: Path | str | None = None,
        cache: Path | str | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Paths:
        """An argument wins over the environment, which wins over the system's own place."""
        # Here, not above: whoever brings all three directories does not pay for it.
        from platformdirs import PlatformDirs

        places = PlatformDirs(APP, appauthor=False)
        environ = os.environ if environ is None else environ
        return cls(
            _chosen(config, environ.get("SVC_TUI_CONFIG_DIR"), places.user_config_dir),
            _chosen(state, environ.get("SVC_TUI_STATE_DIR"), places.user_state_dir),
            _chosen(cache, environ.get("SVC_TUI_CACHE_DIR"), places.user_cache_dir),
        )

    def ready_state(self) -> Path:
        """The state directory, made if need be, closed to others; raises StateUnwritable."""
        return _ready(self.state, "SVC_TUI_STATE_DIR")

    def ready_cache(self) -> Path:
        """The cache directory, made if need be, closed to others; raises StateUnwritable."""
        return _ready(self.cache, "SVC_TUI_CACHE_DIR")

    def ready_config(self) -> Path:
        """The configuration directory, made if need be; raises StateUnwritable."""
        return _ready(self.config, "SVC_TUI_CONFIG_DIR")


def _chosen(*candidates: Path | str | None) -> Path:
    """The first that says something, as an absolute path."""
    return Path(next(str(path) for path in candidates if path)).expanduser().absolute()


def _ready(path: Path, variable: str) -> Path:
    """The directory, made with our own rights on the way; one that was there is left as it is."""
    try:
        path.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    except OSError as error:
        raise StateUnwritable(path, error.strerror or "unknown reason", variable) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise StateUnwritable(path, "Permission denied", variable)
    return path
