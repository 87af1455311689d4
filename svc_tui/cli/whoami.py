"""`svc-tui whoami`: who is signed in, and with which permissions."""

from __future__ import annotations

import argparse
import json

from svc_tui.app.context import Svc
from svc_tui.cli.exits import OK
from svc_tui.cli.login import ensure_signed_in
from svc_tui.cli.password import piped_password
from svc_tui.cli.services import options_of, with_services
from svc_tui.models.records import UserProfile
from svc_tui.text import clean


def run(known: argparse.Namespace) -> int:
    """Print the profile as text or as JSON."""
    password = piped_password(known)

    async def tell(svc: Svc) -> int:
        print(_FORMATS[known.output](await ensure_signed_in(svc, password)))
        return OK

    return with_services(options_of(known), tell)


def _as_text(user: UserProfile) -> str:
    """For people: one item per line, cleaned for a terminal."""
    lines = [user.name + (" (superuser)" if user.is_superuser else "")]
    if user.rights_unknown:
        return clean(f"{lines[0]}\npermissions: not reported by the backend", multiline=True)
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
        **({"rights_unknown": True} if user.rights_unknown else {}),
    }
    return json.dumps(facts, indent=2)


_FORMATS = {"text": _as_text, "json": _as_json}
