"""DetailLines: the lines around the forms of a detail page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol
from urllib.parse import urljoin

from textual.widget import Widget

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_store import DetailState
from svc_tui.stores.record.draft import get_path, within
from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.text import plural
from svc_tui.widgets.base import language_in_words
from svc_tui.widgets.clipboard import COPY_WHAT, are_in_footer
from svc_tui.widgets.form import checks
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_help import CurrentHelp
from svc_tui.widgets.form.form import FocusTarget, SvcForm
from svc_tui.widgets.record.body import DetailBody
from svc_tui.widgets.record.copying import COPIES, COPY_HINT
from svc_tui.widgets.record.errors import ErrorNavigation
from svc_tui.widgets.record.errors_dialog import ErrorEntry
from svc_tui.widgets.record.frame import RecordFrame, problem_lines, state_marks
from svc_tui.widgets.record.header import Title, shown_title
from svc_tui.widgets.record.permissions import RecordPermissions
from svc_tui.widgets.record.record_host import StoreHost
from svc_tui.widgets.record.words import RecordWords
from svc_tui.widgets.shell.effective_bindings import bound_key

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.record.columns import FormColumns
    from svc_tui.widgets.record.side_buttons import SvcDetailButtons

TALL, MOST_LINES, FEW_LINES = 30, 3, 2
"""Number of errors listed above the form, by the lines of the terminal."""


class LinesHost(StoreHost, Protocol):
    """A widget that edits one record."""

    places: tuple[FieldPath, ...]
    registry: FieldRegistry
    languages: tuple[str, ...]
    lang: str
    heading: str
    preview_field: str | None
    forms: list[SvcForm]
    columns: FormColumns
    errors: ErrorNavigation
    words: RecordWords

    @property
    def body(self) -> DetailBody: ...
    @property
    def rights(self) -> RecordPermissions: ...
    @property
    def known_services(self) -> Svc | None: ...


class ErrorKeys(NamedTuple):
    """The labels of the keys that lead to errors."""

    to_next: str
    to_all: str


class DetailLines:
    """Heading, address, notice, languages, hint and buttons."""

    def __init__(
        self,
        host: LinesHost,
        frame: RecordFrame,
        buttons: Callable[[], Iterable[SvcDetailButtons]],
    ) -> None:
        self.host = host
        self.frame = frame
        self._buttons = buttons
        self._help = CurrentHelp()

    def draw(self, errors: Mapping[str, Sequence[str]]) -> None:
        """Redraw what has changed."""
        host, state = self.host, self.host.store.state
        title = shown_title(host) if state.loaded else Title()
        empty = self._empty_languages(state)
        listed = host.errors.listed(errors) if state.loaded else []
        above = [one for one in listed if one.place is None or not host.columns.frame_stays]
        placed = host.errors.placed(errors) if state.loaded and host.columns.framed else []
        marks = self._marks(state, empty, wrong=bool(listed or placed))
        if any(one.place is not None for one in above):
            placed = []  # The notice has their number.
        count = plural(len(placed), "error", "errors")
        wrong = f"{count} · {self._error_keys.to_next} next error"
        most = MOST_LINES if host.app.size.height >= TALL else FEW_LINES
        above_form = notice(state, above, most, self._error_keys) if state.loaded else ""
        in_head = ""
        alone = [one.place is None for one in above] == [False] and "\n" not in above_form
        if alone and not host.columns.framed:
            in_head, above_form = above_form, ""  # It fits into the first line.
        self.frame.draw_head(host.heading, title, state, marks, in_head)
        about = title, state.id, marks, len(placed), state.is_new, bool(host.forms)
        if self.frame.is_new("panel", about):
            host.columns.name(title, marks, wrong if placed else "")
        if state.loaded:
            self.frame.draw_notice(above_form, failed=True)
        else:
            self.frame.draw_loading(state, "record")
        address = self.public_address
        self.frame.draw_optional(".address", f" {address}  (yu copies it)" if address else "")
        self._draw_buttons(state)
        if host.forms:  # Some keys act on a value only.
            self.draw_hint(host.body.screen.focused)
        if len(host.languages) > 1:
            self._draw_languages(state, errors, empty)

    @property
    def _error_keys(self) -> ErrorKeys:
        app = self.host.app
        return ErrorKeys(bound_key(app, "detail.error", "f8"), bound_key(app, "detail.errors", "!"))

    def _empty_languages(self, state: DetailState) -> set[str]:
        """Return the languages without any text; none if there is only one."""
        languages, places = self.host.languages, self.host.places
        if not state.loaded or len(languages) < 2:
            return set()
        return {one for one in languages if checks.is_empty(state.draft, one, places)}

    def _marks(self, state: DetailState, empty: Collection[str], *, wrong: bool) -> list[str]:
        """Return the marks of the record; the number of errors replaces that of changes."""
        if state.nothing_here:
            return []
        untranslated = self.host.lang in empty and len(empty) < len(self.host.languages)
        here = [f"{self._language}, not translated yet"] * untranslated
        changed = len(self.host.words.changed()) if state.loaded and not wrong else 0
        marks = ["new"] * state.is_new + [f"changed ({changed})"] * bool(changed)
        return here + marks + state_marks(state, self.host.rights.lacking)

    @property
    def public_address(self) -> str:
        """The public address of the stored record; "" if it has none."""
        path = self.host.preview_field
        said = get_path(self.host.store.state.draft.original, path) if path else None
        if not isinstance(said, str) or not said.strip():
            return ""
        return urljoin(f"{self.host.svc.config.base_url}/", said.strip())

    def _draw_buttons(self, state: DetailState) -> None:
        rights, ready = self.host.rights, state.loaded and not state.saving
        save, delete, why = ready and rights.save, ready and rights.delete, rights.lacking_delete
        nothing = state.nothing_here
        if self.frame.is_new("buttons", (save, delete, why, nothing)):
            for buttons in self._buttons():
                buttons.show(may_save=save, may_delete=delete, why=why, nothing=nothing)

    def _draw_languages(
        self, state: DetailState, errors: Mapping[str, Sequence[str]], empty: Collection[str]
    ) -> None:
        host = self.host
        wrong: dict[str, list[str]] = {}
        changed: set[str] = set()
        for place in host.places:
            if place.lang is not None:
                for path in [one for one in errors if within(one, place.path)]:
                    wrong.setdefault(place.lang, []).extend(errors[path])
                changed |= {place.lang} if state.draft.changed(place.path) else set()
        self.frame.draw_languages(host.lang, wrong, changed, empty)

    def draw_hint(self, focused: Widget | None) -> None:
        """Draw the hint of the field under the cursor below it."""
        stop = self.host.body.stop
        inside = _innermost(focused, stop)
        words = inside.hint if inside is not None else stop.looking_hint if stop is not None else ""
        if self.host.body.copy_mode.on:
            named = are_in_footer(self.host.app, COPIES)
            words = COPY_WHAT if named else f"Copy: {COPY_HINT}"
        elif isinstance(stop, SvcField):
            words = " ".join(filter(None, (words, self._language_hint(stop))))
        self._help.show(inside or stop, words)

    @property
    def _language(self) -> str:
        return language_in_words(self.host.lang, self.host.known_services)

    def _language_hint(self, field: SvcField) -> str:
        """Return that a required field may stay empty while its language is empty."""
        draft, places = self.host.store.state.draft, self.host.places
        place = next((one for one in places if one.path == field.path), None)
        if not field.descriptor.required or place is None:
            return ""
        if not checks.is_not_begun(draft, place, places):
            return ""
        return f"Required if any {self._language} text is filled in."


def _innermost(widget: Widget | None, stop: FocusTarget | None) -> FocusTarget | None:
    """Return the field being typed into, which may be inside an item; or None."""
    around = widget.ancestors_with_self if widget is not None else []
    if stop is None or stop not in around:
        return None
    return next((one for one in around if isinstance(one, SvcField)), stop)


def notice(state: DetailState, found: Sequence[ErrorEntry], most: int, keys: ErrorKeys) -> str:
    """Return the text above a form: what happened, the errors without a field, then the others."""
    lines = problem_lines(state, if_gone="Press c to create a new record from it.")
    top = [one.words for one in found if one.place is None]
    placed = [one.words for one in found if one.place is not None]
    if top and not placed and not lines:
        lines.append("Not saved. Correct the values and save again:")
    if placed:
        count, to = plural(len(placed), "error", "errors"), keys.to_next
        many = f"Press {to} for the next" + f", or Esc and {keys.to_all} for all" * (
            len(placed) > most
        )
        lines.append(f"{count}. {many if len(placed) > 1 else f'Press {to} to go to it'}.")
    listed = placed[:most] if len(placed) > 1 else []
    more = ["…"] * (len(placed) > most and bool(listed))
    return "\n".join(lines + top + [f"- {one}" for one in listed] + more)
