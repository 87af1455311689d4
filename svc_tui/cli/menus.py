"""`svc-tui menus`: list, create and delete navigation menus, and edit their entries."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from svc_tui.api.menus import MenuApi
from svc_tui.app.routes import MENUS
from svc_tui.cli.exits import OK, REFUSED, USAGE, CommandError
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.session import VerbSession, run_verb
from svc_tui.cli.verbs.writing import BulkWrite, carry_out, exact_value, read_setting
from svc_tui.models.listing import ListColumn
from svc_tui.models.location import Location
from svc_tui.models.menus import LinkedPage
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.menus.menu_edits import new_entry
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import RELATIONAL, STATIC, leads_to, title_of
from svc_tui.stores.menus.menu_trees import entry_counts, languages_of
from svc_tui.stores.menus.menu_writer import EditMenu, added, moved, removed, rewritten, shown_place
from svc_tui.stores.record.draft import set_path
from svc_tui.stores.rows import as_row
from svc_tui.stores.runs.row_writers import CreateRows, DeleteRows, RowWork
from svc_tui.text import clean

LISTED = tuple(ListColumn(key=key) for key in ("id", "key", "enabled", "entries"))

DELETES = "Its entries are deleted too, in all languages."

ENTRIES = tuple(ListColumn(key=key) for key in ("lang", "place", "title", "address", "id"))

TAKES = {
    "ls": (0, 1),
    "create": (1, 1),
    "delete": (1, 1),
    "add": (1, 2),
    "set": (2, 2),
    "mv": (3, 3),
    "rm": (2, 999),
}
"""The number of words of each argument of the verb."""

WRONG = {
    "ls": "menus ls takes one menu, or none.",
    "create": "menus create takes the key of one new menu.",
    "delete": "menus delete takes one menu.",
    "add": "menus add takes a menu and, optionally, the position of the new entry (2.1). "
    "The default is the end.",
    "set": "menus set takes a menu and one entry.",
    "mv": "menus mv takes a menu, an entry and its new position, such as 2.1.",
    "rm": "menus rm takes a menu and entries.",
}


def run(known: argparse.Namespace) -> int:
    """Do one thing to menus; return the exit code."""
    least, most = TAKES[known.subcommand]
    if not least <= len(known.words) <= most:
        raise CommandError(WRONG[known.subcommand], USAGE)
    if bool(known.set) != (known.subcommand in ("add", "set")):
        words = "needs --set title=…, address=…, page=… or meta.…=…"
        plain = f"--set is not for menus {known.subcommand}."
        raise CommandError(plain if known.set else f"menus {known.subcommand} {words}.", USAGE)
    works = {"ls": _list, "create": _create, "delete": _delete}
    return run_verb(known, works.get(known.subcommand, _edit))


def _resource(session: VerbSession) -> Resource:
    """Return the menus as a resource with the user's rights; raises CommandError."""
    svc = session.svc
    if not svc.dialect.menus:
        raise CommandError("This backend has no navigation menus.")
    if block := svc.router.block_of(Location(f"/{MENUS}")):
        raise CommandError(f"Menus: {block.reason}", REFUSED)
    model = svc.config.uikit.menus.permissions_model
    if svc.auth.user is not None:
        svc.auth.note_page_permissions(MENUS, model)
    return Resource(name=MENUS, endpoint=svc.dialect.menus, label="Menus", model=model)


def _opened(session: VerbSession, id: str) -> MenuStore:
    svc = session.svc
    crud = svc.crud(svc.dialect.menus)
    return MenuStore(
        crud,
        id=id,
        max_depth=svc.config.uikit.menus.max_depth,
        packed_errors=crud.dialect.capabilities.packs_menu_errors,
        history=svc.history,
        base=f"/{MENUS}",
    )


