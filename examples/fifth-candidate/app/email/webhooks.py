"""Webhook endpoints, and the deliveries to them.

Deliveries are signed as Standard Webhooks are: `webhook-signature: v1,` and the base64 HMAC-SHA256 of
`webhook-id.webhook-timestamp.body`, keyed with the bytes behind `whsec_`.
"""
import base64
import hashlib
import hmac
import secrets
import time
from typing import Annotated, Literal, Optional

import httpx
from fastapi import Path

from ..auth import Caller, CurrentCaller
from ..clock import clock
from ..database import Row, atomic, db, dumps, loads, new_id
from ..errors import conflict, not_found
from ..schemas import Bool, In, Out, Url
from .access import email_router

router = email_router()

EventType = Literal["message.sent", "message.delivered", "message.bounced", "message.complained", "message.received"]
RETRY_SECONDS = (10, 60, 300, 1800, 7200)  # after so many the delivery has failed
REQUEST_TIMEOUT = 10
RECENT_DELIVERIES = 500


class Webhook(Out):
    id: str
    url: str
    eventTypes: list[str]
    disabled: bool
    createdAt: str


class WebhookList(Out):
    webhooks: list[Webhook]


class WebhookIn(In):
    url: Url
    eventTypes: list[EventType]


class WebhookPatch(In):
    url: Optional[Url] = None
    eventTypes: Optional[list[EventType]] = None
    disabled: Optional[Bool] = None


class CreatedWebhook(Out):
    webhook: Webhook
    signingSecret: str


class RotatedSecret(Out):
    signingSecret: str


class Delivery(Out):
    id: int
    endpointId: str
    eventType: str
    messageId: Optional[str] = None
    state: Literal["pending", "delivering", "delivered", "failed"]
    attempts: int
    lastStatus: Optional[int] = None
    lastError: Optional[str] = None
    deliveredAt: Optional[str] = None
    createdAt: str


class DeliveryList(Out):
    deliveries: list[Delivery]


class Redelivery(Out):
    id: int


# --- endpoints


def _new_signing_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def _webhook(row: Row) -> dict:
    return {"id": row["id"], "url": row["url"], "eventTypes": loads(row["event_types"]),
            "disabled": bool(row["disabled"]), "createdAt": row["created_at"]}


def _find(caller: Caller, id_: str, permission: str) -> Row:
    row = db.one("SELECT * FROM webhooks WHERE id = ? AND org = ?", id_, caller.org)
    if row is None:
        raise not_found("webhook endpoint")
    caller.require(permission)
    return row


@router.get("/webhooks", response_model=WebhookList, operation_id="listWebhooks")
@atomic
def list_webhooks(caller: CurrentCaller):
    caller.require("email.webhook.read")
    return {"webhooks": [_webhook(r) for r in db.all("SELECT * FROM webhooks WHERE org = ? ORDER BY rowid", caller.org)]}


@router.post("/webhooks", status_code=201, response_model=CreatedWebhook, operation_id="createWebhook")
@atomic
def create_webhook(caller: CurrentCaller, body: WebhookIn):
    caller.require("email.webhook.write")
    id_, secret = new_id(), _new_signing_secret()
    db.insert("webhooks", id=id_, org=caller.org, url=body.url, event_types=dumps(list(dict.fromkeys(body.eventTypes))),
              secret=secret, created_at=clock.stamp())
    return {"webhook": _webhook(db.one("SELECT * FROM webhooks WHERE id = ?", id_)), "signingSecret": secret}


@router.patch("/webhooks/{id}", response_model=Webhook, operation_id="updateWebhook")
@atomic
def update_webhook(caller: CurrentCaller, id: str, body: WebhookPatch):
    _find(caller, id, "email.webhook.write")
    values = {}
    if body.url is not None:
        values["url"] = body.url
    if body.eventTypes is not None:
        values["event_types"] = dumps(list(dict.fromkeys(body.eventTypes)))
    if body.disabled is not None:
        values["disabled"] = int(body.disabled)
    db.update("webhooks", "id = ?", [id], **values)
    return _webhook(db.one("SELECT * FROM webhooks WHERE id = ?", id))


