"""Writes of commands: counted, limited and confirmed, then carried out row by row."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from svc_tui.api.write_subject import about_run
from svc_tui.cli.exits import (
    CONFLICT,
    ERROR,
    INTERRUPTED,
    OK,
    PARTLY_DONE,
    REFUSED,
    USAGE,
    CommandError,
    complaint_about,
)
from svc_tui.cli.verbs.formats import Output, data_out, output_for, plain
from svc_tui.cli.verbs.pace import Pace
from svc_tui.cli.verbs.rows import chosen_query, ids_of
from svc_tui.cli.verbs.session import VerbSession, agrees, ask_yes, asks_people, say
from svc_tui.config.paths import state_dir
from svc_tui.introspect.names import is_secret
from svc_tui.models import exact_json
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ListColumn
from svc_tui.models.records import TRANSLATIONS, wire_id
from svc_tui.models.resource import Resource
from svc_tui.stores.file_access import check_access
from svc_tui.stores.listing.action_types import STATES
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import unknown_match
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.redact import hidden
from svc_tui.stores.rows import Row, as_row, key_of, row_name
from svc_tui.stores.runs.plan_file import SecretInPlan, plan_header, planned_row
from svc_tui.stores.runs.row_files import NOTE, RowsUnreadable, read_rows, yaml_text
from svc_tui.stores.runs.row_run import RowRun
from svc_tui.stores.runs.row_writers import ALREADY, RequestPreview, RowResult, RowWork, RowWriter
from svc_tui.stores.runs.run_journal import NOT_KEPT, JournalFailed, RunJournal, may_be_kept
from svc_tui.stores.runs.typed_values import field_at, typed
from svc_tui.stores.unavailable_reason import ONLY_READS, not_possible_message
from svc_tui.text import clean, filename, plural
from svc_tui.widgets.form.given_values import refused_row

COLUMNS = (
    ListColumn(key="id"),
    ListColumn(key="title"),
    ListColumn(key="state", label="Result"),
    ListColumn(key="reason"),
)

REQUEST_COLUMNS = (
    ListColumn(key="method"),
    ListColumn(key="path"),
    ListColumn(key="title"),
    ListColumn(key="problem"),
)

LARGEST_FILE = 2**28
"""Maximum size of a file of rows, which is read completely before anything is written."""

FIRST_TITLES = 3
"""Maximum number of rows named in a question."""


@dataclass(frozen=True)
class BulkWrite:
    """A write of many rows: its name, and how a later process can continue it."""

    verb: str
    """The verb of its question: `Delete`, `Publish`."""
    resource: Resource
    works: Sequence[RowWork]
    writer: RowWriter | None = None
    """None if it is done to all rows at once."""
    dangerous: bool = False
    """Whether to ask even about a single row."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What `resume` needs to create the writer again."""
    review: bool = False
    """Whether every change is shown before the question."""
    noun: str = "record"
    """The noun for a row."""
    warning: str = ""
    """A note to show before anything is sent, in a sentence."""
    inputs: Sequence[FieldDescriptor] = ()
    """The fields of the action's inputs."""

    @property
    def counted(self) -> str:
        """`12 records`."""
        count = len(self.works)
        return f"{count:,} {self.noun}{'s' * (count != 1)}"

    @property
    def secret(self) -> str:
        """The name of a value that must not be written to disk; "" if there is none."""
        given: Mapping[str, Any] = self.facts.get("inputs") or {}
        fields = [*self.inputs, *self.resource.form_fields]
        kept_off = {one.key for one in fields if one.no_draft}
        written = {path for work in self.works for path in work.changes}
        return next(
            (
                key
                for key in (*given, *written)
                if hidden(key, given.get(key)) != given.get(key)
                or not kept_off.isdisjoint((key, key.rpartition(".")[2]))
            ),
            "",
        )


def runs_folder(session: VerbSession) -> Path:
    """Return the folder of unfinished runs."""
    return session.svc.state_dir / "runs"


