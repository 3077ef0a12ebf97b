"""The table's settings: language, light, text size, and the hand that holds the tablet."""

from __future__ import annotations

from app.ui.table.screen import TableScreen


class SettingsScreen(TableScreen):
    """What a person may change; seen at once, kept for the next start."""
