"""A fixed order for a page's fields, which the CMS sends in any order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from svc_tui.introspect.field_hint import FieldHint

SIGNS = frozenset({"permalink", "breadcrumbs_title", "og_title", "template_data", "routerlink"})
"""Keys that hardly anything but CMS pages has."""

FIRST = (
    *("id", "title", "status", "identifier", "content", "permalink", "autopermalink"),
    *("published_at", "author", "highlight_image", "tags", "parent_page"),
)
"""Keys that people write, the most important first."""

SEO = (
    *("description", "keywords", "indexable", "canonical"),
    *("og_title", "og_description", "og_type", "og_url", "og_image"),
)
"""Keys for search engines and other sites."""

LAST = (
    *("template", "template_data", "template_file", "ordering", "breadcrumbs_title", "meta"),
    *("routerlink", "breadcrumbs", "is_public"),
    *("date_created", "date_updated_at", "deleted_at"),
)
"""Keys that are seldom edited, or read-only."""

HEADING = "Search engines"


def is_page(keys: Collection[object]) -> bool:
    """Whether a record of these keys is a page of the CMS."""
    return set(keys) >= SIGNS


def place_in_page(key: str) -> tuple[int, int, str]:
    """Return the position of a key: a site's own keys follow the usual ones, by name."""
    for part, names in enumerate((FIRST, (), SEO, LAST)):
        if key in names:
            return part, names.index(key), ""
    return 1, 0, key


def in_page_order(hints: Sequence[FieldHint]) -> tuple[FieldHint, ...]:
    """Return the fields of a page in a fixed order; those of anything else unchanged."""
    if not is_page({one.key for one in hints}):
        return tuple(hints)
    ordered = sorted(hints, key=lambda one: place_in_page(one.key))
    return tuple(
        replace(one, group=HEADING) if one.key in SEO and not one.group else one for one in ordered
    )
