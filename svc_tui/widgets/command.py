"""Commands as values, from which bindings, footer, help, palette and dimmed keys are made."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any, ClassVar, Protocol

from textual.actions import parse
from textual.binding import Binding, BindingType
from textual.widget import Widget

from svc_tui.models.arguments import (
    Name,
    checks_arguments,
    checks_fields,
    given_words,
    refused_arguments,
)
from svc_tui.models.foreign_code import failure_mark, hold, package_of, value_in_time
from svc_tui.models.overrides import is_ours
from svc_tui.text import plural


@checks_arguments(reason=Name, hidden=bool)
@dataclass(frozen=True)
class Blocked:
    """A command that can't be run now."""

    reason: str = ""
    """A sentence: why, and what to do instead. Left out if there is nothing to act on."""
    hidden: bool = False
    """Whether its key is hidden; pressing it still gives the reason."""


def blocked_by(*reasons: str) -> Blocked | None:
    """Return the first reason that is not empty; None without one."""
    return next((Blocked(reason) for reason in reasons if reason), None)


def _never(controller: Any) -> Blocked | None:
    return None


ID = re.compile(r"[A-Za-z_][\w.-]*")
"""The id of a command."""


@checks_fields
@dataclass(frozen=True)
class Command:
    """An action that a user can run with a key.

    `run` and `blocked` are handed the controller that declares the command.
    """

    id: str
    """A word or a dotted id of your own, such as `mine.report`; the first words of built-in ids
    (`app`, `page` and those of `PAGE_KEYS`: `list`, `detail`, `form`, `field`, `repeater`, `media`,
    `menus` and `home`) are reserved."""
    keys: str
    """Textual's names of the keys, separated by commas."""
    label: str
    """One or two words for the footer and the palette."""
    run: Callable[[Any], Awaitable[object] | object]
    """Runs it; a coroutine is awaited, and the widget handles nothing until it is done. What asks a
    question runs as a worker instead: by the `ask` of a widget, or `run_worker` of an app."""
    blocked: Callable[[Any], Blocked | None] = _never
    """Returns why it can't be run now; None if it can."""
    help: str = ""
    """A full phrase for the help and the palette, which offers only those commands of a page that
    have one; the commands of a program are always in it."""
    group: str = ""
    """The heading in the help; if empty, that of the controller."""
    shown: bool = False
    """Whether it is shown in the footer."""
    key_display: str | None = None
    replaces: bool = False
    """Whether a page's command may take a key that otherwise works on every page."""

    def __post_init__(self) -> None:
        problems = []
        if not ID.fullmatch(self.id):
            problems.append(f'the id "{self.id}" should be a word such as mine.report')
        if not self.label.strip():
            problems.append(f'"{self.id}" needs a label')
        if self.keys and not all(key.strip() for key in self.keys.split(",")):
            problems.append(f'"{self.id}" has an empty key: "{self.keys}"')
        if problems:
            raise refused_arguments(type(self), *problems)

    @property
    def binding(self) -> Binding:
        """Return the binding that runs this command."""
        return Binding(
            self.keys,
            f"command('{self.id}')",
            self.label,
            show=self.shown,
            key_display=self.key_display,
            tooltip=self.help,
            id=self.id,
        )


def checked_blocked(command: Command, target: object) -> Blocked | None:
    """Return why a consumer's command can't be run; if its check fails, say so."""

    def ask() -> Blocked | None:
        found: object = value_in_time(command.blocked, target)
        if found is None or isinstance(found, Blocked):
            return found
        kind = type(found).__name__
        raise TypeError(f"blocked should return a Blocked or None, not {kind}")

    place = f"command {command.id}"
    failed: Blocked | None = Blocked(failure_mark(place))
    return hold(place, ask, failed)


class Controller(Protocol):
    """A feature of a widget: an object with its own state and commands."""

    GROUP: ClassVar[str] = ""
    """The heading in the help; if empty, that of the commands' ids."""
    COMMANDS: ClassVar[Sequence[Command]]


def bindings_of(*controllers: type[Controller], first: Sequence[str] = ()) -> list[BindingType]:
    """Return the bindings of these controllers, for the `BINDINGS` of their widget.

    The commands named `first` lead, in that order, as the footer shows them.
    """
    found = [command.binding for controller in controllers for command in controller.COMMANDS]
    order = {id: at for at, id in enumerate(first)}
    return [*sorted(found, key=lambda one: order.get(one.id or "", len(order)))]


def keys_of(command: Command) -> list[str]:
    """Return the keys of a command by Textual's names."""
    return [key.strip() for key in command.keys.split(",") if key.strip()]


