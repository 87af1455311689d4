"""Keys that the search of the help also finds: those that don't work at the focus, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from svc_tui.routing.route import import_page
from svc_tui.textual_patches.hooks import action_state, own_bindings
from svc_tui.widgets.key_mode import character_of
from svc_tui.widgets.shell.disabled_keys import hidden_reason

NOT_NOW, ON_THIS_PAGE = "Not available here", "Elsewhere on this page"
"""The headings of keys that the focus keeps from working, and of those of other parts."""

TYPING = "Press Esc to stop typing, then press the key."
TYPING_IN_DIALOG = "Press Tab to leave this field, then press the key."

OTHER_PAGES = (
    ("In a list", "svc_tui.widgets.listing.table:SvcListTable"),
    ("In a list", "svc_tui.widgets.listing.listing:SvcList"),
    ("In a record", "svc_tui.widgets.record.body:DetailBody"),
    ("In a record", "svc_tui.widgets.record.detail:SvcDetail"),
    ("In the media library", "svc_tui.widgets.media.manager:SvcMediaManager"),
)
"""Other places whose keys are searched."""


class KeyElsewhere(NamedTuple):
    """A key that doesn't work at the focus."""

    area: str
    binding: Binding
    """Its tooltip says what it does, and where or when."""


def keys_of_this_page(
    about: Screen[Any], active: Collection[ActiveBinding]
) -> Iterator[KeyElsewhere]:
    """Yield the page's keys that are not active, with the reason, or below their part's heading."""
    chain = [*_chain(about)]
    known = {one.binding.action for one in active}
    for node in chain:
        for binding in own_bindings(node):
            why = _why_not(about, node, binding)
            if binding.action not in known and binding.tooltip and why:
                known.add(binding.action)
                told = replace(binding, tooltip=f"{binding.tooltip} {why}")
                yield KeyElsewhere(NOT_NOW, told)
    for other in _other_parts(about, chain):
        for binding in own_bindings(other):
            state = action_state(about, binding.action, other)
            if binding.action not in known and binding.tooltip and state:
                known.add(binding.action)
                yield KeyElsewhere(ON_THIS_PAGE, binding)


def keys_of_other_pages() -> Iterator[KeyElsewhere]:
    """Yield the keys of the main pages."""
    for area, owner in OTHER_PAGES:
        for binding in Binding.make_bindings(vars(import_page(owner))["BINDINGS"]):
            if binding.tooltip:
                yield KeyElsewhere(area, binding)


def _chain(about: Screen[Any]) -> Iterator[DOMNode]:
    """Yield what a key press goes through, from the focus upwards."""
    for node in (about.focused or about).ancestors_with_self:
        yield node
        if node.is_modal:
            return


def _why_not(about: Screen[Any], node: DOMNode, binding: Binding) -> str:
    """Return why a key of the chain doesn't work now; "" if that is not worth telling."""
    state = action_state(about, binding.action, node)
    if state is False:
        return hidden_reason(node, binding)
    focused = about.focused
    if focused is None or not focused.check_consume_key(binding.key, character_of(binding.key)):
        return ""
    return TYPING_IN_DIALOG if about.is_modal else TYPING


def _other_parts(about: Screen[Any], chain: Collection[DOMNode]) -> Iterator[Widget]:
    """Yield one visible part of each kind that can have the focus, and has not."""
    kinds: set[type] = set()
    for one in about.focus_chain:
        for part in one.ancestors_with_self:
            if part in chain or not isinstance(part, Widget):
                break
            if type(part) not in kinds:
                kinds.add(type(part))
                yield part
