"""resources, list, get, options: what a script reads, and the exit codes."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from svc_tui import FieldDescriptor, Resource, Svc
from svc_tui.cli.arguments import command_line
from svc_tui.cli.exits import ERROR, NOT_SIGNED_IN, OK, PARTLY_DONE, REFUSED, USAGE
from svc_tui.cli.list import write
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.rows import columns_in_words
from svc_tui.models.listing import ListColumn
from svc_tui.testing import BASE, FakeBackend
from tests.backends.cms import CmsProcess
from tests.backends.demo import DemoProcess
from tests.backends.rows import RowsProcess
from tests.cli.runs import ROOT, sentence, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.cli.verbs import Rows, rows, rows_process

__all__ = ["rows", "rows_process"]


def test_every_format_has_the_same_rows(rows: Rows) -> None:
    for order, words in (("nope", "No row has nope"), ("-id", "")):
        for more in ((), ("--all",)):
            said = rows("list", "items", "--order", order, *more).err
            assert (words in said) if words else ("--order" not in said), said
    asked = ("list", "items", "status:draft", "--order", "-id", "--limit", "3")
    ids = [39, 36, 33]
    assert [row["id"] for row in rows.lines(*asked)] == ids
    assert [row["id"] for row in json.loads(rows(*asked, "-o", "json").out)] == ids
    assert [row["id"] for row in yaml.safe_load(rows(*asked, "-o", "yaml").out)] == ids
    table = list(csv.DictReader(io.StringIO(rows(*asked, "-o", "csv").out)))
    assert [row["Id"] for row in table] == [str(one) for one in ids]
    assert rows(*asked, "-o", "name").out.split() == [f"items/{one}" for one in ids]
    text = rows(*asked, "-o", "template", "--template", "{id}\\t{title}")
    assert text.out.splitlines()[0] == "39\tRow 39"
    shown = rows(*asked).out.splitlines()
    assert shown[0].split() == ["Id", "Title", "Status"] and shown[1].split()[-1] == "Draft"


def test_columns_narrow_every_format_and_must_be_there(rows: Rows) -> None:
    [row] = rows.lines("list", "items", "--limit", "1", "--columns", "id,slug")
    assert row == {"id": 1, "slug": "row-1"}
    done = rows("list", "items", "--columns", "id,titel")
    assert done.code == USAGE and "No row has titel" in sentence(done)


def test_all_reads_every_page_and_one_page_says_that_there_are_more(rows: Rows) -> None:
    assert len(rows.lines("list", "items", "--all")) == 40
    page = rows("list", "items", "--page", "2", "-o", "name")
    assert page.out.split()[0] == "items/21"
    assert "20 of 40 rows" in page.err


def test_pages_named_by_the_one_before_are_read_in_turn(rows: Rows) -> None:
    rows.process.faults(cursor=True)
    page = rows("list", "items", "--page", "2", "-o", "name")
    assert page.out.split()[0] == "items/21"
    assert len(rows.lines("list", "items", "--all")) == 40
    assert "the last one is 2" in sentence(rows("list", "items", "--page", "3"))


def test_words_of_a_filter_may_stand_behind_an_option(rows: Rows) -> None:
    done = rows("list", "items", "--all", "-o", "name", "status:review", "Row", "1")
    assert done.out.split() == [f"items/{n}" for n in (1, 10, 13, 16, 19)]


def test_a_list_that_grows_or_never_ends_is_noticed(rows: Rows) -> None:
    rows.process.faults(grow=True)
    done = rows("list", "items", "--all", "-o", "name")
    assert done.code in (OK, PARTLY_DONE)  # One page of a hundred holds them all.
    rows.process.reset()
    rows.process.faults(endless=True)
    done = rows("list", "items", "--all", "-o", "name")
    assert done.code == PARTLY_DONE and "reading stopped there" in done.err
    assert len(done.out.split()) == 40


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("list", "itmes"), USAGE, "Did you mean items"),
        (("list", "items", "colour:red"), USAGE, "There is no filter colour"),
        (("list", "items", "status:red"), USAGE, "Status has no “red”"),
        (("list", "items", "--tab", "mine"), USAGE, "no tab mine"),
        (("list", "items", "--view", "mine"), USAGE, "no saved views"),
        (("list", "items", "--page", "2", "--all"), USAGE, "Use only one of"),
        (("list", "items", "-o", "template"), USAGE, "needs --template"),
        (("list", "items", "-o", "template", "--template", "{nope.x}"), USAGE, "No row has nope."),
        (("get", "items", "3", "-o", "template", "--template", "{nope}"), USAGE, "No row has"),
        (("get", "items", "999"), ERROR, "no record 999"),
        (("get", "items", "../x"), ERROR, "no record ../x in items"),
        (("get", "items", "status:draft"), USAGE, "is a filter"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    rows: Rows, arguments: tuple[str, ...], code: int, why: str
) -> None:
    done = rows(*arguments)
    assert done.code == code and why in sentence(done)


def test_errors_are_json_where_the_output_is(rows: Rows) -> None:
    told = json.loads(sentence(rows("get", "items", "999", "-o", "json")))
    assert told == {"error": "There is no record 999 in items.", "exit_code": ERROR}


def test_get_prints_a_record_or_a_list_of_them(rows: Rows) -> None:
    assert json.loads(rows("get", "items", "7", "-o", "json").out)["slug"] == "row-7"
    done = rows("get", "items", "7", "999", "8", "7", "-o", "json")
    assert done.code == PARTLY_DONE and [row["id"] for row in json.loads(done.out)] == [7, 8]
    assert "no record 999" in done.err and "more than once" in done.err


def test_resources_and_options_tell_what_can_be_named(rows: Rows) -> None:
    assert rows.lines("resources") == [
        {
            "name": "items",
            "label": "Items",
            "endpoint": "/items",
            "may": "view add change delete",
            "count": 40,
        }
    ]
    told = {(one["kind"], one["name"]): one["about"] for one in rows.lines("options", "items")}
    assert told["filter", "status"] == "draft, review, published"
    assert ("action", "stamp") in told and told["field", "title"] == "text, required"


def test_an_undeclared_backend_is_read_as_the_console_reads_it(demo: DemoProcess) -> None:
    sign_in(demo, "viewer")
    listed = svc_tui("resources", "--url", demo.url, "-o", "ndjson")
    facts = {one["name"]: one for one in map(json.loads, listed.out.splitlines())}
    assert facts["articles"]["count"] == 300 and facts["articles"]["may"] == "view"
    done = svc_tui(
        "list", "articles", "status:draft", "category:news", "--url", demo.url, "-o", "json"
    )
    assert done.code == OK, done.err
    assert {row["status"] for row in json.loads(done.out)} == {"draft"}
    italian = svc_tui(
        "get", "articles", "16", "--lang", "it", "-o", "template", "--template", "{title}",
        "--url", demo.url,
    )  # fmt: skip
    record = json.loads(svc_tui("get", "articles", "16", "-o", "json", "--url", demo.url).out)
    assert italian.out.strip() == record["translations"]["it"]["title"]
    beyond = svc_tui("list", "articles", "--page", "999", "--url", demo.url)
    assert beyond.code == ERROR and sentence(beyond) == "There is no page 999."


def test_nobody_is_told_to_sign_in_and_rights_are_those_of_the_console(demo: DemoProcess) -> None:
    done = svc_tui("list", "articles", "--url", demo.url)
    assert done.code == NOT_SIGNED_IN and "svc-tui login" in sentence(done)
    sign_in(demo, "nobody")
    refused = svc_tui("list", "articles", "--url", demo.url)
    assert refused.code == REFUSED, refused.err


def test_the_cms_is_read_by_its_own_dialect(cms: CmsProcess) -> None:
    done = svc_tui("login", "--url", cms.url, "--user", "admin", "--password-stdin", stdin="admin")
    assert done.code == OK, done.err
    found = svc_tui("resources", "--url", cms.url, "-o", "ndjson")
    names = [json.loads(line)["name"] for line in found.out.splitlines()]
    assert names, found.err
    rows = svc_tui("list", names[0], "--url", cms.url, "--limit", "2", "-o", "ndjson")
    assert rows.code == OK, rows.err


MEASURED = """
import resource, sys
from svc_tui.cli.main import run
code = run(sys.argv[1:])
sys.stdout.flush()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


