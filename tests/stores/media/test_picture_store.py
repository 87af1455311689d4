"""What can be seen of files: fetched once, from where it may be, and never a crash."""

from __future__ import annotations

import asyncio
import gzip
import time
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from svc_tui.api.download import Downloads
from svc_tui.api.fetch import SvcFetch
from svc_tui.models.media import MediaItem, Rendition
from svc_tui.models.records import UserProfile
from svc_tui.pictures.cache import PictureCache
from svc_tui.pictures.decode import decoded
from svc_tui.stores.media.picture_modes import TerminalInfo
from svc_tui.stores.media.picture_store import AT_ONCE, DRAWN_CELLS, PictureStore
from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.stores.session.preferences_store import PreferencesStore
from tests.fakes import BASE, FakeBackend, drops, redirects
from tests.pictures.samples import bomb, photo, saved
from tests.widgets.media.pictures import PNG, file_answer, item, services

LOCAL = TerminalInfo("xterm-256color")
WHOLE_SCREEN: dict[str, Any] = {
    "room": (160, 50),
    "ground": (0, 0, 0),
    "contain": False,
    "depth": "all",
}


class Files:
    """A picture store on a backend in memory."""

    def __init__(self, tmp_path: Path, **options: Any) -> None:
        self.backend = FakeBackend()
        self.place = tmp_path
        self.fetch = SvcFetch(BASE, transport=self.backend.transport)
        self.store = self.another(**options)

    def another(self, **options: Any) -> PictureStore:
        """A store as after a new start: its memory is empty, the disk is not."""
        hosts = options.pop("other_hosts", True)
        cache = PictureCache(self.place / "pictures", options.pop("limit", 10**7))
        downloads = Downloads(self.fetch, other_hosts=hosts)
        return PictureStore(downloads, cache, terminal_info=LOCAL, **options)

    async def why(self, media: MediaItem) -> str:
        look = await self.store.look(media)
        assert look.picture is None
        return look.reason


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


async def test_a_picture_is_fetched_once_and_kept_on_disk(files: Files):
    files.backend.on("GET", "/media/1.png", file_answer())
    look = await files.store.look(item(1))
    assert look.picture is not None and look.lines == ("64 × 40 PNG",)
    assert await files.store.look(item(1)) is look
    assert (await files.another().look(item(1))).picture == look.picture
    assert len(files.backend.requests) == 1


async def test_a_file_that_was_replaced_is_fetched_again(files: Files):
    files.backend.on("GET", "/media/1.png", file_answer())
    await files.store.look(item(1, modified="2026-01-01"))
    await files.store.look(item(1, modified="2026-01-02"))
    assert len(files.backend.requests) == 2


async def test_two_that_ask_for_one_file_share_it(files: Files):
    files.backend.on("GET", "/media/1.png", file_answer())
    await asyncio.gather(*(files.store.look(item(1)) for _ in range(5)))
    assert len(files.backend.requests) == 1


async def test_few_files_are_fetched_at_the_same_time(files: Files):
    now = most = 0
    full = asyncio.Event()

    async def slowly(request: httpx.Request) -> httpx.Response:
        nonlocal now, most
        now += 1
        most = max(most, now)
        if now == AT_ONCE:
            full.set()
        await asyncio.wait_for(full.wait(), 30)
        now -= 1
        return httpx.Response(200, content=PNG)

    for number in range(12):
        files.backend.on("GET", f"/media/{number}.png", slowly)
    await asyncio.gather(*(files.store.look(item(number)) for number in range(12)))
    assert most == AT_ONCE


