"""What a search page shows, and a place on earth."""

from __future__ import annotations

import json
from typing import Any

import pytest

from svc_tui.stores.record.draft import Unreadable
from svc_tui.widgets.form.coordinates import LatLng, address, picture, read, words
from svc_tui.widgets.form.map import MapEditor
from tests.console import wait_until
from tests.widgets.form.form_with_draft import one_field

SEO = {"title": "A", "description": None, "permalink": "/a", "robots": "index"}


async def test_a_part_is_edited_and_all_the_rest_stays_as_it_came():
    async with one_field(SEO, "seo") as it:
        await it.begin("end", "b")

        assert it.now == {**SEO, "title": "Ab"}


async def test_the_other_name_of_the_permalink_is_written_back():
    async with one_field({"title": "A", "url": "/a"}, "seo") as it:
        await it.begin("enter", "down", "end", "b")

        assert it.now == {"title": "A", "url": "/ab"}


async def test_lengths_are_counted_and_nothing_is_refused():
    async with one_field({"title": "x" * 61, "description": "y" * 131}, "seo") as it:
        assert "61/60" in it.text
        assert "131/155" in it.text
        assert type(it.field).problem(it.field.descriptor, {}, it.field.value) is None


async def test_the_result_is_shown_as_on_a_search_page():
    async with one_field(SEO, "seo", size=(60, 20)) as it:
        await it.begin("enter", *"words")

        assert it.text.index("/a\n") < it.text.rindex("words")


@pytest.mark.parametrize("type", ["seo", "map"])
@pytest.mark.parametrize(
    "value",
    [None, {}, SEO, "text", [1], 7, {"title": ["odd"], "url": 5}, {"lat": None, "lng": None},
     {"lat": "45.40", "lng": "9.10"}, {"lat": 45.0, "lng": 9, "zoom": 3}, {"lat": 200}],
)  # fmt: skip
async def test_a_value_that_was_only_looked_at_is_no_edit(type: str, value: Any):
    async with one_field(value, type) as it:
        it.field.begin()
        await it.press("tab", "end", "x", "backspace", "escape")

        assert it.field.edits.take_newest() is None
        assert it.field.value is value


@pytest.mark.parametrize(
    ("type", "value", "said"),
    [("seo", "text", "This is not an object"), ("map", [1, 2], "This is not a location")],
)
async def test_what_is_something_else_is_shown_kept_and_edited_as_json(
    type: str, value: Any, said: str
):
    new = {"title": "B", "lat": 1, "lng": 2}
    async with one_field(value, type) as it:
        assert said in it.text
        assert "Press Enter" not in it.field.looking_hint
        assert not it.field.begin()
        it.app.outside = [json.dumps(new)]
        it.field.action_outside()
        await it.settle()

        assert it.now == new
        assert it.field.begin()


@pytest.mark.parametrize(
    "text",
    [
        "45.4642, 9.19",
        " 45.4642 9.19 ",
        "(45.4642; 9.19)",
        "45,4642; 9,19",
        "45.4642 N, 9.19 E",
        "9.19E 45.4642N",
        "N 45.4642° E 9.19°",
        "45°27′51.12″N 9°11′24″E",
        "45° 27' 51.12\" N, 9° 11' 24\" E",
        "https://www.google.com/maps/place/Milan/@45.4642,9.19,15z/data=abc",
        "https://www.google.com/maps?q=45.4642,9.19",
        "https://maps.google.com/?ll=45.4642%2C9.19&z=12",
        "https://www.google.com/maps/x/@1,2,3z/data=!3d45.4642!4d9.19",
        "https://www.openstreetmap.org/#map=15/45.4642/9.19",
        "https://www.openstreetmap.org/?mlat=45.4642&mlon=9.19#map=5/1/2",
        "https://maps.apple.com/?ll=45.4642,9.19",
        "geo:45.4642,9.19",
    ],
)
def test_a_place_is_read_however_it_is_written(text: str):
    assert read(text) == (45.4642, 9.19)


def test_the_south_and_the_west_are_below_nothing():
    assert read("33°52′S 70°40′W") == (pytest.approx(-33.8666667), pytest.approx(-70.6666667))
    assert read("-33.5 -70") == (-33.5, -70)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Milan", "This is not a location"),
        ("45.4", "This is not a location"),
        ("45 N 46 N", "This is not a location"),
        ("45°61′N 9°E", "This is not a location"),
        ("https://example.org", "This is not a location"),
        ("1" * 5000, "This is not a location"),
        ("95, 9", "swapped"),
        ("45, 190", "between -180 and 180"),
    ],
)
def test_what_is_no_place_is_said(text: str, said: str):
    with pytest.raises(ValueError, match=said):
        read(text)


def test_a_place_in_words_as_an_address_and_in_the_picture():
    spot = LatLng(45.4642, -9.19)

    assert words(spot) == "45°27′51″ N, 9°11′24″ W"
    assert address(spot, 7).endswith("?mlat=45.4642&mlon=-9.19#map=7/45.4642/-9.19")
    assert picture(LatLng(-90, 180))[-1].endswith("●")
    assert picture(LatLng(90, -180))[0].startswith("●")


async def test_a_place_is_typed_checked_and_cleared():
    async with one_field({"lat": 1, "lng": 2, "name": "x"}, "map") as it:
        await it.begin("end", "5")
        assert it.now == {"lat": 1, "lng": 25, "name": "x"}
        assert "25°00′00″ E" in it.text

        await it.press("0")
        assert isinstance(it.now, Unreadable)
        assert "between -180 and 180" in it.now.problem
        assert it.now.text == "1, 250"

        await it.press("f5", "x")
        assert it.now is None


async def test_what_is_no_place_has_no_empty_line_below_it():
    async with one_field({"lat": 44.4, "lng": 8.9}, "map") as it:
        editor = it.app.query_one(MapEditor)
        assert editor.size.height > 2
        await it.begin("ctrl+u", *"99,200")
        assert editor.size.height == 1


async def test_the_default_place_is_offered_and_its_address_copied():
    attrs = {"defaultLat": 45.4642, "defaultLng": 9.19, "zoom": 12}
    async with one_field(None, "map", attrs=attrs) as it:
        assert "for example 45.4642, 9.19" in it.text
        await it.begin("f5", "d")
        assert it.now == {"lat": 45.4642, "lng": 9.19}

        await it.press("f5", "y")
        assert "#map=12/45.4642/9.19" in it.app.said[-1]
        assert it.app.clipboard == it.app.said[-1].partition(": ")[2]


@pytest.mark.parametrize("type", ["seo", "map"])
async def test_readers_see_it(type: str):
    value = {"title": "Shown", "lat": 1, "lng": 2}
    async with one_field(value, type, readonly=True) as it:
        assert ("Shown" if type == "seo" else "1°00′00″ N") in it.text
        assert not it.field.begin()


async def test_a_search_result_that_came_back_broken_is_mended_where_it_stands():
    async with one_field({"title": "a"}, "seo") as it:
        it.app.outside = ['{"title": "b",}']
        await it.begin("f4")
        await it.settle()
        assert isinstance(it.now, Unreadable)
        assert '{"title": "b",}' in it.text

        assert it.field.begin()
        await it.press("end", "left", "backspace")
        assert it.now == {"title": "b"}

        it.app.set_focus(None)
        # Its parts go one after the other.
        await wait_until(it.pilot, lambda: it.field.invalid.input is None)
        await wait_until(it.pilot, lambda: '{"title": "b"}' not in it.text)
        assert "It is correct now" not in it.text
