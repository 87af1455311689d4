"""The catalogue on the CMS's model API."""

from __future__ import annotations

from camomilla import model_api
from camomilla.parsers import MultipartJsonParser
from camomilla.views.base import BaseModelViewset
from camomilla.views.mixins import BulkDeleteMixin
from rest_framework.parsers import JSONParser

from shop.models import Category, Label, Product, Story


class Deletable(BulkDeleteMixin, BaseModelViewset):
    """Many at once."""


model_api.register(base_viewset=Deletable, viewset_attrs={"search_fields": ["name", "sku"]})(
    Product
)
model_api.register(viewset_attrs={"search_fields": ["name"]})(Category)
model_api.register(viewset_attrs={"search_fields": ["name"]})(Label)
model_api.register(viewset_attrs={"parser_classes": [MultipartJsonParser, JSONParser]})(Story)
