#!/usr/bin/env python3
"""prove.py [ID...]: starts the clean candidate and each edited copy, one at a time, and shows the difference by requests."""
import tempfile, base64, http.client, json, os, re, shutil, signal, socket, subprocess, sys, time, urllib.parse
from datetime import datetime
HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, '../../../../examples/eighth-candidate')
WORK = tempfile.mkdtemp()
V = {v["id"]: v for v in json.load(open(os.path.join(HERE, "variations.json"), encoding="utf-8"))}
WHO = dict(owner="sess-olga-7f31", admin="sess-arne-20c4", member="sess-mia-9b02", member2="sess-max-51de", viewer="sess-vik-c88a", scoped="sess-sam-03fb", outsider="sess-otto-e1d9")

class Ans:
    def __init__(s, status, headers, raw):
        s.status, s.headers, s.raw = status, headers, raw
        try: s.json = json.loads(raw) if raw else None
        except ValueError: s.json = None
    def __getitem__(s, k): return s.json[k]

class Server:
    def __init__(s, folder):
        with socket.socket() as k:
            k.bind(("127.0.0.1", 0)); s.port = k.getsockname()[1]
        tmp = os.path.join(WORK, "tmp"); os.makedirs(tmp, exist_ok=True)
        s.p = subprocess.Popen([os.path.join(folder, "run.sh"), "--port", str(s.port)], stdout=subprocess.PIPE, stderr=open(os.path.join(WORK, "stderr.txt"), "ab"), env=dict(os.environ, TMPDIR=tmp))
        if not s.p.stdout.readline().startswith(b"http"): raise SystemExit("did not start: see work/stderr.txt")
    def stop(s):
        s.p.terminate(); s.p.wait(20)
    def req(s, method, path, body=None, who="owner", headers=None):
        k = http.client.HTTPConnection("127.0.0.1", s.port, timeout=20)
        h = {}
        if who: h["Authorization"] = "Bearer " + WHO.get(who, who)
        if body is not None: h["Content-Type"] = "application/json"
        h.update(headers or {})
        k.request(method, path, None if body is None else json.dumps(body), h)
        r = k.getresponse(); a = Ans(r.status, dict((n.lower(), x) for n, x in r.getheaders()), r.read()); k.close()
        if a.status >= 400: assert isinstance(a.json, dict) and isinstance(a.json.get("error"), str), (method, path, a.status, a.raw)
        assert a.status != 500, (method, path, a.raw)
        return a
    def get(s, p, **k): return s.req("GET", "/api/v1" + p, **k)
    def post(s, p, b=None, **k): return s.req("POST", "/api/v1" + p, b, **k)
    def put(s, p, b=None, **k): return s.req("PUT", "/api/v1" + p, b, **k)
    def patch(s, p, b=None, **k): return s.req("PATCH", "/api/v1" + p, b, **k)
    def delete(s, p, **k): return s.req("DELETE", "/api/v1" + p, **k)
    def event(s, name, **b):
        a = s.req("POST", "/_understudy/events/" + name, b, who=None); assert a.status == 200, (name, a.status, a.raw); return a
    def advance(s, by):
        a = s.req("POST", "/_understudy/clock/advance", {"by": by}, who=None); assert a.status == 200, a.raw
    def clock(s, now): assert s.req("PUT", "/_understudy/clock", {"mode": "frozen", "now": now}, who=None).status == 200
    def reset(s): assert s.req("POST", "/_understudy/reset", who=None).status == 200

P = {}
def proof(id, expected):
    def d(f): P["ve-" + id] = (f, expected); return f
    return d
iso = lambda t: datetime.fromisoformat(t.replace("Z", "+00:00"))
def token(c, name="t", who="owner", **b):
    a = c.post("/tokens", dict(name=name, **b), who=who); assert a.status == 201, a.raw
    return a, [t for t in c.get("/tokens", who=who)["tokens"] if t["id"] == a["id"]][0]

@proof("token-never-expires", ["9999-12-31", 200, 3600])
def _(c):
    a, t = token(c); b, u = token(c, expiresIn=3600)
    return [t["expiresAt"][:10], c.get("/tokens", who=a["key"]).status, round((iso(u["expiresAt"]) - iso(u["createdAt"])).total_seconds())]
@proof("token-expires-in-minutes", [7200, 422, 200, 401])
def _(c):
    a, t = token(c, expiresIn=120); r = c.post("/tokens", {"name": "x", "expiresIn": 525601}).status
    c.advance("PT3M"); one = c.get("/clusters", who=a["key"]).status; c.advance("PT2H")
    return [round((iso(t["expiresAt"]) - iso(t["createdAt"])).total_seconds()), r, one, c.get("/clusters", who=a["key"]).status]
