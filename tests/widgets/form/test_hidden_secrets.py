"""Secrets in a form: hidden, shown by a key, replaced by typing, never lost to their mask."""

from __future__ import annotations

from typing import Any

from textual.app import App, ComposeResult

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.redact import MASK
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.text import TextField
from svc_tui.widgets.form.textarea import JsonField, TextareaField
from tests.console import screen_text

SMTP = {"host": "mail", "password": "s3cret", "ports": [{"id": 1, "token": "t0ken"}]}


class Form(App[None]):
    def __init__(self, kind: type[SvcField], key: str, value: Any, **wishes: Any) -> None:
        super().__init__()
        self.make = lambda: kind(FieldDescriptor(key=key), value, **wishes)

    def compose(self) -> ComposeResult:
        yield self.make()

    @property
    def field(self) -> Any:
        return self.query_one(SvcField)


async def test_a_field_that_is_named_as_a_secret_is_dots_until_f3():
    async with Form(TextField, "api_key", "s3cret").run_test(size=(60, 6)) as pilot:
        field = pilot.app.field
        assert "s3cret" not in screen_text(pilot.app)
        field.begin()
        await pilot.press("x")
        await pilot.pause()
        assert "s3cret" not in screen_text(pilot.app)
        assert field.value == "s3cretx"
        await pilot.press("f3")
        await pilot.pause()
        assert "s3cretx" in screen_text(pilot.app)
        await pilot.press("f3")
        await pilot.pause()
        assert "s3cret" not in screen_text(pilot.app)


async def test_a_secret_that_can_only_be_read_is_masked():
    for kind, key, value in (
        (TextField, "token", "s3cret"),
        (TextareaField, "private_key", "s3cret\nmore"),
        (JsonField, "meta", SMTP),
    ):
        async with Form(kind, key, value, readonly=True).run_test(size=(80, 8)) as pilot:
            await pilot.pause()
            text = screen_text(pilot.app)
            assert "s3cret" not in text
            assert MASK in text


async def test_editing_beside_a_nested_secret_keeps_it():
    async with Form(JsonField, "meta", SMTP).run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        assert "s3cret" not in field.content()
        assert "t0ken" not in field.content()
        field.area.text = field.content().replace("mail", "smtp.example.org")
        await pilot.pause()
        assert field.value == {**SMTP, "host": "smtp.example.org"}


async def test_a_nested_secret_is_replaced_by_typing_over_its_mask():
    async with Form(JsonField, "meta", SMTP).run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.area.text = field.content().replace(f'"password": "{MASK}"', '"password": "new"')
        await pilot.pause()
        assert field.value == {**SMTP, "password": "new"}
        field.action_format()
        await pilot.pause()
        assert field.value == {**SMTP, "password": "new"}


async def test_a_mask_never_becomes_a_value():
    async with Form(JsonField, "meta", SMTP).run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.area.text = field.content().replace('"password"', '"pw"')
        await pilot.pause()
        assert isinstance(field.value, Unreadable)
        assert "F5 s" in field.value.problem
    async with Form(TextareaField, "private_key", "s3cret").run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.area.text = field.content() + "x"
        await pilot.pause()
        assert isinstance(field.value, Unreadable)
        field.area.text = "new key"
        await pilot.pause()
        assert field.value == "new key"


async def test_nested_secrets_are_shown_and_hidden_again_and_nothing_changes():
    async with Form(JsonField, "meta", SMTP).run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.area.text = field.content().replace("mail", "m2")
        await pilot.pause()
        field.edits.reveal()
        assert "s3cret" in field.content()
        field.edits.reveal()
        assert "s3cret" not in field.content()
        field.area.text = field.content().replace("m2", "m3")
        await pilot.pause()
        assert field.value == {**SMTP, "host": "m3"}


async def test_an_object_in_a_line_of_text_shows_no_nested_secret():
    async with Form(TextField, "meta", SMTP).run_test(size=(120, 6)) as pilot:
        field = pilot.app.field
        assert "s3cret" not in field.content()
        field.begin()
        await pilot.press("x", "backspace")
        await pilot.pause()
        assert field.value == SMTP
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(field.value, Unreadable)


