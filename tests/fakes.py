"""The fake backend of `svc_tui.testing`, under the name that the tests of this repository use."""

from svc_tui.testing.answers import (
    Answer,
    broken_json,
    cookie_answer,
    drops,
    html_answer,
    json_answer,
    redirects,
    refuses,
    sent_json,
    text_answer,
    times_out,
    waits_for,
)
from svc_tui.testing.backend import BASE, FakeBackend

__all__ = [
    "BASE",
    "Answer",
    "FakeBackend",
    "broken_json",
    "cookie_answer",
    "drops",
    "html_answer",
    "json_answer",
    "redirects",
    "refuses",
    "sent_json",
    "text_answer",
    "times_out",
    "waits_for",
]