async def test_who_does_not_wait_any_more_leaves_the_others_their_turns(files: Files):
    async def never(request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    for number in range(AT_ONCE):
        files.backend.on("GET", f"/media/{number}.png", never)
    files.backend.on("GET", "/media/9.png", file_answer())
    waiting = [asyncio.create_task(files.store.look(item(number))) for number in range(AT_ONCE)]
    last = asyncio.create_task(files.store.look(item(9)))
    while len(files.backend.requests) < AT_ONCE:
        await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    assert (await last).picture is not None
    assert len(files.store._busy) == 0


async def test_the_thumbnail_is_enough_where_it_is_large_enough(files: Files):
    files.backend.on("GET", "/thumbs/1.png", file_answer(saved(photo(200, 150))))
    look = await files.store.look(item(1, thumbnail="/thumbs/1.png"))
    assert look.lines == ("200 × 150 PNG",)
    assert files.backend.calls == ["GET /thumbs/1.png"]


def rendition(name: str, side: int, format: str = "webp") -> Rendition:
    return Rendition(name, f"/made/{name}", side, side // 2, format)


async def test_the_smallest_rendition_that_is_large_enough_is_fetched(files: Files):
    files.backend.on("GET", "/made/md", file_answer(saved(photo(400, 200))))
    made = (rendition("xs", 60), rendition("avif", 200, "avif"), rendition("md", 400))
    media = item(1, thumbnail="/thumbs/1.png", renditions=(*made, rendition("lg", 900)))
    assert (await files.store.look(media)).picture is not None
    assert files.backend.calls == ["GET /made/md"]


async def test_without_a_rendition_of_use_the_thumbnail_is_fetched_and_then_the_file(files: Files):
    files.backend.on("GET", "/media/1.png", file_answer())
    media = item(1, thumbnail="/thumbs/1.png", renditions=(rendition("xs", 60),))
    assert (await files.store.look(media)).picture is not None
    assert files.backend.calls == ["GET /thumbs/1.png", "GET /media/1.png"]
    files.backend.on("GET", "/media/2.png", file_answer())
    gone = item(2, renditions=(rendition("md", 400),))
    assert (await files.store.look(gone)).picture is not None


async def test_a_thumbnail_too_small_or_broken_gives_way_to_the_file(files: Files):
    files.backend.on("GET", "/thumbs/1.png", file_answer(saved(photo(20, 15))))
    files.backend.on("GET", "/media/1.png", file_answer())
    assert (await files.store.look(item(1, thumbnail="/thumbs/1.png"))).lines == ("64 × 40 PNG",)
    files.backend.on("GET", "/media/2.png", file_answer())
    assert (await files.store.look(item(2, thumbnail="/thumbs/2.png"))).picture is not None


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (file_answer(b"", status=404), "The file was not found."),
        (file_answer(b"", status=403), "You don't have permission to see it."),
        (file_answer(b"", status=401), "Sign in to see it."),
        (file_answer(b"", status=500), "The server returned status 500."),
        (file_answer(b""), "The file is empty."),
        (file_answer(b"<!DOCTYPE html><html>log in</html>"), "The server sent a web page"),
        (file_answer(b"MZ\x90\0" + bytes(99)), "It is not a picture in a known format."),
        (file_answer(PNG[:90]), "The file is damaged or incomplete."),
        (file_answer(bomb()), "It has too many pixels to decode"),
    ],
    ids=["404", "403", "401", "500", "empty", "page", "program", "cut", "bomb"],
)
async def test_what_cannot_be_shown_says_why(files: Files, answer: Any, why: str):
    files.backend.on("GET", "/media/1.png", answer)
    assert (await files.why(item(1))).startswith(why)


async def test_what_may_be_better_soon_is_asked_for_again(files: Files):
    files.backend.on("GET", "/media/1.png", file_answer(b"", status=503), file_answer())
    assert (await files.store.look(item(1))).picture is None
    assert (await files.store.look(item(1))).picture is not None


