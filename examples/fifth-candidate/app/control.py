"""The control interface under /_understudy: outside events, the clock, who can call. Not part of the API.

It is only for test deployments, needs no credential and is refused to pages of other sites.
"""
import functools
from datetime import datetime
from typing import Annotated, Any, Callable, Literal, Optional
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from . import clusters, data_plane, uptime
from .auth import personal_token_problem
from .clock import clock
from .database import Row, atomic, db, dumps, loads
from .email import dns, mail
from .errors import ApiError, conflict, forbidden, not_found
from .oncall import incidents
from .permissions import roles_of
from .schemas import Bool, Email, In, Int, Name
from .secrets_util import digest
from .seed import reset
from .timeutil import iso, parse_duration, parse_instant


async def local_only(request: Request) -> None:
    origin = request.headers.get("origin")
    if origin and urlsplit(origin).hostname not in ("127.0.0.1", "localhost", "::1"):
        raise forbidden("requests from pages of other sites are refused")


router = APIRouter(prefix="/_understudy", include_in_schema=False, dependencies=[Depends(local_only)])

Count = Annotated[Int, Field(ge=0, le=2**53)]


def event(path: str) -> Callable:
    """An outside event. It answers when it happened, besides what it has to tell."""

    def register(function: Callable) -> Callable:
        @functools.wraps(function)
        def happened(*args: Any, **kwargs: Any) -> dict:
            result = function(*args, **kwargs) or {}
            return {"at": clock.stamp(), **result}

        return router.post(f"/events/{path}")(atomic(happened))

    return register


def instant(text: Optional[str], name: str) -> Optional[datetime]:
    if text is None:
        return None
    try:
        return parse_instant(text)
    except ValueError as error:
        raise ApiError(400, f"{name} is not a date-time") from error


def stamp_or_now(text: Optional[str], name: str) -> str:
    moment = instant(text, name)
    return clock.stamp() if moment is None else iso(moment)


def organization(slug: Optional[str]) -> Row:
    if slug is None:
        return db.one("SELECT * FROM organizations ORDER BY rowid LIMIT 1")
    row = db.one("SELECT * FROM organizations WHERE slug = ?", slug)
    if row is None:
        raise not_found("organization")
    return row


class OfOrganization(In):
    organization: Optional[str] = None


# --- health, people, reset


@router.get("/health")
async def health():
    return {"status": "ok", "version": "1.0.0", "sandboxes": 1}


@router.get("/identities")
@atomic
def identities():
    actors = []
    for user in db.all("SELECT u.*, s.token FROM users u JOIN sessions s ON s.user_id = u.id ORDER BY u.rowid"):
        memberships = db.all("SELECT org, role FROM memberships WHERE user_id = ? ORDER BY rowid", user["id"])
        actors.append({
            "name": user["email"].partition("@")[0], "userId": user["id"], "label": user["label"], "email": user["email"],
            "memberships": [{"organization": m["org"], "role": m["role"]} for m in memberships],
            "credentials": [
                {"kind": "session", "value": user["token"], "organization": memberships[0]["org"]}
            ] if memberships else [],
        })
    return {"actors": actors}


class ResetIn(In):
    seed: Optional[str] = None


@router.post("/reset")
async def reset_world(body: Optional[ResetIn] = None):
    if body is not None and body.seed not in (None, "acme"):
        raise not_found("seed")
    reset()
    return {"name": "default", "from": {"seed": "acme"}, "createdAt": clock.stamp(), "entries": 0, "clock": clock.describe()}


# --- clock


@router.get("/clock")
@atomic
def get_clock(kinds: bool = False, effective: bool = False):
    return clock.describe(kinds)


class ClockIn(In):
    mode: Literal["real", "frozen", "set"]
    now: Optional[str] = None


@router.put("/clock")
async def set_clock(body: ClockIn):
    moment = instant(body.now, "now")
    if body.mode == "set" and moment is None:
        raise ApiError(400, "now is needed")
    if body.mode == "real" and moment is not None:
        raise ApiError(400, "real time has no instant of its own")
    fired = await clock.set(body.mode, moment)
    return {"clock": clock.describe(), "fired": fired}


class AdvanceIn(In):
    by: Optional[str] = None
    to: Optional[str] = None
    nextDue: Optional[Literal[True]] = None
    timer: Optional[str] = None


