"""Beginning: what a console starts from, checked before its app is created."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.binding import Binding

from svc_tui.app.console import Console, Splash
from svc_tui.app.keys import AppKeys
from svc_tui.app.parts import ConsoleParts, why_not_there
from svc_tui.app.plugins import BootError
from svc_tui.config import themes
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.config.paths import check_state_dir
from svc_tui.models.arguments import check_said_once, given_words
from svc_tui.models.foreign_code import FAILURES, log_failure
from svc_tui.models.location import BadLocation, Location
from svc_tui.screens.page import SvcPage
from svc_tui.text import clean
from svc_tui.textual_patches.speed import is_fast
from svc_tui.thinline import hook as tap

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.auth.base import Auth
    from svc_tui.config.document import ConsoleConfig
    from svc_tui.config.options import Options


@dataclass(frozen=True)
class Beginning:
    """Creates the console, and has the settings that apply before it exists."""

    load: Callable[[], Console]
    """Creates the whole console, in a thread."""
    options: Options | None = None
    """The settings; None if `load` was given, which alone knows them."""
    auth: Auth | None = None
    """The sign-in, if the settings do not name one."""

    @property
    def splash(self) -> Splash:
        """The words of the first page."""
        if (options := self.options) is None:
            return Splash()
        kind = options.auth.kind
        if self.auth is None:
            no_form, key = kind in ("none", "device"), kind == "api_key"
        else:
            no_form, key = self.auth.asks in ((), ("device",)), "key" in self.auth.asks
        return Splash(
            options.title,
            options.base_url,
            options.user or "",
            options.theme,
            options.ascii,
            waiting="Opening…" if no_form else "",
            key=key,
        )

    @property
    def mouse(self) -> bool:
        """Whether the console reacts to the mouse."""
        return self.options is None or self.options.mouse

    def frame_rate(self, thin: bool | None, wanted: float | None) -> float | None:
        """Return the maximum frames per second; None if Textual draws directly.

        Raises: ConfigError: the value is out of range.
        """
        if wanted is not None and not 1 <= wanted <= 120:
            raise _wrong(f"frame_rate= should be a number from 1 to 120, not {wanted}")
        if wanted is not None and thin is False:
            raise _wrong("frame_rate= has no effect with thin=False; remove one")
        options = self.options
        if thin is None:
            thin = options is None or options.diff
        if not (thin and is_fast()):
            return None
        return wanted or (tap.FRAMES_PER_SECOND if options is None else options.frame_rate)


def begin_with(
    options: Options | ConsoleConfig | None,
    parts: ConsoleParts,
    load: Callable[[], Console] | None,
    state_dir: Path | str | None,
    transport: httpx.AsyncBaseTransport | None,
    start: Location,
) -> Beginning:
    """Return the beginning of a console, whose first page is at `start`.

    Raises:
        ConfigError: the parts do not fit together, no backend is named, something is given beside
            `load`, or `auth` or `transport` is none.
    """
    if load is None:
        config = _checked(options, parts, start)
        check_state_dir(state_dir)
        if transport is not None:
            from svc_tui.app.factory import check_transport

            check_transport(transport)
        elif (place := config.options.transport) and (why := why_not_there(place)):
            raise _wrong(f"transport: {why}")
        made = partial(_console, config, parts, state_dir, transport)
        auth = None
        if parts.auth is not None:
            # Imported here: the first paint of most consoles needs no sign-in.
            from svc_tui.app.factory import bindable

            auth = bindable(parts.auth)
        return Beginning(made, config.options, auth)
    more = {"options": options, "transport": transport, "state_dir": state_dir}
    given = [*(name for name, value in more.items() if value), *parts.given]
    if given:
        words = f"{', '.join(given)} can't be combined with it: put them in its Console"
        raise _wrong(f"SvcApp(load=…) builds the whole console, so {words}.")
    return Beginning(partial(_loaded, load))


def first_location(start: str) -> Location:
    """Return the location that a console starts at; raises ConfigError for an invalid one."""
    try:
        return Location.parse(start)
    except BadLocation as error:
        raise _wrong(f"SvcApp(…): start: {error}") from None


def _loaded(load: Callable[[], Console]) -> Console:
    """Return the console that `load` creates; raises ConfigError if it fails or creates none."""
    try:
        console: object = load()
    except (ConfigError, OSError, BootError):  # These have their own messages.
        raise
    except (*FAILURES, GeneratorExit) as error:
        log_failure("load", error)
        said = f"{type(error).__name__}: {clean(error)}"
        raise _wrong(f"SvcApp(load=…): the function failed ({said})") from error
    if not isinstance(console, Console):
        words = given_words(console)
        raise _wrong(f"SvcApp(load=…): the function should return a Console, not {words}")
    return console


def _wrong(words: str) -> ConfigError:
    return ConfigError(ConfigProblem(words))


def _checked(
    options: Options | ConsoleConfig | None, parts: ConsoleParts, start: Location
) -> ConsoleConfig:
    """Return the settings as a configuration, once everything fits together; raises ConfigError."""
    from textual.theme import BUILTIN_THEMES

    from svc_tui.config.document import ConsoleConfig
    from svc_tui.config.options import Options

    if options is None:
        raise _wrong("Name the backend: SvcApp(Options(base_url='https://…')).")
    if not isinstance(options, Options | ConsoleConfig):
        raise _wrong(
            "SvcApp takes Options(base_url='https://…') or console_from(…) first, not "
            f"{given_words(options)}."
        )
    config = options if isinstance(options, ConsoleConfig) else ConsoleConfig(options)
    check_said_once(config.options, {"auth": parts.auth, "dialect": parts.dialect})
    bound = [*Binding.make_bindings([*AppKeys.BINDINGS, *SvcPage.BINDINGS])]
    keys = {one.key: one.description for one in bound if not one.action.startswith("second(")}
    keys[App.COMMAND_PALETTE_BINDING] = "Command palette"
    ids = {one.id for one in bound if one.id}
    parts.check(config, themes={*BUILTIN_THEMES, *themes.PALETTES}, keys=keys, ids=ids, start=start)
    return config


def _console(
    config: ConsoleConfig, parts: ConsoleParts, state_dir: Path | str | None, transport: Any
) -> Console:
    from svc_tui.app.assembly import console_for

    return console_for(config, parts, state_dir=state_dir, transport=transport)
