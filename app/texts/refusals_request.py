"""Sentences for a request that cannot be read: its line, or one of its fields."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "line_empty": N_("The line is empty: write one JSON object on each line."),
    "line_too_long": N_("The line is longer than {most} bytes: write one JSON object on each line."),
    "not_utf8": N_("Byte {byte} of the line is not UTF-8: save the file as UTF-8."),
    "not_json": N_("The line is not JSON from column {column} on: write one JSON object on each line."),
    "not_object": N_('The line is JSON, but not an object: write {{"field": value, …}}.'),
    "not_text": N_("The line holds half of a character (a lone surrogate): write whole characters."),
    "nested_too_deep": N_("The line is nested too deeply: no request needs that many brackets."),
    "not_a_number": N_("{value} is not a number in JSON: give a figure, or null."),
    "number_too_long": N_("A number on the line has too many digits: give it as the game counts."),
    "field_twice": N_("“{field}” is given twice: give it once."),
    "unknown_field": N_("“{field}” is not a field of this request: remove it or correct its name."),
    "missing": N_("“{field}” is missing: give it."),
    "not_a_string": N_("“{field}” must be a text in quotation marks."),
    "not_a_whole_number": N_("“{field}” must be a whole number."),
    "not_a_half": N_("“{field}” must be a number of points, in halves at most."),
    "not_a_flag": N_("“{field}” must be true or false."),
    "not_a_list": N_("“{field}” must be a list of {of}."),
    "list_too_long": N_("“{field}” has {items} items: give {most} at most."),
    "not_one_of": N_("“{field}” must be one of: {choices}."),
    "said_twice": N_("“{field}” and “{other}” say different things: give one of them."),
    "out_of_range": N_("“{field}” must be between {least} and {most}."),
}
