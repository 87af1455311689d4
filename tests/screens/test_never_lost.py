"""Drafts, merging, undo, copies and the next record, by a person at a console on the demo."""

from __future__ import annotations

import asyncio
from pathlib import Path

from svc_tui.stores.record.draft_store import DraftsStore
from svc_tui.stores.record.record_walk import RecordWalk
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog
from svc_tui.widgets.record.merge_dialog import MergeDialog
from tests.console import Person, demo_console, person_at
from tests.screens.lists import store_of
from tests.screens.test_record import door, field, opened, stored, writes


def drafts(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "state" / "drafts").glob("*.json"))


async def crashes(person: Person) -> None:
    """The process is asked to end while something is typed."""
    person.app.before_end()


async def left_behind(console, key: str, text: str, **wishes: object) -> None:
    """Somebody types, and the terminal goes away."""
    async with console(**wishes) as person:
        await opened(person)
        await writes(person, key, text)
        await crashes(person)


async def test_what_was_typed_before_the_end_is_offered_and_restored(fresh_demo, console, tmp_path):
    await left_behind(console, "slug", "half-typed", start="/articles/5")
    assert len(drafts(tmp_path)) == 1

    async with console(start="/articles/5") as person:
        await person.sees("You have unsaved changes here", "Slug", "half-typed")
        assert field(person, "slug").content() != "half-typed"

        await person.press("y")

        await person.until(lambda: field(person, "slug").content() == "half-typed")
        await person.sees("changed (1)")
        await person.press("f2")
        await person.told_of("Saved.")
        await person.until(lambda: not drafts(tmp_path))
        assert (await stored(person))["slug"] == "half-typed"


async def test_a_draft_says_what_others_changed_since_and_each_field_is_chosen(
    fresh_demo, console, tmp_path
):
    await left_behind(console, "title", "Mine", start="/articles/7")
    door(fresh_demo, "touch/articles/7")

    async with console(start="/articles/7") as person:
        await person.sees("You have unsaved changes here", "1 field still to choose", "(edited)")
        await person.press("t", "y")

        await person.until(lambda: "Kept the server's values." in person.toasts)
        assert str(field(person, "title").content()).endswith("(edited)")


async def test_a_draft_can_wait_and_can_be_discarded(console, tmp_path):
    await left_behind(console, "slug", "half-typed", start="/articles/5")

    async with console(start="/articles/5") as person:
        await person.sees("You have unsaved changes here")
        await person.press("escape")
        await person.sees_no("You have unsaved changes here")
        assert len(drafts(tmp_path)) == 1

    async with console(start="/articles/5") as person:
        await person.sees("You have unsaved changes here")
        await person.press("x")
        await person.sees("Discarded. Press u to bring it back.")
        assert "changed" not in person.text()
        assert len(drafts(tmp_path)) == 1


async def test_a_new_record_is_offered_again_too(console, tmp_path):
    await left_behind(console, "title", "Brand new", start="/articles/new")

    async with console(start="/articles/new") as person:
        await person.sees("You have unsaved changes here", "Brand new")
        await person.press("y")
        await person.until(lambda: field(person, "title").content() == "Brand new")


async def test_nobody_else_sees_it(console, tmp_path):
    await left_behind(console, "slug", "half-typed", start="/articles/5")

    async with console(user="editor", start="/articles/5") as person:
        await opened(person)
        await person.settles()
        assert not isinstance(person.app.screen, MergeDialog)
        await person.press("g", "k")
        await person.sees("Unsaved changes", "No unsaved changes")
    assert len(drafts(tmp_path)) == 1


async def test_somebody_else_who_signs_in_over_it_finds_the_servers_record(
    fresh_demo, console, tmp_path
):
    async with console(start="/articles/5") as person:
        await opened(person)
        slug = (await stored(person))["slug"]
        await writes(person, "slug", "of-the-admin")
        door(fresh_demo, "expire")
        await person.press("f2")
        await person.sees("Your session has ended.")
        await person.may_type()
        await person.press("shift+tab")
        await person.press("end", *["backspace"] * 8)
        await person.type("editor\neditor\n")
        await person.told_of("Unsaved changes by admin are kept.")

        await person.until(lambda: field(person, "slug").content() == slug)
        assert len(drafts(tmp_path)) == 1


