"""SvcPublication: the line over a CMS page with its publication state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Static

from svc_tui.api.errors import ApiError
from svc_tui.models.arguments import Address, checks_arguments
from svc_tui.stores.listing.action_types import Action
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.publication_steps import STEPS
from svc_tui.stores.record.publication_store import PublicationStore
from svc_tui.stores.rows import row_name
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.choice_menu import Entry
from svc_tui.widgets.listing.actions import SvcListActions
from svc_tui.widgets.listing.options import UnsavedForm

SAVE_DRAFT = "save_draft"


@checks_arguments(endpoint=Address)
class SvcPublication(SvcWidget):
    """The states by language, and the menu of page actions. Part of a detail
    page; `follow` gives it the record."""

    DEFAULT_CSS = """
    SvcPublication { height: auto; width: 100%; }
    SvcPublication > .states { height: 1; width: 100%; }
    """

    needs_services = True

    class Touched(Message):
        """The page was published, unpublished or restored: reload it."""

    def __init__(
        self,
        endpoint: str,
        *,
        actions: Sequence[Action] = (),
        lookup: str = "id",
        title_field: str | None = None,
        page_permissions: Sequence[str] | None = None,
        model: str = "",
        form: UnsavedForm | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.endpoint = endpoint
        self.lookup, self.title_field = lookup, title_field
        self.actions = (*STEPS, *actions)
        self.page_permissions = page_permissions
        self.model = model
        self.form = form
        self.record: DetailStore | None = None

    def compose(self) -> ComposeResult:
        yield Static(classes="states muted")

    def on_mount(self) -> None:
        """Use the same collection as the form."""
        crud = self.svc.crud(self.endpoint)
        self.editions = PublicationStore(crud, self.svc.config.base_url)
        self.listen(self.editions)
        self.mount(
            SvcListActions(
                actions=self.actions,
                source=ServerSource(crud),
                lookup=self.lookup,
                title_field=self.title_field,
                deletable=False,
                quiet=True,
                page_permissions=self.page_permissions,
                model=self.model,
                form=self.form,
                svc=self._svc,
            )
        )

    def follow(self, record: DetailStore) -> None:
        """Follow this record from now on."""
        self.record = record
        self.look()

    def look(self) -> None:
        """Load the states of the editions; a new record has none."""
        record = self.record
        if record is not None and not record.state.is_new:
            self.run_worker(self.editions.look(record.state.id), group="look", exclusive=True)

    @on(PublicationStore.Changed)
    def _draw(self, event: PublicationStore.Changed) -> None:
        zone = self.svc.config.zone
        said = " · ".join(one.words(zone) for one in event.state.editions)
        line = f" {said} · x shows actions" if said else f" {event.state.problem}"
        self.query_one(".states", Static).update(label(line), layout=False)

    def open_menu(self, lang: str) -> None:
        """Show everything that can be done with the page; `lang` is the current language."""
        record = self.record
        if record is None or record.state.is_new or not record.state.loaded:
            self.svc.snack.show("Save the page first, then publish it.")
            return
        row = record.state.draft.original
        key = str(row.get(self.lookup, record.state.id))
        self._lang = lang
        dirty = record.dirty
        keep = Entry(SAVE_DRAFT, "Save as draft", "" if dirty else "no changes", dirty)
        about = " (your changes are not saved yet)" if dirty else ""
        self.query_one(SvcListActions).open_menu(
            Selection({key: row}), [keep], f"{row_name(row)}{about}"
        )

    _lang = ""

    @on(SvcListActions.MoreWanted)
    def _keep(self, event: SvcListActions.MoreWanted) -> None:
        event.stop()
        if event.value == SAVE_DRAFT:
            self.ask(self._save_draft())

    async def _save_draft(self) -> None:
        record = self.record
        if record is None:
            return
        try:
            await self.editions.save_draft(record.state.id, record.changes(), self._lang)
        except ApiError as error:
            self.svc.snack.show(
                f"The draft was not saved. What you typed is still here. {error}", "error"
            )
            return
        record.discard()
        self.svc.snack.show(
            "Saved as a draft. The live page won't change until you publish.", "success", 8
        )

    @on(SvcListActions.ActionCompleted)
    def _done(self, event: SvcListActions.ActionCompleted) -> None:
        event.stop()
        self.look()
        self.post_message(self.Touched())
