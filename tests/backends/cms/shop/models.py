"""What a project of its own adds to the CMS: a catalogue with every kind of field."""

from __future__ import annotations

from typing import Optional

from camomilla.models import Media
from django.db import models
from structured.fields import StructuredJSONField
from structured.pydantic.models import BaseModel


class Category(models.Model):
    """A shelf of the catalogue."""

    name = models.CharField(max_length=100)
    slug = models.SlugField(unique=True)
    position = models.IntegerField(default=0)

    class Meta:
        ordering = ["position"]
        verbose_name_plural = "categories"

    def __str__(self) -> str:
        return self.name


class Label(models.Model):
    """A word on products."""

    name = models.CharField(max_length=60, unique=True)

    def __str__(self) -> str:
        return self.name


class Specs(BaseModel):
    """The measured side of a product."""

    # The library that reads this class takes no `float | None`.
    width_cm: Optional[float] = None  # noqa: UP045
    certified: bool = False
    notes: str = ""


class Product(models.Model):
    """Translated, ordered, related, filed."""

    name = models.CharField(max_length=200, help_text="Shown in the catalogue")
    description = models.TextField(blank=True, default="")
    sku = models.CharField("SKU", max_length=40, unique=True)
    price = models.DecimalField(max_digits=9, decimal_places=2)
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    available = models.BooleanField(default=True)
    status = models.CharField(
        max_length=10,
        choices=[("draft", "Draft"), ("active", "Active"), ("archived", "Archived")],
        default="draft",
    )
    released_on = models.DateField(null=True, blank=True)
    category = models.ForeignKey(Category, models.SET_NULL, null=True, blank=True)
    labels = models.ManyToManyField(Label, blank=True)
    image = models.ForeignKey(Media, models.SET_NULL, null=True, blank=True)
    manual = models.FileField(upload_to="manuals", null=True, blank=True)
    attributes = models.JSONField(default=dict, blank=True)
    specs = StructuredJSONField(default=dict, schema=Specs)
    position = models.IntegerField(default=0)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.name


class Story(models.Model):
    """A plain model whose files travel beside JSON."""

    title = models.CharField(max_length=200)
    blocks = models.JSONField(default=list, blank=True)
    attachment = models.FileField(upload_to="stories", null=True, blank=True)

    class Meta:
        verbose_name_plural = "stories"

    def __str__(self) -> str:
        return self.title


class Notice(models.Model):
    """What REST framework serves by itself, with nothing of the CMS in between."""

    title = models.CharField(max_length=200)
    pinned = models.BooleanField(default=True)
    attachment = models.FileField(upload_to="notices", null=True, blank=True)

    def __str__(self) -> str:
        return self.title
