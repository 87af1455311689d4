"""Comparison: the differences of a list or a record between two backends, and what to copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from svc_tui.introspect.names import is_secret
from svc_tui.models.field_types import LINKS, holds
from svc_tui.models.records import TRANSLATIONS
from svc_tui.models.resource import Resource
from svc_tui.stores.record.draft import MISSING, get_path
from svc_tui.stores.redact import holds_secrets, redact
from svc_tui.stores.rows import Row, key_of, row_name
from svc_tui.stores.runs.differences import differences
from svc_tui.stores.runs.row_writers import RowWork, flattened

Side = Literal["here", "there"]

NEW = "new: "
"""Prefix of the key of work that creates a record."""


@dataclass(frozen=True, eq=False)
class RecordDifference:
    """A value that differs, or a record that only one side has."""

    key: str
    path: str = ""
    """The dotted path; empty if only one side has the record."""
    here: Any = None
    there: Any = None
    only: Side | None = None
    copyable: bool = False
    """Whether a form can write it; for a record that only one side has, its match value.

    Otherwise a record created there would not match later. A value with secrets inside is not
    copied: those of the other side would be lost.
    """


@dataclass(frozen=True, eq=False)
class Comparison:
    """The differences, and the side that is written to."""

    resource: Resource
    profile: str
    """The name of the other side."""
    here: Mapping[str, Row]
    there: Mapping[str, Row]
    lines: tuple[RecordDifference, ...]
    by: str
    """The dotted path by which records are matched."""
    into: Side = "here"
    left_out: int = 0
    """The number of different values that no form can write."""

    @classmethod
    def of(
        cls,
        resource: Resource,
        profile: str,
        here: Mapping[str, Row],
        there: Mapping[str, Row],
        by: str,
    ) -> Comparison:
        """Compare records that are matched by key."""
        writable = {one.key for one in resource.form_fields if not one.readonly}
        links = {one.key for one in resource.form_fields if holds(one.type, *LINKS)}

        def line(found: Mapping[str, Any]) -> RecordDifference:
            key, path = found["key"], found["path"]
            if not path:
                only: Side = "here" if key in here else "there"
                return RecordDifference(
                    key, only=only, copyable=by in writable and by != resource.lookup
                )
            field = field_of(path)
            path = field if field in links else path  # One value, whatever is shown of its record.
            one, other = (get_path(rows[key], path) for rows in (here, there))
            able = field in writable and not any(holds_secrets("", side) for side in (one, other))
            return RecordDifference(key, path, one, other, copyable=able)

        every = map(line, differences(here, there, resource.lookup))
        once = {(one.key, one.path): one for one in every}
        shown = writable or {field_of(one.path) for one in once.values()}
        lines = tuple(one for one in once.values() if one.only or field_of(one.path) in shown)
        return cls(resource, profile, here, there, lines, by, left_out=len(once) - len(lines))

    @property
    def other_way(self) -> Comparison:
        """Return the comparison with the other side as its target."""
        return replace(self, into="there" if self.into == "here" else "here")

    def without(self, gone: Iterable[RecordDifference]) -> Comparison:
        """Return the comparison without lines that were copied."""
        ids = set(map(id, gone))
        return replace(self, lines=tuple(one for one in self.lines if id(one) not in ids))

    @property
    def target(self) -> Mapping[str, Row]:
        """The records to write to, by key."""
        return self.here if self.into == "here" else self.there

    @property
    def origin(self) -> Mapping[str, Row]:
        """The records to copy from, by key."""
        return self.there if self.into == "here" else self.here

    def copies(self, one: RecordDifference) -> bool:
        """Whether a difference can be copied; a missing record is created."""
        return one.copyable and one.only != self.into

    def missing(self, lines: Iterable[RecordDifference] | None = None) -> list[RecordDifference]:
        """Return those of these lines, or of all, that create a record."""
        found = self.lines if lines is None else lines
        return [one for one in found if one.only is not None and self.copies(one)]

    def origin_id(self, one: RecordDifference) -> str:
        """Return the id of the record that is copied."""
        return key_of(self.origin[one.key], self.resource.lookup)

    def target_key(self, one: RecordDifference) -> str:
        """Return the key of the work that copies a line."""
        if one.only is not None:
            return f"{NEW}{one.key}"
        return key_of(self.target[one.key], self.resource.lookup)

    def title(self, key: str) -> str:
        """Return the title of a record."""
        row = self.here.get(key) or self.there.get(key) or {}
        return row_name(row, self.resource.lookup, self.resource.title_field)

    def works(
        self, whole: Mapping[str, Row], lines: Iterable[RecordDifference] | None = None
    ) -> list[RowWork]:
        """Return the work that copies these lines, or all, one for each record.

        `whole` has the full records that are missing on the other side, by id.
        """
        found: dict[str, RowWork] = {}
        for one in filter(self.copies, self.lines if lines is None else lines):
            key, title = self.target_key(one), self.title(one.key)
            if one.only is not None:
                values = self._values(whole[self.origin_id(one)])
                found[key] = RowWork(key, values, title, new=True)
                continue
            value = one.there if self.into == "here" else one.here
            before = found[key].changes if key in found else {}
            found[key] = RowWork(key, {**before, one.path: value}, title)
        return list(found.values())

    def _values(self, record: Row) -> dict[str, Any]:
        """Return what a form can write of a record by dotted path, without files and secrets."""
        fields = [one for one in self.resource.form_fields if not one.readonly]
        fields = [one for one in fields if one.type != "file" and one.key != self.resource.lookup]
        texts = {one.key for one in fields if one.translatable and TRANSLATIONS in record}
        found = {
            one.key: get_path(record, one.key, MISSING) for one in fields if one.key not in texts
        }
        for path, value in flattened(record).items():
            if path.startswith(f"{TRANSLATIONS}.") and field_of(path) in texts:
                found[path] = value
        return {
            path: redact(value)
            for path, value in found.items()
            if value is not MISSING and not any(map(is_secret, path.split(".")))
        }


def field_of(path: str) -> str:
    """Return the field of a path; of a text in a language, the translated one."""
    steps = path.split(".")
    return steps[2] if steps[0] == TRANSLATIONS and len(steps) > 2 else steps[0]
