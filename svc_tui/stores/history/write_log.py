"""WriteLog: a line for each write that the client sends, from console and commands."""

from __future__ import annotations

import getpass
import os
import socket
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from logging.handlers import SysLogHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from svc_tui.api.errors import NotSent, without_query
from svc_tui.api.write_subject import WriteSubject, subject_of_write
from svc_tui.models import exact_json
from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.history.chained_file import ChainedFile
from svc_tui.stores.history.logged_values import LongValues, fields_of
from svc_tui.stores.history.past_writes import EARLIER, succeeded
from svc_tui.stores.record.autosaved_draft import SECRET_OMITTED, bare
from svc_tui.stores.record.draft import MISSING, Draft, merged
from svc_tui.stores.record.history_store import MAX_WRITES, ValueChange, Write, changed_values
from svc_tui.stores.rows import NAMELESS, is_record, row_name, title_in

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.call import Call

REQUEST_IDS = ("x-request-id", "x-correlation-id", "request-id", "x-amzn-requestid")
"""Headers in which a backend names a request."""

SEEN = 100
"""Maximum number of remembered answers, as records before a write."""

SEEN_BYTES = 256 * 1024
"""The largest remembered answer."""

SYSLOG = "/dev/log"
"""The socket of the system's log."""


class WriteLog:
    """Writes the lines of one backend.

    Args:
        folder: Where the log lies; all backends of a user share it.
        host: The backend's address.
        profile: The profile of the console file that is in use, or "".
        who: Returns the name of the signed-in user.
        required: Whether nothing may be written that can't be logged.
        syslog: The socket that gets each line too; None for none.
        tell: Says once that the log can't be written.
    """

    def __init__(
        self,
        folder: Path,
        *,
        host: str,
        profile: str = "",
        who: Callable[[], str] = lambda: "",
        required: bool = False,
        syslog: str | None = None,
        tell: Callable[[str], object] = lambda words: None,
    ) -> None:
        self.file = ChainedFile(folder)
        self.values = LongValues(folder / "values")
        self.host = host
        self._profile, self._who, self._required = profile, who, required
        self._syslog, self.tell = syslog, tell
        self._warned = False
        self._seen: OrderedDict[str, httpx.Response] = OrderedDict()
        self._written: OrderedDict[int, dict[str, Any]] = OrderedDict()
        self._noted: dict[int, list[int]] = {}
        """The lines that `note_changes` completed, each with those of the same row."""

    def written(self, number: int) -> Mapping[str, Any]:
        """Return a line that this process added; empty if there is none."""
        return self._written.get(number, {})

    async def check(self, method: str, url: str) -> None:
        """Raise `NotSent` for a write that must not be sent because it could not be logged."""
        try:
            await self.file.free()
            self.file.check()
            if self._syslog is not None and self._required:
                _connected(self._syslog).close()
        except OSError as error:
            self._failed(error, method, url)

    def begin(self, call: Call) -> None:
        """Pass the line of a write about to be sent to the subscriber for its subject."""
        subject = subject_of_write()
        if subject.note is not None:
            with suppress(OSError, ValueError):
                subject.note(self._entry(call, None, "", subject))

    def add_found(self, entry: Mapping[str, Any], key: str) -> None:
        """Add a line from `begin`: its process was killed, and the write was found saved."""
        place = str(entry.get("location") or "")
        made = entry if entry.get("id") else {**entry, "id": key}
        if place.endswith("/"):
            made = {**made, "location": f"{place}{key}"}
        about = ("run", "method", "path", "id")
        try:
            done = filter(succeeded, self.file.last_entries(EARLIER))
            if not any(all(one.get(name) == made.get(name) for name in about) for one in done):
                self.file.append({**made, "found": True})
        except OSError as error:
            self._failed(error)

    def saw(self, url: str, response: httpx.Response) -> None:
        """Remember the answer to a GET: it may be the record before a write."""
        if len(response.content) <= SEEN_BYTES:
            self._seen[url] = response
            self._seen.move_to_end(url)
            if len(self._seen) > SEEN:
                self._seen.popitem(last=False)

    async def add(self, call: Call, response: httpx.Response | None, problem: str = "") -> None:
        """Add the line of a write; without an answer, `problem` says why there is none."""
        held: OSError | None = None
        try:
            await self.file.free()
        except OSError as error:
            held = error
            self._failed(error)
        finally:  # A write that is cancelled while waiting was sent anyway.
            if held is None:
                self._add(call, response, problem)

    def _add(self, call: Call, response: httpx.Response | None, problem: str) -> None:
        subject = subject_of_write()
        try:
            entry = self._entry(call, response, problem, subject)
            self._seen.pop(call.url, None)
            number = self.file.append(entry)
            if self._syslog is not None:
                _send(self._syslog, number, entry)
        except (OSError, ValueError) as error:
            self._failed(error)
            return
        subject.numbers.append(number)
        self._written[number] = entry
        if len(self._written) > MAX_WRITES:
            self._written.popitem(last=False)
        if number % 1000 == 1:
            self.values.drop_old()

    def note_changes(self, write: Write) -> Write:
        """Add what an action changed in a record, which its own request does not show.

        Returns the write with the number of the line that it completes; unchanged if it has no
        line.
        """
        if not (write.action and write.values):
            return write
        found, place = [write.log_number], write.endpoint.rstrip("/")
        if not write.log_number:  # A function may have sent several requests.
            found = [
                number
                for number, one in self._written.items()
                if one.get("action") == write.action and f"{place}/{write.id}/" in f"{one['path']}/"
            ]
        found = [one for one in found if self.written(one).get("method") == "POST"]
        known = {number for one in self._noted.values() for number in one}
        left = [number for number in found if number not in known]
        if not left:
            return write
        number = left[-1]
        self._noted[number] = left
        entry = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "completes": number,
            "also": left[:-1],
            "resource": write.endpoint,
            "id": write.id,
            "title": write.title,
            "location": write.location,
            "whole": sorted(write.whole),
        }
        try:
            self.file.append({**entry, "fields": fields_of(write.values, self.values)})
        except (OSError, ValueError) as error:
            self._failed(error)
            return write
        return replace(write, log_number=number)

    def _failed(self, error: Exception, method: str = "", url: str = "") -> None:
        why = getattr(error, "strerror", None) or str(error)
        words = f"The change log in {self.file.folder} can't be written ({why})"
        if self._required and method:
            what = f"{words}, and this profile is protected: changes must be logged"
            raise NotSent(None, method, url, what) from error
        if not self._warned:
            self._warned = True
            self.tell(f"{words}. Your changes are saved, but can't be listed or undone later.")

    def _entry(
        self, call: Call, response: httpx.Response | None, problem: str, subject: WriteSubject
    ) -> dict[str, Any]:
        whole = subject.whole_before or call.url in self._seen
        before = self._before(call.url, subject)
        answer = _record(response, subject) if response is not None else {}
        values, secrets = _changes(call, subject, before, answer)
        unknown = any(one.steps[0] not in before for one in values)
        partial = not whole and (call.method == "DELETE" or (call.method != "POST" and unknown))
        id = subject.id or str(answer.get("id") or "")
        unclear = _is_unclear(call, response, subject, answer)
        place = subject.location
        known = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "profile": self._profile,
            "user": self._who(),
            "host": self.host,
            "machine": f"{_login()}@{socket.gethostname()}",
            "method": call.method,
            "path": urlsplit(without_query(call.url)).path,
            "resource": subject.resource,
            "id": id,
            "title": _title(subject, {**before, **answer}, unclear),
            "fields": fields_of(values, self.values),
            "secrets": secrets,
            "status": response.status_code if response is not None else None,
            "problem": problem,
            "request_id": _request_id(response),
            "run": subject.run,
            "action": subject.action,
            "action_id": subject.action_id,
            "undoes": list(subject.undoes),
            "location": f"{place}{id}" if place.endswith("/") else place,
            "whole": sorted(subject.whole),
            "parts": sorted(subject.parts),
            "partial": partial,
            "unclear": unclear,
        }
        always = ("profile", "resource", "id", "status", "request_id", "run")
        return {key: one for key, one in known.items() if one or key in always}

    def _before(self, url: str, subject: WriteSubject) -> Mapping[str, Any]:
        """Return the record before the write, if it is known."""
        response = self._seen.get(url)
        if subject.whole_before and subject.before is not None:
            return subject.before
        seen = _record(response, subject) if response is not None else {}
        return seen or subject.before or {}


