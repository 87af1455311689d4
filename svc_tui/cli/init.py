"""`svc-tui init`: discover what a backend has, and write it as a console file."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svc_tui.cli.exits import CONFLICT, ERROR, OK, PARTLY_DONE, USAGE, CommandError
from svc_tui.cli.login import ensure_signed_in, signed_in, typed_secret, user_of
from svc_tui.cli.password import piped_password
from svc_tui.cli.services import options_of, with_services
from svc_tui.cli.sign_in_error import sign_in_error
from svc_tui.text import clean, plural

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.config.options import Options
    from svc_tui.introspect.discovered import DiscoveredResource

STDOUT = "-"
"""The output that is no file."""
AT_ONCE = 2
"""Maximum number of collections read at once."""


def run(known: argparse.Namespace) -> int:
    """Sign in, ask, write; raises CommandError."""
    password = piped_password(known)
    refuse_existing(known.output)
    for address in known.addresses:
        if not address.startswith("/") or not address.isprintable() or not address.strip("/"):
            words = f'"{clean(address)}" is not the address of a collection, such as /api/articles.'
            raise CommandError(words, USAGE)
    options = options_of(known, look=True)
    if (kind := options.auth.kind) != "session" or options.auth.login is not None:
        origin = f" is from {options.openapi}" if options.openapi else ""
        _tell(f"The sign-in{origin}: {kind}.")
    user, password = _credentials(options, password)
    wanted = tuple(known.addresses)
    return with_services(options, lambda svc: _discover(svc, known.output, user, password, wanted))


def refuse_existing(output: str) -> None:
    """Check first that no file would be overwritten; raises CommandError."""
    if output == STDOUT:
        return
    if os.path.lexists(output):
        raise _exists(output)
    folder = Path(output).parent
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder, so {output} can't be written.", USAGE)


def _exists(output: str) -> CommandError:
    sentence = (
        f"{output} already exists, so nothing was read or written. "
        "Move it, or choose another path with --output."
    )
    return CommandError(sentence, CONFLICT)


def _credentials(options: Options, password: str | None) -> tuple[str, str | None]:
    """Return the user and password, asked for if no session is saved and there is a terminal."""
    if password is not None or options.auth.kind == "none" or options.auth.finds_password:
        return options.user or "", password
    found: list[str] = []

    async def look(svc: Svc) -> int:
        if svc.auth.user is not None:
            found.append(svc.auth.user.name)
            return OK
        complaint = await sign_in_error(svc)
        if complaint.exit_code == ERROR:
            raise complaint
        if not sys.stdin.isatty():
            raise CommandError(f"{complaint} {_asked_at(svc)}".strip(), complaint.exit_code)
        return OK

    with_services(options, look)
    if found:
        return found[0], None
    user = user_of(options)
    return user, typed_secret(options, user)


async def _discover(
    svc: Svc, output: str, user: str, password: str | None, wanted: tuple[str, ...] = ()
) -> int:
    if password is not None:
        await signed_in(svc, user, password)
    await ensure_signed_in(svc, None)
    svc.discovery.patience = None
    if wanted:
        svc.discovery.take(wanted)
    await svc.discovery.find()
    if problem := svc.discovery.state.problem:
        if svc.discovery.state.broken:
            raise CommandError(problem, ERROR)
        return _skeleton(svc, output, problem)
    if missing := svc.discovery.state.missing:
        _tell(missing)
    learnt = await _all(svc)
    text, left_out = file_of(svc, learnt)
    checked(text)
    fields = sum(len(one.resource.fields) for one in learnt if not one.problem)
    write(output, text)
    count = len(learnt) - len(left_out)
    where = "standard output" if output == STDOUT else output
    _tell(
        f"Wrote {where}: {plural(count, 'resource', 'resources')}, "
        f"{plural(fields, 'field', 'fields')}."
    )
    for name, why in left_out.items():
        _tell(f"Skipped: {name}. {why}")
    if output != STDOUT:
        _tell(f"Review it, then run: svc-tui --config {output}")
    return OK


def _skeleton(svc: Svc, output: str, problem: str) -> int:
    """Write the connection and an example, if no collections were found."""
    from svc_tui.config.write import EXAMPLE

    text = f"{file_of(svc, [])[0]}\n{EXAMPLE}"
    checked(text)
    write(output, text)
    where = "standard output" if output == STDOUT else output
    _tell(f"{problem}\nWrote {where} with the connection and a resource to fill in.")
    _tell("`svc-tui init /api/articles` reads the collections you name.")
    return PARTLY_DONE


async def _all(svc: Svc) -> list[DiscoveredResource]:
    """Read every collection, a few at a time, in the root's order."""
    from svc_tui.app.route_loader import resources_of

    rights = svc.auth.user.permissions if svc.auth.user else frozenset()
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(resource: Any) -> DiscoveredResource:
        async with turns:
            _tell(f"Reading {resource.endpoint}…")
            return await svc.discovery.describe(resource, whole=True)

    resources = resources_of(svc.discovery.state.collections, rights, svc.dialect)
    return list(await asyncio.gather(*(one(resource) for resource in resources)))


