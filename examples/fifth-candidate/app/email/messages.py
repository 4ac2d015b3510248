"""Message log, settings, suppressions, and the door through which send keys send."""
import base64
from datetime import timedelta
from typing import Annotated, Any, Literal, Optional

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import Field, StringConstraints

from ..auth import Caller, CurrentCaller, backend_reachable, bearer
from ..clock import clock
from ..database import Row, atomic, db, loads
from ..errors import ApiError, conflict, invalid, not_found
from ..schemas import Email, In, Out
from ..secrets_util import digest
from ..timeutil import iso, parse_instant
from .access import email_router
from .mail import BOUNCE_PAUSE_PCT, COMPLAINT_PAUSE_PCT, accept_message, accepted_today, suppress

router = email_router()

LOG_WINDOW = timedelta(days=90)
RAW_WINDOW = timedelta(days=30)
PAGE_SIZE = 50


class Message(Out):
    id: str
    direction: Literal["send", "receive"]
    state: str
    sender: str = Field(alias="from")
    to: list[str]
    cc: Optional[list[str]] = None
    subject: Optional[str] = None
    sizeBytes: int
    door: Optional[str] = None
    domainId: str
    lastError: Optional[str] = None
    createdAt: str
    sentAt: Optional[str] = None
    stateAt: str


class MessagePage(Out):
    messages: list[Message]
    cursor: Optional[str] = None


class MessageEvent(Out):
    kind: Literal["sent", "delivered", "bounced", "complained"]
    bounceType: Optional[str] = None
    recipient: Optional[str] = None
    detail: Optional[dict[str, Any]] = None
    occurredAt: str


class MessageDetail(Out):
    message: Message
    events: list[MessageEvent]


class Settings(Out):
    dailyQuota: int
    paused: bool
    pausedAt: Optional[str] = None
    pauseReason: Optional[str] = None
    bouncePausePct: Optional[float] = None
    complaintPausePct: Optional[float] = None
    acceptedToday: Optional[int] = None


class Suppression(Out):
    id: str
    address: str
    reason: Literal["bounce", "complaint", "manual"]
    createdAt: str


class SuppressionList(Out):
    suppressions: list[Suppression]


class SuppressionIn(In):
    address: Email


# --- the log


def _message(row: Row) -> dict:
    return {
        "id": row["id"], "direction": row["direction"], "state": row["state"], "from": row["sender"],
        "to": loads(row["recipients"]), "cc": loads(row["cc"]), "subject": row["subject"],
        "sizeBytes": row["size_bytes"], "door": row["door"], "domainId": row["domain_id"],
        "lastError": row["last_error"], "createdAt": row["created_at"], "sentAt": row["sent_at"],
        "stateAt": row["state_at"],
    }


def _cursor(row: Row) -> str:
    return base64.urlsafe_b64encode(f"{row['created_at']}|{row['seq']}".encode()).decode()


def _position(cursor: str) -> tuple[str, int]:
    try:
        at, _, seq = base64.urlsafe_b64decode(cursor.encode()).decode().partition("|")
        return iso(parse_instant(at)), int(seq)
    except ValueError as error:
        raise invalid("not a cursor of this list") from error


@router.get("/messages", response_model=MessagePage, operation_id="listMessages")
@atomic
def list_messages(
    caller: CurrentCaller,
    direction: Optional[Literal["send", "receive"]] = None,
    state: Optional[str] = None,
    domainId: Optional[str] = None,
    to: Optional[str] = None,
    since: Optional[str] = None,
    cursor: Optional[str] = None,
):
    caller.require_somewhere("email.message.read")
    conditions, values = ["org = ?", "created_at >= ?"], [caller.org, clock.stamp(-LOG_WINDOW)]
    for column, value in (("direction", direction), ("state", state), ("domain_id", domainId)):
        if value is not None:
            conditions.append(f"{column} = ?")
            values.append(value)
    if to is not None:
        conditions.append("EXISTS (SELECT 1 FROM json_each(messages.recipients) WHERE lower(value) = ?)")
        values.append(to.lower())
    if since is not None:
        try:
            values.append(iso(parse_instant(since)))
        except ValueError as error:
            raise invalid("since must be an ISO 8601 date-time") from error
        conditions.append("created_at >= ?")
    if not caller.can("email.message.read"):  # a scoped subject: only its domains
        domains = {r["domain_id"] for r in db.all("SELECT DISTINCT domain_id FROM messages WHERE org = ?", caller.org)}
        visible = [d for d in domains if caller.can("email.message.read", d)]
        conditions.append(f"domain_id IN ({', '.join('?' for _ in visible)})")
        values += visible
    if cursor is not None:
        conditions.append("(created_at, seq) < (?, ?)")
        values += _position(cursor)
    rows = db.all(
        f"SELECT * FROM messages WHERE {' AND '.join(conditions)} ORDER BY created_at DESC, seq DESC LIMIT ?",
        *values, PAGE_SIZE + 1,
    )
    page = rows[:PAGE_SIZE]
    return {"messages": [_message(r) for r in page], "cursor": _cursor(page[-1]) if len(rows) > PAGE_SIZE else None}


