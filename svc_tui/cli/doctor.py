"""`svc-tui doctor`: what works here and what does not. Changes nothing."""

from __future__ import annotations

import argparse
import asyncio
import codecs
import os
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.cli.findings import Findings, as_json, as_text
from svc_tui.cli.looking import spoken
from svc_tui.cli.overrides import overrides
from svc_tui.config.errors import ConfigError

if TYPE_CHECKING:
    from svc_tui.config.load import Console

PATIENCE = 10.0
"""Seconds that a server is waited for here: a person looks on."""


def run(known: argparse.Namespace) -> int:
    """Look at everything, say it, and end with the code that sums it up."""
    from svc_tui.cli.doctor_pictures import look_at_pictures
    from svc_tui.cli.doctor_place import look_at_files, look_at_terminal, look_at_versions

    findings = Findings()
    look_at_versions(findings)
    look_at_terminal(findings, known)
    look_at_files(findings)
    console = _console(known, findings)
    look_at_pictures(findings, console.options.media if console is not None else None)
    if console is not None:
        asyncio.run(_ask(findings, console))
    if known.json:
        print(as_json(findings))
    else:
        print(as_text(findings.found, plain=_plain(known)))
    return findings.exit_code


def _console(known: argparse.Namespace, findings: Findings) -> Console | None:
    """What the console file says; where it is wrong, what is known of the backend without it."""
    from svc_tui.config.load import find_file, load_console

    try:
        path = find_file(known.config)
        if path is None and not _named_elsewhere(known):
            findings.doubt(
                "console file",
                "There is none, and no --url: `svc-tui init --url https://…` writes one.",
            )
            return None
        console = load_console(known.config, overrides(known))
    except ConfigError as error:
        for line in str(error).splitlines():
            findings.bad("console file", line)
        return _without_file(known, findings)
    count = len(console.resources)
    if console.source is None:
        findings.good("console file", "None; the address is named by a flag or a variable.")
    else:
        words = f"{console.source} is right; it names {count} resources."
        findings.good("console file", words, path=str(console.source), resources=count)
    for warning in console.warnings:
        findings.doubt("console file", warning)
    options, said = spoken(console.options, None)
    if said:
        findings.good("console file", said)
    return replace(console, options=options)


def _without_file(known: argparse.Namespace, findings: Findings) -> Console | None:
    """A console of the address alone, so that a wrong line hides nothing of the backend."""
    from svc_tui.config.load import PROFILE_VARIABLE, Document, peek
    from svc_tui.config.merge import console_of

    named = overrides(known)
    with suppress(ConfigError):  # What is no TOML names nothing.
        found = peek(known.config, profile=known.profile)
        named["base_url"] = named["base_url"] or found.base_url
        named["user"] = named["user"] or found.user
    named["profile"] = None  # It is a part of the file.
    environ = {key: value for key, value in os.environ.items() if key != PROFILE_VARIABLE}
    try:
        console = console_of(Document(None, "", {}), named, environ, None)
    except ConfigError:
        return None
    options, _ = spoken(console.options, None)
    where = options.base_url
    findings.doubt("console file", f"What follows was found at {where} without the file.")
    return replace(console, options=options)


def _named_elsewhere(known: argparse.Namespace) -> bool:
    names = ("SVC_TUI_BASE_URL", "SVC_TUI_URL")
    return bool(known.url or any(os.environ.get(name) for name in names))


async def _ask(findings: Findings, console: Console) -> None:
    from svc_tui.cli.doctor_backend import BackendCheck
    from svc_tui.context import Svc

    timeout = min(console.options.timeout, PATIENCE)
    try:
        svc = Svc(options=console.options.model_copy(update={"timeout": timeout}))
    except ValueError as error:
        findings.bad("backend", str(error))
        return
    try:
        await BackendCheck(svc, findings).all(console.resources)
    finally:
        await svc.aclose()


def _plain(known: argparse.Namespace) -> bool:
    """Whether the output can hold no more than ASCII."""
    encoding: Any = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        return bool(known.ascii) or codecs.lookup(encoding).name != "utf-8"
    except LookupError:
        return True
