"""One process, one socket: prepares the folder, serves it, and ends with its parent."""

from __future__ import annotations

import fcntl
import gc
import http.client
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
from typing import IO, Any

from .options import HOST, DemoError, Options

THREADS = 8
MAX_BODY = 4 * 1024**3
"""Bytes; a body is spooled to disk, so this bounds the disk, not the memory."""


def serve(options: Options) -> None:
    """Serve until the parent or a signal ends the process; raises DemoError otherwise."""
    _end_on_signals()
    if options.watch:
        threading.Thread(target=_end_with_stdin, daemon=True).start()
    listener = bound_socket(options.port)
    lock = claim_folder(options)
    application = _application(options)
    server = _serving(application, listener)
    url = f"http://{HOST}:{listener.getsockname()[1]}"
    _await_answer(listener.getsockname()[1])
    # Django stays: looking through it for garbage again and again is a fifth of an answer's time.
    gc.freeze()
    tell(url=url)
    server.join()
    lock.close()
    raise DemoError("The demo server stopped; see demo.log in its folder.")


def tell(**fact: str) -> None:
    print(json.dumps(fact, ensure_ascii=False), flush=True)


def _leave(*_: object) -> None:
    os._exit(0)


def _end_on_signals() -> None:
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _leave)


def _end_with_stdin() -> None:
    """The parent holds the other end of stdin; however it dies, the pipe closes."""
    try:
        while os.read(0, 4096):
            pass
    except OSError:
        pass  # no stdin at all is an ended one
    _leave()


def bound_socket(port: int) -> socket.socket:
    """A bound socket on the loopback; raises DemoError when the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise DemoError(f"Can't use port {port} on {HOST}: {error.strerror}.") from error
    return listener


def claim_folder(options: Options) -> IO[str]:
    """The folder, made and locked for this process; raises DemoError when it cannot be used."""
    try:
        options.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_foreign(options)
        lock = options.lock.open("w")
    except OSError as error:
        raise DemoError(f"Can't write to {options.folder}: {error.strerror}.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise DemoError(f"Another demo is running in {options.folder}.") from error
    _clear_uploads(options)
    return lock


def _refuse_foreign(options: Options) -> None:
    if not options.lock.exists() and any(options.folder.iterdir()):
        raise DemoError(f"{options.folder} holds other files; the demo needs its own folder.")


def _clear_uploads(options: Options) -> None:
    shutil.rmtree(options.uploads, ignore_errors=True)
    options.uploads.mkdir(exist_ok=True)
    # Bodies are spooled here too: the system's own place may be in memory.
    tempfile.tempdir = str(options.uploads)


def _application(options: Options) -> Any:
    import django
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application

    from .settings import settings_for

    settings.configure(**settings_for(options))
    django.setup()

    from .database import prepare

    prepare(options, lambda text: tell(progress=text))
    return get_wsgi_application()


def _serving(application: Any, listener: socket.socket) -> threading.Thread:
    from waitress import create_server

    server = create_server(
        application, sockets=[listener], threads=THREADS, max_request_body_size=MAX_BODY, ident=None
    )
    thread = threading.Thread(target=server.run, name="server", daemon=True)
    thread.start()
    return thread


def _await_answer(port: int) -> None:
    """Ask once over HTTP, so that the address is only told when it answers."""
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    try:
        connection.request("GET", "/")  # nothing is there, and no latency is put before it
        status = connection.getresponse().status
    finally:
        connection.close()
    if status >= 500:
        raise DemoError(f"The demo started but returns {status}; see demo.log in its folder.")


def complain(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