@proof("token-limit-25", [[201] * 25 + [409], 25, 201])
def _(c): return [[c.post("/tokens", {"name": "t%d" % i}).status for i in range(26)], len(c.get("/tokens")["tokens"]), c.post("/tokens", {"name": "m"}, who="member").status]
@proof("token-start-prefix-only", ["pat_", "pat_"])
def _(c): return [token(c)[1]["start"], token(c)[1]["start"]]
@proof("token-last-request-by-hour", [True, 200])
def _(c):
    c.clock("2026-05-05T10:20:30Z"); a, t = token(c)
    return [t["lastRequest"] == "2026-05-05T10:00:00+00:00", c.get("/clusters", who=a["key"]).status]
@proof("credential-api-key-and-basic", [200, 200, 401, 401, 200, 401])
def _(c):
    k = token(c)[0]["key"]; b = lambda s: {"Authorization": "Basic " + base64.b64encode(s.encode()).decode()}
    g = lambda h: c.get("/tokens", who=None, headers=h).status
    return [g({"X-Api-Key": k}), g(b("olga:" + k)), g({"X-Api-Key": "wrong"}), g(b("olga:wrong")), c.get("/tokens", who=k).status, g({})]
@proof("permissions-need-grant-management", [403, 403, 200, 200])
def _(c): return [c.get("/iam/permissions", who=w).status for w in ("member", "viewer", "admin", "owner")]
@proof("audit-service-in-catalogs", [True, True, True])
def _(c):
    return ["audit" in [s["service"] for s in c.get("/iam/permissions")["services"]], "ROLE_AUDIT_READER" in [r["id"] for r in c.get("/iam/catalog")["roles"]],
            "ROLE_AUDIT_READER" in [r["id"] for r in c.get("/tokens/scope-options")["roles"]]]
@proof("contacts-rate-limit", [[200] * 6 + [429], "10", "x5@acme.example"])
def _(c):
    l = [c.patch("/organization/contacts", {"technicalEmail": "x%d@acme.example" % i}) for i in range(7)]
    return [[a.status for a in l], l[-1].headers.get("retry-after"), c.get("/organization/contacts")["technicalEmail"]]
@proof("contacts-address-before-role", [400, 403, 400, 200, "tech@acme.example"])
def _(c):
    q = lambda w, a: c.patch("/organization/contacts", {"securityEmail": a}, who=w).status
    return [q("member", "nonsense"), q("member", "a@b.example"), q("admin", "nonsense"), q("admin", "a@b.example"), c.get("/organization/contacts")["technicalEmail"]]
reg = lambda c, slug, **k: c.post("/registry/instances", {"slug": slug}, **k).status
@proof("payment-403-before-slug", [403, 403, 201, 409])
def _(c):
    c.event("payment-method-changes", active=False); a = [reg(c, "new-one"), reg(c, "acme-platform")]
    c.event("payment-method-changes", active=True); return a + [reg(c, "new-one"), reg(c, "acme-platform")]
@proof("slug-at-most-32", [422, 201])
def _(c): return [reg(c, "a" * 33), reg(c, "b" * 32)]
@proof("registry-key-one-year", [True, True, False])
def _(c):
    k = c.post("/registry/instances/acme-platform/keys", {"name": "k", "mode": "pull"})
    listed = c.get("/registry/instances/acme-platform/keys")["keys"][-1]
    q = lambda: c.post("/registry/access-check", {"username": "x", "password": k["secret"], "registry": "acme-platform", "repository": "platform/gateway", "action": "pull"}, who=None)["allowed"]
    c.advance("P364D"); a = q(); c.advance("P2D"); return ["expiresAt" in listed, a, q()]
@proof("login-rate-limit", [[200] * 5 + [429], "10", 200])
def _(c):
    l = [c.post("/registry/credentials", {}) for _ in range(6)]
    return [[a.status for a in l], l[-1].headers.get("retry-after"), c.post("/registry/credentials", {}, who="member").status]
@proof("upstream-host-404", [404, 200, ["docker.io"]])
def _(c):
    q = lambda h: c.put("/registry/instances/acme-platform/upstream-logins/" + h, {"username": "u", "password": "p"}).status
    return [q("nowhere.example"), q("docker.io"), [u["upstream"] for u in c.get("/registry/instances/acme-platform/upstream-logins")["upstreamCredentials"]]]
