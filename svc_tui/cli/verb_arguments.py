"""The options and help of the commands for records and files."""

from __future__ import annotations

import argparse
from collections.abc import Callable

FORMATS = ("table", "json", "ndjson", "csv", "yaml", "name", "template")

MakeCommand = Callable[[str, str, str, str], argparse.ArgumentParser]
"""Takes name, one line of help, a description and examples."""

RESOURCES = """\
Lists the resources of the console file or backend, each with its
address, what you may do with it, and how many records it holds.
"""

RESOURCES_EXAMPLES = """\
examples:
  svc-tui resources
  svc-tui resources -o json | jq -r '.[].name'

"""

LIST = """\
Prints the rows of a resource. FILTER is as in the console's search line:
status:draft published:>-7d harbour. Without --page, --limit or --all, prints the
first page. Data goes to stdout, everything else to stderr. The format is the
same in a pipe. --all reads page by page.
"""

LIST_EXAMPLES = """\
examples:
  svc-tui list articles status:draft 'published:>-7d'
  svc-tui list articles --all -o ndjson | jq -r .title
  svc-tui list articles --columns id,title,author.name -o csv > articles.csv
  svc-tui list articles --limit 5 -o template --template '{id}\\t{title}'

"""

GET = """\
Prints records by id. With -o json or yaml, one id prints a record; several
print a list.
"""

GET_EXAMPLES = """\
examples:
  svc-tui get articles 42 -o json
  svc-tui get articles 42 43 -o ndjson
  svc-tui get articles 42 --lang it -o template --template '{title}'

"""

OPTIONS = """\
Prints the names other commands accept for a resource: columns, filters with their
choices, tabs, actions with their inputs, and the fields of its form.
"""

OPTIONS_EXAMPLES = """\
examples:
  svc-tui options articles
  svc-tui options articles -o json | jq -r '.[] | select(.kind == "filter").name'

"""

CREATE = """\
Creates a record from --set, or one for each row of --from. Prints the result of
each, with its new id.
"""

CREATE_EXAMPLES = """\
examples:
  svc-tui create articles --set title='Harbour reopens' --set status=draft
  svc-tui create tags --from tags.csv --yes --failed again.ndjson

"""

UPDATE = """\
Changes values of records: given by id, by a filter, or by
the rows of --from. Each record is read, compared and saved as
in the console's form: only changed values are sent.
"""

UPDATE_EXAMPLES = """\
examples:
  svc-tui update articles 42 --set status=published
  svc-tui update articles status:draft 'published_at:<-30d' --all --set status=review --dry-run
  svc-tui update articles status:draft --all --set featured:=false --expect 12 --yes
  svc-tui update articles --from changes.csv --canary 3 --failed again.ndjson

"""

DELETE = """\
Deletes records given by id, by a filter, or by
the rows of --from. Without a terminal, it needs --yes.
"""

DELETE_EXAMPLES = """\
examples:
  svc-tui delete articles 42
  svc-tui delete articles status:draft --all --max 20 --yes

"""

MOVE = """\
Moves a record to a position of its list, counted from 1; the records in between
shift. For lists that are ordered by hand (`draggable`, m in the console).
"""

MOVE_EXAMPLES = """\
examples:
  svc-tui move articles 42 1
  svc-tui move articles 42 9999 --dry-run           (to the end)

"""

ACTION = """\
Runs one of the list's actions (see `options`) on records. --set gives its
inputs.
"""

ACTION_EXAMPLES = """\
examples:
  svc-tui action articles publish 42 43
  svc-tui action articles publish status:review --all --expect 5 --yes

"""

EDIT = """\
Opens records as YAML, or with --as tsv as a table, in $VISUAL or $EDITOR: the key
and the editable columns of the list. Changes are shown and confirmed before saving; records
that someone else has changed are skipped. Keep all rows and keys.
"""

EDIT_EXAMPLES = """\
examples:
  svc-tui edit articles 42 43
  svc-tui edit articles status:draft --columns title,status --as tsv

"""

PIPE = """\
Pipes records as JSON lines through a command (no shell) and reads its output:
the same rows, changed or not. Changes are shown and confirmed before saving.
Rows that do not come back are not changed.
"""

