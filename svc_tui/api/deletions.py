"""Answers to deletions: if one confirms nothing, look whether the record is still there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ACCEPTED, ApiError, NotAllowed, NotFound, Unconfirmed, asked
from svc_tui.api.refusals import FAILED, FLAGS
from svc_tui.api.responses import read_json
from svc_tui.models.records import OWN_KEYS

if TYPE_CHECKING:
    import httpx

DONE = frozenset({"ok", "success", "succeeded", "deleted", "done"})
"""Values of `status` that confirm a deletion."""


async def check_deleted(response: httpx.Response, look: Callable[[], Awaitable[object]]) -> None:
    """Raise unless an accepted deletion was confirmed, or the record is gone.

    No body, the record, any text that is no JSON, `{"ok": true}` or `{"deleted": 1}` confirm it; an
    empty object or list does not.

    Args:
        response: The answer to the deletion.
        look: Reads what was deleted; only done where the answer confirms nothing.

    Raises:
        Unconfirmed: it is still there, or can't be read.
        InvalidResponse: the answer claims to be JSON but is not: it may come from anywhere.
    """
    if _confirms(response):
        return
    method, url = asked(response)
    try:
        await look()
    except (NotFound, NotAllowed):
        return
    except ApiError as error:
        raise Unconfirmed(response.status_code, method, url) from error
    raise Unconfirmed(response.status_code, method, url)


def _confirms(response: httpx.Response) -> bool:
    is_json = "json" in response.headers.get("content-type", "").lower()
    body = read_json(response) if is_json else None
    if response.status_code == ACCEPTED:
        return False
    if not isinstance(body, Mapping):
        return body is None or bool(body)
    return _is_record(body) or any(map(_is_record, body.values())) or _says_so(body)


def _is_record(body: Any) -> bool:
    return isinstance(body, Mapping) and any(body.get(key) not in (None, "") for key in OWN_KEYS)


def _says_so(body: Mapping[str, Any]) -> bool:
    flags = [body.get(key) for key in (*FLAGS, "deleted")]
    said = any(flag and str(flag).lower() not in {*FAILED, "0"} for flag in flags)
    return said or str(body.get("status")).lower() in DONE
