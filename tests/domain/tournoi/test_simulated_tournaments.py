"""Whatever is played, everything sums to zero and nothing is lost on the way to the ranking."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.tournoi.control import control_position, control_running
from app.domain.tournoi.cut import Cut, make_cut
from app.domain.tournoi.entrants import records
from app.domain.tournoi.position import Position, PositionState, close_position
from app.domain.tournoi.record import carried, eliminate, running_line
from app.domain.tournoi.standings import Standings
from tests.domain.tournoi.strategies import Simulated, positions_played, seatings, tournaments

# A whole room is a large example: fewer of them.
played = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def places(simulated: Simulated, position: int) -> dict[str, str]:
    return {who: place.seat for who, place in simulated.seatings[position - 1].places().items()}


@played
@given(tournaments())
def test_every_sheet_every_position_and_the_running_total_sum_to_zero(simulated: Simulated) -> None:
    for number, sheets in enumerate(simulated.sheets, 1):
        assert all(sum(sheet.bilans.values()) == 0 for sheet in sheets)
        given_then = [penalty for penalty in simulated.penalties if penalty.position == number]
        control = control_position(sheets, given_then)
        assert (control.total, control.sheets_off, control.balanced) == (0, (), True)
        assert control.penalties == sum(penalty.points for penalty in given_then)
        assert close_position(Position(number, PositionState.OPEN), sheets).state is PositionState.CLOSED
        so_far = records(simulated.entrants, simulated.sheets[:number], penalties=given_then)
        running = control_running(so_far.values(), seats=places(simulated, number))
        assert (running.played, running.total, running.brought, running.balanced) == (0, 0, 0, True)
        assert running.boards[-1].total == 0


@played
@given(tournaments(), st.booleans())
def test_all_totals_and_all_penalties_sum_to_zero_and_everyone_is_ranked_once(
    simulated: Simulated, tie_break: bool
) -> None:
    found = records(simulated.entrants, simulated.sheets, penalties=simulated.penalties)
    table = Standings.of((running_line(record) for record in found.values()), tie_break=tie_break).table()
    assert sum(row.line.total for row in table) + sum(penalty.points for penalty in simulated.penalties) == 0
    assert sorted(row.line.id for row in table) == sorted(found)
    assert [row.rank for row in table] == sorted(row.rank for row in table)
    contracts = sum(donne.made is not None for sheets in simulated.sheets for s in sheets for donne in s.donnes)
    assert sum(row.line.made.contracts for row in table) == contracts


@played
@given(tournaments(), st.data())
def test_donne_by_donne_the_standings_are_those_made_from_nothing(simulated: Simulated, data: st.DataObject) -> None:
    """Feed the sheets one donne at a time, in any order of tables."""
    known = records(simulated.entrants, [])
    standings = Standings.of((running_line(record) for record in known.values()), tie_break=True)
    for number, sheets in enumerate(simulated.sheets, 1):
        for sheet in data.draw(st.permutations(sheets)):
            for count in range(len(sheet.donnes) + 1):
                partial = replace(sheet, donnes=sheet.donnes[:count])
                for player, brought in partial.played().items():
                    known[player] = known[player].with_position(number, brought)
                standings = standings.with_lines(running_line(known[player]) for player in partial.played())
    scratch = Standings.of(
        (running_line(record) for record in records(simulated.entrants, simulated.sheets).values()), tie_break=True
    )
    assert standings.table() == scratch.table()


@played
@given(tournaments(), st.integers(4, 11), st.integers(1, 3), st.data())
def test_after_eliminating_and_dividing_every_carried_score_comes_back_exactly(
    simulated: Simulated, keep: int, divide: int, data: st.DataObject
) -> None:
    last = len(simulated.sheets)
    before = records(simulated.entrants, simulated.sheets, penalties=simulated.penalties)
    # Entry order stands in for the arbiter's draw, should even article 29 leave a tie.
    lines = [running_line(record) for record in before.values()]
    order = [row.line.id for row in Standings.of(lines, tie_break=True).table()]
    ranks = {row.line.id: row.rank for row in Standings.of(lines, tie_break=True).table()}
    limit = ranks[order[keep - 1]]
    tie = keep < len(order) and ranks[order[keep]] == limit
    drawn = tuple(name for name in order[:keep] if ranks[name] == limit) if tie else ()
    cut = make_cut(Cut(keep, divide), lines, after=last, drawn=drawn)
    after = eliminate(before, cut)
    assert cut.kept == tuple(order[:keep])
    for name in cut.kept:
        assert carried(after[name], [cut]) * divide == carried(before[name])
    for name in cut.eliminated:
        assert carried(after[name], [cut]) == carried(before[name])
    seating = data.draw(seatings(cut.kept))
    sheets = data.draw(positions_played(seating, last + 1))
    final = records(simulated.entrants, [*simulated.sheets, sheets], penalties=simulated.penalties, cuts=[cut])
    assert all(final[name].out_after == last for name in cut.eliminated)
    seated = {who: place.seat for who, place in seating.places().items()}
    control = control_running(final.values(), seats=seated, cuts=[cut])
    assert control.balanced
    assert control.brought * divide == sum(carried(before[name], with_penalties=False) for name in cut.kept)
    table = Standings.of((running_line(record, [cut]) for record in final.values()), tie_break=True).table()
    assert {row.line.id for row in table[:keep]} == set(cut.kept)
    assert [row.line.id for row in table[keep:]] == list(cut.eliminated)
