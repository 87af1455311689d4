"""A step of a path, which follows the text it is made of until somebody types it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.binding import Binding

from svc_tui.models.base import label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.slugs import AutoSlug
from svc_tui.widgets.form.field_paths import FieldPath
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.text import TextField, length_problem

_ANY = re.compile(r"[-\w]+")
_ASCII = re.compile(r"[-a-zA-Z0-9_]+")


class SlugLine(LineInput):
    """The line of a slug."""

    BINDINGS = [
        Binding(
            "ctrl+g", "remake", "Make anew", tooltip="Make it from its source again.",
            id="form.slug",
        ),
    ]  # fmt: skip

    field: SlugField | None = None

    def action_remake(self) -> None:
        """Made of what the source says now."""
        if self.field is not None:
            self.field.remake()


class SlugField(TextField):
    """Follows `attrs.source` (or `from`), mounted or not: that is the store's (`Slugs`)."""

    keys_inside: ClassVar[bool] = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.made_from = str(self.attrs.get("source") or self.attrs.get("from") or "")
        """The key of the field it is made of; empty where there is none."""
        self._follower: AutoSlug | None = None
        self._source_text: Any = None

    @property
    def type_hint(self) -> str:
        """What it is made of."""
        if not self.made_from:
            return "Letters, digits, - and _."
        return f"Made of {label_from(self.made_from)} until you type; Ctrl+G makes it anew."

    def make_editor(self) -> LineInput:
        """The line, which knows whom to ask for another slug."""
        line = self.dressed(SlugLine)
        assert isinstance(line, SlugLine)
        line.field = self
        return line

    @classmethod
    def follower(
        cls,
        descriptor: FieldDescriptor,
        attrs: Mapping[str, Any],
        place: FieldPath,
        lang: str | None,
    ) -> AutoSlug | None:
        """Which text this slug is made of: the one of its own language, else of the first one."""
        source = str(attrs.get("source") or attrs.get("from") or "")
        if not source or descriptor.readonly:
            return None
        lang, longest = place.lang or lang, attrs.get("max_length")
        sources = (f"translations.{lang}.{source}", source) if lang else (source,)
        return AutoSlug(
            place.path,
            sources,
            bool(attrs.get("allow_unicode")),
            longest if isinstance(longest, int) else None,
        )

    def record_changed(self, draft: Draft, languages: Sequence[str], lang: str | None) -> None:
        """What its source says now, for Ctrl+G."""
        place = FieldPath(
            self.descriptor, self.path, lang if self.descriptor.translatable else None
        )
        first = next(iter(languages), None)
        self._follower = self.follower(self.descriptor, self.attrs, place, first)
        if self._follower is not None:
            self._source_text = draft.get(self._follower.source(draft))

    def remake(self) -> None:
        """Make the slug of what the source says now; without any, nothing changes."""
        made = self._follower.of(self._source_text) if self._follower is not None else ""
        if made and self.editor is not None and made != self.content():
            self.write(made)
            self.edited()

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Letters, digits, - and _."""
        ascii_only = attrs.get("allow_unicode") is False
        if not (_ASCII if ascii_only else _ANY).fullmatch(str(value)):
            letters = "letters from a to z" if ascii_only else "letters"
            return f"Only {letters}, digits, - and _ can stand here."
        return length_problem(attrs, value)
