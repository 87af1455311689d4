"""The services behind a console, as a script uses them: in memory, and on the real demo."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import BaseModel, ConfigDict

from svc_tui import (
    ApiError,
    BootError,
    Conflict,
    Forbidden,
    InvalidResponse,
    NotFound,
    NotSent,
    Options,
    PaginatedList,
    Plugin,
    Svc,
    Unauthorized,
    Unreachable,
    ValidationFailed,
    WrongArgument,
    use_can_access_route,
    use_crud,
    use_media_store,
    use_permissions,
    use_svc,
    use_svc_auth,
    use_svc_fetch,
)
from svc_tui.app.plugins import BUILT_IN
from svc_tui.config.errors import ConfigError
from tests.backends.demo import DemoProcess
from tests.fakes import BASE, FakeBackend, cookie_answer, json_answer, refuses

EDITOR = {"id": 2, "username": "editor", "permissions": ["view_article"], "groups": ["editors"]}
SESSION = "__svc_session=s3cret; Path=/; HttpOnly"


class Article(BaseModel):
    """What a script wants to know of an article."""

    model_config = ConfigDict(extra="allow")

    id: int


@pytest.fixture
def backend() -> FakeBackend:
    """A backend that lets the editor in."""
    backend = FakeBackend()
    backend.on("POST", "/api/auth/login", cookie_answer({}, SESSION))
    return backend.on("GET", "/api/profiles/me/", EDITOR)


@pytest.fixture
def start(backend: FakeBackend, tmp_path: Path) -> Callable[..., Svc]:
    """Makes services on the fake backend, all with the same state directory."""

    def make(**wishes: Any) -> Svc:
        return Svc(BASE, transport=backend.transport, **{"state_dir": tmp_path, **wishes})

    return make


# The whole face, on the real backend


async def test_the_python_face_line_by_line(fresh_demo: DemoProcess, tmp_path: Path) -> None:
    async with Svc(fresh_demo.url, dialect="rest", state_dir=tmp_path, transport=None) as svc:
        with pytest.raises(ValidationFailed) as wrong:
            await svc.auth.login("admin", "nope")
        assert wrong.value.errors
        user = await svc.auth.login("admin", "admin")
        assert user.username == "admin"
        assert svc.auth.is_authenticated and svc.auth.user == user
        assert await svc.auth.hydrate() is True

        articles = svc.crud("/api/articles")
        page = await articles.list(page=2, ordering="-id", status="draft")
        assert isinstance(page, PaginatedList)
        assert (page.page, len(page.results)) == (2, 20)
        assert page.count > 40 and page.pages > 2
        assert {row["status"] for row in page.results} == {"draft"}
        ids = [row["id"] for row in page.results]
        assert ids == sorted(ids, reverse=True)
        found = await articles.list(search="harbour")
        assert 0 < found.count < 300

        row = await articles.detail(7)
        assert row["id"] == 7
        typed = await svc.crud("/api/articles", Article).detail(7)
        assert typed.id == 7
        text = {"title": "A quiet harbour", "body": "…"}
        row = await articles.create({"translations": {"en": text}, "status": "draft"})
        row = await articles.partial_update(row["id"], {"translations": {"en": {"title": "y"}}})
        assert row["translations"]["en"]["title"] == "y"
        row = await articles.update(row["id"], {**row, "status": "review"})
        assert row["status"] == "review"
        row = await articles.update_or_create({"id": row["id"], **row, "status": "draft"})
        assert row["status"] == "draft"
        await articles.delete(row["id"])
        with pytest.raises(NotFound):
            await articles.detail(row["id"])
        meta = await articles.options()
        assert meta.name and meta.actions
        assert meta.extra["lang_info"]
        await articles.update_order(7, 3)

        answer = await svc.fetch("GET", "/api/articles/")
        assert answer.status_code == 200 and answer.json()["count"] == 300
        assert svc.fetch.loading is False
        assert svc.permissions.can_change("article")
        assert svc.permissions.check("publish_article")
        assert svc.permissions.has_role("editors")
        assert list(svc.snack.history) == []

        root = await svc.media.get_root(page=1, mime="image/*", all=True)
        assert root is not None
        percents: list[Any] = []
        picture = tmp_path / "a.png"
        picture.write_bytes(await _a_picture(svc))
        item = await svc.media.upload_media(
            picture, title="A", folder=None, on_progress=percents.append
        )
        assert item.title == "A"
        assert percents[-1] == 100 and percents == sorted(percents)

        await svc.auth.logout()
        assert not svc.auth.is_authenticated
        with pytest.raises(Unauthorized):
            await articles.list()


async def _a_picture(svc: Svc) -> bytes:
    """A small real picture."""
    from PIL import Image

    kept = io.BytesIO()
    Image.new("RGB", (4, 4), "teal").save(kept, "PNG")
    return kept.getvalue()


def test_errors_are_one_tree() -> None:
    kinds = (
        Unauthorized,
        Forbidden,
        NotFound,
        ValidationFailed,
        Conflict,
        Unreachable,
        InvalidResponse,
    )

    assert all(issubclass(kind, ApiError) for kind in kinds)


# Boot


async def test_plugins_run_by_their_order_and_then_in_the_order_given(
    start: Callable[..., Svc],
) -> None:
    ran: list[str] = []

    def noting(name: str, order: int) -> Plugin:
        return Plugin(name, order, lambda svc: ran.append(name))

    async def waits(svc: Svc) -> None:
        await asyncio.sleep(0)
        ran.append("waits")

    plugins = (noting("late", 9), noting("a", 2), Plugin("waits", 2, waits), noting("early", -1))

    async with start(plugins=(*BUILT_IN, *plugins)):
        assert ran == ["early", "a", "waits", "late"]


async def test_a_key_that_is_given_twice_is_a_boot_error(start: Callable[..., Svc]) -> None:
    again = Plugin("mine", 10, lambda svc: svc.provide("svc_media_adapter", object()))
    svc = start(plugins=(*BUILT_IN, again))

    with pytest.raises(BootError) as refused:
        await svc.start()

    told = "'svc_media_adapter' is already provided by the plugin 05.uikit"
    assert str(refused.value) == told
    assert isinstance(refused.value, TypeError)
    await svc.aclose()


async def test_merging_is_the_way_to_another_adapter(start: Callable[..., Svc]) -> None:
    def mine(params: object) -> dict[str, Any]:
        return {"fltr": "mime"}

    merge = Plugin(
        "mine", 10, lambda svc: _ignore(svc.svc_media_adapter.merge(build_list_params=mine))
    )

    async with start(plugins=(*BUILT_IN, merge)) as svc:
        assert svc.svc_media_adapter.build_list_params is mine


def _ignore(value: object) -> None:
    """A plugin gives nothing back."""


async def test_a_plugin_that_exits_fails_as_any_other(start: Callable[..., Svc]) -> None:
    def leaves(svc: Svc) -> None:
        raise SystemExit(3)

    svc = start(plugins=(*BUILT_IN, Plugin("bad", 10, leaves)))

    with pytest.raises(RuntimeError, match="tried to end the program"):
        await svc.start()
    await svc.aclose()


async def test_a_boot_that_fails_in_a_with_leaves_nothing_open(start: Callable[..., Svc]) -> None:
    def breaks(svc: Svc) -> None:
        raise ValueError("no")

    svc = start(plugins=(*BUILT_IN, Plugin("bad", 10, breaks)))

    with pytest.raises(ValueError, match="no"):
        async with svc:
            raise AssertionError("never reached")
    with pytest.raises(ApiError):
        await svc.fetch("GET", "/")


def test_a_dialect_that_is_not_spoken_is_a_sentence() -> None:
    assert Options(base_url=BASE, dialect="camomilla").dialect == "camomilla"

    with pytest.raises(ValueError, match=r"use rest, drf, .*camomilla, or module:object"):
        Svc(BASE, dialect="soap")
    with pytest.raises(ValueError, match="can't be imported"):
        Svc(BASE, dialect="nowhere.at_all:OBJECT")
    with pytest.raises(ValueError, match="should be a Dialect, not a function"):
        Svc(BASE, dialect="svc_tui.text:clean")


@pytest.mark.parametrize("url", [None, "", "cms", "ftp://cms.test", "https://a:b@cms.test"])
def test_without_a_backend_there_are_no_services(url: str | None) -> None:
    with pytest.raises(ValueError):
        Svc(url)


# The composables


async def test_inside_the_words_need_no_argument(start: Callable[..., Svc]) -> None:
    async with start() as svc:
        assert use_svc() is svc
        assert use_svc_fetch() is svc.fetch
        assert use_svc_auth() is svc.auth
        assert use_media_store() is svc.media
        assert use_permissions() == svc.permissions
        assert use_crud("/api/articles").endpoint.collection == "/api/articles/"
        assert use_can_access_route("/nowhere") is False
        assert (use_svc().snack, use_svc().confirm) == (svc.snack, svc.confirm)


async def test_outside_they_say_where_they_work(start: Callable[..., Svc]) -> None:
    async with start():
        pass

    with pytest.raises(RuntimeError, match="No services here"):
        use_svc()


async def test_two_backends_at_once_are_kept_apart(
    backend: FakeBackend, start: Callable[..., Svc], tmp_path: Path
) -> None:
    other = FakeBackend().on("GET", "/api/articles/", [{"id": 1}])
    async with start() as one, Svc("https://b.test", transport=other.transport) as two:
        await one.auth.login("editor", "pw")
        assert use_svc() is two
        assert not two.auth.is_authenticated

        await two.crud("/api/articles").list()

    assert "cookie" not in other.last.headers
    with pytest.raises(RuntimeError):
        use_svc()


async def test_the_outer_backend_is_at_hand_again_after_the_inner_one(
    start: Callable[..., Svc],
) -> None:
    async with start() as outer:
        async with start():
            pass
        assert use_svc() is outer


# The session


async def test_a_session_is_kept_for_the_next_script(
    start: Callable[..., Svc], backend: FakeBackend, tmp_path: Path
) -> None:
    async with start() as svc:
        await svc.auth.login("editor", "pw")
    async with start() as svc:
        assert svc.auth.is_authenticated

    (file,) = tmp_path.glob("sessions/*.json")
    assert file.stat().st_mode & 0o777 == 0o600


async def test_an_unreachable_server_at_the_start_keeps_the_session_file(
    start: Callable[..., Svc], backend: FakeBackend, tmp_path: Path
) -> None:
    async with start() as svc:
        await svc.auth.login("editor", "pw")
    backend.on("GET", "/api/profiles/me/", refuses())

    async with start() as svc:
        assert not svc.auth.is_authenticated
        assert svc.auth.state.unreachable

    assert len([*tmp_path.glob("sessions/*.json")]) == 1


async def test_a_state_directory_that_cannot_be_written_is_one_warning(
    start: Callable[..., Svc], tmp_path: Path
) -> None:
    in_the_way = tmp_path / "state" / "sessions"
    in_the_way.parent.mkdir()
    in_the_way.write_text("a file")

    async with start(state_dir=in_the_way.parent) as svc:
        await svc.auth.login("editor", "pw")
        await svc.auth.fetch_user()

        assert svc.auth.is_authenticated
        (warning,) = [toast for toast in svc.snack.history if "session" in toast.message]
        assert (warning.kind, str(in_the_way) in warning.message) == ("warning", True)


# What the client reports


async def test_a_401_in_the_middle_signs_out_and_lets_one_in_again(
    start: Callable[..., Svc], backend: FakeBackend
) -> None:
    backend.on("GET", "/api/articles/", json_answer({}, 401), [{"id": 1}])
    async with start() as svc:
        await svc.auth.login("editor", "pw")
        with pytest.raises(Unauthorized):
            await svc.crud("/api/articles").list()
        assert not svc.auth.is_authenticated

        await svc.auth.login("editor", "pw")

        assert (await svc.crud("/api/articles").list()).count == 1


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("You may not.", "Permission denied"),
        ("CSRF Failed: CSRF token missing.", "The request was refused (CSRF check failed)"),
    ],
)
async def test_a_403_is_one_toast_with_its_details_in_the_log(
    start: Callable[..., Svc], backend: FakeBackend, detail: str, said: str
) -> None:
    backend.on("GET", "/api/articles/7/", json_answer({"detail": detail}, 403))
    async with start() as svc:
        with pytest.raises(Forbidden) as refused:
            await svc.crud("/api/articles").detail(7)

        (toast,) = svc.snack.history
        assert (toast.message, toast.kind) == (said, "error")
        assert toast.detail == f"GET /api/articles/7/: {detail}"
        assert refused.value.csrf is detail.startswith("CSRF")


async def test_rights_given_by_number_are_told_once(
    start: Callable[..., Svc], backend: FakeBackend
) -> None:
    backend.on("POST", "/api/auth/login", cookie_answer({}, "__svc_session=x; Path=/"))
    backend.on("GET", "/api/profiles/me/", {"id": 1, "username": "ed", "permissions": [3, 4]})
    async with start() as svc:
        await svc.auth.login("ed", "pw")
        await svc.auth.fetch_user()

        (toast,) = svc.snack.history
        assert toast.kind == "warning"
        assert toast.message.startswith("Your permissions and groups contain 2 invalid entries")


async def test_a_toast_says_permission_denied_in_the_words_of_the_specification(
    demo: DemoProcess, tmp_path: Path
) -> None:
    async with Svc(demo.url, state_dir=tmp_path) as svc:
        await svc.auth.login("viewer", "viewer")

        with pytest.raises(Forbidden):
            await svc.crud("/api/articles").delete(7)

        assert [(toast.message, toast.kind) for toast in svc.snack.history] == [
            ("Permission denied", "error")
        ]
        assert svc.auth.is_authenticated


async def test_what_is_neither_401_nor_403_is_passed_through(
    start: Callable[..., Svc], backend: FakeBackend
) -> None:
    backend.on("GET", "/api/odd/", json_answer({"detail": "teapot"}, 418))
    async with start() as svc:
        answer = await svc.fetch("GET", "/api/odd/")

        assert answer.status_code == 418
        assert list(svc.snack.history) == []


async def test_closing_twice_does_no_harm(start: Callable[..., Svc]) -> None:
    svc = start()
    await svc.start()
    closing: list[Awaitable[None]] = [svc.aclose(), svc.aclose()]

    for one in closing:
        await one


def test_media_before_the_boot_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BootError, match="async with Svc"):
        _ = Svc("https://cms.test", state_dir=tmp_path).media


async def test_one_user_without_a_user_name_does_not_inherit_what_another_one_wrote(
    start: Callable[..., Svc], backend: FakeBackend
) -> None:
    svc = start()
    backend.on("POST", "/api/auth/login", cookie_answer({}, "__svc_session=s; Path=/"))
    backend.on("GET", "/api/profiles/me/", {"id": 1, "email": "a@x.test"}, {"id": 2, "email": "b"})
    async with svc:
        await svc.auth.login("a@x.test", "pw")
        with svc.tasks.under_way("Exporting", lambda: ""):
            pass
        assert svc.under_way
        await svc.auth.login("b", "pw")

        assert svc.under_way == ()


async def test_changes_are_found_again_where_the_address_has_another_port(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/books", [{"id": 1, "title": "Harbour"}])

    async def changes(port: int, title: str) -> list[str]:
        """Return the methods of the changes that `u` knows of after the sign-in, and add one."""
        url = f"http://127.0.0.1:{port}"
        where = {"transport": backend.transport, "state_dir": tmp_path, "known_as": "demo"}
        async with Svc(url, **where) as svc:  # type: ignore[arg-type]
            await svc.auth.login("admin", "admin")
            known = [one.method for one in svc.history.state.writes]
            await svc.crud("/api/books").partial_update(1, {"title": title})
        return known

    assert await changes(8001, "One") == []
    assert await changes(8002, "Two") == ["PATCH"]


def test_a_backend_with_a_name_of_its_own_is_not_shown_by_its_address() -> None:
    """The demo's port is another one each time, and means nothing to anybody."""
    assert Svc("http://127.0.0.1:8001", known_as="demo").address == "demo"
    assert Svc("http://127.0.0.1:8001").address == "http://127.0.0.1:8001"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (3, "name should be a string, not a whole number"),
        (None, "name should be a string, not None"),
        ([], "name should be a string, not a list"),
        (" ", "name should not be empty"),
    ],
)
async def test_a_name_of_a_service_is_text(
    start: Callable[..., Svc], name: Any, words: str
) -> None:
    async with start() as svc:
        with pytest.raises(ConfigError, match=rf"provide\(…\): {words}"):
            svc.provide(name, 1)
        with pytest.raises(ConfigError, match=rf"inject\(…\): {words}"):
            svc.inject(name, None)


