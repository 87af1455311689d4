"""The graphics protocol of kitty, by placeholders: the picture is sent once, and shown by text.

The terminal draws the pieces of the picture in place of these characters. So anything that covers,
moves or clears text does the same to the picture, also inside tmux, and nothing can be left behind.
Requests no answers (`q=2`).
"""

from __future__ import annotations

from base64 import standard_b64encode
from collections.abc import Iterator
from io import BytesIO

from svc_tui.pictures.decode import Picture

PLACEHOLDER = "\U0010eeee"

PIECE = 4096
"""Maximum characters of a picture in one sequence (protocol)."""

_MARKS = """
0305 030d 030e 0310 0312 033d 033e 033f 0346 034a 034b 034c 0350 0351 0352 0357 035b 0363 0364 0365
0366 0367 0368 0369 036a 036b 036c 036d 036e 036f 0483 0484 0485 0486 0487 0592 0593 0594 0595 0597
0598 0599 059c 059d 059e 059f 05a0 05a1 05a8 05a9 05ab 05ac 05af 05c4 0610 0611 0612 0613 0614 0615
0616 0617 0657 0658 0659 065a 065b 065d 065e 06d6 06d7 06d8 06d9 06da 06db 06dc 06df 06e0 06e1 06e2
06e4 06e7 06e8 06eb 06ec 0730 0732 0733 0735 0736 073a 073d 073f 0740 0741 0743 0745 0747 0749 074a
07eb 07ec 07ed 07ee 07ef 07f0 07f1 07f3 0816 0817 0818 0819 081b 081c 081d 081e 081f 0820 0821 0822
"""
MARKS = tuple(chr(int(code, 16)) for code in _MARKS.split())
"""The combining marks that stand for 0, 1, 2 … (protocol: row and column diacritics)."""

MOST = len(MARKS)
"""Maximum width and height of a picture in cells."""


def png_of(picture: Picture) -> bytes:
    file = BytesIO()
    picture.image().save(file, "PNG", compress_level=6)
    return file.getvalue()


def sent(id: int, png: bytes, cells: tuple[int, int], *, tmux: bool = False) -> str:
    """Return the sequences that send a picture to the terminal, to be shown in so many cells."""
    data = standard_b64encode(png).decode()
    pieces = [data[at : at + PIECE] for at in range(0, len(data), PIECE)]
    found = []
    for at, piece in enumerate(pieces):
        more = int(at < len(pieces) - 1)
        head = f"a=T,U=1,f=100,i={id},c={cells[0]},r={cells[1]},q=2,m={more}"
        found.append(_sequence(head if at == 0 else f"m={more},q=2", piece, tmux))
    return "".join(found)


def deleted(id: int, *, tmux: bool = False) -> str:
    """Return the sequence that deletes a picture from the terminal."""
    return _sequence(f"a=d,d=I,i={id},q=2", "", tmux)


def placeholders(cells: tuple[int, int]) -> Iterator[str]:
    """Return the lines of text in which it is shown; their color has to name its id."""
    for row in MARKS[: cells[1]]:
        yield "".join(f"{PLACEHOLDER}{row}{column}" for column in MARKS[: cells[0]])


def _sequence(head: str, data: str, tmux: bool) -> str:
    text = f"\x1b_G{head};{data}\x1b\\"
    if not tmux:
        return text
    # tmux passes sequences through (`allow-passthrough on`) if each escape in them is doubled.
    return "\x1bPtmux;" + text.replace("\x1b", "\x1b\x1b") + "\x1b\\"
