"""What happens to mail: accepting, receiving, and the feedback of the recipients' servers."""
import re
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Optional

from ..clock import clock
from ..database import Row, db, dumps, loads, new_id
from ..errors import ApiError, conflict, not_found
from ..timeutil import parse_instant
from .domains import pattern_matches
from .webhooks import publish

#: Sending pauses when more than this share of the messages of a day bounce or are complained about.
BOUNCE_PAUSE_PCT = 5.0
COMPLAINT_PAUSE_PCT = 0.5
REPUTATION_WINDOW = timedelta(hours=24)
REPUTATION_MINIMUM = 50  # fewer messages than this say nothing


def raw_message(message_id: str, sender: str, to: list[str], cc: list[str], subject: Optional[str], text: str,
                created_at: str, size: Optional[int]) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["Message-ID"] = f"<{message_id}@mail.platform.example>"
    message["Date"] = format_datetime(parse_instant(created_at))
    message["From"] = sender
    message["To"] = ", ".join(to)
    if cc:
        message["Cc"] = ", ".join(cc)
    if subject is not None:
        message["Subject"] = re.sub(r"[\r\n]+", " ", subject)
    message.set_content(text or "")
    raw = message.as_bytes()
    if size is not None and size > len(raw):
        line = b" " * 76 + b"\r\n"
        missing = size - len(raw)
        raw += (line * (missing // len(line) + 1))[:missing]
    return raw


def domain_of(address: str) -> str:
    return address.rpartition("@")[2].lower()


# --- sending


def send_key_problem(key: Row, domain: Optional[Row] = None) -> Optional[str]:
    """Why a send key (a row) cannot be used, for this domain; None if it can."""
    if key["revoked_at"]:
        return "the send key is revoked"
    allowed = loads(key["domain_ids"])
    if domain is not None and (key["org"] != domain["org"] or (allowed is not None and domain["id"] not in allowed)):
        return "the send key is not for this domain"
    return None


def accepted_today(org: str) -> int:
    return db.value(
        "SELECT count(*) FROM messages WHERE org = ? AND direction = 'send' AND substr(created_at, 1, 10) = ?",
        org, clock.stamp()[:10],
    )


def accept_message(sender: str, to: list[str], cc: Optional[list[str]] = None, subject: Optional[str] = None,
                   text: str = "", size: Optional[int] = None, key: Optional[Row] = None, door: str = "api",
                   created_at: Optional[str] = None) -> dict:
    """A message is submitted for sending; refused with an ApiError if it cannot be accepted."""
    domain = db.one("SELECT * FROM email_domains WHERE name = ?", domain_of(sender))
    if domain is None or (key is not None and domain["org"] != key["org"]):
        raise not_found("domain of the sender")
    org = db.one("SELECT * FROM organizations WHERE slug = ?", domain["org"])
    if key is not None and send_key_problem(key, domain):
        raise ApiError(403, send_key_problem(key, domain))
    if not org["email_enabled"]:
        raise ApiError(403, "email is not enabled for the organization (private beta)")
    if domain["send_state"] != "verified":
        raise conflict("the domain is not verified for sending")
    if org["paused_at"]:
        raise conflict(f"sending is paused: {org['pause_reason']}")
    if accepted_today(domain["org"]) >= org["daily_email_quota"]:
        raise ApiError(429, "the daily quota is used up")

    everybody = list(dict.fromkeys(address.lower() for address in to + (cc or [])))
    suppressed = [a for a in everybody if db.one("SELECT 1 FROM suppressions WHERE org = ? AND address = ?", domain["org"], a)]
    deliverable = [a for a in everybody if a not in suppressed]
    if not deliverable:
        raise conflict("every recipient is suppressed")

    at, message_id = created_at or clock.stamp(), new_id()
    raw = raw_message(message_id, sender, to, cc or [], subject, text, at, size)
    db.insert(
        "messages",
        id=message_id, org=domain["org"], direction="send", state="sent", sender=sender, recipients=dumps(to),
        cc=dumps(cc) if cc else None, subject=subject, size_bytes=len(raw), door=door, domain_id=domain["id"],
        created_at=at, sent_at=at, state_at=at, raw=raw,
    )
    for address in deliverable:
        db.insert("message_recipients", message_id=message_id, address=address)
    if key is not None:
        db.run("UPDATE send_keys SET last_used_at = ? WHERE id = ?", clock.stamp(), key["id"])
    _record(find_message(message_id), "sent", at)
    return {"messageId": message_id, "suppressed": suppressed}


# --- receiving


def receive_message(sender: str, to: list[str], cc: Optional[list[str]] = None, subject: Optional[str] = None,
                    text: str = "", size: Optional[int] = None, created_at: Optional[str] = None) -> dict:
    everybody = list(dict.fromkeys(to + (cc or [])))
    domains = {name: db.one("SELECT * FROM email_domains WHERE name = ?", name) for name in map(domain_of, everybody)}
    known = [d for d in domains.values() if d is not None]
    if not known:
        raise not_found("domain of the recipients")
    receiving = [d for d in known if d["receive_state"] in ("pending", "verified")]
    if not receiving:
        raise conflict("the domain does not receive mail")
    first_id, route_ids, delivery_ids = None, [], []
    for domain in receiving:  # one copy for each of our domains it is addressed to
        at, message_id = created_at or clock.stamp(), new_id()
        first_id = first_id or message_id
        raw = raw_message(message_id, sender, to, cc or [], subject, text, at, size)
        db.insert(
            "messages",
            id=message_id, org=domain["org"], direction="receive", state="received", sender=sender, recipients=dumps(to),
            cc=dumps(cc) if cc else None, subject=subject, size_bytes=len(raw), door="smtp", domain_id=domain["id"],
            created_at=at, state_at=at, raw=raw,
        )
        local_parts = [a.rpartition("@")[0] for a in everybody if domain_of(a) == domain["name"]]
        routes = [
            r for r in db.all("SELECT * FROM email_routes WHERE domain_id = ? ORDER BY rowid", domain["id"])
            if any(pattern_matches(r["pattern"], local) for local in local_parts)
        ]
        route_ids += [r["id"] for r in routes]
        data = {**_described(find_message(message_id)), "routeIds": [r["id"] for r in routes]}
        delivery_ids += publish(domain["org"], "message.received", message_id, data, at,
                                endpoints={r["endpoint_id"] for r in routes})
    return {"messageId": first_id, "routeIds": route_ids, "deliveryIds": delivery_ids}


# --- feedback


def find_message(message_id: str) -> Row:
    row = db.one("SELECT * FROM messages WHERE id = ?", message_id)
    if row is None:
        raise not_found("message")
    return row


def _described(message: Row) -> dict:
    described = {"messageId": message["id"], "domainId": message["domain_id"], "from": message["sender"],
                 "to": loads(message["recipients"])}
    if message["subject"] is not None:
        described["subject"] = message["subject"]
    return described


def _record(message: Row, kind: str, at: str, recipient: Optional[str] = None, bounce_type: Optional[str] = None,
            detail: Optional[dict] = None) -> list[int]:
    """Records an event of a message and tells the endpoints; the ids of the deliveries."""
    db.insert("message_events", org=message["org"], message_id=message["id"], kind=kind, bounce_type=bounce_type,
              recipient=recipient, detail=dumps(detail) if detail is not None else None, occurred_at=at)
    data = _described(message)
    for name, value in (("recipient", recipient), ("bounceType", bounce_type), ("detail", detail)):
        if value is not None:
            data[name] = value
    return publish(message["org"], f"message.{kind}", message["id"], data, at)


def _recipients(message: Row, recipient: Optional[str]) -> list[str]:
    if message["direction"] != "send":
        raise conflict("the message was received, not sent")
    all_ = [r["address"] for r in db.all("SELECT address FROM message_recipients WHERE message_id = ? ORDER BY rowid", message["id"])]
    if recipient is None:
        return all_
    if recipient.lower() not in all_:
        raise conflict("the message was not sent to this recipient")
    return [recipient.lower()]


def _set_state(message: Row, state: str, at: str, error: Optional[str] = None) -> None:
    db.run("UPDATE messages SET state = ?, state_at = ?, last_error = coalesce(?, last_error) WHERE id = ?",
           state, at, error, message["id"])


def delivered(message_id: str, recipient: Optional[str], at: str) -> dict:
    message = find_message(message_id)
    ids = [i for address in _recipients(message, recipient) for i in _record(message, "delivered", at, address)]
    _set_state(message, "delivered", at)
    return {"deliveryIds": ids}


def bounced(message_id: str, recipient: Optional[str], bounce: str, detail: Optional[dict], at: str) -> dict:
    message = find_message(message_id)
    deliveries, suppressions = [], []
    for address in _recipients(message, recipient):
        deliveries += _record(message, "bounced", at, address, bounce, detail)
        if bounce == "hard":
            suppressions += suppress(message["org"], address, "bounce")
    _set_state(message, "bounced" if bounce == "hard" else "deferred", at,
               "the recipient's server rejected the message" + (" for now" if bounce == "soft" else ""))
    return {"deliveryIds": deliveries, "suppressionIds": suppressions, "paused": _review_posture(message["org"])}


def complained(message_id: str, recipient: Optional[str], detail: Optional[dict], at: str) -> dict:
    message = find_message(message_id)
    deliveries, suppressions = [], []
    for address in _recipients(message, recipient):
        deliveries += _record(message, "complained", at, address, None, detail)
        suppressions += suppress(message["org"], address, "complaint")
    _set_state(message, "complained", at)
    return {"deliveryIds": deliveries, "suppressionIds": suppressions, "paused": _review_posture(message["org"])}


def suppress(org: str, address: str, reason: str) -> list[str]:
    """Adds the address to the suppression list; the new entry, if it was not there yet."""
    if db.one("SELECT 1 FROM suppressions WHERE org = ? AND address = ?", org, address.lower()):
        return []
    id_ = new_id()
    db.insert("suppressions", id=id_, org=org, address=address.lower(), reason=reason, created_at=clock.stamp())
    return [id_]


def _review_posture(org: str) -> bool:
    """Pauses sending if too much of it bounces or is complained about; whether it is paused."""
    row = db.one("SELECT * FROM organizations WHERE slug = ?", org)
    if row["paused_at"]:
        return True
    since = max(clock.stamp(-REPUTATION_WINDOW), row["reputation_since"] or "")
    counts = db.one(
        "SELECT count(DISTINCT CASE WHEN kind = 'sent' THEN message_id END) AS sent, "
        "count(DISTINCT CASE WHEN kind = 'bounced' AND bounce_type = 'hard' THEN message_id END) AS bounced, "
        "count(DISTINCT CASE WHEN kind = 'complained' THEN message_id END) AS complained "
        "FROM message_events WHERE org = ? AND occurred_at >= ?",
        org, since,
    )
    if counts["sent"] < REPUTATION_MINIMUM:
        return False
    for what, limit in (("bounced", BOUNCE_PAUSE_PCT), ("complained", COMPLAINT_PAUSE_PCT)):
        percent = 100 * counts[what] / counts["sent"]
        if percent > limit:
            reason = f"{percent:.1f} % of the messages {'bounced' if what == 'bounced' else 'were complained about'}"
            db.run("UPDATE organizations SET paused_at = ?, pause_reason = ? WHERE slug = ?", clock.stamp(), reason, org)
            return True
    return False


def unpause(org: str) -> None:
    if not db.value("SELECT paused_at FROM organizations WHERE slug = ?", org):
        raise conflict("sending is not paused")
    db.run("UPDATE organizations SET paused_at = NULL, pause_reason = NULL, reputation_since = ? WHERE slug = ?",
           clock.stamp(), org)
