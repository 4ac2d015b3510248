"""Managed clusters. The control plane works asynchronously: provisioning, rolls and teardowns are timers."""
import re
from datetime import timedelta
from typing import Annotated, Any, Literal, Optional

import yaml
from fastapi import APIRouter, Response
from pydantic import Field

from .auth import AuthenticatedRoute, Caller, CurrentCaller
from .clock import clock
from .database import Row, atomic, db, dumps, loads, new_id
from .errors import ApiError, conflict, forbidden, invalid, not_found
from .schemas import Bool, In, Int, Lifetime, Name, Out
from .secrets_util import digest, new_secret

VERSIONS = ("1.30.8", "1.31.4", "1.31.9", "1.32.6", "1.33.2")  # the version catalog, oldest first
DEFAULT_VERSION = "1.32.6"
MAX_NODE_SKEW = 2  # minor versions that a node's agent may be behind
TIERS = {"small": 1, "medium": 2, "large": 4}  # relative sizes
COMPONENTS = ("api-server", "scheduler", "datastore")
HEADROOM_PERCENT = 80  # how full a component may be after a downsize
IDLE_PERCENT = 10
LB_MAX_SERVICES = 10
DATASTORE_DEFAULTS = {"size": "db-small", "storageGiB": 20, "replicas": 1, "backups": False}

PROVISIONING_SECONDS, ROLL_SECONDS, TEARDOWN_SECONDS, NODE_SECONDS = 4, 3, 3, 2
KUBECONFIG_SECONDS, JOIN_TOKEN_SECONDS = 3600, 1800
CLUSTER_NAME = re.compile(r"^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$")
NODE_NAME = re.compile(r"^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$")

router = APIRouter(prefix="/api/v1", tags=["clusters"], route_class=AuthenticatedRoute)
doors = APIRouter(prefix="/api/v1", tags=["cluster doors"])

Size = Literal["db-small", "db-medium", "db-large"]
Replicas = Annotated[Int, Field(ge=1, le=9)]
StorageGiB = Annotated[Int, Field(ge=1, le=65536)]


class DatastoreIn(In):
    mode: Literal["shared", "dedicated"]
    size: Optional[Size] = None
    storageGiB: Optional[StorageGiB] = None
    replicas: Optional[Replicas] = None
    backups: Optional[Bool] = None


class DatastorePatch(In):
    size: Optional[Size] = None
    storageGiB: Optional[StorageGiB] = None
    replicas: Optional[Replicas] = None
    backups: Optional[Bool] = None


class LoadBalancersIn(In):
    enabled: Bool


class ClusterIn(In):
    name: str
    tier: Literal["small", "medium", "large"]
    orchestratorVersion: Optional[str] = None
    replicas: Optional[Replicas] = None
    mesh: Optional[Bool] = None
    datastore: Optional[DatastoreIn] = None
    managedLoadBalancers: Optional[LoadBalancersIn] = None


class ClusterPatch(In):
    orchestratorVersion: Optional[str] = None
    tier: Optional[str] = None
    replicas: Optional[Replicas] = None
    managedLoadBalancers: Optional[LoadBalancersIn] = None
    datastore: Optional[DatastorePatch] = None


class Datastore(Out):
    mode: str
    size: Optional[str] = None
    storageGiB: Optional[int] = None
    replicas: Optional[int] = None
    backups: Optional[bool] = None


class LoadBalancer(Out):
    service: str
    ip: str


class LoadBalancers(Out):
    enabled: bool
    maxServices: int
    loadBalancers: list[LoadBalancer]


class Cluster(Out):
    name: str
    tier: str
    orchestratorVersion: str
    replicas: int
    mesh: bool
    datastore: Datastore
    phase: str
    endpoint: Optional[str] = None
    managedLoadBalancers: LoadBalancers


class ClusterList(Out):
    clusters: list[Cluster]


class Node(Out):
    name: str
    ready: bool
    agentVersion: str


class NodeList(Out):
    nodes: list[Node]


class Usage(Out):
    cluster: str
    collectedAt: str
    tier: str
    controlPlaneReplicas: int
    nodes: int
    readyNodes: int
    loadBalancers: int
    datastoreGiB: int
    components: dict[str, float]


class Kubeconfig(Out):
    kubeconfig: str
    expiresIn: int


class JoinToken(Out):
    joinToken: str
    cluster: str
    joinCommand: str
    expiresIn: int


