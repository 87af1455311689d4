"""Patches are applied once, and where they belong."""

from __future__ import annotations

import pytest

from tests.textual_patches.programs import run

BEGIN = """
import logging, os, sys, textual
logging.basicConfig(format="%(message)s", stream=sys.stdout)
if version := os.environ.get("VERSION"):
    textual.__version__ = version
from textual._compositor import Compositor
from textual.app import App
from svc_tui.textual_patches.apply import apply_patches, patch_tables
from svc_tui.textual_patches import apply
from textual.widgets import DataTable

stock = App.on_event, Compositor.render_partial_update, DataTable._render_cell
quick = apply_patches()
patch_tables()
now = App.on_event, Compositor.render_partial_update, DataTable._render_cell
print("quick", quick, "changed", *(one != two for one, two in zip(stock, now)))
assert apply_patches() is quick
patch_tables()
assert now == (App.on_event, Compositor.render_partial_update, DataTable._render_cell)
"""


@pytest.mark.parametrize("version", ["9.0.0", "8.1.0", "8.3.0rc1"])
def test_on_a_version_that_was_not_tried_faults_are_mended_and_nothing_is_quicker(
    version: str,
) -> None:
    with run(BEGIN, patched=True, env={"VERSION": version}) as terminal:
        assert terminal.wait_exit() == 0, terminal.text()
        assert "quick False changed True False False" in terminal.text()
        assert terminal.text().count(f"not been tested with Textual {version}") == 1


def test_a_fix_without_a_place_is_left_out_and_named_once() -> None:
    program = BEGIN.replace(
        "stock =", "def lost(): raise AttributeError()\napply.FIXES += (lost,)\nstock ="
    )
    with run(program, patched=True, env={"VERSION": "9.0.0"}) as terminal:
        assert terminal.wait_exit() == 0, terminal.text()
        assert terminal.text().count("The fix lost can't be applied") == 1
    with run(program, patched=True) as terminal:
        assert terminal.wait_exit() == 1


def test_a_private_method_that_textual_no_longer_has_is_named_once() -> None:
    program = BEGIN.replace("stock =", "del App._fatal_error\nstock =")
    with run(program, patched=True, env={"VERSION": "9.0.0"}) as terminal:
        assert terminal.wait_exit() == 0, terminal.text()
        assert terminal.text().count("The fix _fatal_error can't be applied") == 1
        assert terminal.text().count("can't be applied") == 1


@pytest.mark.parametrize("value", ["1", "yes"])
def test_one_variable_leaves_out_all_that_is_for_speed(value: str) -> None:
    with run(BEGIN, patched=True, env={"SVC_TUI_PLAIN": value}) as terminal:
        assert terminal.wait_exit() == 0, terminal.text()
        assert "quick False changed True False False" in terminal.text()
        assert "has not been tested with" not in terminal.text()


@pytest.mark.parametrize("value", ["", "0"])
def test_patching_twice_is_patching_once(value: str) -> None:
    with run(BEGIN, patched=True, env={"SVC_TUI_PLAIN": value}) as terminal:
        assert terminal.wait_exit() == 0, terminal.text()
        assert "quick True changed True True True" in terminal.text()