async def test_a_mask_that_lost_a_dot_never_becomes_a_value():
    async with Form(JsonField, "meta", SMTP).run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.area.text = field.content().replace(MASK, MASK[1:], 1)
        await pilot.pause()
        assert isinstance(field.value, Unreadable)
    async with Form(TextareaField, "private_key", "s3cret").run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.area.text = MASK[1:]
        await pilot.pause()
        assert isinstance(field.value, Unreadable)


async def test_an_item_never_gets_the_secret_of_another():
    users = [{"name": "a", "token": "1"}, {"name": "b", "token": "2"}]
    for text in (
        f'[{{"name": "c", "token": "{MASK}"}}]',  # Is it a, renamed, or b?
        f'[{{"name": "c", "token": "{MASK}"}}, {{"name": "d", "token": "new"}}]',
    ):
        async with Form(JsonField, "users", users).run_test(size=(80, 20)) as pilot:
            field = pilot.app.field
            field.area.text = text
            await pilot.pause()
            assert isinstance(field.value, Unreadable)
    alike = [{"token": "1"}, {"token": "2"}]
    async with Form(JsonField, "users", alike).run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.area.text = f'[{{"token": "{MASK}"}}]'
        await pilot.pause()
        assert isinstance(field.value, Unreadable)


async def test_items_keep_their_secrets_while_they_are_renamed_removed_and_added():
    users = [{"name": "a", "token": "1"}, {"name": "b", "token": "2"}]
    async with Form(JsonField, "users", users).run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        for text, meant in (
            (f'[{{"name": "b", "token": "{MASK}"}}]', [users[1]]),
            (
                f'[{{"name": "c", "token": "{MASK}"}}, {{"name": "b", "token": "{MASK}"}}]',
                [{"name": "c", "token": "1"}, users[1]],
            ),
            (
                f'[{{"name": "c", "token": "{MASK}"}}, {{"name": "d", "token": "{MASK}"}}]',
                [{"name": "c", "token": "1"}, {"name": "d", "token": "2"}],
            ),
            (
                f'[{{"name": "b", "token": "{MASK}"}}, {{"name": "new"}}]',
                [users[1], {"name": "new"}],
            ),
        ):
            field.area.text = text
            await pilot.pause()
            assert field.value == meant


async def test_a_secret_that_was_typed_stays_when_it_is_hidden_and_more_is_typed():
    async with Form(JsonField, "meta", SMTP).run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.edits.reveal()
        field.area.text = field.content().replace("s3cret", "new")
        await pilot.pause()
        field.edits.reveal()
        hidden = field.content()
        field.area.text = hidden + " "
        await pilot.pause()
        field.area.text = hidden
        await pilot.pause()
        assert field.value == {**SMTP, "password": "new"}
    async with Form(TextareaField, "private_key", "s3cret").run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.edits.reveal()
        field.area.text = "new"
        await pilot.pause()
        field.edits.reveal()
        field.area.text = "x"
        await pilot.pause()
        field.area.text = MASK
        await pilot.pause()
        assert field.value == "new"


async def test_dots_are_letters_where_nothing_is_hidden():
    async with Form(TextareaField, "body", "one").run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.area.text = MASK
        await pilot.pause()
        assert field.value == MASK
    async with Form(TextField, "password", "one").run_test(size=(80, 20)) as pilot:
        field = pilot.app.field
        field.begin()
        await pilot.press("•")
        await pilot.pause()
        assert field.value == "one•"


async def test_the_users_editor_is_named_only_where_a_value_may_lie_on_a_disk():
    for value, offered in ((SMTP, False), ({"host": "mail"}, True), (None, True)):
        async with Form(JsonField, "meta", value).run_test() as pilot:
            field = pilot.app.field
            assert ("F4 opens your editor" in field.type_hint) is offered
            assert (field.action_outside in [tool.run for tool in field.tools()]) is offered
