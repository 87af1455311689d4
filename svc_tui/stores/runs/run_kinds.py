"""The kinds of runs: the permissions that each needs, and what writes its rows.

A run is kept by the name of its kind, so that another process can continue it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svc_tui.stores.media.file_writers import ChangeFiles, DeleteFiles
from svc_tui.stores.media.folder_writers import ChangeFolders, CreateFolders, DeleteFolders
from svc_tui.stores.runs.row_writers import (
    CreateRows,
    DeleteRows,
    OpenRecord,
    PutRows,
    RowWork,
    RowWriter,
    UpdateRows,
)

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi
    from svc_tui.stores.listing.row_sources import ServerSource


@dataclass(frozen=True)
class RunRecords:
    """The records that a run is about."""

    open_record: OpenRecord
    source: ServerSource
    key_field: str = ""
    """The key by which a record is found that may have been created; "" for none."""
    named: bool = False
    """Whether the ids were given explicitly: then it is a failure to delete a missing one."""


@dataclass(frozen=True)
class RunKind:
    """A kind of run; an `action` is written by `ActOnRows`, which is made from the action."""

    rights: tuple[str, ...] = ()
    """The permissions for it: `add`, `change` or `delete`. An action names its own."""
    of_records: Callable[[RunRecords], RowWriter] | None = None
    of_files: Callable[[MediaApi], RowWriter] | None = None
    """For files and folders of the library, which no plan takes."""


def _create(records: RunRecords) -> CreateRows:
    return CreateRows(records.open_record, source=records.source, key_field=records.key_field)


def _put(records: RunRecords) -> PutRows:
    return PutRows(UpdateRows(records.open_record), _create(records))


RUN_KINDS: Mapping[str, RunKind] = {
    "update": RunKind(("change",), lambda records: UpdateRows(records.open_record)),
    "delete": RunKind(
        ("delete",), lambda records: DeleteRows(records.open_record, named=records.named)
    ),
    "create": RunKind(("add",), _create),
    "put": RunKind(("add", "change"), _put),
    "action": RunKind(),
    "media_change": RunKind(("change",), of_files=ChangeFiles),
    "media_delete": RunKind(("delete",), of_files=DeleteFiles),
    "media_folder_create": RunKind(("add",), of_files=CreateFolders),
    "media_folder_change": RunKind(("change",), of_files=ChangeFolders),
    "media_folder_delete": RunKind(("delete",), of_files=DeleteFolders),
}
"""Every kind, by the name that a kept run and a plan have of it."""


def kind_of(works: Sequence[RowWork]) -> str:
    """Return the kind of a run that changes records, and may create some."""
    return "put" if any(one.new for one in works) else "update"


def writer_of_records(kind: str, records: RunRecords) -> RowWriter:
    """Return what writes the records of a run; raises ValueError if the kind writes no records."""
    made = RUN_KINDS[kind].of_records
    if made is None:
        raise ValueError(f"A run of the kind {kind} does not write records by their values.")
    return made(records)
