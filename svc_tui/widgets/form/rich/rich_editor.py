"""RichEditor: the source of formatted text, its preview and its markup tools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Self

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static, TextArea

from svc_tui.app.context import Svc
from svc_tui.widgets.base import services
from svc_tui.widgets.form.library import open_picker, picker_of
from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.notices import notify
from svc_tui.widgets.form.rich.html_renderer import is_allowed
from svc_tui.widgets.form.rich.markup import Markup
from svc_tui.widgets.form.rich.picture_address import lasting_address
from svc_tui.widgets.form.tools import Tool
from svc_tui.widgets.listing.prompt import Prompt

BESIDE = 90
"""The narrowest field, in cells, with source and preview side by side."""

REST = 0.3
"""Seconds without typing before the preview is redrawn."""


class Preview(VerticalScroll, can_focus=True):
    """The rendered text, under a heading."""

    BINDINGS = [
        Binding("p", "leave", "Text", tooltip="Go back to the text.", id="rich.leave_preview")
    ]

    DEFAULT_CSS = """
    Preview { width: 1fr; height: auto; min-height: 4; max-height: 14; padding: 0 1; }
    Preview > Static { height: auto; }
    """

    def compose(self) -> ComposeResult:
        yield Static("Preview", classes="name muted")
        yield Static(classes="words")

    def action_leave(self) -> None:
        if isinstance(self.parent, RichEditor):
            self.parent.toggle_preview()

    def show(self, content: Content) -> None:
        for words in self.query(".words").results(Static):
            words.update(content)


class RichEditor(Horizontal):
    """Source and preview; the source is never touched by the preview."""

    DEFAULT_CSS = """
    RichEditor { height: auto; }
    RichEditor > LongText { width: 1fr; }
    """

    def __init__(
        self,
        area: LongText,
        markup: Markup,
        meaning: Callable[[str], str],
        advise: Callable[[str], None],
        svc: Svc | None,
    ) -> None:
        self.area = area
        self.pane = Preview()
        self.pane.display = False
        super().__init__(self.area, self.pane)
        self.markup = markup
        self._meaning = meaning
        """Returns the source as it is sent."""
        self._svc = svc
        self._advise = advise
        self._timer: Timer | None = None
        self._was_typing = False
        """Whether the source had the focus when the preview was opened."""

    def focus(self, scroll_visible: bool = True) -> Self:
        if not self.area.display:
            self.toggle_preview()
        self.area.focus(scroll_visible)
        return self

    # Source and preview

    def toggle_preview(self) -> None:
        """Show or hide the preview: beside the source if the field has room, else in its place.

        Hiding it returns the focus to where it came from.
        """
        shown, was_here = not self.pane.display, self.has_focus_within
        if shown:
            self._was_typing = self.screen.focused is self.area
        self.pane.display = shown
        self.area.display = not shown or self._field_width >= BESIDE
        self.draw_preview()
        if not self.area.display:
            self.pane.focus()
        elif was_here and self._was_typing:
            self.area.focus()
        elif was_here:  # Back to where it was opened from: letters are commands there.
            around = next((one for one in self.ancestors if getattr(one, "focusable", False)), None)
            self.screen.set_focus(around if isinstance(around, Widget) else None)

    @property
    def _field_width(self) -> int:
        return self.parent.size.width if isinstance(self.parent, Widget) else self.size.width

    def draw_preview(self) -> None:
        """Draw the preview, if it is shown."""
        if self.pane.display:
            self.pane.show(self.markup.rendered(self._meaning(self.area.text)))

    @on(TextArea.Changed)
    def _changed(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(REST, self._rested)

    def _rested(self) -> None:
        self.draw_preview()
        self._advise(" ".join(self.markup.advices(self.area.text)))

    # Marking up

    def tools(self) -> Sequence[Tool]:
        markup = self.markup
        underline = markup.underline
        return (
            *((Tool("u", "Underline", partial(self._wrap, underline)),) if underline else ()),
            Tool("b", "Bold", partial(self._wrap, markup.bold)),
            Tool("i", "Italic", partial(self._wrap, markup.italic)),
            Tool("k", "Link…", self._ask_link),
            Tool("g", "Picture from the library…", self._choose_picture),
            Tool("2", "Heading", partial(self._wrap, markup.heading(2))),
            Tool("3", "Smaller heading", partial(self._wrap, markup.heading(3))),
            Tool("-", "List", partial(self._make_list, False)),
            Tool("#", "Numbered list", partial(self._make_list, True)),
        )

    def _wrap(self, around: tuple[str, str]) -> None:
        if self.area.display:
            self.area.wrap_selection(*around)

    def _make_list(self, numbered: bool) -> None:
        start, end = sorted(self.area.selection)
        lines = self.area.get_text_range(start, end).split("\n")
        self.area.replace(self.markup.listed(lines, numbered), start, end)

    def _ask_link(self) -> None:
        hint = "http, https, mailto, tel, or a relative address"
        self.app.push_screen(Prompt("Link", "https://", hint=hint), self._link_to)

    def _link_to(self, address: str | None) -> None:
        self.area.focus()
        if address is not None and not is_allowed(address):
            notify(self, f"“{address}” is not a valid link. Nothing was inserted.", "warning")
        elif address is not None:
            self._wrap(self.markup.link(address))

    async def _choose_picture(self) -> None:
        if not self.area.display:
            return
        if (component := picker_of(self)) is None:
            words = "Pictures come from the media library, which this console does not have."
            notify(self, words, "warning")
            return
        await open_picker(self, component, selection_mode="single", mime="image/*")

    def on_svc_media_manager_dialog_model_value_changed(self, event: Any) -> None:
        """Continue typing if the library closes without a picture."""
        event.stop()
        if not event.value:
            self.area.focus()

    def on_svc_media_manager_dialog_confirm(self, event: Any) -> None:
        """Replace the selection with the picture."""
        event.stop()
        if (media := event.value) is not None:
            svc = services(self)
            base = svc.config.base_url if svc is not None else ""
            file = lasting_address(str(media.file or ""), base, self.area.text)
            address, words = one_line(file), one_line(media.alt_text or media.title)
            start, end = sorted(self.area.selection)
            image = self.markup.image(address, words)
            # Done by the area itself: of what its parent does to it, the field hears nothing.
            self.area.call_later(self.area.replace, image, start, end)


def one_line(text: object) -> str:
    """Return a name that is safe inside a tag: no line ends or control characters."""
    return "".join(one for one in " ".join(str(text or "").split()) if one.isprintable())
