"""Style sheets that are kept between two starts say what they said when they were parsed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.widget import Widget

from svc_tui.app.look import _kinds_of, stylesheet
from svc_tui.cli.stylesheet_cache import StylesheetCache, install_stylesheet_cache
from svc_tui.screens.listing import ListPage
from svc_tui.screens.login import LoginPage

PARSE = Stylesheet._parse_rules
PLACE = "shop.tcss", ""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache; the sheets of other tests are parsed as ever."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", PARSE)
    return tmp_path / "cache" / "stylesheets"


def started(file: Path) -> StylesheetCache:
    """What a start does."""
    Stylesheet._parse_rules = PARSE  # type: ignore[method-assign]
    return install_stylesheet_cache(file)


def variables(**changed: str) -> dict[str, str]:
    return {**App[None]().get_css_variables(), **changed}


def sheets() -> dict[tuple[Any, ...], str]:
    """Ours, and those of all widgets but the tests', by what Textual knows them by."""
    assert ListPage and LoginPage
    found: dict[tuple[Any, ...], str] = {}
    found[stylesheet().read_text(), PLACE, False, 0, ""] = "svc_tui.tcss"
    for kind in _kinds_of(Widget):
        css = vars(kind).get("DEFAULT_CSS")
        if css and not kind.__module__.startswith("tests."):  # Some of those are wrong on purpose.
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
    first.save()
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
    start.save()
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


def test_the_file_is_for_its_owner_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed_by(file, monkeypatch, sheet("Label { color: red; }"))

    assert [one.stat().st_mode & 0o777 for one in file.parent.iterdir()] == [0o600]


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def with_another_checksum(file: Path) -> None:
    file.write_bytes(b"\0" + file.read_bytes()[1:])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def open_to_all(file: Path) -> None:
    file.chmod(0o666)


@pytest.mark.parametrize("spoil", [cut, flip, with_another_checksum, empty, open_to_all])
def test_a_file_that_cannot_be_trusted_is_ignored_and_made_anew(
    file: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    red = sheet("Label { color: red; }")
    parsed_by(file, monkeypatch, red)
    spoil(file)

    assert parsed_by(file, monkeypatch, sheet("Label { color: red; }")) == 1
    assert parsed_by(file, monkeypatch, sheet("Label { color: red; }")) == 0


def test_somebody_elses_file_is_ignored(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed_by(file, monkeypatch, sheet("Label { color: red; }"))
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)

    assert parsed_by(file, monkeypatch, sheet("Label { color: red; }")) == 1


def test_a_cache_that_cannot_be_written_costs_no_word(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.parent.write_text("a file where the directory should be")

    assert parsed_by(file, monkeypatch, sheet("Label { color: red; }")) == 1
    assert file.parent.is_file()


def test_sheets_that_are_kept_already_are_not_written_again(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = started(file)
    sheet("Label { color: red; }").parse()
    cache.save()
    file.unlink()

    cache.save()

    assert list(file.parent.iterdir()) == []


def test_a_file_that_grew_too_large_keeps_what_was_used_last(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = "Label { color: red; }", "Label { color: blue; }"
    parsed_by(file, monkeypatch, sheet(old))
    monkeypatch.setattr("svc_tui.cli.stylesheet_cache.MAX_BYTES", 1)
    parsed_by(file, monkeypatch, sheet(new))

    assert parsed_by(file, monkeypatch, sheet(new)) == 0
    assert parsed_by(file, monkeypatch, sheet(old)) == 1
