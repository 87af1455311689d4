"""One's own record and password on the real CMS."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.api.errors import Forbidden, ValidationFailed
from tests.backends.cms import CmsProcess
from tests.cms_services import services

NEW = "a-much-longer-password"


async def test_names_are_changed_by_who_may(fresh_cms: CmsProcess, tmp_path: Path) -> None:
    async with services(fresh_cms, tmp_path) as svc:
        await svc.auth.login("editor", "editor")
        await svc.auth.change_own({"first_name": "Ada", "email": "ada@example.test"})
        assert (await svc.auth.own_record())["first_name"] == "Ada"
        assert svc.auth.user is not None and svc.auth.user.email == "ada@example.test"
        with pytest.raises(ValidationFailed) as told:
            await svc.auth.change_own({"email": "nonsense"})
        assert "email" in told.value.errors

        await svc.auth.login("viewer", "viewer")
        with pytest.raises(Forbidden):
            await svc.auth.change_own({"first_name": "Ada"})


async def test_another_password_keeps_its_owner_signed_in(
    fresh_cms: CmsProcess, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with services(fresh_cms, tmp_path) as svc:
        await svc.auth.login("editor", "editor")
        await svc.auth.change_password("editor", NEW)
        assert (await svc.auth.own_record())["username"] == "editor"
        assert NEW not in caplog.text and NEW not in repr(svc.fetch.history)
        kept = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]
        assert kept and not any(NEW in path.read_text() for path in kept)
        await svc.auth.login("editor", NEW)
        with pytest.raises(ValidationFailed):
            await svc.auth.login("editor", "editor")


async def test_a_password_is_only_changed_by_who_knows_it(
    fresh_cms: CmsProcess, tmp_path: Path
) -> None:
    async with services(fresh_cms, tmp_path) as svc:
        await svc.auth.login("editor", "editor")
        with pytest.raises(ValidationFailed) as told:
            await svc.auth.change_password("wrong", NEW)
        assert told.value.errors == {"current": ["The current password is wrong."]}
        with pytest.raises(ValidationFailed) as told:
            await svc.auth.change_password("editor", "short")
        assert "too short" in told.value.errors["password"][0]
        # Whoever was refused is still signed in, with the password of before.
        assert (await svc.auth.own_record())["username"] == "editor"
        await svc.auth.login("editor", "editor")
