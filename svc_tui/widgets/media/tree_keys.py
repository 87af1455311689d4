"""Unfold and fold a tree with Right and Left."""

from __future__ import annotations

from typing import Any

from textual.widgets import Tree


def open_node(tree: Tree[Any]) -> None:
    """Unfold the node under the cursor."""
    if (node := tree.cursor_node) is not None and node.allow_expand:
        node.expand()


def shut_node(tree: Tree[Any]) -> bool:
    """Fold the node under the cursor, else go to its parent; False without one."""
    if (node := tree.cursor_node) is None:
        return True
    if node.is_expanded and node is not tree.root:
        node.collapse()
    elif node.parent is not None:
        tree.move_cursor(node.parent)
    else:
        return False
    return True
