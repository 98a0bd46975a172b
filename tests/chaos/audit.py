"""Who wrote what to a database, as the database itself saw it: triggers write down each taking of a table and each write to it.

Each life of a node has its sessions under a name of its own (`application_name`), so that a write is known to be of a node, or of
what a node was before it was killed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.server.postgres import Postgres

_INSTALL = """
CREATE TABLE chaos_audit (
  n bigserial PRIMARY KEY, what text NOT NULL, room text NOT NULL, who text NOT NULL DEFAULT current_setting('application_name'),
  node integer, epoch integer, freed boolean, at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE FUNCTION chaos_wrote() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO chaos_audit (what, room) VALUES ('write', CASE WHEN TG_TABLE_NAME = 'rooms' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'room' END);
  RETURN NULL;
END $$;
CREATE TRIGGER chaos AFTER INSERT ON actions FOR EACH ROW EXECUTE FUNCTION chaos_wrote();
CREATE TRIGGER chaos AFTER INSERT ON deals FOR EACH ROW EXECUTE FUNCTION chaos_wrote();
CREATE TRIGGER chaos AFTER INSERT OR UPDATE OF data ON rooms FOR EACH ROW EXECUTE FUNCTION chaos_wrote();
"""
_HOMES = """
CREATE FUNCTION chaos_took() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO chaos_audit (what, room, node, epoch, freed) VALUES (
    CASE WHEN NEW.node IS NULL THEN 'free' ELSE 'take' END, NEW.room, NEW.node, NEW.epoch,
    CASE WHEN TG_OP = 'INSERT' OR OLD.node IS NULL OR OLD.node = NEW.node THEN true
         ELSE coalesce((SELECT ended IS NOT NULL FROM nodes WHERE id = OLD.node), true) END);
  RETURN NULL;
END $$;
CREATE TRIGGER chaos AFTER INSERT OR UPDATE ON homes FOR EACH ROW EXECUTE FUNCTION chaos_took();
"""


@dataclass(frozen=True)
class Entry:
    """A line: `what` is take, free or write; `freed`: anyone who had the table before it was taken had ended or let it go."""

    what: str
    room: str
    who: str
    epoch: int | None = None
    freed: bool | None = None


def install(database: Postgres, *, alone: bool) -> None:
    """Have the database write down everything from now on."""
    for statement in (_INSTALL, *([] if alone else [_HOMES])):
        database.ask(statement)


def entries(database: Postgres) -> list[Entry]:
    rows = database.ask(
        "SELECT jsonb_build_object('what', what, 'room', room, 'who', who, 'epoch', epoch, 'freed', freed)::text FROM chaos_audit ORDER BY n"
    )
    return [Entry(**json.loads(row)) for row in rows]


def takeovers(database: Postgres) -> int:
    """How often a table was taken."""
    return int(database.ask("SELECT count(*) FROM chaos_audit WHERE what = 'take'")[0])


def check(log: list[Entry], *, alone: bool) -> list[str]:
    """Where two had a table at once: somebody wrote who had not taken it, or it was taken from somebody alive."""
    wrong: list[str] = []
    owner: dict[str, str] = {}
    epoch: dict[str, int] = {}
    for entry in log:
        room = entry.room
        if entry.what == "write" and alone:
            before = owner.setdefault(room, entry.who)
            if _life(entry.who) < _life(before):
                wrong.append(f"{room[:6]}: {entry.who} wrote after {before}")
            owner[room] = entry.who
        elif entry.what == "write":
            if owner.get(room) != entry.who:
                wrong.append(f"{room[:6]}: {entry.who} wrote, and {owner.get(room, 'nobody')} had taken it")
        elif entry.what == "free":
            owner.pop(room, None)
        else:
            if not entry.freed:
                wrong.append(f"{room[:6]}: {entry.who} took it from {owner.get(room)}, who had not ended")
            if entry.epoch is not None and entry.epoch <= epoch.get(room, 0):
                wrong.append(f"{room[:6]}: {entry.who} took it in epoch {entry.epoch} after {epoch[room]}")
            owner[room], epoch[room] = entry.who, entry.epoch or 0
    return wrong


def _life(who: str) -> int:
    return int(who.rpartition(".")[2])
