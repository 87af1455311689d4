"""The JSON Schema of the console file, for editors; descriptions are the models' docstrings."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from svc_tui.config.options import ConsoleFile
from svc_tui.models.base import Declaration, camel

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """Return the schema of `svc.toml` (JSON Schema 2020-12), as `svc-tui schema` prints it.

    Keys stand in it as snake_case and, as a second choice, in the specification's camelCase.
    """
    schema = ConsoleFile.model_json_schema(by_alias=False)
    models = {model.__name__: model for model in _all_models(Declaration)}
    for name, part in [*schema["$defs"].items(), ("ConsoleFile", schema)]:
        if name in models:
            _explain(part, models[name])
            _add_camel_case(part, name)
    return {"$schema": DIALECT, **schema, "title": "svc-tui console file"}


def _all_models(base: type[Declaration]) -> list[type[Declaration]]:
    return [model for child in base.__subclasses__() for model in (child, *_all_models(child))]


def _explain(part: dict[str, Any], model: type[Declaration]) -> None:
    """Add the docstring of each field as its description, and no list of them to that of the whole.

    Read here rather than by the models, which would add some 20 ms to every start.
    """
    if "description" in part:
        part["description"] = part["description"].partition("\n\nArgs:\n")[0]
    for ancestor in reversed(model.__mro__):
        if ancestor is not Declaration and issubclass(ancestor, Declaration):
            for name, words in field_docstrings(ancestor).items():
                if name in part["properties"]:
                    part["properties"][name]["description"] = words


def field_docstrings(model: type[Declaration]) -> dict[str, str]:
    """Return the docstring below each annotated name of a class; none without its source."""
    try:
        body = ast.parse(inspect.getsource(model)).body[0]
    except (OSError, SyntaxError):  # Written at a prompt, or indented in a function.
        return {}
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            match below:
                case ast.Expr(value=ast.Constant(value=str(words))):
                    found[field.target.id] = " ".join(inspect.cleandoc(words).split())
    return found


def _add_camel_case(part: dict[str, Any], model: str) -> None:
    """Accept the specification's spelling of each key, with the same rules.

    Editors suggest the one that is not deprecated: for whole sections, the specification's own.
    """
    properties = part["properties"]
    for name, rules in list(properties.items()):
        if (spelling := camel(name)) != name:
            second = name if model == ConsoleFile.__name__ else spelling
            properties[spelling] = dict(rules)
            properties[second]["deprecated"] = True
