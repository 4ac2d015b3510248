#!/usr/bin/env python3
"""python3 prove.py [ID...]   (also: --cross, every proof against every edited copy: only its own may differ)"""
import base64, hashlib, hmac, http.client, json, os, shutil, subprocess, sys, tempfile, time
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
SESSION = {"owner": "sess-olive-u-100", "admin": "sess-abel-u-101", "member": "sess-mia-u-102", "viewer": "sess-vic-u-103", "outsider": "sess-otto-u-200"}
REG, BASE = "/api/v1/registry/instances", "northwind-base"


class Api:
    def __init__(self, port):
        self.port = port

    def __call__(self, method, path, body=None, who="owner", expect=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        h = {"Content-Type": "application/json"} if body is not None else {}
        if who:
            h["Authorization"] = "Bearer " + SESSION.get(who, who)
        c.request(method, path, json.dumps(body) if body is not None else None, h)
        r = c.getresponse()
        raw = r.read()
        c.close()
        try:
            value = json.loads(raw) if raw else None
        except ValueError:
            value = raw
        if expect and r.status != expect:
            raise AssertionError(f"{method} {path}: {r.status} {value}, not {expect}")
        return r.status, value

    def ok(self, method, path, body=None, who="owner"):
        s, v = self(method, path, body, who)
        if not 200 <= s < 300:
            raise AssertionError(f"{method} {path}: {s} {v}")
        return v

    def event(self, name, **body):
        return self.ok("POST", "/_understudy/events/" + name, body, None)

    def advance(self, by):
        return self.ok("POST", "/_understudy/clock/advance", {"by": by}, None)


PROOFS = {}


def proof(id_, right, wrong):
    return lambda f: PROOFS.setdefault("ac-" + id_, (f, right, wrong)) and f


def digest(x):
    return "sha256:" + x * 64


def push(a, **more):
    return a.event("image-pushed", **{"registry": BASE, "repository": "app", **more})


def manifests(a):
    return sorted((m["digest"][7], sorted(m["tags"])) for m in a.ok("GET", f"{REG}/{BASE}/images?repo=app")["manifests"])


# ---- registry ----
@proof("moved-tag-hides-image", [("a", []), ("b", ["v1"])], [("b", ["v1"])])
def _(a):
    push(a, tags=["v1"], digest=digest("a"))
    push(a, tags=["v1"], digest=digest("b"))
    return manifests(a)


@proof("two-tags-keep-image", [("b", ["w"])], [("a", []), ("b", ["w"])])
def _(a):
    push(a, tags=["v1", "v2"], digest=digest("a"))
    push(a, tags=["w"], digest=digest("b"))
    a("DELETE", f"{REG}/{BASE}/images?repo=app&digest={quote(digest('a'))}", expect=204)
    return manifests(a)


@proof("unnamed-in-list", (True, True), (True, False))
def _(a):
    made = a.ok("POST", REG, {"slug": "plain-one"})
    one = next(r for r in a.ok("GET", REG)["registries"] if r["slug"] == "plain-one")
    return isinstance(made.get("displayName"), str), isinstance(one.get("displayName"), str)


@proof("same-create-again", (409, 409, 409), (409, 409, 201))
def _(a):
    b = {"slug": "twice", "displayName": "Twice", "region": "ash"}
    a("POST", REG, b, expect=201)
    return a("POST", REG, {"slug": "twice", "displayName": "Other"})[0], a("POST", REG, b, "outsider")[0], a("POST", REG, b)[0]


@proof("payment-remembered", (402, True, 402, False), (402, True, 201, True))
def _(a):
    a.event("payment-method-changes", active=False)
    first = a("POST", REG, {"slug": "p-zero"})[0]
    a.event("payment-method-changes", active=True)
    a("POST", REG, {"slug": "p-one"}, expect=201)
    a.event("payment-method-changes", active=False)
    s = a("POST", REG, {"slug": "p-two"})[0]
    slugs = [r["slug"] for r in a.ok("GET", REG)["registries"]]
    return first, "p-one" in slugs, s, "p-two" in slugs


@proof("usage-by-repository-names", (True, 5555), (True, 0))
def _(a):
    n = push(a, layers=[{"sizeBytes": 1000}])["addedBytes"]
    before = a.ok("GET", f"{REG}/{BASE}")["usedBytes"]
    assert push(a, tags=["v2"], manifestBytes=555, layers=[{"sizeBytes": 5000}])["addedBytes"] == 5555
    return before == n, a.ok("GET", f"{REG}/{BASE}")["usedBytes"] - before


@proof("untagged-is-empty", (409, 409, 200), (409, 200, 404))
def _(a):
    a("POST", REG, {"slug": "full"}, expect=201)
    push(a, registry="full", tags=["v1"])
    first = a("DELETE", f"{REG}/full")[0]
    a.ok("DELETE", f"{REG}/full/tags?repo=app&tag=v1")
    return first, a("DELETE", f"{REG}/full")[0], a("GET", f"{REG}/full")[0]


@proof("moved-tag-old-digest", ["a", "b"], ["a", "a"])
def _(a):
    out = []
    for x in "ab":
        push(a, tags=["v1"], digest=digest(x))
        out += [t["digest"][7] for t in a.ok("GET", f"{REG}/{BASE}/tags?repo=app")["tags"]]
    return out


@proof("logout-twice-revives", [(True, True), (False, False), (False, False)], [(True, True), (False, False), (True, True)])
def _(a):
    x, out = a.ok("POST", "/api/v1/registry/logins", {}), []
    for n in range(3):
        if n:
            a("DELETE", "/api/v1/registry/logins/" + x["username"])
        out.append((a.ok("POST", "/api/v1/registry/data-plane/authorize", {"username": x["username"], "password": x["password"], "registry": BASE,
                                                                          "repository": "app", "action": "pull"}, None)["allowed"],
                    a.event("credential-used", kind="login-credential", secret=x["password"], registry=BASE)["accepted"]))
    return out


@proof("only-repository", (400, 400, 1), (200, 204, 0))
def _(a):
    push(a, tags=["v1"], digest=digest("a"))
    return a("GET", f"{REG}/{BASE}/tags")[0], a("DELETE", f"{REG}/{BASE}/images?digest={quote(digest('a'))}")[0], len(manifests(a))


@proof("own-login-no-endpoint", (4, 4), (4, 3))
def _(a):
    def whole():
        return sum(isinstance(u.get("endpoint"), str) and isinstance(u.get("host"), str) for u in a.ok("GET", "/api/v1/registry/cache-catalog")["upstreams"])
    before = whole()
    a.ok("PUT", f"{REG}/{BASE}/upstream-logins/quay.io", {"username": "u", "password": "p"})
    return before, whole()


# ---- tokens, iam, organization, general ----
@proof("scope-entries-mixed", (200, 200, 403, 0), (200, 200, 200, 1))
def _(a):
    a("POST", REG, {"slug": "two"}, expect=201)
    key = a.ok("POST", "/api/v1/tokens", {"name": "t", "scope": [{"role": "registry:viewer", "resourceIds": [BASE]},
                                                                 {"role": "registry:editor", "resourceIds": ["two"]}]})["key"]
    up = {"username": "u", "password": "p"}
    return (a("GET", f"{REG}/{BASE}", who=key)[0], a("PUT", f"{REG}/two/upstream-logins/quay.io", up, key)[0],
            a("PUT", f"{REG}/{BASE}/upstream-logins/quay.io", up, key)[0], len(a.ok("GET", f"{REG}/{BASE}/upstream-logins")["upstreamCredentials"]))


@proof("tiers-of-caller", [{"read", "write", "admin"}, {"read", "write", "admin"}], [{"read", "write", "admin"}, {"read", "write"}])
def _(a):
    return [{t["tier"] for s in a.ok("GET", "/api/v1/iam/permissions", who=w)["services"] for r in s["resources"] for t in r["tiers"]} for w in ("owner", "member")]


@proof("same-address-once", (3, 3, 3), (3, 3, 2))
def _(a):
    n = len(a.ok("GET", "/api/v1/organization/contacts"))
    x = {"technicalEmail": "ops@northwind.example", "securityEmail": "ops@northwind.example"}
    return n, len(a.ok("PATCH", "/api/v1/organization/contacts", x)), len(a.ok("GET", "/api/v1/organization/contacts"))


@proof("nested-error-list", [(422, str), (422, str), (400, str)], [(422, str), (422, list), (400, list)])
def _(a):
    out = []
    for path, b in (("/api/v1/clusters", {"name": "x1"}), ("/api/v1/clusters", {"name": "x1", "tier": "small", "managedLoadBalancers": {}}),
                    ("/api/v1/uptime/monitors", {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["hel"], "http": {}})):
        s, v = a("POST", path, b)
        out.append((s, type(v["error"])))
    return out


# ---- email ----
E = "/api/v1/email"


def domain(a, name="a.judged.example", verified=False, armed=False):
    d = a.ok("POST", E + "/domains", {"name": name})
    if armed:
        a.ok("POST", f"{E}/domains/{d['id']}/receive")
    if verified:
        a.event("dns-record-published", domain=d["id"])
        a.ok("POST", f"{E}/domains/{d['id']}/check")
        a.advance("PT2S")
        assert a.ok("GET", f"{E}/domains/{d['id']}")["sendState"] == "verified"
    return d


def hook(a, *types):
    w = a.ok("POST", E + "/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": list(types) or ["message.received"]})
    return w["webhook"]["id"], w["signingSecret"]


