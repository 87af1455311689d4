"""ConsoleParts: what a program adds to a console, and the checks that it fits."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

from textual.screen import Screen
from textual.widget import Widget

from svc_tui.app.command_checks import Keys, command_problems, page_key_problems
from svc_tui.app.route_checks import (
    base_problem,
    declared_route_problems,
    hidden_page,
    name_problems,
    patterns_of,
    ring_problems,
    start_problem,
    start_query_problems,
    unreached_problems,
)
from svc_tui.models.arguments import given_words, is_async, twice, wrong_count
from svc_tui.models.components import COMPONENTS, SHORT_NAMES
from svc_tui.models.foreign_code import FAILURES
from svc_tui.models.location import Location
from svc_tui.models.own_pages import PARENTS
from svc_tui.models.slots import is_slot, place_of, unknown_slots
from svc_tui.text import clean
from svc_tui.widgets.command import keys_of

if TYPE_CHECKING:
    import httpx
    from textual.theme import Theme

    from svc_tui.api.auth.base import Auth
    from svc_tui.api.dialects import Dialect
    from svc_tui.app.plugins import Plugin
    from svc_tui.config.document import ConsoleConfig
    from svc_tui.config.options import Options
    from svc_tui.models.resource import Resource, SidebarGroup
    from svc_tui.models.slots import Fill
    from svc_tui.routing.route import Route
    from svc_tui.widgets.command import Command

STEP = re.compile(r"\{[A-Za-z_]\w*\}|(?!\.+$)[^{}<>?#%*\s]+")
"""A segment of a route's pattern."""

NAME = re.compile(r"[A-Za-z_][\w.-]*")
"""The name of a field type."""

FIRST_PAGE = Location()

RECEIVED = ("slots", "resource")
"""The arguments that the pages of a resource receive by name."""

LAYOUTS = ("svc-default", "svc-empty")
"""The names of the layouts."""


