"""Incidents, their alerts and public updates; alert sources and the webhook they open."""
import json
from typing import Any, Literal, Optional

from fastapi import APIRouter, Request, Response

from ..auth import Caller, CurrentCaller, bearer
from ..clock import clock
from ..database import Row, atomic, db, dumps, loads, new_id
from ..errors import ApiError, conflict, not_found
from ..schemas import In, Name, Out, Text
from ..secrets_util import digest, new_secret
from .common import oncall_router
from .policies import find_service, start_escalation

router = oncall_router()
doors = APIRouter(prefix="/api/v1/oncall", tags=["on-call doors"])

LIST_LIMIT = 100
Status = Literal["open", "acknowledged", "resolved"]


class Incident(Out):
    id: str
    serviceId: str
    serviceName: str
    title: str
    status: Status
    openedAt: str
    acknowledgedAt: Optional[str] = None
    resolvedAt: Optional[str] = None
    firingAlerts: int


class IncidentList(Out):
    incidents: list[Incident]


class Alert(Out):
    fingerprint: str
    status: Literal["firing", "resolved"]
    title: str
    labels: dict[str, Any]
    annotations: dict[str, Any]
    startsAt: str
    endsAt: Optional[str] = None


class TimelineEntry(Out):
    at: str
    kind: str
    byLabel: Optional[str] = None
    detail: Optional[str] = None


class PublicUpdate(Out):
    id: str
    at: str
    body: str
    byLabel: str


class IncidentDetail(Incident):
    description: Optional[str] = None
    acknowledgedBy: Optional[str] = None
    resolvedBy: Optional[str] = None
    alerts: list[Alert]
    timeline: list[TimelineEntry]
    updates: list[PublicUpdate]


class IncidentIn(In):
    serviceId: str
    title: Name
    description: Optional[str] = None


class UpdateIn(In):
    body: Text


class AlertSource(Out):
    id: str
    name: str
    serviceId: str
    createdAt: str
    lastEventAt: str


class AlertSourceList(Out):
    sources: list[AlertSource]


class CreatedAlertSource(AlertSource):
    token: str


class AlertSourceIn(In):
    name: Name
    serviceId: str


# --- incidents

SELECT = (
    "SELECT i.*, s.name AS service_name, "
    "(SELECT count(*) FROM alerts a WHERE a.incident_id = i.id AND a.status = 'firing') AS firing "
    "FROM incidents i JOIN oncall_services s ON s.id = i.service_id "
)


def _incident(row: Row) -> dict:
    return {
        "id": row["id"], "serviceId": row["service_id"], "serviceName": row["service_name"], "title": row["title"],
        "status": row["status"], "openedAt": row["opened_at"], "acknowledgedAt": row["acknowledged_at"],
        "resolvedAt": row["resolved_at"], "firingAlerts": row["firing"],
    }


def _find(caller: Caller, id_: str, permission: str) -> Row:
    row = db.one(SELECT + "WHERE i.id = ? AND i.org = ?", id_, caller.org)
    if row is None:
        raise not_found("incident")
    caller.require(permission)
    return row


def _reload(id_: str) -> dict:
    return _incident(db.one(SELECT + "WHERE i.id = ?", id_))


def note(incident_id: str, kind: str, by: Optional[str] = None, detail: Optional[str] = None, at: Optional[str] = None) -> None:
    """An entry of the internal timeline."""
    db.insert("incident_timeline", incident_id=incident_id, at=at or clock.stamp(), kind=kind, by_label=by, detail=detail)


def open_incident(service: Row, title: str, manual: bool, by: Optional[str] = None, description: Optional[str] = None,
                  at: Optional[str] = None) -> str:
    id_ = new_id()
    db.insert("incidents", id=id_, org=service["org"], service_id=service["id"], title=title, description=description,
              status="open", manual=int(manual), policy_id=service["policy_id"], opened_at=at or clock.stamp())
    note(id_, "opened", by, "manually" if manual else "by an alert", at)
    if service["policy_id"] is not None:
        start_escalation(id_)
    return id_


