"""What a PATCH carries of a draft."""

from __future__ import annotations

from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.patch_payload import payload, replaced
from svc_tui.stores.record.server_changes import find_server_changes

META = {"source": "print", "n": 11, "tags": ["a"]}


def test_a_changed_object_goes_whole():
    draft = Draft.of({"id": 1, "meta": META, "title": "t"}).edited("meta.n", 177)
    assert payload(draft) == {"meta": {**META, "n": 177}}


def test_an_object_of_one_language_goes_whole_and_the_other_languages_not_at_all():
    texts = {"it": {"meta": META, "title": "Ciao"}, "en": {"meta": META, "title": "Hi"}}
    draft = Draft.of({"translations": texts}).edited("translations.it.meta.n", 177)
    assert payload(draft) == {"translations": {"it": {"meta": {**META, "n": 177}}}}


def test_parts_are_sent_where_that_is_wanted_in_a_language_too():
    draft = Draft.of({"meta": META}).edited("meta.n", 177)
    assert payload(draft, {"meta"}) == {"meta": {"n": 177}}
    draft = Draft.of({"translations": {"it": {"meta": META}}})
    draft = draft.edited("translations.it.meta.n", 177)
    assert payload(draft, {"meta"}) == {"translations": {"it": {"meta": {"n": 177}}}}


def test_a_key_taken_out_of_an_object_is_not_sent_and_one_of_the_record_is_null():
    draft = Draft({"meta": META, "note": "x"}, {"meta": {"n": 11}})
    assert payload(draft) == {"meta": {"n": 11}, "note": None}


def test_a_record_in_memory_loses_the_keys_that_were_taken_out():
    record = {"meta": META, "translations": {"it": {"a": 1, "b": 2}, "en": {"a": 3}}}
    body = {"meta": {"n": 1}, "translations": {"it": {"a": 9}}}
    assert replaced(record, body) == {
        "meta": {"n": 1},
        "translations": {"it": {"a": 9, "b": 2}, "en": {"a": 3}},
    }


def test_what_vanished_beside_a_change_is_found():
    sent = Draft.of({"id": 1, "meta": META, "slug": "a"}).edited("meta.n", 177)
    found = {"id": 1, "meta": {"n": 177}, "slug": "b"}
    assert find_server_changes(sent, found) == (("meta", "source"), ("meta", "tags"), ("slug",))


def test_the_time_of_a_write_and_related_records_are_no_change():
    record = {"id": 1, "modified": "1", "author": {"id": 3, "seen": "1"}, "file": "/a.png?sig=1"}
    sent = Draft.of({**record, "title": "a"}).edited("title", "b")
    now = {"id": 1, "modified": "2", "author": {"id": 3, "seen": "2"}, "file": "/a.png?sig=2"}
    assert find_server_changes(sent, {**now, "title": "b"}) == ()


def test_spaces_around_a_text_that_a_backend_trims_are_no_change_of_its_own():
    record = {"title": "Fog", "note": "as typed ", "translations": {"en": {"title": "Fog"}}}
    sent = Draft.of(record).edited("translations.en.title", "Fog over the bay ")
    trimmed = {
        "title": "Fog over the bay",
        "note": "as typed",
        "translations": {"en": {"title": "Fog over the bay"}},
    }
    assert find_server_changes(sent, trimmed) == ()
    other = {**trimmed, "title": "Fog over the Bay"}
    assert find_server_changes(sent, other) == (("title",),)
