"""Uptime: services, monitors, what the probes found, and export tokens for scrapers."""
import base64
import binascii
import re
from datetime import datetime, timedelta
from typing import Any, Literal, Optional

from fastapi import APIRouter, Depends, Request
from fastapi.responses import PlainTextResponse
from pydantic import Field, TypeAdapter, ValidationError

from .auth import AuthenticatedRoute, Caller, CurrentCaller, backend_reachable, bearer
from .clock import clock
from .database import Row, atomic, db, dumps, loads, new_id
from .errors import ApiError, conflict, forbidden, invalid, not_found
from .schemas import Bool, In, Int, Name, Out, Url
from .secrets_util import digest, new_secret
from .timeutil import iso, parse_instant

INTERVALS = {30: "30 seconds", 60: "1 minute", 300: "5 minutes", 600: "10 minutes", 900: "15 minutes", 3600: "1 hour"}
VANTAGES = {  # id: (label, available)
    "fra": ("Frankfurt", True),
    "iad": ("Virginia", True),
    "sin": ("Singapore", True),
    "gru": ("São Paulo", True),
    "syd": ("Sydney", False),
}
SCHEMA_EPOCH = "2025-06"
DEFAULT_TIMEOUT_MS = 10000
DEFAULT_DOWN_CONDITION = {"confirmations": 2, "quorum": 1}
HTTP_DEFAULTS = {"method": "GET", "followRedirects": True, "expectStatus": ["2xx"]}
WINDOWS = {"1h": (timedelta(hours=1), 60), "24h": (timedelta(hours=24), 900), "7d": (timedelta(days=7), 3600)}
TRANSITIONS_LIMIT = 50
FAILURES_LIMIT = 100
SNIPPET_LENGTH = 256


async def uptime_enabled(caller: CurrentCaller) -> None:
    if not db.value("SELECT uptime_enabled FROM organizations WHERE slug = ?", caller.org):
        raise forbidden("uptime is not enabled for the organization (private beta)")


def require_backend() -> None:
    if not backend_reachable("uptime"):
        raise ApiError(502, "the uptime backend is unreachable")


async def relayed() -> None:
    require_backend()


RELAYED = [Depends(relayed)]

router = APIRouter(
    prefix="/api/v1/uptime", tags=["uptime"], route_class=AuthenticatedRoute, dependencies=[Depends(uptime_enabled)]
)
doors = APIRouter(prefix="/api/v1/uptime", tags=["uptime doors"])


class Ping(Out):
    service: str
    org: str
    schemaEpoch: str
    time: str


class Interval(Out):
    seconds: int
    label: str


class Vantage(Out):
    id: str
    label: str
    available: bool


class Catalog(Out):
    intervals: list[Interval]
    vantages: list[Vantage]


class Service(Out):
    id: str
    name: str
    monitors: int
    createdAt: str


class ServiceList(Out):
    services: list[Service]


class ServiceIn(In):
    name: Name


class DownCondition(In):
    confirmations: Int
    quorum: Int


class HttpCheckIn(In):
    url: str
    method: Optional[Literal["GET", "HEAD", "POST"]] = None
    headers: Optional[dict[str, str]] = None
    bodyBase64: Optional[str] = None
    followRedirects: Optional[Bool] = None
    expectStatus: Optional[list[str]] = None
    expectBodyContains: Optional[str] = None


class TcpCheckIn(In):
    host: Name
    port: Int
    tls: Optional[Bool] = None
    sendBase64: Optional[str] = None
    expectPrefixBase64: Optional[str] = None


class MonitorPatch(In):
    name: Optional[Name] = None
    serviceId: Optional[str] = None
    enabled: Optional[Bool] = None
    intervalSeconds: Optional[Int] = None
    vantages: Optional[list[str]] = None
    timeoutMs: Optional[Int] = None
    downCondition: Optional[DownCondition] = None
    http: Optional[HttpCheckIn] = None
    tcp: Optional[TcpCheckIn] = None
    kind: Optional[Any] = None


class MonitorIn(MonitorPatch):
    name: Name
    intervalSeconds: Int
    vantages: list[str]
    kind: Literal["tcp", "http"]


class DownConditionOut(Out):
    confirmations: int
    quorum: int


class HttpCheck(Out):
    url: str
    method: Optional[Literal["GET", "HEAD", "POST"]] = None
    headers: Optional[dict[str, str]] = None
    bodyBase64: Optional[str] = None
    followRedirects: Optional[bool] = None
    expectStatus: Optional[list[str]] = None
    expectBodyContains: Optional[str] = None


