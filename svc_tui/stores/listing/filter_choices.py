"""The choices of a filter, declared or fetched from an endpoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from svc_tui.models.dotted_path import value_at
from svc_tui.models.records import PaginatedList
from svc_tui.stores.rows import as_row
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.listing import FilterDescriptor

OFFERED = 50
"""Number of choices fetched at once; typing narrows them."""

NAMED = 6
"""Maximum number of choices named in an error message."""


@dataclass(frozen=True)
class FilterOption:
    """A value of a filter, and its label."""

    value: str
    text: str


def written(item: FilterDescriptor) -> tuple[FilterOption, ...]:
    """Return the choices that the descriptor declares."""
    return tuple(FilterOption(wire_text(choice.value), choice.text) for choice in item.choices)


async def fetched(
    crud: Crud[Any], item: FilterDescriptor, words: str = ""
) -> tuple[tuple[FilterOption, ...], bool]:
    """Return choices from the filter's endpoint, and whether there are more of them.

    Raises:
        ApiError: as the call does.
    """
    asked: dict[str, Any] = {"page": 1, "page_size": OFFERED}
    if words and item.search:
        asked["search"] = words
    page: PaginatedList[Any] = await crud.list(**asked)
    offers = [offer for entry in page.results if (offer := _offer(item, as_row(entry)))]
    if words and not item.search:
        offers = [one for one in offers if words.casefold() in one.text.casefold()]
    return tuple(offers[:OFFERED]), page.pages > 1 or len(offers) > OFFERED


async def label_of(crud: Crud[Any], item_text: str, value: str) -> str:
    """Return the label of a choice from an endpoint.

    Raises:
        ApiError: as the call does.
    """
    return str((await crud.detail(value)).get(item_text) or value)


def named(offers: tuple[FilterOption, ...], words: str) -> FilterOption | None:
    """Return the choice that a text means: by value, label, or unique start of a label."""
    folded = words.casefold()
    for offer in offers:
        if folded in (offer.value.casefold(), offer.text.casefold()):
            return offer
    begun = [offer for offer in offers if offer.text.casefold().startswith(folded)]
    within = [offer for offer in offers if folded in offer.text.casefold()]
    return next((found[0] for found in (begun, within) if len(found) == 1), None)


def lacks(item: FilterDescriptor, words: str) -> str:
    """Return an error about an unknown choice, with the available ones."""
    offers = written(item)
    folded = words.casefold()
    there = [one.value if one.text.casefold() == folded else one.text for one in offers[:NAMED]]
    more = f" and {len(offers) - NAMED} more" if len(offers) > NAMED else ""
    return f"{item.text} has no “{clean(words)}”. Available: {', '.join(there)}{more}"


def unknown_choice(filters: Sequence[FilterDescriptor], chosen: Mapping[str, Sequence[str]]) -> str:
    """Return the error about chosen values that are not choices of a filter; "" if all are."""
    for item in filters:
        known = {one.value for one in written(item)}
        strange = [one for one in chosen.get(item.value, ()) if known and one not in known]
        if strange:
            return lacks(item, strange[0])
    return ""


def wire_text(value: object) -> str:
    """Return a choice's value as it is sent."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _offer(item: FilterDescriptor, row: Mapping[str, Any]) -> FilterOption | None:
    found, text = value_at(row, item.item_value), value_at(row, item.item_text)
    if isinstance(found, Mapping | list | tuple) or found in (None, ""):
        return None
    value = wire_text(found)
    return FilterOption(value, clean(wire_text(text)) if text not in (None, "") else value)