async def test_who_signs_in_next_sees_what_they_may_see(tmp_path: Path):
    backend = FakeBackend()
    backend.on("GET", "/media/1.png", file_answer(b"", status=403), file_answer())
    async with services(backend, tmp_path) as svc:
        ada, bo = UserProfile(1, "ada"), UserProfile(2, "bo")
        svc.auth.publish(AuthStore.SignedIn(ada))
        assert (await svc.pictures.look(item(1))).reason == "You don't have permission to see it."
        svc.auth.publish(AuthStore.SignedIn(ada))  # After a session that had run out.
        assert svc.pictures.known(item(1)) is not None
        svc.auth.publish(AuthStore.SignedIn(bo))
        assert (await svc.pictures.look(item(1))).picture is not None
        svc.auth.publish(AuthStore.SignedOut(False, bo))
        assert svc.pictures.known(item(1)) is None


async def test_what_is_lost_is_not_asked_for_twice(files: Files):
    assert await files.why(item(1)) == await files.why(item(1)) == "The file was not found."
    assert len(files.backend.requests) == 1


async def test_a_file_larger_than_the_limit_is_left(tmp_path: Path):
    files = Files(tmp_path, most_bytes=len(PNG))
    files.backend.on("GET", "/media/1.png", file_answer(PNG))
    files.backend.on("GET", "/media/2.png", file_answer(PNG + b"\0"))
    assert (await files.store.look(item(1))).picture is not None
    assert (await files.why(item(2))).startswith("It is larger than")


async def test_a_file_without_end_is_left(tmp_path: Path):
    files = Files(tmp_path, most_bytes=10_000)
    given = 0

    async def endless() -> Any:
        nonlocal given
        while True:
            given += 1000
            yield bytes(1000)

    files.backend.on("GET", "/media/1.png", lambda _: httpx.Response(200, content=endless()))
    assert (await files.why(item(1))).startswith("It is larger than")
    assert given < 200_000


def packed(data: bytes, how: str = "gzip") -> Any:
    """An answer that was packed for the way."""
    body = zlib.compress(data) if how == "deflate" else gzip.compress(data)
    return sent_as(how, body)


def sent_as(how: str, body: bytes) -> Any:
    """An answer whose bytes come over the line as they are."""

    async def pieces() -> Any:
        yield body

    headers = {"content-encoding": how}
    return lambda _: httpx.Response(200, content=pieces(), headers=headers)


@pytest.mark.parametrize("how", ["gzip", "deflate"])
async def test_a_file_that_was_packed_for_the_way_is_shown(files: Files, how: str):
    files.backend.on("GET", "/media/1.png", packed(PNG, how))
    assert (await files.store.look(item(1))).picture is not None
    assert files.backend.last.headers["accept-encoding"] == "identity"


async def test_a_file_in_an_unknown_packing_is_a_reason(files: Files):
    files.backend.on("GET", "/media/1.png", packed(PNG, "lzma"))
    assert await files.why(item(1)) == "It has an unexpected encoding (lzma)."
    files.backend.on("GET", "/media/2.png", sent_as("gzip", b"none"))
    assert await files.why(item(2)) == "It can't be decompressed."


@pytest.mark.parametrize("at", ["/media/1.png", "https://pictures.test/media/1.png"])
async def test_a_small_answer_that_unpacks_to_a_huge_one_is_left(tmp_path: Path, at: str):
    files = Files(tmp_path, most_bytes=10_000)
    files.backend.on("GET", "/media/1.png", packed(bytes(30_000_000)))
    tracemalloc.start()
    assert (await files.why(item(1, file=at))).startswith("It is larger than")
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


async def test_the_session_goes_to_the_backend_and_to_nobody_else(files: Files):
    signed_in = {"set-cookie": "__svc_session=secret; Path=/"}
    files.backend.on("GET", "/in/", lambda _: httpx.Response(200, headers=signed_in))
    await files.fetch("GET", "/in/")
    files.backend.requests.clear()
    there = "https://pictures.test/2.png"
    files.backend.on("GET", "/media/1.png", file_answer())
    files.backend.on("GET", "/2.png", file_answer())
    files.backend.on(
        "GET", "/media/3.png", lambda _: httpx.Response(302, headers={"location": there})
    )
    for media in (item(1), item(2, file=there), item(3, modified="x")):
        assert (await files.store.look(media)).picture is not None
    told = [
        (one.url.host, "secret" in one.headers.get("cookie", ""))
        for one in (files.backend.requests)
    ]
    assert told == [
        ("cms.test", True), ("pictures.test", False), ("cms.test", True), ("pictures.test", False)
    ]  # fmt: skip