@dataclass(frozen=True, kw_only=True)
class ConsoleParts:
    """The parts that a program adds to a console. `SvcApp` takes each by the same name."""

    resources: Sequence[Resource] = ()
    groups: Sequence[SidebarGroup] = ()
    routes: Sequence[Route] = ()
    plugins: Sequence[Plugin] = ()
    middleware: Mapping[str, Any] = field(default_factory=dict)
    field_types: Mapping[str, Any] = field(default_factory=dict)
    components: Mapping[str, Any] = field(default_factory=dict)
    media_adapter: Mapping[str, Any] = field(default_factory=dict)
    slots: Mapping[str, Fill] = field(default_factory=dict)
    themes: Sequence[Theme] = ()
    commands: Sequence[Command] = ()
    dialect: Dialect | str | None = None
    auth: Auth | httpx.Auth | None = None

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the parts that were given."""
        return tuple(one.name for one in fields(self) if getattr(self, one.name))

    def check(
        self,
        config: ConsoleConfig,
        *,
        themes: Collection[str],
        keys: Keys,
        ids: Collection[str] = (),
        start: Location = FIRST_PAGE,
    ) -> None:
        """Check that every name exists.

        Args:
            config: The options and what a console file declares.
            themes: The names of the themes that are known without these parts.
            keys: The keys that work on every page, and what each does.
            ids: The ids of what works on every page.
            start: The first location.

        Raises:
            ConfigError: lists all problems, each with the nearest name.
        """
        from svc_tui.config.errors import ConfigError, ConfigProblem

        if wrong := [*self._wrong_kinds()]:  # Nothing else can be checked.
            raise ConfigError(*map(ConfigProblem, wrong))
        problems = [
            *self._problems(config),
            *_themes(self.themes, config.options.theme, themes),
            *command_problems(self.commands, keys, ids),
            *self._start(config, start),
            *page_key_problems(self._pages(), {**keys, **_own_keys(self.commands)}, ids),
        ]
        if problems:
            raise ConfigError(*map(ConfigProblem, dict.fromkeys(problems)))

    def _problems(self, config: ConsoleConfig) -> Iterator[str]:
        """Yield the problems of the parts among themselves and with a console file."""
        resources = merged(config.resources, self.resources)
        yield from self._dialect(config.options)
        yield from self._slots(config)
        yield from _components(self.components)
        yield from self._middleware()
        yield from self._adapter()
        yield from _types(self.field_types)
        yield from self._fields(config)
        yield from self._origins(config)
        yield from self._actions()
        yield from _plugins(self.plugins)
        yield from self._routes(config)
        yield from ring_problems(self.routes, resources)
        yield from name_problems(self.routes)
        yield from self._bases(config)
        yield from self._options(config)
        yield from self._usual(config)
        groups = merged(config.groups, self.groups)
        yield from _entries(groups, resources, self.resources, self.groups, self.routes)

    def _wrong_kinds(self) -> Iterator[str]:
        """Yield entries of the wrong type."""
        from textual.theme import Theme

        from svc_tui.app.plugins import Plugin
        from svc_tui.models.resource import Resource, SidebarGroup
        from svc_tui.routing.route import Route
        from svc_tui.widgets.command import Command

        wanted = {
            "resources": Resource,
            "groups": SidebarGroup,
            "routes": Route,
            "plugins": Plugin,
            "themes": Theme,
            "commands": Command,
        }
        for part, kind in wanted.items():
            given = getattr(self, part)
            if isinstance(given, str | bytes) or not isinstance(given, Sequence):
                yield f"{part} should be a list, not {given_words(given)}"
                continue
            for one in given:
                if not isinstance(one, kind):
                    yield f"{part}: each should be a {kind.__name__}(…), not {given_words(one)}"
        for part in (one.name for one in fields(self) if one.default_factory is dict):
            if not isinstance(given := getattr(self, part), Mapping):
                yield f"{part} should be a dict, not {given_words(given)}"
                continue
            for name in given:
                if not isinstance(name, str):
                    yield f"{part}: each name should be a string, not {given_words(name)}"
                elif not name.strip():
                    yield f"{part}: a name is empty"

    def _dialect(self, options: Options) -> Iterator[str]:
        """Yield that there is no such dialect, or that a wire has no effect on it."""
        from svc_tui.app.factory import known_dialect, with_options
        from svc_tui.config.errors import ConfigError

        try:
            if self.dialect is not None:
                with_options(known_dialect(self.dialect), options)
        except ConfigError as error:
            yield from (one.text for one in error.problems)
        except ValueError as error:
            yield str(error)

    def _slots(self, config: ConsoleConfig) -> Iterator[str]:
        yield from (f"slots: {why}" for why in unknown_slots(self.slots))
        for name in self.slots if config.options.home == "plain" else ():
            if name.startswith("home."):
                yield f'slots: "{name}" is a place of the dashboard, which home="plain" replaces'
        yield from _wrong_fills(self.slots, "slots")
        lists = [_slot_keys(one) for one in merged(config.resources, self.resources)]
        if not self._may_have_other_lists(config):
            for start in ("cell.", "filter."):
                if all(known[start] for known in lists):
                    every = {key for known in lists for key in known[start]}
                    yield from _slots_of_nothing(self.slots, "slots", {start: every})
        for resource in self.resources:
            whose = f'the slots of "{resource.name}"'
            yield from _wrong_fills(resource.slots, whose)
            yield from _slots_of_nothing(resource.slots, whose, _slot_keys(resource))

    def _may_have_other_lists(self, config: ConsoleConfig) -> bool:
        """Whether lists may show what no resource declares: those of own pages or of a dialect."""
        from svc_tui.models.dialects import WIRES

        own = any(one.list_page or one.detail_page for one in self.resources)
        spoken = self.dialect is not None or config.options.dialect not in WIRES
        return bool(own or spoken or self.routes)

    def _middleware(self) -> Iterator[str]:
        from svc_tui.routing.middleware import BUILT_IN

        known = [*BUILT_IN, *self.middleware]
        for name, ask in self.middleware.items():
            if not callable(ask):
                yield f'middleware: "{name}" should be a function, not {given_words(ask)}'
            elif is_async(ask):
                yield f'middleware: "{name}" must not be async'
            elif why := wrong_count(ask, "request"):
                yield f'middleware: "{name}" has the wrong parameters: {why}'
        used = [(f'the resource "{one.name}"', one.middleware) for one in self.resources]
        used += [(f"the route {one.pattern}", one.middleware) for one in self.routes]
        for whose, names in used:
            for name in names:
                if name not in known:
                    hint = _nearest(name, known, "middleware")
                    yield f'{whose} names the unknown middleware "{name}"; {hint}'

    def _adapter(self) -> Iterator[str]:
        if not self.media_adapter:
            return
        from svc_tui.api.adapter import MediaAdapter

        known = [one.name for one in fields(MediaAdapter)]
        for name, method in self.media_adapter.items():
            if name not in known:
                yield f'media_adapter has no "{name}"; {_nearest(name, known, "methods")}'
            elif not callable(method):
                yield f'media_adapter: "{name}" should be a function, not {given_words(method)}'
            elif is_async(method):
                yield f'media_adapter: "{name}" must not be async'
            elif why := wrong_count(method, *signature(getattr(MediaAdapter(), name)).parameters):
                yield f'media_adapter: "{name}" has the wrong parameters: {why}'

    def _fields(self, config: ConsoleConfig) -> Iterator[str]:
        from svc_tui.app.field_checks import field_problems

        for resource in merged(config.resources, self.resources):
            reads = getattr(resource.list_page or self._replaced_list, "READS", ())
            yield from field_problems(resource, config, self.field_types, reads)

    def _usual(self, config: ConsoleConfig) -> Iterator[str]:
        from svc_tui.app.field_checks import usual_problems

        return usual_problems(config, self.field_types)

    def _origins(self, config: ConsoleConfig) -> Iterator[str]:
        """Yield the addresses of resources on another server than the console's."""
        from svc_tui.api.urls import is_absolute
        from svc_tui.app.routes import addresses
        from svc_tui.config.errors import ConfigError

        absolute = [one for one in addresses(self.resources) if is_absolute(one[1])]
        if not absolute:
            return
        from svc_tui.app.factory import check_origins  # With httpx, which nothing else here needs.

        try:
            check_origins(config.options.base_url, absolute)
        except ConfigError as error:
            yield from (one.text for one in error.problems)

    def _actions(self) -> Iterator[str]:
        """Yield the permissions and handlers that do not exist."""
        from svc_tui.models.listing import unknown_verb

        for resource in self.resources:
            for one in resource.actions:
                whose = f'the action "{one.label}" of "{resource.name}"'
                for word in one.unknown_verbs:
                    yield f"{whose} needs {unknown_verb(word)}"
                if isinstance(one.handler, str) and (why := why_not_there(one.handler)):
                    yield f"{whose}: {why}"

    def _routes(self, config: ConsoleConfig) -> Iterator[str]:
        lists = {f"/{one.name}": one.name for one in (*config.resources, *self.resources)}
        built_in = self._built_in_pages(config)
        seen: dict[str, str] = {}
        for route in self.routes:
            whose = f"the route {route.pattern}"
            if not route.pattern.startswith("/"):
                yield f"{whose} should begin with a slash"
            yield from _pattern_problems(route, whose)
            yield from _permission_problems(route, whose)
            shape = _shape(route.pattern)
            if (other := seen.get(shape)) is not None:
                same = "defined twice" if other == route.pattern else f"the same as {other}"
                yield f"{whose} is {same}; keep one of them"
            seen[shape] = route.pattern
            path = shape.removesuffix("/{}")
            if path in lists:
                page = "list_page" if path == shape else "detail_page"
                yield f'{whose} is a page of the resource "{lists[path]}"; set it as its {page}'
            elif (short := built_in.get(shape)) is not None:
                how = f'replace it with components={{"{short}": …}}'
                how = how if short else "choose another path"
                yield f"{whose} is a built-in page; {how}"
            elif why := hidden_page(route.pattern, lists, reversed([*built_in])):
                yield f"{whose} {why}"
            if route.layout not in LAYOUTS:
                hint = _nearest(route.layout, LAYOUTS, "layouts")
                yield f'{whose} has the unknown layout "{route.layout}"; {hint}'
            yield from _page_problems(route, whose)
            yield from declared_route_problems(route)
        yield from unreached_problems(self.routes)
        yield from self._pages_of_resources()

    def _pages_of_resources(self) -> Iterator[str]:
        for resource in self.resources:
            if isinstance(card := resource.card, type) and not issubclass(card, Widget):
                words = given_words(card)
                yield f'the card of "{resource.name}" should be a class of widgets, not {words}'
            elif is_async(card):
                yield f'the card of "{resource.name}" must not be async'
            elif callable(card) and (why := wrong_count(card, keywords=("resource",))):
                yield f'the card of "{resource.name}" has the wrong parameters: {why}'
            for name in ("list_page", "detail_page"):
                page = getattr(resource, name)
                if _is_no_page(page) or is_async(page):
                    yield f'the {name} of "{resource.name}" {_should_be_page(page)}'
                elif isinstance(page, str) and (why := why_not_there(page)):
                    yield f'the {name} of "{resource.name}": {why}'
                elif isinstance(page, type) and _is_other_page(page, name):
                    words = f"is {page.__name__}, which is made for another page"
                    yield f'the {name} of "{resource.name}" {words}'
                elif callable(page) and (why := wrong_count(page, "visit", keywords=RECEIVED)):
                    yield f'the {name} of "{resource.name}" has the wrong parameters: {why}'

    def _bases(self, config: ConsoleConfig) -> Iterator[str]:
        every = merged(config.resources, self.resources)
        asked = [one for one in self.resources if one.detail_base is not None]
        patterns = patterns_of(self.routes, every, self._built_in_pages(config)) if asked else []
        yield from filter(None, (base_problem(one, patterns) for one in asked))

    def _options(self, config: ConsoleConfig) -> Iterator[str]:
        if config.source is None and config.options.restricted:
            yield (
                "restricted has no effect in a program: set it in the system's console file, or "
                "start the console with `svc-tui --restricted`"
            )

    def _start(self, config: ConsoleConfig, start: Location) -> Iterator[str]:
        every = merged(config.resources, self.resources)
        lists = [f"/{one.name}" for one in every]
        patterns = patterns_of(self.routes, every, self._built_in_pages(config))
        # Without resources the backend is asked for them, and a plugin may add routes.
        complete = bool(every) and not (self.plugins or config.options.plugins)
        if start.path != "/" and (why := start_problem(start.path, [*patterns, *lists], complete)):
            yield f"SvcApp(…): {why}"
        found = start_query_problems(start, every, self._replaced_list)
        yield from (f"SvcApp(…): {why}" for why in found)

    @property
    def _replaced_list(self) -> Any:
        """The component that shows lists; None if it is the built-in one."""
        given = self.components.items()
        return next((made for name, made in given if component_named(name) == "list"), None)

    def _built_in_pages(self, config: ConsoleConfig) -> dict[str, str]:
        """Return the component of each built-in page, "" for none, by the shape of its pattern."""
        from svc_tui.app.factory import known_dialect
        from svc_tui.app.routes import routes_for
        from svc_tui.config.errors import ConfigError

        try:
            dialect = known_dialect(self.dialect or config.options.dialect)
        except ConfigError:  # `_dialect` reports it.
            return {}
        routes = routes_for(config.options, (), dialect)
        return {_shape(one.pattern): SHORT_NAMES.get(str(one.page), "") for one in routes}

    def _pages(self) -> Iterator[Any]:
        """Yield the pages and components of the program."""
        yield from (one.page for one in self.routes)
        for one in self.resources:
            yield from (one.list_page, one.detail_page)
        yield from self.components.values()