def _changes(
    call: Call, subject: WriteSubject, before: Mapping[str, Any], answer: Mapping[str, Any]
) -> tuple[tuple[ValueChange, ...], bool]:
    """Return the values of a write without secrets; and whether there were any."""
    if call.method == "DELETE":
        kept = bare(before, subject.secrets)
        values = [(key, one) for key, one in kept.items() if one is not SECRET_OMITTED]
        found = tuple(ValueChange((key,), one, MISSING) for key, one in values)
        return found, len(values) < len(before)
    sent = subject.sent if subject.sent is not None else _body(call)
    after = _after(before, sent) if subject.after is None else subject.after
    shown = answer if subject.resource else {}
    return changed_values(Draft(before, after), shown, subject.secrets)


def _is_unclear(
    call: Call, response: httpx.Response | None, subject: WriteSubject, answer: Mapping[str, Any]
) -> bool:
    """Whether a new record was accepted by an answer that neither shows it nor says where it is."""
    if call.method != "POST" or not subject.resource or subject.action or response is None:
        return False
    shown = answer and is_record(answer, subject.sent or ())
    return response.is_success and "location" not in response.headers and not shown


def _title(subject: WriteSubject, record: Mapping[str, Any], unclear: bool) -> str:
    """Return the name of the record that a write is about; "" if it has none."""
    if unclear:
        return subject.title or title_in(subject.sent or {})
    name = subject.title or row_name(record)
    return "" if name == NAMELESS else name


