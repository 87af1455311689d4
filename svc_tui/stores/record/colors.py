"""Colors in CSS notation: `#rgb`, `#rrggbb`, with or without alpha."""

from __future__ import annotations

import re

_HEX = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_BARE = re.compile(r"[0-9a-fA-F]{6}")

NAMED: dict[str, str] = {
    "black": "#000000",
    "dark grey": "#404040",
    "grey": "#808080",
    "light grey": "#c0c0c0",
    "white": "#ffffff",
    "dark red": "#8b0000",
    "red": "#ff0000",
    "crimson": "#dc143c",
    "tomato": "#ff6347",
    "coral": "#ff7f50",
    "salmon": "#fa8072",
    "pink": "#ffc0cb",
    "hot pink": "#ff69b4",
    "deep pink": "#ff1493",
    "magenta": "#ff00ff",
    "orchid": "#da70d6",
    "purple": "#800080",
    "indigo": "#4b0082",
    "violet": "#ee82ee",
    "lavender": "#e6e6fa",
    "navy": "#000080",
    "blue": "#0000ff",
    "royal blue": "#4169e1",
    "steel blue": "#4682b4",
    "sky blue": "#87ceeb",
    "cyan": "#00ffff",
    "turquoise": "#40e0d0",
    "teal": "#008080",
    "dark green": "#006400",
    "green": "#008000",
    "forest green": "#228b22",
    "sea green": "#2e8b57",
    "lime": "#00ff00",
    "olive": "#808000",
    "khaki": "#f0e68c",
    "yellow": "#ffff00",
    "gold": "#ffd700",
    "orange": "#ffa500",
    "dark orange": "#ff8c00",
    "chocolate": "#d2691e",
    "sienna": "#a0522d",
    "brown": "#a52a2a",
    "maroon": "#800000",
    "tan": "#d2b48c",
    "wheat": "#f5deb3",
    "beige": "#f5f5dc",
    "ivory": "#fffff0",
}
"""The palette, by CSS names."""


NO_COLOR = "This is not a color: use a format such as #3a7bd5 or #fc0."


def color_of(text: str) -> str | None:
    """Return the CSS hex text that was meant; None if it is not a color.

    A palette name and six digits without `#` are understood.
    """
    text = text.strip()
    if _HEX.fullmatch(text):
        return text
    if _BARE.fullmatch(text):
        return f"#{text}"
    words = text.casefold().replace("gray", "grey")
    return next((one for name, one in NAMED.items() if name.replace(" ", "") == words), None) or (
        NAMED.get(words)
    )


def color_problem(value: object) -> str | None:
    """Return why a value is no color as it is sent, which is a hex text."""
    if isinstance(value, str) and _HEX.fullmatch(value):
        return None
    return NO_COLOR


def full(color: str) -> str | None:
    """Return a hex text as `#rrggbb`, for drawing; None if it is not one."""
    if not _HEX.fullmatch(color):
        return None
    digits = color[1:]
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    return f"#{digits[:6].lower()}"


def name_of(color: str) -> str | None:
    """Return the palette's name of exactly this color."""
    wanted = full(color)
    return next((name for name, one in NAMED.items() if one == wanted), None)