class RegistrationToken(Out):
    id: str
    name: str
    createdAt: str
    expiresAt: Optional[str] = None
    lastUsed: Optional[str] = None
    disabled: bool


class RegistrationTokenList(Out):
    tokens: list[RegistrationToken]


class RegistrationTokenIn(In):
    name: Name
    expiresIn: Optional[Lifetime] = None


class RegistrationTokenPatch(In):
    disabled: Bool


class CreatedRegistrationToken(Out):
    id: str
    name: str
    token: str
    cloudConfig: str
    joinCommand: str


class Version(Out):
    version: str
    default: bool


class VersionList(Out):
    versions: list[Version]


# --- reading


def _find(caller: Caller, name: str, permission: str) -> Row:
    row = db.one("SELECT * FROM clusters WHERE org = ? AND name = ?", caller.org, name)
    if row is None:
        raise not_found("cluster")
    caller.require(permission, name)
    return row


def _cluster(row: Row) -> dict:
    services = db.all("SELECT service, ip FROM cluster_services WHERE cluster_id = ? ORDER BY rowid", row["id"])
    return {
        "name": row["name"], "tier": row["tier"], "orchestratorVersion": row["version"], "replicas": row["replicas"],
        "mesh": bool(row["mesh"]), "datastore": loads(row["datastore"]), "phase": row["phase"],
        "endpoint": row["endpoint"],
        "managedLoadBalancers": {
            "enabled": bool(row["lb_enabled"]), "maxServices": row["lb_max"],
            "loadBalancers": [{"service": s["service"], "ip": s["ip"]} for s in services],
        },
    }


def _reload(cluster_id: int) -> dict:
    return _cluster(db.one("SELECT * FROM clusters WHERE id = ?", cluster_id))


def _endpoint(row: Row) -> str:
    return f"https://{row['name']}.{row['org']}.clusters.platform.example:6443"


@router.get("/cluster-versions", response_model=VersionList, operation_id="listClusterVersions")
@atomic
def list_versions(caller: CurrentCaller):
    return {"versions": [{"version": v, "default": v == DEFAULT_VERSION} for v in VERSIONS]}


@router.get("/clusters", response_model=ClusterList, operation_id="listClusters")
@atomic
def list_clusters(caller: CurrentCaller):
    caller.require_somewhere("clusters.cluster.read")
    rows = db.all("SELECT * FROM clusters WHERE org = ? ORDER BY id", caller.org)
    return {"clusters": [_cluster(r) for r in rows if caller.can("clusters.cluster.read", r["name"])]}


@router.get("/clusters/{name}", response_model=Cluster, operation_id="getCluster")
@atomic
def get_cluster(caller: CurrentCaller, name: str):
    return _cluster(_find(caller, name, "clusters.cluster.read"))


@router.get("/clusters/{name}/usage", response_model=Usage, operation_id="getClusterUsage")
@atomic
def get_usage(caller: CurrentCaller, name: str):
    row = _find(caller, name, "clusters.cluster.read")
    nodes = _live_nodes(row["id"])
    return {
        "cluster": name, "collectedAt": clock.stamp(), "tier": row["tier"], "controlPlaneReplicas": row["replicas"],
        "nodes": len(nodes), "readyNodes": sum(n["ready"] for n in nodes),
        "loadBalancers": db.value("SELECT count(*) FROM cluster_services WHERE cluster_id = ?", row["id"]),
        "datastoreGiB": loads(row["datastore"]).get("storageGiB", 0),
        "components": _component_usage(row["id"]),
    }


# --- creating, changing, deleting


def _check_version(version: str) -> None:
    if version not in VERSIONS:
        raise invalid(f"{version} is not in the version catalog")


