"""A wire that is cut after any byte, and what arrives all the same: once; `make cut` cuts after every single byte."""

from pathlib import Path
from random import Random

import pytest

from app.domain.events.table import DealerDrawn, DonneRecorded
from tests.sync.cut.proxy import Cut, proxied
from tests.sync.cut.sending import DONNE, cut_everywhere, places
from tests.sync.real import RealDesk, eventually, tablet


def test_a_push_cut_anywhere_in_its_request_or_its_answer_is_applied_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    everywhere = places(tmp_path / "lengths")
    assert len(everywhere) > 3_000
    some = everywhere[::61]
    done = cut_everywhere(tmp_path / "cut", some)
    assert done["pushes"] == len(some)
    assert done["failures"] > len(some) // 2
    assert done["there already"] > 0
    assert [done[wrong] for wrong in ("lost", "twice", "astray", "damaged")] == [0, 0, 0, 0]
    assert not [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


def test_a_tablet_whose_every_connection_breaks_loses_nothing_and_is_in_step_once_they_hold(tmp_path: Path) -> None:
    random = Random(6)
    desk = RealDesk(tmp_path / "desk")
    with proxied(desk.port) as proxy, tablet(desk, tmp_path / "tablet", port=proxy.port) as (store, book, link, _):
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        book.catch_up()
        breaks = 25
        proxy.cuts = (
            Cut(random.choice(("request", "response")), random.randrange(3_000), random.random() < 0.5)
            for _ in range(breaks)
        )
        proxy.hang_up()
        book.write(DealerDrawn(position=1, seat="N"), table=1)
        for _ in range(8):
            book.write(DonneRecorded(position=1, entry=DONNE), table=1)
            link.wrote()
            eventually(lambda: store.outbox.waiting() == 0)
            proxy.hang_up()
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        book.catch_up()
        feuille = desk.thread.submit(lambda: desk.alone.book.state.feuille(1, 1)).result()
        assert book.state.feuille(1, 1) == feuille
        assert len(feuille.donnes) == 8
        assert desk.store.journal.last_seqs("TAB9") == {1: 9}
        assert desk.alone.held() == []
    desk.close()