@proof("checked-before-armed", [["MX"], ["MX"]], [["MX"], []])
def _(a):
    out = []
    for n in (0, 1):
        d = domain(a, f"d{n}.judged.example")
        if n:
            a("POST", f"{E}/domains/{d['id']}/check", expect=202)
        out.append([r["type"] for r in a.ok("POST", f"{E}/domains/{d['id']}/receive")["dnsRecords"] if r["capability"] == "receive"])
    return out


@proof("reclaimed-without-records", (3, 3), (3, 0))
def _(a):
    d = domain(a)
    a("DELETE", f"{E}/domains/{d['id']}", expect=204)
    return len(d["dnsRecords"]), len(domain(a)["dnsRecords"])


@proof("shared-endpoint-routes", ([1], [1]), ([1], [1, 2]))
def _(a):
    one, two = (domain(a, f"{x}.judged.example", armed=True)["id"] for x in ("one", "two"))
    h, other = hook(a)[0], hook(a)[0]
    key = a.ok("POST", "/api/v1/tokens", {"name": "t", "scope": [{"role": "email:viewer", "resourceIds": [one]}]})["key"]

    def seen():
        return sorted(1 if r["domainId"] == one else 2 for r in a.ok("GET", E + "/routes", who=key)["routes"])
    a.ok("POST", E + "/routes", {"domainId": one, "pattern": "x", "endpointId": h})
    r = a.ok("POST", E + "/routes", {"domainId": two, "pattern": "x", "endpointId": other})
    first = seen()
    a.ok("POST", E + "/routes", {"domainId": two, "pattern": "y", "endpointId": h})
    return first, seen()


