"""Errors of a menu's entries, by entry and value, found here or by the backend."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from svc_tui.stores.menus.menu_tree import (
    RELATIONAL,
    STATIC,
    MenuTree,
    Path,
    id_of,
    link_of,
    own_values,
)
from svc_tui.stores.record.detail_state import Errors
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import clean, cut

TOP = ""
"""The path of what belongs to no entry."""

_WHOLE = ("detail", "non_field_errors", "__all__", TOP)

_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
HARMFUL = ("javascript:", "data:", "vbscript:")
"""Schemes of addresses that would run code in a visitor's browser."""


# Before anything is sent


def tree_errors(tree: MenuTree, loaded: MenuTree) -> dict[Path, dict[str, str]]:
    """Return errors of the entries that were changed here.

    Errors in existing values don't prevent saving the rest.
    """
    before = [own_values(node) for _, node in loaded.walk()]
    found: dict[Path, dict[str, str]] = {}
    for path, node in tree.walk():
        changed = isinstance(node, Mapping) and own_values(node) not in before
        if changed and (wrong := entry_errors(node)):
            found[path] = wrong
    return found


def entry_errors(node: Mapping[str, Any]) -> dict[str, str]:
    """Return the errors of one entry, by the dotted path of the value."""
    found: dict[str, str] = {}
    title, link, meta = node.get("title"), link_of(node), node.get("meta")
    if not isinstance(title, str) or not title.strip():
        found["title"] = "An entry needs a title."
    if isinstance(meta, Unreadable):
        found["meta"] = meta.problem
    elif meta is not None and not isinstance(meta, Mapping):
        found["meta"] = 'Enter an object, such as {"style": "bold"}.'
    if link.get("link_type") == RELATIONAL:
        if link.get("url_node") is None:
            found["link.url_node"] = "Choose a page, or make it a plain address."
    elif wrong := address_error(link.get("static")):
        found["link.static"] = wrong
    return found


def address_error(address: Any) -> str:
    """Return what is wrong with an address; an empty one is valid and has no link."""
    if address in (None, ""):
        return ""
    if not isinstance(address, str):
        return "Enter text."
    text = address.strip()
    if any(ord(sign) <= 32 or ord(sign) == 127 for sign in text) or text != address:
        return "An address can't have spaces. Write %20 instead."
    if text.casefold().startswith(HARMFUL):
        return "This can run code in a visitor's browser. Use /path, https://…, mailto: or tel:."
    if text.casefold().startswith(("http:", "https:")) and not re.match(
        r"(?i)https?://[^/?#\s]+", text
    ):
        return "Enter the full address: https://example.org/path."
    if text.startswith(("/", "#", "?")) or _SCHEME.match(text):
        return ""
    if text.startswith("www."):
        return f"Write https://{text}. Without https:// it is treated as a page on this site."
    return ""


# Errors from the backend


def map_backend_errors(
    errors: Errors,
    trees: Mapping[str, MenuTree],
    nodes_at: Callable[[str], str],
    *,
    packed: bool = False,
) -> dict[str, tuple[str, ...]]:
    """Return a backend's messages by the paths of our entries.

    Its paths are `translations.it.nodes.0.title`, or `nodes_it.0.title`. A `packed` refusal leaves
    out valid entries: a message that can't be traced to one entry is shown above all of them.
    """
    found: dict[str, tuple[str, ...]] = {}
    by_language: dict[str, list[tuple[str, Sequence[str]]]] = {}
    for path, messages in errors.items():
        lang, rest = _of_language(path, trees)
        if lang is None:
            key = TOP if path in _WHOLE else path
            found[key] = (*found.get(key, ()), *messages)
        else:
            by_language.setdefault(lang, []).append((rest, messages))
    for lang, entries in by_language.items():
        for rest, about in entries:
            place, value = split(rest)
            there: Path | None = place
            if packed:
                there = find_packed_entry(
                    place, value, trees[lang], [split(one)[0] for one, _ in entries]
                )
            if there is not None and (not there or trees[lang].has(there)):
                key = ".".join(filter(None, [nodes_at(lang), *steps_of(there), value]))
                found[key] = (*found.get(key, ()), *about)
            else:
                said = tuple(_untraced(lang, value, one) for one in about)
                found[TOP] = (*found.get(TOP, ()), *said)
    return found


