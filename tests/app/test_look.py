"""The style sheet, read in two parts, is the sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.app import App
from textual.color import Color
from textual.css import stylesheet as stylesheets
from textual.css.stylesheet import Stylesheet
from textual.widgets import Static

from svc_tui.app.look import DeferredStylesheet, stylesheet

CONSUMERS = "SvcTopbar { background: red; }"


def sheets(variables: dict[str, str]) -> Stylesheet:
    """Ours, and a consumer's after it."""
    found = Stylesheet(variables=variables)
    found.read(stylesheet())
    found.add_source(CONSUMERS, ("consumer.tcss", ""))
    return found


def rules(found: Stylesheet) -> list[str]:
    return [rule.css for rule in found.rules]


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_in_two_parts_it_is_what_it_is_in_one_whatever_theme_was_put_on_meanwhile(
    theme: str,
) -> None:
    app: App[None] = App()
    before = app.get_css_variables()
    parted = sheets(before)
    rest = DeferredStylesheet(parted)
    first = rules(parted)
    rest.parse()
    app.theme = theme
    after = app.get_css_variables()
    parted.set_variables(after)

    assert rest.add()

    assert rules(parted) == rules(sheets(after))
    assert len(first) < len(rules(parted)) / 2


def test_a_rest_that_nobody_parsed_is_parsed_when_it_is_used() -> None:
    variables = App[None]().get_css_variables()
    parted = sheets(variables)

    assert DeferredStylesheet(parted).add()

    assert rules(parted) == rules(sheets(variables))


def test_it_is_added_once() -> None:
    parted = sheets(App[None]().get_css_variables())
    rest = DeferredStylesheet(parted)

    assert (rest.add(), rest.add()) == (True, False)


def test_a_console_with_a_sheet_of_its_own_has_no_rest() -> None:
    own = Stylesheet()
    own.add_source(CONSUMERS, ("consumer.tcss", ""))
    rest = DeferredStylesheet(own)
    rest.parse()

    assert not rest.add()
    assert list(own.source) == [("consumer.tcss", "")]


def test_the_next_kind_of_widget_has_no_other_sheet_parsed_again() -> None:
    many = sheets(App[None]().get_css_variables())
    DeferredStylesheet(many)
    for number in range(200):
        many.add_source(f"Kind{number} {{ height: 1; }}", ("", f"Kind{number}"), True)
    many.parse()
    parsed = many._parse_cache.misses

    many.add_source("Another { height: 1; }", ("", "Another"), True)
    many.parse()

    assert many._parse_cache.misses == parsed + 1


class Sign(Static):
    """A kind of widget that says something of itself, over what its base says."""

    DEFAULT_CSS = "Sign { color: $accent; }"


class Signs(App[None]):
    """Puts one up."""

    def on_load(self) -> None:
        self.rest = DeferredStylesheet(self.stylesheet)


async def parsed_for_a_sign(monkeypatch: pytest.MonkeyPatch, theme: str = "") -> list[str]:
    """What is parsed as one is mounted, after all kinds were parsed under the first theme."""
    async with Signs().run_test() as pilot:
        app = pilot.app
        assert isinstance(app, Signs)
        widgets = app.rest.parse_widgets()
        if theme:
            app.theme = theme
            await pilot.pause()
        app.rest.apply_parsed(widgets)
        heard: list[str] = []
        parse = stylesheets.parse

        def noted(scope: str, *what: Any, **how: Any) -> Any:
            heard.append(scope)
            return parse(scope, *what, **how)

        with monkeypatch.context() as patch:
            patch.setattr(stylesheets, "parse", noted)
            await app.mount(sign := Sign())
        assert sign.styles.color == Color.parse(app.get_css_variables()["accent"])
        return heard


async def test_a_kind_of_widget_that_is_known_is_not_parsed_as_it_is_mounted(monkeypatch) -> None:
    assert await parsed_for_a_sign(monkeypatch) == []


async def test_under_another_theme_it_is_parsed_anew(monkeypatch) -> None:
    assert "Sign" in await parsed_for_a_sign(monkeypatch, "textual-light")


def modals() -> set[str]:
    """The names of all dialogs, which are screens of their own."""
    root = stylesheet().parent / "svc_tui"
    sources = "\n".join(path.read_text("utf-8") for path in root.rglob("*.py"))
    parents = re.findall(r"^class (\w+)\((\w+)", sources, re.MULTILINE)
    found, before = {"SvcModal"}, 0
    while len(found) > before:
        before = len(found)
        found |= {name for name, parent in parents if parent in found}
    return found


def test_rules_for_the_size_of_a_dialog_stand_on_the_dialog_itself() -> None:
    """It has the classes of its size itself; nothing around it has them."""
    around = re.findall(r"\.-(?:tiny|short|tall|lofty|wide) (\w+)", stylesheet().read_text("utf-8"))
    assert not modals() & set(around)


async def test_a_kind_of_widget_of_no_file_is_parsed_too(monkeypatch) -> None:
    kind = type("Typed", (Static,), {"DEFAULT_CSS": "Typed { color: red; }", "__module__": "none"})

    async with Signs().run_test() as pilot:
        assert isinstance(pilot.app, Signs)
        _, parsed = pilot.app.rest.parse_widgets()

    assert ("", "Typed.DEFAULT_CSS") in [key[1] for key in parsed]
    del kind
