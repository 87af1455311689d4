"""A console on the real CMS, as an administrator, an editor and a viewer use it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Button, Input

from svc_tui.stores.unavailable_reason import no_record_message
from svc_tui.widgets.choice_menu import ChoiceMenu
from svc_tui.widgets.record.publication import SvcPublication
from svc_tui.widgets.record.publication_lists import PublicationListDialog
from svc_tui.widgets.record.publication_options import PublicationDialog
from svc_tui.widgets.shell.profile_dialog import ProfileDialog
from tests.backends.cms import CmsProcess
from tests.console import Person
from tests.screens.cms_consoles import Starter, chooses, starter, stored
from tests.screens.test_record import opened, writes


@pytest.fixture
def console(cms: CmsProcess, tmp_path: Path) -> Starter:
    return starter(cms, tmp_path)


async def profile_of(person: Person) -> ProfileDialog:
    """The open dialog of one's own profile, with all its lines."""
    await person.sees("Repeat new password")
    assert isinstance(person.app.screen, ProfileDialog)
    return person.app.screen


async def test_articles_are_listed_and_a_search_that_breaks_is_explained(console: Any) -> None:
    async with console(start="/articles") as person:
        await person.sees("Harbour news 00", "1-20 of 30")
        await person.press("slash")
        await person.type("news 07")
        await person.press("enter")
        await person.sees("Harbour news 07", "The CMS can't search here")
        assert "Harbour news 06" not in person.text()


async def test_a_filter_that_the_cms_leaves_out_is_told_on_the_list(console: Any) -> None:
    async with console(start="/products?f_specs__certified=true") as person:
        await person.sees("Paper thing 00", "The CMS ignored the filter Specs Certified: rows")


async def test_a_row_is_carried_to_another_place(console: Any, fresh_cms: CmsProcess) -> None:
    async with console(start="/products") as person:
        await person.sees("Paper thing 00")
        await person.press("m", "down", "down", "enter")
        await person.until(lambda: "Order saved." in person.toasts)
        assert (await stored(person, "/api/models/product/1/"))["position"] == 2


async def test_a_text_is_saved_in_its_language(console: Any, fresh_cms: CmsProcess) -> None:
    async with console(start="/products/3?lang=it") as person:
        await opened(person, "Name")
        await writes(person, "name", "Cosa nuova")
        await person.press("f2")
        await person.told_of("Saved.")

        texts = (await stored(person, "/api/models/product/3/"))["translations"]
        assert (texts["it"]["name"], texts["en"]["name"]) == ("Cosa nuova", "Copper thing 02")


