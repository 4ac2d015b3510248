"""The clock of the service and the timers that run on it.

Work that takes time (provisioning, verification, deliveries, escalation) is a row in `timers`. The clock usually shows
real time; it can be moved forward, and then fires on the way what falls due, each at its own instant.
"""
import asyncio
import logging
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Optional

from .database import db, dumps, loads
from .timeutil import iso

log = logging.getLogger("clock")

#: How long moving the clock waits, in real seconds, for requests that timers have started (webhooks).
SETTLE_EACH = 3.0
SETTLE_TOTAL = 15.0


class Clock:
    def __init__(self) -> None:
        self.mode = "real"
        self.at_once = False  # asynchronous work completes immediately
        self._offset = timedelta()
        self._frozen_at: Optional[datetime] = None
        self._pinned: Optional[datetime] = None
        self._handlers: dict[str, Callable[[str, dict], None]] = {}
        self._tasks: set[asyncio.Task] = set()
        self._wake = asyncio.Event()
        self._moving = asyncio.Lock()

    # --- time

    def now(self) -> datetime:
        if self._pinned is not None:
            return self._pinned
        if self._frozen_at is not None:
            return self._frozen_at
        return datetime.now(timezone.utc) + self._offset

    def stamp(self, delta: timedelta = timedelta()) -> str:
        return iso(self.now() + delta)

    # --- timers

    def on(self, kind: str) -> Callable:
        """Registers what a timer of this kind does; it gets the id of its entity and the payload."""

        def register(function: Callable[[str, dict], None]) -> Callable:
            self._handlers[kind] = function
            return function

        return register

    def schedule(self, kind: str, entity: str, entity_id: Any, seconds: float = 0, **payload: Any) -> None:
        due = self.stamp(timedelta(seconds=seconds))
        db.insert("timers", due_at=due, kind=kind, entity=entity, entity_id=str(entity_id), payload=dumps(payload))
        self._wake.set()

    def schedule_work(self, kind: str, entity: str, entity_id: Any, seconds: float, **payload: Any) -> None:
        """Like `schedule`, for work whose duration can be switched off."""
        self.schedule(kind, entity, entity_id, 0 if self.at_once else seconds, **payload)

    def cancel(self, kind: str, entity_id: Any) -> None:
        db.run("DELETE FROM timers WHERE kind = ? AND entity_id = ?", kind, str(entity_id))

    def start_task(self, coroutine) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def due(self, limit: int = 100) -> list[dict]:
        rows = db.all("SELECT * FROM timers ORDER BY due_at, id LIMIT ?", limit)
        return [{"at": r["due_at"], "timer": r["kind"], "entity": r["entity"], "id": r["entity_id"]} for r in rows]

    def _fire_next(self, until: str) -> Optional[dict]:
        timer = db.one("SELECT * FROM timers WHERE due_at <= ? ORDER BY due_at, id LIMIT 1", until)
        if timer is None:
            return None
        db.run("DELETE FROM timers WHERE id = ?", timer["id"])
        if self._pinned is not None:
            self._pinned = max(self._pinned, _instant(timer["due_at"]))
        try:
            with db.transaction():
                self._handlers[timer["kind"]](timer["entity_id"], loads(timer["payload"]))
        except Exception:  # one broken timer must not stop the others
            log.exception("timer %s of %s failed", timer["kind"], timer["entity_id"])
        return {"at": timer["due_at"], "timer": timer["kind"], "entity": timer["entity"], "id": timer["entity_id"]}

    # --- running and moving

    async def run(self) -> None:
        """Fires timers as time goes by; runs for as long as the service."""
        while True:
            self._wake.clear()
            async with self._moving:
                fired = 0
                while fired < 200 and self._fire_next(iso(self.now())):
                    fired += 1
            if fired == 200:
                await asyncio.sleep(0)
                continue
            try:
                await asyncio.wait_for(self._wake.wait(), self._pause())
            except asyncio.TimeoutError:
                pass

    def _pause(self) -> float:
        first = db.value("SELECT min(due_at) FROM timers")
        if first is None or self._frozen_at is not None:
            return 1.0
        return min(1.0, max(0.002, (_instant(first) - self.now()).total_seconds()))

    async def move_to(self, target: datetime) -> list[dict]:
        async with self._moving:
            fired: list[dict] = []
            loop = asyncio.get_running_loop()
            patience = loop.time() + SETTLE_TOTAL
            frozen = self._frozen_at is not None
            self._pinned = self.now()
            try:
                while True:
                    timer = self._fire_next(iso(target))
                    if timer is None:
                        if not await self._settle(patience):
                            break
                        if db.value("SELECT count(*) FROM timers WHERE due_at <= ?", iso(target)) == 0:
                            break
                        continue
                    fired.append(timer)
                    if db.value("SELECT min(due_at) FROM timers") != timer["at"]:
                        await self._settle(patience)
            finally:
                self._pinned = None
                self._place(target, frozen)
            return fired

    async def _settle(self, patience: float) -> bool:
        """Waits for requests under way; whether there were any."""
        if not self._tasks:
            return False
        left = min(SETTLE_EACH, patience - asyncio.get_running_loop().time())
        if left <= 0:
            return False
        done, _ = await asyncio.wait(set(self._tasks), timeout=left)
        return bool(done)

    def _place(self, moment: datetime, frozen: bool) -> None:
        if frozen:
            self._frozen_at = moment
        else:
            self.mode = "set"
            self._offset = moment - datetime.now(timezone.utc)
        self._wake.set()

    async def set(self, mode: str, moment: Optional[datetime]) -> list[dict]:
        target = moment or (datetime.now(timezone.utc) if mode == "real" else self.now())
        fired = await self.move_to(target) if target > self.now() else []
        async with self._moving:
            self.mode = mode
            self._frozen_at = target if mode == "frozen" else None
            if mode == "real":
                self._offset = timedelta()
            elif mode == "set":
                self._offset = target - datetime.now(timezone.utc)
        self._wake.set()
        return fired

    def reset(self) -> None:
        for task in set(self._tasks):
            task.cancel()
        self.mode, self._offset, self._frozen_at, self._pinned, self.at_once = "real", timedelta(), None, None, False
        self._wake.set()

    def describe(self, kinds: bool = False) -> dict:
        result = {
            "mode": self.mode,
            "now": self.stamp(),
            "progress": {"mode": "at-once" if self.at_once else "delay"},
            "due": self.due(),
        }
        if kinds:
            rows = db.all("SELECT min(due_at) AS due_at, kind, entity, entity_id FROM timers GROUP BY kind ORDER BY 1")
            result["kinds"] = [
                {"at": r["due_at"], "timer": r["kind"], "entity": r["entity"], "id": r["entity_id"]} for r in rows
            ]
        return result


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


clock = Clock()
