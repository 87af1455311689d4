"""The server with envelopes and addresses, by the console file of the document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from svc_tui import Svc
from svc_tui.api.errors import NotFound, ValidationFailed
from svc_tui.app.app import SvcApp
from svc_tui.cli.loading import load
from svc_tui.config.load import load_console
from tests.backends.orders import OrdersProcess
from tests.code_blocks import ROOT
from tests.console import person_at
from tests.wires.rows import Walker, edit

PAGE = ROOT / "docs" / "servers.md"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """The console file of the document, with the address of a server that runs."""
    text = PAGE.read_text("utf-8").partition("## A server with envelopes")[2]
    [toml] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    with OrdersProcess() as server:
        place = tmp_path / "svc.toml"
        place.write_text(toml.replace("http://127.0.0.1:8000", server.url), "utf-8")
        yield place


async def test_a_person_gets_from_the_file_to_a_saved_edit(file: Path, tmp_path: Path) -> None:
    app = SvcApp(load=partial(load, file, {}, environ={}, state=tmp_path / "state"), start="/")
    async with person_at(app, (100, 30)) as person:
        by = Walker(person)
        await person.sees("Password")
        await by.type("ada\nada\n")
        await person.sees("· Orders")
        await person.settles()
        await by.type("2")
        await person.sees("Order 02", "2023-11-17", "45")
        await person.settles()
        await by.press("enter")
        await person.until(lambda: person.location == "/orders/A-01")
        await person.sees("Order 01")
        await person.settles()
        await edit(by, "Order 01")
        await by.press("f2")
        await person.told_of("Saved.")

    row = f"addresses](#a-server-with-envelopes-and-addresses) | `svc-tui` | {by.keys} |"
    assert row in PAGE.read_text("utf-8")


async def test_records_are_made_refused_changed_and_deleted(file: Path, tmp_path: Path) -> None:
    console = load_console(file, {}, environ={})
    async with Svc(options=console.options, state_dir=tmp_path) as svc:
        await svc.auth.login("ada", "ada")
        orders = svc.crud("/orders")
        made = await orders.create({"title": "Made", "placed": 1_700_006_400_000, "paid": False})
        whole = {**made, "title": "Changed"}
        with pytest.raises(ValidationFailed) as refused:
            await orders.update("A-46", {**whole, "title": "x"})
        changed = await orders.update("A-46", whole)
        await orders.delete("A-46")
        with pytest.raises(NotFound):
            await orders.detail("A-46")

    assert made["link"].endswith("/orders/A-46")
    assert refused.value.errors == {"title": ["Three letters or more."]}
    assert changed["title"] == "Changed"
