"""The sign-in form says what went wrong where it went wrong."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Button, Input

from svc_tui import Slots, SvcLogin
from tests.fakes import cookie_answer, json_answer, refuses, waits_for
from tests.widgets.shell.widget_alone import LOGIN, World, showing


def value(world: World, name: str) -> str:
    return world.host.query_one(f"#{name}", Input).value


async def fill(world: World, name: str = "editor", password: str = "pw") -> None:
    """Type both and send."""
    world.host.query_one("#username", Input).value = name
    world.host.query_one("#password", Input).value = password
    world.host.query_one("#password", Input).focus()
    await world.press("enter")


async def test_signing_in_says_who_it_is(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        await fill(world)

        await world.until(
            lambda: [said for said in world.host.heard if isinstance(said, SvcLogin.SignedIn)]
        )
        assert world.svc.auth.is_authenticated


async def test_a_key_typed_while_the_console_boots_is_not_sent(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        booted = asyncio.Event()
        vars(world.host)["booted"] = booted
        await fill(world, "editor", "secret")
        await world.press("3")
        booted.set()

        await world.until(lambda: world.svc.auth.is_authenticated)
        (sent,) = [one for one in world.backend.requests if one.url.path == LOGIN]
        assert b"secret" in sent.content and b"secret3" not in sent.content


async def test_enter_in_the_name_goes_on_to_the_password(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        await world.press("e", "enter", "p")

        assert (value(world, "username"), value(world, "password")) == ("e", "p")
        assert world.backend.requests == []


async def test_a_known_name_is_proposed(tmp_path: Path) -> None:
    def make(svc: object) -> SvcLogin:
        return SvcLogin(svc=svc, user="editor", title="Newsroom", place="https://cms.test")

    async with showing(make, tmp_path, user=None) as world:
        await world.sees("Newsroom", "https://cms.test", "editor")
        assert world.host.focused is world.host.query_one("#password")


async def test_field_errors_stand_under_their_inputs(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        errors = {"username": ["Unknown."], "password": ["Too short."], "detail": "Wrong."}
        world.backend.on("POST", LOGIN, json_answer(errors, 400))

        await fill(world)
        await world.sees("Unknown.", "Too short.", "● ")

        rows = world.text.splitlines()
        at = {
            word: next(n for n, row in enumerate(rows) if word in row)
            for word in ("Username", "Unknown.", "Password", "Too short.")
        }
        assert sorted(at, key=lambda word: at[word]) == [*at]


async def test_errors_of_other_fields_name_them(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        missing = [
            {"loc": ["body", "email"], "msg": "Field required", "type": "missing"},
            {"loc": ["body", "device"], "msg": "Field required", "type": "missing"},
        ]
        world.backend.on("POST", LOGIN, json_answer({"detail": missing}, 422))

        await fill(world)

        await world.sees("Sign-in failed: email: Field required.", "device: Field")


async def test_a_wrong_password_keeps_the_name_and_not_the_password(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        world.backend.on("POST", LOGIN, json_answer({"detail": "Not these."}, 401))

        await fill(world)
        await world.sees("Not these.")

        assert (value(world, "username"), value(world, "password")) == ("editor", "")
        assert world.host.focused is world.host.query_one("#password")


async def test_a_dead_network_is_not_called_a_wrong_password(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        world.backend.on("POST", LOGIN, refuses())

        await fill(world)
        await world.sees("cms.test")

        assert "credential" not in world.text and "wrong" not in world.text.casefold()
        assert value(world, "password") == "pw"


async def test_enter_twice_sends_once(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        answer = asyncio.Event()
        world.backend.on("POST", LOGIN, waits_for(answer, cookie_answer({}, "__svc_session=x")))

        await fill(world)
        await world.press("enter", "enter")
        world.host.query_one("#sign-in", Button).press()
        await world.sees("Signing in…")
        answer.set()
        await world.until(lambda: world.svc.auth.is_authenticated)

        assert world.backend.calls.count(f"POST {LOGIN}") == 1


async def test_an_old_error_goes_when_one_tries_again(tmp_path: Path) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        world.backend.on(
            "POST", LOGIN, json_answer({"detail": "Not these."}, 401), cookie_answer({}, "a=b")
        )
        await fill(world)
        await world.sees("Not these.")

        await fill(world)
        await world.until(lambda: world.svc.auth.is_authenticated)

        assert "Not these." not in world.text


async def test_its_slots_are_filled(tmp_path: Path) -> None:
    slots = Slots(
        {"brand": lambda: "[b]Our brand", "panel": lambda: "a hint", "footer": lambda: "©"}
    )

    async with showing(lambda svc: SvcLogin(svc=svc, slots=slots), tmp_path, user=None) as world:
        await world.sees("[b]Our brand", "a hint", "©")


@pytest.mark.parametrize("key", ["detail", "message", "error"])
async def test_a_sentence_about_the_whole_stands_without_the_key_it_came_under(
    tmp_path: Path, key: str
) -> None:
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        world.backend.on("POST", LOGIN, json_answer({key: "Wrong user or password"}, 400))

        await fill(world)
        await world.sees("Wrong user or password")

        assert f"{key}:" not in world.text


@pytest.mark.parametrize("where", ["username", "detail"])
async def test_a_very_long_error_leaves_the_button_and_is_read_by_keys(
    where: str, tmp_path: Path
) -> None:
    words = " ".join([*(f"reason{number}" for number in range(300)), "The end."])
    async with showing(lambda svc: SvcLogin(svc=svc), tmp_path, user=None) as world:
        world.backend.on("POST", LOGIN, json_answer({where: [words]}, 400))

        await fill(world)
        await world.sees("reason0", "Sign in")

        world.host.query_one("#password").focus()
        back = "shift+tab" if where == "username" else "tab"
        await world.press(back)
        await world.press("end")
        await world.sees("The end.", "Sign in")
