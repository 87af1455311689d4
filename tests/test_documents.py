"""The README says what is so, and the sentences of the program keep the rules of a copy editor."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

from markdown.extensions.toc import slugify
from textual.binding import Binding
from textual.dom import DOMNode

import svc_tui
import svc_tui.cms
from docs.reference import nodes
from docs.strings import SOURCE, texts
from svc_tui import Options
from svc_tui.api.dialects import recognizable_dialects
from svc_tui.api.dialects.camomilla import CAMOMILLA
from svc_tui.app.bindings import known_bindings
from svc_tui.app.chords import CHORDS
from svc_tui.app.command_checks import RESERVED
from svc_tui.app.routes import routes_for
from svc_tui.cli.arguments import read_arguments
from svc_tui.config import restricted
from svc_tui.models.dialects import BUILT_IN
from svc_tui.models.records import CRUD_ACTIONS
from svc_tui.widgets.key_mode import character_of
from svc_tui.widgets.record.copying import COPIES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

LAYERS = {path.name for path in (ROOT / "svc_tui").iterdir() if path.is_dir()}

COMMAND = re.compile(r"^svc-tui ([a-z]+(?: \| [a-z]+)*)", re.MULTILINE)


def test_every_command_of_the_readme_exists() -> None:
    names = {name for found in COMMAND.findall(_code(PAGES[0])) for name in found.split(" | ")}
    needing = {
        "open": ["/"],
        "list": ["x"],
        "edit": ["x", "1"],
        "pipe": ["x", "1", "--", "cat"],
        "media": ["ls"],
        "update": ["x", "1"],
        "undo": ["1"],
        "upload": ["a.png"],
        "new": ["news"],
    }

    assert {"demo", "trust", "init", "doctor", "login", "logout"} <= names
    for name in names:
        assert read_arguments([name, *needing.get(name, [])]).command == name


def test_every_target_of_make_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", MAKEFILE, re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`?make ([a-z]+)\b(?!,)", _code(page))}

    assert {"demo", "run", "bench"} <= named
    assert named - targets == set()


def test_every_file_that_a_document_names_is_there() -> None:
    folders = (ROOT, ROOT / "svc_tui")
    named = {
        (page.name, path)
        for page in [*PAGES, ROOT / "ARCHITECTURE.md"]
        for path in re.findall(r"`((?:[\w.]+/)+[\w.]*)`", page.read_text("utf-8"))
        if path.partition("/")[0] in {"svc_tui", "tests", "docs", "examples", "bench", *LAYERS}
    }

    assert len(named) > 20
    assert [one for one in named if not any((folder / one[1]).exists() for folder in folders)] == []


def test_every_link_of_the_readme_leads_to_a_page_and_a_heading() -> None:
    links = re.findall(r"\]\((?!https?:)([^)\s]+)\)", README)
    assert len(links) > 20
    for link in links:
        path, _, anchor = link.partition("#")
        assert (ROOT / path).is_file(), link
        if anchor:
            text = (ROOT / path).read_text("utf-8")
            headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            assert anchor in [slugify(one.replace("`", ""), "-") for one in headings], link


def test_every_new_name_in_the_table_of_renamed_names_is_there() -> None:
    table = (ROOT / "docs" / "names.md").read_text("utf-8")
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| `")]
    assert len(rows) > 10
    for old, new, _ in rows:
        names = re.findall(r"`([\w.]+)", new.replace("`svc_tui.cms`", old))
        for name in names:
            first, _, rest = name.removeprefix("svc_tui.cms.").partition(".")
            owner = re.search(r"of `(\w+)`", old)
            made = _public(owner[1] if owner else "Svc" if first == "svc" else first)
            wanted = first if owner else rest
            there = not wanted or hasattr(made, wanted)
            assert there or wanted in inspect.signature(made).parameters, name
    gone = {one for old, *_ in rows for one in re.findall(r"`([A-Z]\w+)`", old)}
    assert gone & {*svc_tui.__all__} == {"Refused", "SvcListActions"}


def _public(name: str) -> Any:
    return getattr(svc_tui if name in svc_tui.__all__ else svc_tui.cms, name)


def _code(page: Path) -> str:
    """What stands in code: blocks and spans."""
    text = page.read_text("utf-8")
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL))


def test_the_readme_begins_with_a_moving_picture_of_a_minute() -> None:
    first = re.search(r"!\[[^]]+\]\(([^)]+)\)", README.partition("\n## ")[0])
    assert first is not None
    picture = ROOT / first[1]
    text = picture.read_text("utf-8")

    assert picture.stat().st_size <= 1_500_000
    assert "<animate " in text and 50 <= float(re.findall(r'dur="([\d.]+)s"', text)[0]) <= 80


def test_every_picture_of_the_readme_has_a_size() -> None:
    """In a table, a browser shows a picture without one as nothing at all."""
    pictures = [ROOT / place for place in re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)]
    begins = {one.name: one.read_text("utf-8").partition(">")[0] for one in pictures}

    assert len(begins) >= 9
    assert [name for name, tag in begins.items() if not re.search(r' width="[\d.]+"', tag)] == []


def test_figures_of_the_thin_line_stand_where_they_are_measured_only() -> None:
    figures = re.compile(r"\b\d[\d,.]* (?:KB|B|bytes)\b")

    assert figures.findall(README) == []
    thin_line = (ROOT / "docs" / "thin-line.md").read_text("utf-8")
    assert "make bench" in thin_line and "python -m bench --only minute" in thin_line


def test_nobody_is_sent_to_a_registry_that_does_not_have_the_package() -> None:
    places = [*PAGES, *Path(svc_tui.__file__).parent.rglob("*.py")]
    install = re.compile(r"pip install ['\"]?svc-tui")

    found = [path for path in places if install.search(path.read_text("utf-8"))]

    assert found == [ROOT / "README.md"]
    assert "`pip install svc-tui` does not work" in README


def test_a_newcomer_learns_where_the_program_is_and_how_to_turn_pages() -> None:
    assert ".venv/bin/svc-tui" in README
    assert 'make demo ARGS="' in README and 'make run  ARGS="' in README
    assert re.search(r"^\| `\.` `,` \| next and previous page of a list", README, re.MULTILINE)
    started = (ROOT / "docs/getting-started.md").read_text("utf-8")
    assert "| Ctrl+S, F2 | save |" in README and "| Ctrl+S | save |" in started


def test_the_map_of_keys_names_keys_that_do_what_it_says() -> None:
    rows = [line.split("|") for line in (ROOT / "docs/keymap.md").read_text().splitlines()]
    named = [
        (row[1], row[4].strip(" `"))
        for row in rows
        if len(row) == 6 and re.search(r"`[a-z]+\.", row[4])
    ]
    assert len(named) > 40
    bound = known_bindings()
    for keys, id in named:
        own = {character_of(key) or written(key) for key in bound[id].split(",")} | {
            written(key) for key in bound[id].split(",")
        }
        assert any(one.casefold() in keys.casefold() for one in own if one), (keys, id, own)
    letters = {
        key
        for id, bindings in bound.items()
        if id.partition(".")[0] in ("list", "detail", "media", "page", "app")
        for key in bindings.split(",")
        if len(key) == 1 and key.isalpha() and not id.startswith("app.second_")
    }
    page = (ROOT / "docs/keymap.md").read_text().partition("## Where other programs")[0]
    missing = sorted(key for key in letters if f"`{key}`" not in page)
    assert missing == [], "docs/keymap.md has no row for these keys"


ALIKE = (
    {"Invert", "Invert marks", "Mark the others"}, {"New", "Add"},
    {"Full screen", "Zoom", "Preview", "Fill the screen", "View"}, {"Move", "Move to…"},
    {"Search", "Find"},
    {"Clear all", "Clear filters"}, {"Duplicate", "Copy"}, {"Edit", "Quick edit", "Rename"},
    {"Record in $EDITOR", "Rows in editor"}, {"Bottom", "Last", "Last field"},
    {"Next record", "Move down", "Later"},
    {"Previous record", "Move up", "Earlier"}, {"New folder", "New inside"},
    {"Column left", "Up", "Fold, out", "Close", "Fold", "Fold all"},
    {"Column right", "Open", "Unfold, in", "Unfold, fold"},
    {"Range", "Mark", "Choose", "Mark from the last mark to here"}, {"Errors", "Missing text"},
)  # fmt: skip
"""Labels of a key that mean the same on pages of another kind."""

PARTS = {*RESERVED} - {"home", "field"}
"""The first words of the ids of keys on pages, but for Home, where letters move only, and for
editors, where letters are text."""

AFTER_ANOTHER = re.compile(r"media\.copy_|app\.second_")
"""Ids of the second of two keys."""


def test_a_key_means_the_same_on_every_page() -> None:
    known_bindings()  # Imports every page and widget.
    meanings: dict[str, set[str]] = {}
    for node in nodes(DOMNode):
        for one in Binding.make_bindings(vars(node).get("BINDINGS", ())):
            place = (one.id or "").partition(".")[0]
            sign = (character_of(one.key) or "").strip()
            if place not in PARTS or not sign.isprintable():
                continue
            if sign and not sign.isdigit() and not AFTER_ANOTHER.match(str(one.id)):
                alike = next((group for group in ALIKE if one.description in group), None)
                meanings.setdefault(sign, set()).add(min(alike) if alike else one.description)

    assert {key: labels for key, labels in meanings.items() if len(labels) > 1} == {}


def test_the_map_of_keys_names_every_letter_after_y() -> None:
    page = (ROOT / "docs/keymap.md").read_text()
    assert [one for one in [*COPIES, "r"] if f"`y{one}`" not in page] == []


def test_the_map_of_keys_names_every_place_behind_g() -> None:
    page = (ROOT / "docs/keymap.md").read_text()
    missing = [keys for keys, one in CHORDS.items() if one.place and f"`{keys}`" not in page]
    assert missing == [], "the row of `g` in docs/keymap.md lacks these keys"


def written(key: str) -> str:
    """Return the name of a key as documents write it."""
    return {"escape": "Esc"}.get(key, key)


def test_the_table_of_dialects_has_every_built_in_one() -> None:
    page = (ROOT / "docs" / "backends.md").read_text("utf-8")
    table = page.partition("| `dialect` |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)
    assert rows == [*BUILT_IN], "the table in docs/backends.md lists BUILT_IN, in its order"


def test_the_addresses_that_recognize_a_dialect_are_named() -> None:
    page = (ROOT / "docs" / "backends.md").read_text("utf-8")
    assert [one.sign for one in recognizable_dialects() if f"`GET {one.sign}`" not in page] == []


def test_the_commands_of_a_restricted_console_are_named() -> None:
    page = (ROOT / "docs/how-to/bastion.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith("| commands |"))
    assert {"console", *re.findall(r"`(.+?)`", row)} == restricted.COMMANDS


def test_the_permissions_that_built_in_pages_require_are_in_one_table() -> None:
    rows = re.findall(r"^\| .*$", (ROOT / "docs/how-to/auth.md").read_text("utf-8"), re.MULTILINE)
    options = Options(base_url="https://cms.test")

    for route in routes_for(options, (), CAMOMILLA):
        if "{" in route.pattern or not route.middleware:
            continue
        name = "Home" if route.pattern == "/" else f"`{route.pattern}`"
        row = next((row for row in rows if name in row.split("|")[1]), "")
        assert row, f"no row of the table names {name}"
        if isinstance(asked := route.permissions, dict):
            assert all(f"`{verb}_{asked['model']}`" in row for verb in CRUD_ACTIONS), row
    profile = next(row for row in rows if row.startswith("| your profile"))
    assert f"`{CAMOMILLA.own_profile}`" in profile


FOR_AUTHORS = {
    "command.py", "field.py", "attr_names.py", "write_path.py", "options.py",
    "action_questions.py", "actions.py", "action_types.py", "slots.py", "related_titles.py",
    "markup.py", "action_preview.py",
}  # fmt: skip
"""Modules whose sentences are for authors of consoles, or have values as in JSON; with them, all
checks of what an author declares (`*_checks.py`)."""

EVERYWHERE = {
    "three dots": r"\w\.\.\.",
    "two spaces": r"^[^\n]*[a-z,.;:] {2,}[A-Za-z“][^\n]*$",
    "Latin": r"\b(e\.g\.|i\.e\.|etc\.)",
    "a plea": r"(?i)\bplease\b",
    "a cry": r"[a-z]!(\s|$)",
}
ON_SCREEN = {
    "a semicolon": r"[a-z`)}]; ",
    "straight quotes around a name": r'(?<![=(\w])"\{|(?<![=(])\w+\}"(?![)\]])',
}


def test_every_sentence_of_the_program_keeps_the_rules() -> None:
    broken = []
    for path in sorted(SOURCE.rglob("*.py")):
        folder = path.relative_to(SOURCE).parts[0]
        if folder == "demo" or "project" in path.parts:
            continue
        for_authors = path.name in FOR_AUTHORS or path.name.endswith("_checks.py")
        screen = folder in ("screens", "stores", "widgets") and not for_authors
        rules = EVERYWHERE | (ON_SCREEN if screen else {})
        for line, text in texts(path):
            broken += [
                f"{path.relative_to(ROOT)}:{line} has {name}: {text}"
                for name, pattern in rules.items()
                if re.search(pattern, text)
            ]

    assert broken == []


def test_the_list_for_the_copy_editor_has_labels_of_one_word_and_no_names_of_code() -> None:
    labels = {text for path in SOURCE.rglob("*.py") for _, text in texts(path)}

    assert labels >= {"Overwrite", "Discard", "Save", "Cancel", "Filters", "Search", "Keys"}
    assert "Auth AuthCall" not in labels
