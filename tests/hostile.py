"""Text that no screen may obey, and how to see in its output that one did."""

from __future__ import annotations

import re

HOSTILE = {
    "title": "\x1b]0;pwn\x07",
    "question": "\x1b[6n\x1b[c",
    "strings": "\x1bPpwn\x1b\\\x1b_Gpwn\x1b\\\x1b]52;c;cHdu\x07",
    "c0": "\x00\x01\x07\x08\x0b\x0c\x0e\x0f\x7f",
    "c1": "\x85\x8d\x90pwn\x9b31m\x9c\x9d0;pwn\x9c",
    "bidi": "\u202egnp.exe\u202c \u2066a\u2069 \u200e\u200f\u061c",
    "invisible": "a\u200bb\u200db\u2060\ufeffc\u00ad\u115f\u3164\U000e0041\ufff9",
    "lines": "one\r\ntwo\rthree\u2028four\u2029five\n\tsix",
    "surrogates": "\ud800x\udfff",
    "marks": "z" + "\u0301" * 500,
    "action": "[@click=app.bell]act[/]",
    "bad close": "x[/nope]",
    "bad style": "[$nope]x[/]",
    "link": "[link='file:///etc/passwd']x[/link]",
    "open": "[bold x \\",
}
"""Values as a backend may send them, by what they try."""

_SEEN_TO_WORK = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"
    r"|\x1b\]22;[a-z-]*\x07"  # the shape of the mouse pointer
    r"|\x1b(?:\[[0-?]*[ -/]*)?\Z"  # cut in two, as the output was looked at while more came
)
_NEVER = re.compile(
    "[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u115f\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_QUESTIONS = re.compile(r"\x1b\[[\d;]*[cn]")


def leaks(output: bytes) -> list[str]:
    """What left a program that a painted text must never bring about; empty when all is well."""
    text = output.decode("utf-8", "surrogateescape")
    painted = _SEEN_TO_WORK.sub("", text)
    found = [f"U+{ord(found[0]):04X}" for found in _NEVER.finditer(painted)]
    return sorted(set(found)) + _QUESTIONS.findall(text)
