"""Sentences for what somebody typed and the program cannot read: a donne, a shape, a batch, a file of players."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "notation.short": N_(
        "“{donne}” is no whole donne: preneur, contract, bouts, points, like “E garde 2 49 poignee:E10 petit:attaque”."
    ),
    "notation.seat": N_("“{word}” is no seat: the preneur is N, S, E, O or E2."),
    "notation.contract": N_("“{word}” is no contract: write prise, garde, garde_sans or garde_contre."),
    "notation.bouts": N_("“{word}” is no number of bouts: write 0, 1, 2 or 3."),
    "notation.points": N_("“{word}” is no number of points: write them as 49 or 40,5."),
    "notation.extra": N_(
        "“{word}” says nothing about a donne: poignee:E10, petit:attaque or petit:defense, chelem:annonce,"
        " chelem:chute, chelem:nonannonce, chelem:defense, avec:S, mort:N."
    ),
    "notation.mark": N_("“{word}” is no mark: write the seat and its mark, each seat once, like N-106."),
    "notation.no_marks": N_("Marks alone are for a paper or a correction: record the donne as it was played."),
    "notation.not_played": N_("“{donne}” was not played: it does not stand on a paper or a correction."),
    "notation.none": N_("No donne is given: write one after the table, or name a file with --from."),
    "notation.one": N_("One donne is expected here, not {given}."),
    "shape.word": N_("“{word}” is no part of a shape: write 5x5, keep:20, keep:50%, divide:2 or /."),
    "shape.too_long": N_("A tournament has at most {most} positions."),
    "wish.unread": N_("“{wish}” is no wish: write PLAYER=S for an orientation, PLAYER=S4 for a place."),
    "export.folder": N_("“all” in CSV is several files: name a folder with -o."),
    "export.one_table": N_("A CSV holds one table: say which with --what."),
    "export.unreadable": N_(
        "This is no export of Nord, or not of this format: check --format, --what and --separator."
    ),
    "text.not_utf8": N_("Line {line} is not UTF-8: save the file as UTF-8."),
    "wish.place_unknown": N_("Nobody starts at {card}: the movement has no such place."),
    "wish.place_twice": N_("{card} is wished for twice: give it to one player."),
    "wish.player_twice": N_("{player} has two wishes: keep one."),
    "batch.line": N_("Line {line}: {why}"),
    "batch.line_after": N_("Line {line}: {why} The lines before it are done: go on from this one."),
    "batch.quote": N_(
        'a quotation mark or an apostrophe opens and does not close. Put words that have one between “"”.'
    ),
    "batch.backslash": N_("the line ends with a backslash: remove it."),
    "batch.nested": N_("A batch cannot call another one."),
}
