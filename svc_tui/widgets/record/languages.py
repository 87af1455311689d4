"""Languages: which is edited, which is shown beside it, and filling from another."""

from __future__ import annotations

from typing import Any, Protocol

from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.stores.session.snack_store import LEFT, SETTLED
from svc_tui.stores.unavailable_reason import NO_OTHER_LANGUAGE
from svc_tui.text import plural
from svc_tui.widgets.base import language_in_words
from svc_tui.widgets.command import Blocked, Command, Controller, blocked_by
from svc_tui.widgets.record.fill_dialog import FillDialog, fillings
from svc_tui.widgets.record.frame import RecordFrame
from svc_tui.widgets.record.permissions import RecordPermissions
from svc_tui.widgets.record.record_host import StoreHost
from svc_tui.widgets.record.words import RecordWords

BESIDE_FROM = 120
"""Minimum columns of the terminal for two languages side by side."""


class LanguagesHost(StoreHost, Protocol):
    """A widget that edits the languages of one record."""

    places: tuple[FieldPath, ...]
    words: RecordWords
    frame: RecordFrame
    languages: tuple[str, ...]
    lang: str
    """The language that is edited; empty without languages."""

    @property
    def rights(self) -> RecordPermissions: ...
    def take_typed(self) -> None: ...
    def language_changed(self) -> None: ...


class ManyLanguages(Protocol):
    """Something that may be written in several languages."""

    languages: tuple[str, ...]


def several_languages(host: ManyLanguages) -> Blocked | None:
    """Return why there is no other language to go to."""
    return None if len(host.languages) > 1 else Blocked(NO_OTHER_LANGUAGE, hidden=True)


def _needs_several(one: Languages) -> Blocked | None:
    return several_languages(one.host)


class Languages(Controller):
    """The languages of a form."""

    COMMANDS = (
        Command(
            "detail.lang", "right_square_bracket", "Language", lambda one: one.step(1),
            _needs_several, key_display="]", help="Show the next language.", shown=True,
        ),
        Command(
            "detail.lang_back", "left_square_bracket", "Previous language",
            lambda one: one.step(-1), _needs_several,
            key_display="[", help="Show the previous language.",
        ),
        Command(
            "detail.beside", "percent_sign", "Side by side", lambda one: one.step_beside(),
            _needs_several, key_display="%",
            help="Show another language side by side (needs 120 columns).",
        ),
        Command(
            "detail.fill", "F", "Fill", lambda one: one.fill_empty(),
            lambda one: _needs_several(one) or one.fill_unavailable(),
            help="Fill empty fields from another language, after a review.",
        ),
    )  # fmt: skip

    def __init__(self, host: LanguagesHost) -> None:
        self.host = host
        self.beside = ""
        """The language whose values are shown beside the edited ones; empty for none."""

    def step(self, by: int) -> None:
        """Show the next language, or the previous one."""
        self.host.frame.step_language(by)

    def turn_to(self, lang: str) -> None:
        """Edit another language; the one beside it is closed if it is the same."""
        if lang == self.beside:
            self.beside = self.host.lang
        self.host.lang = lang

    @property
    def peer(self) -> str | None:
        """The language shown beside; None if the terminal is too narrow."""
        wide = self.host.app.size.width >= BESIDE_FROM and self.beside != self.host.lang
        return self.beside or None if wide else None

    def step_beside(self) -> None:
        """Show the next language beside the edited one; after the last, none."""
        others = self._others
        if self.host.app.size.width < BESIDE_FROM:
            words = f"Two languages side by side need {BESIDE_FROM} columns."
            self.host.svc.snack.show(words, "info")
            return
        at = others.index(self.beside) + 1 if self.beside in others else 0
        self.beside = others[at] if at < len(others) else ""
        self.host.language_changed()

    @property
    def _others(self) -> list[str]:
        return [lang for lang in self.host.languages if lang != self.host.lang]

    def fill_unavailable(self) -> Blocked | None:
        """Return why nothing can be filled: the record can't be saved."""
        return blocked_by(self.host.rights.save_unavailable)

    def fill_empty(self) -> None:
        """Show what could be filled from another language, and fill what the user chooses."""
        host = self.host
        host.take_typed()
        draft = host.store.state.draft
        offers = {one: fillings(draft, host.places, host.lang, one) for one in self._others}
        offers = {one: found for one, found in offers.items() if found}
        if not offers:
            lang = language_in_words(host.lang, host.svc)
            words = f"Nothing to fill: no other language has text for an empty {lang} field."
            host.svc.snack.show(words)
            return
        host.app.push_screen(FillDialog(host.lang, offers, host.words.formatter), self._fill_in)

    def _fill_in(self, chosen: dict[str, Any] | None) -> None:
        for path, value in (chosen or {}).items():
            self.host.store.edit(path, value)
        if chosen:
            words = f"{plural(len(chosen), 'field', 'fields')} filled. Save to keep them."
            self.host.svc.snack.show(words, until=(SETTLED, LEFT))
