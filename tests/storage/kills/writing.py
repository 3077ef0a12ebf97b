"""A program that appends events for ever and prints the number of each once it is saved; somebody will kill it."""

import itertools
import os
import sys
from pathlib import Path

from app.domain.events.envelope import FIRST
from app.domain.events.order import Key
from app.storage.tournament import create_tournament, open_tournament, tournament_path
from tests.storage.writer import DESK, JOURNAL, Writer


def main(folder: Path) -> None:
    is_new = not tournament_path(folder, JOURNAL).exists()
    store = create_tournament(folder, JOURNAL, DESK) if is_new else open_tournament(folder, JOURNAL)
    assert store.salvaged is None
    seq = store.journal.last_seq(DESK.device, 1)
    last = store.journal.by_key(Key(DESK.device, 1, seq))
    writer = Writer(seq=seq, previous=last.sealed.id if last else FIRST)
    for count in itertools.cycle((1, 1, 1, 5)):
        os.write(1, b"%d\n" % store.journal.append(writer.batch(count)).n)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
