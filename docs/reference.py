"""Writes the reference of the site from the code, while MkDocs builds it (a hook of mkdocs.yml).

Nothing of it is kept in the repository, so none of it can be out of date. The changelog and the
architecture become pages of the site here as well.
"""

from __future__ import annotations

import os

# Before anything imports Textual, which reads it once: pictures in all their colours.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

import argparse
import ast
import asyncio
import inspect
import re
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from textual.binding import Binding
from textual.dom import DOMNode
from textual.message import Message

import svc_tui
import svc_tui.cms
import svc_tui.testing
from svc_tui import FieldDescriptor, Options, Resource, SvcApp
from svc_tui.api import errors
from svc_tui.app.bindings import known_bindings
from svc_tui.cli.arguments import EXIT_CODES, command_line
from svc_tui.config.schema import field_docstrings, json_schema
from svc_tui.models.base import Declaration, camel
from svc_tui.models.components import COMPONENTS
from svc_tui.models.field_types import (
    EVERY_FIELD,
    FIELD_TYPES,
    SETTING_WORDS,
    Settings,
    default_registry,
)
from svc_tui.models.slots import RECEIVED, SLOTS
from svc_tui.testing import BASE, FakeBackend, picture, sign_in, until_idle
from svc_tui.widgets.listing.cells import STATUSES

ROOT = Path(__file__).resolve().parents[1]

Row = tuple[str, ...]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to those of the folder."""
    for path, content in {**pages(), **pictures()}.items():
        files.append(File.generated(config, path, content=content))
    return files


def pages() -> dict[str, str]:
    """Return every generated page by its path in the site."""
    return {
        "reference/index.md": INDEX,
        "reference/app.md": arguments_page(),
        "reference/console-file.md": console_file(),
        "reference/resources.md": resources(),
        "reference/field-types.md": field_types(),
        "reference/slots.md": slots(),
        "reference/classes.md": classes(),
        "reference/messages.md": messages(),
        "reference/keys.md": keys(),
        "reference/commands.md": commands(),
        "reference/errors.md": error_tree(),
        "reference/names.md": public_names(),
        "explanation/architecture.md": moved("ARCHITECTURE.md"),
        "changelog.md": moved("CHANGELOG.md"),
    }


INDEX = """# Reference

Everything in this chapter is written from the code and from the schema of the console file when the
site is built.

