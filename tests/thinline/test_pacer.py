"""No frame goes before the line has taken the last ones."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from svc_tui.thinline.capabilities import TerminalCapabilities
from svc_tui.thinline.cells import piece
from svc_tui.thinline.memory import ScreenState
from svc_tui.thinline.pacer import BURST, LEAST_WINDOW, PATIENCE, QUESTION, FramePacer
from svc_tui.thinline.sender import SYNC_FROM, Sender
from svc_tui.thinline.stats import OutputStats
from svc_tui.thinline.writer import OutputWriter


class Clock:
    """Stands still until it is turned."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Alarm:
    """A call that is due later."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.seconds, self.call, self.off = seconds, call, False

    def cancel(self) -> None:
        self.off = True


class World:
    """A sender whose writing thread is us."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.sent: list[str] = []
        self.alarms: list[Alarm] = []
        self.line, self.memory = OutputStats(), ScreenState(TerminalCapabilities())
        self.memory.resize(10, 1)
        self.pace = FramePacer(60, self.clock)
        self.outlet = OutputWriter(StringIO(), lambda: self.sender.go_on())
        self.sender = Sender(
            self.memory, self.pace, self.line, self.outlet, self._write, self._call_later
        )
        self.sender.running = True

    def paint(self, text: str) -> None:
        """A picture of one line."""
        self.memory.place(0, 0, piece(text.ljust(10)).cells)
        self.sender.painted()

    def leave(self) -> None:
        """The terminal takes what there is."""
        self.outlet.write(self.sent[-1])
        self.outlet.flush()

    def wait(self, seconds: float) -> None:
        """Time goes by."""
        self.clock.now += seconds
        for alarm in [alarm for alarm in self.alarms if not alarm.off]:
            alarm.off = True
            alarm.call()

    def _write(self, text: str) -> None:
        self.sent.append(text)
        self.outlet.handed += len(text)

    def _call_later(self, seconds: float, call: Callable[[], None]) -> Alarm:
        self.alarms.append(Alarm(seconds, call))
        return self.alarms[-1]


def test_while_the_line_is_full_only_the_newest_picture_waits() -> None:
    world = World()
    world.paint("one")
    world.clock.now += 1
    for text in ("two", "three", "four"):
        world.paint(text)
    assert len(world.sent) == 1
    world.leave()
    assert len(world.sent) == 2
    assert "four" in world.sent[1]
    assert "two" not in world.sent[1]
    assert (world.line.frames, world.line.dropped) == (2, 2)


def test_the_few_pictures_of_one_key_go_at_once_and_a_stream_is_joined() -> None:
    world = World()
    for number in range(BURST):
        world.paint(f"{number}")
        world.leave()
    assert len(world.sent) == BURST
    world.paint("too soon")
    world.paint("the newest")
    assert len(world.sent) == BURST
    world.wait(BURST / 60)
    assert len(world.sent) == BURST + 1
    assert "the newest" in world.sent[-1]


def test_the_same_picture_sends_nothing() -> None:
    world = World()
    world.paint("one")
    world.leave()
    world.wait(1)
    world.paint("one")
    assert len(world.sent) == 1
    assert world.line.frames == 1


def test_no_frame_is_sent_while_the_terminal_is_somebody_elses() -> None:
    world = World()
    world.sender.running = False
    world.paint("one")
    world.sender.send()
    assert world.sent == []


def test_only_large_frames_are_held_together() -> None:
    world = World()
    world.sender.synchronized = True
    world.paint("one")
    assert len(world.sent[0]) < SYNC_FROM
    assert "2026" not in world.sent[0]
    world.leave()
    world.memory.resize(400, 1)
    world.clock.now += 1
    world.paint("two" * 120)
    assert world.sent[1].startswith("\x1b[?2026h")
    assert world.sent[1].endswith("\x1b[?2026l")


def paced() -> tuple[FramePacer, Clock]:
    """The pace of a terminal that answers."""
    clock = Clock()
    pace = FramePacer(60, clock)
    pace.answering = True
    return pace, clock


def test_what_is_far_ahead_of_the_terminal_waits_for_its_answer() -> None:
    pace, clock = paced()
    assert pace.sent(LEAST_WINDOW + 1) == QUESTION
    clock.now += 0.5
    assert pace.wait() > 1
    assert pace.answered()
    assert pace.wait() == 0


def test_a_fast_line_may_be_further_ahead() -> None:
    pace, clock = paced()
    pace.sent(10_000)
    clock.now += 0.1
    pace.answered()
    pace.sent(10_000)
    clock.now += 0.1
    assert pace.wait() == 0


def test_small_frames_ask_nothing() -> None:
    pace, _ = paced()
    assert pace.sent(300) == ""
    assert not pace.waiting
    assert not pace.answered()


def test_an_answer_that_never_comes_is_not_waited_for_twice() -> None:
    pace, clock = paced()
    pace.sent(LEAST_WINDOW + 1)
    clock.now += PATIENCE + 1
    assert pace.wait() == 0
    assert pace.sent(LEAST_WINDOW + 1) == ""
    clock.now += 1
    assert pace.wait() == 0


def test_a_terminal_that_does_not_answer_is_not_asked() -> None:
    pace = FramePacer(60, Clock())
    assert pace.sent(50_000) == ""


def test_a_line_that_blocks_is_given_time_to_drain() -> None:
    clock = Clock()
    pace = FramePacer(60, clock)
    pace.took(4000, 0.5)
    clock.now += 1
    assert pace.wait() == 0
    pace.took(4000, 0.5)
    clock.now += 1
    assert 0.5 < pace.wait() < 1.5
    clock.now += 3
    assert pace.wait() == 0
