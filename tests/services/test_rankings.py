"""Rankings as the desk shows them after a cut: the special prize, and those whose places are settled."""

from app.domain.tournoi.shape import plain, with_final
from app.services.arbitrage import give_penalty
from app.services.book import Book
from app.services.players import withdraw_player
from app.services.rankings import best_of_last_two, records, running
from tests.services.test_final import Room


def over(book: Book, *positions: int) -> dict[str, int]:
    """What each one marked in these positions, for those who played them."""
    marks = {who: [record.played[n - 1] for n in positions] for who, record in records(book.state).items()}
    return {who: sum(p.marks for p in played if p) for who, played in marks.items() if None not in played}


def test_the_special_prize_looks_at_the_last_two_positions_before_a_final(book: Book) -> None:
    room = Room(book, with_final(plain(3, 2), 12, positions=2, donnes=1), 20)
    for _ in range(5):
        room.plays()
    table = best_of_last_two(book.state).table()
    assert {ranked.line.id: ranked.line.total for ranked in table} == over(book, 2, 3)
    assert len(table) == 20


def test_who_is_rewarded_already_is_left_out_of_the_special_prize(book: Book) -> None:
    room = Room(book, plain(3, 2), 20)
    for _ in range(3):
        room.plays()
    first, second, *others = [ranked.line.id for ranked in best_of_last_two(book.state).table()]
    left = best_of_last_two(book.state, frozenset({first, others[3]})).table()
    assert [ranked.line.id for ranked in left] == [second, *others[:3], *others[4:]]
    assert left[0].rank == 1


def test_the_special_prize_before_two_positions_are_played_looks_at_the_one_there_is(book: Book) -> None:
    room = Room(book, plain(3, 2), 20)
    room.plays()
    assert {ranked.line.id: ranked.line.total for ranked in best_of_last_two(book.state).table()} == over(book, 1)


def test_places_below_a_final_are_settled_whoever_leaves_or_is_fined_during_it(book: Book) -> None:
    room = Room(book, with_final(plain(2, 2), 12, positions=2, donnes=1), 20)
    room.plays()
    room.plays()
    room.plays()
    before = [ranked.line.id for ranked in running(book.state).table()]
    withdraw_player(book, before[12], with_leave=True, reason="rentré")
    give_penalty(book, before[13], points=5000, reason="retard")
    after = running(book.state).table()
    assert [ranked.line.id for ranked in after] == before
    assert [ranked.line.abandoned for ranked in after] == [False] * 20
    fined = after[13].line
    assert fined.total == sum(p.marks for p in records(book.state)[fined.id].played if p) - 5000
    assert before[12] in {ranked.line.id for ranked in best_of_last_two(book.state).table()}
    withdraw_player(book, before[0], with_leave=True, reason="malade")
    last = running(book.state).table()[-1].line
    assert (last.id, last.abandoned) == (before[0], True)
