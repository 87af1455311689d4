"""The list of navigation menus, and the editor of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text
from textual import on
from textual.widget import Widget

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ListColumn
from svc_tui.models.location import Location
from svc_tui.models.resource import Resource
from svc_tui.models.slots import Slots
from svc_tui.routing.router import HistoryEntry
from svc_tui.screens.editor_page import EditorPage
from svc_tui.screens.listing import ListPage
from svc_tui.stores.menus.menu_trees import entry_counts
from svc_tui.stores.record.detail_store import NEW
from svc_tui.text import cell
from svc_tui.widgets.menus.manager import SvcMenuManager
from svc_tui.widgets.menus.tree import SvcMenuTreeview

LIST = "/menus"


COLUMNS = (
    ListColumn(key="key"),
    ListColumn(key="enabled", format="boolean"),
    ListColumn(key="translations", label="Entries"),
)
EDIT_FIELDS = (
    FieldDescriptor(key="key", required=True),
    FieldDescriptor(key="enabled", type="boolean"),
)


class MenusPage(ListPage):
    """`/menus`: the menus as any other list, with how many entries each has."""

    def __init__(self, visit: HistoryEntry, *, endpoint: str, model: str, **props: Any) -> None:
        slots = Slots({"cell.translations": entries, **(props.pop("slots", None) or {})})
        resource = Resource(
            name="menus",
            endpoint=endpoint,
            label="Menus",
            model=model,
            searchable=False,
            columns=COLUMNS,
            edit_fields=EDIT_FIELDS,
        )
        super().__init__(visit, resource=resource, slots=slots, **props)

    def _shown(self) -> tuple[str, ...]:
        """Whole rows: requested by name, entries are left out."""
        return ()


def entries(item: Mapping[str, Any], **given: Any) -> Text:
    """Return how many entries a menu has, by language."""
    return cell(entry_counts(item))


class MenuPage(EditorPage):
    """`/menus/<id>` and `/menus/new`; the language is the location's `lang`."""

    def __init__(self, visit: HistoryEntry, *, endpoint: str, model: str, **props: Any) -> None:
        super().__init__(visit, **props)
        self.endpoint = endpoint
        self.model = model

    def content(self) -> list[Widget]:
        self.manager = SvcMenuManager(
            self.visit.params.get("id", NEW),
            endpoint=self.endpoint,
            max_depth=self.svc.config.uikit.menus.max_depth,
            model_name=self.model,
            lang=self.visit.location.get("lang"),
            base=LIST,
            slots=self.slots,
        )
        self.manager.path = self.visit.memory.get("path", (0,))
        return [self.manager]

    def main(self) -> Widget | None:
        return next(iter(self.manager.query(SvcMenuTreeview)), None)

    @property
    def coming(self) -> bool:
        return self.manager.coming

    def signed_in_again(self) -> None:
        """Repeat a failed load, or offer a failed save again."""
        self.manager.signed_in_again()

    @property
    def list_path(self) -> str:
        """All menus."""
        return LIST

    @on(SvcMenuManager.Deleted)
    def _leave(self) -> None:
        self.ask(self.go_back())

    @on(SvcMenuManager.Pointed)
    def _pointed(self, event: SvcMenuManager.Pointed) -> None:
        """Remember the entry, so that the cursor is there when coming back."""
        self.visit.memory["path"] = event.path

    @on(SvcMenuManager.Saved)
    def _follow(self, event: SvcMenuManager.Saved) -> None:
        """Give a new menu its own location."""
        if self.svc.router.visit is self.visit and event.created:
            here = self.svc.router.state.location
            self.svc.router.describe(Location(Location(LIST).child(event.id).path, here.query))
