"""Check the arguments of public classes: unknown names, and values of the wrong type."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from inspect import (
    CO_VARARGS,
    isasyncgenfunction,
    iscoroutinefunction,
    isfunction,
    isgeneratorfunction,
    signature,
    unwrap,
)
from pathlib import Path, PurePath
from typing import Any, TypeVar

from svc_tui.models.address import why_no_address

KindT = TypeVar("KindT", bound=type[Any])

TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""Characters allowed in the name of a header or a cookie."""


PLACE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""Where something to import is: `module:name`."""


class Sync:
    """The kind of a function that is not awaited, so that it must not be async."""


class Name:
    """The kind of a string that is not empty."""


class Address:
    """The kind of a string that is empty or the address of a collection."""


class Once:
    """The kind of a function that is called once and may be awaited, so that it must not yield."""


_WORDS: Mapping[object, str] = {
    str: "a string",
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    Callable: "a function",
    Name: "a string",
    Address: "a string",
    Sync: "a function",
    Once: "a function",
    Mapping: "a dict",
    Sequence: "a list",
    Collection: "a list",
    type(None): "None",
    PurePath: "a path",
    Path: "a path",
    tuple: "a tuple",
    list: "a list",
    dict: "a dict",
    bytes: "bytes",
}
"""Descriptions of the kinds of values."""


def is_async(call: object) -> bool:
    """Whether a function is async, or an object with an async `__call__`."""
    return any(map(iscoroutinefunction, _calls(call)))


GENERATES = "must not be a generator function: remove its `yield`"


def is_generator(call: object) -> bool:
    """Whether a function is a generator, also an async one, or an object with such a `__call__`."""
    while isinstance(call, partial):
        call = call.func
    return any(isgeneratorfunction(one) or isasyncgenfunction(one) for one in _calls(call))


def _calls(call: object) -> list[object]:
    """Return what a call of an object runs: itself, or its method."""
    return [call, call.__call__] if callable(call) and not isinstance(call, type) else [call]


def call_name(call: object) -> str:
    """Return the name of a function, a method or another callable, as its author knows it."""
    return str(getattr(call, "__qualname__", type(call).__name__)).rpartition("<locals>.")[2]


def wrong_count(call: Callable[..., object], *args: str, keywords: Iterable[str] = ()) -> str:
    """Return why a function can't be called with these arguments; "" if it can.

    Args:
        call: The function; one that does not say what it takes may be called.
        args: The names of what it is called with.
        keywords: The names of what it is called with by name.
    """
    named = dict.fromkeys(keywords)
    try:
        taken = signature(call)
    except (TypeError, ValueError):
        return ""
    try:
        taken.bind(*args, **named)
    except TypeError:
        name = call_name(call)
        # A default value may be a secret.
        mine = ", ".join(
            str(one.replace(annotation=one.empty, default=one.empty))
            + ("" if one.default is one.empty else "=…")
            for one in taken.parameters.values()
        )
        given = ", ".join((*args, *(f"{one}=…" for one in named)))
        return f"{name}({mine}) would be called with ({given})"
    return ""


def twice(words: Iterable[str]) -> list[str]:
    """Return the words that appear more than once, each once."""
    found: dict[str, int] = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return [word for word, times in found.items() if times > 1]


@dataclass(frozen=True)
class ListOf:
    """The kind of a list whose members are all of one kind."""

    kind: Any


@dataclass(frozen=True)
class OneOf:
    """The kind of a text that is one of a few."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class AtLeast:
    """The kind of a whole number that is not below another one, or None."""

    least: int


def checks_arguments(**kinds: Any) -> Callable[[KindT], KindT]:
    """Return a decorator that has a class refuse wrong arguments with a `ConfigError`.

    Args:
        kinds: What each argument may be, as `isinstance` takes it, `ListOf(kind)`, `Sync` or
            `Once`. Others are checked by their annotations where that is simple. `*names` of
            the constructor is a list.
    """

    def decorate(cls: KindT) -> KindT:
        init = cls.__init__
        strict = {**_annotated(_annotations_of(init)), **kinds}
        code = init.__code__
        names = code.co_varnames[1 : code.co_argcount]
        rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount :][:1]

        @wraps(init)
        def checked(self: Any, /, *args: Any, **named: Any) -> None:
            given = {**dict(zip(names, args, strict=False)), **named}
            if code.co_flags & CO_VARARGS:
                given[rest[0]] = args[len(names) :]
            check_values(type(self), given, strict)
            try:
                init(self, *args, **named)
            except TypeError:
                if problems := _misfits(type(self), init, (self, *args), named):
                    raise refused_arguments(type(self), *problems) from None
                raise

        cls.__init__ = checked
        return cls

    return decorate


