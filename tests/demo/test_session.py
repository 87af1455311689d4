"""Sessions, CSRF and rights, as a client meets them."""

from __future__ import annotations

import httpx
import pytest

from tests.backends.demo import DemoProcess

from .conftest import SignIn


def test_a_stranger_is_asked_to_sign_in(stranger: httpx.Client) -> None:
    answer = stranger.get("/api/articles/")

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Session"
    assert answer.json() == {"detail": "Authentication credentials were not provided."}


@pytest.mark.parametrize("path", ["/api/auth/login", "/api/auth/login/"])
def test_signing_in_sets_a_hidden_session_and_a_readable_token(
    stranger: httpx.Client, path: str
) -> None:
    answer = stranger.post(path, json={"username": "editor", "password": "editor"})

    session, token = sorted(answer.headers.get_list("set-cookie"))
    assert answer.status_code == 200
    assert session.startswith("__svc_session=") and "HttpOnly" in session
    assert token.startswith("csrftoken=") and "HttpOnly" not in token


def test_wrong_and_missing_credentials_are_told_apart(stranger: httpx.Client) -> None:
    wrong = stranger.post("/api/auth/login", json={"username": "editor", "password": "?"})
    empty = stranger.post("/api/auth/login", json={})

    assert (wrong.status_code, list(wrong.json())) == (400, ["non_field_errors"])
    assert (empty.status_code, sorted(empty.json())) == (400, ["password", "username"])


def test_the_profile_names_rights_and_groups(demo: DemoProcess, sign_in: SignIn) -> None:
    profile = sign_in(demo, "editor").get("/api/profiles/me/").json()

    assert profile["username"] == "editor" and profile["groups"] == ["editors"]
    assert not profile["is_superuser"]
    assert {"view_article", "delete_article", "change_media"} <= set(profile["all_permissions"])
    assert not {"delete_media", "delete_mediafolder"} & set(profile["all_permissions"])


def test_a_write_without_the_token_is_a_csrf_failure(demo: DemoProcess, sign_in: SignIn) -> None:
    editor = sign_in(demo, "editor")
    del editor.headers["X-CSRFToken"]

    answer = editor.patch("/api/articles/20/", json={"rating": 1})

    assert answer.status_code == 403
    assert answer.json()["detail"].startswith("CSRF Failed")


@pytest.mark.parametrize(
    ("name", "method", "path"),
    [
        ("nobody", "GET", "/api/articles/"),
        ("nobody", "GET", "/api/media-folders/"),
        ("viewer", "PATCH", "/api/articles/20/"),
        ("viewer", "POST", "/api/articles/20/publish/"),
        ("viewer", "POST", "/api/articles/update_order/"),
        ("editor", "DELETE", "/api/media/1/"),
        ("editor", "DELETE", "/api/media-folders/11/"),
    ],
)
def test_a_missing_right_is_a_403(
    demo: DemoProcess, sign_in: SignIn, name: str, method: str, path: str
) -> None:
    answer = sign_in(demo, name).request(method, path)

    assert answer.status_code == 403
    assert answer.json() == {"detail": "You do not have permission to perform this action."}


def test_who_may_only_view_can_view(demo: DemoProcess, sign_in: SignIn) -> None:
    assert sign_in(demo, "viewer").get("/api/articles/1/").status_code == 200


def test_signing_out_ends_the_session(demo: DemoProcess, sign_in: SignIn) -> None:
    editor = sign_in(demo, "editor")
    by_get = editor.get("/api/auth/logout")
    answer = editor.post("/api/auth/logout")

    assert by_get.status_code == 405
    assert answer.status_code == 200
    assert editor.get("/api/profiles/me/").status_code == 401


def test_sessions_can_expire_for_a_test(
    demo: DemoProcess, stranger: httpx.Client, sign_in: SignIn
) -> None:
    editor = sign_in(demo, "editor")

    stranger.post("/api/_test/expire")

    assert editor.get("/api/tags/").status_code == 401
