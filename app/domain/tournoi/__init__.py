"""The tournament: its shape, its positions and sheets, its rankings."""
