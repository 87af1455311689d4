"""What is left out of records that are shown, copied or edited outside."""

from __future__ import annotations

from svc_tui.stores.redact import holds_secrets, redact, secrets_in

ROW = {"id": 1, "password": "md5$x", "author": {"name": "Ada", "api_key": "k"}, "tags": ["a"]}


def test_secrets_are_left_out_however_deep_they_lie() -> None:
    deep = {"list": [{"token": "t", "kept": [1, {"secret": 2}]}], **ROW}

    assert redact(deep) == {
        "list": [{"kept": [1, {}]}],
        "id": 1,
        "author": {"name": "Ada"},
        "tags": ["a"],
    }
    assert secrets_in(ROW) == ("password",)


def test_what_lies_too_deep_to_be_looked_into_is_left_out() -> None:
    value: object = {"password": "x"}
    for _ in range(5000):
        value = [value]

    assert "x" not in str(redact(value))[:10]


def test_a_value_with_a_secret_inside_is_one() -> None:
    assert holds_secrets("password", "x")
    assert holds_secrets("settings", {"smtp": {"passwd": "x"}})
    assert not holds_secrets("settings", {"smtp": {"host": "x"}})
    assert not holds_secrets("tags", ("a", 1))
