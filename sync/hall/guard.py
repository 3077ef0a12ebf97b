"""What the hall's pages accept and forbid: reading alone, in small requests, with nothing foreign in a page."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

READING = ("GET", "HEAD")

# A page takes its style, script, font and data from the desk alone, frames nothing and is framed by nothing.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class ReadOnly:
    """Lets reading requests through, and puts the protective headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope)
        await (refusal or self._app)(scope, receive, protected)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        """Return the answer to a request that is not for reading, or None."""
        if scope["method"] not in READING:
            return PlainTextResponse("Read only.", 405, {"Allow": ", ".join(READING), "Connection": "close"})
        headers = Headers(scope=scope)
        if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
            return PlainTextResponse("A page is asked for without a body.", 413, {"Connection": "close"})
        return None
