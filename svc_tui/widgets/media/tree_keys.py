"""Unfolding and folding in a tree by right and left."""

from __future__ import annotations

from typing import Any

from textual.widgets import Tree


def open_node(tree: Tree[Any]) -> None:
    """Unfold what is under the cursor."""
    if (node := tree.cursor_node) is not None and node.allow_expand:
        node.expand()


def shut_node(tree: Tree[Any]) -> bool:
    """Fold what is under the cursor, else go to what it is in; False where it is in nothing."""
    if (node := tree.cursor_node) is None:
        return True
    if node.is_expanded and node is not tree.root:
        node.collapse()
    elif node.parent is not None:
        tree.move_cursor(node.parent)
    else:
        return False
    return True
