"""`svc-tui completion`: shell completion from the cache, without the network."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from svc_tui.cli.exits import OK
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.resource import Resource
    from svc_tui.stores.history.past_writes import PastWrites

BASH = """\
_svc_tui() {
  local IFS=$'\\n' line=${COMP_LINE:0:$COMP_POINT} words
  IFS=$' \\t' read -r -a words <<< "$line"
  [[ $line == *' ' ]] && words+=("")
  local begun=${words[-1]}
  COMPREPLY=($(svc-tui completion --words $((${#words[@]}-1)) -- "${words[@]}" 2>/dev/null))
  # The shell breaks words at `:` and `=`: it wants the text after the last one.
  [[ $begun == *[:=]* ]] && COMPREPLY=("${COMPREPLY[@]#"${begun%[:=]*}"[:=]}")
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace
}
complete -o default -F _svc_tui svc-tui
"""

ZSH = """\
#compdef svc-tui
_svc_tui() {
  local -a found
  found=("${(@f)$(svc-tui completion --words "$((CURRENT-1))" -- "${words[@]}" 2>/dev/null)}")
  if [[ -n $found ]]; then compadd -- "${found[@]}"; else _files; fi
}
compdef _svc_tui svc-tui
"""

FISH = """\
function __svc_tui
  set -l line (commandline -opc) (commandline -ct)
  svc-tui completion --words (math (count $line) - 1) -- $line 2>/dev/null
end
complete -c svc-tui -f -a '(__svc_tui)'
complete -c svc-tui -n 'not __svc_tui | string length -q' -F
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}

ACTS = "action"


def run(known: argparse.Namespace) -> int:
    """Print a shell's script, or completions of a command line; return the exit code."""
    if known.at is None:
        print(SCRIPTS[known.shell or "bash"], end="")
        return OK
    line = list(known.program)
    line += [""] * (known.at + 1 - len(line))
    for word in suggestions(line[1 : known.at], line[known.at]):
        print(clean(word))
    return OK


def suggestions(before: Sequence[str], begun: str) -> list[str]:
    """Return the completions of the last word, after the words before it."""
    try:
        offers = _offers(before, begun)
    except Exception:  # An error must not be printed in the middle of a command line.
        return []
    return sorted({one for one in offers if one.startswith(begun)})


def _offers(before: Sequence[str], begun: str) -> Iterable[str]:
    from svc_tui.cli.arguments import PLANNED, command_line

    parser = command_line()
    found = next(one.choices for one in parser._actions if one.dest == "command")
    commands: dict[str, Any] = dict(found) if isinstance(found, dict) else {}
    last = before[-1] if before else ""
    if last == "--profile" or last in ("--from", "--to", "--profile-name"):
        return _profiles(before)
    verb = next((one for one in before if one in commands), "")
    if not verb:
        return commands
    after = before[before.index(verb) + 1 :]
    if verb == "plan":
        verb = next((one for one in after if one in PLANNED), "")
        if not verb:
            return PLANNED
        after = after[after.index(verb) + 1 :]
    mine = commands[verb]
    if begun.startswith("-"):
        return [name for action in mine._actions for name in action.option_strings]
    takes = {action.dest: action for action in mine._actions}
    if last.startswith("-"):
        chosen = next((one for one in mine._actions if last in one.option_strings), None)
        if chosen is not None and chosen.choices:
            return list(chosen.choices)
    if verb == "resume":
        return _kept_runs()
    if verb == "undo":
        return _undoable()
    named = _words(mine, after)
    if "resource" not in takes:
        choices = next((one.choices for one in mine._actions if not one.option_strings), None)
        return () if named else list(choices or ())
    if "--" in after:  # The words of another program.
        return ()
    kinds = () if last in _with_values(mine) else _kinds_of_word(mine, len(named))
    return _of_resource(before, verb, named, last, kinds)


def _with_values(command: argparse.ArgumentParser) -> set[str]:
    """Return the options that take the next word as their value."""
    return {name for one in command._actions if one.nargs != 0 for name in one.option_strings}


def _words(command: argparse.ArgumentParser, after: Sequence[str]) -> list[str]:
    """Return the words of a command that are neither options nor their values."""
    with_values = _with_values(command)
    pairs = zip(("", *after), after, strict=False)
    return [one for before, one in pairs if not one.startswith("-") and before not in with_values]


def _kinds_of_word(command: argparse.ArgumentParser, before: int) -> Sequence[str]:
    """Return what the command takes after `before` words, as its help names it: ID, FILTER …"""
    words = [one for one in command._actions if not one.option_strings]
    if before >= len(words) and words[-1].nargs is None:
        return ()
    return str(words[min(before, len(words) - 1)].metavar).split("|")


def _of_resource(
    before: Sequence[str], verb: str, named: Sequence[str], last: str, kinds: Sequence[str]
) -> Iterable[str]:
    """Return names of resources, then those of a resource's parts, as far as cached.

    `kinds` are what the help calls the word: RESOURCE, ACTION, ID, FILTER; none for a value of the
    option `last`.
    """
    from svc_tui.config.paths import state_dir
    from svc_tui.stores.listing.saved_views import views_of

    resources = _resources(before)
    if not named:
        return resources if "RESOURCE" in kinds else ()
    resource = resources.get(named[0])
    if resource is None:
        return ()
    if last in ("--columns", "--order"):
        return [one.key for one in resource.columns]
    if last == "--view":
        views = views_of(state_dir())
        views.load()
        return [one.name for one in views.state.of(resource.name)]
    if last == "--tab":
        return [one.value for one in resource.tabs]
    if last == "--key":
        return [one.key for one in resource.fields]
    if last == "--set":
        chosen = [one.inputs for one in resource.actions if one.id == named[-1]]
        fields = chosen[0] if verb == ACTS and chosen else resource.form_fields
        values = [f"{one.key}={value}" for one in fields for value in _choices(one)]
        return [*(f"{one.key}=" for one in fields), *values]
    if "ACTION" in kinds:
        return [*(one.id for one in resource.actions), *_steps(before, resource)]
    found = _written(before, resource) if "ID" in kinds else []
    if "FILTER" in kinds:
        found += [f"{one.value}:" for one in resource.filters]
        found += [f"{one.value}:{c.value}" for one in resource.filters for c in one.choices]
    return found


def _steps(before: Sequence[str], resource: Resource) -> list[str]:
    """Return the publication steps, if the dialect is configured or was detected."""
    from svc_tui.api.dialects import dialect_named
    from svc_tui.api.urls import Endpoint
    from svc_tui.config.paths import state_dir
    from svc_tui.models.dialects import BUILT_IN
    from svc_tui.stores.record.publication_steps import STEPS
    from svc_tui.stores.session.preferences_store import PreferencesStore

    options = _loaded(before).options
    name = _option(before, "--dialect") or options.dialect
    if not ({"dialect", "wire"} & options.model_fields_set or _option(before, "--dialect")):
        known = PreferencesStore(state_dir() / "preferences.json")
        known.load()
        name = known.state.dialects.get(options.base_url, name)
    dialect = dialect_named(name) if name in BUILT_IN else None
    pages = Endpoint.parse(resource.endpoint).collection in dialect.pages if dialect else False
    if resource.lifecycle is not None:
        pages = resource.lifecycle and dialect is not None and dialect.publication is not None
    return [one.id for one in STEPS if one.does is not None] if pages else []


def _choices(field: FieldDescriptor) -> list[str]:
    items = field.attrs.get("items")
    given = items if isinstance(items, list | tuple) else ()
    values = [one.get("value") if isinstance(one, Mapping) else one for one in given]
    if field.type in ("boolean", "switch"):
        values = ["true", "false"]
    return [str(one) for one in values if isinstance(one, str | int)]


def _log() -> PastWrites:
    from svc_tui.config.paths import state_dir
    from svc_tui.stores.history.past_writes import PastWrites

    return PastWrites(state_dir() / "history")


def _kept_runs() -> list[str]:
    """Return the names of the runs that `resume` can go on with."""
    from svc_tui.config.paths import state_dir
    from svc_tui.stores.runs.run_journal import kept_runs

    return [one.stem for one in kept_runs(state_dir() / "runs")]


def _undoable() -> list[str]:
    """Return the numbers of the last changes that were not undone."""
    past = _log()
    return [str(one.log_number) for one in past.writes(past.recent()) if not one.undone]


def _written(before: Sequence[str], resource: Resource) -> list[str]:
    """Return the ids of records that were changed lately."""
    host, path = _loaded(before).options.base_url, resource.endpoint.strip("/")
    recent = (one for one in _log().recent() if one.get("host") == host)
    return [str(one["id"]) for one in recent if str(one.get("resource")).strip("/") == path]


def _profiles(before: Sequence[str]) -> list[str]:
    from svc_tui.config.load import find_file, read_document

    document = read_document(find_file(_option(before, "--config")))
    return list(document.data.get("profiles", {}))


def _resources(before: Sequence[str]) -> dict[str, Resource]:
    """Return the resources of the console file, else of the backend, without a request.

    Undeclared parts come from the cache.
    """
    found = _loaded(before)
    known = _kept(found, _option(before, "--user") or found.options.user)
    if not found.resources:
        return known
    by_endpoint = {one.endpoint.strip("/"): one for one in known.values()}
    return {one.name: _completed(one, by_endpoint) for one in found.resources}


def _completed(resource: Resource, kept: Mapping[str, Resource]) -> Resource:
    """Return a resource with its discovered columns, filters and fields."""
    if (found := kept.get(resource.endpoint.strip("/"))) is None:
        return resource
    names = [one for one in ("columns", "filters", "fields") if not getattr(resource, one)]
    return resource.model_copy(update={one: getattr(found, one) for one in names})


def _loaded(before: Sequence[str]) -> Any:
    """Return the console file named on the command line."""
    from svc_tui.config.load import load_console

    overrides = {"base_url": _option(before, "--url"), "profile": _option(before, "--profile")}
    return load_console(_option(before, "--config"), overrides)


def _kept(console: Any, user: str | None) -> dict[str, Resource]:
    """Return what was discovered for the user of the saved session, by name."""
    from svc_tui.api.session import Jar
    from svc_tui.api.urls import BaseUrl
    from svc_tui.config.paths import state_dir
    from svc_tui.introspect.names import is_a_name
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.listing import ListColumn
    from svc_tui.models.resource import Resource
    from svc_tui.stores.session.discovery_cache import DiscoveryCache, ProbeResult
    from svc_tui.stores.session.discovery_store import kept_filters

    base_url = console.options.base_url
    jar, base = Jar(base_url, state_dir=state_dir()), BaseUrl.parse(base_url)
    owner = jar.owner.name if jar.load(user) and jar.owner else user
    cache = DiscoveryCache(state_dir() / "backends", str(base))
    cache.load_for_user(owner)
    places = {one["endpoint"]: one["name"] for one in cache.collections}
    places |= {one.endpoint: one.name for one in console.resources}
    found = {}
    for endpoint, name in places.items():
        tried, keys = cache.tried.get(endpoint, ProbeResult()), cache.keys.get(endpoint, ())
        keys = tuple(filter(is_a_name, keys))
        sorting = (key for key, sorts in tried.sorts.items() if sorts and is_a_name(key))
        columns = dict.fromkeys([*keys, *sorting])
        found[name] = Resource(
            name=name,
            endpoint=endpoint,
            columns=tuple(ListColumn(key=key) for key in columns),
            filters=tuple(kept_filters(tried)),
            fields=tuple(FieldDescriptor(key=key) for key in keys),
        )
    return found


def _option(before: Sequence[str], name: str) -> str | None:
    for at, word in enumerate(before):
        if word == name and at + 1 < len(before):
            return os.path.expanduser(before[at + 1])
        if word.startswith(f"{name}="):
            return word.partition("=")[2]
    return None
