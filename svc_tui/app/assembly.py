"""Make a console from its options, a console file and a program's additions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svc_tui.app.bindings import command_warnings, known_bindings
from svc_tui.app.console import Console
from svc_tui.app.context import Svc
from svc_tui.app.described_options import completed_options
from svc_tui.app.factory import usual_state_dir
from svc_tui.app.importing import add_import_path
from svc_tui.app.parts import ConsoleParts, component_named, merged
from svc_tui.app.plugins import BUILT_IN, MERGE, Plugin
from svc_tui.app.route_checks import base_problem, patterns_of
from svc_tui.app.routes import headings, routes_for, with_own
from svc_tui.config.load import load_console, peek
from svc_tui.config.paths import config_dir
from svc_tui.config.restricted import is_restricted
from svc_tui.models.arguments import Name, check_call, given_words, refused_call
from svc_tui.models.components import COMPONENTS
from svc_tui.models.extensions import BrokenExtension, load
from svc_tui.models.field_types import FIELD_TYPES

if TYPE_CHECKING:
    import httpx

    from svc_tui.config.document import ConsoleConfig
    from svc_tui.models.resource import Resource
    from svc_tui.routing.route import Route

PLACE = (Name, Path, type(None))
"""The kinds of a path that may be left out."""

TEXT = (Name, type(None))
"""The kinds of a text that may be left out."""

ORDER_OF_PACKAGES = 10
"""The order of a package's plugin that is a function without one."""


def assemble(
    config: ConsoleConfig,
    parts: ConsoleParts | None = None,
    *,
    state_dir: Path | str | None = None,
    known_as: str = "",
    transport: httpx.AsyncBaseTransport | None = None,
) -> Console:
    """Return a console, ready to be adopted by an app.

    Failing packages are left out, with a warning.

    Raises:
        ConfigError: an address lies on another server, or a declaration is impossible.
        ValueError: the dialect is not known.
    """
    parts = parts or ConsoleParts()
    options, resources = config.options, merged(config.resources, parts.resources)
    warnings = [*command_warnings(parts.commands)]
    svc = Svc(
        options=options,
        dialect=parts.dialect or options.dialect,
        auth=parts.auth,
        state_dir=state_dir,
        session="kept",
        known_as=known_as,
        transport=transport,
        plugins=_plugins(config, parts, resources, warnings),
    )
    is_own = config.source == config_dir() / "svc.toml"
    svc.source = None if is_own or is_restricted() else config.source
    svc.try_secrets_on(next((one.endpoint for one in resources), ""))
    routes = with_own(routes_for(options, resources, svc.dialect), parts.routes)
    return Console(
        svc=svc,
        routes=routes,
        groups=headings(merged(config.groups, parts.groups)),
        keys=dict(config.keys),
        warnings=(*config.warnings, *warnings, *_base_warnings(config, routes)),
    )


def _base_warnings(config: ConsoleConfig, routes: Sequence[Route]) -> Iterator[str]:
    """Yield a warning for each `detail_base` of the file that leads to no page."""
    patterns = patterns_of(routes, ())
    for index, one in enumerate(config.resources):
        if why := base_problem(one, patterns):
            yield _placed(config, why, "resources", index, "detail_base")


def console_for(
    config: ConsoleConfig,
    parts: ConsoleParts,
    *,
    state_dir: Path | str | None = None,
    transport: httpx.AsyncBaseTransport | None = None,
) -> Console:
    """Return the console of a program; anything not in its file comes from the backend."""
    said, known = "", True
    if config.source is not None and parts.dialect is None and transport is None:
        folder = Path(state_dir) if state_dir else usual_state_dir()
        options, said = completed_options(config.options, folder)
        known = "dialect" in options.model_fields_set
        config = replace(config, options=options)
    console = assemble(config, parts, state_dir=state_dir, transport=transport)
    return replace(console, notes=(said,) if said else (), dialect_known=known)


