"""Checks a consumer's subclass when it is made: misspelt names, methods of a wrong kind."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from inspect import Parameter, iscoroutinefunction, isfunction, signature
from typing import Any

from svc_tui.models.arguments import (
    GENERATES,
    given_words,
    is_async,
    is_generator,
    refused_arguments,
    wrong_count,
)
from svc_tui.models.foreign_code import OURS, package_of

SHORTEST = 4
"""Letters of the shortest name that is compared: shorter ones are near to too many words."""


def check_overrides(cls: type, names: Collection[str], *, may_yield: Collection[str] = ()) -> None:
    """Raise `ConfigError` for what a consumer's class defines and its base would never use.

    Args:
        cls: The class that was just made; one of ours is not looked at.
        names: The methods and attributes that a subclass may define.
        may_yield: Those of them that may be generator functions.
    """
    if is_ours(cls):
        return
    problems = [*_misspelt(cls, names)]
    for name in names:
        if why := _why_unused(cls, name, may_yield=name in may_yield):
            problems.append(f"{name} {why}")
    if problems:
        raise refused_arguments(cls, *problems)


def _misspelt(cls: type, names: Collection[str]) -> Iterator[str]:
    """Yield the attributes of a class that are spelled nearly as one of its base."""
    base = _ours(cls)
    for name in vars(cls):
        short = len(name) < SHORTEST and not name.isupper()
        if name.startswith("_") or short or hasattr(base, name):
            continue
        if near := meant_name(name, names):
            yield f'"{name}" is not used; did you mean "{near}"? If not, rename it'


def meant_name(name: str, names: Collection[str]) -> str | None:
    """Return the name that was meant by one that is none of them; None where none is near.

    A word that only goes on after another one is a word of its own: `ready` is not `read`.
    """
    flat = {one.replace("_", "").lower(): one for one in names}
    if found := flat.get(name.replace("_", "").lower()):
        return found
    near = next(iter(get_close_matches(name, names, 1, 0.75)), None)
    if near is None or len(near) < SHORTEST:
        return None
    if name.islower() and "_" not in name and (name.startswith(near) or near.startswith(name)):
        return None
    turned = sorted(name) == sorted(near)
    return near if turned or SequenceMatcher(None, name, near).ratio() >= 0.85 else None


def meant_key(path: str, known: Collection[str]) -> str | None:
    """Return the key that was probably meant by an unknown path; None without a near one.

    A record may have more values than its form has fields, with names that are alike:
    `published_at` beside `published`, `title_en` beside `title_de`.
    """
    if path in known or path.partition(".")[0] in known:
        return None
    return next((key for key in sorted(known) if _is_misspelt(_words(path), _words(key))), None)


def _is_misspelt(words: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether all words are the same ones, but for their spelling."""
    pairs = zip(words, meant, strict=False)
    return len(words) == len(meant) and all(a == b or meant_name(a, [b]) for a, b in pairs)


def _words(path: str) -> list[str]:
    return [one.lower() for one in re.split(r"[._]|(?<=[a-z])(?=[A-Z])", path)]


def _ours(cls: type) -> type:
    return next(kind for kind in cls.__mro__ if is_ours(kind) or kind is object)


def is_ours(cls: type) -> bool:
    """Whether a class is none of the consumer's; `type(…)` gives a class its metaclass's module."""
    return package_of(cls) in OURS and cls.__module__ != type(cls).__module__


def _why_unused(cls: type, name: str, *, may_yield: bool) -> str:
    """Return why the definition of a name in a consumer's class could not be used; "" if it can."""
    defined = [(kind, vars(kind)[name]) for kind in cls.__mro__ if name in vars(kind)]
    if not defined or is_ours(defined[0][0]):
        return ""
    own = defined[0][1]
    above = next((one for kind, one in defined if is_ours(kind)), None)
    if isinstance(above, property):
        return _why_no_property(own)
    if isinstance(above, classmethod):
        if isfunction(own):
            return "should be a classmethod: write @classmethod above it"
        return _why_no_call(getattr(cls, name), _parameters(above.__func__), may_yield)
    if not isfunction(above):
        return ""
    if isinstance(own, property | cached_property):
        return "should be a method: remove the @property above it"
    given = _parameters(above)
    call = getattr(cls, name)
    # Also what other descriptors make a method of, such as `partialmethod`.
    has_self = isfunction(call) and not isinstance(own, staticmethod)
    if iscoroutinefunction(above):
        return "" if is_async(call) else "should be async: it is awaited"
    return _why_no_call(call, ["self", *given] if has_self else given, may_yield)


def _why_no_property(own: object) -> str:
    if isfunction(own) or isinstance(own, classmethod | staticmethod):
        return "should be a property: write @property above it"
    read = own.fget if isinstance(own, property) else None
    return "must not be async" if is_async(read) else ""


def _why_no_call(call: Any, given: Collection[str], may_yield: bool) -> str:
    if not callable(call):
        return f"should be a method, not {given_words(call)}"
    if is_async(call):
        return "must not be async"
    if is_generator(call) and not may_yield:
        return GENERATES
    why = wrong_count(call, *given)
    return f"has the wrong parameters: {why}" if why else ""


def _parameters(call: Any) -> list[str]:
    """Return the names of what a method is always called with, without its first one."""
    _, *rest = signature(call).parameters.values()
    positional = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return [one.name for one in rest if one.kind in positional and one.default is one.empty]