PIPE_EXAMPLES = """\
examples:
  svc-tui pipe articles status:draft -- jq -c '.title |= ascii_upcase'
  svc-tui pipe tags 1 2 --dry-run -- ./rename.py

"""

PLAN = """\
Prints what a command would change as YAML, to review and apply later. Nothing
is sent. The plan is valid only for this backend and records as they are now.
"""

PLAN_EXAMPLES = """\
examples:
  svc-tui plan update articles status:draft --all --set status=review > change.yaml
  svc-tui apply change.yaml

"""

APPLY = """\
Applies a plan after showing it and asking. The whole plan is refused on another
backend, or if a record changed since the plan was made.
"""

APPLY_EXAMPLES = """\
examples:
  svc-tui apply change.yaml
  svc-tui apply change.yaml --yes --failed again.ndjson

"""

DIFF = """\
Compares the records of two profiles: which are only in one, and which
values differ. Ids and modification times are compared only if --columns names
them.
"""

DIFF_EXAMPLES = """\
examples:
  svc-tui diff tags --from staging --to live --key slug
  svc-tui diff articles status:published --from staging --to live --key slug -o ndjson

"""

MEDIA = """\
Lists, uploads, downloads, moves and deletes files of the media library, and sets
their title, alt_text, description and folder. Name a file or folder by id or
path (Photos/cat.png); mv, rename and rm take folders with a trailing slash
(Photos/2025/). Deleted files and folders can't be restored; moves, names
and texts can be undone with `undo`.
"""

MEDIA_EXAMPLES = """\
examples:
  svc-tui media ls Photos -o json
  svc-tui media download Photos/cat.png --to ~/Pictures
  svc-tui media mkdir Photos/2026
  svc-tui media mv 12 13 Photos/2025 --yes
  svc-tui media mv Photos/2025/ Archive
  svc-tui media rename Archive/2025/ 'Year 2025'
  svc-tui media set Photos/cat.png --set alt_text='A cat on a wall'
  svc-tui media set --from texts.csv --yes --failed again.ndjson
  svc-tui media rm 12 --dry-run

"""

MENUS = """\
Lists, creates and deletes navigation menus, and adds, changes, moves and removes their entries.
Name a menu by its key or id; an entry by its position as `menus ls` shows it (2.1
is the first inside the second), its id or title. Moving an entry also moves all inside it.
Changes that others make at the same time are kept.
"""

MENUS_EXAMPLES = """\
examples:
  svc-tui menus ls
  svc-tui menus ls main --lang en
  svc-tui menus create footer
  svc-tui menus delete footer --dry-run
  svc-tui menus add main --set title=Imprint --set address=/imprint --lang en
  svc-tui menus add main 1.2 --set title=About --set page=/about --lang en
  svc-tui menus set main 2.1 --set title='Our team' --lang en --dry-run
  svc-tui menus mv main 2.1 1 --lang en
  svc-tui menus rm main Imprint --lang en --yes

"""

COMPLETION = """\
Prints a shell script that completes commands, options, profiles, resources,
columns, filters and actions. It reads the console file and cached data about
the backend, and never uses the network.
"""

COMPLETION_EXAMPLES = """\
examples:
  source <(svc-tui completion bash)
  svc-tui completion zsh > ~/.zsh/completions/_svc-tui
  svc-tui completion fish > ~/.config/fish/completions/svc-tui.fish

"""

EXPORT = """\
Exports the rows of a list to a file, page by page; the file appears when it is
complete. Without --columns, CSV has the list's columns, JSON whole records;
passwords, tokens and the like are left out.
"""

EXPORT_EXAMPLES = """\
examples:
  svc-tui export articles drafts.csv status:draft
  svc-tui export articles all.jsonl

"""

IMPORT = """\
Imports the rows of a file: a row with an id, or the --key of a record, changes
that record; others are created. An unknown id fails. The whole file is read and
checked before the first write; `-` reads JSON: one record per line, or a list.
"""

IMPORT_EXAMPLES = """\
examples:
  svc-tui import tags tags.csv --key slug --dry-run
  svc-tui import tags tags.csv --key slug --yes --failed again.ndjson

"""

