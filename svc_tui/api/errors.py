"""The errors of talking to a backend, as one small tree.

```
ApiError
├── Unauthorized      401: not signed in
│   ├── OtherUser     the session is another user's
│   ├── NoSession     the password was accepted, but there is no session
│   └── SignInRefused a wrong username, password or key; a `ValidationFailed` too
├── Forbidden         403: signed in, without the permission; or a CSRF failure (`.csrf`)
│   └── SignInBlocked the CSRF check refused the sign-in
├── NotFound          404, 410
├── NotAllowed        405: the method is not allowed
├── ValidationFailed  400, 422: `.errors` says which values
│   └── Refused       a change was refused with a status of success: `{"ok": false}`
├── Conflict          409, 412: changed by someone else
├── VersionRequired   428: a change must name the record's version (`if_match`)
├── TooManyRequests   429: `.wait` is how many seconds the server asks to wait
├── ServerError       5xx
├── InvalidResponse   the response can't be understood
│   ├── Unconfirmed   a deletion or a creation was accepted, but nothing confirms it
│   ├── HtmlResponse  a web page instead of data, such as a proxy's sign-in
│   ├── WrongEndpoint the sign-in or profile address is wrong
│   ├── NoToken       the response to a sign-in has no token
│   └── TooLarge      the response is larger than the limit
├── Unreachable       no response (`.timed_out`, `.may_have_been_applied`)
├── NotSent           the request was not sent
│   ├── ForeignOrigin the address is on another server
│   ├── BadId         the id can't be part of an address
│   └── WrongArgument a call was given what can't be sent
├── PartiallySaved    the values of a record were saved, but not its files
├── PartFailed        code that the program added failed: a sign-in, transport, hook or adapter
└── UnreadableFile    a file of an upload shrank, vanished or could not be opened
```

`str(error)` is a message for the user: what happened, and what to do next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from svc_tui.api.problems import problems_in, sentences_in
from svc_tui.models import exact_json
from svc_tui.models.dotted_path import value_at
from svc_tui.models.foreign_code import ExitAttempted, WrongReturn, guard_exit, log_failure
from svc_tui.text import plural

if TYPE_CHECKING:
    import httpx

FieldErrors = dict[str, list[str]]
"""Messages by dotted path, such as `translations.it.title`."""

WHOLE = "non_field_errors"
"""The path of messages that belong to no field."""

DETAIL_PATH = "svc_tui.detail_path"
"""The extension of an answer that says where the message of a refusal is."""

REDIRECTED_FROM = "svc_tui.redirected_from"
"""The extension of an answer with the answer that redirected there from another path."""

CSRF_PREFIX = "CSRF Failed"
"""The beginning of a CSRF failure's detail, which is never translated."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing, so they may be repeated and redirected."""

LOOK_FIRST = "It may have been {}: check before you try again."
"""The advice if it is unknown whether a change arrived."""

STILL_AT_WORK = frozenset({502, 504, 524})
"""Statuses of a gateway that gave up waiting: the server behind it may carry on."""

ACCEPTED = 202
"""The status of a request that is carried out later."""

LATER = (None, 408, 423, 425, 429)
"""Statuses of requests that may succeed at another time, unchanged."""

A_PAGE = "the server returned a web page"
"""The detail of an answer that is for browsers."""

LONGEST_DETAIL = 500
"""Maximum length of a backend's `detail`."""


def without_query(url: str) -> str:
    """Return the path of an address as it may be shown and logged: encoded, on one line."""
    return quote(urlsplit(url).path or "/", safe="/%~:@!$&'()*+,;=")


