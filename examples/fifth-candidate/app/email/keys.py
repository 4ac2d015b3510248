"""Send keys."""
from typing import Annotated, Optional

from pydantic import Field

from ..auth import CurrentCaller
from ..clock import clock
from ..database import Row, atomic, db, dumps, loads, new_id
from ..errors import not_found
from ..schemas import In, Name, Out
from ..secrets_util import digest, new_secret
from .access import email_router
from .domains import find_domain

router = email_router()


class SendKey(Out):
    id: str
    name: str
    keyId: str
    domainIds: list[str]
    createdAt: str
    lastUsedAt: Optional[str] = None


class SendKeyList(Out):
    sendKeys: list[SendKey]


class SendKeyIn(In):
    name: Name
    domainIds: Optional[Annotated[list[str], Field(min_length=1)]] = None


class CreatedSendKey(Out):
    sendKey: SendKey
    secret: str


def _key(row: Row) -> dict:
    return {"id": row["id"], "name": row["name"], "keyId": row["key_id"], "domainIds": loads(row["domain_ids"]) or [],
            "createdAt": row["created_at"], "lastUsedAt": row["last_used_at"]}


@router.get("/keys", response_model=SendKeyList, operation_id="listSendKeys")
@atomic
def list_keys(caller: CurrentCaller):
    caller.require("email.key.read")
    rows = db.all("SELECT * FROM send_keys WHERE org = ? AND revoked_at IS NULL ORDER BY rowid", caller.org)
    return {"sendKeys": [_key(r) for r in rows]}


@router.post("/keys", status_code=201, response_model=CreatedSendKey, operation_id="createSendKey")
@atomic
def create_key(caller: CurrentCaller, body: SendKeyIn):
    domain_ids = list(dict.fromkeys(body.domainIds)) if body.domainIds else None
    if domain_ids is None:
        caller.require("email.key.admin")
    for domain_id in domain_ids or []:
        find_domain(caller, domain_id, "email.key.admin")
    secret, id_ = new_secret("sk"), new_id()
    db.insert("send_keys", id=id_, org=caller.org, name=body.name, key_id=new_secret("key")[:16],
              secret_hash=digest(secret), domain_ids=dumps(domain_ids) if domain_ids else None, created_at=clock.stamp())
    return {"sendKey": _key(db.one("SELECT * FROM send_keys WHERE id = ?", id_)), "secret": secret}


@router.delete("/keys/{id}", status_code=204, operation_id="revokeSendKey")
@atomic
def revoke_key(caller: CurrentCaller, id: str):
    row = db.one("SELECT * FROM send_keys WHERE id = ? AND org = ? AND revoked_at IS NULL", id, caller.org)
    if row is None:
        raise not_found("send key")
    caller.require("email.key.admin")
    db.run("UPDATE send_keys SET revoked_at = ? WHERE id = ?", clock.stamp(), id)
