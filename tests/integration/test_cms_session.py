"""Signing in to the CMS, as each kind of account."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.api.errors import InvalidResponse, ValidationFailed
from tests.backends.cms import CmsProcess
from tests.cms_services import services


async def test_an_account_has_the_rights_of_its_groups(cms: CmsProcess, tmp_path: Path) -> None:
    async with services(cms, tmp_path) as svc:
        editor = await svc.auth.login("editor", "editor")
        assert editor.groups == ("editors",)
        assert svc.permissions.can_change("product") and not svc.permissions.can_delete("product")
        # Signing in again drops the session first: with it, the CMS would want a token.
        viewer = await svc.auth.login("viewer", "viewer")
        assert viewer.permissions and not svc.permissions.can_change("product")
        admin = await svc.auth.login("admin", "admin")
        assert admin.is_superuser and svc.permissions.can_delete("product")


async def test_signing_out_ends_the_session_on_the_server(cms: CmsProcess, tmp_path: Path) -> None:
    async with services(cms, tmp_path) as svc:
        await svc.auth.login("admin", "admin")
        kept = svc.jar.cookies
        session = next(one.value for one in kept if one.name == "__svc_session")
        await svc.auth.logout()
        svc.jar.set("__svc_session", str(session))
        assert not await svc.auth.hydrate("admin")


async def test_a_wrong_password_is_told_in_the_words_of_the_cms(
    cms: CmsProcess, tmp_path: Path
) -> None:
    async with services(cms, tmp_path) as svc:
        with pytest.raises(ValidationFailed, match="Unable to log in"):
            await svc.auth.login("admin", "wrong")


async def test_a_token_that_went_stale_is_renewed_once(cms: CmsProcess, tmp_path: Path) -> None:
    async with services(cms, tmp_path) as svc:
        await svc.auth.login("admin", "admin")
        svc.jar.set("csrftoken", "of-no-use")
        tag = await svc.crud("/api/camomilla/tags").create({"translations": {"en": {"name": "t"}}})
        await svc.crud("/api/camomilla/tags").delete(tag["id"])


async def test_a_write_that_is_sent_elsewhere_is_never_followed(
    cms: CmsProcess, tmp_path: Path
) -> None:
    async with services(cms, tmp_path) as svc:
        await svc.auth.login("admin", "admin")
        with pytest.raises(InvalidResponse, match="it redirects to"):
            await svc.fetch("POST", "/api/camomilla/tags", json={"name": "x"})


async def test_a_slash_that_lacks_is_named_and_the_write_not_followed_past_a_catch_all(
    tmp_path: Path,
) -> None:
    with CmsProcess(tmp_path / "site", pages=True) as site:
        async with services(site, tmp_path) as svc:
            await svc.auth.login("admin", "admin")
            with pytest.raises(InvalidResponse) as told:
                await svc.fetch("POST", "/api/camomilla/tags", json={"name": "x"})
            tags = await svc.crud("/api/camomilla/tags").list()

    assert told.value.status == 302
    assert "set trailing_slash = true" in str(told.value)
    assert "/api/camomilla/tags/" in str(told.value)
    assert not told.value.may_have_been_applied
    assert "x" not in [tag["name"] for tag in tags.results]
    assert [one.method for one in svc.fetch.history].count("POST") == 2  # the sign-in, and this


async def test_the_paths_of_the_toolkit_lead_to_those_of_the_cms(
    cms: CmsProcess, tmp_path: Path
) -> None:
    async with services(cms, tmp_path) as svc:
        await svc.auth.login("admin", "admin")
        answer = await svc.fetch("GET", "/api/media-folders/")
        assert {"folders", "media", "parent_folder"} <= answer.json().keys()
        answer = await svc.fetch("GET", "/api/profiles/me/")
        assert answer.json()["username"] == "admin"
