"""Features of one family of CMS: its options, the site's menus, the publication of its pages."""

from svc_tui.config.options import CamomillaOptions
from svc_tui.widgets.menus.entry_editor import SvcMenuEntryEditor
from svc_tui.widgets.menus.finder import SvcMenuFinder
from svc_tui.widgets.menus.manager import SvcMenuManager
from svc_tui.widgets.menus.tree import SvcMenuTreeview
from svc_tui.widgets.record.publication import SvcPublication

__all__ = [
    "CamomillaOptions",
    "SvcMenuEntryEditor",
    "SvcMenuFinder",
    "SvcMenuManager",
    "SvcMenuTreeview",
    "SvcPublication",
]
