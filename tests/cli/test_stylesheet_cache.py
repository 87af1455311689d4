"""Style sheets that are kept between two starts say what they said when they were parsed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.widget import Widget

from svc_tui.app.look import _kinds_of, stylesheet
from svc_tui.cli.compile_cache import CompileCache
from svc_tui.cli.stylesheet_cache import install_stylesheet_cache
from svc_tui.screens.listing import ListPage
from svc_tui.screens.login import LoginPage

PARSE = Stylesheet._parse_rules
PLACE = "shop.tcss", ""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache; the sheets of other tests are parsed as ever."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", PARSE)
    return tmp_path / "compiled"


def started(file: Path) -> CompileCache:
    """What a start does."""
    Stylesheet._parse_rules = PARSE  # type: ignore[method-assign]
    compiled = CompileCache(file)
    compiled.read()
    install_stylesheet_cache(compiled.rules)
    return compiled


def variables(**changed: str) -> dict[str, str]:
    return {**App[None]().get_css_variables(), **changed}


def sheets() -> dict[tuple[Any, ...], str]:
    """Ours, and those of all widgets, by what Textual knows them by."""
    assert ListPage and LoginPage
    found: dict[tuple[Any, ...], str] = {}
    found[stylesheet().read_text(), PLACE, False, 0, ""] = "svc_tui.tcss"
    for kind in _kinds_of(Widget):
        if css := vars(kind).get("DEFAULT_CSS"):
            name = kind.__name__
            found[css, (name, f"{name}.DEFAULT_CSS"), True, -1, kind._css_type_name] = name
    return found


def told(rules: list[Any]) -> list[Any]:
    """Everything that Textual looks at."""
    return [
        (
            rule.selector_set,
            {name: repr(value) for name, value in rule.styles.get_rules().items()},
            rule.styles.important,
            rule.is_default_rules,
            rule.tie_breaker,
            rule.selector_names,
            rule.pseudo_classes,
            rule.errors,
        )
        for rule in rules
    ]


def test_all_sheets_say_the_same_when_they_were_kept(file: Path) -> None:
    known = sheets()
    assert len(known) > 50
    values = variables()
    parsed = {key: told(PARSE(Stylesheet(variables=values), *key)) for key in known}
    first = started(file)
    for key in known:
        Stylesheet(variables=values)._parse_rules(*key)
    first.keep()
    started(file)

    for key, name in known.items():
        kept = Stylesheet(variables=values)._parse_rules(*key)
        assert told(kept) == parsed[key], name
        for rule in kept:  # Textual asks these of the very rules that they are of.
            assert rule.styles.has_rule("color") == ("color" in rule.styles.get_rules())


def parsed_by(file: Path, monkeypatch: pytest.MonkeyPatch, *sheets: Stylesheet) -> int:
    """How many sheets one start parses; what it did is kept for the next one."""
    count = 0
    parse = PARSE

    def counted(*parts: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        return parse(*parts, **named)

    monkeypatch.setattr("tests.cli.test_stylesheet_cache.PARSE", counted)
    start = started(file)
    for sheet in sheets:
        sheet.parse()
    start.keep()
    monkeypatch.setattr("tests.cli.test_stylesheet_cache.PARSE", parse)
    return count


def sheet(css: str, **changed: str) -> Stylesheet:
    made = Stylesheet(variables=variables(**changed))
    made.add_source(css, read_from=PLACE)
    return made


def test_a_sheet_is_parsed_once_for_each_theme_and_each_time_it_changes(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    css = "Label { color: $primary; }"
    assert parsed_by(file, monkeypatch, sheet(css), sheet(css)) == 1
    assert parsed_by(file, monkeypatch, sheet(css)) == 0

    again = sheet(css, primary="#123456")
    assert parsed_by(file, monkeypatch, again, sheet(css + " ")) == 2
    assert parsed_by(file, monkeypatch, sheet(css), again) == 0
    assert again.rules[0].styles.color.hex == "#123456"


def test_another_textual_parses_its_sheets_itself(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    css = "Label { color: red; }"
    parsed_by(file, monkeypatch, sheet(css))
    monkeypatch.setattr("svc_tui.cli.stylesheet_cache.textual_version", lambda: "9.0.0")

    assert parsed_by(file, monkeypatch, sheet(css)) == 1


def test_a_sheet_with_mistakes_is_told_every_time(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        with pytest.raises(StylesheetParseError):
            parsed_by(file, monkeypatch, sheet("Label { colour: red; }"))
        monkeypatch.undo()
        assert not file.exists()
