"""Refusals with the status of a success: `{"ok": false}` is no confirmation of a change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import DETAIL_PATH, SAFE_METHODS, Refused, asked, detail_in, flatten_errors
from svc_tui.api.problems import problems_in
from svc_tui.models import exact_json
from svc_tui.models.dotted_path import value_at
from svc_tui.models.records import OWN_KEYS

if TYPE_CHECKING:
    import httpx

SUCCESS_PATH = "svc_tui.success_path"
"""The extension of an answer that says where its flag is; None looks at the usual keys."""

FLAGS = ("ok", "success")
"""Keys that are false in a refusal."""

FAILED = frozenset({"false", "error", "fail", "failed"})
"""Values that mean the same as false."""

IN_A_REFUSAL = frozenset(
    {
        "ok",
        "success",
        "status",
        "statusCode",
        "code",
        "message",
        "detail",
        "error",
        "errors",
        "data",
    }
)
"""Keys of an answer that only says that a change was refused."""


REFUSAL, BODY = "svc_tui.refusal", "svc_tui.body"
"""The extensions of an answer that keep what was read from it."""


def refusal(response: httpx.Response) -> Refused | None:
    """Return the error of an answer that refuses a change despite its status, or None.

    Each answer is read once, as the log, the counts and the caller all ask.
    """
    if REFUSAL not in response.extensions:
        response.extensions[REFUSAL] = _read_refusal(response)
    found: Refused | None = response.extensions[REFUSAL]
    return found


def _read_refusal(response: httpx.Response) -> Refused | None:
    method, url = asked(response)
    if method in SAFE_METHODS or not response.is_success:
        return None
    body = _body(response)
    if not isinstance(body, Mapping) or not _refuses(body, response):
        return None
    problems = problems_in(body)
    errors = flatten_errors(problems) if problems is not body else {}
    detail = detail_in(body, response.extensions.get(DETAIL_PATH, ""))
    error = Refused(response.status_code, method, url, detail, errors)
    error.changed = changed_count(response)
    unclear = error.changed is None and _names_several(response)
    error.may_have_been_applied = bool(error.changed) or unclear
    return error


CHANGED = ("updated", "affected", "changed", "modified", "deleted", "processed", "succeeded")
"""Keys of the number of rows that a change made."""

NOT_EFFECTS = IN_A_REFUSAL | {"total", "count", "requested", "received", "matched", "failed"}
"""Keys of numbers beside it that are no effect of the request."""

AROUND = ("data", "result")
"""Keys of an object that holds such a number."""


def changed_count(response: httpx.Response) -> int | None:
    """Return how many rows an accepted change says that it changed; None if it does not say.

    `{"updated": 2}`, `{"deleted": [1, 2]}` and `{"count": 2}` say two; a record says nothing. Of
    several numbers the largest counts, and `count` only beside words about the request. None of
    them says "no row" beside another number, as in `{"updated": 0, "queued": 3}`.
    """
    body = _body(response)
    if not isinstance(body, Mapping) or any(body.get(key) not in (None, "") for key in OWN_KEYS):
        return None
    inner = (body[key] for key in AROUND if isinstance(body.get(key), Mapping))
    for one in (body, *inner):
        said = {key: _number(value) for key, value in one.items()}
        numbers = [n for key in CHANGED if (n := said.get(key)) is not None]
        if numbers:
            most = max(0, *numbers)
            others = any(n for key, n in said.items() if key not in NOT_EFFECTS)
            return most if most or not others else None
        if said.get("count") is not None and set(one) <= {"count", *IN_A_REFUSAL}:
            return max(0, said["count"] or 0)
    return None


def _number(value: object) -> int | None:
    """Return a number of rows, or how many a list has; None for any other value."""
    if isinstance(value, list):
        return len(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _refuses(body: Mapping[str, Any], response: httpx.Response) -> bool:
    path = response.extensions.get(SUCCESS_PATH)
    if path is not None:
        return bool(path) and _is_no(value_at(body, path))
    sent = _sent(response)
    wrapped = [one for one in sent.values() if isinstance(one, Mapping)]
    known = {key: value for one in (*wrapped, sent) for key, value in one.items()}
    if any(_is_of_record(key, value, known) for key, value in body.items()):
        return False  # It is the record, whose values may have such names.
    if any(body.get(flag) is False for flag in FLAGS):
        return True
    alone = set(body) <= IN_A_REFUSAL and not body.get("data")
    errors = bool(body.get("errors")) and set(body) <= {"errors", "data"}
    return alone and (errors or bool(body.get("error")) or _is_no(body.get("status")))


def _names_several(response: httpx.Response) -> bool:
    """Whether a request was about several rows, of which some may have been changed."""
    sent = _sent(response)
    ids = sent.get("ids")
    return sent.get("all") is True or (isinstance(ids, list) and len(ids) > 1)


def _is_of_record(key: str, value: object, sent: Mapping[str, Any]) -> bool:
    """Whether a value in an answer belongs to the record; a refusal has its own `message`."""
    if value in (None, ""):
        return False
    if key in sent and key in IN_A_REFUSAL:
        return bool(value == sent[key])
    return key in sent or key in OWN_KEYS


def _is_no(value: object) -> bool:
    return value is False or (isinstance(value, str) and value.lower() in FAILED)


def _sent(response: httpx.Response) -> Mapping[str, Any]:
    """Return the JSON object that was sent; empty for a form."""
    try:
        sent = _read(response.request.content)
    except RuntimeError:  # It was streamed.
        return {}
    return sent if isinstance(sent, Mapping) else {}


def _body(response: httpx.Response) -> Any:
    """Return the JSON object of an answer, which is parsed once; None if it has none."""
    if BODY not in response.extensions:
        response.extensions[BODY] = _read(response.content)
    return response.extensions[BODY]


def _read(content: bytes) -> Any:
    try:
        return exact_json.read(content) if content[:1] == b"{" else None
    except ValueError:
        return None
