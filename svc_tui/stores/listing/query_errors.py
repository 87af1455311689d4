"""Errors about a query, in sentences that name what the user chose."""

from __future__ import annotations

from svc_tui.api.errors import ApiError, ValidationFailed
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.text import clean

PAGE_SIZE_WORDS = ("page_size", "page size", "limit", "per_page")
"""Words for the page size in errors."""


def refuses_page_size(error: ValidationFailed) -> bool:
    """Whether a refused query was about the number of rows."""
    said = [*error.errors, error.detail.casefold()]
    return any(word in part for part in said for word in PAGE_SIZE_WORDS)


def refused_filters(error: ApiError, query: ListQuery) -> tuple[str, ...]:
    """Return the filters that the backend names in its refusal."""
    if not isinstance(error, ValidationFailed):
        return ()
    named = {path.partition(".")[0] for path in error.errors}
    return tuple(name for name in query.filters if named & {name, *query.spans.get(name, ())})


def rejection_message(error: ApiError, query: ListQuery) -> str:
    """Return the error as a sentence; a refused filter is named with the backend's own words."""
    refused = refused_filters(error, query)
    if not refused:
        return str(error)
    name = refused[0]
    params = (name, *query.spans.get(name, ()))
    messages = (error.errors[path][0] for path in error.errors if path.partition(".")[0] in params)
    said, called = next(messages).rstrip("."), clean(query.labels.get(name, name))
    return f"The backend rejected the filter {called}: {said}. Change or remove it."
