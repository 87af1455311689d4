"""The way to every page that may be opened."""

from __future__ import annotations

from pathlib import Path

from svc_tui import Slots, Svc, SvcSidebar, SvcSidebarList, SvcSidebarListItem, SvcSidebarProfile
from svc_tui.routing.sidebar import MenuNode
from tests.widgets.shell.widget_alone import LOGOUT, page, showing

ROUTES = (
    page("home", icon="⌂"),
    page("articles", icon="▤", parent="content"),
    page("pages", parent="content"),
    page("secret", middleware=("permissions",), permissions=("launch",)),
    page("about", sidebar_footer=True),
)


def pages(svc: Svc) -> SvcSidebarList:
    return SvcSidebarList(svc=svc)


async def test_pages_stand_under_their_headings_and_closed_ones_are_not_there(
    tmp_path: Path,
) -> None:
    async with showing(pages, tmp_path, routes=ROUTES, size=(24, 12)) as world:
        await world.sees("⌂ Home", "CONTENT", "▤ Articles", "Pages")
        assert "Secret" not in world.text and "About" not in world.text


async def test_the_footer_list_shows_footer_pages_alone(tmp_path: Path) -> None:
    def footer(svc: Svc) -> SvcSidebarList:
        return SvcSidebarList(footer=True, svc=svc)

    async with showing(footer, tmp_path, routes=ROUTES) as world:
        await world.sees("About")
        assert "Home" not in world.text


async def test_the_mini_list_shows_icons_alone(tmp_path: Path) -> None:
    def mini(svc: Svc) -> SvcSidebarList:
        return SvcSidebarList(mini=True, svc=svc)

    async with showing(mini, tmp_path, routes=ROUTES) as world:
        await world.sees("⌂", "▤")
        assert "Home" not in world.text

        world.host.query_one(SvcSidebarList).mini = False
        await world.sees("Home")


async def test_arrows_move_and_enter_opens(tmp_path: Path) -> None:
    async with showing(pages, tmp_path, routes=ROUTES) as world:
        await world.sees("Articles")
        world.host.query_one(SvcSidebarList).focus()

        await world.press("down", "down", "up", "enter")

        await world.until(lambda: str(world.svc.router.state.location) == "/articles")
        await world.until(lambda: world.host.query(".-here"))
        assert world.host.query_one(".-here", SvcSidebarListItem).node.label == "Articles"


async def test_the_entry_that_enter_opens_is_marked_while_the_sidebar_has_the_focus(
    tmp_path: Path,
) -> None:
    async with showing(pages, tmp_path, routes=ROUTES) as world:
        await world.sees("Articles")

        def marked() -> list[str]:
            return [
                item.node.label for item in world.host.query(SvcSidebarListItem).filter(".-cursor")
            ]

        world.host.query_one(SvcSidebarList).focus()
        await world.until(lambda: marked() == ["Home"])
        await world.press("down")
        await world.until(lambda: marked() == ["Articles"])
        world.host.screen.set_focus(None)
        await world.until(lambda: marked() == [])


async def test_a_click_opens_and_a_heading_does_not(tmp_path: Path) -> None:
    async with showing(pages, tmp_path, routes=ROUTES, size=(24, 12)) as world:
        await world.sees("Pages")
        items = {item.node.label: item for item in world.host.query(SvcSidebarListItem)}

        await world.pilot.click(items["Content"])
        assert str(world.svc.router.state.location) == "/"
        await world.pilot.click(items["Pages"])

        await world.until(lambda: str(world.svc.router.state.location) == "/pages")


async def test_an_item_shows_what_its_node_says(tmp_path: Path) -> None:
    node = MenuNode("[b]Articles[/]", "▤", "/articles")

    async with showing(lambda svc: SvcSidebarListItem(node, number=3), tmp_path) as world:
        await world.sees("▤ [b]Articles[/]", "3")


async def test_the_slots_of_the_sidebar_are_filled(tmp_path: Path) -> None:
    slots = Slots(
        {
            name: lambda name=name: f"<{name}>"
            for name in ("logo", "nav-top", "nav-bottom", "footer")
        }
    )

    def sidebar(svc: Svc) -> SvcSidebar:
        return SvcSidebar(slots=slots, svc=svc)

    async with showing(sidebar, tmp_path, routes=ROUTES) as world:
        await world.sees("<logo>", "<nav-top>", "<nav-bottom>", "<footer>", "Home", "About")


async def test_the_sidebar_follows_what_the_operator_likes(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcSidebar(svc=svc), tmp_path, size=(120, 30)) as world:
        sidebar = world.host.query_one(SvcSidebar)
        world.svc.preferences.remember(sidebar_mini=True)
        await world.until(lambda: sidebar.has_class("-mini"))
        world.svc.preferences.remember(sidebar_shown=False)
        await world.until(lambda: not sidebar.display)


async def test_the_profile_shows_who_is_signed_in_and_signs_out(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcSidebarProfile(svc=svc), tmp_path) as world:
        await world.sees(" E ", "editor")

        await world.pilot.click("SvcLogoutButton")

        await world.until(lambda: not world.svc.auth.is_authenticated)
        assert world.backend.calls == [f"POST {LOGOUT}"]
        await world.until(lambda: not world.host.query_one(SvcSidebarProfile).display)


async def test_the_mini_profile_is_the_avatar_alone(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcSidebarProfile(mini=True, svc=svc), tmp_path) as world:
        await world.sees(" E")
        assert "editor" not in world.text
