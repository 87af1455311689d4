"""Records without what nobody is to see: passwords, hashes and tokens have no place on a screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svc_tui.introspect.names import is_secret

DEEPEST = 40
"""Values within values that are looked into; what lies deeper is left out."""


def unsaid(value: Any, depth: int = 0) -> Any:
    """A value without the keys that sound like secrets, however deep they lie."""
    if depth > DEEPEST:
        return None
    if isinstance(value, Mapping):
        told = {key: one for key, one in value.items() if not is_secret(str(key))}
        return {key: unsaid(one, depth + 1) for key, one in told.items()}
    if isinstance(value, list | tuple):
        return [unsaid(one, depth + 1) for one in value]
    return value


def secrets_in(value: Any) -> tuple[str, ...]:
    """The keys of a record that are left out of what is shown of it."""
    if not isinstance(value, Mapping):
        return ()
    return tuple(str(key) for key in value if is_secret(str(key)))


def holds_secrets(key: str, value: Any) -> bool:
    """Whether a value sounds like a secret by its key, or has one inside."""
    return is_secret(key) or unsaid(value) != (list(value) if isinstance(value, tuple) else value)
