"""`svc-tui whoami`: who is signed in, and what that person may do."""

from __future__ import annotations

import argparse
import json

from svc_tui.app.context import Svc
from svc_tui.cli.exits import OK
from svc_tui.cli.login import signed_in
from svc_tui.cli.password import piped_password
from svc_tui.cli.services import options_of, with_services
from svc_tui.cli.sign_in_error import sign_in_error
from svc_tui.models.records import UserProfile
from svc_tui.text import clean


def run(known: argparse.Namespace) -> int:
    """Print the profile as text or as JSON."""
    password = piped_password(known)

    async def tell(svc: Svc) -> int:
        print(_FORMATS[known.output](await _profile(svc, password)))
        return OK

    return with_services(options_of(known), tell)


async def _profile(svc: Svc, password: str | None) -> UserProfile:
    """The user of the kept session, or of the password that was piped in; raises CommandError."""
    if password is not None and svc.config.user:
        return await signed_in(svc, svc.config.user, password)
    if svc.auth.user is not None:
        return svc.auth.user
    raise await sign_in_error(svc)


def _as_text(user: UserProfile) -> str:
    """For people: a line each, and cleaned, as it goes to a terminal."""
    lines = [user.name + (" (superuser)" if user.is_superuser else "")]
    lines.append(f"groups: {', '.join(user.groups) or 'none'}")
    lines.append("permissions:" if user.permissions else "permissions: none")
    lines += [f"  {permission}" for permission in sorted(user.permissions)]
    return "\n".join(clean(line) for line in lines)


def _as_json(user: UserProfile) -> str:
    """For programs; in ASCII, so that nothing in it acts on a terminal."""
    facts = {
        "id": user.id,
        "username": user.username,
        "email": user.email,
        "is_superuser": user.is_superuser,
        "groups": list(user.groups),
        "permissions": sorted(user.permissions),
    }
    return json.dumps(facts, indent=2)


_FORMATS = {"text": _as_text, "json": _as_json}
