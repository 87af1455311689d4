"""A record of a resource, or a new one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from svc_tui.api.errors import ApiError
from svc_tui.models.location import Location
from svc_tui.routing.router import Visit
from svc_tui.screens.record import RecordPage
from svc_tui.stores.detail import NEW
from svc_tui.stores.walk import Walk
from svc_tui.widgets.detail.body import DetailBody
from svc_tui.widgets.detail.detail import SvcDetail

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource


class DetailPage(RecordPage):
    """`/<resource>/<id>` and `/<resource>/new`; the language is the location's `lang`."""

    BINDINGS = [
        Binding("x", "life", "Actions", tooltip="Publish, schedule, …", id="detail.actions"),
    ]

    def __init__(self, visit: Visit, *, resource: Resource, **props: Any) -> None:
        super().__init__(visit, **props)
        self.resource = resource

    def content(self) -> list[Widget]:
        """The detail widget with the resource's own words."""
        resource = self.resource
        self.detail = SvcDetail(
            resource.endpoint,
            self.visit.params.get("id", NEW),
            resource.fields,
            sidebar_fields=resource.sidebar_fields,
            languages=resource.languages or (),
            model_name=resource.model,
            sidebar_cols=resource.sidebar_cols,
            sticky=resource.sticky,
            use_patch=self.svc.takes_patch(resource),
            readonly=resource.readonly,
            lacks=partial(self.svc.lacks, resource),
            lookup=resource.lookup,
            heading=resource.label,
            lang=self.visit.location.get("lang"),
            typing=self.visit.memory.pop("typing", False),
            base=self.list_path,
            preview_field=resource.preview_field,
            begin_with=self.visit.memory.get("copy"),
            slots=self.slots,
        )
        return [*self._publication(), self.detail]

    def _publication(self) -> list[Widget]:
        """Where a page of the CMS is out, above its form."""
        if not self.svc.has_lifecycle(self.resource):
            return []
        from svc_tui.widgets.lifecycle.publication import SvcPublication

        model = self.resource.model
        rights = None if model is None else self.svc.permissions.actions(model)
        return [
            SvcPublication(
                self.resource.endpoint,
                actions=self.resource.actions,
                lookup=self.resource.lookup,
                page_permissions=("view",) if self.svc.config.read_only else rights,
            )
        ]

    def on_mount(self) -> None:
        """The line over a page knows the record once the form has asked for it."""
        if self.svc.has_lifecycle(self.resource):
            self.call_after_refresh(self._follow_life)

    def _follow_life(self) -> None:
        from svc_tui.widgets.lifecycle.publication import SvcPublication

        for publication in self.query(SvcPublication):
            publication.follow(self.detail.store)

    def action_life(self) -> None:
        """Publish it, take it back, look where it is to be seen."""
        from svc_tui.widgets.lifecycle.publication import SvcPublication

        self.query_one(SvcPublication).open_menu(self.detail.lang)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only pages have a life of their own."""
        if action == "life":
            there = not self.detail.is_out_of_place(action)
            return there and self.svc.has_lifecycle(self.resource)
        return super().check_action(action, parameters)

    def why_gone(self, binding: Binding) -> str:
        """Why there is nothing to publish; empty for all other keys."""
        wanted = binding.action == "life" and self.svc.has_lifecycle(self.resource)
        return self.detail.why_gone(binding) if wanted else ""

    def on_svc_publication_touched(self) -> None:
        """The record is another one now; what is typed stays."""
        if not self.detail.store.dirty:
            self.detail.action_reload()

    def main(self) -> Widget | None:
        """The form, looked at; none where the app ends while it is being mounted."""
        return next(iter(self.detail.query(DetailBody)), None)

    @property
    def coming(self) -> bool:
        """Whether the form is not there yet."""
        return self.detail.coming

    def signed_in_again(self) -> None:
        """A broken load is repeated, a broken save offered."""
        self.detail.signed_in_again()

    @property
    def list_path(self) -> str:
        """The resource's list."""
        return f"/{self.resource.name}"

    @on(SvcDetail.Saved)
    def _follow(self, event: SvcDetail.Saved) -> None:
        """A new record has a location of its own now."""
        if self.svc.has_lifecycle(self.resource):
            self._follow_life()
        if self.svc.router.visit is not self.visit or self.visit.params.get("id") == event.id:
            return
        here = self.svc.router.state.location
        found = Location(Location(self.list_path).child(event.id).path, here.query)
        self.svc.router.describe(found)

    @on(SvcDetail.Loaded)
    def _undo_where_wanted(self) -> None:
        """The history sent us here to take a write back."""
        number = self.visit.memory.pop("undo", None)
        write = self.svc.history.numbered(number) if number is not None else None
        if write is not None:
            self.ask(self.detail.undo(write))

    @on(SvcDetail.StepWanted)
    def _step(self, event: SvcDetail.StepWanted) -> None:
        self.ask(self._to_neighbour(event.by, event.saved))

    async def _to_neighbour(self, by: int, saved: bool) -> None:
        """The next record of the list, in the place of this one; at the ends, say so."""
        router, snack = self.svc.router, self.svc.snack
        walk: Walk | None = self.visit.memory.get("walk")
        if router.visit is not self.visit:
            return
        if self.detail.store.state.is_new or walk is None:
            words = "It was not opened from a list, so there is no next record."
            snack.show(f"Saved. {words}" if saved else words)
            return
        try:
            crud = self.svc.crud(self.resource.endpoint)
            key, walk, why = await walk.step(crud, self.detail.store.state.id, by)
        except ApiError as error:
            snack.show(str(error), "error", 8)
            return
        if key is None:
            snack.show(f"Saved. {why}" if saved else why)
            return
        memory = {**self.visit.memory, "walk": walk}
        where = Location(Location(self.list_path).child(key).path, self._language)
        if await router.replace(where, memory=memory):
            self.visit.memory.get("list", {})["cursor"] = key

    @property
    def _language(self) -> tuple[tuple[str, str], ...]:
        """The language goes along from record to record."""
        lang = self.svc.router.state.location.get("lang")
        return (("lang", lang),) if lang else ()

    @on(SvcDetail.CopyWanted)
    def _copy(self, event: SvcDetail.CopyWanted) -> None:
        store, where = self.detail.store, f"{self.list_path}/{NEW}"
        if store.state.missing:  # All that could be saved goes along: there is nothing to ask.
            store.discard()
        self.ask(self.svc.router.push(where, memory={"copy": dict(event.values)}))

    @on(SvcDetail.BackWanted)
    @on(SvcDetail.Deleted)
    def _leave(self) -> None:
        self.ask(self.go_back())

    @on(SvcDetail.NewWanted)
    def _new(self) -> None:
        self.go(f"{self.list_path}/{NEW}")
