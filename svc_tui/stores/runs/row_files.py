"""Rows from files and standard input: JSON, JSON lines, YAML or CSV, all or nothing."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from svc_tui.models import exact_json
from svc_tui.text import clean, filename, plural

NOTE = "@error"
"""The key of a failed row with the reason; it is not a value of a record."""

KINDS = {
    ".json": "json",
    ".jsonl": "ndjson",
    ".ndjson": "ndjson",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".csv": "csv",
}

LARGEST_CELL = 2**24
"""Maximum characters of a CSV cell: an unclosed quote would take the rest of the file."""


TAG = "tag:yaml.org,2002:"

_WHOLE = r"[-+]?(?:0|[1-9][0-9]*)"
PLAIN = (
    ("bool", re.compile("(?:true|True|TRUE|false|False|FALSE)$"), "tTfF"),
    ("int", re.compile(f"{_WHOLE}$"), "-+0123456789"),
    ("float", re.compile(rf"{_WHOLE}(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$"), "-+0123456789"),
)
"""Tags of values in YAML without quotes, their text, and with what they begin."""


class RowsUnreadable(ValueError):
    """A file of rows is invalid; the text says where and why."""


def read_rows(data: bytes, name: str, kind: str = "") -> list[dict[str, Any]]:
    """Return the rows of a file; `name` is for messages, `kind` a value of `KINDS`.

    Raises:
        RowsUnreadable: anything in it is wrong; nothing of it is returned then.
    """
    kind = kind or KINDS.get(Path(name).suffix.lower(), "")
    label = "standard input" if name == "-" else filename(name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RowsUnreadable(f"{label}, line {line}: this is not UTF-8 text.") from None
    if not text.strip():
        raise RowsUnreadable(f"{label} is empty.")
    kind = kind or _guessed(text)
    rows = _READERS[kind](text, label)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise RowsUnreadable(f"{label}: entry {number} is not a record.")
    return [{str(key): one for key, one in row.items() if key != NOTE} for row in rows]


def _guessed(text: str) -> str:
    start = text.lstrip()[:1]
    if start == "[":
        return "json"
    if start != "{":
        return "yaml"
    first = text.lstrip().partition("\n")[0]
    try:
        exact_json.read(first)
    except ValueError:
        return "json"
    return "ndjson"


def _json(text: str, label: str) -> list[Any]:
    try:
        found = exact_json.read(text, pairs=_unique)
    except ValueError as error:
        raise RowsUnreadable(f"{label} is not valid JSON: {clean(error)}.") from None
    return found if isinstance(found, list) else [found]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raises ValueError for a duplicate key, as a value would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{clean(twice, limit=60)} appears twice")
    return found


def _ndjson(text: str, label: str) -> list[Any]:
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            rows.append(exact_json.read(line, pairs=_unique))
        except ValueError as error:
            why = getattr(error, "msg", "") or str(error)  # Without character offsets.
            raise RowsUnreadable(f"{label}, line {number}: not valid JSON: {clean(why)}.") from None
    return rows


def _yaml(text: str, label: str) -> list[Any]:
    found = read_yaml(text, label)
    return found if isinstance(found, list) else [found]


def read_yaml(text: str, label: str) -> Any:
    """Return the value of a YAML text: numbers, true and false as JSON has them, the rest is text.

    So are dates, times, `007` and `NO`, and a number keeps all its digits.

    Raises:
        RowsUnreadable: it is no YAML, or names a key twice.
    """
    # Imported here: other formats do not need it.
    import yaml

    try:
        value = yaml.load(text, Loader=_yaml_loader(label))
        if exact_json.is_too_deep(value, exact_json.DEEPEST):
            raise RowsUnreadable(f"{label} is nested too deeply.")
        return value
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        why = clean(getattr(error, "problem", None) or "it can't be read")
        raise RowsUnreadable(f"{label}{where}: not valid YAML: {why}.") from None
    except RowsUnreadable:
        raise
    except (RecursionError, TypeError, ValueError):
        raise RowsUnreadable(f"{label} is not valid YAML.") from None


def _yaml_loader(label: str) -> type[Any]:
    """Return a loader that does not parse dates, and rejects duplicate keys."""
    import yaml

    class Loader(yaml.SafeLoader):  # type: ignore[misc]  # PyYAML names no types.
        yaml_implicit_resolvers = {
            sign: [one for one in found if one[0] in (f"{TAG}null", f"{TAG}merge")]
            for sign, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }

    for kind, pattern, signs in PLAIN:
        Loader.add_implicit_resolver(f"{TAG}{kind}", pattern, list(signs))

    def mapping(loader: Any, node: Any) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            key = loader.construct_object(key_node, deep=True)
            if key in found:
                line = key_node.start_mark.line + 1
                raise RowsUnreadable(f"{label}, line {line}: {clean(key)} appears twice.")
            found[key] = loader.construct_object(value_node, deep=True)
        return found

    def number(loader: Any, node: Any) -> Any:
        return exact_json.read(loader.construct_scalar(node).removeprefix("+"))

    Loader.add_constructor(f"{TAG}map", mapping)
    Loader.add_constructor(f"{TAG}int", number)
    Loader.add_constructor(f"{TAG}float", number)
    return Loader


def yaml_text(value: Any) -> str:
    """Return a value as YAML, in the order of its keys."""
    # Imported here: only YAML output needs it.
    import yaml

    class Dumper(yaml.SafeDumper):  # type: ignore[misc]  # PyYAML names no types.
        """Writes nested lists indented, and long lines unbroken."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

    def exact(dumper: yaml.SafeDumper, number: exact_json.ExactFloat) -> yaml.Node:
        return dumper.represent_scalar(f"{TAG}float", number.text)

    Dumper.add_representer(exact_json.ExactFloat, exact)
    Dumper.add_representer(str, _text_node)
    Dumper.add_multi_representer(dict, yaml.SafeDumper.represent_dict)
    text: str = yaml.dump(
        value, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=2**20, indent=2
    )
    return text


