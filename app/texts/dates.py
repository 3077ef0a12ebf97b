"""Days and times of day, as people write them here."""

from __future__ import annotations

from datetime import datetime

from app.texts.catalogue import Texts


def day(moment: datetime, texts: Texts) -> str:
    """Return the day where this machine is: “18/11/2026”."""
    local = moment.astimezone()
    return texts("{year}-{month}-{day}", year=local.year, month=f"{local.month:02}", day=f"{local.day:02}")


def day_and_time(moment: datetime, texts: Texts) -> str:
    """Return the day and the time of day: “18/11/2026, 20 h 05”."""
    local = moment.astimezone()
    time = texts("{hour}:{minute}", hour=f"{local.hour:02}", minute=f"{local.minute:02}")
    return f"{day(moment, texts)}, {time}"
