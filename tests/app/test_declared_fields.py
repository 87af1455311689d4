"""Settings, defaults and conditions of fields that can't be meant are refused or warned of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from svc_tui import ConfigError, FieldDescriptor, Options, Resource, SvcApp, TextField, console_from

BASE = "https://cms.test"


class IsbnField(TextField):
    """Says nothing of its settings."""


class ShelfField(TextField):
    """Has a setting of its own, and a rule."""

    ATTRS = frozenset({"floor"})

    @classmethod
    def check(cls, descriptor: Any, attrs: Any, value: Any) -> str | None:
        return None if value.startswith("S") else "A shelf begins with S."


TYPES = {"isbn": IsbnField, "shelf": ShelfField}


def start(*fields: FieldDescriptor) -> None:
    books = Resource(name="books", endpoint="/api/books", columns=["title"], fields=fields)
    SvcApp(Options(base_url=BASE), resources=[books], field_types=TYPES)


def settings(kind: str, **attrs: Any) -> dict[str, Any]:
    return {"type": kind, "attrs": attrs}


def default(kind: str, value: Any, **attrs: Any) -> dict[str, Any]:
    return {"type": kind, "default": value, "attrs": attrs}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (settings("fks"), 'is a fks without attrs={"endpoint": …}'),
        (settings("m2m"), 'is a m2m without attrs={"endpoint": …}'),
        (settings("select", items=[]), 'attrs "items" is empty; there is nothing to choose'),
        (settings("number", min=9, max=3), 'attrs "min" is 9, above "max" (3)'),
        (settings("slider", min="9", max=3.5), 'attrs "min" is 9, above "max" (3.5)'),
        (settings("number", step=0), 'attrs "step" should be above 0, not 0'),
        (settings("number", step=-1), 'attrs "step" should be above 0, not -1'),
        (settings("text", min_length=5, max_length=3), '"min_length" is 5, above "max_length" (3)'),
        (settings("text", max_length=-1), 'attrs "max_length" should be 0 or more, not -1'),
        (settings("textarea", rows=0), 'attrs "rows" should be 1 or more, not 0'),
        (settings("repeater", min_items=2, max_items=1), '"min_items" is 2, above "max_items" (1)'),
        (
            settings("date", min="2026-05-02", max="2026-05-01"),
            'attrs "min" is 2026-05-02, above "max" (2026-05-01)',
        ),
        (
            settings("date", min="today", max="today -1d"),
            'is today, above "max" (today -1d)',
        ),
        (
            settings("date", max="tomorrowish"),
            'attrs "max" should be a date such as 2026-05-31, or',
        ),
        (settings("time", min="25:00"), 'attrs "min" should be a time such as 18:30, not "25:00"'),
        (settings("datetime", min="2026-13-01"), 'attrs "min" should be a datetime such as 2026-'),
        (
            settings("datetime", granularity="minutes"),
            '"granularity" is "minutes"; did you mean "mi',
        ),
        (settings("url", schemes="https"), '"schemes" should be a list or a tuple, not a string'),
        (settings("isbn", max_lenght=3), 'unknown attrs "max_lenght"; did you mean "max_length"?'),
        (settings("shelf", flor=3), 'unknown attrs "flor"; did you mean "floor"?'),
        (default("date", "tomorrowish"), "default is not valid: Use the format 2026-05-31."),
        (default("date", "2026-05-01", min="2026-06-01"), "default is not valid: Must not be"),
        (default("datetime", "today"), "the default is not valid: "),
        (default("email", "admin"), "the default is not valid: This is not an email address"),
        (default("text", "long", max_length=3), "default is not valid: At most 3 characters"),
        (default("text", 3), "the default should be a string, not a whole number"),
        (default("number", 11, max=10), "the default is not valid: Must be at most 10."),
        (default("select", "z", items=["x"]), "the default 'z' is not one of its items: 'x'"),
        (default("select", "x", items=["x"], multiple=True), "default should be a list, not a str"),
        (default("shelf", "A1"), "the default is not valid: A shelf begins with S."),
        ({"default": "x", "translatable": True}, "default has no effect on a translatable field"),
        ({"default": "x", "readonly": True}, "the default has no effect on a readonly field"),
    ],
)
def test_what_can_not_be_meant_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        start(FieldDescriptor(key="a", **given))
    assert str(refused.value).startswith('the field "a" of "books"')
    assert told in str(refused.value)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize(
    "given",
    [
        settings("fks", endpoint="/api/people"),
        settings("number", min=3, max=3, step=0.5),
        settings("date", min="today", max="today +1m"),
        settings("datetime", min="2026-05-01", max="2026-05-01T18:00"),
        settings("time", min="09:00", max="18:30"),
        settings("isbn", strict=True),
        settings("shelf", floor=1, max_length=3),
        default("date", "2026-05-01"),
        default("select", "", items=["x"]),
        default("select", ["x"], items=["x"], multiple=True),
        default("shelf", "S1"),
    ],
)
def test_what_can_be_meant_is_taken(given: dict[str, Any]) -> None:
    start(FieldDescriptor(key="a", **given))


FILE = """
[svc]
base_url = "https://cms.test"
[[resources]]
name = "books"
endpoint = "/api/books"
columns = ["title"]
fields = [
  { key = "title" },
  { key = "price", type = "number", attrs = { min = 9, max = 3 } },
  { key = "due", type = "date", default = "tomorrowish" },
  { key = "author", type = "fks" },
  { key = "state", when = { titel = "x" } },
]
"""


def test_what_can_not_be_meant_in_a_file_is_warned_of_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "svc.toml"
    path.write_text(FILE, "utf-8")

    said = console_from(path).warnings

    assert [one.removeprefix(str(path)) for one in said] == [
        ', line 10: the field "price" of "books": attrs "min" is 9, above "max" (3)',
        ', line 11: the field "due" of "books": the default is not valid: '
        "Use the format 2026-05-31.",
        ', line 12: the field "author" of "books" is a fks without attrs={"endpoint": …}',
        ', line 4: the field "state" of "books" has a condition on "titel", which is not a field; '
        'did you mean "title"?',
    ]


@pytest.mark.parametrize(
    ("key", "path", "meant"),
    [
        ("published", "published_at", False),
        ("published", "publishedAt", False),
        ("category", "category_id", False),
        ("title_de", "title_en", False),
        ("address_1", "address_2", False),
        ("tags", "tag", False),
        ("weight", "height", False),
        ("title", "titel", True),
        ("created_at", "creatd_at", True),
        ("created_at", "createdAt", True),
    ],
)
def test_only_a_misspelt_key_of_a_record_is_refused(key: str, path: str, meant: bool) -> None:
    field = FieldDescriptor(key=key)
    books = Resource(name="books", endpoint="/api/books", fields=[field], ordering=path)
    try:
        SvcApp(Options(base_url=BASE), resources=[books])
        told = ""
    except ConfigError as error:
        told = str(error)
    assert told == (f'"books": ordering refers to "{path}"; did you mean "{key}"?' if meant else "")
