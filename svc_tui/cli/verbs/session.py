"""VerbSession: the signed-in services of a command, and the resources as the console has them."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from svc_tui.app.assembly import assemble
from svc_tui.app.described_options import completed_options
from svc_tui.app.importing import add_import_path
from svc_tui.app.route_loader import needs_discovery, resources_of
from svc_tui.cli.exits import REFUSED, USAGE, CommandError
from svc_tui.cli.login import ensure_signed_in
from svc_tui.cli.overrides import overrides
from svc_tui.cli.password import piped_password
from svc_tui.cli.plain_terminal import use_plain_signs
from svc_tui.config.load import load_console
from svc_tui.config.paths import state_dir
from svc_tui.models.location import Location
from svc_tui.screens.page_permissions import resource_permissions
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.unavailable_reason import (
    ACTIONS,
    CAN_ONLY_BE_READ,
    ONLY_READS,
    not_possible_message,
    permission_denied_message,
)
from svc_tui.text import clean
from svc_tui.widgets.record.opening import record_opener, source_of

if TYPE_CHECKING:
    from svc_tui.app.console import Console
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource
    from svc_tui.stores.runs.row_writers import OpenRecord, RowWriter

PATIENCE = 600.0
"""Maximum seconds to wait per request for a server that asks to."""


@dataclass(frozen=True)
class VerbSession:
    """The services of a command; they never ask the user."""

    console: Console
    known: argparse.Namespace

    @property
    def svc(self) -> Svc:
        """The signed-in services."""
        return self.console.svc

    @property
    def declared(self) -> tuple[Resource, ...]:
        """The resources of the console file, in its order."""
        found = (route.props.get("resource") for route in self.console.routes)
        return tuple({one.name: one for one in found if one is not None}.values())

    async def resources(self) -> tuple[Resource, ...]:
        """Return every resource: those of the console file, else those of the backend."""
        if self.declared:
            return self.declared
        discovery, user = self.svc.discovery, self.svc.auth.user
        collections = discovery.recall() or await discovery.find()
        if not collections and (problem := discovery.state.problem):
            raise CommandError(problem)
        rights = user.permissions if user else frozenset[str]()
        return resources_of(collections, rights, self.svc.dialect)

    async def resource(self, name: str) -> Resource:
        """Return a resource completed from the backend.

        Raises: CommandError: there is none with this name, or the user may not see it.
        """
        every = {one.name: one for one in await self.resources()}
        if (resource := every.get(name)) is None:
            near = get_close_matches(name, every, 1)
            meant = f". Did you mean {near[0]}?" if near else f". Available: {', '.join(every)}."
            raise CommandError(f"There is no resource {clean(name)}{meant}", USAGE)
        if block := self.svc.router.block_of(Location(f"/{name}")):
            missing = f" ({', '.join(block.missing)})" if block.missing else ""
            raise CommandError(f"{resource.label}: {block.reason}{missing}", REFUSED)
        if needs_discovery(resource):
            whole = not self.declared
            learnt = await self.svc.discovery.describe(resource, whole=whole, hurry=False)
            resource = learnt.resource
        if resource.model:
            self.svc.auth.note_page_permissions(resource.name, resource.model)
        return resource

    def check_allowed(self, resource: Resource, action: str) -> None:
        """Raise CommandError if the user may not `add`, `change` or `delete` records."""
        held = resource_permissions(self.svc, resource)
        if held is None or action in held:
            return
        words = ACTIONS[action]
        if self.svc.config.read_only:
            raise CommandError(not_possible_message(words, ONLY_READS), REFUSED)
        if resource.readonly:
            raise CommandError(not_possible_message(words, CAN_ONLY_BE_READ), REFUSED)
        if why := self.svc.lacks(resource, action):
            raise CommandError(not_possible_message(words, why), REFUSED)
        codename = f"{action}_{resource.model}"
        raise CommandError(permission_denied_message(words, codename), REFUSED)

    def source(self, resource: Resource, shown: Sequence[str] = ()) -> ServerSource:
        """Return the rows of a resource as its list reads them."""
        return source_of(self.svc, resource, shown)

    def opener(self, resource: Resource) -> OpenRecord:
        """Return a function that opens a record by id, as its form would; `new` is a new one."""
        return record_opener(self.svc, resource)

    def writer(
        self, kind: str, resource: Resource, *, key_field: str = "", named: bool = False
    ) -> RowWriter:
        """Return what writes the rows of a run of this kind (`RUN_KINDS`), except an action's."""
        # Imported here: a verb that reads needs no writer.
        from svc_tui.stores.runs.run_kinds import RUN_KINDS, RunRecords, writer_of_records

        if (of_files := RUN_KINDS[kind].of_files) is not None:
            return of_files(self.svc.media.api)
        opener, source = self.opener(resource), self.source(resource)
        return writer_of_records(kind, RunRecords(opener, source, key_field, named))


Verb = Callable[[VerbSession], Awaitable[int]]
"""The work of a verb; returns the exit code."""


def run_verb(known: argparse.Namespace, work: Verb) -> int:
    """Sign in as the console would, then run a verb; raises CommandError and ApiError."""
    password = piped_password(known)
    console = console_of(known)

    async def run() -> int:
        async with signed_in_session(console, known, password) as session:
            return await work(session)

    return asyncio.run(run())


@asynccontextmanager
async def signed_in_session(
    console: Console, known: argparse.Namespace, password: str | None = None
) -> AsyncIterator[VerbSession]:
    """Start the services of a console and sign in; raises CommandError and ApiError."""
    async with console.svc as svc:
        if svc.write_log is not None:
            svc.write_log.tell = say
        await ensure_signed_in(svc, password)
        if user := svc.auth.user:
            svc.discovery.load_for_user(user.name)
        yield VerbSession(console, known)


def console_of(known: argparse.Namespace) -> Console:
    """Return the console from the command line, the environment and the file."""
    found = load_console(known.config, overrides(known))
    add_import_path(found)
    if found.options.ascii:
        use_plain_signs()
    if found.held:
        say(found.held)
    place = state_dir()
    options, _ = completed_options(found.options, place, look=found.source is None)
    try:
        console = assemble(replace(found, options=options), state_dir=place)
    except ValueError as error:
        raise CommandError(str(error), USAGE) from error
    svc = console.svc
    svc.router.routes[:] = console.routes
    svc.router.complete = any("resource" in one.props for one in console.routes)
    svc.fetch.patience = PATIENCE
    return console


def say(words: Any) -> None:
    """Print a line on stderr, for a person."""
    print(clean(words), file=sys.stderr)


def asks_people() -> bool:
    """Whether a person at a terminal can answer questions."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask_yes(question: str) -> bool:
    """Ask on the terminal; anything but yes means no."""
    return answer(f"{question} [y/N] ").casefold() in ("y", "yes")


def agrees(question: str, word: str | None, named: str | None) -> bool:
    """Ask on the terminal; on a protected backend, `word` must be typed, unless it was `named`."""
    if word and named != word:
        return answer(f"{question}\nType {clean(word)} to continue: ") == word
    return ask_yes(question)


def answer(question: str) -> str:
    """Ask for a line on the terminal; Ctrl+C ends that at once, which asyncio keeps until Enter."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        words = clean(question, multiline=True, limit=100_000)  # The question comes last.
        print(words, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip()
    finally:
        signal.signal(signal.SIGINT, before)
