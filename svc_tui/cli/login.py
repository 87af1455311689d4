"""`svc-tui login`: sign in once, for the console and the other commands."""

from __future__ import annotations

import argparse

from svc_tui.api.errors import ValidationFailed
from svc_tui.app.context import Svc
from svc_tui.cli.exits import NOT_SIGNED_IN, OK, USAGE, CommandError
from svc_tui.cli.password import piped_password, typed_password, typed_user
from svc_tui.cli.services import options_of, with_services
from svc_tui.config.paths import ready, state_dir
from svc_tui.models.records import UserProfile
from svc_tui.text import clean


def run(known: argparse.Namespace) -> int:
    """Ask, sign in, keep the session; raises CommandError."""
    piped = piped_password(known)
    options = options_of(known)
    ready(state_dir())  # before anybody types a password that could not be used
    if not (user := options.user or typed_user()):
        raise CommandError("Not signed in: a user name is needed, as in `--user editor`.", USAGE)
    password = piped or typed_password(user)

    async def sign_in(svc: Svc) -> int:
        profile = await signed_in(svc, user, password)
        if svc.jar.warning:
            await svc.auth.logout()  # A session that nobody could go on with ends here.
            raise CommandError(f"Not signed in. {svc.jar.warning}")
        groups = f" ({', '.join(profile.groups)})" if profile.groups else ""
        print(clean(f"Signed in as {profile.name}{groups} at {svc.config.base_url}."))
        return OK

    return with_services(options, sign_in)


async def signed_in(svc: Svc, user: str, password: str) -> UserProfile:
    """Sign in; raises CommandError where the backend does not accept it, and ApiError."""
    try:
        return await svc.auth.login(user, password)
    except ValidationFailed as error:
        raise CommandError(f"Not signed in. {error}", NOT_SIGNED_IN) from None
