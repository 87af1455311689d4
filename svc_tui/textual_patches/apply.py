"""Apply the patches of Textual, once for a process and before the app is made."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction

from textual.app import App

from svc_tui.terminal.error_log import LOG
from svc_tui.textual_patches.fixes import FIXES
from svc_tui.textual_patches.hooks import FaultTolerantApp, UnusedKeys
from svc_tui.textual_patches.speed import SPEED, is_fast
from svc_tui.thinline.textual_version import is_tried, textual_version

_applied: set[Callable[[], None]] = set()
_warned: set[str] = set()


def apply_patches() -> bool:
    """Apply all fixes, and the speed patches if they can be used; returns whether they can.

    On an untested version the fixes are still applied, except those that no longer fit.
    """
    if not is_tried():
        version = textual_version()
        _warn(f"svc-tui has not been tested with Textual {version}: its speed patches are off.")
        for name in _private_methods(FaultTolerantApp, UnusedKeys):
            if not hasattr(App, name):
                _warn(f"The fix {name} can't be applied to Textual {version}.")
    for fix in FIXES:
        if fix not in _applied:
            _apply_fix(fix)
    if not is_fast():
        return False
    _apply_once(*SPEED)
    return True


def patch_tables() -> None:
    """Make tables faster, if possible; a slow import, so not before the first paint."""
    if is_fast():
        from svc_tui.textual_patches.table_drawing import draw_lines_once, draw_short_cells

        _apply_once(draw_short_cells, draw_lines_once)


def _apply_once(*patches: Callable[[], None]) -> None:
    for patch in patches:
        if patch not in _applied:
            patch()
            _applied.add(patch)


def _apply_fix(fix: Callable[[], None]) -> None:
    try:
        fix()
    except AttributeError:
        if is_tried():
            raise
        _warn(f"The fix {fix.__name__} can't be applied to Textual {textual_version()}.")
    _applied.add(fix)


def _private_methods(*kinds: type) -> list[str]:
    """Return the methods by which these classes replace private ones of Textual's app."""
    found = (name for kind in kinds for name, value in vars(kind).items() if isfunction(value))
    return [name for name in found if name.startswith("_")]


def _warn(words: str) -> None:
    if words not in _warned:
        _warned.add(words)
        LOG.warning("%s", words)
