"""The options and help of the verbs: what the console does to records and files, as commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable

FORMATS = ("table", "json", "ndjson", "csv", "yaml", "name", "template")

MakeCommand = Callable[[str, str, str, str], argparse.ArgumentParser]
"""Takes name, one line of help, a description and examples."""

RESOURCES = """\
Lists what the console file, or the backend itself, has: each resource with its
address, what you may do with it, and how many records it holds.
"""

RESOURCES_EXAMPLES = """\
examples:
  svc-tui resources
  svc-tui resources -o json | jq -r '.[].name'

"""

LIST = """\
Prints the rows of a resource. FILTER is the line that the console's list takes:
status:draft published:>-7d harbour. Without --page, --limit or --all it is the
first page. Data goes to stdout, everything else to stderr; the format is never
another one because the output is a pipe. --all reads page by page.
"""

LIST_EXAMPLES = """\
examples:
  svc-tui list articles status:draft 'published:>-7d'
  svc-tui list articles --all -o ndjson | jq -r .title
  svc-tui list articles --columns id,title,author.name -o csv > articles.csv
  svc-tui list articles --limit 5 -o template --template '{id}\\t{title}'

"""

GET = """\
Prints records by their ids. With -o json or yaml one id gives the record, several
give a list of records.
"""

GET_EXAMPLES = """\
examples:
  svc-tui get articles 42 -o json
  svc-tui get articles 42 43 -o ndjson
  svc-tui get articles 42 --lang it -o template --template '{title}'

"""

OPTIONS = """\
Prints what the other verbs can name of a resource: columns, filters with their
choices, tabs, actions with their inputs, and the fields of its form.
"""

OPTIONS_EXAMPLES = """\
examples:
  svc-tui options articles
  svc-tui options articles -o json | jq -r '.[] | select(.kind == "filter").name'

"""


def add_verbs(command: MakeCommand) -> None:
    """Add every verb to the command line."""
    parser = command(
        "resources", "what there is, and what you may do", RESOURCES, RESOURCES_EXAMPLES
    )
    _output(parser)
    parser.set_defaults(no_count=False)
    parser.add_argument("--no-count", action="store_true", help="do not ask how many there are")
    parser = command("list", "print rows", LIST, LIST_EXAMPLES)
    _resource(parser)
    _words(parser, "FILTER", "as the list's search line takes it: status:draft harbour")
    _query(parser)
    parser.set_defaults(page=None, limit=None, all=False)
    parser.add_argument("--page", type=_positive, metavar="N", help="another page than the first")
    parser.add_argument("--limit", type=_positive, metavar="N", help="the first N rows")
    parser.add_argument("--all", action="store_true", help="every row, page by page")
    _shown(parser)
    _output(parser)
    parser = command("get", "print records by their ids", GET, GET_EXAMPLES)
    _resource(parser)
    _words(parser, "ID", "what identifies a record", at_least_one=True)
    _shown(parser)
    _output(parser)
    parser = command("options", "columns, filters and actions", OPTIONS, OPTIONS_EXAMPLES)
    _resource(parser)
    _output(parser)


def _resource(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("resource", metavar="RESOURCE", help="a name that `resources` prints")


def _words(
    parser: argparse.ArgumentParser, metavar: str, help: str, *, at_least_one: bool = False
) -> None:
    parser.set_defaults(words=[])
    parser.add_argument("words", nargs="+" if at_least_one else "*", metavar=metavar, help=help)


def _query(parser: argparse.ArgumentParser) -> None:
    """Add what narrows and sorts the rows, besides FILTER."""
    parser.set_defaults(search=None, order=None, view=None, tab=None)
    parser.add_argument("--search", metavar="TEXT", help="rows that the backend finds for a text")
    parser.add_argument("--order", metavar="-A,B", help="sort by these fields; - is descending")
    parser.add_argument("--view", metavar="NAME", help="a saved view of the list")
    parser.add_argument("--tab", metavar="NAME", help="a tab of the list")


def _shown(parser: argparse.ArgumentParser) -> None:
    """Add which values are printed."""
    parser.set_defaults(columns=None, lang=None)
    parser.add_argument("--columns", metavar="A,B.C", help="these values, by their dotted paths")
    parser.add_argument("--lang", metavar="CODE", help="translated texts in this language")


def _output(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(output="table", template=None)
    parser.add_argument(
        "-o",
        "--output",
        choices=FORMATS,
        help="table (as the list shows it), json, ndjson, csv, yaml, name (articles/42), template",
    )
    parser.add_argument("--template", metavar="TEXT", help="for -o template: '{id} {author.name}'")


def _positive(text: str) -> int:
    """A whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
