"""The same rows at every start: a catalogue, a newsroom, a library, and three accounts."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

from camomilla.models import Article, Media, MediaFolder, Menu, Page, Tag
from django.contrib.auth.models import Group, Permission, User
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Q
from PIL import Image
from shop.models import Category, Label, Product, Specs, Story

PRODUCTS = 60
ARTICLES = 30
FIRST_DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)


@transaction.atomic
def seed() -> None:
    """Everything."""
    admin = _people()
    media = _library()
    _catalogue(media)
    _newsroom(admin, media)
    _menus()


def _people() -> User:
    """admin may all, editor writes but deletes no media, viewer looks, nobody has no right at all;
    password = name."""
    admin = User.objects.create_superuser("admin", "admin@example.test", "admin")
    editor = User.objects.create_user(
        "editor", "editor@example.test", "editor", first_name="Édith", is_staff=True
    )
    User.objects.create_user("viewer", "viewer@example.test", "viewer")
    User.objects.create_user("nobody", "nobody@example.test", "nobody")
    of_the_site = Q(content_type__app_label__in=["camomilla", "shop"])
    rights = Permission.objects.filter(of_the_site).exclude(
        codename__in=["delete_media", "delete_mediafolder", "delete_product"]
    )
    editors, _ = Group.objects.get_or_create(name="editors")
    editors.permissions.set(
        [*rights, *Permission.objects.filter(codename__in=["change_user", "view_user"])]
    )
    editor.groups.add(editors)
    viewers, _ = Group.objects.get_or_create(name="viewers")
    viewers.permissions.set(rights.filter(codename__startswith="view_"))
    User.objects.get(username="viewer").groups.add(viewers)
    return admin


def _library() -> list[Media]:
    """Three folders, one inside another, and files of several kinds."""
    photos = MediaFolder.objects.create(title="Photos")
    year = MediaFolder.objects.create(title="2024", updir=photos)
    summer = MediaFolder.objects.create(title="Summer", updir=year)
    MediaFolder.objects.create(title="日本")
    places = [None, None, photos, year, summer]
    made = []
    for number in range(24):
        folder = places[number % len(places)]
        made.append(
            _file(f"picture-{number:02}.png", _picture(number), folder, f"Morning {number}")
        )
    made.append(_file("readme.txt", b"A plain text.\n" * 20, None, "Read me"))
    made.append(_file("manual.pdf", b"%PDF-1.4\n%%EOF\n", None, "Manual"))
    return made


def _file(name: str, content: bytes, folder: MediaFolder | None, title: str) -> Media:
    media = Media(folder=folder, title_en=title, alt_text_en=f"{title}, seen")
    media.file.save(name, ContentFile(content), save=True)
    return media


def _picture(number: int) -> bytes:
    image = Image.new("RGB", (64, 48), (10 * number % 256, 90, 200 - 5 * number))
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def _catalogue(media: list[Media]) -> None:
    categories = [
        Category.objects.create(name=f"Category {n:02}", slug=f"category-{n:02}", position=n)
        for n in range(6)
    ]
    labels = [Label.objects.create(name=name) for name in ("new", "città", "sale", "outlet")]
    statuses = ("draft", "active", "active", "archived")
    for n in range(PRODUCTS):
        product = Product.objects.create(
            name_en=f"{'Copper' if n % 3 else 'Paper'} thing {n:02}",
            name_it=f"Cosa {n:02}" if n % 2 else None,
            description_en=f"Number {n}.",
            sku=f"SKU-{n:05}",
            price=f"{10 + n}.50",
            rating=n % 6 if n % 4 else None,
            available=n % 3 != 0,
            status=statuses[n % 4],
            released_on=(FIRST_DAY + timedelta(days=n)).date() if n % 5 else None,
            category=categories[n % 6] if n % 7 else None,
            image=media[n % 24] if n % 2 else None,
            attributes={"color": ("red", "緑")[n % 2], "tags": ["a", "b"]},
            specs=Specs(width_cm=n, certified=bool(n % 2)),
            position=n,
        )
        product.labels.set(labels[: n % 4])
    for n in range(8):
        Story.objects.create(title=f"Story {n}", blocks=[{"text": f"Block {n}"}])


def _newsroom(author: User, media: list[Media]) -> None:
    """Articles in every state, most of them only in one language, and a few pages."""
    tags = [Tag.objects.create(name_en=name, name_it=f"{name} it") for name in ("sea", "town")]
    for n in range(ARTICLES):
        article = Article(
            identifier=f"article-{n:02}",
            title_en=f"Harbour news {n:02}",
            title_it=f"Notizie del porto {n:02}" if n % 2 else None,
            content_en=f"<p>News number {n}.</p>",
            author=author,
            highlight_image=media[n % 24] if n % 3 == 0 else None,
            ordering=n,
            published_at_en=FIRST_DAY + timedelta(days=n) if n % 3 else None,
        )
        article.save()
        article.tags.set(tags[: n % 3])
    for n, title in enumerate(("Home", "About", "Contact")):
        Page(
            identifier=f"page-{n}",
            title_en=title,
            title_it=f"{title} it",
            published_at_en=FIRST_DAY,
        ).save()


def _menus() -> None:
    """Two menus, each with a tree a language."""

    def node(name: str, path: str, *nodes: dict[str, object]) -> dict[str, object]:
        link = {"link_type": "ST", "static": path}
        return {"id": name.lower(), "title": name, "meta": {}, "link": link, "nodes": list(nodes)}

    tree = [node("About", "/about", node("Team", "/about/team")), node("Contact", "/contact")]
    Menu.objects.create(key="main", nodes_en=tree, nodes_it=[node("Chi siamo", "/it/about")])
    Menu.objects.create(key="footer", nodes_en=[node("Imprint", "/imprint")])
