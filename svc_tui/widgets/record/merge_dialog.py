"""Three versions of a record, loaded, theirs and mine, to choose from field by field."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.record.merge import MINE, THEIRS, Difference, Merge, Side
from svc_tui.text import cut, label, plural
from svc_tui.widgets.base import SvcModal, drawable_hint
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.value_text import ValueFormatter
from svc_tui.widgets.record.value_diff import DiffText, brief, is_long, render_diff

NAME_WIDTH = 22

CHOSEN: dict[Side | None, str] = {MINE: "●", THEIRS: "○", None: "?"}


SAVE, EDIT, RESTORE, DISCARD = "save", "edit", "restore", "discard"


@dataclass(frozen=True)
class MergeText:
    """The text of the dialog for a conflict, an undo, or a draft."""

    title: str
    about: str
    loaded: str
    theirs: str
    mine: str
    hint: str
    answers: tuple[tuple[str, str, str], ...]
    """The buttons: what each does, its label, its key."""
    mine_only: str = "only you changed it"
    theirs_only: str = "only they changed it: theirs is used"

    def offers(self, what: str) -> bool:
        """Whether fields can be edited from here."""
        return any(what == one for one, _, _ in self.answers)


CONFLICT = MergeText(
    "Someone else changed this record",
    "Nothing has been saved yet.",
    "loaded",
    "theirs",
    "mine",
    "t theirs · m mine · Space switches · ← → scroll",
    (
        (SAVE, "Save anyway", "y"),
        (THEIRS, "All theirs", "T"),
        (MINE, "All mine", "M"),
        (EDIT, "Edit", "e"),
        ("close", "Back", "Esc"),
    ),
)

WAITING = replace(
    CONFLICT, answers=((SAVE, "To the form", "y"), *CONFLICT.answers[1:3], CONFLICT.answers[-1])
)
"""For a staged edit: the result stays staged."""

UNDO = MergeText(
    "Someone changed this after you saved it",
    "Nothing has been undone yet.",
    "your save",
    "current",
    "previous",
    "t current · m previous · Space switches · ← → scroll",
    (
        (SAVE, "Undo anyway", "y"),
        (THEIRS, "All current", "T"),
        (MINE, "All previous", "M"),
        ("close", "Back", "Esc"),
    ),
    "unchanged since your save",
)

DRAFT = MergeText(
    "You have unsaved changes here",
    "The form shows what the server has.",
    "loaded",
    "server",
    "yours",
    "t server · m yours · Space switches · ← → scroll",
    (
        (RESTORE, "Restore", "y"),
        (MINE, "All yours", "M"),
        (DISCARD, "Discard", "x"),
        ("close", "Later", "Esc"),
    ),
    "unchanged on the server since",
)


@dataclass(frozen=True, eq=False)
class MergeAnswer:
    """The user's decision, and the choices."""

    what: str
    merge: Merge


