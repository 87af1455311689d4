"""Answers to deletions: if one confirms nothing, look whether the record is still there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ACCEPTED, ApiError, NotAllowed, NotFound, Unconfirmed, asked
from svc_tui.api.refusals import FAILED, FLAGS
from svc_tui.api.responses import id_of_another, read_json
from svc_tui.models.records import OWN_KEYS, Id

if TYPE_CHECKING:
    import httpx

DONE = frozenset({"ok", "success", "succeeded", "deleted", "done"})
"""Values of `status` that confirm a deletion."""


async def check_deleted(
    response: httpx.Response, id: Id, look: Callable[[], Awaitable[object]]
) -> None:
    """Raise unless an accepted deletion was confirmed, or the record is gone.

    No body, the record, any text that is no JSON, `{"ok": true}` or `{"deleted": 1}` confirm it;
    another record, a list, a number or an empty object does not.

    Args:
        response: The answer to the deletion.
        id: Of what was deleted.
        look: Reads what was deleted; only done where the answer confirms nothing.

    Raises:
        Unconfirmed: it is still there, or can't be read.
        InvalidResponse: the answer claims to be JSON but is not: it may come from anywhere.
    """
    if _confirms(response, id):
        return
    method, url = asked(response)
    try:
        await look()
    except (NotFound, NotAllowed):
        return
    except ApiError as error:
        raise Unconfirmed(response.status_code, method, url) from error
    raise Unconfirmed(response.status_code, method, url)


def _confirms(response: httpx.Response, id: Id) -> bool:
    is_json = "json" in response.headers.get("content-type", "").lower()
    body = read_json(response) if is_json else None
    if response.status_code == ACCEPTED:
        return False
    if not isinstance(body, Mapping):
        return body is None or _is_done(body)
    records = [one for one in (body, *body.values()) if _is_record(one)]
    if records:
        return any(not id_of_another(one, id, response) for one in records)
    return _says_so(body)


def _is_record(body: Any) -> bool:
    return isinstance(body, Mapping) and any(body.get(key) not in (None, "") for key in OWN_KEYS)


def _says_so(body: Mapping[str, Any]) -> bool:
    flags = [body.get(key) for key in (*FLAGS, "deleted")]
    said = any(flag and str(flag).lower() not in {*FAILED, "0"} for flag in flags)
    return said or _is_done(body.get("status"))


def _is_done(word: object) -> bool:
    return isinstance(word, str) and word.lower() in DONE
