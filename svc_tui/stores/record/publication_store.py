"""The languages in which a page is published, pending drafts, and its addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, NotSent
from svc_tui.introspect.languages import lang_info
from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.record.datetime_parser import in_zone
from svc_tui.stores.record.publication_steps import parse_datetime

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.api.dialects import Publication

WORDS = {"PUB": "published", "DRF": "not published", "PLA": "planned", "TRS": "in the trash"}
"""Labels for the states of a page in the CMS."""


SIGNS = {"PUB": "✓", "DRF": "·", "PLA": "◷", "TRS": "✗"}
"""Short states for cells; each has its own shape, also in ASCII."""

LEGEND = "   ".join(f"{sign} {WORDS[status]}" for status, sign in SIGNS.items())
"""The legend of the signs, on one line."""


def states_of(page: Mapping[str, Any], now: datetime) -> dict[str, str]:
    """The state of a page in each language, computed from a row's times as the CMS does."""
    texts = page.get(TRANSLATIONS)
    own = texts if isinstance(texts, Mapping) else {}
    return {
        str(lang): _state(page.get("deleted_at"), values.get("published_at"), now)
        for lang, values in own.items()
        if isinstance(values, Mapping) and "published_at" in values
    }


def _state(deleted: Any, published: Any, now: datetime) -> str:
    if deleted:
        return "TRS"
    moment = parse_datetime(published)
    if moment is None:
        return "DRF"
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return "PUB" if aware <= now else "PLA"


def status_markers(page: Mapping[str, Any], now: datetime) -> str:
    """The states in a cell: `en ✓ it ·`; empty if a page has no languages."""
    return " ".join(f"{lang} {SIGNS[state]}" for lang, state in states_of(page, now).items())


@dataclass(frozen=True)
class Edition:
    """A page in one language."""

    lang: str = ""
    status: str = ""
    published_at: datetime | None = None
    has_draft: bool = False
    draft_goes_out: datetime | None = None
    address: str = ""
    """The public address."""

    @classmethod
    def of(cls, page: Mapping[str, Any], lang: str, base_url: str) -> Edition:
        """Read the response of a preview in a language."""
        texts = page.get(TRANSLATIONS)
        own = texts.get(lang) if isinstance(texts, Mapping) else None
        own = own if isinstance(own, Mapping) else page
        link = page.get("routerlink") or page.get("permalink")
        return cls(
            lang=lang,
            status=str(page.get("status") or ""),
            published_at=parse_datetime(own.get("published_at")),
            has_draft=page.get("has_draft") is True,
            draft_goes_out=parse_datetime(page.get("draft_scheduled_for")),
            address=f"{base_url.rstrip('/')}/{link.lstrip('/')}" if isinstance(link, str) else "",
        )

    def words(self, zone: tzinfo | None = None) -> str:
        """A short state: `en published, draft pending`."""
        said = WORDS.get(self.status, self.status or "unknown")
        if self.status == "PLA" and self.published_at is not None:
            said = f"scheduled for {_shown(self.published_at, zone)}"
        if self.draft_goes_out is not None:
            said += f", draft scheduled for {_shown(self.draft_goes_out, zone)}"
        elif self.has_draft:
            said += ", draft pending"
        return f"{self.lang} {said}".strip()


@dataclass(frozen=True)
class Revision:
    """A revision of a page."""

    id: int
    when: datetime | None
    who: str
    comment: str


@dataclass(frozen=True)
class PublicationState:
    """Every edition of one page."""

    editions: tuple[Edition, ...] = ()
    problem: str = ""
    """Why nothing is known, in a sentence."""


class PublicationStore(Store[PublicationState]):
    """Follows one page at a time."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The page or its state has changed."""

        state: PublicationState

    def __init__(self, crud: Crud[Any], base_url: str) -> None:
        super().__init__(PublicationState())
        self.crud = crud
        self.base_url = base_url

    @property
    def _publication(self) -> Publication:
        found = self.crud.dialect.publication
        if found is None:
            raise NotSent(detail="this backend can't publish records")
        return found

    async def languages(self) -> tuple[str, ...]:
        """The languages of these pages; one without a name if they are not translated."""
        metadata = await self.crud.metadata()
        return (lang_info(metadata.extra).languages if metadata else ()) or ("",)

    async def look(self, id: str) -> None:
        """Ask how each edition is."""
        try:
            found = [
                Edition.of(
                    await self._publication.preview(self.crud, id, lang), lang, self.base_url
                )
                for lang in await self.languages()
            ]
        except ApiError as error:
            self.change(editions=(), problem=str(error))
        else:
            self.change(editions=tuple(found), problem="")

    async def save_draft(self, id: str, changes: Mapping[str, Any], lang: str) -> None:
        """Save changes as a draft for the next publication; the page stays as it is.

        Each language has its own draft; values without a language go with `lang`.

        Raises: ApiError: the CMS refuses it.
        """
        await self._publication.save_draft(self.crud, id, changes, lang)
        await self.look(id)

    async def revisions(self, id: str) -> tuple[Revision, ...]:
        """Return the revisions of the page, the newest first.

        Raises:
            ApiError: the CMS keeps none, or does not answer.
        """
        rows = await self._publication.revisions(self.crud, id)
        return tuple(
            Revision(
                id=row["id"],
                when=parse_datetime(row.get("date_created")),
                who=str(row.get("user") or ""),
                comment=str(row.get("comment") or ""),
            )
            for row in (rows if isinstance(rows, list) else ())
            if isinstance(row, Mapping) and isinstance(row.get("id"), int)
        )

    async def revert(self, id: str, revision: int) -> None:
        """Restore a revision.

        Raises:
            ApiError: the CMS refuses.
        """
        await self._publication.revert(self.crud, id, revision)
        await self.look(id)


def _shown(moment: datetime, zone: tzinfo | None) -> str:
    return (in_zone(moment, zone) or moment).strftime("%Y-%m-%d %H:%M")