@router.post("/clusters", status_code=201, response_model=Cluster, operation_id="createCluster")
@atomic
def create_cluster(caller: CurrentCaller, body: ClusterIn):
    caller.require("clusters.cluster.write")
    if not CLUSTER_NAME.match(body.name):
        raise invalid("a name has up to 63 lowercase letters, digits and hyphens")
    version = body.orchestratorVersion or DEFAULT_VERSION
    _check_version(version)
    datastore: dict[str, Any] = {"mode": "shared"}
    if body.datastore is not None:
        given = body.datastore.model_dump(exclude_none=True)
        if given["mode"] == "shared" and len(given) > 1:
            raise invalid("size, storage, replicas and backups are of a dedicated datastore")
        datastore = given if given["mode"] == "shared" else {**DATASTORE_DEFAULTS, **given}
    quota = db.value("SELECT cluster_quota FROM organizations WHERE slug = ?", caller.org)
    if db.value("SELECT count(*) FROM clusters WHERE org = ?", caller.org) >= quota:
        raise forbidden("the cluster quota is exceeded")
    if db.one("SELECT 1 FROM clusters WHERE org = ? AND name = ?", caller.org, body.name):
        raise conflict("a cluster with this name exists")
    cluster_id = db.insert(
        "clusters",
        org=caller.org, name=body.name, tier=body.tier, version=version, replicas=body.replicas or 1,
        mesh=int(bool(body.mesh)), datastore=dumps(datastore), phase="provisioning",
        lb_enabled=int(bool(body.managedLoadBalancers and body.managedLoadBalancers.enabled)), lb_max=LB_MAX_SERVICES,
        created_at=clock.stamp(),
    )
    clock.schedule_work("cluster.provisioned", "Cluster", cluster_id, PROVISIONING_SECONDS)
    return _reload(cluster_id)


@clock.on("cluster.provisioned")
def provisioned(cluster_id: str, _payload: dict) -> None:
    row = db.one("SELECT * FROM clusters WHERE id = ? AND phase = 'provisioning'", int(cluster_id))
    if row is not None:
        db.run("UPDATE clusters SET phase = 'ready', endpoint = ? WHERE id = ?", _endpoint(row), row["id"])


@router.patch("/clusters/{name}", response_model=Cluster, operation_id="updateCluster")
@atomic
def update_cluster(caller: CurrentCaller, name: str, body: ClusterPatch):
    row = _find(caller, name, "clusters.cluster.write")
    change = _checked_change(row, body)
    if row["blocked_once"]:
        # The other change is over once somebody has met it.
        db.run("UPDATE clusters SET blocked_once = 0 WHERE id = ?", row["id"])
        raise ApiError(409, "another change of the cluster is in progress", keep_changes=True)
    if row["phase"] != "ready":
        raise conflict(f"another change of the cluster is in progress ({row['phase']})")
    _check_gates(row, change)
    if change:
        start_roll(row, change)
    return _reload(row["id"])


def _checked_change(row: Row, body: ClusterPatch) -> dict:
    """What the request changes, by column; the rules that do not depend on the live cluster are checked here."""
    change: dict[str, Any] = {}
    if body.orchestratorVersion is not None and body.orchestratorVersion != row["version"]:
        _check_hop(row["version"], body.orchestratorVersion)
        change["version"] = body.orchestratorVersion
    if body.tier is not None:
        if body.tier not in TIERS:
            raise invalid("unknown tier")
        if body.tier != row["tier"]:
            change["tier"] = body.tier
    if body.replicas is not None and body.replicas != row["replicas"]:
        change["replicas"] = body.replicas
    if body.managedLoadBalancers is not None and body.managedLoadBalancers.enabled != bool(row["lb_enabled"]):
        change["lb_enabled"] = int(body.managedLoadBalancers.enabled)
    if body.datastore is not None:
        datastore, given = loads(row["datastore"]), body.datastore.model_dump(exclude_none=True)
        if given and datastore["mode"] != "dedicated":
            raise invalid("the datastore is shared")
        if given.get("storageGiB", datastore.get("storageGiB", 0)) < datastore.get("storageGiB", 0):
            raise invalid("the storage of a datastore cannot shrink")
        if {**datastore, **given} != datastore:
            change["datastore"] = dumps({**datastore, **given})
    return change


def minor_of(version: str) -> tuple[int, int]:
    found = re.match(r"^v?(\d+)\.(\d+)(?:\.|$|[-+])", version)
    if not found:
        raise ValueError("not a version")
    return int(found[1]), int(found[2])


def _check_hop(current: str, target: str) -> None:
    _check_version(target)
    if VERSIONS.index(target) < VERSIONS.index(current):
        raise invalid(f"{target} is a downgrade from {current}")
    if minor_of(target)[0] != minor_of(current)[0] or minor_of(target)[1] > minor_of(current)[1] + 1:
        raise invalid(f"from {current} to {target} is more than one minor version")


