"""Days and times that are read only, as lists show them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, tzinfo

from textual.widget import Widget

from svc_tui.stores.record.datetime_parser import bare, datetime_input_text, in_zone
from svc_tui.widgets.base import services
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.formatting import as_date, as_datetime

_TO_THE_DAY = len("2026-03-31")


def format_day(value: object, widget: Widget) -> str:
    """Return the day; of an instant, in the user's time zone. Other values stay as they are."""
    return _format(value, widget, as_date, date)


def format_datetime(value: object, widget: Widget, tz: str) -> str:
    """Return day and time in the user's time zone; without a zone if `tz` is "naive".

    A time without a zone is not converted. Other values stay as they are.
    """
    if tz not in ("", "utc"):
        return _format(value, widget, lambda text, _zone: datetime_input_text(bare(text)), datetime)
    return _format(value, widget, as_datetime, datetime)


def _format(
    value: object, widget: Widget, words: Callable[[str, tzinfo | None], str], kind: type[date]
) -> str:
    """Format a text of this kind whose date exists in the zone's calendar."""
    if not isinstance(value, str):
        return summary(value)
    zone = zone_of(widget)
    try:
        found = kind.fromisoformat(value if kind is datetime else value[:_TO_THE_DAY])
        if isinstance(found, datetime) and found.tzinfo and in_zone(found, zone) is None:
            return summary(value)
        return words(value, zone)
    except ValueError:
        return summary(value)


def zone_of(widget: Widget) -> tzinfo | None:
    """Return the user's time zone; None for the machine's, and outside a console."""
    found = services(widget)
    return found.config.zone if found is not None else None
