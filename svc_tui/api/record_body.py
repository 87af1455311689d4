"""How a record is sent: as the dialect words it, as JSON or a form, with its files."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, get_args

from svc_tui.api.change_count import ChangeCount, count_change
from svc_tui.api.dialects import Dialect
from svc_tui.api.dialects.base import Exchange
from svc_tui.api.errors import (
    ApiError,
    NotSent,
    PartiallySaved,
    ValidationFailed,
    WrongArgument,
)
from svc_tui.api.given import CALLBACK, check_given
from svc_tui.api.multipart import (
    JSON,
    MultipartStyle,
    Policy,
    Progress,
    encode,
    find_files,
    plain,
    to_json,
)
from svc_tui.api.responses import bad_answer, read_object
from svc_tui.api.urls import Endpoint
from svc_tui.api.write_subject import subject_of_write
from svc_tui.models.arguments import OneOf
from svc_tui.models.exact_json import not_sendable
from svc_tui.models.records import Id, ResourceMetadata

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.crud import FetchConfig


class WriteHost(Protocol):
    """A collection that records are sent to."""

    endpoint: Endpoint
    dialect: Dialect
    sent: ChangeCount

    @property
    def known_metadata(self) -> ResourceMetadata | None: ...
    async def metadata(self) -> ResourceMetadata | None: ...
    async def list(self, *, page: int, page_size: int) -> object: ...
    async def send(
        self, method: str, path: str, config: FetchConfig | None, **parts: Any
    ) -> httpx.Response: ...
    def exchange(self, method: str, id: Id | None = None) -> Exchange: ...
    def read_row(self, row: Any, response: httpx.Response) -> Any: ...


@dataclass(frozen=True)
class Write:
    """Method and options of a write."""

    method: str
    multipart: Policy
    config: FetchConfig | None = None
    if_match: str | None = None
    on_progress: Progress | None = None
    id: Id | None = None

    def __post_init__(self) -> None:
        given = {"multipart": self.multipart, "on_progress": self.on_progress}
        check_given(given, multipart=OneOf(get_args(Policy)), on_progress=CALLBACK)


async def send_record(crud: WriteHost, path: str, data: Any, how: Write) -> httpx.Response:
    """Send a record, its files in the same request or in one of their own, as the dialect wants."""
    data = plain(data)
    if crud.dialect.needs_metadata:
        await crud.metadata()
    style = crud.dialect.style_of(crud.known_metadata)
    if style == "apart" and how.multipart == "auto" and find_files(data):
        return await _write_apart(crud, path, data, how)
    return await _encoded(crud, path, data, how, style)


async def _write_apart(
    crud: WriteHost, path: str, data: Mapping[str, Any], how: Write
) -> httpx.Response:
    """Send the values as JSON, then the files alone."""
    files = {key: value for key, value in data.items() if find_files(value)}
    values = {key: value for key, value in data.items() if key not in files}
    if how.method == "PATCH" and not values:
        return await _encoded(crud, path, files, how, "flat")
    try:
        response = await _encoded(crud, path, values, how, "flat")
    except ValidationFailed as error:
        if not set(error.errors) <= set(files):
            raise
        # The file is required to create the record, so everything goes in one form.
        crud.sent.changes -= 1  # It is the same change, sent again.
        count_change(-1)
        return await _encoded(crud, path, data, how, "flat")
    record = crud.read_row(read_object(response), response)
    if how.method == "POST" and record.get("id") in (None, ""):
        why = "it has no id for the new record, so its files were not sent"
        raise PartiallySaved(bad_answer(response, why), record, tuple(files))
    try:
        item = path if how.method != "POST" else crud.endpoint.item(record["id"])
        return await _encoded(crud, item, files, replace(how, method="PATCH"), "flat")
    except ApiError as error:
        raise PartiallySaved(error, record, tuple(files)) from error


async def in_its_place(crud: WriteHost, id: Id, data: dict[str, Any]) -> dict[str, Any]:
    """Return a whole record with its position, without which the row would move to the end."""
    missing = [name for name in crud.dialect.place_fields if name not in data]
    metadata = await crud.metadata()
    known = metadata.extra.get("schema", {}) if metadata else {}
    wanted = [name for name in missing if name in (known.get("properties") or {})]
    if not wanted:
        return data
    response = await crud.send("GET", crud.endpoint.item(id), None)
    row = crud.read_row(read_object(response), response)
    return {**data, **{name: row[name] for name in wanted if name in row}}


async def _encoded(
    crud: WriteHost, path: str, data: Any, how: Write, style: MultipartStyle
) -> httpx.Response:
    """Encode a payload with the dialect, and send it; files stay open just as long."""
    metadata = crud.known_metadata if crud.dialect.needs_metadata else None
    exchange = crud.exchange(how.method, how.id)
    if crud.dialect.learns_from_rows and not exchange.memory:
        with suppress(ApiError):  # The write itself will report what is wrong.
            await crud.list(page=1, page_size=1)
    given = data
    try:
        data = crud.dialect.encode(data, metadata, exchange)
    except ValueError as error:
        raise NotSent(None, how.method, path, str(error)) from error
    if data is not given:
        subject_of_write().outcome.renamed |= {*given} - _keys(data)
    try:
        encoded = encode(data, policy=how.multipart, style=style, on_progress=how.on_progress)
    except (TypeError, ValueError) as error:
        raise _not_encoded(data, error) from error
    with encoded as form:
        headers = {**form.headers, **tag(how.if_match)}
        if crud.dialect.content_type and headers.get("Content-Type") == JSON:
            headers["Content-Type"] = crud.dialect.content_type
        return await crud.send(how.method, path, how.config, headers=headers, **form.body)


def json_body(value: Any) -> bytes:
    """Return a value as JSON; raises `WrongArgument` if JSON can't represent it."""
    try:
        return to_json(value)
    except (TypeError, ValueError) as error:
        raise _not_encoded(value, error) from error


def _not_encoded(data: Any, error: Exception) -> WrongArgument:
    """Return why a value can't be sent, with the name of its part."""
    parts = data.items() if isinstance(data, Mapping) else ()
    wrong = next((f"{key}: " for key, value in parts if not_sendable(value)), "")
    return WrongArgument(f"{wrong}{error}".removesuffix("."))


def _keys(value: Any) -> set[str]:
    """Return all keys of an object, and of the objects in it."""
    if isinstance(value, list):
        return set().union(*map(_keys, value))
    return {*value}.union(*map(_keys, value.values())) if isinstance(value, Mapping) else set()


def tag(if_match: str | None) -> dict[str, str]:
    """Return the header that a write is guarded with."""
    check_given({"if_match": if_match}, if_match=(str, type(None)))
    return {} if if_match is None else {"If-Match": if_match}
