"""Dates, times and both, typed as ISO text and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.draft import Unreadable
from svc_tui.widgets.form.line import LineField

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_TIME = re.compile(r"\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?", re.ASCII)
_ZONE = re.compile(r"(Z|[+-]\d{2}:?\d{2})$", re.ASCII)


class DateField(LineField):
    """A day."""

    example = "2026-05-31"

    @property
    def type_hint(self) -> str:
        """The form."""
        return f"As {self.example}; left empty, it is null."

    def read(self, content: str) -> Any:
        """The text in its full form; nothing is null."""
        text = content.strip()
        if not text:
            return None
        try:
            return self.normal(text)
        except ValueError:
            return Unreadable(content, f"This is not of the form {self.example}.")

    def normal(self, text: str) -> str:
        """The text as it is sent; raises ValueError."""
        _demand(_DATE, text)
        return date.fromisoformat(text).isoformat()

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Its bounds; texts of this form are in order when their letters are."""
        text, low, high = str(value), attrs.get("min"), attrs.get("max")
        if low is not None and text[: len(str(low))] < str(low):
            return f"Not before {low}."
        if high is not None and text[: len(str(high))] > str(high):
            return f"Not after {high}."
        return None


class TimeField(DateField):
    """A time of day."""

    example = "18:30"

    def normal(self, text: str) -> str:
        """The text, where it is a time."""
        _demand(_TIME, text)
        time.fromisoformat(text)
        return text


class DatetimeField(DateField):
    """A day and a time. The zone that it came with stays, unless another one is typed."""

    example = "2026-05-31 18:30"

    @property
    def type_hint(self) -> str:
        """The form, and what a time without a zone means."""
        zone = self._own_zone
        means = f"; without a zone it is {'UTC' if zone == 'Z' else zone}" if zone else ""
        return f"As {self.example}{means}."

    def written(self, value: Any) -> str:
        """With a space, which is easier to read than a T."""
        return str(value).replace("T", " ", 1)

    def normal(self, text: str) -> str:
        """Day, T, time to the second, zone."""
        zone = _ZONE.search(text)
        bare = text[: zone.start()].rstrip() if zone else text
        day, _, clock = bare.replace("T", " ", 1).partition(" ")
        _demand(_DATE, day)
        _demand(_TIME, clock.strip())
        moment = f"{day}T{clock.strip()}" + (":00" if clock.count(":") == 1 else "")
        moment += zone[0] if zone else self._own_zone
        datetime.fromisoformat(moment)
        return moment

    @property
    def _own_zone(self) -> str:
        """The zone of the value that is replaced; of a first one, UTC where that is asked."""
        before = self._untouched_value
        if isinstance(before, str) and before:
            found = _ZONE.search(before)
            return found[0] if found else ""
        return "Z" if self.attrs.get("tz") == "utc" else ""


def _demand(form: re.Pattern[str], text: str) -> None:
    """The exact form: `fromisoformat` takes weeks and numbers without dashes, people do not."""
    if not form.fullmatch(text):
        raise ValueError(text)
