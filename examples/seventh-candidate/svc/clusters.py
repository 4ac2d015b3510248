"""Managed clusters: provisioning, rolls, teardown, nodes, tokens, client configuration."""
import json
import re

from . import clock, db
from .auth import ALL
from .core import digest, fail, iso_s, rfc1123, rid, secret, uuid
from .web import route

P = "/api/v1/clusters"
NAME = re.compile(r"^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$")
VERSIONS = ["1.29.14", "1.30.9", "1.30.12", "1.31.8", "1.32.4", "1.33.1"]
DEFAULT_VERSION = "1.31.8"
TIERS = ("small", "medium", "large")
SIZES = ("db-small", "db-medium", "db-large")
COMPONENTS = ("apiserver", "etcd", "controllers")
LIMIT_PERCENT = 70
SKEW = 2
PROVISION, ROLL, TEARDOWN, JOIN = 900, 900, 700, 600          # milliseconds on the clock
JOIN_TTL, CONFIG_TTL = 20 * 60, 30 * 60                       # seconds


def ver(v):
    m = re.match(r"^v?(\d+)\.(\d+)(?:\.(\d+))?", v)
    return tuple(int(x or 0) for x in m.groups()) if m else None


def show(c):
    o = {"name": c["name"], "tier": c["tier"], "orchestratorVersion": c["version"], "replicas": c["replicas"], "mesh": bool(c["mesh"]), "datastore": json.loads(c["datastore"]),
         "phase": c["phase"],
         "managedLoadBalancers": {"enabled": bool(c["lb_enabled"]), "maxServices": max_services(c),
                                  "loadBalancers": [{"service": b["service"], "ip": b["ip"]} for b in db.all("SELECT * FROM balancers WHERE cluster=? ORDER BY seq", c["id"])]}}
    if c["phase"] != "Provisioning":
        o["endpoint"] = c["endpoint"]
    return o


def max_services(c):
    return c["lb_max"] if c["lb_max"] is not None else db.val("SELECT q_lb FROM orgs WHERE id=?", c["org"])


def cluster(req, perm):
    c = db.one("SELECT * FROM clusters WHERE org=? AND name=?", req.org, req.params["name"])
    if c is None:
        fail(404, "no such cluster")
    req.subject.need(perm, c["name"])
    return c


def by_id(i):
    return db.one("SELECT * FROM clusters WHERE id=?", i)


# ---- asynchronous work ---------------------------------------------------------
def later(kind, c_id, delay):
    p = clock.progress
    if p["mode"] == "at-once":
        clock.handlers[kind](str(c_id))
    elif p["mode"] == "after-reads":
        db.update("clusters", "id", c_id, reads_left=p["reads"])
        clock.schedule(kind, clock.now() + 10 * 365 * 86400000, "Cluster", c_id)
    else:
        clock.schedule(kind, clock.now() + delay, "Cluster", c_id)


def was_read(c):
    if c["reads_left"] is not None:
        left = c["reads_left"] - 1
        db.update("clusters", "id", c["id"], reads_left=left if left > 0 else None)
        if left <= 0:
            for t in db.all("SELECT * FROM timers WHERE entity='Cluster' AND eid=? ORDER BY id", str(c["id"])):
                db.run("DELETE FROM timers WHERE id=?", t["id"])
                clock.handlers[t["kind"]](t["eid"], **json.loads(t["data"]))
            c = by_id(c["id"])
    return c


@clock.timer("cluster.provisioned")
def _provisioned(eid):
    db.run("UPDATE clusters SET phase='Ready' WHERE id=? AND phase='Provisioning'", int(eid))


@clock.timer("cluster.rolled")
def _rolled(eid):
    c = by_id(int(eid))
    if c is None or c["phase"] != "Rolling":
        return
    w = json.loads(c["wanted"] or "{}")
    if "lb_enabled" in w and not w["lb_enabled"]:
        db.run("DELETE FROM balancers WHERE cluster=?", c["id"])
    if "tier" in w and w["tier"] != c["tier"]:
        f = 0.5 if w["tier"] in TIERS and TIERS.index(w["tier"]) > TIERS.index(c["tier"]) else 1.4
        w["headroom"] = json.dumps({k: round(min(95, v * f), 1) for k, v in json.loads(c["headroom"]).items()})
    db.update("clusters", "id", c["id"], phase="Ready", wanted=None, foreign_change=None, **w)


@clock.timer("cluster.gone")
def _gone(eid):
    db.run("DELETE FROM clusters WHERE id=? AND phase='Terminating'", int(eid))


@clock.timer("node.ready")
def _ready(eid):
    db.run("UPDATE nodes SET ready=1 WHERE seq=?", int(eid))


