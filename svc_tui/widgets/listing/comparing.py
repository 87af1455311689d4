"""Comparing: a list or a record beside the same one of another profile, and what to copy."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual.app import App

from svc_tui.api.errors import ApiError
from svc_tui.stores.rows import Row, key_of
from svc_tui.text import clean, filename, plural
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.query_labels import QueryLabels
from svc_tui.widgets.listing.row_sending import RowSending

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource
    from svc_tui.stores.listing.row_sources import ServerSource
    from svc_tui.stores.runs.comparison import Comparison, Difference
    from svc_tui.stores.runs.row_writers import RowWork
    from svc_tui.widgets.listing.diff_dialog import DiffWish
    from svc_tui.widgets.listing.export_dialog import ExportRequest

NATURAL = ("slug", "code", "sku", "key", "name")
"""Fields that usually say which record is which on every backend, the best first."""


class ComparingHost(Protocol):
    """The page of a list or of a record."""

    resource: Resource

    @property
    def svc(self) -> Svc:
        """The services."""

    @property
    def app(self) -> App[Any]:
        """The app."""

    def ask(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something that outlives the page."""


Read = Callable[["ServerSource", str, str], Awaitable[Mapping[str, Row]]]
"""Reads the rows of one side by a key; is handed the source, the key and the name of the side."""


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
            "Compare with another profile, value by value, and copy what differs.",
        ),
    )

    def __init__(
        self,
        host: ComparingHost,
        read: Read,
        wording: Callable[[], QueryLabels],
        written: Callable[[], object],
    ) -> None:
        self.host, self._read, self._wording, self._written = host, read, wording, written
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
            words = "The console file has no other profile: [profiles.NAME] adds one."
            return Blocked(words, hidden=True)
        return None

    async def choose(self) -> None:
        """Ask for the profile."""
        from svc_tui.stores.session.confirm_store import Choice

        names = [name for name in self._profiles.names if name != self.profile][:9]
        choices = [Choice(name, name, str(n)) for n, name in enumerate(names, 1)]
        name = await self.host.svc.confirm.choose(
            "Compare with which profile?",
            "Nothing is written before you copy a value.",
            (*choices, Choice("", "Cancel", "n")),
            cancel="",
        )
        if name:
            await self.compare(name)

    async def compare(self, words: str) -> None:
        """Show what differs from a profile; behind its name may stand the key to match by."""
        from svc_tui.stores.runs.comparison import Comparison
        from svc_tui.stores.runs.differences import NotComparable

        name, _, key = words.partition(" ")
        host, svc = self.host, self.host.svc
        resource, key = host.resource, key.strip() or self._key
        try:
            svc.snack.show(f"Comparing with {clean(name)} by {clean(key)}…", "info", 3)
            other: Svc = await self._profiles.beside(name)
            here = await self._read(_source(svc, resource), key, self.profile)
            there = await self._read(_source(other, resource), key, name)
        except (NotComparable, LookupError, ApiError) as error:
            why = error.args[0] if isinstance(error, LookupError) else error
            svc.snack.show(f"{why}", "warning", 10)
            return
        found = Comparison.of(resource, name, here, there)
        if not found.lines:
            count = plural(len(here), "record", "records")
            svc.snack.show(f"{count} compared with {name}: nothing differs.", "success")
            return
        await self._show(found, other)

    @property
    def _key(self) -> str:
        keys = {one.key for one in self.host.resource.form_fields if not one.translatable}
        return next((one for one in NATURAL if one in keys), self.host.resource.lookup)

    async def _show(self, found: Comparison, other: Svc) -> None:
        """Show the differences until they are closed; what was copied is left out."""
        from svc_tui.widgets.listing.diff_dialog import DiffDialog

        at = 0
        while found.lines:
            self.last = found
            dialog = DiffDialog(found, self._wording().columns, at)
            wish: DiffWish | None = await self.host.app.push_screen_wait(dialog)
            if wish is None:
                return
            found = wish.comparison
            target = self.host.svc if found.into == "here" else other
            if wish.what == "plan":
                await self.plan(found, target)
                continue
            if wish.line is not None:
                at = found.lines.index(wish.line)
            found = await self._copy(found, target, wish.line)
        self.host.svc.snack.show(f"Nothing differs from {found.profile} any more.", "success")

    async def _copy(self, found: Comparison, target: Svc, line: Difference | None) -> Comparison:
        """Ask, then write one value or all of them; return what differs still."""
        from svc_tui.stores.runs.given_rows import read_records
        from svc_tui.stores.runs.row_files import RowsUnreadable

        svc, resource = self.host.svc, self.host.resource
        lines = found.lines if line is None else (line,)
        works = found.works(lines)
        if not works:
            svc.snack.show("This can't be copied: no form writes it.", "warning", 6)
            return found
        if why := _refusal(target, resource):
            svc.snack.show(f"Nothing was copied. {why}", "warning", 8)
            return found
        done: set[str] = set()

        def sent(result: Any) -> None:
            done.update(one.key for one in result.of("ok"))

        sending = RowSending(self.host, target, resource, self._wording, sent)
        try:
            keys = [work.key for work in works]
            records = await read_records(target.crud(resource.endpoint), keys)
        except (RowsUnreadable, ApiError) as error:
            svc.snack.show(f"Nothing was copied. {error}", "error", 8)
            return found
        works = [_on(work, records[work.key]) for work in works]
        await sending.review(f"Copy to {'here' if target is svc else found.profile}", works)
        if done:
            self._written()
        lookup, able = resource.lookup, [one for one in lines if one.copyable]
        return found.without(one for one in able if key_of(found.target[one.key], lookup) in done)

    async def plan_last(self, path: str) -> None:
        """Write what the comparison that was shown last would copy."""
        if (found := self.last) is None:
            words = "Nothing was compared yet: `:diff PROFILE` does that."
            self.host.svc.snack.show(words, "warning", 6)
            return
        other = await self._profiles.beside(found.profile)
        await self.plan(found, self.host.svc if found.into == "here" else other, path)

    async def plan(self, found: Comparison, target: Svc, path: str = "") -> None:
        """Write what would be copied as a plan that `svc-tui apply` takes."""
        from svc_tui.stores.runs.plan_file import SecretInPlan, plan_header, planned_row
        from svc_tui.stores.runs.row_files import yaml_text
        from svc_tui.stores.runs.row_writers import UpdateRows
        from svc_tui.widgets.listing.export_dialog import PlanDialog
        from svc_tui.widgets.record.opening import record_opener

        svc, resource = self.host.svc, self.host.resource
        where = target.config.profile or target.config.base_url
        hint = f"What would be written to {clean(where)}; `svc-tui apply` carries it out."
        dialog = PlanDialog(path or f"~/{resource.name}.yaml", hint)
        wish: ExportRequest | None = await self.host.app.push_screen_wait(dialog)
        if wish is None:
            return
        writer, rows, left = UpdateRows(record_opener(target, resource)), [], 0
        try:
            for work in found.works():
                preview = await writer.preview(work)
                if preview.problem:
                    left += 1
                else:
                    rows.append(planned_row(work, preview))
        except (SecretInPlan, ApiError) as error:
            svc.snack.show(f"No plan was written. {error}", "error", 8)
            return
        config = target.config
        facts = {"kind": "update"}
        header = plan_header("Copy", resource.name, config.base_url, config.profile, facts)
        name = Path(os.path.expanduser(wish.path))
        try:
            with name.open("w" if wish.overwrite else "x", encoding="utf-8") as file:
                file.write(yaml_text({**header, "rows": rows}))
        except OSError as error:
            words = f"{filename(name)} could not be written: {error.strerror}."
            svc.snack.show(words, "error", 8)
            return
        also = f" {plural(left, 'record was', 'records were')} left out." if left else ""
        count = plural(len(rows), "record", "records")
        svc.snack.show(f"{count} planned in {wish.path}.{also}", "success", 8)


def _on(work: RowWork, record: Mapping[str, Any]) -> RowWork:
    """Return the work on the record as it is now, so that a later change is noticed."""
    from dataclasses import replace

    return replace(work, base=record)


def _source(svc: Svc, resource: Resource) -> ServerSource:
    from svc_tui.stores.listing.list_adapters import adapter_for, adapter_of
    from svc_tui.stores.listing.row_sources import ServerSource

    crud = svc.crud(resource.endpoint)
    return ServerSource(crud, adapter_for(resource.pagination) or adapter_of(crud, ()), ahead=0)


def _refusal(target: Svc, resource: Resource) -> str:
    """Return why a side can't be written to; "" where it can."""
    if target.config.read_only:
        return "That profile is read-only."
    if why := target.lacks(resource, "change"):
        return f"It can't be changed: {why}."
    model = resource.model
    if model and "change" not in target.permissions.actions(model):
        return f"It needs permission change_{model} there."
    return ""