def _check_gates(row: Row, change: dict) -> None:
    if "version" in change:
        major, minor = minor_of(change["version"])
        behind = [
            n["name"] for n in _live_nodes(row["id"])
            if (major, minor - MAX_NODE_SKEW) > minor_of(n["agent_version"])
        ]
        if behind:
            raise conflict(f"agents of these nodes would be left too far behind: {', '.join(behind)}")
    if "tier" in change and TIERS[change["tier"]] < TIERS[row["tier"]]:
        factor = TIERS[row["tier"]] / TIERS[change["tier"]]
        crowded = [c for c, used in _component_usage(row["id"]).items() if used * factor > HEADROOM_PERCENT]
        if crowded:
            raise conflict(f"no headroom for the smaller tier in: {', '.join(crowded)}")


def _component_usage(cluster_id: int) -> dict[str, float]:
    measured = {
        r["component"]: r["used_percent"]
        for r in db.all("SELECT * FROM cluster_components WHERE cluster_id = ?", cluster_id)
    }
    return {component: measured.get(component, IDLE_PERCENT) for component in COMPONENTS}


def start_roll(row: Row, change: dict) -> None:
    """A single-replica control plane restarts during a roll, others stay up."""
    db.run("UPDATE clusters SET phase = ?, pending_change = ? WHERE id = ?",
           "restarting" if row["replicas"] == 1 else "rolling", dumps(change), row["id"])
    clock.schedule_work("cluster.rolled", "Cluster", row["id"], ROLL_SECONDS)


@clock.on("cluster.rolled")
def rolled(cluster_id: str, _payload: dict) -> None:
    row = db.one("SELECT * FROM clusters WHERE id = ? AND phase IN ('rolling', 'restarting')", int(cluster_id))
    if row is None:
        return
    change = loads(row["pending_change"]) or {}
    if "tier" in change:  # what is used stays the same, of another size
        factor = TIERS[row["tier"]] / TIERS[change["tier"]]
        db.run("UPDATE cluster_components SET used_percent = used_percent * ? WHERE cluster_id = ?", factor, row["id"])
    if change.get("lb_enabled") == 0:
        db.run("DELETE FROM cluster_services WHERE cluster_id = ?", row["id"])
    db.update("clusters", "id = ?", [row["id"]], **change, phase="ready", pending_change=None)


@router.delete("/clusters/{name}", status_code=202, operation_id="deleteCluster")
@atomic
def delete_cluster(caller: CurrentCaller, name: str):
    row = _find(caller, name, "clusters.cluster.write")
    if row["phase"] != "deleting":
        db.run("UPDATE clusters SET phase = 'deleting', pending_change = NULL WHERE id = ?", row["id"])
        clock.schedule_work("cluster.torn-down", "Cluster", row["id"], TEARDOWN_SECONDS)
    return Response(status_code=202)


@clock.on("cluster.torn-down")
def torn_down(cluster_id: str, _payload: dict) -> None:
    db.run("DELETE FROM clusters WHERE id = ?", int(cluster_id))


# --- nodes


def _live_nodes(cluster_id: int) -> list[Row]:
    return db.all("SELECT * FROM cluster_nodes WHERE cluster_id = ? AND vanished = 0 ORDER BY rowid", cluster_id)


def _node(row: Row) -> dict:
    return {"name": row["name"], "ready": bool(row["ready"]), "agentVersion": row["agent_version"]}


@router.get("/clusters/{name}/nodes", response_model=NodeList, operation_id="listNodes")
@atomic
def list_nodes(caller: CurrentCaller, name: str):
    row = _find(caller, name, "clusters.node.read")
    return {"nodes": [_node(n) for n in _live_nodes(row["id"])]}


@router.delete("/clusters/{name}/nodes/{node}", status_code=204, operation_id="deleteNode")
@atomic
def delete_node(caller: CurrentCaller, name: str, node: str):
    row = _find(caller, name, "clusters.node.write")
    if not db.run("DELETE FROM cluster_nodes WHERE cluster_id = ? AND name = ?", row["id"], node).rowcount:
        raise not_found("node")


