"""Takes the README's moving picture: a minute's work on the demo, as an SVG that plays by itself.

    python -m docs.moving_picture [FILE]

The frames are the cells of the program's own screen. A line that stands in several frames is
written once, so that a minute takes some hundred kilobytes.
"""

from __future__ import annotations

import os

# Before anything imports Textual, which reads it once: pictures in all their colours.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

import asyncio
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.pilot import Pilot

from docs.take_pictures import ROOT, console, demo_backend
from svc_tui.testing import until, until_idle

SIZE = (120, 36)
CELL = (8.4, 16.3)
"""Width and height of a cell, in pixels: as high as the letters, so that frames have no gaps."""

FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
CAPTION = 34.0
"""Pixels for the line that says which key is pressed."""

GROUND, INK = "#14161b", "#e6e9ef"

STEPS: list[tuple[str, tuple[str, ...], str, float]] = [
    ("svc-tui demo: a console on a REST backend", (), "Articles", 4.0),
    ("2  opens the articles", ("2",), "of 300", 3.0),
    ("arrows move, p shows the record below the list", ("down", "down", "p"), "", 3.0),
    ("}  goes to the drafts", ("right_curly_bracket",), "", 2.5),
    ("/  searches all records", ("slash", *"harbour"), "", 1.5),
    ("Enter goes to the rows", ("enter",), "search “harbour”", 2.0),
    ("Space marks rows", ("space", "space", "space"), "marked", 2.0),
    ("x  runs an action on all of them", ("x",), "Actions for", 3.0),
    ("Esc closes it", ("escape",), "", 1.0),
    ("Enter opens a record", ("enter",), "Title", 3.0),
    ("e  types into a field", ("e", "end", *", seen from the pier"), "", 2.5),
    ("Ctrl+T shows the next language", ("ctrl+t",), "", 2.5),
    ("Ctrl+S saves", ("ctrl+t", "ctrl+s"), "", 2.5),
    ("Esc goes back; the list is as it was", ("escape", "escape"), "marked", 2.5),
    ("Esc clears one thing after another", ("escape", "escape"), "", 2.5),
    ("gm  opens the media library", ("g", "m"), "Photos", 2.5),
    ("#  shows a gallery", ("number_sign",), "", 4.0),
    ("?  shows every key of the page", ("question_mark",), "Keys", 4.0),
    ("gh  goes home", ("escape", "g", "h"), "Articles", 4.0),
]
"""What is said, the keys, a text to wait for, and the seconds that the picture then stands."""


@dataclass
class Film:
    """Frames of a screen, each with its seconds and what is said below it."""

    lines: dict[str, int] = field(default_factory=dict)
    """The SVG of each line that stands in any frame, and its number."""
    frames: list[tuple[tuple[int, ...], str, float]] = field(default_factory=list)

    def take(self, app: App[object], caption: str, seconds: float) -> None:
        """Add a frame; one that is as the last makes that one longer."""
        strips = app.screen._compositor.render_strips()
        drawn = tuple(
            self.lines.setdefault(_line(list(strip)), len(self.lines)) for strip in strips
        )
        if self.frames and self.frames[-1][:2] == (drawn, caption):
            seconds += self.frames.pop()[2]
        self.frames.append((drawn, caption, seconds))

    def svg(self) -> str:
        """Return the picture; it begins anew when it is over."""
        width, height = SIZE[0] * CELL[0], SIZE[1] * CELL[1]
        whole = sum(seconds for _, _, seconds in self.frames)
        defined = "".join(f'<g id="l{n}">{line}</g>' for line, n in self.lines.items())
        shown, at = [], 0.0
        for drawn, caption, seconds in self.frames:
            begin, end = at / whole, min(1.0, (at + seconds) / whole)
            at += seconds
            keys, values = f"0;{begin:.4f};{end:.4f}", "hidden;visible;hidden"
            if not begin:
                keys, values = f"0;{end:.4f}", "visible;hidden"
            uses = "".join(
                f'<use href="#l{line}" y="{row * CELL[1]:g}"/>' for row, line in enumerate(drawn)
            )
            said = f'<text class="c" x="10" y="{height + 23:g}">{escape(caption)}</text>'
            shown.append(
                f'<g visibility="{"hidden" if begin else "visible"}">'
                f'<animate attributeName="visibility" calcMode="discrete" dur="{whole:g}s" '
                f'repeatCount="indefinite" keyTimes="{keys}" values="{values}"/>{uses}{said}</g>'
            )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" '
            f'height="{height + CAPTION:g}" viewBox="0 0 {width:g} {height + CAPTION:g}">'
            f"<title>A minute with svc-tui</title><style>text{{font:14px {FONT};"
            f"white-space:pre}}.c{{fill:{INK};font-weight:bold}}.b{{font-weight:bold}}"
            f".i{{font-style:italic}}.u{{text-decoration:underline}}.d{{opacity:.6}}</style>"
            f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>'
            f"<defs>{defined}</defs>{''.join(shown)}</svg>\n"
        )


def _line(segments: list[Segment]) -> str:
    """Return the SVG of one line of cells, at the top left."""
    grounds, texts, column = [], [], 0
    for text, style, _ in segments:
        cells = Segment(text).cell_length
        ink, ground = _colours(style)
        x, width = column * CELL[0], cells * CELL[0]
        if ground != GROUND:
            grounds.append(
                f'<rect x="{x:g}" width="{width + 0.3:g}" height="{CELL[1] + 0.3:g}" '
                f'fill="{ground}"/>'
            )
        if words := text.rstrip(" "):
            lead = len(words) - len(words.lstrip(" "))
            words = words.lstrip(" ")
            long = Segment(words).cell_length * CELL[0]
            texts.append(
                f'<text x="{x + lead * CELL[0]:g}" y="13" textLength="{long:g}" '
                f'lengthAdjust="spacingAndGlyphs" fill="{ink}"{_classes(style)}>'
                f"{escape(words)}</text>"
            )
        column += cells
    return "".join((*grounds, *texts))


def _colours(style: Style | None) -> tuple[str, str]:
    """Return the colours of letters and ground."""
    ink = style.color.get_truecolor().hex if style and style.color else INK
    ground = style.bgcolor.get_truecolor().hex if style and style.bgcolor else GROUND
    return (ground, ink) if style and style.reverse else (ink, ground)


def _classes(style: Style | None) -> str:
    on = (
        name
        for name, given in (
            ("b", style and style.bold),
            ("i", style and style.italic),
            ("u", style and style.underline),
            ("d", style and style.dim),
        )
        if given
    )
    return f' class="{" ".join(names)}"' if (names := [*on]) else ""


async def walk(pilot: Pilot[None], film: Film) -> None:
    """Press the keys of the story, and take a frame after each that changes something."""
    for caption, keys, seen, seconds in STEPS:
        for key in keys:
            await pilot.press(key)
            await until_idle(pilot)
            film.take(pilot.app, caption, 0.12 if len(keys) > 6 else 0.5)
        if seen:
            await until(pilot, seen)
        await until_idle(pilot)
        film.take(pilot.app, caption, seconds)


async def main(path: Path) -> None:
    """Write the picture."""
    film = Film()
    with tempfile.TemporaryDirectory() as state, demo_backend() as url:
        app = console(url, "editor", "/", state)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, STEPS[0][2])
            await walk(pilot, film)
    path.write_text(film.svg(), "utf-8")
    print(f"{path}: {len(film.frames)} frames, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/pictures/minute.svg"))
