"""What the media library of a recorded family has to do: browse, upload, texts, a file picked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from svc_tui import Svc
from svc_tui.api.errors import ApiError, ValidationFailed
from svc_tui.config.options import Options
from svc_tui.models.media import MediaItem, MediaListParams
from svc_tui.widgets.form.media_lines import MediaLines
from svc_tui.widgets.media.picker import MediaPicker
from tests.console import demo_console, person_at
from tests.wires.rows import Row

WITH_LIBRARY = ("directus", "strapi")
HELLO = b"hello from a test"

CONSOLE = """\
[svc]
base_url = "{url}"
dialect  = "{dialect}"

[svc.wire]
record_query = {{ {query} }}

[[resources]]
name     = "articles"
endpoint = "{endpoint}"
columns  = ["title"]
fields   = [
  {{ key = "title", type = "text" }},
  {{ key = "cover", type = "media", attrs = {{ as_id = true }} }},
]
"""


@dataclass
class Library:
    """What a library did."""

    titles: list[list[str]] = field(default_factory=list)
    """The files of the root, of a search that finds the file, and of one for pictures."""
    folders: list[str] = field(default_factory=list)
    """The names from the root down to the folder of the file."""
    size: int = 0
    changed: str = ""
    refused: list[str] = field(default_factory=list)
    """The texts that it keeps none of."""
    gone: bool = False
    left: int = -1


def services(row: Row, url: str) -> Svc:
    return Svc(options=Options(base_url=url, dialect=row.dialect))


async def explore_library(row: Row, url: str, place: Path) -> Library:
    """Use the library through the services, and put back what was changed."""
    found = Library()
    file = place / "note.txt"
    file.write_bytes(HELLO)
    async with services(row, url) as svc:
        await svc.auth.login(row.user, row.password)
        library, api = svc.media, svc.media.api
        folder = inner = None
        if row.server == "directus":
            folder = await library.update_or_create_folder("Notes")
            inner = await library.update_or_create_folder("Inner", parent=folder.id)
        made = await library.upload_media(file, title="A note", folder=inner and inner.id)
        there = await api.explorer(inner and inner.id)
        above = [one.name for one in (*there.trail, there.parent_folder) if one]
        found.folders = above
        everywhere = (("note", None), ("", "image/*"))
        searched = [MediaListParams(1, text, mime, True) for text, mime in everywhere]
        pages = [there, *[await api.explorer(None, one) for one in searched]]
        found.titles = [[one.title for one in page.items] for page in pages]
        item = await library.look(made.id)
        found.size = item.size
        found.changed = (await library.update_media(item.with_text("title", "New"), item)).title
        await refuse_texts(library.look, svc, made, found)
        file.write_bytes(HELLO * 2)
        replaced = await library.replace_file(made.id, file)
        assert replaced.size > item.size and replaced.title == "New"
        if folder is not None and inner is not None:
            assert (await library.move_media(replaced, folder)).folder == folder.id
        await library.delete_media(replaced)
        if folder is not None and inner is not None:
            await library.update_or_create_folder(id=inner.id, parent=None)
            await library.delete_folder(inner)
            await library.delete_folder(folder)
        try:
            await library.look(made.id)
        except ApiError:
            found.gone = True
        found.left = (await api.explorer()).count or 0
    return found


async def refuse_texts(look, svc: Svc, made: MediaItem, found: Library) -> None:
    """Write each text, and keep the names of those that are refused at their field."""
    for key in ("alt_text", "description"):
        item = await look(made.id)
        try:
            await svc.media.update_media(item.with_text(key, "Words"), item)
        except ValidationFailed as error:
            found.refused += error.errors


async def pick(row: Row, url: str, place: Path) -> None:
    """Put a file of the library into a record by keys, and take both back."""
    note = place / "picked.txt"
    note.write_bytes(HELLO)
    endpoint = "/items/articles" if row.server == "directus" else "/api/articles"
    file = place / "svc.toml"
    query = 'populate = "cover"' if row.server == "strapi" else ""
    file.write_text(CONSOLE.format(url=url, dialect=row.dialect, query=query, endpoint=endpoint))
    async with services(row, url) as svc:
        await svc.auth.login(row.user, row.password)
        made = await svc.media.upload_media(note, title="Picked")
        articles = svc.crud(endpoint)
        [record] = (await articles.list(page_size=1)).results
        id = record[svc.dialect.lookup]
        app = demo_console(url, place / "picker", user=None, file=file, start=f"/articles/{id}")
        async with person_at(app, (100, 30)) as person:
            await person.sees("Password")
            await person.type(f"{row.user}\n{row.password}\n")
            await person.sees("Article 01", "Cover")
            await person.settles()
            for _ in range(12):
                if isinstance(person.app.screen.focused, MediaLines):
                    break
                await person.press("tab")
            await person.press("enter")
            await person.until(lambda: isinstance(person.app.screen, MediaPicker))
            await person.sees("Picked")
            await person.settles()
            await person.press("enter")
            await person.until(lambda: not isinstance(person.app.screen, MediaPicker))
            await person.sees("Picked")
            await person.press("f2")
            await person.told_of("Saved.")
        await articles.partial_update(id, {"cover": None})
        await svc.media.delete_media(made)