def check_values(cls: type, given: Mapping[str, Any], kinds: Mapping[str, Any]) -> None:
    """Raise `ConfigError` for arguments of a class of the wrong type; missing ones are valid."""
    check_call(cls.__name__, given, kinds)


def check_call(name: str, given: Mapping[str, Any], kinds: Mapping[str, Any]) -> None:
    """Raise `ConfigError` for arguments of a call of the wrong type; missing ones are valid."""
    if problems := misfits(given, kinds):
        raise refused_call(name, *problems)


def misfits(given: Mapping[str, Any], kinds: Mapping[str, Any]) -> list[str]:
    """Return why arguments can't have their values; missing ones are valid."""
    return [
        said
        for one, kind in kinds.items()
        if one in given and (said := _misfit(one, given[one], kind))
    ]


_ANNOTATED: Mapping[str, Any] = {
    "str": str,
    "bool": bool,
    "int": int,
    "float": (int, float),
    "Mapping": Mapping,
    "dict": dict,
    "tuple": (tuple, list),
    "frozenset": Collection,
    "Sequence": ListOf(object),
    "Callable": Callable,
}
"""The kinds of arguments, by the first word of their annotation."""


def _annotations_of(init: Any) -> dict[str, Any]:
    """Return the annotations of a constructor's arguments, also of those in an `Unpack[…]`."""
    found = dict(init.__annotations__)
    for words in map(str, init.__annotations__.values()):
        if words.startswith("Unpack["):
            keywords = unwrap(init).__globals__[words[7:-1]].__annotations__
            found |= {name: getattr(one, "__forward_arg__", one) for name, one in keywords.items()}
    return found


def _is_union(annotation: str) -> bool:
    """Whether an annotation names several types, apart from those inside brackets."""
    depth = 0
    for char in annotation:
        depth += (char == "[") - (char == "]")
        if char == "|" and not depth:
            return True
    return False


def _annotated(annotations: Mapping[str, Any], call: Any = Callable) -> dict[str, Any]:
    """Return the kinds of the arguments that have simple annotations, such as `bool | None`.

    `call` is the kind of a function.
    """
    found: dict[str, Any] = {}
    for name, words in annotations.items():
        plain = str(words).removesuffix(" | None")
        kind = None if _is_union(plain) else _ANNOTATED.get(plain.partition("[")[0])
        if kind is None:
            continue
        if kind is Callable:
            kind = Once if "Awaitable" in plain else call
        if plain == words:
            found[name] = kind
        elif not isinstance(kind, ListOf):
            found[name] = (*(kind if isinstance(kind, tuple) else (kind,)), type(None))
    return found


def checks_fields(cls: KindT) -> KindT:
    """Make a dataclass refuse arguments that don't match its annotations."""
    return checks_arguments(**_annotated(cls.__annotations__, Sync))(cls)


def checked_header(header: str) -> str:
    """Return a header with a place for a token, or ""; raises ValueError for anything else."""
    name, colon, value = header.partition(":")
    if header and not (colon and TOKEN.fullmatch(name.strip()) and "{token}" in value):
        raise ValueError('should be a header with {token}: "Authorization: Bearer {token}"')
    if not (header.isascii() and header.isprintable()):
        raise ValueError("can only contain ASCII characters")
    return header


def kind_words(kind: Any) -> str:
    """Return what a value should be: `a string or None`."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(_WORDS.get(one, f"{one.__name__}(…)") for one in kinds)


def given_words(value: object) -> str:
    """Return a value's type; it may be a secret, so the value is not shown."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return _WORDS.get(type(value), with_article(type(value).__name__))


def is_place(value: object) -> bool:
    """Whether a value names something to import: `module:name`."""
    return isinstance(value, str) and PLACE.fullmatch(value) is not None


def in_words(value: object) -> str:
    """Return a name as it was given, or the type of any other value."""
    return f'"{value[:60]}"' if isinstance(value, str) else given_words(value)


def with_article(name: str) -> str:
    """Return the name of a class with its article: `an int`, `a Route`."""
    return f"{'an' if name[:1] in 'aeioAEIO' else 'a'} {name}"