@router.delete("/webhooks/{id}", status_code=204, operation_id="deleteWebhook")
@atomic
def delete_webhook(caller: CurrentCaller, id: str):
    _find(caller, id, "email.webhook.write")
    if db.one("SELECT 1 FROM email_routes WHERE endpoint_id = ?", id):
        raise conflict("an inbound route still targets the endpoint")
    db.run("DELETE FROM webhooks WHERE id = ?", id)
    db.run("UPDATE deliveries SET state = 'failed', last_error = 'the endpoint was deleted' "
           "WHERE endpoint_id = ? AND state = 'pending'", id)


@router.post("/webhooks/{id}/rotate-secret", response_model=RotatedSecret, operation_id="rotateWebhookSecret")
@atomic
def rotate_secret(caller: CurrentCaller, id: str):
    _find(caller, id, "email.webhook.write")
    secret = _new_signing_secret()
    db.run("UPDATE webhooks SET secret = ? WHERE id = ?", secret, id)
    return {"signingSecret": secret}


# --- deliveries


def _delivery(row: Row) -> dict:
    return {
        "id": row["id"], "endpointId": row["endpoint_id"], "eventType": row["event_type"],
        "messageId": row["message_id"], "state": row["state"], "attempts": row["attempts"],
        "lastStatus": row["last_status"], "lastError": row["last_error"], "deliveredAt": row["delivered_at"],
        "createdAt": row["created_at"],
    }


@router.get("/webhook-deliveries", response_model=DeliveryList, operation_id="listDeliveries")
@atomic
def list_deliveries(caller: CurrentCaller, messageId: Optional[str] = None, endpointId: Optional[str] = None):
    caller.require("email.webhook.read")
    rows = db.all(
        "SELECT * FROM deliveries WHERE org = ?1 AND (?2 IS NULL OR message_id = ?2) "
        "AND (?3 IS NULL OR endpoint_id = ?3) ORDER BY created_at DESC, id DESC LIMIT ?4",
        caller.org, messageId, endpointId, RECENT_DELIVERIES,
    )
    return {"deliveries": [_delivery(r) for r in rows]}


@router.post("/webhook-deliveries/{id}/redeliver", status_code=202, response_model=Redelivery,
             operation_id="redeliverDelivery")
@atomic
def redeliver(caller: CurrentCaller, id: Annotated[int, Path(ge=0, lt=2**63)]):
    row = db.one("SELECT * FROM deliveries WHERE id = ? AND org = ?", id, caller.org)
    if row is None:
        raise not_found("delivery")
    caller.require("email.webhook.write")
    endpoint = db.one("SELECT * FROM webhooks WHERE id = ?", row["endpoint_id"])
    if endpoint is None:
        raise not_found("webhook endpoint; it was deleted")
    if endpoint["disabled"]:
        raise conflict("the endpoint is disabled")
    return {"id": _queue(row["org"], row["endpoint_id"], row["event_id"], row["event_type"], row["message_id"],
                         row["payload"])}


def publish(org: str, event_type: str, message_id: Optional[str], data: dict, at: str,
            endpoints: Optional[set[str]] = None) -> list[int]:
    """Queues an event for the endpoints that want it (of these only, if given); the ids of the deliveries."""
    targets = [
        r["id"] for r in db.all("SELECT * FROM webhooks WHERE org = ? AND disabled = 0 ORDER BY rowid", org)
        if event_type in loads(r["event_types"]) and (endpoints is None or r["id"] in endpoints)
    ]
    if not targets:
        return []
    event_id = "evt_" + new_id()
    payload = dumps({"id": event_id, "type": event_type, "createdAt": at, "data": data})
    return [_queue(org, target, event_id, event_type, message_id, payload) for target in targets]


def _queue(org: str, endpoint_id: str, event_id: str, event_type: str, message_id: Optional[str], payload: str) -> int:
    id_ = db.insert("deliveries", org=org, endpoint_id=endpoint_id, event_id=event_id, event_type=event_type,
                    message_id=message_id, payload=payload, state="pending", created_at=clock.stamp())
    clock.schedule("email.delivery-attempt", "EmailDelivery", id_)
    return id_


