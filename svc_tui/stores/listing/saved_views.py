"""Saved views of lists: the user's own, and those of a team's file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from svc_tui.config.paths import config_dir
from svc_tui.config.private_files import write_private
from svc_tui.models.location import BadLocation, Location
from svc_tui.stores.base import Store, StoreChanged


@dataclass(frozen=True)
class View:
    """A saved list: its query as a location, and its columns."""

    resource: str
    name: str
    location: str
    """Path and query, such as `/articles?f_status=draft`; works with `svc-tui open`."""
    columns: tuple[str, ...] = ()
    """The keys of the columns; empty for the list's default."""
    team: bool = False
    """Whether it is from the team's file, which is never written here."""

    def differs(self, location: Location | str, columns: Iterable[str]) -> bool:
        """Whether a list with this query and columns differs from the view."""
        here, kept = Location.parse(str(location)), Location.parse(self.location)
        other_columns = bool(self.columns) and tuple(columns) != self.columns
        return other_columns or sorted(here.query) != sorted(kept.query)


@dataclass(frozen=True)
class ViewState:
    """All views, the user's own first."""

    views: tuple[View, ...] = ()
    problem: str | None = None
    """Why a file could not be read or written, in a sentence."""

    def of(self, resource: str) -> tuple[View, ...]:
        """Return the views of one list."""
        return tuple(view for view in self.views if view.resource == resource)

    def named(self, resource: str, name: str) -> View | None:
        """Return the view with this name, ignoring case; the user's own before the team's."""
        wanted = name.casefold()
        return next((one for one in self.of(resource) if one.name.casefold() == wanted), None)


class ViewStore(Store[ViewState]):
    """A JSON file in the state directory, read again before each write: two consoles may run.

    The team's file is JSON or TOML, of the same shape: `{"views": [{resource, name, location}]}`.
    `views_of` finds both.
    """

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A view was added or removed."""

        state: ViewState

    def __init__(self, path: Path | None = None, team: Path | None = None) -> None:
        super().__init__(ViewState())
        self.path = path
        self.team = team

    def load(self) -> None:
        """Load both files; invalid views are ignored."""
        own, trouble = _read(self.path, team=False)
        shared, more = _read(self.team, team=True)
        self.change(views=(*own, *shared), problem=" ".join(filter(None, [trouble, more])) or None)

    def save(
        self, resource: str, name: str, location: Location | str, columns: Iterable[str] = ()
    ) -> bool:
        """Save a view under a name, replacing the user's own one of that name. True if written."""
        if not name.strip():
            self.change(problem="A view needs a name.")
            return False
        view = View(resource, name.strip(), str(location), tuple(columns))
        return self._write(lambda own: [*_without(own, resource, view.name), view])

    def delete(self, view: View) -> bool:
        """Delete one of the user's views; the team's stay."""
        if view.team:
            self.change(problem=f"{view.name} belongs to the team: change it in {self.team}.")
            return False
        return self._write(lambda own: _without(own, view.resource, view.name))

    def restore(self, view: View) -> bool:
        """Add a deleted view again, unless another one has its name by now. True if it is there."""

        def added(own: list[View]) -> list[View]:
            return [*own, view] if own == _without(own, view.resource, view.name) else own

        if not self._write(added):
            return False
        if view not in self.state.views:
            self.change(problem=f"Another view is named {view.name} by now, so it stays deleted.")
            return False
        return True

    def _write(self, changed: Any) -> bool:
        """Read, change and write the file; on failure everything stays as it was."""
        own, trouble = _read(self.path, team=False)
        if trouble is not None:
            self.change(problem=f"{trouble} Nothing was saved.")
            return False
        views = tuple(changed(list(own)))
        try:
            _put(self.path, views)
        except OSError as error:
            why = error.strerror or type(error).__name__
            self.change(problem=f"Views could not be written to {self.path}: {why}.")
            return False
        shared = tuple(view for view in self.state.views if view.team)
        self.change(views=(*views, *shared), problem=None)
        return True


def views_of(state: Path) -> ViewStore:
    """Return the views of a state directory, and those of the team's file beside the settings."""
    team = config_dir() / "views.toml"
    return ViewStore(state / "views.json", team if team.exists() else None)


def _without(views: Iterable[View], resource: str, name: str) -> list[View]:
    return [view for view in views if (view.resource, view.name) != (resource, name)]


def _read(path: Path | None, team: bool) -> tuple[tuple[View, ...], str | None]:
    """Return the views of a file, and an error; a missing file is empty."""
    try:
        text = path.read_text("utf-8") if path else '{"views": []}'
        kept = tomllib.loads(text) if path and path.suffix == ".toml" else json.loads(text)
    except FileNotFoundError:
        return (), f"There are no team views in {path}." if team else None
    except (OSError, ValueError, RecursionError):
        return (), f"The views in {path} could not be read."
    entries = kept.get("views", []) if isinstance(kept, Mapping) else None
    if not isinstance(entries, list):
        return (), f"The views in {path} could not be read: it is not a views file."
    found = [_view(entry, team) for entry in entries]
    return tuple(view for view in found if view is not None), None


def _view(entry: object, team: bool) -> View | None:
    """Return one entry as a view; None for anything else."""
    if not isinstance(entry, Mapping):
        return None
    texts = [entry.get(key) for key in ("resource", "name", "location")]
    if not all(isinstance(text, str) and text for text in texts):
        return None
    try:
        Location.parse(entry["location"])
    except BadLocation:
        return None
    columns = entry.get("columns")
    keys = [key for key in columns if isinstance(key, str)] if isinstance(columns, list) else []
    return View(entry["resource"], entry["name"], entry["location"], tuple(keys), team)


def _put(path: Path | None, views: Iterable[View]) -> None:
    """Write the file atomically."""
    if path is None:
        return
    entries = [
        {
            "resource": view.resource,
            "name": view.name,
            "location": view.location,
            "columns": list(view.columns),
        }
        for view in views
    ]
    write_private(path, json.dumps({"views": entries}, indent=2, ensure_ascii=False))
