"""How fast `compute marks` answers through a pipe, beside the mere reading and writing of the same JSON lines."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import perf_counter

ROOT = Path(__file__).parents[1]
LINES = 50_000
ROUNDS = 3
SEATS = {3: ["S", "E", "O"], 4: ["N", "S", "E", "O"], 5: ["N", "S", "E", "O", "E2"]}
POIGNEES = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}


def requests(count: int) -> Iterator[bytes]:
    """Yield varied donnes, one in twenty of which is refused."""
    draw = random.Random(1)
    for _ in range(count):
        players = draw.choice((3, 4, 4, 4, 4, 5))
        seats = SEATS[players]
        preneur, other = draw.sample(seats, 2)
        bouts = draw.randrange(4)
        points = draw.randint(4 * bouts, 78 + 4 * bouts)
        request = {
            "players": players,
            "seats": seats,
            "preneur": preneur,
            "contract": draw.choice(("prise", "garde", "garde_sans", "garde_contre")),
            "bouts": bouts,
            "points": points + 0.5 if players != 4 and draw.random() < 0.5 else points,
            "petit_au_bout": draw.choice((None, None, "attack", "defense")) if 0 < bouts < 3 else None,
            "poignees": [{"by": other, "atouts": draw.choice(POIGNEES[players])}] if draw.random() < 0.2 else [],
            "chelem": "announced_failed" if draw.random() < 0.02 else None,
            "partner": other if players == 5 else None,
            "mort": None,
        }
        if draw.random() < 0.05:
            request |= {"preneur": "X", "bouts": 7}
        yield json.dumps(request).encode() + b"\n"


def plain_seconds(lines: list[bytes]) -> float:
    """Return how long it takes to read the lines as JSON and to write them again, and no more."""
    start = perf_counter()
    for line in lines:
        json.dumps(json.loads(line)).encode()
    return perf_counter() - start


def compute_seconds(lines: list[bytes]) -> tuple[float, float, int]:
    """Return when the last answer came, when the first did, and how many lines were sent by then."""
    command = [sys.executable, "main.py", "compute", "marks"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        source, sink = process.stdin, process.stdout
        source.write(lines[0])
        source.flush()
        sink.readline()  # the interpreter has started
        sent = 0

        def send() -> None:
            nonlocal sent
            for line in lines:
                source.write(line)
                sent += 1
            source.close()

        start = perf_counter()
        sender = Thread(target=send)
        sender.start()
        sink.readline()
        first, sent_at_first = perf_counter() - start, sent
        answers = 1 + sum(1 for _ in sink)
        last = perf_counter() - start
        sender.join()
    if answers != len(lines):
        raise SystemExit(f"{answers} answers for {len(lines)} lines")
    return last, first, sent_at_first


def main(count: int) -> None:
    lines = list(requests(count))
    # Turn about, and the best of each: whatever else the machine does weighs on both alike.
    rounds = [(compute_seconds(lines), plain_seconds(lines)) for _ in range(ROUNDS)]
    last, first, sent = min(computed for computed, _ in rounds)
    plain = min(plain for _, plain in rounds)
    print(f"compute marks: {count / last:,.0f} lines/s, {last / plain:.1f} times json.loads and json.dumps alone")
    print(f"first answer after {first * 1000:.1f} ms, with {sent:,} of {count:,} lines sent")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else LINES)
