"""The options that the command line sets, by their names in the console file."""

from __future__ import annotations

import argparse
from typing import Any

OPTIONS = (
    "dialect",
    "openapi",
    "user",
    "theme",
    "ascii",
    "mouse",
    "diff",
    "frame_rate",
    "read_only",
    "profile",
)


def overrides(known: argparse.Namespace) -> dict[str, Any]:
    """Return the options that were given, without those that are None."""
    return {"base_url": known.url, **{name: getattr(known, name) for name in OPTIONS}}
