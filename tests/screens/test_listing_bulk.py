"""Many rows at once: what is going to change is told, then done, row by row."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from svc_tui.api.errors import ApiError
from svc_tui.models.listing import ActionDescriptor
from svc_tui.screens.login import LoginOverlay
from svc_tui.widgets.form.chooser import ChoiceDialog
from svc_tui.widgets.listing.actions import SvcListActions
from svc_tui.widgets.listing.bulk_edit import BulkEditFields
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import settled, store_of, watch
from tests.screens.test_first_pages import SIZES, without_port
from tests.screens.test_record import door

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def list_of(person: Person, *marks: str) -> None:
    """The articles are there, and the first ones are marked."""
    await person.sees("1-20 of")
    await settled(person)
    await person.press(*marks)


FEATURE = ActionDescriptor(
    label="Feature",
    request={
        "method": "PATCH",
        "path": "{endpoint}/{id}/",
        "body": {"status": "published", "featured": True},
    },
)


async def test_before_an_action_runs_it_says_what_it_changes(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        store = store_of(person)
        titles = [str(row["title"]) for row in store.state.selection.rows.values()]
        person.app.screen.query_one(SvcListActions).start(FEATURE, store.state.selection)
        await person.sees("Feature 2 rows?", titles[0][:20], titles[1][:10])
        await person.sees("Status: (mixed) → Published")
        await person.press("y")
        await person.until(lambda: "Feature: 2 ok. Press u to undo it." in person.toasts)
        await person.until(lambda: {one["status"] for one in store.state.rows[:2]} == {"published"})


async def test_a_canary_does_three_rows_and_asks_about_the_others(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles", max_rows=6) as person:
        await list_of(person, *["space"] * 5)
        store = store_of(person)
        keys = [row["id"] for row in store.state.selection.rows.values()]

        def now() -> list[object]:
            return [one["featured"] for one in store.state.rows if one["id"] in keys]

        before = now()
        actions = person.app.screen.query_one(SvcListActions)
        actions.start(FEATURE, store.state.selection)
        await person.sees("Feature 5 rows?", "Try 3 first (f)", "At most 6 rows at once.")
        await person.press("f")
        await person.sees("Continue with the other 2 rows?", ": done")
        await person.may_type()
        await person.press("n")
        await person.sees("Feature: 3 ok, 2 skipped", "It was not attempted.")
        await person.until(lambda: now() == [True] * 3 + before[3:])


async def test_more_rows_than_the_cap_are_refused(console: Console, demo: DemoProcess):
    async with console(start="/articles", max_rows=2) as person:
        await list_of(person, "space", "space", "space")
        actions = person.app.screen.query_one(SvcListActions)
        actions.start(FEATURE, store_of(person).state.selection)
        await person.until(
            lambda: any(
                "3 rows exceed the limit of 2 (max_rows)." in said for said in person.toasts
            )
        )


async def edit_fields(person: Person) -> None:
    """The form over the marked rows."""
    await person.press("x")
    await person.sees("Edit fields…")
    await person.press("e", "enter")
    await person.sees("Edit fields of", "No changes yet")
    await person.sees("now │ (mixed)")


async def type_title(person: Person, title: str, *, rows: int = 2) -> None:
    """Mark the first rows, and begin to give them one title."""
    await list_of(person, *["space"] * rows)
    await edit_fields(person)
    await person.press("enter")
    await person.type(title)
    await person.sees("Will change: Title.")


async def test_only_touched_fields_are_sent_one_patch_a_row(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space", "space")
        before = [dict(row) for row in store_of(person).state.rows[:4]]
        sent = watch(person)
        await edit_fields(person)
        await person.press("tab", "tab", "tab", "space")
        await person.sees("Will change: Featured.")
        await person.press("ctrl+s")
        await person.sees("Edit fields of 3 rows?", "Featured: ", "Newer values")
        await person.press("y")
        await person.until(lambda: "Edit fields: 3 ok. Press u to undo it." in person.toasts)
        store = store_of(person)
        await person.until(lambda: all(row["featured"] for row in store.state.rows[:3]))
        assert sum(one.startswith("PATCH") for one in sent) == 3
        after = store.state.rows[:4]
        assert [row["title"] for row in after] == [row["title"] for row in before]
        assert after[3]["featured"] == before[3]["featured"]


async def test_a_related_record_that_all_rows_have_is_shown_by_its_name(console: Console):
    async with console(start="/articles?f_category=1") as person:
        await person.sees("Category: News")
        await settled(person)
        await person.press("space", "space")
        await edit_fields(person)
        await person.sees("now │ News")


async def test_what_was_typed_for_many_rows_survives_a_no(console: Console):
    async with console(start="/articles") as person:
        await type_title(person, "One name for all")
        sent = watch(person)
        await person.press("ctrl+s")
        await person.sees("Title: (mixed) → One name for all")
        await person.press("escape")
        await person.sees("Will change: Title.")
        await person.press("escape", "escape")
        await person.sees("Unsaved changes", "Not saved yet: Title.")
        await person.press("x")
        await person.sees_no("Edit fields of")
        assert not [one for one in sent if one.startswith("PATCH")]


async def test_space_toggles_yes_or_no_of_many_rows_before_anything_is_typed(console: Console):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        await edit_fields(person)
        await person.sees("No changes yet.")
        await person.press("space")
        assert "No changes yet." in person.text()  # The first field is a text.
        await person.press(*["down", "down"])
        await person.sees("not set", "Space Toggle")
        await person.press("space")
        await person.sees("Will change: Featured.", "on")
        await person.press("space")
        await person.sees("off")


async def test_quitting_over_a_filled_form_asks(console: Console):
    async with console(start="/articles") as person:
        await type_title(person, "x")
        await person.press("ctrl+q")
        await person.sees("Quit now?", "Not sent: Title.")


async def test_esc_leaves_the_field_of_many_rows_before_it_asks_about_them(console: Console):
    async with console(start="/articles") as person:
        await type_title(person, "x")
        await person.sees("Esc Leave field")
        dialog = person.app.screen
        await person.press("escape")
        await person.sees("Will change: Title.", "Esc cancels")
        assert person.app.screen is dialog
        await person.press("f12")
        await person.sees("No changes yet")
        await person.press("escape")
        await person.sees_no("Edit fields of")


async def test_a_letter_typed_and_taken_back_leaves_the_field_alone(console: Console):
    async with console(start="/articles") as person:
        await type_title(person, "x")
        await person.press("backspace")
        await person.sees("No changes yet")
        await person.press("ctrl+s")
        await person.sees("Nothing is filled in yet")


async def test_emptying_is_said_aloud_and_a_required_field_refuses_it(console: Console):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        await edit_fields(person)
        await person.press("f12")
        await person.sees("Will change: Title.", "new │ (empty)")
        await person.press("ctrl+s")
        await person.sees("This field is", "Not sent yet")
        await person.press("f12")
        await person.sees("No changes yet")
        await person.sees_no("new │ (empty)")
        # Esc leaves the field.
        await person.sees("╰─ F12 clears in all rows, or leaves as is · Ctrl+S continues ─")


async def test_ctrl_s_in_an_open_list_names_no_key_that_would_not_save(console: Console):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        await edit_fields(person)
        await person.press("down", "enter")
        await person.until(lambda: isinstance(person.app.screen, ChoiceDialog))
        await person.sees_no("Esc cancels")  # In a field, Esc leaves it.
        await person.press("down", "ctrl+s")
        await person.sees("Will change: Status.", "Chosen, not saved yet.")
        assert "to save" not in person.text()


async def test_a_form_for_many_rows_opens_with_nobody_in_an_editor(console: Console):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        await edit_fields(person)
        await person.press("down", "space", "z")
        await person.sees("No changes yet")
        await person.press("up", "enter")
        await person.type("Now")
        await person.sees("Will change: Title.")


async def test_a_required_field_of_nothing_but_blanks_is_refused_before_the_question(
    console: Console,
):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        await edit_fields(person)
        await person.press("enter", "space", "ctrl+s")
        await person.sees("This field is", "Not sent yet")
        await person.type("x")
        await person.press("ctrl+s")
        await person.sees('Title: (mixed) → " x"')


async def test_refused_rows_of_a_bulk_edit_stay_marked_and_are_tried_again(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await type_title(person, "A forbidden word")
        await person.press("ctrl+s")
        await person.sees("Edit fields of 2 rows?")
        await person.press("y")
        await person.sees("Edit fields: 2 failed", "R retries failed rows")
        await person.press("escape")
        await person.sees("2 marked")


async def test_who_may_not_change_is_told_so(console: Console):
    async with console(user="viewer", start="/articles") as person:
        await list_of(person, "space", "x")
        await person.sees("Edit fields…  needs permission `change_article`")


@SIZES
async def test_the_form_for_many_rows(
    console: Console, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with console(size=size, start="/articles") as person:
        await list_of(person, "space", "space")
        await edit_fields(person)
        await person.press("tab", "tab", "tab", "space")
        await person.sees("Will change: Featured.")
        await person.settles()
        assert without_port(person.text()) == snapshot(name="form")
        await person.press("ctrl+s")
        await person.sees("Edit fields of 2 rows?")
        await person.settles()
        assert without_port(person.text()) == snapshot(name="question")


async def test_fields_of_many_rows_are_not_sent_in_the_name_of_somebody_else(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await type_title(person, "Of the admin")
        sent = watch(person)
        await person.press("f2")
        await person.sees("Title: (mixed) → Of the admin")
        await another_signs_in(person, fresh_demo, "editor")
        await person.press("y")
        await person.sees("Not sent: admin typed this, but editor is signed in now.")
        await person.press("f2")
        await person.settles()
        await person.sees("Edit fields of 2 rows", "admin typed this", "Of the admin")
        await another_signs_in(person, fresh_demo, "admin")
        await person.press("f2")
        await person.sees("Title: (mixed) → Of the admin")
        assert not [one for one in sent if one.startswith("PATCH")]


async def another_signs_in(person: Person, demo: DemoProcess, name: str) -> None:
    """The session ends under whatever is open, and somebody signs in over it."""
    door(demo, "expire")
    reading = asyncio.ensure_future(person.app.svc.crud("/api/articles").list())
    await person.sees("Your session has ended.")
    await person.may_type()
    await person.press("shift+tab")
    await person.press("end", *["backspace"] * 8)
    await person.type(f"{name}\n{name}\n")
    await person.until(lambda: not isinstance(person.app.screen, LoginOverlay))
    with suppress(ApiError):
        await reading


async def rename_three(person: Person) -> list[str]:
    """The first three articles get one title; those that they had before."""
    await list_of(person)
    before = titles_of(person)
    await type_title(person, "One name for all", rows=3)
    await person.press("ctrl+s")
    await person.sees("Edit fields of 3 rows?")
    await person.press("y")
    await person.until(lambda: "Edit fields: 3 ok. Press u to undo it." in person.toasts)
    await person.until(lambda: titles_of(person) == ["One name for all"] * 3)
    return before


def titles_of(person: Person) -> list[str]:
    """The titles of the first three articles."""
    return [str(row["title"]) for row in store_of(person).state.rows[:3]]


async def test_one_key_takes_a_whole_bulk_edit_back(console: Console, fresh_demo: DemoProcess):
    async with console(start="/articles") as person:
        before = await rename_three(person)
        await person.press("u")
        await person.sees(
            "Undo “Edit fields” for 3 rows?", "Title.", "The previous values will be restored"
        )
        await person.press("y")
        await person.until(lambda: "Undo “Edit fields”: 3 ok" in person.toasts)
        await person.until(lambda: titles_of(person) == before)
        await person.press("u")
        await person.told_of("your changes in this list")


async def test_changes_of_an_earlier_session_are_undone_where_they_were_made(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        before = await rename_three(person)
        assert person.app.svc is not None
        await person.app.svc.media.api.upload(Path(__file__))

    async with console(start="/tags") as person:
        await person.sees("1-20 of")
        await person.press("g", "o")
        await person.sees("Your changes", "changed", "Articles #", "u undoes this")
        assert "created" not in person.text(), "files are not undone, in no session"
        await person.press("enter")
        await person.until(lambda: person.location.startswith("/articles/"))
        await person.sees("Save")
        await person.press("g", "o")
        await person.sees("Your changes")
        await person.press("u")
        await person.sees("Undo “Edit fields” for 3 rows?")
        await person.press("y")
        await person.until(lambda: "Undo “Edit fields”: 3 ok" in person.toasts)
        await person.until(lambda: titles_of(person) == before)


async def test_a_deletion_of_rows_in_an_earlier_session_is_undone_as_one(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        await person.press("d")
        await person.sees("Delete 2 rows?")
        await person.press("y")
        await person.until(lambda: any("Delete: 2 ok" in said for said in person.toasts))

    async with console(start="/tags") as person:
        await person.sees("1-20 of")
        await person.press("g", "o")
        await person.sees("Your changes", "deleted", "u undoes this")
        await person.press("u")
        await person.sees("Undo “Delete” for 2 rows?")


async def test_what_somebody_changed_since_stays_and_is_told_when_many_are_undone(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        before = await rename_three(person)
        assert person.app.svc is not None
        articles = person.app.svc.crud("/api/articles")
        await articles.partial_update(store_of(person).state.keys[1], {"title": "Theirs"})
        await person.press("u")
        await person.sees("Undo “Edit fields” for 3 rows?")
        await person.press("y")
        await person.sees("2 ok, 1 skipped", "Title has changed since then. Open the record")
        await person.press("escape")
        await person.until(lambda: titles_of(person) == [before[0], "Theirs", before[2]])


async def test_status_category_and_the_day_of_publication_are_written_together_and_undone(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        store = store_of(person)

        def filed() -> list[tuple[object, ...]]:
            keys = ("status", "category", "published_at")
            return [tuple(row[key] for key in keys) for row in store.state.rows[:2]]

        before = filed()
        await edit_fields(person)
        await person.sees("Status", "Category", "Published")
        many = person.app.screen.query_one(BulkEditFields)
        for path, value in (
            ("status", "published"),
            ("category", 1),
            ("published_at", "2026-03-01T09:30:00+01:00"),
        ):
            many.touched = many.touched.put(path, value)
        await person.press("ctrl+s")
        await person.sees("Edit fields of 2 rows?", "Status: (mixed) → Published")
        await person.sees("Category: (mixed) → News")
        await person.press("y")
        await person.until(lambda: "Edit fields: 2 ok. Press u to undo it." in person.toasts)
        await person.until(lambda: [one[:2] for one in filed()] == [("published", 1)] * 2)
        await person.press("u")
        await person.sees("Undo “Edit fields” for 2 rows?")
        await person.press("y")
        await person.until(lambda: "Undo “Edit fields”: 2 ok" in person.toasts)
        await person.until(lambda: filed() == before)
