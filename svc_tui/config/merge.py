"""Merge flags, environment, console file and defaults into one console."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from pydantic.alias_generators import to_snake

from svc_tui.config.document import FILE_NAME, ConsoleConfig, Document
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.config.explain import explained, nearest
from svc_tui.config.keys import checked_keys, destructive, doubts
from svc_tui.config.locate import KeyPath, key_lines
from svc_tui.config.options import ConsoleFile, Options, UikitOptions
from svc_tui.config.place import named, path_in_file
from svc_tui.config.restricted import is_restricted
from svc_tui.config.trust import (
    KEYRING,
    PASSWORD_COMMAND,
    Code,
    code_in,
    held_words,
    is_code,
    is_shared,
    shared_words,
    without_handlers,
)
from svc_tui.models.base import WORDS, Declaration
from svc_tui.models.extensions import installed
from svc_tui.models.field_types import FIELD_TYPES, every_attr, known_attrs
from svc_tui.models.listing import unknown_verb
from svc_tui.models.registry import EVERY_TYPE

if TYPE_CHECKING:
    from svc_tui.models.fields import FieldDescriptor

_SECTIONS: tuple[tuple[str, KeyPath], ...] = (
    ("svc", ()),
    ("svc_core", ()),
    ("svc_uikit", ("uikit",)),
    ("camomilla", ("camomilla",)),
)
"""The sections of a file, and the place of each among the options."""

_VARIABLES = {"base_url": ("SVC_TUI_BASE_URL", "SVC_TUI_URL")}
"""Options with more than one environment variable."""

_FLAGS = {"base_url": "--url"}
"""Options whose flag is not simply their name."""


def console_of(
    document: Document,
    overrides: Mapping[str, Any],
    environ: Mapping[str, str],
    known_keys: Mapping[str, str] | None,
    *,
    check_types: bool = False,
    known_themes: Collection[str] = (),
    trusted: bool = True,
) -> ConsoleConfig:
    """Return the console of these sources; raises ConfigError.

    Keys that name code are ignored if the file is not `trusted`.
    """
    file = _CheckedFile(document)
    code = code_in(file.content)
    held = held_words(document.path, code) if code and document.path and not trusted else ""
    if held:
        file.content = without_handlers(file.content, document.path or Path(FILE_NAME))
    keys, key_warnings = _keys(file, known_keys)
    folder, unsafe = _code_folder(document) if code and not held else (None, "")
    given = _Given.of(overrides, environ)
    warnings = [*key_warnings, *_list_warnings(file), *_attrs_warnings(file)]
    warnings += _type_warnings(file) if check_types else ()
    warnings += _theme_warnings(file, given, known_themes) if known_themes else ()
    return ConsoleConfig(
        options=_options(file, given, trusted=trusted),
        resources=file.content.resources,
        groups=file.content.groups,
        keys=keys,
        profiles=tuple(file.content.profiles),
        source=document.path,
        warnings=(*filter(None, (held, unsafe)), *map(str, warnings)),
        held=held,
        code_folder=folder,
        document=document,
    )


def _code_folder(document: Document) -> tuple[Path | None, str]:
    """Return the folder from which a file's modules may be imported; or None, and why not."""
    if document.path is None:
        return None, ""
    folder = Path(os.path.realpath(document.path)).parent
    if is_shared(folder):
        return None, shared_words(document.path, folder)
    return folder, ""


def problem_at(document: Document, text: str, *place: str | int) -> ConfigProblem:
    """Return a problem of a valid file with the line of a key, by its name in the code."""
    line = key_lines(document.text).get(path_in_file(document.data, place))
    return ConfigProblem(text, str(document.path or FILE_NAME), line)


def code_lines(document: Document) -> list[tuple[int | None, Code]]:
    """Return the code that a file names, each with its line; raises ConfigError."""
    file = _CheckedFile(document)
    return [(file.line(*one.place), one) for one in code_in(file.content)]