async def test_who_else_was_asked_is_noted_without_secrets(files: Files):
    files.backend.on("GET", "/a%20b.png", file_answer())
    secret = "https://me:hidden@pictures.test:8443/a b.png?signature=hidden#hidden"
    await files.store.look(item(1, file=secret))
    files.backend.on("GET", "/gone.png", drops())
    await files.store.look(item(2, file="https://nobody.test/gone.png"))
    told = [(one.path, one.status) for one in files.fetch.history]
    assert told == [
        ("https://pictures.test:8443/a%20b.png", 200),
        ("https://nobody.test/gone.png", None),
    ]


async def test_other_hosts_are_left_alone_where_that_is_wished(tmp_path: Path):
    files = Files(tmp_path, other_hosts=False)
    why = await files.why(item(1, file="https://pictures.test/2.png"))
    assert why == "It is on pictures.test, which is not an allowed host."
    assert not files.backend.requests


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("/media/a.png", "/media/a.png"),
        ("media/a.png", "/media/a.png"),
        ("//cms.test/media/a.png", "/media/a.png"),
        ("https://cms.test/media/a.png", "/media/a.png"),
    ],
)
async def test_addresses_are_taken_as_a_browser_takes_them(files: Files, address: str, asked: str):
    files.backend.on("GET", asked, file_answer())
    assert (await files.store.look(item(1, file=address))).picture is not None


@pytest.mark.parametrize(
    "address", ["", "file:///etc/passwd", "javascript:x", "data:image/png;base64,AA", "http://[x/a"]
)
async def test_what_is_no_address_is_not_opened(files: Files, address: str):
    assert "address" in await files.why(item(1, file=address))
    assert not files.backend.requests


@pytest.mark.parametrize("location", ["http://[", "//[::1", "/\x1b", "file:///etc/passwd", "//:x/"])
async def test_a_redirect_to_no_address_is_a_reason(files: Files, location: str):
    files.backend.on("GET", "/media/1.png", redirects(location))
    assert await files.why(item(1))


@pytest.mark.parametrize("start", ["", "https://pictures.test"])
async def test_an_address_of_half_letters_is_a_reason(files: Files, start: str):
    assert await files.why(item(1, file=f"{start}/\ud800.png"))


NEAR = ["localhost", "a.localhost.", "127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0.0.0.0",
        "169.254.169.254", "[::1]", "[::]", "[fe80::1]", "[::ffff:127.0.0.1]"]  # fmt: skip


@pytest.mark.parametrize("host", NEAR)
async def test_no_backend_elsewhere_has_this_machine_asked(files: Files, host: str):
    why = await files.why(item(1, file=f"http://{host}:8000/media/1.png"))
    assert why.endswith("which is a local address.")
    files.backend.on("GET", "/media/2.png", redirects(f"http://{host}/shut-down"))
    await files.why(item(2))
    assert files.backend.calls == ["GET /media/2.png"]


async def test_a_backend_on_this_machine_may_keep_its_files_beside_it(tmp_path: Path):
    files = Files(tmp_path)
    fetch = SvcFetch("http://localhost:8000", transport=files.backend.transport)
    files.backend.on("GET", "/1.png", file_answer())
    found = await Downloads(fetch).read("http://127.0.0.1:9000/1.png", most=10_000)
    assert found.data == PNG


