"""`svc-tui open LOCATION`: the console, straight at a page."""

from __future__ import annotations

import argparse

from svc_tui.cli.console import show
from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.models.location import BadLocation, Location


def run(known: argparse.Namespace) -> int:
    """Open the console there; raises CommandError for an invalid location."""
    try:
        location = Location.parse(known.location)
    except BadLocation as error:
        raise CommandError(str(error), USAGE) from None
    return show(known, start=str(location))
