"""SvcDetailLangSwitch: the languages of a record, and the state of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual import events
from textual.content import Content
from textual.message import Message

from svc_tui.models.arguments import ListOf, checks_arguments
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget, language_in_words, services
from svc_tui.widgets.form.messages import SHARED
from svc_tui.widgets.tab_label import HERE, is_plain, tab_label

if TYPE_CHECKING:
    from svc_tui.widgets.record.editor import RecordEditor

CHANGED, WRONG, EMPTY = "•", "!", "."
SHARED_NOTE = f" {SHARED}shared by all languages"

BEFORE, AFTER = "‹ ", " ›"
"""There are more languages on this side."""


@checks_arguments(model_value=str, langs=ListOf(str))
class SvcDetailLangSwitch(SvcWidget):
    """One line: `Italiano•` changed, `English!` with errors, `Français (empty)`.

    The errors of the current language have no mark: they are seen below it.

    If the names do not fit, the codes are shown: `it•`, `en!`, `fr.`.

    Unless `no_route_change`, the location's `lang` follows the choice.
    """

    DEFAULT_CSS = "SvcDetailLangSwitch { height: 1; width: 100%; }"

    class ModelValueChanged(Message):
        """The user chose another language (`update:modelValue`)."""

        def __init__(self, switch: SvcDetailLangSwitch, value: str) -> None:
            super().__init__()
            self.switch = switch
            self.value = value

        @property
        def control(self) -> SvcDetailLangSwitch:
            """The switch."""
            return self.switch

    def __init__(
        self,
        model_value: str,
        langs: Sequence[str],
        *,
        errors: Mapping[str, Sequence[str]] | None = None,
        no_route_change: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.model_value = model_value
        self.langs = tuple(langs)
        self.errors: dict[str, Sequence[str]] = dict(errors or {})
        self.no_route_change = no_route_change
        self.changed: frozenset[str] = frozenset()
        self.empty: frozenset[str] = frozenset()

    def show(
        self, value: str, errors: Mapping[str, Sequence[str]], changed: set[str], empty: set[str]
    ) -> None:
        """Show the state of each language; redraw only changes."""
        before = self.model_value, self.errors, self.changed, self.empty
        self.model_value, self.errors = value, dict(errors)
        self.changed, self.empty = frozenset(changed), frozenset(empty)
        if before != (self.model_value, self.errors, self.changed, self.empty):
            self.refresh()

    def choose(self, lang: str) -> None:
        """Choose a language; the current one changes nothing."""
        if lang not in self.langs or lang == self.model_value:
            return
        self.model_value = lang
        self.refresh()
        if not self.no_route_change and services(self) is not None:
            router = self.svc.router
            router.describe(router.state.location.with_query(lang=lang))
        self.post_message(self.ModelValueChanged(self, lang))

    def step(self, by: int) -> None:
        """Show the next or the previous language; after the last comes the first."""
        at = self.langs.index(self.model_value) if self.model_value in self.langs else 0
        self.choose(self.langs[(at + by) % len(self.langs)])

    def render(self) -> Content:
        """The languages side by side; if not all fit, those around the current one."""
        first, last = self._window()
        named = self._named
        parts = [self._part(lang, named) for lang in self.langs[first:last]]
        shared = self._shared_note(sum(part.cell_length for part in parts))
        before = [label(BEFORE, "$text-muted")] * (first > 0)
        after = [label(AFTER, "$text-muted")] * (last < len(self.langs))
        return Content("").join([*before, *parts, *after, *shared])

    def _shared_note(self, taken: int) -> list[Content]:
        """Return the legend for shared fields, if their sign is drawn."""
        away = self.langs and self.model_value != self.langs[0]
        room = self.size.width - taken - len(SHARED_NOTE)
        return [label(SHARED_NOTE, "$text-muted")] if away and room > 0 else []

    @property
    def _named(self) -> bool:
        return sum(self._part(one, True).cell_length for one in self.langs) <= self.size.width

    def on_resize(self) -> None:
        self.refresh()

    def _window(self) -> tuple[int, int]:
        named = self._named
        widths = [self._part(lang, named).cell_length for lang in self.langs]
        room = self.size.width
        if not room or sum(widths) <= room or self.model_value not in self.langs:
            return 0, len(self.langs)
        room -= len(BEFORE) + len(AFTER)
        first = self.langs.index(self.model_value)
        last = first + 1
        room -= widths[first]
        while True:
            if last < len(widths) and widths[last] <= room:
                room -= widths[last]
                last += 1
            elif first > 0 and widths[first - 1] <= room:
                first -= 1
                room -= widths[first]
            else:
                return first, last

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked language; on `‹` or `›`, the nearest hidden one."""
        first, last = self._window()
        end = len(BEFORE) if first else 0
        if event.x < end:
            self.choose(self.langs[first - 1])
            return
        named = self._named
        for lang in self.langs[first:last]:
            end += self._part(lang, named).cell_length
            if event.x < end:
                self.choose(lang)
                return
        if last < len(self.langs) and event.x < end + len(AFTER):
            self.choose(self.langs[last])

    def _part(self, lang: str, named: bool) -> Content:
        name = language_in_words(lang, services(self)) if named else lang
        words = f"{cut(name, 24 if named else 12)}{self._marks(lang, named)}"
        if lang == self.model_value and not is_plain(self):
            words = HERE + words
        active = lang == self.model_value
        wrong = WRONG * bool(self.errors.get(lang) and not active)
        return tab_label(self, words, active=active, wrong=wrong)

    def _marks(self, lang: str, named: bool) -> str:
        if lang in self.changed or self.errors.get(lang):
            return CHANGED * (lang in self.changed)
        return (" (empty)" if named else EMPTY) * (lang in self.empty)


async def mount_languages(record: RecordEditor, known: Iterable[str]) -> None:
    """Choose the languages of a record, those it was given or else the known ones; mount them."""
    record.languages = record.languages or tuple(known)
    if record.lang not in record.languages:
        record.lang = next(iter(record.languages), "")
    if len(record.languages) > 1:
        switch = SvcDetailLangSwitch(record.lang, record.languages, svc=record._svc)
        await record.query_one(".langs").mount(*record.fill("body-lang", switch))
