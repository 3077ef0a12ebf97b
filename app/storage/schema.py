"""The tables of a tournament's file, and the steps that lead to them."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from app.storage.meta import copy_facts

migrations = Migrations("tournament")


@migrations()
def meta(database: Database) -> None:
    """One row for each fact about the file itself: whose journal it is, and who writes in it.

    First of all, so that it lies at the beginning of the file, which a truncation leaves.
    """
    database.table("meta").create({"name": str, "value": str}, pk="name", not_null={"value"}, strict=True)


@migrations()
def journal(database: Database) -> None:
    """Events in their order; every column can be told again from the payload, the MAC and the row before."""
    events = {"n": int, "id": bytes, "device": str, "epoch": int, "seq": int, "payload": bytes, "mac": bytes}
    table = database.table("events").create(
        {**events, "head": bytes}, pk="n", not_null={*events, "head"} - {"n"}, strict=True
    )
    table.create_index(["device", "epoch", "seq"], "events_key", unique=True)


@migrations()
def quarantine(database: Database) -> None:
    """Events without effect; `placed` is 1 where one takes the place of a seq that the journal lacks."""
    kept = {"id": bytes, "device": str, "epoch": int, "seq": int, "payload": bytes, "mac": bytes}
    said = {"placed": int, "reason": str}
    table = database.table("quarantine").create(
        {"number": int, **kept, **said, "settled": str, "settled_reason": str},
        pk="number",
        not_null={*kept, *said},
        strict=True,
    )
    table.create_index(["id"], "quarantine_id", unique=True)
    table.create_index(["device", "epoch", "seq"], "quarantine_key")


@migrations()
def outbox(database: Database) -> None:
    """How far the desk has acknowledged each epoch of this device."""
    database.table("outbox").create({"epoch": int, "acked": int}, pk="epoch", not_null={"acked"}, strict=True)


@migrations()
def drafts(database: Database) -> None:
    """One row for each form half filled."""
    database.table("drafts").create({"key": str, "form": str}, pk="key", not_null={"form"}, strict=True)


@migrations()
def snapshots(database: Database) -> None:
    """States, each at the tip of the journal that gave it."""
    database.table("snapshots").create(
        {"n": int, "version": int, "head": bytes, "state": bytes, "digest": bytes},
        pk=("n", "version"),
        not_null={"head", "state", "digest"},
        strict=True,
    )


@migrations()
def aside(database: Database) -> None:
    """Own events that the desk keeps in quarantine, each with the reason."""
    database.table("aside").create(
        {"epoch": int, "seq": int, "reason": str}, pk=("epoch", "seq"), not_null={"reason"}, strict=True
    )


@migrations()
def mirror(database: Database) -> None:
    """The desk's order as this device may see it: one chain is shown, another may grow beside it."""
    seen = {"generation": int, "n": int, "id": bytes, "mac": bytes, "head": bytes, "payload": bytes}
    database.table("mirror").create(seen, pk=("generation", "n"), not_null={*seen}, strict=True)
    database.table("chains").create(
        {"generation": int, "term": int, "view": str, "held": int},
        pk="generation",
        not_null={"term", "view", "held"},
        strict=True,
    )
    database.table("forgotten").create(
        {"id": bytes, "mac": bytes, "payload": bytes}, pk="id", not_null={"mac", "payload"}, strict=True
    )


@migrations()
def quarantine_by_place(database: Database) -> None:
    """Keep the same bytes at each place that is claimed for them: one device is not held up by what another claims."""
    database.execute("DROP INDEX quarantine_id")
    database.table("quarantine").create_index(["id", "device", "epoch", "seq"], "quarantine_id", unique=True)


@migrations()
def facts(database: Database) -> None:
    """Keep a copy of what the file says of itself, with a digest."""
    copy_facts(database.conn)
