"""Read answers: JSON, one record, or a page of a list."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote, urlsplit

from svc_tui.api.errors import (
    REDIRECTED_FROM,
    SAFE_METHODS,
    WHOLE,
    ApiError,
    HtmlResponse,
    InvalidResponse,
    ValidationFailed,
    asked,
    detail_in,
    error_for,
    flatten_errors,
    looks_like_html,
    without_query,
)
from svc_tui.api.refusals import refusal
from svc_tui.models import exact_json
from svc_tui.models.dotted_path import value_at
from svc_tui.models.list_shape import next_of, no_rows_at, rows_of
from svc_tui.models.records import OWN_KEYS, Id, PaginatedList, is_id, json_type_name

if TYPE_CHECKING:
    import httpx

ParsedT = TypeVar("ParsedT")

MOVED = frozenset({301, 307, 308})
"""Redirects that say "ask there instead": nothing has been done yet."""

PAGE_SIZE_KEYS = (
    "page_size", "items", "limit", "per_page", "size", "_limit", "page[size]", "page[limit]",
)  # fmt: skip
"""Query params that set a page size."""

TOTAL_KEYS = (
    "total_count", "totalCount", "total_items", "totalItems", "totalElements", "total", "count",
)  # fmt: skip
"""Keys of the number of all matching rows."""

MOST = 10**15
"""Largest plausible number of rows or pages; larger ones are ignored."""

ROUND_NUMBER = 100
"""Backends that cut answers silently do so at this number of rows, or a multiple."""

NOT_PLACED = "These are the server's field names. The dialect can't match them to the form."
"""The note beside messages that a dialect could not match to fields."""

CUT = re.compile(r"|-|\.|t(ru?)?|f(a(ls?)?)?|n(ul?)?|u[0-9a-fA-F]{0,3}")
"""What may be left of a value, or of a character, at the end of JSON that is cut off."""

SHOWN_KEYS = 8
"""Maximum number of keys of an unknown answer named in its error."""


def bad_answer(response: httpx.Response, why: str) -> InvalidResponse:
    """Return the error of an answer that can't be understood, with the reason."""
    return _about(response, InvalidResponse, why)


def raise_for_status(response: httpx.Response) -> httpx.Response:
    """Return an answer that is a success, or raise the error that it stands for.

    A success has a status of 2xx and holds data or nothing: a web page under such a status comes
    from somebody in between, and says nothing about what was asked (`HtmlResponse`). A change that
    is answered with `{"ok": false}` or the like is `Refused`.
    """
    if response.status_code >= 400:
        raise error_for(response)
    if response.status_code >= 300:
        raise bad_answer(response, f"status {response.status_code} without a redirect address")
    # Some backends use HTML as the type of an empty answer.
    if response.content and looks_like_html(response):
        raise _about(response, HtmlResponse, "it is a web page instead of JSON")
    if (refused := refusal(response)) is not None:
        raise refused
    return response


def raise_for_record(response: httpx.Response) -> httpx.Response:
    """Return an answer like `raise_for_status`; a 404 after a redirect to another path is invalid.

    It says nothing about the record or list that was asked for.
    """
    first = response.extensions.get(REDIRECTED_FROM)
    if first is not None and response.status_code in (404, 410):
        there = without_query(str(response.request.url))
        raise bad_answer(
            first, f"it redirects to {there}, which was not found ({response.status_code})"
        )
    return raise_for_status(response)


def _about(response: httpx.Response, kind: type[InvalidResponse], why: str) -> InvalidResponse:
    method, url = asked(response)
    error = kind(response.status_code, method, url, why)
    error.may_have_been_applied = method not in SAFE_METHODS and response.status_code not in MOVED
    return error


def read_json(response: httpx.Response) -> Any:
    """Return the JSON of an answer, None if it is empty; raises `InvalidResponse` otherwise."""
    if response.status_code == 204 or not response.content:
        return None
    if looks_like_html(response):
        raise _about(response, HtmlResponse, "it is a web page instead of JSON")
    try:
        return exact_json.read(response.content)
    except exact_json.TooDeep as error:
        raise bad_answer(response, str(error)) from None
    except ValueError as error:
        raise bad_answer(response, _why_no_json(response, error)) from None


def id_of_another(record: Any, id: Id | None, response: httpx.Response) -> str:
    """Return the id of a record if it is another one than the address asks for; else "".

    A record may be opened by any of its values, or by a word such as `me`, and an address may lead
    to another: only an id of the same kind is another one, and only if the requested one is nowhere
    in the record.
    """
    wanted = str(id)
    address = unquote(urlsplit(asked(response)[1]).path).rstrip("/")
    if not is_id(wanted) or not isinstance(record, Mapping) or not address.endswith(f"/{wanted}"):
        return ""
    told = next((str(record[name]) for name in OWN_KEYS if _is_plain(record.get(name))), "")
    inner = [one.values() for one in record.values() if isinstance(one, Mapping)]
    values = {_spelled(one) for one in chain(record.values(), *inner) if _is_plain(one)}
    same_kind = is_id(told) and told.isdecimal() == wanted.isdecimal()
    return told if same_kind and _spelled(wanted) not in values else ""


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _spelled(value: object) -> str:
    """Return an id without what differs between its spellings: zeros in front, dashes, case."""
    return str(value).replace("-", "").replace(" ", "").casefold().lstrip("0")