def _own_keys(commands: Iterable[Command]) -> dict[str, str]:
    return {key: one.label for one in commands for key in keys_of(one)}


def merged(first: Iterable[Any], more: Iterable[Any]) -> tuple[Any, ...]:
    """Return declarations by name; later ones replace earlier ones."""
    return tuple({one.name: one for one in (*first, *more)}.values())


def _nearest(word: str, known: Iterable[str], noun: str) -> str:
    from svc_tui.config.explain import nearest

    return nearest(word, known, noun=noun, listed="")


def why_not_there(place: str) -> str:
    """Return why `module:name` can't be imported, as far as known without importing it."""
    module, _, name = place.partition(":")
    try:
        there = sys.modules.get(module) or find_spec(module)
    except (ImportError, ValueError):
        there = None
    except FAILURES as error:  # Of the package around it, which is imported for that.
        return f"{module} can't be imported: {type(error).__name__}: {clean(error, limit=200)}"
    if there is None:
        return f"there is no module {module}, to which {place} points"
    known = [one for one in vars(there) if not one.startswith("_")]
    if isinstance(there, ModuleType) and not hasattr(there, name):
        return f'{module} has no "{name}"; {_nearest(name, known, "names")}'
    return ""


def _shape(pattern: str) -> str:
    """Return the pattern of a route without the names of its values: they match the same paths."""
    return re.sub(r"\{\w*\}", "{}", pattern.rstrip("/") or "/")


