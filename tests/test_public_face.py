"""What `import svc_tui` offers, and what it costs."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, is_typeddict

import pytest
from textual.widget import Widget

import svc_tui
import svc_tui.cms
from svc_tui.models.base import Declaration
from svc_tui.models.components import COMPONENTS
from svc_tui.models.conditions import Matcher
from svc_tui.models.field_types import default_registry
from tests.backends.demo import DemoProcess

HEAVY = ("textual", "rich", "httpx", "pydantic", "platformdirs")
TERMINAL = ("textual.app", "textual.widgets", "textual.screen", "textual.driver")


def test_every_public_name_is_there_once_and_in_order() -> None:
    names = " ".join(svc_tui._HOMES.values()).split()
    assert sorted([*names, "__version__"]) == svc_tui.__all__ == dir(svc_tui)
    assert len(set(names)) == len(names)
    assert [name for name in names if getattr(svc_tui, name, None) is None] == []


def test_type_checkers_read_the_same_names() -> None:
    source = ast.parse(Path(svc_tui.__file__).read_text("utf-8"))
    [block] = [node.orelse for node in source.body if isinstance(node, ast.If)]
    found = {
        (node.module, one.name, one.asname)
        for node in block
        if isinstance(node, ast.ImportFrom)
        for one in node.names
    }
    assert found == {
        (module, name, name) for module, names in svc_tui._HOMES.items() for name in names.split()
    }


def test_every_widget_of_ours_is_public() -> None:
    root = Path(svc_tui.__file__).parent
    classes = {
        line.split("(")[0].removeprefix("class ").rstrip(":\n")
        for folder in ("widgets", "screens")
        for path in (root / folder).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("class Svc")
    }
    assert classes - set(svc_tui.__all__) - set(svc_tui.cms.__all__) == set()


def test_every_component_is_public() -> None:
    classes = {one.class_name for one in COMPONENTS.values()}
    assert classes - set(svc_tui.__all__) - set(svc_tui.cms.__all__) == set()


def test_the_class_of_every_built_in_field_type_is_public() -> None:
    types = default_registry()
    assert {
        name for name in types if types[name] is not getattr(svc_tui, types[name].__name__)
    } == set()


async def test_what_a_wrong_location_raises_can_be_caught_by_its_public_name() -> None:
    async with svc_tui.Svc("http://127.0.0.1:9") as svc:
        for wrong in ("https://other.test/", "/books\x9b"):
            with pytest.raises(svc_tui.BadLocation, match=r"^A location"):
                svc_tui.Location.parse(wrong)
            with pytest.raises(svc_tui.BadLocation, match=r"^A location"):
                await svc.router.push(wrong)


def test_the_parts_of_a_public_declaration_are_public() -> None:
    public = [getattr(home, name) for home in (svc_tui, svc_tui.cms) for name in home.__all__]
    given_as_mappings = {Matcher}  # Conditions, which no consumer writes as objects.
    missing = {
        f"{kind.__name__}.{field}: {part.__name__}"
        for kind in public
        if isinstance(kind, type) and issubclass(kind, Declaration)
        for field, info in kind.model_fields.items()
        for part in _declarations_in(info.annotation)
        if part not in public and part not in given_as_mappings
    }
    assert missing == set()


def _declarations_in(annotation: Any) -> Iterator[type[Declaration]]:
    if isinstance(annotation, type) and issubclass(annotation, Declaration):
        yield annotation
    for inner in get_args(annotation):
        yield from _declarations_in(inner)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'svc_tui' has no attribute 'nope'"):
        _ = svc_tui.nope  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("program", "unwanted"),
    [
        ("import svc_tui", HEAVY),
        ("import svc_tui; svc_tui.Svc; svc_tui.use_crud; svc_tui.Forbidden", TERMINAL),
        ("import svc_tui; svc_tui.Svc; svc_tui.PaginatedList", ("httpx", "pydantic")),
        ("from svc_tui.cli.main import run; run(['--version'])", HEAVY),
        ("from svc_tui.cli.main import run; run(['demo', '--help'])", HEAVY),
        ("from svc_tui.cli.main import run; run(['--nope'])", HEAVY),
        ("import svc_tui.cli.schema, svc_tui.cli.open", ("textual.app", "httpx", "pydantic")),
    ],
)
def test_nothing_is_imported_before_it_is_needed(program: str, unwanted: tuple[str, ...]) -> None:
    assert imported_by(program) & set(unwanted) == set()


def imported_by(program: str) -> set[str]:
    """The modules that a fresh interpreter holds after a program, whatever its exit code."""
    tell = (
        f"import sys\ntry:\n    {program}\nexcept SystemExit: pass\nprint('modules:', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("modules:")[2].split())


def test_a_script_works_without_a_terminal_library(demo: DemoProcess, tmp_path: Path) -> None:
    program = f"""
    import asyncio, svc_tui
    async def main():
        async with svc_tui.Svc({demo.url!r}, state_dir={str(tmp_path)!r}) as svc:
            await svc.auth.login("editor", "editor")
            page = await svc.crud("/api/articles").list(page=2)
            assert page.results, page
            assert svc_tui.use_svc_auth().user.username == "editor"
    asyncio.run(main())"""
    assert imported_by(program.strip()) & set(TERMINAL) == set()


def test_whatever_a_public_widget_takes_can_be_imported() -> None:
    public = {*svc_tui.__all__, *svc_tui.cms.__all__}
    wanted = set()
    for module in (svc_tui, svc_tui.cms):
        for name in module.__all__:
            made = getattr(module, name)
            if not (inspect.isclass(made) and issubclass(made, Widget)):
                continue
            call: Any = inspect.unwrap(made.__init__)
            known = vars(sys.modules[call.__module__])
            for words in call.__annotations__.values():
                kinds = re.findall(r"\b[A-Z]\w+", str(words))
                wanted |= {(kind, name) for kind in kinds if _is_own(kind, call, known)}

    assert {one for one in wanted if one[0] not in public} == set()
    assert ("Selection", "SvcListActions") in wanted


def _is_own(name: str, call: Any, known: dict[str, Any]) -> bool:
    """Whether a name in an annotation is a class of ours that a caller has to make."""
    kind = known.get(name)
    if kind is None:  # Imported for type checkers alone.
        source = inspect.getsource(sys.modules[call.__module__])
        place = re.search(rf"from (svc_tui\S*) import [^\n]*\b{name}\b", source)
        kind = getattr(importlib.import_module(place[1]), name, None) if place else None
    made = inspect.isclass(kind) and kind.__module__.startswith("svc_tui")
    return made and not getattr(kind, "_is_protocol", False) and not is_typeddict(kind)