async def target_rows(
    session: VerbSession, resource: Resource, *, verb: str
) -> tuple[dict[str, Row], bool]:
    """Return the rows of ids, or of FILTER with `--all`; and whether ids were given.

    Raises: CommandError: nothing was given, or it is unknown which rows match.
    """
    known = session.known
    narrowing = any((known.search, known.view, known.tab))
    if not known.all:
        if narrowing:
            raise CommandError("--search, --view and --tab need --all.", USAGE)
        ids = ids_of(known.words, resource)
        if not ids:
            raise CommandError(f"{verb} which records? Give ids, or a filter with --all.", USAGE)
        return {key: {resource.lookup: wire_id(key)} for key in ids}, True
    chosen = await chosen_query(session, resource, known.words)
    sends = not (known.dry_run or getattr(known, "plan", False))
    unasked = sends and (known.yes or not asks_people())
    if not chosen.narrowed and known.expect is None and unasked:
        raise CommandError(
            "--all without a filter means every record: add --expect with the count.", USAGE
        )
    return await matching_rows(session, resource, chosen.query.with_fixed_dates()), False


async def matching_rows(session: VerbSession, resource: Resource, query: Any) -> dict[str, Row]:
    """Return every row of a query by its key, read before anything is written.

    Raises: CommandError: it is unknown which rows match, or the list has changed.
    """
    source = session.source(resource)
    if why := await unknown_match(source, query):
        raise CommandError(f"{why[:1].upper()}{why[1:]}. Nothing was changed.")
    reader, found = PageReader(source, query, resource.lookup), dict[str, Row]()
    async for page in reader.pages():
        for row in map(as_row, page.results):
            key = key_of(row, resource.lookup)
            found[key] = {
                resource.lookup: row.get(resource.lookup),
                "": row_name(row, title_field=resource.title_field),
            }
    if reader.note:
        raise CommandError(f"{reader.note} Nothing was changed.", CONFLICT)
    if "" in found:
        raise CommandError(f"Some rows have no {resource.lookup}. Nothing was changed.")
    return found


