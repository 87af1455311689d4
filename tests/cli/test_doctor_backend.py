"""The doctor's questions to a backend that is careless, or that acts on everything it is asked."""

from __future__ import annotations

from pathlib import Path

from svc_tui.cli.doctor_backend import BackendCheck
from svc_tui.cli.findings import Findings
from svc_tui.config.options import Options
from svc_tui.context import Svc
from svc_tui.models.listing import FilterDescriptor
from svc_tui.models.resource import Resource
from tests.fakes import BASE, FakeBackend, cookie_answer, json_answer

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


async def test_a_filter_that_the_dialect_cannot_word_is_left_untried(tmp_path: Path) -> None:
    backend = FakeBackend().on("GET", "/api/camomilla/users/current/", SIGNED_IN)
    backend.on("GET", "/api/things/", json_answer(ROWS))
    backend.on("GET", "/api/camomilla/languages/", {"languages": []})
    things = Resource(
        name="things",
        endpoint="/api/things/",
        filters=(FilterDescriptor(value="on-sale"),),
    )

    svc = await asked(backend, tmp_path, things, dialect="camomilla")

    assert "GET /api/camomilla/media/" in backend.calls
    await svc.aclose()
