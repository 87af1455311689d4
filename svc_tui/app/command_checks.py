"""Check that the commands of a program and of its pages have keys that work."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from textual.actions import ActionError, parse
from textual.binding import Binding
from textual.screen import Screen

from svc_tui.config.keys import MOVES, SAME_BYTES, canonical_key
from svc_tui.models.arguments import wrong_count
from svc_tui.models.foreign_code import is_foreign
from svc_tui.widgets.command import Command, keys_of

Keys = Mapping[str, str]
"""Keys by Textual's names, and the words for what each does."""


class PageKeys(NamedTuple):
    """The commands of a built-in page whose ids have the same first word."""

    words: str
    """Where they work, in messages."""
    page: str
    """The class of the page."""
    keys: str
    """Their keys, which the page takes before a command of a program."""


PAGE_KEYS: Mapping[str, PageKeys] = {
    "list": PageKeys(
        "lists",
        "ListPage",
        "0 A C E G I O S V W X Y Z a ampersand asterisk backspace comma ctrl+d ctrl+n ctrl+r "
        "ctrl+s ctrl+u d e end enter escape f f2 f3 full_stop h home i j k l left "
        "left_curly_bracket m n p plus r right right_curly_bracket s shift+down shift+up slash "
        "space u v vertical_line x y z",
    ),
    "detail": PageKeys(
        "records",
        "DetailPage",
        "1 2 3 4 5 6 7 8 9 E F G J K c ctrl+g ctrl+n ctrl+r ctrl+s ctrl+t d delete down e end "
        "enter equals_sign exclamation_mark f2 f3 f4 f5 f8 f9 home i j k left left_curly_bracket "
        "left_square_bracket p pagedown pageup percent_sign plus r right right_curly_bracket "
        "right_square_bracket tab u underscore up x y",
    ),
    "form": PageKeys(
        "forms",
        "DetailPage",
        "J K backspace ctrl+down ctrl+up delete down end enter f6 f7 home j k left plus right "
        "shift+down shift+left shift+right shift+up space up",
    ),
    "field": PageKeys("fields", "DetailPage", "ctrl+end ctrl+home escape f12 f3 f4 f5"),
    "repeater": PageKeys(
        "repeaters",
        "DetailPage",
        "A G J K asterisk c ctrl+d ctrl+u ctrl+y d down e end enter escape greater_than_sign h "
        "home i j k l left less_than_sign m n pagedown pageup plus right space u underscore up v",
    ),
    "media": PageKeys(
        "the media library",
        "MediaPage",
        "0 A G M N O P R U a asterisk backspace comma ctrl+d ctrl+end ctrl+home ctrl+n ctrl+r "
        "ctrl+u d down e end enter escape exclamation_mark f f2 full_stop h home i j k l left n "
        "number_sign o p pagedown pageup plus r right shift+down shift+up slash space t u up v y",
    ),
    "menus": PageKeys(
        "menus",
        "MenuPage",
        "F G J K N c ctrl+n ctrl+r ctrl+s ctrl+t ctrl+y d down e enter equals_sign escape f2 f5 "
        "f8 h i j k l left left_square_bracket m n r right right_square_bracket shift+tab slash "
        "tab u x",
    ),
    "home": PageKeys("Home", "HomePage", "down end enter h home j k l left r right up"),
}
"""The keys of built-in pages, by the first word of the ids of their commands; a table, so that no
page is imported to check a command."""

RESERVED = ("app", "page", *PAGE_KEYS)
"""First words of the ids of built-in commands, which `[keys]` of a console file changes."""

FREE = ("ctrl+f", "ctrl+e", "ctrl+k", "ctrl+w", "ctrl+x")
"""Keys that no page takes; the first does not edit text either."""


