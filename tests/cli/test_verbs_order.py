"""move and menus: the order of records, and the entries of navigation menus."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

from svc_tui.cli.exits import CONFLICT, ERROR, OK, REFUSED, USAGE
from svc_tui.config.paths import state_dir
from tests.backends.cms import CmsProcess
from tests.backends.demo import DemoProcess
from tests.cli.runs import Done, sentence, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.console import demo_console, person_at
from tests.screens.lists import settled

DEMO = Path(__file__).parents[2] / "svc_tui" / "cli" / "demo.toml"


def log() -> list[dict[str, Any]]:
    return [json.loads(line) for line in svc_tui("history", "-o", "ndjson").out.splitlines()]


async def test_a_record_is_moved_and_moved_back_by_command_and_console(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    sign_in(fresh_demo, "admin")
    run = partial(svc_tui, "--config", str(DEMO), "--url", fresh_demo.url)

    def order(*tab: str) -> list[str]:
        return run("list", "articles", "--limit", "6", *tab, "-o", "name").out.split()

    def undo(*more: str) -> Done:
        return run("undo", str(log()[-1]["n"]), "--yes", *more)

    first = order()
    id = first[0].removeprefix("articles/")
    told = run("move", "articles", id, "3", "--dry-run")
    assert told.code == OK and "POST /api/articles/update_order/" in told.out and not log()
    assert "position: 1 → 3" in told.out and order() == first
    assert run("move", "articles", id, "3").code == OK
    moved = [first[1], first[2], first[0], *first[3:]]
    assert order() == moved
    assert log()[-1]["fields"] == {"position": {"old": 1, "new": 3}}
    assert "position: 3 → 1" in undo("--dry-run").out and order() == moved
    assert undo().code == OK and order() == first
    assert "already undone" in run("undo", "1", "--yes").err

    far = run("list", "articles", "--page", "13", "-o", "name").out.split()[5]
    wire = tmp_path / "wire.log"
    told = run("move", *far.split("/"), "1", "--dry-run", "--log", str(wire))
    assert "position: 246 → 1" in told.out, told.out + told.err
    asked = [one for one in wire.read_text().splitlines() if "GET /api/articles/" in one]
    assert 2 < len(asked) < 12, asked  # 13 pages lie before it; neighbours may be prefetched.

    drafts = order("--tab", "draft")
    title = run("get", *drafts[0].split("/"), "-o", "template", "--template", "{title}").out[:12]
    state = demo_console(fresh_demo.url, state_dir(), user="admin", start="/articles?tab=draft")
    async with person_at(state, (80, 24)) as person:
        await person.sees(title)
        await settled(person)
        await person.press("m", "down", "down", "enter")
        await person.sees("Order saved")
    after = await asyncio.to_thread(order, "--tab", "draft")
    assert after[:3] == [drafts[1], drafts[2], drafts[0]]
    assert log()[-1]["fields"]["list"] == {"new": "/?tab=draft"}
    n = str(log()[-1]["n"])
    again = ("move", "articles", drafts[0].removeprefix("articles/"))
    assert run(*again, "1").code == OK
    since = run("undo", n, "--yes")
    assert since.code == CONFLICT and "moved since" in since.err
    assert undo().code == OK and run("undo", n, "--yes").code == OK
    assert order("--tab", "draft") == drafts

    for words, code, why in (
        (("articles", "987654", "1"), ERROR, "no record 987654"),
        (("tags", "1", "2"), ERROR, "doesn't say they have an order"),
        (("articles", id, "0"), USAGE, "at least 1"),
        (("articles", id), USAGE, "POSITION"),
    ):
        refused = run("move", *words)
        assert refused.code == code and why in refused.out + refused.err, refused.err
    sign_in(fresh_demo, "viewer")
    refused = run("move", "articles", id, "2", "--user", "viewer")
    assert refused.code == REFUSED and "permission" in sentence(refused)


def test_entries_of_a_menu_are_added_changed_moved_and_removed(fresh_cms: CmsProcess) -> None:
    sign_in(fresh_cms, "admin")
    run = partial(svc_tui, "--url", fresh_cms.url, "--dialect", "camomilla")

    def menus(*words: str, code: int = OK) -> Done:
        done = run("menus", *words)
        assert done.code == code, done.err + done.out
        return done

    def tree(lang: str = "en") -> list[str]:
        shown = "{place} {title} {address}"
        told = menus("ls", "main", "--lang", lang, "-o", "template", "--template", shown)
        return told.out.splitlines()

    first = ["1 About /about", "1.1 Team /about/team", "2 Contact /contact"]
    assert tree() == first and "Chi siamo" in menus("ls", "main").out
    assert "en 3" in menus("ls").out
    new = ("add", "main", "--set", "title=Imprint", "--set", "address=/imprint", "--lang", "en")
    told = menus(*new, "--dry-run")
    assert "PATCH" in told.out and '3 (new): "Imprint"' in told.out and tree() == first
    menus(*new)
    assert tree() == [*first, "3 Imprint /imprint"]
    told = menus("mv", "main", "Imprint", "1", "--lang", "en", "--dry-run", "-o", "json")
    assert json.loads(told.out)[0]["changes"] == [
        {"path": "Imprint (position)", "old": "3", "new": "1"}
    ]
    menus("mv", "main", "Imprint", "1", "--lang", "en")
    menus("mv", "main", "1", "9", "--lang", "en")
    assert tree()[-1] == "3 Imprint /imprint"
    menus("mv", "main", "3", "1.1", "--lang", "en")
    assert tree() == [first[0], "1.1 Imprint /imprint", "1.2 Team /about/team", first[2]]
    menus("set", "main", "1.1", "--set", "title=Legal", "--set", "meta.n:=1", "--lang", "en")
    assert "already" in menus("set", "main", "1.1", "--set", "title=Legal", "--lang", "en").out
    assert "1.1 Legal /imprint" in tree()
    undone = run("undo", str(log()[-1]["n"]), "--yes")
    assert undone.code == OK and "1.1 Imprint /imprint" in tree(), undone.err
    told = menus("rm", "main", "1", "--lang", "en", "--dry-run")
    assert "1 (removed, with 2 entries inside it)" in told.out
    asked = menus("rm", "main", "1", "--lang", "en", code=USAGE).err
    assert "add --yes" in asked and "1 (removed" in asked
    menus("rm", "main", "1", "--lang", "en", "--yes")
    assert tree() == ["1 Contact /contact"] and tree("it") == ["1 Chi siamo /it/about"]
    assert run("undo", str(log()[-1]["n"]), "--yes").code == OK and len(tree()) == 4

    told = menus("create", "sidebar", "--dry-run")
    assert 'key: "sidebar"' in told.out and "sidebar" not in menus("ls").out
    menus("create", "sidebar")
    assert "sidebar" in menus("ls").out
    assert run("undo", str(log()[-1]["n"]), "--yes").code == OK and "sidebar" not in menus("ls").out
    assert "add --yes" in menus("delete", "main", code=USAGE).err
    told = menus("delete", "main", "--dry-run")
    assert "DELETE" in told.out and "Its entries are deleted too" in told.err and len(tree()) == 4
    menus("delete", "main", "--yes")
    assert "main" not in menus("ls").out
    assert run("undo", str(log()[-1]["n"]), "--yes").code == OK
    assert len(tree()) == 4 and tree("it") == ["1 Chi siamo /it/about"]

    for words, code, why in (
        (("create", "main"), ERROR, "already exists"),
        (("delete", "nothing", "--yes"), ERROR, "no record nothing"),
        (("delete", "main", "footer"), USAGE, "takes one menu"),
        (("create", "x", "--set", "title=y"), USAGE, "--set is not for"),
        (("ls", "nothing"), ERROR, "o menu nothing"),
        (("mv", "main", "1", "2"), ERROR, "Add --lang en or --lang it"),
        (("mv", "main", "1", "1.1", "--lang", "en"), ERROR, "into itself"),
        (("mv", "main", "1", "7.1", "--lang", "en"), ERROR, "no position 7.1"),
        (("rm", "main", "Nobody", "--lang", "en", "--yes"), ERROR, "no entry Nobody"),
        (("mv", "main", "1"), USAGE, "an entry and its new position"),
        (("add", "main", "--lang", "en"), USAGE, "needs --set"),
        (("add", "main", "--set", "name=x"), USAGE, "Entries have no value name"),
        (("set", "main", "1", "--set", "title=", "--lang", "en"), ERROR, "needs a title"),
        (("set", "main", "1", "--set", "address=javascript:x", "--lang", "en"), ERROR, "code"),
        (("set", "main", "1", "--set", "page=/no/such", "--lang", "en"), ERROR, "no page"),
    ):
        refused = menus(*words, code=code)
        assert why in refused.out + refused.err, refused.out + refused.err
    sign_in(fresh_cms, "viewer")
    refused = run("menus", "rm", "main", "1", "--lang", "en", "--yes", "--user", "viewer")
    assert refused.code == REFUSED and "permission" in sentence(refused)
