"""Reads the text of an OpenAPI description."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

LARGEST_MB = 20
"""The largest description that is read."""


class BadDescription(ValueError):
    """A text that is no OpenAPI description; the message says why, as the end of a sentence."""


def parsed(body: bytes) -> Mapping[str, Any]:
    """Return the document of OpenAPI 3 in JSON, or in YAML where a YAML library is installed.

    Raises:
        BadDescription: it is something else.
    """
    start = body[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"<"):
        raise BadDescription("is a web page, not an OpenAPI description")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        if start.startswith((b"{", b"[")) or not _looks_like_yaml(body):
            raise BadDescription("is no JSON that can be read") from None
        found = _yaml(body)
    if not isinstance(found, Mapping):
        raise BadDescription("is no object, as an OpenAPI description is")
    version = found.get("openapi")
    if isinstance(version, str) and version.startswith("3."):
        return found
    if "swagger" in found:
        raise BadDescription("is Swagger 2.0, and only OpenAPI 3 is read; convert it first")
    raise BadDescription('has no key "openapi" with a version 3')


def _looks_like_yaml(body: bytes) -> bool:
    lines = body[:4000].splitlines()
    return any(line.startswith((b"openapi:", b"swagger:", b"'openapi'")) for line in lines)


def _yaml(body: bytes) -> Any:
    try:
        import yaml
    except ImportError:
        words = "is YAML: install PyYAML beside svc-tui, or give its address in JSON"
        raise BadDescription(words) from None
    try:
        return yaml.load(body, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError):
        raise BadDescription("is no YAML that can be read") from None
