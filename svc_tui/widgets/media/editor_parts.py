"""Parts of a file's details: languages, controls, the records that use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, TextArea
from textual.widgets.option_list import Option

from svc_tui.models.media import TRANSLATED, MediaItem, MediaLink
from svc_tui.text import label
from svc_tui.widgets.base import language_in_words, services
from svc_tui.widgets.tab_label import HERE, is_plain, tab_label

DEFAULT = "Default"
"""The label of the text that names no language, next to the languages."""


def languages_line(
    widget: Widget,
    languages: Sequence[str | None],
    lang: str | None,
    draft: MediaItem,
    original: MediaItem,
    errors: Iterable[str],
) -> Content:
    """`English• Italiano!`: `•` is unsaved, `!` an error, ` —` empty; the open tab is shown.

    None among the languages stands for the base texts, which name no language.
    """
    wrong = {path.split(".")[1] for path in errors if path.startswith("translations.")} | {
        None for path in errors if path in TRANSLATED
    }
    parts = []
    for one in languages:
        edited = any(draft.text(key, one) != original.text(key, one) for key in TRANSLATED)
        empty = not any(draft.text(key, one) for key in TRANSLATED)
        mark = "!" if one in wrong else "•" if edited else " —" if empty else ""
        words = f"{DEFAULT if one is None else language_in_words(one, services(widget))}{mark}"
        here = HERE * (one == lang and not is_plain(widget))
        parts.append(tab_label(widget, f"{here}{words}", active=one == lang))
    return Content("").join(parts)


def filled(control: object, text: str) -> str:
    """Put text into a control; return what the control made of it."""
    if isinstance(control, TextArea):
        control.load_text(text)
    elif isinstance(control, Input):
        control.value = text
    return content_of(control)


def content_of(control: object) -> str:
    """Return what a control holds."""
    if isinstance(control, TextArea):
        return control.text
    assert isinstance(control, Input)
    return control.value


def link_option(link: MediaLink) -> Option:
    return Option(label(f" {link.model} #{link.id} {link.name}"))
