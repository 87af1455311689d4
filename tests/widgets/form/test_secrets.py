"""Which values may not lie on a disk."""

from __future__ import annotations

from svc_tui.models.fields import FieldDescriptor as Field
from svc_tui.widgets.form.secrets import secret_paths

FIELDS = (
    Field(key="title", translatable=True),
    Field(key="password", no_draft=True),
    Field(key="blocks", type="repeater", fields=(Field(key="pin", no_draft=True),)),
)


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
