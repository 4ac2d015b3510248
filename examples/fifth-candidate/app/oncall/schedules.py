"""Schedules and their overrides."""
from typing import Annotated, Literal, Optional
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, StringConstraints

from ..auth import Caller, CurrentCaller
from ..clock import clock
from ..database import Row, atomic, db, dumps, loads, new_id
from ..errors import conflict, invalid, not_found
from ..schemas import In, Int, Name, Out
from ..timeutil import iso, parse_instant
from .common import oncall_router, require_member
from .rotation import on_call_now

router = oncall_router()


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except Exception as error:
        raise ValueError("not a time zone") from error
    return name


TimeZone = Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(_zone)]
TimeOfDay = Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$")]


class ParticipantIn(In):
    userId: str
    label: Name


class HandoffIn(In):
    interval: Literal["daily", "weekly"]
    dow: Optional[Annotated[Int, Field(ge=0, le=7)]] = None
    time: TimeOfDay


class ScheduleIn(In):
    name: Name
    timezone: TimeZone
    participants: Annotated[list[ParticipantIn], Field(min_length=1)]
    handoff: HandoffIn


class SchedulePatch(In):
    name: Optional[Name] = None
    timezone: Optional[TimeZone] = None
    participants: Optional[Annotated[list[ParticipantIn], Field(min_length=1)]] = None
    handoff: Optional[HandoffIn] = None


class OverrideIn(In):
    userId: str
    label: Name
    startsAt: str
    endsAt: str


class Participant(Out):
    userId: str
    label: str


class Handoff(Out):
    interval: Literal["daily", "weekly"]
    dow: Optional[int] = None
    time: str


class OnCallNow(Out):
    userId: str
    label: str
    until: str
    override: bool


class Override(Out):
    id: str
    userId: str
    label: str
    startsAt: str
    endsAt: str


class Schedule(Out):
    id: str
    name: str
    timezone: str
    participants: list[Participant]
    handoff: Handoff
    onCallNow: Optional[OnCallNow] = None
    overrides: list[Override]
    createdAt: str


class ScheduleList(Out):
    schedules: list[Schedule]


def _find(caller: Caller, id_: str, permission: str) -> Row:
    row = db.one("SELECT * FROM schedules WHERE id = ? AND org = ?", id_, caller.org)
    if row is None:
        raise not_found("schedule")
    caller.require(permission)
    return row


def _override(row: Row) -> dict:
    return {"id": row["id"], "userId": row["user_id"], "label": row["label"], "startsAt": row["starts_text"],
            "endsAt": row["ends_text"]}


def _schedule(row: Row) -> dict:
    overrides = db.all("SELECT * FROM schedule_overrides WHERE schedule_id = ? ORDER BY starts_at, seq", row["id"])
    return {
        "id": row["id"], "name": row["name"], "timezone": row["timezone"], "participants": loads(row["participants"]),
        "handoff": loads(row["handoff"]), "onCallNow": on_call_now(row),
        "overrides": [_override(o) for o in overrides], "createdAt": row["created_at"],
    }


def _reload(id_: str) -> dict:
    return _schedule(db.one("SELECT * FROM schedules WHERE id = ?", id_))


def _participants(org: str, participants: list[ParticipantIn]) -> str:
    for participant in participants:
        require_member(org, participant.userId)
    return dumps([p.model_dump() for p in participants])


@router.get("/schedules", response_model=ScheduleList, operation_id="listSchedules")
@atomic
def list_schedules(caller: CurrentCaller):
    caller.require("oncall.schedule.read")
    return {"schedules": [_schedule(r) for r in db.all("SELECT * FROM schedules WHERE org = ? ORDER BY rowid", caller.org)]}


@router.post("/schedules", status_code=201, response_model=Schedule, operation_id="createSchedule")
@atomic
def create_schedule(caller: CurrentCaller, body: ScheduleIn):
    caller.require("oncall.schedule.write")
    id_ = new_id()
    db.insert("schedules", id=id_, org=caller.org, name=body.name, timezone=body.timezone,
              participants=_participants(caller.org, body.participants),
              handoff=dumps(body.handoff.model_dump(exclude_none=True)), created_at=clock.stamp())
    return _reload(id_)


@router.patch("/schedules/{id}", response_model=Schedule, operation_id="updateSchedule")
@atomic
def update_schedule(caller: CurrentCaller, id: str, body: SchedulePatch):
    _find(caller, id, "oncall.schedule.write")
    values = {}
    if body.name is not None:
        values["name"] = body.name
    if body.timezone is not None:
        values["timezone"] = body.timezone
    if body.participants is not None:
        values["participants"] = _participants(caller.org, body.participants)
    if body.handoff is not None:
        values["handoff"] = dumps(body.handoff.model_dump(exclude_none=True))
    db.update("schedules", "id = ?", [id], **values)
    return _reload(id)


@router.delete("/schedules/{id}", status_code=204, operation_id="deleteSchedule")
@atomic
def delete_schedule(caller: CurrentCaller, id: str):
    _find(caller, id, "oncall.schedule.write")
    if db.one("SELECT 1 FROM escalation_steps WHERE target_kind = 'schedule' AND target_id = ?", id):
        raise conflict("an escalation step still targets the schedule")
    db.run("DELETE FROM schedules WHERE id = ?", id)


@router.post("/schedules/{id}/overrides", status_code=201, response_model=Override, operation_id="addOverride")
@atomic
def add_override(caller: CurrentCaller, id: str, body: OverrideIn):
    _find(caller, id, "oncall.schedule.write")
    require_member(caller.org, body.userId)
    try:
        starts, ends = parse_instant(body.startsAt), parse_instant(body.endsAt)
    except ValueError as error:
        raise invalid("startsAt and endsAt must be ISO 8601 date-times") from error
    if ends <= starts:
        raise invalid("an override must end after it starts")
    override_id = new_id()
    db.insert("schedule_overrides", id=override_id, schedule_id=id, user_id=body.userId, label=body.label,
              starts_text=body.startsAt, ends_text=body.endsAt, starts_at=iso(starts), ends_at=iso(ends))
    return _override(db.one("SELECT * FROM schedule_overrides WHERE id = ?", override_id))


@router.delete("/schedules/{id}/overrides/{oid}", status_code=204, operation_id="removeOverride")
@atomic
def remove_override(caller: CurrentCaller, id: str, oid: str):
    _find(caller, id, "oncall.schedule.write")
    if not db.run("DELETE FROM schedule_overrides WHERE schedule_id = ? AND id = ?", id, oid).rowcount:
        raise not_found("override")
