"""A list whose answer is too large, or never ends, is a sentence on a page that still works."""

from __future__ import annotations

from pathlib import Path

from tests.backends.stock import StockProcess
from tests.console import demo_console, person_at


async def test_a_list_over_the_limit_says_so_and_other_lists_still_open(
    stock: StockProcess, tmp_path: Path
) -> None:
    file = stock.console_file(tmp_path, svc="answer_limit = 0.004")
    app = demo_console(stock.url, tmp_path / "state", file=file, start="/articles")
    async with person_at(app) as person:
        await person.sees("it is larger than 0.004", "answer_limit")

        await person.goes_to("/steps")
        await person.sees("Step 00")


async def test_a_list_that_takes_too_long_says_so_and_can_be_asked_again(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    file = fresh_stock.console_file(tmp_path, svc='answer_timeout = 2\nhome = "plain"')
    app = demo_console(fresh_stock.url, tmp_path / "state", file=file)
    async with person_at(app) as person:
        fresh_stock.fault("articles", method="GET", delay=6)
        await person.goes_to("/articles")
        await person.sees("its response was not complete after 2")

        await person.press("r")
        await person.sees("Article 001")
