"""Escalation policies, the services they are attached to, and the walk through their steps."""
from typing import Annotated, Literal, Optional

from pydantic import Field

from ..auth import Caller, CurrentCaller
from ..clock import clock
from ..database import Row, atomic, db, new_id
from ..errors import conflict, invalid, not_found
from ..schemas import In, Int, Name, Out
from .common import oncall_router, require_member
from .paging import rules_of
from .rotation import on_call_now

router = oncall_router()


class TargetIn(In):
    kind: Literal["schedule", "user"]
    id: str
    label: Name


class StepIn(In):
    target: TargetIn
    waitSeconds: Annotated[Int, Field(ge=0, le=7 * 24 * 3600)]


Repeat = Annotated[Int, Field(ge=0, le=100)]
Steps = Annotated[list[StepIn], Field(min_length=1, max_length=50)]


class PolicyIn(In):
    name: Name
    repeat: Repeat
    steps: Steps


class PolicyPatch(In):
    name: Optional[Name] = None
    repeat: Optional[Repeat] = None
    steps: Optional[Steps] = None


class Target(Out):
    kind: Literal["schedule", "user"]
    id: str
    label: str


class Step(Out):
    target: Target
    waitSeconds: int


class Policy(Out):
    id: str
    name: str
    repeat: int
    steps: list[Step]
    services: int
    createdAt: str


class PolicyList(Out):
    policies: list[Policy]


class Service(Out):
    id: str
    name: str
    createdAt: str
    escalationPolicyId: Optional[str] = None


class ServiceList(Out):
    services: list[Service]


class ServiceIn(In):
    name: Name


class AttachIn(In):
    escalationPolicyId: Optional[str]  # required; null detaches


# --- policies


def _find(caller: Caller, id_: str, permission: str) -> Row:
    row = db.one("SELECT * FROM escalation_policies WHERE id = ? AND org = ?", id_, caller.org)
    if row is None:
        raise not_found("escalation policy")
    caller.require(permission)
    return row


def _steps(policy_id: str) -> list[Row]:
    return db.all("SELECT * FROM escalation_steps WHERE policy_id = ? ORDER BY position", policy_id)


def _policy(row: Row) -> dict:
    return {
        "id": row["id"], "name": row["name"], "repeat": row["repeat_count"],
        "steps": [
            {"target": {"kind": s["target_kind"], "id": s["target_id"], "label": s["target_label"]},
             "waitSeconds": s["wait_seconds"]}
            for s in _steps(row["id"])
        ],
        "services": db.value("SELECT count(*) FROM oncall_services WHERE policy_id = ?", row["id"]),
        "createdAt": row["created_at"],
    }


def _reload(id_: str) -> dict:
    return _policy(db.one("SELECT * FROM escalation_policies WHERE id = ?", id_))


def _store_steps(org: str, policy_id: str, steps: list[StepIn]) -> None:
    db.run("DELETE FROM escalation_steps WHERE policy_id = ?", policy_id)
    for position, step in enumerate(steps):
        target = step.target
        if target.kind == "user":
            require_member(org, target.id)
        elif not db.one("SELECT 1 FROM schedules WHERE id = ? AND org = ?", target.id, org):
            raise invalid(f"unknown schedule {target.id}")
        db.insert("escalation_steps", policy_id=policy_id, position=position, target_kind=target.kind,
                  target_id=target.id, target_label=target.label, wait_seconds=step.waitSeconds)


@router.get("/escalation-policies", response_model=PolicyList, operation_id="listEscalationPolicies")
@atomic
def list_policies(caller: CurrentCaller):
    caller.require("oncall.policy.read")
    rows = db.all("SELECT * FROM escalation_policies WHERE org = ? ORDER BY rowid", caller.org)
    return {"policies": [_policy(r) for r in rows]}


@router.post("/escalation-policies", status_code=201, response_model=Policy, operation_id="createEscalationPolicy")
@atomic
def create_policy(caller: CurrentCaller, body: PolicyIn):
    caller.require("oncall.policy.write")
    id_ = new_id()
    db.insert("escalation_policies", id=id_, org=caller.org, name=body.name, repeat_count=body.repeat,
              created_at=clock.stamp())
    _store_steps(caller.org, id_, body.steps)
    return _reload(id_)


