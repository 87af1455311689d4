"""A record of a resource, or a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from svc_tui.api.errors import ApiError, NotFound
from svc_tui.models.location import Location
from svc_tui.routing.router import HistoryEntry
from svc_tui.screens.editor_page import EditorPage
from svc_tui.screens.page_permissions import model_of, resource_permissions, unable_here
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.detail_store import NEW
from svc_tui.stores.record.draft import get_path
from svc_tui.stores.record.record_walk import RecordWalk
from svc_tui.stores.redact import redact
from svc_tui.stores.rows import Row, key_of
from svc_tui.stores.runs.differences import NotComparable
from svc_tui.stores.runs.row_writers import find_by
from svc_tui.stores.unavailable_reason import WAIT_UNTIL_READ, WAIT_UNTIL_SAVED, no_record_message
from svc_tui.text import clean
from svc_tui.widgets.command import Controller, bindings_of
from svc_tui.widgets.listing.choice_labels import choices_of
from svc_tui.widgets.listing.comparing import Comparing
from svc_tui.widgets.listing.list_labels import ListFields, ListLabels
from svc_tui.widgets.record.body import DetailBody
from svc_tui.widgets.record.detail import SvcDetail
from svc_tui.widgets.record.save_first import SaveFirst

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource
    from svc_tui.widgets.listing.action_runner import ActionRunner


class DetailPage(EditorPage):
    """`/<resource>/<id>` and `/<resource>/new`; the language is the location's `lang`."""

    BINDINGS = [
        Binding(
            "x", "actions", "Actions", tooltip="Run an action on this record.", id="detail.actions"
        ),
        *bindings_of(Comparing),
    ]

    def __init__(self, visit: HistoryEntry, *, resource: Resource, **props: Any) -> None:
        super().__init__(visit, **props)
        self.resource = resource

    def content(self) -> list[Widget]:
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
            title_field=resource.title_field,
            heading=resource.label,
            lang=self.visit.location.get("lang"),
            typing=self.visit.memory.pop("typing", False),
            base=self.list_path,
            preview_field=resource.preview_field,
            begin_with=self.visit.memory.get("copy"),
            slots=self.slots,
        )
        self.comparing = Comparing(
            self, self._beside, self._labels, lambda: self.detail.store.load()
        )
        walk: RecordWalk | None = self.visit.memory.get("walk")
        self.detail.place = walk.place(self.detail.record_id) if walk is not None else ""
        return [*self._publication(), *self._actions(), self.detail]

    def controllers(self) -> Iterable[Controller]:
        """Return the features that need the whole resource."""
        return (self.comparing,)

    def _labels(self) -> ListLabels:
        fields = self.resource.form_fields
        return ListLabels(
            {one.key: one.label for one in fields if one.label},
            choices=choices_of(self.resource.filters, fields),
            zone=self.svc.config.zone,
            fields=ListFields(fields, svc=self.svc),
        )

    async def _beside(self, source: ServerSource, key: str, profile: str) -> Mapping[str, Row]:
        """Return this record in a profile, by a key; nothing if it does not exist there."""
        store, lookup = self.detail.store, self.resource.lookup
        record = store.state.draft.original
        value = get_path(record, key)
        if store.state.is_new or value in (None, ""):
            raise NotComparable(f"This record has no {clean(key)} to match it by.")
        if profile == self.comparing.profile:
            return {str(value): redact(record)}
        found = {lookup: value} if key == lookup else await find_by(source, key, value)
        try:
            there = None if found is None else await source.crud.detail(key_of(found, lookup))
        except NotFound:
            there = None
        return {} if there is None else {str(value): redact(there)}

    def action_diff(self, words: str) -> None:
        """Run the arguments of `:diff`: a profile, and optionally the key to match by."""
        self.ask(self.comparing.compare(words))

    def action_plan(self, path: str) -> None:
        """Write what the last comparison would copy as a plan."""
        self.ask(self.comparing.plan_last(path))

    def _publication(self) -> list[Widget]:
        """Return the line with a CMS page's publication state, above its form."""
        if not self.svc.has_lifecycle(self.resource):
            return []
        from svc_tui.widgets.record.publication import SvcPublication

        model = self.resource.model
        rights = None if model is None else self.svc.permissions.actions(model)
        self._acting = SvcPublication(
            self.resource.endpoint,
            actions=self.resource.actions,
            lookup=self.resource.lookup,
            title_field=self.resource.title_field,
            page_permissions=("view",) if self.svc.config.read_only else rights,
            model=model_of(self.resource),
            form=SaveFirst(self.detail),
        )
        return [self._acting]

    _acting: Widget | None = None
    """The widget that runs actions on this record; None without actions."""

    def _actions(self) -> list[Widget]:
        """Mount the resource's actions for this record; a CMS page has its own line."""
        if not self.resource.actions or self.svc.has_lifecycle(self.resource):
            return []
        from svc_tui.widgets.listing.actions import SvcListActions

        self._acting = SvcListActions(
            endpoint=self.resource.endpoint,
            actions=self.resource.actions,
            lookup=self.resource.lookup,
            title_field=self.resource.title_field,
            page_permissions=resource_permissions(self.svc, self.resource),
            model=model_of(self.resource),
            unable=unable_here(self.svc, self.resource),
            form=SaveFirst(self.detail),
            deletable=False,
            quiet=True,
            base=self.list_path,
            labels=self._labels,
        )
        self._acting.name_of = lambda row: self.detail.store.name_of(row)
        return [self._acting]

    def on_mount(self) -> None:
        """Give the record to the publication line once the form has loaded it."""
        if self.svc.has_lifecycle(self.resource):
            self.call_after_refresh(self._follow_publication)

    def _follow_publication(self) -> None:
        from svc_tui.widgets.record.publication import SvcPublication

        for publication in self.query(SvcPublication):
            publication.follow(self.detail.store)

    def action_actions(self) -> None:
        """Offer the actions for this record: publishing, and those of the resource."""
        if self.svc.has_lifecycle(self.resource):
            from svc_tui.widgets.record.publication import SvcPublication

            self.query_one(SvcPublication).open_menu(self.detail.lang)
            return
        from svc_tui.widgets.listing.actions import SvcListActions

        store = self.detail.store
        row = store.state.draft.original
        key = key_of(row, self.resource.lookup) or store.state.id
        unsaved = " (your changes are saved first)" if store.dirty else ""
        title = f"Actions for {store.name_of(row)}{unsaved}"
        self.query_one(SvcListActions).open_menu(Selection({key: row}), title=title)

    def _why_no_actions(self) -> str:
        """Why no action can run now, in a sentence; empty where one can."""
        if not hasattr(self.detail, "store"):
            return WAIT_UNTIL_READ
        running = self._running_actions()
        if running:
            return running[0].running_words
        if self.svc.has_lifecycle(self.resource):  # Its menu itself says what must be saved.
            return ""
        state = self.detail.store.state
        if state.is_new:
            return "This record is new: save it before you run an action on it."
        if not state.loaded:
            return WAIT_UNTIL_READ
        if state.saving:
            return WAIT_UNTIL_SAVED
        return ""

    def _running_actions(self) -> list[ActionRunner]:
        if self._acting is None:
            return []
        from svc_tui.widgets.listing.action_runner import ActionRunner

        every = self._acting.walk_children(ActionRunner, with_self=True)
        return [one for one in every if one.running]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Actions are offered where there are any, and act on a record that is saved."""
        if action == "actions":
            if self._acting is None or self._nothing_here:
                return False
            return None if self._why_no_actions() else True
        return super().check_action(action, parameters)

    def unavailable_reason(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why the actions are dim."""
        if action == "actions":
            return self._why_no_actions()
        return super().unavailable_reason(action, parameters)

    def hidden_key_reason(self, binding: Binding) -> str:
        """Why there are no actions here; empty for all other keys."""
        if binding.action != "actions":
            return super().hidden_key_reason(binding)
        if self._acting is None:
            rights = resource_permissions(self.svc, self.resource)
            acts = rights is None or {"change", "delete"} & {*rights}
            hint = " In the list, press x to act on marked rows." if acts else ""
            return f"There are no actions for this record.{hint}"
        missing = self._nothing_here and self.detail.store.state.missing
        return no_record_message(binding.description, missing) if self._nothing_here else ""

    @property
    def _nothing_here(self) -> bool:
        return self.detail.has_store and self.detail.store.state.nothing_here

    def on_svc_list_actions_action_completed(self) -> None:
        """Reload the record, which may have changed; typed text stays."""
        if not self.detail.store.dirty:
            self.detail.record_commands.reload()

    async def action_leave(self) -> None:
        """Handle Esc: stop a running action, else leave typing, then go back to the list."""
        if running := self._running_actions():
            for one in running:
                one.cancel()
        else:
            await super().action_leave()

    def on_svc_publication_touched(self) -> None:
        """Reload the changed record; typed text stays."""
        if not self.detail.store.dirty:
            self.detail.record_commands.reload()

    def main(self) -> Widget | None:
        """The form; None if the app ends while it is mounted."""
        return next(iter(self.detail.query(DetailBody)), None)

    @property
    def coming(self) -> bool:
        return self.detail.coming

    def signed_in_again(self) -> None:
        """Repeat a failed load, or offer a failed save again."""
        self.detail.signed_in_again()

    @property
    def list_path(self) -> str:
        """The resource's list."""
        return f"/{self.resource.name}"

    @on(SvcDetail.Saved)
    def _follow(self, event: SvcDetail.Saved) -> None:
        """Give a new record its own location."""
        if self.svc.has_lifecycle(self.resource):
            self._follow_publication()
        here = self.svc.router.state.location
        found = Location(Location(self.list_path).child(event.id).path, here.query)
        if self.svc.router.visit is self.visit and found.path != here.path:
            self.svc.router.describe(found)

    @on(SvcDetail.Loaded)
    def _undo_where_wanted(self) -> None:
        """Undo the write for which the history opened this page."""
        number = self.visit.memory.pop("undo", None)
        write = self.svc.history.numbered(number) if number is not None else None
        if write is not None:
            self.ask(self.detail.undo(write))

    @on(SvcDetail.StepWanted)
    def _step(self, event: SvcDetail.StepWanted) -> None:
        self.ask(self._to_neighbour(event.by, event.saved))

    async def _to_neighbour(self, by: int, saved: bool) -> None:
        """Open the next record of the list in place of this one; at the ends, say so."""
        router, snack = self.svc.router, self.svc.snack
        walk: RecordWalk | None = self.visit.memory.get("walk")
        if router.visit is not self.visit:
            return
        if self.detail.store.state.is_new or walk is None:
            words = "There is no next record because this one was not opened from a list."
            snack.show(f"Saved. {words}" if saved else words)
            return
        try:
            crud = self.svc.crud(self.resource.endpoint)
            key, walk, why = await walk.step(crud, self.detail.store.state.id, by)
        except ApiError as error:
            snack.show(str(error), "error", 8)
            return
        if router.visit is not self.visit:
            return  # The user has gone elsewhere.
        if key is None:
            snack.show(f"Saved. {why}" if saved else why)
            return
        memory = {**self.visit.memory, "walk": walk}
        where = Location(Location(self.list_path).record(key).path, self._language)
        if await router.replace(where, memory=memory):
            self.visit.memory.get("list", {})["cursor"] = key

    @property
    def _language(self) -> tuple[tuple[str, str], ...]:
        lang = self.svc.router.state.location.get("lang")
        return (("lang", lang),) if lang else ()

    @on(SvcDetail.CopyWanted)
    def _copy(self, event: SvcDetail.CopyWanted) -> None:
        store, where = self.detail.store, f"{self.list_path}/{NEW}"
        # Everything that could be saved is included: there is nothing to ask.
        if store.state.missing:
            store.discard()
        self.ask(self.svc.router.push(where, memory={"copy": dict(event.values)}))

    @on(SvcDetail.BackWanted)
    @on(SvcDetail.Deleted)
    def _leave(self) -> None:
        self.ask(self.go_back())

    @on(SvcDetail.NewWanted)
    def _new(self) -> None:
        self.go(f"{self.list_path}/{NEW}")
