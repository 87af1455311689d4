"""FieldHint: a source's facts about a field, merged with those of other sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from svc_tui.models.fields import FieldDescriptor

PLAIN = ("text", "textarea", "number", "json")
"""Types that say little about their values; any other is specific."""

REPLACED_BY: Mapping[str, tuple[str, ...]] = {
    "text": ("textarea",),
    "textarea": (),
    "number": ("json",),
}
"""Plain types that a specific one replaces, and the plain ones that replace them, too."""


@dataclass(frozen=True)
class FieldCondition:
    """The condition under which a field exists; empty means always."""

    when: Mapping[str, Any] = field(default_factory=dict)
    when_any: Mapping[str, Any] = field(default_factory=dict)
    when_not: Mapping[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.when or self.when_any or self.when_not)


ALWAYS = FieldCondition()


@dataclass(frozen=True)
class FieldHint:
    """A field as one source describes it; missing facts are None or empty."""

    key: str
    type: str | None = None
    label: str = ""
    help: str = ""
    required: bool = False
    readonly: bool | None = None
    translatable: bool = False
    write_only: bool = False
    default: Any = None
    """The value in a new record."""
    group: str = ""
    attrs: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[FieldHint, ...] = ()
    templates: Mapping[str, tuple[FieldHint, ...]] = field(default_factory=dict)
    shown: FieldCondition = ALWAYS
    source: str = ""
    """The source, for the comment in a written file."""

    def over(self, other: FieldHint) -> FieldHint:
        """Merge with a weaker source, which fills in missing facts."""
        mine = _surer(self, other)
        attrs = {**other.attrs, **self.attrs}
        templates = mine.templates or self.templates or other.templates
        return replace(
            self,
            type=mine.type,
            label=self.label or other.label,
            help=self.help or other.help,
            required=self.required or other.required,
            readonly=_readonly(self.readonly, other.readonly),
            translatable=self.translatable or other.translatable,
            write_only=self.write_only or other.write_only,
            default=other.default if self.default is None else self.default,
            group=self.group or other.group,
            attrs=_with_words(attrs, self.attrs, other.attrs),
            fields=() if templates else mine.fields or self.fields or other.fields,
            templates=templates,
            shown=self.shown or other.shown,
            source=_sources(self, other, mine),
        )

    def descriptor(self) -> FieldDescriptor | None:
        """Return the field for a form; None if it can't be declared."""
        try:
            return FieldDescriptor.model_validate(self._words())
        except (ValidationError, ValueError, TypeError, RecursionError):
            return None

    def _about_others(self, condition: Mapping[str, Any]) -> dict[str, Any]:
        """Return a condition without this field's own value: it would vanish while you type."""
        own = f"{self.key}."
        return {key: one for key, one in condition.items() if not f"{key}.".startswith(own)}

    def _words(self) -> dict[str, Any]:
        words: dict[str, Any] = {
            "key": self.key,
            "type": self.type or "text",
            "required": self.required and not self.readonly and not self.translatable,
            "readonly": bool(self.readonly),
            "translatable": self.translatable,
            "write_only": self.write_only,
            "attrs": dict(self.attrs),
            "when": self._about_others(self.shown.when),
            "when_any": self._about_others(self.shown.when_any),
            "when_not": self._about_others(self.shown.when_not),
        }
        texts = {"label": self.label, "help": self.help, "group": self.group}
        words |= {key: value for key, value in texts.items() if value}
        if self.default is not None and not self.readonly:
            words["default"] = self.default
        if self.fields:
            words["fields"] = descriptors(self.fields)
        if self.templates:
            words["templates"] = {
                name: descriptors(fields) for name, fields in self.templates.items()
            }
        return words


def descriptors(hints: Iterable[FieldHint]) -> tuple[FieldDescriptor, ...]:
    """Return the fields that can be declared, in order."""
    made = (one.descriptor() for one in hints)
    return tuple(one for one in made if one is not None)


def merged(sources: Iterable[Sequence[FieldHint]]) -> tuple[FieldHint, ...]:
    """Return the fields of all sources; the first source wins and gives the order."""
    found: dict[str, FieldHint] = {}
    for fields in sources:
        # Sources that disagree whether a key has one value or several are not merged.
        whole = {key for key, one in found.items() if "." not in key and one.type is not None}
        apart = {key.partition(".")[0] for key in found if "." in key}
        for one in fields:
            head = one.key.partition(".")[0]
            if head in (whole if "." in one.key else apart):
                continue
            known = found.get(one.key)
            found[one.key] = one if known is None else known.over(one)
    apart = {key.partition(".")[0] for key in found if "." in key}
    return tuple(one for key, one in found.items() if key not in apart)


def _sources(one: FieldHint, other: FieldHint, surer: FieldHint) -> str:
    if not one.source or not other.source or other.source in one.source:
        return one.source or other.source
    return f"{one.source}; type: {other.source}" if surer is other else one.source


def _surer(one: FieldHint, other: FieldHint) -> FieldHint:
    """Return the one with the more specific type; if equal, the first."""
    if one.type is None or (other.type is not None and _replaces(other.type, one.type)):
        return other
    return one


def _replaces(new: str, old: str) -> bool:
    """Whether a type says more than another, as an e-mail address does than a text."""
    return old in REPLACED_BY and (new not in PLAIN or new in REPLACED_BY[old])


def _readonly(one: bool | None, other: bool | None) -> bool | None:
    return True if True in (one, other) else one if one is not None else other


def _with_words(
    attrs: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any]
) -> dict[str, Any]:
    """Return choices with their values, and labels from any source."""
    both = dict(attrs)
    known = _labels(theirs.get("items"))
    items = mine.get("items")
    if known and isinstance(items, list):
        both["items"] = [
            {**one, "label": known[_key(one["value"])]}
            if one.get("label") in (None, "", str(one.get("value")))
            and _key(one.get("value")) in known
            else one
            for one in items
            if isinstance(one, Mapping)
        ]
    return both


def _labels(items: Any) -> dict[str, str]:
    listed = items if isinstance(items, list) else []
    return {
        _key(one.get("value")): str(one["label"])
        for one in listed
        if isinstance(one, Mapping) and one.get("label")
    }


def _key(value: object) -> str:
    """Return a key that distinguishes what JSON does: 1 and "1"."""
    return f"{type(value).__name__} {value}"
