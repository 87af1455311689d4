"""`svc-tui doctor`: check what works and what does not. Changes nothing without `--fix`."""

from __future__ import annotations

import argparse
import asyncio
import codecs
import os
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.app.described_options import completed_options
from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.cli.findings import Findings, as_json, as_text
from svc_tui.cli.overrides import overrides
from svc_tui.config.errors import ConfigError
from svc_tui.config.paths import state_dir
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.config.document import ConsoleConfig

PATIENCE = 10.0
"""Timeout for a server in seconds, as a person is waiting."""


def run(known: argparse.Namespace) -> int:
    """Check everything, print it, and return the exit code."""
    from svc_tui.cli.doctor_machine import look_at_files, look_at_terminal, look_at_versions
    from svc_tui.cli.doctor_pictures import look_at_pictures

    if known.fix and (known.json or known.url):
        flag = "--json" if known.json else "--url"
        words = f"--fix only works on the console file: remove {flag}."
        raise CommandError(words, USAGE)
    findings = Findings()
    look_at_versions(findings)
    look_at_terminal(findings, known)
    look_at_files(findings)
    found = _console(known, findings)
    look_at_pictures(findings, found[0].options.media if found is not None else None)
    if found is not None:
        asyncio.run(_ask(findings, *found))
    if known.json:
        print(as_json(findings))
    else:
        print(as_text(findings.found, plain=_plain(known)))
    if known.fix:
        from svc_tui.cli.doctor_fix import fix

        return fix(found[0] if found else None, findings, yes=known.yes)
    return findings.exit_code


def _console(known: argparse.Namespace, findings: Findings) -> tuple[ConsoleConfig, Svc] | None:
    """Read the console file as the console does, and create its services.

    If the file is wrong, use what is known of the backend without it.
    """
    from svc_tui.cli.loading import checked
    from svc_tui.config.load import find_file, peek

    try:
        path = find_file(known.config)
        if path is None and not _named_elsewhere(known):
            findings.doubt(
                "console file",
                "No console file and no --url: `svc-tui init --url https://…` writes one.",
            )
            return None
        keys = peek(known.config, profile=known.profile).changes_keys
        console = checked(known.config, overrides(known), check_keys=keys)
        console, said, svc = _served(console)
    except ValueError as error:
        every = error.problems if isinstance(error, ConfigError) else str(error).splitlines()
        for problem in every:  # The error itself names the first ones only.
            findings.bad("console file", str(problem))
        return _without_file(known, findings)
    _right(findings, console)
    for warning in console.warnings:
        findings.doubt("console file", warning)
    if said:
        findings.good("console file", said)
    return console, svc


def _right(findings: Findings, console: ConsoleConfig) -> None:
    """Report a file that can be used; with warnings, it is not called valid."""
    count = plural(len(console.resources), "resource", "resources")
    if console.source is None:
        findings.good(
            "console file", "None. The address comes from a flag or an environment variable."
        )
        return
    is_right = "can be used, with warnings" if console.warnings else "is valid"
    findings.good(
        "console file",
        f"{console.source} {is_right}; it has {count}.",
        path=str(console.source),
        resources=len(console.resources),
    )


def _served(console: ConsoleConfig) -> tuple[ConsoleConfig, str, Svc]:
    """The console with its dialect, what to say of that, and its services; waits less long.

    Raises ValueError for what the console would not start with.
    """
    from svc_tui.cli.loading import made

    options, said = completed_options(console.options, None, look=console.source is None)
    timeout = min(options.timeout, PATIENCE)
    hurried = options.model_copy(update={"timeout": timeout, "answer_timeout": timeout})
    console = replace(console, options=hurried)
    whole = made(console, state_dir())
    return replace(console, options=options, warnings=tuple(whole.warnings)), said, whole.svc


def _without_file(
    known: argparse.Namespace, findings: Findings
) -> tuple[ConsoleConfig, Svc] | None:
    """A console of only the address, so that a wrong line hides nothing about the backend."""
    from svc_tui.config.document import Document
    from svc_tui.config.load import PROFILE_VARIABLE, peek
    from svc_tui.config.merge import console_of

    named = overrides(known)
    with suppress(ConfigError):  # Invalid TOML names nothing.
        found = peek(known.config, profile=known.profile)
        named["base_url"] = named["base_url"] or found.base_url
        named["user"] = named["user"] or found.user
    named["profile"] = None  # It is a part of the file.
    environ = {key: value for key, value in os.environ.items() if key != PROFILE_VARIABLE}
    try:
        console, _, svc = _served(console_of(Document(None, "", {}), named, environ, None))
    except ValueError:
        return None
    where = console.options.base_url
    findings.doubt("console file", f"The checks below use {where} and ignore the file.")
    return console, svc


def _named_elsewhere(known: argparse.Namespace) -> bool:
    names = ("SVC_TUI_BASE_URL", "SVC_TUI_URL")
    return bool(known.url or any(os.environ.get(name) for name in names))


async def _ask(findings: Findings, console: ConsoleConfig, svc: Svc) -> None:
    from svc_tui.cli.doctor_backend import BackendCheck

    try:
        await BackendCheck(svc, findings).all(console.resources)
    finally:
        await svc.aclose()


def _plain(known: argparse.Namespace) -> bool:
    """Whether the output only supports ASCII."""
    encoding: Any = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        return bool(known.ascii) or codecs.lookup(encoding).name != "utf-8"
    except LookupError:
        return True
