"""`python -m svc_tui.demo`: the command line, understood before Django is imported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .options import VARIANTS, DemoError, Options


def main(argv: Sequence[str] | None = None) -> int:
    """Serve the demo; returns 1 after one sentence on stderr when it cannot."""
    options = read_options(argv)
    from .server import complain, serve

    try:
        serve(options)
    except DemoError as error:
        complain(str(error))
    except ImportError as error:
        packages = "'django<5.3' djangorestframework waitress pillow"
        complain(f"The demo needs a few more packages: pip install {packages} ({error}).")
    except Exception as error:
        # Whatever else went wrong (a full disk, a broken database) is told in one line as well.
        complain(f"The demo could not start: {type(error).__name__}: {error}")
    return 1


def read_options(argv: Sequence[str] | None) -> Options:
    """The command line as a value; exits with 2 when it is not understood."""
    known = _parser().parse_args(argv)
    return Options(
        folder=known.dir.absolute(),
        port=known.port,
        rows=known.rows,
        hostile=known.hostile,
        variants=known.variant,
        delay_ms=known.delay_ms,
        testing=known.testing,
        watch=not known.no_watch,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="svc_tui.demo", description="A demo newsroom.")
    parser.add_argument(
        "--dir", type=Path, required=True, help="database and media; created if missing"
    )
    parser.add_argument("--port", type=_port, default=0, help="0 picks a free one")
    parser.add_argument("--rows", type=_count, default=300, help="articles in a new folder")
    parser.add_argument(
        "--hostile", action="store_true", help="edge-case records first, fixed dates"
    )
    parser.add_argument("--variant", type=_variants, default=frozenset(), help=", ".join(VARIANTS))
    parser.add_argument("--delay-ms", type=_count, default=0, help="latency of each response")
    parser.add_argument("--testing", action="store_true", help="open /api/_test/")
    parser.add_argument("--no-watch", action="store_true", help="keep running when stdin closes")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return number


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("must be between 0 and 65535")
    return number


def _variants(text: str) -> frozenset[str]:
    names = frozenset(name for name in text.split(",") if name)
    unknown = sorted(names - set(VARIANTS))
    if unknown:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}")
    return names


if __name__ == "__main__":
    sys.exit(main())
