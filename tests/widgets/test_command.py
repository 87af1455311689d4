"""Commands: one value makes the binding, the dim key, its reason and the line of the help."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding

from svc_tui.cms import SvcMenuManager
from svc_tui.widgets.command import Blocked, Command, CommandHost, bindings_of
from svc_tui.widgets.listing.listing import SvcList
from svc_tui.widgets.listing.table import SvcListTable
from svc_tui.widgets.shell.disabled_keys import disabled_key_reason
from svc_tui.widgets.shell.help import area_of


class Bell:
    """A feature that rings while it is wound up."""

    GROUP = "Bells"
    COMMANDS = (
        Command("bell.ring", "r", "Ring", lambda bell: bell.ring(), lambda bell: bell.unwound()),
        Command("bell.wind", "w", "Wind", lambda bell: bell.wind(), help="Wind the bell up"),
        Command(
            "bell.melt",
            "m",
            "Melt",
            lambda bell: bell.ring(),
            lambda bell: Blocked("Bells are not melted here.", hidden=True),
        ),
    )

    def __init__(self) -> None:
        self.wound = False
        self.rung = 0

    def unwound(self) -> Blocked | None:
        return None if self.wound else Blocked("Press w to wind the bell up first.")

    def ring(self) -> None:
        self.rung += 1

    async def wind(self) -> None:
        self.wound = True


class Tower(CommandHost, can_focus=True):
    BINDINGS = bindings_of(Bell)

    def __init__(self) -> None:
        super().__init__()
        self.bell = Bell()

    def controllers(self):
        return (self.bell,)


class Town(App[None]):
    def compose(self) -> ComposeResult:
        yield Tower()


async def test_a_key_runs_its_command_only_while_it_can_be_done():
    async with Town().run_test() as pilot:
        tower = pilot.app.query_one(Tower)
        tower.focus()
        await pilot.press("r", "m")
        assert tower.bell.rung == 0
        await pilot.press("w", "r")
        assert tower.bell.rung == 1


async def test_a_blocked_key_says_why_and_what_to_do():
    async with Town().run_test() as pilot:
        tower = pilot.app.query_one(Tower)
        tower.focus()
        await pilot.pause()
        assert disabled_key_reason(pilot.app.screen, "r") == "Press w to wind the bell up first."
        assert disabled_key_reason(pilot.app.screen, "m") == "Bells are not melted here."
        await pilot.press("w")
        tower.refresh_bindings()
        await pilot.pause()
        assert disabled_key_reason(pilot.app.screen, "r") is None


async def test_the_help_has_them_under_the_heading_of_their_feature():
    async with Town().run_test() as pilot:
        pilot.app.query_one(Tower).focus()
        await pilot.pause()
        areas = {one.binding.id: area_of(one) for one in pilot.app.screen.active_bindings.values()}
        assert areas["bell.wind"] == "Bells"
        assert "bell.melt" not in areas


@pytest.mark.parametrize("host", [SvcListTable("/rows"), SvcList("/rows"), SvcMenuManager()])
def test_each_key_of_a_list_has_a_controller_that_runs_it(host: CommandHost):
    keys = {one.id for one in Binding.make_bindings(host.BINDINGS) if "command(" in one.action}
    run = {command.id for command, _ in host.commands()}
    assert keys and keys == run