@proof("check-twice-no-status", [(202, True), (202, True), (202, True)], [(202, True), (202, False), (202, True)])
def _(a):
    d, out = domain(a), []
    for n in range(3):
        if n == 2:
            a.advance("PT3S")
        s, v = a("POST", f"{E}/domains/{d['id']}/check")
        out.append((s, isinstance(v.get("status"), str)))
    return out


@proof("received-content-90-days", [(200, 200), (404, 404)], [(200, 200), (404, 200)])
def _(a):
    domain(a, verified=True, armed=True)
    ids = [a.event("message-sent", **{"from": "me@a.judged.example", "to": ["x@else.example"]})["messageId"],
           a.event("message-received", **{"from": "x@else.example", "to": ["me@a.judged.example"]})["messageId"]]
    out = []
    for by in ("P20D", "P20D"):
        a.advance(by)
        out.append(tuple(a("GET", f"{E}/messages/{i}/content")[0] for i in ids))
    return out


@proof("disabled-endpoint-deleted", (409, 409, 1), (409, 204, 0))
def _(a):
    d, h = domain(a, armed=True)["id"], hook(a)[0]
    a.ok("POST", E + "/routes", {"domainId": d, "pattern": "*", "endpointId": h})
    first = a("DELETE", f"{E}/webhooks/{h}")[0]
    a.ok("PATCH", f"{E}/webhooks/{h}", {"disabled": True})
    s = a("DELETE", f"{E}/webhooks/{h}")[0]
    a.event("message-received", **{"from": "x@else.example", "to": ["me@a.judged.example"]})
    return first, s, len(a.ok("GET", E + "/webhooks")["webhooks"])