class TcpCheck(Out):
    host: str
    port: int
    tls: Optional[bool] = None
    sendBase64: Optional[str] = None
    expectPrefixBase64: Optional[str] = None


State = Literal["pending", "up", "down"]


class Monitor(Out):
    id: str
    name: str
    serviceId: Optional[str] = None
    enabled: bool
    intervalSeconds: int
    vantages: list[str]
    timeoutMs: int
    downCondition: DownConditionOut
    kind: Literal["tcp", "http"]
    state: Optional[State] = None
    stateSince: Optional[str] = None
    createdAt: str
    updatedAt: str
    http: Optional[HttpCheck] = None
    tcp: Optional[TcpCheck] = None


class MonitorList(Out):
    monitors: list[Monitor]


class Point(Out):
    t: float
    latencyMs: float
    up: float


class Series(Out):
    vantage: str
    points: list[Point]


class Metrics(Out):
    window: Literal["1h", "24h", "7d"]
    stepSeconds: int
    uptimePct: dict[str, float]
    series: list[Series]


class Failure(Out):
    at: str
    vantage: str
    attempt: int
    outcome: Literal["fail", "error"]
    errorKind: str
    errorDetail: str
    responseSnippet: str


class FailureList(Out):
    failures: list[Failure]


class Transition(Out):
    at: str
    from_: State = Field(alias="from")
    to: State
    failingVantages: list[str]


class TransitionList(Out):
    transitions: list[Transition]


class ExportToken(Out):
    id: str
    name: str
    createdAt: str
    lastUsedAt: str


class ExportTokenList(Out):
    tokens: list[ExportToken]


class ExportTokenIn(In):
    name: Name


class CreatedExportToken(Out):
    id: str
    name: str
    token: str
    createdAt: str


# --- ping and catalog


@router.get("/ping", response_model=Ping, operation_id="pingUptime", dependencies=RELAYED)
@atomic
def ping(caller: CurrentCaller):
    return {"service": "uptime", "org": caller.org, "schemaEpoch": SCHEMA_EPOCH, "time": clock.stamp()}


@router.get("/catalog", response_model=Catalog, operation_id="getUptimeCatalog", dependencies=RELAYED)
@atomic
def catalog(caller: CurrentCaller):
    return {
        "intervals": [{"seconds": seconds, "label": label} for seconds, label in INTERVALS.items()],
        "vantages": [{"id": id_, "label": label, "available": ok} for id_, (label, ok) in VANTAGES.items()],
    }


# --- services

SERVICES = (
    "SELECT s.*, (SELECT count(*) FROM monitors m WHERE m.service_id = s.id AND m.deleted_at IS NULL) AS monitors "
    "FROM uptime_services s "
)


def _find_service(caller: Caller, id_: str) -> Row:
    row = db.one(SERVICES + "WHERE s.id = ? AND s.org = ?", id_, caller.org)
    if row is None:
        raise not_found("service")
    return row


def _service(row: Row) -> dict:
    return {"id": row["id"], "name": row["name"], "monitors": row["monitors"], "createdAt": row["created_at"]}


def _require_free_name(org: str, name: str, except_id: str = "") -> None:
    if db.one("SELECT 1 FROM uptime_services WHERE org = ? AND name = ? AND id != ?", org, name, except_id):
        raise conflict("a service with this name exists")


@router.get("/services", response_model=ServiceList, operation_id="listUptimeServices", dependencies=RELAYED)
@atomic
def list_services(caller: CurrentCaller):
    caller.require("uptime.service.read")
    return {"services": [_service(r) for r in db.all(SERVICES + "WHERE s.org = ? ORDER BY s.rowid", caller.org)]}


@router.post("/services", status_code=201, response_model=Service, operation_id="createUptimeService",
             dependencies=RELAYED)
@atomic
def create_service(caller: CurrentCaller, body: ServiceIn):
    caller.require("uptime.service.write")
    _require_free_name(caller.org, body.name)
    id_ = new_id()
    db.insert("uptime_services", id=id_, org=caller.org, name=body.name, created_at=clock.stamp())
    return _service(_find_service(caller, id_))


@router.patch("/services/{id}", response_model=Service, operation_id="renameUptimeService", dependencies=RELAYED)
@atomic
def rename_service(caller: CurrentCaller, id: str, body: ServiceIn):
    _find_service(caller, id)
    caller.require("uptime.service.write")
    _require_free_name(caller.org, body.name, id)
    db.run("UPDATE uptime_services SET name = ? WHERE id = ?", body.name, id)
    return _service(_find_service(caller, id))