async def test_what_is_closed_does_not_start_again(start: Callable[..., Svc]) -> None:
    never, once = start(), start()
    await never.aclose()
    async with once:
        pass

    for svc in (never, once):
        with pytest.raises(BootError, match="closed: create another one"):
            await svc.start()
        with pytest.raises(BootError, match="closed: create another one"):
            async with svc:
                pass


def test_a_plugin_has_a_name_and_a_number() -> None:
    wrong: Any = True
    with pytest.raises(ConfigError, match=r"Plugin\(…\): name should not be empty"):
        Plugin("", 8, lambda svc: None)
    with pytest.raises(ConfigError, match=r"Plugin\(…\): order should be a whole number, not True"):
        Plugin("mine", wrong, lambda svc: None)


def test_a_collection_takes_a_config_of_its_own(start: Callable[..., Svc]) -> None:
    wrong: Any = 3
    with pytest.raises(ConfigError, match=r"config should be FetchConfig\(…\) or None"):
        start().crud("/api/books", config=wrong)


@pytest.mark.parametrize(
    ("name", "password"), [(5, "x"), ("ada", None), ("ada", b"secret"), (["ada"], "x")]
)
async def test_a_sign_in_with_what_is_no_text_sends_nothing(name: Any, password: Any) -> None:
    backend = FakeBackend()
    async with Svc("http://t.test", transport=backend.transport) as svc:
        before = len(backend.requests)
        with pytest.raises(WrongArgument, match="should be a string") as caught:
            await svc.auth.login(name, password)

        assert "secret" not in str(caught.value)
        assert len(backend.requests) == before


async def test_a_sign_in_without_a_password_to_be_found_says_what_is_missing() -> None:
    async with Svc("http://t.test", transport=FakeBackend().transport) as svc:
        with pytest.raises(NotSent, match="no password command or keyring is set up"):
            await svc.sign_in_unattended("ada")
        with pytest.raises(WrongArgument, match="user should be a string"):
            await svc.sign_in_unattended(cast(Any, 5))
