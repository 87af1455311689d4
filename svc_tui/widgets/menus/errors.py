"""MenuErrors: what is wrong with a menu, and the ways there."""

from __future__ import annotations

from svc_tui.stores.menus import menu_errors
from svc_tui.stores.menus.menu_tree import Path
from svc_tui.text import clean
from svc_tui.widgets.menus.host import MenuHost


class MenuErrors:
    """Checks a menu before it is saved, and takes the cursor to what is wrong."""

    def __init__(self, host: MenuHost) -> None:
        self.host = host

    @property
    def _langs(self) -> tuple[str, ...]:
        return self.host.languages or ("",)

    def check(self) -> bool:
        """Whether the entries and the key are right; the messages go to the entries."""
        menus = self.host.menus
        found: dict[str, tuple[str, ...]] = {}
        for lang in self._langs:
            wrong = menu_errors.tree_errors(menus.tree(lang), menus.loaded_tree(lang))
            for path, values in wrong.items():
                for key, said in values.items():
                    at = [menus.nodes_at(lang), *menu_errors.steps_of(path), key]
                    found[".".join(at)] = (said,)
        if wrong_key := self._wrong_key():
            found["key"] = (wrong_key,)
        if found:
            menus.say(found)
        return not found

    def _wrong_key(self) -> str:
        draft = self.host.menus.state.draft
        key = draft.get("key")
        if not draft.changed("key") and not self.host.menus.state.is_new:
            return ""
        if not isinstance(key, str) or not key.strip():
            return "A menu needs a key, by which the site finds it: x gives it one."
        if key.strip().isdigit():
            return "A key of digits alone would be taken for an id: add a letter."
        return ""

    def wrong(self) -> list[tuple[str, Path]]:
        """Return the entries with an error; those of the language that is shown come first."""
        menus = self.host.menus
        langs = sorted(self._langs, key=lambda one: one != self.host.lang)
        return [(one, path) for one in langs for path in sorted(menus.errors_by_entry(one)) if path]

    def general(self) -> list[tuple[str, str]]:
        """Return the messages about no entry, each with its path."""
        inside = tuple(f"{self.host.menus.nodes_at(one)}." for one in self._langs)
        return [
            ("" if key in ("", "key") else clean(key), said)
            for key, messages in self.host.menus.state.errors.items()
            if not key.startswith(inside)
            for said in messages
        ]

    def go_to_first(self) -> None:
        """Go to the first entry with an error, and type there."""
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
        keys = list(host.menus.errors_by_entry(lang).get(path, {}))
        host.editor.type_into(keys[0] if keys else "title")
