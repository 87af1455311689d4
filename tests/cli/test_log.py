"""`--log FILE`: private where it is a file, and harmless to everything else."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from svc_tui.cli.exits import CommandError
from svc_tui.cli.log import keep_log
from svc_tui.terminal.log_file import close_log, open_log


@pytest.fixture(autouse=True)
def _no_log_stays() -> Iterator[None]:
    log = logging.getLogger("svc_tui")
    before, level = list(log.handlers), log.level
    yield
    for handler in [one for one in log.handlers if one not in before]:
        log.removeHandler(handler)
        handler.close()
    log.setLevel(level)


def mode(path: Path | str) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


def test_only_its_owner_reads_the_log_also_where_it_was_there(tmp_path: Path) -> None:
    place = tmp_path / "svc.log"
    place.write_text("before\n")
    place.chmod(0o644)

    keep_log(str(place))
    logging.getLogger("svc_tui.http").info("GET /x")

    assert mode(place) == 0o600
    assert place.read_text().splitlines()[0] == "before"
    assert place.read_text().endswith("INFO GET /x\n")


def test_a_device_keeps_its_rights() -> None:
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    os.chmod(name, 0o620)

    keep_log(name)

    assert mode(name) == 0o620
    os.close(ours)
    os.close(theirs)


def test_the_home_of_nobody_is_a_complaint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(CommandError, match="can't be written"):
        keep_log("~nobody-of-this-name/svc.log")


def test_a_host_app_logs_as_before_when_the_last_console_has_ended(tmp_path: Path) -> None:
    log = logging.getLogger("svc_tui")
    log.setLevel(logging.ERROR)
    first, second = open_log(tmp_path / "first"), open_log(tmp_path / "second")

    close_log(first)
    log.info("GET /x")
    close_log(second)

    assert "GET /x" in (tmp_path / "second").read_text()
    assert log.level == logging.ERROR


def test_a_log_can_be_read_in_a_terminal(tmp_path: Path) -> None:
    file = open_log(tmp_path / "log")
    try:
        logging.getLogger("svc_tui").warning("The row %s is odd.", "a\u202eb\x9b31mc")
    finally:
        close_log(file)

    said = (tmp_path / "log").read_text("utf-8")
    assert said.endswith("The row a‹U+202E›b‹U+009B›31mc is odd.\n")


def test_a_log_for_more_than_requests_stays_as_its_host_set_it(tmp_path: Path) -> None:
    log = logging.getLogger("svc_tui")
    log.setLevel(logging.DEBUG)

    close_log(open_log(tmp_path / "log"))

    assert log.level == logging.DEBUG
