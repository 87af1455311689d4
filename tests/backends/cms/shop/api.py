"""The catalogue on the CMS's model API."""

from __future__ import annotations

from camomilla import model_api
from camomilla.parsers import MultipartJsonParser
from camomilla.views.base import BaseModelViewset
from camomilla.views.mixins import BulkDeleteMixin
from rest_framework.parsers import JSONParser
from rest_framework.serializers import ModelSerializer
from rest_framework.viewsets import ModelViewSet

from shop.models import Category, Label, Notice, Product, Story


class Deletable(BulkDeleteMixin, BaseModelViewset):
    """Many at once."""


model_api.register(base_viewset=Deletable, viewset_attrs={"search_fields": ["name", "sku"]})(
    Product
)
model_api.register(viewset_attrs={"search_fields": ["name"]})(Category)
model_api.register(viewset_attrs={"search_fields": ["name"]})(Label)
model_api.register(viewset_attrs={"parser_classes": [MultipartJsonParser, JSONParser]})(Story)


class NoticeSerializer(ModelSerializer):
    """As REST framework makes it of a model."""

    class Meta:
        model = Notice
        fields = "__all__"


class Notices(ModelViewSet):
    """A plain collection: no page of the CMS, no parser of its own."""

    queryset = Notice.objects.order_by("id")
    serializer_class = NoticeSerializer