def _resolve(incident_id: str, by: Optional[str], at: Optional[str] = None) -> None:
    db.run("UPDATE incidents SET status = 'resolved', resolved_at = ?, resolved_by = ? WHERE id = ?",
           at or clock.stamp(), by, incident_id)
    note(incident_id, "resolved", by, None if by else "its last alert resolved", at)


@router.get("/incidents", response_model=IncidentList, operation_id="listIncidents")
@atomic
def list_incidents(caller: CurrentCaller, status: Optional[Status] = None):
    caller.require("oncall.incident.read")
    wanted = [status] if status else ["open", "acknowledged"]
    rows = db.all(
        SELECT + f"WHERE i.org = ? AND i.status IN ({', '.join('?' for _ in wanted)}) "
        "ORDER BY i.opened_at DESC, i.seq DESC LIMIT ?",
        caller.org, *wanted, LIST_LIMIT,
    )
    return {"incidents": [_incident(r) for r in rows]}


@router.post("/incidents", status_code=201, response_model=Incident, operation_id="openIncident")
@atomic
def open_manual_incident(caller: CurrentCaller, body: IncidentIn):
    service = find_service(caller, body.serviceId, "oncall.incident.write")
    return _reload(open_incident(service, body.title, True, caller.label, body.description))


@router.get("/incidents/{id}", response_model=IncidentDetail, operation_id="getIncident")
@atomic
def get_incident(caller: CurrentCaller, id: str):
    row = _find(caller, id, "oncall.incident.read")
    return {
        **_incident(row),
        "description": row["description"], "acknowledgedBy": row["acknowledged_by"], "resolvedBy": row["resolved_by"],
        "alerts": [
            {"fingerprint": a["fingerprint"], "status": a["status"], "title": a["title"], "labels": loads(a["labels"]),
             "annotations": loads(a["annotations"]), "startsAt": a["starts_at"], "endsAt": a["ends_at"]}
            for a in db.all("SELECT * FROM alerts WHERE incident_id = ? ORDER BY id", id)
        ],
        "timeline": [
            {"at": t["at"], "kind": t["kind"], "byLabel": t["by_label"], "detail": t["detail"]}
            for t in db.all("SELECT * FROM incident_timeline WHERE incident_id = ? ORDER BY id", id)
        ],
        "updates": updates_of(id),
    }


@router.post("/incidents/{id}/acknowledge", response_model=Incident, operation_id="acknowledgeIncident")
@atomic
def acknowledge(caller: CurrentCaller, id: str):
    row = _find(caller, id, "oncall.incident.write")
    if row["status"] != "open":
        raise conflict(f"the incident is {row['status']}")
    db.run("UPDATE incidents SET status = 'acknowledged', acknowledged_at = ?, acknowledged_by = ? WHERE id = ?",
           clock.stamp(), caller.label, id)
    note(id, "acknowledged", caller.label)
    return _reload(id)


@router.post("/incidents/{id}/resolve", response_model=Incident, operation_id="resolveIncident")
@atomic
def resolve(caller: CurrentCaller, id: str):
    row = _find(caller, id, "oncall.incident.write")
    if row["status"] == "resolved":
        raise conflict("the incident is resolved")
    _resolve(id, caller.label)
    return _reload(id)


# --- public updates


def updates_of(incident_id: str) -> list[dict]:
    rows = db.all("SELECT * FROM public_updates WHERE incident_id = ? ORDER BY seq", incident_id)
    return [{"id": r["id"], "at": r["at"], "body": r["body"], "byLabel": r["by_label"]} for r in rows]


@router.post("/incidents/{id}/updates", status_code=201, response_model=PublicUpdate, operation_id="publishUpdate")
@atomic
def publish_update(caller: CurrentCaller, id: str, body: UpdateIn):
    _find(caller, id, "oncall.incident.write")
    update_id = new_id()
    db.insert("public_updates", id=update_id, incident_id=id, at=clock.stamp(), body=body.body, by_label=caller.label)
    note(id, "update-published", caller.label)
    return next(u for u in updates_of(id) if u["id"] == update_id)


