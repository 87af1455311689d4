"""Enter in a field of a dialog goes on or does the thing; it never presses Cancel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.color import Color
from textual.widgets import Button, Input

from svc_tui import ActionContext, ActionDescriptor, FieldDescriptor, Resource
from svc_tui.testing import FakeBackend, sign_in, until, until_idle
from svc_tui.widgets.media.drop_area import PathInput
from svc_tui.widgets.media.folder_dialog import SvcMediaFolderDialog
from svc_tui.widgets.media.replace_dialog import ReplaceDialog
from svc_tui.widgets.media.upload_dialog import UploadDialog
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.books import console as books_console
from tests.screens.test_media import point_at, uploads
from tests.screens.test_media_actions import signed_in
from tests.screens.test_media_upload import pictures


async def asked_about(person: Person, path: Path) -> UploadDialog:
    """Press U, type the path, and wait for the question."""
    await person.sees("▸ Photos")
    await person.press("U")
    await person.until(lambda: isinstance(person.app.focused, PathInput))
    await person.type(str(path))
    await person.press("enter")
    await person.sees(f"Upload file {path.name}")
    assert isinstance(person.app.screen, UploadDialog)
    return person.app.screen


async def test_enter_on_the_last_text_uploads_with_all_that_was_typed(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    (cat,) = pictures(tmp_path, "cat.png")
    async with console(start="/media") as person:
        dialog = await asked_about(person, cat)
        await person.press("tab", "tab")
        await person.until(lambda: person.app.focused is dialog.query_one("Input.alt_text", Input))
        await person.type("a cat")
        await person.press("enter")
        assert person.app.focused is dialog.query_one("Input.description", Input)
        await person.type("in the sun")
        await person.press("enter", "enter")
        await person.until(lambda: "1 file uploaded to Media." in person.toasts)
        (sent,) = uploads(person).state.uploads
        assert sent.media is not None
        with signed_in(fresh_demo) as client:
            stored = client.get(f"/api/media/{sent.media.id}/").json()
        assert (stored["alt_text"], stored["description"]) == ("a cat", "in the sun")


async def test_esc_leaves_a_text_then_asks_before_it_drops_what_was_typed(
    console: Any, tmp_path: Path
) -> None:
    pictures(tmp_path, "cat.png", "dog.png")
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("U")
        await person.until(lambda: isinstance(person.app.focused, PathInput))
        await person.type(f"{tmp_path}/*.png")
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, UploadDialog))
        await person.sees("Text in English of cat.png (1 of 2)", "Upload (Enter)")
        dialog = person.app.screen
        await person.sees_no("Ctrl+F browses")
        assert "Enter Upload" not in person.text()  # The button says it.
        await person.press("tab", "tab", "tab", "tab")
        await person.sees("› Title", "dog.png (2 of 2)", "Upload (Ctrl+S)")
        await person.press("tab", "tab", "tab")
        await person.until(lambda: person.app.focused.id == "send")
        await person.sees("Upload (Enter)")
        await person.press("tab", "tab", "tab", "pageup")
        await person.sees("› Alt text", "PgDn next file", "Upload (Ctrl+S)")
        await person.type("a cat")
        await person.press("pagedown")
        await person.sees("dog.png (2 of 2)", "› dog.png", "PgUp previous file")
        await person.sees_no("PgDn next file")
        await person.press("pageup", "escape")
        await person.sees("a cat")
        assert person.app.screen is dialog
        await person.press("escape")
        await person.sees("Unsaved changes", "Alt text of cat.png")
        await person.press("escape")
        await person.until(lambda: person.app.screen is dialog)
        await person.press("escape")
        await person.sees("Unsaved changes")
        await person.press("x")
        await person.until(lambda: "Nothing was uploaded." in person.toasts)
        assert uploads(person).state.uploads == ()
        await person.sees("/*.png")
        line = person.app.screen.query_one(PathInput)
        assert person.app.focused is line
        assert line.value == f"{tmp_path}/*.png"


async def test_enter_behind_a_path_neither_replaces_a_file_nor_gives_up(
    console: Any, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    (cat,) = pictures(tmp_path, "cat.png")
    async with console(start="/media") as person:
        await point_at(person, "Quiet lake 15")
        await person.press("R")
        await person.until(lambda: isinstance(person.app.screen, ReplaceDialog))
        dialog = person.app.screen
        await person.until(lambda: isinstance(person.app.focused, PathInput))
        await person.type(str(cat))
        await person.press("enter")
        await person.sees("new  cat.png")
        await person.press("enter", "enter")
        assert person.app.screen is dialog
        await person.press("k")
        await person.until(lambda: "Replaced: Quiet lake 15" in person.toasts)


async def test_enter_behind_a_folders_name_makes_it(console: Any, fresh_demo: DemoProcess) -> None:
    async with console(start="/media") as person:
        await person.sees("▸ Photos")
        await person.press("N")
        await person.until(lambda: isinstance(person.app.screen, SvcMediaFolderDialog))
        await person.press("enter")
        await person.sees("Type a name.")
        assert not isinstance(person.app.focused, Button)
        await person.type("Summer")
        await person.press("enter")
        await person.sees("▸ Summer")


@pytest.mark.parametrize("keys", [["why"], ["why", "who"]])
async def test_enter_in_the_last_field_of_an_action_goes_on_to_its_question(
    backend: FakeBackend, tmp_path: Path, keys: list[str]
) -> None:
    met: list[Any] = []

    async def note(ctx: ActionContext) -> None:
        met.append(dict(ctx.inputs))

    inputs = [FieldDescriptor(key=key) for key in keys]
    actions = [ActionDescriptor(label="Zap", handler=note, inputs=inputs)]
    backend.add_collection("/api/books", [{"id": 1, "title": "Harbour"}])
    app = books_console(backend, tmp_path, "/books", actions=actions)
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await until_idle(pilot)
        await pilot.press("x", "enter")
        for key in keys:
            await until(pilot, key.title())
            await until(pilot, "Enter Continue" if key == keys[-1] else "Enter Next field")
            await pilot.press("a", "enter")
        await until(pilot, "Zap 1 row?")
        await pilot.press("y")
        await until(pilot, lambda: met == [dict.fromkeys(keys, "a")])


async def test_enter_in_the_only_field_of_quick_edit_saves(
    backend: FakeBackend, tmp_path: Path
) -> None:
    rows = [{"id": 1, "title": "Harbour"}]
    stored = backend.add_collection("/api/books", rows)
    books = Resource(
        name="books",
        endpoint="/api/books",
        columns=["title"],
        edit_fields=[FieldDescriptor(key="title")],
    )
    app = books_console(backend, tmp_path, "/books", resources=[books])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await until_idle(pilot)
        await pilot.press("i")
        await until(pilot, "Enter Save")
        await pilot.press("x", "enter")
        await until(pilot, lambda: stored.rows[0]["title"] == "Harbourx")


async def test_the_button_with_the_focus_alone_is_filled_and_underlined(
    console: Any,
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("space", "x", "enter")
        await person.sees("Publish 1 row?")
        buttons = [*person.app.screen.query(Button)]
        filled = Color.parse(person.app.theme_variables["primary"])
        assert [one.styles.background == filled for one in buttons] == [True, False]
        assert [one.has_focus for one in buttons] == [True, False]
        assert [one.styles.text_style.underline for one in buttons] == [True, None]