async def _list(session: VerbSession) -> int:
    known, resource = session.known, _resource(session)
    if not known.words:
        output = output_for(known, LISTED, resource=MENUS)
        async for page in PageReader(session.source(resource), ListQuery()).pages():
            output.write(map(_facts, page.results))
        output.end()
        return OK
    store = _opened(session, known.words[0])
    await store.load()
    if not store.state.loaded:
        missing = f"There is no menu {clean(known.words[0])}."
        raise CommandError(missing if store.state.missing else store.state.problem or missing)
    store.trees.languages = languages_of(store.state)
    output = output_for(known, ENTRIES, resource="entries")
    for lang in store.trees.places:
        if known.lang in (None, lang):
            tree = store.trees.edited(lang)
            output.write(
                {"lang": lang, "place": shown_place(path), "title": title_of(node),
                 "address": leads_to(node), "id": node.get("id")}
                for path, node in tree.walk() if isinstance(node, dict)
            )  # fmt: skip
    output.end()
    return OK


def _facts(menu: Any) -> dict[str, Any]:
    row = as_row(menu)
    return {**row, "entries": entry_counts(row)}


async def _create(session: VerbSession) -> int:
    resource, [key] = _resource(session), session.known.words
    session.check_allowed(resource, "add")
    works = [RowWork("new", {"key": key}, key, new=True)]
    writer = CreateRows(partial(_opened, session))
    return await carry_out(session, BulkWrite("Create", resource, works, writer, noun="menu"))


async def _delete(session: VerbSession) -> int:
    resource, [key] = _resource(session), session.known.words
    session.check_allowed(resource, "delete")
    writer = DeleteRows(partial(_opened, session), named=True)
    works = [RowWork(key)]
    bulk = BulkWrite("Delete", resource, works, writer, True, noun="menu", warning=DELETES)
    return await carry_out(session, bulk)


async def _edit(session: VerbSession) -> int:
    known, resource = session.known, _resource(session)
    session.check_allowed(resource, "change")
    menu, *words = known.words
    lang = known.lang or ""
    verb = "Change"
    if known.subcommand == "add":
        node: Any = new_entry()
        for path, value in (await _values(session)).items():
            node = set_path(node, path, value)
        verb, edit = "Add an entry to", added(lang, words[0] if words else "", node)
    elif known.subcommand == "set":
        edit = rewritten(lang, words[0], await _values(session))
    elif known.subcommand == "mv":
        verb, edit = "Move an entry of", moved(lang, *words)
    else:
        verb, edit = "Remove entries of", removed(lang, words)
    work = RowWork(menu, {}, menu)
    bulk = BulkWrite(
        verb,
        resource,
        [work],
        EditMenu(partial(_opened, session), edit),
        dangerous=known.subcommand == "rm",
        review=known.subcommand == "rm",  # The question itself names only the menu.
        noun="menu",
    )
    return await carry_out(session, bulk)


async def _values(session: VerbSession) -> dict[str, Any]:
    """Return the values of `--set` by dotted path in an entry; raises CommandError."""
    found: dict[str, Any] = {}
    for given in session.known.set:
        path, value, exact = read_setting(given)
        if path not in ("title", "address", "page") and not path.startswith("meta."):
            words = f"Entries have no value {clean(path)}. Use title, address, page or meta.…=…"
            raise CommandError(words, USAGE)
        if path == "address":
            found |= {"link.link_type": STATIC, "link.static": value}
        elif path == "page":
            link = (await _page(session, value)).link
            found["link.link_type"] = RELATIONAL
            found |= {f"link.{key}": one for key, one in link.items()}
        else:
            found[path] = exact_value(path, value) if exact else value
    return found


async def _page(session: VerbSession, word: str) -> LinkedPage:
    """Return the page with an address; raises CommandError."""
    pages = await MenuApi(session.svc.crud(session.svc.dialect.menus)).at_address(word)
    same = [one for one in pages if one.name.strip("/") == word.strip("/")]
    if len(same) != 1:
        there = ", ".join(clean(one.name) for one in pages)
        what = f"; similar: {there}." if there else "."
        raise CommandError(f"There is no page at {clean(word)}{what}")
    return same[0]