SIGN_IN_PATHS = ("auth_login_url", "user_info_api", "logout_url")
"""The options that only a sign-in with a session reads."""


def check_said_once(options: Any, given: Mapping[str, object]) -> None:
    """Refuse an argument that contradicts the options; raises `ConfigError`."""
    from svc_tui.config.errors import ConfigError, ConfigProblem

    twice = [
        ConfigProblem(f"{name}= is also set in the options; remove one")
        for name, value in given.items()
        if value is not None and name in options.model_fields_set
        if value != getattr(options, name)
    ]
    if given.get("auth") is not None:
        twice += [
            ConfigProblem(f"{name} in the options has no effect together with auth=; remove one")
            for name in SIGN_IN_PATHS
            if name in options.model_fields_set
        ]
    if twice:
        raise ConfigError(*twice)


_CHECKED_AS: Mapping[object, Any] = {Sync: Callable, Once: Callable, Name: str, Address: str}
"""What `isinstance` takes for a kind."""


def _misfit(name: str, value: object, kind: Any) -> str:
    """Return why an argument can't have a value; "" if it can."""
    if isinstance(kind, OneOf):
        if value in kind.words:
            return ""
        from svc_tui.config.explain import nearest

        hint = nearest(str(value), kind.words, noun="choices", listed="")
        return f'{name} = "{value}" is not valid; {hint}'
    if isinstance(kind, AtLeast):
        if value is None:
            return ""
        if not isinstance(value, int) or isinstance(value, bool):
            return f"{name} should be {kind_words((int, type(None)))}, not {given_words(value)}"
        return f"{name} should be {kind.least} or more, not {value}" if value < kind.least else ""
    if not isinstance(kind, ListOf):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        asked: Any = tuple(_CHECKED_AS.get(one, one) for one in kinds)
        # To Python, True is a whole number.
        is_no_number = isinstance(value, bool) and not {bool, object} & {*kinds}
        if is_no_number or not isinstance(value, asked):
            return f"{name} should be {kind_words(kind)}, not {given_words(value)}"
        if Name in kinds and isinstance(value, str) and not value.strip():
            return f"{name} should not be empty"
        if Address in kinds and value and (why := why_no_address(str(value))):
            return f"{name} {why}"
        if Once in kinds and is_generator(value):
            return f"{name} {GENERATES}"
        return f"{name} must not be async" if Sync in kinds and is_async(value) else ""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        return f"{name} should be a list, not {given_words(value)}"
    members = value if isinstance(value, Collection) else ()
    wrong = [one for one in members if not isinstance(one, kind.kind)]
    words = f"{name}: each should be {kind_words(kind.kind)}, not "
    return words + given_words(wrong[0]) if wrong else ""


def _names_of(cls: type) -> set[str]:
    """Return the arguments of a class, and of those that it passes them on to."""
    found: set[str] = set()
    for kind in cls.__mro__:
        init: Any = vars(kind).get("__init__")
        for one in signature(init).parameters.values() if isfunction(init) else ():
            unpacked = str(one.annotation).removeprefix("Unpack[").removesuffix("]")
            if one.kind is one.VAR_KEYWORD:
                keywords = unwrap(init).__globals__.get(unpacked)
                found |= set(getattr(keywords, "__annotations__", ()))
            elif one.kind is not one.VAR_POSITIONAL:
                found.add(one.name)
    return found - {"self"}


def _misfits(cls: type, init: Any, args: tuple[Any, ...], named: Mapping[str, Any]) -> list[str]:
    """Return why arguments don't fit a call; empty if they do."""
    from svc_tui.config.explain import nearest

    known = _names_of(cls)
    if unknown := [name for name in named if name not in known]:
        return [
            f'unknown argument "{name}"; {nearest(name, known, noun="arguments", listed="")}'
            for name in unknown
        ]
    try:
        signature(init).bind(*args, **named)
    except TypeError as error:
        return [str(error)]
    return []


def refused_arguments(cls: type, *problems: str) -> ValueError:
    """Return the `ConfigError` about the arguments of a class."""
    return refused_call(cls.__name__, *problems)


def refused_call(name: str, *problems: str) -> ValueError:
    """Return the `ConfigError` about the arguments of a function or a class."""
    from svc_tui.config.errors import ConfigError, ConfigProblem

    return ConfigError(*(ConfigProblem(f"{name}(…): {said}") for said in problems))
