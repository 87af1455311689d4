"""LeaveGuard: what is asked before a form is left, without a form."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from svc_tui.stores.session.confirm_store import ConfirmStore
from svc_tui.stores.session.snack_store import SnackStore
from svc_tui.widgets.record.leave_guard import LeaveGuard


class Form:
    """A form with one value that was typed, and a user who has an answer to every question."""

    def __init__(self, answer: str = "") -> None:
        self.store = SimpleNamespace(dirty=True)
        self.words = SimpleNamespace(changed=lambda: ["Title"])
        self.drafts = SimpleNamespace(can_keep=True, keep=self._keep)
        self.svc = SimpleNamespace(
            snack=SnackStore(), confirm=ConfirmStore(), drafts=SimpleNamespace(temporary=False)
        )
        self.done: list[str] = []
        self.svc.confirm.subscribe(lambda event: self._answer(answer))

    def _answer(self, answer: str) -> None:
        if (question := self.svc.confirm.state.question) is not None:
            self.svc.confirm.answer(question.id, answer)

    def _keep(self) -> bool:
        self.done.append("kept")
        return True

    def take_typed(self) -> None:
        self.done.append("typed")

    async def save(self) -> bool:
        self.done.append("saved")
        self.store.dirty = False
        return True

    async def discard(self) -> None:
        self.done.append("discarded")


class Writer:
    """Writes nothing just now."""

    resolving = False

    async def finished(self) -> None:
        """Nothing is waited for."""


def guarded(form: Any, writer: Any = None) -> LeaveGuard:
    return LeaveGuard(form, writer or Writer())


@pytest.mark.parametrize(
    ("answer", "may_leave", "done"),
    [
        ("stay", False, ["typed"]),
        ("save", True, ["typed", "saved"]),
        ("keep", True, ["typed", "kept"]),
        ("discard", True, ["typed", "discarded"]),
    ],
)
async def test_what_is_unsaved_is_asked_about(answer: str, may_leave: bool, done: list[str]):
    form = Form(answer)

    assert await guarded(form).may_leave() is may_leave
    assert form.done == done


async def test_a_form_without_changes_is_left_at_once():
    form = Form()
    form.store.dirty = False

    assert await guarded(form).may_leave()
    assert guarded(form).unsaved() == ""


async def test_nothing_is_left_while_a_conflict_is_being_resolved():
    form, writer = Form("discard"), Writer()
    writer.resolving = True

    assert not await guarded(form, writer).may_leave()
    assert form.done == []
    assert "Choose which values to keep" in form.svc.snack.state.toasts[-1].message
