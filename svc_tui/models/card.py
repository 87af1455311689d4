"""The card of a resource on the first page, as it is declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from svc_tui.models.base import Declaration
from svc_tui.models.listing import Names


class ResourceCard(Declaration):
    """The contents of a resource's card on the home page."""

    title: str | None = Field(default=None, min_length=1)
    """The card's heading; if omitted, the resource's label."""
    count: str = ""
    """What is counted, as a query of the list: `status=new&paid=false`. If omitted, what the list
    shows at first."""
    filter: str | None = Field(default=None, min_length=1)
    """The filter whose choices are counted; if omitted, the list's tabs are, and without tabs
    the first filter with written choices."""
    tabs: Names | None = None
    """The values of the tabs, or of the filter's choices, that are counted, in this order; an empty
    list counts none."""
    date: str | Literal[False] | None = None
    """The key of the date by which the last weeks are drawn, by which the backend can sort; false
    draws none. If omitted, the first sortable column that shows a date."""

    if TYPE_CHECKING:
        # What each argument takes, which is more than the field then holds.
        def __init__(
            self,
            *,
            title: str | None = ...,
            count: str = ...,
            filter: str | None = ...,
            tabs: str | Sequence[str] | None = ...,
            date: str | Literal[False] | None = ...,
        ) -> None: ...

    def mistake(self, tabs: Sequence[str], choices: Mapping[str, Sequence[str]]) -> str:
        """Return what does not fit a list with these tabs and filter choices; "" if all does.

        The text goes on after the name of the resource.
        """
        if self.filter is not None and self.filter not in choices:
            known = ", ".join(choices) or "none"
            return f'has card.filter = "{self.filter}"; filters with listed choices: {known}'
        offered = choices[self.filter] if self.filter is not None else tabs
        if self.filter is None and not tabs:
            offered = next(iter(choices.values()), ())
        for value in self.tabs or ():
            if value not in offered:
                known = ", ".join(one for one in offered if one) or "none"
                return f'has "{value}" in card.tabs; the values here are {known}'
        return ""
