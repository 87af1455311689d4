"""Run a server until stdin ends: `python tests/backends/wires fastapi|users|django|swagger`.

Any other name is a way to sign in of `articles_site.py`.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from importlib import import_module
from pathlib import Path
from socket import socket

sys.path.insert(0, str(Path(__file__).parent))


def main(name: str) -> None:
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    if name in ("fastapi", "users", "piccolo"):
        import uvicorn

        app = import_module(f"{name}_app").app
        door = socket()
        door.bind(("127.0.0.1", 0))
        door.listen(64)
        print(json.dumps({"url": f"http://127.0.0.1:{door.getsockname()[1]}"}), flush=True)
        uvicorn.Server(uvicorn.Config(app, log_level="error")).run([door])
        return
    from socketserver import ThreadingMixIn
    from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

    class Server(ThreadingMixIn, WSGIServer):
        daemon_threads = True

    class Quiet(WSGIRequestHandler):
        def log_message(self, *said: object) -> None:
            pass

    module = {"django": "django_apps", "swagger": "swagger_app", "tastypie": "tastypie_app"}.get(
        name, "articles_site"
    )
    app = import_module(module).prepare()
    server = Server(("127.0.0.1", 0), Quiet)
    server.set_app(app)
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_address[1]}"}), flush=True)
    server.serve_forever()


main(sys.argv[1])
