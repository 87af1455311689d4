"""The default field registry: type names and their widgets, imported when needed."""

from __future__ import annotations

from svc_tui.models.registry import FieldRegistry

_HERE = "svc_tui.widgets.form"

TYPES: dict[str, str] = {
    "text": f"{_HERE}.text:TextField",
    "email": f"{_HERE}.text:EmailField",
    "url": f"{_HERE}.text:UrlField",
    "slug": f"{_HERE}.slug:SlugField",
    "number": f"{_HERE}.number:NumberField",
    "slider": f"{_HERE}.slider:SliderField",
    "color": f"{_HERE}.color:ColorField",
    "textarea": f"{_HERE}.textarea:TextareaField",
    "json": f"{_HERE}.textarea:JsonField",
    "date": f"{_HERE}.datetime_fields:DateField",
    "time": f"{_HERE}.datetime_fields:TimeField",
    "datetime": f"{_HERE}.datetime_fields:DatetimeField",
    "boolean": f"{_HERE}.boolean:BooleanField",
    "switch": f"{_HERE}.boolean:SwitchField",
    "editor": f"{_HERE}.rich.rich_text:EditorField",
    "markdown": f"{_HERE}.rich.rich_text:MarkdownField",
    "seo": f"{_HERE}.seo:SeoField",
    "map": f"{_HERE}.map:MapField",
    "repeater": f"{_HERE}.repeater.repeater:RepeaterField",
    "select": f"{_HERE}.choice:SelectField",
    "fks": f"{_HERE}.relation:FksField",
    "m2m": f"{_HERE}.relation:M2mField",
    "media": f"{_HERE}.media:SvcMediaField",
    "media-m2m": f"{_HERE}.media:SvcMediaM2mField",
    "enhanced-media": f"{_HERE}.media:SvcEnhancedMediaField",
    "file": f"{_HERE}.file:FileField",
}
"""Every built-in type, as `module:Class`."""

UNKNOWN = "UnknownField"
"""What stands for a type that nobody registered."""


def default_registry() -> FieldRegistry:
    """Return the built-in field types."""
    return FieldRegistry(TYPES)
