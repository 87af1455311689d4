"""The record in an editor, while the console goes on behind it."""

from __future__ import annotations

from types import SimpleNamespace

from svc_tui.app.context import Svc
from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.field_paths import places
from svc_tui.stores.session.snack_store import SnackStore
from svc_tui.terminal.external_editor import EditorResult
from svc_tui.widgets.record.external_editor import edit_record
from tests.fakes import BASE, FakeBackend


async def test_what_was_saved_meanwhile_is_not_taken_back_by_the_file(tmp_path):
    backend = FakeBackend().on("GET", "/api/a/7/", {"id": 7, "title": "old", "slug": "old"})
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as svc:
        store = DetailStore(svc.crud("/api/a"), id="7")
        await store.load()

        async def editor(text: str, suffix: str) -> EditorResult:
            """Another title; while that is written, the backend's answer brings another slug."""
            backend.on("GET", "/api/a/7/", {"id": 7, "title": "old", "slug": "by-the-backend"})
            await store.load()
            return EditorResult(text.replace('"title": "old"', '"title": "new"'))

        fields = (FieldDescriptor(key="title"), FieldDescriptor(key="slug"))
        detail = SimpleNamespace(
            app=SimpleNamespace(edit_outside=editor),
            svc=SimpleNamespace(snack=SnackStore()),
            places=places(fields, ()),
            registry=default_registry(),
            is_open=True,
        )

        await edit_record(detail, store)

        assert store.changes() == {"title": "new"}


async def test_a_value_of_another_type_is_named_and_never_taken(tmp_path):
    backend = FakeBackend().on("GET", "/api/a/7/", {"id": 7, "day": "2026-05-31", "title": "old"})
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as svc:
        store = DetailStore(svc.crud("/api/a"), id="7")
        await store.load()
        texts, asked = list[str](), list[str]()

        async def editor(text: str, suffix: str) -> EditorResult:
            texts.append(text)
            day = '"soon"' if len(texts) == 1 else '"2026-06-01"'
            return EditorResult(text.replace('"2026-05-31"', day).replace('"soon"', day))

        async def ask(title: str, words: str, **_: object) -> bool:
            asked.append(words)
            return True

        fields = (FieldDescriptor(key="day", type="date"), FieldDescriptor(key="title"))
        confirm = SimpleNamespace(ask=ask)
        detail = SimpleNamespace(
            app=SimpleNamespace(edit_outside=editor),
            svc=SimpleNamespace(snack=SnackStore(), confirm=confirm),
            places=places(fields, ()),
            registry=default_registry(),
            is_open=True,
        )

        await edit_record(detail, store)

        assert asked == ["Day: Use the format 2026-05-31. Your text is kept while you decide."]
        assert "PROBLEM: Day: Use the format" in texts[1]
        assert store.changes() == {"day": "2026-06-01"}