def _pattern_problems(route: Route, whose: str) -> Iterator[str]:
    steps = route.pattern.removeprefix("/").removesuffix("/").split("/")
    for step in steps if steps != [""] else ():
        if not STEP.fullmatch(step):
            yield f'{whose}: "{step}" should be a word, or a name in braces such as {{id}}'
    for name in twice(step for step in steps if step.startswith("{")):
        yield f"{whose} has {name} twice; rename one of them"


def _permission_problems(route: Route, whose: str) -> Iterator[str]:
    asked = route.permissions
    for name in set(asked) - {"model"} if isinstance(asked, Mapping) else ():
        yield f'{whose}: permissions has the unknown key "{name}"; only "model" is allowed'
    if asked == {}:
        yield f"{whose}: permissions is empty; name a model or codenames"


def _page_problems(route: Route, whose: str) -> Iterator[str]:
    page = route.page
    if is_async(page):
        yield f"{whose}: the page must not be async"
    elif isinstance(page, str) and (why := why_not_there(page)):
        yield f"{whose}: {why}"
    elif _is_no_page(page):
        yield f"{whose}: the page {_should_be_page(page)}"


def _is_no_page(page: object) -> bool:
    from svc_tui.screens.page import SvcPage

    return isinstance(page, type) and (page is SvcPage or not issubclass(page, Screen))