RESUME = """\
Resumes a run over many rows interrupted by a signal, a lost connection or an
expired session. A row that may already be saved is checked first; none is
saved twice.
"""

RESUME_EXAMPLES = """\
examples:
  svc-tui resume
  svc-tui resume --list -o json

"""


def add_verbs(command: MakeCommand) -> None:
    """Add every verb to the command line."""
    parser = command(
        "resources", "list resources and your permissions", RESOURCES, RESOURCES_EXAMPLES
    )
    add_output(parser)
    parser.set_defaults(no_count=False)
    parser.add_argument("--no-count", action="store_true", help="do not count the records")
    parser = command("list", "print rows", LIST, LIST_EXAMPLES)
    _resource(parser)
    _words(parser, "FILTER", "as in the list's search line: status:draft harbour")
    _query(parser)
    parser.set_defaults(page=None, limit=None, all=False)
    parser.add_argument("--page", type=_positive, metavar="N", help="page number")
    parser.add_argument("--limit", type=_positive, metavar="N", help="the first N rows")
    parser.add_argument("--all", action="store_true", help="every row, page by page")
    _shown(parser)
    add_output(parser)
    parser = command("get", "print records by their ids", GET, GET_EXAMPLES)
    _resource(parser)
    _words(parser, "ID", "the record's id", at_least_one=True)
    _shown(parser)
    add_output(parser)
    _add_writes(command)
    _add_files(command)
    _add_edits(command)
    _add_plans(command)
    _add_media(command)
    parser = command("options", "list columns, filters and actions", OPTIONS, OPTIONS_EXAMPLES)
    _resource(parser)
    add_output(parser)


def _add_writes(command: MakeCommand) -> None:
    """Add the verbs that write records."""
    parser = command("create", "create records", CREATE, CREATE_EXAMPLES)
    _resource(parser)
    _values(parser)
    _write(parser)
    parser = command("update", "change values of records", UPDATE, UPDATE_EXAMPLES)
    _resource(parser)
    _targets(parser)
    _values(parser)
    _write(parser)
    parser = command("delete", "delete records", DELETE, DELETE_EXAMPLES)
    _resource(parser)
    _targets(parser)
    _source(parser)
    _write(parser)
    parser = command("move", "move a record in its list", MOVE, MOVE_EXAMPLES)
    _resource(parser)
    parser.add_argument("id", metavar="ID", help="the record's id")
    parser.add_argument("position", type=_positive, metavar="POSITION", help="1 is the first")
    parser.set_defaults(source=None)
    _write(parser)
    parser = command("action", "run a list action", ACTION, ACTION_EXAMPLES)
    _resource(parser)
    parser.add_argument("action", metavar="ACTION", help="an action from `options`")
    _targets(parser)
    _set(parser)
    parser.set_defaults(source=None)
    _write(parser)
    parser = command("resume", "resume an interrupted run", RESUME, RESUME_EXAMPLES)
    parser.set_defaults(run_name=None, list=False, discard=False, canary=None, yes=True)
    parser.set_defaults(source=None, profile_name=None, expect=None, max=None, dry_run=False)
    parser.add_argument("run_name", nargs="?", metavar="RUN", help="optional if there is only one")
    parser.add_argument("--list", action="store_true", help="list unfinished runs")
    parser.add_argument(
        "--discard", action="store_true", help="discard the run; nothing is changed"
    )
    _profile_name(parser)
    _carrying(parser)
    add_output(parser)


def _add_plans(command: MakeCommand) -> None:
    """Add the commands that write and apply plans, and compare two backends."""
    parser = command("plan", "save a change as a file for review", PLAN, PLAN_EXAMPLES)
    parser.add_argument("verb", nargs="+", metavar="VERB …", help="the command to plan")
    parser = command("apply", "apply a plan", APPLY, APPLY_EXAMPLES)
    parser.add_argument("file", metavar="FILE|-", help="what `plan` printed")
    _write(parser)
    parser = command("diff", "compare the records of two profiles", DIFF, DIFF_EXAMPLES)
    _resource(parser)
    _words(parser, "FILTER", "as in the list's search line")
    _query(parser)
    parser.set_defaults(origin=None, target=None, key=None, columns=None, exit_code=False)
    parser.add_argument(
        "--from", dest="origin", required=True, metavar="PROFILE", help="the first profile"
    )
    parser.add_argument(
        "--to", dest="target", required=True, metavar="PROFILE", help="the second profile"
    )
    parser.add_argument("--key", metavar="FIELD", help="the field that identifies a record (id)")
    parser.add_argument("--columns", metavar="A,B", help="compare only these values")
    parser.add_argument("--exit-code", action="store_true", help="exit with 1 if they differ")
    add_output(parser)


