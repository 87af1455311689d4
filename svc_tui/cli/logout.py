"""`svc-tui logout`: sign out, here and at the backend."""

from __future__ import annotations

import argparse

from svc_tui.app.context import Svc
from svc_tui.cli.exits import OK
from svc_tui.cli.services import options_of, with_services
from svc_tui.text import clean


def run(known: argparse.Namespace) -> int:
    """End the saved session; without one, say so, which is not an error."""
    return with_services(options_of(known), _sign_out)


async def _sign_out(svc: Svc) -> int:
    user, place = svc.auth.user, svc.config.base_url
    if not svc.auth.asks or (user is None and not svc.jar.has_session):
        print(clean(f"Not signed in at {place}."))
        return OK
    unreachable = svc.auth.state.unreachable
    await svc.auth.logout()
    who = user.name if user else svc.config.user or "the saved user"
    heard = f", but the server could not be reached ({unreachable})" if unreachable else ""
    print(clean(f"Signed out {who} at {place}{heard}."))
    return OK
