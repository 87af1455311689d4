"""`python tests/backends/stock --dir FOLDER`: a plain Django REST framework site, for the tests.

Prints one line of JSON with its address, and ends when its stdin closes.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import socket
import sys
import threading
from pathlib import Path
from typing import Any


def main() -> None:
    """Prepare the folder, serve it, say where."""
    parser = argparse.ArgumentParser(prog="tests/backends/stock")
    parser.add_argument("--dir", type=Path, required=True, help="database; made if new")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--described", action="store_true", help="with /api/schema/")
    wanted = parser.parse_args()
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    folder = wanted.dir.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    application = _application(folder, wanted.described)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", wanted.port))

    from waitress import create_server
    from waitress.channel import HTTPChannel
    from waitress.task import WSGITask

    class Task(WSGITask):  # type: ignore[misc]
        """Gives the application the connection, so that it can be dropped."""

        def get_environment(self) -> dict[str, Any]:
            return {**super().get_environment(), "stock.connection": self.channel.socket}

    HTTPChannel.task_class = Task
    server = create_server(application, sockets=[listener], threads=8, ident=None)
    gc.freeze()  # Django stays, and need not be looked through for garbage
    print(json.dumps({"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}), flush=True)
    server.run()


def _application(folder: Path, described: bool) -> object:
    """The site on a freshly seeded database, behind the door for the tests."""
    import django
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from settings import settings_for

    chosen = settings_for(folder)
    if described:
        chosen["INSTALLED_APPS"].append("drf_spectacular")
        chosen["REST_FRAMEWORK"]["DEFAULT_SCHEMA_CLASS"] = "drf_spectacular.openapi.AutoSchema"
    settings.configure(**chosen)
    django.setup()

    import door
    import state

    state.prepare(folder)
    return door.Door(get_wsgi_application())


def _end_with_stdin() -> None:
    """End with the parent: however it dies, it closes the other end of stdin."""
    while os.read(0, 4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
