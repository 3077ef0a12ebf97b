"""A tournament that a poste follows: its link ends with it."""

from __future__ import annotations

import threading
from pathlib import Path

from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import create_tournament
from sync.certificate import keep_certificate, public_part
from sync.followed import Followed, Watcher
from sync.line import Pinned
from tests.sim.evening import JOURNAL, identity


def links() -> int:
    return sum(thread.name == "link" for thread in threading.enumerate())


def test_who_looks_for_the_desk_elsewhere_does_not_bring_back_what_is_closed(tmp_path: Path) -> None:
    nowhere = Pinned("127.0.0.1", 1, public_part(keep_certificate(tmp_path)), "token")
    before = links()
    followed = Followed(
        create_tournament(tmp_path, JOURNAL, identity("TAB1")),
        nowhere,
        Watcher(
            changed=lambda: None,
            troubled=lambda _what: None,
            reached=lambda _reached: None,
            pulled=lambda _page: None,
        ),
        clock=MachineClock(),
        random=MachineRandom(),
        sees_everything=False,
    )
    followed.connect(nowhere)
    assert links() == before + 1
    followed.close()
    followed.connect(nowhere)
    assert links() == before
