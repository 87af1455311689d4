"""Create the console in a thread, while its first page is already shown."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svc_tui.cli.exits import complaint_about
from svc_tui.config.paths import StateUnwritable, ready, state_dir

if TYPE_CHECKING:
    from svc_tui.app.console import Console
    from svc_tui.app.context import Svc
    from svc_tui.config.document import ConsoleConfig as ConfiguredConsole


def load(
    path: Path | str | None,
    overrides: Mapping[str, Any],
    *,
    password: str | None = None,
    environ: Mapping[str, str] | None = None,
    state: Path | None = None,
    known_as: str = "",
    check_keys: bool = False,
    temporary: bool = False,
) -> Console:
    """Create the parts of a console; raises CommandError for an error.

    `temporary` says that the `state` folder is deleted when the program ends.
    """
    try:
        return _console(path, overrides, password, environ, state, known_as, check_keys, temporary)
    except Exception as error:
        if (complaint := complaint_about(error)) is None:
            raise
        raise complaint from None


def _console(
    path: Path | str | None,
    overrides: Mapping[str, Any],
    password: str | None,
    environ: Mapping[str, str] | None,
    state: Path | None,
    known_as: str,
    check_keys: bool,
    temporary: bool,
) -> Console:
    # Imported here: these cost more than the first paint, which must not wait for them.
    from svc_tui.app.described_options import completed_options

    found = checked(path, overrides, environ=environ, check_keys=check_keys)
    place = state or state_dir(environ=environ)
    options, said = completed_options(found.options, place, look=found.source is None)
    console = made(replace(found, options=options), place, known_as)
    console.svc.drafts.temporary = temporary
    return replace(
        console,
        warnings=(*console.warnings, *_state_doubt(console.svc)),
        notes=(said,) if said else (),
        dialect_known="dialect" in options.model_fields_set,
        profiles=found.profiles,
        load_profile=partial(_profile, path, overrides, environ, place, check_keys, temporary),
        credentials=(options.user, password) if options.user and password else None,
    )


def _profile(
    path: Path | str | None,
    overrides: Mapping[str, Any],
    environ: Mapping[str, str] | None,
    state: Path,
    check_keys: bool,
    temporary: bool,
    name: str,
) -> Console:
    """Return the console of another profile; its backend and user are its own."""
    from svc_tui.app.profiles import DEFAULT

    own = {"base_url": None, "user": None, "profile": None if name == DEFAULT else name}
    return load(
        path,
        {**overrides, **own},
        environ=environ,
        state=state,
        check_keys=check_keys,
        temporary=temporary,
    )


def checked(
    path: Path | str | None,
    overrides: Mapping[str, Any],
    *,
    environ: Mapping[str, str] | None = None,
    check_keys: bool,
) -> ConfiguredConsole:
    """Read the configuration, with all warnings about it; raises ConfigError."""
    from textual.theme import BUILTIN_THEMES

    from svc_tui.app.assembly import read_console
    from svc_tui.config.themes import PALETTES

    return read_console(
        path,
        overrides,
        environ=environ,
        check_keys=check_keys,
        check_types=True,
        known_themes={*BUILTIN_THEMES, *PALETTES},
    )


def made(found: ConfiguredConsole, state: Path, known_as: str = "") -> Console:
    """The services and pages of a configuration.

    Raises ValueError or ConfigError if no console can be created.
    """
    from svc_tui.app.assembly import assemble

    return assemble(found, state_dir=state, known_as=known_as)


def _state_doubt(svc: Svc) -> tuple[str, ...]:
    """Return a warning if nothing can be saved in the state directory."""
    try:
        ready(svc.state_dir)
    except StateUnwritable as error:
        svc.preferences.path = None  # once is enough to report it
        return (f"{error} Until then, nothing is saved when you quit.",)
    return ()


def demo_environment() -> Mapping[str, str]:
    """The environment without variables meant for another console than the demo's."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SVC_TUI_")}
