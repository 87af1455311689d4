"""Slugs, generated from a text until one is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding
from textual.message import Message

from svc_tui.models.base import label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.stores.record.slugs import AutoSlug
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.text import TextField, text_problem

_ANY = re.compile(r"[-\w]+")
_ASCII = re.compile(r"[-a-zA-Z0-9_]+")


class SlugLine(LineInput):
    """The line of a slug."""

    BINDINGS = [
        Binding(
            "f7", "remake", "Regenerate", tooltip="Regenerate it from its source.",
            id="form.slug",
        ),
    ]  # fmt: skip

    class RemakeWanted(Message):
        """The slug should be generated again."""

    def action_remake(self) -> None:
        self.post_message(self.RemakeWanted())


class SlugField(TextField):
    """A slug that follows `attrs.source` (or `from`), until one is typed."""

    keys_inside: ClassVar[bool] = True
    editor_type: ClassVar[type[LineInput]] = SlugLine
    _follower: AutoSlug | None = None
    _source_text: Any = None

    @property
    def type_hint(self) -> str:
        source = _source_of(self.attrs)
        if not source:
            return "Letters, digits, - and _."
        return f"Generated from {label_from(source)} until you type. F7 regenerates it."

    @classmethod
    def follower(
        cls,
        descriptor: FieldDescriptor,
        attrs: Mapping[str, Any],
        place: FieldPath,
        lang: str | None,
    ) -> AutoSlug | None:
        """Return the slug of its source: the text in its own language, else in the first one."""
        source = _source_of(attrs)
        if not source or descriptor.readonly:
            return None
        lang, longest = place.lang or lang, attrs.get("max_length")
        return AutoSlug(
            place.path,
            (f"translations.{lang}.{source}", source) if lang else (source,),
            bool(attrs.get("allow_unicode")),
            longest if isinstance(longest, int) else None,
        )

    def record_changed(self, draft: Draft, languages: Sequence[str], lang: str | None) -> None:
        own = lang if self.descriptor.translatable else None
        place = FieldPath(self.descriptor, self.path, own)
        first = next(iter(languages), None)
        self._follower = self.follower(self.descriptor, self.attrs, place, first)
        if self._follower is not None:
            self._source_text = draft.get(self._follower.source(draft))

    @on(SlugLine.RemakeWanted)
    def _remake(self, event: SlugLine.RemakeWanted) -> None:
        event.stop()
        made = self._follower.of(self._source_text) if self._follower is not None else ""
        if made and made != self.content():
            self.write(made)
            self.edited()

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        ascii_only = attrs.get("allow_unicode") is False
        if not (_ASCII if ascii_only else _ANY).fullmatch(str(value)):
            letters = "letters from a to z" if ascii_only else "letters"
            return f"Only {letters}, digits, - and _ are allowed."
        return text_problem(attrs, value)


def _source_of(attrs: Mapping[str, Any]) -> str:
    return str(attrs.get("source") or attrs.get("from") or "")
