#!/usr/bin/env python3
"""python3 prove.py [ID...]: for each variation starts a clean and then an edited copy, asks both the same, shows the
difference, and runs a short pass through the areas on the edited copy. One server at a time."""
import http.client, json, os, re, shutil, socket, subprocess, sys, time
HERE = os.path.dirname(os.path.abspath(__file__))
NODE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../../node_modules/.bin/node')
WORK = os.path.join(HERE, ".copies")

class Server:
    def __init__(self, edits):
        self.dir = os.path.join(WORK, "edited" if edits else "clean")
        shutil.rmtree(self.dir, ignore_errors=True)
        shutil.copytree(os.path.join(HERE, "../../../../examples/sixth-candidate"), self.dir)
        for e in edits:
            p = os.path.join(self.dir, e["file"]); text = open(p).read()
            assert text.count(e["find"]) == 1, (e["file"], e["find"][:60])
            open(p, "w").write(text.replace(e["find"], e["replace"]))
        s = socket.socket(); s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]; s.close()
        self.err = open(self.dir + ".stderr", "w+")
        self.p = subprocess.Popen([NODE, "server.mjs", "--port", str(self.port)], cwd=self.dir, stdout=subprocess.PIPE, stderr=self.err)
        assert b"ready" in self.p.stdout.readline(), open(self.dir + ".stderr").read()
        self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
    def stop(self):
        self.c.close(); self.p.terminate(); self.p.wait(10); self.err.seek(0); return self.err.read()
    def raw(self, method, path, who="olga", body=None, headers=None, bearer=None):
        h = {}
        if who: h["authorization"] = "Bearer ses-%s-4f1c7a90" % who
        if bearer: h["authorization"] = "Bearer " + bearer
        data = None
        if body is not None: data = json.dumps(body); h["content-type"] = "application/json"
        h.update(headers or {})
        self.c.request(method, path, data, h)
        r = self.c.getresponse(); text = r.read()
        try: out = json.loads(text) if text else None
        except ValueError: out = text.decode()
        if r.status >= 400: assert isinstance(out, dict) and isinstance(out.get("error"), str), (method, path, r.status, out)
        return r.status, out, dict((k.lower(), x) for k, x in r.getheaders())
    def __call__(self, method, path, body=None, who="olga", ok=None, **k):
        s, out, h = self.raw(method, "/api/v1" + path, who, body, **k)
        if ok is not None: assert s == ok, (method, path, s, out)
        return s, out
    def get(self, path, **k): return self("GET", path, ok=200, **k)[1]
    def post(self, path, body=None, ok=201, **k): return self("POST", path, body, ok=ok, **k)[1]
    def status(self, *a, **k): return self(*a, **k)[0]
    def event(self, name, **body):
        s, out, _ = self.raw("POST", "/_understudy/events/" + name, None, body); assert s == 200, (name, s, out); return out
    def advance(self, by):
        s, out, _ = self.raw("POST", "/_understudy/clock/advance", None, {"by": by}); assert s == 200, out; return out
    def clock(self, now):
        s, out, _ = self.raw("PUT", "/_understudy/clock", None, {"mode": "set", "now": now}); assert s == 200, out

R = "/registry/registries"
N = [0]
def fresh(p):
    N[0] += 1
    return "%s-%d" % (p, N[0])
def registry(a, who="olga"):
    s = fresh("shop"); a.post(R, {"slug": s}, who=who); return s
def domain(a, verified=False, armed=False):
    d = a.post("/email/domains", {"name": fresh("m") + ".judged.example"})
    if armed: a.post("/email/domains/%s/receive" % d["id"], ok=200)
    if verified:
        a.event("dns-record-published", domain=d["id"]); a.post("/email/domains/%s/check" % d["id"], ok=202); a.advance("PT5S")
    return a.get("/email/domains/" + d["id"])
def monitor(a, **k):
    return a.post("/uptime/monitors", dict({"name": fresh("mon"), "intervalSeconds": 60, "vantages": ["fra"], "kind": "http", "http": {"url": "https://shop.example/health"}}, **k))
def cluster(a, ready=True, **k):
    c = a.post("/clusters", dict({"name": fresh("c"), "tier": "small"}, **k))
    if ready: a.advance("PT12S")
    return c["name"]
def incident(a): return a.post("/oncall/incidents", {"serviceId": "osv_search", "title": fresh("t")})
def schedule(a, people=("usr_mia", "usr_max"), **k):
    return a.post("/oncall/schedules", dict({"name": fresh("s"), "timezone": "UTC", "participants": [{"userId": u, "label": u} for u in people], "handoff": {"interval": "daily", "time": "09:00"}}, **k))