def _after(before: Mapping[str, Any], sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record with the sent values; text in other languages stays."""
    after = {**before, **sent}
    if isinstance(texts := sent.get(TRANSLATIONS), Mapping):
        known = before.get(TRANSLATIONS)
        after[TRANSLATIONS] = merged(known if isinstance(known, Mapping) else {}, texts)
    return after


def _body(call: Call) -> Mapping[str, Any]:
    """Return the values of a request's JSON body; empty if it has none."""
    body = call.body
    found = body["json"] if body["json"] is not None else body["data"]
    if found is None and isinstance(body["content"], str | bytes):
        with suppress(ValueError):
            found = exact_json.read(body["content"])
    return found if isinstance(found, Mapping) else {}


def _record(response: httpx.Response, subject: WriteSubject) -> Mapping[str, Any]:
    """Return the record of an answer; empty if it has none."""
    if not response.is_success or not response.content:
        return {}
    try:
        if subject.read is not None:
            found = subject.read(response)
        else:
            found = exact_json.read(response.content)
    except Exception:  # A dialect may fail in any way: the write is logged anyway.
        return {}
    return found if isinstance(found, Mapping) else {}


def _request_id(response: httpx.Response | None) -> str | None:
    if response is None:
        return None
    return next((response.headers[name] for name in REQUEST_IDS if name in response.headers), None)


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return str(os.getuid())


def _connected(place: str) -> socket.socket:
    found = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        found.connect(place)
    except OSError:
        found.close()
        raise
    return found


def _send(place: str, number: int, entry: Mapping[str, Any]) -> None:
    """Send a line to the system's log, as an informational message of a user's program."""
    text = exact_json.written({"n": number, **entry}, ascii=True, compact=True)
    priority = SysLogHandler.LOG_USER << 3 | 6
    with _connected(place) as to:
        to.send(f"<{priority}>svc-tui[{os.getpid()}]: {text}".encode())
