"""A menu's store: its trees, its steps back, its refusals, and what a backend did not keep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui.app.context import Svc
from svc_tui.models.records import Id
from svc_tui.stores.menus.menu_edits import copied, new_entry
from svc_tui.stores.menus.menu_errors import (
    address_error,
    by_entry,
    entry_errors,
    map_backend_errors,
    remap_errors,
)
from svc_tui.stores.menus.menu_merge import MenuMerge
from svc_tui.stores.menus.menu_serializer import dropped_values, plain
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import MenuTree
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.record.merge import MINE
from tests.menus import Backend, menu, node, titles

Answer = Callable[[httpx.Request], httpx.Response]


async def opened(backend: Backend, folder: Path, **more: Any) -> MenuStore:
    svc = Svc("http://cms.test", state_dir=folder, transport=httpx.MockTransport(backend))
    store = MenuStore(svc.crud("/api/menus"), id="1", languages=more.pop("languages", ("en", "it")))
    await store.load()
    assert store.state.loaded, store.state.problem
    return store


@pytest.fixture
def backend() -> Backend:
    return Backend(menu([node("a", node("b"), icon="★"), node("c")], [node("d")]))


async def test_only_the_language_that_was_changed_is_sent(backend: Backend, tmp_path: Path) -> None:
    store = await opened(backend, tmp_path)
    assert store.edits.move("en", (1,), "in") == (0, 1)
    assert await store.save()

    (sent,) = backend.sent
    assert list(sent["translations"]) == ["en"]
    (first,) = sent["translations"]["en"]["nodes"]
    assert first["icon"] == "★" and first["nodes"] == [node("b"), node("c")]


async def test_a_menu_without_languages_has_its_entries_flat(tmp_path: Path) -> None:
    backend = Backend({"id": 1, "key": "main", "nodes": [node("a"), node("b")]})
    store = await opened(backend, tmp_path, languages=())
    assert store.edits.move("", (1,), "up") == (0,)
    assert await store.save()
    assert backend.sent == [{"nodes": [node("b"), node("a")]}]


async def test_edits_are_taken_back_and_made_again(backend: Backend, tmp_path: Path) -> None:
    store = await opened(backend, tmp_path)
    store.edits.remove("en", (0,))
    store.edits.write_node("en", (0,), "title", "C")
    store.edits.write_node("en", (0,), "title", "CC")
    store.edits.write_node("en", (0,), "link.static", "/cc")

    for _ in range(3):  # Typing on in one value is one step.
        assert store.edits.undo("en", (0,)) is not None
    assert not store.dirty and not store.edits.can_undo
    for _ in range(3):
        assert store.edits.redo("en", (0,)) is not None
    assert store.trees.edited("en").at((0,))["title"] == "CC"
    assert store.edits.redo("en", (0,)) is None


async def test_what_was_carried_is_put_back_as_if_never_moved(
    backend: Backend, tmp_path: Path
) -> None:
    store = await opened(backend, tmp_path)
    mark = store.edits.mark()
    store.edits.move("en", (1,), "up")
    store.edits.move("en", (0,), "down")
    store.edits.rewind(mark)
    assert not store.dirty and not store.edits.can_undo


async def test_a_refusal_stands_at_its_entries_and_goes_along_with_them(
    backend: Backend, tmp_path: Path
) -> None:
    store = await opened(backend, tmp_path)
    store.edits.write_node("en", (1,), "title", "x")
    backend.refusal = {
        "detail": "Not so.",
        "translations": {"en": {"nodes": [{"nodes": [{"link": {"static": ["No."]}}]}, {}]}},
    }
    assert not await store.save()
    assert store.state.errors[""] == ("Not so.",)
    assert store.trees.errors("en") == {(0, 0): {"link.static": ("No.",)}}
    assert store.trees.errors("it") == {}

    store.edits.move("en", (0,), "down")
    assert store.trees.errors("en") == {(1, 0): {"link.static": ("No.",)}}
    store.edits.write_node("en", (1, 0), "link.static", "/yes")
    assert store.trees.errors("en") == {}
    backend.refusal = None
    assert await store.save()


async def test_nothing_is_lost_where_the_server_is_gone(backend: Backend, tmp_path: Path) -> None:
    store = await opened(backend, tmp_path)
    store.edits.remove("en", (0,))
    backend.dead = True
    assert not await store.save()
    assert store.state.problem and store.dirty and len(store.trees.edited("en")) == 1
    backend.dead = False
    assert await store.save()


async def test_what_the_backend_works_out_by_itself_is_nobodys_change(tmp_path: Path) -> None:
    def linked(title: str) -> dict[str, Any]:
        return node(
            "a",
            link={
                "link_type": "RE",
                "url_node": {"id": 5, "permalink": f"/{title}"},
                "page": {"id": 3, "name": title},
                "url": f"/{title}/",
            },
        )

    backend = Backend(menu([linked("old"), node("b")], []))
    store = await opened(backend, tmp_path)
    backend.record = menu([linked("new"), node("b")], [])
    store.edits.remove("en", (1,))
    assert await store.save()

    store.edits.remove("en", (0,))
    backend.record = menu([{**linked("new"), "title": "theirs"}], [])
    assert not await store.save()
    assert store.state.clash is not None and len(backend.sent) == 1


async def test_what_others_did_to_other_entries_is_saved_along(
    backend: Backend, tmp_path: Path
) -> None:
    store = await opened(backend, tmp_path)
    heard: list[Any] = []
    store.subscribe(heard.append)
    store.edits.write_node("en", (1,), "title", "C")
    backend.record = menu([node("a", node("b"), node("new")), node("c")], [node("d", title="D")])

    assert await store.save()
    (sent,) = backend.sent
    assert list(sent["translations"]) == ["en"]
    first, second = sent["translations"]["en"]["nodes"]
    assert [one["id"] for one in first["nodes"]] == ["b", "new"] and second["title"] == "C"
    said = [one.words for one in heard if isinstance(one, MenuStore.Told)]
    assert said == ["Someone else changed 3 other entries: those changes are kept."]
    assert not store.dirty and not store.edits.can_undo


async def test_an_answer_that_a_second_save_overtook_is_not_taken_over(
    backend: Backend, tmp_path: Path
) -> None:
    store = await opened(backend, tmp_path)
    late, asked = asyncio.Event(), asyncio.Event()
    detail = store.crud.detail_with_etag

    async def slow(id: Id) -> Any:
        answer = await detail(id)
        if not asked.is_set():
            asked.set()
            await late.wait()
        return answer

    store.crud.detail_with_etag = slow  # type: ignore[method-assign,assignment]
    store.edits.write_node("en", (1,), "title", "C")
    backend.record = menu([node("a", node("b"), node("new")), node("c")], [node("d")])
    first = asyncio.create_task(store.save())
    await asked.wait()
    backend.record = menu([node("a"), node("c")], [node("d")])
    assert await store.save()
    late.set()
    await first
    assert titles(backend.record["translations"]["en"]["nodes"]) == ["a", "C"]
    assert titles(store.trees.edited("en").nodes) == ["a", "C"] and not store.dirty


async def test_another_order_of_others_stays_as_well(backend: Backend, tmp_path: Path) -> None:
    store = await opened(backend, tmp_path)
    heard: list[Any] = []
    store.subscribe(heard.append)
    store.edits.write_node("en", (1,), "title", "C")
    turned = menu([node("c"), node("a", node("b"), icon="★")], [node("d")])
    backend.record = {**turned, "nodes": turned["translations"]["en"]["nodes"]}

    assert await store.save()
    nodes = backend.sent[-1]["translations"]["en"]["nodes"]
    assert [one["title"] for one in nodes] == ["C", "a"]
    said = [one.words for one in heard if isinstance(one, MenuStore.Told)]
    assert said == ["Someone else changed this menu: those changes are kept."]


async def test_one_entry_that_two_changed_is_asked_about_by_its_title(
    backend: Backend, tmp_path: Path
) -> None:
    store = await opened(backend, tmp_path)
    store.edits.write_node("en", (1,), "title", "Mine")
    store.edits.write_node("en", (0, 0), "title", "B")
    theirs = [node("a", node("b")), node("c", title="Theirs")]
    backend.record = menu(theirs, [node("d")])

    assert not await store.save() and not backend.sent
    assert store.state.clash is not None
    merge = store.state.clash.merge
    assert isinstance(merge, MenuMerge)
    assert [merge.names[one.path] for one in merge.open] == ["Mine (en): Title"]
    store.settle(merge.choose_all(MINE))
    assert await store.save()
    nodes = backend.sent[-1]["translations"]["en"]["nodes"]
    assert (nodes[0]["nodes"][0]["title"], nodes[1]["title"]) == ("B", "Mine")


async def test_what_a_backend_drops_of_an_entry_is_told(backend: Backend, tmp_path: Path) -> None:
    store = await opened(backend, tmp_path)
    store.edits.write_node("en", (1,), "link", {"link_type": "RE", "url_node": {"id": 9}})
    kept = menu([{**node("a", node("b"))}, node("c", link={"link_type": "RE"})], [node("d")])
    assert dropped_values(store.changes(), kept) == (
        "a: the backend dropped icon.",
        "c: its page was not saved and may have been deleted. Choose another.",
    )
    assert dropped_values(store.changes(), store.state.draft.current) == ()
    assert plain({"nodes": "none"}) == {"nodes": "none"}


async def test_too_many_levels_are_refused_in_a_sentence(backend: Backend, tmp_path: Path) -> None:
    store = await opened(backend, tmp_path)
    store.trees.max_depth = 2
    said = "The menu can't have 3 levels. The limit is 2."
    assert store.edits.add("en", (0, 0, 0), new_entry()) == said
    assert store.edits.move("en", (1,), "in") == (0, 1)
    assert not store.state.errors


def test_a_copy_has_ids_of_its_own() -> None:
    made = copied(node("a", node("b"), None, icon="★"))
    assert made["icon"] == "★" and made["title"] == "a" and made["nodes"][1] is None
    assert len({made["id"], made["nodes"][0]["id"], "a", "b"}) == 4


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/about",
        "#top",
        "?q=1",
        "about/team",
        "https://example.org",
        "mailto:a@b.org",
        "tel:+39",
    ],
)
def test_addresses_of_every_kind_are_taken(address: str) -> None:
    assert address_error(address) == ""


@pytest.mark.parametrize(
    "address",
    [
        "java\tscript:x",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "/a b",
        "https://",
        "www.a.org",
        5,
    ],
)
def test_addresses_that_do_harm_or_lead_nowhere_are_refused(address: Any) -> None:
    assert address_error(address)


def test_an_entry_is_checked_value_by_value() -> None:
    wrong = node("a", title=" ", meta=Unreadable("{", "No JSON."), link={"link_type": "RE"})
    assert entry_errors(wrong) == {
        "title": "An entry needs a title.",
        "meta": "No JSON.",
        "link.url_node": "Choose a page, or make it a plain address.",
    }
    assert entry_errors(node("a", meta=[])).keys() == {"meta"}
    assert entry_errors(node("a", link={"link_type": "ST", "static": ""})) == {}


def at(lang: str) -> str:
    return f"translations.{lang}.nodes" if lang else "nodes"


def test_column_names_of_translations_mean_their_language() -> None:
    trees = {"en": MenuTree.of([node("a")]), "it": MenuTree.of([node("b"), node("c")])}
    found = map_backend_errors({"nodes_it.1.title": ("No.",), "key": ("Taken.",)}, trees, at)
    assert found == {"translations.it.nodes.1.title": ("No.",), "key": ("Taken.",)}


def test_a_packed_refusal_is_traced_where_it_can_be() -> None:
    trees = {"en": MenuTree.of([node("a"), node("b", title=None), node("c")])}
    found = map_backend_errors({"nodes_en.0.title": ("No.",)}, trees, at, packed=True)
    assert found == {"translations.en.nodes.1.title": ("No.",)}

    sound = {"en": MenuTree.of([node("a"), node("b")])}
    found = map_backend_errors({"nodes_en.0.title": ("No.",)}, sound, at, packed=True)
    assert found == {"": ("One of the entries (en), title: No.",)}


def test_a_refusal_of_an_entry_that_is_not_there_is_said_above() -> None:
    trees = {"en": MenuTree.of([node("a")])}
    found = map_backend_errors({"translations.en.nodes.7.title": ("No.",)}, trees, at)
    assert found == {"": ("One of the entries (en), title: No.",)}


def test_messages_go_away_with_their_entry() -> None:
    before = MenuTree.of([node("a"), node("b")])
    errors = {"nodes.0.title": ("A.",), "nodes.1.title": ("B.",), "key": ("K.",)}
    after = before.without((0,))
    assert remap_errors(errors, "nodes", before, after) == {
        "key": ("K.",),
        "nodes.0.title": ("B.",),
    }
    assert by_entry(errors, "nodes") == {(0,): {"title": ("A.",)}, (1,): {"title": ("B.",)}}
