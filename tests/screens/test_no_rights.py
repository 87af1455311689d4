"""Somebody without any right: told who they are, what would open a page, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from svc_tui.models.records import UserProfile
from svc_tui.routing.middleware import Block
from svc_tui.screens.home import nothing_to_open
from tests.backends.cms import CmsProcess
from tests.screens.cms_consoles import starter

BARE = '[svc]\ndialect = "camomilla"\n'


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_the_first_page_says_that_there_is_nothing_to_open_and_why(
    console: Any, size: tuple[int, int]
) -> None:
    async with console(user="nobody", size=size) as person:
        await person.sees(
            "Signed in as nobody, with no permissions: there is nothing to open.",
            "Articles: view_article",
            "Media: view_media",
            "Ask an administrator",
        )
        await person.sees_no("Your last changes")


async def test_collections_of_the_cms_that_nobody_declared_ask_for_their_rights_too(
    cms: CmsProcess, tmp_path: Path
) -> None:
    async with starter(cms, tmp_path, BARE)(user="nobody") as person:
        await person.sees(
            "Signed in as nobody, with no permissions: there is nothing to open.",
            "Product: view_product",
        )
        await person.goes_to("/users")
        await person.sees("view_user")
        await person.sees_no("admin@example.test")


async def test_a_viewer_of_the_cms_finds_what_the_rights_open(
    cms: CmsProcess, tmp_path: Path
) -> None:
    async with starter(cms, tmp_path, BARE)(user="viewer", size=(120, 40)) as person:
        await person.sees("Product", "Articles", "Menus")
        await person.sees_no("Users")


def test_many_pages_are_not_all_named_and_other_rights_are_no_rights() -> None:
    user = UserProfile(id=1, username="eve", groups=("guests",), permissions=frozenset({"x"}))
    refused = {f"Page {n}": Block("It is closed.", (f"view_p{n}",)) for n in range(12)}

    assert "and 1 more page\n" in nothing_to_open(user, dict([*refused.items()][:9]))
    said = nothing_to_open(user, refused)
    assert said.startswith("Signed in as eve (guests), with no permission for any page")
    assert "  Page 7: view_p7\n  and 4 more pages\n" in said and "view_p8" not in said
