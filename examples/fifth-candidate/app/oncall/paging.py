"""Personal paging settings, the organization's SMS and voice provider, and sending pages."""
import re
from typing import Annotated, Literal, Optional

from pydantic import Field

from ..auth import CurrentCaller
from ..clock import clock
from ..database import Row, atomic, db, dumps, loads
from ..errors import ApiError, invalid
from ..schemas import In, Int, Name, Out
from .common import oncall_router

router = oncall_router()

E164 = re.compile(r"^\+[1-9][0-9]{6,14}\Z")
Channel = Literal["email", "sms", "voice"]


class RuleIn(In):
    channel: Channel
    delaySeconds: Annotated[Int, Field(ge=0, le=24 * 3600)]


class SettingsIn(In):
    phone: Optional[str] = None
    rules: Annotated[list[RuleIn], Field(min_length=1, max_length=20)]


class Rule(Out):
    channel: Channel
    delaySeconds: int


class Settings(Out):
    email: str
    phone: str
    rules: list[Rule]


class ProviderIn(In):
    accountSid: Name
    authToken: Name
    fromNumber: Name


class Provider(Out):
    configured: bool
    accountSid: str
    fromNumber: str
    updatedAt: str


# --- personal settings


def rules_of(user_id: str) -> dict:
    """A person's phone and rules; until they save some, an email at once."""
    row = db.one("SELECT * FROM paging_settings WHERE user_id = ?", user_id)
    if row is None:
        return {"phone": "", "rules": [{"channel": "email", "delaySeconds": 0}]}
    return {"phone": row["phone"], "rules": loads(row["rules"])}


@router.get("/paging-settings", response_model=Settings, operation_id="getPagingSettings")
@atomic
def get_settings(caller: CurrentCaller):
    return {"email": caller.email, **rules_of(caller.user_id)}


@router.put("/paging-settings", response_model=Settings, operation_id="savePagingSettings")
@atomic
def save_settings(caller: CurrentCaller, body: SettingsIn):
    phone = rules_of(caller.user_id)["phone"] if body.phone is None else body.phone
    if phone and not E164.match(phone):
        raise invalid("the phone must be in E.164 format")
    if any(rule.channel != "email" for rule in body.rules):
        if not phone:
            raise invalid("sms and voice need a phone")
        if _credential(caller.org) is None:
            raise invalid("sms and voice need the organization's provider credential")
    rules = dumps([rule.model_dump() for rule in body.rules])
    db.run(
        "INSERT INTO paging_settings (user_id, phone, rules) VALUES (?, ?, ?) "
        "ON CONFLICT (user_id) DO UPDATE SET phone = excluded.phone, rules = excluded.rules",
        caller.user_id, phone, rules,
    )
    return {"email": caller.email, **rules_of(caller.user_id)}


# --- the provider


def _credential(org: str) -> Optional[Row]:
    return db.one("SELECT * FROM provider_credentials WHERE org = ?", org)


def _provider(org: str) -> dict:
    row = _credential(org)
    if row is None:
        return {"configured": False, "accountSid": "", "fromNumber": "", "updatedAt": ""}
    return {"configured": True, "accountSid": row["account_sid"], "fromNumber": row["from_number"],
            "updatedAt": row["updated_at"]}


@router.get("/provider-credential", response_model=Provider, operation_id="getProviderCredential")
@atomic
def get_provider(caller: CurrentCaller):
    caller.require("oncall.provider.read")
    return _provider(caller.org)


@router.put("/provider-credential", response_model=Provider, operation_id="setProviderCredential")
@atomic
def set_provider(caller: CurrentCaller, body: ProviderIn):
    caller.require("oncall.provider.admin")
    behaviour = db.value("SELECT provider_verification FROM organizations WHERE slug = ?", caller.org)
    if behaviour == "unreachable":
        raise ApiError(502, "the provider cannot be reached")
    if behaviour == "rejects":
        raise ApiError(422, "the provider rejects these credentials")
    db.run(
        "INSERT INTO provider_credentials (org, account_sid, auth_token, from_number, updated_at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (org) DO UPDATE SET account_sid = excluded.account_sid, auth_token = excluded.auth_token, "
        "from_number = excluded.from_number, updated_at = excluded.updated_at",
        caller.org, body.accountSid, body.authToken, body.fromNumber, clock.stamp(),
    )
    return _provider(caller.org)


@router.delete("/provider-credential", status_code=204, operation_id="clearProviderCredential")
@atomic
def clear_provider(caller: CurrentCaller):
    caller.require("oncall.provider.admin")
    db.run("DELETE FROM provider_credentials WHERE org = ?", caller.org)


# --- pages


@clock.on("oncall.page")
def send_page(incident_id: str, payload: dict) -> None:
    """Notifies a responder, unless somebody has taken the incident in the meantime."""
    incident = db.one("SELECT * FROM incidents WHERE id = ? AND status = 'open'", incident_id)
    if incident is None:
        return
    user = db.one("SELECT * FROM users WHERE id = ?", payload["user"])
    if user is None:
        return
    recipient, error = user["email"], None
    if payload["channel"] != "email":
        recipient, error = rules_of(user["id"])["phone"], _provider_problem(incident["org"], user["id"])
    db.insert("pages", at=clock.stamp(), incident_id=incident_id, user_id=user["id"], channel=payload["channel"],
              recipient=recipient, step=payload["step"], round=payload["round"],
              outcome="failed" if error else "sent", error=error)
    detail = f"{payload['channel']} to {user['label']}" + (f" failed: {error}" if error else "")
    db.insert("incident_timeline", incident_id=incident_id, at=clock.stamp(), kind="paged", detail=detail)


def _provider_problem(org: str, user_id: str) -> Optional[str]:
    if _credential(org) is None:
        return "no-credential: the organization has no provider credential"
    if not rules_of(user_id)["phone"]:
        return "no-phone: the responder has no phone"
    behaviour = db.value("SELECT provider_pages FROM organizations WHERE slug = ?", org)
    return {"rejects": "the provider rejected the page", "unreachable": "the provider cannot be reached"}.get(behaviour)