async def test_a_quick_edit_is_not_saved_in_the_name_of_somebody_else(
    fresh_demo, console, tmp_path
):
    async with console(start="/articles?ordering=id") as person:
        await person.sees("1-20 of 300")
        await person.press("i")
        await person.until(lambda: isinstance(person.app.focused, LineInput))
        await person.until(lambda: isinstance(person.app.screen, QuickEditDialog))
        person.app.focused.value = "Of the admin"
        door(fresh_demo, "expire")
        await person.press("f2")
        await person.sees("Your session has ended.")
        await person.may_type()
        await person.press("shift+tab")
        await person.press("end", *["backspace"] * 8)
        await person.type("editor\neditor\n")
        await person.until(lambda: isinstance(person.app.screen, QuickEditDialog))
        await person.press("f2")
        await person.told_of("Unsaved changes by admin are kept.")

        assert len(drafts(tmp_path)) == 1
        page = await person.app.svc.crud("/api/articles").list(search="Of the admin")
        assert page.count == 0


async def test_discarding_on_the_way_out_keeps_the_draft_to_bring_back(console, tmp_path):
    async with console(start="/articles") as person:
        await person.goes_to("/articles/5")
        await opened(person)
        await writes(person, "slug", "other")
        await crashes(person)
        assert len(drafts(tmp_path)) == 1
        await person.press("escape", "escape")
        await person.sees("Unsaved changes")
        await person.press("x")
        await person.sees("Discarded. Press u to bring it back.")
        await person.until(lambda: len(drafts(tmp_path)) == 1)


async def test_typing_is_kept_within_two_seconds(console, tmp_path):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "kept-in-time")
        await person.until(
            lambda: any("kept-in-time" in one.read_text() for one in drafts(tmp_path))
        )


async def test_the_list_of_drafts_opens_and_discards(console, tmp_path):
    await left_behind(console, "slug", "one", start="/articles/5")
    await left_behind(console, "slug", "two", start="/articles/6")

    async with console(start="/") as person:
        await person.press("g", "k")
        await person.sees("Unsaved changes", "Articles #6", "Articles #5", "+ two")
        await person.press("d")
        await person.sees("Discard these changes?")
        await person.press("y")
        await person.sees_no("/articles/6")
        await person.press("enter")
        await person.until(lambda: person.location == "/articles/5")
        await person.sees("You have unsaved changes here")


async def test_a_full_disk_is_said_once_and_everything_goes_on(console, tmp_path, monkeypatch):
    def full(self: DraftsStore, draft: object, file: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(DraftsStore, "write", full)
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "typed-on")
        await person.told_of("Unsaved text can't be kept")
        await person.type("x")
        assert field(person, "slug").content() == "typed-onx"
        assert sum("be kept" in said for said in person.toasts) == 1


# Two consoles


async def test_two_consoles_on_one_record_lose_neither_work(fresh_demo, tmp_path):
    def start(name: str, user: str):
        return person_at(
            demo_console(fresh_demo.url, tmp_path / name, user, start="/articles/9"), (120, 40)
        )

    async with start("one", "admin") as admin, start("two", "editor") as editor:
        await opened(admin)
        await opened(editor)
        await writes(admin, "title", "By the admin")
        await writes(admin, "slug", "by-the-admin")
        await writes(editor, "title", "By the editor")
        await writes(editor, "summary", "A summary by the editor")
        await admin.press("f2")
        await admin.told_of("Saved.")

        await editor.press("f2")
        await editor.sees("Someone else changed this record", "By the admin", "By the editor")
        before = await stored(admin, "/api/articles/9/")
        assert before["title"] == "By the admin"

        # And a third change comes in between.
        await editor.press("m")
        await writes(admin, "slug", "once-more")
        await admin.press("f2")
        await admin.until(lambda: admin.toasts.count("Saved. Press u to undo it.") == 2)
        await editor.press("y")
        await editor.until(lambda: isinstance(editor.app.screen, MergeDialog))
        await editor.sees("Someone else changed this record", "once-more")
        await editor.press("y")
        await editor.told_of("Saved.")

        after = await stored(admin, "/api/articles/9/")
        assert (after["title"], after["slug"]) == ("By the editor", "once-more")
        assert after["summary"].startswith("A summary by the editor")


# Undo and history


