"""The yardstick at the door: the same server, TLS and disk, and nothing but the insert.

`python -m bench.syncing.bare FOLDER` reads the same message as the desk, believes it, and stores each event's bytes
and MAC in one transaction, on the thread that serves: no token, no MAC, no order, no rule, no view, and no hop to
another thread.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bench.syncing.child import say, until_hushed
from bench.syncing.raw import Raw
from sync.certificate import keep_certificate, public_part
from sync.door import DoorProtocol
from sync.serve import Serving, listen


def main(folder: Path) -> None:
    certificate = keep_certificate(folder)
    opened: list[Raw] = []

    async def insert(request: Request) -> Response:
        said = json.loads(await request.body())
        if not opened:
            opened.append(Raw(folder / "bare.db"))
        events = said["message"]["ask"]["events"]
        opened[0].write([("".join(one["parts"]).encode(), bytes.fromhex(one["mac"])) for one in events])
        return Response(b'{"stored":true}', media_type="application/json")

    site = Starlette(routes=[Route("/sync", insert, methods=["POST"])])
    serving = Serving(site, listen("127.0.0.1", 0), protocol=DoorProtocol, certificate=certificate)
    say({"port": serving.port, "certificate": public_part(certificate)})
    until_hushed()
    serving.stop()
    serving.wait(10)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
