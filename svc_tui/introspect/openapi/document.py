"""Read the text of an OpenAPI description."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from svc_tui.introspect.openapi.swagger2 import as_openapi3

LARGEST_MB = 20
"""The largest description that is read."""


class BadDescription(ValueError):
    """A text is not an OpenAPI description; the message says why, as the end of a sentence."""


def parsed(body: bytes) -> Mapping[str, Any]:
    """Return a document in OpenAPI 3; one in Swagger 2.0 is converted.

    Reads JSON, and YAML where a YAML library is installed.

    Raises:
        BadDescription: it is something else.
    """
    start = body[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"<"):
        raise BadDescription("is a web page")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        if start.startswith((b"{", b"[")) or not _looks_like_yaml(body):
            raise BadDescription("is not valid JSON") from None
        found = _yaml(body)
    if not isinstance(found, Mapping):
        raise BadDescription("is not a JSON or YAML object")
    # YAML has a version without quotes as a number.
    if str(found.get("openapi")).startswith("3."):
        return found
    if str(found.get("swagger")).startswith("2."):
        return as_openapi3(found)
    raise BadDescription('has neither "openapi" with a version 3 nor "swagger" with 2.0')


def _looks_like_yaml(body: bytes) -> bool:
    lines = body[:4000].splitlines()
    return any(line.startswith((b"openapi:", b"swagger:", b"'openapi'")) for line in lines)


def _yaml(body: bytes) -> Any:
    try:
        import yaml
    except ImportError:
        words = "is YAML: install PyYAML with svc-tui, or use JSON"
        raise BadDescription(words) from None
    try:
        return yaml.load(body, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError):
        raise BadDescription("is not valid YAML") from None
