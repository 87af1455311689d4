"""Turn validation errors into sentences with a line and the nearest valid key."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic.alias_generators import to_snake
from pydantic.json_schema import SkipJsonSchema

from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.config.locate import KeyPath
from svc_tui.config.place import choices_at, models_at, named, named_parts, path_in_file, value_at
from svc_tui.models.arguments import given_words
from svc_tui.models.base import Declaration

_SHORT_LIST = 12
"""Maximum number of valid names to list."""

_PYTHON = "given in Python"

_SHAPES = {
    "string_type": "text in quotes",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "tuple_type": "a list in [ ]",
    "mapping_type": "a table",
    "dict_type": "a table",
    "model_type": "a table",
    "callable_type": _PYTHON,
    "dataclass_type": _PYTHON,
}
"""Descriptions of the expected kind of value."""

_SHAPES_IN_PYTHON = {
    "text in quotes": "a string",
    "true or false": "True or False",
    "a list in [ ]": "a list",
    "a table": "a dict",
    _PYTHON: "a function",
}
"""The same kinds as named in a program."""

_NAMES = ("name", "key", "value", "label")
"""The arguments that distinguish declarations of one kind."""

_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
}
"""Descriptions of the expected number."""

_PATTERNS = {"^/": "should start with /"}
"""Descriptions of the expected text; any other pattern is a handler's."""

_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "true or false"),
    (str, "a string"),
    ((int, float), "a number"),
    ((list, tuple), "a list"),
    (Mapping, "a table"),
    ((datetime.date, datetime.time), "a date or time"),
)
"""Descriptions of the given kind of value; the value may be a secret, so it is never shown."""


def explained(
    error: ValidationError, model: type[Declaration], data: Mapping[str, Any], whole: str = ""
) -> list[tuple[KeyPath, str]]:
    """Return the problems of some data: each place, and a sentence for it.

    `whole` is a program's declaration; without it, the data is a file's.
    """
    details = error.errors(include_url=False)
    findings = _worth_telling([_Finding(dict(detail), model, data, whole) for detail in details])
    sentences: dict[KeyPath, tuple[KeyPath, str]] = {}
    for finding in findings:
        if finding.place not in sentences:
            shapes = [other.shape for other in findings if other.place == finding.place]
            words = finding.sentence([shape for shape in shapes if shape])
            sentences[finding.place] = (finding.path, words)
    return list(sentences.values())


def refused(model: type[Declaration], given: Mapping[str, Any], error: Exception) -> ConfigError:
    """Return the error of a declaration with wrong arguments."""
    whole = f"{model.__name__}({_named_as(model, given)}…)"
    if isinstance(error, ValidationError):
        said = [text for _, text in explained(error, model, given, whole)]
    else:
        names = sorted(
            model.model_fields, key=lambda name: not model.model_fields[name].is_required()
        )
        said = [f"{whole} takes its arguments by name, such as {names[0]}=…"]
    return ConfigError(*map(ConfigProblem, said))


def _named_as(model: type[Declaration], given: Mapping[str, Any]) -> str:
    """Return the argument that identifies a declaration; any other may be a secret."""
    for name in _NAMES:
        if name in model.model_fields and isinstance(given.get(name), str):
            return f'{name}="{given[name][:60]}", '
    return ""


def closest(word: str, words: Iterable[str]) -> str | None:
    """Return the word that was most likely meant."""
    spelt = {other.lower().replace("-", "_"): other for other in words}
    close = get_close_matches(to_snake(word), list(spelt), n=1, cutoff=0.6)
    return spelt[close[0]] if close else None


def nearest(
    word: str, words: Iterable[str], *, noun: str = "keys", listed: str = "`svc-tui schema`"
) -> str:
    """Return the end of a sentence about an unknown word: the word that may have been meant.

    `listed` is what lists the words where there are many; without it they are all named.
    """
    known = sorted(words)
    if meant := closest(word, known):
        return f'did you mean "{meant}"?'
    if len(known) <= _SHORT_LIST or not listed:
        return f"the {noun} here are {', '.join(known)}"
    return f"{listed} lists the {noun}"


