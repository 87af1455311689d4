"""The settings that each built-in field type reads from its `attrs`."""

from __future__ import annotations

EVERY_FIELD = frozenset({"placeholder", "unique"})
"""Settings of every type; `unique` keeps a value out of copies of its record."""

_TEXT = frozenset({"max_length", "min_length", "pattern"})
_LONG = _TEXT | {"rows"}
_NUMBER = frozenset({"min", "max", "step"})
_RELATION = frozenset(
    {
        "columns",
        "create",
        "create_fields",
        "endpoint",
        "item_text",
        "item_value",
        "max_items",
        "model",
        "multiple",
        "return_object",
    }
)
_MEDIA = frozenset({"as_id", "mime"})

FIELD_ATTRS: dict[str, frozenset[str]] = {
    "text": _TEXT,
    "email": _TEXT,
    "url": _TEXT | {"schemes"},
    "slug": _TEXT | {"allow_unicode", "from", "source"},
    "number": _NUMBER,
    "slider": _NUMBER,
    "color": frozenset(),
    "textarea": _LONG,
    "json": _LONG,
    "date": frozenset({"min", "max"}),
    "time": frozenset({"min", "max", "granularity"}),
    "datetime": frozenset({"min", "max", "granularity", "tz"}),
    "boolean": frozenset({"nullable"}),
    "switch": frozenset({"nullable"}),
    "editor": _LONG | {"extensions"},
    "markdown": _LONG | {"extensions"},
    "seo": frozenset(),
    "map": frozenset({"default_lat", "default_lng", "zoom"}),
    "repeater": frozenset(
        {
            "allow_duplicate",
            "compress_threshold",
            "confirm_delete",
            "default_expanded",
            "max_items",
            "min_items",
            "mini_card",
            "preview",
            "preview_label",
            "show_position_field",
        }
    ),
    "select": frozenset({"items", "multiple", "options"}),
    "fks": _RELATION,
    "m2m": _RELATION,
    "media": _MEDIA,
    "media-m2m": _MEDIA | {"max_items"},
    "enhanced-media": _MEDIA,
    "file": frozenset({"accept", "max_size"}),
}
"""The settings of each type, besides those of every field."""

WORD_TYPES = frozenset(
    kind for kind, own in FIELD_ATTRS.items() if "max_length" in own and kind != "json"
)
"""Types whose values are text of any length."""

TEXT_TYPES = WORD_TYPES | {"color", "date", "datetime", "time"}
"""Types whose values are text, whatever it looks like."""

NUMBER_TYPES = frozenset(kind for kind, own in FIELD_ATTRS.items() if "step" in own)
"""Types whose values are numbers, or text that is one."""


def known_attrs(kind: str) -> frozenset[str] | None:
    """Return the settings that a type reads; None for a type that is not built in."""
    own = FIELD_ATTRS.get(kind)
    return None if own is None else own | EVERY_FIELD
