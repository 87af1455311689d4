"""What a console file says of forms, and what is copied from one."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.stores.record.draft import MISSING, Unreadable
from svc_tui.widgets.form.group import FormGroup
from svc_tui.widgets.record.copying import clipboard_text
from tests.screens.test_record import field, opened, writes

FILE = """
[svc]
base_url = "http://127.0.0.1:1"

[svc.uikit.form]
groups_expanded = false
debounce = 60000
attrs = {{ textarea = {{ rows = 7 }} }}

[[resources]]
name = "articles"
endpoint = "/api/articles"
preview_field = "{preview}"
fields = [
  {{ key = "title" }},
  {{ key = "slug", debounce = 0 }},
  {{ key = "summary", type = "textarea" }},
  {{ key = "price", group = "Shop" }},
]
"""


@pytest.fixture
def written(tmp_path: Path):
    def write(preview: str = "cover.file") -> Path:
        file = tmp_path / "svc.toml"
        file.write_text(FILE.format(preview=preview), "utf-8")
        return file

    return write


async def test_the_file_folds_groups_and_sets_what_fields_begin_with(console, written):
    async with console(start="/articles/5", file=written()) as person:
        await opened(person)
        [group] = person.app.screen.query(FormGroup)

        assert group.folded
        assert field(person, "summary").attrs["rows"] == 7
        assert field(person, "title").edits.rest == 60000
        assert field(person, "slug").edits.rest == 0


async def test_what_rests_still_is_saved(fresh_demo, console, written):
    async with console(start="/articles/5", file=written()) as person:
        await opened(person)
        await writes(person, "title", "Not yet told")
        assert "changed" not in person.text()

        await person.press("f2")

        await person.told_of("Saved.")
        assert person.app.screen.query_one("SvcDetail").store.state.draft.get("title") == (
            "Not yet told"
        )


async def test_the_public_address_is_shown_and_copied(console, written):
    async with console(start="/articles/5", file=written(), size=(120, 30)) as person:
        await opened(person)
        record = person.app.screen.query_one("SvcDetail").store.state.draft.original
        cover = record["cover"]["file"]
        await person.sees(f"{cover}  (yu copies it)")

        await person.press("y")
        await person.sees("Copy what? Esc cancels", "c Value")
        await person.press("u")

        assert person.app.clipboard.startswith("http://127.0.0.1:")
        assert person.app.clipboard.endswith(cover)
        await person.sees_no("Copy what?")


async def test_a_record_without_one_shows_none_and_copies_its_own_address(console, written):
    async with console(start="/articles/5", file=written("nowhere.at.all")) as person:
        await opened(person)
        assert not person.app.screen.query_one(".address").display

        await person.press("y", "u")

        assert person.app.clipboard.endswith("/api/articles/5/")


@pytest.mark.parametrize(("letter", "copied"), [("y", "5"), ("l", "/articles/5"), ("j", '"id": 5')])
async def test_y_and_a_letter_copy(console, written, letter, copied):
    async with console(start="/articles/5", file=written()) as person:
        await opened(person)

        await person.press("y", letter)

        assert copied in person.app.clipboard


async def test_the_value_under_the_cursor_is_copied_as_it_is_typed(console, written):
    async with console(start="/articles/5", file=written()) as person:
        await opened(person)
        await writes(person, "slug", "half-way")
        await person.press("escape", "y", "c")

        assert person.app.clipboard == "half-way"


async def test_after_y_no_letter_is_a_command(console, written):
    async with console(start="/articles/5", file=written()) as person:
        await opened(person)

        await person.press("y", "d")
        await person.until(lambda: any("Nothing was copied" in said for said in person.toasts))
        await person.press("y", "escape")

        assert person.location == "/articles/5"
        assert len(person.app.screen_stack) == 1
        assert person.app.clipboard == ""


@pytest.mark.parametrize("value", [None, "", MISSING])
def test_nothing_is_nothing_to_copy(value):
    assert clipboard_text(value) is None


def test_a_half_typed_value_is_copied_as_it_was_typed():
    assert clipboard_text(Unreadable("12x", "no")) == "12x"
    assert clipboard_text({"a": [1]}) == '{\n  "a": [\n    1\n  ]\n}'
