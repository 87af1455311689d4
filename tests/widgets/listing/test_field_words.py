"""Values in a preview, in the words of the form: titles, kinds of items, labels of parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.listing.facts import row_facts
from svc_tui.widgets.listing.field_words import FieldWords
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.relation_columns import RelationTitles

RELATIONS = (
    FieldDescriptor(key="category", type="fks", attrs={"endpoint": "/api/categories"}),
    FieldDescriptor(key="tags", type="m2m", attrs={"endpoint": "/api/tags"}),
)

BLOCKS = FieldDescriptor(
    key="blocks",
    type="repeater",
    templates={
        "text": (FieldDescriptor(key="text"),),
        "quote": (FieldDescriptor(key="text"), FieldDescriptor(key="source")),
        "image": (FieldDescriptor(key="picture", type="enhanced-media"),),
    },
)


class Collection:
    """A collection of the backend, which counts the requests for it."""

    def __init__(self, asked: list[str], endpoint: str, nameless: Sequence[int]) -> None:
        self._asked, self._name = asked, endpoint.rpartition("/")[2]
        self._nameless = [str(one) for one in nameless]

    async def list(self, **query: Any) -> Any:
        self._asked.append(self._name)
        names = {one: f"{self._name} {one}" for one in query["id__in"]}
        names |= dict.fromkeys(self._nameless, "")
        rows = [{"id": one, "name": names[one]} for one in query["id__in"]]
        return type("Page", (), {"results": rows})


class Services:
    """The services of a console with these collections."""

    def __init__(self, nameless: Sequence[int] = ()) -> None:
        self.asked: list[str] = []
        self._nameless = nameless

    def crud(self, endpoint: str) -> Collection:
        return Collection(self.asked, endpoint, self._nameless)


def told(words: FieldWords, row: dict[str, Any]) -> dict[str, str]:
    return {one.name: one.value for one in row_facts(row, words_of=words.of)}


async def test_related_records_are_ids_until_their_titles_are_loaded_once() -> None:
    services: Any = Services()
    words = FieldWords(RELATIONS, RelationTitles(RELATIONS), lambda: services)
    row = {"category": 2, "tags": [13, 28]}

    assert told(words, row) == {"Category": "2", "Tags": "13, 28"}
    assert await words.learn(row)
    assert told(words, row) == {"Category": "categories 2", "Tags": "tags 13, tags 28"}
    assert not await words.learn(row)
    assert services.asked == ["categories", "tags"]


async def test_a_record_without_a_title_keeps_its_id() -> None:
    services: Any = Services(nameless=(2,))
    titles = RelationTitles(RELATIONS)
    words = FieldWords(RELATIONS, titles, lambda: services)
    row = {"category": 2, "tags": [2, 13]}
    await words.learn(row)

    facts = row_facts(row, labels=ListLabels(choices=titles.choices), words_of=words.of)

    assert [one.value for one in facts] == ["2", "2, tags 13"]


async def test_without_services_nothing_is_asked() -> None:
    assert not await FieldWords(RELATIONS).learn({"category": 2})


def test_blocks_are_their_kinds_and_words() -> None:
    picture = {"media": {"id": 4, "name": "Harbour"}, "alt": "Harbour", "caption": "At dawn"}
    row = {
        "blocks": [
            {"_template": "text", "text": "Nobody came."},
            {"_template": "quote", "text": "It rained.", "source": "Ada"},
            {"_template": "image", "picture": picture},
            {"_template": "quote", "text": "", "source": None},
            {"text": "Of no kind."},
        ]
    }

    assert told(FieldWords([BLOCKS]), row)["Blocks"].splitlines() == [
        "Text: Nobody came.",
        "Quote: It rained. · Ada",
        "Image: Harbour · At dawn",
        "Quote: —",
        "Of no kind.",
    ]


def test_items_without_kinds_have_the_labels_of_their_fields() -> None:
    items = FieldDescriptor(
        key="items", type="repeater", fields=(FieldDescriptor(key="qty", label="Quantity"),)
    )

    row = {"items": [{"qty": 2, "unit_price": 9}]}

    assert told(FieldWords([items]), row) == {"Items": "Quantity: 2, Unit Price: 9"}


def test_parts_and_texts_have_labels_and_json_keeps_its_keys() -> None:
    fields = [
        FieldDescriptor(key="seo", type="seo"),
        FieldDescriptor(key="extra", type="json"),
        FieldDescriptor(key="title", label="Headline", translatable=True),
    ]
    row = {
        "seo": {"title": "A"},
        "extra": {"paywall": True},
        "translations": {"en": {"title": "B"}, "it": {}},
    }

    assert told(FieldWords(fields), row) == {
        "Seo": "Title: A",
        "Extra": "paywall: yes",
        "Translations": "en: Headline: B\nit: —",
    }


def test_words_of_a_backend_are_never_markup() -> None:
    row = {"blocks": [{"_template": "text", "text": "[b]\x1b[31mred"}]}

    assert told(FieldWords([BLOCKS]), row)["Blocks"].startswith("Text: [b]")
    assert "\x1b" not in told(FieldWords([BLOCKS]), row)["Blocks"]


def test_labels_are_those_of_the_form() -> None:
    facts = row_facts({"seo": None}, labels=ListLabels({"seo": "Search engines"}))

    assert [one.name for one in facts] == ["Search engines"]
