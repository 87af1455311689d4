"""`svc-tui login`: sign in once, for the console and the other commands."""

from __future__ import annotations

import argparse
import sys

from svc_tui.api.errors import ValidationFailed
from svc_tui.cli.exits import NOT_SIGNED_IN, OK, Complaint
from svc_tui.cli.password import piped_password, typed_password, typed_user
from svc_tui.cli.services import with_services
from svc_tui.config.paths import ready
from svc_tui.context import Svc
from svc_tui.text import clean


def run(known: argparse.Namespace) -> int:
    """Ask, sign in, keep the session."""
    piped = piped_password(known)

    async def sign_in(svc: Svc) -> int:
        ready(svc.state_dir)  # before anybody types a password that could not be used
        user = svc.config.user or typed_user()
        password = piped or typed_password(user)
        try:
            profile = await svc.auth.login(user, password)
        except ValidationFailed as error:
            raise Complaint(f"Not signed in. {error}", NOT_SIGNED_IN) from None
        groups = f" ({', '.join(profile.groups)})" if profile.groups else ""
        print(clean(f"Signed in as {profile.username}{groups} at {svc.config.base_url}."))
        if svc.jar.warning:
            print(clean(svc.jar.warning), file=sys.stderr)
        return OK

    return with_services(known, sign_in)
