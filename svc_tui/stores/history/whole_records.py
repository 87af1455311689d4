"""Undo a write of a whole record: delete a created one, create a deleted one again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import NotFound, ValidationFailed
from svc_tui.api.write_subject import about_write
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.history_store import Write
from svc_tui.stores.record.merge import without
from svc_tui.stores.rows import key_of

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

CHANGED_SINCE = "It was changed after it was created, so it was kept: delete it yourself."


class LeftAlone(Exception):
    """A row was left as it is; the text says why."""


async def take_back_whole(crud: Crud[Any], write: Write, lookup: str = "id") -> Write:
    """Undo a creation or a deletion; return what was written for it.

    Raises: LeftAlone: the record has changed since, or is gone. ApiError: the backend refused, or
        did not answer.
    """
    numbers: list[int] = []
    with about_write(
        title=write.title, undoes=(write.log_number,) if write.log_number else (), numbers=numbers
    ):
        if write.method == "POST":
            await _delete_created(crud, write)
            key, method = write.id, "DELETE"
        else:
            base = write.location.rpartition("/")[0]
            with about_write(location=f"{base}/" if base else ""):
                key, method = key_of(await _create_again(crud, write, lookup), lookup), "POST"
    return replace(
        write,
        method=method,
        id=key,
        values=(),
        action="",
        undoes=write.number,
        log_number=max(numbers, default=0),
        when=datetime.now(UTC),
    )


async def _delete_created(crud: Crud[Any], write: Write) -> None:
    try:
        record, tag = await crud.detail_with_etag(write.id)
    except NotFound:
        raise LeftAlone("It no longer exists.") from None
    if write.inverse(record).clashes:
        raise LeftAlone(CHANGED_SINCE)
    with about_write(before=record, whole_before=True):
        await crud.delete(write.id, if_match=tag)


async def _create_again(crud: Crud[Any], write: Write, lookup: str) -> Mapping[str, Any]:
    record = {one.steps[0]: one.before for one in write.values if one.before is not MISSING}
    record.pop(lookup, None)
    metadata = await crud.metadata()
    facts = metadata.actions.get("POST", {}) if metadata else {}
    properties = (metadata.extra.get("schema") or {}).get("properties") or {} if metadata else {}
    body = {
        key: value
        for key, value in without(record, ()).items()
        if not _is_read_only(facts.get(key)) and not _is_read_only(properties.get(key))
    }
    try:
        made: Mapping[str, Any] = await crud.create(body)
    except ValidationFailed as error:
        # Records that are read as objects are mostly written by id.
        refused = {path.partition(".")[0] for path in error.errors}
        ids = {key: _ids(body[key], lookup) for key in refused & body.keys()}
        if all(body[key] is one for key, one in ids.items()):
            raise
        made = await crud.create({**body, **ids})
    return made


def _is_read_only(facts: Any) -> bool:
    return isinstance(facts, Mapping) and bool(facts.get("read_only") or facts.get("readOnly"))


def _ids(value: Any, lookup: str) -> Any:
    """Return the ids of the records in a value; a value without any is returned unchanged."""
    if isinstance(value, Mapping) and lookup in value:
        return value[lookup]
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        return [one.get(lookup, one) for one in value]
    return value
