"""The arbiter's code chosen anew at a table: every sheet that is not closed says so first."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from app.services.arbiter_pin import Verdict

if TYPE_CHECKING:
    from app.ui.table.navigator import Navigator


def remake_code(nav: Navigator, code: str) -> Future[Verdict]:
    """Choose the arbiter's code without the one before; every sheet that is not closed says so first."""
    chosen: Future[Verdict] = Future()

    def failed(asked: Future[Any]) -> bool:
        if (error := asked.exception()) is not None:
            chosen.set_exception(error)
        return error is not None

    def set_code(told: Future[Any]) -> None:
        if not failed(told):
            nav.pin.remake(code).add_done_callback(
                lambda made: None if failed(made) else chosen.set_result(made.result())
            )

    def tell_open(told: Future[Any]) -> None:
        if failed(told):
            return
        if table is not None and not table.session.is_partie and not table.session.feuille.sheet.is_sent:
            table.session.tell_code_chosen().add_done_callback(set_code)
        else:
            set_code(told)

    table = nav.table
    nav.parties.tell_code_chosen(but="" if table is None else table.id).add_done_callback(tell_open)
    return chosen
