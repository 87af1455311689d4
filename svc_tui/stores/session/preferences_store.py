"""PreferencesStore: the user's preferences, saved between starts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from svc_tui.config.private_files import write_private
from svc_tui.stores.base import Store, StoreChanged

MOST_ROWS = 200
"""Rows on a page that fits the screen."""

FITTING = range(MOST_ROWS + 1)
"""Page sizes that can be remembered; 0: not fitted."""


@dataclass(frozen=True)
class PreferencesState:
    """The sidebar's state."""

    sidebar_shown: bool = True
    sidebar_mini: bool = False
    starts: int = 0
    """The number of starts; during the first few a line explains the keys."""
    list_preview: bool = False
    """Whether lists show a preview beside the rows, if there is room."""
    columns: Mapping[str, Any] = field(default_factory=dict)
    """Resource name to the keys of the chosen columns."""
    fitted: Mapping[str, Any] = field(default_factory=dict)
    """Resource name to the fitted page size; 0 if pages are not fitted."""
    worklists: Mapping[str, Any] = field(default_factory=dict)
    """Missing text (`alt_text.it`) to the files that were skipped in its worklist."""
    pictures: Mapping[str, Any] = field(default_factory=dict)
    """Terminal to its picture mode (`picture_ways`)."""
    gallery: str = "list"
    """The view of the media library: `list` or `grid`."""
    dialects: Mapping[str, Any] = field(default_factory=dict)
    """Base URL to the detected dialect, if none was configured."""
    usual_profiles: Mapping[str, Any] = field(default_factory=dict)
    """Base URL to True if the backend has a profile at the usual address."""
    picked: Mapping[str, Any] = field(default_factory=dict)
    """Endpoint to the ids of the last picked records, the newest first."""


class PreferencesStore(Store[PreferencesState]):
    """A small JSON file in the state directory; a broken value costs only itself."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A preference changed."""

        state: PreferencesState

    def __init__(
        self, path: Path | None = None, on_warning: Callable[[str], object] | None = None
    ) -> None:
        super().__init__(PreferencesState())
        self.path = path
        self._on_warning = on_warning
        self.problem: str | None = None
        """One sentence, when the file could not be read or written."""

    def load(self) -> None:
        """Load the file; unknown keys and wrong types are ignored."""
        try:
            self.change(**self._kept())
        except (OSError, ValueError, RecursionError):
            self._warn(f"Preferences in {self.path} could not be read, so defaults are used.")

    def remember(self, **changes: Any) -> None:
        """Change preferences and save them; changes by another console stay."""
        before = self.state
        self.change(**changes)
        if self.path is None:
            return
        kept: dict[str, Any] = {}
        with suppress(OSError, ValueError, RecursionError):
            kept = self._kept()
        merged = {
            name: _merged(getattr(before, name), value, kept[name])
            if name in kept and isinstance(value, Mapping)
            else value
            for name, value in changes.items()
        }
        try:
            write_private(self.path, json.dumps({**asdict(self.state), **kept, **merged}))
        except OSError:
            self._warn(f"Preferences could not be written to {self.path}.")

    def forget_backend(self, base_url: str) -> bool:
        """Forget what was detected about a backend, to detect it again; False for nothing."""
        found = {name: dict(getattr(self.state, name)) for name in ("dialects", "usual_profiles")}
        changed = {name: known for name, known in found.items() if known.pop(base_url, None)}
        if changed:
            self.remember(**changed)
        return bool(changed)

    def _kept(self) -> dict[str, Any]:
        try:
            return _known(json.loads(self.path.read_text("utf-8"))) if self.path else {}
        except FileNotFoundError:
            return {}

    def fits(self, name: str, usual: bool = False) -> bool:
        """Whether a list's pages are as long as the screen; `usual` if nobody chose that."""
        kept = self._fitted.get(name)
        return usual if kept is None else kept > 0

    def fitted_rows(self, name: str) -> int:
        """Return the rows that filled the screen in this list, or in another; 0 if unknown."""
        return self._fitted.get(name) or max(self._fitted.values(), default=0)

    @property
    def _fitted(self) -> dict[str, int]:
        kept = self.state.fitted
        return {key: one for key, one in kept.items() if type(one) is int and one in FITTING}

    def _warn(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            if self._on_warning is not None:
                self._on_warning(problem)


def _merged(
    before: Mapping[str, Any], after: Mapping[str, Any], kept: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what is kept, with the entries that were changed or removed here."""
    stays = {key: value for key, value in kept.items() if key in after or key not in before}
    mine = {key: one for key, one in after.items() if key not in before or before[key] != one}
    return {**stays, **mine}


def _known(kept: object) -> dict[str, Any]:
    """The entries that are preferences of the right type."""
    if not isinstance(kept, dict):
        return {}
    defaults = PreferencesState()
    names = {one.name: type(getattr(defaults, one.name)) for one in fields(defaults)}
    return {key: value for key, value in kept.items() if type(value) is names.get(key)}
