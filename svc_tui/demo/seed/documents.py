"""Files that are no photographs: vector drawings, papers, texts and tables, written by hand."""

from __future__ import annotations

from collections.abc import Iterator

VECTORS = ("logo", "logo-dark", "masthead", "anchor", "wave", "seal")
SHAPES = (
    '<circle cx="60" cy="60" r="44" fill="#1f618d"/>',
    '<rect x="16" y="16" width="88" height="88" rx="18" fill="#17202a"/>',
    '<path d="M8 80 L60 16 L112 80 Z" fill="#c0392b"/>',
    '<path d="M60 12 V104 M24 72 Q60 128 96 72" stroke="#2c3e50" stroke-width="8" fill="none"/>',
    '<path d="M4 70 Q32 30 60 70 T116 70" stroke="#16a085" stroke-width="10" fill="none"/>',
    '<circle cx="60" cy="60" r="50" fill="none" stroke="#8e44ad" stroke-width="6"/>',
)


def vectors() -> Iterator[tuple[str, bytes]]:
    for name, shape in zip(VECTORS, SHAPES, strict=True):
        frame = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="120" height="120"'
        yield name, f"<svg {frame}>{shape}</svg>\n".encode()


def papers() -> Iterator[bytes]:
    for number in range(1, 6):
        yield paper(f"The Ostwick Newsroom: press release {number}")


def paper(line: str) -> bytes:
    """A valid PDF of one page with one line on it."""
    text = f"BT /F1 18 Tf 72 740 Td ({line}) Tj ET".encode("latin-1")
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    return _with_index(objects)


def _with_index(objects: tuple[bytes, ...]) -> bytes:
    """The objects in a row, followed by the table of their offsets that PDF asks for."""
    file, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return file + (
        b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
        + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(file))
    )


def texts() -> Iterator[tuple[str, str, bytes]]:
    yield "house-style.txt", "text/plain", b"Write short.\nSay who, what, when, where.\n"
    yield "città-notes.txt", "text/plain", "Appunti: la città, il porto, 日本.\n".encode()
    rows = "".join(f"{month:02d},{1200 + month * 37}\n" for month in range(1, 13))
    yield "circulation.csv", "text/csv", f"month,copies\n{rows}".encode()
    yield "contacts.csv", "text/csv", b"name,desk\nAda Moretti,night\nJun Watanabe,day\n"