@router.delete("/services/{id}", status_code=204, operation_id="deleteUptimeService", dependencies=RELAYED)
@atomic
def delete_service(caller: CurrentCaller, id: str):
    row = _find_service(caller, id)
    caller.require("uptime.service.write")
    if row["monitors"]:
        raise conflict("monitors are still attached to the service")
    db.run("UPDATE monitors SET service_id = NULL WHERE service_id = ?", id)  # deleted ones only
    db.run("DELETE FROM uptime_services WHERE id = ?", id)


# --- monitors


def _monitor(row: Row) -> dict:
    target = loads(row["target"])
    return {
        "id": row["id"], "name": row["name"], "serviceId": row["service_id"], "enabled": bool(row["enabled"]),
        "intervalSeconds": row["interval_seconds"], "vantages": loads(row["vantages"]), "timeoutMs": row["timeout_ms"],
        "downCondition": {"confirmations": row["confirmations"], "quorum": row["quorum"]}, "kind": row["kind"],
        "state": row["state"], "stateSince": row["state_since"], "createdAt": row["created_at"],
        "updatedAt": row["updated_at"], row["kind"]: target,
    }


def find_monitor(caller: Caller, id_: str, permission: str) -> Row:
    row = db.one("SELECT * FROM monitors WHERE id = ? AND org = ? AND deleted_at IS NULL", id_, caller.org)
    if row is None:
        raise not_found("monitor")
    caller.require(permission)
    return row


@router.get("/monitors", response_model=MonitorList, operation_id="listMonitors", dependencies=RELAYED)
@atomic
def list_monitors(caller: CurrentCaller):
    caller.require("uptime.monitor.read")
    rows = db.all("SELECT * FROM monitors WHERE org = ? AND deleted_at IS NULL ORDER BY seq", caller.org)
    return {"monitors": [_monitor(r) for r in rows]}


@router.post("/monitors", status_code=201, response_model=Monitor, operation_id="createMonitor")
@atomic
def create_monitor(caller: CurrentCaller, body: MonitorIn):
    caller.require("uptime.monitor.write")
    quota = db.value("SELECT monitor_quota FROM organizations WHERE slug = ?", caller.org)
    if db.value("SELECT count(*) FROM monitors WHERE org = ? AND deleted_at IS NULL", caller.org) >= quota:
        raise forbidden("the monitor quota is reached")
    require_backend()  # the quota is ours; everything from here on is the backend's
    values = {
        "name": body.name,
        "service_id": body.serviceId,
        "enabled": int(body.enabled is not False),
        "interval_seconds": body.intervalSeconds,
        "vantages": dumps(body.vantages),
        "timeout_ms": body.timeoutMs if body.timeoutMs is not None else DEFAULT_TIMEOUT_MS,
        "kind": body.kind,
        "target": dumps(_target(body, body.kind)),
        **(body.downCondition.model_dump() if body.downCondition else DEFAULT_DOWN_CONDITION),
    }
    _check(caller, values)
    now, id_ = clock.stamp(), new_id()
    db.insert("monitors", id=id_, org=caller.org, **values, state="pending", state_since=now, created_at=now, updated_at=now)
    return _monitor(find_monitor(caller, id_, "uptime.monitor.read"))


@router.get("/monitors/{id}", response_model=Monitor, operation_id="getMonitor", dependencies=RELAYED)
@atomic
def get_monitor(caller: CurrentCaller, id: str):
    return _monitor(find_monitor(caller, id, "uptime.monitor.read"))


@router.patch("/monitors/{id}", response_model=Monitor, operation_id="updateMonitor", dependencies=RELAYED)
@atomic
def update_monitor(caller: CurrentCaller, id: str, body: MonitorPatch):
    row = find_monitor(caller, id, "uptime.monitor.write")
    if body.kind is not None and body.kind != row["kind"]:
        raise invalid("the kind of a monitor cannot be changed")
    values: dict[str, Any] = {}
    for column, value in (
        ("name", body.name), ("service_id", body.serviceId), ("interval_seconds", body.intervalSeconds),
        ("timeout_ms", body.timeoutMs),
    ):
        if value is not None:
            values[column] = value
    if "serviceId" in body.model_fields_set and body.serviceId is None:
        values["service_id"] = None  # null takes it off its service
    if body.enabled is not None:
        values["enabled"] = int(body.enabled)
    if body.vantages is not None:
        values["vantages"] = dumps(body.vantages)
    if body.downCondition is not None:
        values.update(body.downCondition.model_dump())
    if body.http is not None or body.tcp is not None:
        values["target"] = dumps(_target(body, row["kind"]))
    _check(caller, {**dict(row), **values})
    db.update("monitors", "id = ?", [id], **values, updated_at=clock.stamp())
    return _monitor(find_monitor(caller, id, "uptime.monitor.read"))


