"""Clusters. Times are milliseconds since 1970, written as strings. Unknown body fields are refused."""
import re
import secrets
from datetime import timedelta

import check as k
from choices import OTHER, pick
from world import ApiError, epoch_ms

BAD = pick(422, 400)
BASE = "/api/v1/clusters"
ONE = BASE + "/{name}"
OPS = []
VERSIONS = ("v1.29.9", "v1.30.6", "v1.30.8", "v1.31.4", "v1.32.1")
DEFAULT_VERSION = "v1.30.6"
TIERS = ("small", "medium", "large")
SIZES = ("db-small", "db-medium", "db-large")
COMPONENTS = ("api-server", "controller-manager", "scheduler", "datastore")
HEADROOM_PCT = pick(50, 80)
MAX_SKEW = 2
PROVISION, ROLL, TEARDOWN, JOIN = 2, 2, 2, 1            # seconds


def op(method, path, **options):
    return lambda f: OPS.append((method, path, options, f)) or f


def setup(w):
    w.clusters = {}


def minor(version):
    return patch_level(version)[:2]


def patch_level(version):
    return tuple(int(x) for x in [*re.findall(r"\d+", version), 0, 0, 0][:3])


def shape(c):
    out = {"name": c["name"], "tier": c["tier"], "orchestratorVersion": c["version"], "replicas": c["replicas"], "mesh": c["mesh"],
           "datastore": c["datastore"], "phase": c["phase"],
           "managedLoadBalancers": {"enabled": c["lb"], "maxServices": c["maxServices"],
                                    "loadBalancers": [{"service": s, "ip": ip} for s, ip in c["exposed"].items()]}}
    if c["phase"] not in ("Provisioning", "Terminating") and not c["restarting"]:
        out["endpoint"] = f"https://{c['name']}.{c['org']}.k8s.example:6443"
    return out


def find(c, permission):
    name = c.params["name"]
    one = c.world.clusters.get((c.org.slug, name))
    if one is None:
        if any(n == name for _, n in c.world.clusters) and not OTHER:
            raise ApiError(403, "this cluster belongs to another organization", "organization_mismatch")
        raise ApiError(404, "unknown cluster")
    c.subject.need(permission, name)
    return one


@op("GET", "/api/v1/cluster-versions")
def versions(c):
    return 200, {"versions": [{"version": v, "default": v == DEFAULT_VERSION} for v in VERSIONS]}


@op("GET", BASE)
def list_clusters(c):
    c.subject.need_some("clusters.cluster.read")
    return 200, {"clusters": [shape(x) for (org, n), x in c.world.clusters.items()
                              if org == c.org.slug and c.subject.can("clusters.cluster.read", n)]}


SIZING = {"size": k.one_of(*SIZES), "storageGiB": k.integer(1, 65536), "replicas": k.integer(1, 9), "backups": k.boolean}
LB = k.obj({"enabled": k.boolean}, strict=True)
NEW = k.obj({"name": k.text(1, 63, r"[a-z0-9]([a-z0-9-]*[a-z0-9])?", "cluster name"), "tier": k.one_of(*TIERS)},
            {"orchestratorVersion": k.one_of(*VERSIONS), "replicas": k.integer(1, 9), "mesh": k.boolean,
             "datastore": k.obj({"mode": k.one_of("shared", "dedicated")}, SIZING, strict=True), "managedLoadBalancers": LB}, strict=True)


@op("POST", BASE)
def create_cluster(c):
    c.subject.need("clusters.cluster.write")
    b, w = c.json(NEW, BAD), c.world
    key = (c.org.slug, b["name"])
    if key in w.clusters or not OTHER and any(n == b["name"] for _, n in w.clusters):
        raise ApiError(409, "this name is in use")
    if sum(org == c.org.slug for org, _ in w.clusters) >= c.org.quota["clusters"]:
        raise ApiError(403, "the cluster quota is exceeded", "quota_exceeded")
    data = b.get("datastore", {"mode": "shared"})
    if data["mode"] == "dedicated":
        data = {"size": "db-medium", "storageGiB": 40, "replicas": 2, "backups": False, **data}
    x = {"name": b["name"], "org": c.org.slug, "tier": b["tier"], "version": b.get("orchestratorVersion", DEFAULT_VERSION),
         "replicas": b.get("replicas", pick(3, 1)), "mesh": b.get("mesh", pick(True, False)), "datastore": data, "phase": "Provisioning",
         "lb": b.get("managedLoadBalancers", {"enabled": True})["enabled"], "maxServices": 4, "exposed": {}, "nodes": {},
         "join": {}, "registration": {}, "configs": {}, "usedPct": {}, "restarting": False, "blocked": None, "created": w.now()}
    w.clusters[key] = x
    w.clock.after(PROVISION, "cluster-provisioned", "Cluster", x["name"], lambda: become_ready(x))
    return 201, shape(x)


def become_ready(x):
    if x["phase"] == "Provisioning":
        x["phase"] = "Running"


