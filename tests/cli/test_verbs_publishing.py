"""Pages of the CMS published by a verb: in the languages that are named, row by row."""

from __future__ import annotations

import json

from svc_tui.cli.exits import OK, PARTLY_DONE, REFUSED, USAGE
from tests.backends.cms import CmsProcess
from tests.cli.runs import Done, sentence, svc_tui
from tests.cli.test_sign_in import sign_in

HERE = ("--dialect", "camomilla")


def test_pages_are_published_and_taken_off_in_a_language(fresh_cms: CmsProcess) -> None:
    sign_in(fresh_cms, "admin")

    def verb(*words: str) -> Done:
        return svc_tui(*words, "--url", fresh_cms.url, *HERE)

    def out(key: str) -> object:
        found = json.loads(verb("get", "articles", key, "-o", "json").out)
        return found["translations"]["it"]["published_at"]

    options = verb("options", "articles", "-o", "name").out.split()
    assert {"articles/publish", "articles/unpublish", "articles/schedule"} <= set(options)
    begun = ("svc-tui", "--url", fresh_cms.url, *HERE, "action", "articles", "pub")
    assert svc_tui("completion", "--words", "7", "--", *begun).out.split() == ["publish"]
    assert svc_tui("list", "articles", "--url", fresh_cms.url).code == OK  # The dialect is found.
    begun = ("svc-tui", "--url", fresh_cms.url, "action", "articles", "pub")
    assert svc_tui("completion", "--words", "5", "--", *begun).out.split() == ["publish"]
    told = verb("action", "articles", "publish", "1", "2", "--set", "lang=it", "--dry-run")
    sent = "POST /api/camomilla/articles/1/publish/?language=it"
    assert told.code == OK and sent in told.out and "2 requests would be" in told.err, told.err
    both = ("1", "--set", "lang=it,en", "--dry-run", "-o", "ndjson")
    told = verb("action", "articles", "unpublish", *both)
    found = [json.loads(line) for line in told.out.splitlines()]
    assert [one["method"] for one in found] == ["PATCH"] * 2
    assert [one["changes"][0]["path"] for one in found] == [
        f"translations.{lang}.published_at" for lang in ("it", "en")
    ]
    told = verb("action", "articles", "schedule", *both, "--set", "at=2050-01-01 09:00")
    assert "/articles/1/schedule/?language=it" in told.out and "publish_at" in told.out
    assert verb("history", "-o", "ndjson").out == ""
    for wrong, why in (
        (("publish", "1"), "Which languages?"),
        (("publish", "1", "--set", "lang=xx"), "no language xx"),
        (("schedule", "1", "--set", "lang=it"), "needs --set at="),
        (("schedule", "1", "--set", "lang=it", "--set", "at=2001-01-01 09:00"), "in the past"),
        (("address", "1"), "no action address"),
        (("publish", "1", "2", "--set", "lang=it"), "add --yes"),
    ):
        refused = verb("action", "articles", *wrong)
        assert refused.code == USAGE and why in sentence(refused), refused.err
    words = ("1", "2", "999999", "--set", "lang=it", "--yes", "-o", "ndjson")
    done = verb("action", "articles", "publish", *words)
    assert done.code == PARTLY_DONE and done.out.count('"ok"') == 2, done.err
    assert "There is no record 999999" in done.out and out("1") and out("2")
    done = verb("action", "articles", "unpublish", "1", "2", "--set", "lang=it", "--yes")
    assert done.code == OK and not out("1") and not out("2"), done.err
    both = ("1", "--set", "lang=en,it", "--yes")
    assert verb("action", "articles", "publish", *both).code == OK and out("1")
    *_, first, last = map(json.loads, verb("history", "-o", "ndjson").out.splitlines())
    assert last["fields"] and not first.get("noted") and verb("history", "--verify").code == OK
    refused = verb("undo", str(first["n"]), "--yes")
    assert refused.code == USAGE and f"Undo {last['n']} instead." in refused.err
    undone = verb("undo", str(last["n"]), "--yes")
    assert undone.code == OK and not out("1"), undone.err
    assert "already undone" in verb("undo", str(last["n"]), "--yes").err
    svc_tui("logout", "--url", fresh_cms.url, *HERE)
    sign_in(fresh_cms, "viewer")
    refused = verb("action", "articles", "publish", "1", "--set", "lang=it")
    assert refused.code == REFUSED and "needs permission" in sentence(refused)
