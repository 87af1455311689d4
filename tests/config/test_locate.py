"""The line of a key is the line on which that key really stands."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svc_tui.config.locate import key_lines

DOCUMENT = '''\
# a comment with [brackets] and key = "value"
top = "a # no comment"

[svc]   # after a header
base_url = "x"
"quoted key" = 'single ] quote'
a.b."c.d" = 1

[svc.uikit.media]
endpoints = { media = "/m", folders = "/f" }

[[resources]]
name = "first"
columns = [
  "title",  # one
  # nothing here
  { key = "b", label = """
three
lines""" },
  [ 1,
    2 ],
]
description = \'\'\'
[not.a.table]
key = 1
\'\'\'
date = 1979-05-27 07:32:00

  [[resources.actions]]
  label = "one"

  [[resources.actions]]
  label = "two"

[[resources]]
name = "second"
[[resources.actions]]
label = "three"
[resources.extra]
x = """ends with quotes"""""
y = 2
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("top",), 2),
        (("svc",), 4),
        (("svc", "base_url"), 5),
        (("svc", "quoted key"), 6),
        (("svc", "a", "b", "c.d"), 7),
        (("svc", "uikit", "media"), 9),
        (("svc", "uikit", "media", "endpoints", "folders"), 10),
        (("resources", 0), 12),
        (("resources", 0, "columns"), 14),
        (("resources", 0, "columns", 0), 15),
        (("resources", 0, "columns", 1), 17),
        (("resources", 0, "columns", 1, "label"), 17),
        (("resources", 0, "columns", 2), 20),
        (("resources", 0, "columns", 2, 1), 21),
        (("resources", 0, "description"), 23),
        (("resources", 0, "date"), 27),
        (("resources", 0, "actions", 0, "label"), 30),
        (("resources", 0, "actions", 1), 32),
        (("resources", 1), 35),
        (("resources", 1, "actions", 0, "label"), 38),
        (("resources", 1, "extra", "y"), 41),
    ],
)
def test_every_kind_of_key_is_found(path: tuple[str | int, ...], line: int) -> None:
    assert key_lines(DOCUMENT)[path] == line


def test_a_table_is_where_its_own_header_is() -> None:
    lines = key_lines("[svc.uikit]\na = 1\n[svc]\nb = 2\n")

    assert lines[("svc",)] == 3
    assert lines[("svc", "uikit")] == 1


def test_a_text_that_is_not_understood_has_no_lines() -> None:
    assert key_lines("[a\nb = 1") == {}
    assert key_lines('a = "open') == {}


def test_nothing_has_no_lines() -> None:
    assert key_lines("") == {}


keys = st.text("abcdefgh_-1", min_size=1, max_size=6) | st.text(
    st.characters(exclude_categories=("Cs", "Cc")), max_size=5
)
scalars = st.one_of(
    st.integers(-99, 99).map(str),
    st.booleans().map(lambda value: str(value).lower()),
    st.sampled_from(['"a # b"', "'it, ]'", '"\\""', '"""\nx = [\n"""', "'''\n[[y]]\n'''", "1.5e3"]),
)


@st.composite
def values(draw: st.DrawFn, depth: int = 0) -> str:
    """A value, written as TOML over as many lines as it may take."""
    shape = draw(st.sampled_from(["scalar", "list", "table"] if depth < 2 else ["scalar"]))
    if shape == "list":
        items = draw(st.lists(values(depth + 1), max_size=3))
        gaps = st.sampled_from([" ", "\n", "\n  # [no]\n"])
        return "[" + ",".join(draw(gaps) + item + draw(gaps) for item in items) + "]"
    if shape == "table":
        pairs = draw(st.dictionaries(keys, values(depth + 1), max_size=3))
        return "{ " + ", ".join(f"{_spelt(key)} = {value}" for key, value in pairs.items()) + " }"
    return draw(scalars)


def _spelt(key: str) -> str:
    """A key, in quotes where it needs them."""
    plain = key.isascii() and key and all(sign.isalnum() or sign in "_-" for sign in key)
    return key if plain else '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A whole file: tables and arrays of tables, some of them nested."""
    parts = []
    for name in draw(st.lists(keys, max_size=3, unique=True)):
        header = _spelt(name)
        repeated = draw(st.integers(1, 3))
        for _ in range(repeated):
            parts.append(f"[[{header}]]" if repeated > 1 else f"[{header}]")
            table = draw(st.dictionaries(keys, values(), max_size=3))
            parts += [f"{_spelt(key)} = {value}" for key, value in table.items()]
            if draw(st.booleans()):
                parts += ["", "# between [tables]", f'[[{header}."in side"]]', "deep = 1"]
    return "\n".join(parts)


@settings(max_examples=150, deadline=None)
@given(documents())
def test_the_key_stands_on_its_line(text: str) -> None:
    data = tomllib.loads(text)
    rows = text.split("\n")
    lines = key_lines(text)

    for path in _paths(data):
        row = rows[lines[path] - 1]
        if isinstance(path[-1], str):
            assert _spelt(path[-1]) in row
        else:
            assert row.strip()


def _paths(data: Any, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every path of the tables that the text makes."""
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for key, value in entries:
        found.append((*above, key))
        if isinstance(value, dict | list):
            found += _paths(value, (*above, key))
    return found