@op("GET", ONE)
def get_cluster(c):
    return 200, shape(find(c, "clusters.cluster.read"))


PATCH = k.obj({}, {"orchestratorVersion": k.text(), "tier": k.one_of(*TIERS), "replicas": k.integer(1, 9), "managedLoadBalancers": LB,
                   "datastore": k.obj({}, SIZING, strict=True)}, strict=True)


@op("PATCH", ONE)
def update_cluster(c):
    x, w = find(c, "clusters.cluster.write"), c.world
    b = c.json(PATCH, BAD)
    if "datastore" in b and x["datastore"]["mode"] != "dedicated":
        raise ApiError(BAD, "a shared datastore has no sizing")
    if x["blocked"]:
        if x["blocked"] == "one-request":
            x["blocked"] = None
        raise ApiError(409, "a concurrent change is in progress", "concurrent_change")
    if x["phase"] != "Running" and not (OTHER and x["phase"] == "Rolling"):
        raise ApiError(409, f"a concurrent change is in progress: the cluster is {x['phase'].lower()}", "concurrent_change")
    version = b.get("orchestratorVersion", x["version"])
    if version not in VERSIONS:
        raise ApiError(BAD, "this version is not in the catalog")
    if patch_level(version) < patch_level(x["version"]):
        raise ApiError(pick(BAD, 409), "no downgrade")
    if minor(version)[0] != minor(x["version"])[0] or minor(version)[1] > minor(x["version"])[1] + 1:
        raise ApiError(pick(BAD, 409), "one minor version at a time")
    behind = [n["name"] for n in x["nodes"].values() if minor(version)[1] - minor(n["version"])[1] > MAX_SKEW]
    if behind and version != x["version"]:
        raise ApiError(409, f"the agents of these nodes would be too far behind: {', '.join(sorted(behind))}", "node_skew", nodes=sorted(behind))
    if "tier" in b and TIERS.index(b["tier"]) < TIERS.index(x["tier"]):
        crowded = [n for n in COMPONENTS if x["usedPct"].get(n, 20) > HEADROOM_PCT]
        if crowded:
            raise ApiError(409, f"no headroom for a smaller tier: {', '.join(crowded)}", "no_headroom", components=crowded)
    roll(w, x, b)
    if OTHER:
        rolled(x, b)           # shown at once; the control plane itself rolls on
        x["phase"] = "Rolling"
    return 200, shape(x)


def roll(w, x, change):
    if not change:
        return
    x["phase"], x["restarting"] = "Rolling", x["replicas"] == 1
    if x["restarting"]:
        w.clock.after(ROLL / 2, "control-plane-restarted", "Cluster", x["name"], lambda: x.update(restarting=False))
    w.clock.after(ROLL, "cluster-rolled", "Cluster", x["name"], lambda: rolled(x, pick(change, {})))


def rolled(x, change):
    x["version"], x["tier"] = change.get("orchestratorVersion", x["version"]), change.get("tier", x["tier"])
    x["replicas"] = change.get("replicas", x["replicas"])
    x["datastore"] = {**x["datastore"], **change.get("datastore", {})}
    x["lb"] = change.get("managedLoadBalancers", {"enabled": x["lb"]})["enabled"]
    if not x["lb"]:
        x["exposed"] = {}
    x["restarting"] = False
    if x["blocked"] == "roll":
        x["blocked"] = None
    if x["phase"] == "Rolling":
        x["phase"] = "Running"


@op("DELETE", ONE)
def delete_cluster(c):
    x, w = find(c, "clusters.cluster.write"), c.world
    if x["phase"] != "Terminating":
        x["phase"] = "Terminating"
        if OTHER:
            del w.clusters[(x["org"], x["name"])]
            return 202, None
        w.clock.after(TEARDOWN, "cluster-gone", "Cluster", x["name"], lambda: w.clusters.pop((x["org"], x["name"]), None))
    return 202, None


@op("GET", ONE + "/usage")
def usage(c):
    x = find(c, "clusters.cluster.read")
    return 200, {"at": epoch_ms(c.world.now()), "controlPlaneHours": round((c.world.now() - x["created"]).total_seconds() / 3600, 4),
                 "nodes": len(x["nodes"]), "loadBalancers": len(x["exposed"]), "components": {n: x["usedPct"].get(n, 20) for n in COMPONENTS}}


# ---- nodes and tokens ----
@op("GET", ONE + "/nodes")
def list_nodes(c):
    x = find(c, "clusters.node.read")
    return 200, {"nodes": [{"name": n["name"], "ready": n["ready"], "agentVersion": n["version"]} for n in x["nodes"].values()]}


@op("DELETE", ONE + "/nodes/{node}")
def delete_node(c):
    x = find(c, "clusters.node.write")
    if x["nodes"].pop(c.params["node"], None) is None:
        raise ApiError(404, "unknown node")
    return 204, None


