"""The rows that every test begins with; the same ones each time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from django.contrib.auth.models import Permission, User
from newsroom.models import Article, Author, Category, Country, Note, Page, Step

STATUSES = ("draft", "review", "published")
FIRST_DAY = datetime(2026, 1, 5, 9, 30, tzinfo=UTC)


def seed() -> None:
    """Accounts, whose passwords are their names, and the rows of every collection."""
    User.objects.create_superuser("admin", "admin@example.org", "admin")
    editor = User.objects.create_user("editor", "editor@example.org", "editor")
    editor.user_permissions.set(Permission.objects.filter(content_type__app_label="newsroom"))
    authors = Author.objects.bulk_create(
        Author(name=f"Author {number:02}", email=f"author{number:02}@example.org")
        for number in range(1, 13)
    )
    Article.objects.bulk_create(
        Article(
            title=f"Article {number:03}",
            body=f"The body of article {number:03}.\nIts second line.",
            status=STATUSES[number % 3],
            price=Decimal(number) + Decimal("0.50"),
            published_at=FIRST_DAY + timedelta(days=number),
            meta={"title": f"Meta {number:03}", "keywords": ["news", "stock"], "depth": {"a": 1}},
            settings={"comments": True, "layout": {"columns": 2, "theme": "plain"}},
            author=authors[number % len(authors)],
        )
        for number in range(1, 131)
    )
    top = Category.objects.create(name="Category 01")
    Category.objects.bulk_create(
        Category(name=f"Category {number:02}", parent=top) for number in range(2, 31)
    )
    # Identifiers that no slug could be taken for, and the other way round.
    Page.objects.bulk_create(
        Page(id=500 + number, slug=f"page-{number:02}", title=f"Page {number:02}", body="A page.")
        for number in range(1, 31)
    )
    Country.objects.bulk_create(
        Country(name=f"Country {number:03}", code=f"C{number:02}"[:3]) for number in range(1, 151)
    )
    Note.objects.bulk_create(Note(text=f"Note {number:02}") for number in range(1, 46))
    # The order of names is not the order of positions.
    Step.objects.bulk_create(
        Step(name=f"Step {number:02}", position=(number * 7) % 25) for number in range(25)
    )
