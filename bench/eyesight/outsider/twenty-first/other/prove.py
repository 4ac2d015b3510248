#!/usr/bin/env python3
"""python3 prove.py [ID...]: the clean candidate is right, the edited copy is wrong."""
import tempfile, base64, hashlib, hmac, json, os, shutil, signal, socket, subprocess, sys, threading, time, urllib.error, urllib.parse, urllib.request, datetime
HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, '../../../../../examples/eighth-candidate')
TMP = tempfile.mkdtemp()
WHO = {"owner": "sess-olga-7f31", "admin": "sess-arne-20c4", "member": "sess-mia-9b02", "viewer": "sess-vik-c88a", "scoped": "sess-sam-03fb", "both": "sess-pia-64aa", "outsider": "sess-otto-e1d9"}
MON = {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["eu-fra", "us-iad"], "http": {"url": "https://www.acme.example/"}}
HAND = {"interval": "daily", "time": "09:00"}
PEOPLE = [{"userId": "usr-1001", "label": "Olga"}, {"userId": "usr-1002", "label": "Arne"}]

class Server:
    def __init__(self, folder):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        env = dict(os.environ, TMPDIR=TMP)
        self.p = subprocess.Popen(["bash", os.path.join(folder, "run.sh"), "--port", str(port)], stdout=subprocess.PIPE, stderr=open(os.path.join(TMP, "err.txt"), "w"), env=env, text=True)
        line = self.p.stdout.readline().strip()
        if not line.startswith("http"): raise Exception("does not start: " + open(os.path.join(TMP, "err.txt")).read()[:1500])
        self.url = line
    def stop(self):
        self.p.terminate()
        self.p.wait()
    def raw(self, method, path, body=None, who="owner", bearer=None, org=None):
        h = {}
        token = bearer or (WHO[who] if who else None)
        if token: h["Authorization"] = "Bearer " + token
        if org: h["X-Acting-Organization"] = org
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            h["Content-Type"] = "application/json"
        q = urllib.request.Request(self.url + path, data=data, headers=h, method=method)
        try:
            with urllib.request.urlopen(q, timeout=30) as r: return r.status, r.read()
        except urllib.error.HTTPError as e: return e.code, e.read()
    def __call__(self, method, path, body=None, **k):
        st, b = self.raw(method, "/api/v1" + path, body, **k)
        if st == 500: raise Exception("500 " + b.decode())
        try: return st, json.loads(b) if b else None
        except ValueError: return st, b
    def ok(self, *a, **k):
        st, b = self(*a, **k)
        assert 200 <= st < 300, (a[:2], st, b)
        return b
    def ev(self, name, **b):
        st, r = self.raw("POST", "/_understudy/events/" + name, b)
        return st, json.loads(r)
    def event(self, name, **b):
        st, r = self.ev(name, **b)
        assert st == 200, (name, st, r)
        return r
    def advance(self, by):
        st, r = self.raw("POST", "/_understudy/clock/advance", {"by": by})
        assert st == 200, r
    def control(self, path): return json.loads(self.raw("GET", "/_understudy/" + path)[1])
    def reset(self): assert self.raw("POST", "/_understudy/reset")[0] == 200