async def test_texts_pdfs_and_drawings_are_told_by_their_beginning(files: Files):
    svg = b'<?xml version="1.0"?><svg width="10mm" height="5mm" viewBox="0 0 2 1"><title>A</title>'
    huge = svg + b"<path/>" * 1_000_000
    given = {
        "a.txt": ("text/plain", "one\ntwo €\n".encode(), ("one", "two €")),
        "a.bin": ("text/plain", b"\0\1\2", ("The file claims to be text, but is not.",)),
        "a.pdf": ("application/pdf", b"%PDF-1.7\n%...", ("PDF 1.7",)),
        "a.svg": (
            "image/svg+xml", huge, ("SVG drawing, 10mm × 5mm", "View box 0 0 2 1", "A"),
        ),
    }  # fmt: skip
    for name, (mime, data, lines) in given.items():
        files.backend.on("GET", f"/{name}", file_answer(data, mime))
        look = await files.store.look(item(1, file=f"/{name}", mime_type=mime))
        assert look.lines == lines
        assert look.source[2:4] == (("<title>A</title>", "<path/>") if name == "a.svg" else ())


async def test_a_drawing_tells_its_size_by_its_view_box_and_what_it_shows(files: Files):
    svg = b"<svg viewBox='0 0 24 48'><desc lang='en'>Two\n  boats</desc></svg>"
    files.backend.on("GET", "/a.svg", file_answer(svg, "image/svg+xml"))
    look = await files.store.look(item(1, file="/a.svg", mime_type="image/svg+xml"))
    assert look.lines == ("SVG drawing, 24 × 48", "View box 0 0 24 48", "Two boats")


async def test_a_picture_that_is_a_drawing_in_truth_is_told_as_one(files: Files):
    files.backend.on("GET", "/media/1.png", file_answer(b"<svg width='1' height='2'></svg>"))
    assert (await files.store.look(item(1))).lines == ("SVG drawing, 1 × 2",)


async def test_a_picture_with_a_page_behind_it_is_a_picture(files: Files):
    files.backend.on("GET", "/media/1.png", file_answer(PNG + b"<html><script>x()</script><svg >"))
    assert (await files.store.look(item(1))).picture is not None


async def test_the_loop_goes_on_while_pictures_are_unpacked(files: Files):
    large = saved(Image.effect_noise((3000, 2000), 60).convert("RGB"), "JPEG")
    for number in range(6):
        files.backend.on("GET", f"/media/{number}.png", file_answer(large))
    looks = asyncio.gather(*(files.store.look(item(number)) for number in range(6)))
    stalls, before = [], time.perf_counter()
    while not looks.done():
        await asyncio.sleep(0)
        now = time.perf_counter()
        stalls.append(now - before)
        before = now
    assert all(look.picture is not None for look in looks.result())
    stalls.sort()
    assert stalls[len(stalls) * 99 // 100] < 0.05  # a shared machine; the bench holds it to 16 ms


async def test_switching_pictures_off_is_remembered_for_this_terminal(tmp_path: Path):
    files = Files(tmp_path)
    kept = PreferencesStore(tmp_path / "preferences.json")
    here = files.another(preferences=kept, wish="kitty")
    assert here.state.mode == "kitty"
    assert here.toggle() == "off"
    again = PreferencesStore(tmp_path / "preferences.json")
    again.load()
    store = files.another(preferences=again)
    assert store.state.mode == "off"
    assert store.toggle() == "kitty"
    store.choose("half-block")
    store.toggle()
    assert store.toggle() == "half-block"


async def test_drawings_are_held_by_what_they_weigh_and_not_by_their_number(files: Files):
    look = decoded(saved(photo()))
    medias = [item(number) for number in range(12)]
    for media in medias:
        await files.store.draw(media, look, **WHOLE_SCREEN)
    drawn = [files.store.drawing(media, **WHOLE_SCREEN) for media in medias]
    held = [one for one in drawn if one is not None]
    assert drawn[-1] is not None and drawn[0] is None
    assert sum(one.width * one.height for one in held) <= DRAWN_CELLS
