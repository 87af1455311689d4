"""From an error to a sentence and an exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.api.errors import (
    BadAnswer,
    Conflict,
    Forbidden,
    Refused,
    Unauthorized,
    Unreachable,
)
from svc_tui.cli import exits
from svc_tui.cli.exits import Complaint, complain, complaint_about
from svc_tui.config.errors import ConfigError, Problem
from svc_tui.config.paths import StateUnwritable


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ConfigError(Problem("the file is not there")), exits.USAGE),
        (StateUnwritable(Path("/state"), "Permission denied"), exits.ERROR),
        (Conflict(412, "PATCH", "/a/1/"), exits.CONFLICT),
        (Unauthorized(401, "GET", "/me/"), exits.NOT_SIGNED_IN),
        (Forbidden(403, "GET", "/me/"), exits.REFUSED),
        (Refused(None, "POST", "/a/", "read only"), exits.REFUSED),
        (Unreachable(None, "GET", "http://x.test/a/", "no server"), exits.ERROR),
        (BadAnswer(200, "GET", "/a/", "HTML"), exits.ERROR),
        (Complaint("Wrong.", exits.USAGE), exits.USAGE),
    ],
)
def test_every_expected_failure_has_its_exit_code(error: Exception, code: int) -> None:
    complaint = complaint_about(error)
    assert complaint is not None
    assert complaint.exit_code == code
    assert str(complaint) == str(error)


def test_a_fault_of_the_program_is_no_complaint() -> None:
    assert complaint_about(KeyError("x")) is None


def test_what_a_backend_says_does_not_reach_the_terminal_raw(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert complain(Complaint("bad \x1b]0;title\x07 news", 5)) == 5
    said = capsys.readouterr().err
    assert "\x1b" not in said and "\x07" not in said
    assert said.startswith("bad ") and said.endswith(" news\n")
