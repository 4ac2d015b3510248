"""Sending domains and inbound routes."""
import re
from typing import Annotated, Literal, Optional

from pydantic import StringConstraints

from ..auth import Caller, CurrentCaller
from ..clock import clock
from ..database import Row, atomic, db, new_id
from ..errors import conflict, invalid, not_found
from ..schemas import In, Out
from .access import email_router
from .dns import add_receive_record, add_send_records, expected_records, observe, schedule_check, schedule_verification

router = email_router()

DOMAIN_NAME = re.compile(r"^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$")
ROUTE_PATTERN = re.compile(r"^(?:\*|[A-Za-z0-9.!#$%&'+/=?^_`{|}~-]{1,64}\*?)$")


class DnsRecord(Out):
    capability: Literal["send", "receive"]
    type: str
    name: str
    value: str
    priority: Optional[int] = None


class EmailDomain(Out):
    id: str
    name: str
    sendState: Literal["pending", "verified", "failed"]
    receiveState: Literal["none", "pending", "verified", "failed"]
    createdAt: str
    dnsRecords: list[DnsRecord]


class DomainList(Out):
    domains: list[EmailDomain]


class DomainIn(In):
    name: Annotated[str, StringConstraints(max_length=254)]


class Observation(Out):
    capability: Literal["send", "receive"]
    type: str
    name: str
    expected: str
    status: Literal["found", "missing", "mismatch", "error"]
    observed: Optional[str] = None
    detail: Optional[str] = None


class Observations(Out):
    records: list[Observation]


class CheckStatus(Out):
    status: str


class Route(Out):
    id: str
    domainId: str
    pattern: str
    endpointId: str
    createdAt: str


class RouteList(Out):
    routes: list[Route]


class RouteIn(In):
    domainId: str
    pattern: str
    endpointId: str


# --- domains


def find_domain(caller: Caller, domain_id: str, permission: str) -> Row:
    row = db.one("SELECT * FROM email_domains WHERE id = ? AND org = ?", domain_id, caller.org)
    if row is None:
        raise not_found("domain")
    caller.require(permission, domain_id)
    return row


def _domain(row: Row) -> dict:
    return {
        "id": row["id"], "name": row["name"], "sendState": row["send_state"], "receiveState": row["receive_state"],
        "createdAt": row["created_at"],
        "dnsRecords": [
            {"capability": r["capability"], "type": r["type"], "name": r["name"], "value": r["value"],
             "priority": r["priority"]}
            for r in expected_records(row["id"])
        ],
    }


def _reload(domain_id: str) -> dict:
    return _domain(db.one("SELECT * FROM email_domains WHERE id = ?", domain_id))


@router.get("/domains", response_model=DomainList, operation_id="listDomains")
@atomic
def list_domains(caller: CurrentCaller):
    caller.require_somewhere("email.domain.read")
    rows = db.all("SELECT * FROM email_domains WHERE org = ? ORDER BY rowid", caller.org)
    return {"domains": [_domain(r) for r in rows if caller.can("email.domain.read", r["id"])]}


@router.post("/domains", status_code=201, response_model=EmailDomain, operation_id="createDomain")
@atomic
def create_domain(caller: CurrentCaller, body: DomainIn):
    caller.require("email.domain.write")
    name = body.name.lower()
    if not DOMAIN_NAME.match(name):
        raise invalid("not a domain name")
    if db.one("SELECT 1 FROM email_domains WHERE name = ?1 UNION SELECT 1 FROM domains_elsewhere WHERE name = ?1", name):
        raise conflict("the domain already has a live claim")
    domain_id = new_id()
    db.insert("email_domains", id=domain_id, org=caller.org, name=name, send_state="pending", receive_state="none",
              created_at=clock.stamp())
    add_send_records(domain_id, name)
    schedule_verification(domain_id, "send")
    return _reload(domain_id)


@router.get("/domains/{id}", response_model=EmailDomain, operation_id="getDomain")
@atomic
def get_domain(caller: CurrentCaller, id: str):
    return _domain(find_domain(caller, id, "email.domain.read"))