@router.delete("/monitors/{id}", status_code=204, operation_id="deleteMonitor", dependencies=RELAYED)
@atomic
def delete_monitor(caller: CurrentCaller, id: str):
    find_monitor(caller, id, "uptime.monitor.write")
    db.run("UPDATE monitors SET deleted_at = ? WHERE id = ?", clock.stamp(), id)


_url = TypeAdapter(Url)
_STATUS = re.compile(r"^(?:[1-5][0-9][0-9](?:-[1-5][0-9][0-9])?|[1-5]xx)$")


def _target(body: MonitorPatch, kind: str) -> dict:
    """The check of a monitor: exactly the one that its kind names."""
    wanted, other = (body.http, body.tcp) if kind == "http" else (body.tcp, body.http)
    if wanted is None or other is not None:
        raise invalid(f"a monitor of kind {kind} has {kind} and nothing else")
    target = wanted.model_dump(exclude_none=True)
    if kind == "http":
        try:
            _url.validate_python(target["url"])
        except ValidationError as error:
            raise invalid("http.url is not an HTTP URL") from error
        for status in target.get("expectStatus", []):
            if not _STATUS.match(status):
                raise invalid(f"expectStatus has {status}; it takes 200, 200-299 or 2xx")
        target = {**HTTP_DEFAULTS, **target}
    elif not 1 <= target["port"] <= 65535:
        raise invalid("tcp.port must be from 1 to 65535")
    for field in ("bodyBase64", "sendBase64", "expectPrefixBase64"):
        try:
            base64.b64decode(target.get(field, ""), validate=True)
        except (binascii.Error, ValueError) as error:
            raise invalid(f"{field} is not base64") from error
    return target


def _check(caller: Caller, values: dict) -> None:
    """What the backend admits."""
    if values["interval_seconds"] not in INTERVALS:
        raise invalid("the interval is not offered; see the catalog")
    vantages = loads(values["vantages"])
    if not vantages or len(set(vantages)) != len(vantages):
        raise invalid("vantages must name at least one, and each once")
    for vantage in vantages:
        if vantage not in VANTAGES or not VANTAGES[vantage][1]:
            raise invalid(f"the vantage {vantage} is not available; see the catalog")
    if not 100 <= values["timeout_ms"] <= 60000:
        raise invalid("timeoutMs must be from 100 to 60000")
    if not 1 <= values["confirmations"] <= 20 or not 1 <= values["quorum"] <= len(vantages):
        raise invalid("confirmations must be from 1 to 20, quorum from 1 to the number of vantages")
    if values["service_id"] is not None:
        _find_service(caller, values["service_id"])


# --- probes and the down condition


def record_probe(monitor: Row, vantage: str, outcome: str, at: str, latency_ms: Optional[float] = None,
                 error_kind: Optional[str] = None, error_detail: Optional[str] = None,
                 snippet: Optional[str] = None) -> int:
    """Stores a result and moves the monitor's state; the number of transitions (0 or 1).

    A vantage sees the target as failing after `confirmations` failures in a row; the monitor is down while at least
    `quorum` vantages do, and up once one has succeeded and fewer do.
    """
    previous = db.one("SELECT * FROM vantage_state WHERE monitor_id = ? AND vantage = ?", monitor["id"], vantage)
    late = previous is not None and at < previous["last_at"]  # history that arrives late changes no state
    failures = 0 if outcome == "ok" else (previous["consecutive_failures"] if previous and not late else 0) + 1
    failed = outcome != "ok"
    db.insert(
        "probe_results", monitor_id=monitor["id"], vantage=vantage, at=at, outcome=outcome, latency_ms=latency_ms,
        attempt=failures,
        error_kind=(error_kind or ("unexpected-response" if outcome == "fail" else "no-response")) if failed else None,
        error_detail=(error_detail or "") if failed else None,
        snippet=(snippet or "")[:SNIPPET_LENGTH] if failed else None,
    )
    if late:
        return 0
    db.run(
        "INSERT INTO vantage_state (monitor_id, vantage, consecutive_failures, last_at, last_ok, last_latency_ms) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (monitor_id, vantage) DO UPDATE SET "
        "consecutive_failures = excluded.consecutive_failures, last_at = excluded.last_at, last_ok = excluded.last_ok, "
        "last_latency_ms = excluded.last_latency_ms",
        monitor["id"], vantage, failures, at, int(not failed), latency_ms,
    )
    return _evaluate(monitor["id"], at)