@router.patch("/escalation-policies/{id}", response_model=Policy, operation_id="updateEscalationPolicy")
@atomic
def update_policy(caller: CurrentCaller, id: str, body: PolicyPatch):
    _find(caller, id, "oncall.policy.write")
    values = {}
    if body.name is not None:
        values["name"] = body.name
    if body.repeat is not None:
        values["repeat_count"] = body.repeat
    db.update("escalation_policies", "id = ?", [id], **values)
    if body.steps is not None:
        _store_steps(caller.org, id, body.steps)
    return _reload(id)


@router.delete("/escalation-policies/{id}", status_code=204, operation_id="deleteEscalationPolicy")
@atomic
def delete_policy(caller: CurrentCaller, id: str):
    _find(caller, id, "oncall.policy.write")
    if db.one("SELECT 1 FROM oncall_services WHERE policy_id = ?", id):
        raise conflict("a service still references the policy; detach it first")
    db.run("DELETE FROM escalation_policies WHERE id = ?", id)


# --- services


def find_service(caller: Caller, id_: str, permission: str) -> Row:
    row = db.one("SELECT * FROM oncall_services WHERE id = ? AND org = ?", id_, caller.org)
    if row is None:
        raise not_found("service")
    caller.require(permission)
    return row


def _service(row: Row) -> dict:
    return {"id": row["id"], "name": row["name"], "createdAt": row["created_at"], "escalationPolicyId": row["policy_id"]}


@router.get("/services", response_model=ServiceList, operation_id="listOncallServices")
@atomic
def list_services(caller: CurrentCaller):
    caller.require("oncall.service.read")
    rows = db.all("SELECT * FROM oncall_services WHERE org = ? ORDER BY rowid", caller.org)
    return {"services": [_service(r) for r in rows]}


@router.post("/services", status_code=201, response_model=Service, operation_id="createOncallService")
@atomic
def create_service(caller: CurrentCaller, body: ServiceIn):
    caller.require("oncall.service.write")
    if db.one("SELECT 1 FROM oncall_services WHERE org = ? AND name = ?", caller.org, body.name):
        raise conflict("a service with this name exists")
    id_ = new_id()
    db.insert("oncall_services", id=id_, org=caller.org, name=body.name, created_at=clock.stamp())
    return _service(db.one("SELECT * FROM oncall_services WHERE id = ?", id_))


@router.put("/services/{id}/escalation-policy", response_model=Service, operation_id="setServiceEscalationPolicy")
@atomic
def attach_policy(caller: CurrentCaller, id: str, body: AttachIn):
    find_service(caller, id, "oncall.service.write")
    if body.escalationPolicyId is not None:
        _find(caller, body.escalationPolicyId, "oncall.policy.read")
    db.run("UPDATE oncall_services SET policy_id = ? WHERE id = ?", body.escalationPolicyId, id)
    return _service(db.one("SELECT * FROM oncall_services WHERE id = ?", id))


# --- escalation


def start_escalation(incident_id: str) -> None:
    clock.schedule("oncall.escalation-step", "OncallIncident", incident_id, step=0, round=0)


@clock.on("oncall.escalation-step")
def take_step(incident_id: str, payload: dict) -> None:
    """Pages the target of a step of an incident that nobody has acknowledged, and sets up the next one."""
    incident = db.one("SELECT * FROM incidents WHERE id = ? AND status = 'open'", incident_id)
    if incident is None:
        return
    policy = db.one("SELECT * FROM escalation_policies WHERE id = ?", incident["policy_id"])
    steps = _steps(policy["id"]) if policy else []
    number, round_ = payload["step"], payload["round"]
    if number >= len(steps):  # the policy was shortened or deleted meanwhile
        return
    step = steps[number]
    user_id = _responder(step)
    if user_id is not None and db.one("SELECT 1 FROM memberships WHERE org = ? AND user_id = ?", incident["org"], user_id):
        for rule in rules_of(user_id)["rules"]:
            clock.schedule("oncall.page", "OncallIncident", incident_id, rule["delaySeconds"], user=user_id,
                           channel=rule["channel"], step=number, round=round_)
    if number + 1 < len(steps):
        following = {"step": number + 1, "round": round_}
    elif round_ < policy["repeat_count"]:
        following = {"step": 0, "round": round_ + 1}
    else:
        return
    clock.schedule("oncall.escalation-step", "OncallIncident", incident_id, step["wait_seconds"], **following)


def _responder(step: Row) -> Optional[str]:
    if step["target_kind"] == "user":
        return step["target_id"]
    schedule = db.one("SELECT * FROM schedules WHERE id = ?", step["target_id"])
    now = on_call_now(schedule) if schedule else None
    return now["userId"] if now else None
