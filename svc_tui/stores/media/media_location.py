"""A place in the media library, as a location."""

from __future__ import annotations

from dataclasses import dataclass

from svc_tui.models.arguments import checks_arguments
from svc_tui.models.location import Location
from svc_tui.models.records import Id
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.missing_text import MissingText

NAMES = ("folder", "page", "search", "mime", "missing", "lang")
"""The parts of a location of the library."""


@checks_arguments()
@dataclass(frozen=True)
class MediaLocation:
    """`/media?folder=3&search=cat&mime=image/*&missing=alt_text.it&page=2`."""

    folder: Id | None = None
    page: int = 1
    search: str = ""
    mime: str | None = None
    missing: MissingText | None = None
    """The text that the visible files lack."""

    @classmethod
    def of(cls, location: Location) -> MediaLocation:
        """Parse a location; invalid parts are ignored."""
        folder, page = location.get("folder"), location.get("page")
        return cls(
            folder=int(folder) if folder.isdecimal() else folder or None,
            page=max(1, int(page)) if page.isdecimal() and len(page) < 9 else 1,
            search=location.get("search").strip(),
            mime=location.get("mime") or None,
            missing=MissingText.parse(location.get("missing")),
        )

    @classmethod
    def shown(cls, state: MediaState) -> MediaLocation:
        """Return the place that a state shows; a lock belongs to the picker, not to the place."""
        folder = state.parent_folder
        free = state.mime_type if state.mime_type != state.locked_mime else None
        return cls(folder.id if folder else None, state.page, state.search, free, state.missing)

    def located(self, location: Location) -> Location:
        """Return the same page with this place as its query."""
        return location.with_query(
            folder=self.folder,
            search=self.search or None,
            mime=self.mime,
            missing=self.missing.name if self.missing else None,
            page=self.page if self.page > 1 else None,
        )