@router.post("/clock/advance")
async def advance_clock(body: AdvanceIn):
    if sum(x is not None for x in (body.by, body.to, body.nextDue)) != 1:
        raise ApiError(400, "exactly one of by, to and nextDue")
    try:
        if body.by is not None:
            target = clock.now() + parse_duration(body.by)
        elif body.to is not None:
            target = parse_instant(body.to)
        else:
            due = db.value("SELECT min(due_at) FROM timers WHERE ?1 IS NULL OR kind = ?1", body.timer)
            if due is None and body.timer is not None:
                raise conflict("no such timer is pending")
            target = max(clock.now(), parse_instant(due)) if due else clock.now()
    except (ValueError, OverflowError) as error:
        raise ApiError(400, str(error)) from error
    if target < clock.now() and body.to is not None:
        raise conflict("the instant is in the past")
    return {"fired": await clock.move_to(target), "clock": clock.describe()}


class ProgressIn(In):
    mode: Literal["delay", "at-once", "after-reads"]


@router.put("/clock/progress")
async def set_progress(body: ProgressIn):
    if body.mode == "after-reads":
        raise ApiError(501, "work does not depend on reads here")
    clock.at_once = body.mode == "at-once"
    return {"mode": body.mode}


# --- tokens, roles, organization


class TokenIn(In):
    tokenId: str


def _switch_token(token_id: str, enabled: bool) -> None:
    row = db.one("SELECT enabled FROM personal_tokens WHERE id = ?", token_id)
    if row is None:
        raise not_found("token")
    if bool(row["enabled"]) == enabled:
        raise conflict(f"the token is already {'enabled' if enabled else 'disabled'}")
    db.run("UPDATE personal_tokens SET enabled = ? WHERE id = ?", int(enabled), token_id)


@event("token-disabled")
def token_disabled(body: TokenIn):
    _switch_token(body.tokenId, False)


@event("token-enabled")
def token_enabled(body: TokenIn):
    _switch_token(body.tokenId, True)


class GrantIn(In):
    role: str
    resourceIds: Optional[list[str]] = None


class CustomRoleIn(In):
    id: Name
    name: Optional[str] = None
    description: Optional[str] = None
    permissions: Optional[list[str]] = None
    scopable: Optional[Bool] = None
    removed: Bool = False


class RoleChangesIn(OfOrganization):
    userId: Optional[Name] = None
    role: Optional[Literal["owner", "admin", "member", "viewer", "none"]] = None
    grants: Optional[list[GrantIn]] = None
    customRole: Optional[CustomRoleIn] = None


@event("role-changes")
def role_changes(body: RoleChangesIn):
    org = organization(body.organization)["slug"]
    if body.userId is None and body.customRole is None:
        raise ApiError(400, "a person or a custom role is needed")
    if body.customRole is not None:
        _change_custom_role(org, body.customRole)
    if body.userId is not None:
        _change_membership(org, body)


def _change_custom_role(org: str, role: CustomRoleIn) -> None:
    known = db.one("SELECT * FROM custom_roles WHERE org = ? AND id = ?", org, role.id)
    if role.removed:
        if known is None:
            raise not_found("custom role")
        db.run("DELETE FROM custom_roles WHERE org = ? AND id = ?", org, role.id)
        return
    if known is None and role.id in roles_of(org):
        raise conflict("a built-in role has this id")
    values = {"name": role.name, "description": role.description,
              "permissions": dumps(role.permissions) if role.permissions is not None else None,
              "scopable": None if role.scopable is None else int(role.scopable)}
    given = {column: value for column, value in values.items() if value is not None}
    if known is None:
        db.insert("custom_roles", **{"org": org, "id": role.id, "name": role.id, "description": "A custom role",
                                     "permissions": "[]", "scopable": 1, **given})
    else:
        db.update("custom_roles", "org = ? AND id = ?", [org, role.id], **given)


def _change_membership(org: str, body: RoleChangesIn) -> None:
    user_id = body.userId
    membership = db.one("SELECT * FROM memberships WHERE org = ? AND user_id = ?", org, user_id)
    if body.role is None and (body.grants is None or membership is None):
        raise ApiError(400, "a role is needed")
    for grant in body.grants or []:
        if grant.role not in roles_of(org):
            raise not_found(f"role {grant.role}")
    if not db.one("SELECT 1 FROM users WHERE id = ?", user_id):
        db.insert("users", id=user_id, label=user_id, email=f"{_local_part(user_id)}@people.example")
        db.insert("sessions", token=f"session-{user_id}", user_id=user_id)
    if body.role == "none":
        db.run("DELETE FROM memberships WHERE org = ? AND user_id = ?", org, user_id)
        return
    grants = None if body.grants is None else dumps(
        [{"role": g.role, "resourceIds": g.resourceIds or []} for g in body.grants]
    )
    if membership is None:
        db.insert("memberships", org=org, user_id=user_id, role=body.role, grants=grants)
    else:
        db.update("memberships", "org = ? AND user_id = ?", [org, user_id], role=body.role or membership["role"], grants=grants)


