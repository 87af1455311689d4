"""Redact values: passwords, hashes and tokens do not belong on a screen.

The rule for names is `is_secret`; here it is applied to values at any depth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from svc_tui.introspect.names import is_secret
from svc_tui.models import exact_json
from svc_tui.stores.record.draft import MISSING

MASK = "••••••••"
"""Replaces a hidden secret."""

_KEY = re.compile(r'"([^"\\]+)"\s*:')


def redact(value: Any) -> Any:
    """Return a value without keys that look like secrets, at any depth."""
    return replaced(value, None)


def masked(value: Any) -> Any:
    """Return a value with `MASK` for each secret; empty values are not secrets."""
    return replaced(value, lambda secret: secret if _is_open(secret) else MASK)


def hidden(path: str | Sequence[str], value: Any) -> Any:
    """Return the value at a dotted path, redacted."""
    steps = path.split(".") if isinstance(path, str) else path
    if any(map(is_secret, steps)):
        return value if _is_open(value) else MASK
    return masked(value)


def replaced(value: Any, fill: Callable[[Any], Any] | None, depth: int = 0) -> Any:
    """Return a copy with `fill` for each secret; without `fill`, secrets are left out."""
    if depth > exact_json.KEPT:  # Nothing that was read is nested deeper.
        return None
    if isinstance(value, Mapping):
        return {
            key: (fill(one) if fill else one)
            if is_secret(str(key))
            else replaced(one, fill, depth + 1)
            for key, one in value.items()
            if fill is not None or not is_secret(str(key))
        }
    if isinstance(value, list | tuple):
        return [replaced(one, fill, depth + 1) for one in value]
    return value


def names_secrets(text: str) -> bool:
    """Whether invalid JSON text has keys that look like secrets."""
    return any(map(is_secret, _KEY.findall(text)))


def _is_open(value: Any) -> bool:
    return value is None or value is MISSING or isinstance(value, bool) or value in ("", [], {})


def secrets_in(value: Any) -> tuple[str, ...]:
    """The keys of a record that are never shown."""
    if not isinstance(value, Mapping):
        return ()
    return tuple(str(key) for key in value if is_secret(str(key)))


def holds_secrets(key: str, value: Any) -> bool:
    """Whether a value's key looks like a secret, or it has one inside."""
    return is_secret(key) or redact(value) != (list(value) if isinstance(value, tuple) else value)
