"""The clock of the service, which a driver can move, and the scheduler of what happens later."""
import json
import sys
import threading
import time
import traceback

from . import db
from .core import fail

mode = "real"
offset = 0          # milliseconds ahead of real time (modes real and set)
frozen_at = 0
_pinned = None      # while a timer runs, its own instant
progress = {"mode": "delay"}
handlers = {}


def real():
    return int(time.time() * 1000)


def now():
    if _pinned is not None:
        return _pinned
    return frozen_at if mode == "frozen" else real() + offset


def timer(kind):
    def deco(f):
        handlers[kind] = f
        return f
    return deco


def schedule(kind, at, entity, eid, **data):
    db.insert("timers", at=int(at), kind=kind, entity=entity, eid=str(eid), data=json.dumps(data),
              made_offset=ahead())


def cancel(entity, eid, kind=None):
    if kind:
        db.run("DELETE FROM timers WHERE entity=? AND eid=? AND kind=?", entity, str(eid), kind)
    else:
        db.run("DELETE FROM timers WHERE entity=? AND eid=?", entity, str(eid))


def ahead():
    return (frozen_at - real()) if mode == "frozen" else offset


def run_due(until=None, fired=None):
    """Fires what is due, each at its own instant. Call inside a transaction."""
    global _pinned
    if _pinned is not None:
        return
    limit = now() if until is None else until
    while True:
        t = db.one("SELECT * FROM timers WHERE at<=? ORDER BY at, id LIMIT 1", limit)
        if t is None:
            return
        db.run("DELETE FROM timers WHERE id=?", t["id"])
        _pinned = t["at"]
        try:
            with db.savepoint():
                handlers[t["kind"]](t["eid"], **json.loads(t["data"]))
        except Exception:
            traceback.print_exc(file=sys.stderr)
        finally:
            _pinned = None
        if fired is not None:
            fired.append({"at": t["at"], "timer": t["kind"], "entity": t["entity"], "id": t["eid"]})


def loop():
    while True:
        time.sleep(0.04)
        try:
            with db.lock:
                if db.val("SELECT 1 FROM timers WHERE at<=? LIMIT 1", now()):
                    with db.tx():
                        run_due()
        except Exception:
            traceback.print_exc(file=sys.stderr)


def start():
    threading.Thread(target=loop, daemon=True, name="scheduler").start()


def _goto(target, fired):
    """Forward to an instant, firing on the way; or back, undoing nothing."""
    if target >= now():
        run_due(target, fired)


def advance(target):
    global mode, offset, frozen_at
    if target < now():
        fail(409, "that instant has passed")
    fired = []
    with db.tx():
        _goto(target, fired)
        if mode == "frozen":
            frozen_at = target
        else:
            offset = max(offset, target - real())
            mode = "set"
    return fired


def put(new_mode, at=None):
    global mode, offset, frozen_at
    fired = []
    with db.tx():
        before = ahead()
        target = real() if new_mode == "real" else (now() if at is None else at)
        _goto(target, fired)
        if new_mode == "frozen":
            frozen_at = target
        else:
            offset = 0 if new_mode == "real" else target - real()
        mode = new_mode
        back = before - ahead()
        if back > 1000:
            # Work that was begun in the time we leave continues here; expiries keep their instants.
            db.run("UPDATE timers SET at = at - min(?, made_offset), made_offset = max(0, made_offset - ?) "
                   "WHERE made_offset > 1000 AND kind <> 'expire'", back, back)
    return fired


def reset():
    global mode, offset, frozen_at, progress
    mode, offset, frozen_at, progress = "real", 0, 0, {"mode": "delay"}


EXPIRING = {"tokens": "id", "logins": "key_id", "registry_keys": "key_id", "join_tokens": "id", "reg_tokens": "id", "kubeconfigs": "id"}


@timer("expire")
def _expire(eid, table):
    db.run(f"UPDATE {table} SET expired=1 WHERE {EXPIRING[table]}=?", eid)


def expire_later(table, eid, at):
    schedule("expire", at, table, eid, table=table)