def _find(caller: Caller, id_: str, window: timedelta) -> Row:
    row = db.one("SELECT * FROM messages WHERE id = ? AND org = ?", id_, caller.org)
    if row is None:
        raise not_found("message")
    caller.require("email.message.read", row["domain_id"])
    if row["created_at"] < clock.stamp(-window):
        raise ApiError(404, "the message is past its retention window")
    return row


@router.get("/messages/{id}", response_model=MessageDetail, operation_id="getMessage")
@atomic
def get_message(caller: CurrentCaller, id: str):
    row = _find(caller, id, LOG_WINDOW)
    events = db.all("SELECT * FROM message_events WHERE message_id = ? ORDER BY occurred_at, id", id)
    return {
        "message": _message(row),
        "events": [
            {"kind": e["kind"], "bounceType": e["bounce_type"], "recipient": e["recipient"],
             "detail": loads(e["detail"]), "occurredAt": e["occurred_at"]}
            for e in events
        ],
    }


@router.get("/messages/{id}/content", operation_id="getMessageContent", response_class=StreamingResponse)
@atomic
def get_content(caller: CurrentCaller, id: str):
    raw = _find(caller, id, RAW_WINDOW)["raw"]
    chunks = (raw[start : start + 65536] for start in range(0, len(raw), 65536))
    return StreamingResponse(chunks, headers={"content-type": "message/rfc822"})


@router.get("/settings", response_model=Settings, operation_id="getEmailSettings")
@atomic
def get_settings(caller: CurrentCaller):
    caller.require("email.settings.read")
    org = db.one("SELECT * FROM organizations WHERE slug = ?", caller.org)
    return {
        "dailyQuota": org["daily_email_quota"], "paused": org["paused_at"] is not None, "pausedAt": org["paused_at"],
        "pauseReason": org["pause_reason"], "bouncePausePct": BOUNCE_PAUSE_PCT,
        "complaintPausePct": COMPLAINT_PAUSE_PCT, "acceptedToday": accepted_today(caller.org),
    }


# --- suppressions


def _suppression(row: Row) -> dict:
    return {"id": row["id"], "address": row["address"], "reason": row["reason"], "createdAt": row["created_at"]}


@router.get("/suppressions", response_model=SuppressionList, operation_id="listSuppressions")
@atomic
def list_suppressions(caller: CurrentCaller):
    caller.require("email.suppression.read")
    rows = db.all("SELECT * FROM suppressions WHERE org = ? ORDER BY rowid DESC", caller.org)
    return {"suppressions": [_suppression(r) for r in rows]}


@router.post("/suppressions", status_code=201, response_model=Suppression, operation_id="createSuppression")
@atomic
def create_suppression(caller: CurrentCaller, body: SuppressionIn):
    caller.require("email.suppression.write")
    added = suppress(caller.org, body.address, "manual")
    if not added:
        raise conflict("the address is already suppressed")
    return _suppression(db.one("SELECT * FROM suppressions WHERE id = ?", added[0]))


@router.delete("/suppressions/{id}", status_code=204, operation_id="deleteSuppression")
@atomic
def delete_suppression(caller: CurrentCaller, id: str):
    if not db.one("SELECT 1 FROM suppressions WHERE id = ? AND org = ?", id, caller.org):
        raise not_found("suppression")
    caller.require("email.suppression.write")
    db.run("DELETE FROM suppressions WHERE id = ?", id)


# --- sending with a key

door = APIRouter(prefix="/api/v1/email", tags=["email sending"])


class SendIn(In):
    sender: Email = Field(alias="from")
    to: Annotated[list[Email], Field(min_length=1, max_length=50)]
    cc: Optional[list[Email]] = None
    subject: Optional[Annotated[str, StringConstraints(max_length=998)]] = None
    text: Optional[str] = None


class Sent(Out):
    id: str


@door.post("/send", status_code=202, response_model=Sent, operation_id="sendMessage")
@atomic
def send_message(request: Request, body: SendIn):
    secret = bearer(request)
    key = db.one("SELECT * FROM send_keys WHERE secret_hash = ? AND revoked_at IS NULL", digest(secret)) if secret else None
    if key is None:
        raise ApiError(401, "not a valid send key")
    if not backend_reachable("email"):
        raise ApiError(502, "the email backend is unreachable")
    accepted = accept_message(body.sender, body.to, body.cc, body.subject, body.text or "", key=key)
    return {"id": accepted["messageId"]}