def _local_part(text: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "-" for c in text)[:64].strip(".") or "person"


class CollidesIn(In):
    email: Email
    collides: Bool = True


@event("billing-email-collides")
def billing_email_collides(body: CollidesIn):
    if body.collides:
        db.run("INSERT INTO billing_collisions (email) VALUES (?) ON CONFLICT DO NOTHING", body.email.lower())
    else:
        db.run("DELETE FROM billing_collisions WHERE email = ?", body.email.lower())


class PaymentIn(OfOrganization):
    active: Bool


@event("payment-method-changes")
def payment_method_changes(body: PaymentIn):
    db.run("UPDATE organizations SET payment_active = ? WHERE slug = ?", int(body.active), organization(body.organization)["slug"])


class EntitlementIn(OfOrganization):
    area: Literal["email", "uptime"]
    enabled: Bool


@event("entitlement-changes")
def entitlement_changes(body: EntitlementIn):
    db.update("organizations", "slug = ?", [organization(body.organization)["slug"]],
              **{f"{body.area}_enabled": int(body.enabled)})


class BackendIn(In):
    backend: Literal["email", "uptime", "dns"]
    reachable: Bool


@event("backend-behaves")
def backend_behaves(body: BackendIn):
    db.run("UPDATE backends SET reachable = ? WHERE name = ?", int(body.reachable), body.backend)


class QuotaIn(OfOrganization):
    quota: Literal["clusters", "monitors", "daily-email", "registry-storage-bytes", "load-balancer-services"]
    value: Count
    registry: Optional[str] = None
    cluster: Optional[str] = None


@event("quota-changes")
def quota_changes(body: QuotaIn):
    org = organization(body.organization)["slug"]
    columns = {"clusters": "cluster_quota", "monitors": "monitor_quota", "daily-email": "daily_email_quota"}
    if body.quota in columns:
        db.update("organizations", "slug = ?", [org], **{columns[body.quota]: body.value})
        return
    if body.quota == "registry-storage-bytes":
        changed = db.run("UPDATE registries SET quota_bytes = ?1 WHERE org = ?2 AND (?3 IS NULL OR slug = ?3)",
                         body.value, org, body.registry).rowcount
        if body.registry is not None and not changed:
            raise not_found("registry")
        return
    changed = db.run("UPDATE clusters SET lb_max = ?1 WHERE org = ?2 AND (?3 IS NULL OR name = ?3)",
                     body.value, org, body.cluster).rowcount
    if body.cluster is not None and not changed:
        raise not_found("cluster")


# --- registry


class PushIn(In):
    registry: str
    repository: Name
    tags: list[Name] = ["latest"]
    digest: Optional[Name] = None
    mediaType: str = "application/vnd.oci.image.manifest.v1+json"
    manifestBytes: Optional[Count] = None
    layers: Optional[list[data_plane.LayerIn]] = None
    keyId: Optional[str] = None
    secret: Optional[str] = None
    pushedAt: Optional[str] = None


@event("image-pushed")
def image_pushed(body: PushIn):
    at = stamp_or_now(body.pushedAt, "pushedAt")
    if not db.one("SELECT 1 FROM registries WHERE slug = ?", body.registry):
        raise not_found("registry")
    if body.secret is not None:
        problem = data_plane.authorize(None, body.secret, body.registry, body.repository, True)
        if problem:
            raise conflict(problem)
    elif body.keyId is not None:
        key = db.one("SELECT * FROM registry_keys WHERE key_id = ?", body.keyId)
        if key is None:
            raise not_found("registry key")
        problem = data_plane.key_problem(key, body.registry, body.repository, True)
        if problem:
            raise conflict(problem)
        db.run("UPDATE registry_keys SET last_used_at = ? WHERE key_id = ?", clock.stamp(), body.keyId)
    return data_plane.push_image(body.registry, body.repository, body.tags, body.digest, body.mediaType,
                                 body.manifestBytes, body.layers, at)


class ImageIn(In):
    repository: str
    digest: str


class BlobSharedIn(In):
    registry: str
    blob: str
    from_: ImageIn = Field(alias="from")
    to: ImageIn