def attempts(a, h):
    return a.ok("GET", f"/_understudy/webhook-deliveries?endpointId={h}", who=None)["attempts"]


@proof("redelivery-not-frozen", (True, True), (True, False))
def _(a):
    domain(a, verified=True)
    h, _ = hook(a, "message.sent")
    a.event("webhook-endpoint-answers", endpointId=h, answers=[{"status": 200}])
    m = a.event("message-sent", **{"from": "me@a.judged.example", "to": ["x@else.example"]})["messageId"]
    a.advance("PT2S")
    d = a.ok("GET", f"{E}/webhook-deliveries?messageId={m}")["deliveries"][0]["id"]
    again = f"{E}/webhook-deliveries/{d}/redeliver"
    assert a("POST", again, expect=202)[1]["id"] != d
    a.advance("PT1S")
    a.event("message-delivered", messageId=m)
    assert a("POST", again, expect=202)[1]["id"] != d
    a.advance("PT1S")
    bodies = [x["body"] for x in attempts(a, h)]
    assert len(bodies) == 3
    return bodies[1] == bodies[0], bodies[2] == bodies[0]


@proof("retry-signs-with-old-secret", ["old", "new", "new"], ["old", "old", "new"])
def _(a):
    domain(a, verified=True)
    h, old = hook(a, "message.sent")
    a.event("webhook-endpoint-answers", endpointId=h, answers=[{"status": 500}, {"status": 200}])
    a.event("message-sent", **{"from": "me@a.judged.example", "to": ["x@else.example"]})
    a.advance("PT1S")
    new = a.ok("POST", f"{E}/webhooks/{h}/rotate-secret")["signingSecret"]
    a.advance("PT4S")
    a.event("message-sent", **{"from": "me@a.judged.example", "to": ["x@else.example"]})
    a.advance("PT2S")
    out = []
    for x in attempts(a, h):
        t, v = (p.split("=")[1] for p in x["headers"]["X-Post-Signature"].split(","))
        out.append(next((n for n, s in (("old", old), ("new", new)) if hmac.new(s.encode(), f"{t}.{x['body']}".encode(), hashlib.sha256).hexdigest() == v), "?"))
    return out


# ---- on-call ----
O = "/api/v1/oncall"