def token_problem(cluster: Row, token: str) -> tuple[Optional[str], str]:
    """Why a node may not join with this token (None if it may), and of which kind the token is."""
    join = db.one("SELECT * FROM join_tokens WHERE token_hash = ?", digest(token))
    if join is not None:
        if join["cluster_id"] != cluster["id"]:
            return "the token is for another cluster", "join-token"
        if join["used_at"]:
            return "the token was used already", "join-token"
        return ("the token has expired" if join["expires_at"] <= clock.stamp() else None), "join-token"
    registration = db.one("SELECT * FROM registration_tokens WHERE token_hash = ?", digest(token))
    if registration is None:
        return "unknown token", "nothing"
    return registration_problem(registration, cluster), "registration-token"


def registration_problem(token: Row, cluster: Optional[Row]) -> Optional[str]:
    if cluster is not None and token["cluster_id"] != cluster["id"]:
        return "the token is for another cluster"
    if token["disabled"]:
        return "the token is disabled"
    if token["expires_at"] and token["expires_at"] <= clock.stamp():
        return "the token has expired"
    return None


def join_node(cluster: Row, node: str, token: Optional[str], agent_version: Optional[str],
              ready: Optional[bool] = None) -> str:
    """A node joins; with which kind of token. Refused with 401 for the token, 409 for the rest."""
    with_ = "nothing"
    if not NODE_NAME.match(node):
        raise invalid("not a node name")
    version = agent_version or cluster["version"]
    try:
        minor_of(version)
    except ValueError as error:
        raise invalid("not an agent version") from error
    if token is not None:
        problem, with_ = token_problem(cluster, token)
        if problem:
            raise ApiError(401, problem)
    if cluster["phase"] == "deleting":
        raise conflict("the cluster is being deleted")
    known = db.one("SELECT * FROM cluster_nodes WHERE cluster_id = ? AND name = ?", cluster["id"], node)
    if known is not None and not known["vanished"]:
        raise conflict("a node with this name has joined already")
    db.run("DELETE FROM cluster_nodes WHERE cluster_id = ? AND name = ?", cluster["id"], node)
    if with_ == "join-token":
        db.run("UPDATE join_tokens SET used_at = ? WHERE token_hash = ?", clock.stamp(), digest(token))
    elif with_ == "registration-token":
        db.run("UPDATE registration_tokens SET last_used = ? WHERE token_hash = ?", clock.stamp(), digest(token))
    db.insert("cluster_nodes", cluster_id=cluster["id"], name=node, ready=int(ready is True), agent_version=version,
              joined_at=clock.stamp())
    if ready is None:
        clock.schedule_work("cluster.node-ready", "Node", cluster["id"], NODE_SECONDS, node=node)
    return with_


@clock.on("cluster.node-ready")
def node_ready(cluster_id: str, payload: dict) -> None:
    db.run("UPDATE cluster_nodes SET ready = 1 WHERE cluster_id = ? AND name = ?", int(cluster_id), payload["node"])


class JoinIn(In):
    token: str
    node: str
    agentVersion: Optional[str] = None


@doors.post("/clusters/{name}/join", status_code=201, response_model=Node, operation_id="joinNode")
@atomic
def join(name: str, body: JoinIn):
    cluster = db.one(
        "SELECT c.* FROM clusters c WHERE c.name = ?1 AND c.id IN (SELECT cluster_id FROM join_tokens WHERE token_hash = ?2 "
        "UNION SELECT cluster_id FROM registration_tokens WHERE token_hash = ?2)",
        name, digest(body.token),
    )
    if cluster is None:  # names are unique only within an organization: the token says which cluster is meant
        raise ApiError(401, "the token is not for this cluster")
    join_node(cluster, body.node, body.token, body.agentVersion)
    return _node(db.one("SELECT * FROM cluster_nodes WHERE cluster_id = ? AND name = ?", cluster["id"], body.node))


# --- credentials


@router.get("/clusters/{name}/kubeconfig", response_model=Kubeconfig, operation_id="getKubeconfig")
@atomic
def get_kubeconfig(caller: CurrentCaller, name: str):
    row = _find(caller, name, "clusters.cluster.admin")
    token = new_secret("kc")
    db.insert("client_configs", token_hash=digest(token), cluster_id=row["id"], user_id=caller.user_id,
              expires_at=clock.stamp(timedelta(seconds=KUBECONFIG_SECONDS)))
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": name, "cluster": {"server": _endpoint(row)}}],
        "users": [{"name": "admin", "user": {"token": token}}],
        "contexts": [{"name": name, "context": {"cluster": name, "user": "admin"}}],
        "current-context": name,
        "preferences": {},
    }
    return {"kubeconfig": yaml.safe_dump(config, sort_keys=False), "expiresIn": KUBECONFIG_SECONDS}


