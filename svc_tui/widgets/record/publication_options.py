"""PublicationDialog: choose languages and a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static

from svc_tui.stores.listing.action_types import CANARY
from svc_tui.stores.record.datetime_parser import in_zone
from svc_tui.text import label
from svc_tui.widgets.base import CANCEL, SvcModal
from svc_tui.widgets.dialog_words import DialogTitle
from svc_tui.widgets.text_line import TextLine

FORMAT = "%Y-%m-%d %H:%M"


@dataclass(frozen=True)
class PublicationOptions:
    """The answers of the user."""

    languages: tuple[str, ...] = ()
    moment: datetime | None = None
    canary: bool = False
    """Whether to try only the first few pages."""


class PublicationDialog(SvcModal):
    """Languages to tick and a time to type; resolves to `PublicationOptions`."""

    enter_word = "Continue"

    DEFAULT_CSS = """
    PublicationDialog { align: center middle; }
    PublicationDialog > .dialog { width: 60; height: auto; max-height: 100%; }
    PublicationDialog OptionList { height: auto; max-height: 40vh; }
    PublicationDialog Static { height: auto; }
    PublicationDialog .buttons { height: auto; align-horizontal: right; margin-top: 1; }
    """

    BINDINGS = [
        CANCEL,
        Binding(
            "space", "tick", "Tick", show=False, id="wish.tick",
            tooltip="Tick or untick this option.",
        ),
        Binding(
            "ctrl+s,f2", "take", "Continue", tooltip="Continue with these options.", id="wish.take"
        ),
        Binding(
            "f", "take_first", f"Try {CANARY} first", id="wish.canary",
            tooltip="Process the first few pages, then ask about the rest.",
        ),
    ]  # fmt: skip

    def __init__(
        self,
        heading: str,
        confirm: str,
        *,
        about: str = "",
        languages: Sequence[str] = (),
        asks_datetime: bool = False,
        zone: tzinfo | None = None,
        dangerous: bool = False,
        canary: bool = False,
    ) -> None:
        super().__init__()
        self.heading = heading
        self.confirm = confirm
        self.about = about
        self.languages = tuple(languages)
        self.asks_datetime = asks_datetime
        self.zone = zone
        self.dangerous = dangerous
        self.canary = canary
        """Whether it is offered to try the first few pages."""
        self.ticked = set(self.languages[:1])
        """The chosen languages; at first the main one."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            if self.about:
                yield Static(label(self.about, multiline=True), classes="muted")
            if self.languages:
                yield Static(label("In these languages (Space ticks, Enter continues):"))
                yield OptionList(*(self._line(lang) for lang in self.languages), compact=True)
            if self.asks_datetime:
                yield Static(label(f"When, as YYYY-MM-DD HH:MM ({self._zone_name}):"))
                yield TextLine(self._proposed, compact=True, select_on_focus=True)
            yield Static("", classes="problem error")
            with Horizontal(classes="buttons"):
                yield Button("Cancel (Esc)", id="cancel", action="screen.close", compact=True)
                if self.canary:
                    yield Button(f"Try {CANARY} first", id="first", compact=True)
                yield Button(
                    label(self.confirm),
                    id="take",
                    variant="error" if self.dangerous else "primary",
                    compact=True,
                )

    def on_mount(self) -> None:
        """Focus what must be typed first; a dangerous question starts at Cancel."""
        first = "#cancel" if self.dangerous and not self.languages else "Input, OptionList"
        for widget in list(self.query(first))[-1:]:
            widget.focus()

    @on(Input.Submitted)
    @on(Button.Pressed, "#take")
    def action_take(self) -> None:
        """Close with the answers, if they are valid."""
        self._take()

    @on(Button.Pressed, "#first")
    def action_take_first(self) -> None:
        """Do the same for the first few pages, and then ask about the rest."""
        self._take(canary=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to try a few only if there are more of them."""
        return self.canary or None if action == "take_first" else True

    def _take(self, *, canary: bool = False) -> None:
        chosen = [lang for lang in self.languages if lang in self.ticked]
        if self.languages and not chosen:
            self._say("Tick a language.")
            return
        moment = None
        for typed in self.query(Input):
            moment, problem = parse_future_datetime(typed.value, self.zone)
            if problem:
                self._say(problem)
                typed.focus()
                return
        self.close(PublicationOptions(tuple(chosen), moment, canary))

    def action_tick(self) -> None:
        """Tick or untick the language under the cursor."""
        for lines in self.query(OptionList):
            if lines.has_focus and lines.highlighted is not None:
                lang = self.languages[lines.highlighted]
                self.ticked ^= {lang}
                lines.replace_option_prompt_at_index(lines.highlighted, self._line(lang))

    def _line(self, lang: str) -> Content:
        return label(f" [{'x' if lang in self.ticked else ' '}] {lang}")

    @on(OptionList.OptionSelected)
    def _take_ticked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_take()

    def _say(self, problem: str) -> None:
        self.query_one(".problem", Static).update(label(problem))

    @property
    def _zone_name(self) -> str:
        return datetime.now().astimezone(self.zone).tzname() or "local time"

    @property
    def _proposed(self) -> str:
        tomorrow = datetime.now().astimezone(self.zone) + timedelta(days=1)
        return tomorrow.replace(hour=9, minute=0).strftime(FORMAT)


def parse_future_datetime(text: str, zone: tzinfo | None) -> tuple[datetime | None, str]:
    """Return a typed time in the future, or what is wrong with it."""
    try:
        there = datetime.strptime(text.strip(), FORMAT)
    except ValueError:
        return None, "Use the format 2026-12-31 09:00."
    moment = there.replace(tzinfo=zone) if zone is not None else in_zone(there, None)
    if moment is None or in_zone(moment, UTC) is None:
        return None, "That is too far in the future. Choose another day."
    if moment <= datetime.now().astimezone():
        return None, "That is in the past. Choose a later time, or publish now."
    return moment, ""
