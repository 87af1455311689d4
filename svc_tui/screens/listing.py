"""A resource's list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from textual import on
from textual.widget import Widget

from svc_tui.api.errors import ApiError
from svc_tui.models.location import Location
from svc_tui.routing.router import Visit
from svc_tui.screens.page import SvcPage
from svc_tui.stores.listing import ListState, ListStore
from svc_tui.stores.query import ListQuery
from svc_tui.widgets.listing.listing import SvcList

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource


class ListPage(SvcPage):
    """`/<resource>`: its query is the location's query."""

    AUTO_FOCUS = "SvcListTable"
    """From the start: a focus that comes later has all rows painted a second time."""

    def __init__(self, visit: Visit, *, resource: Resource, **props: Any) -> None:
        super().__init__(visit, **props)
        self.resource = resource

    def content(self) -> list[Widget]:
        """The list around its store."""
        resource, config = self.resource, self.svc.config
        size = resource.page_size or config.page_size
        ordering = resource.ordering or (resource.position_field,) * resource.draggable
        query = ListQuery(
            page_size=size,
            default_size=size,
            ordering=ordering,
            default_ordering=ordering,
            tab=resource.first_tab,
            default_tab=resource.first_tab,
            tab_param=resource.tab_query_param,
        )
        crud = self.svc.crud(resource.endpoint)
        self.store = ListStore(
            crud, lookup=resource.lookup, query=query.restored(self.visit.location)
        )
        # Asked now, before the page is laid out: a quick answer is part of the first paint.
        self.run_worker(self.store.refresh(), group="load", exclusive=True)
        actions = self.svc.auth.page_permissions.get(resource.name)
        self.list = SvcList(
            self.store,
            resource.columns,
            tabs=resource.tabs,
            searchable=resource.searchable,
            slots=self.slots,
            zone=ZoneInfo(config.timezone) if config.timezone else None,
            may_add=actions is None or "add" in actions,
            may_delete=actions is None or "delete" in actions,
            cursor=self.visit.memory.get("cursor"),
        )
        return [self.list]

    def main(self) -> Widget | None:
        """The table."""
        return self.list.table

    def on_mount(self) -> None:
        """Begin to follow the store, which may have its rows by now."""
        super().on_mount()
        self.listen(self.store)
        self._follow(self.store.state)

    def signed_in_again(self) -> None:
        """A list that could not be read is read now."""
        if self.store.state.expired:
            self.list.refresh_rows()

    @on(ListStore.Changed)
    def _changed(self, event: ListStore.Changed) -> None:
        self._follow(event.state)

    def _follow(self, state: ListState) -> None:
        """The location shows the query."""
        here = self.svc.router.state.location
        if self.svc.router.visit is self.visit and not state.loading:
            located = state.query.located(here)
            if located != here:
                self.svc.router.describe(located)

    @on(SvcList.Opened)
    def _open(self, event: SvcList.Opened) -> None:
        if not event.key:
            words = f"This row has no {self.resource.lookup}, so it cannot be opened."
            self.svc.snack.show(words, "warning")
            return
        self.visit.memory["cursor"] = event.key
        base = self.resource.detail_base or f"/{self.resource.name}"
        self.go(str(Location(base).child(event.key)))

    @on(SvcList.NewWanted)
    def _new(self) -> None:
        self.go(f"/{self.resource.name}/new")

    @on(SvcList.DeleteWanted)
    def _delete(self, event: SvcList.DeleteWanted) -> None:
        self.run_worker(self._ask_and_delete(event.key, event.title), group="delete")

    async def _ask_and_delete(self, key: str, title: str) -> None:
        sure = await self.svc.confirm.ask(
            "Delete this record?",
            f"{self.resource.label}: {title}\nThis can't be undone.",
            confirm_text="Delete",
            dangerous=True,
        )
        if not sure:
            return
        try:
            await self.store.delete(key)
        except ApiError as error:
            self.svc.snack.show(f"Not deleted. {error}", "error", 8)
        else:
            self.svc.snack.show(f"Deleted: {title}", "success")