@dataclass(frozen=True)
class _Setting:
    """One option of a file, and its place."""

    place: KeyPath
    value: Any


class _CheckedFile:
    """A console file whose keys are all known; otherwise creating one raises ConfigError."""

    def __init__(self, document: Document) -> None:
        self.path = document.path
        self._document = document
        try:
            self.content = ConsoleFile.model_validate(document.data)
        except ValidationError as error:
            found = explained(error, ConsoleFile, document.data)
            problems = [self.problem(text, *place) for place, text in found]
            raise self.error(*problems) from None  # its text may contain secrets

    @cached_property
    def _lines(self) -> Mapping[KeyPath, int]:
        """The line of each key; only parsed if there is something to report."""
        return key_lines(self._document.text)

    def line(self, *place: str | int) -> int | None:
        """Return the line of a key, by its name in the code."""
        return self._lines.get(path_in_file(self._document.data, place))

    def spelling(self, *place: str | int) -> str:
        """Return a key as the file spells it."""
        owner, found = (path_in_file(self._document.data, way) for way in (place[:-1], place))
        return str(found[-1] if len(found) > len(owner) else place[-1])

    def named(self, *place: str | int) -> str:
        """Return the description of a table or entry."""
        return named(self._document.data, path_in_file(self._document.data, place))

    def problem(self, text: str, *place: str | int) -> ConfigProblem:
        """Return a problem with its line."""
        return ConfigProblem(text, str(self.path or FILE_NAME), self.line(*place))

    def error(self, *problems: ConfigProblem) -> ConfigError:
        """Return the error of all problems, from top to bottom."""
        return ConfigError(*sorted(problems, key=lambda p: p.line or 0), path=self.path)

    def settings(self, profile: str | None) -> dict[KeyPath, _Setting]:
        """Return every option that the file sets, the profile's over the others.

        Raises ConfigError if two sections disagree, or if there is no such profile.
        """
        settings: dict[KeyPath, _Setting] = {}
        clashes: list[ConfigProblem] = []
        for section, target in _SECTIONS:
            for path, value in _leaves(getattr(self.content, section)):
                mine = _Setting((section, *path), value)
                first = settings.setdefault((*target, *path), mine)
                if first.value != value:
                    clashes.append(self._clash(first, mine))
        if clashes:
            raise self.error(*clashes)
        return settings | self._profile(profile)

    def _clash(self, first: _Setting, second: _Setting) -> ConfigProblem:
        """Return the problem of two sections that set an option differently."""
        line = self.line(*first.place)
        text = (
            f"{first.place[-1]} is set in {self.named(*first.place[:-1])}"
            f"{f' (line {line})' if line else ''} and differently in "
            f"{self.named(*second.place[:-1])}; keep one of them"
        )
        return self.problem(text, *second.place)

    def _profile(self, name: str | None) -> dict[KeyPath, _Setting]:
        if name is None:
            return {}
        profiles = self.content.profiles
        if name not in profiles:
            hint = nearest(name, profiles, noun="profiles") if profiles else "the file has none"
            raise self.error(self.problem(f"there is no [profiles.{name}]; {hint}", "profiles"))
        leaves = _leaves(profiles[name])
        return {path: _Setting(("profiles", name, *path), value) for path, value in leaves}


