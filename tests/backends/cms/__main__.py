"""`python tests/backends/cms --dir FOLDER`: a small site on the real CMS, for the tests.

Runs with the interpreter of an environment of its own: the CMS wants older versions of what the
demo uses. Prints one line of JSON with its address, and ends when its stdin closes.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import socket
import sys
import threading
import warnings
from pathlib import Path


def main() -> None:
    """Prepare the folder, serve it, say where."""
    parser = argparse.ArgumentParser(prog="tests/backends/cms")
    parser.add_argument("--dir", type=Path, required=True, help="database and files; made if new")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--pages", action="store_true", help="show visitors the pages as well")
    parser.add_argument("--accessor", default="translations", help="where texts by language stand")
    parser.add_argument(
        "--https", action="store_true", help="say https, as behind a server that speaks TLS"
    )
    parser.add_argument("--no-watch", action="store_true", help="keep running when stdin closes")
    wanted = parser.parse_args()
    warnings.simplefilter("ignore")
    _find_libmagic()
    if not wanted.no_watch:
        threading.Thread(target=_end_with_stdin, daemon=True).start()
    folder = wanted.dir.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    application = _application(folder, wanted.pages, wanted.accessor)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", wanted.port))

    from waitress import create_server

    scheme = "https" if wanted.https else "http"
    server = create_server(
        application, sockets=[listener], threads=8, ident=None, url_scheme=scheme
    )
    gc.freeze()  # Django stays, and need not be looked through for garbage
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    print(json.dumps({"url": url}), flush=True)
    server.run()


def _application(folder: Path, pages: bool, accessor: str) -> object:
    """The site on a database that is new and full."""
    import django
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from settings import settings_for

    settings.configure(**settings_for(folder, pages, accessor))
    django.setup()

    import state

    state.prepare(folder)
    return get_wsgi_application()


def _find_libmagic() -> None:
    """The library by which the CMS knows types: the system's, else the one that came by wheel."""
    try:
        import magic  # noqa: F401
    except ImportError:
        try:
            import pylibmagic  # noqa: F401  # from here on `import magic` finds it
        except ImportError:
            sys.exit(
                "The CMS of the tests needs libmagic, which this machine lacks: apt install"
                " libmagic1, dnf install file-libs, or brew install libmagic."
            )


def _end_with_stdin() -> None:
    """The parent holds the other end of stdin; however it dies, the pipe closes."""
    while os.read(0, 4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
