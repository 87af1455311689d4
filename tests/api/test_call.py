"""A call can be kept and sent again, and shows nothing of what it carries."""

from __future__ import annotations

from svc_tui.api.call import Call


def test_a_call_shows_neither_body_nor_headers():
    call = Call("POST", "/login", None, {"json": {"password": "s3cret"}}, {"X": "s3cret"}, None)

    assert "s3cret" not in repr(call)


def test_a_redirected_call_leaves_its_query_behind():
    call = Call("GET", "/a/", {"q": "1"}, {"content": None}, {"X": "1"}, 2.0).to("/b/?r=2")

    assert (call.url, call.params, call.headers) == ("/b/?r=2", None, {"X": "1"})