@proof("registry-permission-404", [404, 404, 0, 403, 201])
def _(c):
    q = lambda w: c.post("/registry/instances/acme-platform/keys", {"name": "k", "mode": "pull"}, who=w).status
    a = [q("member"), reg(c, "other-one", who="viewer"), len(c.get("/registry/instances/acme-platform/keys")["keys"])]
    c.event("role-changes", userId="usr-1004", grants=[{"role": "ROLE_EMAIL_READER"}])
    return a + [c.post("/registry/credentials", {}, who="member2").status, q("admin")]
@proof("no-credential-403", [403, 403, 403, 401, 401, 200])
def _(c):
    s = c.post("/oncall/sources", {"name": "s", "serviceId": "svc-search"}); i = urllib.parse.quote(s["id"], safe="")
    assert c.delete("/oncall/sources/" + i).status == 204
    return [c.get("/registry/instances", who=None).status, c.get("/oncall/incidents", who=None).status, c.get("/oncall/incidents", who="wrong").status, c.get("/clusters", who=None).status,
            c.post("/oncall/ingest/" + i, {"alerts": []}, who=s["token"]).status, c.get("/oncall/incidents").status]
def domain(c, name="proof.example"):
    a = c.post("/email/domains", {"name": name}); assert a.status == 201; return a["id"]
def mail(c, **k): return c.event("message-sent", **dict({"from": "a@mail.acme.example", "to": ["b@there.example"]}, **k))["messageId"]
@proof("check-pass-after-8s", [202, "QUEUED_FOR_VERIFICATION", "pending", "verified"])
def _(c):
    d = domain(c); c.event("dns-record-published", domain=d); a = c.post("/email/domains/%s/check" % d)
    c.advance("PT5S"); one = c.get("/email/domains/" + d)["sendState"]; c.advance("PT4S")
    return [a.status, a["status"], one, c.get("/email/domains/" + d)["sendState"]]
@proof("message-pages-of-5", [[5, 5, 0], True])
def _(c):
    ids = [mail(c) for _ in range(10)]; pages, got, cur = [], [], None
    while True:
        a = c.get("/email/messages" + ("?cursor=" + cur if cur else "")); pages.append(len(a["messages"])); got += [m["id"] for m in a["messages"]]
        cur = a.json.get("cursor")
        if not cur: return [pages, got == ids[::-1]]
def hook(c, *answers):
    e = c.post("/email/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": ["MESSAGE_SENT"]}); assert e.status == 201
    c.event("webhook-endpoint-answers", endpointId=e["webhook"]["id"], answers=[{"status": s} for s in answers], afterwards="repeat-last"); return e["webhook"]["id"]
def last(c):
    d = c.get("/email/webhook-deliveries")["deliveries"][0]; return [d["state"], d["attempts"], d.get("lastStatus")]
@proof("webhook-eight-attempts", [["pending", 1, 500], ["pending", 2, 500], ["pending", 3, 500], ["failed", 8, 500]])
def _(c):
    c.clock("2026-05-05T10:00:00Z"); hook(c, 500); mail(c); c.advance("PT1S"); r = [last(c)]
    for by in ("PT1S", "PT2S", "PT10M"): c.advance(by); r.append(last(c))
    return r
@proof("webhook-4xx-is-final", [["failed", 1, 404], ["pending", 1, 500], ["delivered", 2, 200]])
def _(c):
    c.clock("2026-05-05T10:00:00Z"); e = hook(c, 404); mail(c); c.advance("PT1S"); r = [last(c)]
    c.event("webhook-endpoint-answers", endpointId=e, answers=[{"status": 500}, {"status": 200}]); mail(c); c.advance("PT1S"); r.append(last(c)); c.advance("PT20S")
    return r + [last(c)]
@proof("deliveries-latest-25", [25, True, 1])
def _(c):
    c.clock("2026-05-05T10:00:00Z"); hook(c, 200); ids = []
    for _ in range(30): ids.append(mail(c)); c.advance("PT2S")
    l = c.get("/email/webhook-deliveries")["deliveries"]
    return [len(l), [d["messageId"] for d in l] == ids[::-1][:len(l)], len(c.get("/email/webhook-deliveries?messageId=" + ids[0])["deliveries"])]
@proof("pause-thresholds", [5, 0.1, False, True])
def _(c):
    s = c.get("/email/settings"); ids = [mail(c, to=["p%d@there.example" % i]) for i in range(30)]
    for m in ids[:4]: c.event("message-bounced", messageId=m, bounce="hard")
    one = c.get("/email/settings")["paused"]
    if not one:
        ids += [mail(c, to=["q%d@there.example" % i]) for i in range(70)]
        for m in ids[4:5]: c.event("message-bounced", messageId=m, bounce="hard")
    return [s["bouncePausePct"], s["complaintPausePct"], one, c.get("/email/settings")["paused"]]