def _leaves(section: Declaration, above: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every option that a section sets, with its path."""
    for name in section.model_fields_set:
        value = getattr(section, name)
        if isinstance(value, Declaration):
            yield from _leaves(value, (*above, name))
        else:
            yield (*above, name), value


@dataclass(frozen=True)
class _Given:
    """Options of flags and the environment, with the name of each there."""

    values: Mapping[str, Any]
    sources: Mapping[str, str]

    @classmethod
    def of(cls, overrides: Mapping[str, Any], environ: Mapping[str, str]) -> _Given:
        """Merge flags over the environment."""
        sources = {name: f"${variable}" for name, variable in _set_variables(environ).items()}
        values = {name: environ[variable[1:]] for name, variable in sources.items()}
        for name, value in overrides.items():
            if value is not None:
                values[name] = value
                sources[name] = _FLAGS.get(name, f"--{name.replace('_', '-')}")
        return cls(values, sources)


def _options(file: _CheckedFile, given: _Given, *, trusted: bool) -> Options:
    """Return the merged options; raises ConfigError that names the flag or variable at fault."""
    settings = file.settings(given.values.get("profile"))
    if not trusted:
        settings.pop(PASSWORD_COMMAND, None)
        settings.pop(("plugins",), None)
        settings.pop(("transport",), None)
        dialect = settings.get(("dialect",))
        if dialect is not None and is_code(dialect.value):
            del settings[("dialect",)]
    if is_restricted():
        settings.pop(KEYRING, None)  # The user's own settings decide what is loaded for it.
    merged = _tree(settings)
    _lay_over(merged, given.values)
    if "base_url" not in merged:
        raise ConfigError(_no_backend(file), path=file.path)
    try:
        return Options.model_validate(merged, context={WORDS: True}).as_from_file()
    except ValidationError as error:
        found = explained(error, Options, merged)
    raise ConfigError(
        *(ConfigProblem(text, given.sources.get(str(place[0]), "")) for place, text in found)
    )


def _set_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the options that the environment sets, and the variable of each."""
    found: dict[str, str] = {}
    for name, field in Options.model_fields.items():
        if isinstance(field.default, Declaration):
            continue
        for variable in _VARIABLES.get(name, (f"SVC_TUI_{name.upper()}",)):
            if environ.get(variable):
                found.setdefault(name, variable)
    return found


def _tree(settings: Mapping[KeyPath, _Setting]) -> dict[str, Any]:
    """Return options by their paths as nested tables."""
    tree: dict[str, Any] = {}
    for path, setting in settings.items():
        table = tree
        for step in path[:-1]:
            table = table.setdefault(str(step), {})
        table[str(path[-1])] = setting.value
    return tree


def _lay_over(tree: dict[str, Any], values: Mapping[str, Any]) -> None:
    """Merge values into a tree, table by table."""
    for name, value in values.items():
        if isinstance(value, Mapping) and isinstance(tree.get(name), dict):
            _lay_over(tree[name], value)
        else:
            tree[name] = value


def _no_backend(file: _CheckedFile) -> ConfigProblem:
    wish = 'base_url = "https://…" under [svc]'
    if file.path is None:
        return ConfigProblem(
            f"no backend is set: start with --url (base_url=… in Python), or write {wish} in "
            f"{FILE_NAME}"
        )
    how = "or start with --url (base_url=… in Python)"
    return file.problem(f"no backend is set: write {wish}, {how}", "svc")


def _keys(
    file: _CheckedFile, known: Mapping[str, str] | None
) -> tuple[dict[str, str], list[ConfigProblem]]:
    """Return the changed bindings and warnings about them; raises ConfigError for invalid ones."""
    keys, wrong = checked_keys(file.content.keys)
    sentences = {binding: f"[keys]: {binding}: {why}" for binding, why in wrong.items()}
    for binding in file.content.keys:
        if known is not None and binding not in known:
            hint = nearest(binding, known, noun="bindings")
            sentences[binding] = f'[keys]: there is no binding "{binding}"; {hint}'
    refused = destructive(keys, known or {}).items()
    sentences |= {binding: f"[keys]: {binding}: {why}" for binding, why in refused}
    if sentences:
        problems = (file.problem(text, "keys", binding) for binding, text in sentences.items())
        raise file.error(*problems)
    return keys, [file.problem(text, "keys", at) for at, text in doubts(keys, known or {})]


def _attrs_warnings(file: _CheckedFile) -> Iterator[ConfigProblem]:
    """Yield warnings about settings in `attrs` that no field of the type reads."""
    for _, place, field in _every_field(file):
        if (known := known_attrs(field.type)) is not None:
            yield from _unread_keys(file, field.attrs, known, (*place, "attrs"))
    content = file.content
    sections: dict[KeyPath, UikitOptions] = {
        ("svc", "uikit"): content.svc.uikit,
        ("svc_uikit",): content.svc_uikit,
    }
    for name, profile in content.profiles.items():
        sections["profiles", name, "uikit"] = profile.uikit
    for place, section in sections.items():
        for kind, attrs in section.form.attrs.items():
            where = (*place, "form", "attrs", kind)
            if kind != EVERY_TYPE and kind not in FIELD_TYPES:
                hint = nearest(kind, [EVERY_TYPE, *FIELD_TYPES], noun="field types")
                yield file.problem(f'attrs of the unknown field type "{kind}"; {hint}', *where)
                continue
            known = known_attrs(kind) or every_attr()
            yield from _unread_keys(file, attrs, known, where)


def _unread_keys(
    file: _CheckedFile, attrs: Mapping[str, Any], known: frozenset[str], place: KeyPath
) -> Iterator[ConfigProblem]:
    for key in attrs:
        if to_snake(key) not in known:
            hint = nearest(key, known)
            spelling = file.spelling(*place, key)
            text = f'{file.named(*place)}: unknown key "{spelling}" is ignored; {hint}'
            yield file.problem(text, *place, key)


def _theme_warnings(
    file: _CheckedFile, given: _Given, known: Collection[str]
) -> Iterator[ConfigProblem]:
    """Yield a warning about an unknown theme; another one is used."""
    flagged = given.values.get("theme")
    set_at = file.settings(given.values.get("profile")).get(("theme",))
    theme = flagged or (set_at.value if set_at else None)
    if not theme or theme in known:
        return
    text = f'theme "{theme}" is unknown; {nearest(theme, known, noun="themes")}'
    if flagged or set_at is None:
        yield ConfigProblem(text, given.sources["theme"])
    else:
        yield file.problem(text, *set_at.place)


def _type_warnings(file: _CheckedFile) -> Iterator[ConfigProblem]:
    """Yield warnings about fields of unknown types; the rest of their forms works."""
    for whose, place, field in _every_field(file):
        if field.type in FIELD_TYPES:
            continue
        known = {*FIELD_TYPES, *installed("field_types")}
        if field.type not in known:
            near = get_close_matches(field.type, known, 1, 0.7)
            meant = f'; did you mean "{near[0]}"?' if near else "."
            text = (
                f'The field "{field.key}" of {whose} has the unknown type "{field.type}"{meant} '
                "Its values are shown and kept, but can't be edited."
            )
            yield file.problem(text, *place, "type")


def _every_field(file: _CheckedFile) -> Iterator[tuple[str, KeyPath, FieldDescriptor]]:
    """Yield the fields of forms and actions: whose each is, its place, and the field."""
    for index, resource in enumerate(file.content.resources):
        for place, field in resource.placed_fields:
            whose = f'"{resource.name}"'
            if place[0] == "actions" and isinstance(place[1], int):
                whose = f'the action "{resource.actions[place[1]].label}" of {whose}'
            yield whose, ("resources", index, *place), field


def _list_warnings(file: _CheckedFile) -> Iterator[ConfigProblem]:
    """Yield warnings about filters that tabs always override, and actions that no user may run."""
    for index, resource in enumerate(file.content.resources):
        for number, action in enumerate(resource.actions):
            for word in action.unknown_verbs:
                text = (
                    f'the action "{action.label}" of "{resource.name}" needs {unknown_verb(word)}'
                )
                yield file.problem(text, "resources", index, "actions", number, "permissions")
        for position, item in enumerate(resource.filters):
            if resource.tabs and item.value == resource.tab_query_param:
                text = f'resource "{resource.name}": tabs and the filter "{item.value}" set the '
                text += "same parameter, so the filter has no effect; set another tab_query_param"
                yield file.problem(text, "resources", index, "filters", position)