def test_all_rows_of_a_large_list_take_no_more_memory_than_a_few(tmp_path: Path) -> None:
    with RowsProcess(20_000) as process:
        large = Rows(process, tmp_path)

        def peak(*arguments: str) -> tuple[int, int]:
            done = subprocess.run(
                [sys.executable, "-c", MEASURED, "list", "items", *arguments, "-o", "ndjson",
                 "--config", str(large.config)],
                capture_output=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
            )  # fmt: skip
            return done.stdout.count(b"\n"), int(done.stderr.split()[-1])

        few, little = peak("--limit", "500")
        many, much = peak("--all")
    assert (few, many) == (500, 20_000)
    assert much - little < 8 * 1024, f"{little} kB for 500 rows, {much} kB for 20,000"


def test_a_command_that_is_called_has_the_help_and_errors_of_the_whole_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = command_line()
    assert command_line(called=()).format_help() == whole.format_help()
    commands = whole._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    for name, one in commands.items():  # type: ignore[union-attr]
        said = []
        for parser in (whole, command_line(called=(name,))):
            for words in ((name, "--help"), (name, "--nonsense"), ("nonsense",)):
                with pytest.raises(SystemExit):
                    parser.parse_args(words)
            said.append(capsys.readouterr())
        assert said[0] == said[1]
        assert one.format_help() in said[0].out


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("format", ["table", "csv", "template", "ndjson", "json", "yaml"])
def test_text_acts_on_no_terminal_and_is_kept_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    title = "a\x1b]0;owned\x07\x1b[2Jb"
    known = argparse.Namespace(output=format, template="{title}")
    written = {}
    for file in (FakeTerminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stdout", file)
        output = output_for(known, [ListColumn(key="title")])
        output.write([{"title": title}])
        output.end()
        written[type(file)] = file.getvalue()

    on_terminal, in_pipe = written.values()
    assert "owned" in on_terminal and on_terminal.endswith("\n")
    assert not {"\x1b", "\x07"} & {*on_terminal}
    if format in ("csv", "template"):
        assert title in in_pipe


async def test_a_table_shows_the_titles_of_related_records_as_the_list_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    backend = FakeBackend()
    backend.add_collection("/api/members", [{"id": n, "name": f"Member {n}"} for n in (1, 2, 3)])
    attrs = {"endpoint": "/api/members", "item_text": "name"}
    status = FieldDescriptor(key="status", type="select", attrs={"items": [ITEM]})
    loans = Resource(
        name="loans",
        endpoint="/api/loans",
        columns=["id", "member", "status"],
        fields=[FieldDescriptor(key="member", type="fks", attrs=attrs), status],
    )
    columns, titles = columns_in_words(loans, loans.columns)
    rows = [{"id": 8, "member": 2, "status": "out"}, {"id": 9, "member": 3, "status": "out"}]
    monkeypatch.setattr(sys, "stdout", file := io.StringIO())
    output = output_for(argparse.Namespace(output="table"), columns, titles=titles)

    async with Svc(BASE, transport=backend.transport) as svc:
        for row in rows:
            await write(svc, output, [row], None)

    lines = [line.split("  ") for line in file.getvalue().splitlines()]
    assert [[one.strip() for one in line if one.strip()] for line in lines] == [
        ["Id", "Member", "Status"],
        ["8", "Member 2", "Lent"],
        ["9", "Member 3", "Lent"],
    ]


ITEM = {"value": "out", "label": "Lent"}
