"""With nothing but an address, rows come before questions, and few questions before rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from svc_tui.api.dialects import REST, recognizable_dialects
from svc_tui.app.app import SvcApp
from svc_tui.cli.console import prepare
from svc_tui.cli.loading import load
from svc_tui.widgets.listing.grid import ListGrid
from tests.backends.cms import CmsProcess
from tests.backends.demo import DemoProcess
from tests.backends.stock import StockProcess
from tests.console import Person, person_at

SIGNS = {one.sign for one in recognizable_dialects()}
"""What is asked once for each backend."""

SIGN_IN = SIGNS | {one.auth_login_url for one in (REST, *recognizable_dialects())}
"""The same, and what is asked to sign in."""


class Wire:
    """Everything that left for the backend, in order, and how it was answered."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.status: dict[str, int] = {}

    @property
    def questions(self) -> list[str]:
        """What was sent besides finding out how one signs in here, and signing in."""
        signed_in = [at for at, one in enumerate(self.sent) if one.startswith("POST ")]
        after = self.sent[signed_in[0] :] if signed_in else self.sent
        return [one for one in after if one.partition(" ")[2] not in SIGN_IN]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    wire, send = Wire(), httpx.AsyncClient.send

    async def noted(
        client: httpx.AsyncClient, request: httpx.Request, **how: object
    ) -> httpx.Response:
        words = f"{request.method} {request.url.raw_path.decode()}"
        wire.sent.append(words)
        answer = await send(client, request, **how)  # type: ignore[arg-type]
        wire.status[words] = answer.status_code
        return answer

    monkeypatch.setattr(httpx.AsyncClient, "send", noted)
    yield wire


def opened(url: str, state: Path, start: str, password: str | None = "admin") -> SvcApp:
    """What `svc-tui --url URL open START` opens."""
    prepare()
    wishes = {"base_url": url, "user": "admin"}
    return SvcApp(load=partial(load, None, wishes, password=password, state=state), start=start)


async def rows_shown(person: Person) -> None:
    """Wait until the first rows are painted."""
    await person.until(lambda: any(grid.row_count for grid in person.app.screen.query(ListGrid)))


async def learnt(person: Person) -> None:
    """Wait until nothing is left to learn, and the page shows it."""
    svc = person.app.svc
    assert svc is not None
    await person.until(lambda: bool(svc.discovery.state.described) and svc.discovery.state.looked)
    await person.until(lambda: bool(svc.discovery._whole))
    await person.settles()


async def test_the_demos_rows_are_the_third_question(
    demo: DemoProcess, wire: Wire, tmp_path: Path
) -> None:
    async with person_at(opened(demo.url, tmp_path, "/articles"), (100, 30)) as person:
        await rows_shown(person)

        assert wire.questions[:3] == [
            "GET /api/profiles/me/",
            "GET /api/",
            "GET /api/articles/?page=1&page_size=20",
        ]
        assert all("page=2" in one for one in wire.questions[3:])

        await person.sees("f filters")
        await learnt(person)
        refused = {one for one, status in wire.status.items() if status >= 400}
        assert refused <= {f"GET {one}" for one in SIGNS}
        assert wire.sent.count("GET /api/articles/?page=1&page_size=20") == 1

    wire.sent.clear()
    async with person_at(opened(demo.url, tmp_path, "/articles", None), (100, 30)) as person:
        await rows_shown(person)
        assert wire.questions[:2] == [
            "GET /api/profiles/me/",
            "GET /api/articles/?page=1&page_size=20",
        ]
        await person.sees("f filters")
        await learnt(person)
        assert not any("ordering=" in one or "status=" in one for one in wire.sent)


async def test_the_cms_needs_no_more_where_its_first_root_names_the_collection(
    cms: CmsProcess, wire: Wire, tmp_path: Path
) -> None:
    async with person_at(opened(cms.url, tmp_path, "/category"), (100, 30)) as person:
        await rows_shown(person)

        assert [one.partition("?")[0] for one in wire.questions[:3]] == [
            "GET /api/camomilla/users/current/",
            "GET /api/models/",
            "GET /api/models/category/",
        ]
        await learnt(person)
        await person.sees("Articles", "Users")

    wire.sent.clear()
    async with person_at(opened(cms.url, tmp_path, "/articles", None), (100, 30)) as person:
        await rows_shown(person)
        assert [one.partition("?")[0] for one in wire.questions[:2]] == [
            "GET /api/camomilla/users/current/",
            "GET /api/camomilla/articles/",
        ]
        await learnt(person)