def client_config_problem(secret: str, cluster: Optional[str]) -> Optional[str]:
    """Why a client configuration (the whole of it, or its token) is not accepted; None if it is."""
    row = db.one(
        "SELECT k.expires_at, k.user_id, c.name, c.org FROM client_configs k JOIN clusters c ON c.id = k.cluster_id "
        "WHERE k.token_hash = ?", digest(_token_in(secret)),
    )
    if row is None:
        return "unknown client configuration"
    if row["expires_at"] <= clock.stamp():
        return "the client configuration has expired"
    if cluster is not None and row["name"] != cluster:
        return "the client configuration is for another cluster"
    if not db.one("SELECT 1 FROM memberships WHERE org = ? AND user_id = ?", row["org"], row["user_id"]):
        return "its owner has left the organization"
    return None


def _token_in(secret: str) -> str:
    try:
        return str(yaml.safe_load(secret)["users"][0]["user"]["token"])
    except (yaml.YAMLError, TypeError, KeyError, IndexError):
        return secret


def _join_command(row: Row, token: str) -> str:
    return f"platform-agent join --server {_endpoint(row)} --token {token}"


@router.post("/clusters/{name}/join-tokens", status_code=201, response_model=JoinToken, operation_id="createJoinToken")
@atomic
def create_join_token(caller: CurrentCaller, name: str):
    row = _find(caller, name, "clusters.token.write")
    token = new_secret("join")
    db.insert("join_tokens", token_hash=digest(token), cluster_id=row["id"],
              expires_at=clock.stamp(timedelta(seconds=JOIN_TOKEN_SECONDS)))
    return {"joinToken": token, "cluster": name, "joinCommand": _join_command(row, token), "expiresIn": JOIN_TOKEN_SECONDS}


@router.get("/clusters/{name}/registration-tokens", response_model=RegistrationTokenList,
            operation_id="listRegistrationTokens")
@atomic
def list_registration_tokens(caller: CurrentCaller, name: str):
    row = _find(caller, name, "clusters.token.read")
    rows = db.all("SELECT * FROM registration_tokens WHERE cluster_id = ? ORDER BY rowid", row["id"])
    return {
        "tokens": [
            {"id": t["id"], "name": t["name"], "createdAt": t["created_at"], "expiresAt": t["expires_at"],
             "lastUsed": t["last_used"], "disabled": bool(t["disabled"])}
            for t in rows
        ]
    }


@router.post("/clusters/{name}/registration-tokens", status_code=201, response_model=CreatedRegistrationToken,
             operation_id="createRegistrationToken")
@atomic
def create_registration_token(caller: CurrentCaller, name: str, body: RegistrationTokenIn):
    row = _find(caller, name, "clusters.token.write")
    id_, token = new_id(), new_secret("reg")
    db.insert("registration_tokens", id=id_, cluster_id=row["id"], name=body.name, token_hash=digest(token),
              created_at=clock.stamp(),
              expires_at=clock.stamp(timedelta(seconds=body.expiresIn)) if body.expiresIn else None)
    command = _join_command(row, token)
    return {"id": id_, "name": body.name, "token": token, "joinCommand": command,
            "cloudConfig": "#cloud-config\n" + yaml.safe_dump({"runcmd": [command]})}


def _registration_token(caller: Caller, name: str, id_: str) -> Row:
    row = _find(caller, name, "clusters.token.write")
    token = db.one("SELECT * FROM registration_tokens WHERE cluster_id = ? AND id = ?", row["id"], id_)
    if token is None:
        raise not_found("registration token")
    return token


@router.patch("/clusters/{name}/registration-tokens/{id}", status_code=204, operation_id="updateRegistrationToken")
@atomic
def update_registration_token(caller: CurrentCaller, name: str, id: str, body: RegistrationTokenPatch):
    _registration_token(caller, name, id)
    db.run("UPDATE registration_tokens SET disabled = ? WHERE id = ?", int(body.disabled), id)


@router.delete("/clusters/{name}/registration-tokens/{id}", status_code=204, operation_id="deleteRegistrationToken")
@atomic
def delete_registration_token(caller: CurrentCaller, name: str, id: str):
    _registration_token(caller, name, id)
    db.run("DELETE FROM registration_tokens WHERE id = ?", id)