def _is_other_page(page: type, name: str) -> bool:
    """Whether a page of a resource is the other one of its two."""
    from svc_tui.screens.listing import ListPage
    from svc_tui.screens.record import DetailPage

    return issubclass(page, DetailPage if name == "list_page" else ListPage)


def _should_be_page(page: object) -> str:
    """Return what a page should be, if it is something else."""
    from svc_tui.screens.page import SvcPage

    if page is SvcPage:
        return "should be a subclass of SvcPage of your own, not SvcPage itself"
    return f"should be a subclass of SvcPage, not {given_words(page)}"


def _wrong_fills(slots: Mapping[str, Any], whose: str) -> Iterator[str]:
    for name, fill in slots.items():
        if not is_slot(name):
            continue
        if not callable(fill):
            yield f'{whose}: "{name}" should be a function, not {given_words(fill)}'
        elif is_async(fill):
            yield f'{whose}: "{name}" must not be async'
        elif why := wrong_count(fill, keywords=place_of(name).receives):
            yield f'{whose}: "{name}" has the wrong parameters: {why}'


def _slot_keys(resource: Resource) -> dict[str, set[str]]:
    """Return the declared keys of a resource, by the prefix of the slots that use them."""
    return {
        "cell.": {one.key for one in resource.columns},
        "filter.": {one.value for one in resource.filters},
        "field.": {one.key for one in (*resource.fields, *resource.sidebar_fields)},
        "qedit.field.": {
            one.key for one in resource.edit_fields or (*resource.fields, *resource.sidebar_fields)
        },
    }


def _slots_of_nothing(
    slots: Mapping[str, Any], whose: str, keys: Mapping[str, set[str]]
) -> Iterator[str]:
    """Yield slots of columns, filters or fields that are not declared.

    Undeclared parts come from the backend.
    """
    for start, known in keys.items():
        noun = start.strip(".").rpartition(".")[2]
        for name in slots:
            if known and name.startswith(start) and name.removeprefix(start) not in known:
                hint = _nearest(name, [start + one for one in known], f"{noun}s")
                yield f'{whose}: "{name}" matches no {noun}; {hint}'


def component_named(name: str) -> str | None:
    """Return the short name of a component, given that or its class name; or None."""
    if name in COMPONENTS:
        return name
    return next((short for short, one in COMPONENTS.items() if one.class_name == name), None)


def _components(given: Mapping[str, Any]) -> Iterator[str]:
    for same in twice(filter(None, map(component_named, given))):
        yield f'components: "{same}" is given under two names; keep one of them'
    for name, made in given.items():
        short = component_named(name)
        if short is None:
            known = [*COMPONENTS, *(one.class_name for one in COMPONENTS.values())]
            yield f'there is no component "{name}"; {_nearest(name, known, "components")}'
            continue
        module, _, attribute = COMPONENTS[short].needed.partition(":")
        base = getattr(import_module(module), attribute)
        if not (isinstance(made, type) and issubclass(made, base)):
            words = given_words(made)
            yield f'components: "{name}" should be a subclass of {attribute}, not {words}'
        elif (other := _built_in_part(made)) not in ("", short):
            words = f'is {made.__name__}, which is a "{other}", not a "{short}"'
            yield f'components: "{name}" {words}'