async def test_the_last_save_is_taken_back_after_a_question(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await opened(person)
        slug = (await stored(person))["slug"]
        await writes(person, "slug", "other")
        await person.press("f2")
        await person.told_of("Saved.")
        await person.press("escape", "u")
        await person.sees("Undo your last save?", "Slug")
        asked = person.app.svc.confirm.state.question
        assert "restored, unless someone changed them since" in asked.message
        await person.press("y")

        await person.until(lambda: "Undone: Slug." in person.toasts)
        assert (await stored(person))["slug"] == slug
        await person.press("u")
        await person.told_of("your changes to this record")


async def test_an_undo_shows_what_somebody_changed_since(fresh_demo, console):
    async with console(start="/articles/7") as person:
        await opened(person)
        await writes(person, "title", "Mine")
        await person.press("f2")
        await person.told_of("Saved.")
        door(fresh_demo, "touch/articles/7")
        await person.press("escape", "u")
        await person.sees("Undo your last save?")
        await person.press("y")

        await person.sees("Someone changed this after you saved it", "Mine (edited)")
        await person.press("escape")
        assert (await stored(person, "/api/articles/7/"))["title"] == "Mine (edited)"


async def test_own_writes_are_listed_and_lead_to_their_records(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await opened(person)
        slug = (await stored(person))["slug"]
        await writes(person, "slug", "other")
        await person.press("f2")
        await person.told_of("Saved.")
        await person.goes_to("/articles")
        await person.press("g", "o")
        await person.sees("Your changes", "changed", "Articles #5", "+ other", "u undoes this")

        await person.press("u")

        await person.sees("Undo your last save?")
        await person.press("y")
        await person.until(lambda: "Undone: Slug." in person.toasts)
        assert (await stored(person))["slug"] == slug

        await person.settles()
        await person.press("g", "o")
        await person.sees("Your changes", "(undone)", "Enter opens the record · ← → scroll")
        assert "u Undo" not in person.text()
        await person.press("u")
        await person.told("This change was itself an undo. Edit the record instead.")
        await person.press("down")
        await person.settles()
        assert "u undoes this" not in person.text()


async def in_quick_edit(person: Person) -> None:
    """The small form over the list, on its first row."""
    await person.sees("1-20 of")
    await person.press("i")
    await person.sees("Quick edit:", "Featured")


async def test_the_list_takes_its_last_write_back_and_stays(fresh_demo, console):
    async with console(start="/articles") as person:
        await in_quick_edit(person)
        key = person.app.screen.form.store.state.id
        before = await stored(person, f"/api/articles/{key}/")
        await person.press("tab", "tab", "space", "ctrl+s")
        await person.until(lambda: "Saved. Press u to undo it." in person.toasts)
        await person.until(lambda: len(person.app.screen_stack) == 1)

        await person.press("u")
        await person.sees("Undo your last save?", "Featured", before["title"][:20])
        await person.press("y")

        await person.until(lambda: "Undone: Featured." in person.toasts)
        assert person.location.startswith("/articles")
        assert "/articles/" not in person.location
        after = await stored(person, f"/api/articles/{key}/")
        assert after["featured"] == before["featured"]
        await person.press("u")
        await person.told_of("your changes in this list")


async def test_the_list_leads_to_the_record_where_somebody_wrote_since(fresh_demo, console):
    async with console(start="/articles/7") as person:
        await opened(person)
        await writes(person, "title", "Mine")
        await person.press("f2")
        await person.told_of("Saved.")
        door(fresh_demo, "touch/articles/7")
        await person.goes_to("/articles")
        await person.sees("1-20 of")
        await person.press("u")
        await person.sees("Undo your last save?")
        await person.press("y")

        await person.until(lambda: person.location.startswith("/articles/7"))
        await person.sees("Undo your last save?")


async def test_actions_and_deletions_of_the_list_are_own_writes(fresh_demo, console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of")
        await person.press("d")
        await person.sees("Delete this record?")
        await person.press("y")
        await person.until(lambda: any("Deleted:" in said for said in person.toasts))
        await person.press("g", "o")
        await person.sees("Your changes", "deleted")
        await person.press("escape")

        await person.press("u")

        await person.sees("Undo this deletion?", "It will be created again")
        await person.press("y")
        await person.until(lambda: any("Created again:" in said for said in person.toasts))


async def test_a_quick_edit_offers_what_was_typed_and_never_saved(fresh_demo, console, tmp_path):
    async with console(start="/tags") as person:
        await person.goes_to("/articles")
        await in_quick_edit(person)
        await person.press("tab", "tab", "space")
        await person.until(lambda: person.app.screen.form.store.dirty)
        await crashes(person)
    assert len(drafts(tmp_path)) == 1

    async with console(start="/articles") as person:
        await person.sees("1-20 of")
        await person.press("i")
        await person.sees("You have unsaved changes here", "Featured")
        await person.press("y")
        await person.until(lambda: person.app.screen.form.store.dirty)
        await person.press("ctrl+s")
        await person.until(lambda: "Saved. Press u to undo it." in person.toasts)
        await person.until(lambda: not drafts(tmp_path))


# From record to record


async def listed(person: Person) -> tuple[str, ...]:
    """The keys of the list's page, once it has come in the place of the sign-in."""
    await person.sees("page 1/")
    return store_of(person).state.keys


async def test_save_and_next_walks_through_the_list_in_its_order(fresh_demo, console):
    async with console(start="/articles?ordering=-id&page_size=10") as person:
        keys = await listed(person)
        await person.press("enter")
        await person.until(lambda: person.location == f"/articles/{keys[0]}")
        await opened(person)
        await writes(person, "slug", "walked")
        await person.press("f9")
        await person.until(lambda: person.location == f"/articles/{keys[1]}")
        assert (await stored(person, f"/api/articles/{keys[0]}/"))["slug"] == "walked"
        await opened(person)
        await person.press("K")
        await person.until(lambda: person.location == f"/articles/{keys[0]}")
        await opened(person)
        await person.press("K")
        await person.sees("This is the first record in the list.")
        await person.press("J")
        await person.until(lambda: person.location == f"/articles/{keys[1]}")
        await person.press("q")
        await person.until(lambda: person.location.startswith("/articles?"))
        assert person.app.svc.router.visit.memory["cursor"] == keys[1]


async def test_the_walk_goes_on_beyond_a_page_and_stays_with_what_is_typed(
    fresh_demo, console, monkeypatch
):
    async with console(start="/articles?page_size=10") as person:
        keys = await listed(person)
        await person.press("end", "enter")
        await person.until(lambda: person.location == f"/articles/{keys[-1]}")
        await opened(person)
        await writes(person, "slug", "other")
        await person.press("escape", "J")
        await person.sees("Not saved yet")
        assert person.location == f"/articles/{keys[-1]}"
        await person.press("f2")
        await person.told_of("Saved.")
        await person.press("J")
        await person.until(lambda: person.location not in (f"/articles/{keys[-1]}", "/articles"))
        assert person.location.rpartition("/")[2] not in keys
        await opened(person)
        # Somebody goes elsewhere while the page before is read: there they stay.
        step, asked, answer, done = RecordWalk.step, *(asyncio.Event() for _ in range(3))

        async def held(*given):
            asked.set()
            await answer.wait()
            found = await step(*given)
            done.set()
            return found

        monkeypatch.setattr(RecordWalk, "step", held)
        await person.press("K")
        await asked.wait()
        await person.goes_to("/tags")
        answer.set()
        await done.wait()
        await person.settles()
        assert person.location == "/tags" and person.app.page.resource.name == "tags"


async def test_a_record_opened_by_its_location_has_no_next_one(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await person.press("J")
        await person.sees("There is no next record because this one was not opened from a list")


async def test_a_copy_begins_with_the_values_and_is_no_second_slug(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await opened(person)
        original = await stored(person)
        await person.press("c")
        await person.until(lambda: person.location == "/articles/new")
        await opened(person)
        assert field(person, "title").content() == original["title"]
        assert field(person, "slug").content() != original["slug"]
        await writes(person, "slug", "a-copy")
        await person.press("escape", "escape")
        await person.sees("Unsaved changes")
        await person.press("s")

        await person.told_of("Saved.")
        await person.until(lambda: person.app.svc.history.state.writes)
        made = person.app.svc.history.state.writes[-1]
        copy = await stored(person, f"/api/articles/{made.id}/")
        same = ("title", "summary", "body", "status", "category", "author", "tags", "blocks")
        assert {key: copy[key] for key in same} == {key: original[key] for key in same}
        assert copy["slug"] != original["slug"]


async def test_without_the_right_a_key_says_which_one_is_missing(console):
    async with console(user="viewer", start="/articles/5", size=(120, 30)) as person:
        await opened(person)
        await person.press("c")
        await person.sees("needs permission `add_article`.")
        await person.press("u")
        await person.sees("needs permission `change_article`.")


async def test_a_record_deleted_meanwhile_can_be_made_anew(fresh_demo, console):
    async with console(start="/articles/11") as person:
        await opened(person)
        await writes(person, "title", "Survives")
        svc = person.app.svc
        await svc.crud("/api/articles").delete(11)
        await person.press("f2")
        await person.sees("This record no longer exists", "Press c", "Nothing you typed is lost.")

        await person.press("escape", "c")

        await person.until(lambda: person.location == "/articles/new")
        await opened(person)
        assert field(person, "title").content() == "Survives"
