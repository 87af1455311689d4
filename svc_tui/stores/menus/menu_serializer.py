"""Menu entries as they are stored, without what a backend adds in its answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from svc_tui.stores.menus.menu_tree import MenuTree, id_of, own_values
from svc_tui.text import clean, cut

WORKED_OUT = frozenset({"url", "page"})
"""Keys of a link that the backend computes from others."""

REFERENCES = frozenset({"url_node", "content_type"})
"""Keys of a link that refer to a record, by id or as an object with more about it."""


def plain(record: Mapping[str, Any]) -> dict[str, Any]:
    """A menu with its links as they are stored, without computed values."""
    found = dict(record)
    if "nodes" in found:
        found["nodes"] = plain_nodes(found["nodes"])
    texts = found.get("translations")
    if isinstance(texts, Mapping):
        found["translations"] = {
            lang: plain(values) if isinstance(values, Mapping) else values
            for lang, values in texts.items()
        }
    return found


def plain_nodes(nodes: Any) -> Any:
    """Entries with their links as they are stored."""
    return [_plain_node(one) for one in nodes] if isinstance(nodes, list | tuple) else nodes


def _plain_node(node: Any) -> Any:
    if not isinstance(node, Mapping):
        return node
    found = dict(node)
    if isinstance(found.get("link"), Mapping):
        found["link"] = plain_link(found["link"])
    if "nodes" in found:
        found["nodes"] = plain_nodes(found["nodes"])
    return found


def plain_link(link: Mapping[str, Any]) -> dict[str, Any]:
    """A link as it is stored."""
    return {
        key: _reference(value) if key in REFERENCES else value
        for key, value in link.items()
        if key not in WORKED_OUT
    }


def _reference(value: Any) -> Any:
    return value["id"] if isinstance(value, Mapping) and "id" in value else value


def dropped_values(sent: Mapping[str, Any], kept: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a sentence for each entry of which the backend dropped something that was sent."""
    found: list[str] = []
    for lang, nodes in _trees(sent):
        there = dict(_trees(kept)).get(lang)
        if isinstance(there, list):
            found += _lost(MenuTree.of(plain_nodes(nodes)), MenuTree.of(plain_nodes(there)))
    return tuple(found)


def _trees(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if "nodes" in record:
        yield "", record["nodes"]
    texts = record.get("translations")
    for lang, values in texts.items() if isinstance(texts, Mapping) else ():
        if isinstance(values, Mapping) and "nodes" in values:
            yield lang, values["nodes"]


def _lost(sent: MenuTree, kept: MenuTree) -> Iterator[str]:
    if len(sent) != len(kept):
        yield f"{len(sent)} entries were sent, but the backend now has {len(kept)}."
    for path, node in sent.walk():
        there = kept.find(id_of(node)) or (path if kept.has(path) else None)
        if there is None or not isinstance(node, Mapping):
            continue
        after, name = own_values(kept.at(there)), cut(clean(node.get("title") or "?"), 40)
        gone = [key for key in own_values(node) if key not in after]
        if gone:
            yield f"{name}: the backend dropped {clean(', '.join(map(str, gone)))}."
        link, held = node.get("link"), after.get("link")
        if isinstance(link, Mapping) and isinstance(held, Mapping):
            wanted = {key: value for key, value in link.items() if value not in (None, "")}
            lost = [key for key in wanted if held.get(key) in (None, "")]
            if "url_node" in lost:
                yield f"{name}: its page was not saved and may have been deleted. Choose another."
            rest = [str(key) for key in lost if key != "url_node"]
            if rest:
                yield f"{name}: the backend dropped {clean(', '.join(rest))} from its link."