def read_object(response: httpx.Response) -> Mapping[str, Any]:
    """Return one record; raises `InvalidResponse` for anything else."""
    return as_object(read_json(response), response)


def as_object(body: Any, response: httpx.Response) -> Mapping[str, Any]:
    """Return the JSON of an answer if it is one record; raises `InvalidResponse` otherwise."""
    if isinstance(body, Mapping):
        return body
    found = json_type_name(body) if response.content else "empty"
    raise bad_answer(response, f"it should be one record, but it is {found}")


def parsed(response: httpx.Response, parse: Callable[[Any], ParsedT]) -> ParsedT:
    """Return an answer parsed by `parse`; `InvalidResponse` if that raises `ValueError`."""
    return parsed_body(read_json(response), response, parse)


def parsed_body(body: Any, response: httpx.Response, parse: Callable[[Any], ParsedT]) -> ParsedT:
    """Return the JSON of an answer as `parsed` does."""
    try:
        return parse(body)
    except ValueError as error:
        raise bad_answer(response, str(error)) from None


def read_page(
    response: httpx.Response, query: Mapping[str, Any], shaped: Callable[[Any], Any] | None = None
) -> PaginatedList[Any]:
    """Return a page of any accepted shape, given its query.

    `shaped` converts the answer of another dialect into one of these.
    """
    body = read_json(response)
    if shaped is not None:
        body = _shaped(response, body, shaped)
    counted = _counted_in_headers(response)
    if isinstance(body, list):
        return _uncounted(body, query) if counted < 0 else _page(body, {}, query, counted)
    if (rows := rows_of(body)) is not None:
        return _page(rows, body, query, counted)
    if (key := no_rows_at(body)) is not None:
        found = json_type_name(body[key])
        raise bad_answer(response, f"its {key} should be a list, but that is {found}")
    hint = " (if its rows are in one of them, set `items` under [svc.wire])"
    hint = hint if _holds_a_list(body) else ""
    found = describe(body) if response.content else "is empty"
    raise bad_answer(response, f"it should be a list, but it {found}{hint}")


def _holds_a_list(body: object) -> bool:
    inner = [*body.values()] if isinstance(body, Mapping) else []
    inner += [deep for one in inner if isinstance(one, Mapping) for deep in one.values()]
    return any(isinstance(one, list) for one in inner)


def _shaped(response: httpx.Response, body: Any, shaped: Callable[[Any], Any]) -> Any:
    try:
        return shaped(body)
    except ApiError:
        raise
    except Exception:
        found = describe(body) if response.content else "is empty"
        words = f"the dialect can't read it as a list: it {found}"
        raise bad_answer(response, words) from None


def place_errors(
    error: ValidationFailed, keys: Callable[[Mapping[str, list[str]]], Mapping[str, list[str]]]
) -> None:
    """Move messages to the fields that a dialect gives; if it fails, all are kept."""
    try:
        placed = {path: _messages(path, said) for path, said in keys(error.errors).items()}
    except Exception:
        whole = [*error.errors.get(WHOLE, ()), NOT_PLACED]
        error.errors = {**error.errors, WHOLE: whole}
    else:
        error.errors = placed


def read_errors(error: ValidationFailed, response: httpx.Response, fields: str) -> None:
    """Read messages by field at a custom path."""
    if not fields:
        return
    try:
        body = exact_json.read(response.content)
    except ValueError:
        return
    if (messages := value_at(body, fields)) is not None:
        error.errors = flatten_errors(messages)


def _messages(path: object, said: object) -> list[str]:
    if not isinstance(said, list | tuple) or not all(isinstance(one, str) for one in (path, *said)):
        raise TypeError(path)
    return [*said]


def _counted_in_headers(response: httpx.Response) -> int:
    """Return the number of matching rows from the headers of an answer; -1 without one."""
    of_range = response.headers.get("content-range", "").rpartition("/")[2].strip()
    total = response.headers.get("x-total-count", "").strip()
    return _number(total, of_range, default=-1, least=0)


