"""Secrets inside of values: never in a file, and never lost by that."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.models.listing import ListColumn
from svc_tui.stores.listing.export import export
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import OfflineSource
from svc_tui.stores.record.autosaved_draft import (
    AutosavedDraft,
    DraftKey,
    autosaved_changes,
    decode_draft,
    encode_draft,
    restore_masked,
)
from svc_tui.stores.record.draft import Draft, Unreadable
from svc_tui.stores.record.history_store import Write, changed_values
from svc_tui.stores.redact import MASK, masked

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
    kept = AutosavedDraft(DraftKey("u", "me", "/x/", "1"), autosaved_changes(draft))
    text = encode_draft(kept)
    assert b"s3cret" not in text
    merge = decode_draft(text).against(RECORD)
    assert merge.result()["meta"] == {**META, "name": "typed", "deep": deep}


def test_a_text_that_is_no_json_yet_and_names_a_secret_stays_off_the_disk():
    draft = Draft.of(RECORD).edited("meta", Unreadable('{"password": "s3cret-9",', "broken"))
    assert autosaved_changes(draft) == ()


def test_an_undo_of_a_value_with_secrets_inside_loses_none():
    sent = Draft.of(RECORD).edited("meta", {**META, "deep": [META["deep"][1]]})
    values, _ = changed_values(sent, sent.current)
    assert "s3cret" not in repr(values)
    undone = Write("PATCH", "/x/", "1", values=values).inverse(sent.current).result()
    assert undone["meta"]["client_secret"] == "s3cret-1"


def test_masks_are_put_back_wherever_their_secret_went_in_a_list():
    typed = masked(META)
    assert "s3cret" not in repr(typed)
    typed["deep"].reverse()
    typed["name"] = "other"
    back = {**META, "name": "other", "deep": [META["deep"][1], META["deep"][0]]}
    assert restore_masked(typed, META) == back


def test_a_secret_that_was_typed_is_taken_and_a_mask_without_one_is_refused():
    assert restore_masked({"password": "new"}, {"password": "old"}) == {"password": "new"}
    with pytest.raises(LookupError):
        restore_masked({"token": MASK}, {"password": "old"})
