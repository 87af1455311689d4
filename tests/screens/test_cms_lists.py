"""Lists and forms of the real CMS through the console, by three people."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.widgets.choice_menu import ChoiceMenu
from tests.backends.cms import CmsProcess
from tests.screens.cms_consoles import FILE, Starter, chooses, starter, stored
from tests.screens.lists import store_of
from tests.screens.test_record import opened, writes

PRODUCTS = "/api/models/product"


@pytest.fixture
def console(cms: CmsProcess, tmp_path: Path) -> Starter:
    return starter(cms, tmp_path)


async def test_a_list_is_sorted_by_a_column_both_ways(console: Starter) -> None:
    async with console(start="/products?ordering=-price") as person:
        await person.sees("69.50", "Copper thing 59")
        await person.goes_to("/products?ordering=price")
        await person.sees("10.50", "Paper thing 00")


async def test_an_order_that_the_cms_does_not_know_is_told_with_its_name(console: Starter) -> None:
    async with console(start="/products?ordering=nonsense") as person:
        await person.sees("The CMS can't sort by nonsense", "1-20 of 60")


async def test_marked_rows_are_deleted_by_who_may(console: Starter, fresh_cms: CmsProcess) -> None:
    async with console(start="/products") as person:
        await person.sees("1-20 of 60")
        await person.press("space", "space", "x")
        await chooses(person, "Delete")
        await person.sees("Delete")
        await person.press("y")
        await person.sees("1-20 of 58")


async def test_a_few_pages_are_published_before_the_others_are_asked_about(
    console: Starter, fresh_cms: CmsProcess
) -> None:
    async with console(start="/articles?ordering=id") as person:
        await person.sees("1-20 of 30")
        await person.settles()
        keys = [one["id"] for one in store_of(person).state.rows[:5]]
        await person.press(*["space"] * 5, "x")
        await chooses(person, "Unpublish")
        await person.sees("Unpublish: 5 pages", "Try 3 first")
        await person.press("f")
        await person.sees("Continue with the other 2 rows?", ": done")
        await person.may_type()
        await person.press("y")
        await person.until(lambda: any("Unpublish: 5 ok" in one for one in person.toasts))
        for key in keys:
            texts = (await stored(person, f"/api/camomilla/articles/{key}/"))["translations"]
            assert texts["en"]["published_at"] is None


async def test_a_declared_action_replaces_the_built_in_step_of_its_id(
    cms: CmsProcess, tmp_path: Path
) -> None:
    own = 'actions = [{ label = "Publish", request = { path = "/own/{id}/" } }]\n'
    words = FILE.replace('model = "article"\n', f'model = "article"\n{own}')
    async with starter(cms, tmp_path, words)(start="/articles") as person:
        await person.sees("1-20 of 30")
        await person.press("space", "x")
        await person.sees("Unpublish")
        menu = person.app.screen
        assert isinstance(menu, ChoiceMenu)
        assert [one.text for one in menu.entries].count("Publish") == 1


async def test_what_may_not_be_done_with_a_record_names_the_right(console: Starter) -> None:
    async with console(user="editor", start="/products/3", size=(120, 40)) as person:
        await opened(person, "Name")
        await person.sees("needs permission `delete_product`")
    async with console(user="viewer", start="/products/3", size=(120, 40)) as person:
        await opened(person, "Name")
        await person.sees("change_product")


async def test_a_viewer_carries_no_row(console: Starter) -> None:
    async with console(user="viewer", start="/products") as person:
        await person.sees("Paper thing 00")
        await person.press("m", "down", "enter")
        assert (await stored(person, f"{PRODUCTS}/1/"))["position"] == 0
        assert "Order saved." not in person.toasts


@pytest.mark.parametrize("user", ["admin", "editor"])
async def test_a_conflict_is_shown_before_anything_is_written(
    console: Starter, fresh_cms: CmsProcess, user: str
) -> None:
    async with console(user=user, start="/products/3", size=(120, 40)) as person:
        await opened(person, "Price")
        await writes(person, "price", "7.00")
        fresh_cms.change("shop.product", 3, price="8.00")
        await person.press("f2")
        await person.sees("8.00", "7.00")
        assert (await stored(person, f"{PRODUCTS}/3/"))["price"] == "8.00"
        await person.press("m", "y")
        await person.told_of("Saved.")
        assert (await stored(person, f"{PRODUCTS}/3/"))["price"] == "7.00"


async def test_the_raw_view_and_copies_of_a_row_hold_no_secret(
    console: Starter, fresh_cms: CmsProcess
) -> None:
    fresh_cms.change("shop.product", 1, attributes={"color": "red", "api_key": "k-123"})
    async with console(start="/products") as person:
        await person.sees("Paper thing 00")
        await person.press("Y")
        await person.sees("Raw JSON")
        assert "k-123" not in person.text()
        await person.press("y")
        assert "k-123" not in person.app.clipboard and "Paper thing 00" in person.app.clipboard
    async with console(start="/products/1") as person:
        await opened(person, "Name")
        await person.press("y", "j")
        await person.until(lambda: '"color": "red"' in person.app.clipboard)
        assert "k-123" not in person.app.clipboard