@event("blob-shared")
def blob_shared(body: BlobSharedIn):
    return data_plane.share_blob(body.registry, body.blob, (body.from_.repository, body.from_.digest),
                                 (body.to.repository, body.to.digest))


class SlugIn(In):
    slug: Name
    how: Literal["claimed", "reserved", "free"] = "claimed"


@event("slug-claimed-elsewhere")
def slug_claimed_elsewhere(body: SlugIn):
    if db.one("SELECT 1 FROM registries WHERE slug = ?", body.slug):
        raise conflict("a registry here has this slug")
    db.run("DELETE FROM slugs_elsewhere WHERE slug = ?", body.slug)
    if body.how != "free":
        db.insert("slugs_elsewhere", slug=body.slug, how=body.how)


# --- email


class DnsIn(In):
    domain: str
    capability: Optional[Literal["send", "receive"]] = None
    type: Optional[str] = None
    name: Optional[str] = None


class DnsMismatchIn(DnsIn):
    value: str


def _matching_records(body: DnsIn) -> list[Row]:
    domain = db.one("SELECT id FROM email_domains WHERE id = ?1 OR name = lower(?1)", body.domain)
    if domain is None:
        raise not_found("domain")
    records = [
        r for r in dns.expected_records(domain["id"], body.capability)
        if body.type in (None, r["type"]) and body.name in (None, r["name"])
    ]
    if not records:
        raise conflict("the domain expects no such record")
    return records


def _publish(records: list[Row], value: Optional[str]) -> dict:
    for record in records:
        db.run("INSERT INTO dns_zone (type, name, value) VALUES (?, ?, ?) "
               "ON CONFLICT (type, name) DO UPDATE SET value = excluded.value",
               record["type"], record["name"], record["value"] if value is None else value)
    return {"records": len(records)}


@event("dns-record-published")
def dns_record_published(body: DnsIn):
    return _publish(_matching_records(body), None)


@event("dns-record-mismatched")
def dns_record_mismatched(body: DnsMismatchIn):
    return _publish(_matching_records(body), body.value)


@event("dns-record-removed")
def dns_record_removed(body: DnsIn):
    gone = sum(
        db.run("DELETE FROM dns_zone WHERE type = ? AND name = ?", r["type"], r["name"]).rowcount
        for r in _matching_records(body)
    )
    return {"records": gone}


class MailIn(In):
    from_: Email = Field(alias="from")
    to: Annotated[list[Email], Field(min_length=1)]
    cc: Optional[list[Email]] = None
    subject: Optional[str] = None
    text: str = ""
    sizeBytes: Optional[Annotated[Int, Field(ge=0, le=50 * 1024 * 1024)]] = None
    createdAt: Optional[str] = None


class MailSentIn(MailIn):
    sendKeyId: Optional[str] = None
    secret: Optional[str] = None
    door: Literal["api", "smtp"] = "api"


@event("message-sent")
def message_sent(body: MailSentIn):
    key = None
    if body.secret is not None:
        key = db.one("SELECT * FROM send_keys WHERE secret_hash = ?", digest(body.secret))
        if key is None:
            raise conflict("unknown send key")
    elif body.sendKeyId is not None:
        key = db.one("SELECT * FROM send_keys WHERE id = ?1 OR key_id = ?1", body.sendKeyId)
        if key is None:
            raise not_found("send key")
    try:
        return mail.accept_message(body.from_, body.to, body.cc, body.subject, body.text, body.sizeBytes, key, body.door,
                                   stamp_or_now(body.createdAt, "createdAt"))
    except ApiError as refusal:
        raise ApiError(404 if refusal.status == 404 and key is None else 409, refusal.message) from refusal


@event("message-received")
def message_received(body: MailIn):
    return mail.receive_message(body.from_, body.to, body.cc, body.subject, body.text, body.sizeBytes,
                                stamp_or_now(body.createdAt, "createdAt"))


class FeedbackIn(In):
    messageId: str
    recipient: Optional[Email] = None
    detail: Optional[dict[str, Any]] = None
    occurredAt: Optional[str] = None


class BounceIn(FeedbackIn):
    bounce: Literal["hard", "soft"]


@event("message-delivered")
def message_delivered(body: FeedbackIn):
    return mail.delivered(body.messageId, body.recipient, stamp_or_now(body.occurredAt, "occurredAt"))


@event("message-bounced")
def message_bounced(body: BounceIn):
    return mail.bounced(body.messageId, body.recipient, body.bounce, body.detail, stamp_or_now(body.occurredAt, "occurredAt"))