class _Finding:
    """One validation error, with the file it is about."""

    def __init__(
        self,
        detail: dict[str, Any],
        model: type[Declaration],
        data: Mapping[str, Any],
        whole: str = "",
    ) -> None:
        self.kind: str = detail["type"]
        self.input = detail["input"]
        self.words = str(detail["msg"])
        self.context: Mapping[str, Any] = detail.get("ctx", {})
        self.location: tuple[str | int, ...] = detail["loc"]
        self.path = path_in_file(data, (*self.location, *self.context.get("place", ())))
        self.is_missing = self.kind == "missing"
        self.place = (*self.path, self.location[-1]) if self.is_missing else self.path
        self._model = model
        self._data = data
        self._whole = whole

    @property
    def shape(self) -> str:
        """The expected kind of value; empty if the problem is a different one."""
        words = _SHAPES.get(self.kind, "")
        if not self._whole:
            return words
        if "class_name" in self.context:
            return f"{self.context['class_name']}(…)"
        return _SHAPES_IN_PYTHON.get(words, words)

    def sentence(self, shapes: Sequence[str]) -> str:
        """Return the problem; `shapes` are those expected by all errors about this value."""
        if self.is_missing:
            name = to_snake(str(self.location[-1]))
            owner = self._inside(named(self._data, self.path)) or "the file"
            return f"{owner} has no {name}; add {name}{'=' if self._whole else ' = '}…"
        if self.kind in ("value_error", "wrong_at"):
            return self._own_words()
        where, key = named_parts(self._data, self.path)
        start = f"{self._inside(where)}: " if self._inside(where) else ""
        if self.kind == "extra_forbidden":
            return self._misplaced(where, key) or start + self._unknown(key)
        if self.kind == "literal_error":
            return start + self._not_a_choice(key)
        return f"{start}{key} {self._expected(shapes)}"

    def _inside(self, where: str) -> str:
        if not self._whole:
            return where
        return ", ".join(filter(None, (self._whole, where.strip("[]"))))

    def _not_a_choice(self, key: str) -> str:
        choices = choices_at(self._model, self.location)
        if not isinstance(self.input, str):
            return f"{key} should be a string: {' or '.join(sorted(choices))}"
        hint = nearest(self.input, choices, noun="choices")
        return f'{key} = "{self.input}" is not valid; {hint}'

    def _misplaced(self, where: str, key: str) -> str:
        """Return that a table of the top level is inside another one; "" if it is not."""
        is_table = isinstance(self.input, list | tuple | Mapping)
        at_top = to_snake(key) in self._model.model_fields
        if self._whole or not where or not is_table or not at_top or key in self._known_keys():
            return ""
        table = f"[{key}]" if isinstance(self.input, Mapping) else f"[[{key}]]"
        return f'"{key}" stands on its own, as {table}, not under {where}'

    def _unknown(self, key: str) -> str:
        known = self._known_keys()
        if key in known:
            return f"{key} is written in two ways; keep one"
        if not self._whole:
            table = self._table_with(key)
            hint = f"it belongs in [{table}]" if table else nearest(key, known)
            return f'unknown key "{key}"; {hint}'
        listed = f"`help({self._model.__name__})`"
        hint = nearest(key, known, noun="arguments", listed=listed)
        return f'unknown argument "{key}"; {hint}'

    def _table_with(self, key: str) -> str:
        """Return the table that has such a key; "" if none has."""
        *steps, _ = self.location
        if not all(isinstance(step, str) for step in steps):
            return ""
        places = [
            (*steps, name) for one in models_at(self._model, steps) for name in one.model_fields
        ]
        for place in places:
            if any(key in one.model_fields for one in models_at(self._model, place)):
                return ".".join(map(str, place))
        return ""

    @property
    def suggestion(self) -> str | None:
        """Return the key that is most similar to an unknown one."""
        if self.kind != "extra_forbidden":
            return None
        return closest(str(self.path[-1]), self._known_keys())

    def _known_keys(self) -> list[str]:
        return [
            name.rstrip("_")
            for owner in models_at(self._model, self.location[:-1])
            for name, field in owner.model_fields.items()
            if self._whole or not any(type(mark) is SkipJsonSchema for mark in field.metadata)
        ]

    def _own_words(self) -> str:
        """Return the message of one of our validators, after the name of its subject."""
        words = self.words.removeprefix("Value error, ")
        subject = path_in_file(self._data, self.location)
        if not subject or isinstance(value_at(self._data, subject), Mapping):
            return f"{self._inside(named(self._data, subject))} {words}".strip()
        where, key = named_parts(self._data, subject)
        where = self._inside(where)
        return f"{where}: {key} {words}" if where else f"{key} {words}"

    def _expected(self, shapes: Sequence[str]) -> str:
        if self.kind in _SHAPES:
            wanted = dict.fromkeys(shapes)
            if set(wanted) == {_PYTHON}:
                return "can only be set in Python; in a file, use when = { … } for conditions"
            shape = " or ".join(words for words in wanted if words != _PYTHON)
            # Variables and flags are strings, so parsing them as numbers was right.
            return f"should be {shape}" + ("" if self._was_read() else f", not {self._given()}")
        if self.kind in _BOUNDS:
            name, words = _BOUNDS[self.kind]
            return f"should be {words} {self.context[name]:g}"
        if self.kind == "string_too_short":
            return "should not be empty"
        if self.kind == "string_pattern_mismatch":
            return _PATTERNS.get(self.context["pattern"], "should look like module:name")
        return self.words.replace("Input should", "should").replace("Input", "this")

    def _was_read(self) -> bool:
        return self.kind.endswith(("_parsing", "_from_float"))

    def _given(self) -> str:
        if self._whole:
            return given_words(self.input)
        return next((words for kind, words in _KINDS if isinstance(self.input, kind)), "this")


def _worth_telling(findings: Sequence[_Finding]) -> list[_Finding]:
    """Return the errors without those that only follow from others."""
    kept = [finding for finding in findings if finding.kind != "default_factory_not_called"]
    meant = {(f.path[:-1], f.suggestion) for f in kept if f.suggestion}
    inside = {f.place[:depth] for f in kept for depth in range(len(f.place))}
    return [
        finding
        for finding in kept
        # A missing key that is misspelled is reported once, at the misspelling.
        if not (finding.is_missing and (finding.path, finding.place[-1]) in meant)
        # A value with several possible shapes is tried in each; an error inside the intended shape
        # is more useful than "none of these shapes".
        and not (finding.kind in _SHAPES and finding.place in inside)
    ]