async def test_an_error_of_a_language_stands_at_its_field(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console(start="/articles/2?lang=it") as person:
        await opened(person, "Title")
        detail = person.app.page.detail  # type: ignore[union-attr]
        detail.store.edit("translations.it.title", "x" * 201)
        await person.press("f2")
        await person.sees("Ensure this field has no more than 200 characters", "1 error")


async def test_a_page_says_where_it_is_out_and_is_published_in_a_language(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console(start="/articles/2") as person:
        await opened(person, "en published · it not published")
        await person.press("x")
        await chooses(person, "Publish")
        await person.until(lambda: isinstance(person.app.screen, PublicationDialog))
        await person.press("space", "down", "space", "enter")
        await person.sees("en published · it published")
        assert "Publish: 1 ok. Press u to undo it." in person.toasts
        article = await stored(person, "/api/camomilla/articles/2/")
        assert article["translations"]["it"]["published_at"]
        await person.press("u")
        await person.sees("Undo", "(y)")
        await person.press("y")
        await person.sees("en published · it not published")


async def test_a_page_that_is_not_there_says_why_nothing_can_be_published(console: Any) -> None:
    async with console(start="/articles/99999") as person:
        await person.sees("This record was not found: it may have been")
        await person.press("x")
        await person.until(lambda: no_record_message("Actions", True) in person.toasts)


async def test_changes_are_kept_as_a_draft_and_the_page_stays(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console(start="/articles/2") as person:
        await opened(person, "en published")
        await writes(person, "title", "Better")
        await person.press("escape", "x")
        await chooses(person, "Save as draft")
        await person.sees("en published, draft pending")
        assert (await stored(person, "/api/camomilla/articles/2/"))["title"] == "Harbour news 01"
        await person.sees_no("changed (1)")


async def test_a_date_that_makes_no_sense_is_asked_for_again(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console(start="/articles/2") as person:
        await opened(person, "en published")
        await person.press("x")
        await chooses(person, "Schedule…")
        await person.until(lambda: isinstance(person.app.screen, PublicationDialog))
        typed = person.app.screen.query_one(Input)
        typed.value = "tomorrow"
        await person.press("ctrl+s")
        await person.sees("Use the format 2026-12-31 09:00.")
        typed.value = "2020-01-01 09:00"
        await person.press("ctrl+s")
        await person.sees("That is in the past")
        typed.value = "2199-01-01 09:00"
        await person.press("ctrl+s")
        await person.sees("public, and there is no draft")


async def test_addresses_are_shown_and_revisions_are_put_back(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console(start="/articles/2", size=(120, 30)) as person:
        await opened(person, "en published")
        await person.press("x")
        await chooses(person, "Address…")
        await person.until(lambda: isinstance(person.app.screen, PublicationListDialog))
        await person.sees("/harbour-news-01/", "/it/notizie-del-porto-01/", "preview for editors")
        await person.press("escape", "x")
        await chooses(person, "Revisions…")
        await person.told_of("This page has no revisions")


async def test_who_may_only_look_is_told_why_nothing_can_be_done(console: Any) -> None:
    async with console(user="viewer", start="/articles/2") as person:
        await opened(person, "en published")
        await person.press("x")
        await person.until(lambda: isinstance(person.app.screen, ChoiceMenu))
        await person.sees("Publish  needs permission `change", "Address…")
        await person.press("escape", "escape")


async def test_an_editor_without_the_right_to_delete_is_not_offered_it(console: Any) -> None:
    async with console(user="editor", start="/products") as person:
        await person.sees("Paper thing 00")
        await person.press("x")
        await person.until(lambda: isinstance(person.app.screen, ChoiceMenu))
        await person.sees("Delete  needs permission `delete")


async def test_a_new_page_has_no_life_yet(console: Any) -> None:
    async with console(start="/articles/new") as person:
        await opened(person, "Title")
        await person.press("escape", "x")
        assert not isinstance(person.app.screen, ChoiceMenu)
        assert any("Save the page first" in one for one in person.toasts)
        assert person.app.screen.query_one(SvcPublication).record is not None


async def test_ones_own_names_and_password_are_changed(console: Any, fresh_cms: CmsProcess) -> None:
    async with console(user="editor") as person:
        await person.sees("Signed in as editor")
        person.app.action_own_profile()
        dialog = await profile_of(person)

        def typed(key: str) -> Input:
            return dialog.query_one(f"#own-{key}", Input)

        await person.until(lambda: typed("first_name").value == "Édith")
        typed("last_name").value = "Piaf"
        typed("password").value, typed("repassword").value = "long-enough-1", "long-enough-2"
        await person.press("f2")
        await person.sees("Type your current password", "The new passwords don't match")
        typed("current").value, typed("repassword").value = "wrong", "long-enough-1"
        await person.press("f2")
        await person.sees("The current password is wrong.")
        assert "Your name is saved." in person.toasts
        typed("current").value = "editor"
        await person.press("f2")
        await person.until(lambda: "Your profile is saved." in person.toasts)
        assert (await stored(person, "/api/camomilla/users/current/"))["last_name"] == "Piaf"


async def test_ones_own_profile_is_found_by_a_part_of_its_name_and_by_gp(console: Any) -> None:
    async with console(user="editor") as person:
        await person.sees("Signed in as editor")
        await person.press("ctrl+p")
        await person.sees("Search for commands")
        await person.type("prof")
        await person.sees("Your profile and password", " gp ")
        await person.press("enter")
        await person.sees("Your profile: editor")

        await person.press("escape")
        await person.sees_no("Your profile: editor")
        await person.press("g", "p")
        await person.sees("Your profile: editor")


async def test_what_was_typed_into_the_profile_is_not_lost_by_esc(
    console: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with console(user="editor") as person:
        await person.sees("Signed in as editor")
        person.app.action_own_profile()
        dialog = await profile_of(person)
        names = dialog.query_one("#own-last_name", Input)
        await person.until(lambda: dialog.query_one("#own-first_name", Input).value == "Édith")
        names.value = "Piaf"
        await person.press("escape")
        await person.sees("Close your profile?")
        await person.press("n")
        await person.until(lambda: person.app.screen is dialog)
        assert names.value == "Piaf"

        answered = asyncio.Event()

        async def change_late(values: dict[str, str]) -> None:
            await answered.wait()

        monkeypatch.setattr(person.app.svc.auth, "change_own", change_late)
        await person.press("f2", "escape")
        await person.until(lambda: any("still being saved" in one for one in person.toasts))
        assert person.app.screen is dialog
        answered.set()
        await person.until(lambda: "Your profile is saved." in person.toasts)


async def test_who_may_not_change_users_sees_why(console: Any) -> None:
    async with console(user="viewer") as person:
        await person.sees("Signed in as viewer")
        person.app.action_own_profile()
        await person.sees("change users.")
        assert person.app.screen.query_one("#save", Button).disabled


async def test_the_library_of_the_cms_is_walked_through(console: Any) -> None:
    async with console(start="/media?folder=3", size=(120, 40)) as person:
        await person.sees("Summer", "Photos", "2024", "Morning 4")
