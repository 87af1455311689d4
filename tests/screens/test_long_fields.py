"""Lists of objects, long texts and the operator's editor, on the real demo backend."""

from __future__ import annotations

import json
from typing import Any

import pytest

from svc_tui.terminal.external_editor import EditorResult
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.media.picker import MediaPicker
from svc_tui.widgets.media.preview import SvcMediaPreview
from tests.console import Person
from tests.screens.test_record import field, opened, stored


async def at_blocks(person: Person) -> Any:
    """The list of blocks, with its first item under the cursor."""
    await opened(person)
    await person.press("right_curly_bracket", "right_curly_bracket")
    await person.sees("3 items")
    found = field(person, "blocks")
    assert found.begin()
    await person.pilot.pause()
    return found


async def test_a_reordered_list_is_saved_as_a_whole(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await at_blocks(person)
        before = (await stored(person))["blocks"]
        await person.press("J", "enter")
        await person.type("New ")
        await person.press("escape", "escape", "f2")
        await person.told_of("Saved.")

        after = (await stored(person))["blocks"]
        assert [one["_template"] for one in after] == ["quote", "text", "image"]
        assert after[1]["text"] == f"New {before[0]['text']}"
        assert after[2] == before[2]


async def test_what_the_backend_refuses_in_an_item_is_told_there(fresh_demo, console):
    async with console(start="/articles/5", size=(120, 40)) as person:
        blocks = await at_blocks(person)
        items = blocks.items
        key = items.items.items[1].key
        await person.press("down", "enter")
        await person.until(lambda: items.forms.get(key) is not None)
        form = items.forms.get(key)
        form.form.fields[1].begin()
        await person.pilot.pause()
        await person.pilot.press("end")
        form.form.fields[1].accept("x" * 200)
        await person.press("f2")

        await person.sees("has no more than", "1 error")
        assert items.errors == {key: {"source": items.errors[key]["source"]}}


async def test_a_record_is_edited_outside_and_a_mistake_is_offered_again(fresh_demo, console):
    texts: list[str] = []

    async def editor(text: str, suffix: str) -> EditorResult:
        texts.append(text)
        if len(texts) == 1:
            return EditorResult(text.replace('"slug": ', '"slug": oops '))
        fixed = text.replace("oops ", "")
        lines = [line for line in fixed.split("\n") if not line.startswith("//")]
        values = json.loads("\n".join(lines))
        values["slug"] = "from-outside"
        return EditorResult(json.dumps(values))

    async with console(start="/articles/5") as person:
        await opened(person)
        person.app.edit_outside = editor  # type: ignore[attr-defined]
        await person.press("E")
        await person.sees("This can't be read", "Edit again")
        await person.press("y")
        await person.sees("changed (1)", "from-outside")

        assert texts[1].startswith("// PROBLEM: This is not valid JSON")
        assert "oops" in texts[1]
        await person.press("f2")
        await person.told_of("Saved.")
        assert (await stored(person))["slug"] == "from-outside"


async def test_a_text_fills_the_screen_and_is_saved_from_there(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await opened(person)
        field(person, "summary").begin()
        await person.press("f12")
        await person.until(lambda: field(person, "summary").is_maximized)
        await person.type("Full ")
        await person.press("f2")
        await person.told_of("Saved.")

        assert (await stored(person))["summary"].startswith("Full ")
        await person.press("escape")
        await person.sees("Slug")


async def test_a_place_is_sent_whole(fresh_demo, console):
    async with console(start="/articles/5") as person:
        await opened(person)
        await person.press(*["right_curly_bracket"] * 3)
        await person.until(lambda: any(
            one.descriptor.key == "location" for one in person.app.page.query(SvcField)
        ))  # fmt: skip
        place = field(person, "location")
        place.begin()
        await person.pilot.pause()
        place.map.line.value = "45.4642, 9.19"
        await person.press("f2")
        await person.told_of("Saved.")

        assert (await stored(person))["location"] == {"lat": 45.4642, "lng": 9.19}


@pytest.mark.parametrize("key", ["f4", "E"])
async def test_what_an_editor_wrote_after_its_form_had_gone_is_a_draft(
    fresh_demo, console, tmp_path, key
):
    async with console(start="/categories/3") as person:
        await opened(person, "Colour")

        async def editor(text: str, suffix: str) -> EditorResult:
            await person.app.svc.router.replace("/tags")
            await person.until(lambda: not person.app.page.query(SvcField))
            return EditorResult(
                text.replace('"name": "', '"name": "late ') if key == "E" else "late"
            )

        person.app.edit_outside = editor  # type: ignore[attr-defined]
        await person.press("down", key)
        await person.until(lambda: any("your text is kept" in said for said in person.toasts))

        await person.goes_to("/categories/3")
        await person.sees("You have unsaved changes here", "late")


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_after_the_library_a_field_of_media_is_as_it_was_before(fresh_demo, console, key):
    async with console(start="/articles/5", size=(120, 40)) as person:
        await opened(person)
        await person.settles()
        detail = person.app.page.detail
        detail.body.cursor.show(field(person, "cover"))
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, MediaPicker))
        await person.settles()
        await person.press("down", key)
        await person.until(lambda: not isinstance(person.app.screen, MediaPicker))

        await person.until(lambda: person.app.focused is detail.body)
        assert detail.body.here is field(person, "cover")
        await person.press("=")
        await person.sees("Cover" if key == "enter" else "No changes.")


async def test_the_caption_of_a_picture_has_its_edge_and_the_ground_of_its_field(console):
    async with console(start="/articles/5", size=(120, 40)) as person:
        await opened(person)
        await person.sees("320 × 200 JPEG")
        person.app.page.detail.body.cursor.show(field(person, "cover"))
        await person.settles()
        cover = field(person, "cover")
        preview = cover.query_one(SvcMediaPreview)
        caption = preview.render_line(preview.size.height - 1)
        assert caption.text.startswith("320 × 200 JPEG")
        ground = cover.background_colors[1].rich_color
        assert {one.style.bgcolor for one in caption if one.style} == {ground}


async def test_a_picture_of_the_library_is_put_into_a_text_at_the_caret(fresh_demo, console):
    async with console(start="/articles/5", size=(120, 40)) as person:
        await opened(person)
        body = field(person, "body")
        before = body.value
        assert body.begin()
        await person.press("ctrl+home", "alt+g")
        await person.until(lambda: isinstance(person.app.screen, MediaPicker))
        await person.settles()
        await person.press("down", "enter", "f2")
        await person.until(lambda: not isinstance(person.app.screen, MediaPicker))

        await person.until(lambda: str(body.value).startswith('<img src="'))
        assert str(body.value).endswith(str(before))
        await person.press("f2")
        await person.told_of("Saved.")
        assert (await stored(person))["body"].startswith('<img src="')


async def test_a_picture_that_was_put_into_a_text_is_a_change_at_once(console):
    async with console(start="/articles/5", size=(120, 40)) as person:
        await opened(person)
        assert field(person, "body").begin()
        await person.press("ctrl+home", "alt+g")
        await person.until(lambda: isinstance(person.app.screen, MediaPicker))
        await person.settles()
        await person.press("end", "enter")
        await person.until(lambda: not isinstance(person.app.screen, MediaPicker))
        await person.sees("changed (1)")


async def test_without_the_library_a_text_says_so_and_stays(console):
    async with console(start="/articles/5") as person:
        await opened(person)
        person.app.svc._provided.pop("svc_components")
        body = field(person, "body")
        before = body.value
        body.begin()
        await person.press("alt+g")
        await person.until(lambda: any("library, which this console" in t for t in person.toasts))
        assert body.value == before
