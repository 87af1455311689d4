"""Declarations whose arguments are wider than their fields name each field once."""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent

import pytest

from svc_tui.config.options import Options
from svc_tui.models.base import Declaration
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ActionDescriptor, FilterDescriptor, ListColumn
from svc_tui.models.resource import Resource


@pytest.mark.parametrize("kind", [Options, Resource, FieldDescriptor, ActionDescriptor])
def test_help_names_every_argument(kind: type[Declaration]) -> None:
    kind.model_rebuild()
    names = [name.rstrip("_") for name in kind.model_fields]
    assert list(inspect.signature(kind).parameters) == names


@pytest.mark.parametrize(
    "kind", [ActionDescriptor, FieldDescriptor, FilterDescriptor, ListColumn, Resource]
)
def test_a_type_checker_knows_every_argument(kind: type[Declaration]) -> None:
    tree = ast.parse(dedent(inspect.getsource(kind)))
    init = next(
        one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name == "__init__"
    )
    required = {
        arg.arg
        for arg, default in zip(init.args.kwonlyargs, init.args.kw_defaults, strict=True)
        if default is None
    }

    fields = {name.rstrip("_"): field for name, field in kind.model_fields.items()}
    assert [arg.arg for arg in init.args.kwonlyargs] == list(fields)
    assert required == {name for name, field in fields.items() if field.is_required()}
