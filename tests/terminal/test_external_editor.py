"""The operator's own editor: which one, on what file, and what comes back."""

from __future__ import annotations

import asyncio
import stat
import sys
from pathlib import Path

import pytest

from svc_tui.terminal import external_editor
from svc_tui.terminal.external_editor import (
    EditorResult,
    NoEditor,
    command,
    private_file,
    run_editor,
)


def script(folder: Path, *lines: str) -> list[str]:
    """An editor that does this with its last argument."""
    file = folder / "editor.py"
    head = "import sys, os, pathlib\npath = pathlib.Path(sys.argv[-1])\n"
    file.write_text(head + "\n".join(lines), "utf-8")
    return [sys.executable, str(file)]


def test_visual_comes_before_editor_and_arguments_are_kept():
    assert command({"VISUAL": "vim -u 'my rc'", "EDITOR": "nano"}) == ["vim", "-u", "my rc"]
    assert command({"EDITOR": "nano"}) == ["nano"]


@pytest.mark.parametrize(
    ("said", "argv"),
    [
        ("code", ["code", "--wait"]),
        ("/usr/bin/code -n", ["/usr/bin/code", "--wait", "-n"]),
        ("subl -w", ["subl", "-w"]),
        ("gvim", ["gvim", "--nofork"]),
        ("kate", ["kate", "--block"]),
    ],
)
def test_an_editor_with_a_window_is_waited_for(said: str, argv: list[str]):
    assert command({"EDITOR": said}) == argv


def test_an_editor_that_cannot_be_read_is_told():
    with pytest.raises(NoEditor, match=r"\$EDITOR can't be read"):
        command({"EDITOR": "vim 'never closed"})


def test_no_editor_at_all_is_told(tmp_path: Path):
    with pytest.raises(NoEditor, match="No editor is set"):
        command({"PATH": str(tmp_path)})


def test_the_file_is_private_and_goes_with_everything_that_was_put_beside_it():
    with private_file("secret", ".md") as path:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert path.suffix == ".md"
        (path.parent / ".value.md.swp").write_text("secret", "utf-8")

    assert not path.parent.exists()


async def test_what_was_written_comes_back(tmp_path: Path):
    editor = script(tmp_path, "path.write_text('due\\nè', 'utf-8')")

    assert await run_editor(editor, "one", ".txt") == EditorResult("due\nè")


@pytest.mark.parametrize("text", ["one", "one\n", "", "a\r\nb", "a\u2028b\x0c\ud800"])
async def test_a_text_that_is_only_looked_at_is_not_changed(tmp_path: Path, text: str):
    assert (await run_editor(script(tmp_path, "path.read_bytes()"), text, ".txt")).text is None


async def test_a_line_end_that_the_editor_adds_is_no_change(tmp_path: Path):
    editor = script(tmp_path, "path.write_bytes(path.read_bytes() + b'\\n')")

    assert (await run_editor(editor, "one", ".txt")).text is None
    assert (await run_editor(editor, "one\n", ".txt")).text == "one\n\n"


async def test_an_editor_that_fails_changes_nothing(tmp_path: Path):
    editor = script(tmp_path, "path.write_text('half')", "sys.exit(3)")

    returned = await run_editor(editor, "one", ".txt")

    assert returned.text is None
    assert "exited with code 3" in returned.words


async def test_a_missing_editor_is_told():
    returned = await run_editor(["no-such-editor-here"], "one", ".txt")

    assert returned.text is None
    assert "no-such-editor-here" in returned.words


async def test_a_file_that_the_editor_removed_changes_nothing(tmp_path: Path):
    returned = await run_editor(script(tmp_path, "path.unlink()"), "one", ".txt")

    assert returned.text is None
    assert "deleted its file" in returned.words


async def test_text_in_another_encoding_is_kept_and_told(tmp_path: Path):
    returned = await run_editor(script(tmp_path, "path.write_bytes(b'caf\\xe9')"), "one", ".txt")

    assert returned.text == "café"
    assert "Latin-1" in returned.words


async def test_an_editor_that_is_ended_has_ended_before_its_file_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(external_editor, "TIME_TO_END", 60.0)
    began, ended = tmp_path / "began", tmp_path / "ended"
    trap = f"trap 'cp $0 {ended}; exit' TERM; : > {began}; while :; do sleep 0.05; done"
    editing = asyncio.create_task(run_editor(["sh", "-c", trap], "mine", ".md"))
    while not began.exists():
        await asyncio.sleep(0.01)
    editing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await editing
    assert ended.read_text() == "mine"