def _uncounted(rows: list[Any], query: Mapping[str, Any]) -> PaginatedList[Any]:
    """Return a page of rows without a total.

    A full page, or a round number of rows, may be cut: then there are at least so many.
    """
    count, page = len(rows), _number(query.get("page"))
    size = _asked_size(query)
    if count and count == size:
        seen = (page - 1) * size + count
        return PaginatedList(rows, seen, page, page + 1, size, at_least=True, told=False)
    if size and page > 1 and count < size:
        return PaginatedList(rows, (page - 1) * size + count, page, page, size, told=False)
    cut = count > 0 and count % ROUND_NUMBER == 0
    return PaginatedList(rows, count, at_least=cut, told=False)


def _page(
    rows: list[Any], body: Mapping[str, Any], query: Mapping[str, Any], counted: int = -1
) -> PaginatedList[Any]:
    """Return a page with its number and count, from the paginator if there is one."""
    paginator = body.get("paginator")
    facts: Mapping[str, Any] = paginator if isinstance(paginator, Mapping) else {}
    total = _number(facts.get("count"), *_totals(body), counted, default=-1, least=0)
    more = next_of(body)
    if total < 0 and more is None and not facts:
        return _uncounted(rows, query)
    count = len(rows) if total < 0 else total
    page = _number(facts.get("page"), query.get("page"))
    size = _number(facts.get("page_size"), default=0, least=0) or _size(
        rows, bool(more), query, count
    )
    last = _last_page(rows, page, total, more=bool(more))
    pages = _number(facts.get("pages"), default=max(ceil(count / size) if size else 1, last))
    uncounted = total < 0 and (last > page or page > 1)
    count = (page - 1) * size + len(rows) if uncounted else count
    return PaginatedList(
        rows,
        count,
        page,
        pages,
        size or None,
        at_least=total < 0 and last > page,
        told=total >= 0,
        next=more or "",
    )


def _last_page(rows: list[Any], page: int, total: int, *, more: bool) -> int:
    """Return the number of the last page that an answer shows to be there.

    One with a next page is never the last, whatever the count. A page that the count has no room
    for is not there: it has no rows, or those of another page.
    """
    if more:
        return page + 1
    is_there = total < 0 or (rows and page - 1 + len(rows) <= total)
    return page if is_there else 1


def _totals(body: Mapping[str, Any]) -> list[object]:
    """Return every value of an answer that may be the total number of matching rows."""
    meta = body.get("meta")
    inner = meta.get("pagination") if isinstance(meta, Mapping) else None
    around = (body, meta, inner, *(body.get(key) for key in ("pagination", "_meta", "page")))
    return [
        one[key] for key in TOTAL_KEYS for one in around if isinstance(one, Mapping) and key in one
    ]


def _size(rows: list[Any], more: bool, query: Mapping[str, Any], count: int) -> int:
    """Return the rows of a full page: one with others after it is full, whatever was requested."""
    is_first = _number(query.get("page")) == 1
    if rows and (more or (is_first and len(rows) < count)):
        return len(rows)
    return _asked_size(query)


def _asked_size(query: Mapping[str, Any]) -> int:
    found = (_number(query.get(key), default=0, least=0) for key in PAGE_SIZE_KEYS)
    return next(filter(None, found), 0)


def _number(*candidates: object, default: int = 1, least: int = 1) -> int:
    """Return the first candidate that is a whole number up to `MOST`, or the text of one."""
    for candidate in candidates:
        if isinstance(candidate, str) and candidate.isascii() and candidate.isdigit():
            candidate = int(candidate[:18])
        if isinstance(candidate, bool) or not isinstance(candidate, int):
            continue
        if least <= candidate <= MOST:
            return candidate
    return default


def describe(body: object) -> str:
    """Return what came instead of a list or a record: its keys, and its sentence if it has one."""
    if not isinstance(body, Mapping):
        return f"is {json_type_name(body)}"
    keys = [str(key)[:40] for key in body]
    more = ", …" if len(keys) > SHOWN_KEYS else ""
    said = f" ({detail_in(body)})" if detail_in(body) else ""
    named = ", ".join(keys[:SHOWN_KEYS])
    return f"is an object with the keys {named}{more}{said}" if keys else "is {}"


def _is_cut_off(error: ValueError) -> bool:
    """Whether the text was JSON up to its end, where it stops, perhaps in `nul` or `"titl`."""
    if isinstance(error, UnicodeDecodeError):  # It may stop within a character, too.
        return error.reason == "unexpected end of data"
    if not isinstance(error, json.JSONDecodeError):
        return False
    rest = error.doc[error.pos :].strip()
    return error.msg.startswith("Unterminated string") or CUT.fullmatch(rest) is not None


def _why_no_json(response: httpx.Response, error: ValueError) -> str:
    """Return why an answer is not JSON: truncated, broken, or of another type."""
    if response.content[:1] in b"{[" and _is_cut_off(error):
        return "its JSON is cut off"
    kind = response.headers.get("content-type", "").partition(";")[0]
    if "json" in kind:
        return "its JSON is broken"
    return f"it is {kind}, not JSON" if kind else "it is not JSON"
