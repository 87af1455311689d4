"""The documents as readers use them: the tutorial works, the site is built without a network."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, get_args

import pytest
from markdown import markdown
from textual.app import App

import svc_tui
import svc_tui.cms
import svc_tui.testing
from docs import reference
from svc_tui import Options, Resource, Svc, SvcApp
from svc_tui.cli.arguments import read_arguments
from svc_tui.config.load import load_console
from svc_tui.models import extensions
from svc_tui.models.field_types import FIELD_TYPES
from svc_tui.models.slots import SLOTS
from svc_tui.terminal.error_log import RECENT_ERRORS
from svc_tui.testing import BASE, FakeBackend, sign_in, text, until, until_idle
from tests import code_blocks
from tests.code_blocks import PAGES, ROOT, project

pytestmark = pytest.mark.timeout(400)  # The site takes a minute on a free machine.

FIRST = """
from console import console
from library import library
from svc_tui.testing import sign_in, text

async def test_the_first_console(svc_home):
    async with console(library()).run_test() as pilot:
        await sign_in(pilot, "clerk")
        assert "Books" in text(pilot)
"""

SETTINGS = '[tool.pytest.ini_options]\nasyncio_mode = "auto"\npythonpath = ["."]\n'


def run(folder: Path, *command: str) -> str:
    environ = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_tutorial_works_at_its_first_console_and_at_its_end(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    pytest_ = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    files = [*project(ROOT / "docs" / "tutorial.md")]
    consoles = [place for place, (name, _) in enumerate(files) if name == "console.py"]
    for name, code in files[: consoles[0] + 1]:
        (tmp_path / name).write_text(code, "utf-8")
    (tmp_path / "test_first.py").write_text(FIRST)
    assert "1 passed" in run(tmp_path, *pytest_)

    for name, code in files[consoles[0] + 1 :]:
        (tmp_path / name).write_text(code, "utf-8")
    assert "4 passed" in run(tmp_path, *pytest_)


def test_the_site_is_built_strictly_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    site = tmp_path / "site"
    mkdocs = (sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir")
    run(ROOT, *mkdocs, str(site))

    loading = re.compile(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=[\"']?https?://[^>]*>")
    for page in site.rglob("*.html"):
        found = loading.findall(page.read_text("utf-8"))
        assert [one for one in found if "canonical" not in one] == [], page
    for picture in site.rglob("*.svg"):
        assert "@font-face" not in picture.read_text("utf-8"), picture
    for name in FIELD_TYPES:
        drawn = (site / "reference" / "pictures" / f"{name}.svg").read_text("utf-8")
        assert name.capitalize() in drawn and "⚠" not in drawn, name
    messages = (site / "reference" / "messages.html").read_text("utf-8")
    assert "<td></td>" not in messages.replace("<td></td>\n</tr>", ""), "a message has no docstring"
    classes = (site / "reference" / "classes.html").read_text("utf-8")
    assert "await list(*, config: FetchConfig | None = None" in classes
    assert "<code>listen(*stores: Store[Any])</code>" in classes
    assert " object at 0x" not in classes and "=&lt;function" not in classes
    resources = (site / "reference" / "resources.html").read_text("utf-8")
    assert "<code>list_page</code>" in resources and "listPage" not in resources
    types = (site / "reference" / "field-types.html").read_text("utf-8")
    assert 'src="pictures/repeater.svg"' in types and "max_items" in types


GUIDES = [*(ROOT / "docs" / "how-to").glob("*.md"), ROOT / "docs" / "handlers.md"]
MORE = [ROOT / "README.md", ROOT / "docs" / "backends.md"]
WITH_CODE = [page for page in (*GUIDES, *MORE) if [*code_blocks.blocks(page)]]


@pytest.mark.parametrize("words", ["/articles/<id> and <b>", "a *b* c_d_e", "[f](g)", "`<id>`"])
def test_words_of_a_docstring_are_shown_as_they_are(words: str) -> None:
    shown = re.sub(r"<[^>]*>", "", markdown(reference.plain(words)))
    assert unescape(shown) == words.replace("`", "")


def test_the_tests_in_the_documents_pass(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    for page in GUIDES:
        for line, code in code_blocks.blocks(page):
            if "def test_" in code:
                (tmp_path / f"test_{page.stem}_{line}.py").write_text(code, "utf-8")
    options = ("-q", "-p", "no:cacheprovider", "--snapshot-update")
    assert "9 passed" in run(tmp_path, sys.executable, "-m", "pytest", *options)


BOOK = {"id": 1, "title": "Emma", "uuid": "a", "label": "Harbour", "contentType": "image/png",
        "links": {"download": "/media/harbour.png"}}  # fmt: skip


def library() -> FakeBackend:
    """A backend that has what the guides ask for."""
    backend = FakeBackend()
    backend.add_user("admin", superuser=True, groups=["night"])
    backend.add_user("editor", "secret", superuser=True)
    rows = [{"id": n, "title": f"Harbour {n}", "status": "draft"} for n in range(1, 26)]
    backend.add_collection("/api/articles", rows, required=["title"])
    backend.add_collection("/api/books", [BOOK])
    backend.add_media([{**BOOK, "folder": None}])
    return backend


def record(resource: Resource) -> dict[str, Any]:
    """A record with a value in each column and field."""
    types = {one.key: FIELD_TYPES.get(one.type) for one in resource.fields}
    values = {key: one.example[0] if one else 1 for key, one in types.items()}
    return {"id": 1, "title": "Emma", **{one.key: "9780" for one in resource.columns}, **values}


def paths(app: SvcApp) -> list[str]:
    """The pages of a console: built-in ones, lists, records, and its own."""
    lists = [f"/{one.name}" for one in app.parts.resources]
    own = [re.sub(r"\{\w+\}", "1", one.pattern) for one in app.parts.routes]
    return [*lists, *(f"{one}/1" for one in lists), *own, "/media", "/"]


async def visit(app: SvcApp, backend: FakeBackend) -> None:
    """Sign in, open every page, and press the keys of every command: none of its code may fail."""
    for one in app.parts.resources:
        backend.add_collection(one.endpoint, [record(one)])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        assert app.svc is not None
        for path in paths(app):
            app.run_worker(app.svc.router.push(path))
            await until(pilot, lambda path=path: app.svc.router.state.location.path == path)
            await until_idle(pilot)
            assert "see :log" not in text(pilot)
        await pilot.press(
            *(key for one in app.parts.commands for key in one.keys.split(",") if key)
        )
        await until_idle(pilot)
        assert [one.text for one in RECENT_ERRORS.of(app) if one.owner is not None] == []


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.stem)
async def test_what_a_guide_shows_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, apps, programs = library(), list[App[Any]](), list[Any]()

    def console(*given: Any, **parts: Any) -> SvcApp:
        place = {"transport": backend.transport, "state_dir": tmp_path / f"state-{len(apps)}"}
        apps.append(SvcApp(*given, **{**parts, **place}))
        return apps[-1]

    (tmp_path / "svc.toml").write_text('svc.base_url = "https://cms.example.org"\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(svc_tui, "SvcApp", console)
    monkeypatch.setattr(svc_tui, "Svc", partial(Svc, transport=backend.transport))
    for kind in (App, SvcApp):
        monkeypatch.setattr(kind, "run", lambda app: None if app in apps else apps.append(app))
    monkeypatch.setattr(asyncio, "run", programs.append)
    for line, code in code_blocks.blocks(page):
        names: dict[str, Any] = {"__name__": "guide"}
        exec(compile(code, f"{page.name}:{line}", "exec", dont_inherit=True), names)
        if resources := [one for one in names.values() if isinstance(one, Resource)]:
            console(Options(base_url=BASE), resources=resources)

    for program in programs:
        await program
    for app in apps:
        if isinstance(app, SvcApp):
            await visit(app, backend)
            continue
        async with app.run_test(size=(100, 30)) as pilot:
            await until(pilot, "Emma")


def other_block(page: str, language: str) -> str:
    """The only block of a language in a guide."""
    text = (ROOT / "docs" / "how-to" / f"{page}.md").read_text("utf-8")
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found


async def test_the_library_that_the_guide_for_media_describes_is_shown(tmp_path: Path) -> None:
    backend = library()
    backend.on("GET", "/api/media-folders", json.loads(other_block("media", "json")))
    app = SvcApp(
        Options(base_url=BASE), transport=backend.transport, state_dir=tmp_path, start="/media"
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        assert "Photos" in text(pilot)


def test_the_entry_points_that_the_guide_for_packages_names_are_those_that_are_read() -> None:
    groups = tomllib.loads(other_block("packages", "text"))["project"]["entry-points"]
    assert {*groups} == {f"svc_tui.{kind}" for kind in get_args(extensions.Kind)}


SETTERS = {
    "Static": {"update"},
    "Label": {"update"},
    "OptionList": {"add_option", "replace_option_prompt_at_index"},
}
TITLES = {"border_title", "border_subtitle", "tooltip"}
OF_TEXTUAL = {"Static", "Label", "Button", "Option", "OptionList", "notify"}


def may_be_foreign(value: ast.expr) -> bool:
    """Whether a string is not written out in the code."""
    if isinstance(value, ast.IfExp):
        return may_be_foreign(value.body) or may_be_foreign(value.orelse)
    return not isinstance(value, ast.Constant | ast.Dict)


def read_as_markup(code: str) -> list[str]:
    """Return the calls and titles through which a string that may be foreign is read as markup."""
    nodes = [*ast.walk(ast.parse(code))]
    calls = [(ast.unparse(one.func).rpartition(".")[2], one)
             for one in nodes if isinstance(one, ast.Call)]  # fmt: skip
    given = {name for name, one in calls if any(map(may_be_foreign, one.args))}
    safe = ast.unparse(ast.keyword("markup", ast.Constant(False)))
    found = [
        ast.unparse(one)
        for name, one in calls
        if name in OF_TEXTUAL
        and (any(map(may_be_foreign, one.args)) or given & SETTERS.get(name, set()))
        and safe not in map(ast.unparse, one.keywords)
    ]
    titles = (one for one in nodes if isinstance(one, ast.Assign) and may_be_foreign(one.value))
    named = (one for one in titles if TITLES & {getattr(at, "attr", "") for at in one.targets})
    return [*found, *map(ast.unparse, named)]


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ('Static(f"Report {id}")', True),
        ('Static(f"Report {id}", markup=False)', False),
        ('Static("Open" if it else "Closed")', False),
        ("app.notify(event.value)", True),
        ('one = Static("Loading…")\none.update(name)', True),
        ('one = Static("Loading…", markup=False)\none.update(name)', False),
        ("page.border_title = name", True),
    ],
)
def test_a_string_that_is_read_as_markup_is_found(code: str, wrong: bool) -> None:
    assert bool(read_as_markup(code)) is wrong


def test_no_code_for_readers_reads_foreign_text_as_markup() -> None:
    files = [*(ROOT / "examples").rglob("*.py"), *(ROOT / "svc_tui/cli/project").glob("*.py")]
    codes = {str(one): one.read_text("utf-8") for one in files}
    for page in PAGES:
        codes |= {f"{page}:{line}": code for line, code in code_blocks.blocks(page)}
        codes |= {f"{page}, {name}": code for name, code in project(page)}
    found = {name: wrong for name, code in codes.items() if (wrong := read_as_markup(code))}
    assert found == {}


def blocks(language: str) -> Iterator[object]:
    """Every block of a language in README and docs, named by its document and line."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for found in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, found.start(1)) + 1
            yield pytest.param(found[1], id=f"{page.relative_to(ROOT)}:{line}")


