"""SvcListActions: the actions for the marked rows, and their progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Unpack

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from svc_tui.models.arguments import Address, check_values, checks_arguments, refused_arguments
from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_store import (
    DELETE,
    NOTHING_DONE,
    Action,
    ActionState,
    ActionStore,
    lacking,
)
from svc_tui.stores.listing.action_types import (
    is_destructive,
    loses_something,
    name_of,
    selection_problem,
)
from svc_tui.stores.listing.bulk_edit import EDIT
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import RowSource, ServerSource
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.rows import Row, key_of
from svc_tui.stores.session.snack_store import UNDONE
from svc_tui.stores.unavailable_reason import ACTIONS, ONLY_READS, needs_permission
from svc_tui.text import cut, label
from svc_tui.widgets.base import no_services, services, when_booted
from svc_tui.widgets.choice_menu import ChoiceMenu, Entry
from svc_tui.widgets.form.setting_checks import check_bare_fields
from svc_tui.widgets.listing.action_questions import ActionQuestions
from svc_tui.widgets.listing.action_runner import ActionRunner, progress_line, selection_label
from svc_tui.widgets.listing.list_labels import ListFields, ListLabels
from svc_tui.widgets.listing.options import ActionKeywords, ActionOptions, check_bare_actions
from svc_tui.widgets.listing.undo_hint import tell_written
from svc_tui.widgets.shell.effective_bindings import bound_key

if TYPE_CHECKING:
    import httpx

    from svc_tui.app.context import Svc
    from svc_tui.models.registry import FieldRegistry


@checks_arguments()
class SvcListActions(ActionRunner, can_focus=True):
    """A line while rows are marked or an action runs.

    `x` opens the menu. `selection` takes rows, `"all"`, or a `Selection` that knows its query. By
    itself, `"all"` is everything in `endpoint` that matches `selection_query`, which has the
    backend's own parameters, as in `SvcListTable.SelectionQueryChanged`. Slots prepend and append
    are at the ends of the line.
    """

    DEFAULT_CSS = """
    SvcListActions { height: 1; width: 1fr; display: none; }
    SvcListActions.-shown { display: block; }
    SvcListActions Horizontal { height: 1; }
    SvcListActions Horizontal > * { width: auto; height: 1; }
    SvcListActions { background: $boost; }
    """

    BINDINGS = [
        Binding(
            "x",
            "menu",
            "Actions",
            tooltip="Choose an action for the marked rows.",
            id="actions.menu",
        )
    ]

    selection: reactive[Any] = reactive(Selection, init=False)
    """The marked rows."""

    class ActionCompleted(Message):
        """An action has finished, with any results."""

        def __init__(self, actions: SvcListActions, state: ActionState) -> None:
            super().__init__()
            self.actions = actions
            self.state = state

        @property
        def control(self) -> SvcListActions:
            """The actions."""
            return self.actions

    show_progress: Callable[[Callable[[int], str]], None] | None = None
    """Shows the progress of an action, whose words fit a width, in the list around this, so that
    no line is added."""

    name_of: Callable[[Row], str] | None = None
    """Names rows in questions and results, as the list around this does."""

    def __init__(
        self,
        *,
        selection: Selection | Sequence[Any] | Literal["all"] = (),
        selection_query: httpx.QueryParams | None = None,
        **given: Unpack[ActionKeywords],
    ) -> None:
        keywords: dict[str, Any] = {**given}
        self.options = options = ActionOptions.taken_from(keywords)
        check_values(type(self), {"endpoint": options.endpoint}, {"endpoint": Address})
        if not options.endpoint and options.source is None:
            said = 'the endpoint is missing: SvcListActions(endpoint="/api/books")'
            raise refused_arguments(type(self), said)
        super().__init__(**keywords)
        self.needs_services = options.source is None
        check_bare_actions(self, options.actions)
        check_bare_fields(self, options.edit_fields, options.registry)
        self.edit_fields = tuple(one for one in options.edit_fields if not one.readonly)
        self.actions: tuple[Action, ...] = (
            *((DELETE,) if options.deletable else ()),
            *options.actions,
            *((EDIT,) if self.edit_fields else ()),
        )
        self._selection_query = selection_query
        self.query_of_list = options.query or ListQuery()
        """The query of the list, for actions on marked rows."""
        self.questions = ActionQuestions(self)
        self.can_focus = not options.quiet
        self.set_reactive(SvcListActions.selection, self._as_selection(selection))

    @property
    def selection_query(self) -> httpx.QueryParams | None:
        """The query that `"all"` matches, as it is sent; can be changed at any time."""
        return self._selection_query

    @selection_query.setter
    def selection_query(self, query: httpx.QueryParams | None) -> None:
        self._selection_query = query
        if hasattr(self, "store") and self.options.source is None:
            self.store.source = self._own_source()

    def _own_source(self) -> RowSource:
        """The endpoint's rows that match what was passed in."""
        crud, query = self.svc.crud(self.options.endpoint), self._selection_query
        return ServerSource(crud if query is None else crud.matching(query.multi_items()))

    def compose(self) -> ComposeResult:
        """The line."""
        with Horizontal():
            yield from self.fill("prepend")
            yield Static(classes="words")
            yield from self.fill("append")

    def on_mount(self) -> None:
        """Create the store as soon as there are services."""
        if self.options.source is not None:
            self._begin()
        else:
            when_booted(self, self._begin)

    def _begin(self) -> None:
        svc = services(self)
        self.store = ActionStore(
            self.options.source or self._own_source(),
            lookup=self.options.lookup,
            title_field=self.options.title_field,
            title=self.name_of,
            history=svc.history if svc is not None else None,
            base=self.options.base or "",
        )
        self.store.asker = self.questions.fill_in
        self.store.after_canary = self.questions.after_canary
        self.listen(self.store)
        # Also after this was removed with its page, and from a thread: the context names the app.
        here = copy_context()
        self.store.subscribe(lambda message: here.run(self._tell_late, message))
        self._draw()

    def watch_selection(self) -> None:
        """Show the line while something is marked."""
        self._draw()

    @on(ActionStore.Changed)
    def _changed(self, event: ActionStore.Changed) -> None:
        if event.store is self.store:
            self._draw()

    @on(ActionStore.Completed)
    def _completed(self, event: ActionStore.Completed) -> None:
        state = event.state
        if (console := services(self)) is not None:
            console.snack.withdraw(self.running_words)
            if self.store.undoable:
                console.snack.end(UNDONE)  # From now on, u undoes this.
        self.announce(state)
        if state.needs_no_reading:
            self.questions.forget_answers(state.action)
        if state.problem == NOTHING_DONE:
            self.svc.snack.show(NOTHING_DONE)
        elif not state.needs_no_reading:
            self.show_results(state)
        elif (svc := services(self)) is not None:
            tell_written(svc, state.summary, self, undoable=self.store.undoable)
        self._draw()

    def _tell_late(self, message: Message) -> None:
        """Show what a handler reported after its action had ended."""
        if isinstance(message, ActionStore.ReportedLate) and (svc := services(self)) is not None:
            outcome = message.outcome
            said = cut(f"{outcome.title}: {outcome.reason or outcome.state}", 120)
            words = f"{name_of(message.action)} sent a late result. {said}"
            svc.snack.show(words, "info" if outcome.state == "ok" else "warning", 8)

    def announce(self, state: ActionState) -> None:
        """Post a message that an action has finished."""
        self.post_message(self.ActionCompleted(self, state))

    # Actions

    def action_menu(self) -> None:
        """Open the menu; an action that is not permitted names the missing permission."""
        self.open_menu(self.marked)

    def open_menu(self, selection: Selection, more: Sequence[Entry] = (), title: str = "") -> None:
        """The menu for a selection; `more` entries come back as `MoreWanted`."""
        entries = [*(self._entry(action, selection) for action in self.actions), *more]
        # Dangerous actions come last, deletion at the end: a quick Enter never runs them.
        entries.sort(key=lambda one: (one.dangerous, one.value == f"action:{DELETE.id}"))
        heading = title or f"Actions for {selection_label(selection)}"
        menu = ChoiceMenu(heading, entries, hint="Enter chooses · Esc cancels")
        self.app.push_screen(menu, lambda chosen: self._chosen(chosen, selection))

    class MoreWanted(Message):
        """A menu entry that is not an action was chosen."""

        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    def start(self, action: Action, selection: Selection) -> None:
        """Ask, then run; an action that can't take this selection says so immediately."""
        if services(self) is None:
            self.notify(no_services(self), severity="warning", markup=False)
            return
        problem = selection_problem(action, selection) if self._anything(selection) else None
        problem = self.running_words if self.running else problem
        if problem is not None:
            self.svc.snack.show(problem, "warning", 6)
            return
        self.ask(self._ask_and_run(action, selection))

    @property
    def registry(self) -> FieldRegistry:
        """The field types of the forms that actions ask with."""
        found: FieldRegistry = self.options.registry or self.svc.inject("svc_form_registry", None)
        return found

    @property
    def labels(self) -> ListLabels:
        """The labels of the list and of `Edit fields…`, and the query in its endpoint."""
        crud, found = self.store.crud, self.options.labels()
        own = crud.own_query if crud is not None else {}
        fields = (*found.fields.fields, *self.edit_fields)
        return replace(found, own=own, fields=ListFields(fields, self.registry, self.svc))

    @property
    def marked(self) -> Selection:
        """The marked rows."""
        return self._as_selection(self.selection)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One action at a time."""
        if action != "menu":
            return True
        return None if self.running or not self._anything(self.marked) else True

    def _chosen(self, chosen: str | None, selection: Selection) -> None:
        if chosen is None:
            return
        found = next((one for one in self.actions if f"action:{one.id}" == chosen), None)
        if found is not None:
            self.start(found, selection)
        else:
            self.post_message(self.MoreWanted(chosen))

    async def _ask_and_run(self, action: Action, selection: Selection) -> None:
        if (answered := await self.questions.ask(action, selection)) is not None:
            await self.run_bulk_action(
                answered.action, answered.selection, answered.inputs, canary=answered.canary
            )

    def _forbidden(self, action: Action, svc: Svc) -> str:
        """Return briefly why the user may not run an action; empty if it is allowed."""
        options = self.options
        page = options.page_permissions
        if page is None and isinstance(action, ActionDescriptor):
            page = svc.permissions.actions(options.model or "")
        missing = lacking(action, svc.permissions, page)
        verbs = [one for one in missing if one in ACTIONS]
        if verbs and svc.config.read_only:
            return ONLY_READS
        if unable := [why for verb in verbs if (why := (options.unable or {}).get(verb))]:
            return unable[0]
        model = f"_{options.model}" if options.model else ""
        return needs_permission(*(one + model * (one in verbs) for one in missing)) * bool(missing)

    def _entry(self, action: Action, selection: Selection) -> Entry:
        svc = services(self)
        note = self._forbidden(action, svc) if svc is not None else ""
        if not note and selection.everything is not None and not action.handle_all:
            note = "only for individually marked rows"
        if not note and len(selection) > 1 and not action.handle_multiple:
            note = "one row at a time"
        return Entry(
            f"action:{action.id}",
            action.label,
            note,
            not note,
            dangerous=is_destructive(action),
            destroys=loses_something(action),
            help=getattr(action, "help", ""),
            key=bound_key(self.app, "list.delete", "d") if action.id == DELETE.id else "",
        )

    def _draw(self) -> None:
        if self.show_progress is not None:
            self.show_progress(self._words)
        shown = bool(self._words()) and (self.show_progress is None or self._has_slots)
        self.set_class(shown, "-shown")
        for line in self.query(".words").results(Static):
            line.update(label(self._words(line.content_size.width)))
        if self.is_mounted:
            self.refresh_bindings()

    def _words(self, width: int = 0) -> str:
        if not hasattr(self, "store"):
            return ""
        state = self.store.state
        if state.running:
            return progress_line(state, width)
        if self._anything(self.marked) and not self.options.quiet:
            return f" {selection_label(self.marked)} marked · x actions · Esc unmarks"
        return ""

    @property
    def _has_slots(self) -> bool:
        """Whether a consumer's widgets are in the line."""
        return any(len(line.children) > 1 for line in self.query_children(Horizontal))

    @staticmethod
    def _anything(selection: Selection) -> bool:
        return bool(selection.rows) or selection.everything is not None

    def _as_selection(self, given: Any) -> Selection:
        """The given rows as the selection that an action takes."""
        if isinstance(given, Selection):
            return given
        if given == "all":
            return Selection().of_everything(self.query_of_list, 0)
        return Selection({key: row for row in given if (key := key_of(row, self.options.lookup))})
