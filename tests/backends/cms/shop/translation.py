"""Which texts of the catalogue each language has of its own."""

from __future__ import annotations

from modeltranslation.translator import TranslationOptions, register

from shop.models import Product


@register(Product)
class ProductTranslations(TranslationOptions):
    """A product's words."""

    fields = ("name", "description")
