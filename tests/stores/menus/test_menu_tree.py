"""Entries of a menu go where they are wanted, and nowhere else."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.menus.menu_tree import MenuTree, MoveDirection, MoveResult, children_of
from tests.menus import node

WAYS: tuple[MoveDirection, ...] = ("up", "down", "in", "out")


def seen(tree: MenuTree) -> str:
    """The tree in one line: `a(b c) d`."""

    def words(nodes: Any) -> str:
        return " ".join(
            one["id"] + (f"({words(children_of(one))})" if children_of(one) else "")
            for one in nodes
        )

    return words(tree.nodes)


def end(moved: MoveResult | str) -> str:
    assert isinstance(moved, MoveResult), moved
    assert moved.tree.has(moved.path)
    return seen(moved.tree)


SMALL = MenuTree.of([node("a", node("b"), node("c", node("d"))), node("e")])


def test_an_entry_goes_among_its_siblings() -> None:
    assert end(SMALL.moved((1,), "up")) == "e a(b c(d))"
    assert end(SMALL.moved((0, 0), "down")) == "a(c(d) b) e"
    assert SMALL.moved((0,), "up") == "It is already the first one."
    assert SMALL.moved((0, 1), "down") == "It is already the last one."


def test_an_entry_goes_into_the_one_before_it_and_out_behind_it() -> None:
    assert end(SMALL.moved((1,), "in")) == "a(b c(d) e)"
    assert end(SMALL.moved((0, 0), "out")) == "a(c(d)) b e"
    assert SMALL.moved((0,), "in") == "There is no entry before it to move into."
    assert SMALL.moved((1,), "out") == "It is already at the top level."


def test_no_move_makes_more_levels_than_there_may_be() -> None:
    deep = MenuTree.of([node("a", node("b")), node("c", node("d"))], max_depth=2)
    said = "The menu can't have 3 levels. The limit is 2."

    assert deep.moved((1,), "in") == said
    assert deep.put((1,), (0, 0)) == said
    assert deep.too_deep_below((0, 0)) == said
    assert isinstance(MenuTree(deep.nodes, None).moved((1,), "in"), MoveResult)


def test_what_is_deeper_already_may_still_move_on_its_level() -> None:
    deep = MenuTree.of([node("a", node("b", node("c"), node("d")))], max_depth=2)

    assert end(deep.moved((0, 0, 1), "up")) == "a(b(d c))"
    assert end(deep.moved((0, 0, 0), "out")) == "a(b(d) c)"


def test_an_entry_never_goes_into_itself() -> None:
    assert SMALL.put((0,), (0, 1, 0)) == "An entry can't go into itself."


def test_an_entry_is_dropped_where_another_one_stands() -> None:
    assert end(SMALL.put((0,), (2,))) == "e a(b c(d))"
    assert end(SMALL.put((1,), (0, 0))) == "a(e b c(d))"
    assert end(SMALL.put((0, 0), (1,))) == "a(c(d)) b e"
    assert end(SMALL.put((0, 0), (0, 1, 1))) == "a(c(d b)) e"


def test_folded_entries_hide_what_is_below_them() -> None:
    assert [row.node["id"] for row in SMALL.rows({"id:a"})] == ["a", "e"]
    assert [row.node["id"] for row in SMALL.rows({"id:c"})] == ["a", "b", "c", "e"]
    assert SMALL.below((0,)) == 3


def test_what_is_no_entry_stays_where_it_is() -> None:
    odd = MenuTree.of([None, "text", node("a"), {"id": "b", "nodes": "none"}])

    moved = odd.moved((2,), "up")
    assert isinstance(moved, MoveResult)
    assert moved.tree.nodes == (None, node("a"), "text", {"id": "b", "nodes": "none"})
    assert MenuTree.of({"no": "list"}).nodes == ()


def test_unknown_keys_go_along() -> None:
    tree = MenuTree.of([{**node("a", node("b")), "icon": "★"}, {**node("c"), "x": {"y": 1}}])

    moved = tree.moved((1,), "in")
    assert isinstance(moved, MoveResult)
    assert moved.tree.at((0,))["icon"] == "★"
    assert moved.tree.at((0, 1)) == {**node("c"), "x": {"y": 1}}
    assert tree.at((0,)) == {**node("a", node("b")), "icon": "★"}


trees = st.recursive(
    st.just([]),
    lambda inner: st.lists(inner.map(lambda nodes: {"nodes": nodes, "extra": 1}), max_size=4),
    max_leaves=20,
)


def named(nodes: list[Any]) -> MenuTree:
    """The tree with an id for each entry."""
    count = iter(range(10_000))

    def name(one: Any) -> Any:
        return {**one, "id": str(next(count)), "nodes": [name(inner) for inner in one["nodes"]]}

    return MenuTree.of([name(one) for one in nodes], max_depth=3)


@given(trees, st.lists(st.tuples(st.integers(0, 50), st.sampled_from(WAYS)), max_size=30))
def test_any_moves_keep_every_entry_and_the_limit(nodes: Any, moves: Any) -> None:
    tree = named(nodes)
    ids = sorted(one["id"] for _, one in tree.walk())
    deepest = max([3, *(len(path) for path, _ in tree.walk())])
    for at, way in moves:
        paths = [path for path, _ in tree.walk()]
        if not paths:
            return
        path = paths[at % len(paths)]
        moved = tree.moved(path, way)
        if isinstance(moved, MoveResult):
            assert moved.tree.at(moved.path)["id"] == tree.at(path)["id"]
            tree = moved.tree
        assert sorted(one["id"] for _, one in tree.walk()) == ids
        assert all(one["extra"] == 1 for _, one in tree.walk())
        assert max([0, *(len(one) for one, _ in tree.walk())]) <= deepest


@given(trees, st.integers(0, 50), st.integers(0, 50))
def test_an_entry_put_anywhere_stands_there_or_nowhere_else(
    nodes: Any, source: int, target: int
) -> None:
    tree = named(nodes)
    paths = [path for path, _ in tree.walk()]
    if not paths:
        return
    path, there = paths[source % len(paths)], paths[target % len(paths)]
    moved = tree.put(path, there)
    if isinstance(moved, MoveResult):
        assert moved.tree.at(moved.path)["id"] == tree.at(path)["id"]
        assert len(moved.tree) == len(tree)


@given(trees, st.integers(0, 50), st.sampled_from(WAYS))
def test_the_way_back_leads_back(nodes: Any, at: int, way: MoveDirection) -> None:
    tree = named(nodes)
    paths = [path for path, _ in tree.walk()]
    if not paths:
        return
    moved = tree.moved(paths[at % len(paths)], way)
    if isinstance(moved, MoveResult) and way in ("up", "down"):
        back = moved.tree.moved(moved.path, "down" if way == "up" else "up")
        assert isinstance(back, MoveResult) and back.tree == tree


def test_what_is_looked_for_is_shown_with_all_that_it_stands_below() -> None:
    tree = MenuTree.of(
        [
            {"id": 1, "title": "About", "nodes": [{"id": 2, "title": "Team"}, {"id": 3}]},
            {"id": 4, "title": "Straße", "link": {"static": "/where"}},
            "unreadable",
        ]
    )

    assert tree.fitting("TEAM") == {(0, 0)} and tree.fitting("strasse") == {(1,)}
    assert tree.fitting("/WHERE") == {(1,)} and tree.fitting("nowhere") == set()
    assert [(row.path, row.aside) for row in tree.rows_fitting("team")] == [
        ((0,), True),
        ((0, 0), False),
    ]
    assert [row.path for row in tree.rows_fitting("team", (1,))] == [(0,), (0, 0), (1,)]