@event("message-complained")
def message_complained(body: FeedbackIn):
    return mail.complained(body.messageId, body.recipient, body.detail, stamp_or_now(body.occurredAt, "occurredAt"))


class AnswerIn(In):
    status: Optional[Annotated[Int, Field(ge=100, le=599)]] = None
    failure: Optional[Literal["timeout", "refused", "reset", "unresolved", "tls"]] = None
    afterMs: Optional[Annotated[Int, Field(ge=0, le=3600 * 1000)]] = None


class AnswersIn(In):
    endpointId: str
    answers: list[AnswerIn]
    afterwards: Literal["repeat-last", "send"] = "repeat-last"


@event("webhook-endpoint-answers")
def webhook_endpoint_answers(body: AnswersIn):
    if any((a.status is None) == (a.failure is None) for a in body.answers):
        raise ApiError(400, "an answer has either a status or a failure")
    script = {"answers": [a.model_dump(exclude_none=True) for a in body.answers], "afterwards": body.afterwards}
    if not db.run("UPDATE webhooks SET script = ? WHERE id = ?", dumps(script) if body.answers else None, body.endpointId).rowcount:
        raise not_found("webhook endpoint")


@event("sending-unpaused")
def sending_unpaused(body: OfOrganization):
    mail.unpause(organization(body.organization)["slug"])


class DomainClaimIn(In):
    domain: Name
    claimed: Bool = True


@event("domain-claimed-elsewhere")
def domain_claimed_elsewhere(body: DomainClaimIn):
    name = body.domain.lower()
    if db.one("SELECT 1 FROM email_domains WHERE name = ?", name):
        raise conflict("an organization here has this domain")
    db.run("DELETE FROM domains_elsewhere WHERE name = ?", name)
    if body.claimed:
        db.insert("domains_elsewhere", name=name)


# --- on-call


class AlertIn(In):
    serviceId: Optional[str] = None
    sourceId: Optional[str] = None
    alert: Name


class AlertFiresIn(AlertIn):
    title: Optional[Name] = None
    labels: dict[str, Any] = {}
    annotations: dict[str, Any] = {}
    startsAt: Optional[str] = None


class AlertResolvesIn(AlertIn):
    endsAt: Optional[str] = None


def _alerted_service(body: AlertIn) -> Row:
    if (body.serviceId is None) == (body.sourceId is None):
        raise ApiError(400, "either a service or an alert source")
    service_id = body.serviceId
    if body.sourceId is not None:
        service_id = db.value("SELECT service_id FROM alert_sources WHERE id = ?", body.sourceId)
        if service_id is None:
            raise not_found("alert source")
        db.run("UPDATE alert_sources SET last_event_at = ? WHERE id = ?", clock.stamp(), body.sourceId)
    service = db.one("SELECT * FROM oncall_services WHERE id = ?", service_id)
    if service is None:
        raise not_found("service")
    return service


@event("alert-fires")
def alert_fires(body: AlertFiresIn):
    return incidents.alert_fires(_alerted_service(body), body.alert, body.title, body.labels, body.annotations,
                                 stamp_or_now(body.startsAt, "startsAt"))


@event("alert-resolves")
def alert_resolves(body: AlertResolvesIn):
    service = _alerted_service(body)
    result = incidents.alert_resolves(service, body.alert, stamp_or_now(body.endsAt, "endsAt"))
    if result is None:
        if db.one("SELECT 1 FROM alerts WHERE service_id = ? AND fingerprint = ?", service["id"], body.alert):
            raise conflict("the alert does not fire")
        raise not_found("alert")
    return result


class ProviderIn(OfOrganization):
    behaviour: Literal["accepts", "rejects", "unreachable"]
    only: Optional[Literal["verification", "pages"]] = None


@event("provider-behaves")
def provider_behaves(body: ProviderIn):
    parts = [body.only] if body.only else ["verification", "pages"]
    db.update("organizations", "slug = ?", [organization(body.organization)["slug"]],
              **{f"provider_{part}": body.behaviour for part in parts})


class StatusPageIn(OfOrganization):
    serviceIds: Optional[list[str]] = None


@event("status-page-viewed")
def status_page_viewed(body: StatusPageIn):
    org = organization(body.organization)["slug"]
    known = [r["id"] for r in db.all("SELECT id FROM oncall_services WHERE org = ? ORDER BY rowid", org)]
    wanted = known if body.serviceIds is None else body.serviceIds
    if any(id_ not in known for id_ in wanted):
        raise not_found("service")
    return {"organization": org, "incidents": incidents.public_incidents(wanted)}


