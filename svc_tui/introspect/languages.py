"""The languages of a collection, from its metadata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svc_tui.models.records import TRANSLATIONS


@dataclass(frozen=True)
class LangInfo:
    """The content of `lang_info`."""

    languages: tuple[str, ...] = ()
    fields: frozenset[str] = frozenset()
    """Keys of the fields that exist in each language."""
    accessor: str = TRANSLATIONS
    """The key of a record's translations."""
    default: str = ""
    """The language of text without one; empty if unknown."""


def lang_info(extra: Mapping[str, Any]) -> LangInfo:
    """Return the languages of the records; none if the metadata has none.

    `site_languages` are those of the site, not of these records, and are ignored.
    """
    info = extra.get("lang_info")
    if not isinstance(info, Mapping) or info.get("translatable") is False:
        return LangInfo()
    accessor, default = info.get("accessor"), info.get("default")
    return LangInfo(
        languages=_texts(info.get("languages")),
        fields=frozenset(_texts(info.get("translatable_fields"))),
        accessor=accessor if isinstance(accessor, str) and accessor else TRANSLATIONS,
        default=default if isinstance(default, str) else "",
    )


def _texts(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, (list, tuple)) else ()
    return tuple(dict.fromkeys(one for one in listed if isinstance(one, str) and one))
