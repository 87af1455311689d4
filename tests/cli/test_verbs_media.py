"""media: files and folders by their paths."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

from svc_tui.cli.exits import ERROR, OK, PARTLY_DONE, REFUSED, USAGE
from tests.backends.demo import DemoProcess
from tests.cli.runs import Done, sentence, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.cli.verbs import rows, rows_process

__all__ = ["rows", "rows_process"]

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100


def media(demo: DemoProcess, *arguments: str | Path) -> Done:
    return svc_tui("media", *map(str, arguments), "--url", demo.url)


def test_files_are_uploaded_listed_downloaded_moved_and_deleted(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    demo = fresh_demo
    sign_in(demo, "admin")
    picture = tmp_path / "harbour-cat.png"
    picture.write_bytes(PNG)
    done = media(demo, "upload", picture, "--folder", "Photos")
    assert done.code == OK, done.err
    listed = media(demo, "ls", "Photos", "-o", "ndjson")
    files = [json.loads(line) for line in listed.out.splitlines()]
    assert any(one["kind"] == "folder" and one["name"] == "2025/" for one in files)
    [mine] = [one for one in files if one["name"].startswith("harbour-cat")]
    name = f"Photos/{mine['name']}"
    out = tmp_path / "out"
    out.mkdir()
    usual = os.umask(0o027)
    try:
        done = svc_tui("media", "download", name, "--to", str(out), "--url", demo.url, cold=True)
    finally:
        os.umask(usual)
    assert done.code == OK and stat.S_IMODE((out / mine["name"]).stat().st_mode) == 0o640
    assert (out / mine["name"]).read_bytes() == PNG
    again = media(demo, "download", name, "--to", out)
    assert again.code == ERROR and "--overwrite" in again.err
    assert media(demo, "mv", name, "Photos/2025").code == OK
    done = media(demo, "rm", f"Photos/2025/{mine['name']}")
    assert done.code == USAGE and "add --yes" in sentence(done)
    assert media(demo, "rm", f"Photos/2025/{mine['name']}", "--yes").code == OK
    done = media(demo, "download", str(mine["id"]))
    assert done.code == ERROR and f"no file {mine['id']}" in sentence(done)
    for wrong in (("ls", "Nowhere"), ("download", "Photos/none.png")):
        done = media(demo, *wrong)
        assert done.code == ERROR and "There is no" in sentence(done)
    assert media(demo, "rm").code == USAGE
    done = media(demo, "rm", "1", "--yes", "--read-only")
    assert done.code in (REFUSED, PARTLY_DONE), done.err
