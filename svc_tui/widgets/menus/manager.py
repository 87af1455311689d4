"""SvcMenuManager: a navigation menu with its trees, the form of its entries, and its keys."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static
from textual.worker import Worker

from svc_tui.models.arguments import Address, checks_arguments
from svc_tui.models.records import Id
from svc_tui.models.slots import Slots
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import MAX_DEPTH, MenuTree, Path
from svc_tui.stores.menus.menu_trees import languages_of
from svc_tui.stores.record.detail_store import NEW, DetailState, DetailStore
from svc_tui.widgets.base import drawable_hint
from svc_tui.widgets.command import Controller, bindings_of
from svc_tui.widgets.menus.entries import MenuEntries
from svc_tui.widgets.menus.entry_editor import SvcMenuEntryEditor
from svc_tui.widgets.menus.errors import MenuErrors
from svc_tui.widgets.menus.finder import SvcMenuFinder
from svc_tui.widgets.menus.keys import MenuKeys
from svc_tui.widgets.menus.lines import MenuLines
from svc_tui.widgets.menus.moves import EntryMoves
from svc_tui.widgets.menus.page_picker import MenuPageField
from svc_tui.widgets.menus.settings import MenuSettings
from svc_tui.widgets.menus.tree import SvcMenuTreeview
from svc_tui.widgets.menus.words import MenuWords
from svc_tui.widgets.panel import Panel
from svc_tui.widgets.record.editor import RecordEditor
from svc_tui.widgets.record.header import DetailHeader
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch, mount_languages

ENDPOINT = "/api/menus"
"""The default collection of menus."""

BESIDE = 100
"""Minimum columns of the terminal for the form beside the tree."""


@checks_arguments(endpoint=Address)
class SvcMenuManager(RecordEditor):
    """The editor of a menu."""

    DEFAULT_CSS = """
    SvcMenuManager { height: 1fr; width: 1fr; layout: vertical; }
    SvcMenuManager > .head, SvcMenuManager > .crumbs { height: 1; width: 100%; }
    SvcMenuManager > .langs { height: auto; width: 100%; }
    SvcMenuManager > .notice-line { height: auto; width: 100%; display: none; }
    SvcMenuManager > .body { height: 1fr; layout: vertical; }
    SvcMenuManager > .body > .left { height: 1fr; width: 100%; }
    SvcMenuManager .face { height: auto; display: none; }
    SvcMenuManager > .body > SvcMenuEntryEditor { height: 9; width: 100%; }
    SvcMenuManager.-beside > .body { layout: horizontal; }
    SvcMenuManager.-beside > .body > .left { width: 1fr; height: 100%; }
    SvcMenuManager.-beside > .body > SvcMenuEntryEditor { width: 40%; height: 100%; }
    """

    BINDINGS = bindings_of(MenuKeys)

    class Saved(RecordEditor.Saved):
        """The menu was saved (`saved`)."""

    class Deleted(RecordEditor.Deleted):
        """The menu was deleted (`deleted`)."""

    class Loaded(RecordEditor.Loaded):
        """The tree has loaded."""

    class Pointed(Message):
        """The cursor moved to another entry; () if there is none."""

        def __init__(self, lang: str, path: Path) -> None:
            super().__init__()
            self.lang = lang
            self.path = path

    words: MenuWords

    menus: MenuStore

    def __init__(
        self,
        id: Id = NEW,
        *,
        endpoint: str = ENDPOINT,
        languages: Sequence[str] = (),
        max_depth: int | None = MAX_DEPTH,
        use_patch: bool = True,
        model_name: str | None = "menu",
        readonly: bool = False,
        lang: str = "",
        base: str = "",
        slots: Slots | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            languages=languages,
            use_patch=use_patch,
            model_name=model_name,
            readonly=readonly,
            lang=lang,
            base=base,
            slots=slots,
            **kwargs,
        )
        self.menu_id = str(id)
        """The id or the key of the menu; `new` creates one."""
        self.endpoint = endpoint
        self.max_depth = max_depth
        self.path: Path = ()
        """The entry under the cursor; () without one."""
        self.words = MenuWords(self, self)
        self.entries = MenuEntries(self)
        self.moves = EntryMoves(self)
        self.settings = MenuSettings(self)
        self.errors = MenuErrors(self)
        self.lines = MenuLines(self, self.errors)
        self.keys = MenuKeys(self)

    def compose(self) -> ComposeResult:
        yield from self.fill("title", DetailHeader(classes="head"))
        yield Vertical(classes="langs")
        yield Static(classes="notice-line")
        with Horizontal(classes="body"):
            with Panel(classes="left"):
                yield SvcMenuFinder()
                yield Static(classes="face")
                yield SvcMenuTreeview(self.may)
            yield self._entry_form(readonly=True)
        yield Static(classes="crumbs muted")
        yield from self.fill("actions")

    def _entry_form(self, **more: Any) -> SvcMenuEntryEditor:
        return SvcMenuEntryEditor(registry=self.registry, slots=self.slots, svc=self._svc, **more)

    def on_mount(self) -> None:
        self.menus = _store_of(self)
        self.on_resize()
        self.begin(self.menus)

    def on_resize(self) -> None:
        """Put the form beside the tree if there is room for both."""
        self.set_class(self.app.size.width >= BESIDE, "-beside")

    @property
    def treeview(self) -> SvcMenuTreeview:
        """The tree; has the focus while nothing is being typed."""
        return self.query_one(SvcMenuTreeview)

    @property
    def editor(self) -> SvcMenuEntryEditor:
        """The form of the entry."""
        return self.query(SvcMenuEntryEditor).last()

    @property
    def shown_tree(self) -> MenuTree:
        """The entries that are shown."""
        return self.menus.trees.edited(self.lang)

    # Hearing the store

    @on(DetailStore.Changed)
    async def _changed(self, event: DetailStore.Changed) -> None:
        if event.store is not self.store:
            return
        if event.state.loaded and not self._built:
            await self._build(event.state)
            self._built = True
        self.draw()

    async def _build(self, state: DetailState) -> None:
        """Mount languages and form once the menu is loaded."""
        await mount_languages(self, languages_of(state))
        self.menus.trees.languages = self.languages
        if self.rights.save:
            old = self.editor
            await self.query_one(".body").mount(self._entry_form(write=self.entries.write))
            await old.remove()
        self.drafts.begin((), self.languages)
        self.draw()
        if self.rights.save:
            self.run_worker(self.drafts.offer(), group="drafts")
            if state.is_new:
                self.ask(self.settings.ask_for_key())
        self.post_message(self.Loaded())

    def is_valid(self) -> bool:
        """Whether nothing is wrong that can be known here; the messages go to the entries."""
        return self.errors.check()

    def go_to_error(self) -> None:
        """Go to the first entry with an error."""
        self.errors.go_to_first()

    # What is drawn

    def draw(self) -> None:
        """Draw everything that depends on the state or the cursor."""
        if not self.is_mounted or not self.query(SvcMenuEntryEditor):
            return
        state, view, tree = self.store.state, self.treeview, self.shown_tree
        errors_by_entry = self.menus.trees.errors(self.lang)
        with self.app.batch_update():
            if state.loaded:
                view.show(tree, self.path, errors_by_entry, carrying=self.moves.carrying)
            self.path = view.path if state.loaded else ()
            if view.words:
                self.query_one(SvcMenuFinder).say(len(tree.fitting(view.words)), len(tree))
            self.lines.draw_entry(errors_by_entry.get(self.path, {}))
            self.lines.draw()
            self.lines.draw_frames(
                self.query_one(".left", Panel), drawable_hint(self.moves.hint, self)
            )
        doing = state.loaded, state.saving, self.moves.carrying, bool(self.path), bool(state.errors)
        if self.frame.is_new("keys", (doing, self.languages)):
            self.refresh_bindings()

    # Cursor and typing

    def go_to(self, path: Path) -> None:
        """Go to another entry, after storing what was typed into the previous one."""
        self.take_typed()
        self.path = self.shown_tree.nearest(path)
        self.draw()

    def show_language(self, lang: str) -> None:
        """Show the tree of another language, from the top."""
        self.take_typed()
        self.moves.stop()
        self.lang = lang
        self.path = self.shown_tree.nearest((0,))
        self.draw()

    def take_typed(self) -> None:
        """Add the latest keystrokes to the draft."""
        for editor in self.query(SvcMenuEntryEditor):
            editor.take_typed()

    @on(SvcDetailLangSwitch.ModelValueChanged)
    def _language_chosen(self, event: SvcDetailLangSwitch.ModelValueChanged) -> None:
        event.stop()
        if event.value != self.lang:
            self.show_language(event.value)

    @on(SvcMenuTreeview.Pointed)
    def _pointed(self, event: SvcMenuTreeview.Pointed) -> None:
        event.stop()
        if event.path != self.path and not self.moves.carrying:
            self.go_to(event.path)
            self.post_message(self.Pointed(self.lang, self.path))

    @on(SvcMenuTreeview.Dropped)
    def _dropped(self, event: SvcMenuTreeview.Dropped) -> None:
        event.stop()
        self.moves.drop(event.path, event.target)

    @on(MenuPageField.PageWanted)
    def _page_wanted(self, event: MenuPageField.PageWanted) -> None:
        event.stop()
        self.ask_here(self.entries.choose_page(event))

    @on(SvcMenuFinder.Changed)
    def _looked_for(self, event: SvcMenuFinder.Changed) -> None:
        event.stop()
        self.treeview.words = event.words
        fitting = self.shown_tree.fitting(event.words) if event.words else ()
        if fitting and self.path not in fitting:
            self.go_to(min(fitting))
        else:
            self.draw()
        self.refresh_bindings()

    @on(SvcMenuFinder.Left)
    @on(SvcMenuEntryEditor.Left)
    def _back_to_tree(self, event: Message) -> None:
        event.stop()
        self.treeview.focus()

    def ask_here(self, work: Coroutine[Any, Any, Any]) -> Worker[Any]:
        """Ask a question, replacing an open one."""
        return self.run_worker(work, group="question", exclusive=True)

    @on(SvcMenuTreeview.Wished)
    def _wished(self, event: SvcMenuTreeview.Wished) -> None:
        event.stop()
        self.keys.run(event.what)

    def controllers(self) -> Iterable[Controller]:
        """Return the commands that also work while typing."""
        return (self.keys,)

    def may(self, what: str) -> bool | None:
        """Whether a letter of the tree can act now: None is dimmed, False is hidden."""
        blocked = self.keys.blocked(what)
        return True if blocked is None else False if blocked.hidden else None

    def unavailable_reason(self, action: str, parameters: tuple[object, ...] = ()) -> str:
        """Return why a command of this or the tree can't be run; "" if it can."""
        here = action == "command"
        return super().unavailable_reason(action, parameters) if here else self.keys.reason(action)


def _store_of(widget: SvcMenuManager) -> MenuStore:
    """Create the store; without given languages, it gets them from the backend."""
    crud = widget.svc.crud(widget.endpoint)
    return MenuStore(
        crud,
        id=widget.menu_id,
        max_depth=widget.max_depth,
        languages=widget.languages,
        packed_errors=crud.dialect.capabilities.packs_menu_errors,
        use_patch=widget.use_patch,
        defaults={"key": "", "enabled": True},
        ask_metadata=not widget.languages,
        history=widget.svc.history,
        base=widget.base,
    )