async def test_what_is_learnt_meanwhile_leaves_the_cursor_and_the_marks(
    demo: DemoProcess, wire: Wire, tmp_path: Path
) -> None:
    async with person_at(opened(demo.url, tmp_path, "/articles"), (100, 30)) as person:
        await rows_shown(person)
        await person.press("down", "space", "down")
        await person.sees("f filters")
        await learnt(person)

        grid = person.app.screen.query_one(ListGrid)
        assert grid.has_focus
        assert grid.current == "4"
        assert len(person.app.page.store.state.selection) == 1  # type: ignore[union-attr]


async def test_a_search_that_is_being_typed_is_not_disturbed(
    demo: DemoProcess, wire: Wire, tmp_path: Path
) -> None:
    async with person_at(opened(demo.url, tmp_path, "/articles"), (100, 30)) as person:
        await rows_shown(person)
        page = person.app.screen
        await person.press("slash")
        await person.type("harb")
        svc = person.app.svc
        assert svc is not None
        await person.until(lambda: bool(svc.discovery._whole))
        await person.type("our")
        assert person.app.screen is page
        await person.press("enter")
        await person.until(lambda: any("search=harbour" in one for one in wire.sent))


async def test_a_filter_in_the_address_is_known_before_the_first_rows(
    demo: DemoProcess, wire: Wire, tmp_path: Path
) -> None:
    app = opened(demo.url, tmp_path, "/articles?status=draft")
    async with person_at(app, (100, 30)) as person:
        await rows_shown(person)
        await person.until(lambda: any("status=draft&page=1&page_size=20" in one
                                       for one in wire.sent))  # fmt: skip


async def test_a_form_asks_for_no_filters(demo: DemoProcess, wire: Wire, tmp_path: Path) -> None:
    async with person_at(opened(demo.url, tmp_path, "/articles/5"), (100, 30)) as person:
        await person.sees("Title", "Slug")
        await person.settles()
        assert not any("ordering=" in one or "page_size=1&" in one for one in wire.sent)


@pytest.mark.parametrize("kept", ["[]", "{", '{"version": 1, "collections": 7}', "null"])
async def test_a_broken_memory_costs_no_more_than_itself(
    demo: DemoProcess, wire: Wire, tmp_path: Path, kept: str
) -> None:
    async with person_at(opened(demo.url, tmp_path, "/tags"), (100, 30)) as person:
        await rows_shown(person)
        await learnt(person)
    [file] = (tmp_path / "backends").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_text(kept, "utf-8")

    async with person_at(opened(demo.url, tmp_path, "/tags", None), (100, 30)) as person:
        await rows_shown(person)
        await person.sees("Articles", "Tags")


async def test_a_row_that_is_opened_early_is_opened_by_the_key_that_finds_it(
    stock: StockProcess, wire: Wire, tmp_path: Path
) -> None:
    """Pages have an id and are found by their slug; only a question to the backend tells."""
    file = tmp_path / "svc.toml"
    file.write_text(
        f'[svc]\nbase_url = "{stock.url}"\nauth_login_url = "/api/auth/login/"\n'
        'user_info_api = "/api/auth/me/"\nsession_cookie = "sessionid"\n'
        '[[resources]]\nname = "pages"\nendpoint = "/api/pages"\n',
        "utf-8",
    )
    for password in ("admin", None):
        prepare()
        app = SvcApp(
            load=partial(load, file, {"user": "admin"}, password=password, state=tmp_path / "s"),
            start="/pages",
        )
        async with person_at(app, (100, 30)) as person:
            await rows_shown(person)
            if password is None:
                discovery = person.app.svc.discovery  # type: ignore[union-attr]
                await person.until(lambda known=discovery: known._whole)
                await person.settles()
            await person.press("enter")
            await person.until(lambda: person.location.startswith("/pages/"))
            assert not person.location.removeprefix("/pages/").isdigit()
            await person.sees("Slug")
            await person.settles()
