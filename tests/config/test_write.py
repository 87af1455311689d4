"""A guessed console file: loadable, with the source of each guess, whatever the names are."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from svc_tui.config.load import load_console
from svc_tui.config.options import ConsoleFile
from svc_tui.config.write import Guessed, console_text
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterDescriptor, ListColumn
from svc_tui.models.resource import Resource

HOSTILE = 'a"]\n[svc]\nbase_url = "http://evil.test"\n# \x1b[2J\u202e\\'


def read(text: str) -> Any:
    return ConsoleFile.model_validate(tomllib.loads(text))


def test_what_is_written_is_what_is_loaded(tmp_path: Path):
    resource = Resource(
        name="articles",
        endpoint="/api/articles/",
        label="All articles",
        languages=("en", "it"),
        pagination="offset",
        methods=("POST", "PUT"),
        use_patch=False,
        columns=(ListColumn(key="title", sortable=True), ListColumn(key="a.b", label="B")),
        filters=(FilterDescriptor(value="status", choices=("draft", 2), multiple=True),),
        fields=(
            FieldDescriptor(key="kind", type="select", attrs={"items": [{"value": 1}]}),
            FieldDescriptor(key="url", when={"kind": {"one_of": ["link", "page"]}}),
            FieldDescriptor(
                key="blocks",
                type="repeater",
                templates={"quote": (FieldDescriptor(key="text", type="textarea"),)},
            ),
        ),
    )
    text = console_text({"svc": {"base_url": "https://cms.test"}}, [Guessed(resource)])
    (tmp_path / "svc.toml").write_text(text, "utf-8")

    console = load_console(tmp_path / "svc.toml", environ={})

    assert console.resources == (resource,)
    assert console.warnings == ()


def test_the_source_of_each_guess_stands_beside_it():
    fields = (FieldDescriptor(key="title"),)
    resource = Resource(name="a", endpoint="/a/", fields=fields, columns=(ListColumn(key="title"),))
    sources = {"title": "schema", "columns": "values of the first rows"}

    text = console_text({}, [Guessed(resource, sources, ["The schema is long."])])

    assert '{ key = "title" },  # from schema' in text
    assert "# columns: guessed from values of the first rows" in text
    assert "# The schema is long." in text


def test_hostile_names_stay_names():
    resource = Resource(
        name="a",
        endpoint="/a/",
        label=HOSTILE,
        columns=(ListColumn(key=HOSTILE, label=HOSTILE),),
        fields=(FieldDescriptor(key=HOSTILE, label=HOSTILE, attrs={"items": [HOSTILE]}),),
    )

    text = console_text(
        {"svc": {"base_url": "https://cms.test"}},
        [Guessed(resource, {HOSTILE: HOSTILE}, [HOSTILE])],
        {HOSTILE: HOSTILE},
    )
    file = read(text)

    assert file.svc.base_url == "https://cms.test"
    assert file.resources[0].label == HOSTILE
    assert list(file.resources[0].fields[0].attrs["items"]) == [HOSTILE]
    assert all(letter.isprintable() or letter == "\n" for letter in text)
