"""Comparing: a list or a record next to the one of another profile, and copying values."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from errno import EEXIST
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from svc_tui.api.errors import ApiError
from svc_tui.config.restricted import is_restricted
from svc_tui.stores.rows import Row
from svc_tui.stores.unavailable_reason import NO_OTHER_PROFILE, not_allowed
from svc_tui.text import clean, filename, plural
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.row_sending import RowSending, SendingHost, writer_of_rows

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource
    from svc_tui.stores.listing.row_sources import ServerSource
    from svc_tui.stores.runs.comparison import Comparison, RecordDifference
    from svc_tui.stores.runs.row_writers import RequestPreview, RowWork
    from svc_tui.stores.runs.run_result import RunResult
    from svc_tui.widgets.listing.diff_dialog import DiffWish
    from svc_tui.widgets.listing.export_dialog import ExportRequest

NATURAL = ("slug", "code", "sku", "key", "name")
"""Fields that usually identify a record on every backend, the best first."""


class ComparingHost(SendingHost, Protocol):
    """The page of a list or of a record."""

    resource: Resource


Read = Callable[["ServerSource", str, str], Awaitable[Mapping[str, Row]]]
"""Reads the rows of one side by a key; takes the source, the key and the name of the side."""


class Comparing:
    """`D`, or `:diff PROFILE [KEY]`."""

    GROUP: ClassVar[str] = "Records"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "page.diff",
            "D",
            "Diff",
            lambda self: self.host.ask(self.choose()),
            lambda self: self.unavailable(),
            "Compare with another profile, and copy.",
        ),
    )

    def __init__(
        self,
        host: ComparingHost,
        read: Read,
        labels: Callable[[], ListLabels],
        written: Callable[[], object],
    ) -> None:
        self.host, self._read, self._labels, self._written = host, read, labels, written
        self.last: Comparison | None = None
        """The comparison that was shown last."""

    @property
    def _profiles(self) -> Any:
        return getattr(self.host.app, "profiles", None)

    @property
    def profile(self) -> str:
        """The name of the profile that is shown."""
        name: str = self._profiles.current
        return name

    def unavailable(self) -> Blocked | None:
        """Return why there is nothing to compare with."""
        names = self._profiles.names if self._profiles is not None else ()
        if len(names) < 2:
            return Blocked(NO_OTHER_PROFILE, hidden=True)
        return None

    async def choose(self) -> None:
        """Ask for the profile."""
        from svc_tui.stores.session.confirm_store import Choice

        names = [name for name in self._profiles.names if name != self.profile][:9]
        choices = [Choice(name, name, str(n)) for n, name in enumerate(names, 1)]
        name = await self.host.svc.confirm.choose(
            "Compare with which profile?",
            "Nothing is changed until you copy a value.",
            (*choices, Choice("", "Cancel", "n")),
            cancel="",
        )
        if name:
            await self.compare(name)

    async def compare(self, words: str) -> None:
        """Show the differences from a profile; the key to match by may follow its name."""
        from svc_tui.stores.runs.comparison import Comparison
        from svc_tui.stores.runs.differences import NotComparable
        from svc_tui.widgets.record.opening import source_of

        name, _, key = words.partition(" ")
        host, svc = self.host, self.host.svc
        resource, key = host.resource, key.strip() or self._key
        toast = svc.snack.show(f"Comparing with {clean(name)} by {clean(key)}…", "info", 0)
        try:
            other: Svc = await self._profiles.beside(name)
            here = await self._read(source_of(svc, resource), key, self.profile)
            there = await self._read(source_of(other, resource), key, name)
        except (NotComparable, LookupError, ApiError) as error:
            why = error.args[0] if isinstance(error, LookupError) else error
            svc.snack.show(f"{why}", "warning", 10)
            return
        finally:
            svc.snack.dismiss(toast.id)
        found = Comparison.of(resource, name, here, there, key)
        if not found.lines:
            count = plural(len(here), "record", "records")
            what = "only read-only values differ" if found.left_out else "nothing differs"
            svc.snack.show(f"{count} compared with {name}: {what}.", "success")
            return
        await self._show(found, other)

    @property
    def _key(self) -> str:
        keys = {one.key for one in self.host.resource.form_fields if not one.translatable}
        return next((one for one in NATURAL if one in keys), self.host.resource.lookup)

    async def _show(self, found: Comparison, other: Svc) -> None:
        """Show the differences until closed; copied ones are left out."""
        from svc_tui.widgets.listing.diff_dialog import DiffDialog

        at = 0
        while found.lines:
            self.last = found
            dialog = DiffDialog(found, self._labels(), at)
            wish: DiffWish | None = await self.host.app.push_screen_wait(dialog)
            if wish is None:
                return
            found = wish.comparison
            if wish.what == "plan":
                await self.plan(found, other)
                continue
            if wish.line is not None:
                at = found.lines.index(wish.line)
            found = await self._copy(found, other, wish.line)
        self.host.svc.snack.show(f"No differences from {found.profile} are left.", "success")

    async def _copy(
        self, found: Comparison, other: Svc, line: RecordDifference | None
    ) -> Comparison:
        """Ask, then write a value, a new record or all of them; return what still differs."""
        from svc_tui.stores.runs.row_files import RowsUnreadable

        svc, resource = self.host.svc, self.host.resource
        target = svc if found.into == "here" else other
        lines = [one for one in found.lines if found.copies(one) and line in (None, one)]
        if not lines:
            svc.snack.show(f"This can't be copied: {_why_not(found, line)}", "warning", 6)
            return found
        new = found.missing(lines)
        if why := _refusal(target, resource, ["add"] * bool(new) + ["change"] * (new != lines)):
            svc.snack.show(f"Nothing was copied. {why}", "warning", 8)
            return found
        sent: list[RunResult] = []
        sending = RowSending(self.host, target, resource, self._labels, sent.append, found.by)
        try:
            works, unsafe = await self._works(found, other, lines)
            works = await self._with_bases(works, target)
        except (RowsUnreadable, ApiError) as error:
            svc.snack.show(f"Nothing was copied. {error}", "error", 8)
            return found
        verb, note = f"Copy to {'here' if target is svc else found.profile}", " ".join(unsafe)
        if not works:
            svc.snack.show(f"Nothing was copied. {note}", "warning", 10)
            return found
        await sending.review(verb, works, note=note)
        if done := {one.key for result in sent for one in result.of("ok")}:
            self._written()
        copied = {(work.key, path) for work in works for path in work.changes if work.key in done}
        return found.without(
            one
            for one in lines
            if (key := found.target_key(one)) in done and (one.only or (key, one.path) in copied)
        )

    async def _with_bases(self, works: Sequence[RowWork], target: Svc) -> list[RowWork]:
        """Return the works with the records that they change, as the target has them now.

        Raises:
            RowsUnreadable: a record is no longer there.
            ApiError: one could not be read.
        """
        from svc_tui.stores.runs.given_rows import read_records

        keys = [work.key for work in works if not work.new]
        records = await read_records(target.crud(self.host.resource.endpoint), keys)
        return [work if work.new else replace(work, base=records[work.key]) for work in works]

    async def _works(
        self, found: Comparison, other: Svc, lines: Sequence[RecordDifference] | None = None
    ) -> tuple[list[RowWork], list[str]]:
        """Return what copies lines, and a sentence for each link that means another record there.

        Raises:
            RowsUnreadable: a record that is to be created is no longer there.
            ApiError: one could not be read.
        """
        from svc_tui.stores.runs.linked_records import LinkedRecords

        svc = self.host.svc
        target, origin = (svc, other) if found.into == "here" else (other, svc)
        whole = await _whole(found, origin, found.missing(lines))
        files = target.media.api.media.collection
        links = LinkedRecords(found.resource, origin.crud, target.crud, files)
        return await links.safe(found.works(whole, lines))

    async def plan_last(self, path: str) -> None:
        """Write what the last shown comparison would copy."""
        if (found := self.last) is None:
            words = "Nothing has been compared yet. Type `:diff PROFILE` first."
            self.host.svc.snack.show(words, "warning", 6)
            return
        await self.plan(found, await self._profiles.beside(found.profile), path)

    async def plan(self, found: Comparison, other: Svc, path: str = "") -> None:
        """Write what would be copied as a plan that `svc-tui apply` takes."""
        from svc_tui.stores.runs.plan_file import SecretInPlan, plan_header, planned_row
        from svc_tui.stores.runs.row_files import RowsUnreadable, yaml_text
        from svc_tui.stores.runs.run_kinds import kind_of
        from svc_tui.widgets.listing.export_dialog import PlanDialog

        svc, resource = self.host.svc, self.host.resource
        target = svc if found.into == "here" else other
        if not any(map(found.copies, found.lines)):
            svc.snack.show("No plan was written. Nothing here can be copied.", "warning", 6)
            return
        where = target.config.profile or target.config.base_url
        hint = f"Changes to {clean(where)}: review them, then run `svc-tui apply`."
        folder = Path() if is_restricted() else Path("~")
        dialog = PlanDialog(path or f"{folder / resource.name}.yaml", hint)
        wish: ExportRequest | None = await self.host.app.push_screen_wait(dialog)
        if wish is None:
            return
        try:
            planned, unsafe = await self._planned(found, other, target)
            rows = [planned_row(work, preview) for work, preview in planned]
        except (SecretInPlan, RowsUnreadable, ApiError) as error:
            svc.snack.show(f"No plan was written. {error}", "error", 8)
            return
        config = target.config
        kind = kind_of([work for work, _ in planned])
        facts = {"kind": kind} | ({"key_field": found.by} if kind == "put" else {})
        header = plan_header("Copy", resource.name, config.base_url, config.profile, facts)
        name = Path(os.path.expanduser(wish.path))
        try:
            _write_whole(name, yaml_text({**header, "rows": rows}), overwrite=wish.overwrite)
        except OSError as error:
            words = f"{filename(name)} could not be written: {error.strerror}. Press P to retry."
            svc.snack.show(words, "error", 8)
            return
        said = f"Plan for {plural(len(rows), 'record', 'records')} written to {wish.path}."
        svc.snack.show(" ".join((said, *unsafe)), "success", 8)

    async def _planned(
        self, found: Comparison, other: Svc, target: Svc
    ) -> tuple[list[tuple[RowWork, RequestPreview]], list[str]]:
        """Return the rows of a plan as they would be sent, and a sentence for what is left out."""
        works, unsafe = await self._works(found, other)
        writer = writer_of_rows(target, self.host.resource, works, found.by)
        seen = [(work, await writer.preview(work)) for work in works]
        wrong = [preview.problem for _, preview in seen if preview.problem]
        left = plural(len(wrong), "record was", "records were")
        first = "" if len(wrong) == 1 else "the first, "
        also = [f"{left} left out: {first}{wrong[0]}"] if wrong else []
        return [one for one in seen if not one[1].problem], [*also, *unsafe]


def _write_whole(name: Path, text: str, *, overwrite: bool) -> None:
    """Write a file at once, so that there is never half of it; raises `OSError`."""
    draft = name.with_name(f".{name.name}.part")
    try:
        if name.exists() and not overwrite:
            raise FileExistsError(EEXIST, os.strerror(EEXIST))
        draft.write_text(text, "utf-8")
        draft.replace(name)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


async def _whole(
    found: Comparison, origin: Svc, new: Sequence[RecordDifference]
) -> Mapping[str, Row]:
    """Return the records to create, as the other side has them, by id.

    Raises:
        RowsUnreadable: one is no longer there.
        ApiError: one could not be read.
    """
    from svc_tui.stores.runs.given_rows import read_records

    crud = origin.crud(found.resource.endpoint)
    return await read_records(crud, [found.origin_id(one) for one in new])


def _why_not(found: Comparison, line: RecordDifference | None) -> str:
    """Return why a line can't be copied, or none of them."""
    if line is not None and line.only == found.into:
        where = "here" if found.into == "here" else f"in {clean(found.profile)}"
        return f"it is only {where}. Press > to copy the other way."
    if line is not None and line.only is not None:
        by = clean(found.by)
        why = f"the new record would get a different {by}, and the {by} can't be set."
        return f"{why} `:diff {clean(found.profile)} KEY` matches by another field."
    return "the value isn't editable, or it contains secrets."


def _refusal(target: Svc, resource: Resource, rights: Sequence[str]) -> str:
    """Return why a side can't be written to in these ways; "" if it can."""
    where = clean(target.config.profile or target.config.base_url)
    if target.config.read_only:
        return f"{where} is read-only."
    model = resource.model
    for right in rights:
        if why := target.lacks(resource, right):
            done = "created" if right == "add" else "changed"
            return f"Records can't be {done} in {where}: {why}."
        if model and right not in target.permissions.actions(model):
            return f"In {where}, {not_allowed(f'{right}_{model}')}."
    return ""
