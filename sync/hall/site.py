"""The hall's web application: its addresses, its files, and the guard around them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from sync.deadlines import Limits, PromptProtocol
from sync.hall.guard import ReadOnly
from sync.hall.pages import Page, language, lost_page, waiting_page

PORT = 8080
HERE = Path(str(resources.files("sync.hall")))
# The hall is set in the type of the tablets.
FONT_FOLDER = Path(str(resources.files("app"))) / "ui" / "fonts"
FONTS = ("Nord-Regular.ttf", "Nord-Bold.ttf")
FRESH = {"Cache-Control": "no-store"}


class HallProtocol(PromptProtocol):
    """The hall's deadlines: a phone asks for a page in one breath."""

    limits = Limits(arrival_seconds=5, answer_seconds=15, idle_seconds=10)


def hall_site(address: Callable[[], str | None]) -> ASGIApp:
    """Return the hall's application; `address` tells where phones find it now, without the scheme."""
    templates = Environment(
        loader=PackageLoader("sync.hall"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    template = templates.get_template("hall.html")

    def html(page: Page, status: int = 200) -> Response:
        return HTMLResponse(template.render(asdict(page)), status, FRESH)

    async def hall(request: Request) -> Response:
        return html(waiting_page(language(request.query_params.get("lang")), address=address()))

    async def lost(request: Request, error: Exception) -> Response:
        return html(lost_page(language(request.query_params.get("lang")), address=address()), 404)

    async def font(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in FONTS:
            raise HTTPException(404)
        return FileResponse(FONT_FOLDER / name, media_type="font/ttf", headers={"Cache-Control": "max-age=86400"})

    async def health(request: Request) -> Response:
        return JSONResponse(
            {"status": "ok", "poste": "desk", "tournament": None}, headers={"Cache-Control": "no-store"}
        )

    site = Starlette(
        routes=[
            Route("/", hall),
            Route("/health", health),
            Mount("/static", StaticFiles(directory=HERE / "static")),
            Route("/fonts/{name}", font),
        ],
        exception_handlers={404: lost},
    )
    # Around all of Starlette, so that the answer to a fault of ours is protected as well.
    return ReadOnly(site)