@router.get("/pages")
@atomic
def list_pages(incidentId: Optional[str] = None, userId: Optional[str] = None, limit: Optional[int] = None):
    rows = db.all(
        "SELECT * FROM pages WHERE (?1 IS NULL OR incident_id = ?1) AND (?2 IS NULL OR user_id = ?2) ORDER BY id DESC LIMIT ?3",
        incidentId, userId, -1 if limit is None else limit,
    )
    pages = []
    for r in reversed(rows):
        page = {"id": r["id"], "at": r["at"], "incidentId": r["incident_id"], "userId": r["user_id"],
                "channel": r["channel"], "to": r["recipient"], "step": r["step"], "round": r["round"], "outcome": r["outcome"]}
        pages.append({**page, "error": r["error"]} if r["error"] else page)
    return {"pages": pages}


@router.get("/webhook-deliveries")
@atomic
def list_attempts(endpointId: Optional[str] = None, deliveryId: Optional[int] = None, limit: Optional[int] = None):
    rows = db.all(
        "SELECT * FROM delivery_attempts WHERE (?1 IS NULL OR endpoint_id = ?1) AND (?2 IS NULL OR delivery_id = ?2) "
        "ORDER BY id DESC LIMIT ?3",
        endpointId, deliveryId, -1 if limit is None else limit,
    )
    attempts = []
    for r in reversed(rows):
        attempt = {"deliveryId": r["delivery_id"], "endpointId": r["endpoint_id"], "attempt": r["attempt"], "at": r["at"],
                   "url": r["url"], "headers": loads(r["headers"]), "body": r["body"], "scripted": bool(r["scripted"])}
        for field in ("status", "error"):
            if r[field] is not None:
                attempt[field] = r[field]
        attempts.append(attempt)
    return {"attempts": attempts}


# --- clusters


class OfCluster(OfOrganization):
    cluster: str


class OfNode(OfCluster):
    node: str


def _cluster(body: OfCluster) -> Row:
    row = db.one("SELECT * FROM clusters WHERE org = ? AND name = ?", organization(body.organization)["slug"], body.cluster)
    if row is None:
        raise not_found("cluster")
    return row


def _node(body: OfNode) -> tuple[Row, Row]:
    cluster = _cluster(body)
    node = db.one("SELECT * FROM cluster_nodes WHERE cluster_id = ? AND name = ?", cluster["id"], body.node)
    if node is None:
        raise not_found("node")
    return cluster, node


class NodeJoinsIn(OfNode):
    token: Optional[str] = None
    agentVersion: Optional[str] = None
    ready: Optional[Bool] = None


@event("node-joins")
def node_joins(body: NodeJoinsIn):
    cluster = _cluster(body)
    try:
        with_ = clusters.join_node(cluster, body.node, body.token, body.agentVersion, body.ready)
    except ApiError as refusal:
        raise ApiError(400 if refusal.status == 422 else 409, refusal.message) from refusal
    return {"node": body.node, "with": with_}


class AgentIn(OfNode):
    agentVersion: str


@event("agent-upgraded")
def agent_upgraded(body: AgentIn):
    cluster, node = _node(body)
    try:
        clusters.minor_of(body.agentVersion)
    except ValueError as error:
        raise ApiError(400, "not an agent version") from error
    db.run("UPDATE cluster_nodes SET agent_version = ? WHERE cluster_id = ? AND name = ?",
           body.agentVersion, cluster["id"], node["name"])


class NodeLostIn(OfNode):
    how: Literal["not-ready", "vanished", "back"] = "not-ready"


@event("node-lost")
def node_lost(body: NodeLostIn):
    cluster, node = _node(body)
    db.run("UPDATE cluster_nodes SET ready = ?, vanished = ? WHERE cluster_id = ? AND name = ?",
           int(body.how == "back"), int(body.how == "vanished"), cluster["id"], node["name"])


class HeadroomIn(OfCluster):
    component: str
    usedPercent: Annotated[float, Field(ge=0, le=1000)]


@event("headroom-changes")
def headroom_changes(body: HeadroomIn):
    cluster = _cluster(body)
    if body.component not in clusters.COMPONENTS:
        raise ApiError(400, f"the components are {', '.join(clusters.COMPONENTS)}")
    db.run("INSERT INTO cluster_components (cluster_id, component, used_percent) VALUES (?, ?, ?) "
           "ON CONFLICT (cluster_id, component) DO UPDATE SET used_percent = excluded.used_percent",
           cluster["id"], body.component, body.usedPercent)