def _add_media(command: MakeCommand) -> None:
    """Add the commands for the media library and menus, and shell completion."""
    parser = command("media", "manage files of the media library", MEDIA, MEDIA_EXAMPLES)
    subcommands = ("ls", "upload", "download", "mkdir", "rename", "mv", "set", "rm")
    parser.add_argument(
        "subcommand", choices=subcommands, metavar="|".join(subcommands), help="what to do"
    )
    _words(parser, "PATH|ID", "files and folders, by path or id")
    parser.set_defaults(search=None, folder=None, to=None, name=None, title="", overwrite=False)
    parser.add_argument("--search", metavar="TEXT", help="for ls: all files of the library")
    parser.add_argument("--folder", metavar="ID|PATH", help="for upload: target folder")
    parser.add_argument("--name", metavar="NAME", help="for upload: name of the file from -")
    parser.add_argument(
        "--title", metavar="TEXT", help="for upload: the title (default: the file name)"
    )
    parser.add_argument("--to", metavar="DIR|-", help="for download: target folder (.)")
    parser.add_argument("--overwrite", action="store_true", help="replace an existing file")
    _values(parser)
    _write(parser)
    parser = command("menus", "edit navigation menus", MENUS, MENUS_EXAMPLES)
    parts = ("ls", "create", "delete", "add", "set", "mv", "rm")
    parser.add_argument("subcommand", choices=parts, metavar="|".join(parts), help="what to do")
    _words(parser, "MENU|ENTRY|POSITION", "a menu, then an entry, a position, or both")
    parser.set_defaults(source=None)
    _set(parser)
    parser.add_argument("--lang", metavar="CODE", help="the entries in this language")
    _write(parser)
    parser = command(
        "completion", "print a shell completion script", COMPLETION, COMPLETION_EXAMPLES
    )
    parser.set_defaults(shell=None, at=None, program=())
    parser.add_argument("shell", nargs="?", choices=("bash", "zsh", "fish"), help="the shell")
    parser.add_argument("--words", dest="at", type=_count, help=argparse.SUPPRESS)


def _add_edits(command: MakeCommand) -> None:
    """Add the commands that pass rows to an editor or a command."""
    parser = command("edit", "edit records in $EDITOR", EDIT, EDIT_EXAMPLES)
    _resource(parser)
    _targets(parser)
    parser.set_defaults(columns=None, source=None, lang=None, kind=None)
    parser.add_argument("--columns", metavar="A,B", help="only these fields")
    parser.add_argument(
        "--as", dest="kind", choices=("yaml", "tsv"),
        help="format in the editor (default: edit_rows_as in the console file, or yaml)",
    )  # fmt: skip
    _write(parser)
    parser = command("pipe", "edit records with a command", PIPE, PIPE_EXAMPLES)
    _resource(parser)
    _targets(parser)
    parser.set_defaults(timeout=300.0, columns=None, source=None, lang=None, program=())
    parser.add_argument("--timeout", type=float, metavar="S", help="seconds for the command (300)")
    _write(parser)


def _add_files(command: MakeCommand) -> None:
    """Add export and import."""
    parser = command("export", "export rows to a file", EXPORT, EXPORT_EXAMPLES)
    _resource(parser)
    parser.add_argument("file", metavar="FILE", help="ends in .csv, .json or .jsonl")
    _words(parser, "FILTER", "as in the list's search line")
    _query(parser)
    parser.set_defaults(columns=None, overwrite=False)
    parser.add_argument("--columns", metavar="A,B.C", help="these values, by their dotted paths")
    parser.add_argument("--overwrite", action="store_true", help="replace an existing file")
    parser = command("import", "import records from a file", IMPORT, IMPORT_EXAMPLES)
    _resource(parser)
    parser.add_argument("file", metavar="FILE|-", help="ends in .csv, .json, .jsonl or .yaml")
    parser.set_defaults(key=None)
    parser.add_argument("--key", metavar="FIELD", help="the field that identifies records")
    _write(parser)