def file_of(svc: Svc, learnt: list[DiscoveredResource]) -> tuple[str, dict[str, str]]:
    """Return the file's text, and what is not in it with the reason."""
    from svc_tui.config.write import Guessed, console_text

    left_out = {one.resource.endpoint: one.problem for one in learnt if one.problem}
    found = [Guessed(one.resource, one.sources, one.notes) for one in learnt if not one.problem]
    tables = {"svc": _svc_table(svc), "camomilla": _camomilla_table(svc)}
    described = svc.discovery.description.current
    words = f"as described by {described.address}" if described and described.wire.keys else ""
    sources = {"svc.wire": words} if words else {}
    return console_text(tables, found, left_out, sources), left_out


def _svc_table(svc: Svc) -> dict[str, Any]:
    """Return the settings that the console needs and that its dialect does not imply."""
    from svc_tui.app.factory import CONNECTION

    config, dialect = svc.config, svc.dialect
    table: dict[str, Any] = {"base_url": config.base_url}
    if config.dialect != "rest":
        table["dialect"] = config.dialect
    described = svc.discovery.description.current
    if config.openapi or described:
        table["openapi"] = config.openapi or (described.address if described else "")
    if not svc.fetch.slashes.trailing:
        table["trailing_slash"] = False
    auth = config.auth.model_dump(mode="json", exclude_defaults=True)
    if auth and auth != dialect.auth:
        table["auth"] = {"kind": config.auth.kind, **auth}
    if config.wire is not None:
        table["wire"] = config.wire.model_dump(mode="json", exclude_unset=True)
    for name in CONNECTION:
        if getattr(config, name) != getattr(dialect, name):
            table[name] = getattr(config, name)
    endpoints = config.media.endpoints
    usual = {"media": dialect.media_endpoint, "folders": dialect.folders_endpoint}
    moved = {name: own for name, one in usual.items() if (own := getattr(endpoints, name)) != one}
    if moved:
        table["uikit"] = {"media": {"endpoints": moved}}
    return table


def _camomilla_table(svc: Svc) -> dict[str, Any]:
    """Return the settings in which this CMS differs from others of its kind."""
    said: dict[str, Any] = svc.config.camomilla.model_dump(mode="json", exclude_defaults=True)
    return said


def checked(text: str) -> None:
    """Never write a file that our own loader would reject; raises CommandError."""
    from pydantic import ValidationError

    from svc_tui.config.options import ConsoleFile

    try:
        ConsoleFile.model_validate(tomllib.loads(text))
    except (ValidationError, tomllib.TOMLDecodeError) as error:
        words = clean(str(error).splitlines()[0], limit=200)
        raise CommandError(
            f"The collections found don't make a valid console file ({words}). Nothing was "
            "written. Write them by hand: `svc-tui schema` shows every key."
        ) from None


def write(output: str, text: str) -> None:
    """Write to standard output, or to a new file; raises CommandError."""
    if output == STDOUT:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    # The file is created by this call or not at all: a link put there in the meantime is not
    # followed.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(output, flags, 0o644)
    except FileExistsError:
        raise _exists(output) from None
    except OSError as error:
        raise CommandError(f"{output} can't be written: {error.strerror}.") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        os.unlink(output)
        raise CommandError(f"{output} can't be written: {error.strerror}.") from None


def _asked_at(svc: Svc) -> str:
    """Return where the account and the sign-in are expected, as neither may be there."""
    auth = svc.fetch.auth
    login = getattr(getattr(auth, "login", None), "path", "")
    asked = {"your profile": auth.profile_path, "the sign-in": login}
    expected = [f"{name} at {path}" for name, path in asked.items() if path]
    if not expected:
        return ""
    where = "If they are elsewhere, set their addresses in the console file."
    if len(expected) == 1:
        where = "If it is elsewhere, set its address in the console file."
    return f"svc-tui expects {' and '.join(expected)}. {where}"


def _tell(words: str) -> None:
    print(clean(words, multiline=True), file=sys.stderr)
