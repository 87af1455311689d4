"""Places on earth, parsed from common notations."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

_NUMBER = r"[-+−]?\d{1,3}(?:\.\d+)?"
_PAIR = rf"({_NUMBER})\s*(?:,|%2C|\s)\s*({_NUMBER})"
_URLS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"!3d({_NUMBER})!4d({_NUMBER})",
        rf"[?&](?:mlat|lat)=({_NUMBER})&(?:mlon|lon|lng)=({_NUMBER})",
        rf"[?&](?:q|ll|query|center|destination|daddr|sll)=(?:loc:)?{_PAIR}",
        rf"#map=\d+(?:\.\d+)?/({_NUMBER})/({_NUMBER})",
        rf"@{_PAIR}",
        rf"^geo:{_PAIR}",
    )
)
_PLAIN = re.compile(rf"\(?\s*({_NUMBER})\s*[,;\s]\s*({_NUMBER})\s*\)?")
_COMMAS = re.compile(r"([-+−]?\d{1,3},\d+)\s*[;\s]\s*([-+−]?\d{1,3},\d+)")
_DEGREES = (
    r"(?P<d{0}>\d{{1,3}}(?:\.\d+)?)\s*(?:°|º|d)?\s*"
    r"(?:(?P<m{0}>\d{{1,2}}(?:\.\d+)?)\s*(?:'|′|’|m)\s*)?"
    r"(?:(?P<s{0}>\d{{1,2}}(?:\.\d+)?)\s*(?:\"|″|”|''|s)\s*)?"
)
_SIDE = r"(?P<side{0}>[NSEW])"
_SIDES = tuple(
    re.compile(rf"{half.format(1)}\s*[,;]?\s*{half.format(2)}", re.IGNORECASE)
    for half in (_DEGREES + _SIDE, _SIDE + r"\s*" + _DEGREES)
)

NOT_READ = "This is not a location. Use 45.4642, 9.19, or paste a map link."
LONGEST = 2000


class LatLng(NamedTuple):
    """Degrees north and east."""

    lat: float
    lng: float


def read(text: str) -> LatLng:
    """Return the place that a text means.

    Raises:
        ValueError: with a sentence for people.
    """
    text = text.strip()
    found = _found(text) if len(text) <= LONGEST else None
    if found is None:
        raise ValueError(NOT_READ)
    return checked(*found)


def checked(lat: float, lng: float) -> LatLng:
    """Return a place that exists. Raises `ValueError` with what is wrong."""
    if not -90 <= lat <= 90:
        turned = " Are latitude and longitude swapped?" if -90 <= lng <= 90 else ""
        raise ValueError(f"A latitude is between -90 and 90; this is {lat:g}.{turned}")
    if not -180 <= lng <= 180:
        raise ValueError(f"A longitude is between -180 and 180; this is {lng:g}.")
    return LatLng(lat, lng)


def _found(text: str) -> tuple[float, float] | None:
    if "://" in text or text.lower().startswith("geo:"):
        address = unquote(text)
        pairs = (pattern.search(address) for pattern in _URLS)
        pair = next((one for one in pairs if one), None)
        return (_number(pair[1]), _number(pair[2])) if pair else None
    if pair := _PLAIN.fullmatch(text):
        return _number(pair[1]), _number(pair[2])
    if pair := _COMMAS.fullmatch(text):
        return _number(pair[1].replace(",", ".")), _number(pair[2].replace(",", "."))
    return _by_sides(text)


def _number(text: str) -> float:
    text = text.replace("−", "-")
    return float(text) if "." in text else int(text)


def _by_sides(text: str) -> tuple[float, float] | None:
    """Read degrees, minutes and seconds with N, S, E and W, in either order."""
    found = next((one for one in (way.fullmatch(text) for way in _SIDES) if one), None)
    if found is None:
        return None
    sides: dict[str, float] = {}
    for half in "12":
        side = found[f"side{half}"].upper()
        minutes, seconds = (float(found[f"{unit}{half}"] or 0) for unit in "ms")
        if minutes >= 60 or seconds >= 60:
            return None
        degrees = float(found[f"d{half}"]) + minutes / 60 + seconds / 3600
        sides["lat" if side in "NS" else "lng"] = round(-degrees if side in "SW" else degrees, 7)
    return (sides["lat"], sides["lng"]) if len(sides) == 2 else None


def words(spot: LatLng) -> str:
    """Return a place as `45°27′51″ N, 9°11′24″ E`."""
    north = f"{_sexagesimal(spot.lat)} {'N' if spot.lat >= 0 else 'S'}"
    return f"{north}, {_sexagesimal(spot.lng)} {'E' if spot.lng >= 0 else 'W'}"


def _sexagesimal(degrees: float) -> str:
    seconds = round(abs(degrees) * 3600)
    return f"{seconds // 3600}°{seconds // 60 % 60:02}′{seconds % 60:02}″"


def address(spot: LatLng, zoom: int = 15) -> str:
    """Return the address of a place on OpenStreetMap."""
    place = f"mlat={spot.lat}&mlon={spot.lng}"
    return f"https://www.openstreetmap.org/?{place}#map={zoom}/{spot.lat}/{spot.lng}"


COLUMNS, ROWS = 25, 5


def picture(spot: LatLng) -> list[str]:
    """Draw the earth in a few lines: the equator, the meridian of Greenwich, and the place."""
    at_x = min(COLUMNS - 1, int((spot.lng + 180) / 360 * COLUMNS))
    at_y = min(ROWS - 1, int((90 - spot.lat) / 180 * ROWS))
    lines = []
    for y in range(ROWS):
        row = ["·" if y != ROWS // 2 else "─"] * COLUMNS
        row[COLUMNS // 2] = "│" if y != ROWS // 2 else "┼"
        if y == at_y:
            row[at_x] = "●"
        lines.append("".join(row))
    return lines