def _built_in_part(made: type) -> str:
    """Return the component whose built-in class this is or inherits; "" for none."""
    places = (f"{kind.__module__}:{kind.__name__}" for kind in made.__mro__)
    return next((SHORT_NAMES[place] for place in places if place in SHORT_NAMES), "")


def _types(given: Mapping[str, Any]) -> Iterator[str]:
    for name, made in given.items():
        if not NAME.fullmatch(name):
            yield f'field_types: "{name}" should be a word of letters, digits, "_" and "-"'
            continue
        if isinstance(made, str):
            if ":" not in made:
                yield f'field_types: "{name}" should be a class or its import path (module:Class)'
            elif why := why_not_there(made):
                yield f'field_types: "{name}": {why}'
            continue
        from svc_tui.widgets.form.field import SvcField

        if not (isinstance(made, type) and issubclass(made, SvcField)):
            yield f'field_types: "{name}" should be a subclass of SvcField, not {given_words(made)}'
        elif made.editable and made.make_editor is SvcField.make_editor:
            yield f'field_types: "{name}" needs a class with make_editor(), not {made.__name__}'


def _plugins(given: Sequence[Plugin]) -> Iterator[str]:
    from svc_tui.app.plugins import BUILT_IN, MERGE

    there = [*BUILT_IN, MERGE]
    for plugin in given:
        if why := wrong_count(plugin.setup, "svc"):
            yield f'the setup of the plugin "{plugin.name}" has the wrong parameters: {why}'
        if plugin.order < 0:
            yield (
                f'the plugin "{plugin.name}" has the order {plugin.order}, before the built-in '
                f"ones; choose one above {MERGE.order}"
            )
        for other in there:
            if plugin.name == other.name:
                yield f'two plugins are named "{plugin.name}"; rename one of them'
            elif plugin.order == other.order:
                taken = {one.order for one in (*there, *given)}
                free = next(n for n in range(10, 10_000) if n not in taken)
                yield (
                    f'the plugins "{other.name}" and "{plugin.name}" both have the order '
                    f"{plugin.order}; choose another order for one of them, such as {free}"
                )
        there.append(plugin)


def _themes(given: Sequence[Theme], wanted: str | None, known: Collection[str]) -> Iterator[str]:
    if given:
        from svc_tui.app.theme_checks import theme_problems

        yield from theme_problems(given)
    names = {*known, *(theme.name for theme in given)}
    if wanted is not None and wanted not in names:
        yield f'the theme "{wanted}" is unknown; {_nearest(wanted, names, "themes")}'


def _entries(
    groups: tuple[Any, ...],
    resources: tuple[Any, ...],
    given: Sequence[Resource],
    given_groups: Sequence[SidebarGroup],
    routes: Sequence[Route],
) -> Iterator[str]:
    """Yield sidebar entries with duplicate names, unknown parents, or cyclic parents."""
    for noun, named in (("resources", given), ("groups", given_groups)):
        for name in twice(one.name for one in named):
            yield f'two {noun} are named "{name}"; rename one of them'
    from svc_tui.config.explain import closest

    known = [one.name for one in (*groups, *resources)]
    pages = [*PARENTS, *(route.pattern.strip("/") for route in routes)]
    pages += [route.name for route in routes]
    asked = [(f'the parent of "{one.name}"', one.parent) for one in given]
    asked += [(f"the parent of the route {one.pattern}", one.parent) for one in routes]
    for whose, parent in asked:
        is_path = (parent or "").startswith("/")
        parent = (parent or "").strip("/")
        # Without any group, a word creates its own heading.
        if parent not in ("", *known, *pages) and (groups or is_path or closest(parent, known)):
            hint = _nearest(parent, [*known, *pages], "groups and pages")
            yield f'{whose} is "{parent}", which is not a group or page; {hint}'
    from pydantic_core import PydanticCustomError

    from svc_tui.config.options import check_sidebar

    try:
        check_sidebar(groups, resources)
    except PydanticCustomError as error:
        yield error.message()
