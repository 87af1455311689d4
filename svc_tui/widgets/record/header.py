"""The first line of a detail page: which record this is, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from svc_tui.models.records import TITLE_KEYS
from svc_tui.stores.record.detail_store import DetailState
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.form.field_paths import FieldPath

TEXTS = ("text", "email", "url", "slug", "textarea")


def heading_of(state: DetailState, form: Sequence[FieldPath], lang: str = "") -> str:
    """Return the title of a record in one language; empty where it has none in that one."""
    texts = [one for one in form if one.field.type in TEXTS and one.lang in (None, lang)]
    named = [one for one in texts if one.field.key.rpartition(".")[2] in TITLE_KEYS]
    ours = [one.path for one in (*named, *texts)][:1]
    for path in ours or TITLE_KEYS:
        value = state.draft.get(path)
        if isinstance(value, str) and value.strip():
            return value
    return ""


class DetailHeader(SvcWidget):
    """One line. The marks stand at its end, so that a longer title moves nothing."""

    DEFAULT_CSS = "DetailHeader { height: 1; width: 100%; }"

    _name = _words = _id = ""
    _marks: Sequence[str] = ()

    def show(self, name: str, title: str, state: DetailState, marks: Sequence[str]) -> None:
        """Resource, title, id, marks."""
        self._name, self._marks = name, tuple(marks)
        self._words = title or (
            "New record" if state.is_new else "Untitled" if state.loaded else ""
        )
        self._id = "" if state.is_new else f"#{cut(state.id, 40)}"
        self.refresh()

    def render(self) -> Content:
        """Name, id and title from the left, marks from the right; the title gives way."""
        start = label(f" {self._name} ", "bold $primary") if self._name else Content("")
        start += label(f" {self._id} " if self._id else "", "$text-muted")
        end = Content("").join(label(f" {one} ", "reverse") + label(" ") for one in self._marks)
        room = max(0, self.size.width - start.cell_length - end.cell_length - 2)
        title = label(f" {cut(self._words, room)}", "bold")
        return start + title + label(" " * (room + 1 - title.cell_length)) + label(" ") + end