# ---- clusters ----------------------------------------------------------------------
@route("GET", P)
def list_clusters(req):
    reach = req.subject.some("clusters.cluster.read")
    return {"clusters": [show(was_read(c)) for c in db.all("SELECT * FROM clusters WHERE org=? ORDER BY name", req.org) if reach == ALL or c["name"] in reach]}


def make(org, name, tier, version=DEFAULT_VERSION, replicas=1, mesh=0, datastore=None, lb=0, phase="Provisioning"):
    return db.insert("clusters", org=org, name=name, tier=tier, version=version, replicas=replicas, mesh=int(mesh), datastore=json.dumps(datastore or {"mode": "shared"}), lb_enabled=int(lb),
                     phase=phase, endpoint=f"https://{rid(10)}.k8s.control.example:6443", headroom=json.dumps({c: 22 for c in COMPONENTS}), created_at=clock.now())


@route("POST", P)
def create_cluster(req):
    s = req.subject
    s.need("clusters.cluster.write")
    b = req.body()
    name = b.str("name", pattern=NAME, what="must be lower-case letters, digits and inner hyphens, at most 63")
    tier = b.enum("tier", TIERS)
    version = b.str("orchestratorVersion", opt=True) or DEFAULT_VERSION
    if version not in VERSIONS:
        b.no("orchestratorVersion", "is not in the version catalog")
    replicas = b.int("replicas", opt=True, lo=1, hi=9)
    mesh = b.bool("mesh", opt=True) or False
    ds = {"mode": "shared"}
    d = b.obj("datastore", opt=True)
    if d is not None:
        mode = d.enum("mode", ("shared", "dedicated"))
        got = {"size": d.enum("size", SIZES, opt=True), "storageGiB": d.int("storageGiB", opt=True, lo=1, hi=16384), "replicas": d.int("replicas", opt=True, lo=1, hi=9), "backups": d.bool("backups", opt=True)}
        got = {k: v for k, v in got.items() if v is not None}
        if mode == "shared" and got:
            d.no("mode", "shared takes no further settings")
        ds = {"mode": mode, **({"size": "db-small", "storageGiB": 25, "replicas": 1, "backups": True} if mode == "dedicated" else {}), **got}
    lb = b.obj("managedLoadBalancers", opt=True)
    lb = lb.bool("enabled") if lb is not None else False
    if db.val("SELECT 1 FROM clusters WHERE org=? AND name=?", s.org, name):
        fail(409, "the organization has a cluster of this name")
    if db.val("SELECT count(*) FROM clusters WHERE org=? AND phase<>'Terminating'", s.org) >= s.orgrow["q_clusters"]:
        fail(403, "the cluster quota of the organization is reached")
    i = make(s.org, name, tier, version, replicas or 1, mesh, ds, lb)
    later("cluster.provisioned", i, PROVISION)
    return 201, show(by_id(i))


@route("GET", P + "/{name}")
def get_cluster(req):
    return show(was_read(cluster(req, "clusters.cluster.read")))


def check_version(c, target):
    if target not in VERSIONS:
        fail(422, "orchestratorVersion is not in the version catalog")
    have, want = ver(c["version"]), ver(target)
    if want < have:
        fail(409, f"{target} would be a downgrade from {c['version']}")
    if want[0] != have[0] or want[1] > have[1] + 1:
        fail(422, "upgrades go one minor version at a time")
    behind = [n["name"] for n in db.all("SELECT * FROM nodes WHERE cluster=? ORDER BY seq", c["id"]) if (ver(n["agent"]) or want)[:2] < (want[0], want[1] - SKEW)]
    if behind:
        fail(409, f"the agents of these nodes would be left too far behind {target}: " + ", ".join(behind))


@route("PATCH", P + "/{name}")
def update_cluster(req):
    c = cluster(req, "clusters.cluster.write")
    b = req.body()
    w = {}
    version, tier = b.str("orchestratorVersion", opt=True), b.str("tier", opt=True)
    replicas = b.int("replicas", opt=True, lo=1, hi=9)
    lb, d = b.obj("managedLoadBalancers", opt=True), b.obj("datastore", opt=True)
    if tier is not None and tier not in TIERS:
        b.no("tier", "must be one of " + ", ".join(TIERS))
    if lb is not None:
        w["lb_enabled"] = int(lb.bool("enabled"))
    if d is not None:
        got = {"size": d.enum("size", SIZES, opt=True), "storageGiB": d.int("storageGiB", opt=True, lo=1, hi=16384), "replicas": d.int("replicas", opt=True, lo=1, hi=9), "backups": d.bool("backups", opt=True)}
        got = {k: v for k, v in got.items() if v is not None}
        have = json.loads(c["datastore"])
        if got and have["mode"] != "dedicated":
            fail(422, "a shared datastore cannot be resized")
        if got.get("storageGiB", 1 << 30) < have.get("storageGiB", 0):
            fail(422, "storage can only grow")
        if got:
            w["datastore"] = json.dumps({**have, **got})
    if c["foreign_change"] == "one-request":
        # answered, not raised: that it was met must stay recorded
        db.update("clusters", "id", c["id"], foreign_change=None)
        return 409, {"error": "somebody else is changing this cluster"}
    if c["phase"] != "Ready":
        fail(409, f"the cluster is {c['phase'].lower()}; try again when it is ready")
    if version is not None and version != c["version"]:
        check_version(c, version)
        w["version"] = version
    if tier is not None and tier != c["tier"]:
        if TIERS.index(tier) < TIERS.index(c["tier"]):
            crowded = [k for k, v in json.loads(c["headroom"]).items() if v > LIMIT_PERCENT]
            if crowded:
                fail(409, "there is not enough headroom for a smaller tier: " + ", ".join(crowded))
        w["tier"] = tier
    if replicas is not None and replicas != c["replicas"]:
        w["replicas"] = replicas
    if not w:
        return show(c)
    db.update("clusters", "id", c["id"], phase="Rolling", wanted=json.dumps(w))
    later("cluster.rolled", c["id"], ROLL)
    return show(by_id(c["id"]))