def find_packed_entry(
    place: Path, value: str, tree: MenuTree, all_places: Iterable[Path]
) -> Path | None:
    """Return the entry that a packed position means, if it can mean only one."""
    if not place:
        return place
    suspects = [path for path, node in tree.walk() if _may_be_refused(node, value)]
    deep = [path for path in suspects if len(path) == len(place)]
    if len(deep) == 1:
        return deep[0]
    same_level = {one[:-1] for one in all_places if len(one) == len(place)}
    full = len(same_level) == 1 and len(place) == 1
    count = len({one for one in all_places if len(one) == len(place)})
    # Where every root was refused, positions are true again.
    return place if full and count == len(tree.nodes) else None


def _may_be_refused(node: Any, value: str) -> bool:
    """Whether a value of an entry has a type that no backend accepts there."""
    if not isinstance(node, Mapping):
        return value == ""
    link = node.get("link")
    inner = link_of(node)
    odd = {
        "": False,
        "id": not isinstance(id_of(node), str),
        "title": not isinstance(node.get("title"), str),
        "meta": not isinstance(node.get("meta"), Mapping),
        "link": not isinstance(link, Mapping),
        "nodes": not isinstance(node.get("nodes"), list | tuple),
        "link.link_type": inner.get("link_type") not in (STATIC, RELATIONAL),
        "link.static": not isinstance(inner.get("static", ""), str | None),
    }
    return odd.get(value, False)


def _untraced(lang: str, value: str, message: str) -> str:
    where = f"One of the entries{f' ({lang})' if lang else ''}"
    return f"{where}, {value}: {message}" if value else f"{where}: {message}"


def _of_language(path: str, trees: Mapping[str, MenuTree]) -> tuple[str | None, str]:
    """The language of a message's path, and the rest; None if it is not about an entry."""
    first, _, rest = path.partition(".")
    if first == "translations":
        lang, _, inner = rest.partition(".")
        head, _, rest = inner.partition(".")
        return (lang, rest) if head == "nodes" and lang in trees else (None, "")
    if first == "nodes":
        return next(iter(trees)), rest
    lang = first.removeprefix("nodes_")
    return (lang, rest) if first.startswith("nodes_") and lang in trees else (None, "")


# Paths


def steps_of(path: Path) -> list[str]:
    """The dotted steps to an entry: `0.nodes.2`."""
    found: list[str] = []
    for step in path:
        found += ["nodes"] * bool(found) + [str(step)]
    return found


def split(dotted: str) -> tuple[Path, str]:
    """The entry that dotted steps lead to, and the value in it: `0.nodes.2.link.static`."""
    parts, path = dotted.split(".") if dotted else [], []
    while parts and parts[0].isdigit():
        path.append(int(parts.pop(0)))
        if len(parts) > 1 and parts[0] == "nodes" and parts[1].isdigit():
            parts.pop(0)
        else:
            break
    return tuple(path), ".".join(parts)


def by_entry(errors: Errors, base: str) -> dict[Path, dict[str, tuple[str, ...]]]:
    """The messages below a path, by entry and value."""
    found: dict[Path, dict[str, tuple[str, ...]]] = {}
    for key, messages in errors.items():
        if key.startswith(f"{base}."):
            path, value = split(key.removeprefix(f"{base}."))
            found.setdefault(path, {})[value] = tuple(messages)
    return found


def remap_errors(
    errors: Errors, base: str, before: MenuTree, after: MenuTree
) -> dict[str, tuple[str, ...]]:
    """Return the messages after entries have moved; those of removed entries are dropped."""
    found = {key: said for key, said in errors.items() if not key.startswith(f"{base}.")}
    for path, values in by_entry(errors, base).items():
        id = id_of(before.at(path)) if before.has(path) else None
        if (there := after.find(id)) is not None:
            for value, said in values.items():
                found[".".join(filter(None, [base, *steps_of(there), value]))] = said
    return found


def title_at(tree: MenuTree, path: Path) -> str:
    """Return the name of an entry for people."""
    node = tree.at(path) if tree.has(path) else None
    title = node.get("title") if isinstance(node, Mapping) else None
    return cut(clean(title), 40) if isinstance(title, str) and title.strip() else "(no title)"