def console_from(
    path: Path | str | None = None, *, profile: str | None = None, base_url: str | None = None
) -> ConsoleConfig:
    """Read and check a console file, for `SvcApp(console_from("svc.toml"), …)`.

    Environment variables override the file, as for `svc-tui`.

    Args:
        path: The file; without one, `svc-tui` would find the same.
        profile: The profile to use.
        base_url: Another backend than the one in the file.

    Raises:
        ConfigError: the file is not there or wrong; names each line.
    """
    named = {"path": path, "profile": profile, "base_url": base_url}
    check_call("console_from", named, {"path": PLACE, "profile": TEXT, "base_url": TEXT})
    if path is not None and not is_restricted() and not Path(path).expanduser().exists():
        raise refused_call("console_from", f"there is no file {path}; check the spelling")
    return read_console(
        path, {"profile": profile, "base_url": base_url}, check_keys=peek(path).changes_keys
    )


def read_console(
    path: Path | str | None,
    overrides: Mapping[str, Any],
    *,
    environ: Mapping[str, str] | None = None,
    check_keys: bool = False,
    check_types: bool = False,
    known_themes: Collection[str] = (),
) -> ConsoleConfig:
    """Return the configuration with all warnings about it; its modules can be imported."""
    found = load_console(
        path,
        overrides,
        known_keys=known_bindings() if check_keys else None,
        check_types=check_types,
        known_themes=known_themes,
        environ=environ,
    )
    add_import_path(found)
    return replace(found, warnings=(*found.warnings, *_field_warnings(found)))


def _field_warnings(found: ConsoleConfig) -> Iterable[str]:
    """Yield a warning for each setting, default or condition of a file that makes no sense."""
    from svc_tui.app.field_checks import declared_problems

    for index, resource in enumerate(found.resources):
        for problem in declared_problems(resource, found.options, {}):
            yield _placed(found, problem.text, "resources", index, *problem.place)


def _plugins(
    config: ConsoleConfig,
    parts: ConsoleParts,
    resources: Sequence[Resource],
    warnings: list[str],
) -> tuple[Plugin, ...]:
    """Return the plugins in their order; packages that an untrusted file names are left out."""
    types = _packaged_types(parts.resources if config.held else resources, parts, warnings)
    merge = replace(MERGE, setup=partial(_merge, replace(parts, field_types=types)))
    packaged = [] if config.held else _packaged_plugins(config.options.plugins, warnings)
    return (*BUILT_IN, merge, *packaged, *parts.plugins)


def _placed(config: ConsoleConfig, text: str, *place: str | int) -> str:
    """Return a sentence about a file, with its line in front."""
    if config.document is None:
        return text
    from svc_tui.config.merge import problem_at

    return str(problem_at(config.document, text, *place))


def _packaged_types(
    resources: Iterable[Resource], parts: ConsoleParts, warnings: list[str]
) -> dict[str, Any]:
    """Return the given field types, and those of installed packages that resources use.

    A broken or missing one is left out: its fields are shown as text.
    """
    found = dict(parts.field_types)
    used = {field.type for resource in resources for field in resource.every_field}
    for name in sorted(used - found.keys() - FIELD_TYPES.keys()):
        try:
            found[name] = load("field_types", name)
        except BrokenExtension as error:
            if error.__cause__ is not None:
                warnings.append(f"{error}. Its fields are read-only, and their values are kept.")
    return found


def _packaged_plugins(names: Iterable[str], warnings: list[str]) -> list[Plugin]:
    """Return the plugins of installed packages; a function is one of the usual order."""
    found = []
    for name in names:
        try:
            made = load("plugins", name)
        except BrokenExtension as error:
            warnings.append(f"{error}. The console runs without it.")
            continue
        if isinstance(made, Plugin):
            found.append(made)
        elif callable(made):
            found.append(Plugin(name, ORDER_OF_PACKAGES, made))
        else:
            warnings.append(
                f'The plugin "{name}" should be a Plugin or a function, not '
                f"{given_words(made)}. The console runs without it."
            )
    return found


def _merge(parts: ConsoleParts, svc: Svc) -> None:
    """Merge the parts that a program adds into the defaults, in place."""
    svc.inject("svc_form_registry").merge(parts.field_types)
    svc.inject("svc_components").merge(
        {
            COMPONENTS[component_named(name) or name].class_name: made
            for name, made in parts.components.items()
        }
    )
    svc.svc_media_adapter.merge(**parts.media_adapter)
    svc.router.middleware.update(parts.middleware)
