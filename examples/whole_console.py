"""A whole console in Python: cells, a page, a field type, a sign-in and commands of one's own."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from textual import on
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import OptionList, Static

from svc_tui import (
    ALLOW,
    Block,
    Command,
    Crud,
    FieldDescriptor,
    FilterDescriptor,
    ListPage,
    LoginPage,
    NavigationRequest,
    Options,
    Plugin,
    Resource,
    Route,
    SidebarGroup,
    Store,
    StoreChanged,
    Svc,
    SvcApp,
    SvcPage,
    TextField,
)


@dataclass(frozen=True)
class Counted:
    """The number of articles in each state; None is not known yet."""

    counts: Mapping[str, int | None] = field(
        default_factory=lambda: dict.fromkeys(("draft", "review", "published"))
    )


class Counts(Store[Counted]):
    """Asks how many articles there are, and says when it knows."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The counts changed."""

        state: Counted

    def __init__(self, articles: Crud[dict[str, Any]]) -> None:
        super().__init__(Counted())
        self.articles = articles

    async def load(self) -> None:
        """Ask for one row of each state: its page knows how many there are."""
        for state in self.state.counts:
            page = await self.articles.list(status=state, page_size=1)
            self.change(counts={**self.state.counts, state: page.count})


class Dashboard(SvcPage):
    """`/dashboard`: Enter opens the articles of a state."""

    KEYS = (Command("dashboard.count", "r", "Count", lambda page: page.count(), help="Ask again."),)

    @cached_property
    def store(self) -> Counts:
        """The counts, which `listen` follows."""
        return Counts(self.svc.crud("/api/articles"))

    def content(self) -> list[Widget]:
        states = OptionList(*self.store.state.counts, markup=False)
        return [Static("Articles", classes="title"), states]

    def main(self) -> Widget:
        return self.query_one(OptionList)

    def on_mount(self) -> None:
        self.listen(self.store)
        self.count()

    def count(self) -> None:
        self.ask(self.store.load())

    @on(Counts.Changed)
    def show(self, event: Counts.Changed) -> None:
        for at, (state, count) in enumerate(event.state.counts.items()):
            shown = "…" if count is None else f"{count:,}"
            self.query_one(OptionList).replace_option_prompt_at_index(at, f"{state}: {shown}")

    @on(OptionList.OptionSelected)
    def open_list(self, event: OptionList.OptionSelected) -> None:
        self.go(f"/articles?status={list(self.store.state.counts)[event.option_index]}")


def tell_count(page: "Articles") -> None:
    page.svc.snack.show(f"{page.store.state.count:,} articles match.")


class Articles(ListPage):
    """The built-in list with one more key."""

    KEYS = (Command("articles.count", "ctrl+t", "Count", tell_count, help="Say how many match."),)


class Welcome(LoginPage):
    """The built-in sign-in with a line of its own above it."""

    def content(self) -> list[Widget]:
        return [Static("Welcome to the newsroom", classes="welcome"), *super().content()]


class IsbnField(TextField):
    """A line of text that takes 13 digits, however they are grouped."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Any, value: Any) -> str | None:
        digits = str(value or "").replace("-", "")
        return "13 digits, please." if digits and len(digits) != 13 else None


def status_cell(item: dict[str, Any], value: object) -> str:
    """A cell returns a line of text."""
    return f"<{value}>"


def detail_params(lang: str | None) -> dict[str, Any]:
    """A method of the media adapter: this backend calls the language of texts so."""
    return {"language": lang}


def place(**given: Any) -> Widget:
    """A slot returns widgets, or a text."""
    return Static("The harbour office")


def office_hours(going: NavigationRequest) -> Any:
    """Middleware: nobody but the administrator looks at orders."""
    user = going.permissions.user
    return ALLOW if user is not None and user.username == "admin" else Block("Ask the admin.")


def count_starts(svc: Svc) -> None:
    """A step of the boot: the services are there, and nothing was asked yet."""
    svc.provide("started_by", "newsroom")


def greet(app: SvcApp) -> None:
    """A command of the palette; `app.svc` are the services."""
    if app.svc is not None:
        app.svc.snack.show("Good morning.", "success")


PAPER = Theme(name="paper", primary="#5f5f00", background="#ffffd7", dark=False)

RESOURCES = [
    Resource(
        name="articles",
        endpoint="/api/articles",
        parent="content",
        columns=["title", "status"],
        filters=[FilterDescriptor(value="status")],
        fields=[FieldDescriptor(key="slug", type="isbn"), FieldDescriptor(key="status")],
        slots={"cell.status": status_cell},
        list_page=Articles,
    ),
    Resource(name="orders", endpoint="/api/orders", columns=["id"], middleware=["office-hours"]),
]


def console(url: str, **more: Any) -> SvcApp:
    """Return the console on a backend."""
    return SvcApp(
        Options(base_url=url, title="Newsroom", theme="paper"),
        resources=RESOURCES,
        groups=[SidebarGroup(name="content", label="Desk")],
        routes=[Route("/dashboard", Dashboard, label="Dashboard", icon="▤", order=0)],
        plugins=[Plugin("10.starts", 10, count_starts)],
        middleware={"office-hours": office_hours},
        field_types={"isbn": IsbnField},
        components={"login": Welcome},
        media_adapter={"build_detail_params": detail_params},
        slots={"topbar:right": place},
        themes=[PAPER],
        commands=[Command("newsroom.greet", "ctrl+f", "Greet", greet, help="Say good morning.")],
        **more,
    )


if __name__ == "__main__":
    console(sys.argv[1], log=Path("console.log")).run()
