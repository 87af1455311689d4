"""Two people at one menu: what both did stays, and only what clashes is asked about."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.menus.menu_merge import MenuMerge
from svc_tui.stores.menus.menu_tree import MenuTree, id_of
from svc_tui.stores.record.merge import MINE, THEIRS
from tests.menus import node, titles


def merged(loaded: list[Any], theirs: list[Any], mine: list[Any]) -> MenuMerge:
    states = ({"nodes": one} for one in (loaded, theirs, mine))
    return MenuMerge.of_menu(*states, {"": "nodes"})


def result(merge: MenuMerge) -> list[Any]:
    return titles(merge.result()["nodes"])


TREE = [node("a", node("b"), node("c")), node("d")]


def test_changes_of_different_entries_are_both_kept() -> None:
    theirs = [node("a", node("b", title="B"), node("c")), node("d")]
    mine = [node("a", node("b"), node("c")), node("d", title="D")]

    merge = merged(TREE, theirs, mine)
    assert merge.open == () and merge.entries_of_others == 1
    assert result(merge) == ["a", ["B", "c"], "D"]


def test_two_values_of_one_entry_are_both_kept_and_one_value_is_asked_about() -> None:
    moved = {"link_type": "ST", "static": "/elsewhere"}
    merge = merged(TREE, [TREE[0], node("d", link=moved)], [TREE[0], node("d", title="D")])
    assert merge.open == ()
    assert merge.result()["nodes"][1] == node("d", title="D", link=moved)

    merge = merged(TREE, [TREE[0], node("d", title="T")], [TREE[0], node("d", title="M")])
    (one,) = merge.open
    assert merge.names[one.path] == "M: Title"
    assert result(merge.choose(one.steps, MINE))[-1] == "M"
    assert result(merge.choose(one.steps, THEIRS))[-1] == "T"


def test_entries_that_are_new_on_both_sides_stand_behind_their_neighbours() -> None:
    theirs = [node("a", node("b"), node("t"), node("c")), node("d"), node("x")]
    mine = [node("m"), node("a", node("b"), node("c"), node("n")), node("d")]

    merge = merged(TREE, theirs, mine)
    assert merge.open == ()
    assert result(merge) == ["m", "a", ["b", "t", "c", "n"], "d", "x"]


def test_a_move_and_a_new_title_of_one_entry_go_together() -> None:
    theirs = [node("a", node("b")), node("d", node("c"))]
    mine = [node("a", node("b"), node("c", title="C")), node("d")]

    merge = merged(TREE, theirs, mine)
    assert merge.open == () and result(merge) == ["a", ["b"], "d", ["C"]]


def test_an_order_and_a_new_entry_go_together_and_two_orders_are_asked_about() -> None:
    loaded = [node("a"), node("b"), node("c")]
    turned = [node("c"), node("b"), node("a")]
    merge = merged(loaded, [*loaded, node("d")], turned)
    assert merge.open == () and result(merge) == ["c", "d", "b", "a"]

    merge = merged(loaded, [node("b"), node("a"), node("c")], turned)
    (one,) = merge.open
    assert merge.names[one.path] == "Order at the top"
    assert result(merge.choose_all(MINE)) == ["c", "b", "a"]
    assert result(merge.choose_all(THEIRS)) == ["b", "a", "c"]


def test_what_one_deleted_and_the_other_changed_is_asked_about() -> None:
    merge = merged(TREE, [node("a", node("b", title="B"), node("c")), node("d")], [node("d")])
    (one,) = merge.open
    assert merge.names[one.path] == "B"
    assert result(merge.choose(one.steps, MINE)) == ["d"]
    assert result(merge.choose(one.steps, THEIRS)) == ["d", "B"]


def test_what_was_put_below_a_deleted_entry_is_not_lost() -> None:
    theirs = [node("a", node("b"), node("c"), node("new")), node("d")]
    merge = merged(TREE, theirs, [node("d")])
    assert merge.open == () and result(merge) == ["d", "new"]


def test_two_entries_of_which_each_was_put_below_the_other_are_both_there() -> None:
    loaded = [node("a"), node("b")]
    merge = merged(loaded, [node("a", node("b"))], [node("b", node("a"))])
    assert sorted(result(merge)) == ["a", "b"]


def test_a_place_that_both_changed_is_asked_about() -> None:
    loaded = [node("a"), node("b"), node("c")]
    merge = merged(loaded, [node("a", node("c")), node("b")], [node("a"), node("b", node("c"))])
    (one,) = merge.open
    assert (merge.names[one.path], one.theirs, one.mine) == (
        "c: position", "inside a (a)", "inside b (b)",
    )  # fmt: skip
    assert result(merge.choose(one.steps, MINE)) == ["a", "b", ["c"]]


def test_entries_without_ids_of_their_own_are_one_value_as_a_whole() -> None:
    loaded = [node("a"), node("a")]
    merge = merged(loaded, [node("a", title="T"), node("a")], [node("a"), node("a", title="M")])
    assert [one.path for one in merge.open] == ["nodes"]


def test_what_a_backend_works_out_by_itself_is_no_difference_and_stays() -> None:
    def linked(name: str, title: str = "a") -> dict[str, Any]:
        page = {"id": 5, "permalink": f"/{name}"}
        return node("a", title=title, link={"link_type": "RE", "url_node": page, "url": f"/{name}"})

    merge = merged([linked("old")], [linked("new")], [linked("old", title="A")])
    assert merge.open == () and merge.entries_of_others == 0
    assert merge.result()["nodes"] == [linked("new", title="A")]


NAMES = "abcdef"


@st.composite
def trees(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Any tree of some of six entries, each with a title of its own."""
    tree = MenuTree((), None)
    for name in draw(st.permutations(NAMES))[: draw(st.integers(0, 6))]:
        places = [(n,) for n in range(len(tree.nodes) + 1)]
        places += [(*path, 0) for path, _ in tree.walk()]
        title = name + draw(st.sampled_from(["", "!", "?"]))
        tree = tree.inserted(draw(st.sampled_from(places)), node(name, title=title))
    return list(tree.nodes)


@given(trees(), trees(), trees(), st.sampled_from([MINE, THEIRS]))
def test_no_entry_is_lost_or_doubled_whatever_two_people_do(
    loaded: list[Any], theirs: list[Any], mine: list[Any], side: Any
) -> None:
    merge = merged(loaded, theirs, mine).choose_all(side)
    found = [id_of(one) for _, one in MenuTree.of(merge.result()["nodes"], None).walk()]

    def ids(nodes: list[Any]) -> set[str]:
        return {str(id_of(one)) for _, one in MenuTree.of(nodes, None).walk()}

    assert len(found) == len(set(found))
    assert ids(theirs) & ids(mine) <= set(found) <= ids(theirs) | ids(mine)
    assert (ids(theirs) | ids(mine)) - ids(loaded) <= set(found)


@given(trees(), trees())
def test_where_one_side_did_nothing_the_other_counts(loaded: list[Any], other: list[Any]) -> None:
    assert result(merged(loaded, other, loaded)) == titles(other)
    assert result(merged(loaded, loaded, other)) == titles(other)
