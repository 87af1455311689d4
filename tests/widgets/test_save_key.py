"""Ctrl+S saves, sends or applies on every page and in every dialog where that can be done."""

from __future__ import annotations

import pytest
from textual.binding import BindingsMap
from textual.widget import Widget

from svc_tui.widgets.listing.action_form import ActionForm
from svc_tui.widgets.listing.bulk_edit import BulkEditDialog
from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog
from svc_tui.widgets.listing.staged_changes_dialog import StagedChangesDialog
from svc_tui.widgets.listing.table import SvcListTable
from svc_tui.widgets.media.editor import SvcMediaEditor
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


@pytest.mark.parametrize(
    "kind", [SvcDetail, SvcMenuManager, SvcMediaEditor, SvcMediaWorklist, ProfileDialog]
)
def test_saving_is_named_by_ctrl_s_rather_than_another_key(kind: type[Widget]) -> None:
    bound = [one for _, one in BindingsMap(kind.BINDINGS) if one.action == SAVES[kind]]
    assert (bound[0].key_display or bound[0].key) in ("ctrl+s", "^s")
