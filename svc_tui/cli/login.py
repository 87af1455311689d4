"""`svc-tui login`: sign in once, for the console and the other commands."""

from __future__ import annotations

import argparse
import sys

from svc_tui.api.errors import ValidationFailed, WrongEndpoint
from svc_tui.app.auth_detection import auth_lines, suggested_auth
from svc_tui.app.context import Svc
from svc_tui.cli.exits import NOT_SIGNED_IN, OK, USAGE, CommandError
from svc_tui.cli.password import piped_password, typed_key, typed_password, typed_user
from svc_tui.cli.services import backend_of, with_services
from svc_tui.cli.sign_in_error import sign_in_error
from svc_tui.config.options import Options
from svc_tui.config.paths import ready, state_dir
from svc_tui.models.records import UserProfile
from svc_tui.text import clean


def run(known: argparse.Namespace) -> int:
    """Ask, sign in, save the session; raises CommandError."""
    piped = piped_password(known)
    options, first_list = backend_of(known)
    if options.auth.kind == "none":
        print(clean(f'No sign-in is needed at {options.base_url}: [svc.auth] has kind = "none".'))
        return OK
    _check_is_tried(options, first_list)
    ready(state_dir())  # before an unusable password is typed
    user = user_of(options)
    password = piped
    if password is None and not options.auth.finds_password:
        password = "" if options.auth.kind == "device" else typed_secret(options, user)

    async def sign_in(svc: Svc) -> int:
        svc.try_secrets_on(first_list)
        svc.fetch.auth.on_wait = lambda words: print(clean(words), file=sys.stderr, flush=True)
        profile = await signed_in(svc, user, password)
        if svc.jar.warning:
            await svc.auth.logout()  # A session that can't be saved ends here.
            raise CommandError(f"Not signed in. {svc.jar.warning}")
        if not svc.fetch.auth.keeps:
            print(
                f"The password of {clean(profile.name)} is correct. Basic authentication has no "
                "session, and passwords are never saved: set a `password_command` "
                "or `keyring = true` under [svc.auth], or use --password-stdin."
            )
            return OK
        groups = f" ({', '.join(profile.groups)})" if profile.groups else ""
        print(clean(f"Signed in as {profile.name}{groups} at {svc.config.base_url}."))
        return OK

    return with_services(options, sign_in)


def _check_is_tried(options: Options, first_list: str) -> None:
    """Raise CommandError if no request can check the secret."""
    auth = options.auth
    tried = auth.profile or auth.login or first_list
    if auth.kind in ("basic", "api_key") and not tried:
        raise CommandError(
            f'Not signed in: kind = "{auth.kind}" has no address that it could be tried on. Add '
            'login = { path = "/api/" } or profile under [svc.auth].',
            USAGE,
        )


def user_of(options: Options) -> str:
    """Return the user, asked for if not given; "" if a key or a code signs in."""
    if options.auth.kind in ("api_key", "device"):
        return ""
    if user := options.user or typed_user():
        return user
    raise CommandError("Not signed in: add a username, such as `--user editor`.", USAGE)


def typed_secret(options: Options, user: str) -> str:
    """Return the password or the key, asked for on the terminal; raises CommandError."""
    return typed_key() if options.auth.kind == "api_key" else typed_password(user)


async def ensure_signed_in(svc: Svc, password: str | None) -> UserProfile:
    """Sign in with a piped password, else the saved session, the password command or the keyring.

    Raises CommandError if none of them is available or accepted, and ApiError.
    """
    if password is not None and (svc.config.user or "username" not in svc.auth.asks):
        return await signed_in(svc, svc.config.user or "", password)
    if svc.auth.user is not None:
        return svc.auth.user
    if svc.can_sign_in_unattended:
        return await signed_in(svc, svc.config.user or "", None)
    raise await sign_in_error(svc)


async def signed_in(svc: Svc, user: str, password: str | None) -> UserProfile:
    """Sign in, without a password by the password command or the keyring.

    Raises CommandError if the backend refuses it, and ApiError.
    """
    try:
        if password is None:
            return await svc.sign_in_unattended(user)
        return await svc.auth.login(user, password)
    except ValidationFailed as error:
        raise CommandError(svc.auth.failure(error), NOT_SIGNED_IN) from None
    except WrongEndpoint as error:
        if not (auth := await suggested_auth(svc.fetch) if _is_usual(svc) else {}):
            raise
        fits = "\n".join(["[svc.auth]", *auth_lines(auth)])
        words = "The backend seems to use another sign-in method. Add this to the console file:"
        raise CommandError(f"{error}\n{words}\n\n{fits}") from None


def _is_usual(svc: Svc) -> bool:
    """Whether the default sign-in is used."""
    return svc.config.auth.kind == "session" and svc.config.auth.login is None
