"""SvcMediaEditor: the facts and text of a file, in a drawer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Input, OptionList, Static, TextArea

from svc_tui.models.arguments import checks_arguments
from svc_tui.models.media import TRANSLATED, MediaItem, MediaLink
from svc_tui.stores.media.text_changes import edited, rebased, without
from svc_tui.stores.unavailable_reason import (
    CAN_ONLY_BE_READ,
    needs_permission,
    not_possible_message,
)
from svc_tui.text import clean, label, plural
from svc_tui.textual_patches.text_area import KeyboardText
from svc_tui.widgets.base import checked_svc
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.formatting import NOTHING
from svc_tui.widgets.letters import is_typing
from svc_tui.widgets.media.editor_parts import (
    content_of,
    filled,
    languages_line,
    link_option,
)
from svc_tui.widgets.media.preview import SvcMediaPreview
from svc_tui.widgets.media.status_text import editor_facts
from svc_tui.widgets.panel import FramedPanel, name_panel
from svc_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

LABELS = {"title": "Title", "alt_text": "Alt text", "description": "Description"}


@checks_arguments()
class SvcMediaEditor(VerticalScroll, FramedPanel):
    """Shows and edits a `MediaItem`, and posts the user's requests.

    Without `may_change` it is read-only, without `may_delete` there is no Delete. Typed text is a
    draft on top of the item: a newer version of the same item keeps it.
    """

    enter_word = "Next field"

    DEFAULT_CSS = """
    SvcMediaEditor { width: 1fr; height: 1fr; display: none; }
    SvcMediaEditor.-open { display: block; }
    SvcMediaEditor > * { height: auto; width: 1fr; }
    SvcMediaEditor > SvcMediaPreview { height: 12; max-height: 40%; }
    SvcMediaEditor > SvcMediaPreview.-bare { height: 3; }
    SvcMediaEditor > TextArea { height: 5; }
    SvcMediaEditor > .links {
        max-height: 8; border: none; padding: 0; text-wrap: nowrap; text-overflow: ellipsis;
    }
    SvcMediaEditor > .problem { display: none; }
    SvcMediaEditor > .problem.-shown { display: block; }
    """

    BINDINGS = [
        Binding("e,i,enter", "type", "Edit", tooltip="Edit the first field.", id="file.edit"),
        Binding(
            "ctrl+s,f2",
            "save",
            "Save",
            key_display="^s",
            tooltip="Save this text.",
            id="file.save",
        ),
        Binding(
            "d", "delete", "Delete", tooltip="Delete this file. Asks first.", id="file.delete"
        ),
        Binding(
            "J", "step(1)", "Next file", show=False, tooltip="Show the next file.", id="file.next"
        ),
        Binding(
            "K", "step(-1)", "Previous file", show=False, id="file.previous",
            tooltip="Show the previous file.",
        ),
        Binding(
            "right_square_bracket,ctrl+t",
            "lang(1)",
            "Language",
            key_display="]",
            tooltip="Show the text in the next language.",
            id="file.lang",
        ),
        Binding(
            "left_square_bracket", "lang(-1)", "Previous language", show=False, id="file.lang_back",
            tooltip="Show the text in the previous language.",
        ),
        Binding(
            "escape", "leave", "Back", id="file.close",
            tooltip="Leave the field, or go back to the files.",
        ),
        Binding(
            "q,h,left,backspace", "close", "Close", show=False, id="file.leave",
            tooltip="Go back to the files.",
        ),
    ]  # fmt: skip

    @dataclass
    class SaveWanted(Message):
        """The user wants to save the texts: `media`, loaded as `since`."""

        media: MediaItem
        since: MediaItem

    @dataclass
    class DeleteWanted(Message):
        """The user wants the file deleted."""

        media: MediaItem

    class CloseWanted(Message):
        """The user wants the details closed."""

    @dataclass
    class LinkOpened(Message):
        """A record that uses the file was chosen."""

        link: MediaLink

    @dataclass
    class StepWanted(Message):
        """The user wants another file: `by` is 1 for the next one, -1 for the previous one."""

        by: int

    def __init__(
        self,
        *,
        languages: Sequence[str] = (),
        default_lang: str | None = None,
        base_texts: bool = True,
        may_change: bool = True,
        may_delete: bool = True,
        rights: tuple[str, str] = ("change_media", "delete_media"),
        zone: tzinfo | None = None,
        svc: Svc | None = None,
    ) -> None:
        super().__init__()
        self._svc = checked_svc(self, svc)
        self.rights = rights
        """The names of the permissions to change and to delete."""
        self._links: tuple[MediaLink, ...] = ()
        self.wants_links = False
        """Whether to focus the records that use the file, once they are known."""
        self.base_texts = base_texts
        """Whether there is text without a language next to that of the languages."""
        self.may_change = may_change
        self.may_delete = may_delete
        self.zone = zone
        self.lang: str | None = default_lang
        """The language whose text is shown; None stands for the base text."""
        self.draft: MediaItem | None = None
        """The file with the typed text."""
        self.original: MediaItem | None = None
        """The file as the backend has it."""
        self._languages = tuple(languages)
        self._errors: Mapping[str, tuple[str, ...]] = {}
        self._values: dict[str, str] = {}
        """The content of each control for the backend's text, which it may normalize."""

    def compose(self) -> ComposeResult:
        yield Static(classes="name")
        yield Static(classes="problem error whole")
        yield SvcMediaPreview(svc=self._svc)
        yield Static(classes="languages")
        for key in TRANSLATED:
            yield Static(LABELS[key], classes=f"label {key}")
            if key == "description":
                yield KeyboardText(classes=f"control {key}", compact=True)
            else:
                yield TextLine(compact=True, select_on_focus=False, classes=f"control {key}")
            yield Static(classes=f"problem error {key}")
        yield Static(classes="note muted")
        yield Static(classes="facts")
        yield Static(classes="uses")
        yield OptionList(classes="links", compact=True)

    def show(self, media: MediaItem | None, problem: str | None = None, place: str = "") -> None:
        """Show a file, or nothing; a newer version of the same file keeps typed text."""
        self.set_class(media is not None, "-open")
        if media is None:
            self.draft = self.original = None
            return
        same = self.original is not None and self.original.id == media.id
        if not same:
            self._errors = {}
            self.scroll_home(animate=False)
        draft = media
        if same and self.draft is not None and self.original is not None:
            for key in TRANSLATED:
                self._take(key)  # The message of the last letter may still be on its way.
            draft = rebased(self.draft, self.original, media)
        changed = media != self.original
        self.draft, self.original = draft, media
        if self.lang not in self.languages:
            self.lang = next(iter(self.languages), None)
        if changed:
            self._fill()
        self._draw(problem, place)

    @property
    def languages(self) -> tuple[str | None, ...]:
        """The languages of the texts: None for the base texts, then the others.

        Empty where there are only base texts.
        """
        known = self._languages
        if not known and self.original is not None:
            known = tuple(self.original.translations)
        return (None, *known) if known and self.base_texts else known

    @property
    def dirty(self) -> bool:
        """Whether anything typed is not saved."""
        draft, original = self.draft, self.original
        return draft is not None and original is not None and bool(edited(draft, original))

    def saved(self, media: MediaItem) -> None:
        """Treat a file as saved; only text typed since is unsaved."""
        if self.original is not None and self.original.id == media.id:
            self.original = media
            for key in TRANSLATED:
                if self.draft is not None and self.draft.text(key, self.lang) == media.text(
                    key, self.lang
                ):
                    self._values[key] = content_of(self.query_one(f".control.{key}"))
            self.say({}, "")

    def revert_texts(self, places: list[tuple[str, str | None]]) -> None:
        """Discard what was typed in these texts."""
        if self.draft is not None and self.original is not None:
            self.draft = without(self.draft, self.original, places)
            self._fill()

    def discard(self) -> None:
        """Discard everything that was typed."""
        self.draft = self.original
        self._fill()
        self.say({}, "")

    def say(self, errors: Mapping[str, tuple[str, ...]], problem: str) -> None:
        """Show errors at their controls, others at the top."""
        self._errors = errors
        known = {path for key in TRANSLATED for path in self._paths(key)}
        others = [f"{path}: {found[0]}" for path, found in errors.items() if path not in known]
        on_top = " ".join(others) if errors else problem
        self._put(".whole", on_top)
        for key in TRANSLATED:
            found = [errors[path][0] for path in self._paths(key) if path in errors]
            self._put(f".problem.{key}", found[0] if found else "")
        if self.original is not None:
            self._draw_languages()

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _typed(self, event: Input.Changed | TextArea.Changed) -> None:
        event.stop()
        self._take(next(key for key in TRANSLATED if event.control.has_class(key)))
        self.refresh_bindings()

    def _take(self, key: str) -> None:
        """Collect what a control holds."""
        if self.draft is None or self.original is None:
            return
        value = content_of(self.query_one(f".control.{key}"))
        untouched = value == self._values.get(key)
        text = self.original.text(key, self.lang) if untouched else value
        if text != self.draft.text(key, self.lang):
            self.draft = self.draft.with_text(key, text, self.lang)
            self._put(f".problem.{key}", "")
            self._draw_languages()

    @on(Input.Submitted)
    def _next_field(self, event: Input.Submitted) -> None:
        event.stop()
        self.screen.focus_next()

    def action_type(self) -> None:
        focus_now(self.query_one(f".control.{TRANSLATED[0]}"))

    def focus_links(self) -> None:
        """Focus the records that use the file, as soon as they are shown."""
        self.wants_links = True
        if self._links:
            self.call_after_refresh(self._to_links)

    def _to_links(self) -> None:
        self.wants_links = False
        links = self.query_one(".links", OptionList)
        links.highlighted = links.highlighted or 0
        links.focus()

    def offer_languages(self, languages: Sequence[str]) -> None:
        """Offer the backend's languages, unless others were given."""
        if self._languages or not languages:
            return
        self._languages = tuple(languages)
        if self.lang not in self.languages:
            self.lang = self.languages[0]
        if self.original is not None:
            self._fill()
            self._draw_languages()

    def action_save(self) -> None:
        if self.draft is not None and self.original is not None:
            self.post_message(self.SaveWanted(self.draft, self.original))

    def action_delete(self) -> None:
        if self.original is not None:
            self.post_message(self.DeleteWanted(self.original))

    def action_step(self, by: int) -> None:
        self.post_message(self.StepWanted(by))

    def action_lang(self, by: int) -> None:
        """Show the texts of another language."""
        if (languages := self.languages) and self.lang in languages:
            self.lang = languages[(languages.index(self.lang) + by) % len(languages)]
            self._fill()
            self._draw_languages()
            self.say(self._errors, "")

    def action_leave(self) -> None:
        """Leave the field being typed in first, then the details."""
        if self.has_focus:
            self.action_close()
        else:
            self.focus()

    def action_close(self) -> None:
        self.post_message(self.CloseWanted())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys that the user's permissions leave out."""
        if action in ("type", "save") and not self.may_change:
            return False
        if action == "type":  # While typing, Enter is the field's.
            return not is_typing(self.screen.focused)
        if action == "save":
            return True if self.dirty else None
        if action == "delete":
            return self.may_delete
        if action == "lang":
            return len(self.languages) > 1
        return True

    def hidden_key_reason(self, binding: Binding) -> str:
        """Return why saving or Enter is not offered; the library answers for the other keys."""
        if binding.action == "save":
            return not_possible_message("Saving", CAN_ONLY_BE_READ)
        editing = binding.action == "type" and binding.key == "enter"
        return not_possible_message("Editing", CAN_ONLY_BE_READ) if editing else ""

    def _fill(self) -> None:
        if self.draft is None or self.original is None:
            return
        with self.prevent(Input.Changed, TextArea.Changed):
            for key in TRANSLATED:
                control = self.query_one(f".control.{key}")
                # The original first: only the control knows how it normalizes text.
                self._values[key] = filled(control, self.original.text(key, self.lang))
                typed = self.draft.text(key, self.lang)
                if typed != self.original.text(key, self.lang):
                    filled(control, typed)

    def _draw(self, problem: str | None, place: str) -> None:
        assert self.original is not None
        media = self.original
        self.query_one(".name", Static).update(label(media.name))
        name_panel(self, media.name)
        self.show_facts(media.mime_type)
        self.query_one(SvcMediaPreview).media = media
        self.query_one(".facts", Static).update(editor_facts(media, place, self.zone))
        self._draw_links(media)
        self._draw_rights()
        if problem or not self._errors:
            self._put(".whole", problem or "")
        for key in TRANSLATED:
            self.query_one(f".control.{key}").display = self.may_change
        self._draw_languages()
        self.refresh_bindings()

    def _draw_links(self, media: MediaItem) -> None:
        count = len(media.links)
        places = plural(count, "place", "places")
        words = f"Used in {places}:" if count else "It has no known uses."
        self.query_one(".uses", Static).update(label(words, "dim"))
        links = self.query_one(".links", OptionList)
        links.display = bool(media.links)
        if media.links != self._links:
            self._links = media.links
            links.clear_options().add_options(link_option(link) for link in media.links)
        if self.wants_links and media.links:
            self.focus_links()

    def _draw_rights(self) -> None:
        lacks = [right for right, held in zip(self.rights, self._held, strict=True) if not held]
        note = self.query_one(".note", Static)
        if self.may_change:
            note.update("")
        else:
            note.update(label(f"Read-only: {needs_permission(*lacks)}."))
        note.display = not self.may_change

    @property
    def _held(self) -> tuple[bool, bool]:
        return self.may_change, self.may_delete

    @on(OptionList.OptionSelected, ".links")
    def _open_link(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.LinkOpened(self._links[event.option_index]))

    def _draw_languages(self) -> None:
        """Draw the languages with their marks; if text is read-only, the labels show it."""
        draft, original = self.draft, self.original
        assert draft is not None and original is not None
        languages = self.languages
        line = self.query_one(".languages", Static)
        line.update(languages_line(line, languages, self.lang, draft, original, self._errors))
        line.display = bool(languages)
        for key in TRANSLATED:
            text = draft.text(key, self.lang) or NOTHING
            words = (
                LABELS[key] if self.may_change else f"{LABELS[key]}: {clean(text, multiline=True)}"
            )
            self.query_one(f".label.{key}", Static).update(label(words, multiline=True))

    def _paths(self, key: str) -> tuple[str, ...]:
        """Return where a backend may put messages about a text of the language shown."""
        if self.lang is None:
            return (key,)
        # If base text is not shown, its messages belong to the language's.
        base = () if self.base_texts else (key,)
        return (f"translations.{self.lang}.{key}", f"{key}_{self.lang}", *base)

    def _put(self, part: str, words: str) -> None:
        line = self.query(part).first(Static)
        line.update(label(words))
        line.set_class(bool(words), "-shown")
