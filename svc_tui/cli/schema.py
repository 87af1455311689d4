"""`svc-tui schema`: the console file's JSON Schema, for editors."""

from __future__ import annotations

import argparse
import json

from svc_tui.cli.exits import OK


def run(known: argparse.Namespace) -> int:
    """Print it."""
    from svc_tui.config.schema import json_schema

    print(json.dumps(json_schema(), indent=2), flush=True)
    return OK
