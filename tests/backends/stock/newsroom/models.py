"""The models of a small newsroom."""

from __future__ import annotations

from django.db import models


class Author(models.Model):
    """Somebody who writes."""

    name = models.CharField(max_length=100)
    email = models.EmailField(blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class Article(models.Model):
    """The record that most tests edit."""

    title = models.CharField(max_length=200)
    body = models.TextField(blank=True)
    status = models.CharField(
        max_length=20,
        choices=[("draft", "Draft"), ("review", "In review"), ("published", "Published")],
        default="draft",
    )
    price = models.DecimalField(max_digits=9, decimal_places=2, null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    meta = models.JSONField(default=dict, blank=True)
    settings = models.JSONField(default=dict, blank=True)
    author = models.ForeignKey(Author, models.SET_NULL, null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.title


class Category(models.Model):
    """Served hyperlinked: its rows have a `url` and no `id`."""

    name = models.CharField(max_length=100)
    description = models.TextField(blank=True)
    parent = models.ForeignKey("self", models.SET_NULL, null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "categories"

    def __str__(self) -> str:
        return self.name


class Page(models.Model):
    """Found by its slug, although its rows have an `id` too."""

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)
    body = models.TextField(blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.title


class Country(models.Model):
    """One of 150, of which the collection gives 100."""

    name = models.CharField(max_length=100)
    code = models.CharField(max_length=3)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "countries"

    def __str__(self) -> str:
        return self.name


class Note(models.Model):
    """A record of the collection that ignores every parameter but the page."""

    text = models.CharField(max_length=200)
    done = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.text


class Step(models.Model):
    """It has a `position`, but its collection comes in the order of names."""

    name = models.CharField(max_length=100)
    position = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
