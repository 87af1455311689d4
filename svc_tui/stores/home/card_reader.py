"""Read the facts of a card: counts, the days of the newest rows, and missing text."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

from svc_tui.config.explain import nearest
from svc_tui.models.dotted_path import value_at
from svc_tui.models.location import Location
from svc_tui.models.media import Explorer, MediaListParams
from svc_tui.stores.home.card_plan import MEDIA, CardPlan
from svc_tui.stores.home.day_counts import day_counts
from svc_tui.stores.home.home_store import CardFacts, CardWrites, Lack, lacks_in
from svc_tui.stores.listing.list_adapters import adapter_for, adapter_of
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.media.media_picks import covers
from svc_tui.stores.media.missing_text import ALT_TEXT
from svc_tui.stores.rows import Row, row_name
from svc_tui.text import clean, cut

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.api.media import MediaApi

LOG = logging.getLogger("svc_tui")

LONGEST_TITLE = 60
"""Cells of a row's title."""


class CardReader:
    """Loads one card after another."""

    def __init__(
        self,
        crud: Callable[[str], Crud[Any]],
        media: Callable[[], MediaApi],
        zone: tzinfo | None = None,
        names: Mapping[str, str] | None = None,
        newest_write: Callable[..., int] = lambda endpoint, counted=False: 0,
    ) -> None:
        self._crud = crud
        self._media = media
        self._zone = zone
        self._names = names
        self._newest_write = newest_write
        self._told: set[tuple[str, str]] = set()
        """The cards, and their dates that no row has, that were logged."""

    def writes(self, plan: CardPlan) -> CardWrites:
        """Return numbers that grow with the user's writes to what a card shows."""
        # The history has no uploads; `media_api` of a consumer may count none either.
        files = getattr(self._media(), "changes", 0) if plan.name == MEDIA else 0
        every = self._newest_write(plan.endpoint)
        counted = self._newest_write(plan.endpoint, counted=True)
        return CardWrites(every + files, counted + files)

    async def read(self, plan: CardPlan) -> CardFacts:
        """Return the current facts.

        Raises:
            ApiError: when the records can't be read; what can't be counted is left out.
        """
        return await (self._library(plan) if plan.name == MEDIA else self._collection(plan))

    async def _collection(self, plan: CardPlan) -> CardFacts:
        crud = self._crud(plan.endpoint)
        adapter = adapter_for(plan.pagination) or adapter_of(crud, plan.shown)
        source = ServerSource(crud, adapter, ahead=0)
        store = ListStore(source, lookup=plan.lookup, query=plan.query)
        await source.page(plan.query)  # The list takes it from there, and this shows what failed.
        await store.ask(plan.query)
        state = store.state
        await store.counts([portion.value for portion in plan.portions])
        whole = len(state.rows) >= state.count and not state.at_least
        dates = [value_at(row, plan.date) for row in state.rows] if plan.date else []
        if plan.date:
            self._tell_missing(plan, state.rows)
        return CardFacts(
            state.count,
            state.at_least,
            {tab: count for tab, count in store.state.tab_counts.items() if tab},
            day_counts(dates, plan.query.today(), self._zone, whole=whole),
            lacks_in(state.rows, plan, self._names),
            len(state.rows),
            tuple(
                (self._title(row, plan), str(Location.parse(plan.base).record(key)))
                for row, key in zip(state.rows, state.keys, strict=True)
                if key
            ),
        )

    def _title(self, row: Row, plan: CardPlan) -> str:
        found = value_at(row, plan.title_key) if plan.title_key else None
        shown = isinstance(found, str) and found.strip()
        title = cut(found, LONGEST_TITLE) if shown else row_name(row, plan.lookup)
        beside = value_at(row, plan.beside_key) if plan.beside_key else None
        if shown and isinstance(beside, str) and beside.strip():
            return cut(f"{title}  {beside}", LONGEST_TITLE)
        return title

    def _tell_missing(self, plan: CardPlan, rows: Sequence[Row]) -> None:
        """Log once that no row has the date of a card, with the nearest key."""
        absent, card = object(), (plan.name, plan.date)
        has_date = any(value_at(row, plan.date, absent) is not absent for row in rows)
        if rows and not has_date and card not in self._told:
            self._told.add(card)
            known = sorted({str(key) for row in rows for key in row})
            hint = nearest(plan.date, known, noun="keys", listed="")
            LOG.warning("%s", clean(f"The card of {plan.name}: no row has “{plan.date}”; {hint}"))

    async def _library(self, plan: CardPlan) -> CardFacts:
        api = self._media()
        everything = await api.explorer(None, MediaListParams(all=True))
        portions, lacks, read = {}, [], 0
        for portion in plan.portions:
            page = await api.explorer(None, MediaListParams(mime=portion.value, all=True))
            if not _is_narrowed(page, portion.value):
                continue
            if page.count is not None:
                portions[portion.value] = page.count
            if portion.value == ALT_TEXT.mime:
                known = [item for item in page.items if ALT_TEXT.is_told(item)]
                without, read = sum(map(ALT_TEXT.concerns, known)), len(known)
                place = Location(MEDIA).with_query(missing=ALT_TEXT.name)
                lacks += [Lack("alt text", without, str(place))] if without else []
        return CardFacts(
            len(everything.items) if everything.count is None else everything.count,
            everything.count is None and everything.pages > 1,
            portions,
            lacks=tuple(lacks),
            read=read,
            rows=tuple(
                (title, str(Location(MEDIA).with_query(search=title)))
                for item in everything.items
                if (title := cut(item.title, LONGEST_TITLE))
            ),
        )


def _is_narrowed(page: Explorer, mime: str) -> bool:
    """Whether every file is of this kind; a backend that ignores the filter sends others."""
    kinds = (item.mime_type.partition(";")[0].strip().lower() for item in page.items)
    return all(covers(mime, kind) for kind in kinds if kind)