def _targets(parser: argparse.ArgumentParser) -> None:
    _words(parser, "ID|FILTER", "ids; or with --all, a filter as in the search line")
    _query(parser)
    parser.set_defaults(all=False)
    parser.add_argument("--all", action="store_true", help="every record that FILTER matches")


def _values(parser: argparse.ArgumentParser) -> None:
    _set(parser)
    parser.add_argument("--lang", metavar="CODE", help="--set changes the text in this language")
    _source(parser)


def _set(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(set=[], lang=None)
    parser.add_argument(
        "--set", action="append", metavar="A.B=V", help="set a value by path; A.B:=V takes JSON"
    )


def _source(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(source=None)
    parser.add_argument(
        "--from", dest="source", metavar="FILE|-", help="records as .json, .ndjson, .yaml or .csv"
    )


def _write(parser: argparse.ArgumentParser) -> None:
    """Add the options that guard writes and control how they run."""
    parser.set_defaults(
        dry_run=False, expect=None, max=None, canary=None, yes=False, profile_name=None
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="print the requests without sending them"
    )
    parser.add_argument(
        "--expect", type=_count, metavar="N", help="exit with code 3 unless exactly N records match"
    )
    parser.add_argument("--max", type=_positive, metavar="N", help="stop if more records match")
    parser.add_argument(
        "--canary", type=_positive, metavar="N", help="process N records, then ask before the rest"
    )
    parser.add_argument("--yes", action="store_true", help="skip confirmation")
    _profile_name(parser)
    _carrying(parser)
    add_output(parser)


def _profile_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile-name", metavar="NAME", help="name of the protected profile")


def _carrying(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(failed=None, jobs=6, rate=None)
    parser.add_argument(
        "--failed",
        metavar="FILE",
        help="write failed and unattempted rows to FILE, for use with --from",
    )
    parser.add_argument("--jobs", type=_positive, metavar="N", help="records at once (6)")
    parser.add_argument("--rate", type=_rate, metavar="N", help="maximum requests per second")


def _count(text: str) -> int:
    return 0 if text == "0" else _positive(text)


def _rate(text: str) -> float:
    """Requests a second."""
    try:
        rate = float(text.removesuffix("/s"))
    except ValueError:
        rate = 0.0
    if not 0.001 <= rate <= 10_000:
        raise argparse.ArgumentTypeError("must be a number of requests per second")
    return rate


def _resource(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("resource", metavar="RESOURCE", help="a name from `resources`")


def _words(
    parser: argparse.ArgumentParser, metavar: str, help: str, *, at_least_one: bool = False
) -> None:
    parser.set_defaults(words=[])
    parser.add_argument("words", nargs="+" if at_least_one else "*", metavar=metavar, help=help)


def _query(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(search=None, order=None, view=None, tab=None)
    parser.add_argument("--search", metavar="TEXT", help="search for this text")
    parser.add_argument("--order", metavar="-A,B", help="sort by these fields; - is descending")
    parser.add_argument("--view", metavar="NAME", help="a saved view of the list")
    parser.add_argument("--tab", metavar="NAME", help="a tab of the list")


def _shown(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(columns=None, lang=None)
    parser.add_argument("--columns", metavar="A,B.C", help="these values, by their dotted paths")
    parser.add_argument("--lang", metavar="CODE", help="translated texts in this language")


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the format of what is printed."""
    parser.set_defaults(output="table", template=None)
    parser.add_argument(
        "-o",
        "--output",
        choices=FORMATS,
        help="table (as in the list), json, ndjson, csv, yaml, name (articles/42), template; "
        "control characters are escaped on a terminal, and kept in files and pipes",
    )
    parser.add_argument("--template", metavar="TEXT", help="for -o template: '{id} {author.name}'")


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
