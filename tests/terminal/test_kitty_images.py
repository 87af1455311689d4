"""Pictures in the terminal's memory: each has a number of its own."""

from __future__ import annotations

from unittest.mock import MagicMock

from svc_tui.terminal import kitty_images
from svc_tui.terminal.kitty_images import FEW, Graphics


def test_no_two_pictures_share_one_of_few_numbers(monkeypatch):
    sent: list[str] = []
    monkeypatch.setattr(kitty_images, "write_to_terminal", lambda app, text: sent.append(text))
    graphics = Graphics(MagicMock())
    numbers = [graphics.give(key, b"png", (2, 2), few=True) for key in range(FEW)]
    assert len(set(numbers)) == FEW
    again = graphics.give(0, b"png", (2, 2), few=True)
    new = graphics.give("new", b"png", (2, 2), few=True)
    assert again == numbers[0]
    assert new == numbers[1]  # That of the picture that was wanted longest ago, which is deleted.
    assert f"i={new}" in sent[-2] and f"i={new}" in sent[-1]
