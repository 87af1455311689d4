"""Slug, number, slider, switch, select of several, colour: used by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.widgets import OptionList

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft, Unreadable
from svc_tui.stores.record.field_paths import places
from svc_tui.widgets.form.checks import slugs_in
from svc_tui.widgets.form.color import PaletteDialog
from svc_tui.widgets.form.multi_select import MultiSelectDialog
from tests.console import screen_text, wait_until
from tests.widgets.form.form_alone import Host, shown, typed, value_now, values

NARROW = (48, 14)
"""Room for a column of 30 cells beside the labels."""

ITEMS = ["draft", {"value": 2, "label": "In review"}, {"value": None, "text": "None at all"}]


class Following(Host):
    """A form whose owner writes what is typed into the draft, as a page does."""

    draft: Draft

    def on_mount(self) -> None:
        self.draft = self.form._draft
        form = places(self.form.descriptors, self.form.languages)
        self.slugs = slugs_in(self.form.registry, form)

    def on_svc_field_edited(self, event: Any) -> None:
        for path, value in self.form.write(self.draft, event).items():
            self.slugs, self.draft = self.slugs.after(self.draft, self.draft.edited(path, value))
        self.form.show(self.draft, {}, self.form.lang)


def slug_form(record: dict[str, Any], **props: Any) -> Following:
    title = FieldDescriptor(key="title", translatable=bool(props))
    slug = FieldDescriptor(key="slug", type="slug", attrs={"from": "title", "maxLength": 12})
    return Following([slug, title], record, **props)


async def test_a_slug_follows_its_source_until_somebody_types_one():
    app = slug_form({})
    async with app.run_test(size=(60, 10)) as pilot:
        slug, title = app.form.fields
        await typed(pilot, title, *"Hé B")
        await wait_until(pilot, lambda: app.draft.get("slug") == "he-b")

        await typed(pilot, slug, "x")
        await typed(pilot, title, *"cd")
        await pilot.pause()
        assert app.draft.get("title") == "Hé Bcd"
        assert app.draft.get("slug") == "he-bx"

        await typed(pilot, slug, "f7")
        await wait_until(pilot, lambda: app.draft.get("slug") == "he-bcd")


async def test_a_slug_that_was_saved_does_not_follow():
    app = slug_form({"title": "Old", "slug": "old"})
    async with app.run_test(size=(60, 10)) as pilot:
        await typed(pilot, app.form.fields[1], *"er")
        await wait_until(pilot, lambda: app.draft.get("title") == "Older")
        await pilot.pause()
        assert app.draft.get("slug") == "old"


async def test_an_empty_slug_is_not_made_before_its_source_changes():
    app = slug_form({"title": "There already", "slug": ""})
    async with app.run_test(size=(60, 10)) as pilot:
        app.form.show(app.draft, {}, None)
        await pilot.pause()
        assert not app.draft.dirty


async def test_a_slug_follows_the_first_language():
    record = {"title": "", "translations": {"en": {"title": ""}, "it": {"title": ""}}}
    app = slug_form(record, languages=["en", "it"], lang="en")
    async with app.run_test(size=(60, 10)) as pilot:
        title = app.form.fields[1]
        await typed(pilot, title, *"One")
        await wait_until(pilot, lambda: app.draft.get("slug") == "one")
        app.form.show(app.draft, {}, "it")
        await typed(pilot, title, *"Uno")
        await wait_until(pilot, lambda: app.draft.get("translations.it.title") == "Uno")
        assert app.draft.get("slug") == "one"


async def test_a_slug_is_no_longer_than_it_may_be():
    app = slug_form({})
    async with app.run_test(size=(60, 10)) as pilot:
        await typed(pilot, app.form.fields[1], *"one two three four")
        await wait_until(pilot, lambda: app.draft.get("slug") == "one-two-thre")


async def test_shift_with_arrows_changes_a_number_and_they_keep_its_decimals():
    async with shown("12.50", "number", attrs={"step": 0.01, "min": 0}) as (pilot, app, field):
        await typed(pilot, field, "shift+up", "shift+up", "shift+down")
        assert value_now(app) == "12.51"
        await pilot.press("shift+down")
        await pilot.pause()
        assert value_now(app) == "12.50"
        await pilot.press("ctrl+down")
        await pilot.pause()
        assert value_now(app) == "12.40"


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("date", "2026-05-31"),
        ("time", "23:59"),
        ("datetime", "2026-05-31T23:30:00+02:00"),
        ("number", 7),
        ("slider", 7),
    ],
)
async def test_keys_that_walk_through_a_form_change_no_value(type_: str, value: object):
    async with shown(value, type_) as (pilot, app, field):
        await typed(pilot, field, "up", "down", "pageup", "pagedown", "down")
        assert values(app) == []


async def test_arrows_do_nothing_to_what_is_no_number():
    async with shown("a lot", "number") as (pilot, app, field):
        await typed(pilot, field, "shift+up", "shift+down")
        assert values(app) == []
        assert "a lot" in screen_text(app)


async def test_enter_in_a_number_is_the_next_field():
    descriptors = [FieldDescriptor(key="a", type="number"), FieldDescriptor(key="b")]
    app = Host(descriptors, {"a": 1, "b": ""})
    async with app.run_test(size=(60, 10)) as pilot:
        await typed(pilot, app.form.fields[0], "enter")
        assert app.finished == 1


async def test_a_slider_moves_by_steps_digits_and_to_its_ends():
    attrs = {"min": 0, "max": 5}
    async with shown(2, "slider", attrs=attrs, size=NARROW) as (pilot, app, field):
        await wait_until(pilot, lambda: "2 of 5" in screen_text(app))
        await typed(pilot, field, "right", "4", "left", "end", "right", "home", "x", "d")
        assert values(app) == [3, 4, 3, 5, 0]
        await pilot.press("2")
        await pilot.pause()
        assert values(app)[-1] == 2


async def test_a_slider_shows_what_is_no_number_and_keeps_it():
    for value in ("a lot", {"a": 1}, None, "3.50"):
        async with shown(value, "slider") as (pilot, app, field):
            await typed(pilot, field, "x", "enter")
            assert values(app) == []
            assert field.value is value


async def test_a_digit_on_a_long_scale_is_so_many_tenths():
    attrs = {"min": 0, "max": 200, "step": 5}
    async with shown(None, "slider", attrs=attrs) as (pilot, app, field):
        await typed(pilot, field, "right", "7", "shift+right", "delete")
        assert values(app) == [0, 140, 160, None]


async def test_a_slider_keeps_a_decimal_text_a_text():
    attrs = {"min": 0, "max": 5, "step": 0.5}
    async with shown("3.50", "slider", attrs=attrs) as (pilot, app, field):
        await typed(pilot, field, "right", "left")
        assert values(app) == ["4.00", "3.50"]


async def test_a_switch_is_on_or_off_in_comparisons_too():
    async with shown(True, "switch", size=NARROW) as (_, _, field):
        assert [field.words(one) for one in (True, 0, None)] == ["on", "off", "—"]


async def test_a_switch_has_a_face_of_its_own_and_keeps_ones_and_zeros():
    async with shown(1, "switch", size=NARROW) as (pilot, app, field):
        await wait_until(pilot, lambda: "──● on" in screen_text(app))
        await typed(pilot, field, "left", "left", "right")
        assert values(app) == [False, 1]
        assert values(app)[1] is not True


async def test_what_is_neither_yes_nor_no_is_shown_and_can_be_decided():
    async with shown("maybe", "boolean") as (pilot, app, field):
        await wait_until(pilot, lambda: 'not yes or no: "maybe"' in screen_text(app))
        await typed(pilot, field, "d", "space")
        assert values(app) == [True]


async def test_nobody_said_can_be_said_again():
    async with shown(None, "boolean") as (pilot, app, field):
        await typed(pilot, field, "space", "delete")
        assert values(app) == [True, None]
    async with shown(True, "boolean") as (pilot, app, field):
        await typed(pilot, field, "delete")
        assert values(app) == []


async def ticks(pilot: Any, app: Any) -> MultiSelectDialog:
    await wait_until(
        pilot, lambda: isinstance(app.screen, MultiSelectDialog) and app.screen.is_mounted
    )
    await pilot.pause()
    return app.screen


async def test_several_are_ticked_and_the_old_ones_stay_first():
    async with shown([2], "select", attrs={"items": ITEMS, "multiple": True}) as world:
        pilot, app, field = world
        assert "In review" in screen_text(app)
        await typed(pilot, field, "enter")
        await ticks(pilot, app)
        await pilot.press("up", "space", "enter")
        await wait_until(pilot, lambda: values(app) == [[2, "draft"]])
        assert "In review, draft" in screen_text(app)


async def test_ticking_and_unticking_the_same_is_no_edit():
    attrs = {"items": ITEMS, "multiple": True}
    for value in ([2], None, "", "draft"):
        async with shown(value, "select", attrs=attrs) as (pilot, app, field):
            await typed(pilot, field, "enter")
            await ticks(pilot, app)
            await pilot.press("down", "space", "space", "f2")
            await wait_until(pilot, lambda app=app: len(app.screen_stack) == 1)
            await pilot.pause()
            assert values(app) == []
            assert field.value is value


async def test_what_the_list_does_not_know_is_kept_and_can_be_unticked():
    attrs = {"items": ITEMS, "multiple": True}
    async with shown([{"odd": 1}, 2], "select", attrs=attrs) as (pilot, app, field):
        await typed(pilot, field, "enter")
        await ticks(pilot, app)
        assert "(now)" in screen_text(app)
        await pilot.press("down", "space", "enter")
        await wait_until(pilot, lambda: values(app) == [[{"odd": 1}, 2, "draft"]])


async def test_all_that_match_are_ticked_at_once_and_nothing_matching_is_said():
    items = [f"item {n}" for n in range(30)]
    async with shown([], "select", attrs={"items": items, "multiple": True}) as world:
        pilot, app, field = world
        await typed(pilot, field, "i", *"tem", "space", *"29")
        dialog = await ticks(pilot, app)
        await wait_until(pilot, lambda: "all matches (1)" in screen_text(app))
        await pilot.press("x")
        await wait_until(pilot, lambda: "Nothing matches “item 29x”" in screen_text(app))
        await pilot.press("backspace", "backspace", "down")
        assert isinstance(dialog.focused, OptionList)
        await pilot.press("home", "space", "enter")
        await wait_until(pilot, lambda: values(app) == [["item 2", *items[20:]]])


async def test_escape_leaves_the_ticks_as_they_were():
    async with shown(["draft"], "select", attrs={"items": ITEMS, "multiple": True}) as world:
        pilot, app, field = world
        await typed(pilot, field, "enter")
        await ticks(pilot, app)
        await pilot.press("home", "space", "escape")
        await wait_until(pilot, lambda: len(app.screen_stack) == 1)
        assert values(app) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [("#3a7bd5", "#3a7bd5"), ("#FC0", "#FC0"), ("3a7bd5", "#3a7bd5"), ("Tomato", "#ff6347")],
)
async def test_a_colour_is_a_hex_text_or_a_name(text: str, value: str):
    async with shown("", "color") as (pilot, app, field):
        await typed(pilot, field, *(one if one != "#" else "number_sign" for one in text))
        assert value_now(app) == value


async def test_what_is_no_colour_is_kept_with_what_is_wrong():
    async with shown("#fff", "color") as (pilot, app, field):
        await typed(pilot, field, "g")
        assert isinstance(value_now(app), Unreadable)
        assert "This is not a color" in value_now(app).problem


async def test_a_colour_is_chosen_by_its_name():
    async with shown("#fff", "color", size=NARROW) as (pilot, app, field):
        await typed(pilot, field, "f6")
        await wait_until(pilot, lambda: isinstance(app.screen, PaletteDialog))
        await pilot.pause()
        await pilot.press(*"teal", "enter")
        await wait_until(pilot, lambda: values(app)[-1:] == ["#008080"])
        assert "teal" in screen_text(app)


@pytest.mark.parametrize(
    ("type", "text", "said"),
    [
        ("email", "nobody", "it has no @"),
        ("email", "a@b@c.org", "more than one @"),
        ("email", "@c.org", "nothing is before the @"),
        ("email", "a@", "nothing is after the @"),
        ("email", "a@host", "host needs an ending such as .org"),
        ("email", "a@b..org", "an extra dot"),
        ("url", "example.org/x", "as in https://example.org/x"),
        ("url", "https://", "is no server"),
        ("url", "javascript://x", "must begin with http:// or https://"),
        ("url", "https://x.org/a b", "%20"),
        ("url", "https://x.org:99999/", "port"),
        ("slug", "a b", "Only letters, digits"),
    ],
)
def test_what_is_wrong_is_said_in_a_useful_sentence(type: str, text: str, said: str):
    from svc_tui.models.field_types import default_registry
    from svc_tui.widgets.form.checks import kind_of

    descriptor = FieldDescriptor(key="it", type=type)
    assert said in str(kind_of(default_registry(), descriptor).problem(descriptor, {}, text))


async def test_a_control_sequence_is_shown_and_goes_back_as_it_came():
    async with shown("a\x1b[31mb", "text") as (pilot, app, field):
        assert "a␛[31mb" in screen_text(app)
        field.begin()
        await pilot.press("end", "c")
        await pilot.pause()
        assert value_now(app) == "a\x1b[31mbc"


@pytest.mark.parametrize("type", ["text", "textarea", "markdown", "slug", "url"])
async def test_controls_are_left_out_of_what_is_pasted_and_that_is_said_once(type: str):
    from textual.events import Paste

    async with shown("", type, size=(100, 20)) as (pilot, app, field):
        said: list[str] = []
        app.notify = lambda words, **_: said.append(words)
        field.begin()
        await pilot.pause()
        pasted = "a\x07\x1b[31mb\x9b\tc"
        app.post_message(Paste(pasted))
        await wait_until(pilot, lambda: field.edits.take_newest() is not None or values(app))
        assert field.value == "a[31mb\tc"
        assert said == ["Removed 3 control characters from the pasted text."]


async def test_what_is_pasted_into_a_line_becomes_one_line():
    from textual.events import Paste

    async with shown("", "text") as (pilot, app, field):
        field.begin()
        await pilot.pause()
        field.editor.post_message(Paste("ab\u202ec\nsecond line"))
        await wait_until(pilot, lambda: "ab�c second line" in screen_text(app))
        await wait_until(pilot, lambda: values(app))
        assert value_now(app) == "ab\u202ec second line"
        await pilot.press("left", "backspace")
        await pilot.pause()
        assert value_now(app).endswith("second lie")


async def test_how_much_of_its_limit_a_text_takes_stands_at_the_end_of_its_line():
    async with shown("abc", attrs={"max_length": 9}, size=(48, 5)) as (pilot, app, field):
        assert "3/9" not in screen_text(app)
        await typed(pilot, field, *"defg")
        assert "7/9" not in screen_text(app), "far from the limit the text has the whole line"
        await typed(pilot, field, "h")
        assert re.search(r"abcdefgh +8/9$", screen_text(app), re.MULTILINE)

        await typed(pilot, field, *"ijklmnopqrstuvwxyzefghijklmnopqrstuvwxyz")
        line = screen_text(app).splitlines()[0]
        assert re.search(r"uvwxyz +48/9$", line), "a long text leaves the counter its room"
        await pilot.press("home")
        await pilot.pause()
        assert re.search(r"abcdefg\S+ +48/9$", screen_text(app).splitlines()[0])


async def test_the_end_of_a_text_is_seen_beside_its_counter_before_anything_is_typed():
    text = "abcdefghijklmnopqrstuvwxyz1234567"
    async with shown(text, attrs={"max_length": 40}, size=(60, 5)) as (pilot, app, field):
        await typed(pilot, field)
        assert re.search(r"1234567  +33/40$", screen_text(app).splitlines()[0])
        app.screen.set_focus(None)
        await pilot.pause()
        assert text in screen_text(app)


async def test_an_object_where_text_was_expected_is_shown_as_json_and_told():
    async with shown({"a": 1}) as (_, app, field):
        assert '{"a": 1}' in screen_text(app)
        assert "This is an object, not text" in field.hint


@pytest.mark.parametrize("multiple", [False, True])
async def test_a_select_of_which_nothing_is_chosen_asks_with_its_placeholder(multiple: bool):
    attrs = {"items": ["a", "b"], "multiple": multiple, "placeholder": "choose a status"}
    async with shown(None, "select", attrs=attrs) as (pilot, app, field):
        assert re.search(r"choose a status +▾", screen_text(app))
        field.show(["b"] if multiple else "b")
        await pilot.pause()
        assert "choose a status" not in screen_text(app)
    async with shown(None, "select", attrs=attrs, readonly=True) as (_, app, _field):
        assert "choose a status" not in screen_text(app)


async def test_enter_is_not_said_to_open_the_palette_while_it_goes_on():
    async with shown("#3a7bd5", "color") as (pilot, _, field):
        assert field.hint.startswith("Press Enter for the palette")
        await typed(pilot, field)
        assert field.hint.startswith("Press F6 for the palette")
        await pilot.press("f6")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PaletteDialog)
