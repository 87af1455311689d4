"""What a copy begins with, and what may not lie on a disk."""

from __future__ import annotations

from svc_tui.models.fields import FieldDescriptor as Field
from svc_tui.stores.record.draft import Draft
from svc_tui.widgets.form.field_paths import places
from svc_tui.widgets.form.secrets import secret_paths
from svc_tui.widgets.record.duplicating import duplicate_of

FIELDS = (
    Field(key="title", translatable=True),
    Field(key="slug", type="slug"),
    Field(key="code", attrs={"unique": True}),
    Field(key="created", readonly=True),
    Field(key="password", no_draft=True),
    Field(key="tags", type="m2m"),
    Field(key="blocks", type="repeater", fields=(Field(key="pin", no_draft=True),)),
)


def test_a_copy_leaves_out_what_every_record_has_of_its_own():
    record = {
        "id": 1, "slug": "s", "code": "c", "created": "now", "password": "p", "tags": [1, 2],
        "translations": {"en": {"title": "a"}, "it": {"title": "b"}}, "position": 4,
        "blocks": [{"id": 9, "text": "x"}],
    }  # fmt: skip

    assert duplicate_of(Draft.of(record), places(FIELDS, ("en", "it"))) == {
        "translations": {"en": {"title": "a"}, "it": {"title": "b"}},
        "tags": [1, 2],
        "blocks": [{"text": "x"}],
    }


def test_secrets_are_found_in_every_language_and_in_items():
    fields = (*FIELDS, Field(key="note", translatable=True, no_draft=True))

    assert secret_paths(fields, ("en",)) == [
        "password", "blocks.*.pin", "note", "translations.en.note",
    ]  # fmt: skip


def test_what_sounds_like_a_secret_is_one_though_nobody_declared_it():
    fields = (
        Field(key="title"),
        Field(key="password"),
        Field(key="settings.api_key"),
        Field(key="servers", type="repeater", fields=(Field(key="name"), Field(key="token"))),
    )

    assert secret_paths(fields) == ["password", "settings.api_key", "servers.*.token"]
