"""The command line: its commands, options and help."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from svc_tui import __version__
from svc_tui.cli.history_arguments import add_history
from svc_tui.cli.verb_arguments import add_verbs
from svc_tui.models.dialects import BUILT_IN

TYPE_CHECKING = False  # typing itself costs more than everything else here
if TYPE_CHECKING:
    from typing import Any, NoReturn

EXIT_CODES = """\
exit codes:
  0  done                       4  not signed in
  1  error                      5  refused by the backend
  2  usage error                6  partly done
  3  conflict                 130  interrupted
"""

NEW_FILE_EXIT_CODES = EXIT_CODES.replace(f"{'conflict':24}", "the file already exists ")
"""The file to be written already exists."""

CONSOLE = """\
A terminal admin console for the REST backend given by a console file or --url:
lists, forms and media. Without a command, the console opens.

The console file is the first of: --config PATH, $SVC_TUI_CONFIG, ./svc.toml,
svc.toml in your configuration directory. Flags override the environment
($SVC_TUI_URL, $SVC_TUI_USER, ...), which overrides the file.
"""

CONSOLE_EXAMPLES = """\
examples:
  svc-tui demo                              try it with a backend on this machine
  svc-tui --url https://cms.example.org     open a console for your backend
  svc-tui open '/articles?status=draft'     go straight to a page
  svc-tui login --user editor               sign in once for console and commands
  svc-tui whoami -o json                    show who is signed in, for scripts
  svc-tui upload *.jpg --folder Photos      upload files to the media library
  svc-tui list articles status:draft -o csv rows for scripts
  svc-tui schema > svc.schema.json          console file schema for editors

"""

DEMO = """\
Starts a newsroom with a real backend on this machine (loopback only) and opens
the console on it, signed in. Users are admin, editor, viewer and nobody; each
password is the username. Nothing is kept unless you add --keep DIR.
"""

DEMO_EXAMPLES = """\
examples:
  svc-tui demo                        300 articles, signed in as admin
  svc-tui demo --user viewer          signed in with read-only permissions
  svc-tui demo --rows 20000           a large collection
  svc-tui demo --keep ~/newsroom      keep your changes for next time

"""

LOGIN_EXAMPLES = """\
examples:
  svc-tui login --user editor
  pass show cms | svc-tui login --user editor --password-stdin

"""

UPLOAD = """\
Uploads files and whole folder trees to the media library. In a terminal, each
file has a progress bar; otherwise, each finished file prints a line of JSON.
"""

UPLOAD_EXAMPLES = """\
examples:
  svc-tui upload *.jpg --folder Photos/2025
  svc-tui upload ~/Trip
  ssh host svc-tui upload - --name pic.jpg < pic.jpg
  svc-tui upload a.pdf | jq -r .url

"""

WHOAMI_EXAMPLES = """\
examples:
  svc-tui whoami
  svc-tui whoami -o json | jq -r '.permissions[]'

"""

OPEN_EXAMPLES = """\
examples:
  svc-tui open /articles/42
  svc-tui open '/articles?status=draft&page=2'

"""

INIT = """\
Reads a backend's collections and their fields, and writes a console file
to edit. If none are found, give their addresses.
Uses your saved session, or asks you to sign in. An
existing file is never overwritten.
"""

INIT_EXAMPLES = """\
examples:
  svc-tui init --url https://cms.example.org
  svc-tui init --url https://cms.example.org --output newsroom.toml
  svc-tui init --url https://api.example.org /articles /authors
  svc-tui init --url https://api.example.org --openapi /v1/openapi.json
  svc-tui init --url https://cms.example.org --output - | less

"""

DOCTOR = """\
Checks what works and what does not: backend, session, resources of
the console file, this terminal, and storage folders. Every line
says what to do. Changes nothing, unless you add --fix: it then shows changes
to the console file and asks before writing them.
"""

DOCTOR_EXAMPLES = """\
examples:
  svc-tui doctor
  svc-tui doctor --url https://cms.example.org
  svc-tui doctor --fix
  svc-tui doctor --json | jq '.checks[] | select(.verdict == "bad")'