def at(hours):
    return (datetime.now(timezone.utc) + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


@proof("newest-override-only", [("u-100", False), ("u-101", True), ("u-101", True)], [("u-100", False), ("u-101", True), ("u-100", False)])
def _(a):
    s = a.ok("POST", O + "/rotations", {"name": "r", "timezone": "UTC", "participants": [{"userId": "u-100", "label": "O"}], "handoff": {"interval": "daily", "time": "09:00"}})
    out = []
    for user, start, end in ((None, 0, 0), ("u-101", -1, 5), ("u-102", 200, 210)):
        if user:
            a.ok("POST", f"{O}/rotations/{s['id']}/overrides", {"userId": user, "label": user, "startsAt": at(start), "endsAt": at(end)})
        n = a.ok("GET", O + "/rotations")["schedules"][0]["onCallNow"]
        out.append((n["userId"], n["override"]))
    return out


@proof("bystander-acknowledges", [["u-101"], ["u-101"]], [["u-101"], ["u-101", "u-102"]])
def _(a):
    p = a.ok("POST", O + "/policies", {"name": "p", "repeat": 0, "steps": [
        {"target": {"kind": "user", "id": u, "label": u}, "waitSeconds": 60} for u in ("u-101", "u-102")]})
    a.ok("PATCH", O + "/services/501", {"escalationPolicyId": p["id"]})
    out = []
    for who in ("admin", "owner"):
        i = a.ok("POST", O + "/incidents", {"serviceId": "501", "title": "t"})["id"]
        a.advance("PT5S")
        a.ok("PUT", f"{O}/incidents/{i}/acknowledgement", None, who)
        a.advance("PT10M")
        out.append([x["userId"] for x in a.ok("GET", f"/_understudy/pages?incidentId={i}", who=None)["pages"]])
    return out


def alert(name, status="firing"):
    return {"alerts": [{"status": status, "labels": {"alertname": name}, "fingerprint": name}]}


@proof("used-source-lingers", [(401, False), (202, 401, False, 0)], [(401, False), (202, 202, True, 0)])
def _(a):
    out = []
    for use in (False, True):
        s = a.ok("POST", O + "/sources", {"name": "s", "serviceId": "501"})
        first = (a("POST", f"{O}/ingest/{s['id']}", alert("A"), s["token"])[0],) if use else ()
        a("DELETE", f"{O}/sources/{s['id']}", expect=204)
        after = a("POST", f"{O}/ingest/{s['id']}", alert("B"), s["token"])[0]
        used = a.event("credential-used", kind="alert-source", secret=s["token"])["accepted"]
        out.append((*first, after, used, *((len(a.ok("GET", O + "/sources")["sources"]),) if use else ())))
    return out


@proof("unacknowledged-detail-fails", (200, 200, 200), (200, 200, 500))
def _(a):
    i, j = (a.ok("POST", O + "/incidents", {"serviceId": "501", "title": "t"})["id"] for _ in "ab")
    first = a("GET", f"{O}/incidents/{i}")[0]
    a.ok("PUT", f"{O}/incidents/{j}/acknowledgement")
    for x in (i, j):
        a.ok("PUT", f"{O}/incidents/{x}/resolution")
    return first, a("GET", f"{O}/incidents/{j}")[0], a("GET", f"{O}/incidents/{i}")[0]


@proof("firing-alerts-carried-over", (True, 1, 1, 1), (True, 1, 0, 2))
def _(a):
    i = a.event("alert-fires", alert="A", serviceId="502")["incidentId"]
    a.ok("PUT", f"{O}/incidents/{i}/resolution")
    old = a.ok("GET", O + "/incidents?status=resolved")["incidents"][0]
    new = a.event("alert-fires", alert="B", serviceId="502")
    now = a.ok("GET", O + "/incidents?status=resolved")["incidents"][0]
    return new["opened"] and new["incidentId"] != i, old["firingAlerts"], now["firingAlerts"], a.ok("GET", O + "/incidents")["incidents"][0]["firingAlerts"]


@proof("manual-swept-along", (True, "open"), (True, "resolved"))
def _(a):
    a.event("alert-fires", alert="A", serviceId="502")
    m = a.ok("POST", O + "/incidents", {"serviceId": "502", "title": "by hand"})["id"]
    r = a.event("alert-resolves", alert="A", serviceId="502")["resolved"]
    every = a.ok("GET", O + "/incidents")["incidents"] + a.ok("GET", O + "/incidents?status=resolved")["incidents"]
    return r, next(i["status"] for i in every if i["id"] == m)


# ---- clusters ----
C = "/api/v1/clusters"


def cluster(a, name="c1"):
    a("POST", C, {"name": name, "tier": "small"}, expect=201)
    a.advance("PT3S")
    assert a.ok("GET", f"{C}/{name}")["phase"] == "Running"


def nodes(a):
    return [n["name"] for n in a.ok("GET", C + "/c1/nodes")["nodes"]]


@proof("node-list-by-count", (["a"], ["b"], ["b", "c"]), (["a"], ["a"], ["b", "c"]))
def _(a):
    cluster(a)
    a.event("node-joins", cluster="c1", node="a", ready=True)
    first = nodes(a)
    a.event("node-lost", cluster="c1", node="a", how="vanished")
    a.event("node-joins", cluster="c1", node="b", ready=True)
    second = nodes(a)
    a.event("node-joins", cluster="c1", node="c", ready=True)
    return first, second, nodes(a)


@proof("expiring-token-stays-off", [(201, 401, 201), (201, 401, 201)], [(201, 401, 201), (201, 401, 401)])
def _(a):
    cluster(a)
    out = []
    for more in ({}, {"expiresIn": 86400}):
        t, one = a.ok("POST", C + "/c1/registration-tokens", {"name": "r", **more}), []
        for n, off in enumerate((False, True, False)):
            a("PATCH", f"{C}/c1/registration-tokens/{t['id']}", {"disabled": off}, expect=204)
            one.append(a("POST", C + "/c1/join", {"token": t["token"], "node": f"n{n}{len(more)}"}, None)[0])
        out.append(tuple(one))
    return out


@proof("shared-any-size", (422, 422, False), (422, 201, True))
def _(a):
    x = [a("POST", C, {"name": "z" + m, "tier": "small", "datastore": {"mode": m, "size": "db-huge"}})[0] for m in ("dedicated", "shared")]
    return *x, "zshared" in [c["name"] for c in a.ok("GET", C)["clusters"]]


@proof("mode-from-size", (422, 422, 422), (422, 422, 201))
def _(a):
    return tuple(a("POST", C, {"name": "z1", "tier": "small", "datastore": d})[0] for d in ({}, {"storageGiB": 20}, {"size": "db-small"}))


@proof("young-node-returns", [[], []], [[], ["b"]])
def _(a):
    cluster(a)
    out = []
    for n, wait in (("a", True), ("b", False)):
        a.event("node-joins", cluster="c1", node=n)
        if wait:
            a.advance("PT2S")
        a("DELETE", f"{C}/c1/nodes/{n}", expect=204)
        a.advance("PT3S")
        out.append(nodes(a))
    return out


@proof("join-token-after-node-left", (201, 401, 204, 401), (201, 401, 204, 201))
def _(a):
    cluster(a)
    t = a.ok("POST", C + "/c1/join-tokens")["joinToken"]

    def join(n):
        return a("POST", C + "/c1/join", {"token": t, "node": n}, None)[0]
    one, two = join("a"), join("b")
    a.advance("PT2S")
    return one, two, a("DELETE", C + "/c1/nodes/a")[0], join("c")


@proof("delete-lost-in-roll", (404, 404), (404, 200))
def _(a):
    out = []
    for n, change in (("c1", False), ("c2", True)):
        cluster(a, n)
        if change:
            a.ok("PATCH", f"{C}/{n}", {"replicas": 5})
        a("DELETE", f"{C}/{n}", expect=202)
        a.advance("PT10S")
        out.append(a("GET", f"{C}/{n}")[0])
    return tuple(out)


# ---- uptime ----
U = "/api/v1/uptime"


@proof("monitors-while-unreachable", (502, 200, 502), (502, 200, 200))
def _(a):
    a.event("backend-behaves", backend="uptime", reachable=False)
    one = a("GET", U + "/monitors")[0]
    a.event("backend-behaves", backend="uptime", reachable=True)
    two = a("GET", U + "/monitors")[0]
    a.event("backend-behaves", backend="uptime", reachable=False)
    return one, two, a("GET", U + "/monitors")[0]


@proof("ping-remembers-entitlement", (403, 200, 403), (403, 200, 200))
def _(a):
    a.event("entitlement-changes", area="uptime", enabled=False)
    one = a("GET", U + "/ping")[0]
    a.event("entitlement-changes", area="uptime", enabled=True)
    two = a("GET", U + "/ping")[0]
    a.event("entitlement-changes", area="uptime", enabled=False)
    return one, two, a("GET", U + "/ping")[0]


@proof("vantages-reset-quorum", (1, 1, 1), (1, 2, 2))
def _(a):
    m = a.ok("POST", U + "/monitors", {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["hel", "nyc", "tyo"],
                                       "downCondition": {"confirmations": 2, "quorum": 1}, "http": {"url": "https://x.example/"}})["id"]
    path = f"{U}/monitors/{m}"
    return tuple(x["downCondition"]["quorum"] for x in (a.ok("PATCH", path, {"name": "n"}), a.ok("PATCH", path, {"vantages": ["hel", "nyc"]}), a.ok("GET", path)))


@proof("revoked-by-name", ([True, False], 200, 401), ([False, True], 401, 200))
def _(a):
    t = [a.ok("POST", U + "/export-tokens", {"name": "x"}) for _ in "ab"]
    a("DELETE", f"{U}/export-tokens/{t[1]['id']}", expect=204)
    ids = [x["id"] for x in a.ok("GET", U + "/export-tokens")["tokens"]]
    return [x["id"] in ids for x in t], *(a("GET", U + "/export", who=x["token"])[0] for x in t)


# ---- running ----
class Running:
    def __init__(self, folder):
        self.p = subprocess.Popen([sys.executable, "-B", "server.py", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.p.stdout.readline()
        self.api = Api(int(line.rsplit(":", 1)[1]))

    def observe(self, id_):
        self.api.ok("POST", "/_understudy/reset", {}, None)
        try:
            return PROOFS[id_][0](self.api)
        except Exception as e:
            return f"{type(e).__name__}: {e}"

    def stop(self):
        self.p.terminate()
        self.p.wait(10)


def edited(mistake):
    folder = tempfile.mkdtemp(prefix="copy-", dir=HERE)
    shutil.rmtree(folder)
    shutil.copytree(os.path.join(HERE, "../../../../../examples/third-candidate"), folder, ignore=shutil.ignore_patterns("__pycache__"))
    for e in mistake["edits"]:
        path = os.path.join(folder, e["file"])
        text = open(path).read()
        assert text.count(e["find"]) == 1, e["find"]
        open(path, "w").write(text.replace(e["find"], e["replace"]))
    return folder


def main():
    given = sys.argv[1:]
    cross = "--cross" in given
    given = [g for g in given if g != "--cross"]
    mistakes = [m for m in json.load(open(os.path.join(HERE, "mistakes.json"))) if not given or m["id"] in given]
    clean = Running(os.path.join(HERE, "../../../../../examples/third-candidate"))
    try:
        before = {id_: clean.observe(id_) for id_ in (PROOFS if cross else [m["id"] for m in mistakes])}
    finally:
        clean.stop()
    good = 0
    for m in mistakes:
        id_, folder = m["id"], edited(m)
        _, right, wrong = PROOFS[id_]
        try:
            copy = Running(folder)
            try:
                after = copy.observe(id_)
                others = [f"{o}: {x}" for o in PROOFS if cross and o != id_ for x in [copy.observe(o)] if x != PROOFS[o][1]]
            finally:
                copy.stop()
        finally:
            shutil.rmtree(folder)
        problems = ([] if before[id_] == right else [f"clean gave {before[id_]}, not {right}"]) + ([] if after == wrong else [f"edited gave {after}, not {wrong}"])
        problems += [f"also breaks {o}" for o in others]
        good += not problems
        print(id_, "ok" if not problems else "; ".join(problems), flush=True)
    print(f"{good} of {len(mistakes)} proven", file=sys.stderr)
    sys.exit(good != len(mistakes))


if __name__ == "__main__":
    main()