@proof("quota-day-from-8-utc", [1, 0, 1, 1])
def _(c):
    n = lambda: c.get("/email/settings")["acceptedToday"]; r = []
    c.clock("2026-05-05T07:50:00Z"); mail(c); r.append(n()); c.clock("2026-05-05T08:10:00Z"); r.append(n())
    c.clock("2026-05-05T23:50:00Z"); mail(c); r.append(n()); c.clock("2026-05-06T00:10:00Z"); return r + [n()]
@proof("route-unknown-ids-422", [422, 422, 201, 1])
def _(c):
    d = domain(c); c.post("/email/domains/%s/receive" % d); e = hook(c, 200)
    q = lambda d, e: c.post("/email/routes", {"domainId": d, "pattern": "x*", "endpointId": e}).status
    return [q("nope", e), q(d, "nope"), q(d, e), len(c.get("/email/routes")["routes"])]
inc = lambda c, t="Broken", s="svc-checkout", **k: c.post("/oncall/incidents", dict(serviceId=s, title=t, **k))
@proof("names-at-most-80", [422, 201, 422, 201])
def _(c): return [inc(c, "x" * 81).status, inc(c, "x" * 80).status, c.post("/uptime/services", {"name": "y" * 81}).status, c.post("/uptime/services", {"name": "y" * 80}).status]
@proof("resolves-with-last-alert", ["resolved", True, "open"])
def _(c):
    m = inc(c, s="svc-search"); a = c.event("alert-fires", serviceId="svc-checkout", alert="A")["incidentId"]; c.event("alert-resolves", serviceId="svc-checkout", alert="A")
    i = c.get("/oncall/incidents/" + a); c.advance("P1D")
    return [i["status"], "resolvedAt" in i.json, c.get("/oncall/incidents/" + m["id"])["status"]]
@proof("manual-with-alerts-resolves", ["open", "resolved", "open"])
def _(c):
    m = inc(c, s="svc-search"); a = inc(c); c.event("alert-fires", serviceId="svc-checkout", alert="A"); c.event("alert-resolves", serviceId="svc-checkout", alert="A")
    s = lambda x: c.get("/oncall/incidents/" + x["id"])["status"]; one = s(a); c.advance("PT6M"); two = s(a); c.advance("P1D"); return [one, two, s(m)]
@proof("unknown-service-404", [404, 404, 0, 201])
def _(c): return [inc(c, s="nope").status, c.post("/oncall/sources", {"name": "s", "serviceId": "nope"}).status, len(c.get("/oncall/incidents")["incidents"]), inc(c).status]
@proof("escalation-bounds", [422, 422, 422, 201, 1, 2])
def _(c):
    n = [0]
    def q(wait, repeat, steps):
        n[0] += 1
        return c.post("/oncall/policies", {"name": "p%d" % n[0], "repeat": repeat, "steps": [{"target": {"kind": "user", "id": "usr-100%d" % (1 + i % 2), "label": "U"}, "waitSeconds": wait} for i in range(steps)]})
    r = [q(29, 0, 2).status, q(60, 6, 2).status, q(60, 0, 11).status]; p = q(30, 5, 2); r.append(p.status)
    c.clock("2026-05-05T10:00:00Z"); c.patch("/oncall/services/svc-checkout/escalation", {"escalationPolicyId": p["id"]}); i = inc(c)["id"]
    pages = lambda: len(c.req("GET", "/_understudy/pages?incidentId=" + i, who=None)["pages"])
    c.advance("PT29S"); r.append(pages()); c.advance("PT2S"); return r + [pages()]
