"""The journal of unsaved work: written in time, private, never lost, never another user's."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svc_tui.stores.record.autosaved_draft import (
    AutosavedChange,
    AutosavedDraft,
    DraftKey,
    autosaved_changes,
    decode_draft,
    encode_draft,
)
from svc_tui.stores.record.draft import MISSING, Draft, Unreadable, same
from svc_tui.stores.record.draft_store import DraftsStore

BASE = "https://cms.test/"
LOADED = {"id": 7, "title": "old", "status": "draft", "blocks": [{"text": "a", "pin": "1"}]}


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def open_store(tmp_path: Path, said: list[str]) -> Callable[..., DraftsStore]:
    def store(**wishes: Any) -> DraftsStore:
        wishes = {"every": 0.01, **wishes}
        return DraftsStore(tmp_path / "drafts", BASE, on_warning=said.append, **wishes)

    return store


def keeper(store: DraftsStore, user: str = "ada", id: str = "7", **wishes: Any):
    return store.keeper("/api/articles", id, user=user, loaded=LOADED, **wishes)


def typed(title: str = "new") -> Draft:
    return Draft.of(LOADED).edited("title", title)


async def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "it never reached that state"
        await asyncio.sleep(0.005)


def files(store: DraftsStore) -> list[Path]:
    return sorted(store.folder.glob("*.json"))


async def test_what_is_typed_lies_on_disk_soon_after_and_is_private(open_store):
    store = open_store()
    keeper(store).note(typed(), title="Old", location="/articles/7")

    await until(lambda: files(store))

    (file,) = files(store)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    (kept,) = await store.all("ada")
    assert (kept.title, kept.location, kept.key.id) == ("Old", "/articles/7", "7")
    assert [(one.steps, one.loaded, one.typed) for one in kept.changes] == [
        (("title",), "old", "new")
    ]


async def test_it_is_written_while_typing_goes_on_and_never_more_often_than_wanted(open_store):
    store = open_store(every=0.2)
    written: list[str] = []
    write = store.write
    store.write = lambda kept, file: (written.append(kept.changes[0].typed), write(kept, file))
    form = keeper(store)

    began = time.monotonic()
    while len(written) < 3:
        form.note(typed(f"{time.monotonic()}"))
        await asyncio.sleep(0.01)

    assert time.monotonic() - began >= 0.55


async def test_a_short_pause_in_typing_is_enough_to_keep_it(open_store):
    store = open_store(every=60)
    keeper(store).note(typed())
    await until(lambda: files(store))


async def test_a_field_that_is_left_is_kept_without_waiting_for_a_pause(open_store, monkeypatch):
    monkeypatch.setattr("svc_tui.stores.record.draft_store.PAUSE", 60)
    store = open_store(every=60)
    form = keeper(store)
    form.note(typed())
    assert not files(store)

    form.hurry()

    await until(lambda: files(store))


async def test_the_end_of_the_process_writes_at_once_and_asks_for_the_newest_keystrokes(open_store):
    store = open_store(every=60)
    form = keeper(store)
    form.note(typed("half"))
    form.collect = lambda: form.note(typed("half a word"))

    store.flush()

    (kept,) = await store.all("ada")
    assert kept.changes[0].typed == "half a word"


async def test_a_save_and_taking_everything_back_remove_it(open_store):
    store = open_store()
    form = keeper(store)
    form.note(typed())
    await until(lambda: files(store))

    form.note(Draft.of(LOADED))

    await until(lambda: not files(store))
    form.note(typed("again"))
    await until(lambda: files(store))


async def test_secrets_never_reach_the_disk_and_come_back_from_the_record(open_store):
    store = open_store()
    form = keeper(store, left_out=("password", "blocks.*.pin"))
    draft = typed().edited("password", "hunter2").edited("blocks.0.pin", "4711")
    form.note(draft.edited("blocks.0.text", "b"))
    store.flush()

    text = files(store)[0].read_text()
    assert "hunter2" not in text
    assert "4711" not in text
    (kept,) = await store.all("ada")
    merge = kept.against(LOADED)
    assert merge.result()["blocks"] == [{"text": "b", "pin": "1"}]
    assert not merge.clashes


async def test_only_a_secret_typed_leaves_no_file(open_store):
    store = open_store()
    keeper(store, left_out=("password",)).note(Draft.of(LOADED).edited("password", "x"))

    store.flush()

    assert files(store) == []


async def test_half_typed_texts_files_and_removed_values_are_kept(open_store):
    store = open_store()
    draft = Draft(LOADED, {"id": 7, "title": Unreadable("1x", "No."), "status": Path("/tmp/a.png")})
    keeper(store).note(draft)
    store.flush()

    (kept,) = await store.all("ada")

    found = {one.path: one.mine for one in kept.against(LOADED).differences}
    assert found == {
        "title": Unreadable("1x", "No."), "status": Path("/tmp/a.png"), "blocks": MISSING,
    }  # fmt: skip


async def test_what_others_changed_since_is_told_from_what_only_was_typed(open_store):
    store = open_store()
    keeper(store).note(typed().edited("status", "review"))
    store.flush()
    (kept,) = await store.all("ada")

    merge = kept.against({**LOADED, "title": "hers"})

    assert [one.path for one in merge.clashes] == ["title"]
    assert [one.path for one in merge.differences] == ["title", "status"]
    assert not kept.against({**LOADED, "title": "new", "status": "review"}).differences


async def test_nobody_is_shown_what_somebody_else_typed(open_store):
    store = open_store()
    keeper(store, user="ada").close()
    form = keeper(store, user="ada")
    form.note(typed())
    form.close()

    assert await store.all("bob") == []
    assert await store.of_record(DraftKey(BASE, "bob", "/api/articles", "7")) == []
    assert len(await store.of_record(DraftKey(BASE, "ada", "/api/articles", "7"))) == 1


async def test_another_backends_drafts_are_not_ours(open_store):
    store = open_store()
    form = keeper(store)
    form.note(typed())
    form.close()

    assert await DraftsStore(store.folder, "https://other.test/").all("ada") == []


async def test_two_consoles_on_one_record_keep_a_draft_each(open_store):
    one, other = open_store(), open_store()
    keeper(one).note(typed("from the first"))
    keeper(other).note(typed("from the second"))
    one.flush()
    other.flush()

    kept = await one.all("ada")

    assert {draft.changes[0].typed for draft in kept} == {"from the first", "from the second"}
    assert all(draft.elsewhere for draft in kept)
    assert await open_store().of_record(kept[0].key) == []


PROGRAM = """
import asyncio, sys
from pathlib import Path
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.draft_store import DraftsStore

