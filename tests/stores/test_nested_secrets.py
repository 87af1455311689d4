"""Secrets inside of values: never in a file, and never lost by that."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.models.listing import ListColumn
from svc_tui.stores.draft import Draft, Unreadable
from svc_tui.stores.export import export
from svc_tui.stores.history import Write, written_values
from svc_tui.stores.kept_draft import (
    DraftKey,
    KeptDraft,
    changes_of,
    decoded,
    encoded,
    unmasked,
)
from svc_tui.stores.query import ListQuery
from svc_tui.stores.sources import OfflineSource
from svc_tui.stores.unsaid import MASK, masked

META = {
    "name": "n",
    "client_secret": "s3cret-1",
    "deep": [{"id": 1, "private_key": "s3cret-2", "host": "a"}, {"password": "s3cret-3"}],
}
RECORD = {"id": 1, "title": "t", "token": "s3cret-4", "meta": META, "api_key": "s3cret-5"}


@pytest.mark.parametrize(
    ("name", "kind"), [("x.json", "json"), ("x.jsonl", "jsonl"), ("x.csv", "csv")]
)
async def test_no_export_holds_a_secret_however_deep(tmp_path: Path, name: str, kind: str):
    columns = [ListColumn(key=key) for key in ("id", "meta", "token")] if kind == "csv" else []
    source = OfflineSource([RECORD])
    await export(source, ListQuery(), columns, tmp_path / name, kind)  # type: ignore[arg-type]
    text = (tmp_path / name).read_text()
    assert "s3cret" not in text
    assert "host" in text


def test_a_draft_of_a_json_value_holds_no_secret_and_gives_it_back_from_the_record():
    deep = [{"id": 1, "private_key": "s3cret-2", "host": "b"}, {"password": "s3cret-3"}]
    draft = Draft.of(RECORD).edited("meta", {**META, "name": "typed", "deep": deep})
    kept = KeptDraft(DraftKey("u", "me", "/x/", "1"), changes_of(draft))
    text = encoded(kept)
    assert b"s3cret" not in text
    merge = decoded(text).against(RECORD)
    assert merge.result()["meta"] == {**META, "name": "typed", "deep": deep}


def test_a_text_that_is_no_json_yet_and_names_a_secret_stays_off_the_disk():
    draft = Draft.of(RECORD).edited("meta", Unreadable('{"password": "s3cret-9",', "broken"))
    assert changes_of(draft) == ()


def test_an_undo_of_a_value_with_secrets_inside_loses_none():
    sent = Draft.of(RECORD).edited("meta", {**META, "deep": [META["deep"][1]]})
    values, _ = written_values(sent, sent.current)
    assert "s3cret" not in repr(values)
    undone = Write("PATCH", "/x/", "1", values=values).inverse(sent.current).result()
    assert undone["meta"]["client_secret"] == "s3cret-1"


def test_masks_are_put_back_wherever_their_secret_went_in_a_list():
    typed = masked(META)
    assert "s3cret" not in repr(typed)
    typed["deep"].reverse()
    typed["name"] = "other"
    back = {**META, "name": "other", "deep": [META["deep"][1], META["deep"][0]]}
    assert unmasked(typed, META) == back


def test_a_secret_that_was_typed_is_taken_and_a_mask_without_one_is_refused():
    assert unmasked({"password": "new"}, {"password": "old"}) == {"password": "new"}
    with pytest.raises(LookupError):
        unmasked({"token": MASK}, {"password": "old"})
