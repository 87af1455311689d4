"""A console that only reads says so wherever something would be written."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from svc_tui.cli.demo import FILE
from svc_tui.stores.unavailable_reason import ONLY_READS, not_possible_message
from tests.console import Person

Console = Callable[..., AbstractAsyncContextManager[Person]]


def read_only(folder: Path) -> Path:
    """The demo's console file, for reading alone."""
    words = FILE.read_text("utf-8")
    assert "\n[svc]\n" in f"\n{words}"
    file = folder / "svc.toml"
    file.write_text(words.replace("[svc]\n", "[svc]\nread_only = true\n", 1), "utf-8")
    return file


async def test_keys_that_write_say_that_the_console_only_reads(
    console: Console, tmp_path: Path
) -> None:
    async with console(start="/articles", file=read_only(tmp_path)) as person:
        await person.sees("1-20 of 300")
        await person.press("n")
        await person.until(lambda: not_possible_message("Adding", ONLY_READS) in person.toasts)

        await person.goes_to("/articles/5")
        await person.sees("read-only")
        await person.press("f2")
        await person.until(lambda: not_possible_message("Saving", ONLY_READS) in person.toasts)

        await person.goes_to("/media")
        await person.sees("▸ Photos")
        await person.press("U")
        await person.until(lambda: not_possible_message("Uploading", ONLY_READS) in person.toasts)