def command_problems(given: Sequence[Command], keys: Keys, ids: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with the commands of a program."""
    seen: set[str] = set()
    labels: dict[str, str] = {}
    taken = dict(keys)
    for command in given:
        if command.id in seen:
            yield f'two commands have the id "{command.id}"; choose another id for one of them'
        elif (other := labels.get(command.label.casefold())) is not None:
            yield (
                f'the commands "{other}" and "{command.id}" both have the label '
                f'"{command.label}"; rename one of them'
            )
        seen.add(command.id)
        labels.setdefault(command.label.casefold(), command.id)
        if why := _built_in(command.id, ids):
            yield f'the id of the command "{command.id}" {why}'
        for name in ("run", "blocked"):
            if why := wrong_count(getattr(command, name), "app"):
                yield f'{name} of the command "{command.id}" has the wrong parameters: {why}'
        for key in keys_of(command):
            whose = f'the key {key} of the command "{command.id}"'
            if why := _no_key(key):
                yield f"{whose} does not work: {why}"
            elif key in taken:
                yield f'{whose} is taken by "{taken[key]}"'
            elif why := _comes_first(key):
                yield f"{whose} is taken {why}; {_another(taken)}"
            taken[key] = command.id


def page_key_problems(pages: Iterable[Any], keys: Keys, ids: Collection[str] = ()) -> Iterator[str]:
    """Yield the keys of pages that would hide what works on every page, or that never arrive."""
    for page in dict.fromkeys(one for one in pages if isinstance(one, type)):
        by_widgets, by_page = _keys_of_kind(page)
        for kind in page.__mro__:
            yield from _actions_of_nothing(page, kind)
            for command in vars(kind).get("KEYS", ()):
                if why := _built_in(command.id, ids):
                    yield f'the id "{command.id}" of a command of {kind.__name__} {why}'
                for name in ("run", "blocked"):
                    if why := wrong_count(getattr(command, name), "page"):
                        whose = f'{name} of "{command.id}" of {kind.__name__}'
                        yield f"{whose} has the wrong parameters: {why}"
                for key in keys_of(command):
                    whose = f'the key {key} of "{command.id}" of {kind.__name__}'
                    if why := _no_key(key):
                        yield f"{whose} does not work: {why}"
                    elif key in keys and not command.replaces:
                        yield (
                            f'{whose} is taken by "{keys[key]}" on every page; '
                            "choose another key, or set replaces=True"
                        )
                    elif key in by_widgets:
                        yield f"{whose} is taken by a widget on that page; {_another(keys)}"
                    elif key in by_page and not command.replaces:
                        yield (
                            f'{whose} is taken by "{by_page[key]}"; '
                            "choose another key, or set replaces=True"
                        )


def _built_in(id: str, ids: Collection[str]) -> str:
    """Return why a command of a program can't have an id; "" if it can."""
    if id in ids:
        return "belongs to a built-in command; choose another id"
    first, dot, rest = id.partition(".")
    if not dot or first not in RESERVED:
        return ""
    return f'starts with "{first}.", which is reserved; use your own prefix, such as mine.{rest}'


def _keys_of_kind(page: type) -> tuple[frozenset[str], dict[str, str]]:
    """Return the keys that widgets of a kind of a built-in page take before the page hears of them,
    and those of the page itself with the words for each; none for any other page."""
    known = {one.page for one in PAGE_KEYS.values()}
    base = next((one for one in page.__mro__ if one.__name__ in known), None)
    if base is None or base is page:
        return frozenset(), {}
    taken = {
        key for one in PAGE_KEYS.values() if one.page == base.__name__ for key in one.keys.split()
    }
    own = {
        one.key: one.description
        for kind in reversed(base.__mro__)
        for one in Binding.make_bindings(vars(kind).get("BINDINGS", ()))
        if one.key in taken and one.id
    }
    return frozenset(taken - own.keys()), own


def _another(keys: Keys) -> str:
    return "choose another" + next((f", such as {one}" for one in FREE if one not in keys), "")


def _actions_of_nothing(page: type, kind: type) -> Iterator[str]:
    """Yield the bindings of a consumer's class whose action does not exist."""
    if not is_foreign(kind):
        return
    for binding in Binding.make_bindings(vars(kind).get("BINDINGS", ())):
        whose = f'the key {binding.key} of {kind.__name__} runs the action "{binding.action}"'
        try:
            place, name, _ = parse(binding.action)
        except ActionError:
            name = ""
        if not name.isidentifier():
            yield f"{whose}, which can't be read"
            continue
        own = [one for one in dir(page) if one.startswith(("action_", "_action_"))]
        if place in ("", "screen") and not {f"action_{name}", f"_action_{name}"} & {*own}:
            names = {one.partition("action_")[2] for one in own if not hasattr(Screen, one)}
            near = next(iter(get_close_matches(name, sorted(names), 1)), None)
            meant = f'; did you mean "{near}"?' if near else f"; write a method action_{name}"
            yield f"{whose}, which {page.__name__} does not have{meant}"


def _comes_first(key: str) -> str:
    """Return where built-in pages take a key before the app sees it; "" for nowhere."""
    if key in MOVES:
        return "by the list, table or field that has the focus"
    there = [one.words for one in PAGE_KEYS.values() if key in one.keys.split()]
    return f"on {' and '.join(filter(None, (', '.join(there[:-1]), there[-1])))}" if there else ""


def _no_key(key: str) -> str:
    """Return why there is no such key, in Textual's spelling; "" if there is."""
    try:
        meant = canonical_key(key)
    except ValueError as error:
        return str(error)
    return SAME_BYTES.get(meant, "") if meant == key else f'Textual calls it "{meant}"; use that'
