"""A record of a resource, or a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import on
from textual.widget import Widget

from svc_tui.models.location import Location
from svc_tui.routing.router import Visit
from svc_tui.screens.page import SvcPage
from svc_tui.stores.detail import NEW
from svc_tui.widgets.detail.detail import SvcDetail

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource


class DetailPage(SvcPage):
    """`/<resource>/<id>` and `/<resource>/new`; the language is the location's `lang`."""

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
            use_patch=resource.use_patch,
            readonly=resource.readonly,
            lookup=resource.lookup,
            heading=resource.label,
            lang=self.visit.location.get("lang"),
            typing=self.visit.memory.pop("typing", False),
            slots=self.slots,
        )
        return [self.detail]

    def main(self) -> Widget | None:
        """The form, looked at."""
        return self.detail.body

    def signed_in_again(self) -> None:
        """A broken load is repeated, a broken save offered."""
        self.detail.signed_in_again()

    async def action_leave(self) -> None:
        """Esc: out of typing first, then back to the list."""
        if self.focused is not None and self.focused is not self.detail.body:
            self.detail.body.focus()
        else:
            self.ask(self._back())

    async def action_close_page(self) -> None:
        """`q`: back to the list."""
        self.ask(self._back())

    async def _back(self) -> None:
        """The page before this one; the list, where there is none. Asked for twice, once."""
        router = self.svc.router
        if router.visit is not self.visit:
            return
        await (router.back() if router.can_go_back else router.replace(self._list))

    @property
    def _list(self) -> str:
        return f"/{self.resource.name}"

    @on(SvcDetail.Saved)
    def _follow(self, event: SvcDetail.Saved) -> None:
        """A new record has a location of its own now."""
        if self.svc.router.visit is not self.visit or self.visit.params.get("id") == event.id:
            return
        here = self.svc.router.state.location
        found = Location(Location(self._list).child(event.id).path, here.query)
        self.svc.router.describe(found)

    @on(SvcDetail.BackWanted)
    @on(SvcDetail.Deleted)
    def _leave(self) -> None:
        self.ask(self._back())

    @on(SvcDetail.NewWanted)
    def _new(self) -> None:
        self.go(f"{self._list}/{NEW}")