- [SvcApp and Svc](app.md): their arguments
- [Console file](console-file.md): every key of `svc.toml`, and the options of `Options(…)`
- [Resources](resources.md): lists, columns, filters, tabs, actions, forms
- [Field types](field-types.md): each with its settings and a picture
- [Slots and components](slots.md): places that you can fill, and parts that you can replace
- [Classes](classes.md): what a program makes, subclasses and calls
- [Messages](messages.md): what widgets and stores post
- [Keys](keys.md): every key and the id that `[keys]` knows it by
- [Commands](commands.md): `svc-tui` and its flags
- [Errors and exit codes](errors.md)
- [Public names](names.md): what `import svc_tui` offers
"""


# SvcApp and Svc


def arguments_page() -> str:
    """Return the page of what a console and a script are made with."""
    said = ["# SvcApp and Svc"]
    for made in (svc_tui.SvcApp, svc_tui.Svc, svc_tui.console_from):
        about, _, rest = (inspect.getdoc(made) or "").partition("Args:\n")
        docs = {
            name: " ".join(words.split())
            for name, words in ARGUMENT.findall(rest.partition("\n\n")[0])
        }
        rows: list[Row] = [
            (f"`{name}`", f"`{one.annotation}`", plain(docs.get(name, "")))
            for name, one in inspect.signature(made).parameters.items()
        ]
        about, _, raised = about.partition("Raises:")
        raised = raised or rest.partition("Raises:")[2]
        paragraphs = plain(about.strip())
        head: Row = ("argument", "type", "what it is")
        said.append(f"## {made.__name__}\n\n{paragraphs}\n\n{table(head, rows)}")
        said.append(as_markdown(f"Raises:{raised}"))
    return "\n\n".join(said) + "\n"


ARGUMENT = re.compile(r"^    (\w+): (.*(?:\n     .*)*)", re.MULTILINE)
"""An argument in a docstring, and the words about it."""


# The console file

RESOURCE_PARTS = (
    *("Resource", "ListColumn", "FilterDescriptor", "FilterChoice", "ListTabItem"),
    "ResourceCard",
    *("ActionDescriptor", "ActionRequest", "FieldDescriptor", "ColumnSpan", "ModelPermissions"),
    "SidebarGroup",
)


def console_file() -> str:
    """Return the page of all sections but the resources."""
    schema = json_schema()
    defs = schema["$defs"]
    parts = [name for name in defs if name not in RESOURCE_PARTS]
    top = "\n\n".join(("# Console file", TOP, properties(schema)))
    return "\n\n".join((top, *(section(name, defs[name]) for name in parts))) + "\n"


TOP = """A console file is TOML, and `svc-tui schema` prints its JSON Schema for editors. In Python
the keys of `[svc]` are the arguments of `Options(…)`. `svc_core` and `svc_uikit` are the
specification's own spellings of the same options. The keys of `[[resources]]` are in
[Resources](resources.md)."""


def resources() -> str:
    """Return the page of what a resource is made of."""
    defs = json_schema()["$defs"]
    parts = [section(name, defs[name]) for name in RESOURCE_PARTS if name in defs]
    said = (
        "# Resources\n\nThe tables of `[[resources]]` and their keys; in Python, each is a "
        "class of `svc_tui` with the same names. What only Python supports, such as functions, is "
        "marked so."
    )
    return "\n\n".join((said, *parts, states())) + "\n"


def states() -> str:
    """Return the chapter of the states that the format `badge` knows."""
    rows = [
        (status.sign, code(word for word, one in STATUSES.items() if one is status))
        for status in dict.fromkeys(STATUSES.values())
    ]
    said = (
        "The column format `badge` gives these values a sign and a color, in any case, also where "
        "`choices` show other words for them. Other values are bold, without a sign; a "
        "[cell of your own](../how-to/slots.md) can draw them."
    )
    return f"## States\n\n{said}\n\n{table(('sign', 'values'), rows)}"


def section(name: str, part: dict[str, Any]) -> str:
    """Return one table of the file as a chapter."""
    more = python_only(name, set(part.get("properties", ())))
    return f"## {name}\n\n{plain(part.get('description', ''))}\n\n{properties(part, more)}"


def properties(part: dict[str, Any], more: Iterable[Row] = ()) -> str:
    """Return the keys of a table."""
    rows = [
        (f"`{key}`", kind_of(rules), default_of(rules), plain(rules.get("description", "")))
        for key, rules in part.get("properties", {}).items()
        if not rules.get("deprecated") and (key == key.lower() or key not in snake(part))
    ]
    return table(("key", "type", "default", "what it does"), [*rows, *more])


def snake(part: dict[str, Any]) -> set[str]:
    """Return the keys that are second spellings of another one."""
    names = part["properties"]
    return {camel(name) for name in names if camel(name) != name}


def python_only(name: str, known: set[str]) -> Iterator[Row]:
    """Yield the keys of a declaration that no file can write."""
    model = getattr(svc_tui, name, None)
    if model is None or not hasattr(model, "model_fields"):
        return
    docs = attribute_docs(model)
    for key, field in model.model_fields.items():
        if key not in known and (field.alias or key) not in known:
            yield f"`{key.rstrip('_')}`", "Python", "", plain(docs.get(key, ""))


def kind_of(rules: dict[str, Any]) -> str:
    """Return the type of a value in a few words."""
    if "enum" in rules:
        return ", ".join(f"`{one}`" for one in rules["enum"])
    if "const" in rules:
        return f"`{rules['const']}`"
    if "$ref" in rules:
        return rules["$ref"].rpartition("/")[2]
    if "anyOf" in rules:
        kinds = dict.fromkeys(kind_of(one) for one in rules["anyOf"])
        return " or ".join(kind for kind in kinds if kind != "null")
    if rules.get("type") == "array":
        inner = kind_of(rules["items"]) if isinstance(rules.get("items"), dict) else "any"
        return f"list of {inner}"
    return str(rules.get("type", "any"))


def default_of(rules: dict[str, Any]) -> str:
    """Return a default that says something in one line."""
    value = rules.get("default")
    if value in (None, "", [], {}) or isinstance(value, dict):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


# Field types

SIZE = (72, 12)


RELATIONS = """\
What a relation (`fks`, `m2m`) sends: with `return_object` false the id of a chosen record (its
`item_value`, which is `id` if omitted), with true the whole record. Left out, it follows the value
that the record has; where it has none, as in a new record or an input of an action, whole records
are sent. For a backend that takes ids, set `return_object` to false."""


def field_types() -> str:
    """Return the page of all types, each with its class, its settings and its picture."""
    every = settings_table(EVERY_FIELD)
    said = [
        f"# Field types\n\nEvery type supports these settings in `attrs`, and its own.\n\n{every}"
    ]
    said.append(RELATIONS)
    for name, one in FIELD_TYPES.items():
        kind = default_registry()[name]
        chapter = [f"## `{name}`", f"{summary(kind)} Its class is `svc_tui.{kind.__name__}`."]
        if one.attrs:
            chapter.append(settings_table(one.attrs))
        chapter.append(f"![A field of type {name}](pictures/{name}.svg)")
        said.append("\n\n".join(chapter))
    return "\n\n".join(said) + "\n"


def settings_table(settings: Settings) -> str:
    """Return what each setting may be, and what it does."""
    rows = [
        (f"`{name}`", SETTING_KINDS.get(kind, "") if isinstance(kind, str) else code(kind),
         SETTING_WORDS.get(name, ""))
        for name, kind in sorted(settings.items())
    ]  # fmt: skip
    return table(("attrs", "type", "what it does"), rows)


SETTING_KINDS: Mapping[str, str] = {
    "any": "any",
    "text": "string",
    "address": "string",
    "flag": "true or false",
    "list": "list",
    "choices": "list",
    "count": "whole number",
    "rows": "whole number",
    "number": "number",
    "step": "number above 0",
    "zoom": "number",
    "latitude": "number",
    "longitude": "number",
    "size": "number or string",
    "date": "`2026-05-31`, or words such as `today +7d`",
    "time": "`18:30`",
    "datetime": "`2026-05-31`, with or without a time",
}
"""The type of each kind of setting, in the documents."""


def pictures() -> dict[str, str]:
    """Return a picture of each field type, taken from a console on a backend in memory."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(take_pictures(folder))


