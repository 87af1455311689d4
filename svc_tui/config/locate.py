"""Find the line of a key in a TOML text, which `tomllib` does not report."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping

KeyPath = tuple[str | int, ...]
"""The path to a value: keys, and positions in lists."""

_SPACE = re.compile(r"[ \t]*")
_BREAK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'  # up to two quotes may come before the closing three
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_OTHER_VALUE = re.compile(r"[^,\]}#\r\n]+")


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """Return the line, counted from 1, of every key, list item and table of a valid TOML text.

    Empty if the text is not understood: no line is better than a wrong one.
    """
    walk = _Walk(text)
    try:
        walk.document()
    except _Lost:
        return {}
    return walk.lines


class _Lost(Exception):
    """The text is not what this parser expects."""


class _Walk:
    """One pass over a text, recording the line of each key."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._sizes: dict[KeyPath, int] = {}  # how many items each array of tables has so far
        self._headers: set[KeyPath] = set()

    def document(self) -> None:
        """Read tables, and the keys in each."""
        table: KeyPath = ()
        self._skip(_BREAK)
        while self.at < len(self.text):
            if self._takes("[["):
                table = self._header("]]", repeated=True)
            elif self._takes("["):
                table = self._header("]", repeated=False)
            else:
                self._pair(table)
            self._skip(_BREAK)

    def _header(self, end: str, *, repeated: bool) -> KeyPath:
        """Read `[a.b]` or `[[a.b]]`: the table of the keys that follow."""
        line = self._line()
        path: KeyPath = ()
        keys = self._keys()
        for position, key in enumerate(keys):
            path = (*path, key)
            last = position == len(keys) - 1
            if repeated and last:
                self.lines.setdefault(path, line)
                self._sizes[path] = self._sizes.get(path, 0) + 1
            if path in self._sizes:
                path = (*path, self._sizes[path] - 1)
            self.lines.setdefault(path, line)
        self._must_take(end)
        if path not in self._headers:  # its own header overrides those of tables within it
            self._headers.add(path)
            self.lines[path] = line
        return path

    def _pair(self, table: KeyPath) -> None:
        """Read `a.b = value`."""
        path = table
        line = self._line()
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._must_take("=")
        self._skip(_SPACE)
        self._value(path)

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_SPACE)
            quoted = self.text[self.at : self.at + 1] in ("'", '"')
            key = self._match(_STRING if quoted else _BARE_KEY)
            keys.append(tomllib.loads(f"key = {key}")["key"] if quoted else key)
            self._skip(_SPACE)
            if not self._takes("."):
                return keys

    def _value(self, path: KeyPath) -> None:
        """Read any value; lists and inline tables are searched for keys."""
        if self._takes("["):
            self._items(path)
        elif self._takes("{"):
            self._inline_table(path)
        elif self.text[self.at : self.at + 1] in ("'", '"'):
            self._match(_STRING)
        else:
            self._match(_OTHER_VALUE)

    def _items(self, path: KeyPath) -> None:
        """Read the items of a list, over as many lines as it has."""
        self._skip(_BREAK)
        index = 0
        while not self._takes("]"):
            self.lines[*path, index] = self._line()
            self._value((*path, index))
            index += 1
            self._skip(_BREAK)
            if not self._takes(","):
                self._must_take("]")
                return
            self._skip(_BREAK)

    def _inline_table(self, path: KeyPath) -> None:
        """Read the pairs of `{ … }`."""
        self._skip(_BREAK)
        while not self._takes("}"):
            self._pair(path)
            self._skip(_BREAK)
            if not self._takes(","):
                self._must_take("}")
                return
            self._skip(_BREAK)

    def _line(self) -> int:
        return bisect_right(self._starts, self.at)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        if found := pattern.match(self.text, self.at):
            self.at = found.end()

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if not found:
            raise _Lost
        self.at = found.end()
        return found[0]

    def _takes(self, sign: str) -> bool:
        if here := self.text.startswith(sign, self.at):
            self.at += len(sign)
        return here

    def _must_take(self, sign: str) -> None:
        if not self._takes(sign):
            raise _Lost