def sign(secret: str, event_id: str, timestamp: str, body: str) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{event_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return "v1," + base64.b64encode(mac).decode()


@clock.on("email.delivery-attempt")
def attempt(delivery_id: str, _payload: dict) -> None:
    delivery = db.one("SELECT * FROM deliveries WHERE id = ? AND state = 'pending'", int(delivery_id))
    if delivery is None:
        return
    endpoint = db.one("SELECT * FROM webhooks WHERE id = ?", delivery["endpoint_id"])
    if endpoint is None or endpoint["disabled"]:
        db.run("UPDATE deliveries SET state = 'failed', last_error = 'the endpoint is disabled' WHERE id = ?", delivery["id"])
        return
    number = delivery["attempts"] + 1
    db.run("UPDATE deliveries SET state = 'delivering', attempts = ? WHERE id = ?", number, delivery["id"])
    timestamp = str(int(time.time()))  # receivers compare it with real time
    headers = {
        "content-type": "application/json",
        "user-agent": "platform-webhooks/1",
        "webhook-id": delivery["event_id"],
        "webhook-timestamp": timestamp,
        "webhook-signature": sign(endpoint["secret"], delivery["event_id"], timestamp, delivery["payload"]),
    }
    answer = _scripted_answer(endpoint)
    attempt_id = db.insert(
        "delivery_attempts", delivery_id=delivery["id"], endpoint_id=endpoint["id"], attempt=number, at=clock.stamp(),
        url=endpoint["url"], headers=dumps(headers), body=delivery["payload"], scripted=int(answer is not None),
    )
    if answer is not None:
        clock.schedule("email.delivery-answered", "EmailDelivery", delivery["id"], answer.get("afterMs", 0) / 1000,
                       attempt=attempt_id, status=answer.get("status"), error=answer.get("failure"))
    else:
        clock.start_task(_post(delivery["id"], attempt_id, endpoint["url"], headers, delivery["payload"]))


async def _post(delivery_id: int, attempt_id: int, url: str, headers: dict, body: str) -> None:
    status, error = None, None
    connection = db.connection
    try:
        async with httpx.AsyncClient(timeout=REQUEST_TIMEOUT, follow_redirects=False, trust_env=False) as client:
            async with client.stream("POST", url, content=body.encode(), headers=headers) as response:
                status = response.status_code
    except httpx.TimeoutException:
        error = "timeout"
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"[:300]
    if connection is db.connection:  # the service may have been reset meanwhile
        with db.transaction():
            finish(delivery_id, attempt_id, status, error)


@clock.on("email.delivery-answered")
def _answered(delivery_id: str, payload: dict) -> None:
    finish(int(delivery_id), payload["attempt"], payload["status"], payload["error"])


def finish(delivery_id: int, attempt_id: int, status: Optional[int], error: Optional[str]) -> None:
    """An attempt has ended, with a status or without an answer."""
    db.run("UPDATE delivery_attempts SET status = ?, error = ? WHERE id = ?", status, error, attempt_id)
    delivery = db.one("SELECT * FROM deliveries WHERE id = ?", delivery_id)
    if status is not None and 200 <= status < 300:
        db.run("UPDATE deliveries SET state = 'delivered', last_status = ?, last_error = NULL, delivered_at = ? WHERE id = ?",
               status, clock.stamp(), delivery_id)
        return
    retry = delivery["attempts"] <= len(RETRY_SECONDS) and db.one("SELECT 1 FROM webhooks WHERE id = ?", delivery["endpoint_id"])
    db.run("UPDATE deliveries SET state = ?, last_status = ?, last_error = ? WHERE id = ?",
           "pending" if retry else "failed", status, error or f"the endpoint answered {status}", delivery_id)
    if retry:
        clock.schedule("email.delivery-attempt", "EmailDelivery", delivery_id, RETRY_SECONDS[delivery["attempts"] - 1])


def _scripted_answer(endpoint: Row) -> Optional[dict]:
    """The next answer of a test script of this endpoint, if it has one."""
    script = loads(endpoint["script"])
    if not script:
        return None
    answers = script["answers"]
    answer = answers[0]
    if len(answers) > 1:
        script["answers"] = answers[1:]
    elif script["afterwards"] == "send":
        script = None
    db.run("UPDATE webhooks SET script = ? WHERE id = ?", dumps(script) if script else None, endpoint["id"])
    return answer
