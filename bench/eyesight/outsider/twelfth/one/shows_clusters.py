"""CLU."""
import time

K = "/clusters"


def running(c, name, **body):
    """A cluster that is through with provisioning, with asynchronous work done at once."""
    c.progress("at-once")
    c.ok("POST", K, dict({"name": name, "tier": "small"}, **body))
    assert c.ok("GET", K + "/" + name).json["phase"] == "running"


def load_balancers(c):
    r = c.api("POST", K, {"name": "alpha", "tier": "small", "managedLoadBalancers": {}})
    return {"without enabled refused": 400 <= r.status < 500, "with": c.api("POST", K, {"name": "beta", "tier": "small", "managedLoadBalancers": {"enabled": True}}).status,
            "clusters": [k["name"] for k in c.ok("GET", K).json["clusters"]]}


def patch_downgrade(c):
    c.ok("POST", K, {"name": "alpha", "tier": "small", "orchestratorVersion": "1.32.6"})
    end = time.time() + 60  # patience only, no clock
    while c.ok("GET", K + "/alpha").json["phase"] != "running" and time.time() < end:
        time.sleep(1)
    lower_minor = c.api("PATCH", K + "/alpha", {"orchestratorVersion": "1.31.9"}).status
    r = c.api("PATCH", K + "/alpha", {"orchestratorVersion": "1.32.4"})
    return {"to 1.31.9": lower_minor, "to 1.32.4 refused": 400 <= r.status < 500, "version": c.ok("GET", K + "/alpha").json["orchestratorVersion"]}


def skew(c):
    running(c, "alpha", orchestratorVersion="1.33.2")
    for n, v in (("worker-1", "1.31.9"), ("worker-2", "1.33.2"), ("worker-3", "1.31.9")):
        c.event("node-joins", cluster="alpha", node=n, agentVersion=v, ready=True)
    r = c.api("PATCH", K + "/alpha", {"orchestratorVersion": "1.34.1"})
    return {"status": r.status, "named": [n for n in ("worker-1", "worker-2", "worker-3") if n in r.json["error"]]}


def headroom(c):
    running(c, "alpha", tier="large", orchestratorVersion="1.32.6")
    c.event("headroom-changes", cluster="alpha", component="datastore", usedPercent=95)
    alone = c.api("PATCH", K + "/alpha", {"tier": "medium"})
    both = c.api("PATCH", K + "/alpha", {"tier": "medium", "orchestratorVersion": "1.33.2"})
    return {"tier alone": alone.status, "names it": "datastore" in alone.json["error"], "tier and version": both.status, "tier": c.ok("GET", K + "/alpha").json["tier"]}


def token(c, **body):
    return c.ok("POST", K + "/alpha/registration-tokens", dict({"name": "pool"}, **body)).json


def join(c, tok, node):
    return c.api("POST", K + "/alpha/join", {"token": tok, "node": node}, who=None).status


def reusable(c):
    c.ok("POST", K, {"name": "alpha", "tier": "small"})
    t = token(c)
    return {"first": join(c, t["token"], "worker-1"), "second": join(c, t["token"], "worker-2"),
            "nodes": [n["name"] for n in c.ok("GET", K + "/alpha/nodes").json["nodes"]]}


def reactivate(c):
    c.ok("POST", K, {"name": "alpha", "tier": "small"})
    t = token(c)
    out = {}
    for d in (True, False):
        r = c.api("PATCH", K + "/alpha/registration-tokens/" + t["id"], {"disabled": d})
        out["PATCH %s" % d] = r.status
        out["after %s" % d] = [x["disabled"] for x in c.ok("GET", K + "/alpha/registration-tokens").json["tokens"]]
    return out


def disabled_join(c):
    c.ok("POST", K, {"name": "alpha", "tier": "small"})
    t = token(c)
    c.ok("PATCH", K + "/alpha/registration-tokens/" + t["id"], {"disabled": True})
    return {"join": join(c, t["token"], "worker-1"), "nodes": [n["name"] for n in c.ok("GET", K + "/alpha/nodes").json["nodes"]],
            "unknown": join(c, "crt_nonsense", "worker-2")}


SHOWS = {
    "n-load-balancers-without-enabled": (load_balancers, "without enabled refused", True, False),
    "n-patch-level-downgrade-accepted": (patch_downgrade, "to 1.32.4 refused", True, False),
    "n-skew-gate-names-first-node-only": (skew, "named", ["worker-1", "worker-3"], ["worker-1"]),
    "n-version-and-tier-skips-headroom": (headroom, "tier and version", 409, 200),
    "n-registration-token-single-use": (reusable, "second", 201, 401),
    "n-registration-token-not-reactivated": (reactivate, "after False", [False], [True]),
    "n-disabled-registration-token-joins": (disabled_join, "join", 401, 201),
}