def _evaluate(monitor_id: str, at: str) -> int:
    monitor = db.one("SELECT * FROM monitors WHERE id = ?", monitor_id)
    current = {r["vantage"]: r for r in db.all("SELECT * FROM vantage_state WHERE monitor_id = ?", monitor_id)}
    seen = [current[v] for v in loads(monitor["vantages"]) if v in current]
    failing = [r["vantage"] for r in seen if r["consecutive_failures"] >= monitor["confirmations"]]
    if len(failing) >= monitor["quorum"]:
        state = "down"
    elif any(r["last_ok"] for r in seen) or monitor["state"] == "down":
        state = "up"
    else:
        state = monitor["state"]
    if state == monitor["state"]:
        return 0
    db.insert("transitions", monitor_id=monitor_id, at=at, from_state=monitor["state"], to_state=state,
              failing_vantages=dumps(failing))
    db.run("UPDATE monitors SET state = ?, state_since = ? WHERE id = ?", state, at, monitor_id)
    return 1


def record_probes(monitor: Row, vantage: Optional[str], outcome: str, times: int, last: datetime, **details: Any) -> int:
    """Results in a row that end at `last`, at the monitor's interval or closer, never before a known one."""
    vantages = [vantage] if vantage else loads(monitor["vantages"])
    # Of any vantage: what a result changes comes after what others have changed.
    known = db.value("SELECT max(last_at) FROM vantage_state WHERE monitor_id = ?", monitor["id"])
    step = timedelta(seconds=monitor["interval_seconds"])
    if known is not None and parse_instant(known) <= last:
        step = min(step, (last - parse_instant(known)) / times)
    transitions = 0
    for number in range(times):
        at = iso(last - step * (times - 1 - number))
        for each in vantages:
            transitions += record_probe(monitor, each, outcome, at, **details)
    return transitions


@router.get("/monitors/{id}/metrics", response_model=Metrics, operation_id="getMonitorMetrics", dependencies=RELAYED)
@atomic
def get_metrics(caller: CurrentCaller, id: str, window: Literal["1h", "24h", "7d"] = "24h"):
    monitor = find_monitor(caller, id, "uptime.monitor.read")
    org_wide = db.value("SELECT metrics_available FROM organizations WHERE slug = ?", caller.org)
    if not org_wide or not monitor["metrics_available"]:
        raise ApiError(503, "metrics are temporarily unavailable")
    length, step = WINDOWS[window]
    rows = db.all(
        "SELECT vantage, CAST(strftime('%s', at) AS INTEGER) / ?1 * ?1 AS t, avg(latency_ms) AS latency, "
        "avg(outcome = 'ok') AS up, count(*) AS n FROM probe_results WHERE monitor_id = ?2 AND at > ?3 AND at <= ?4 "
        "GROUP BY vantage, t ORDER BY vantage, t",
        step, id, clock.stamp(-length), clock.stamp(),
    )
    points: dict[str, list[dict]] = {v: [] for v in loads(monitor["vantages"])}
    totals: dict[str, list[float]] = {}
    for r in rows:
        points.setdefault(r["vantage"], []).append({"t": r["t"], "latencyMs": r["latency"] or 0, "up": r["up"]})
        total = totals.setdefault(r["vantage"], [0, 0])
        total[0] += r["up"] * r["n"]
        total[1] += r["n"]
    return {
        "window": window,
        "stepSeconds": step,
        "uptimePct": {vantage: round(100 * up / n, 3) for vantage, (up, n) in totals.items()},
        "series": [{"vantage": vantage, "points": series} for vantage, series in points.items()],
    }


@router.get("/monitors/{id}/failures", response_model=FailureList, operation_id="listMonitorFailures",
            dependencies=RELAYED)
@atomic
def list_failures(caller: CurrentCaller, id: str):
    find_monitor(caller, id, "uptime.monitor.read")
    rows = db.all("SELECT * FROM probe_results WHERE monitor_id = ? AND outcome != 'ok' ORDER BY at DESC, id DESC LIMIT ?",
                  id, FAILURES_LIMIT)
    return {
        "failures": [
            {"at": r["at"], "vantage": r["vantage"], "attempt": r["attempt"], "outcome": r["outcome"],
             "errorKind": r["error_kind"], "errorDetail": r["error_detail"], "responseSnippet": r["snippet"]}
            for r in rows
        ]
    }


