"""Nord: the score sheet of a tarot tournament, for tables, arbiter and control desk."""