@route("DELETE", P + "/{name}")
def delete_cluster(req):
    c = cluster(req, "clusters.cluster.write")
    if c["phase"] != "Terminating":
        clock.cancel("Cluster", c["id"])
        db.update("clusters", "id", c["id"], phase="Terminating", wanted=None, reads_left=None)
        later("cluster.gone", c["id"], TEARDOWN)
    return 202, None


@route("GET", P + "/{name}/usage")
def get_usage(req):
    c = cluster(req, "clusters.cluster.read")
    now = clock.now()
    return {"cluster": c["name"], "asOf": rfc1123(now), "controlPlaneHours": round(max(0, now - c["created_at"]) / 3600000 * c["replicas"], 3),
            "nodes": db.val("SELECT count(*) FROM nodes WHERE cluster=?", c["id"]), "loadBalancers": db.val("SELECT count(*) FROM balancers WHERE cluster=?", c["id"]),
            "components": [{"name": k, "usedPercent": v} for k, v in json.loads(c["headroom"]).items()]}


@route("GET", P + "/{name}/nodes")
def list_nodes(req):
    c = was_read(cluster(req, "clusters.node.read"))
    return {"nodes": [show_node(n) for n in db.all("SELECT * FROM nodes WHERE cluster=? ORDER BY name", c["id"])]}


def show_node(n):
    return {"name": n["name"], "ready": bool(n["ready"]), "agentVersion": n["agent"]}


@route("DELETE", P + "/{name}/nodes/{node}")
def delete_node(req):
    c = cluster(req, "clusters.node.write")
    if not db.run("DELETE FROM nodes WHERE cluster=? AND name=?", c["id"], req.params["node"]).rowcount:
        fail(404, "no such node")
    return 204, None


@route("GET", P + "/{name}/kubeconfig")
def get_kubeconfig(req):
    c = cluster(req, "clusters.config.admin")
    tok = secret("kct_", 30)
    at = clock.now() + CONFIG_TTL * 1000
    i = db.insert("kubeconfigs", cluster=c["id"], hash=digest(tok), expires_at=at)
    clock.expire_later("kubeconfigs", i, at)
    n = c["name"]
    text = f"""apiVersion: v1
kind: Config
clusters:
- name: {n}
  cluster:
    server: {c['endpoint']}
contexts:
- name: {n}-admin
  context:
    cluster: {n}
    user: {n}-admin
current-context: {n}-admin
users:
- name: {n}-admin
  user:
    token: {tok}
"""
    return {"kubeconfig": text, "expiresIn": CONFIG_TTL}


@route("POST", P + "/{name}/join-tokens")
def create_join_token(req):
    c = cluster(req, "clusters.token.write")
    tok = secret("cj_", 27)
    at = clock.now() + JOIN_TTL * 1000
    i = db.insert("join_tokens", cluster=c["id"], hash=digest(tok), expires_at=at)
    clock.expire_later("join_tokens", i, at)
    return 201, {"joinToken": tok, "cluster": c["name"], "joinCommand": f"ctl-agent join --server {c['endpoint']} --token {tok}", "expiresIn": JOIN_TTL}


# ---- registration tokens -----------------------------------------------------------------
@route("GET", P + "/{name}/registration-tokens")
def list_registration_tokens(req):
    c = cluster(req, "clusters.token.read")
    out = []
    for t in db.all("SELECT * FROM reg_tokens WHERE cluster=? AND revoked_at IS NULL ORDER BY seq DESC", c["id"]):
        o = {"id": t["id"], "name": t["name"], "createdAt": iso_s(t["created_at"]), "disabled": bool(t["disabled"])}
        if t["expires_at"] is not None:
            o["expiresAt"] = iso_s(t["expires_at"])
        if t["last_used"] is not None:
            o["lastUsed"] = iso_s(t["last_used"])
        out.append(o)
    return {"tokens": out}


