"""One evening from one seed: who is there, how bad the network is, what people do and what breaks, all drawn."""

from collections import Counter

from tests.sim.disasters import DISASTERS, NEEDS_SPARE, promote
from tests.sim.people import ACTS, remember
from tests.sim.story import Story
from tests.sim.verdict import Verdict
from tests.sim.world import Faults, Kit, World

PLAY_SECONDS = 60.0

# All that can go wrong, in the words of the tally.
FAULTS = frozenset(
    {
        "answer cut",
        "answer lost",
        "request cut",
        "request doubled",
        "request lost",
        "request overtaken",
        "message later than anybody waits",
        "device out of reach",
        "over quota",
        "crash",
        "write lost with the power",
        "power cut just after a write",
        "clock at 1970",
        "clock jumped back",
        "tablet lost its tail",
        "tablet lost what it had pulled",
        "tablet broken for good",
        "table changes hands",
        "two tablets write for one table",
        "paper typed",
        "position closed",
        "arbiter corrects what a table changes offline",
        "quarantine released",
        "quarantine dismissed",
        "device revoked",
        "device paired again",
        "rogue tablet",
        "desk lost its tail",
        "desk restored",
        "desk restored on another machine",
        "standby promoted",
        "old desk asked",
    }
)


def play(seed: int, kit: Kit | None = None) -> Verdict:
    """Play one evening and judge it."""
    return play_and_count(seed, kit)[0]


def play_and_count(seed: int, kit: Kit | None = None) -> tuple[Verdict, Counter[str]]:
    """Play one evening; return what was wrong, and how often each fault happened."""
    world = World(seed, kit or Kit())
    random = world.random
    disasters = random.choices(list(DISASTERS), list(DISASTERS.values()), k=random.choice((0, 1, 1, 2, 2, 3, 4)))
    acts = random.choices(list(ACTS), list(ACTS.values()), k=random.randint(8, 40))
    story = Story(world, has_spare=bool(NEEDS_SPARE & set(disasters)), has_standby=promote in disasters)
    world.faults = Faults(
        lost=random.choice((0, 0.1, 0.3)),
        doubled=random.choice((0, 0.1, 0.3)),
        cut=random.choice((0, 0.05, 0.2)),
        late=random.choice((0, 0, 0.05, 0.2)),
        power=random.choice((0, 0, 0.01, 0.04)),
        delay=random.choice((0.02, 0.5, 4.0)),
    )
    for act in acts:
        world.at(random.random() * PLAY_SECONDS, lambda act=act: act(story))  # type: ignore[misc]
    if disasters:
        world.at((0.1 + 0.3 * random.random()) * PLAY_SECONDS, lambda: remember(story))
    for disaster in disasters:
        world.at((0.4 + 0.5 * random.random()) * PLAY_SECONDS, lambda act=disaster: act(story))  # type: ignore[misc]
    world.run(PLAY_SECONDS)
    return story.calm(), world.fired
