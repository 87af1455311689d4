"""The keys of the media library, beside those of its leaves."""

from __future__ import annotations

from textual.binding import Binding, BindingType

LIBRARY_KEYS: list[BindingType] = [
    Binding("slash", "search", "Search", key_display="/", tooltip="Everywhere.", id="media.search"),
    Binding("escape", "leave_search", "Leave", show=False, id="media.leave_search"),
    Binding("U", "upload", "Upload", tooltip="Add files to this folder.", id="media.upload"),
    Binding("B", "browse", "Browse", show=False, tooltip="Files here.", id="media.browse"),
    Binding("N", "new_folder", "New folder", tooltip="Here.", id="media.new_folder"),
    Binding("f", "filter", "Filter", tooltip="Show another type of files.", id="media.filter"),
    Binding("d", "delete", "Delete", tooltip="Delete this; asks first.", id="media.delete"),
    Binding(
        "f2,i", "rename", "Rename", show=False, tooltip="Rename this folder.", id="media.rename"
    ),
    Binding("e", "edit", "Edit", show=False, tooltip="Edit this file.", id="media.edit"),
    Binding("M", "move", "Move", show=False, tooltip="To another folder.", id="media.move"),
    Binding("R", "replace", "Replace", show=False, tooltip="The file itself.", id="media.replace"),
    Binding("A", "mark_all", "Mark all", show=False, tooltip="This page.", id="media.mark_all"),
    Binding("a", "worklist", "Worklist", show=False, tooltip="Missing texts.", id="media.worklist"),
    Binding("V", "view", "Grid", show=False, tooltip="Or a list.", id="media.view"),
    Binding(
        "F", "missing", "Missing", show=False, tooltip="Only what lacks a text.", id="media.missing"
    ),
    Binding("P", "pictures", "Pictures", show=False, tooltip="On or off.", id="media.pictures"),
    Binding(
        "p,plus",
        "zoom",
        "Preview",
        show=False,
        key_display="p",
        tooltip="This file on the whole screen; + does the same.",
        id="media.zoom",
    ),
    Binding("t", "tree", "Folders", show=False, tooltip="Go to any folder.", id="media.tree"),
    Binding("full_stop", "page(1)", "Next", show=False, key_display=".", id="media.next"),
    Binding("comma", "page(-1)", "Previous", show=False, key_display=",", id="media.previous"),
    Binding(
        "r",
        "copy_rendition",
        "Copy a size",
        show=False,
        tooltip="After y: the address of another size.",
        id="media.copy_rendition",
    ),
    Binding(
        "r,ctrl+r",
        "refresh_media",
        "Refresh",
        show=False,
        tooltip="Ask again.",
        id="media.refresh",
    ),
    Binding("0", "clear", "Clear filters", show=False, id="media.clear"),
    Binding("y", "prefix", "Copy…", show=False, tooltip="yu copies the address.", id="media.copy"),
    Binding("u", "copy_url", "Copy the address", show=False, id="media.copy_url"),
]
