"""Tests of a console or a script: a backend in memory, and steps for a Textual pilot."""

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
from svc_tui.testing.backend import BASE, FakeBackend, FakeUser
from svc_tui.testing.collection import Collection
from svc_tui.testing.console import picture, sign_in, text, until, until_idle
from svc_tui.testing.media import MediaLibrary
from svc_tui.testing.snap_compare import SnapCompare

__all__ = [
    "BASE",
    "Answer",
    "Collection",
    "FakeBackend",
    "FakeUser",
    "MediaLibrary",
    "SnapCompare",
    "broken_json",
    "cookie_answer",
    "drops",
    "html_answer",
    "json_answer",
    "picture",
    "redirects",
    "refuses",
    "sent_json",
    "sign_in",
    "text",
    "text_answer",
    "times_out",
    "until",
    "until_idle",
    "waits_for",
]