def _text_node(dumper: Any, text: str) -> Any:
    """Write multi-line text as blocks, where YAML can."""
    style = "|" if "\n" in text and not text.startswith((" ", "\n")) else None
    return dumper.represent_scalar(f"{TAG}str", text, style=style)


def _csv(text: str, label: str) -> list[Any]:
    csv.field_size_limit(LARGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows, begun = [], 1
    try:
        heads = [one.strip() for one in next(reader)]
        if twice := {one for one in heads if heads.count(one) > 1}:
            raise RowsUnreadable(f"{label}: the column {clean(min(twice))} appears twice.")
        if len(heads) == 1 and (other := next((one for one in ";\t" if one in heads[0]), "")):
            sign = "semicolons" if other == ";" else "tabs"
            raise RowsUnreadable(f"{label}: separate columns with commas, not {sign}.")
        begun = reader.line_num + 1
        for cells in reader:
            if cells and len(cells) != len(heads):
                raise RowsUnreadable(
                    f"{label}, line {begun}: expected {plural(len(heads), 'column', 'columns')}, "
                    f"found {len(cells)}."
                )
            if cells:
                rows.append(dict(zip(heads, map(_unescaped, cells), strict=True)))
            begun = reader.line_num + 1
    except csv.Error as error:
        why = "a quote is not closed" if "end of data" in str(error) else clean(error)
        raise RowsUnreadable(f"{label}, line {begun}: {why}.") from None
    return rows


def _unescaped(text: str) -> str:
    """Return a cell without the apostrophe that an export puts before a formula."""
    from svc_tui.stores.listing.export import escape_formula

    plain = text[1:]
    return plain if text.startswith("'") and escape_formula(plain) == text else text


_READERS = {"json": _json, "ndjson": _ndjson, "yaml": _yaml, "csv": _csv}