async def main():
    store = DraftsStore(Path(sys.argv[1]), "https://cms.test/", every=0.01)
    form = store.keeper("/api/articles", "7", user="ada", loaded={"title": "old"})
    form.note(Draft.of({"title": "old"}).edited("title", "from a process"))
    store.flush()
    print("kept", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_a_running_process_holds_its_draft_and_a_killed_one_leaves_it_to_us(open_store):
    store = open_store()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(store.folder)], stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"kept\n"
        (kept,) = await store.all("ada")
        assert kept.elsewhere
    finally:
        process.kill()
        process.communicate()

    (kept,) = await store.of_record(kept.key)

    assert kept.changes[0].typed == "from a process"
    await store.remove(kept)
    assert files(store) == []


async def test_a_restored_draft_goes_only_when_the_new_one_is_kept(open_store):
    store = open_store()
    first = keeper(store)
    first.note(typed("restored"))
    first.close()
    (kept,) = await store.all("ada")

    form = keeper(store)
    form.replaces(kept)
    assert files(store) == [kept.file]
    form.note(typed("restored"))
    store.flush()

    assert files(store) == [form.file]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"version": 1}', b'{"version": 9}', b"\xff\xfe", b"[" * 100_000]
)
async def test_a_broken_file_is_passed_over_with_a_word_said_once(open_store, said, content):
    store = open_store()
    keeper(store).note(typed())
    store.flush()
    broken = store.folder / "x.abc-1.json"
    broken.touch(0o600)
    broken.write_bytes(content)

    assert len(await store.all("ada")) == 1
    assert len(await store.all("ada")) == 1

    assert len(said) == 1
    assert "x.abc-1.json were ignored" in said[0]
    assert broken.exists()


