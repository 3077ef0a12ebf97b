"""Sentences for a list of players that cannot be taken as it is."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "import.too_large": N_("The file is larger than {most} MB: this is no list of players."),
    "import.workbook": N_(
        "This is a spreadsheet's own file, not a CSV: open it, then “Save as” and choose “CSV UTF-8”."
    ),
    "import.binary": N_("This file is no text: save the list as “CSV UTF-8” and import that file."),
    "import.control": N_(
        "Line {line}, column {column}: the cell holds a control character ({code}), which no name has. Type it again."
    ),
    "import.empty": N_("The file is empty: there is nobody in it."),
    "import.encoding": N_(
        "Line {line}, byte {byte}: this is not {encoding}. Save the list as “CSV UTF-8”, or name its --encoding."
    ),
    "import.encoding_unknown": N_(
        "There is no encoding “{encoding}”: write utf-8, cp1252, mac_roman, cp850 or utf-16."
    ),
    "import.separator": N_("“{separator}” cannot stand between cells: give one sign, a comma for example."),
    "import.quotes": N_("Line {line}: a quotation mark opens and does not close. Close it, or remove it."),
    "import.cell_too_long": N_("Line {line}: a cell is too long, or its quotation mark does not close."),
    "import.too_many": N_("The list has {rows} rows, and a tournament seats {most} players at most."),
    "import.no_name": N_(
        "No column is headed “Nom” among: {headings}. Name it with --column nom=NUMBER, or say --no-header."
    ),
    "import.no_name_column": N_(
        "Without headings, say which column has the names: --column nom=NUMBER, from 1 to {columns}."
    ),
    "import.column_twice": N_("Column {column}, “{heading}”, says the same as “{other}”: keep one, or use --column."),
    "import.field_unknown": N_("“{said}” names no column: write FIELD=NUMBER, the field being one of {known}."),
    "import.column_unknown": N_("“{said}”: the list has columns 1 to {columns}, or give a heading as it stands there."),
    "import.problems": N_("{problems} problems in the list: nobody was entered. Mend them and import it again."),
    "import.ragged": N_("{cells} cells instead of {expected}: a separator is missing or too many."),
    "import.formula": N_("“{cell}” is a formula: write the value itself."),
    "import.error_cell": N_("“{cell}” is what the spreadsheet shows for a formula that fails: write the value itself."),
    "import.mojibake": N_("“{cell}” was saved in a wrong encoding: save the list again as “CSV UTF-8”."),
    "import.fee": N_("“{given}” does not say how much: give the fee with --fee."),
    "import.not_a_fee": N_("“{given}” is no amount: write it like 12,50."),
    "import.licence_twice": N_("licence {told} stands already in line {first}."),
    "import.player_twice": N_("{told} stands already in line {first}: give both a licence, or both a club."),
    "import.entered": N_("{name} is entered already."),
}
