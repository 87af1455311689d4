"""Categories, authors, tags and orders."""

from __future__ import annotations

from datetime import time
from decimal import Decimal
from random import Random
from typing import Any

from django.utils.text import slugify

from ..models import Author, Category, Order, Tag
from . import words
from .days import Days

ORDERS = 200


def plant(chance: Random, media: list[Any], days: Days) -> None:
    Category.objects.bulk_create(_categories())
    Author.objects.bulk_create(_authors(chance, media))
    Tag.objects.bulk_create(_tags())
    Order.objects.bulk_create(_order(chance, number, days) for number in range(1, ORDERS + 1))


def _categories() -> list[Category]:
    return [
        Category(
            id=place,
            name=name,
            slug=slugify(name),
            description=f"Everything about {name.lower()}.",
            colour=colour,
            position=place,
        )
        for place, (name, colour) in enumerate(words.CATEGORIES, 1)
    ]


def _authors(chance: Random, media: list[Any]) -> list[Author]:
    pictures = [item for item in media if item.mime_type in ("image/png", "image/jpeg")]
    return [
        Author(
            id=place,
            name=name,
            email=f"{slugify(name) or f'author-{place}'}@newsroom.example",
            bio=f"{name} has written for us since {chance.randint(1998, 2024)}.",
            active=place % 6 != 0,
            website=f"https://newsroom.example/authors/{place}" if place % 3 else "",
            languages=["English", "Italian"][: place % 3],
            calls_from=time(8 + place % 4, 30) if place % 2 else None,
            portrait=chance.choice(pictures) if place % 2 else None,
        )
        for place, name in enumerate(words.AUTHORS, 1)
    ]


def _tags() -> list[Tag]:
    return [
        Tag(id=place, name=name, slug=slugify(name) or f"tag-{place}")
        for place, name in enumerate(words.TAGS, 1)
    ]


def _order(chance: Random, number: int, days: Days) -> Order:
    """One order whose amount is the sum of its lines."""
    lines = [_line(chance) for _ in range(chance.randint(1, 4))]
    customer = f"{chance.choice(words.AUTHORS).split()[0]} {chance.choice('ABCDEFGHKLMNPRSTVW')}."
    status = chance.choices(Order.Status.values, (2, 3, 4, 1))[0]
    return Order(
        id=number,
        number=f"NR-{number:05d}",
        customer=customer,
        email=f"reader{number}@mail.example",
        amount=sum((line["quantity"] * Decimal(line["price"]) for line in lines), Decimal(0)),
        currency=chance.choices(Order.Currency.values, (6, 2, 1))[0],
        status=status,
        paid=status in (Order.Status.PAID, Order.Status.SHIPPED),
        placed_at=days.some_day(chance),
        items=lines,
        notes=chance.choice(words.NOTES),
    )


def _line(chance: Random) -> dict[str, Any]:
    price = Decimal(chance.randint(300, 19900)) / 100
    return {
        "product": chance.choice(words.PRODUCTS),
        "quantity": chance.randint(1, 3),
        "price": f"{price:.2f}",
    }