@router.get("/monitors/{id}/transitions", response_model=TransitionList, operation_id="listMonitorTransitions",
            dependencies=RELAYED)
@atomic
def list_transitions(caller: CurrentCaller, id: str):
    find_monitor(caller, id, "uptime.monitor.read")
    rows = db.all("SELECT * FROM transitions WHERE monitor_id = ? ORDER BY at DESC, id DESC LIMIT ?", id, TRANSITIONS_LIMIT)
    return {
        "transitions": [
            {"at": r["at"], "from": r["from_state"], "to": r["to_state"], "failingVantages": loads(r["failing_vantages"])}
            for r in rows
        ]
    }


# --- export tokens


@router.get("/export-tokens", response_model=ExportTokenList, operation_id="listExportTokens", dependencies=RELAYED)
@atomic
def list_export_tokens(caller: CurrentCaller):
    caller.require("uptime.token.read")
    rows = db.all("SELECT * FROM export_tokens WHERE org = ? ORDER BY rowid", caller.org)
    return {
        "tokens": [
            {"id": r["id"], "name": r["name"], "createdAt": r["created_at"], "lastUsedAt": r["last_used_at"] or ""}
            for r in rows
        ]
    }


@router.post("/export-tokens", status_code=201, response_model=CreatedExportToken, operation_id="createExportToken",
             dependencies=RELAYED)
@atomic
def create_export_token(caller: CurrentCaller, body: ExportTokenIn):
    caller.require("uptime.token.write")
    id_, token, now = new_id(), new_secret("upx"), clock.stamp()
    db.insert("export_tokens", id=id_, org=caller.org, name=body.name, token_hash=digest(token), created_at=now)
    return {"id": id_, "name": body.name, "token": token, "createdAt": now}


@router.delete("/export-tokens/{id}", status_code=204, operation_id="revokeExportToken", dependencies=RELAYED)
@atomic
def revoke_export_token(caller: CurrentCaller, id: str):
    if not db.one("SELECT 1 FROM export_tokens WHERE id = ? AND org = ?", id, caller.org):
        raise not_found("export token")
    caller.require("uptime.token.write")
    db.run("DELETE FROM export_tokens WHERE id = ?", id)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


@doors.get("/metrics", operation_id="scrapeMetrics", response_class=PlainTextResponse)
@atomic
def scrape(request: Request):
    secret = bearer(request)
    token = db.one("SELECT * FROM export_tokens WHERE token_hash = ?", digest(secret)) if secret else None
    if token is None:
        raise ApiError(401, "not a valid export token")
    if not db.value("SELECT uptime_enabled FROM organizations WHERE slug = ?", token["org"]):
        raise forbidden("uptime is not enabled for the organization (private beta)")
    require_backend()
    db.run("UPDATE export_tokens SET last_used_at = ? WHERE id = ?", clock.stamp(), token["id"])
    probes, latencies, states = [], [], []
    for m in db.all("SELECT * FROM monitors WHERE org = ? AND deleted_at IS NULL ORDER BY seq", token["org"]):
        labels = f'monitor="{_quoted(m["id"])}",name="{_quoted(m["name"])}"'
        for state in ("pending", "up", "down"):
            states.append(f'uptime_monitor_state{{{labels},state="{state}"}} {int(m["state"] == state)}')
        for v in db.all("SELECT * FROM vantage_state WHERE monitor_id = ? ORDER BY vantage", m["id"]):
            where = f'{labels},vantage="{_quoted(v["vantage"])}"'
            probes.append(f"uptime_probe_success{{{where}}} {v['last_ok']}")
            if v["last_latency_ms"] is not None:
                latencies.append(f"uptime_probe_latency_milliseconds{{{where}}} {v['last_latency_ms']}")
    lines = ["# HELP uptime_probe_success Whether the last probe from a vantage succeeded.",
             "# TYPE uptime_probe_success gauge", *probes,
             "# HELP uptime_probe_latency_milliseconds Latency of the last probe from a vantage.",
             "# TYPE uptime_probe_latency_milliseconds gauge", *latencies,
             "# HELP uptime_monitor_state The state of a monitor.",
             "# TYPE uptime_monitor_state gauge", *states]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
