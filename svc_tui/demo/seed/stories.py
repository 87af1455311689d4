"""The articles, made and stored batch by batch so that memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from django.utils.text import slugify

from ..models import Article, GalleryPicture, Tag
from . import words
from .days import Days

BATCH = 2000
LOCKED = frozenset({13, 77, 131})
"""Articles that refuse to be deleted, so that a bulk run can fail in parts."""
USED_CATEGORIES = len(words.CATEGORIES) - 2
USED_AUTHORS = len(words.AUTHORS) - 2
"""The last two are free, so that deleting one can also succeed."""


def plant(
    rows: int,
    chance: Random,
    media: list[Any],
    days: Days,
    progress: Callable[[str], None],
    *,
    odd_first: bool,
) -> None:
    odd = _odd_titles(rows, first=odd_first)
    pictures = [item for item in media if item.mime_type in ("image/png", "image/jpeg")]
    for first in range(1, rows + 1, BATCH):
        numbers = range(first, min(first + BATCH, rows + 1))
        _store([_article(chance, number, pictures, days, odd.get(number)) for number in numbers])
        _tag(chance, numbers)
        _hang(chance, numbers, pictures)
        if numbers[-1] < rows:
            progress(f"{numbers[-1]} of {rows} articles…")
    if not odd_first:
        _tag_odd(odd)


def _odd_titles(rows: int, *, first: bool) -> dict[int, str]:
    """Titles that try an interface, by number; where they come last, a tenth of all at most."""
    titles: tuple[str, ...] = words.UNUSUAL_TITLES
    if first:
        return dict(enumerate(titles, 1))
    titles = titles[: rows // 10]
    return dict(enumerate(titles, rows - len(titles) + 1))


def _tag_odd(odd: dict[int, str]) -> None:
    tag = Tag.objects.create(name=words.ODD_CASES, slug=slugify(words.ODD_CASES))
    through = Article.tags.through
    through.objects.bulk_create(through(article_id=number, tag_id=tag.pk) for number in odd)


def _store(articles: list[Article]) -> None:
    Article.objects.bulk_create(articles)


def _article(
    chance: Random, number: int, pictures: list[Any], days: Days, odd_title: str | None
) -> Article:
    """One article; its number is its id and its place."""
    english, italian = _texts(chance, odd_title)
    status = chance.choices(Article.Status.values, (3, 2, 5))[0]
    created = days.some_day(chance)
    published = status == Article.Status.PUBLISHED
    return Article(
        id=number,
        **english,
        translated={"it": italian} if number % 5 else {},
        slug=f"{slugify(english['title'])[:60] or 'story'}-{number}",
        status=status,
        featured=chance.random() < 0.12,
        locked=number in LOCKED,
        category_id=chance.randint(1, USED_CATEGORIES) if number % 17 else None,
        author_id=chance.randint(1, USED_AUTHORS) if number % 23 else None,
        cover=chance.choice(pictures) if number % 3 else None,
        blocks=_blocks(chance, pictures) if number % 2 else [],
        seo=_seo(english["title"], number),
        attributes=_attributes(chance),
        location=_location(number) if number % 3 else None,
        price=Decimal(chance.randint(0, 4000)) / 100 if number % 4 else None,
        rating=chance.randint(0, 5),
        published_at=days.some_day(chance, after=created) if published else None,
        event_date=_event(chance, created) if number % 3 == 0 else None,
        position=number,
        created=created,
        modified=days.some_day(chance, after=created),
    )


def _texts(chance: Random, odd_title: str | None) -> tuple[dict[str, str], dict[str, str]]:
    parts = [chance.choice(list_) for list_ in (words.SUBJECTS, words.EVENTS, words.PLACES)]
    english, italian = (" ".join(part[side] for part in parts) for side in (0, 1))
    english = odd_title or english
    sentences = chance.sample(words.SENTENCES, 5)
    return _text(english, [s[0] for s in sentences]), _text(italian, [s[1] for s in sentences])


def _text(title: str, sentences: list[str]) -> dict[str, str]:
    first, second, *rest = sentences
    return {
        "title": title,
        "summary": f"{first} {second}",
        "body": f"<p>{first} {second}</p>\n<p>{' '.join(rest)}</p>",
    }


def _blocks(chance: Random, pictures: list[Any]) -> list[dict[str, Any]]:
    """A paragraph, somebody's words and a picture."""
    picture = chance.choice(pictures)
    return [
        {"_template": "text", "text": chance.choice(words.SENTENCES)[0]},
        {
            "_template": "quote",
            "text": chance.choice(words.QUOTES),
            "source": chance.choice(words.AUTHORS),
        },
        {
            "_template": "image",
            "picture": {"media": picture.pk, "alt": picture.title, "caption": "Photo: archive"},
        },
    ]


def _seo(title: str, number: int) -> dict[str, str]:
    return {"title": title[:60], "description": "", "permalink": f"/stories/{number}"}


def _attributes(chance: Random) -> dict[str, Any]:
    return {
        "words": chance.randint(80, 1800),
        "paywall": chance.random() < 0.3,
        "desk": chance.choice(("day", "night", "weekend")),
    }


def _location(number: int) -> dict[str, float]:
    return {"lat": round(44.4 + number % 7 / 100, 4), "lng": round(8.93 - number % 5 / 100, 4)}


def _event(chance: Random, created: datetime) -> Any:
    return (created + timedelta(days=chance.randint(1, 60))).date()


def _tag(chance: Random, numbers: range) -> None:
    through = Article.tags.through
    through.objects.bulk_create(
        through(article_id=number, tag_id=tag)
        for number in numbers
        for tag in chance.sample(range(1, len(words.TAGS) + 1), number % 4)
    )


def _hang(chance: Random, numbers: range, pictures: list[Any]) -> None:
    GalleryPicture.objects.bulk_create(_gallery(chance, numbers, pictures))


def _gallery(chance: Random, numbers: range, pictures: list[Any]) -> Iterator[GalleryPicture]:
    for number in numbers:
        if number % 5 == 0:
            for place, media in enumerate(chance.sample(pictures, chance.randint(2, 4))):
                yield GalleryPicture(article_id=number, media=media, position=place)