"""

TRUST = """\
A console file found in the current directory can declare pages,
but its code (handlers, custom dialects) does not run until you trust it.
Shows what ./svc.toml would run, and asks. If it changes, you are asked again.
Files given by --config or $SVC_TUI_CONFIG, and those in your
configuration directory, are always trusted.
"""

TRUST_EXAMPLES = """\
examples:
  svc-tui trust
  svc-tui --config ./svc.toml       run it once without trusting it

"""

NEW = """\
Creates a Python console project in a folder: pyproject.toml, console.py and
a test with an in-memory backend. Existing files are never overwritten.
"""

NEW_EXAMPLES = """\
examples:
  svc-tui new newsroom
  svc-tui new newsroom --url https://cms.example.org

"""

SCHEMA_EXAMPLES = """\
example:
  svc-tui schema > svc.schema.json

"""

_FLAGS: dict[str, object] = {
    "config": None,
    "profile": None,
    "url": None,
    "dialect": None,
    "openapi": None,
    "user": None,
    "password_stdin": False,
    "theme": None,
    "no_color": False,
    "ascii": None,
    "mouse": None,
    "diff": None,
    "frame_rate": None,
    "stats": False,
    "read_only": None,
    "restricted": False,
    "log": None,
}
"""Every flag that all commands share, with its default."""


PLANNED = ("create", "update", "delete", "action", "import", "edit", "pipe")
"""The commands whose writes a plan can contain."""


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the command and its flags; print and exit for --help, --version and errors."""
    if argv[:1] == ["plan"] and not {"-h", "--help"} & set(argv[1:2]):
        return _planned(argv[1:])
    parser = command_line(called=argv)
    argv, program = _without_program(argv)
    known, rest = parser.parse_known_args(
        _with_orders(argv), argparse.Namespace(**_FLAGS, command="console")
    )
    if rest and hasattr(known, "words") and not any(one.startswith("-") for one in rest):
        known.words = [*known.words, *rest]  # Words of a filter after an option.
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    known.command = known.command or "console"
    if program:
        known.program = program
    return known


def _planned(argv: Sequence[str]) -> argparse.Namespace:
    """The command line after `plan`: a command that writes, which only prints what it would do."""
    known = read_arguments(argv)
    if known.command not in PLANNED:
        names = f"{', '.join(PLANNED[:-1])} and {PLANNED[-1]}"
        command_line().error(f"`plan` takes {names}, not {known.command}")
    known.plan = known.dry_run = known.yes = True
    return known


