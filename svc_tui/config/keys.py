"""The table `[keys]`: valid keys, and conflicts between them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

_NAMED = {
    "escape", "enter", "tab", "space", "backspace", "delete", "insert", "home", "end", "pageup",
    "pagedown", "up", "down", "left", "right", "pause", "print_screen",
} | {f"f{number}" for number in range(1, 25)}  # fmt: skip
"""Keys that have a name instead of a character, as Textual names them."""

_SPELLINGS = {
    "esc": "escape", "return": "enter", "del": "delete", "ins": "insert", "pgup": "pageup",
    "pgdn": "pagedown", "page_up": "pageup", "page_down": "pagedown",
}  # fmt: skip
"""Other common names of these keys."""

_NO_KEY = "unknown key; write a character, or a name such as f2 or ctrl+s"

_LAST_TYPED = 0xFFFF
"""The last character on keyboards; those after it are pictures."""

_MODIFIERS = frozenset({"ctrl", "shift", "alt", "meta", "super", "hyper"})

_SHORT_NAMES = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at",
    "hyphen_minus": "minus", "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip
"""Unicode's names of signs, and Textual's own for them."""

SAME_BYTES = {
    "ctrl+h": "terminals send it as Backspace",
    "ctrl+i": "terminals send it as Tab",
    "ctrl+j": "terminals send it as a line break",
    "ctrl+m": "terminals send it as Enter",
    "ctrl+left_square_bracket": "terminals send it as Escape",
}
"""Keys that arrive as other keys."""

_NEVER_ARRIVE = {
    **SAME_BYTES,
    "ctrl+a": "screen uses it",
    "ctrl+b": "tmux uses it",
    "ctrl+backslash": "terminals use it to quit the program",
    "ctrl+space": "input methods use it",
    "ctrl+pageup": "terminal windows use it",
    "ctrl+pagedown": "terminal windows use it",
    "f10": "terminal windows use it",
    "f11": "terminal windows use it",
}
"""Keys that many operators would press in vain, and why."""

MOVES = frozenset({
    "up", "down", "left", "right", "pageup", "pagedown", "home", "end", "enter", "tab",
})  # fmt: skip
"""Keys that lists, tables and fields handle while they have the focus."""


def canonical_key(key: str) -> str:
    """Return a key as Textual names it: `Ctrl+S` is `ctrl+s`, `?` is `question_mark`.

    Raises ValueError with the reason if there is no such key.
    """
    *modifiers, name = _parts(key)
    modifiers = [modifier.lower() for modifier in modifiers]
    if unknown := [modifier for modifier in modifiers if modifier not in _MODIFIERS]:
        raise ValueError(f'"{unknown[0]}" is not a modifier; use ctrl, shift, alt or super')
    if modifiers == ["shift"] and len(name) == 1 and name.isalpha():
        raise ValueError(f'terminals send it as a capital letter; write "{name.upper()}"')
    name = _character(name, modifiers) if len(name) == 1 else _word(name, modifiers)
    return "+".join([*modifiers, name])


def _parts(key: str) -> list[str]:
    """Return the modifiers and the key itself; a plus sign may be that key."""
    key = key.strip() or key
    if key == "+" or key.endswith("++"):
        return [*filter(None, key[:-1].split("+")), "+"]
    return key.split("+")


def _character(sign: str, modifiers: Sequence[str]) -> str:
    if sign.isalnum():
        return sign.lower() if modifiers else sign
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    if not name or not sign.isprintable() or ord(sign) > _LAST_TYPED:
        raise ValueError(_NO_KEY)
    if modifiers and not sign.isascii():
        raise ValueError(f"no terminal sends it with {modifiers[0]}")
    return _SHORT_NAMES.get(name, name)


def _word(name: str, modifiers: Sequence[str]) -> str:
    word = _SPELLINGS.get(name.lower(), name.lower())
    if word in _NAMED or word in _SHORT_NAMES.values():
        return word
    try:
        sign = unicodedata.lookup(word.replace("_", " ").upper())
    except KeyError:
        raise ValueError(_NO_KEY) from None
    return _character(sign, modifiers)


def checked_keys(given: Mapping[str, Sequence[str]]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the keys of each binding, joined by commas, and the problems of the others, by id."""
    keys: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for binding, wanted in given.items():
        try:
            keys[binding] = ",".join(dict.fromkeys(_checked(key) for key in wanted))
        except ValueError as error:
            wrong[binding] = str(error)
    return keys, wrong


