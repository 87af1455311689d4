"""Checks of what a resource declares beside its fields: filters, actions, order and languages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from svc_tui.models.arguments import twice
from svc_tui.models.card import ResourceCard
from svc_tui.models.location import Location
from svc_tui.stores.listing.list_query import SENT_NAMES
from svc_tui.stores.listing.location_check import unread_parts

if TYPE_CHECKING:
    from svc_tui.models.listing import ActionDescriptor, FilterDescriptor
    from svc_tui.models.resource import Resource

BUILT_IN_ACTIONS = ("delete", "edit")
"""The ids of the actions that lists have without declaring them."""

Problem = tuple[tuple[str | int, ...], str]
"""A place in a resource, and what is wrong there."""


def list_problems(resource: Resource, reads: Collection[str] = ()) -> Iterator[Problem]:
    """Yield the contradictions in the list of a resource, and what has no effect.

    `reads` are words of a location that the page of the list reads itself.
    """
    whose = f'"{resource.name}"'
    for name in ("columns", "fields"):
        if name in resource.model_fields_set and not getattr(resource, name):
            said = f"{name} is empty; remove it to use the backend's"
            yield (name,), f"{whose}: {said}"
    for name in twice(path.removeprefix("-") for path in resource.ordering):
        yield ("ordering",), f'{whose}: ordering has "{name}" twice; keep one of them'
    for name in twice(resource.languages or ()):
        yield ("languages",), f'{whose}: languages has "{name}" twice; keep one of them'
    for why in tab_problems(resource.tab_query_param):
        yield ("tab_query_param",), f"{whose}: {why}"
    if isinstance(card := resource.card, ResourceCard) and card.count:
        counted = Location.parse(f"/{resource.name}?{card.count}")
        # Filters that are not declared may be read from the backend.
        for one in unread_parts(resource, counted, reads, settled=bool(resource.filters)):
            yield ("card",), f"{whose}: card.count: {one.refusal}"
    yield from filter_problems(resource.filters, f" of {whose}")
    yield from action_problems(resource.actions, f" of {whose}")


def filter_problems(filters: Iterable[FilterDescriptor], within: str = "") -> Iterator[Problem]:
    """Yield the contradictions in filters; `within` is what they are of, as ` of "books"`."""
    for index, item in enumerate(filters):
        for key, why in _of_filter(item):
            yield ("filters", index, key), f'the filter "{item.value}"{within}: {key} {why}'


def unlisted_defaults(filters: Iterable[FilterDescriptor]) -> Iterator[str]:
    """Yield the choices that a filter begins with and does not offer."""
    for item in filters:
        sent = [choice.sent for choice in item.choices]
        for value in (item.default_choice or "").split(",") if sent else ():
            if value and value not in sent:
                known = ", ".join(sent[:10])
                said = f'default_choice of the filter "{item.value}"'
                yield f'{said} is "{value}"; its choices are {known}'


def _of_filter(item: FilterDescriptor) -> Iterator[tuple[str, str]]:
    for key in ("value", "from_param", "to_param"):
        if why := _own_name(getattr(item, key)):
            yield key, why
    if item.from_param is not None and item.from_param == item.to_param:
        yield (
            "to_param",
            f'is the same as from_param ("{item.to_param}"), so one of the dates would be lost',
        )
    if not (item.choices or item.endpoint or item.datepicker):
        if "choices" in item.model_fields_set:
            yield "choices", "is empty; remove it for a text filter, or set an endpoint"
        elif item.multiple:
            yield "multiple", "has no effect without choices or an endpoint"
    if item.endpoint and "{" in item.endpoint:
        yield "endpoint", "contains a placeholder, which has no value here"
    if not item.default_choice:
        return
    if item.datepicker:
        from datetime import datetime

        from svc_tui.stores.listing.date_spans import SYNTAX_HINT, day_span

        if day_span(item.default_choice, datetime.now().date()) is None:
            yield "default_choice", f'is "{item.default_choice}"; {SYNTAX_HINT}'
    elif not item.multiple and "," in item.default_choice and item.choices:
        yield "default_choice", "has several choices, which need multiple = true"


def _own_name(name: str | None) -> str:
    """Return why a parameter can't have a name; "" where it can."""
    if name not in SENT_NAMES:
        return ""
    return f'is "{name}", which the list sends itself, so only one of them would arrive'


def tab_problems(param: str) -> Iterator[str]:
    """Yield why tabs can't have a query parameter."""
    if why := _own_name(param):
        yield f"tab_query_param {why}"


def action_problems(actions: Sequence[ActionDescriptor], within: str = "") -> Iterator[Problem]:
    """Yield the contradictions in actions; `within` is what they are of, as ` of "books"`."""
    for label in twice(one.label for one in actions):
        at = [one.label for one in actions].index(label)
        yield ("actions", at), f'two actions{within} have the label "{label}"; rename one'
    for index, one in enumerate(actions):
        if one.id in BUILT_IN_ACTIONS:
            said = f'has the id "{one.id}", which belongs to a built-in action'
            how = f'choose another id, such as "my-{one.id}"'
            yield ("actions", index), f'the action "{one.label}"{within} {said}; {how}'
        if one.handle_all and not one.handle_multiple:
            said = "has handle_all, which needs handle_multiple"
            yield ("actions", index, "handle_all"), f'the action "{one.label}"{within} {said}'
        if one.request is not None and one.request.method == "GET" and one.request.body:
            said = "has a body, but a GET request has none"
            yield ("actions", index, "request"), f'the action "{one.label}"{within} {said}'


def shared_parameters(resources: Iterable[Resource]) -> Iterator[str]:
    """Yield the filters that tabs always override."""
    for resource in resources:
        for item in resource.filters:
            if resource.tabs and item.value == resource.tab_query_param:
                yield (
                    f'"{resource.name}": tabs and the filter "{item.value}" set the same '
                    "parameter, so the filter has no effect; set another tab_query_param"
                )
