"""Write a console file for people to edit: the guesses, and the source of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from svc_tui.config.toml import toml_comment, toml_key, toml_value
from svc_tui.models.base import Declaration, label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource

HEAD = """\
A console file. `svc-tui schema` prints every key it may have; missing keys come from
the backend or a default. Each guess says where it came from. Correct any that are wrong.\
"""

EXAMPLE = """\
# No collections were found. Remove the # signs and name yours:
# [[resources]]
# name     = "articles"
# endpoint = "/api/articles/"
# columns  = ["title", "status"]    # left out, the first rows tell
# fields   = [
#   { key = "title", type = "text", required = true },
#   { key = "status", type = "select", attrs = { items = ["draft", "published"] } },
# ]
"""

_PLAIN = (
    ("model", "", "from the signed-in user's permissions, or the address"),
    ("parent", "", ""),
    ("lookup", "id", "the key that is different in every row"),
    ("languages", None, "from lang_info"),
    ("pagination", None, "from the first responses"),
    ("methods", None, "from the Allow header"),
    ("searchable", True, "no search is described"),
    ("use_patch", True, "there is no PATCH"),
)
"""Simple keys of a resource, their defaults, and their sources."""


@dataclass(frozen=True)
class Guessed:
    """A resource to be written, and the sources of its parts."""

    resource: Resource
    sources: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()


def console_text(
    tables: Mapping[str, Mapping[str, Any]],
    found: Iterable[Guessed],
    left_out: Mapping[str, str] | None = None,
    sources: Mapping[str, str] | None = None,
) -> str:
    """Return the whole file: its tables, and a line for what was left out.

    `sources` has the sources of tables, by names such as `svc.wire`.
    """
    lines = [toml_comment(line) for line in HEAD.split("\n")]
    for name, table in tables.items():
        lines += _table(toml_key(name), table, sources or {})
    for one in found:
        lines += ["", *_resource(one)]
    for name, why in (left_out or {}).items():
        lines += ["", toml_comment(f"Skipped: {name}. {why}")]
    return "\n".join(lines) + "\n"


def _table(name: str, table: Mapping[str, Any], sources: Mapping[str, str]) -> list[str]:
    """Return a table after an empty line, with its subtables."""
    own = {key: one for key, one in table.items() if not isinstance(one, Mapping)}
    pairs = [f"{toml_key(key)} = {toml_value(one)}" for key, one in own.items()]
    lines = ["", f"[{name}]", *pairs] if own else []
    for key, one in table.items():
        if isinstance(one, Mapping):
            inner = (f"{toml_key(its)} = {toml_value(value)}" for its, value in one.items())
            inside = f"{name}.{toml_key(key)}"
            source = f"  {toml_comment(sources[inside])}" if inside in sources else ""
            lines += ["", f"[{inside}]{source}", *inner]
    return lines


def _resource(one: Guessed) -> list[str]:
    resource = one.resource
    lines = ["[[resources]]", *(toml_comment(note) for note in one.notes)]
    lines += [_pair(key, getattr(resource, key)) for key in ("name", "endpoint", "label")]
    for key, default, source in _PLAIN:
        value = getattr(resource, key)
        source = f"from {one.sources[key]}" if one.sources.get(key) == "OpenAPI" else source
        if value not in (default, None) and not _is_usual(key, value):
            lines.append(_pair(key, value) + (f"  {toml_comment(source)}" if source else ""))
    for key in ("columns", "filters", "fields"):
        lines += _list(key, getattr(resource, key), one.sources)
    return lines


def _is_usual(key: str, value: object) -> bool:
    """Whether a value is the default anyway."""
    if key == "languages":
        return value == ()
    if key == "pagination":
        return value == "page"
    return key == "methods" and isinstance(value, tuple) and len(value) == 4


def _pair(key: str, value: Any) -> str:
    return f"{key} = {toml_value(value)}"


def _list(key: str, entries: Sequence[Declaration], sources: Mapping[str, str]) -> list[str]:
    """Yield one entry per line; sources are beside fields, and above columns and filters."""
    if not entries:
        return []
    source = sources.get(key, "")
    top = [toml_comment(f"{key}: guessed from {source}")] if source else []
    lines = []
    for entry in entries:
        own = sources.get(entry.key, "") if isinstance(entry, FieldDescriptor) else ""
        comment = f"  {toml_comment(f'from {own}')}" if own else ""
        lines.append(f"  {toml_value(written(entry))},{comment}")
    return [*top, f"{key} = [", *lines, "]"]


def written(entry: Declaration) -> dict[str, Any]:
    """Return an entry's values beyond the defaults."""
    dumped: dict[str, Any] = _said(entry.model_dump(mode="json", exclude_defaults=True))
    return dumped


def _said(value: Any) -> Any:
    """Return the values without nulls, and without labels that follow from the key."""
    if isinstance(value, dict):
        kept = {key: _said(one) for key, one in value.items() if one is not None}
        made = label_from(str(kept["key"])) if "key" in kept else None
        if made is not None and kept.get("label") == made:
            del kept["label"]
        return kept
    if isinstance(value, list):
        return [_said(one) for one in value if one is not None]
    return value