def own_key_problems(commands: Sequence[Command], bindings: Iterable[Any]) -> Iterator[str]:
    """Yield what is wrong with the `KEYS` of a page, beside its own `BINDINGS`."""
    bound = [*Binding.make_bindings(bindings)]
    ids, keys = [one.id for one in bound if one.id], {one.key: one.description for one in bound}
    for name in sorted({id for id in ids if ids.count(id) > 1}):
        yield f'BINDINGS: two have the id "{name}"; rename one of them'
    for command in commands:
        whose = f'KEYS: the command "{command.id}"'
        if command.id in ids:
            yield f'KEYS: the id "{command.id}" is used twice; rename one of them'
        if not command.keys.strip() and not command.help.strip():
            yield f"{whose} can't be reached: give it a key, or help text for the palette"
        for key in keys_of(command):
            if key in keys:
                yield f'{whose} has the key {key}, which "{keys[key]}" has too; choose another'
            keys[key] = command.label
        ids.append(command.id)


def check_binding_shapes(cls: type) -> None:
    """Raise `ConfigError` for what Textual can't read in the `BINDINGS` of a consumer's class."""
    given: object = vars(cls).get("BINDINGS", ())
    if is_ours(cls):
        return
    if isinstance(given, str | Mapping) or not isinstance(given, Sequence):
        said = f"BINDINGS should be a list of Binding(…), not {given_words(given)}"
        raise refused_arguments(cls, said)
    wrong = {number: _unreadable(one) for number, one in enumerate(given, 1)}
    if problems := [f"BINDINGS: entry {number} {why}" for number, why in wrong.items() if why]:
        raise refused_arguments(cls, *problems)


def _unreadable(binding: object) -> str:
    """Return why this is no binding; "" if it is one."""
    if isinstance(binding, tuple):
        if len(binding) not in (2, 3):
            return f'has {plural(len(binding), "part", "parts")}; write ("x", "action", "Label")'
        parts: tuple[object, ...] = binding
    elif isinstance(binding, Binding):
        parts = binding.key, binding.action, binding.description
    else:
        return f'should be Binding(…) or ("x", "action", "Label"), not {given_words(binding)}'
    for name, part in zip(("key", "action", "label"), parts, strict=False):
        if not isinstance(part, str):
            return f"should have a string as its {name}, not {given_words(part)}"
    if not all(key.strip() for key in str(parts[0]).split(",")):
        return f'has an empty key: "{parts[0]}"'
    return ""


def check_own_bindings(cls: type) -> None:
    """Raise `ConfigError` where the `BINDINGS` of a consumer's class cover keys of its base.

    One with the id of the other is meant to replace it.
    """
    if is_ours(cls):
        return
    there: dict[str, Binding] = {}
    for kind in reversed(cls.__mro__):
        if package_of(kind) == "svc_tui":
            found = Binding.make_bindings(vars(kind).get("BINDINGS", ()))
            there |= {one.key: one for one in found}
    problems = [
        f'BINDINGS: the key {one.key} is taken by "{built_in.description}"; choose another, '
        f'or set the id "{built_in.id}" to replace it'
        for one in Binding.make_bindings(vars(cls).get("BINDINGS", ()))
        if (built_in := there.get(one.key)) is not None and built_in.id not in (None, one.id)
    ]
    if problems:
        raise refused_arguments(cls, *problems)


class CommandHost(Widget):
    """A mixin for widgets with controllers: runs their commands, or says why it can't."""

    def controllers(self) -> Iterable[Controller]:
        """Return the controllers whose commands this widget runs; none while it is being built."""
        return ()

    def commands(self) -> Iterator[tuple[Command, Controller]]:
        """Yield every command with the controller that it is run on."""
        for controller in self.controllers():
            for command in controller.COMMANDS:
                yield command, controller

    def _found(self, id: object) -> tuple[Command, Controller] | None:
        return next((one for one in self.commands() if one[0].id == id), None)

    async def action_command(self, id: str) -> None:
        """Run a command, unless it is blocked now."""
        found = self._found(id)
        if found is not None and self.blocked(id) is None:
            command, controller = found
            done = command.run(controller)
            if isawaitable(done):
                await done

    def blocked(self, id: object) -> Blocked | None:
        """Return why a command can't be run now; None if it can."""
        if (found := self._found(id)) is None:
            return Blocked(hidden=True)
        return self.gate(found[0]) or found[0].blocked(found[1])

    def gate(self, command: Command) -> Blocked | None:
        """Return why this widget doesn't run a command now, whatever its controller says."""
        return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim the key of a command that can't be run now, or hide it."""
        if action != "command":
            return super().check_action(action, parameters)
        blocked = self.blocked(parameters[0])
        return True if blocked is None else False if blocked.hidden else None

    def unavailable_reason(self, action: str, parameters: tuple[object, ...]) -> str:
        """Return why an action can't be done now, in a sentence."""
        blocked = self.blocked(parameters[0]) if action == "command" else None
        return blocked.reason if blocked is not None else ""

    def hidden_key_reason(self, binding: Binding) -> str:
        """Return why a key is not offered here; empty if it has nothing to do with this widget."""
        _, action, parameters = parse(binding.action)
        return self.unavailable_reason(action, parameters)

    def group_of(self, id: str) -> str | None:
        """Return a command's heading in the help; None if it is not a command of this widget."""
        found = self._found(id)
        return None if found is None else found[0].group or found[1].GROUP
