"""A changed class, or the focus, styles few widgets anew, and all look as if it had been all."""

from __future__ import annotations

import random
from typing import Any

import pytest
from textual.app import App
from textual.color import Color
from textual.containers import VerticalScroll
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widget import Widget
from textual.widgets import DataTable, Input, Static, TextArea

from svc_tui.app.look import stylesheet
from svc_tui.models.fields import FieldDescriptor
from svc_tui.textual_patches.apply import apply_patches
from svc_tui.textual_patches.restyling import selector_index
from svc_tui.textual_patches.speed import match_in_order, matches
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.record.body import DetailBody
from tests.widgets.form.test_form import Host

TYPES = ("text", "number", "select", "switch", "date", "textarea", "json", "slider", "boolean")
TRIES = 150

TRICKY = """
VerticalScroll.-a SvcForm.-b > * { margin: 0; }
SvcForm { &.-c { Input { color: red; } } & .input--cursor { text-style: bold; } }
.-d .input--cursor, .-d > .text-area--cursor { background: blue; }
Input.-e.-f { text-style: italic; }
VerticalScroll:focus-within .label { color: green; }
.-a ScrollBar { background: red; }
* { &.-b { text-opacity: 50%; } }
SvcField:focus-within, SvcForm.-c > SvcField { background: blue; }
SvcForm.-d > SvcField { color: red; text-style: bold; }
"""


@pytest.fixture(autouse=True)
def _mended() -> None:
    assert apply_patches()


class Form(Host):
    CSS_PATH = stylesheet()
    CSS = TRICKY


def form() -> Form:
    fields = [FieldDescriptor(key=f"field_{n}", type=one) for n, one in enumerate(TYPES)]
    return Form(fields, {})


async def fill(app: App[Any]) -> None:
    """Add what has parts of its own, and in each field something with no style of its own."""
    await app.mount(DataTable(), DetailBody())
    for field in app.query(SvcField):
        await field.mount(Static("words"))


def looks(app: App[Any]) -> dict[object, object]:
    """What the rules say of every widget and of its parts, and the colors that it draws with."""
    found: dict[object, object] = {}
    for node in app.screen.walk_children(Widget, with_self=True):
        found[node] = node.styles.base._rules.copy()
        found[node, "colors"] = node.visual_style
        for name, styles in node._component_styles.items():
            found[node, name] = styles.base._rules.copy()
    return found


def check(app: App[Any], what: str) -> None:
    seen = looks(app)
    app.stylesheet.update(app.screen, animate=True)
    assert looks(app) == seen, what


async def test_a_class_that_comes_or_goes_leaves_all_as_if_everything_had_been_styled() -> None:
    app = form()
    chance = random.Random(8)
    async with app.run_test(size=(80, 24)) as pilot:
        await fill(app)
        await pilot.pause()
        check(app, "nothing")
        spoken = selector_index(app.stylesheet)
        names = {
            one
            for table in (spoken.itself, spoken.above)
            for each in table.values()
            for one in each
        }
        classes = sorted(name[1:] for name in names if name.startswith("."))
        widgets = list(app.screen.walk_children(Widget))
        for _ in range(TRIES):
            widget, name = chance.choice(widgets), chance.choice(classes)
            widget.set_class(name not in widget.classes, name)
            check(app, f"{widget} {name}")
            if chance.random() < 0.5:
                widget.toggle_class(name)


async def test_the_focus_that_comes_or_goes_leaves_all_as_if_everything_had_been_styled() -> None:
    app = form()
    async with app.run_test(size=(80, 24)) as pilot:
        await fill(app)
        await pilot.pause()
        for widget in (*app.screen.focus_chain, None):
            app.set_focus(widget)
            await pilot.pause()
            check(app, str(widget))


async def test_a_cursor_that_moves_on_styles_a_field_and_its_editor_and_no_part_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = form()
    styled: list[object] = []
    apply = Stylesheet.apply

    def noted(self: Stylesheet, node: Any, **said: Any) -> None:
        styled.append(node)
        apply(self, node, **said)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        fields = list(app.query(SvcField))
        first, second = ([one, one.query_one(".editor")] for one in fields[:2])
        monkeypatch.setattr(Stylesheet, "apply", noted)
        fields[0].add_class("-cursor")
        fields[0].remove_class("-cursor")
        fields[1].add_class("-cursor")
        assert styled == [*first, *first, *second]


async def test_rules_fit_the_same_widgets_whichever_end_they_are_read_from() -> None:
    app = form()
    async with app.run_test(size=(80, 24)) as pilot:
        await fill(app)
        await pilot.pause()
        app.query(SvcField).first().add_class("-a", "-b", "-c", "-d", "-e", "-f")
        chains = [each.selectors for rule in app.stylesheet.rules for each in rule.selector_set]
        nodes: list[DOMNode] = [*app.screen.walk_children(Widget, with_self=True)]
        for node in tuple(nodes):
            for name in node._get_component_classes():
                nodes.append(part := DOMNode(classes=name))
                part._attach(node)
        fitting = 0
        for path in [node.css_path_nodes for node in nodes]:
            for chain in chains:
                fits = matches(chain, path)
                assert fits is match_in_order(chain, path), (chain, path)
                fitting += fits and len(chain) > 1
        assert fitting > len(nodes)


async def test_what_is_not_mounted_yet_is_styled_when_it_is() -> None:
    app = form()
    async with app.run_test(size=(80, 24)) as pilot:
        area, line = TextArea(classes="-d"), Input()
        line.add_class("-e", "-f")
        await app.screen.mount(area, line)
        await pilot.pause()
        assert line.styles.text_style.italic
        check(app, "mounted")


async def test_parts_look_as_their_place_says_whatever_stood_alike_before() -> None:
    app = form()
    async with app.run_test(size=(80, 24)) as pilot:
        blue = Color(0, 0, 255)
        for classes, disabled in (("", False), ("-d", False), ("", True), ("-d", True)):
            for above in ("", "-d"):
                box = VerticalScroll(classes=above)
                await app.screen.mount(box)
                line = Input(classes=classes, disabled=disabled)
                await box.mount(line)
                look = line._component_styles["input--cursor"]
                assert (look.background == blue) is ("-d" in (classes, above))
                assert look.node is not None and look.node.parent is line
        await pilot.pause()
        check(app, "mounted")
        theme = "textual-light"
        app.theme = theme
        await pilot.pause()
        await app.screen.mount(Input(), TextArea())
        await pilot.pause()
        check(app, theme)
