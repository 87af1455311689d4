"""What a copy of a record begins with."""

from __future__ import annotations

from svc_tui.models.fields import FieldDescriptor as Field
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.duplicating import duplicate_of
from svc_tui.stores.record.field_paths import places

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
