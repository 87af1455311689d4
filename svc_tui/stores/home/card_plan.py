"""The plan of a card: what is loaded for a resource on the first page, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from svc_tui.models.field_types import holds
from svc_tui.models.location import Location
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.resource_query import plain_query

if TYPE_CHECKING:
    from svc_tui.models.card import ResourceCard
    from svc_tui.models.listing import FilterDescriptor
    from svc_tui.models.resource import Paging, Resource

NEWEST = 100
"""Rows that are read for dates and texts."""

SAMPLE = 16
"""Rows that are read for their titles alone."""

MOST_PORTIONS = 6
"""Maximum number of tabs or choices that a card counts, unless they are listed."""

MEDIA = "/media"
"""The page of the media library; the name of its card too, which no resource can have."""

MIME_TYPES = {"image/*": "Pictures", "video/*": "Videos", "application/pdf": "PDF"}
"""The kinds of files that are counted."""

YES_AND_NO = frozenset({"true", "false"})
"""Choices that mean nothing without the name of their filter."""

CODES = frozenset({"id", "number", "code", "reference", "slug", "uuid"})
"""Keys that name a record, but mean little to people."""


@dataclass(frozen=True)
class Portion:
    """A tab of the list, or a choice of one of its filters."""

    value: str
    text: str
    location: str


@dataclass(frozen=True)
class CardPlan:
    """The plan of a card: its counts and contents."""

    name: str
    title: str
    icon: str
    location: str
    """The list, narrowed to what is counted."""
    endpoint: str
    query: ListQuery
    """The query to count and read; its tab is that of the portions, and is empty."""
    base: str
    """The path to which the key of a record is added to open it."""
    lookup: str = "id"
    pagination: Paging | None = None
    portions: tuple[Portion, ...] = ()
    date: str = ""
    """The key of the date by which the rows are sorted; "" for none."""
    date_label: str = ""
    text: str = ""
    """The translatable key that rows may lack; "" for none."""
    languages: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    """The paths to read of a row; empty for whole rows."""
    title_key: str = ""
    """The path of a row's title; if empty, the usual keys are used."""
    beside_key: str = ""
    """The path of a value beside a title that is a number or a code; "" for none."""
    others: str = ""
    """The name for records in none of the portions; "" if they may overlap."""


def plan_of(resource: Resource, icon: str = "", today: Callable[[], date] = date.today) -> CardPlan:
    """Return the plan of a resource's card, with the icon that it has in the sidebar."""
    from svc_tui.models.base import label_from
    from svc_tui.models.card import ResourceCard

    card = resource.card if isinstance(resource.card, ResourceCard) else ResourceCard()
    day = _date_of(resource, card)
    texts = [field.key for field in resource.fields if field.translatable]
    languages = resource.languages or ()
    text = texts[0] if texts and len(languages) > 1 else ""
    size = NEWEST if day or text else SAMPLE
    plain = plain_query(resource, today)
    place = Location(f"/{resource.name}")
    named = Location.parse(f"/{resource.name}?{card.count}") if card.count else place
    counted = plain.restored(named) if card.count else plain.on_tab("")
    portions, param = _portions(resource, card, counted, place)
    first = (f"-{day}",) if day else counted.ordering
    titles = _title_of(resource)
    beside = _beside(resource, titles)
    shown = (titles, beside, resource.lookup, day, "translations" * bool(text))
    return CardPlan(
        resource.name,
        card.title or resource.label,
        icon,
        str(counted.located(place) if card.count or _has_tab(resource, "") else place),
        resource.endpoint,
        replace(counted, page=1, page_size=size, ordering=first, tab_param=param),
        resource.record_base,
        resource.lookup,
        resource.pagination,
        portions,
        day,
        next((one.label for one in resource.columns if one.key == day), label_from(day)),
        text,
        languages,
        tuple(filter(None, shown)) if titles else (),
        titles,
        beside,
    )


def media_plan(endpoint: str, title: str, icon: str) -> CardPlan:
    """Return the plan of the media library's card."""
    place = Location(MEDIA)
    portions = (
        Portion(mime, text, str(place.with_query(mime=mime))) for mime, text in MIME_TYPES.items()
    )
    return CardPlan(
        MEDIA, title, icon, MEDIA, endpoint, ListQuery(), MEDIA,
        portions=tuple(portions), others="Other",
    )  # fmt: skip


def _portions(
    resource: Resource, card: ResourceCard, counted: ListQuery, place: Location
) -> tuple[tuple[Portion, ...], str]:
    """Return what is counted of a list, and the query parameter that selects it."""
    if card.filter is None and resource.tabs:
        tabs = {tab.value: tab.text for tab in resource.tabs if tab.value}
        wanted = tuple(tabs)[:MOST_PORTIONS] if card.tabs is None else card.tabs
        return tuple(
            Portion(value, tabs[value], str(counted.on_tab(value).located(place)))
            for value in wanted
            if value in tabs
        ), resource.tab_query_param
    found = _filter_of(resource, card)
    if found is None:
        return (), resource.tab_query_param
    choices = {choice.sent: choice.text for choice in found.choices}
    if set(choices) <= YES_AND_NO:
        choices = {value: f"{found.text}: {text}" for value, text in choices.items()}
    wanted = tuple(choices)[:MOST_PORTIONS] if card.tabs is None else card.tabs
    return tuple(
        Portion(value, choices[value], str(counted.filtered(found.value, (value,)).located(place)))
        for value in wanted
    ), found.value


def choices_of(resource: Resource) -> dict[str, FilterDescriptor]:
    """Return the filters of a resource that have written choices."""
    return {one.value: one for one in resource.filters if one.choices}


def _filter_of(resource: Resource, card: ResourceCard) -> FilterDescriptor | None:
    filters = choices_of(resource)
    if card.filter is not None:
        return filters.get(card.filter)
    return next(iter(filters.values()), None)


def _date_of(resource: Resource, card: ResourceCard) -> str:
    from svc_tui.models.listing import DATES

    if card.date is not None:
        return card.date or ""
    dates = (one.key for one in resource.columns if one.format in DATES and one.sortable)
    return next(dates, "")


def _title_of(resource: Resource) -> str:
    """Return the declared key, else that of the first column without a relation (an id)."""
    if resource.title_field:
        return resource.title_field
    related = {one.key for one in resource.form_fields if holds(one.type, "record", "records")}
    keys = [one.key for one in resource.columns]
    return next((key for key in keys if key not in related), next(iter(keys), ""))


def _beside(resource: Resource, title: str) -> str:
    """Return the key of the first plain text column after a title that is a code."""
    if title not in CODES and title != resource.lookup:
        return ""
    related = {one.key for one in resource.form_fields if holds(one.type, "record", "records")}
    plain = (one.key for one in resource.columns if one.format is None and one.key not in related)
    return next((key for key in plain if key != title), "")


def _has_tab(resource: Resource, value: str) -> bool:
    return any(tab.value == value for tab in resource.tabs)