async def take_pictures(folder: str) -> dict[str, str]:
    """Open a record with one field of each type, one after another."""
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/people", [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Ben"}])
    backend.add_media([{**FIELD_TYPES["media"].example[0], "folder": None}])
    found = []
    for name, one in FIELD_TYPES.items():
        value, attrs = one.example
        inner = [FieldDescriptor(key=part) for part in one.parts]
        field = FieldDescriptor(
            key="value", label=name.capitalize(), type=name, attrs=dict(attrs), fields=inner
        )
        path = f"/api/a-{name}"
        backend.add_collection(path, [{"id": 1, "title": name, "value": value}])
        found.append(Resource(name=f"a-{name}", endpoint=path, columns=["title"], fields=[field]))
    options = Options(base_url=BASE, title="svc-tui")
    app = SvcApp(options, resources=found, transport=backend.transport, state_dir=folder)
    taken = {}
    async with app.run_test(size=SIZE) as pilot:
        await sign_in(pilot)
        assert app.svc is not None
        for name in FIELD_TYPES:
            app.run_worker(app.svc.router.push(f"/a-{name}/1"))
            while app.svc.router.state.location.path != f"/a-{name}/1":
                await pilot.pause()
            await until_idle(pilot)
            taken[f"reference/pictures/{name}.svg"] = picture(pilot, name)
    return taken


# Slots, components, messages, keys


def slots() -> str:
    """Return the page of the places that a console can fill, and of the parts to replace."""
    filled = table(
        ("slot", "where", "receives", "returns"),
        [
            (
                f"`{one.name}`",
                plain(one.where),
                code(one.receives),
                "a line of text" if one.line else "a text, a widget, or several",
            )
            for one in SLOTS
        ],
    )
    received = table(
        ("argument", "type", "what it is"),
        [(f"`{name}`", f"`{kind}`", words) for name, (kind, words) in RECEIVED.items()],
    )
    filled = f"{filled}\n\n{RECEIVED_SAID}\n\n{received}"
    parts = table(
        ("name", "what it is", "a kind of"),
        [
            (f"`{name}`", plain(one.where), f"`{one.needed.partition(':')[2]}`")
            for name, one in COMPONENTS.items()
        ],
    )
    return f"# Slots and components\n\n{SLOTS_SAID}\n\n{filled}\n\n{PARTS_SAID}\n\n{parts}\n"