def rows_from(known: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the rows of `--from`; raises CommandError if they can't be read completely."""
    name = known.source
    if name == "-":
        if known.password_stdin:
            raise CommandError("Standard input can't be both the rows and the password.", USAGE)
        if sys.stdin.isatty():
            raise CommandError("--from - needs piped input.", USAGE)
        return _parsed(sys.stdin.buffer.read(LARGEST_FILE + 1), "-")
    path = Path(os.path.expanduser(name))
    # The text that `edit` saved belongs to the user.
    kept = os.path.dirname(os.path.realpath(path)) == os.path.realpath(state_dir() / "edits")
    if not kept and (refusal := check_access(path).refusal):
        raise CommandError(refusal)
    try:
        with path.open("rb") as file:
            return _parsed(file.read(LARGEST_FILE + 1), str(path))
    except OSError as error:
        raise CommandError(f"{filename(path)} can't be read: {error.strerror}.") from None


def _parsed(data: bytes, name: str) -> list[dict[str, Any]]:
    if len(data) > LARGEST_FILE:
        raise CommandError(f"The input is larger than {LARGEST_FILE // 2**20} MB.")
    try:
        return read_rows(data, name)
    except RowsUnreadable as error:
        raise CommandError(f"{error} Nothing was changed.") from None


def set_values(known: argparse.Namespace, resource: Resource) -> dict[str, Any]:
    """Return the values of `--set a.b=v`, by dotted path; `:=` takes JSON.

    Raises:
        CommandError: one can't be read, or names no field.
    """
    found: dict[str, Any] = {}
    for given in known.set:
        path, text, exact = read_setting(given)
        item = field_at(path, resource.form_fields)
        check_field(path, resource)
        if known.lang and item is not None and item.translatable and item.key == path:
            path = f"{TRANSLATIONS}.{known.lang}.{path}"
        if path in found:
            raise CommandError(f"--set is given twice for {clean(path)}.", USAGE)
        found[path] = exact_value(path, text) if exact else typed(text, item)
    return found


def read_setting(given: str) -> tuple[str, str, bool]:
    """Return the path and the text of `a.b=text`, and whether `:=` says that it is JSON.

    Raises: CommandError: it is not in that form.
    """
    path, sign, text = given.partition("=")
    if not sign or not path.strip(":"):
        raise CommandError(f"--set takes a.b=value, not {clean(given)}.", USAGE)
    return path.removesuffix(":"), text, path.endswith(":")


def exact_value(path: str, text: str) -> Any:
    """Return the JSON that `--set path:=text` gives; raises CommandError."""
    try:
        return exact_json.read(text)
    except ValueError as error:
        raise CommandError(f"--set {clean(path)}:= needs JSON: {error}.", USAGE) from None


def check_field(path: str, resource: Resource) -> None:
    """Raise CommandError for a value that no field of the form has."""
    fields = resource.form_fields
    first = path.partition(".")[0]
    names = {one.key.partition(".")[0] for one in fields} | {TRANSLATIONS, resource.lookup}
    if not fields or first in names:
        return
    from difflib import get_close_matches

    near = get_close_matches(first, names, 1)
    meant = f"; did you mean {near[0]}?" if near else ": `options` lists all fields."
    raise CommandError(f"{resource.name} has no field {clean(first)}{meant}", USAGE)


async def carry_out(session: VerbSession, bulk: BulkWrite) -> int:
    """Check, show or ask, then write; return the exit code."""
    if not check_limits(session, bulk):
        return OK
    await check_values(session, bulk)
    if getattr(session.known, "plan", False):
        return await _planned(session, bulk)
    if session.known.dry_run:
        return await _previewed(session, bulk)
    if bulk.review and not session.known.yes:
        assert bulk.writer is not None
        for work in bulk.works:
            print(request_lines(await bulk.writer.preview(work)), end="", file=sys.stderr)
    confirm(session, bulk)
    return await carry_on(session, bulk, lambda: _kept(session, bulk))


async def check_values(session: VerbSession, bulk: BulkWrite) -> None:
    """Raise CommandError for the first row with a value that its form would reject."""
    refused = await refused_row(session.svc, bulk.resource, bulk.works)
    if refused is None:
        return
    row = f"Row {refused.number}: " if session.known.source else f"{refused.work.key}: "
    where = row if session.known.source or len(bulk.works) > 1 else ""
    raise CommandError(f"{clean(where)}{refused.why} Nothing was changed.")


def check_limits(session: VerbSession, bulk: BulkWrite) -> bool:
    """Whether there is anything to do.

    Raises: CommandError: there are more records than allowed, or not as many as expected.
    """
    known, count = session.known, len(bulk.works)
    if known.expect is not None and known.expect != count:
        words = f"{bulk.counted}, but --expect is {known.expect:,}"
        raise CommandError(f"{words}. Nothing was changed.", CONFLICT)
    if not count:
        say(f"No {bulk.noun} matches. Nothing was changed.")
        return False
    # A plan sends nothing, and leaves out unchanged rows: `apply` counts what is written.
    most = None if getattr(known, "plan", False) else session.svc.config.max_rows
    limits = [one for one in (known.max, most) if one is not None]
    if limits and count > min(limits):
        raise CommandError(
            f"{bulk.counted}, but the limit is {min(limits):,}. Nothing was changed."
        )
    if known.rate:
        session.svc.fetch.turn = Pace(known.rate).turn
    if session.svc.config.read_only and not known.dry_run:
        raise CommandError(not_possible_message(bulk.verb, ONLY_READS), REFUSED)
    return True


async def carry_on(
    session: VerbSession, bulk: BulkWrite, keep: Callable[[], RunJournal | None]
) -> int:
    """Write the remaining rows of a run; return the exit code.

    `keep` returns the journal; it is called last, as a run that can't start is not saved.
    """
    known, writer = session.known, bulk.writer
    assert writer is not None
    output = output_for(known, COLUMNS, resource=bulk.resource.name)
    failed = FailedRows(known.failed, bulk.resource.lookup) if known.failed else None
    unwritten: list[OSError] = []
    try:
        journal = keep()
    except BaseException:
        if failed is not None:
            failed.drop()
        raise

    def tell(work: RowWork, result: RowResult) -> None:
        if failed is not None:
            failed.add(work, result)
        try:
            output.write([result_facts(result)])
        except OSError as error:  # The reader has left, or the disk is full: start no more.
            unwritten.append(error)
            run.why_stopped = run.why_stopped or "The results can no longer be written."

    log = session.svc.write_log
    run = RowRun(bulk.works, writer, jobs=known.jobs, journal=journal, tell=tell, log=log)
    canary = known.canary or (journal.header.get("canary") if journal else None)
    try:
        with _stopped_by_signals(run), about_run(bulk.verb, len(bulk.works), run.name):
            await _run(session, run, canary)
    finally:
        _finish(run, output, failed, unwritten)
    code = _ended(bulk, run, journal)
    if unwritten:
        raise unwritten[0]
    return code


@contextmanager
def _stopped_by_signals(run: RowRun) -> Iterator[None]:
    """Let Ctrl+C and the like end a run after the rows that are under way."""
    loop, numbers = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in numbers:
        loop.add_signal_handler(number, run.stop)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


async def _run(session: VerbSession, run: RowRun, canary: int | None) -> None:
    """Write all rows; with a canary, ask after so many."""
    if canary and canary < len(run.untried):
        earlier = set(run.results)
        await run.run(canary)
        try:
            _after_canary(session, run, earlier)
        except KeyboardInterrupt:
            run.stop()
    await run.run()


def _ended(bulk: BulkWrite, run: RowRun, journal: RunJournal | None) -> int:
    results = list(run.results.values())
    counts = ((state, sum(one.state == state for one in results)) for state in STATES)
    parts = [f"{count:,} {state}" for state, count in counts if count]
    if run.untried:
        parts.append(f"{len(run.untried):,} not attempted")
    words = f"{bulk.verb}: {', '.join(parts)}."
    if run.untried and run.why_stopped:
        words = f"{words} {run.why_stopped}"
    if journal is not None and run.untried:
        words = f"{words} Run `svc-tui resume {journal.name}` to continue."
    if len(bulk.works) > 1 or run.untried:
        say(words)
    if journal is not None:
        journal.close() if run.untried else journal.remove()
    return exit_code(run)


def exit_code(run: RowRun) -> int:
    """Return the exit code of a run: all done, some of it, or the kind of its failures."""
    if run.interrupted:
        return INTERRUPTED
    results = list(run.results.values())
    bad = [one for one in results if one.state in ("failed", "unknown")]
    if not bad and not run.untried:
        return OK
    if len(bad) < len(results):
        return PARTLY_DONE
    errors = [one.error for one in bad] or [run.stopped_by]
    complaints = [complaint_about(one) if one else None for one in errors]
    codes = {ERROR if one is None else one.exit_code for one in complaints}
    return codes.pop() if len(codes) == 1 else ERROR


def result_facts(result: RowResult) -> dict[str, Any]:
    """Return the outcome of a row for the output."""
    return {
        "id": wire_id(result.key),
        "title": result.title,
        "state": result.state,
        "reason": result.reason,
    }


class FailedRows:
    """`--failed FILE`: the rows that failed or were not tried, as input for another run.

    Replaced when complete.
    """

    def __init__(self, name: str, lookup: str) -> None:
        self._path, self._lookup = Path(os.path.expanduser(name)), lookup
        if refusal := check_access(self._path).refusal:
            raise CommandError(refusal)
        try:
            handle, self._draft = tempfile.mkstemp(
                ".part", f".{self._path.name}.", self._path.parent
            )
            self._file: IO[str] = os.fdopen(
                handle, "w", encoding="utf-8", errors="backslashreplace"
            )
        except OSError as error:
            words = (
                f"{filename(self._path)} can't be written: {error.strerror}. Nothing was changed."
            )
            raise CommandError(words) from None

    def add(self, work: RowWork, result: RowResult) -> None:
        """Write a row that failed."""
        if result.state == "failed" or (result.state == "unknown" and not work.new):
            self._write(work, result.reason)

    def _write(self, work: RowWork, why: str) -> None:
        key = {} if work.new else {self._lookup: wire_id(work.key)}
        row = {**key, **nested(work.changes), NOTE: why}
        with suppress(OSError):  # Reported when the file is put in place.
            self._file.write(f"{exact_json.written(row)}\n")

    def drop(self) -> None:
        """Keep the previous file."""
        self._file.close()
        Path(self._draft).unlink(missing_ok=True)

    def end(self, run: RowRun) -> None:
        """Add the rows that were not tried; put the file in its place; raises CommandError."""
        for work in run.untried:
            self._write(work, f"It was not attempted. {run.why_stopped}".rstrip())
        try:
            self._file.close()
            os.replace(self._draft, self._path)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise CommandError(f"{filename(self._path)} could not be written: {why}.") from None


def nested(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by dotted path as an object that `--from` reads back the same."""
    from svc_tui.stores.record.draft import set_path

    found: dict[str, Any] = {}
    for path, value in changes.items():
        if path.partition(".")[0] == TRANSLATIONS:
            found = set_path(found, path, value)
        else:
            found[path] = value
    return found


def _finish(
    run: RowRun, output: Output, failed: FailedRows | None, unwritten: list[OSError]
) -> None:
    try:
        output.end()
    except OSError as error:
        unwritten.append(error)
    if failed is not None:
        failed.end(run)


def _kept(session: VerbSession, bulk: BulkWrite) -> RunJournal | None:
    """Save a run over several rows; one with secrets is not saved, with a message."""
    if len(bulk.works) < 2:
        return None
    if bulk.secret or not may_be_kept(bulk.works):
        say(NOT_KEPT)
        return None
    known, config = session.known, session.svc.config
    user = session.svc.auth.user
    header = {
        "verb": bulk.verb,
        "resource": bulk.resource.name,
        "base_url": config.base_url,
        "account": user.name if user else "",
        "cwd": os.getcwd(),
        "canary": known.canary,
        "config": known.config and os.path.abspath(known.config),
        **{name: getattr(known, name) for name in ("profile", "url", "dialect", "openapi", "user")},
        **bulk.facts,
    }
    try:
        return RunJournal.create(runs_folder(session), header, bulk.works)
    except JournalFailed as error:
        raise CommandError(str(error)) from None


def confirm(session: VerbSession, bulk: BulkWrite) -> None:
    """Ask whether to continue, for more than one row, a deletion or a protected backend.

    Raises: CommandError: the answer is no, or there is no one to ask and no flag answers.
    """
    known, count, svc = session.known, len(bulk.works), session.svc
    word = svc.confirm.word
    if word and known.profile_name not in (None, word):
        raise CommandError(
            f"This profile is {clean(word)}, but --profile-name is {clean(known.profile_name)}. "
            "Nothing was changed.",
            CONFLICT,
        )
    asked = bulk.dangerous or count > 1 or bool(word)
    if not asked or (known.yes and (not word or known.profile_name == word)):
        return
    if not asks_people() or known.source == "-":
        flags = ["--yes"] * (not known.yes) + [f"--profile-name {clean(word)}"] * bool(word)
        where = " or with --from -" if known.source == "-" else ""
        words = f"Without a terminal{where}, add {' '.join(flags)}. Nothing was changed."
        raise CommandError(words, USAGE)
    titles = [clean(one.title or one.key) for one in bulk.works[:FIRST_TITLES]]
    more = ", …" if count > FIRST_TITLES else ""
    what = f"{bulk.counted} of {clean(bulk.resource.name)} at {clean(svc.config.base_url)}"
    question = f"{bulk.verb} {what}? ({', '.join(titles)}{more})"
    question = f"{question} {bulk.warning}".rstrip()
    if not agrees(question, word, known.profile_name):
        raise CommandError("Nothing was changed.")


def _after_canary(session: VerbSession, run: RowRun, earlier: Collection[int]) -> None:
    """Continue with the rest only if the first rows succeeded and the user agrees."""
    tried = (one for number, one in run.results.items() if number not in earlier)
    bad = any(one.state in ("failed", "unknown") for one in tried)
    if run.why_stopped:
        return
    left = len(run.untried)
    sys.stdout.flush()  # Their results are read before the answer.
    if bad:
        run.why_stopped = "Some of the first rows failed."
    elif not session.known.yes and not ask_yes(f"Continue with the other {left:,}?"):
        run.why_stopped = "Stopped after the first rows."


async def _previewed(session: VerbSession, bulk: BulkWrite) -> int:
    """Print the requests that would be sent; return the exit code."""
    assert bulk.writer is not None
    if bulk.warning:
        say(bulk.warning)
    previews = map(bulk.writer.preview, bulk.works)
    return await show_requests(session, bulk.resource.name, previews)


async def _planned(session: VerbSession, bulk: BulkWrite) -> int:
    """Print the writes as a plan for `apply`; return the exit code."""
    assert bulk.writer is not None
    if secret := bulk.secret:
        raise CommandError(f"Plans can't contain secrets: remove {clean(secret)}.")
    rows: list[dict[str, Any]] = []
    bad: list[str] = []
    for work in bulk.works:
        preview = await bulk.writer.preview(work)
        if preview.problem:
            bad += [work.key] if preview.problem != ALREADY else []
            say(f"Skipped: {clean(preview.title or work.key)}. {preview.problem}")
            continue
        try:
            rows.append(planned_row(work, preview))
        except SecretInPlan as error:
            raise CommandError(str(error)) from None
    config = session.svc.config
    name, base_url = bulk.resource.name, config.base_url
    header = plan_header(bulk.verb, name, base_url, config.profile, bulk.facts)
    data_out().write(yaml_text({**header, "rows": rows}))
    say(f"Nothing was sent: {plural(len(rows), 'request is', 'requests are')} planned.")
    return OK if not bad else ERROR if len(bad) == len(bulk.works) else PARTLY_DONE


async def show_requests(
    session: VerbSession, resource: str, previews: Iterable[Awaitable[RequestPreview]]
) -> int:
    """Print requests that are not sent, one after another; return the exit code."""
    known = session.known
    file = data_out(for_people=known.output == "table")
    output = output_for(known, REQUEST_COLUMNS, resource=resource, lookup="path")
    count = bad = idle = 0
    for awaited in previews:
        first = await awaited
        for preview in (first, *first.further):
            count += 1
            bad += preview.problem not in ("", ALREADY)
            idle += preview.problem == ALREADY
            if known.output == "table":
                file.write(request_lines(preview))
            else:
                output.write([request_facts(preview)])
    output.end()
    say(f"Nothing was sent: {plural(count - bad - idle, 'request', 'requests')} would be sent.")
    return OK if not bad else ERROR if bad == count else PARTLY_DONE


def request_facts(preview: RequestPreview) -> dict[str, Any]:
    """Return a request for programs."""
    changes = [
        {
            "path": path,
            **({} if old is MISSING else {"old": old}),
            "new": None if new is MISSING else new,
        }
        for path, old, new in preview.changes
        if not any(map(is_secret, path.split(".")))
    ]
    facts = {"method": preview.method, "path": preview.path, "title": preview.title}
    return {**facts, "changes": changes, "problem": preview.problem}


def request_lines(preview: RequestPreview) -> str:
    """Return a request for people: a line, and one for each value."""
    told = preview.problem or preview.title
    lines = [f"{preview.method} {clean(preview.path)}  {clean(told)}".rstrip()]
    for path, old, new in preview.changes if not preview.problem else ():
        before = "" if old is MISSING else f"{_shown(path, old)} → "
        lines.append(f"  {clean(path)}: {before}{_shown(path, new)}")
    return "\n".join(lines) + "\n"


def _shown(path: str, value: Any) -> str:
    if value is MISSING:
        return "(none)"
    text = plain(path, value)
    return clean(json.dumps(text, ensure_ascii=False) if isinstance(value, str) else text or "null")
