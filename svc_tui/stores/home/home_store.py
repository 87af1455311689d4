"""The dashboard: counts, dates and missing text of each resource, loaded a few at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from svc_tui.api.background import background
from svc_tui.api.errors import ApiError, Forbidden, NotFound, Unauthorized, Unreachable
from svc_tui.models.languages import text_in_language
from svc_tui.stores.base import Store, StoreChanged

if TYPE_CHECKING:
    from svc_tui.stores.home.card_plan import CardPlan

AT_ONCE = 2
"""Maximum number of cards loading at once, so that the shown page goes first."""

FRESH_FOR = 30.0
"""Seconds for which a card is fresh, unless something was written here."""

PATIENCE = 20.0
"""Seconds until loading a card times out."""

Status = Literal["waiting", "ready", "failed"]


@dataclass(frozen=True)
class Lack:
    """Records that lack text."""

    words: str
    """The missing text: `Italian title`, `alt text`."""
    count: int
    location: str


@dataclass(frozen=True)
class CardFacts:
    """Facts that the backend gave about a resource."""

    count: int = 0
    at_least: bool = False
    """Whether there are more than `count`."""
    portions: Mapping[str, int] = field(default_factory=dict)
    """The number of records of each tab or choice, if known."""
    days: tuple[int, ...] = ()
    """Records per day, today last; empty if unknown."""
    lacks: tuple[Lack, ...] = ()
    read: int = 0
    """The number of rows that were checked for missing text."""
    rows: tuple[tuple[str, str], ...] = ()
    """The titles of the first rows, and the locations that open them."""


class CardWrites(NamedTuple):
    """Two numbers that grow with the user's writes to what a card shows."""

    any: int = 0
    """Grows with every write."""
    number: int = 0
    """Grows with those that may change how many records there are."""


@dataclass(frozen=True)
class Card:
    """One card: its plan, and what is known."""

    plan: CardPlan
    status: Status = "waiting"
    facts: CardFacts | None = None
    """The last loaded facts; None before."""
    problem: str = ""
    """Short reason why the last load failed."""
    read_at: float = 0.0
    """Seconds of the monotonic clock."""
    writes: CardWrites = field(default_factory=CardWrites)
    """The user's writes at that time."""


@dataclass(frozen=True)
class HomeState:
    """The cards in their order."""

    cards: tuple[Card, ...] = ()


class CardSource(Protocol):
    """Reads one card."""

    def __call__(self, plan: CardPlan) -> Awaitable[CardFacts]:
        """Return what is known now; raises `ApiError`."""


class HomeStore(Store[HomeState]):
    """Loads cards independently: a failure costs one card."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A card was read."""

        state: HomeState

    def __init__(
        self,
        read: CardSource,
        *,
        writes: Callable[[CardPlan], CardWrites] = lambda plan: CardWrites(),
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        super().__init__(HomeState())
        self._read = read
        self._writes = writes
        self._clock = clock
        self._patience = patience

    def arrange(self, plans: Iterable[CardPlan]) -> None:
        """Create a card for each plan; known facts of the same plans stay."""
        known = {card.plan.name: card for card in self.state.cards}
        cards = []
        for plan in plans:
            card = known.get(plan.name)
            cards.append(card if card is not None and card.plan == plan else Card(plan))
        self.change(cards=tuple(cards))

    def counts(self) -> dict[str, int]:
        """Return how many records each page has, unless one was created or deleted since."""
        return {
            f"/{card.plan.name.lstrip('/')}": card.facts.count
            for card in self.state.cards
            if card.facts is not None
            and not card.facts.at_least
            and not card.plan.query.criteria()
            and not self._is_wrong(card)
        }

    @property
    def outdated(self) -> bool:
        """Whether `recount` would read a card."""
        return any(map(self._is_wrong, self.state.cards))

    def forget(self) -> None:
        """Forget everything, as another user has signed in."""
        self.change(cards=())

    async def refresh(self, *, again: bool = False) -> None:
        """Read the cards that are stale, a few at a time.

        With `again`, load those that failed instead; if none did, all of them.
        """
        turns = asyncio.Semaphore(AT_ONCE)
        cards = self.state.cards
        if again:
            due = [card for card in cards if card.status == "failed"] or cards
        else:
            due = [card for card in cards if self._is_due(card)]
        wanted = [card.plan for card in due]

        async def read(plan: CardPlan) -> None:
            async with turns:
                await self._read_card(plan)

        await asyncio.gather(*map(read, wanted))

    async def recount(self) -> None:
        """Read the cards again whose number of records was changed since they were read."""
        for card in self.state.cards:
            if self._is_wrong(card):
                await self._read_card(card.plan)

    def _is_wrong(self, card: Card) -> bool:
        """Whether records were created or deleted since a card was read."""
        return card.facts is not None and card.writes.number != self._writes(card.plan).number

    def _is_due(self, card: Card) -> bool:
        stale = self._clock() - card.read_at > FRESH_FOR
        return card.status != "ready" or stale or card.writes != self._writes(card.plan)

    async def _read_card(self, plan: CardPlan) -> None:
        writes = self._writes(plan)
        try:
            with background():
                async with asyncio.timeout(self._patience):
                    facts = await self._read(plan)
        except (ApiError, TimeoutError) as error:
            self._put(plan, status="failed", problem=problem_of(error))
        else:
            self._put(plan, status="ready", facts=facts, problem="", writes=writes)

    def _put(self, plan: CardPlan, **changes: Any) -> None:
        read_at = self._clock()
        cards = tuple(
            replace(card, read_at=read_at, **changes) if card.plan == plan else card
            for card in self.state.cards
        )
        self.change(cards=cards)


def problem_of(error: ApiError | TimeoutError) -> str:
    """Return a short reason for a failure."""
    if isinstance(error, TimeoutError):
        return "Too slow"
    words = {
        Unauthorized: "Signed out",
        Forbidden: "Refused",
        NotFound: "Not found",
        Unreachable: "No response",
    }
    return next((word for kind, word in words.items() if isinstance(error, kind)), "Failed")


def lacks_in(
    rows: Sequence[Mapping[str, Any]], plan: CardPlan, names: Mapping[str, str] | None = None
) -> tuple[Lack, ...]:
    """Return the languages in which rows lack the main text; empty if rows don't have it.

    `names` are the language names of the console's options.
    """
    found = []
    for language in plan.languages * bool(plan.text):
        texts = [
            one.get(language)
            for row in rows
            if isinstance(one := row.get("translations"), Mapping) and language in one
        ]
        count = sum(
            1
            for text in texts
            if not (isinstance(text, Mapping) and str(text.get(plan.text) or "").strip())
        )
        if count:
            found.append(Lack(text_in_language(plan.text, language, names), count, plan.location))
    return tuple(found)