SLOTS_SAID = """## Slots

`SvcApp(slots={"topbar:right": clock})` fills a slot of the console, `Resource(slots=…)` one on
its own pages. The function is called with what it *receives*, by keyword. See
[Slots and cells](../how-to/slots.md)."""

RECEIVED_SAID = """### What a slot receives

Arguments are passed by these names: a function takes all that its slot passes, or `**more`."""

PARTS_SAID = """## Components

`SvcApp(components={"login": MyLogin})` replaces a part of the console with a subclass of the class
named here."""


FIRST = (
    *("Svc", "Crud", "SvcPage", "Command", "Route", "NavigationRequest", "Location"),
    *("HistoryEntry", "Permissions", "Redirect", "Block", "Plugin", "SvcField", "Store", "Auth"),
    *("Dialect", "ActionContext", "MediaAdapter", "FakeBackend", "Collection"),
)
"""The classes that most programs make, subclass or call; the others follow by name."""


def public_classes() -> dict[str, type]:
    """Return the classes that have a chapter among the classes, in its order.

    Declarations have one in Resources or Console file, errors are in Errors.
    """
    found, tables = {}, json_schema()["$defs"]
    for module in (svc_tui, svc_tui.cms, svc_tui.testing):
        for name in module.__all__:
            made = getattr(module, name)
            if not inspect.isclass(made) or issubclass(made, errors.ApiError | SvcApp):
                continue
            if name not in tables:
                found[name] = made
    return {name: found[name] for name in (*FIRST, *sorted(found.keys() - {*FIRST}))}


@cache
def private_classes() -> frozenset[str]:
    """Return the names of classes that a program can't import.

    Three names are something else in documents: a message of each store, a class of Textual, and
    the page of examples.
    """
    classes: set[str] = set()
    other = {*svc_tui.__all__, *svc_tui.cms.__all__, *svc_tui.testing.__all__}
    for path in (ROOT / "svc_tui").rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                classes.add(node.name)
            elif isinstance(node, ast.Assign):  # Another meaning of such a name.
                other |= {one.id for one in node.targets if isinstance(one, ast.Name)}
    return frozenset(classes - other - {"Changed", "Content", "Dashboard"})


def private_names(text: str) -> set[str]:
    """Return the private classes that a line of code names."""
    return {*re.findall(r"(?<![\w.\"'])[A-Z]\w+", text)} & private_classes()


def classes() -> str:
    """Return the page of the arguments, attributes and methods of every public class."""
    said = [
        "# Classes\n\n"
        "Classes that a program creates, subclasses or calls, with their public members."
    ]
    for name, made in public_classes().items():
        chapter = [f"## {name}", f"```python\n{written_call(name, made)}\n```", details(made)]
        if rows := [*member_rows(made)]:
            chapter.append(table(("member", "what it is"), rows))
        said.append("\n\n".join(chapter))
    return "\n\n".join(said) + "\n"


def member_rows(made: type) -> Iterator[Row]:
    """Yield the public fields, properties and methods of a class that have a docstring.

    A method that replaces one without a docstring of its own has that of the replaced one.
    """
    ours = [one for one in made.__mro__ if one.__module__.startswith("svc_tui.")]
    docs: dict[str, str] = {}
    told: dict[str, str] = {}
    for ancestor in reversed(ours):
        docs |= {**instance_docs(ancestor), **field_docstrings(ancestor)}
        calls = {name: call_of(one) for name, one in vars(ancestor).items()}
        told |= {name: words for name, one in calls.items() if (words := in_a_line(one))}
    members = {name: one for ancestor in reversed(ours) for name, one in vars(ancestor).items()}
    for name in dict.fromkeys((*docs, *members)):
        one = call_of(members.get(name))
        is_call = inspect.isfunction(one)
        words = plain(docs.get(name, "")) or (
            told.get(name, "") if is_call or is_property(one) else ""
        )
        if words and not name.startswith(("_", "on_", "action_", "watch_")):
            begin = "await " if inspect.iscoroutinefunction(one) else ""
            call = arguments(one) if is_call else ""
            if not private_names(call):
                yield f"`{begin}{name}{call}`", words