async def test_a_file_that_others_can_read_or_a_link_is_passed_over(open_store, said):
    store = open_store()
    form = keeper(store)
    form.note(typed())
    store.flush()
    form.file.chmod(0o644)
    (store.folder / "link.abc-1.json").symlink_to(form.file)

    assert await store.all("ada") == []

    assert any("it can be read by other users" in words for words in said)
    assert any("link.abc-1.json" in words for words in said)


async def test_a_file_of_somebody_else_is_passed_over(open_store, said, monkeypatch):
    store = open_store()
    keeper(store).note(typed())
    store.flush()
    monkeypatch.setattr(os, "geteuid", lambda: 4242)

    assert await store.all("ada") == []
    assert "belongs to another user" in said[0]


async def test_a_full_disk_is_said_once_and_typing_goes_on(open_store, said, monkeypatch):
    store = open_store()
    form = keeper(store)
    sync, full = os.fsync, [True]

    def no_room(handle: int) -> None:
        if full[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(handle)

    monkeypatch.setattr(os, "fsync", no_room)
    form.note(typed("a"))
    await until(lambda: said)
    form.note(typed("ab"))
    store.flush()

    assert said == [
        "Unsaved text can't be kept (no space left on device): it is only in memory, so save often."
    ]
    assert not list(store.folder.glob("*.new"))
    assert not files(store)

    full[0] = False
    form.note(typed("abc"))
    store.flush()
    assert store.state.problem is None
    assert (await store.all("ada"))[0].changes[0].typed == "abc"


async def test_half_written_files_of_killed_consoles_are_swept_up_at_the_end(open_store):
    store = open_store()
    keeper(store).note(typed())
    store.flush()
    (store.folder / "x.dead-1.json.77-0.new").touch()
    (store.folder / "dead.lock").touch()
    other = open_store()
    keeper(other).note(typed())
    other.flush()
    at_work = store.folder / f"x.{other.console}-1.json.78-0.new"
    at_work.touch()

    store.aclose()

    assert at_work.exists()
    left = {file.suffix for file in store.folder.iterdir() if file != at_work}
    assert left == {".json", ".lock"}
    assert [file.stem for file in store.folder.glob("*.lock")] == [other.console]


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_infinity=False) | st.text()
values = st.recursive(
    plain
    | st.builds(Unreadable, st.text(), st.text(min_size=1).filter(str.strip))
    | st.builds(Path, st.text(st.characters(codec="ascii", exclude_characters="\0"), min_size=1)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text() | st.just("$svc"), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(deadline=None, database=None, max_examples=60)
@given(values, values, st.lists(st.text(), min_size=1, max_size=3))
def test_any_value_comes_back_from_disk_as_it_was(loaded, mine, steps):
    key = DraftKey(BASE, "ada", "/api/x", "7", ("en",), "abc")
    kept = AutosavedDraft(key, (AutosavedChange(tuple(steps), loaded, mine),), "Title", "/x/7")

    read = decode_draft(encode_draft(kept))

    assert (read.key, read.title, read.location, read.made_at) == (
        key, "Title", "/x/7", kept.made_at,
    )  # fmt: skip
    (one,) = read.changes
    assert one.steps == tuple(steps)
    assert same(one.loaded, loaded)
    assert same(one.typed, mine)


def test_a_draft_of_another_language_set_is_another_file():
    key = DraftKey(BASE, "ada", "/api/x", "7")

    assert key.stem != replace(key, languages=("en",)).stem
    assert key.stem != replace(key, loaded="1").stem
    assert key.same_record(replace(key, loaded="1"))


def test_nothing_typed_is_nothing_to_keep():
    assert autosaved_changes(Draft.of(LOADED)) == ()


@pytest.mark.parametrize("before", [None, {"id": 1, "name": "Ada"}])
def test_another_record_is_kept_and_offered_undivided(before):
    """Half of one author and half of another is nobody."""
    author = {"id": 2, "name": "Bea", "pin": "1"}
    draft = Draft.of({"id": 7, "author": before, "seo": {"a": 1, "b": 1}})
    draft = draft.edited("author", author).edited("seo.a", 2)

    changes = autosaved_changes(draft, ("author.pin",), whole=("author", "seo"))

    assert [one.steps for one in changes] == [("author",), ("seo", "a")]
    kept = decode_draft(encode_draft(AutosavedDraft(DraftKey(BASE, "ada", "/api/x", "7"), changes)))
    merge = kept.against({"id": 7, "author": {"id": 3, "name": "Cid"}, "seo": {"a": 1, "b": 1}})
    assert [one.path for one in merge.clashes] == ["author"]
    mine = merge.choose(("author",), "mine").result()
    assert mine["author"] == {"id": 2, "name": "Bea"}


PEOPLE = [{"name": "Ada", "pin": "1"}, {"name": "Bob", "pin": "2"}, {"name": "Cy", "pin": "3"}]


@pytest.mark.parametrize(
    ("typed_items", "restored"),
    [
        ([PEOPLE[1], PEOPLE[0], PEOPLE[2]], [PEOPLE[1], PEOPLE[0], PEOPLE[2]]),
        ([PEOPLE[1], PEOPLE[2]], [PEOPLE[1], PEOPLE[2]]),
        ([{"name": "New"}, *PEOPLE], [{"name": "New"}, *PEOPLE]),
        (
            [PEOPLE[0], {"name": "Bobby", "pin": "2"}, PEOPLE[2]],
            [PEOPLE[0], {"name": "Bobby", "pin": "2"}, PEOPLE[2]],
        ),
    ],
)
@pytest.mark.parametrize("with_ids", [True, False])
async def test_a_secret_comes_back_to_the_item_that_it_belongs_to(
    open_store, typed_items, restored, with_ids
):
    """A draft of moved items must never give one item the secret of another."""

    def people(items: list[dict]) -> list[dict]:
        return [{**one, "id": one["pin"]} if with_ids and "pin" in one else one for one in items]

    record = {"id": 7, "people": people(PEOPLE)}
    store = open_store()
    form = store.keeper("/api/articles", "7", loaded=record, left_out=("people.*.pin",))
    form.note(Draft.of(record).edited("people", people(typed_items)))
    store.flush()

    (kept,) = await store.all("")

    assert kept.against(record).result()["people"] == people(restored)
    assert not kept.against(record).clashes


async def test_a_form_that_breaks_at_the_end_costs_nobody_a_draft(open_store):
    """What it had told before is written as well, without the keystrokes that can't be had."""

    def breaks() -> None:
        raise RuntimeError("the form is no more")

    store = open_store(every=60)
    for id in ("7", "8"):
        form = keeper(store, id=id)
        form.note(typed(f"typed in {id}"))
        form.collect = breaks

    store.flush()

    kept = {one.changes[0].typed for one in await store.all("ada")}
    assert kept == {"typed in 7", "typed in 8"}


def test_a_flat_text_belongs_to_the_language_that_the_record_is_shown_in() -> None:
    record = {
        "title": "Radio",
        "intro": "Ascolta",
        "translations": {
            "en": {"title": "Radio", "intro": "Listen"},
            "it": {"title": "Radio", "intro": "Ascolta"},
        },
    }
    texts = {
        key: [f"translations.en.{key}", f"translations.it.{key}"] for key in ("title", "intro")
    }
    change = AutosavedChange(("title",), "Radio", "Radio!")
    draft = AutosavedDraft(DraftKey(BASE, "ada", "/api/x", "7"), (change,))

    (moved,) = draft.by_language(texts, record).changes

    assert moved.steps == ("translations", "it", "title")