@router.delete("/incidents/{id}/updates/{uid}", status_code=204, operation_id="retractUpdate")
@atomic
def retract_update(caller: CurrentCaller, id: str, uid: str):
    _find(caller, id, "oncall.incident.write")
    if not db.run("DELETE FROM public_updates WHERE incident_id = ? AND id = ?", id, uid).rowcount:
        raise not_found("update")
    note(id, "update-retracted", caller.label)


def public_incidents(service_ids: list[str]) -> list[dict]:
    """As a status page shows them: those with an update, and of them nothing internal."""
    marks = ", ".join("?" for _ in service_ids)
    rows = db.all(
        SELECT + f"WHERE i.service_id IN ({marks}) AND EXISTS (SELECT 1 FROM public_updates u WHERE u.incident_id = i.id) "
        "ORDER BY i.opened_at DESC, i.seq DESC",
        *service_ids,
    )
    shown = []
    for row in rows:
        incident = {"id": row["id"], "serviceId": row["service_id"], "serviceName": row["service_name"],
                    "title": row["title"], "status": row["status"], "openedAt": row["opened_at"],
                    "updates": updates_of(row["id"])}
        if row["resolved_at"]:
            incident["resolvedAt"] = row["resolved_at"]
        shown.append(incident)
    return shown


@doors.get("/status-pages/{serviceId}", operation_id="getStatusPage")
@atomic
def status_page(serviceId: str):
    service = db.one("SELECT * FROM oncall_services WHERE id = ?", serviceId)
    if service is None:
        raise not_found("service")
    return {"serviceId": serviceId, "serviceName": service["name"], "incidents": public_incidents([serviceId])}


# --- alerts


def alert_fires(service: Row, fingerprint: str, title: Optional[str], labels: dict, annotations: dict,
                at: Optional[str] = None) -> dict:
    """Attaches a firing alert to the unresolved incident of the service, or opens one."""
    at = at or clock.stamp()
    title = title or labels.get("alertname") or fingerprint
    incident = db.one(
        "SELECT * FROM incidents WHERE service_id = ? AND status != 'resolved' ORDER BY seq DESC LIMIT 1", service["id"]
    )
    known = db.one(
        "SELECT a.* FROM alerts a JOIN incidents i ON i.id = a.incident_id WHERE a.service_id = ? AND a.fingerprint = ? "
        "AND i.status != 'resolved' ORDER BY a.id DESC LIMIT 1",
        service["id"], fingerprint,
    )
    opened = False
    if known is not None:  # a repeated notification, or it fires again
        incident_id = known["incident_id"]
        db.run("UPDATE alerts SET status = 'firing', ends_at = NULL, labels = ?, annotations = ?, last_seen_at = ? WHERE id = ?",
               dumps(labels), dumps(annotations), clock.stamp(), known["id"])
        if known["status"] == "resolved":
            note(incident_id, "alert-fired", None, title, at)
    else:
        opened = incident is None
        incident_id = open_incident(service, title, False, at=at) if opened else incident["id"]
        db.insert("alerts", incident_id=incident_id, service_id=service["id"], fingerprint=fingerprint, status="firing",
                  title=title, labels=dumps(labels), annotations=dumps(annotations), starts_at=at, last_seen_at=clock.stamp())
        note(incident_id, "alert-fired", None, title, at)
    return {"incidentId": incident_id, "opened": opened, "firingAlerts": _firing(incident_id)}


def alert_resolves(service: Row, fingerprint: str, at: Optional[str] = None) -> Optional[dict]:
    """None if no such alert is firing."""
    rows = db.all("SELECT * FROM alerts WHERE service_id = ? AND fingerprint = ? AND status = 'firing' ORDER BY id",
                  service["id"], fingerprint)
    if not rows:
        return None
    at = at or clock.stamp()
    result: dict = {}
    for alert in rows:
        db.run("UPDATE alerts SET status = 'resolved', ends_at = ? WHERE id = ?", at, alert["id"])
        incident = db.one("SELECT * FROM incidents WHERE id = ?", alert["incident_id"])
        note(incident["id"], "alert-resolved", None, alert["title"], at)
        firing = _firing(incident["id"])
        ends = incident["status"] != "resolved" and not incident["manual"] and firing == 0
        if ends:
            _resolve(incident["id"], None, at)
        result = {"incidentId": incident["id"], "resolved": ends, "firingAlerts": firing}
    return result


