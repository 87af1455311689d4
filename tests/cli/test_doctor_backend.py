"""The doctor's questions to a backend that is careless, or that acts on everything it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.app.context import Svc
from svc_tui.cli.doctor_backend import BackendCheck
from svc_tui.cli.findings import Findings
from svc_tui.config.options import Options
from svc_tui.models.listing import FilterDescriptor
from svc_tui.models.resource import Resource
from tests.fakes import BASE, FakeBackend, cookie_answer, json_answer
from tests.tray import build_in_tray

ME = {"id": 1, "username": "ada", "is_superuser": True}
SIGNED_IN = cookie_answer(ME, "__svc_session=secret; Path=/")
ROWS = {"count": 3, "next": None, "results": [{"id": 1}, {"id": 2}, {"id": 3}]}


async def asked(backend: FakeBackend, place: Path, *resources: Resource, **options: str) -> Svc:
    """What the doctor asks on behalf of somebody who is signed in."""
    given = Options(base_url=BASE, **options)  # type: ignore[arg-type]
    svc = Svc(options=given, state_dir=place, transport=backend.transport)
    findings = Findings()
    await BackendCheck(svc, findings).all(resources)
    assert findings.found
    return svc


async def test_the_address_to_sign_out_at_is_asked_without_the_session(tmp_path: Path) -> None:
    backend = FakeBackend().on("GET", "/api/profiles/me/", SIGNED_IN)
    gone = cookie_answer({}, "__svc_session=; Path=/; Max-Age=0")
    for address in ("/api/auth/login", "/api/auth/logout"):
        backend.on("OPTIONS", address, gone)

    svc = await asked(backend, tmp_path)

    sent = {one.url.path: one for one in backend.requests}
    assert "secret" in sent["/api/media/"].headers["cookie"]
    assert "cookie" not in sent["/api/auth/logout"].headers
    assert "cookie" not in sent["/api/auth/login"].headers
    assert "secret" in [one.value for one in svc.jar.cookies]
    await svc.aclose()


async def test_an_address_that_responds_is_named_by_its_setting(tmp_path: Path) -> None:
    backend = FakeBackend().on("GET", "/api/profiles/me/", SIGNED_IN)
    backend.on("OPTIONS", "/api/auth/login", {}).on("OPTIONS", "/api/auth/logout", {})
    svc = Svc(options=Options(base_url=BASE), state_dir=tmp_path, transport=backend.transport)
    findings = Findings()
    await BackendCheck(svc, findings).all(())
    await svc.aclose()

    good = [one.sentence for one in findings.found if one.verdict == "good"]
    assert "auth_login_url responds at /api/auth/login." in good
    assert "The profile endpoint responds at /api/profiles/me/." in good


async def test_a_filter_that_the_dialect_cannot_word_is_left_untried(tmp_path: Path) -> None:
    backend = FakeBackend().on("GET", "/api/camomilla/users/current/", SIGNED_IN)
    backend.on("GET", "/api/things/", json_answer(ROWS))
    backend.on("GET", "/api/camomilla/languages/", {"languages": []})
    things = Resource(
        name="things", endpoint="/api/things/", filters=(FilterDescriptor(value="on-sale"),)
    )

    svc = await asked(backend, tmp_path, things, dialect="camomilla")

    assert "GET /api/camomilla/media/" in backend.calls
    await svc.aclose()


@pytest.mark.parametrize(
    ("dialect", "root", "verdict", "words"),
    [
        ("rest", 503, "doubt", "/ can't be read, so it is unclear whether this is a Tray."),
        ("tray", 503, "doubt", "/ can't be read, so it is unclear whether this is a Tray."),
        ("rest", 401, "good", "The dialect is rest."),
        ("tray", 401, "doubt", 'The dialect is "tray", but / does not show a Tray. '
         'For another backend, write dialect = "rest".'),
        ("rest", {"tray": []}, "doubt", 'This looks like a Tray, but the dialect is plain REST: '
         'write dialect = "tray" under [svc].'),
        ("tray", {"tray": []}, "good", "The dialect is tray."),
        ("tray", {}, "doubt", 'The dialect is "tray", but / does not show a Tray. '
         'For another backend, write dialect = "rest".'),
        ("camomilla", {"tray": []}, "bad", 'This looks like a Tray, but the dialect is "camomilla":'
         ' write dialect = "tray" under [svc].'),
        ("drf", 401, "good", "The dialect is drf."),
    ],
)  # fmt: skip
async def test_only_what_is_certain_is_said_of_a_dialect(
    dialect: str,
    root: int | dict[str, object],
    verdict: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    build_in_tray(monkeypatch)
    profile = "/api/camomilla/users/current/" if dialect == "camomilla" else "/api/profiles/me/"
    backend = FakeBackend().on("GET", profile, SIGNED_IN)
    backend.on("GET", "/", json_answer({}, root) if isinstance(root, int) else root)
    svc = Svc(
        options=Options(base_url=BASE, dialect=dialect),
        state_dir=tmp_path,
        transport=backend.transport,
    )
    findings = Findings()
    await BackendCheck(svc, findings).all(())
    await svc.aclose()

    said = [(one.verdict, one.sentence) for one in findings.found]
    assert (verdict, words) in said
    assert len([one for _, one in said if "ialect is" in one or "unclear" in one]) == 1


async def told_of(tmp_path: Path, rows: list[dict[str, object]], found: str, things: Resource):
    """What the doctor says of things of which one is found at an address."""
    backend = FakeBackend().on("GET", "/api/profiles/me/", SIGNED_IN)
    backend.on("GET", "/api/things/", {"count": len(rows), "next": None, "results": rows})
    backend.on("GET", f"/api/things/{found}/", rows[0])
    svc = Svc(options=Options(base_url=BASE), state_dir=tmp_path, transport=backend.transport)
    findings = Findings()
    await BackendCheck(svc, findings).all((things,))
    await svc.aclose()
    return [(one.verdict, one.sentence) for one in findings.found if "things" in one.sentence]


async def test_rows_that_another_key_opens_are_told_with_what_to_write(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"id": 7, "slug": "boat"}, {"id": 8, "slug": "ship"}]
    things = Resource(
        name="things", endpoint="/api/things/", columns=["slug"], fields=[{"key": "slug"}]
    )
    said = await told_of(tmp_path, rows, "boat", things)

    assert (
        "bad",
        'things: records are opened by their slug, not by id: write lookup = "slug".',
    ) in (said)


async def test_what_a_console_finds_out_by_itself_is_no_fault(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"url": f"{BASE}/api/things/7/"}, {"url": "/api/things/8/"}]
    said = await told_of(tmp_path, rows, "7", Resource(name="things", endpoint="/api/things/"))

    assert ("good", "things: records are opened by their url.") in said
    assert not [text for verdict, text in said if verdict == "bad"]


async def test_rows_that_nothing_opens_are_a_fault(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"id": 7, "slug": "boat"}, {"id": 8, "slug": "ship"}]
    said = await told_of(tmp_path, rows, "9", Resource(name="things", endpoint="/api/things/"))

    assert any(
        verdict == "bad" and "its first row can't be opened by its id or slug" in text
        for verdict, text in said
    )