def parallel(n, f):
    out = [None] * n
    gate = threading.Barrier(n)
    def run(i):
        gate.wait()
        out[i] = f(i)
    ts = [threading.Thread(target=run, args=(i,)) for i in range(n)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out

P = {}
def proof(id):
    def d(f): P["al-" + id] = f; return f
    return d
refused = lambda st: 400 <= st < 500

@proof("handoff-half")
def _(s):
    x = s.ok("POST", "/oncall/rotations", {"name": "r", "timezone": "UTC", "participants": PEOPLE, "handoff": HAND})
    assert s("POST", "/oncall/rotations", {"name": "r", "timezone": "UTC", "participants": PEOPLE, "handoff": {"time": "10:00"}})[0] == 422
    s.ok("PATCH", "/oncall/rotations/" + x["id"], {"handoff": {"interval": "weekly", "time": "10:30"}})
    return refused(s("PATCH", "/oncall/rotations/" + x["id"], {"handoff": {"time": "11:00"}})[0])

def incident(s, svc="svc-checkout", who="owner", title="t"):
    return s.ok("POST", "/oncall/incidents", {"serviceId": svc, "title": title}, who=who)
@proof("incidents-by-status")
def _(s):
    a = incident(s)["id"]; time.sleep(.02); b = incident(s)["id"]
    assert [x["id"] for x in s.ok("GET", "/oncall/incidents")["incidents"]] == [b, a]
    s.ok("POST", f"/oncall/incidents/{b}/acknowledgement")
    return [x["id"] for x in s.ok("GET", "/oncall/incidents")["incidents"]] == [b, a]

@proof("key-no-prefixes")
def _(s):
    k = s.ok("POST", "/registry/instances/acme-platform/keys", {"name": "k", "mode": "pull"})["keyId"]
    x = [x for x in s.ok("GET", "/registry/instances/acme-platform/keys")["keys"] if x["keyId"] == k][0]
    return isinstance(x.get("repoPrefixes"), list)

@proof("alert-joins-resolved")
def _(s):
    a = s.event("alert-fires", serviceId="svc-checkout", alert="A")
    s.ok("PUT", f"/oncall/incidents/{a['incidentId']}/resolution")
    before = s.ok("GET", f"/oncall/incidents/{a['incidentId']}")
    b = s.event("alert-fires", serviceId="svc-checkout", alert="B")
    return b["opened"] is True and b["incidentId"] != a["incidentId"] and s.ok("GET", f"/oncall/incidents/{a['incidentId']}") == before

@proof("export-token-shown")
def _(s):
    t = s.ok("POST", "/uptime/export-tokens", {"name": "x"})
    return t["token"] not in json.dumps(s.ok("GET", "/uptime/export-tokens"))

@proof("catalog-hidden")
def _(s):
    assert s("GET", "/iam/catalog")[0] == 200
    return s("GET", "/iam/catalog", who="member")[0] == 403

def signed(secret, a):
    h = a["headers"]
    mac = hmac.new(base64.b64decode(secret[6:]), (h["webhook-id"] + "." + h["webhook-timestamp"] + "." + a["body"]).encode(), hashlib.sha256).digest()
    return h["webhook-signature"] == "v1," + base64.b64encode(mac).decode()
def hook(s, types=("MESSAGE_SENT",)): return s.ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": list(types)})
@proof("retry-old-secret")
def _(s):
    w = hook(s); e = w["webhook"]["id"]
    s.event("webhook-endpoint-answers", endpointId=e, answers=[{"status": 500}])
    s.event("message-sent", **{"from": "a@mail.acme.example", "to": ["b@x.example"]})
    s.advance("PT2S")
    one = s.control("webhook-deliveries?endpointId=" + e)["attempts"]
    assert len(one) == 1 and signed(w["signingSecret"], one[0]), one
    new = s.ok("POST", f"/email/webhooks/{e}/rotate-secret")["signingSecret"]
    s.advance("PT16S")
    two = s.control("webhook-deliveries?endpointId=" + e)["attempts"]
    assert len(two) == 2 and two[1]["attempt"] == 2
    assert signed(new, two[1]) != signed(w["signingSecret"], two[1])
    return signed(new, two[1])

@proof("never-used-token")
def _(s):
    t = s.ok("POST", "/tokens", {"name": "t"})["id"]
    x = [x for x in s.ok("GET", "/tokens")["tokens"] if x["id"] == t][0]
    try: datetime.datetime.fromisoformat(x["lastRequest"])
    except ValueError: return False
    return True

@proof("public-acknowledgement")
def _(s):
    i = incident(s)["id"]
    s.ok("POST", f"/oncall/incidents/{i}/acknowledgement")
    s.ok("POST", f"/oncall/incidents/{i}/public-updates", {"body": "we look"}, who="admin")
    p = s.event("status-page-viewed", serviceIds=["svc-checkout"])["incidents"]
    q = s.ok("GET", "/oncall/public/svc-checkout", who=None)["incidents"]
    assert len(p) == 1 and len(q) == 1
    return "acknowledged by" not in json.dumps(p) and "acknowledged by" not in json.dumps(q)

@proof("override-elsewhere")
def _(s):
    x = s.ok("POST", "/oncall/rotations", {"name": "r", "timezone": "UTC", "participants": PEOPLE, "handoff": HAND})["id"]
    o = s.ok("POST", f"/oncall/rotations/{x}/substitutions", {"userId": "usr-1003", "label": "Mia", "startsAt": "2099-01-01T00:00:00Z", "endsAt": "2099-01-02T00:00:00Z"})["id"]
    st = s("DELETE", f"/oncall/rotations/{x}/substitutions/{o}", who="outsider")[0]
    there = [y for r in s.ok("GET", "/oncall/rotations")["schedules"] if r["id"] == x for y in r["overrides"]]
    return refused(st) and len(there) == 1

@proof("group-status")
def _(s):
    x = s.ok("POST", "/oncall/sources", {"name": "s", "serviceId": "svc-search"})
    al = lambda n, st: {"status": st, "labels": {"alertname": n}, "annotations": {}, "startsAt": "2026-01-01T00:00:00Z", "fingerprint": n}
    post = lambda *l: s.ok("POST", "/oncall/ingest/" + x["id"], {"version": "4", "status": "firing", "alerts": list(l)}, bearer=x["token"])
    post(al("A", "firing"), al("B", "firing"))
    i = s.ok("GET", "/oncall/incidents")["incidents"]
    assert len(i) == 1 and i[0]["firingAlerts"] == 2
    post(al("A", "firing"), al("B", "resolved"))
    return s.ok("GET", "/oncall/incidents")["incidents"][0]["firingAlerts"] == 1

@proof("delete-with-disabled")
def _(s):
    x = s.ok("POST", "/uptime/services", {"name": "svc"})["id"]
    s.ok("POST", "/uptime/monitors", dict(MON, serviceId=x, enabled=False))
    assert [y["monitors"] for y in s.ok("GET", "/uptime/services")["services"] if y["id"] == x] == [1]
    return s("DELETE", "/uptime/services/" + x)[0] == 409

def policy(s, name="p", steps=None): return s.ok("POST", "/oncall/policies", {"name": name, "repeat": 0, "steps": steps or [{"target": {"kind": "user", "id": "usr-1001", "label": "Olga"}, "waitSeconds": 60}]})
@proof("foreign-service-policy")
def _(s):
    p = policy(s)["id"]
    s.ok("PATCH", "/oncall/services/svc-checkout/escalation", {"escalationPolicyId": p})
    st = s("PATCH", "/oncall/services/svc-checkout/escalation", {"escalationPolicyId": None}, who="outsider")[0]
    return refused(st) and [x["services"] for x in s.ok("GET", "/oncall/policies")["policies"] if x["id"] == p] == [1]

@proof("one-tag-goes")
def _(s):
    d = s.event("image-pushed", registry="acme-platform", repository="x/y", tags=["a", "b"])["digest"]
    s.ok("DELETE", "/registry/instances/acme-platform/images?repo=x/y&digest=" + d)
    return s.ok("GET", "/registry/instances/acme-platform/tags?repo=x/y")["tags"] == []

@proof("patch-shows-secret")
def _(s):
    w = hook(s); e = w["webhook"]["id"]
    assert w["signingSecret"] not in json.dumps(s.ok("PATCH", "/email/webhooks/" + e, {"disabled": True}))
    return w["signingSecret"] not in json.dumps(s.ok("PATCH", "/email/webhooks/" + e, {"url": "https://two.example/x"}))

@proof("manager-elsewhere")
def _(s):
    assert s("GET", "/iam/catalog", who="member")[0] == 403
    assert s("GET", "/iam/catalog", who="both", org="globex")[0] == 200
    return s("GET", "/iam/catalog", who="both", org="acme")[0] == 403

@proof("quota-of-all")
def _(s):
    for i in range(59): s.ok("POST", "/uptime/monitors", dict(MON, name=f"m{i}"), who="outsider")
    assert len(s.ok("GET", "/uptime/monitors")["monitors"]) == 1
    st, b = s("POST", "/uptime/monitors", MON)
    assert st in (201, 403), (st, b)
    return st == 201

@proof("export-lost")
def _(s):
    l = parallel(8, lambda i: s("POST", "/uptime/export-tokens", {"name": f"t{i}"}))
    assert all(st == 201 for st, _ in l)
    ids = {x["id"] for x in s.ok("GET", "/uptime/export-tokens")["tokens"]}
    return {b["id"] for _, b in l} <= ids

def registry(s, slug): s.ok("POST", "/registry/instances", {"slug": slug})
@proof("upstream-everywhere")
def _(s):
    registry(s, "second-one")
    for r in ("acme-platform", "second-one"): s.ok("PUT", f"/registry/instances/{r}/upstream-logins/ghcr.io", {"username": "u", "password": "p"})
    s.ok("DELETE", "/registry/instances/acme-platform/upstream-logins/ghcr.io")
    assert s.ok("GET", "/registry/instances/acme-platform/upstream-logins")["upstreamCredentials"] == []
    return [x["upstream"] for x in s.ok("GET", "/registry/instances/second-one/upstream-logins")["upstreamCredentials"]] == ["ghcr.io"]

@proof("check-any-domain")
def _(s):
    d = s.ok("POST", "/email/domains", {"name": "two.acme.example"})["id"]
    own = s.ok("GET", "/email/domains", who="scoped")["domains"]
    assert len(own) == 1 and own[0]["id"] != d
    assert s("POST", f"/email/domains/{own[0]['id']}/check", who="scoped")[0] == 202
    return s("POST", f"/email/domains/{d}/check", who="scoped")[0] in (403, 404)

@proof("updates-lost")
def _(s):
    i = incident(s)["id"]
    l = parallel(6, lambda n: s("POST", f"/oncall/incidents/{i}/public-updates", {"body": f"u{n}"}))
    assert all(st == 201 for st, _ in l), l
    page = s.event("status-page-viewed")["incidents"][0]["updates"]
    return len({b["id"] for _, b in l}) == 6 and len(page) == 6

def armed(s, name):
    d = s.ok("POST", "/email/domains", {"name": name})["id"]
    s.ok("POST", f"/email/domains/{d}/receive")
    return d
@proof("route-twin")
def _(s):
    a, b, e = armed(s, "a.acme.example"), armed(s, "b.acme.example"), hook(s)["webhook"]["id"]
    r = [s.ok("POST", "/email/routes", {"domainId": d, "pattern": "info", "endpointId": e})["id"] for d in (a, b)]
    s.ok("DELETE", "/email/routes/" + r[0])
    return [x["id"] for x in s.ok("GET", "/email/routes")["routes"]] == [r[1]]

@proof("no-nodes")
def _(s):
    s.ok("POST", "/clusters", {"name": "fresh", "tier": "small"})
    assert len(s.ok("GET", "/clusters/acme-prod/nodes")["nodes"]) == 2
    return s.ok("GET", "/clusters/fresh/nodes").get("nodes") == []

@proof("refused-interval-stays")
def _(s):
    m = s.ok("POST", "/uptime/monitors", MON)["id"]
    assert refused(s("PATCH", "/uptime/monitors/" + m, {"intervalSeconds": 47})[0])
    return s.ok("GET", "/uptime/monitors/" + m)["intervalSeconds"] == 60

@proof("schedule-in-use-422")
def _(s):
    x = s.ok("POST", "/oncall/rotations", {"name": "r", "timezone": "UTC", "participants": PEOPLE, "handoff": HAND})["id"]
    policy(s, steps=[{"target": {"kind": "schedule", "id": x, "label": "r"}, "waitSeconds": 60}])
    st = s("DELETE", "/oncall/rotations/" + x)[0]
    assert refused(st)
    return st == 409

@proof("foreign-patch")
def _(s):
    st = s("PATCH", "/clusters/acme-prod", {"tier": "large"}, who="outsider")[0]
    s.advance("PT15S")
    t = s.ok("GET", "/clusters/acme-prod")["tier"]
    assert refused(st) == (t == "medium")
    return st in (403, 404)

@proof("join-token-twice")
def _(s):
    t = s.ok("POST", "/clusters/acme-prod/join-tokens")["joinToken"]
    assert s("POST", "/clusters/acme-prod/join", {"token": t, "node": "n1"}, who=None)[0] == 201
    st = s("POST", "/clusters/acme-prod/join", {"token": t, "node": "n2"}, who=None)[0]
    s.advance("PT6S")
    assert refused(s("POST", "/clusters/acme-prod/join", {"token": t, "node": "n3"}, who=None)[0])
    return refused(st) and len(s.ok("GET", "/clusters/acme-prod/nodes")["nodes"]) == 3

@proof("purge-keeps-quota")
def _(s):
    registry(s, "small-one")
    s.event("quota-changes", quota="registry-storage-bytes", registry="small-one", value=1000000)
    push = lambda t, n: s.ev("image-pushed", registry="small-one", repository="x", tags=[t], layers=[{"sizeBytes": n}])
    assert push("a", 600000)[0] == 200
    assert push("b", 600000)[0] == 409
    assert s.ok("DELETE", "/registry/instances/small-one/tags?repo=x&tag=a&purge=true") == {"purged": True}
    assert s.ok("GET", "/registry/instances/small-one")["usedBytes"] == 0
    return push("b", 600000)[0] == 200

@proof("content-once")
def _(s):
    m = s.event("message-sent", **{"from": "a@mail.acme.example", "to": ["b@x.example"], "subject": "hi"})["messageId"]
    one = s.raw("GET", f"/api/v1/email/messages/{m}/content")
    assert one[0] == 200 and b"Subject: hi" in one[1]
    return s.raw("GET", f"/api/v1/email/messages/{m}/content") == one

@proof("disabled-endpoint-goes")
def _(s):
    d, e = armed(s, "a.acme.example"), hook(s)["webhook"]["id"]
    s.ok("POST", "/email/routes", {"domainId": d, "pattern": "*", "endpointId": e})
    assert s("DELETE", "/email/webhooks/" + e)[0] == 409
    s.ok("PATCH", "/email/webhooks/" + e, {"disabled": True})
    return s("DELETE", "/email/webhooks/" + e)[0] == 409

@proof("login-by-name")
def _(s):
    registry(s, "second-one")
    l = s.ok("POST", "/registry/credentials", {}, who="scoped")
    assert [x["registry"] for x in l["scope"]] == ["acme-platform"]
    return refused(s("POST", "/registry/credentials", {"registry": "second-one"}, who="scoped")[0])

@proof("ghost-skew")
def _(s):
    s.event("node-joins", cluster="acme-prod", node="old", agentVersion="v1.29.1")
    st, b = s("PATCH", "/clusters/acme-prod", {"orchestratorVersion": "v1.32.3"})
    assert st == 409 and "old" in b["error"]
    s.ok("DELETE", "/clusters/acme-prod/nodes/old")
    assert len(s.ok("GET", "/clusters/acme-prod/nodes")["nodes"]) == 2
    return s("PATCH", "/clusters/acme-prod", {"orchestratorVersion": "v1.32.3"})[0] == 200

@proof("login-slides")
def _(s):
    l = s.ok("POST", "/registry/credentials", {})
    use = lambda: s.ok("POST", "/registry/access-check", {"username": l["username"], "password": l["password"], "registry": "acme-platform", "repository": "platform/gateway", "action": "pull"}, who=None)["allowed"]
    s.advance("PT50M")
    assert use() is True
    s.advance("PT20M")
    return use() is False

@proof("quiet-takes-manual")
def _(s):
    a = s.event("alert-fires", serviceId="svc-search", alert="A")["incidentId"]
    m = incident(s, "svc-search")["id"]
    s.event("alert-resolves", serviceId="svc-search", alert="A")
    s.advance("PT6M")
    assert s.ok("GET", "/oncall/incidents/" + a)["status"] == "resolved"
    return s.ok("GET", "/oncall/incidents/" + m)["status"] == "open"

@proof("window-echo")
def _(s):
    m = s.ok("POST", "/uptime/monitors", MON)["id"]
    assert s.ok("GET", f"/uptime/monitors/{m}/metrics?window=7d")["window"] == "7d"
    return s.ok("GET", f"/uptime/monitors/{m}/metrics").get("window") in ("1h", "24h", "7d")

@proof("catalog-trimmed")
def _(s):
    one = s.ok("GET", "/iam/permissions")
    assert "iam" in [x["service"] for x in one["services"]]
    s.ok("GET", "/iam/permissions", who="viewer")
    return s.ok("GET", "/iam/permissions") == one

@proof("resolved-of-all")
def _(s):
    i = incident(s, "svc-globex-web", who="outsider")["id"]
    s.ok("PUT", f"/oncall/incidents/{i}/resolution", who="outsider")
    return i not in [x["id"] for x in s.ok("GET", "/oncall/incidents?status=RESOLVED")["incidents"]]

@proof("catalog-open")
def _(s):
    assert s("GET", "/uptime/monitors", who=None)[0] == 401
    return s("GET", "/uptime/catalog", who=None)[0] == 401

@proof("services-named")
def _(s):
    return policy(s)["services"] == 0

@proof("slug-prefix-cleared")
def _(s):
    registry(s, "team"); registry(s, "team-web")
    s.event("image-pushed", registry="team-web", repository="shop")
    s.ok("DELETE", "/registry/instances/team")
    return [x["name"] for x in s.ok("GET", "/registry/instances/team-web/repositories")["repositories"]] == ["shop"]

@proof("kubeconfig-201")
def _(s):
    st, b = s("GET", "/clusters/acme-prod/kubeconfig")
    assert "kubeconfig" in b
    return st == 200

@proof("scope-after-first")
def _(s):
    mk = lambda ids: s("POST", "/tokens", {"name": "t", "scope": [{"role": "ROLE_REGISTRY_READER", "resourceIds": ids}]})[0]
    assert mk(["acme-platform"]) == 201 and refused(mk(["globex-images"]))
    return refused(mk(["acme-platform", "globex-images"]))

@proof("security-address")
def _(s):
    assert s("PATCH", "/organization/contacts", {"billingEmail": "nobody"})[0] == 400
    return s("PATCH", "/organization/contacts", {"securityEmail": "not an address"})[0] == 400

@proof("failures-by-vantage")
def _(s):
    m = s.ok("POST", "/uptime/monitors", MON)["id"]
    for v in ("eu-fra", "us-iad", "eu-fra", "us-iad"):
        s.event("probe-result", monitorId=m, outcome="fail", vantage=v)
        s.advance("PT1M")
    at = [x["at"] for x in s.ok("GET", f"/uptime/monitors/{m}/failures")["failures"]]
    assert len(at) == 4 and len(set(at)) == 4
    return at == sorted(at, reverse=True)

def run(s, id):
    s.reset()
    try: return P[id](s)
    except Exception as e: return f"{type(e).__name__}: {e}"

def main():
    all_ = json.load(open(os.path.join(HERE, "mistakes.json")))
    want = sys.argv[1:]
    todo = [m for m in all_ if not want or m["id"] in want]
    shutil.rmtree(TMP, ignore_errors=True)
    os.makedirs(TMP)
    clean = {}
    s = Server(CANDIDATE)
    try:
        for m in todo: clean[m["id"]] = run(s, m["id"])
    finally: s.stop()
    good = 0
    for m in todo:
        copy = os.path.join(TMP, "copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(CANDIDATE, copy)
        why = None
        for e in m["edits"]:
            f = os.path.join(copy, e["file"])
            t = open(f).read()
            if t.count(e["find"]) != 1: why = "the text occurs %d times: %s" % (t.count(e["find"]), e["find"][:60])
            open(f, "w").write(t.replace(e["find"], e["replace"]))
        if not why:
            try:
                s = Server(copy)
                try: r = run(s, m["id"])
                finally: s.stop()
                if clean[m["id"]] is not True: why = f"clean: {clean[m['id']]}"
                elif r is not False: why = f"edited: {r}"
            except Exception as e: why = str(e)
        good += why is None
        print(m["id"], why or "ok", flush=True)
    shutil.rmtree(TMP, ignore_errors=True)
    print(f"{good} of {len(todo)} proven")
main()