def call_of(one: object) -> Any:
    """Return the function of a class method or static method; anything else as it is."""
    return one.__func__ if isinstance(one, classmethod | staticmethod) else one


def instance_docs(made: type) -> dict[str, str]:
    """Return the docstring below each attribute that a class is made with.

    An attribute without one that is made of a public class is told by that class.
    """
    try:
        lines = inspect.getsource(vars(made)["__init__"])
        [function] = ast.parse(textwrap.dedent(lines)).body
    except (KeyError, OSError, SyntaxError, TypeError):
        return {}
    body = function.body if isinstance(function, ast.FunctionDef) else []
    found = {}
    for assigned, below in pairwise([*body, ast.Pass()]):
        match assigned:
            case (
                ast.Assign(targets=[ast.Attribute(ast.Name("self"), name)])
                | ast.AnnAssign(target=ast.Attribute(ast.Name("self"), name))
            ):
                words = words_of(below) or words_of_class(assigned.value)
                found |= {name: words} if words else {}
    return found


def words_of(node: ast.stmt) -> str:
    """Return a docstring in one line; "" for any other statement."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(words))):
            return " ".join(inspect.cleandoc(words).split())
    return ""


def words_of_class(value: ast.expr | None) -> str:
    """Return what the public class is of which a value is made; "" for any other value."""
    match value:
        case ast.BoolOp(values=[*_, last]):
            return words_of_class(last)
        case ast.Call(func=ast.Name(name)) if name in svc_tui.__all__:
            made = getattr(svc_tui, name)
            said = (inspect.getdoc(made) or "").partition("\n\n")[0]
            return f"`{name}`: {' '.join(said.split())}" if inspect.isclass(made) else ""
    return ""


def is_property(one: object) -> bool:
    return isinstance(one, property | cached_property)


class Written(str):
    """A text that a signature shows without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


WIDEST = 90
"""Characters of a call that stands in one line."""


def written_call(name: str, made: type) -> str:
    """Return the call that makes an object of a class, without private arguments.

    A long one has a line for each argument.
    """
    try:
        call = f"{name}{arguments(made)}"
    except ValueError:  # A type that has no signature.
        return f"{name}(…)"
    every = [one for one in split_arguments(call) if not one.startswith("_")]
    kept = [one for one in every if not private_names(one.partition("=")[0])]
    whole = f"{name}({', '.join(kept)})"
    return whole if len(whole) <= WIDEST else f"{name}(\n    " + ",\n    ".join(kept) + ",\n)"


def split_arguments(call: str) -> list[str]:
    """Return the arguments in the brackets of a call; commas inside of brackets part nothing."""
    parts, depth = [""], 0
    for sign in call[call.index("(") + 1 : call.rindex(")")]:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [one.strip() for one in parts if one.strip()]


def arguments(call: Any) -> str:
    """Return the arguments of a call without `self`, with their types as they are written."""
    found = inspect.signature(call)
    kept = []
    for one in found.parameters.values():
        kind, default = one.annotation, one.default
        if not isinstance(default, str | int | float | None) and default is not one.empty:
            default = Written("…")
        if isinstance(kind, str):
            kind = Written(kind.strip("'\""))
        if one.name not in ("self", "cls"):
            kept.append(one.replace(annotation=kind, default=default))
    answer = found.return_annotation
    answer = found.empty if answer in (None, "None") else answer
    if isinstance(answer, str):
        answer = Written(answer)
    return str(found.replace(parameters=kept, return_annotation=answer))


def messages() -> str:
    """Return the page of what public widgets and stores post."""
    said = [
        "# Messages\n\n"
        "Each is a class inside the class that posts it. A widget, page or app handles it in a"
        " method named in the first column, or with `@on(SvcList.Opened)`; a store's messages"
        " also reach a function passed to `store.subscribe`."
    ]
    for name in [*svc_tui.__all__, *svc_tui.cms.__all__]:
        made = getattr(svc_tui, name, None) or getattr(svc_tui.cms, name, None)
        if inspect.isclass(made) and (rows := [*message_rows(made)]):
            said.append(f"## {name}\n\n{table(('handler', 'when', 'attributes'), rows)}")
    return "\n\n".join(said) + "\n"


