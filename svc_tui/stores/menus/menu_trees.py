"""MenuTrees: the trees of a menu by language, and the errors of their entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from svc_tui.introspect.languages import lang_info
from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.menus import menu_errors
from svc_tui.stores.menus.menu_tree import MenuTree, Path
from svc_tui.stores.record.detail_state import DetailState, Errors
from svc_tui.stores.record.draft import Draft


def languages_of(state: DetailState) -> tuple[str, ...]:
    """Return the languages of a loaded menu: those that the backend lists, else those it has."""
    declared = lang_info(state.metadata.extra).languages if state.metadata else ()
    texts = state.draft.original.get(TRANSLATIONS)
    return declared or (tuple(texts) if isinstance(texts, Mapping) else ())


def entry_counts(menu: Mapping[str, Any]) -> str:
    """Return how many entries a menu has, by language."""
    texts = menu.get(TRANSLATIONS)
    if not isinstance(texts, Mapping):
        nodes = menu.get("nodes")
        return str(len(MenuTree.of(nodes))) if nodes is not None else ""
    counts = [
        f"{lang} {len(MenuTree.of(values.get('nodes')))}"
        for lang, values in texts.items()
        if isinstance(values, Mapping)
    ]
    return " · ".join(counts)


class StateHolder(Protocol):
    """The store of a menu."""

    state: DetailState


class MenuTrees:
    """Reads the trees from the record of a store."""

    def __init__(
        self,
        store: StateHolder,
        languages: Sequence[str],
        max_depth: int | None,
        *,
        packed_errors: bool,
    ) -> None:
        self._store = store
        self.languages = tuple(languages)
        self.max_depth = max_depth
        self.packed_errors = packed_errors
        """Whether a refusal leaves out valid entries, so that its positions mean nothing."""

    def at(self, lang: str) -> str:
        """Return the dotted path of a language's entries."""
        return f"translations.{lang}.nodes" if lang else "nodes"

    @property
    def places(self) -> dict[str, str]:
        """The dotted paths of the entries, by language; under "" without languages."""
        return {lang: self.at(lang) for lang in self.languages or ("",)}

    def edited(self, lang: str) -> MenuTree:
        """Return the entries of a language as they are edited."""
        return MenuTree.of(self._store.state.draft.get(self.at(lang)), self.max_depth)

    def loaded(self, lang: str) -> MenuTree:
        """Return the entries of a language as they were loaded."""
        return MenuTree.of(Draft.of(self._store.state.draft.original).get(self.at(lang)))

    def errors(self, lang: str) -> dict[Path, dict[str, tuple[str, ...]]]:
        """Return the errors of the entries of a language, by place and value."""
        return menu_errors.by_entry(self._store.state.errors, self.at(lang))

    def place_errors(self, errors: Errors) -> Errors:
        """Return a backend's messages by our entries; others are under `""`."""
        trees = {lang: self.edited(lang) for lang in self.places}
        return menu_errors.map_backend_errors(errors, trees, self.at, packed=self.packed_errors)
