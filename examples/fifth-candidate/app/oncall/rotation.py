"""Who is on call: the rotation of a schedule and its overrides, computed when asked."""
from datetime import date, datetime, time, timedelta, timezone
from typing import Optional
from zoneinfo import ZoneInfo

from ..clock import clock
from ..database import Row, db, loads
from ..timeutil import iso, parse_instant

DEFAULT_DOW = 1


def _boundary(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(timezone.utc)


def _days_since_handoff_day(day: date, handoff: dict) -> int:
    """0 on a day of a handoff. Days of the week count from Sunday, 0; 7 is Sunday too."""
    if handoff["interval"] == "daily":
        return 0
    wanted = (handoff.get("dow") if handoff.get("dow") is not None else DEFAULT_DOW) % 7
    return (day.isoweekday() % 7 - wanted) % 7


def shift_at(moment: datetime, handoff: dict, zone: ZoneInfo) -> tuple[int, datetime]:
    """The number of the shift at this moment (counting up with every handoff), and when it ends."""
    length = 1 if handoff["interval"] == "daily" else 7
    at = time.fromisoformat(handoff["time"])
    day = moment.astimezone(zone).date()
    start = day - timedelta(days=_days_since_handoff_day(day, handoff))
    if moment < _boundary(start, at, zone):
        start -= timedelta(days=length)
    return start.toordinal() // length, _boundary(start + timedelta(days=length), at, zone)


def on_call_now(schedule: Row) -> Optional[dict]:
    now = clock.now()
    stamp = iso(now)
    override = db.one(
        "SELECT * FROM schedule_overrides WHERE schedule_id = ? AND starts_at <= ? AND ends_at > ? ORDER BY seq DESC LIMIT 1",
        schedule["id"], stamp, stamp,
    )
    if override is not None:
        return {"userId": override["user_id"], "label": override["label"], "until": override["ends_at"], "override": True}
    participants = loads(schedule["participants"])
    if not participants:
        return None
    handoff, zone = loads(schedule["handoff"]), ZoneInfo(schedule["timezone"])
    first, _ = shift_at(parse_instant(schedule["created_at"]), handoff, zone)
    current, ends = shift_at(now, handoff, zone)
    person = participants[(current - first) % len(participants)]
    next_override = db.value(
        "SELECT min(starts_at) FROM schedule_overrides WHERE schedule_id = ? AND starts_at > ?", schedule["id"], stamp
    )
    until = min(iso(ends), next_override or "9999")
    return {"userId": person["userId"], "label": person["label"], "until": until, "override": False}