def _firing(incident_id: str) -> int:
    return db.value("SELECT count(*) FROM alerts WHERE incident_id = ? AND status = 'firing'", incident_id)


# --- alert sources


def _source(row: Row) -> dict:
    return {"id": row["id"], "name": row["name"], "serviceId": row["service_id"], "createdAt": row["created_at"],
            "lastEventAt": row["last_event_at"] or ""}


@router.get("/alert-sources", response_model=AlertSourceList, operation_id="listAlertSources")
@atomic
def list_sources(caller: CurrentCaller):
    caller.require("oncall.source.read")
    return {"sources": [_source(r) for r in db.all("SELECT * FROM alert_sources WHERE org = ? ORDER BY rowid", caller.org)]}


@router.post("/alert-sources", status_code=201, response_model=CreatedAlertSource, operation_id="createAlertSource")
@atomic
def create_source(caller: CurrentCaller, body: AlertSourceIn):
    find_service(caller, body.serviceId, "oncall.source.write")
    id_, token = new_id(), new_secret("als")
    db.insert("alert_sources", id=id_, org=caller.org, name=body.name, service_id=body.serviceId,
              token_hash=digest(token), created_at=clock.stamp())
    return {**_source(db.one("SELECT * FROM alert_sources WHERE id = ?", id_)), "token": token}


@router.delete("/alert-sources/{id}", status_code=204, operation_id="revokeAlertSource")
@atomic
def revoke_source(caller: CurrentCaller, id: str):
    if not db.one("SELECT 1 FROM alert_sources WHERE id = ? AND org = ?", id, caller.org):
        raise not_found("alert source")
    caller.require("oncall.source.write")
    db.run("DELETE FROM alert_sources WHERE id = ?", id)


def _authenticated_source(id_: str, token: Optional[str]) -> Row:
    row = db.one("SELECT * FROM alert_sources WHERE id = ?", id_)
    if row is None or token is None or row["token_hash"] != digest(token):
        raise ApiError(401, "not a valid alert source token")
    return row


@doors.post("/alert-sources/{id}/webhook", status_code=202, operation_id="receiveAlerts")
async def receive_alerts(id: str, request: Request):
    """Takes Alertmanager's webhook, version 4."""
    _authenticated_source(id, bearer(request))
    raw = await request.body()
    with db.transaction():
        source = _authenticated_source(id, bearer(request))  # it may have been revoked while the body came in
        try:
            notification = json.loads(raw)
            alerts = [_parsed_alert(a) for a in notification["alerts"]]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ApiError(400, "not an Alertmanager notification") from error
        service = db.one("SELECT * FROM oncall_services WHERE id = ?", source["service_id"])
        for alert in alerts:
            if alert["status"] == "firing":
                alert_fires(service, alert["fingerprint"], alert["title"], alert["labels"], alert["annotations"])
            else:
                alert_resolves(service, alert["fingerprint"])
        db.run("UPDATE alert_sources SET last_event_at = ? WHERE id = ?", clock.stamp(), id)
    return Response(status_code=202)


def _parsed_alert(alert: dict) -> dict:
    labels, annotations = alert.get("labels") or {}, alert.get("annotations") or {}
    if alert["status"] not in ("firing", "resolved") or not isinstance(labels, dict) or not isinstance(annotations, dict):
        raise ValueError
    fingerprint = alert.get("fingerprint") or digest(dumps(sorted(labels.items())))[:16]
    title = annotations.get("summary") or labels.get("alertname")
    return {"status": alert["status"], "fingerprint": str(fingerprint), "title": str(title) if title else None,
            "labels": labels, "annotations": annotations}
