"""The newsroom's tables: articles and what they hang on, orders, and the media library."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone

from .languages import DEFAULT_LANGUAGE, LANGUAGES


class Translated(models.Model):
    """Texts in several languages: the plain columns hold the default one, `translated` the others.

    Each text is stored once, so the flat fields and `translations` can never disagree.
    """

    TRANSLATABLE: ClassVar[tuple[str, ...]] = ()

    translated = models.JSONField(default=dict, blank=True)

    class Meta:
        abstract = True

    @property
    def translations(self) -> dict[str, dict[str, str]]:
        """Every translatable text by language; empty where there is none."""
        return {language: self._texts(language) for language in LANGUAGES}

    def _texts(self, language: str) -> dict[str, str]:
        if language == DEFAULT_LANGUAGE:
            return {field: getattr(self, field) for field in self.TRANSLATABLE}
        known = self.translated.get(language, {})
        return {field: known.get(field, "") for field in self.TRANSLATABLE}

    def translate(self, translations: dict[str, dict[str, str | None]]) -> None:
        """Take over the given texts, None as empty; what is not named stays."""
        for language, given in translations.items():
            texts = {field: text or "" for field, text in given.items()}
            if language == DEFAULT_LANGUAGE:
                for field, text in texts.items():
                    setattr(self, field, text)
            else:
                self.translated = {
                    **self.translated,
                    language: {**self.translated.get(language, {}), **texts},
                }


class Dated(models.Model):
    """Created and modified, where seeding may choose both and saving sets the second."""

    created = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    modified = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.modified = timezone.now()
        super().save(*args, **kwargs)


class MediaFolder(models.Model):
    """A folder of the library; its path is kept so that breadcrumbs need no walk."""

    name = models.CharField(max_length=100)
    parent = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="children"
    )
    path = models.CharField(max_length=2000, editable=False, default="", db_index=True)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return str(self.path)


class Media(Translated, Dated):
    """A file of the library with its captions."""

    TRANSLATABLE = ("title", "alt_text", "description")

    file = models.FileField(upload_to="library", max_length=300)
    mime_type = models.CharField(max_length=100, editable=False, db_index=True)
    size = models.BigIntegerField(editable=False, default=0)
    title = models.CharField(max_length=200, blank=True, default="", db_index=True)
    alt_text = models.CharField(max_length=300, blank=True, default="")
    description = models.TextField(blank=True, default="")
    folder = models.ForeignKey(
        MediaFolder, models.CASCADE, null=True, blank=True, related_name="media"
    )

    class Meta:
        ordering = ("-created", "-id")
        verbose_name_plural = "media"

    def __str__(self) -> str:
        return str(self.title or self.file.name)


class Category(models.Model):
    """A section of the paper; cannot go while articles are in it."""

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=80, unique=True, blank=True)
    description = models.TextField(blank=True, default="")
    colour = models.CharField(max_length=7, blank=True, default="")
    position = models.PositiveIntegerField(default=0, db_index=True)

    class Meta:
        ordering = ("position", "id")
        verbose_name_plural = "categories"

    def __str__(self) -> str:
        return str(self.name)


class Author(models.Model):
    """A person who writes."""

    name = models.CharField(max_length=120, db_index=True)
    email = models.EmailField(blank=True, default="")
    bio = models.TextField(blank=True, default="")
    active = models.BooleanField(default=True)
    website = models.URLField(blank=True, default="")
    languages = models.JSONField(default=list, blank=True)
    calls_from = models.TimeField(null=True, blank=True)
    contract = models.FileField(upload_to="contracts", max_length=300, null=True, blank=True)
    portrait = models.ForeignKey(Media, models.SET_NULL, null=True, blank=True)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return str(self.name)


class Tag(models.Model):
    """A keyword."""

    name = models.CharField(max_length=60, unique=True)
    slug = models.SlugField(max_length=60, unique=True, blank=True)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return str(self.name)


class Article(Translated, Dated):
    """A story in two languages, with every kind of field that a form can show."""

    TRANSLATABLE = ("title", "summary", "body")

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        REVIEW = "review", "In review"
        PUBLISHED = "published", "Published"

    title = models.CharField(max_length=120, db_index=True)
    slug = models.SlugField(max_length=140, unique=True, blank=True)
    summary = models.TextField(blank=True, default="")
    body = models.TextField(blank=True, default="")
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    featured = models.BooleanField(default=False)
    locked = models.BooleanField(default=False, editable=False)
    category = models.ForeignKey(Category, models.PROTECT, null=True, blank=True)
    author = models.ForeignKey(Author, models.PROTECT, null=True, blank=True)
    tags = models.ManyToManyField(Tag, blank=True)
    cover = models.ForeignKey(Media, models.SET_NULL, null=True, blank=True, related_name="covered")
    gallery = models.ManyToManyField(Media, through="GalleryPicture", related_name="shown_in")
    blocks = models.JSONField(default=list, blank=True)
    seo = models.JSONField(default=dict, blank=True)
    attributes = models.JSONField(default=dict, blank=True)
    location = models.JSONField(null=True, blank=True)
    price = models.DecimalField(
        max_digits=9,
        decimal_places=2,
        null=True,
        blank=True,
        db_index=True,
        validators=[MinValueValidator(0)],
    )
    rating = models.PositiveSmallIntegerField(
        default=0, db_index=True, validators=[MaxValueValidator(5)]
    )
    published_at = models.DateTimeField(null=True, blank=True, db_index=True)
    event_date = models.DateField(null=True, blank=True, db_index=True)
    position = models.PositiveIntegerField(default=0, db_index=True)

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [
            models.Index(fields=["status", "position"]),
            models.Index(fields=["featured", "position"]),
        ]

    def __str__(self) -> str:
        return str(self.title)


class GalleryPicture(models.Model):
    """The place of one picture in one gallery."""

    article = models.ForeignKey(Article, models.CASCADE, related_name="gallery_pictures")
    media = models.ForeignKey(Media, models.CASCADE)
    position = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("position", "id")
        default_permissions = ()


class Order(models.Model):
    """A subscription or a print that somebody bought."""

    class Status(models.TextChoices):
        NEW = "new", "New"
        PAID = "paid", "Paid"
        SHIPPED = "shipped", "Shipped"
        CANCELLED = "cancelled", "Cancelled"

    class Currency(models.TextChoices):
        EUR = "EUR", "Euro"
        USD = "USD", "US dollar"
        GBP = "GBP", "Pound sterling"

    number = models.CharField(max_length=20, unique=True)
    customer = models.CharField(max_length=120, db_index=True)
    email = models.EmailField(blank=True, default="")
    amount = models.DecimalField(
        max_digits=10, decimal_places=2, db_index=True, validators=[MinValueValidator(0)]
    )
    currency = models.CharField(max_length=3, choices=Currency, default=Currency.EUR)
    status = models.CharField(max_length=10, choices=Status, default=Status.NEW, db_index=True)
    paid = models.BooleanField(default=False)
    placed_at = models.DateTimeField(default=timezone.now, db_index=True)
    items = models.JSONField(default=list, blank=True)
    notes = models.TextField(blank=True, default="")

    class Meta:
        ordering = ("-placed_at", "-id")

    def __str__(self) -> str:
        return str(self.number)
