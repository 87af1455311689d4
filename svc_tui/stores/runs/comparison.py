"""Comparison: what differs between a list, or a record, of two backends, and what to copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from svc_tui.models.records import TRANSLATIONS
from svc_tui.models.resource import Resource
from svc_tui.stores.rows import Row, key_of, title_of
from svc_tui.stores.runs.differences import differences
from svc_tui.stores.runs.row_writers import RowWork

Side = Literal["here", "there"]


@dataclass(frozen=True, eq=False)
class Difference:
    """One value that differs, or a record that only one side has."""

    key: str
    path: str = ""
    """The dotted path; empty where the whole record is only on one side."""
    here: Any = None
    there: Any = None
    only: Side | None = None
    copyable: bool = False
    """Whether a form can write it."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The differences, and the side that is written to."""

    resource: Resource
    profile: str
    """The name of the other side."""
    here: Mapping[str, Row]
    there: Mapping[str, Row]
    lines: tuple[Difference, ...]
    into: Side = "here"

    @classmethod
    def of(
        cls, resource: Resource, profile: str, here: Mapping[str, Row], there: Mapping[str, Row]
    ) -> Comparison:
        """Compare records that are matched by their keys."""
        writable = {one.key for one in resource.form_fields if not one.readonly}

        def line(found: Mapping[str, Any]) -> Difference:
            key, path = found["key"], found["path"]
            if not path:
                only: Side = "here" if key in here else "there"
                return Difference(key, only=only)
            able = _field_of(path) in writable
            return Difference(key, path, found["from"], found["to"], copyable=able)

        lines = tuple(map(line, differences(here, there, resource.lookup)))
        return cls(resource, profile, here, there, lines)

    @property
    def other_way(self) -> Comparison:
        """The same, written to the other side."""
        return replace(self, into="there" if self.into == "here" else "here")

    def without(self, gone: Iterable[Difference]) -> Comparison:
        """Return without lines that were copied."""
        ids = set(map(id, gone))
        return replace(self, lines=tuple(one for one in self.lines if id(one) not in ids))

    @property
    def target(self) -> Mapping[str, Row]:
        """The records that are written to, by their keys."""
        return self.here if self.into == "here" else self.there

    def title(self, key: str) -> str:
        """Return what a record is called."""
        row = self.here.get(key) or self.there.get(key) or {}
        return title_of(row, self.resource.lookup)

    def works(self, lines: Iterable[Difference] | None = None) -> list[RowWork]:
        """Return what copies these lines, or all that can be, a work for each record."""
        found: dict[str, dict[str, Any]] = {}
        for one in self.lines if lines is None else lines:
            if one.copyable:
                value = one.there if self.into == "here" else one.here
                found.setdefault(one.key, {})[one.path] = value
        return [
            RowWork(key_of(self.target[key], self.resource.lookup), changes, self.title(key))
            for key, changes in found.items()
        ]


def _field_of(path: str) -> str:
    """Return the field of a path; of a text in a language, the translated one."""
    steps = path.split(".")
    return steps[2] if steps[0] == TRANSLATIONS and len(steps) > 2 else steps[0]