# --- a short pass through the areas, tolerant of every lawful choice
def smoke_tokens(a):
    t = a.post("/tokens", {"name": fresh("tok"), "expiresIn": 100000}); assert t["orgSlug"] == "lumen" and t["key"]
    mine = [x for x in a.get("/tokens")["tokens"] if x["id"] == t["id"]]; assert len(mine) == 1 and t["key"] not in json.dumps(mine)
    assert set("id name start enabled createdAt expiresAt lastRequest orgSlug scope".split()) <= set(mine[0])
    assert a.status("GET", "/tokens", who=None, bearer=t["key"]) == 200
    assert a.status("GET", "/tokens", who=None) == 401
    o = a.get("/tokens/scope-options"); assert o["roles"]
    assert a.status("POST", "/tokens", {}) in (400, 422)
def smoke_iam(a):
    c = a.get("/iam/catalog"); assert any(r["kind"] == "builtin" for r in c["roles"])
    assert a.status("GET", "/iam/catalog", who="mia") == 403
    assert a.get("/iam/permissions")["services"]
def smoke_organization(a):
    b = a.get("/organization/contacts")
    s, x = a("PATCH", "/organization/contacts", {"technicalEmail": "x1@lumen.example"}, ok=200)
    assert x == dict(b, technicalEmail="x1@lumen.example") == a.get("/organization/contacts")
    assert a.status("PATCH", "/organization/contacts", {"billingEmail": "nope"}) == 400
    assert a.status("PATCH", "/organization/contacts", {"billingEmail": "b@lumen.example"}, who="mia") == 403
    a.event("billing-email-collides", email="taken@lumen.example")
    assert a.status("PATCH", "/organization/contacts", {"billingEmail": "taken@lumen.example"}) == 409
def smoke_registry(a):
    s = registry(a); assert a.status("POST", R, {"slug": s}) == 409
    k = a.post("%s/%s/keys" % (R, s), {"name": "ci", "mode": "readwrite"})
    assert [x for x in a.get("%s/%s/keys" % (R, s))["keys"] if x["keyId"] == k["keyId"]]
    allowed = lambda: a.post("/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": s, "repository": "web", "action": "push"}, ok=200, who=None)["allowed"]
    assert allowed()
    p = a.event("image-pushed", registry=s, repository="web", tags=["a"])
    assert a.get("%s/%s" % (R, s))["repositoryCount"] == 1 and a.get("%s/%s/tags?repo=web" % (R, s))["tags"]
    assert a.status("DELETE", "%s/%s" % (R, s)) == 409
    assert a("DELETE", "%s/%s/tags?repo=web&tag=a" % (R, s), ok=200)[1] == {"purged": False}
    assert a.get("%s/%s/manifests?repo=web" % (R, s))["manifests"][0]["tags"] == []
    a("DELETE", "%s/%s/repositories?repo=web" % (R, s), ok=204)
    a("DELETE", "%s/%s/keys/%s" % (R, s, k["keyId"]), ok=204); assert not allowed()
    l = a.post("/registry/logins", {"registry": s, "pullOnly": True}); assert l["scope"] == [{"registry": s, "mode": "pull"}]
    assert a.get("%s/%s" % (R, s))["usedBytes"] == 0
    a("DELETE", "%s/%s" % (R, s), ok=204); assert a.status("GET", "%s/%s" % (R, s)) == 404
def smoke_email(a):
    d = domain(a, verified=True, armed=True); assert d["sendState"] == d["receiveState"] == "verified"
    assert len(a.get("/email/domains/%s/dns" % d["id"])["records"]) == len(d["dnsRecords"])
    w = a.post("/email/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": ["message.bounced", "message.received"]})
    h = w["webhook"]["id"]; a.event("webhook-endpoint-answers", endpointId=h, answers=[{"status": 204}])
    r = a.post("/email/routes", {"domainId": d["id"], "pattern": "in*", "endpointId": h})
    assert a.status("POST", "/email/routes", {"domainId": d["id"], "pattern": "in*", "endpointId": h}) == 409
    assert a.status("DELETE", "/email/webhooks/" + h) == 409
    k = a.post("/email/keys", {"name": "k"})
    send = lambda ok=202: a("POST", "/email/send", {"from": "a@" + d["name"], "to": ["u@else.example"], "subject": "hi"}, who=None, bearer=k["secret"], ok=ok)[1]
    m = send()["id"]; a.event("message-bounced", messageId=m, bounce="hard"); time.sleep(.1)
    assert [x["reason"] for x in a.get("/email/suppressions")["suppressions"] if x["address"] == "u@else.example"] == ["bounce"]
    dl = a.get("/email/webhook-deliveries?messageId=" + m)["deliveries"]; assert dl[0]["state"] == "delivered", dl
    n = a.post("/email/webhook-deliveries/%d/redeliver" % dl[0]["id"], ok=202)["id"]; assert n != dl[0]["id"]
    assert a.get("/email/messages")["messages"][0]["id"] == m
    a("DELETE", "/email/keys/" + k["sendKey"]["id"], ok=204); send(ok=401)
    a("DELETE", "/email/routes/" + r["id"], ok=204); a("DELETE", "/email/webhooks/" + h, ok=204); a("DELETE", "/email/domains/" + d["id"], ok=204)
    assert a.status("GET", "/email/domains/" + d["id"]) == 404
