"""One menu: loaded, its trees edited step by step, saved as any other record is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from svc_tui.api.errors import ApiError
from svc_tui.api.menus import MenuApi
from svc_tui.models.menus import LinkedPage, PageType
from svc_tui.stores.menus import menu_errors
from svc_tui.stores.menus.menu_merge import MenuMerge
from svc_tui.stores.menus.menu_serializer import dropped_values, plain
from svc_tui.stores.menus.menu_tree import (
    MAX_DEPTH,
    STATIC,
    MenuTree,
    MoveDirection,
    MoveResult,
    Node,
    Path,
    children_of,
)
from svc_tui.stores.record.detail_state import Errors
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.draft import Draft, same, set_path
from svc_tui.stores.record.merge import Steps
from svc_tui.stores.record.write_result import WriteResult, compare_written
from svc_tui.text import plural

MOST_STEPS = 200
"""Steps back that are remembered."""


@dataclass(frozen=True, eq=False)
class MenuEdit:
    """The menu before an edit, and the place of the cursor."""

    current: Mapping[str, Any]
    lang: str
    path: Path
    about: object = None
    """What was typed into; typing on in the same value is one step."""


class MenuStore(DetailStore):
    """A `DetailStore` whose record holds trees: at `translations.<lang>.nodes`, or at `nodes`."""

    def __init__(
        self,
        *args: Any,
        max_depth: int | None = MAX_DEPTH,
        languages: Sequence[str] = (),
        packed_errors: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.max_depth = max_depth
        self.languages = tuple(languages)
        self.packed_errors = packed_errors
        """Whether a refusal leaves good entries out, so that positions in it tell nothing."""
        self.place = self.put_errors
        self._back: list[MenuEdit] = []
        self._forth: list[MenuEdit] = []

    # The trees

    def nodes_at(self, lang: str) -> str:
        """The dotted path of a language's entries."""
        return f"translations.{lang}.nodes" if lang else "nodes"

    def tree(self, lang: str) -> MenuTree:
        """The entries of a language as they are edited."""
        return MenuTree.of(self.state.draft.get(self.nodes_at(lang)), self.max_depth)

    def loaded_tree(self, lang: str) -> MenuTree:
        """The entries of a language as they were loaded."""
        return MenuTree.of(Draft.of(self.state.draft.original).get(self.nodes_at(lang)))

    def errors_by_entry(self, lang: str) -> dict[Path, dict[str, tuple[str, ...]]]:
        """Return the errors of the entries of a language, by place and value."""
        return menu_errors.by_entry(self.state.errors, self.nodes_at(lang))

    # What entries can lead to; each raises `ApiError`

    async def page_types(self) -> tuple[PageType, ...]:
        """The kinds of page that the backend has."""
        return await MenuApi(self.crud).page_types()

    async def pages(self, kind: PageType) -> tuple[LinkedPage, ...]:
        """The pages of a kind."""
        return await MenuApi(self.crud).pages(kind)

    async def pages_at(self, words: str) -> tuple[LinkedPage, ...]:
        """The pages whose address holds these words."""
        return await MenuApi(self.crud).at_address(words)

    # Edits; each can be taken back

    def move(self, lang: str, path: Path, way: MoveDirection) -> Path | str:
        """An entry one step further; where it stands then, or why it can't go."""
        return self._moved(lang, path, self.tree(lang).moved(path, way))

    def put(self, lang: str, path: Path, target: Path) -> Path | str:
        """An entry to another place; where it stands then, or why it can't go."""
        return self._moved(lang, path, self.tree(lang).put(path, target))

    def add(self, lang: str, path: Path, node: Node) -> Path | str:
        """An entry more at a place; the place, or why none may be there."""
        tree = self.tree(lang)
        levels = MenuTree((node,)).height((0,))
        if len(path) > 1 and (why := tree.why_not_below(path[:-1], levels)):
            return why
        self._grow(lang, path, tree.inserted(path, node))
        return path

    def remove(self, lang: str, path: Path) -> Path:
        """An entry goes, with all below it; the place where one stands then."""
        tree = self.tree(lang).without(path)
        self._grow(lang, path, tree)
        return tree.nearest(path)

    def write_node(self, lang: str, path: Path, key: str, value: Any) -> None:
        """Write a value of one entry, at a dotted path in it."""
        about = (lang, path, key)
        self._note_step(lang, path, about)
        at = ".".join([self.nodes_at(lang), *menu_errors.steps_of(path), key])
        tree = self.tree(lang)
        nodes = tree.replaced(path, set_path(tree.at(path), key, value)).nodes
        errors = {one: said for one, said in self.state.errors.items() if not _within(one, at)}
        self.change(draft=self.state.draft.edited(self.nodes_at(lang), list(nodes)), errors=errors)

    def write(self, key: str, value: Any) -> None:
        """Write a value of the menu itself."""
        self._note_step("", (), key)
        self.edit(key, value)

    def _moved(self, lang: str, path: Path, moved: MoveResult | str) -> Path | str:
        if isinstance(moved, str):
            return moved
        self._grow(lang, path, moved.tree)
        return moved.path

    def _grow(self, lang: str, path: Path, tree: MenuTree) -> None:
        """Take another tree; messages go along with their entries, or away with them."""
        self._note_step(lang, path)
        at, before = self.nodes_at(lang), self.tree(lang)
        errors = menu_errors.remap_errors(self.state.errors, at, before, tree)
        draft = self.state.draft.edited(at, list(tree.nodes))
        self.change(draft=draft, errors=errors)

    # Steps back

    @property
    def can_undo(self) -> bool:
        """Whether an edit can be taken back."""
        return bool(self._back)

    def mark(self) -> int:
        """A point to which `rewind` comes back."""
        return len(self._back)

    def rewind(self, mark: int) -> None:
        """Take back every edit since a mark, as if it had never been made."""
        if len(self._back) > mark:
            self.change(draft=Draft(self.state.draft.original, self._back[mark].current))
            del self._back[mark:]

    def undo_edit(self, lang: str, path: Path) -> MenuEdit | None:
        """Take the last edit back; where it was made."""
        return self._step(self._back, self._forth, lang, path)

    def redo_edit(self, lang: str, path: Path) -> MenuEdit | None:
        """Make an edit again that was taken back."""
        return self._step(self._forth, self._back, lang, path)

    def _step(
        self, source: list[MenuEdit], other: list[MenuEdit], lang: str, path: Path
    ) -> MenuEdit | None:
        if not source:
            return None
        step = source.pop()
        other.append(MenuEdit(self.state.draft.current, step.lang or lang, step.path or path))
        self.change(draft=Draft(self.state.draft.original, step.current), errors={})
        return step

    def _note_step(self, lang: str, path: Path, about: object = None) -> None:
        self._forth.clear()
        if about is not None and self._back and self._back[-1].about == about:
            return
        self._back.append(MenuEdit(self.state.draft.current, lang, path, about))
        del self._back[:-MOST_STEPS]

    def clear_history(self) -> None:
        """Forget the steps, as a load or a save begins anew."""
        self._back.clear()
        self._forth.clear()

    def _take(self, record: Mapping[str, Any]) -> None:
        self.clear_history()
        super()._take(record)

    # Writing

    async def save(self, *, again: bool = False) -> bool:
        """As any record; what others did to other entries stays, and what the backend did not keep
        is told."""
        await self._join()
        sent = self.state.draft
        saved = await super().save(again=again)
        if saved:
            self.clear_history()
            lost = dropped_values(sent.diff(), self.state.draft.original)
            self.change(not_kept=(*self.state.not_kept, *lost))
        return saved

    async def _join(self) -> None:
        """Take over what others changed meanwhile, where nobody has to choose between two.

        A list goes whole, so without this a save would be a conflict or undo their work.
        """
        state = self.state
        busy = state.saving or state.uncertain is not None or not state.loaded
        if busy or state.is_new or not self.use_patch or not self.dirty:
            return
        try:
            theirs, tag = await self.crud.detail_with_etag(state.id)
        except ApiError:
            return  # The save meets it as well, and says so.
        draft = self.state.draft
        if self.state.saving or draft.original is not state.draft.original:
            return  # Another save was quicker: this answer may be older than what it left.
        if same(plain(theirs), plain(draft.original)):
            return
        merge = self._merge(draft, theirs)
        if merge.open:
            return
        self.clear_history()
        self.tag = tag
        self.change(draft=Draft(theirs, merge.result()))
        others = plural(merge.entries_of_others, "other entry", "other entries")
        what = f"changed {others}" if merge.entries_of_others else "changed this menu"
        self.publish(self.Told(f"Somebody else {what} meanwhile: that stays as it is."))

    def _merge(self, draft: Draft, theirs: Mapping[str, Any]) -> MenuMerge:
        places = {lang: self.nodes_at(lang) for lang in self.languages or ("",)}
        return MenuMerge.of_menu(draft.original, theirs, draft.current, places)

    def put_errors(self, errors: Errors) -> Errors:
        """A backend's messages at our entries; what belongs to none stands under `""`."""
        trees = {lang: self.tree(lang) for lang in self.languages or ("",)}
        return menu_errors.map_backend_errors(
            errors, trees, self.nodes_at, packed=self.packed_errors
        )

    def touched(self, sent: Draft, theirs: Mapping[str, Any]) -> bool:
        """Leave out what the backend works out by itself, such as a page's title in a link."""
        return super().touched(_plain_draft(sent), plain(theirs))

    def differing(self, known: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[Steps]:
        """As with `touched`, what the backend works out by itself does not count."""
        return super().differing(plain(known), plain(theirs))

    def _write_result(self, sent: Draft, record: Mapping[str, Any]) -> WriteResult:
        return compare_written(_plain_draft(sent), plain(record))


def new_entry(title: str = "") -> dict[str, Any]:
    """An entry that leads nowhere yet, with an id of its own."""
    link = {"link_type": STATIC, "static": ""}
    return {"id": str(uuid4()), "title": title, "meta": {}, "link": link, "nodes": []}


def copied(node: Any) -> Any:
    """An entry and all below it, under ids of their own."""
    if not isinstance(node, Mapping):
        return node
    return {**node, "id": str(uuid4()), "nodes": [copied(one) for one in children_of(node)]}


def _plain_draft(draft: Draft) -> Draft:
    return Draft(plain(draft.original), plain(draft.current))


def _within(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}.")