def message_rows(made: type) -> Iterator[Row]:
    """Yield the messages that a class has, without those of public classes above it."""
    public = {getattr(module, name) for module in (svc_tui, svc_tui.cms) for name in module.__all__
              if inspect.isclass(getattr(module, name))}  # fmt: skip
    found: dict[str, Any] = {}
    for kind in made.__mro__:
        if kind is not made and (kind in public or not kind.__module__.startswith("svc_tui.")):
            continue
        found = {**vars(kind), **found}
    for one in found.values():
        if inspect.isclass(one) and issubclass(one, Message):
            holds = [name for name in inspect.signature(one).parameters if name != "kwargs"]
            yield f"`{one.handler_name}`", summary(one), code(holds)


def keys() -> str:
    """Return the page of all keys, by the part of the console."""
    known_bindings()  # Imports every page and widget.
    parts: dict[str, dict[str, Row]] = {}
    for node in sorted(set(nodes(DOMNode)), key=lambda node: node.__name__):
        for one in Binding.make_bindings(vars(node).get("BINDINGS", ())):
            if one.id:
                part = parts.setdefault(one.id.partition(".")[0], {})
                old = part.get(one.id, ("", "", ""))
                drawn = ", ".join(dict.fromkeys([*filter(None, [old[1]]), f"`{one.key}`"]))
                said = plain(one.tooltip or one.description)
                if said or old[2]:
                    part[one.id] = (f"`{one.id}`", drawn, said or old[2])
    said = [
        '# Keys\n\nThe id is the key\'s name in `[keys]` of a console file: `"list.mark" = "m"`.'
        " Press `?` in the console for the keys of the page you are on."
    ]
    for part, rows in sorted(parts.items()):
        said.append(f"## {part}\n\n{table(('id', 'keys', 'what it does'), rows.values())}")
    return "\n\n".join(said) + "\n"


