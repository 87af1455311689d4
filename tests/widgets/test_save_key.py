"""Ctrl+S saves, sends or applies on every page and in every dialog where that can be done."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest
from textual.binding import Binding, BindingsMap
from textual.widget import Widget

import svc_tui.widgets
from svc_tui.widgets.form.picker import PickerDialog
from svc_tui.widgets.listing.action_form import ActionForm
from svc_tui.widgets.listing.bulk_edit import BulkEditDialog
from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog
from svc_tui.widgets.listing.staged_changes_dialog import StagedChangesDialog
from svc_tui.widgets.listing.table import SvcListTable
from svc_tui.widgets.media.browser import FileBrowser
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.picker import MediaPicker
from svc_tui.widgets.media.upload_dialog import UploadDialog
from svc_tui.widgets.media.worklist import SvcMediaWorklist
from svc_tui.widgets.menus.manager import SvcMenuManager
from svc_tui.widgets.record.detail import SvcDetail
from svc_tui.widgets.record.fill_dialog import FillDialog
from svc_tui.widgets.record.merge_dialog import MergeDialog
from svc_tui.widgets.record.publication_options import PublicationDialog
from svc_tui.widgets.shell.profile_dialog import ProfileDialog

SAVES = {
    SvcDetail: "command('detail.save')",
    SvcMenuManager: "command('menus.save')",
    SvcListTable: "command('list.staged')",
    SvcMediaEditor: "save",
    SvcMediaWorklist: "save",
    QuickEditDialog: "save(False)",
    StagedChangesDialog: "send",
    BulkEditDialog: "send",
    ActionForm: "send",
    UploadDialog: "send",
    MergeDialog: "done",
    FillDialog: "fill_in",
    PublicationDialog: "take",
    ProfileDialog: "save",
}
"""What saves in each of them."""


@pytest.mark.parametrize("kind", SAVES, ids=lambda kind: kind.__name__)
def test_ctrl_s_saves(kind: type[Widget]) -> None:
    bound = BindingsMap(kind.BINDINGS).get_bindings_for_key("ctrl+s")
    assert [one.action for one in bound] == [SAVES[kind]]


def test_what_both_keys_do_is_named_by_ctrl_s() -> None:
    modules = list(walk_packages(svc_tui.widgets.__path__, "svc_tui.widgets."))
    found: dict[tuple[type, str], list[Binding]] = {}
    for module in modules:
        for kind in vars(import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, Widget):
                for _, one in BindingsMap(vars(kind).get("BINDINGS", ())):
                    if one.key in ("ctrl+s", "f2"):
                        found.setdefault((kind, one.action), []).append(one)
    both = {key: keys for key, keys in found.items() if len({one.key for one in keys}) > 1}
    assert {kind for kind, _ in both} >= {
        SvcDetail, SvcMenuManager, SvcMediaEditor, ProfileDialog, FillDialog,
        MediaPicker, FileBrowser, PickerDialog,
    }  # fmt: skip
    for key, keys in both.items():
        assert keys[0].key == "ctrl+s", key
        assert keys[0].key_display in (None, "^s"), key
