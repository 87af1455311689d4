"""Takes the README's pictures from the program itself, on the demo backend.

    python docs/take_pictures.py [FOLDER]

Starts a demo of its own, walks the console through its pages at 120x38 and writes one SVG a page.
"""

from __future__ import annotations

import os

# Before anything imports Textual, which reads it once: pictures in all their colours.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from textual.pilot import Pilot

from svc_tui.app.app import Console, Splash, SvcApp
from svc_tui.app.context import Svc
from svc_tui.app.routes import headings, routes_for
from svc_tui.cli.demo import KNOWN_AS
from svc_tui.config.load import load_console
from svc_tui.testing import picture, text, until, until_idle

ROOT = Path(__file__).resolve().parent.parent
SIZE = (120, 38)
PATIENCE = 15.0
"""Seconds to wait for a page."""


def console(url: str, user: str, start: str, state: str, *, signed_in: bool = True) -> SvcApp:
    """A console on the demo, opened at a location."""

    def load() -> Console:
        loaded = load_console(ROOT / "svc_tui" / "cli" / "demo.toml", {"base_url": url})
        svc = Svc(options=loaded.options, state_dir=state, known_as=KNOWN_AS)
        routes = routes_for(loaded.options, loaded.resources)
        credentials = (user, user) if signed_in else None
        return Console(svc, routes, headings(loaded.groups), credentials=credentials)

    return SvcApp(load=load, greeting=Splash("Newsroom", url), start=start)


async def settled(pilot: Pilot[None], seen: str) -> None:
    """Wait until a text stands on the screen, and until the screen is still."""
    await until(pilot, seen)
    await until_idle(pilot)


async def write_picture(
    app: SvcApp, seen: str, path: Path, steps: Callable[[Pilot[None]], Awaitable[None]] | None
) -> None:
    """Open, walk, wait, and write what is on the screen."""
    async with app.run_test(size=SIZE) as pilot:
        if steps is not None:
            await steps(pilot)
        await settled(pilot, seen)
        path.write_text(picture(pilot, "svc-tui"), "utf-8")
    print(path)


async def open_second(pilot: Pilot[None]) -> None:
    """Search, and open what was found."""
    await settled(pilot, "page 1/")
    await pilot.press("slash", *"lighthouse", "enter")
    await settled(pilot, "search “lighthouse”")


async def with_pictures(pilot: Pilot[None]) -> None:
    """Until nothing stands in the stead of a picture any more."""
    await settled(pilot, "▀")
    async with asyncio.timeout(PATIENCE):
        while "▣\n" in "\n".join(line.rstrip(" │") for line in text(pilot).splitlines()) + "\n":
            await pilot.pause(0.05)


async def into_gallery(pilot: Pilot[None]) -> None:
    """Show the library as a gallery, with all its pictures."""
    await settled(pilot, "Photos")
    await pilot.press("number_sign")
    await with_pictures(pilot)


async def change_some(pilot: Pilot[None]) -> None:
    """Change the title and the status of a record, and ask what was changed."""
    await settled(pilot, "Title")
    await pilot.press("e", "end", *", seen from the pier", "escape")
    await pilot.press("equals_sign")


@contextmanager
def demo_backend() -> Iterator[str]:
    """The demo backend as a process of its own, by its address."""
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "svc_tui.demo", "--dir", place]
        demo = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
        )
        assert demo.stdout is not None and demo.stdin is not None
        try:
            url = ""
            while not url:
                url = json.loads(demo.stdout.readline()).get("url", "")
            yield url
        finally:
            demo.stdin.close()
            demo.wait(10)


async def main(folder: Path) -> None:
    """All pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state:
        with demo_backend() as url:
            other = f"{state}/nobody"  # Or the session that is kept would be taken up.
            shots = [
                ("login", console(url, "", "/", state, signed_in=False), "Sign in", None),
                ("home", console(url, "editor", "/", state), "No changes yet", None),
                ("list", console(url, "editor", "/articles", state), "lighthouse", open_second),
                ("detail", console(url, "editor", "/articles/20", state), "Title", with_pictures),
                (
                    "review",
                    console(url, "editor", "/articles/21", state),
                    "Review changes",
                    change_some,
                ),
                ("gallery", console(url, "editor", "/media", state), "Photos", into_gallery),
                (
                    "forbidden",
                    console(url, "nobody", "/orders", other),
                    "Forbidden",
                    None,
                ),
            ]
            for name, app, seen, steps in shots:
                await write_picture(app, seen, folder / f"{name}.svg", steps)
        # The server is gone now, and the session of the last visit is kept.
        app = console(url, "", "/articles", state, signed_in=False)
        await write_picture(app, "unreachable", folder / "unreachable.svg", None)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"))