class ApiError(Exception):
    """A call that failed; `str()` says what happened and what to do next."""

    may_have_been_applied: bool = False
    """An unsafe request had reached the server, so look before repeating it."""

    def __init__(
        self,
        status: int | None = None,
        method: str = "",
        url: str = "",
        detail: str = "",
        errors: Mapping[str, list[str]] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        """The status of the response; None without one."""
        self.method = method
        self.url = url
        """The requested address with its query."""
        self.detail = detail
        """What the backend said."""
        self.errors: FieldErrors = dict(errors or {})
        """Messages by dotted path (`translations.it.title`)."""

    @property
    def may_still_apply(self) -> bool:
        """Whether the server may still carry out the change."""
        return self.may_have_been_applied and self.status in STILL_AT_WORK

    @property
    def path(self) -> str:
        """The requested path without the query, whose values may be private."""
        return without_query(self.url)

    def __str__(self) -> str:
        return " ".join(part for part in (self.what(), self.next_step()) if part)

    def what(self) -> str:
        """Return what happened, as one sentence."""
        return f"The server returned {self.status} for {self._asked()}{_after_colon(self.detail)}"

    def next_step(self) -> str:
        """Return what the user can do now."""
        if self.method in SAFE_METHODS or self.status in LATER:
            return "Try again, or reload."
        return self._nothing()

    def _asked(self) -> str:
        return f"{self.method} {self.path}"

    def _nothing(self) -> str:
        return f"Nothing was {self._done}."

    def _look_first(self) -> str:
        return LOOK_FIRST.format(self._done)

    @property
    def _done(self) -> str:
        return "deleted" if self.method == "DELETE" else "saved"


class Unauthorized(ApiError):
    """The user is not signed in (401)."""

    def what(self) -> str:
        return f"You are not signed in{_after_colon(self.detail)}"

    def next_step(self) -> str:
        said = self.detail.casefold()
        return "" if "sign in" in said or "log in" in said else "Sign in again."


class OtherUser(Unauthorized):
    """The saved session belongs to another user."""

    def __init__(self, kept: str, found: str) -> None:
        super().__init__()
        self.kept = kept
        self.found = found

    def what(self) -> str:
        return f"The session saved for {self.kept} belongs to {self.found}, so it was not used."


class NoSession(Unauthorized):
    """The sign-in was accepted, but did not begin a session."""

    def __init__(self, cause: ApiError, why: str, advice: str = "") -> None:
        super().__init__(cause.status, cause.method, cause.url, cause.detail)
        self.why = why
        self.advice = advice or "Not signed in: svc-tui needs a session cookie."

    def what(self) -> str:
        return f"The server accepted the password, but {self.why}."

    def next_step(self) -> str:
        return self.advice


class Forbidden(ApiError):
    """The user lacks a permission, or the CSRF token was not accepted (403)."""

    sentence: str = ""
    """The dialect's message about it."""

    @property
    def csrf(self) -> bool:
        """Whether it is a CSRF failure, which says nothing about permissions."""
        return self.detail.startswith(CSRF_PREFIX)

    def next_step(self) -> str:
        return (
            "Sign in again." if self.csrf else "Ask for the permission, or sign in as another user."
        )

    def what(self) -> str:
        if self.csrf:
            return f"The server rejected the request's token{_after_colon(self.detail)}"
        return self.sentence or f"Permission denied for {self._asked()}{_after_colon(self.detail)}"


class SignInBlocked(Forbidden):
    """The server's CSRF check refused the sign-in before checking the password."""

    def what(self) -> str:
        why = self.detail.removeprefix(CSRF_PREFIX).strip(" :")
        return f"The server's CSRF check refused the sign-in{_after_colon(why)}"

    def next_step(self) -> str:
        return "The password was not checked: see the options `csrf_cookie` and `csrf_header`."


class NotFound(ApiError):
    """No such record or page (404, or 410 for one that is gone)."""

    of_collection = False
    """Whether a whole collection is missing, and no record of it."""

    def what(self) -> str:
        return f"Not found: {self._asked()}{_after_colon(self.detail)}"

    def next_step(self) -> str:
        if self.of_collection:
            if self.path.endswith("/"):
                how = "It may have to end without a slash (trailing_slash = false)."
            else:
                how = "It may need a trailing slash (trailing_slash = true)."
            return f"Check the endpoint. {how}"
        return "It may have been deleted: reload the list."


class NotAllowed(ApiError):
    """The address does not allow this method (405)."""

    allow: frozenset[str] = frozenset()
    """The allowed methods, in capitals, as far as the server names them."""

    def what(self) -> str:
        return f"The server doesn't allow {self.method} at {self.path}{_after_colon(self.detail)}"

    def next_step(self) -> str:
        return "" if self.method in SAFE_METHODS else self._nothing()


class ValidationFailed(ApiError):
    """The server did not accept the values (400, 422); `.errors` says which and why."""

    def what(self) -> str:
        return f"The server did not accept the values{_after_colon(self.refusal())}"

    def refusal(self) -> str:
        """Return the reason, with the first field it concerns."""
        if self.detail or not self.errors:
            return self.detail
        path, messages = next(iter(self.errors.items()))
        return with_path(path, messages[0])

    def next_step(self) -> str:
        return "Correct the values and try again."


FORBIDDEN = 403
"""The status of a server that knows who asks, and refuses."""


class SignInRefused(ValidationFailed, Unauthorized):
    """The server did not accept the username, the password or the key of a sign-in."""

    asks: Sequence[str] = ("username",)
    """What the sign-in asks for: `Auth.asks`."""

    def what(self) -> str:
        return f"The sign-in was refused{_after_colon(self.refusal())}"

    def next_step(self) -> str:
        return sign_in_step(self.asks)


def sign_in_step(asks: Sequence[str], status: int | None = None) -> str:
    """Return what to do about a refused sign-in that asks for these values."""
    if "device" in asks:
        return "Try again."
    what = "your username and password" if "username" in asks else "your key"
    return f"Check {what}, {'or ask an administrator' if status == FORBIDDEN else 'and try again'}."


class Refused(ValidationFailed):
    """The server refused a change, but with a status of success: `{"ok": false}`."""

    def what(self) -> str:
        why = _after_colon(self.refusal())
        return f"The server refused {self._asked()} (status {self.status}){why}"

    changed: int | None = None
    """How many rows were changed anyway; None if the answer does not say."""

    def next_step(self) -> str:
        if self.changed:
            rows = f"{self.changed:,} {'row was' if self.changed == 1 else 'rows were'}"
            return f"{rows} changed anyway: reload before you try again."
        if self.may_have_been_applied:
            return "Some rows may have been changed: reload before you try again."
        return self._nothing()


class VersionRequired(ApiError):
    """The server takes a change only with the record's version, in `If-Match` (428)."""

    def what(self) -> str:
        return f"The server requires the record's version (428){_after_colon(self.detail)}"

    def next_step(self) -> str:
        if self.method in SAFE_METHODS:
            return super().next_step()
        return f"{self._nothing()} Reload, then try again."


PRECONDITION_FAILED = 412
"""The status of a write whose `If-Match` names an older record; 409 has other reasons."""


class Conflict(ApiError):
    """The record changed since it was read (412), or there is another conflict (409)."""

    def what(self) -> str:
        if self.status == PRECONDITION_FAILED:
            return f"Someone else changed this first{_after_colon(self.detail)}"
        return f"The server reported a conflict{_after_colon(self.detail)}"

    def next_step(self) -> str:
        if self.method in SAFE_METHODS:
            return super().next_step()
        overtaken = self.status == PRECONDITION_FAILED
        return f"{self._nothing()} Reload and compare." if overtaken else self._nothing()


LONGEST_WAIT = 10.0
"""Maximum seconds to wait by itself for a server that asks to."""


class TooManyRequests(ApiError):
    """The server is limiting requests (429)."""

    wait: float | None = None
    """Seconds that it asks to wait; None if it does not say."""

    def what(self) -> str:
        wait = None if self.wait is None else plural(round(self.wait), "second", "seconds")
        asks = "" if wait is None else f" and asks to wait {wait}"
        return f"The server is limiting requests{asks}{_after_colon(self.detail)}"

    def next_step(self) -> str:
        if self.wait is not None and self.wait > LONGEST_WAIT:
            return f"svc-tui waits at most {LONGEST_WAIT:.0f} seconds: try again later."
        return "Try again later."


class ServerError(ApiError):
    """The server failed (5xx)."""

    def what(self) -> str:
        return f"The server failed on {self._asked()} ({self.status}){_after_colon(self.detail)}"

    def next_step(self) -> str:
        if self.may_have_been_applied:
            return self._look_first()
        return "Try again. If it still fails, check the server's log."


class InvalidResponse(ApiError):
    """The response can't be understood."""

    def next_step(self) -> str:
        if self.may_have_been_applied:
            return self._look_first()
        return "Check the address and the endpoint."

    def what(self) -> str:
        return f"The response to {self._asked()} is invalid{_after_colon(self.detail)}"


class Unconfirmed(InvalidResponse):
    """A deletion or a creation was answered with a status of success, but nothing confirms it."""

    may_have_been_applied = True

    @property
    def may_still_apply(self) -> bool:
        return self.status == ACCEPTED

    def what(self) -> str:
        if self.detail:
            return super().what()
        return f"The response to {self._asked()} ({self.status}) does not confirm the deletion."


class HtmlResponse(InvalidResponse):
    """The response is a web page instead of data; it is unknown whether a change was made."""

    def what(self) -> str:
        return (
            f"{self._asked()} returned a web page instead of data, perhaps a proxy's sign-in page."
        )

    def next_step(self) -> str:
        if self.may_have_been_applied:
            return self._look_first()
        return "Check the address and the connection."


class TooLarge(InvalidResponse):
    """A response is larger than the limit, compressed or uncompressed."""

    def __init__(self, status: int | None, method: str, url: str, megabytes: float) -> None:
        super().__init__(status, method, url, f"it is larger than {megabytes:g} MB")

    def what(self) -> str:
        return f"The response to {self._asked()} was not read: {self.detail}."

    def next_step(self) -> str:
        if self.may_have_been_applied:
            return self._look_first()
        return "Load fewer rows, or raise the option `answer_limit`."


class WrongEndpoint(InvalidResponse):
    """The sign-in or profile was not found, or the profile refused: a setting may be wrong."""

    def __init__(self, cause: ApiError, what: str, advice: str) -> None:
        super().__init__(cause.status, cause.method, cause.url, cause.detail)
        self.sought = what
        """What was looked for: `the profile`, `the sign-in`."""
        self._advice = advice
        self._refused = cause.refusal() if isinstance(cause, ValidationFailed) else ""

    def what(self) -> str:
        if self._refused:
            to = "to return " if self.sought == "the profile" else ""
            asked = f"{to}{self.sought} ({self._asked()})"
            return f"The server refused {asked}{_after_colon(self._refused)}"
        why = self.detail.rstrip(".") or f"status {self.status}"
        what = f"{self.sought[:1].upper()}{self.sought[1:]}"
        if self.status in (404, 410):
            return f"{what} was not found at {self.path} ({why})."
        return f"{what} endpoint at {self.path} did not respond as expected ({why})."

    def next_step(self) -> str:
        return self._advice


class NoToken(InvalidResponse):
    """The response to a sign-in or refresh has no token."""

    def __init__(self, response: httpx.Response, path: str, body: object, where: str) -> None:
        method, url = asked(response)
        super().__init__(response.status_code, method, url)
        self._place, self._where = path, where
        self._keys = [str(key) for key in body][:8] if isinstance(body, Mapping) else []

    def what(self) -> str:
        has = f"it has {', '.join(self._keys)}" if self._keys else "it is not a JSON object"
        return f"The response to {self._asked()} has no token at `{self._place}`: {has}."

    def next_step(self) -> str:
        return f"Not signed in: set `token` {self._where}."


class Unreachable(ApiError):
    """No response; `.detail` is the reason."""

    timed_out: bool = False

    @property
    def may_still_apply(self) -> bool:
        return self.may_have_been_applied

    def next_step(self) -> str:
        if self.may_have_been_applied:
            return self._look_first()
        return "Check the connection and try again."

    def what(self) -> str:
        host = urlsplit(self.url).netloc.rpartition("@")[2] or "the server"
        return f"Could not reach {host}{_after_colon(self.detail)}"


class NotSent(ApiError):
    """The request was not sent, such as a change while the console is read-only."""

    def what(self) -> str:
        asked = self._asked() if self.method else "It"
        return f"{asked} was refused{_after_colon(self.detail)}"

    def next_step(self) -> str:
        return "Nothing was sent."


class BadUrl(ValueError):
    """An address that can't be used; the text says why."""


class ForeignOrigin(NotSent, BadUrl):
    """The address is on another server, which must never get this session; a `ValueError` too."""

    def __init__(self, why: str) -> None:
        super().__init__(detail=why)

    def what(self) -> str:
        return f"{self.detail}, so it was not requested."

    def next_step(self) -> str:
        return "Check the address, or use a Svc(…) for that server."


class BadId(NotSent, BadUrl):
    """The id can't be part of an address; a `ValueError` too."""

    def __init__(self, why: str) -> None:
        super().__init__(detail=why)

    def what(self) -> str:
        return f"This record can't be requested: {self.detail}."

    def next_step(self) -> str:
        return "Change its id on the server, or set another `lookup` for these records."


class WrongArgument(NotSent, TypeError, ValueError):
    """A call was given what can't be sent; a `TypeError` and a `ValueError` too."""

    def __init__(self, why: str) -> None:
        super().__init__(detail=why)

    def what(self) -> str:
        return f"This call can't be made: {self.detail}."


class PartiallySaved(ApiError):
    """The values of a record were saved, but not its files; `.record` is what was saved."""

    def __init__(self, cause: ApiError, record: Any, files: tuple[str, ...]) -> None:
        super().__init__(cause.status, cause.method, cause.url, cause.detail, cause.errors)
        self.cause = cause
        self.record: Any = record
        self.files = files

    def what(self) -> str:
        names = " and ".join(self.files)
        are = "is" if len(self.files) == 1 else "are"
        return f"The values are saved, but {names} {are} not. {self.cause.what()}"

    def next_step(self) -> str:
        return "Save again to retry the upload, or choose another file."


class UnreadableFile(ApiError):
    """A file of an upload shrank, vanished or could not be opened."""

    def what(self) -> str:
        return self.detail

    def next_step(self) -> str:
        return "Choose the file again."


def error_for(response: httpx.Response) -> ApiError:
    """Return the error for a response with a status of 400 or more."""
    body = _body(response)
    errors = flatten_errors(body) if response.status_code in (400, 422) else {}
    kind, (method, url) = _kind(response.status_code), asked(response)
    detail = detail_in(body, response.extensions.get(DETAIL_PATH, ""))
    if not detail and not errors:
        detail = _nested_detail(body)
    error = kind(response.status_code, method, url, detail, errors)
    # A server may fail after it has stored the change.
    error.may_have_been_applied = kind is ServerError and method not in SAFE_METHODS
    if isinstance(error, NotAllowed):
        allow = response.headers.get("allow", "").upper().split(",")
        error.allow = frozenset(one.strip() for one in allow if one.strip())
    if isinstance(error, TooManyRequests):
        error.wait = wait_of(response)
    return error


def is_csrf_failure(response: httpx.Response) -> bool:
    """Whether a request was refused for its CSRF token."""
    error = error_for(response)
    return isinstance(error, Forbidden) and error.csrf


def wait_of(response: httpx.Response) -> float | None:
    """Return the seconds that an answer asks to wait (`Retry-After`); None where it does not."""
    # Imported here: the first paint must not wait for it.
    from email.utils import parsedate_to_datetime

    said = response.headers.get("retry-after", "").strip()
    if said.isascii() and said.isdigit():
        return float(said[:9])
    try:
        moment = parsedate_to_datetime(said)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def asked(response: httpx.Response) -> tuple[str, str]:
    """Return the method and address that an answer belongs to; empty for one made by hand."""
    try:
        return response.request.method, str(response.request.url)
    except RuntimeError:
        return "", ""


def flatten_errors(body: object) -> FieldErrors:
    """Return messages by dotted path, from any JSON a backend may send; never raises.

    Objects give keys, lists of objects give index segments, and plain values are messages. Lists
    of problems that name their fields are known, alone or in an object: JSON:API, RFC 9457,
    Laravel, Strapi, Directus.
    """
    found: FieldErrors = {}
    for path, message in _messages(problems_in(body)):
        found.setdefault(path or WHOLE, []).append(message)
    return found


def with_path(path: str, message: str) -> str:
    """Return a message with the field it concerns, if any."""
    return message if path == WHOLE else f"{path}: {message}"


def looks_like_html(response: httpx.Response) -> bool:
    """Whether an answer is a web page, whatever its type says."""
    kind: str = response.headers.get("content-type", "")
    return "html" in kind.lower() or response.content[:64].lstrip()[:1] == b"<"


def _messages(body: object) -> Iterator[tuple[str, str]]:
    """Yield every message with its path, in order; with a stack, so that no depth is too deep."""
    stack: list[tuple[str, object]] = [("", body)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, Mapping):
            stack.extend(reversed(_object_parts(path, value)))
        elif isinstance(value, list):
            stack.extend(reversed(_list_parts(path, value)))
        elif value is not None and value != "":
            yield path, value if isinstance(value, str) else exact_json.written(value)


def _object_parts(path: str, value: Mapping[str, Any]) -> list[tuple[str, object]]:
    """Return the entries of an object; `{"loc": [...], "msg": "..."}` names its own path."""
    where, message = value.get("loc"), value.get("msg")
    if isinstance(where, list) and isinstance(message, str):
        steps = [str(step) for step in where if isinstance(step, str | int)]
        return [(".".join(steps[1:] if steps[:1] == ["body"] else steps), message)]
    return [(_joined(path, key), entry) for key, entry in value.items()]


def _list_parts(path: str, value: list[Any]) -> list[tuple[str, object]]:
    """Return the entries of a list: plain ones at its path, the others at their index."""
    return [
        (_joined(path, str(index)) if isinstance(entry, list | Mapping) else path, entry)
        for index, entry in enumerate(value)
    ]


def as_raised(error: BaseException) -> BaseException:
    """Return the error that foreign code raised, if `guard_exit` raised another in its place."""
    return (error.__cause__ or error) if isinstance(error, ExitAttempted) else error


class PartFailed(ApiError):
    """Code that the program added to the console failed; its traceback is in the log."""

    def __init__(self, part: str, error: BaseException) -> None:
        super().__init__(detail=type(as_raised(error)).__name__)
        self.wrong = str(error) if isinstance(error, WrongReturn) else ""
        """The expected value, if the part returned another; else empty."""
        self.part = part
        """The name of the part: `sign-in MyAuth`."""

    def what(self) -> str:
        why = f": {self.wrong}" if self.wrong else f" ({self.detail})"
        return f"The {self.part} failed{why}, see :log or the log file."

    def next_step(self) -> str:
        return self._look_first() if self.may_have_been_applied else ""


@contextmanager
def guard_part(part: str) -> Iterator[None]:
    """Raise `PartFailed` for any error of foreign code that is not an `ApiError`."""
    try:
        with guard_exit():
            yield
    except ApiError:
        raise
    except Exception as error:
        raise part_failed(part, error) from error


def part_failed(part: str, error: BaseException) -> PartFailed:
    """Return the `PartFailed` for an error of foreign code, which is logged with its traceback."""
    log_failure(f"the {part}", error)
    return PartFailed(part, error)


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else str(key)


def _kind(status: int) -> type[ApiError]:
    if status >= 500:
        return ServerError
    return {
        400: ValidationFailed,
        401: Unauthorized,
        403: Forbidden,
        404: NotFound,
        410: NotFound,
        405: NotAllowed,
        409: Conflict,
        412: Conflict,
        422: ValidationFailed,
        428: VersionRequired,
        429: TooManyRequests,
    }.get(status, ApiError)


def _body(response: httpx.Response) -> object:
    """Return the JSON of a failed answer, else its plain text; never a web page."""
    if looks_like_html(response):
        # Django's own views answer a CSRF failure with a web page, in any language.
        csrf = response.status_code == 403 and b"CSRF" in response.content
        return {"detail": f"{CSRF_PREFIX}: {A_PAGE}" if csrf else A_PAGE}
    try:
        return exact_json.read(response.content)
    except exact_json.TooDeep as error:
        return {"detail": str(error)}
    except ValueError:
        return {"detail": response.text.strip()[:LONGEST_DETAIL]}


def detail_in(body: object, path: str = "") -> str:
    """Return the sentence of a refusal; "" where it has none."""
    entries = [body]
    if isinstance(body, Mapping):
        entries = [
            value_at(body, path) if path else None,
            *(body.get(key) for key in ("detail", WHOLE, "__all__", "message", "error")),
            *sentences_in(body),
        ]
    for entry in entries:
        entry = entry[0] if isinstance(entry, list) and entry else entry
        if isinstance(entry, str) and entry.strip():
            return entry.strip()[:LONGEST_DETAIL]
    return ""


def _nested_detail(body: object) -> str:
    """Return the messages of a refusal whose `detail` is an object or a list, with their keys."""
    said = body.get("detail") if isinstance(body, Mapping) else None
    if not isinstance(said, Mapping | list):
        return ""
    found = (with_path(path, " ".join(all)) for path, all in flatten_errors(said).items())
    return "; ".join(found)[:LONGEST_DETAIL]


def _after_colon(detail: str) -> str:
    if not detail:
        return "."
    return f": {detail}" if detail.endswith(("!", "?", "…")) else f": {detail.rstrip('.')}."
