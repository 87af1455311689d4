"""General code asks a dialect's hooks and capabilities; it never has a dialect's name in it."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import svc_tui
from svc_tui.api.dialects import dialect_named
from svc_tui.models.dialects import BUILT_IN, RECOGNIZABLE, WIRES

PACKAGE = Path(svc_tui.__file__).parent
PROJECT = PACKAGE.parent

NAMES = BUILT_IN.keys() - {"rest"}
"""Plain REST is what general code speaks, and the default."""

KNOWS = {
    "models/dialects.py": NAMES,  # The table of built-in dialects; help and errors print it.
    "api/dialects/presets.py": NAMES,  # The dialects themselves.
    "api/dialects/camomilla/": {"camomilla"},
    "api/dialects/file_libraries.py": {"directus", "strapi"},  # Their media libraries.
    "cms/": {"camomilla"},  # The package of that CMS's own parts.
    "app/store_factory.py": {"camomilla"},  # These read `[camomilla]`, a table of the console file.
    "app/factory.py": {"camomilla"},
    "app/plugins.py": {"camomilla"},
    "cli/init.py": {"camomilla"},
    "config/merge.py": {"camomilla"},
    "config/options.py": {"camomilla"},
    "stores/record/publication_store.py": {"drf"},  # The status of a draft.
    # A form of records, which any wire may have (`records = "jsonapi"`), and a key of its answers.
    "models/wire.py": {"jsonapi"},
    "api/dialects/wire.py": {"jsonapi", "directus"},  # And the form `root = "items"` of a root.
    "api/problems.py": {"jsonapi"},
    "introspect/openapi/paths.py": {"jsonapi"},
}
"""The code that may name dialects. Comments and docstrings are documents: they name examples."""


def named_in(path: Path) -> set[str]:
    """Return the dialects that a module names: in its texts, imports, or names of its own."""
    nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    docstrings = {id(one.value) for one in nodes if isinstance(one, ast.Expr)}
    texts = [
        value.lower().replace("-", "_")
        for node in nodes
        for _, value in ast.iter_fields(node)
        if isinstance(value, str) and id(node) not in docstrings
    ]
    return {name for name in NAMES if any(name.replace("-", "_") in text for text in texts)}


def known_to(path: str) -> set[str]:
    return {name for start, names in KNOWS.items() if path.startswith(start) for name in names}


def test_a_dialect_is_named_only_where_it_is_found():
    found = {str(path.relative_to(PACKAGE)): named_in(path) for path in PACKAGE.rglob("*.py")}
    strangers = {path: more for path, names in found.items() if (more := names - known_to(path))}
    assert strangers == {}
    named = [path for path, names in found.items() if names]
    assert [one for one in KNOWS if not any(path.startswith(one) for path in named)] == []


def test_every_folder_of_a_dialect_is_protected():
    """A contract of import-linter lists them; it can't say "all folders in this folder"."""
    folders = {path.parent.name for path in (PACKAGE / "api" / "dialects").glob("*/__init__.py")}
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]
    protected = [
        one["protected_modules"]
        for one in contracts["importlinter"]["contracts"]
        if one["type"] == "protected"
    ]
    assert [sorted(f"svc_tui.api.dialects.{one}" for one in folders)] == protected


def test_every_dialect_that_can_be_recognized_is_looked_for():
    """Where: in `RECOGNIZABLE` by its `recognize`, in `WIRES` by its wire and its `describes`."""
    built_in = [dialect_named(name) for name in BUILT_IN]
    assert {one.name for one in built_in if one.recognize} == set(RECOGNIZABLE)
    assert {one.name for one in built_in if one.sign} == set(RECOGNIZABLE)
    assert {one.name for one in built_in if one.wire} == WIRES.keys() - {"rest"}
    assert {one.name for one in built_in if one.describes} <= WIRES.keys()
    assert [one.name for one in built_in] == [*BUILT_IN]


def test_nothing_compares_a_dialect_by_name():
    asks = ("dialect.name ==", "dialect.name in", "dialect is REST", "dialect == ")
    found = {
        str(path.relative_to(PACKAGE)): one
        for path in PACKAGE.rglob("*.py")
        for one in asks
        if one in path.read_text("utf-8")
    }
    # The app asks whether the dialect that it found out is the one that it began with.
    assert set(found) <= {"app/boot.py"}
