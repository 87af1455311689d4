"""The list components have every prop, default, event, slot and method of the specification."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from textual.message import Message

from svc_tui import (
    SvcList,
    SvcListActions,
    SvcListFilters,
    SvcListQuickEdit,
    SvcListTable,
    SvcListTabs,
)
from svc_tui.widgets.listing import actions, filter_panel, grid, listing, quick_form, table, tabs
from svc_tui.widgets.listing.options import (
    ActionKeywords,
    ActionOptions,
    ListKeywords,
    ListOptions,
    TableKeywords,
    TableOptions,
    WidgetKeywords,
)

REQUIRED = inspect.Parameter.empty
"""The specification requires it, and so do we."""

TABLE: Mapping[str, Any] = {
    "endpoint": "",  # Required there; here rows or a store can stand in for it.
    "columns": (),  # Required there; here they are guessed where none are named.
    "lookup": "id",
    "searchable": True,
    "draggable": False,
    "position_field": "position",
    "edit_fields": (),
    "languages": None,
    "registry": None,
    "detail_base": None,
}

PROPS: Mapping[type, Mapping[str, Any]] = {
    SvcList: {
        **TABLE,
        "filters": (),
        "actions": (),
        "tabs": (),
        "default_tab": None,
        "tab_query_param": "tab",
    },
    SvcListTable: TABLE,
    SvcListFilters: {"filters": REQUIRED, "model_value": (), "disabled": False},
    SvcListActions: {
        "actions": (),
        "selection": (),
        "selection_query": None,
        "endpoint": "",
        "lookup": "id",
    },
    SvcListTabs: {"tabs": REQUIRED, "model_value": ""},
    SvcListQuickEdit: {
        "open": REQUIRED,
        "endpoint": REQUIRED,
        "item_id": None,
        "edit_fields": (),
        "lookup": "id",
        "languages": None,
        "registry": None,
    },
}

EVENTS: Mapping[type, Mapping[str, tuple[str, ...]]] = {
    SvcListTable: {"SelectionChanged": ("selection",), "SelectionQueryChanged": ("query",)},
    SvcListFilters: {"ModelValueChanged": ("value",)},
    SvcListActions: {"ActionCompleted": ("state",)},
    SvcListTabs: {"ModelValueChanged": ("value",)},
    SvcListQuickEdit: {"OpenChanged": ("open",), "Saved": ("item",)},
}
"""An event, and what it carries."""

OPTIONS: Mapping[type, Any] = {
    SvcList: ListOptions,
    SvcListTable: TableOptions,
    SvcListActions: ActionOptions,
}
"""The value that holds the props of a widget."""

KEYWORDS: Mapping[type, Mapping[str, str]] = {
    widget: {name: one.__forward_arg__ for name, one in keywords.__annotations__.items()}
    for widget, keywords in (
        (SvcList, ListKeywords),
        (SvcListTable, TableKeywords),
        (SvcListActions, ActionKeywords),
    )
}
"""The same as keywords, with their types as they are written."""

METHODS = {SvcList: "reload", SvcListTable: "reload"}
"""`refresh()` of the specification; Textual's own means to paint again."""

SLOTS: Mapping[str, tuple[Any, str]] = {
    "head": (listing, '"head"'),
    "dtable.toolbar": (table, '"dtable.toolbar"'),
    "dtable.empty": (table, 'f"dtable.{face}"'),
    "dtable.loading": (table, 'f"dtable.{face}"'),
    "cell.<key>": (grid, 'f"cell.{column.key}"'),
    "filter.<value>": (filter_panel, 'f"filter.{one.value}"'),
    "qedit.extra": (quick_form, 'fill("extra", model='),
    "prepend": (actions, '"prepend"'),
    "append": (actions, '"append"'),
    "tab": (tabs, 'get("tab")'),
}
"""A slot, and where it is filled; what each one receives is tested where the widget is."""


@pytest.mark.parametrize("widget", PROPS, ids=lambda widget: widget.__name__)
def test_every_prop_has_its_name_and_default(widget: type) -> None:
    parameters = inspect.signature(widget).parameters
    defaults = {name: one.default for name, one in parameters.items()}
    if widget in OPTIONS:
        defaults = {one.name: one.default for one in fields(OPTIONS[widget])} | defaults
    assert {name: defaults[name] for name in PROPS[widget]} == PROPS[widget]


@pytest.mark.parametrize("widget", OPTIONS, ids=lambda widget: widget.__name__)
def test_every_option_is_a_keyword_of_its_widget(widget: type) -> None:
    options, keywords = {one.name: one for one in fields(OPTIONS[widget])}, KEYWORDS[widget]
    positional = {*options} & {*inspect.signature(widget).parameters}
    assert {*options} - positional == {*keywords} - {*WidgetKeywords.__annotations__}
    declared = {name: keywords[name] for name in options if name not in positional}
    assert declared == {name: options[name].type for name in declared}


@pytest.mark.parametrize("widget", EVENTS, ids=lambda widget: widget.__name__)
def test_every_event_has_its_name_and_carries_its_value(widget: type) -> None:
    for name, values in EVENTS[widget].items():
        event = getattr(widget, name)
        assert issubclass(event, Message)
        assert set(values) <= {*inspect.signature(event).parameters}


@pytest.mark.parametrize("widget", METHODS, ids=lambda widget: widget.__name__)
def test_what_is_exposed_can_be_called(widget: type) -> None:
    assert inspect.signature(getattr(widget, METHODS[widget])).parameters.keys() == {"self"}


@pytest.mark.parametrize("slot", SLOTS)
def test_every_slot_is_filled_somewhere(slot: str) -> None:
    module, words = SLOTS[slot]
    assert words in Path(module.__file__).read_text("utf-8")
