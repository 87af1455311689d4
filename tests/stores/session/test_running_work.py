"""Work that would be lost at the end of a session is told, paused and stopped."""

from __future__ import annotations

import pytest

from svc_tui.stores.session.confirm_store import NO, YES, ConfirmStore, Question
from svc_tui.stores.session.running_work import RunningWork


class Deleting:
    """Work that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def hold(self) -> None:
        self.told.append("hold")

    def go_on(self) -> None:
        self.told.append("go on")

    async def stop(self) -> str:
        self.told.append("stop")
        return "Delete: 6 ok, 14 skipped"


@pytest.mark.parametrize(
    ("answer", "told", "results"),
    [
        (True, ["hold", "stop"], ["Delete: 6 ok, 14 skipped"]),
        (False, ["hold", "go on"], []),
    ],
    ids=["it ends", "the user stays"],
)
async def test_running_work_waits_for_the_answer(answer: bool, told: list[str], results: list[str]):
    confirm, deleting = ConfirmStore(), Deleting()
    asked: list[Question] = []

    def hear(message: object) -> None:
        if (question := confirm.state.question) is not None and question not in asked:
            asked.append(question)
            confirm.answer(question.id, YES if answer else NO)

    confirm.subscribe(hear)
    running = RunningWork(confirm, lambda: "")
    with running.doing(lambda: "Records are being deleted.", deleting):
        assert await running.confirm_end("Quit") is answer
    assert [one.message for one in asked] == ["Records are being deleted."]
    assert (deleting.told, running.results) == (told, results)


async def test_nothing_is_asked_once_the_work_is_done():
    running = RunningWork(ConfirmStore(), lambda: "")
    with running.doing(lambda: "Records are being deleted."):
        assert running.sentences == ("Records are being deleted.",)
    assert running.sentences == ()
    assert await running.confirm_end("Quit")


def test_uploads_are_told_first():
    running = RunningWork(ConfirmStore(), lambda: "Files are still uploading.")
    with running.doing(lambda: "Records are being deleted."), running.doing(lambda: ""):
        assert running.sentences == ("Files are still uploading.", "Records are being deleted.")
