"""Every prop, default, slot and event that the specification names, by its name here."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from textual.app import App
from textual.widgets import Static

from svc_tui import SvcDetail, SvcDetailLangSwitch
from svc_tui.models.registry import FieldRegistry
from svc_tui.models.slots import Slots
from tests.console import screen_text, wait_until
from tests.fakes import FakeBackend

REQUIRED = inspect.Parameter.empty

PROPS = {
    SvcDetail: {
        "endpoint": REQUIRED,
        "id": REQUIRED,
        "fields": REQUIRED,
        "sidebar_fields": (),
        "languages": (),
        "model_name": None,
        "sidebar_cols": 4,
        "sticky": True,
        "use_patch": True,
        "readonly": False,
        "registry": None,
    },
    SvcDetailLangSwitch: {
        "model_value": REQUIRED,
        "langs": REQUIRED,
        "errors": None,
        "no_route_change": False,
    },
}

SLOTS = (
    "title",
    "body-lang",
    "body-top",
    "body",
    "body-bottom",
    "side-buttons",
    "button-save",
    "button-savecontinue",
    "button-back",
    "button-delete",
    "side-top",
    "side-bottom",
    "field.title",
)

MESSAGES = {
    SvcDetail: ("Saved", "Deleted", "BackWanted"),
    SvcDetailLangSwitch: ("ModelValueChanged",),
}


@pytest.mark.parametrize("part", PROPS)
def test_every_prop_is_there_with_its_default(part: type) -> None:
    found = inspect.signature(part).parameters

    assert {name: found[name].default for name in PROPS[part]} == PROPS[part]


@pytest.mark.parametrize("part", MESSAGES)
def test_every_event_is_a_message(part: type) -> None:
    assert all(hasattr(part, name) for name in MESSAGES[part])


def test_no_errors_are_an_empty_mapping() -> None:
    assert SvcDetailLangSwitch("en", ("en", "it")).errors == {}


class Alone(App[None]):
    """A record in an app that is no console."""

    def __init__(self, **props: object) -> None:
        super().__init__()
        self.props = props

    def compose(self):
        yield SvcDetail("/api/articles", 7, **self.props)  # type: ignore[arg-type]


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
def alone(svc, backend: FakeBackend):
    backend.on("GET", "/api/articles/7/", {"id": 7, "title": "Harbour"})

    def made(**props: object) -> Alone:
        from svc_tui.models.fields import FieldDescriptor

        fields = [FieldDescriptor(key="title", translatable=True)]
        return Alone(fields=fields, languages=("en", "it"), svc=svc, **props)

    return made


@pytest.mark.parametrize("slot", SLOTS)
async def test_every_slot_is_filled_without_a_console(alone, slot: str) -> None:
    app = alone(slots=Slots({slot: lambda **given: Static(f"in {slot}", id="mine")}))

    async with app.run_test(size=(120, 30)) as pilot:
        await wait_until(pilot, lambda: app.query("#mine"))
        await wait_until(pilot, lambda: app.query_one("#mine").region.area)


async def test_the_side_column_has_its_share_of_twelve(alone) -> None:
    from svc_tui.models.fields import FieldDescriptor

    side = [FieldDescriptor(key="status")]
    app = alone(sidebar_fields=side, sidebar_cols=3)

    async with app.run_test(size=(120, 30)) as pilot:
        await wait_until(pilot, lambda: app.query(".side") and app.query_one(".side").size.width)
        assert abs(app.query_one(".side").outer_size.width - 30) <= 2


async def test_the_side_column_is_not_shown_before_the_main_one(alone) -> None:
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.widgets.form.text import TextField

    side_there, seen = asyncio.Event(), []

    class Side(TextField):
        def on_mount(self) -> None:
            self.call_after_refresh(side_there.set)

    class Slow(TextField):
        async def on_mount(self) -> None:
            await side_there.wait()
            seen.append(screen_text(self.app))

    app = alone(
        sidebar_fields=[FieldDescriptor(key="status", type="side")],
        registry=FieldRegistry({"slow": Slow, "side": Side}),
    )
    app.props["fields"] = [FieldDescriptor(key="title", type="slow")]

    async with app.run_test(size=(120, 30)) as pilot:
        await wait_until(pilot, lambda: "Title" in screen_text(app))

        assert "Status" in screen_text(app)
        assert ["Status" in one for one in seen] == [False]


@pytest.mark.parametrize("sticky", [True, False])
async def test_a_side_column_that_is_sticky_stays_while_the_form_scrolls(alone, sticky) -> None:
    from svc_tui.models.fields import FieldDescriptor

    side = [FieldDescriptor(key="status")]
    many = [FieldDescriptor(key=f"part_{n}") for n in range(40)]
    app = alone(sidebar_fields=side, sticky=sticky)
    app.props["fields"] = many

    async with app.run_test(size=(120, 20)) as pilot:
        await wait_until(pilot, lambda: app.query(".side") and app.query_one(".side").size.width)
        body = app.query_one("DetailBody")
        body.focus()
        await pilot.press("end", *["up"] * 2)
        await wait_until(pilot, lambda: "Part 38" in screen_text(app))
        assert ("Status" in screen_text(app)) is sticky


async def test_a_registry_of_ones_own_is_used(alone) -> None:
    from svc_tui.widgets.form.text import TextField

    class Mine(TextField):
        pass

    app = alone(registry=FieldRegistry({"text": Mine}))

    async with app.run_test(size=(120, 30)) as pilot:
        await wait_until(pilot, lambda: app.query(Mine))


async def test_read_only_nothing_can_be_typed_or_saved(alone) -> None:
    app = alone(readonly=True)

    async with app.run_test(size=(120, 30)) as pilot:
        await wait_until(pilot, lambda: app.query("TextField"))
        assert all(field.editor is None for field in app.query("TextField"))
        assert app.query_one("Button.save").disabled
