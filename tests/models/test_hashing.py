"""Values that hold what a backend sent can be keys of a set or a dictionary all the same."""

from __future__ import annotations

import dataclasses
import re
from types import ModuleType

import pytest

from svc_tui.models import listing, media, records
from svc_tui.models.media import MediaItem
from svc_tui.models.records import PaginatedList, ResourceMetadata

VALUES = [
    MediaItem.parse({"id": 1, "translations": {"it": {"title": "Gatto"}}, "links": []}),
    PaginatedList(results=[{"id": 1, "tags": ["a"]}], count=1),
    ResourceMetadata.parse({"actions": {"POST": {}}, "schema": {"properties": {}}}),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_a_backend_sent_can_be_hashed(value: object):
    assert {value, value} == {value}


@pytest.mark.parametrize("module", [listing, media, records], ids=lambda module: module.__name__)
def test_no_mapping_or_list_is_part_of_a_hash(module: ModuleType):
    kinds = [kind for kind in vars(module).values() if dataclasses.is_dataclass(kind)]
    unhashable = [
        f"{kind.__name__}.{one.name}"
        for kind in kinds
        for one in dataclasses.fields(kind)
        if re.match(r"(Mapping|Sequence|dict|list|set)\b", str(one.type))
        and (one.compare if one.hash is None else one.hash)
    ]
    assert not unhashable