def nodes(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    """Yield every app, page and widget class of svc-tui."""
    for child in kind.__subclasses__():
        if child.__module__.startswith("svc_tui."):
            yield child
        yield from nodes(child)


# Commands, errors, names


def commands() -> str:
    """Return the help of every command."""
    os.environ["COLUMNS"] = "100"
    whole = command_line()
    said = [f"# Commands\n\n```text\n{whole.format_help()}```"]
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, parser in action.choices.items():
                said.append(f"## `svc-tui {name}`\n\n```text\n{parser.format_help()}```")
    return "\n\n".join(said) + "\n"


def error_tree() -> str:
    """Return the page of errors and exit codes."""
    tree = inspect.cleandoc(errors.__doc__ or "").partition("\n\n")[2]
    kinds = [
        one
        for one in vars(errors).values()
        if inspect.isclass(one) and issubclass(one, errors.ApiError)
    ]
    rows = [(f"`{one.__name__}`", summary(one)) for one in kinds]
    said = "Every backend failure is an `ApiError`; one `except ApiError` catches them all."
    parts = (
        "# Errors and exit codes",
        f"## Errors\n\n{said}\n\n{tree}",
        table(("error", "when"), rows),
        f"## What an error has\n\n{table(('member', 'what it is'), members_of_errors(kinds))}",
        f"## Exit codes\n\n```text\n{inspect.cleandoc(EXIT_CODES)}\n```",
    )
    return "\n\n".join(parts) + "\n"


def members_of_errors(kinds: Iterable[type]) -> Iterator[Row]:
    """Yield the members of all errors, then those that single ones add."""
    every = [*member_rows(errors.ApiError)]
    yield from every
    for kind in kinds:
        for member, words in member_rows(kind):
            if (member, words) not in every:
                yield f"{member} of `{kind.__name__}`", words


def public_names() -> str:
    """Return the page of what may be imported."""
    said = ["# Public names\n\n[Versions](../versions.md) explains what is public."]
    for module in (svc_tui, svc_tui.cms, sys.modules["svc_tui.testing"]):
        rows = [
            (called(getattr(module, name), name), about(getattr(module, name)))
            for name in module.__all__
        ]
        said.append(f"## {module.__name__}\n\n{table(('name', 'what it is'), rows)}")
    return "\n\n".join(said) + "\n"


def called(made: object, name: str) -> str:
    """Return a name as code; of a function, with its arguments."""
    if not inspect.isfunction(made):
        return f"`{name}`"
    begin = "await " if inspect.iscoroutinefunction(made) else ""
    return f"`{begin}{name}{arguments(made)}`"


def about(made: object) -> str:
    """Return what a public name is: its docstring, or the one below a value where it is made."""
    if inspect.isclass(made) or inspect.isroutine(made):
        return in_a_line(made) if inspect.isroutine(made) else summary(made)
    homes = (*svc_tui._HOMES, "svc_tui", "svc_tui.testing.answers", "svc_tui.testing.backend")
    for module in map(import_module, homes):
        for name, words in value_docs(module).items():
            if vars(module)[name] is made:
                return plain(words)
    return ""


@cache
def value_docs(module: ModuleType) -> dict[str, str]:
    """Return the docstring below each value that a module gives a name to."""
    body = ast.parse(inspect.getsource(module)).body
    found = {}
    for assigned, below in pairwise(body):
        match assigned:
            case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                found |= {name: words} if (words := words_of(below)) else {}
    return found


# Pages that lie elsewhere in the repository


def moved(name: str) -> str:
    """Return a document of the repository's root as a page; links into the code become text."""
    text = (ROOT / name).read_text("utf-8")
    depth = "../" if name == "ARCHITECTURE.md" else ""
    text = re.sub(r"\]\(docs/([\w./-]+\.md)", rf"]({depth}\1", text)
    return text


# Markdown


def table(head: Row, rows: Iterable[Row]) -> str:
    """Return rows as a Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell(one) for one in line) + " |" for line in lines)


def cell(text: str) -> str:
    """Return words as a cell; a bar inside of code is none of the table's."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else part.replace("|", "\\|") for part in parts)


def plain(text: str) -> str:
    """Return words of a docstring; what looks like HTML or a link to Markdown is text."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part
        if part.startswith("`")
        else re.sub(r"([*_\[\]])", r"\\\1", part).replace("<", "&lt;")  # Markdown escapes no `<`.
        for part in parts
    )


def code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def summary(made: Any) -> str:
    """Return the first paragraph of a docstring; none of one that `dataclass` made."""
    said = inspect.getdoc(made) or ""
    return (
        ""
        if said.startswith(f"{getattr(made, '__name__', '')}(")
        else plain(said.partition("\n\n")[0])
    )


SECTION = re.compile(r"(Args|Raises):")
"""The beginning of a section of a docstring."""

ITEM = re.compile(r"^(\w+): (.*(?:\n +.*)*)", re.MULTILINE)
"""What a section names, and the words about it."""


def details(made: Any) -> str:
    """Return a whole docstring as Markdown: paragraphs, lists, and what is raised."""
    if not summary(made):
        return ""
    parts = (inspect.getdoc(made) or "").split("\n\n")
    return "\n\n".join(as_markdown(one) for one in parts)


def as_markdown(part: str) -> str:
    """Return a paragraph, a list or a section of a docstring as Markdown."""
    if (found := SECTION.match(part)) is not None:
        named = items(part[found.end() :])
        return "\n".join((f"{found[1]}:\n", *(f"- `{one}`: {plain(why)}" for one, why in named)))
    marks = re.split(r"^([*-] )", part, flags=re.MULTILINE)
    return "".join("- " if one in ("* ", "- ") else plain(one) for one in marks)


def in_a_line(made: Any) -> str:
    """Return a docstring without its lists, for a cell of a table; what is raised is its end."""
    parts = (inspect.getdoc(made) or "").split("\n\n") if summary(made) else []
    said = [plain(one) for one in parts if not re.match(r"(Args|Raises):|[*-] ", one)]
    for part in parts:
        if part.startswith("Raises:"):
            named = items(part.removeprefix("Raises:"))
            said += [f"Raises `{one}`: {plain(why)}" for one, why in named]
    return " ".join(said)


def items(section: str) -> list[tuple[str, str]]:
    """Return what a section of a docstring names, with the words about each, in one line."""
    in_one = section.partition("\n")[0].strip()
    text = " ".join(section.split()) if in_one else inspect.cleandoc(section)
    return [(name, " ".join(words.split())) for name, words in ITEM.findall(text)]


def attribute_docs(model: type) -> dict[str, str]:
    """Return the docstrings below the fields of a declaration."""
    found: dict[str, str] = {}
    for ancestor in reversed(model.__mro__):
        if issubclass(ancestor, Declaration) and ancestor.model_fields:
            found |= field_docstrings(ancestor)
    return found