class ServiceIn(OfCluster):
    service: Name


class ServiceExposedIn(ServiceIn):
    ip: Optional[Name] = None


@event("service-exposed")
def service_exposed(body: ServiceExposedIn):
    cluster = _cluster(body)
    if not cluster["lb_enabled"]:
        raise conflict("managed load balancers are off")
    if cluster["phase"] == "deleting":
        raise conflict("the cluster is being deleted")
    taken = [r["ip"] for r in db.all("SELECT ip FROM cluster_services WHERE cluster_id = ?", cluster["id"])]
    if db.one("SELECT 1 FROM cluster_services WHERE cluster_id = ? AND service = ?", cluster["id"], body.service):
        raise conflict("the service is exposed already")
    if len(taken) >= cluster["lb_max"]:
        raise conflict("the maximum number of load balancers is reached")
    ip = body.ip or next(a for a in (f"203.0.{113 + n // 250}.{n % 250 + 1}" for n in range(35000)) if a not in taken)
    db.insert("cluster_services", cluster_id=cluster["id"], service=body.service, ip=ip)
    return {"service": body.service, "ip": ip}


@event("service-withdrawn")
def service_withdrawn(body: ServiceIn):
    cluster = _cluster(body)
    if not db.run("DELETE FROM cluster_services WHERE cluster_id = ? AND service = ?", cluster["id"], body.service).rowcount:
        raise not_found("exposed service")


class ChangeIn(In):
    orchestratorVersion: Optional[str] = None
    tier: Optional[Literal["small", "medium", "large"]] = None
    replicas: Optional[Annotated[Int, Field(ge=1, le=9)]] = None


class ConcurrentIn(OfCluster):
    lasts: Literal["one-request", "roll"] = "roll"
    change: Optional[ChangeIn] = None


@event("cluster-changes-concurrently")
def cluster_changes_concurrently(body: ConcurrentIn):
    cluster = _cluster(body)
    if cluster["phase"] != "ready":
        raise conflict(f"the cluster is {cluster['phase']}")
    given = body.change.model_dump(exclude_none=True) if body.change else {}
    if "orchestratorVersion" in given:
        given["version"] = given.pop("orchestratorVersion")
        if given["version"] not in clusters.VERSIONS:
            raise ApiError(400, "not a version of the catalog")
    if body.lasts == "roll":
        clusters.start_roll(cluster, given)
    else:
        db.update("clusters", "id = ?", [cluster["id"]], **given, blocked_once=1)


# --- uptime


class ProbeIn(In):
    monitorId: str
    vantage: Optional[str] = None
    outcome: Literal["ok", "fail", "error"]
    times: Annotated[Int, Field(ge=1, le=10000)] = 1
    latencyMs: Optional[Annotated[float, Field(ge=0)]] = None
    errorKind: Optional[str] = None
    errorDetail: Optional[str] = None
    responseSnippet: Optional[str] = None
    at: Optional[str] = None


def _monitor(monitor_id: str) -> Row:
    row = db.one("SELECT * FROM monitors WHERE id = ? AND deleted_at IS NULL", monitor_id)
    if row is None:
        raise not_found("monitor")
    return row


@event("probe-result")
def probe_result(body: ProbeIn):
    monitor = _monitor(body.monitorId)
    if not monitor["enabled"]:
        raise conflict("the monitor is disabled")
    if body.vantage is not None and body.vantage not in loads(monitor["vantages"]):
        raise conflict("the monitor does not probe from this vantage")
    latency = body.latencyMs if body.latencyMs is not None or body.outcome == "error" else 120.0
    transitions = uptime.record_probes(
        monitor, body.vantage, body.outcome, body.times, instant(body.at, "at") or clock.now(), latency_ms=latency,
        error_kind=body.errorKind, error_detail=body.errorDetail, snippet=body.responseSnippet,
    )
    return {"state": _monitor(body.monitorId)["state"], "transitions": transitions}


class MetricsIn(OfOrganization):
    monitorId: Optional[str] = None
    available: Bool


@event("metrics-availability")
def metrics_availability(body: MetricsIn):
    if body.monitorId is not None:
        _monitor(body.monitorId)
        db.run("UPDATE monitors SET metrics_available = ? WHERE id = ?", int(body.available), body.monitorId)
        return
    org = organization(body.organization)["slug"]
    db.run("UPDATE organizations SET metrics_available = ? WHERE slug = ?", int(body.available), org)
    if body.available:
        db.run("UPDATE monitors SET metrics_available = 1 WHERE org = ?", org)