def _without_program(argv: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return a command line of `pipe` or `completion`, and the words after its `--`."""
    if "--" not in argv or not {"pipe", "completion"} & set(argv[: list(argv).index("--")]):
        return argv, ()
    at = list(argv).index("--")
    return argv[:at], argv[at + 1 :]


def _with_orders(argv: Sequence[str]) -> list[str]:
    """Allow `--order -id`, whose value looks like an option."""
    words = list(argv)
    for at in range(len(words) - 1, 0, -1):
        if words[at - 1] == "--order" and words[at][:1] == "-" and words[at][:2] != "--":
            words[at - 1 : at + 1] = [f"--order={words[at]}"]
    return words


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence, without the whole usage before it."""

    def error(self, message: str) -> NoReturn:
        """One line on stderr, exit code 2."""
        words = message.removeprefix("argument : ")
        self.exit(2, f"{self.prog}: {words}; `{self.prog} --help` shows all options.\n")


class _Unread(_Parser):
    """Ignores the options of commands that are not called."""

    def add_argument(self, *args: Any, **kwargs: Any) -> argparse.Action:
        """Create no option: that takes most of the time of parsing a command line."""
        return argparse.Action([], "")


def command_line(*, called: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line.

    With the words `called`, other commands are listed, but have no options.
    """
    shared = _shared_flags()
    parser = _Parser("svc-tui", parents=[shared], **_words(CONSOLE, CONSOLE_EXAMPLES))
    parser.add_argument("--version", action="version", version=f"svc-tui {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="", dest="command")
    unread = _Unread(add_help=False)

    def command(name: str, help: str, about: str, examples: str) -> argparse.ArgumentParser:
        if called is None or name in called:
            return commands.add_parser(name, help=help, parents=[shared], **_words(about, examples))
        commands.add_parser(name, help=help, add_help=False)
        return unread

    _demo_flags(command("demo", "try the console with a demo backend", DEMO, DEMO_EXAMPLES))
    about = "Opens the console at a location, such as /articles/42.\n"
    going = command("open", "open the console at a location", about, OPEN_EXAMPLES)
    going.add_argument("location", metavar="LOCATION", help="a path, with an optional query")
    about = "Signs in and saves the session for the console and other commands.\n"
    command("login", "sign in and save the session", about, LOGIN_EXAMPLES)
    command("logout", "sign out", "Signs out, here and at the backend.\n", "")
    _upload_flags(command("upload", "upload files to the media library", UPLOAD, UPLOAD_EXAMPLES))
    about = "Shows who is signed in, with groups and permissions.\n"
    who = command("whoami", "show who is signed in", about, WHOAMI_EXAMPLES)
    formats = ("text", "json")
    who.add_argument("-o", "--output", choices=formats, default="text", help="text or json")
    _init_flags(command("init", "write a console file for a backend", INIT, INIT_EXAMPLES))
    _doctor_flags(command("doctor", "check what works and what does not", DOCTOR, DOCTOR_EXAMPLES))
    add_verbs(command)
    add_history(command)
    command("trust", "trust the console file to run code", TRUST, TRUST_EXAMPLES)
    making = command("new", "create a Python console project", NEW, NEW_EXAMPLES)
    making.epilog = NEW_EXAMPLES + NEW_FILE_EXIT_CODES
    making.add_argument("directory", metavar="DIR", help="the folder; created if missing")
    about = "Prints the JSON Schema of the console file.\n"
    command("schema", "print the console file's JSON Schema", about, SCHEMA_EXAMPLES)
    return parser


def _words(about: str, examples: str) -> dict[str, Any]:
    """Help in paragraphs of our own, and the exit codes below every one."""
    return {
        "description": about,
        "epilog": examples + EXIT_CODES,
        "formatter_class": argparse.RawDescriptionHelpFormatter,
        "argument_default": argparse.SUPPRESS,  # otherwise a command would reset flags before it
        "allow_abbrev": False,
    }


def _shared_flags() -> _Parser:
    """The flags of all commands; they may precede or follow the command."""
    shared = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    _backend_flags(shared.add_argument_group("backend"))
    _look_flags(shared.add_argument_group("look"))
    shared.add_argument("--log", metavar="FILE", help="write a log of requests and errors")
    return shared


def _backend_flags(backend: argparse._ArgumentGroup) -> None:
    backend.add_argument("--config", metavar="PATH", help="the console file")
    backend.add_argument("--profile", metavar="NAME", help="a profile in the console file")
    backend.add_argument("--url", metavar="URL", help="the backend's address")
    backend.add_argument(
        "--dialect", metavar="NAME", help=f"API dialect: {', '.join(BUILT_IN)}, or module:object"
    )
    backend.add_argument(
        "--openapi", metavar="URL|FILE", help="the backend's OpenAPI document: URL or file"
    )
    backend.add_argument("--user", metavar="NAME", help="the username")
    backend.add_argument(
        "--password-stdin",
        action="store_true",
        help="read the password or API key from standard input",
    )
    backend.add_argument("--password", action=_NoPassword, nargs="?", help=argparse.SUPPRESS)
    backend.add_argument(
        "--read-only", action="store_true", help="refuse every request that changes something"
    )
    backend.add_argument(
        "--restricted",
        action="store_true",
        help="no editor, shell, programs or settings; files in one folder only",
    )


def _look_flags(look: argparse._ArgumentGroup) -> None:
    themes = "svc-dark, svc-light, ansi-dark, ansi-light, or one of Textual's, such as nord"
    look.add_argument("--theme", metavar="NAME", help=themes)
    look.add_argument("--no-color", action="store_true", help="no colors (same as $NO_COLOR)")
    look.add_argument("--ascii", action="store_true", help="plain ASCII characters only")
    look.add_argument("--mouse", action="store_true", help="use the mouse, even over SSH")
    look.add_argument("--no-mouse", action="store_false", dest="mouse", help="no mouse")
    look.add_argument(
        "--no-diff",
        action="store_false",
        dest="diff",
        help="redraw whole regions, not only what changed",
    )
    look.add_argument(
        "--frame-rate", type=_rate, metavar="N", help="maximum frames per second (60)"
    )
    look.add_argument("--stats", action="store_true", help="show traffic statistics on exit")


class _NoPassword(argparse.Action):
    """Refuses `--password`; its value is neither used nor repeated."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Exit with the reason and a suggestion."""
        parser.error("others on this machine can see command lines: use --password-stdin")


def _demo_flags(parser: argparse.ArgumentParser) -> None:
    """Add the options of the demo."""
    parser.set_defaults(rows=300, port=0, keep=None, hostile=False)
    parser.add_argument("--rows", type=_count, metavar="N", help="articles in a new demo (300)")
    parser.add_argument(
        "--hostile", action="store_true", help="edge-case records first, fixed dates"
    )
    parser.add_argument("--port", type=_port, metavar="N", help="the port; 0 picks a free one")
    parser.add_argument(
        "--keep", metavar="DIR", help="folder to keep its data and your unsaved changes"
    )


def _init_flags(parser: argparse.ArgumentParser) -> None:
    """Add the options of `init`."""
    parser.epilog = INIT_EXAMPLES + NEW_FILE_EXIT_CODES
    parser.set_defaults(output="svc.toml", addresses=[])
    parser.add_argument(
        "addresses", nargs="*", metavar="ADDRESS", help="a collection: /api/articles"
    )
    parser.add_argument("--output", metavar="PATH", help="the new file (svc.toml); - prints it")


def _doctor_flags(parser: argparse.ArgumentParser) -> None:
    """Add the options of `doctor`."""
    parser.set_defaults(json=False, ask_terminal=False, fix=False, yes=False)
    parser.add_argument("--json", action="store_true", help="print JSON")
    fixing = "fix the console file, after asking"
    parser.add_argument("--fix", action="store_true", help=fixing)
    parser.add_argument("--yes", action="store_true", help="with --fix: skip confirmation")
    parser.add_argument(
        "--ask-terminal", action="store_true", help="query the terminal for its capabilities"
    )


def _upload_flags(parser: argparse.ArgumentParser) -> None:
    """Add the options of the upload."""
    parser.set_defaults(folder=None, title="", name=None)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, or - for stdin")
    parser.add_argument("--folder", metavar="ID|PATH", help="target folder: 7, or Photos/2025")
    parser.add_argument("--title", metavar="TEXT", help="the title (default: the file name)")
    parser.add_argument("--name", metavar="NAME", help="file name for stdin")
    parser.set_defaults(dry_run=False, yes=True, profile_name=None, source=None)
    parser.set_defaults(output="table", template=None, expect=None, max=None, rate=None)
    parser.add_argument(
        "--dry-run", action="store_true", help="print the requests without sending them"
    )
    parser.add_argument(
        "--yes", action="store_true", help="skip confirmation on a protected profile"
    )
    parser.add_argument("--profile-name", metavar="NAME", help="name of the protected profile")


def _count(text: str) -> int:
    """A number that is not negative."""
    if (number := _number(text)) < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return number


def _rate(text: str) -> int:
    if not 1 <= (number := _number(text)) <= 120:
        raise argparse.ArgumentTypeError("must be between 1 and 120")
    return number


def _port(text: str) -> int:
    if not 0 <= (number := _number(text)) <= 65535:
        raise argparse.ArgumentTypeError("must be between 0 and 65535")
    return number


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a whole number") from None
