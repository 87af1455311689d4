"""The layouts, and what they put around a page: topbar, sidebar, footer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from textual.binding import Binding
from textual.widgets import Input, Static

from svc_tui import Slots, Svc, SvcDefaultLayout, SvcEmptyLayout, SvcFooter, SvcTopbar
from svc_tui.api.errors import ApiError
from svc_tui.api.fetch import RequestLogEntry
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.shell.light import backend_light
from tests.fakes import waits_for
from tests.widgets.shell.widget_alone import ME, page, showing

EVERY_SLOT = (
    "default",
    "sidebar:logo",
    "sidebar:nav-top",
    "sidebar:nav-bottom",
    "sidebar:footer",
    "topbar:left",
    "topbar",
    "topbar:right",
)


def filled(*names: str) -> Slots:
    """Each slot with its own name in it."""
    return Slots({name: lambda name=name: Static(f"<{name}>", markup=False) for name in names})


async def test_the_default_layout_forwards_every_slot(tmp_path: Path) -> None:
    def layout(svc: Svc) -> SvcDefaultLayout:
        return SvcDefaultLayout(Static("the page"), slots=filled(*EVERY_SLOT), svc=svc)

    async with showing(layout, tmp_path, size=(140, 30)) as world:
        await world.until(lambda: world.host.query("SvcTopbar Static"))
        shown = {str(part.content) for part in world.host.query(Static)}
        assert {f"<{name}>" for name in EVERY_SLOT} <= shown
        assert "the page" not in shown


async def test_the_default_layout_stands_around_its_page(tmp_path: Path) -> None:
    def layout(svc: Svc) -> SvcDefaultLayout:
        return SvcDefaultLayout(Static("the page"), svc=svc)

    async with showing(layout, tmp_path, routes=(page("articles"),), size=(120, 30)) as world:
        await world.sees("the page", "Articles", "svc-tui", "editor@cms.test")
        world.svc.snack.show("Saved")
        await world.sees("i Saved")


async def test_the_empty_layout_has_no_chrome_and_can_tell_all_the_same(tmp_path: Path) -> None:
    def layout(svc: Svc) -> SvcEmptyLayout:
        return SvcEmptyLayout(Static("the page"), svc=svc)

    async with showing(layout, tmp_path, routes=(page("articles"),)) as world:
        await world.sees("the page")
        assert "Articles" not in world.text
        world.svc.snack.show("Saved")
        await world.sees("i Saved")


async def test_the_topbar_shows_place_user_and_waiting(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcTopbar(svc=svc), tmp_path, routes=(page("a"),)) as world:
        await world.svc.router.push("/a?x=1")
        await world.sees(" A ", "editor@cms.test", " ms ")
        world.svc.router.name_page("Harbour")
        await world.sees(" A › Harbour ")
        answer = asyncio.Event()
        world.backend.on("GET", "/slow/", waits_for(answer))

        asking = asyncio.ensure_future(world.svc.fetch("GET", "/slow/"))
        await world.sees(" … ")
        await world.host.mount(SvcTopbar(svc=world.svc))
        await world.until(lambda: world.text.count(" … ") == 2)
        answer.set()
        await asking

        await world.until(lambda: " … " not in world.text)


async def test_the_topbar_draws_no_text_again_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with showing(lambda svc: SvcTopbar(svc=svc), tmp_path, routes=(page("a"),)) as world:
        await world.svc.router.push("/a?x=1")
        await world.sees(" A ", " ms ")
        drawn: list[str] = []
        update = Static.update

        def noted(self: Static, content: object, **how: bool) -> None:
            drawn.append(str(content).strip())
            update(self, content, **how)  # type: ignore[arg-type]

        monkeypatch.setattr(Static, "update", noted)
        await world.svc.router.push("/a?x=1")
        await world.svc.router.push("/a?x=2")
        await world.svc.fetch("GET", ME)
        world.svc.router.name_page("Harbour")
        await world.sees("A › Harbour")
        # The light goes along, where it has another number of milliseconds by now.
        lights = [one for one in drawn if one == "…" or one.endswith(" ms")]
        assert [one for one in drawn if one not in lights] == ["A › Harbour"]


async def test_the_light_of_the_topbar_tells_a_backend_that_gives_no_answer(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcTopbar(svc=svc), tmp_path, routes=(page("a"),)) as world:
        await world.sees("● ")

        def refused(request: httpx.Request) -> httpx.Response:
            raise httpx.ConnectError("refused", request=request)

        world.backend.on("GET", "/gone/", refused)
        with pytest.raises(ApiError):
            await world.svc.fetch("GET", "/gone/")
        await world.sees("● no reply")


async def test_a_request_without_an_answer_counts_whatever_held_it_up(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcTopbar(svc=svc), tmp_path, routes=(page("a"),)) as world:
        await world.sees("● ")
        late = RequestLogEntry("GET", "/late/", 200, 5000, held_up=True)
        lost = RequestLogEntry("GET", "/gone/", None, 200, held_up=True)
        world.svc.fetch.history.append(late)
        assert backend_light(world.svc)[0] == "quick"
        world.svc.fetch.history.extend([lost, late])
        assert backend_light(world.svc) == ("down", "● no reply")


async def test_the_slots_of_the_topbar_take_the_place_of_its_parts(tmp_path: Path) -> None:
    def topbar(svc: Svc) -> SvcTopbar:
        return SvcTopbar(slots=Slots({"left": lambda: "<l>", "right": lambda: "<r>"}), svc=svc)

    async with showing(topbar, tmp_path) as world:
        await world.sees("<l>", "<r>")
        assert "editor" not in world.text


class ManyKeys(Static, can_focus=True):
    """Has more keys than a footer has room for."""

    BINDINGS = [
        Binding(key, f"do('{key}')", f"Word {key}", id=f"many.{key}") for key in "abcdefghi"
    ]

    def action_do(self, key: str) -> None:
        """Nothing."""


async def test_the_footer_shows_at_most_seven_hints(tmp_path: Path) -> None:
    def parts(svc: Svc) -> list[object]:
        return [ManyKeys("x"), SvcFooter(svc=svc)]

    async with showing(parts, tmp_path, size=(200, 10)) as world:  # type: ignore[arg-type]
        world.host.query_one(ManyKeys).focus()
        await world.sees("Word a")
        assert world.text.count("Word ") <= 7


async def test_the_footer_says_that_letters_are_text(tmp_path: Path) -> None:
    def parts(svc: Svc) -> list[object]:
        return [Input(), ManyKeys("x"), SvcFooter(svc=svc)]

    async with showing(parts, tmp_path) as world:  # type: ignore[arg-type]
        world.host.query_one(Input).focus()
        await world.sees("Typing")
        world.host.query_one(ManyKeys).focus()
        await world.until(lambda: "Typing" not in world.text)


class Asks(SvcModal):
    """A dialog with a key of its own."""

    BINDINGS = [Binding("o", "other", "Other", id="asks.other")]

    def action_other(self) -> None:
        """Nothing."""


async def test_the_footer_shows_the_keys_of_the_dialog_over_the_page(tmp_path: Path) -> None:
    def parts(svc: Svc) -> list[object]:
        return [ManyKeys("x"), SvcFooter(svc=svc)]

    async with showing(parts, tmp_path) as world:  # type: ignore[arg-type]
        world.host.query_one(ManyKeys).focus()
        await world.sees("Word a")

        world.host.push_screen(Asks())
        await world.until(lambda: "Other" in world.text and "Word" not in world.text)

        await world.press("escape")
        await world.until(lambda: "Word a" in world.text and "Other" not in world.text)
