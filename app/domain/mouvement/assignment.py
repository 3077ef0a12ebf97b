"""The cheapest way to give each person one place: the assignment problem, by Kuhn's Hungarian method."""

from __future__ import annotations

from collections.abc import Sequence


def cheapest(costs: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """Return the column given to each row, no column twice, and the least total cost.

    There must be as many columns as rows, or more. Rows enter one by one; each is led to a free column along
    the path that is cheapest at the prices under which all earlier choices are the best ones.
    """
    rows, columns = len(costs), len(costs[0])
    too_dear = sum(map(sum, costs)) + 1
    # Rows and columns count from 1: column 0 is the door where a row enters, row 0 is nobody.
    row_price = [0] * (rows + 1)
    column_price = [0] * (columns + 1)
    owner = [0] * (columns + 1)
    for entering in range(1, rows + 1):
        owner[0], column = entering, 0
        slack = [too_dear] * (columns + 1)
        came_from = [0] * (columns + 1)
        reached: list[int] = []
        open_columns = set(range(1, columns + 1))
        while owner[column]:
            reached.append(column)
            row = owner[column]
            for other in open_columns:
                price = costs[row - 1][other - 1] - row_price[row] - column_price[other]
                if price < slack[other]:
                    slack[other], came_from[other] = price, column
            column = min(open_columns, key=lambda other: (slack[other], owner[other], other))
            open_columns.remove(column)
            rise = slack[column]
            for done in reached:
                row_price[owner[done]] += rise
                column_price[done] -= rise
            for other in open_columns:
                slack[other] -= rise
        while column:
            owner[column] = owner[came_from[column]]
            column = came_from[column]
    given = {owner[column] - 1: column - 1 for column in range(1, columns + 1) if owner[column]}
    chosen = [given[row] for row in range(rows)]
    return chosen, sum(costs[row][column] for row, column in enumerate(chosen))