@router.delete("/domains/{id}", status_code=204, operation_id="deleteDomain")
@atomic
def delete_domain(caller: CurrentCaller, id: str):
    find_domain(caller, id, "email.domain.write")
    db.run("DELETE FROM email_domains WHERE id = ?", id)  # its routes and records go with it
    clock.cancel("email.verification", id)


@router.get("/domains/{id}/dns", response_model=Observations, operation_id="observeDomainDns")
@atomic
def observe_dns(caller: CurrentCaller, id: str):
    find_domain(caller, id, "email.domain.read")
    return {"records": [observe(r) for r in expected_records(id)]}


@router.post("/domains/{id}/check", status_code=202, response_model=CheckStatus, operation_id="checkDomain")
@atomic
def check_domain(caller: CurrentCaller, id: str):
    find_domain(caller, id, "email.domain.write")
    schedule_check(id)
    return {"status": "scheduled"}


@router.post("/domains/{id}/receive", response_model=EmailDomain, operation_id="armReceiving")
@atomic
def arm_receiving(caller: CurrentCaller, id: str):
    domain = find_domain(caller, id, "email.domain.write")
    if domain["receive_state"] == "none":
        db.run("UPDATE email_domains SET receive_state = 'pending' WHERE id = ?", id)
        add_receive_record(id, domain["name"])
        schedule_verification(id, "receive")
    return _reload(id)


# --- routes


def _route(row: Row) -> dict:
    return {"id": row["id"], "domainId": row["domain_id"], "pattern": row["pattern"],
            "endpointId": row["endpoint_id"], "createdAt": row["created_at"]}


@router.get("/routes", response_model=RouteList, operation_id="listRoutes")
@atomic
def list_routes(caller: CurrentCaller):
    caller.require_somewhere("email.route.read")
    rows = db.all(
        "SELECT r.* FROM email_routes r JOIN email_domains d ON d.id = r.domain_id WHERE d.org = ? ORDER BY r.rowid",
        caller.org,
    )
    return {"routes": [_route(r) for r in rows if caller.can("email.route.read", r["domain_id"])]}


@router.post("/routes", status_code=201, response_model=Route, operation_id="createRoute")
@atomic
def create_route(caller: CurrentCaller, body: RouteIn):
    domain = find_domain(caller, body.domainId, "email.route.write")
    if not db.one("SELECT 1 FROM webhooks WHERE id = ? AND org = ?", body.endpointId, caller.org):
        raise not_found("endpoint")
    if not ROUTE_PATTERN.match(body.pattern):
        raise invalid("a pattern is a local part, a prefix ending in a star, or a star")
    if domain["receive_state"] == "none":
        raise conflict("receiving is not armed for the domain")
    pattern = body.pattern.lower()  # local parts are matched without regard to case
    if db.one("SELECT 1 FROM email_routes WHERE domain_id = ? AND lower(pattern) = ?", body.domainId, pattern):
        raise conflict("the pattern already exists on the domain")
    route_id = new_id()
    db.insert("email_routes", id=route_id, domain_id=body.domainId, pattern=body.pattern, endpoint_id=body.endpointId,
              created_at=clock.stamp())
    return _route(db.one("SELECT * FROM email_routes WHERE id = ?", route_id))


@router.delete("/routes/{id}", status_code=204, operation_id="deleteRoute")
@atomic
def delete_route(caller: CurrentCaller, id: str):
    row = db.one(
        "SELECT r.domain_id FROM email_routes r JOIN email_domains d ON d.id = r.domain_id WHERE r.id = ? AND d.org = ?",
        id, caller.org,
    )
    if row is None:
        raise not_found("route")
    caller.require("email.route.write", row["domain_id"])
    db.run("DELETE FROM email_routes WHERE id = ?", id)


def pattern_matches(pattern: str, local_part: str) -> bool:
    pattern, local_part = pattern.lower(), local_part.lower()
    return local_part.startswith(pattern[:-1]) if pattern.endswith("*") else local_part == pattern
