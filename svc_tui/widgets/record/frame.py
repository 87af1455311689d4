"""RecordFrame: the lines around the form of a record: heading, notice, languages, hint."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from textual.widgets import Static

from svc_tui.stores.record.detail_state import IN_FORM, DetailState
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget, is_alone
from svc_tui.widgets.record.header import DetailHeader, Title
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch


class RecordFrame:
    """Redraws only what has changed: a key in a form has 10 ms."""

    def __init__(self, widget: SvcWidget) -> None:
        self._widget = widget
        self._shown: dict[str, object] = {"notice": ("", True)}

    def is_new(self, what: str, value: object) -> bool:
        """Whether a part has to be redrawn; it counts as drawn from now on."""
        if what in self._shown and self._shown[what] == value:
            return False
        self._shown[what] = value
        return True

    def draw_head(
        self,
        name: str,
        title: Title,
        state: DetailState,
        marks: Sequence[str],
        wrong: str = "",
    ) -> None:
        """Draw which record this is, with its errors and marks at the end of the line."""
        if self.is_new("head", (title, state.id, state.loaded, marks, wrong)):
            if state.loaded:
                visit = getattr(self._widget.screen, "visit", None)
                words = title.text or ("New" if state.is_new else "")
                self._widget.svc.router.name_page(words, visit)
            for head in self._widget.query_children(DetailHeader):
                head.show(name, title, state, marks, wrong)

    def draw_notice(self, words: str, failed: bool) -> None:
        """Draw the lines above the form, which move everything below; `failed` colors them."""
        if self.is_new("notice", (words, failed)):
            line = self._widget.query_one(".notice-line", Static)
            line.update(label(words, multiline=True))
            line.display = bool(words)
            line.set_class(failed, "-failed")

    def draw_line(self, selector: str, words: str) -> None:
        """Draw a line that keeps its place even when empty."""
        if self.is_new(selector, words):
            self._widget.query_one(selector, Static).update(label(f" {words}"), layout=False)

    def draw_optional(self, selector: str, words: str) -> None:
        """Draw a line that is hidden when empty."""
        if self.is_new(selector, words):
            line = self._widget.query_one(selector, Static)
            line.update(label(words))
            line.display = bool(words)

    def draw_languages(
        self,
        lang: str,
        wrong: Mapping[str, Sequence[str]],
        changed: Collection[str],
        empty: Collection[str],
    ) -> None:
        """Draw the state of the languages."""
        for switch in self._widget.query(SvcDetailLangSwitch):
            switch.show(lang, wrong, set(changed), set(empty))

    def step_language(self, by: int) -> None:
        """Show the next language, or the previous one."""
        for switch in self._widget.query(SvcDetailLangSwitch):
            switch.step(by)

    def choose_language(self, lang: str) -> None:
        """Mark a language as the current one; the widget is notified."""
        for switch in self._widget.query(SvcDetailLangSwitch):
            switch.choose(lang)

    def draw_loading(self, state: DetailState, what: str) -> None:
        """Draw the notice of a record that is not loaded."""
        back = "" if is_alone(self._widget) else " Press Esc to go back."
        if state.missing:
            words = f"This {what} was not found: it may have been deleted.{back}"
            self.draw_notice(words, True)
        elif state.problem is not None and not state.loading:
            next_step = back if state.final else " Press r to try again."
            self.draw_notice(f"{state.problem}{next_step}", True)
        else:
            self.draw_notice("Loading…", False)


def state_marks(state: DetailState, lacking: str) -> list[str]:
    """Return the marks that every record has: missing rights, and what the store is doing."""
    marks = [lacking] * bool(lacking) + ["saving…"] * state.saving
    return marks + ["loading…"] * (state.loading and state.loaded)


def problem_lines(state: DetailState, if_gone: str = "") -> list[str]:
    """Return the first line of the notice after a failed save; `if_gone` is its next step then."""
    if not state.problem or state.problem.endswith(IN_FORM):
        return [state.problem] if state.problem else []
    offer = f" {if_gone}" if if_gone and state.missing else ""
    return [f"{state.problem}{offer} Nothing you typed is lost."]
