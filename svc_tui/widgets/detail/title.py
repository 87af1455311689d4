"""The first line of a detail page: which record this is, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from svc_tui.stores.detail import DetailState
from svc_tui.text import cut, label
from svc_tui.widgets.form.places import Place

NAME_KEYS = ("title", "name", "label", "username", "number")
TEXTS = ("text", "email", "url", "slug", "textarea")


def title_of(state: DetailState, form: Sequence[Place], lang: str = "") -> str:
    """What the record is called in one language; empty where it has no title in that one."""
    texts = [one for one in form if one.field.type in TEXTS and one.lang in (None, lang)]
    named = [one for one in texts if one.field.key.rpartition(".")[2] in NAME_KEYS]
    ours = [one.path for one in (*named, *texts)][:1]
    for path in ours or NAME_KEYS:
        value = state.draft.get(path)
        if isinstance(value, str) and value.strip():
            return value
    return ""


def title_line(name: str, title: str, state: DetailState, marks: Sequence[str]) -> Content:
    """Resource, title, id, marks."""
    parts = label(f" {name} ", "bold $primary") if name else Content("")
    words: Any = title or ("New record" if state.is_new else "Untitled" if state.loaded else "")
    parts += label(f" {cut(words, 60)}", "bold")
    if not state.is_new:
        parts += label(f"  #{cut(state.id, 40)}", "$text-muted")
    for mark in marks:
        parts += label("  ") + label(f" {mark} ", "reverse")
    return parts