@pytest.mark.parametrize("block", blocks("toml"))
def test_a_console_file_in_the_documents_is_one(block: str, tmp_path: Path) -> None:
    if block.startswith("[[resources."):  # a part of a resource
        block = f'[[resources]]\nname = "articles"\nendpoint = "/api/articles"\n\n{block}'
    if "base_url" not in block:
        block = f'svc.base_url = "https://cms.example.org"\n{block}'
    (tmp_path / "svc.toml").write_text(block, "utf-8")
    console = load_console(tmp_path / "svc.toml", environ={})
    assert list(console.warnings) == []


@pytest.mark.parametrize("block", blocks("sh"))
def test_a_command_in_the_documents_is_one(block: str) -> None:
    for line in block.splitlines():
        command = re.search(r"(?:^|\| )svc-tui ([^#|]*)", line)
        if command and "…" not in line:
            read_arguments(command[1].split())


def named_pages() -> dict[str, str]:
    """Every page of the site, the names of old versions left out."""
    found = {**reference.pages(), "README.md": (ROOT / "README.md").read_text("utf-8")}
    for path in (ROOT / "docs").rglob("*.md"):
        found[path.relative_to(ROOT).as_posix()] = path.read_text("utf-8")
    inside = ("docs/names.md", "explanation/architecture.md", "changelog.md")
    return {name: page for name, page in found.items() if name not in inside}


