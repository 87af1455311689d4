"""Key names, as bindings write them, and the bytes that a terminal sends for them."""

from __future__ import annotations

_PLAIN = {
    "enter": b"\r",
    "escape": b"\x1b",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "space": b" ",
    "backspace": b"\x7f",
    "ctrl+space": b"\0",
}
_LETTERED = {"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"}
_NUMBERED = {"insert": 2, "delete": 3, "pageup": 5, "pagedown": 6}
_FUNCTION = {1: 11, 2: 12, 3: 13, 4: 14, 5: 15, 6: 17, 7: 18, 8: 19, 9: 20, 10: 21, 11: 23, 12: 24}
_NUMBERED |= {f"f{number}": code for number, code in _FUNCTION.items()}
_MODIFIERS = {"shift": 1, "alt": 2, "ctrl": 4}


def key_bytes(key: str) -> bytes:
    """What an xterm sends for `down`, `ctrl+s`, `f3` or `x`; raises ValueError for the rest."""
    if key in _PLAIN:
        return _PLAIN[key]
    *modifiers, name = key.split("+") if len(key) > 1 else (key,)
    weight = sum(_MODIFIERS[modifier] for modifier in modifiers)
    if name in _LETTERED:
        return f"\x1b[{f'1;{1 + weight}' if weight else ''}{_LETTERED[name]}".encode()
    if name in _NUMBERED:
        return f"\x1b[{_NUMBERED[name]}{f';{1 + weight}' if weight else ''}~".encode()
    return _character_bytes(modifiers, _PLAIN.get(name, name.encode()), key)


def _character_bytes(modifiers: list[str], character: bytes, key: str) -> bytes:
    """A key that types a character, with ctrl and alt as they were on teletypes."""
    if "ctrl" in modifiers and len(character) == 1 and 0x40 <= ord(character.upper()) < 0x60:
        character = bytes([ord(character.upper()) & 0x1F])
    elif len(character.decode()) != 1 or modifiers not in ([], ["alt"]):
        raise ValueError(f"no terminal sends {key!r}")
    return (b"\x1b" if "alt" in modifiers else b"") + character