@op("GET", ONE + "/kubeconfig")
def kubeconfig(c):
    x, w = find(c, "clusters.config.write"), c.world
    token = secrets.token_urlsafe(32)
    x["configs"][token] = w.now() + timedelta(minutes=15)
    server = f"https://{x['name']}.{x['org']}.k8s.example:6443"
    text = (f"apiVersion: v1\nkind: Config\ncurrent-context: {x['name']}\nclusters:\n- name: {x['name']}\n  cluster:\n    server: {server}\n"
            f"contexts:\n- name: {x['name']}\n  context:\n    cluster: {x['name']}\n    user: admin\nusers:\n- name: admin\n  user:\n"
            f"    token: {token}\n")
    return 200, {"kubeconfig": text, "expiresIn": pick(900, 15)}


@op("POST", ONE + "/join-tokens")
def join_token(c):
    x, w = find(c, "clusters.token.write"), c.world
    if OTHER and x["phase"] == "Provisioning":
        raise ApiError(409, "the cluster is not ready yet")
    token = "jn." + secrets.token_hex(16)
    x["join"][token] = {"expires": w.now() + timedelta(minutes=10), "used": False}
    return 201, {"joinToken": token, "cluster": x["name"], "joinCommand": f"agentctl join --cluster {x['name']} --token {token}", "expiresIn": pick(600, 10)}


def token_shape(t):
    out = {"id": t["id"], "name": t["name"], "createdAt": epoch_ms(t["created"]), "disabled": t["disabled"]}
    if t["expires"]:
        out["expiresAt"] = epoch_ms(t["expires"])
    if t["used"]:
        out["lastUsed"] = epoch_ms(t["used"])
    return out


@op("GET", ONE + "/registration-tokens")
def list_tokens(c):
    return 200, {"tokens": [token_shape(t) for t in find(c, "clusters.token.read")["registration"].values()]}


@op("POST", ONE + "/registration-tokens")
def create_token(c):
    x, w = find(c, "clusters.token.write"), c.world
    b = c.json(k.obj({"name": k.text(1, 120)}, {"expiresIn": k.integer(1, 10 * 366 * 86400)}, strict=True), BAD)
    token, id_ = "rg." + secrets.token_hex(20), secrets.token_hex(6)
    x["registration"][id_] = {"id": id_, "name": b["name"], "token": token, "created": w.now(), "used": None, "disabled": False,
                              "expires": w.now() + timedelta(seconds=b["expiresIn"] * pick(1, 3600)) if "expiresIn" in b else None}
    command = f"agentctl join --cluster {x['name']} --token {token}"
    return 201, {"id": id_, "name": b["name"], "token": token, "joinCommand": command,
                 "cloudConfig": f"#cloud-config\nruncmd:\n- {command}\n"}


def one_token(c):
    x = find(c, "clusters.token.write")
    if c.params["id"] not in x["registration"]:
        raise ApiError(404, "unknown registration token")
    return x, x["registration"][c.params["id"]]


@op("PATCH", ONE + "/registration-tokens/{id}")
def switch_token(c):
    _, t = one_token(c)
    t["disabled"] = c.json(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]
    return 204, None


@op("DELETE", ONE + "/registration-tokens/{id}")
def delete_token(c):
    x, t = one_token(c)
    del x["registration"][t["id"]]
    return 204, None


def join(w, x, token, node, version, ready=None):
    """A node joins. Returns the kind of token it used; ApiError 401 when the token cannot be used."""
    if node in x["nodes"]:
        raise ApiError(409, "a node of this name is already in the cluster")
    if x["phase"] == "Terminating":
        raise ApiError(409, "the cluster is being torn down")
    kind = "nothing"
    if token is not None:
        one, reg = x["join"].get(token), next((t for t in x["registration"].values() if t["token"] == token), None)
        if one and not one["used"] and w.now() < one["expires"]:
            one["used"], kind = True, "join-token"
        elif reg and not reg["disabled"] and (reg["expires"] is None or w.now() < reg["expires"]):
            reg["used"], kind = w.now(), "registration-token"
        else:
            raise ApiError(401, "this token cannot be used")
    n = {"name": node, "version": version or x["version"], "ready": bool(ready)}
    x["nodes"][node] = n
    if ready is None:
        w.clock.after(JOIN, "node-ready", "Node", node, lambda: n.update(ready=True))
    return kind


@op("POST", ONE + "/join", open=True)
def join_door(c):
    b = c.json(k.obj({"token": k.text(), "node": k.text(1, 63)}, {"agentVersion": k.text()}), BAD)
    w = c.world
    x = next((x for (_, n), x in w.clusters.items() if n == c.params["name"]), None)
    if x is None:
        raise ApiError(404, "unknown cluster")
    join(w, x, b["token"], b["node"], b.get("agentVersion"))
    n = x["nodes"][b["node"]]
    return 201, {"name": n["name"], "ready": n["ready"], "agentVersion": n["version"]}
