"""A list and a record beside those of another profile: shown, copied, planned."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

from svc_tui.app.app import SvcApp
from svc_tui.cli.console import prepare
from svc_tui.cli.loading import load
from tests.backends.demo import DemoProcess
from tests.console import Person, person_at
from tests.screens.test_media_actions import signed_in

FILE = """
[profiles.live]
base_url = "{live}"
user = "admin"

[profiles.staging]
base_url = "{staging}"
user = "admin"

[[resources]]
name = "tags"
endpoint = "/api/tags"
model = "tag"
columns = ["name", "slug"]
fields = [{{ key = "name" }}, {{ key = "slug" }}]
"""


def tag(demo: DemoProcess, id: int) -> dict[str, Any]:
    with signed_in(demo) as client:
        found: dict[str, Any] = client.get(f"/api/tags/{id}/").json()
        return found


def slugs(demo: DemoProcess) -> set[str]:
    with signed_in(demo) as client:
        return {one["slug"] for one in client.get("/api/tags/?page_size=200").json()["results"]}


async def line(person: Person, words: str) -> None:
    await person.settles()
    await person.press("colon")
    await person.type(f"{words}\n")


async def test_what_differs_is_shown_copied_and_planned(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    with DemoProcess(tmp_path / "staging", rows=10) as staging:
        with signed_in(staging) as client:
            for id, name in ((1, "One"), (2, "Two")):
                client.patch(f"/api/tags/{id}/", json={"name": name}).raise_for_status()
        file = tmp_path / "svc.toml"
        file.write_text(FILE.format(live=fresh_demo.url, staging=staging.url), "utf-8")
        prepare()
        state = tmp_path / "state"
        wishes = {"profile": "live"}
        app = SvcApp(
            load=partial(load, file, wishes, password="admin", environ={}, state=state),
            start="/tags",
        )
        before = tag(fresh_demo, 1), tag(fresh_demo, 2)
        async with person_at(app, (80, 24)) as person:
            await person.sees("Tags", before[0]["name"])
            await line(person, "diff staging id")
            await person.told_of("You are not signed in to")
            await line(person, "profile staging")
            await person.sees("Password")
            await person.type("admin\n")
            await person.sees("staging")
            await line(person, "profile live")
            await person.sees("Tags", before[0]["name"])

            await line(person, "diff staging id")
            await person.sees("here ← staging", "2 differences", f"{before[0]['name']} │ One")
            assert app.svc is not None
            told = [one for one in app.svc.snack.history if "Comparing with" in one.message]
            assert {one.duration for one in told} == {0}  # It stays as long as that takes.
            assert not {*told} & {*app.svc.snack.state.toasts}
            await person.press("down", "enter")
            await person.sees("Copy to here 1 row?", "→ One")
            await person.press("enter")
            await person.sees("here ← staging", "1 difference")
            assert tag(fresh_demo, 1)["name"] == "One"
            assert tag(fresh_demo, 2)["name"] == before[1]["name"]

            await person.press("P")
            await person.sees("Write a plan")
            await person.press("ctrl+u")
            await person.type(f"{tmp_path}/change.yaml\n")
            await person.until(
                lambda: any("Plan for 1 record written" in one for one in person.toasts)
            )
            await person.sees("here ← staging")
            await person.press("greater_than_sign")
            await person.sees("here → staging")
            await person.press("escape")

            with signed_in(staging) as client:
                for slug in ("new-one", "new-two"):
                    client.post("/api/tags/", json={"name": slug.title(), "slug": slug})
            await line(person, "diff staging id")
            await person.sees("only in staging")
            await person.press("end", "enter")
            await person.until(
                lambda: any("would get a different id" in one for one in person.toasts)
            )
            await person.press("escape")
            await line(person, "diff staging slug")
            await person.sees("New-One", "only in staging · Enter creates it")
            await person.press("greater_than_sign")
            await person.sees("here → staging")
            await person.press("end", "enter")
            await person.until(lambda: any("Press > to copy" in one for one in person.toasts))
            await person.press("greater_than_sign", "A")
            await person.sees("Copy to here 3 rows?", "New: New-Two", "Slug: → new-two")
            await person.press("enter")
            await person.until(lambda: any("No differences from" in one for one in person.toasts))
            assert slugs(fresh_demo) >= {"new-one", "new-two"}
            assert tag(fresh_demo, 2)["name"] == "Two"
            await person.settles()
            await person.press("u")
            await person.sees("Undo “Copy to here”")
            await person.press("y")
            await person.until(lambda: any("3 ok" in one for one in person.toasts[-1:]))
            assert not slugs(fresh_demo) & {"new-one", "new-two"}
            assert tag(fresh_demo, 2)["name"] == before[1]["name"]

            await person.goes_to("/tags/2")
            await person.sees("Save and close")
            await line(person, "diff staging id")
            await person.sees("here ← staging", f"{before[1]['name']} │ Two")
            await person.press("escape")
        text = (tmp_path / "change.yaml").read_text()
        assert f"base_url: {fresh_demo.url}" in text and "name: Two" in text
        told = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "svc_tui", "apply", str(tmp_path / "change.yaml"),
             "--config", str(file), "--profile", "live", "--yes"],
            capture_output=True, text=True, check=False,
            env={**os.environ, "SVC_TUI_STATE_DIR": str(state)},
        )  # fmt: skip
        assert told.returncode == 0, told.stderr
        assert tag(fresh_demo, 2)["name"] == "Two"
        wrong = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "svc_tui", "apply", str(tmp_path / "change.yaml"),
             "--config", str(file), "--profile", "staging", "--yes"],
            capture_output=True, text=True, check=False,
            env={**os.environ, "SVC_TUI_STATE_DIR": str(state)},
        )  # fmt: skip
        assert wrong.returncode == 3 and "This plan was made for" in wrong.stderr
