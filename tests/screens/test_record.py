"""A record on the screen, on the real demo backend."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from svc_tui.stores.unavailable_reason import no_record_message, permission_denied_message
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.record.body import DetailBody
from svc_tui.widgets.record.detail import SvcDetail
from svc_tui.widgets.record.side_buttons import SvcDetailButtons
from svc_tui.widgets.shell.buttons import sign_out
from tests.backends.demo import DemoProcess
from tests.console import Person, demo_console, person_at
from tests.screens.lists import hold, watch, writing

EN, IT = "translations.en.title", "translations.it.title"


def field(person: Person, key: str) -> SvcField:
    """The field of this key."""
    assert person.app.page is not None
    fields = person.app.page.query(SvcField)
    return next(one for one in fields if one.descriptor.key == key)


async def writes(person: Person, key: str, text: str) -> None:
    """Click into a field, on whatever tab it is, and replace what stands there."""
    detail = person.app.page.detail
    for form in detail.forms:
        for one in form.descriptors:
            if one.key == key:
                await form.reveal(one)
    here = field(person, key)
    assert here.begin(), person.text()
    await person.pilot.pause()
    await person.press("end", "ctrl+u")
    for _ in range(len(here.content() or "")):  # of a text of several lines
        await person.pilot.press("backspace")
    await person.type(text)


async def stored(person: Person, path: str = "/api/articles/5/") -> Any:
    """What the server has."""
    return (await person.app.svc.fetch("GET", path)).json()


async def opened(person: Person, text: str = "Title") -> None:
    """Wait until the form is there."""
    await person.until(lambda: person.app.screen.query(SvcField))
    await person.sees(text)


async def test_the_side_column_is_never_below_the_main_one_in_a_wide_terminal(
    console: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = []
    mount = DetailBody.mount

    def mounted(self: DetailBody, *columns: Any, **where: Any) -> Any:
        beside.append(self.screen.query_one(SvcDetail).has_class("-two-columns"))
        return mount(self, *columns, **where)

    monkeypatch.setattr(DetailBody, "mount", mounted)

    async with console(start="/articles/5", size=(160, 40)) as person:
        await opened(person)

    assert beside == [True]


def door(demo: DemoProcess, path: str) -> None:
    """Use one of the test doors of the demo."""
    answer = httpx.post(f"{demo.url}/api/_test/{path}", timeout=30, trust_env=False)
    answer.raise_for_status()


async def test_an_edited_title_reaches_the_server_and_nothing_else(fresh_demo, console):
    async with console(start="/articles/6") as person:
        await opened(person)
        before = await stored(person, "/api/articles/6/")
        await writes(person, "title", "A new title")
        await person.sees("changed (1)")

        await person.press("f2")
        await person.told("Saved. Press u to undo it.")

        after = await stored(person, "/api/articles/6/")
        assert after["title"] == "A new title"
        told = {"title", "modified", "translations"}
        assert {key for key in after if after[key] != before[key]} == told
        assert after["translations"]["it"] == before["translations"]["it"]
        await person.sees_no("changed (1)")


async def test_the_number_of_changes_stays_until_that_of_errors_replaces_it(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "not a slug!")
        await person.press("escape")
        await person.sees("changed (1)")

        await person.press("ctrl+s")
        await person.sees("1 error")
        await person.sees_no("changed (1)")


async def test_a_record_keeps_its_stored_name_while_its_title_is_emptied(console):
    async with console(start="/articles/5", size=(120, 40)) as person:
        await opened(person)
        english = (await stored(person))["title"]
        assert person.text().count(english) > 1  # The heading or the bar, and the field.
        await writes(person, "title", "")
        await person.sees("changed (1)")

        assert english in person.text()
        assert "[it]" not in person.text()


async def test_a_form_that_nobody_touched_has_nothing_to_save(console):
    async with console(start="/articles/5", size=(120, 40)) as person:
        await opened(person)
        for key in ("e", *["tab"] * 12, "escape"):
            await person.press(key)

        await person.press("ctrl+s")

        await person.until(lambda: "Nothing to save." in person.toasts)
        assert "changed" not in person.text()


async def test_a_refused_value_is_told_at_its_field_with_the_caret_in_it(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "title", "A forbidden title")
        await person.press("escape", "down", "down")

        await person.press("f2")

        await person.sees('cannot contain the word "forbidden"', "1 error. Press F8 to go to it.")
        assert person.app.focused is field(person, "title").editor
        await person.type("!")
        await person.sees_no("can't contain")


async def test_an_italian_title_is_saved_as_one(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await opened(person)
        english = (await stored(person))["title"]
        await person.press("right_square_bracket")
        await person.until(lambda: person.location.endswith("lang=it"))
        await writes(person, "title", "Titolo")
        await person.press("ctrl+t")
        await person.sees("Italiano•")
        assert field(person, "title").content() == english
        await person.press("ctrl+t")
        assert field(person, "title").content() == "Titolo"

        await person.press("f2")
        await person.told_of("Saved.")

        after = await stored(person)
        assert (after["title"], after["translations"]["it"]["title"]) == (english, "Titolo")


async def test_a_title_that_another_language_lacks_is_shown_there(console):
    async with console(start="/articles/5?lang=it") as person:
        await opened(person)
        await writes(person, "summary", "Solo un sommario")
        await person.press("ctrl+t")

        await person.press("f2")

        await person.sees("This field is required.", "[▸ Italiano•]")
        assert person.location.endswith("lang=it")
        assert person.app.focused is field(person, "title").editor


async def test_a_new_record_is_created_and_stays_open_under_its_own_location(fresh_demo, console):
    async with console(start="/articles") as person:
        await person.press("n")
        await person.until(lambda: person.location == "/articles/new")
        await opened(person)
        await person.press("f2")
        await person.sees("This field is required.")
        await person.type("Brand new")
        await person.press("escape")
        assert field(person, "status").content() == "draft"
        person.app.page.detail.body.cursor.show(field(person, "status"))
        await person.press("enter")
        await person.sees("type to filter")
        await person.type("pub")
        await person.press("enter", "f2")
        await person.until(lambda: "Saved. Status: Published. Press u to undo it." in person.toasts)
        await person.until(lambda: person.location.removeprefix("/articles/").isdigit())

        assert (await stored(person, f"/api{person.location}/"))["title"] == "Brand new"
        await person.press("escape", "q")
        await person.until(lambda: person.location == "/articles")


async def test_a_record_is_deleted_after_a_question(fresh_demo, console):
    async with console(start="/articles") as person:
        await person.goes_to("/orders/2")
        await opened(person, "Number")
        await person.press("d")
        await person.sees("Delete this record?")
        await person.press("y")

        await person.until(lambda: person.location == "/articles")
        answer = await person.app.svc.fetch("GET", "/api/orders/2/", hooks=False)
        assert answer.status_code == 404


async def test_leaving_with_changes_asks_and_staying_keeps_them(console):
    async with console(start="/articles") as person:
        await person.goes_to("/articles/5")
        await opened(person)
        await writes(person, "slug", "other")
        await person.press("escape", "escape")
        await person.sees("Unsaved changes", "Slug")

        await person.press("escape")

        await person.sees_no("Unsaved changes")
        assert person.location == "/articles/5"
        assert field(person, "slug").content() == "other"


@pytest.mark.parametrize(("key", "writes_it"), [("x", False), ("s", True)], ids=["discard", "save"])
async def test_leaving_with_discard_writes_nothing_and_with_save_all(
    fresh_demo, console, key: str, writes_it: bool
):
    async with console(start="/articles") as person:
        await person.goes_to("/articles/5")
        await opened(person)
        before = await stored(person)
        await writes(person, "slug", "other")
        await person.press("escape", "escape")
        await person.sees("Unsaved changes")

        await person.press(key)

        await person.until(lambda: person.location == "/articles")
        after = await stored(person)
        assert after["slug"] == "other" if writes_it else after == before


async def test_a_new_record_is_asked_about_too_and_quitting_as_well(console):
    async with console(start="/articles/new") as person:
        await opened(person)
        await person.type("x")

        await person.press("ctrl+q")

        await person.sees("Unsaved changes", "Title (en)")
        await person.press("ctrl+q")
        await person.sees("Answer this question first")
        await person.press("escape")
        await person.sees_no("Unsaved changes")
        assert person.app.is_running


async def test_quitting_over_another_question_answers_it_harmlessly(fresh_demo, console):
    async with console(start="/articles/7") as person:
        await opened(person)
        await person.press("d")
        await person.sees("Delete (y)")
        sent = watch(person)
        await person.press("ctrl+q")
        await person.until(lambda: person.app._exit)
        assert not [one for one in sent if one.startswith("DELETE")]


@pytest.mark.parametrize("answer", ["escape", "x", "s"])
async def test_signing_out_asks_about_what_is_typed(fresh_demo, console, answer):
    async with console(start="/articles/5") as person:
        await opened(person)
        slug = (await stored(person))["slug"]
        await writes(person, "slug", "before-leaving")
        person.app.run_worker(sign_out(person.app.svc))
        await person.sees("Unsaved changes", "Slug")

        await person.press(answer)

        if answer == "escape":
            await person.sees_no("Unsaved changes")
            assert person.app.svc.auth.is_authenticated
            assert field(person, "slug").content() == "before-leaving"
            return
        await person.until(lambda: not person.app.svc.auth.is_authenticated)
        await person.sees("Password")
        await person.app.svc.auth.login("admin", "admin")
        wanted = "before-leaving" if answer == "s" else slug
        assert (await stored(person))["slug"] == wanted


async def test_quitting_without_a_backend_can_keep_what_is_typed(tmp_path):
    with DemoProcess(tmp_path / "demo") as backend:
        app = demo_console(backend.url, tmp_path / "state", start="/articles/5")
        async with person_at(app) as person:
            await quits_without_a_backend(person, backend)
    (kept,) = (tmp_path / "state" / "drafts").glob("*.json")
    assert "half-typed" in kept.read_text()


async def quits_without_a_backend(person: Person, backend: DemoProcess) -> None:
    await opened(person)
    await writes(person, "slug", "half-typed")
    backend.stop()
    await person.press("ctrl+q")
    await person.sees("Unsaved changes")
    await person.press("k")
    await person.until(lambda: person.app._exit)


async def test_a_record_that_is_left_for_later_offers_what_was_typed(console):
    async with console(start="/articles") as person:
        await person.goes_to("/articles/5")
        await opened(person)
        await writes(person, "slug", "half-typed")
        await person.press("escape", "escape")
        await person.sees("Unsaved changes", "Keep saves a draft on this machine")

        await person.press("k")

        await person.until(lambda: person.location == "/articles")
        assert "Kept for later. Press g k to list unsaved changes." in person.toasts
        await person.goes_to("/articles/5")
        await person.sees("half-typed", "unsaved")


async def conflict(person: Person, demo: DemoProcess) -> None:
    """Both change the title of article 7."""
    await opened(person)
    await writes(person, "title", "Mine")
    await writes(person, "slug", "mine")
    door(demo, "touch/articles/7")
    await person.press("f2")
    await person.sees("Someone else changed this record", "? Title (en)", "1 field still to choose")


async def test_quitting_over_a_conflict_asks_to_answer_it_first(fresh_demo, console):
    async with console(start="/articles/7") as person:
        await conflict(person, fresh_demo)

        await person.press("ctrl+q")

        await person.until(lambda: any("Choose which values to keep" in t for t in person.toasts))
        await person.press("escape")
        await person.sees_no("Someone else changed this record")
        await person.press("ctrl+q")
        await person.sees("Unsaved changes")
        await person.press("escape")


async def test_on_a_conflict_staying_writes_nothing_and_asks_again(fresh_demo, console):
    async with console(start="/articles/7") as person:
        await conflict(person, fresh_demo)
        await person.press("escape")
        await person.sees_no("Someone else")
        assert field(person, "title").content() == "Mine"

        await person.press("f2")

        await person.sees("Someone else changed this record")
        assert (await stored(person, "/api/articles/7/"))["title"].endswith("(edited)")


async def test_on_a_conflict_taking_theirs_keeps_what_only_we_typed(fresh_demo, console):
    async with console(start="/articles/7") as person:
        await conflict(person, fresh_demo)

        await person.press("t", "e")

        await person.until(lambda: str(field(person, "title").content()).endswith("(edited)"))
        assert field(person, "slug").content() == "mine"
        assert (await stored(person, "/api/articles/7/"))["slug"] != "mine"


async def test_on_a_conflict_keeping_mine_saves_it_on_top_of_theirs(fresh_demo, console):
    async with console(start="/articles/7") as person:
        await conflict(person, fresh_demo)

        await person.press("y")
        await person.sees("1 field still to choose")
        await person.press("M", "y")

        await person.told_of("Saved.")
        after = await stored(person, "/api/articles/7/")
        assert (after["title"], after["slug"]) == ("Mine", "mine")


async def test_a_session_that_ends_in_a_save_loses_nothing_and_repeats_nothing_unasked(
    fresh_demo, console
):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "after-all")
        door(fresh_demo, "expire")
        await person.press("f2")
        await person.sees("Your session has ended.")
        await person.may_type()

        await person.type("admin")
        await person.press("enter")
        await person.sees("Save now?")
        assert field(person, "slug").content() == "after-all"
        assert (await stored(person))["slug"] != "after-all"

        await person.press("y")
        await person.told_of("Saved.")
        assert (await stored(person))["slug"] == "after-all"


async def test_a_record_that_is_not_there_says_so(console):
    async with console(start="/articles/99999") as person:
        await person.sees("This record was not found: it may have been")
        assert not person.app.screen.query(SvcField)


async def test_where_no_record_can_be_read_nothing_is_offered_to_do_with_one(console):
    async with console(start="/articles/99999") as person:
        await person.sees("This record was not found: it may have been")
        await person.sees_no("Save")
        for words in ("Delete", "Edit", "Changes", "Language"):
            await person.sees_no(words)
        await person.sees("Back", "Keys")


async def test_where_no_record_can_be_read_a_key_for_one_says_why(console):
    async with console(start="/articles/99999") as person:
        await person.sees("This record was not found: it may have been")

        for key, word in (("f2", "Save"), ("d", "Delete"), ("enter", "Edit"), ("u", "Undo")):
            await person.press(key)
            await person.until(lambda word=word: no_record_message(word, True) in person.toasts)

        assert person.toasts == [
            no_record_message(word, True) for word in ("Save", "Delete", "Edit", "Undo")
        ]


async def test_the_missing_permission_of_a_dim_delete_is_named_on_a_narrow_page(console):
    async with console(user="viewer", start="/articles/5", size=(100, 30)) as person:
        await opened(person)
        await person.sees("no `delete_article`")


async def test_a_viewer_reads_and_changes_nothing(console):
    async with console(user="viewer", start="/articles/5", size=(120, 30)) as person:
        await opened(person)
        await person.sees(
            "read-only: needs permission `change_article`", "needs permission `delete_article`"
        )

        await person.press("enter", "f2", "d")

        refused = [
            permission_denied_message("Saving", "change_article"),
            permission_denied_message("Deleting", "delete_article"),
        ]
        await person.until(lambda: person.toasts == refused)
        assert all(one.editor is None for one in person.app.screen.query(SvcField))


async def test_a_new_record_needs_the_right_to_add(console):
    async with console(user="viewer", start="/articles/new", size=(120, 30)) as person:
        await opened(person, "read-only: needs permission `add_article`")
        assert all(one.editor is None for one in person.app.screen.query(SvcField))
        await person.press("f2")
        await person.told(permission_denied_message("Saving", "add_article"))


async def test_what_a_save_would_send_can_be_seen_first(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "price", "4")
        await person.press("escape", "equals_sign")
        await person.sees(
            "Review changes", "Price", "+ 4", "Only these changes will be sent.", "Ctrl+S saves"
        )


async def test_the_keys_that_save_answer_the_question_about_unsaved_changes(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "price", "4")
        await person.press("escape", "escape")
        await person.sees("Unsaved changes", "Save (s)")
        await person.until(lambda: person.app.screen.key_guard.open)
        await person.press("ctrl+s")
        await person.sees("Saved.")
        await person.sees_no("Unsaved changes")
        assert (await stored(person))["price"] == "4.00"


async def test_the_review_of_a_record_without_changes_says_of_nothing_that_it_is_sent(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await person.press("equals_sign")
        await person.sees("No changes.", "Esc goes back")
        assert "sent" not in person.text()


async def test_what_was_reviewed_is_saved_from_the_review(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "price", "4")
        await person.press("escape", "equals_sign")
        await person.sees("Review changes", "+ 4")
        await person.press("ctrl+s")
        await person.sees("Saved.")
        await person.sees_no("Review changes")
        assert (await stored(person))["price"] == "4.00"


async def test_the_review_of_a_field_with_an_error_leads_to_it_instead_of_a_save(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "title", "")
        await person.press("escape", "equals_sign")
        await person.sees("Changes that can't be saved yet", "This field is required.")
        await person.sees("F8 goes to the error")
        assert "there are errors in" not in person.text()  # The line at the change says why.
        assert "Ctrl+S saves" not in person.text()
        await person.press("ctrl+s")
        await person.sees("Changes that can't be saved yet")
        await person.press("f8")
        await person.sees_no("Changes that can't be saved yet")
        field = person.app.page.detail.cursor.here
        assert field is not None and field.descriptor.key == "title"


async def test_u_says_how_to_take_back_what_is_not_saved(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "price", "4")
        await person.press("escape", "u")
        await person.sees("Your changes are not saved yet. Press Esc to save or discard them.")
        assert person.app.page.detail.store.dirty


async def test_u_does_not_delete_a_new_record_under_what_is_typed(fresh_demo, console):
    async with console(start="/tags/new") as person:
        await opened(person, "Name")
        await person.type("crane")
        await person.press("ctrl+s")
        await person.sees("Saved.")
        await person.settles()
        await person.type("s")
        await person.press("escape", "u")
        await person.sees("Your changes are not saved yet.")
        assert person.app.screen is person.app.page


async def test_what_cannot_be_read_is_not_shown_as_what_would_be_sent(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "price", "1_000")
        await person.press("escape", "equals_sign")
        await person.sees("Changes that can't be saved yet", "Price", "This is not a number")
        assert "the text in Price" not in person.text()  # The line at the change says why.
        assert "are sent" not in person.text()
        assert "Review changes" not in person.text()


async def test_a_number_that_is_none_is_kept_and_not_sent(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "price", "1_000")
        await person.press("f2")

        await person.sees("This is not a number", "1_000", "1 error. Press F8 to go to it.")


async def test_reloading_asks_before_typed_text_goes(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        slug = field(person, "slug").content()
        await writes(person, "slug", "other")
        await person.press("ctrl+r")
        await person.sees("Reload and lose your changes?")
        await person.press("y")

        await person.until(lambda: field(person, "slug").content() == slug)


async def test_a_resource_without_fields_can_be_opened(tmp_path, demo):
    from svc_tui.app.app import SvcApp
    from svc_tui.config.options import Options
    from svc_tui.models.resource import Resource
    from tests.console import person_at

    resource = Resource(name="orders", endpoint="/api/orders", model="order")
    app = SvcApp(
        Options(base_url=demo.url), resources=[resource], state_dir=tmp_path, start="/orders/1"
    )
    async with person_at(app) as person:
        await person.type("admin\nadmin\n")
        await opened(person, "Customer")
        assert field(person, "paid").value in (True, False)
        assert not field(person, "items").readonly


async def test_a_dead_server_costs_nothing_that_was_typed(tmp_path, console):
    from tests.console import demo_console, person_at

    with DemoProcess(tmp_path / "demo", rows=20) as mortal:
        app = demo_console(mortal.url, tmp_path / "state", start="/articles/5")
        async with person_at(app) as person:
            await opened(person)
            await writes(person, "slug", "kept")
            mortal.stop()

            await person.press("f2")

            await person.sees("Could not reach", "Nothing you typed is lost.", "changed (1)")
            assert field(person, "slug").content() == "kept"


async def test_a_record_that_could_not_be_read_is_no_empty_form(tmp_path):
    from tests.console import demo_console, person_at

    with DemoProcess(tmp_path / "demo", rows=20) as mortal:
        app = demo_console(mortal.url, tmp_path / "state", start="/articles/5")
        async with person_at(app) as person:
            await opened(person)
            mortal.stop()
            await person.goes_to("/articles/6")

            await person.sees("Could not reach", "Press r to try again.")
            assert not person.app.page.query(SvcField)
            await person.press("f2")
            await person.until(lambda: no_record_message("Save", False) in person.toasts)
            await person.press("d")
            await person.until(lambda: no_record_message("Delete", False) in person.toasts)


@pytest.mark.parametrize("size", [(20, 5), (80, 24), (120, 40)])
async def test_it_can_be_drawn_at_any_size(console, size):
    async with console(start="/articles/5", size=size) as person:
        await person.until(lambda: person.app.screen.query(SvcField))
        await person.press("e", "a", "escape", "down")
        assert person.app.is_running


async def test_save_pressed_twice_goes_back_one_page(fresh_demo, console):
    async with console(start="/articles") as person:
        await person.goes_to("/articles/5")
        await opened(person)
        await person.goes_to("/articles/6")
        await person.until(lambda: person.app.page.detail.record_id == "6")
        await opened(person)
        await writes(person, "title", "Pressed twice")

        detail = person.app.page.detail
        for _ in range(2):
            detail.post_message(SvcDetailButtons.Wanted("save"))
        await person.told_of("Saved.")
        await person.until(lambda: getattr(person.app.page, "detail", detail) is not detail)
        await person.settles()

        assert person.location == "/articles/5"


async def test_a_form_that_is_immediate_says_at_once_what_is_wrong(fresh_demo, console):
    async with console(start="/articles/new", size=(120, 40)) as person:
        await opened(person)
        assert "This field is required" not in person.text()
        person.app.page.detail.immediate = True
        await person.type("x")
        await person.press("backspace")
        await person.sees("This field is required")


async def test_who_leaves_while_it_is_being_saved_is_told_what_they_wait_for(
    fresh_demo, console, monkeypatch
):
    monkeypatch.setattr("svc_tui.widgets.record.writer.WAITING_SECONDS", 0.05)
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "title", "Kept")
        go_on = hold(person, writing)
        await person.press("f2")
        await person.until(lambda: person.app.page.detail.store.state.saving)

        await person.press("escape", "escape")

        await person.sees("Still saving")
        assert person.location.startswith("/articles/5")
        go_on.set()
        await person.until(lambda: person.location == "/articles")
        assert not person.app.screen.is_modal
