"""The sidebar's tree: every page that may be opened is in it, once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from svc_tui.routing.route import Route
from svc_tui.routing.sidebar import DEFAULT_ICON, MenuNode, menu


def page(name: str, parent: str = "", **meta: object) -> Route:
    """A route whose path is its name."""
    return Route(f"/{name}", page="pages:Page", label=name, parent=parent, **meta)  # type: ignore[arg-type]


def tree(nodes: tuple[MenuNode, ...]) -> list[object]:
    """Labels, with children in a list behind their parent."""
    shape: list[object] = []
    for node in nodes:
        shape.append(node.label)
        if node.children:
            shape.append(tree(node.children))
    return shape


def built(*routes: Route, refused: tuple[str, ...] = ()) -> tuple[MenuNode, ...]:
    """The menu of somebody who may open all but the refused pages."""
    return menu(routes, lambda route: route.name not in refused)


def test_pages_stand_in_the_order_of_registration() -> None:
    assert tree(built(page("b"), page("a"), page("c"))) == ["b", "a", "c"]


def test_an_order_puts_a_page_at_its_place() -> None:
    pages = (page("a"), page("b"), page("third", order=2), page("first", order=0))

    assert tree(built(*pages)) == ["first", "a", "third", "b"]
    assert tree(built(*pages, page("last", order=99))) == ["first", "a", "third", "b", "last"]


def test_a_page_needs_a_label_and_must_not_hide() -> None:
    unnamed = Route("/a/{id}", page="pages:Page")

    assert tree(built(page("a"), unnamed, page("secret", hidden=True))) == ["a"]


def test_a_page_without_an_icon_gets_the_usual_one() -> None:
    plain, starred = built(page("a"), page("b", icon="★"))

    assert (plain.icon, starred.icon) == (DEFAULT_ICON, "★")
    assert plain.route == "/a"


def test_a_parent_is_named_by_path_or_name_before_or_after_it() -> None:
    routes = (page("late", parent="/shop"), page("shop"), page("soon", parent="shop"))
    named = Route("/shop/till", page="pages:Page", name="till", label="till")

    assert tree(built(*routes)) == ["shop", ["late", "soon"]]
    assert tree(built(named, page("coins", parent="till"))) == ["till", ["coins"]]


def test_a_parent_that_is_no_page_is_a_heading() -> None:
    (heading,) = built(page("a", parent="night_shift"), page("b", parent="night_shift"))

    assert (heading.label, heading.route) == ("Night Shift", None)
    assert tree((heading,)) == ["Night Shift", ["a", "b"]]


def test_a_heading_has_the_words_of_its_group() -> None:
    groups = {"content": MenuNode("All we write", "✎")}

    (heading,) = menu([page("a", parent="content")], lambda route: True, groups)

    assert (heading.label, heading.icon) == ("All we write", "✎")


def test_what_the_user_may_not_open_is_not_there() -> None:
    routes = page("a"), page("b"), page("c", parent="rare")

    assert tree(built(*routes, refused=("b", "c"))) == ["a"]


def test_a_child_of_a_page_that_is_not_there_stands_alone() -> None:
    child = page("child", parent="a")

    assert tree(built(page("a"), child, refused=("a",))) == ["child"]
    assert tree(built(page("a", hidden=True), child)) == ["child"]


def test_pages_that_stand_under_each_other_in_a_ring_are_all_there() -> None:
    ring = page("a", parent="b"), page("b", parent="c"), page("c", parent="a")

    assert tree(built(*ring)) == ["a", ["c", ["b"]]]
    assert tree(built(page("alone", parent="alone"))) == ["alone"]


def test_only_roots_belong_to_the_footer() -> None:
    nodes = built(page("a", sidebar_footer=True), page("b", parent="a", sidebar_footer=True))

    assert [node.sidebar_footer for node in nodes] == [True]


NAMES = st.sampled_from("abcdefg")


@given(st.dictionaries(NAMES, NAMES | st.sampled_from(["", "heading"])), st.sets(NAMES))
def test_no_page_is_lost_and_none_is_there_twice(
    parents: dict[str, str], refused: set[str]
) -> None:
    routes = [page(name, parent) for name, parent in parents.items()]

    nodes = menu(routes, lambda route: route.name not in refused)

    assert sorted(_labels(nodes)) == sorted(set(parents) - refused)


def _labels(nodes: tuple[MenuNode, ...]) -> list[str]:
    found: list[str] = []
    for node in nodes:
        found += [node.label] if node.route else []
        found += _labels(node.children)
    return found