class MergeDialog(SvcModal):
    """Differing fields on top, the values of one below. Closes with `MergeAnswer` or None.

    Enter decides nothing. Conflicting values must be chosen before anything is done.
    """

    DEFAULT_CSS = """
    MergeDialog { align: center middle; }
    MergeDialog > .dialog { width: 96%; max-width: 130; height: auto; max-height: 96%; }
    MergeDialog OptionList { height: auto; max-height: 8; text-wrap: nowrap; }
    MergeDialog OptionList { text-overflow: ellipsis; }
    MergeDialog .values { height: auto; max-height: 1fr; min-height: 4; margin: 1 0 0 0; }
    MergeDialog .values > Static { height: auto; }
    MergeDialog .about, MergeDialog .hint, MergeDialog .open { height: auto; }
    MergeDialog .buttons { height: 1; margin-top: 1; }
    MergeDialog .buttons Button { width: auto; min-width: 4; margin: 0 1 0 0; }
    """

    by_itself = is_wide = True

    BINDINGS = [
        # The frame and the buttons name these in the words of the case, so the footer does not.
        Binding(
            "t", "choose('theirs')", "Theirs", False, tooltip="Use their value.", id="merge.theirs"
        ),
        Binding("m", "choose('mine')", "Mine", False, tooltip="Keep your value.", id="merge.mine"),
        Binding(
            "space", "turn", "Other side", show=False, id="merge.turn",
            tooltip="Switch between their value and yours.",
        ),
        Binding(
            "T", "choose_all('theirs')", "All theirs", show=False, id="merge.all_theirs",
            tooltip="Use their value for every field.",
        ),
        Binding(
            "M", "choose_all('mine')", "All mine", show=False, id="merge.all_mine",
            tooltip="Keep your value for every field.",
        ),
        Binding(
            "y,ctrl+s,f2", "done", "Apply", False, tooltip="Apply what you chose.", id="merge.done"
        ),
        Binding(
            "e", "answer('edit')", "Edit", show=False, id="merge.edit",
            tooltip="Go back to the form with what you chose.",
        ),
        Binding(
            "x", "answer('discard')", "Discard", show=False, id="merge.discard",
            tooltip="Discard your unsaved changes.",
        ),
        Binding("right,l", "scroll_values(1)", "Down", show=False, id="merge.down"),
        Binding("left,h", "scroll_values(-1)", "Up", show=False, id="merge.up"),
        Binding("q", "close", "Close", show=False, id="merge.close"),
    ]  # fmt: skip

    def __init__(
        self,
        merge: Merge,
        words_of: Callable[[str], str | None],
        wording: MergeText = CONFLICT,
        note: str = "",
        readings: ValueFormatter | None = None,
    ) -> None:
        super().__init__()
        self.readings = readings
        self.merge = merge
        self.wording = wording
        self.note = note
        self._answer: asyncio.Future[MergeAnswer | None] | None = None
        named = [(one, words_of(one.path)) for one in merge.differences]
        self.shown = [(one, words) for one, words in named if words is not None]
        """The differences that a form shows, by label."""
        # Some backends repeat one language's text at its own key, which is not a change.
        copies = {one.steps[2:] for one, _ in named if one.steps[0] == "translations"}
        aside = [one for one, words in named if words is None and one.steps not in copies]
        self.also = [one.path for one in aside if not one.by_me]
        self.shown += [(one, one.path) for one, words in named if words is None and one.by_me]

    def compose(self) -> ComposeResult:
        words = self.wording
        about = f"{words.about} {self.note}".strip()
        also = ", ".join(self.also[:6])
        if also:
            about += f" Also changed by the server: {also}."
        with Vertical(classes="dialog -dangerous"):
            yield DialogTitle(label(words.title))
            yield Static(label(about), classes="about")
            shown = [Option(self._line(one, words)) for one, words in self.shown]
            yield OptionList(*shown, compact=True)
            with VerticalScroll(classes="values", can_focus=False):
                yield DiffText()
            yield Static(classes="open")
            yield DialogHint(label(drawable_hint(words.hint, self)))
            with Horizontal(classes="buttons"):
                for what, name, key in words.answers:
                    button = Button(f"{name} ({key})", compact=True, classes=what)
                    button.variant = "error" if what == DISCARD else "default"
                    yield button

    def on_mount(self) -> None:
        """Start with the first field that has to be chosen."""
        fields = self.query_one(OptionList)
        fields.focus()
        if self.shown:
            fields.highlighted = 0
        self._to_open()
        self._draw()
        if self.readings is not None:
            self.run_worker(self._learn(self.readings), group="names")

    async def _learn(self, readings: ValueFormatter) -> None:
        await readings.learn(
            (one.path, value)
            for one, _ in self.shown
            for value in (one.loaded, one.theirs, one.mine)
        )
        self._redraw()

    async def asked(self, app: App[Any]) -> MergeAnswer | None:
        """Show it and wait for the answer; None if the view is removed."""
        self._answer = asyncio.get_running_loop().create_future()
        app.push_screen(self, self._take)
        return await self._answer

    def _take(self, answer: MergeAnswer | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def on_unmount(self) -> None:
        """Resolve to no decision when the view is removed."""
        self._take(None)

    @property
    def here(self) -> Difference | None:
        """The field under the cursor."""
        at = self.query_one(OptionList).highlighted
        return self.shown[at][0] if at is not None and at < len(self.shown) else None

    def _line(self, one: Difference, words: str) -> Content:
        side, one = self.merge.side(one.steps), self._in_words(one)
        style = "bold $text-warning" if side is None else ""
        names = {MINE: self.wording.mine, THEIRS: self.wording.theirs, None: "choose"}
        value = "" if side is None else brief(one.value(side), 70)
        return (
            label(f"{CHOSEN[side]} {cut(words, NAME_WIDTH):<{NAME_WIDTH}} ", style)
            + label(f"{names[side]:<8} ", style or "$text-muted")
            + label(value)
        )

    def _draw(self) -> None:
        for values in self.query(".values > Static").results(Static):
            values.update(self._values(self.here) if self.here is not None else Content(""))
        waiting = len(self.merge.open)
        said = f"{plural(waiting, 'field', 'fields')} still to choose." if waiting else ""
        for line in self.query(".open").results(Static):
            line.update(label(said, "bold $text-warning"))
            line.display = bool(said)

    def _in_words(self, one: Difference) -> Difference:
        if self.readings is None:
            return one
        loaded, theirs, mine = self.readings.format(one.path, one.loaded, one.theirs, one.mine)
        return replace(one, loaded=loaded, theirs=theirs, mine=mine)

    def _values(self, one: Difference) -> Content:
        words, one = self.wording, self._in_words(one)
        if one.by_them and not one.by_me:
            return _headed(words.theirs_only, render_diff(one.loaded, one.theirs), "$text-muted")
        if not one.by_them:
            head = f"{words.mine_only} · {words.mine} against {words.theirs}:"
            return _headed(head, render_diff(one.theirs, one.mine), "$text-muted")
        if is_long(one.loaded, one.theirs, one.mine):
            to_theirs, to_mine = (f"{words.loaded} → {one}" for one in (words.theirs, words.mine))
            return Content("\n").join(
                (
                    _headed(to_theirs, render_diff(one.loaded, one.theirs)),
                    _headed(to_mine, render_diff(one.loaded, one.mine)),
                )
            )
        width = max(len(words.loaded), len(words.theirs), len(words.mine))
        rows = (
            (words.loaded, one.loaded, "$text-muted"),
            (words.theirs, one.theirs, ""),
            (words.mine, one.mine, ""),
        )
        return Content("\n").join(
            label(f"{name:<{width}}  ", "bold") + label(brief(value, 400), style)
            for name, value, style in rows
        )

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        self._draw()

    def action_choose(self, side: Side) -> None:
        """Choose one side's value for this field; then go to the next open one."""
        one = self.here
        if one is None or not (one.by_me or one.both):
            return
        self.merge = self.merge.choose(one.steps, side)
        self._redraw()
        if one.both:
            self._to_open((self.query_one(OptionList).highlighted or 0) + 1)

    def action_turn(self) -> None:
        """Choose the other side."""
        if (one := self.here) is not None:
            self.action_choose(THEIRS if self.merge.side(one.steps) == MINE else MINE)

    def action_choose_all(self, side: Side) -> None:
        """Choose one side for every conflict."""
        self.merge = self.merge.choose_all(side)
        self._redraw()

    def _redraw(self) -> None:
        fields = self.query_one(OptionList)
        for n, (one, words) in enumerate(self.shown):
            fields.replace_option_prompt_at_index(n, self._line(one, words))
        self._draw()

    def _to_open(self, start: int = 0) -> None:
        """Go to the first open field from this one on, else from the top."""
        opened = {one.steps for one in self.merge.open}
        order = [*range(start, len(self.shown)), *range(start)]
        found = next((n for n in order if self.shown[n][0].steps in opened), None)
        if found is not None:
            self.query_one(OptionList).highlighted = found

    def action_done(self) -> None:
        """Save or restore the choices, once every conflict has one."""
        self.action_answer(self.wording.answers[0][0])

    def action_answer(self, what: str) -> None:
        """Give one of the answers; except for a discarded draft, all must be chosen first."""
        if not self.wording.offers(what):
            return
        if self.merge.open and what != DISCARD:
            self._to_open()
            self.app.bell()
            return
        self.close(MergeAnswer(what, self.merge))

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        for what, _, _ in self.wording.answers:
            if not event.button.has_class(what):
                continue
            if what in (THEIRS, MINE):
                self.action_choose_all(MINE if what == MINE else THEIRS)
            elif what == "close":
                self.close(None)
            else:
                self.action_answer(what)

    def action_scroll_values(self, by: int) -> None:
        """Scroll through a long difference."""
        self.query_one(".values", VerticalScroll).scroll_relative(y=5 * by, animate=False)

    def action_close(self) -> None:
        """Close without a decision."""
        self.close(None)


def _headed(head: str, body: Content, style: str = "bold") -> Content:
    return label(head, style) + Content("\n") + body