def test_every_class_that_a_page_names_can_be_imported_and_has_a_chapter() -> None:
    pages = named_pages()
    private = {
        (name, one)
        for name, page in pages.items()
        for line in re.sub(r"```.*?```", "", page, flags=re.DOTALL).splitlines()
        for span in re.findall(r"`([^`]+)`", line)
        for one in reference.private_names(span)
    }
    assert private == set()

    told = ("classes", "resources", "console-file", "app", "errors")
    chapters = "\n".join(pages[f"reference/{name}.md"] for name in told)
    public = [*svc_tui.__all__, *svc_tui.cms.__all__, *svc_tui.testing.__all__]
    everywhere = "\n".join(page for name, page in pages.items() if name != "reference/names.md")
    missing = [
        name
        for name in public
        if inspect.isclass(_public(name))
        and re.search(rf"\b{name}\b", everywhere)
        and not re.search(rf"^## {name}$|^\| `{name}` \|", chapters, re.MULTILINE)
    ]
    assert missing == []
    [request] = re.findall(r"^## NavigationRequest$(.*?)^## ", chapters, re.MULTILINE | re.DOTALL)
    assert "| `permissions` |" in request and "| `location` |" in request


def test_every_public_name_is_told() -> None:
    row = r"^\| `(?:await )?(\w+)(?:\(.*?)?` \| (.*) \|$"
    rows = re.findall(row, reference.public_names(), re.MULTILINE)
    public = [*svc_tui.__all__, *svc_tui.cms.__all__, *svc_tui.testing.__all__]
    assert sorted(name for name, _ in rows) == sorted(public)
    assert [name for name, words in rows if not words] == []


def test_the_reference_has_whole_docstrings() -> None:
    pages = reference.pages()
    [field] = re.findall(
        r"^## SvcField$(.*?)^## ", pages["reference/classes.md"], re.MULTILINE | re.DOTALL
    )
    assert "\n- `make_editor()`: return the widget" in field
    app = pages["reference/app.md"]
    arguments = re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", app, re.MULTILINE)
    assert len(arguments) > 30
    assert [name for name, words in arguments if not words] == []
    assert "- `ConfigError`: a name does not exist" in app
    assert "Raises `RuntimeError`: outside a running console" in pages["reference/names.md"]
    slots = pages["reference/slots.md"]
    for name in {name for place in SLOTS for name in place.receives}:
        assert re.search(rf"^\| `{name}` \| `.+` \| .+ \|$", slots, re.MULTILINE), name


def _public(name: str) -> object:
    modules = (svc_tui, svc_tui.cms, svc_tui.testing)
    return next(getattr(one, name) for one in modules if hasattr(one, name))