@proof("oncall-times-in-seconds", [True, True, True, "open"])
def _(c):
    f = lambda t: bool(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", t)); i = inc(c)
    s = c.post("/oncall/rotations", {"name": "r", "timezone": "Europe/Berlin", "participants": [{"userId": "usr-1001", "label": "Olga"}], "handoff": {"interval": "daily", "time": "09:00"}})
    o = c.post("/oncall/rotations/%s/substitutions" % s["id"], {"userId": "usr-1002", "label": "Arne", "startsAt": "2036-01-01T00:00:00Z", "endsAt": "2036-01-02T00:00:00Z"})
    return [f(i["openedAt"]), f(o["startsAt"]), f(s["onCallNow"]["until"]), i["status"]]
clu = lambda c, n="proof-a", **k: c.post("/clusters", dict(dict(name=n, tier="small"), **k))
@proof("provisioning-in-two-phases", [201, "REQUESTED", "PROVISIONING", "PROVISIONING", "RUNNING", True])
def _(c):
    c.clock("2026-05-05T10:00:00Z"); k = clu(c); p = lambda: c.get("/clusters/proof-a"); r = [k.status, k["phase"]]
    for by in ("PT7S", "PT20S", "PT8S"): c.advance(by); r.append(p()["phase"])
    return r + ["endpoint" in p().json]
@proof("roll-with-verifying", [200, ["ROLLING", "medium"], ["ROLLING", "medium"], ["VERIFYING", "large"], 409, ["RUNNING", "large"]])
def _(c):
    c.clock("2026-05-05T10:00:00Z"); p = lambda: [c.get("/clusters/acme-prod")[x] for x in ("phase", "tier")]
    r = [c.patch("/clusters/acme-prod", {"tier": "large"}).status, p()]; c.advance("PT15S"); r.append(p()); c.advance("PT6S"); r.append(p())
    r.append(c.patch("/clusters/acme-prod", {"replicas": 5}).status); c.advance("PT6S"); return r + [p()]
@proof("deleted-name-held-a-minute", [202, 404, 404, 409, 409, 201])
def _(c):
    clu(c); r = [c.delete("/clusters/proof-a").status, c.get("/clusters/proof-a").status, c.delete("/clusters/proof-a").status, clu(c).status]
    c.advance("PT30S"); r.append(clu(c).status); c.advance("PT31S"); return r + [clu(c).status]
@proof("kubeconfig-expires-in-minutes", [60, True, False])
def _(c):
    k = c.get("/clusters/acme-prod/kubeconfig"); u = lambda: c.event("credential-used", kind="kubeconfig", secret=k["kubeconfig"])["accepted"]
    c.advance("PT59M"); a = u(); c.advance("PT2M"); return [k["expiresIn"], a, u()]
@proof("registration-token-one-day", [True, 201, 201, 401])
def _(c):
    t = c.post("/clusters/acme-prod/registration-tokens", {"name": "t"}); j = lambda n: c.post("/clusters/acme-prod/join", {"token": t["token"], "node": n}, who=None).status
    r = ["expiresAt" in c.get("/clusters/acme-prod/registration-tokens")["tokens"][0], j("n1"), j("n2")]; c.advance("PT25H"); return r + [j("n3")]
@proof("cluster-create-defaults", [1, False, "v1.34.0", [3, True, "v1.31.2"]])
def _(c):
    k = clu(c); g = clu(c, "proof-b", replicas=3, mesh=True, orchestratorVersion="v1.31.2")
    return [k["replicas"], k["mesh"], k["orchestratorVersion"], [g["replicas"], g["mesh"], g["orchestratorVersion"]]]
@proof("version-gate-422", [422, 422, "v1.31.7", 200, "v1.32.3"])
def _(c):
    q = lambda v: c.patch("/clusters/acme-prod", {"orchestratorVersion": v}).status; g = lambda: c.get("/clusters/acme-prod")["orchestratorVersion"]
    r = [q("v1.30.4"), q("v1.33.1"), g(), q("v1.32.3")]; c.advance("PT30S"); return r + [g()]
mon = lambda c, n="m", **k: c.post("/uptime/monitors", dict(dict(name=n, kind="http", intervalSeconds=60, vantages=["eu-fra"], http={"url": "https://x.example/"}), **k))
@proof("monitor-quota-20", [[201] * 19 + [403], 20])
def _(c): return [[mon(c, "m%d" % i).status for i in range(20)], len(c.get("/uptime/monitors")["monitors"])]
@proof("uptime-pct-by-label", [{"Frankfurt": 67}, ["eu-fra"]])
def _(c):
    m = mon(c)["id"]
    for o in ("ok", "ok", "fail"): c.event("probe-result", monitorId=m, outcome=o)
    a = c.get("/uptime/monitors/%s/metrics?window=1h" % m); return [a["uptimePct"], [s["vantage"] for s in a["series"]]]
@proof("failures-latest-20", [20, True, 64])
def _(c):
    m = mon(c)["id"]
    c.clock("2026-05-05T10:00:00Z")
    for i in range(30): c.advance("PT60S"); c.event("probe-result", monitorId=m, outcome="fail", responseSnippet="s" * 300, errorDetail=str(i))
    l = c.get("/uptime/monitors/%s/failures" % m)["failures"]
    return [len(l), [f["errorDetail"] for f in l] == [str(i) for i in range(29, 29 - len(l), -1)], len(l[0]["responseSnippet"])]
@proof("two-vantages-available", [2, 422, 201])
def _(c): return [sum(v["available"] for v in c.get("/uptime/catalog")["vantages"]), mon(c, vantages=["ap-sin"]).status, mon(c, vantages=["eu-fra", "us-iad"]).status]
@proof("ping-once-a-second", [200, 429, "1", 200, 200])
def _(c):
    time.sleep(1.1); a, b = c.get("/uptime/ping"), c.get("/uptime/ping"); o = c.get("/uptime/ping", who="outsider").status; time.sleep(1.1)
    return [a.status, b.status, b.headers.get("retry-after"), o, c.get("/uptime/ping").status]
@proof("bodies-at-most-16k", [413, 1, 201, 413, 201])
def _(c):
    inc(c); a = inc(c, "long", description="d" * 20000).status; n = len(c.get("/oncall/incidents")["incidents"])
    h = lambda k: {"url": "https://x.example/", "method": "POST", "bodyBase64": base64.b64encode(b"b" * k).decode()}
    return [a, n, inc(c, "ok", description="d" * 10000).status, mon(c, http=h(15000)).status, mon(c, http=h(5000)).status]

# ---- does the area still work? One walk each, only through what is stated.
def ok(a, *s): assert a.status in (s or (200,)), (a.status, a.raw[:300]); return a
def w_tokens(c):
    a, t = token(c, scope=[{"role": "ROLE_REGISTRY_READER", "resourceIds": ["acme-platform"]}])
    assert set(t) >= {"id", "name", "start", "enabled", "createdAt", "expiresAt", "lastRequest", "orgSlug", "scope"} and t["orgSlug"] == "acme"
    for k in ("createdAt", "expiresAt", "lastRequest"): iso(t[k])
    assert a["key"] not in json.dumps(c.get("/tokens").json)
    ok(c.get("/registry/instances", who=a["key"])); ok(c.get("/clusters", who=a["key"]), 403); ok(c.get("/tokens", who=None), 401)
    assert c.post("/tokens", {"name": "x", "scope": [{"role": "ROLE_REGISTRY_READER", "resourceIds": ["globex-images"]}]}).status >= 400
    ok(c.get("/tokens/scope-options"))
def w_iam(c):
    r = ok(c.get("/iam/catalog"))["roles"]; assert all(x["kind"] in ("builtin", "custom") and isinstance(x["permissions"], list) for x in r)
    ok(c.get("/iam/catalog", who="member"), 403); ok(c.get("/iam/catalog", who=None), 401)
    s = ok(c.get("/iam/permissions"))["services"]; assert all({t["tier"] for t in x["tiers"]} == {"read", "write", "admin"} for y in s for x in y["resources"])
    assert {"email.key.admin", "registry.key.admin"} <= {t["permission"] for y in s for x in y["resources"] for t in x["tiers"]}
def w_organization(c):
    time.sleep(0 if c.kind != "ve-contacts-rate-limit" else 10.2)
    ok(c.patch("/organization/contacts", {"billingEmail": "new@acme.example"})); assert c.get("/organization/contacts")["billingEmail"] == "new@acme.example"
    ok(c.patch("/organization/contacts", {"billingEmail": "bad"}), 400); ok(c.patch("/organization/contacts", {"billingEmail": "a@b.example"}, who="member"), 403)
    c.event("billing-email-collides", email="taken@x.example"); ok(c.patch("/organization/contacts", {"billingEmail": "taken@x.example"}), 409)
def w_registry(c):
    time.sleep(0 if c.kind != "ve-login-rate-limit" else 10.2)
    ok(c.post("/registry/instances", {"slug": "walk-one"}), 201); ok(c.post("/registry/instances", {"slug": "walk-one"}), 409); ok(c.get("/registry/instances/walk-one"))
    k = ok(c.post("/registry/instances/walk-one/keys", {"name": "k", "mode": "readwrite", "repoPrefixes": ["team"]}), 201)
    q = lambda r, a: c.post("/registry/access-check", {"username": "x", "password": k["secret"], "registry": "walk-one", "repository": r, "action": a}, who=None)["allowed"]
    assert q("team/app", "push") and not q("other", "pull"); ok(c.post("/registry/instances/walk-one/keys/%s/revoke" % k["keyId"])); assert not q("team/app", "pull")
    c.event("image-pushed", registry="walk-one", repository="team/app"); assert c.delete("/registry/instances/walk-one").status >= 400
    l = ok(c.post("/registry/credentials", {"registry": "walk-one", "pullOnly": True})); assert l["scope"] == [{"registry": "walk-one", "mode": "pull"}]
    ok(c.post("/registry/credentials/%s/revocation" % l["keyId"])); ok(c.delete("/registry/instances/walk-one/repositories?repo=team/app"), 204); ok(c.delete("/registry/instances/walk-one"), 204)
    r = ok(c.post("/registry/instances/acme-platform/access-rules", {"issuer": "https://i.example", "audience": "a", "subjectPattern": "s*", "mode": "pull"})); ok(c.delete("/registry/instances/acme-platform/access-rules/%d" % r["id"]), 204)
    assert c.get("/registry/instances", who=None).status >= 400
def w_email(c):
    d = domain(c, "walk.judged.example"); ok(c.post("/email/domains", {"name": "walk.judged.example"}), 409); e = hook(c, 200)
    ok(c.post("/email/routes", {"domainId": d, "pattern": "a", "endpointId": e}), 409); ok(c.post("/email/domains/%s/receive" % d)); r = ok(c.post("/email/routes", {"domainId": d, "pattern": "a", "endpointId": e}), 201)
    ok(c.post("/email/routes", {"domainId": d, "pattern": "a", "endpointId": e}), 409); ok(c.delete("/email/webhooks/" + e), 409)
    m = mail(c); c.advance("PT2S"); ok(c.get("/email/messages/" + m)); dl = ok(c.get("/email/webhook-deliveries?messageId=" + m))["deliveries"]; assert dl[0]["state"] == "delivered", dl
    n = ok(c.post("/email/webhook-deliveries/%d/redeliver" % dl[0]["id"]), 202)["id"]; assert n != dl[0]["id"]
    s = c.event("message-bounced", messageId=m, bounce="hard"); assert [x["reason"] for x in c.get("/email/suppressions")["suppressions"]] == ["bounce"]
    c.event("dns-record-published", domain=d); ok(c.post("/email/domains/%s/check" % d), 202); c.advance("PT30S"); assert c.get("/email/domains/" + d)["sendState"] == "verified"
    ok(c.delete("/email/routes/" + r["id"]), 204); ok(c.delete("/email/webhooks/" + e), 204); ok(c.delete("/email/domains/" + d), 204); ok(c.get("/email/domains/" + d), 404); ok(c.get("/email/settings"))
    k = ok(c.post("/email/keys", {"name": "k"}), 201); ok(c.delete("/email/keys/" + k["sendKey"]["id"]), 204); ok(c.get("/email/domains", who=None), 401)
def w_oncall(c):
    i = ok(inc(c), 201)["id"]; assert ok(c.post("/oncall/incidents/%s/acknowledgement" % i))["status"] == "acknowledged"; ok(c.post("/oncall/incidents/%s/acknowledgement" % i), 409)
    c.event("alert-fires", serviceId="svc-checkout", alert="W"); assert c.get("/oncall/incidents/" + i)["firingAlerts"] == 1
    assert ok(c.put("/oncall/incidents/%s/resolution" % i))["status"] == "resolved"; assert c.event("alert-fires", serviceId="svc-checkout", alert="W2")["opened"]
    u = ok(c.post("/oncall/incidents/%s/public-updates" % i, {"body": "sorry"}), 201); ok(c.delete("/oncall/incidents/%s/public-updates/%s" % (i, u["id"])), 204)
    s = ok(c.post("/oncall/rotations", {"name": "r", "timezone": "Europe/Berlin", "participants": [{"userId": "usr-1001", "label": "Olga"}], "handoff": {"interval": "daily", "time": "09:00"}}), 201)["id"]
    p = ok(c.post("/oncall/policies", {"name": "p", "repeat": 1, "steps": [{"target": {"kind": "schedule", "id": s, "label": "r"}, "waitSeconds": 60}]}), 201)["id"]
    ok(c.delete("/oncall/rotations/" + s), 409); ok(c.patch("/oncall/services/svc-search/escalation", {"escalationPolicyId": p})); ok(c.delete("/oncall/policies/" + p), 409)
    j = inc(c, s="svc-search")["id"]; assert c.req("GET", "/_understudy/pages?incidentId=" + j, who=None)["pages"]
    ok(c.patch("/oncall/services/svc-search/escalation", {"escalationPolicyId": None})); ok(c.delete("/oncall/policies/" + p), 204); ok(c.delete("/oncall/rotations/" + s), 204)
def w_clusters(c):
    ok(clu(c, "walk-a"), 201); c.advance("PT40S"); k = ok(c.get("/clusters/walk-a")); assert k["phase"] == "RUNNING", k.raw
    ok(c.patch("/clusters/walk-a", {"tier": "large"})); c.advance("PT30S"); assert c.get("/clusters/walk-a")["tier"] == "large" and c.get("/clusters/walk-a")["phase"] == "RUNNING"
    j = ok(c.post("/clusters/walk-a/join-tokens"), 201); q = lambda n: c.post("/clusters/walk-a/join", {"token": j["joinToken"], "node": n}, who=None).status; assert [q("n1"), q("n2")] == [201, 401]
    c.event("headroom-changes", cluster="walk-a", component="etcd", usedPercent=95); a = ok(c.patch("/clusters/walk-a", {"tier": "small"}), 409); assert "etcd" in a["error"]
    kc = ok(c.get("/clusters/walk-a/kubeconfig")); assert kc["expiresIn"] > 0; ok(c.delete("/clusters/walk-a/nodes/n1"), 204); a = ok(c.delete("/clusters/walk-a"), 202); assert not a.raw
    c.advance("PT70S"); ok(c.get("/clusters/walk-a"), 404); ok(c.get("/clusters", who=None), 401)
def w_uptime(c):
    time.sleep(0 if c.kind != "ve-ping-once-a-second" else 1.1)
    ok(c.get("/uptime/ping")); s = ok(c.post("/uptime/services", {"name": "Walk"}), 201)["id"]; ok(c.post("/uptime/services", {"name": "Walk"}), 409)
    m = ok(mon(c, serviceId=s, downCondition={"confirmations": 2, "quorum": 1}), 201)["id"]; ok(c.delete("/uptime/services/" + s), 409); assert [x["monitors"] for x in c.get("/uptime/services")["services"] if x["id"] == s] == [1]
    for o in ("ok", "fail", "fail"): c.event("probe-result", monitorId=m, outcome=o)
    assert [t["to"] for t in c.get("/uptime/monitors/%s/transitions" % m)["transitions"]] == ["down", "up"]; ok(c.get("/uptime/monitors/%s/metrics" % m))
    assert mon(c, intervalSeconds=7).status >= 400 and mon(c, vantages=["sa-gru"]).status >= 400
    ok(c.delete("/uptime/monitors/" + m), 204); ok(c.get("/uptime/monitors/" + m), 404); ok(c.delete("/uptime/services/" + s), 204)
    t = ok(c.post("/uptime/export-tokens", {"name": "x"}), 201); ok(c.get("/uptime/scrape", who=t["token"])); ok(c.delete("/uptime/export-tokens/" + t["id"]), 204); ok(c.get("/uptime/scrape", who=t["token"]), 401)
WALKS = {n[2:]: f for n, f in list(globals().items()) if n.startswith("w_")}

def main():
    ids = sys.argv[1:] or list(V)
    os.makedirs(WORK, exist_ok=True)
    clean, failed = {}, []
    s = Server(CANDIDATE); s.kind = "clean"
    try:
        for a, f in WALKS.items():
            s.reset(); f(s)
        for i in ids: s.reset(); clean[i] = P[i][0](s)
    finally: s.stop()
    for i in ids:
        d = os.path.join(WORK, "copy"); shutil.rmtree(d, ignore_errors=True); shutil.copytree(CANDIDATE, d)
        for e in V[i]["edits"]:
            p = os.path.join(d, e["file"]); t = open(p, encoding="utf-8").read(); assert t.count(e["find"]) == 1, (i, e["find"])
            open(p, "w", encoding="utf-8").write(t.replace(e["find"], e["replace"]))
        s = None
        try:
            s = Server(d); s.kind = i; s.reset(); got = P[i][0](s); why = ""
            if got != P[i][1]: why = "expected " + json.dumps(P[i][1])
            elif got == clean[i]: why = "no difference"
            for a in WALKS if not why else []: s.reset(); WALKS[a](s)
        except (AssertionError, KeyError, SystemExit) as x:
            import traceback; why = "walk: " + traceback.format_exc()[-700:]; got = locals().get("got")
        finally:
            if s: s.stop()
            shutil.rmtree(os.path.join(WORK, "copy"), ignore_errors=True)
        if why: failed.append(i)
        print(("PROVEN " if not why else "FAILED ") + i + "\n   clean  " + json.dumps(clean[i]) + "\n   edited " + json.dumps(got) + ("\n   " + why if why else ""), flush=True)
    shutil.rmtree(WORK, ignore_errors=True)
    print("%d of %d proven" % (len(ids) - len(failed), len(ids)), "; failed: " + ", ".join(failed) if failed else "")
    return 1 if failed else 0
sys.exit(main())
