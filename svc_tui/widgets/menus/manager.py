"""SvcMenuManager: one navigation menu with its trees, a form for its entries, and its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from svc_tui.introspect.languages import lang_info
from svc_tui.models.records import Id
from svc_tui.models.slots import Slots
from svc_tui.stores.menus.menu_errors import title_at
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import MAX_DEPTH, Path
from svc_tui.stores.record.detail_store import NEW, DetailState, DetailStore
from svc_tui.text import clean, label, plural
from svc_tui.widgets.base import drawable_hint
from svc_tui.widgets.menus.actions import MenuActions
from svc_tui.widgets.menus.entry_editor import SvcMenuNodeEditor
from svc_tui.widgets.menus.finder import SvcMenuFinder
from svc_tui.widgets.menus.tree import SvcMenuTreeview
from svc_tui.widgets.record.header import DetailHeader
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
from svc_tui.widgets.record.permissions import RecordPermissions

ENDPOINT = "/api/menus"
"""Where menus are in the specification's words (reference 3.2)."""

BESIDE = 100
"""Columns of the terminal from which on the form stands beside the tree."""


class SvcMenuManager(MenuActions):
    """A menu's editor (toolkit: SvcMenuManager). The one ear of its wing."""

    DEFAULT_CSS = """
    SvcMenuManager { height: 1fr; width: 1fr; layout: vertical; }
    SvcMenuManager > .head { height: 1; width: 100%; }
    SvcMenuManager > .langs { height: auto; width: 100%; }
    SvcMenuManager > .notice-line { height: auto; width: 100%; display: none; }
    SvcMenuManager > .body { height: 1fr; layout: vertical; }
    SvcMenuManager > .body > .left { height: 1fr; width: 100%; }
    SvcMenuManager .face { height: auto; display: none; }
    SvcMenuManager > .body > SvcMenuNodeEditor { height: 9; width: 100%; }
    SvcMenuManager.-beside > .body { layout: horizontal; }
    SvcMenuManager.-beside > .body > .left { width: 1fr; height: 100%; }
    SvcMenuManager.-beside > .body > SvcMenuNodeEditor { width: 45%; height: 100%; }
    SvcMenuManager > .crumbs { height: 1; width: 100%; }
    """

    BINDINGS = [
        Binding("f2,ctrl+s", "save", "Save", tooltip="Send what changed.", id="menus.save"),
        Binding("f8", "next_error", "Next error", tooltip="To the next error.", id="menus.error"),
        Binding("ctrl+t", "next_lang", "Language", show=False,
                tooltip="The next language; also while typing.", id="menus.lang_typing"),
        Binding("ctrl+r", "reload", "Reload", show=False, tooltip="Read it again.",
                id="menus.reload_typing"),
        Binding("ctrl+n", "add_after", "New", show=False, tooltip="An entry after this one.",
                id="menus.add_typing"),
    ]  # fmt: skip

    class Saved(Message):
        """The menu was written (`saved`); `model` is the backend's answer."""

        def __init__(self, model: Mapping[str, Any], id: str, created: bool) -> None:
            super().__init__()
            self.model = model
            self.id = id
            self.created = created

    class Deleted(Message):
        """The menu is gone (`deleted`)."""

    class Loaded(Message):
        """The tree is there."""

    class Pointed(Message):
        """The cursor stands on another entry; () where there is none."""

        def __init__(self, lang: str, path: Path) -> None:
            super().__init__()
            self.lang = lang
            self.path = path

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
        super().__init__(slots=slots, **kwargs)
        self.menu_id = str(id)
        """The id or the key of the menu; `new` makes one."""
        self.endpoint = endpoint
        self.languages = tuple(languages)
        self.max_depth = max_depth
        self.use_patch = use_patch
        self.model_name = model_name
        self.readonly = readonly
        self.lang = lang
        self.base = base
        """The path under which menus are opened; empty outside a console."""
        self._built = self._ready = False
        self._drawn: dict[str, object] = {"notice": ("", False)}
        """What the lines around tree and form show now."""

    def compose(self) -> ComposeResult:
        """Title, languages, what went wrong, tree and form, the way to the entry."""
        yield from self.fill("title", DetailHeader(classes="head"))
        yield Vertical(classes="langs")
        yield Static(classes="notice-line")
        with Horizontal(classes="body"):
            with Vertical(classes="left"):
                yield SvcMenuFinder()
                yield Static(classes="face")
                yield SvcMenuTreeview(self.may)
            yield SvcMenuNodeEditor(
                readonly=True, registry=self.registry, slots=self.slots, svc=self._svc
            )
        yield Static(classes="crumbs muted")
        yield from self.fill("actions")

    def on_mount(self) -> None:
        """Make the store and read the menu."""
        crud = self.svc.crud(self.endpoint)
        self.store = self.menus = MenuStore(
            crud,
            id=self.menu_id,
            max_depth=self.max_depth,
            languages=self.languages,
            packed_errors=crud.dialect.capabilities.packs_menu_errors,
            use_patch=self.use_patch,
            defaults={"key": "", "enabled": True},
            ask_metadata=not self.languages,
            history=self.svc.history,
            base=self.base,
        )
        self.listen(self.store)
        self.leaving.start()
        self.on_resize()
        self._draw()
        self.run_worker(self.store.load(), group="load", exclusive=True)

    def on_resize(self) -> None:
        """The form stands beside the tree where there is room for both."""
        self.set_class(self.app.size.width >= BESIDE, "-beside")

    @property
    def rights(self) -> RecordPermissions:
        """What may be done with this menu, and what is missing."""
        return RecordPermissions.of(
            self.svc.permissions,
            self.model_name,
            new=self.store.state.is_new,
            readonly=self.readonly,
            console_reads=self.svc.config.read_only,
        )

    @property
    def coming(self) -> bool:
        """Whether the menu is read, and its tree not there yet."""
        read = not self._ready and hasattr(self, "store")
        return read and self.store.state.problem is None

    # Hearing the store

    @on(DetailStore.Changed)
    async def _changed(self, event: DetailStore.Changed) -> None:
        if event.store is not self.store:
            return
        if event.state.loaded and not self._built:
            self._built = True
            await self._build(event.state)
            self._ready = True
        self._draw()

    async def _build(self, state: DetailState) -> None:
        """Languages and form, once the menu is there."""
        if not self.languages:
            told = lang_info(state.metadata.extra).languages if state.metadata else ()
            texts = state.draft.original.get("translations")
            held = tuple(texts) if isinstance(texts, Mapping) else ()
            self.languages = self.menus.languages = tuple(told) or held
        if self.lang not in self.languages:
            self.lang = next(iter(self.languages), "")
        if len(self.languages) > 1:
            switch = SvcDetailLangSwitch(self.lang, self.languages, svc=self._svc)
            await self.query_one(".langs").mount(*self.fill("body-lang", switch))
        if self.rights.save:
            fresh = SvcMenuNodeEditor(
                write=self._write_node, registry=self.registry, slots=self.slots, svc=self._svc
            )
            old = self.editor
            await self.query_one(".body").mount(fresh)
            await old.remove()
        self.drafts.begin((), self.languages)
        self._draw()
        if self.rights.save:
            self.run_worker(self.drafts.offer(), group="drafts")
            if state.is_new:
                self.ask(self.ask_for_key())
        self.post_message(self.Loaded())

    # What is drawn

    def _draw(self) -> None:
        """Everything that depends on the state and on where one stands."""
        if not self.is_mounted or not self.query(SvcMenuNodeEditor):
            return
        state = self.store.state
        tree, errors_by_entry = self.menus.tree(self.lang), self.menus.errors_by_entry(self.lang)
        with self.app.batch_update():
            view = self.treeview
            if state.loaded:
                view.show(tree, self.path, errors_by_entry, carrying=self.carrying)
            self.path = view.path if state.loaded else ()
            if view.words:
                self.query_one(SvcMenuFinder).say(len(tree.fitting(view.words)), len(tree))
            self._draw_entry(errors_by_entry.get(self.path, {}))
            self._draw_lines(state)
            self._draw_languages(state)
        about_keys = state.loaded, state.saving, self.carrying, bool(self.path), bool(state.errors)
        if self._is_new("keys", (about_keys, self.languages)):
            self.refresh_bindings()

    def _is_new(self, what: str, seen: object) -> bool:
        """Whether something is to be drawn otherwise than it is: a key has 10 ms."""
        if what in self._drawn and self._drawn[what] == seen:
            return False
        self._drawn[what] = seen
        return True

    def _draw_entry(self, errors: Mapping[str, Sequence[str]]) -> None:
        """The form of the entry under the cursor."""
        tree, editor = self.menus.tree(self.lang), self.editor
        node = tree.at(self.path) if tree.has(self.path) else None
        editor.show(self.path if node is not None else (), node, self.loaded_node(node), errors)
        crumbs = [title_at(tree, self.path[:end]) for end in range(1, len(self.path) + 1)]
        words = " › ".join(crumbs)
        if self.carrying:
            keys = "Moving: ↑ ↓ place · → in · ← out · Enter keeps · Esc puts back"
            words = self.disabled_reason or drawable_hint(keys, self)
        if self._is_new("crumbs", words):
            self.query_one(".crumbs", Static).update(label(f" {words}"), layout=False)

    def _draw_lines(self, state: DetailState) -> None:
        key = clean(state.draft.get("key") or "")
        off = state.loaded and state.draft.get("enabled") is False
        changed = self.changed_words() if state.loaded else []
        marks = ["off"] * off + ["new"] * state.is_new + ["changed"] * bool(changed)
        marks += [self.rights.lacking] * bool(self.rights.lacking)
        marks += ["saving…"] * state.saving + ["loading…"] * (state.loading and state.loaded)
        title = key or ("New menu" if state.loaded else "")
        if self._is_new("head", (title, state.id, state.loaded, marks)):
            for head in self.query(DetailHeader):
                head.show("Menu", title, state, marks)
        words, failed = self._notice(state)
        if self._is_new("notice", (words, failed)):
            line = self.query_one(".notice-line", Static)
            line.update(label(words, multiline=True))
            line.display = bool(words)
            line.set_class(failed, "-failed")
        empty = state.loaded and not self.menus.tree(self.lang).nodes
        said = self._empty_words() if empty else ""
        if self._is_new("face", said):
            face = self.query_one(".face", Static)
            face.display = empty
            face.update(label(said))

    def _empty_words(self) -> str:
        where = f" in {self.lang}" if self.lang else ""
        if why := self.rights.why_not_save:
            return f"No entries{where}. {why}"
        others = [one for one in self.languages if one != self.lang and self.menus.tree(one).nodes]
        more = f" F copies those of {', '.join(others)}." if others else ""
        return f"No entries{where} yet: n makes the first one.{more}"

    def _notice(self, state: DetailState) -> tuple[str, bool]:
        """What is said above the tree, and whether it is bad news."""
        if not state.loaded:
            if state.missing:
                return "There is no such menu: it may have been deleted. Esc goes back.", True
            if state.problem is not None and not state.loading:
                return f"{state.problem} Press r to try again.", True
            return "Loading…", False
        lines = [f"{state.problem} Nothing you typed is lost."] if state.problem else []
        wrong = self.wrong()
        lines += [f"{path}: {one}" if path else one for path, one in self.general_error()]
        if wrong:
            lines.append(f"{plural(len(wrong), 'entry', 'entries')} with errors, F8 to the next.")
        return "\n".join(lines), True

    def _draw_languages(self, state: DetailState) -> None:
        for switch in self.query(SvcDetailLangSwitch):
            wrong = {one: ["!"] for one in self.languages if self.menus.errors_by_entry(one)}
            changed = {
                one for one in self.languages if state.draft.changed(self.menus.nodes_at(one))
            }
            empty = {one for one in self.languages if not self.menus.tree(one).nodes}
            switch.show(self.lang, wrong, changed, empty)

    # Facts

    @on(SvcMenuTreeview.Pointed)
    def _pointed(self, event: SvcMenuTreeview.Pointed) -> None:
        event.stop()
        if event.path != self.path and not self.carrying:
            self.go_to(event.path)
            self.post_message(self.Pointed(self.lang, self.path))

    @on(SvcMenuFinder.Changed)
    def _looked_for(self, event: SvcMenuFinder.Changed) -> None:
        """Show what fits, and stand on the first of it."""
        event.stop()
        self.treeview.words = event.words
        fitting = self.shown_tree.fitting(event.words) if event.words else ()
        if fitting and self.path not in fitting:
            self.go_to(min(fitting))
        else:
            self._draw()
        self.refresh_bindings()

    @on(SvcMenuFinder.Left)
    def _back_to_tree(self, event: SvcMenuFinder.Left) -> None:
        event.stop()
        self.treeview.focus()

    @on(SvcDetailLangSwitch.ModelValueChanged)
    def _other_language(self, event: SvcDetailLangSwitch.ModelValueChanged) -> None:
        event.stop()
        if event.value != self.lang:
            self.show_language(event.value)

    @on(DetailStore.Saved)
    def _was_saved(self, event: DetailStore.Saved) -> None:
        self.post_message(self.Saved(event.model, self.store.state.id, event.created))

    @on(DetailStore.Deleted)
    def _was_deleted(self) -> None:
        self.post_message(self.Deleted())

    @on(DetailStore.NothingToSave)
    def _nothing(self) -> None:
        self.svc.snack.show("Nothing to save.")

    @on(DetailStore.Told)
    def _told(self, event: DetailStore.Told) -> None:
        self.svc.snack.show(event.words, "info", 8)

    def signed_in_again(self) -> None:
        """After the session had ended: offer a broken save, repeat a broken load."""
        state = self.store.state
        if self.drafts.user_changed:
            self.drafts.stop_for_author()
            self.store.discard()
            self.run_worker(self.store.load(), group="load", exclusive=True)
        elif state.unsaved_by_expiry:
            self.ask(self.writer.offer_save())
        elif state.problem is not None and not self.store.dirty:
            self.run_worker(self.store.load(), group="load", exclusive=True)