def smoke_oncall(a):
    i = incident(a); assert i["status"] == "open"
    assert a.post("/oncall/incidents/%s/acknowledge" % i["id"], ok=200)["status"] == "acknowledged"
    assert i["id"] in [x["id"] for x in a.get("/oncall/incidents")["incidents"]]
    assert a.post("/oncall/incidents/%s/resolve" % i["id"], ok=200)["status"] == "resolved"
    assert i["id"] not in [x["id"] for x in a.get("/oncall/incidents")["incidents"]]
    u = a.post("/oncall/incidents/%s/updates" % i["id"], {"body": "done"}); a("DELETE", "/oncall/incidents/%s/updates/%s" % (i["id"], u["id"]), ok=204)
    s = schedule(a); now = s["onCallNow"]; assert now["override"] is False
    o = a.post("/oncall/schedules/%s/overrides" % s["id"], {"userId": "usr_adam", "label": "Adam", "startsAt": "2020-01-01T00:00:00Z", "endsAt": "2090-01-01T00:00:00Z"})
    assert [x for x in a.get("/oncall/schedules")["schedules"] if x["id"] == s["id"]][0]["onCallNow"]["userId"] == "usr_adam"
    a("DELETE", "/oncall/schedules/%s/overrides/%s" % (s["id"], o["id"]), ok=204)
    swapped = a("PATCH", "/oncall/schedules/" + s["id"], {"participants": s["participants"][::-1]}, ok=200)[1]
    assert swapped["onCallNow"]["userId"] != now["userId"]
    p = a.post("/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "schedule", "id": s["id"], "label": "s"}, "waitSeconds": 60}]})
    assert a.status("DELETE", "/oncall/schedules/" + s["id"]) == 409
    a("PUT", "/oncall/services/osv_search/escalation-policy", {"escalationPolicyId": p["id"]}, ok=200)
    assert a.status("DELETE", "/oncall/escalation-policies/" + p["id"]) == 409
    a("PUT", "/oncall/services/osv_search/escalation-policy", {"escalationPolicyId": None}, ok=200)
    a("DELETE", "/oncall/escalation-policies/" + p["id"], ok=204); a("DELETE", "/oncall/schedules/" + s["id"], ok=204)
    src = a.post("/oncall/alert-sources", {"name": "am", "serviceId": "osv_payments"})
    hook = lambda: a("POST", "/oncall/alert-sources/%s/webhook" % src["id"], {"version": "4", "status": "firing", "receiver": "x", "alerts": [{"status": "firing", "labels": {"alertname": "A"}, "generatorURL": "http://x"}]}, who=None, bearer=src["token"])[0]
    assert hook() == 202; assert [x for x in a.get("/oncall/incidents")["incidents"] if x["serviceId"] == "osv_payments" and x["firingAlerts"] == 1]
    a("DELETE", "/oncall/alert-sources/" + src["id"], ok=204); assert hook() == 401
def smoke_clusters(a):
    c = cluster(a, orchestratorVersion="1.32.6"); assert c in [x["name"] for x in a.get("/clusters")["clusters"]]
    a("PATCH", "/clusters/" + c, {"orchestratorVersion": "1.33.2", "replicas": 3}, ok=200); a.advance("PT20S")
    x = a.get("/clusters/" + c); assert x["orchestratorVersion"] == "1.33.2" and x["replicas"] == 3
    assert a.status("PATCH", "/clusters/" + c, {"orchestratorVersion": "1.32.6"}) in (400, 409, 422)
    assert a.get("/clusters/" + c)["orchestratorVersion"] == "1.33.2"
    j = a.post("/clusters/%s/join-tokens" % c); assert j["expiresIn"] > 0
    join = lambda n: a("POST", "/clusters/%s/join" % c, {"token": j["joinToken"], "node": n}, who=None)[0]
    assert (join("n1"), join("n2")) == (201, 401); assert [n["name"] for n in a.get("/clusters/%s/nodes" % c)["nodes"]] == ["n1"]
    assert a.event("credential-used", kind="kubeconfig", secret=a.get("/clusters/%s/kubeconfig" % c)["kubeconfig"])["accepted"]
    a("DELETE", "/clusters/%s/nodes/n1" % c, ok=204)
    a.event("headroom-changes", cluster=c, component="scheduler", usedPercent=70)
    a("PATCH", "/clusters/" + c, {"tier": "large"}, ok=200); a.advance("PT20S"); a.event("headroom-changes", cluster=c, component="scheduler", usedPercent=70)
    s, e = a("PATCH", "/clusters/" + c, {"tier": "small"}); assert s == 409 and "scheduler" in e["error"]
    a("DELETE", "/clusters/" + c, ok=202); a.advance("PT20S"); assert a.status("GET", "/clusters/" + c) == 404
def smoke_uptime(a):
    s = a.post("/uptime/services", {"name": fresh("web")}); assert a.status("POST", "/uptime/services", {"name": s["name"]}) == 409
    m = monitor(a, serviceId=s["id"], downCondition={"confirmations": 1, "quorum": 1})
    assert a.status("DELETE", "/uptime/services/" + s["id"]) == 409
    for o in ("ok", "fail", "ok"): a.advance("PT1M"); a.event("probe-result", monitorId=m["id"], outcome=o)
    t = [(x["from"], x["to"]) for x in a.get("/uptime/monitors/%s/transitions" % m["id"])["transitions"]]; assert t == [("down", "up"), ("up", "down"), ("pending", "up")], t
    assert len(a.get("/uptime/monitors/%s/failures" % m["id"])["failures"]) == 1
    assert "fra" in a.get("/uptime/monitors/%s/metrics?window=1h" % m["id"])["uptimePct"]
    assert a.status("PATCH", "/uptime/monitors/" + m["id"], {"vantages": ["syd"]}) in (400, 422)
    a("DELETE", "/uptime/monitors/" + m["id"], ok=204); assert a.status("GET", "/uptime/monitors/" + m["id"]) == 404
    a("DELETE", "/uptime/services/" + s["id"], ok=204)
    x = a.post("/uptime/export-tokens", {"name": "x"}); scrape = lambda: a("GET", "/uptime/metrics", who=None, bearer=x["token"])[0]
    assert scrape() == 200; a("DELETE", "/uptime/export-tokens/" + x["id"], ok=204); assert scrape() == 401

# --- the observations: what clean and edited answer; OBS[id] = (function, clean, edited)
OBS = {}
def obs(id, clean, edited):
    def wrap(f): OBS["vb-" + id] = (f, clean, edited); return f
    return wrap

@obs("http-problem-json", ["application/json; charset=utf-8", ["error"]], ["application/problem+json", ["detail", "error", "status", "title", "type"]])
def _(a):
    s, o, h = a.raw("PATCH", "/api/v1/organization/contacts", "olga", {"billingEmail": "x"}); assert s == 400; return [h["content-type"], sorted(o)]
@obs("http-rate-limit", [False, None], [True, "1"])
def _(a):
    got = [a.raw("GET", "/api/v1/tokens") for _ in range(130)]; many = [g for g in got if g[0] == 429]
    assert len(got) - len(many) >= 50; time.sleep(1.1); assert a.status("GET", "/tokens") == 200
    return [bool(many), many[0][2].get("retry-after") if many else None]
@obs("http-unknown-fields-refused", [200, 200, 202, 200, 200], [400, 200, 202, 400, 200])
def _(a):
    rules = {"rules": [{"channel": "email", "delaySeconds": 0}]}
    src = a.post("/oncall/alert-sources", {"name": "am", "serviceId": "osv_payments"})
    return [a.status("PUT", "/oncall/paging-settings", dict(rules, nick="x")), a.status("PUT", "/oncall/paging-settings", rules),
            a("POST", "/oncall/alert-sources/%s/webhook" % src["id"], {"version": "4", "alerts": []}, who=None, bearer=src["token"])[0]] + \
           [a.status("PATCH", "/uptime/monitors/" + monitor(a)["id"], dict({"name": "n"}, **x)) for x in ({"colour": "red"}, {})]
@obs("numeric-ids", [False, False, False], [True, True, True])
def _(a): return [bool(re.fullmatch(r"\d+", x["id"])) for x in (incident(a), schedule(a), domain(a))]
@obs("uptime-relay-jitter", False, True)
def _(a):
    t = time.time(); [a.get("/uptime/ping") for _ in range(20)]; return time.time() - t > .4
@obs("token-list-all-orgs", [], ["lumen"])
def _(a):
    t = a.post("/tokens", {"name": "x"}, who="pat", headers={"x-organization": "lumen"})
    assert not [x for x in a.get("/tokens", who="adam")["tokens"]]
    return [x["orgSlug"] for x in a.get("/tokens", who="pat", headers={"x-organization": "harbor"})["tokens"] if x["id"] == t["id"]]
@obs("token-times-offset", [False] * 3, [True] * 3)
def _(a):
    a.post("/tokens", {"name": "x"}); t = a.get("/tokens")["tokens"][0]
    return [bool(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00", t[f])) for f in ("createdAt", "expiresAt", "lastRequest")]
@obs("token-last-request-coarse", [True, True], [False, True])
def _(a):
    t = a.post("/tokens", {"name": "x"}); out = []
    one = lambda: a.get("/tokens")["tokens"][0]
    for by in ("PT1M", "PT6M"):
        before = one()["lastRequest"]; a.advance(by); a.status("GET", "/tokens", who=None, bearer=t["key"]); out.append(one()["lastRequest"] != before)
    return out
@obs("token-never-expires", False, True)
def _(a): a.post("/tokens", {"name": "x"}); return a.get("/tokens")["tokens"][0]["expiresAt"].startswith("9999-12-31T")
@obs("token-name-unique", [201, 201, 201], [201, 409, 201])
def _(a): return [a.status("POST", "/tokens", {"name": n}) for n in ("x", "x", "y")]
@obs("iam-qualified-resource-ids", [True, False, ["A"]], [False, True, ["A"]])
def _(a):
    s = registry(a); registry(a); ids = [r["id"] for r in a.get("/iam/catalog")["resources"]]
    assert ids == [r["id"] for r in a.get("/tokens/scope-options")["resources"]]
    for given in (ids[0], s):
        t = a.post("/tokens", {"name": given, "scope": [{"role": "registry.viewer", "resourceIds": [given]}]})
        assert a.get("/tokens")["tokens"][0]["scope"][0]["resourceIds"] == [given]
        seen = [r["slug"] for r in a.get("/registry/registries", who=None, bearer=t["key"])["registries"]]
        assert seen == [s]
    assert a.status("POST", "/tokens", {"name": "z", "scope": [{"role": "registry.viewer", "resourceIds": ["registry:none"]}]}) == 400
    return [s in ids, "registry:" + s in ids, ["A" if x == s else x for x in seen]]
@obs("iam-catalog-builtin-only", [True, True], [False, True])
def _(a):
    a.event("role-changes", customRole={"id": "auditor", "permissions": ["registry.registry.read"]})
    return ["auditor" in [r["id"] for r in a.get(p)["roles"]] for p in ("/iam/catalog", "/tokens/scope-options")]
@obs("contacts-normalised", ["Ops.Team@Lumen.Example"] * 2, ["ops.team@lumen.example"] * 2)
def _(a): return [a("PATCH", "/organization/contacts", {"technicalEmail": "Ops.Team@Lumen.Example"}, ok=200)[1]["technicalEmail"], a.get("/organization/contacts")["technicalEmail"]]
@obs("contacts-validate-first", [403, 403], [400, 403])
def _(a): return [a.status("PATCH", "/organization/contacts", {"billingEmail": e}, who="mia") for e in ("nope", "b@lumen.example")]
@obs("registry-revoked-keys-hidden", [1, 204], [0, 404])
def _(a):
    s = registry(a); k = a.post("%s/%s/keys" % (R, s), {"name": "k", "mode": "pull"})["keyId"]; a("DELETE", "%s/%s/keys/%s" % (R, s, k), ok=204)
    assert not a.event("credential-used", kind="registry-key", id=k)["accepted"]
    return [len(a.get("%s/%s/keys" % (R, s))["keys"]), a.status("DELETE", "%s/%s/keys/%s" % (R, s, k))]
@obs("registry-empty-repository-pruned", [1, 409], [0, 204])
def _(a):
    s = registry(a); d = a.event("image-pushed", registry=s, repository="web")["digest"]
    a("DELETE", "%s/%s/manifests?repo=web&digest=%s" % (R, s, d), ok=204)
    return [len(a.get("%s/%s/repositories" % (R, s))["repositories"]), a.status("DELETE", "%s/%s" % (R, s))]
@obs("registry-usage-per-repository", 1200, 2200)
def _(a):
    s = registry(a); l = [{"digest": "sha256:aa", "sizeBytes": 1000}]
    for r in ("one", "two"): a.event("image-pushed", registry=s, repository=r, layers=l, manifestBytes=100)
    assert [r["sizeBytes"] for r in a.get("%s/%s/repositories" % (R, s))["repositories"]] == [1100, 1100]
    used = a.get("%s/%s" % (R, s))["usedBytes"]
    a("DELETE", "%s/%s/repositories?repo=one" % (R, s), ok=204); assert a.get("%s/%s" % (R, s))["usedBytes"] == 1100
    return used
@obs("registry-slug-never-reused", [204, 201], [204, 409])
def _(a): s = registry(a); return [a.status("DELETE", "%s/%s" % (R, s)), a.status("POST", R, {"slug": s})]
@obs("registry-upstream-with-port", ["docker.io", [200, 1, 204]], ["registry.gitlab.example:5050", [200, 1, 204]])
def _(a):
    s = registry(a); h = a.get("/registry/upstreams")["upstreams"][0]["host"]; p = "%s/%s/upstream-credentials" % (R, s)
    return [h, [a.status("PUT", p + "/" + h.replace(":", "%3A"), {"username": "u", "password": "secret"}), len(a.get(p)["upstreamCredentials"]), a.status("DELETE", p + "/" + h)]]
@obs("registry-plain-times", [False, False], [True, True])
def _(a):
    r = a.post(R, {"slug": fresh("shop")}); l = a.post("/registry/logins", {})
    return [bool(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", x)) for x in (r["createdAt"], l["expiresAt"])]
@obs("email-mx-shown-before-arming", ["none", 0, 1], ["none", 1, 1])
def _(a):
    d = domain(a); n = lambda d: len([r for r in d["dnsRecords"] if r["capability"] == "receive"])
    assert len(a.get("/email/domains/%s/dns" % d["id"])["records"]) == len(d["dnsRecords"])
    return [d["receiveState"], n(d), n(a.post("/email/domains/%s/receive" % d["id"], ok=200))]
@obs("email-route-needs-verified-mx", ["pending", 201], ["pending", 409])
def _(a):
    h = a.post("/email/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": ["message.received"]})["webhook"]["id"]
    d = domain(a, armed=True); body = {"domainId": d["id"], "pattern": "in", "endpointId": h}
    first = a.status("POST", "/email/routes", body)
    v = domain(a, armed=True, verified=True); a.post("/email/routes", dict(body, domainId=v["id"]))
    return [d["receiveState"], first]
@obs("email-suppress-twice-refused", [201, 201, 1], [201, 409, 1])
def _(a):
    return [a.status("POST", "/email/suppressions", {"address": "u@x.example"}) for _ in "ab"] + [len(a.get("/email/suppressions")["suppressions"])]
@obs("email-small-pages-trailing-cursor", [20], [10, 10, 0])
def _(a):
    d = domain(a, verified=True)
    for i in range(20): a.event("message-sent", **{"from": "a@" + d["name"], "to": ["u%d@x.example" % i]})
    pages, ids, c = [], [], None
    while True:
        p = a.get("/email/messages" + ("?cursor=" + c if c else "")); pages.append(len(p["messages"])); ids += [m["id"] for m in p["messages"]]; c = p.get("cursor")
        if not c: break
    assert len(set(ids)) == 20; return pages
@obs("email-delivery-per-attempt", [["delivered", 2]], [["delivered", 2], ["failed", 1]])
def _(a):
    d = domain(a, verified=True); h = a.post("/email/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": ["message.sent"]})["webhook"]["id"]
    a.event("webhook-endpoint-answers", endpointId=h, answers=[{"status": 500}, {"status": 200}])
    m = a.event("message-sent", **{"from": "a@" + d["name"], "to": ["u@x.example"]})["messageId"]
    time.sleep(.2); a.advance("PT15S"); time.sleep(.2)
    return [[x["state"], x["attempts"]] for x in a.get("/email/webhook-deliveries?messageId=" + m)["deliveries"]]
@obs("email-revoked-keys-listed", [0, 404, False], [1, 204, False])
def _(a):
    k = a.post("/email/keys", {"name": "k"})["sendKey"]["id"]; a("DELETE", "/email/keys/" + k, ok=204)
    l = a.get("/email/keys")["sendKeys"]; assert all(isinstance(x.get("revokedAt"), str) for x in l)
    return [len(l), a.status("DELETE", "/email/keys/" + k), a.event("credential-used", kind="send-key", id=k)["accepted"]]
@obs("email-dns-observation-shape", [["capability", "expected", "name", "observed", "status", "type"], 5], [["lookedUpAt", "observedValue", "record", "result"], 5])
def _(a):
    d = domain(a); a.event("dns-record-mismatched", domain=d["id"], value="wrong"); r = a.get("/email/domains/%s/dns" % d["id"])["records"]
    assert "mismatch" in json.dumps(r[0]) and "wrong" in json.dumps(r[0]); return [sorted(r[0]), len(r)]
@obs("email-recheck-every-minute", "pending", "verified")
def _(a):
    d = domain(a); a.event("dns-record-published", domain=d["id"]); a.advance("PT70S"); return a.get("/email/domains/" + d["id"])["sendState"]
@obs("oncall-acknowledge-once", [200, 200, 200, 200], [200, 409, 200, 409])
def _(a):
    i = incident(a)["id"]; out = [a.status("POST", "/oncall/incidents/%s/%s" % (i, v)) for v in ("acknowledge", "acknowledge", "resolve", "resolve")]
    assert [x["status"] for x in a.get("/oncall/incidents?status=resolved")["incidents"]] == ["resolved"]; return out
@obs("oncall-no-automatic-resolution", ["resolved", 0, "resolved"], ["open", 0, "resolved"])
def _(a):
    i = a.event("alert-fires", serviceId="osv_search", alert="x")["incidentId"]; a.event("alert-resolves", serviceId="osv_search", alert="x")
    d = a.get("/oncall/incidents/" + i); return [d["status"], d["firingAlerts"], a.post("/oncall/incidents/%s/resolve" % i, ok=200)["status"]]
@obs("oncall-rotation-from-epoch", True, False)
def _(a):
    a.clock("2031-03-03T12:00:00Z"); x = schedule(a)["onCallNow"]["userId"]; a.clock("2031-03-04T12:00:00Z"); y = schedule(a)["onCallNow"]["userId"]
    return x == y
@obs("oncall-override-times-utc", "2031-05-01T10:00:00+02:00", "2031-05-01T08:00:00.000Z")
def _(a):
    s = schedule(a); o = a.post("/oncall/schedules/%s/overrides" % s["id"], {"userId": "usr_adam", "label": "A", "startsAt": "2031-05-01T10:00:00+02:00", "endsAt": "2031-05-01T12:00:00+02:00"})
    a.clock("2031-05-01T09:00:00Z"); l = a.get("/oncall/schedules")["schedules"][0]; assert l["overrides"] == [o] and l["onCallNow"]["override"] is True
    return o["startsAt"]
@obs("oncall-phone-omitted-clears", "+15550100", "")
def _(a):
    r = [{"channel": "email", "delaySeconds": 0}]
    assert a("PUT", "/oncall/paging-settings", {"phone": "+15550100", "rules": r}, ok=200)[1]["phone"] == "+15550100"
    a("PUT", "/oncall/paging-settings", {"rules": r}, ok=200); return a.get("/oncall/paging-settings")["phone"]
@obs("oncall-repeat-is-total-rounds", [1, 2, 3], [1, 1, 2])
def _(a):
    out = []
    for n in (0, 1, 2):
        p = a.post("/oncall/escalation-policies", {"name": "p", "repeat": n, "steps": [{"target": {"kind": "user", "id": "usr_mia", "label": "Mia"}, "waitSeconds": 60}]})
        a("PUT", "/oncall/services/osv_search/escalation-policy", {"escalationPolicyId": p["id"]}, ok=200); i = incident(a)["id"]; a.advance("PT1H")
        out.append(len(a.raw("GET", "/_understudy/pages?incidentId=" + i, None)[1]["pages"]))
    return out
@obs("clusters-patch-answers-old-values", [3, 3, 200, 409], [1, 3, 200, 409])
def _(a):
    c = cluster(a); s, x = a("PATCH", "/clusters/" + c, {"replicas": 3}); again = a.status("PATCH", "/clusters/" + c, {"replicas": 5}); a.advance("PT20S")
    return [x["replicas"], a.get("/clusters/" + c)["replicas"], s, again]
@obs("clusters-deleted-at-once-for-readers", [202, 200, 1, 409, 201], [202, 404, 0, 409, 201])
def _(a):
    c = cluster(a); out = [a.status("DELETE", "/clusters/" + c), a.status("GET", "/clusters/" + c), len(a.get("/clusters")["clusters"])]
    body = {"name": c, "tier": "small"}; out.append(a.status("POST", "/clusters", body)); a.advance("PT20S"); return out + [a.status("POST", "/clusters", body)]
@obs("clusters-names-global", [201, 201], [409, 201])
def _(a): c = cluster(a); return [a.status("POST", "/clusters", {"name": n, "tier": "small"}, who="henry") for n in (c, "other")]
@obs("clusters-expiry-in-minutes", [900, 3600, 409], [15, 60, 200])
def _(a):
    c = cluster(a); j = a.post("/clusters/%s/join-tokens" % c)["expiresIn"]; k = a.get("/clusters/%s/kubeconfig" % c)["expiresIn"]
    t = a.post("/clusters/%s/registration-tokens" % c, {"name": "t", "expiresIn": 10})["token"]; tok = a.post("/clusters/%s/join-tokens" % c)["joinToken"]
    ev = lambda t, n: a.raw("POST", "/_understudy/events/node-joins", None, {"cluster": c, "node": n, "token": t})[0]
    a.advance("PT9M"); r = ev(t, "n1"); a.advance("PT2M"); assert ev(t, "n2") == 409
    a.advance("PT5M"); assert ev(tok, "n3") == 409; return [j, k, r]
@obs("clusters-kubeconfig-json", [False, True], [True, True])
def _(a):
    c = cluster(a); k = a.get("/clusters/%s/kubeconfig" % c)["kubeconfig"]
    return [k.startswith("{") and json.loads(k)["apiVersion"] == "v1", a.event("credential-used", kind="kubeconfig", secret=k)["accepted"]]
@obs("uptime-rename-to-same-refused", [200, 200], [409, 200])
def _(a): s = a.post("/uptime/services", {"name": "web"})["id"]; return [a.status("PATCH", "/uptime/services/" + s, {"name": n}) for n in ("web", "web2")]
@obs("uptime-history-after-delete", [404, 404, 404, 404], [404, 200, 200, 200])
def _(a):
    m = monitor(a)["id"]; a.event("probe-result", monitorId=m, outcome="fail"); a("DELETE", "/uptime/monitors/" + m, ok=204)
    assert a.status("GET", "/uptime/monitors/nope/failures") == 404
    return [a.status("GET", "/uptime/monitors/%s%s" % (m, s)) for s in ("", "/failures", "/transitions", "/metrics")]
@obs("uptime-recovery-needs-confirmations", ["pending", "down", "up", "up"], ["pending", "down", "down", "up"])
def _(a):
    m = monitor(a, downCondition={"confirmations": 2, "quorum": 1})["id"]; out = []
    for o in ("fail", "fail", "ok", "ok"): a.advance("PT1M"); a.event("probe-result", monitorId=m, outcome=o); out.append(a.get("/uptime/monitors/" + m)["state"])
    assert [t["to"] for t in a.get("/uptime/monitors/%s/transitions" % m)["transitions"]] == ["up", "down"]; return out
@obs("uptime-url-canonical", "https://Shop.Example:443", "https://shop.example/")
def _(a): return monitor(a, http={"url": "https://Shop.Example:443"})["http"]["url"]
@obs("uptime-pct-entries-nested", 75, {"pct": 75, "samples": 4})
def _(a):
    m = monitor(a)["id"]
    for o in ("ok", "ok", "ok", "fail"): a.advance("PT1M"); a.event("probe-result", monitorId=m, outcome=o)
    return a.get("/uptime/monitors/%s/metrics" % m)["uptimePct"]["fra"]

AREAS = "tokens iam organization registry email oncall clusters uptime".split()
def paced(id, a):
    if id != "vb-http-rate-limit": return
    inner = a.raw
    def slow(*x, **k): time.sleep(.025); return inner(*x, **k)
    a.raw = slow
def main(ids):
    all = json.load(open(os.path.join(HERE, "variations.json"))); failed = []
    assert sorted(OBS) == sorted(v["id"] for v in all), set(OBS) ^ {v["id"] for v in all}
    for v in all:
        if ids and v["id"] not in ids: continue
        f, clean, edited = OBS[v["id"]]
        try:
            got = []
            for edits in ([], v["edits"]):
                a = Server(edits)
                try:
                    got.append(f(a))
                    if edits:
                        paced(v["id"], a); a.raw("POST", "/_understudy/reset", None)
                        for area in AREAS: globals()["smoke_" + area](a)
                finally: err = a.stop()
                assert not err.strip(), err
            assert got == [clean, edited], got
            print("ok   %s: clean %s, edited %s; all areas work" % (v["id"], json.dumps(got[0]), json.dumps(got[1])), flush=True)
        except Exception as e:
            import traceback; tb = traceback.extract_tb(e.__traceback__)[-1]
            failed.append(v["id"]); print("FAIL %s: %s %s (%s: %s)" % (v["id"], type(e).__name__, e, tb.lineno, tb.line), flush=True)
    shutil.rmtree(WORK, ignore_errors=True)
    print("%d failed: %s" % (len(failed), " ".join(failed)) if failed else "all proven"); return 1 if failed else 0
if __name__ == "__main__":
    os.makedirs(WORK, exist_ok=True); sys.exit(main(sys.argv[1:]))