def _checked(key: str) -> str:
    try:
        return canonical_key(key)
    except ValueError as error:
        raise ValueError(f'"{key}" does not work as a key: {error}') from error


def doubts(keys: Mapping[str, str], known: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return warnings about these keys: a binding's id, and a sentence.

    `known` are the built-in bindings: an id, and its keys joined by commas.
    """
    found = [
        (binding, f'[keys]: {binding} = "{key}" may never arrive: {why}')
        for binding, wanted in keys.items()
        for key in wanted.split(",")
        if (why := why_in_vain(key, known.get(binding, "")))
    ]
    built_in = {
        binding: ",".join(map(_lenient, wanted.split(","))) for binding, wanted in known.items()
    }
    return found + _conflicts(keys, {**built_in, **keys})


def why_in_vain(key: str, built_in: str) -> str:
    """Return why a key may not reach a binding with these default keys; "" if it does."""
    if key in MOVES and MOVES.isdisjoint(built_in.split(",")):
        return "the focused list, table or field uses it"
    return _NEVER_ARRIVE.get(key, "")


DESTROYS = (".delete", ".discard", ".take_back")
"""Suffixes of the ids of bindings that delete, or discard what was typed."""

SEQUENCES = {
    "app.go": "gg, gh and gk",
    "list.copy": "yy and yc",
    "detail.yank": "yy and yc",
    "media.copy": "yu",
}
"""Bindings that start a sequence of two keys, and the documented sequences."""

CONFIRMS = "y"
"""The key that confirms a question, which never opens one."""

EVERYWHERE = ("app", "page")
"""Bindings that work on every page."""

INSIDE = {"repeater": "detail", "form": "detail", "field": "detail", "grid": "media"}
"""Bindings of parts, by page."""


def destructive(keys: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    """Return why keys are refused that make another documented key delete something, by binding.

    `known` are the built-in bindings: an id, and its keys joined by commas.
    """
    every = {
        **{name: ",".join(map(_lenient, wanted.split(","))) for name, wanted in known.items()},
        **keys,
    }
    found: dict[str, str] = {}
    for binding, wanted in every.items():
        if not binding.endswith(DESTROYS):
            continue
        for key in filter(None, wanted.split(",")):
            if key == CONFIRMS and binding in keys:
                found[binding] = f'"{key}" answers yes in dialogs, so it must not open one'
                continue
            for other, others in every.items():
                changed = binding if binding in keys else other
                if changed in keys and key in others.split(",") and _meet(binding, other):
                    found[changed] = _refused(key, binding, other)
    return found


def _meet(destroying: str, other: str) -> bool:
    """Whether two bindings can be active at once."""
    if other == destroying or other.startswith("app.second_"):
        return False
    here, there = destroying.partition(".")[0], other.partition(".")[0]
    return there in EVERYWHERE or INSIDE.get(there, there) == INSIDE.get(here, here)


def _refused(key: str, destroying: str, other: str) -> str:
    begins = f", with which {SEQUENCES[other]} begin" if other in SEQUENCES else ""
    return (
        f'"{key}" is the key of {other}{begins}: {destroying} is destructive and needs its own key'
    )


def _lenient(key: str) -> str:
    """Return a built-in key in Textual's spelling, or unchanged if it is unknown."""
    try:
        return canonical_key(key)
    except ValueError:
        return key


def _conflicts(changed: Mapping[str, str], every: Mapping[str, str]) -> list[tuple[str, str]]:
    """Yield pairs of bindings in one context that share a key, if the file changed one of them."""
    owners: dict[tuple[str, str], str] = {}
    found = []
    for binding, keys in every.items():
        context = binding.rpartition(".")[0]
        for key in filter(None, keys.split(",")):
            other = owners.setdefault((context, key), binding)
            if other != binding and {other, binding} & set(changed):
                mine, theirs = (binding, other) if binding in changed else (other, binding)
                text = f'[keys]: "{key}" is the key of both {mine} and {theirs}; change one of them'
                found.append((mine, text))
    return found