# --- credentials in use


class CredentialIn(In):
    kind: Literal["personal-token", "registry-key", "login-credential", "upstream-credential", "send-key", "alert-source",
                  "registration-token", "kubeconfig", "export-token"]
    id: Optional[str] = None
    secret: Optional[str] = None
    username: Optional[str] = None
    registry: Optional[str] = None
    repository: Optional[str] = None
    cluster: Optional[str] = None
    for_: Literal["pull", "push"] = Field("pull", alias="for")
    at: Optional[str] = None


#: kind: table, its id column, its secret's column, the column that records the last use
CREDENTIALS = {
    "personal-token": ("personal_tokens", "id", "key_hash", "last_request"),
    "registry-key": ("registry_keys", "key_id", "secret_hash", "last_used_at"),
    "send-key": ("send_keys", "id", "secret_hash", "last_used_at"),
    "alert-source": ("alert_sources", "id", "token_hash", "last_event_at"),
    "registration-token": ("registration_tokens", "id", "token_hash", "last_used"),
    "export-token": ("export_tokens", "id", "token_hash", "last_used_at"),
}


@event("credential-used")
def credential_used(body: CredentialIn):
    at = stamp_or_now(body.at, "at")
    if body.id is None and body.secret is None:
        raise ApiError(400, "an id or a secret is needed")
    problem = _use_credential(body, at)
    return {"accepted": False, "reason": problem} if problem else {"accepted": True}


def _use_credential(body: CredentialIn, at: str) -> Optional[str]:
    if body.kind == "upstream-credential":
        return _use_upstream_credential(body, at)
    if body.kind in ("login-credential", "kubeconfig") and body.secret is None:
        raise ApiError(400, "only by its secret")
    if body.kind == "login-credential":
        row = db.one("SELECT * FROM login_credentials WHERE secret_hash = ?", digest(body.secret))
        return data_plane.login_problem(row, body.username, body.registry, body.for_ == "push") if row else "unknown password"
    if body.kind == "kubeconfig":
        return clusters.client_config_problem(body.secret, body.cluster)
    table, id_column, secret_column, used_column = CREDENTIALS[body.kind]
    if body.secret is not None:
        row = db.one(f"SELECT * FROM {table} WHERE {secret_column} = ?", digest(body.secret))
        if row is None:
            return "unknown secret"
    else:
        row = db.one(f"SELECT * FROM {table} WHERE {id_column} = ?", body.id)
        if row is None:
            raise not_found(body.kind)
    problem = _credential_problem(body, row)
    if problem is None:
        db.run(f"UPDATE {table} SET {used_column} = ? WHERE {id_column} = ?", at, row[id_column])
    return problem


def _credential_problem(body: CredentialIn, row: Row) -> Optional[str]:
    if body.kind == "personal-token":
        return personal_token_problem(row)
    if body.kind == "registry-key":
        return data_plane.key_problem(row, body.registry, body.repository, body.for_ == "push")
    if body.kind == "send-key":
        return mail.send_key_problem(row)
    if body.kind == "registration-token":
        cluster = db.one("SELECT * FROM clusters WHERE id = ?", row["cluster_id"])
        if body.cluster is not None and cluster["name"] != body.cluster:
            return "the token is for another cluster"
        return clusters.registration_problem(row, None)
    if body.kind == "export-token" and not organization(row["org"])["uptime_enabled"]:
        return "uptime is not enabled for the organization"
    return None


def _use_upstream_credential(body: CredentialIn, at: str) -> Optional[str]:
    rows = db.all("SELECT * FROM upstream_credentials WHERE (?1 IS NULL OR registry = ?1) AND (?2 IS NULL OR upstream = ?2)",
                  body.registry, body.id)
    if body.secret is not None:
        rows = [r for r in rows if r["password"] == body.secret]
        if not rows:
            return "unknown password"
    if not rows:
        raise not_found("upstream credential")
    db.run("UPDATE upstream_credentials SET last_used_at = ? WHERE registry = ? AND upstream = ?",
           at, rows[0]["registry"], rows[0]["upstream"])
    return None


# --- whatever else a control interface may have


@router.api_route("/{rest:path}", methods=["GET", "POST", "PUT", "DELETE"])
async def not_offered(rest: str) -> Response:
    return JSONResponse({"error": "not offered here"}, status_code=501)
