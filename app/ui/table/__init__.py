"""The table's screens: North's sheet, and all that leads to it and from it."""
