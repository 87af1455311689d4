"""MenuErrors: the errors of a menu, and keys to go to them."""

from __future__ import annotations

from svc_tui.stores.menus import menu_errors
from svc_tui.stores.menus.menu_tree import Path
from svc_tui.text import clean
from svc_tui.widgets.menus.host import MenuHost


class MenuErrors:
    """Checks a menu before it is saved, and moves the cursor to errors."""

    def __init__(self, host: MenuHost) -> None:
        self.host = host

    def check(self) -> bool:
        """Whether the entries and the key are valid; the messages go to the entries."""
        found = self.found()
        if found:
            self.host.menus.say(found)
        return not found

    def found(self) -> dict[str, tuple[str, ...]]:
        """Return what is wrong by path, without showing it."""
        trees = self.host.menus.trees
        found: dict[str, tuple[str, ...]] = {}
        for lang, base in trees.places.items():
            wrong = menu_errors.tree_errors(trees.edited(lang), trees.loaded(lang))
            for path, values in wrong.items():
                for key, said in values.items():
                    found[".".join([base, *menu_errors.steps_of(path), key])] = (said,)
        if wrong_key := self._wrong_key():
            found["key"] = (wrong_key,)
        return found

    def _wrong_key(self) -> str:
        draft = self.host.menus.state.draft
        key = draft.get("key")
        if not draft.changed("key") and not self.host.menus.state.is_new:
            return ""
        if not isinstance(key, str) or not key.strip():
            return "A menu needs a key so the site can find it. Press x to set one."
        if key.strip().isdigit():
            return "A key with only digits looks like an id. Add a letter."
        return ""

    def wrong(self) -> list[tuple[str, Path]]:
        """Return the entries with an error, those of the current language first."""
        trees = self.host.menus.trees
        langs = sorted(trees.places, key=lambda one: one != self.host.lang)
        return [(one, path) for one in langs for path in sorted(trees.errors(one)) if path]

    def general(self) -> list[tuple[str, str]]:
        """Return the messages about no entry, each with the label of its value."""
        inside = tuple(f"{base}." for base in self.host.menus.trees.places.values())
        return [
            ("" if key in ("", "key") else clean(self.host.words.of([key])[0]), said)
            for key, messages in self.host.menus.state.errors.items()
            if not key.startswith(inside)
            for said in messages
        ]

    def go_to_first(self) -> None:
        """Go to the first entry with an error, and start typing there."""
        if found := self.wrong():
            self._go_to(found[0])

    def go_to_next(self) -> None:
        """Go to the next entry with an error."""
        found, here = self.wrong(), (self.host.lang, self.host.path)
        if found:
            at = found.index(here) + 1 if here in found else 0
            self._go_to(found[at % len(found)])

    def _go_to(self, place: tuple[str, Path]) -> None:
        host, (lang, path) = self.host, place
        if lang != host.lang:
            host.frame.choose_language(lang)
            host.show_language(lang)
        host.go_to(path)
        keys = list(host.menus.trees.errors(lang).get(path, {}))
        host.editor.type_into(keys[0] if keys else "title")
