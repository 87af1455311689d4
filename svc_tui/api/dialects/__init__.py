"""Dialects: the request and response formats of a family of backends.

A `Dialect` is a value of hooks, found by its name. General code uses hooks and capabilities; it
never checks which dialect it has.
"""

from __future__ import annotations

import importlib

from svc_tui.api.dialects.base import (
    Adapter,
    Capabilities,
    Dialect,
    Exchange,
    Publication,
    Span,
    StepRequest,
)
from svc_tui.models.arguments import given_words
from svc_tui.models.dialects import BUILT_IN, RECOGNIZABLE, dialect_hint
from svc_tui.models.extensions import installed

__all__ = [
    "REST",
    "Adapter",
    "Capabilities",
    "Dialect",
    "Exchange",
    "Publication",
    "Span",
    "StepRequest",
    "dialect_named",
    "recognizable_dialects",
]

REST = Dialect("rest")
"""Plain REST, as the specification describes it."""


def dialect_named(name: str) -> Dialect:
    """Return the dialect of a name, of an installed package, or at `module:object`.

    Raises: ValueError: there is none; names the available ones.
    """
    place = BUILT_IN.get(name, name)
    if ":" not in place:
        packaged = installed("dialects")
        if name not in packaged:
            raise ValueError(f'unknown dialect "{name}"; {dialect_hint(name, packaged)}')
        place = packaged[name]
    module, _, attribute = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"the dialect {name!r} can't be imported: {error}") from None
    except (Exception, SystemExit) as error:  # Its import may fail in any way.
        words = f"{type(error).__name__}: {error}"
        raise ValueError(f"the dialect {name!r} can't be imported: {words}") from None
    if not isinstance(found, Dialect):
        raise ValueError(f"{name!r} should be a Dialect, not {given_words(found)}")
    return found


def recognizable_dialects() -> list[Dialect]:
    """Return the built-in dialects whose backends can be recognized, by precedence."""
    return [dialect_named(name) for name in RECOGNIZABLE]