@route("POST", P + "/{name}/registration-tokens")
def create_registration_token(req):
    c = cluster(req, "clusters.token.write")
    b = req.body()
    name = b.str("name", max=120)
    ttl = b.int("expiresIn", opt=True, lo=1, hi=5 * 366 * 86400)
    tok, i, now = secret("crt_", 30), uuid(), clock.now()
    at = now + ttl * 1000 if ttl else None
    db.insert("reg_tokens", id=i, cluster=c["id"], name=name, hash=digest(tok), created_at=now, expires_at=at)
    if at:
        clock.expire_later("reg_tokens", i, at)
    cmd = f"ctl-agent register --server {c['endpoint']} --token {tok}"
    return 201, {"id": i, "name": name, "token": tok, "cloudConfig": f"#cloud-config\nruncmd:\n  - [sh, -c, \"{cmd}\"]\n", "joinCommand": cmd}


def registration_token(req, tombstones):
    c = cluster(req, "clusters.token.write")
    t = db.one("SELECT * FROM reg_tokens WHERE id=? AND cluster=?", req.params["id"], c["id"])
    if t is None or (t["revoked_at"] is not None and not tombstones):
        fail(404, "no such registration token")
    return t


@route("PATCH", P + "/{name}/registration-tokens/{id}")
def update_registration_token(req):
    t = registration_token(req, False)
    db.update("reg_tokens", "id", t["id"], disabled=int(req.body().bool("disabled")))
    return 204, None


@route("DELETE", P + "/{name}/registration-tokens/{id}")
def revoke_registration_token(req):
    t = registration_token(req, True)
    if t["revoked_at"] is None:
        db.update("reg_tokens", "id", t["id"], revoked_at=clock.now())
    return 204, None


# ---- joining ---------------------------------------------------------------------------------
def check_token(c, token, use_for=None):
    """Which kind of token it is; 409 if it cannot be used on this cluster now."""
    h, now = digest(token), clock.now()
    j = db.one("SELECT * FROM join_tokens WHERE hash=?", h)
    if j is not None:
        if j["cluster"] != c["id"]:
            fail(409, "the join token is for another cluster")
        if j["used_by"] is not None:
            fail(409, "the join token was used already")
        if j["expired"] or j["expires_at"] <= now:
            fail(409, "the join token has expired")
        if use_for:
            db.update("join_tokens", "id", j["id"], used_by=use_for)
        return "join-token"
    t = db.one("SELECT * FROM reg_tokens WHERE hash=?", h)
    if t is None:
        fail(409, "unknown token")
    if t["cluster"] != c["id"]:
        fail(409, "the registration token is for another cluster")
    if t["revoked_at"] is not None or t["disabled"]:
        fail(409, "the registration token is " + ("revoked" if t["revoked_at"] is not None else "disabled"))
    if t["expired"] or (t["expires_at"] is not None and t["expires_at"] <= now):
        fail(409, "the registration token has expired")
    db.update("reg_tokens", "id", t["id"], last_used=now)
    return "registration-token"


def join(c, node, token, agent, ready):
    if c["phase"] == "Terminating":
        fail(409, "the cluster is being torn down")
    if db.val("SELECT 1 FROM nodes WHERE cluster=? AND name=?", c["id"], node):
        fail(409, "the cluster has a node of this name")
    kind = check_token(c, token, node) if token is not None else "nothing"
    at_once = ready is True or (ready is None and clock.progress["mode"] == "at-once")
    i = db.insert("nodes", cluster=c["id"], name=node, ready=int(at_once), agent=agent or c["version"])
    if ready is None and not at_once:
        clock.schedule("node.ready", clock.now() + JOIN, "Node", i)
    return kind


@route("POST", P + "/{name}/enroll", who="nobody", op=False)
def join_node(req):
    b = req.body()
    token, node = b.str("token", max=200), b.str("node", pattern=re.compile(r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$"))
    agent = b.str("agentVersion", opt=True, max=40)
    h = digest(token)
    cid = db.val("SELECT cluster FROM join_tokens WHERE hash=?", h) or db.val("SELECT cluster FROM reg_tokens WHERE hash=?", h)
    c = by_id(cid) if cid else None
    if c is None or c["name"] != req.params["name"]:
        fail(401, "no valid token for this cluster")
    join(c, node, token, agent, None)
    return 201, show_node(db.one("SELECT * FROM nodes WHERE cluster=? AND name=?", c["id"], node))


@route("GET", "/api/v1/cluster-versions", op=False)
def list_versions(req):
    return {"versions": [{"version": v, "default": v == DEFAULT_VERSION} for v in VERSIONS]}
