#!/usr/bin/env python3
"""prove.py [ID...]: the clean candidate is right, the edited copy wrong. One line per mistake."""
import base64, hashlib, hmac, http.client, json, os, re, shutil, signal, socket, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone
from urllib.parse import quote
H = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = H + "/../../../../../examples/eighth-candidate"
TMP = tempfile.mkdtemp()
S = dict(owner="sess-olga-7f31", admin="sess-arne-20c4", member="sess-mia-9b02", viewer="sess-vik-c88a", scoped="sess-sam-03fb", outsider="sess-otto-e1d9", pia="sess-pia-64aa")
V = "/api/v1"

class Server:
    def __init__(self, folder):
        s = socket.socket(); s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]; s.close()
        self.p = subprocess.Popen(["bash", folder + "/run.sh", "--port", str(self.port)], stdout=subprocess.PIPE, stderr=open(TMP + "/err.log", "a"), env=dict(os.environ, TMPDIR=TMP), text=True, start_new_session=True)
        line = self.p.stdout.readline()
        if not line.startswith("http"): raise RuntimeError("did not start (see tmp/err.log)")
    def stop(self):
        self.p.terminate(); self.p.wait()
    def raw(self, method, path, body=None, who="owner", headers=None):
        h = dict(headers or {})
        if who: h["Authorization"] = "Bearer " + S.get(who, who)
        if body is not None: h["Content-Type"] = "application/json"
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        c.request(method, path, None if body is None else json.dumps(body), h)
        r = c.getresponse(); data = r.read().decode(); t = r.getheader("Content-Type") or ""; c.close()
        try: j = json.loads(data) if data else None
        except ValueError: j = data
        return r.status, j, t
    def q(self, method, path, body=None, who="owner", headers=None):
        return self.raw(method, V + path, body, who, headers)[:2]
    def ok(self, *a, **k):
        s, b = self.q(*a, **k)
        assert 200 <= s < 300, (a, s, b)
        return b
    def ev(self, name, **body):
        s, b, _ = self.raw("POST", "/_understudy/events/" + name, body, None)
        assert s == 200, (name, s, b)
        return b
    def adv(self, by):
        s, b, _ = self.raw("POST", "/_understudy/clock/advance", {"by": by}, None)
        assert s == 200, (s, b)
    def many(self, n, f):
        out = [None] * n; go = threading.Barrier(n)
        def one(i): go.wait(); out[i] = f(i)
        ts = [threading.Thread(target=one, args=(i,)) for i in range(n)]
        [t.start() for t in ts]; [t.join() for t in ts]
        return out

P = {}
def proof(id, right, wrong):
    def d(f): P["ax-" + id] = (f, right, wrong); return f
    return d
def hook(x, types=("MESSAGE_SENT",), n=0): return x.ok("POST", "/email/webhooks", dict(url=f"http://127.0.0.1:9/h{n}", eventTypes=list(types)))
def access(x, l, user="x", reg="acme-platform", repo="platform/gateway", action="pull"):
    return x.ok("POST", "/registry/access-check", dict(username=user, password=l, registry=reg, repository=repo, action=action), who=None)["allowed"]
SCHED = dict(name="s", timezone="UTC", participants=[dict(userId="usr-1001", label="Olga")], handoff=dict(interval="daily", time="09:00"))
def step(kind, id): return dict(target=dict(kind=kind, id=id, label="l"), waitSeconds=60)

@proof("route-pattern-per-endpoint", 409, 201)
def _(x):
    a, b = hook(x)["webhook"]["id"], hook(x, n=1)["webhook"]["id"]
    d = x.ok("POST", "/email/domains", dict(name="in.acme.example"))["id"]
    x.ok("POST", f"/email/domains/{d}/receive")
    x.ok("POST", "/email/routes", dict(domainId=d, pattern="help", endpointId=a))
    return x.q("POST", "/email/routes", dict(domainId=d, pattern="help", endpointId=b))[0]
@proof("cluster-stored-before-quota", (403, 404), (403, 200))
def _(x):
    x.ev("quota-changes", quota="clusters", value=1)
    return x.q("POST", "/clusters", dict(name="one-more", tier="small"))[0], x.q("GET", "/clusters/one-more")[0]
@proof("token-expiry-default-lifetime", 401, 200)
def _(x):
    k = x.ok("POST", "/tokens", dict(name="t", expiresIn=3600))["key"]
    assert x.q("GET", "/tokens", who=k)[0] == 200
    x.adv("P1D"); return x.q("GET", "/tokens", who=k)[0]
@proof("recovery-not-recorded", ("up", "down", "up"), ("up", "up", "down"))
def _(x):
    i = x.ok("GET", "/uptime/monitors")["monitors"][0]["id"]
    for o, n in (("ok", 1), ("fail", 5), ("ok", 1)):
        x.adv("PT10M"); x.ev("probe-result", monitorId=i, outcome=o, times=n)
    t = x.ok("GET", f"/uptime/monitors/{i}/transitions")["transitions"][0]
    return x.ok("GET", f"/uptime/monitors/{i}")["state"], t["from"], t["to"]
@proof("registration-token-id-by-time", True, False)
def _(x):
    ids = []
    for r in range(6): ids += [b["id"] for b in x.many(16, lambda i: x.ok("POST", "/clusters/acme-prod/registration-tokens", dict(name=f"n{i}")))]
    n = len(x.ok("GET", "/clusters/acme-prod/registration-tokens")["tokens"])
    return len(set(ids)) == len(ids) == n
@proof("redeliver-any-organization", (404, 1), (202, 2))
def _(x):
    hook(x); m = x.ev("message-sent", **{"from": "a@mail.acme.example", "to": ["b@c.example"]})
    x.adv("PT2S"); d = x.ok("GET", "/email/webhook-deliveries")["deliveries"]; assert len(d) == 1, d
    s = x.q("POST", f"/email/webhook-deliveries/{d[0]['id']}/redeliver", who="outsider")[0]
    return s, len(x.ok("GET", "/email/webhook-deliveries")["deliveries"])
@proof("kubeconfig-fetch-prolongs", (True, False), (True, True))
def _(x):
    k = x.ok("GET", "/clusters/acme-prod/kubeconfig")["kubeconfig"]
    use = lambda: x.ev("credential-used", kind="kubeconfig", secret=k, cluster="acme-prod")["accepted"]
    x.adv("PT10M"); a = use(); x.ok("GET", "/clusters/acme-prod/kubeconfig"); x.adv("PT10M")
    return a, use()
@proof("revoked-key-decision-cached", (True, False), (True, True))
def _(x):
    k = x.ok("POST", "/registry/instances/acme-platform/keys", dict(name="k", mode="pull"))
    a = access(x, k["secret"]); x.ok("POST", f"/registry/instances/acme-platform/keys/{k['keyId']}/revoke")
    return a, access(x, k["secret"])
@proof("token-switch-off-cached", (200, 401), (200, 200))
def _(x):
    t = x.ok("POST", "/tokens", dict(name="t"))
    a = x.q("GET", "/organization/contacts", who=t["key"])[0]; x.ev("token-disabled", tokenId=t["id"])
    return a, x.q("GET", "/organization/contacts", who=t["key"])[0]
@proof("usage-of-other-organization", 403, 200)
def _(x): return x.q("GET", "/clusters/acme-prod/usage", who="outsider")[0]
@proof("no-keys-not-found", (200, 200), (404, 200))
def _(x):
    x.ok("POST", "/registry/instances", dict(slug="fresh-one"))
    a = x.q("GET", "/registry/instances/fresh-one/keys")[0]; x.ok("POST", "/registry/instances/fresh-one/keys", dict(name="k", mode="pull"))
    return a, x.q("GET", "/registry/instances/fresh-one/keys")[0]
@proof("service-rename-keeps-old-claim", 409, 201)
def _(x):
    i = x.ok("POST", "/uptime/services", dict(name="Alpha"))["id"]; x.ok("PATCH", f"/uptime/services/{i}", dict(name="Beta"))
    return x.q("POST", "/uptime/services", dict(name="Beta"))[0]
@proof("vantage-after-a-good-one", (422, 422), (201, 422))
def _(x):
    f = lambda v: x.q("POST", "/uptime/monitors", dict(name="m", kind="tcp", intervalSeconds=60, vantages=v, tcp=dict(host="h.example", port=1)))[0]
    return f(["eu-fra", "sa-gru"]), f(["sa-gru"])
@proof("join-token-expires-in-text", int, str)
def _(x): return type(x.ok("POST", "/clusters/acme-prod/join-tokens")["expiresIn"])
@proof("status-page-shows-timeline", False, True)
def _(x):
    i = x.ok("POST", "/oncall/incidents", dict(serviceId="svc-checkout", title="t"))["id"]
    x.ok("POST", f"/oncall/incidents/{i}/public-updates", dict(body="we look"), who="admin"); x.ok("PUT", f"/oncall/incidents/{i}/resolution")
    return "resolved by Olga" in json.dumps(x.ok("GET", "/oncall/public/svc-checkout", who=None))
@proof("refused-delete-clears-keys", (409, 1), (409, 0))
def _(x):
    x.ok("POST", "/registry/instances/acme-platform/keys", dict(name="k", mode="pull"))
    return x.q("DELETE", "/registry/instances/acme-platform")[0], len(x.ok("GET", "/registry/instances/acme-platform/keys")["keys"])
@proof("rule-mode-optional", 422, 200)
def _(x): return x.q("POST", "/registry/instances/acme-platform/access-rules", dict(issuer="https://ci.example", audience="a", subjectPattern="s"))[0]
@proof("message-read-outside-grant", (403, 0), (200, 0))
def _(x):
    d = x.ok("POST", "/email/domains", dict(name="in.acme.example"))["id"]; x.ok("POST", f"/email/domains/{d}/receive")
    m = x.ev("message-received", **{"from": "b@c.example", "to": ["a@in.acme.example"]})["messageId"]
    return x.q("GET", f"/email/messages/{m}", who="scoped")[0], len(x.ok("GET", "/email/messages", who="scoped")["messages"])
@proof("slug-race-at-payment", True, False)
def _(x): return sum(s == 201 for s, _ in x.many(6, lambda i: x.q("POST", "/registry/instances", dict(slug="raced-slug")))) == 1
@proof("restricted-key-becomes-org-wide", (403, 401), (403, 202))
def _(x):
    d = x.ok("POST", "/email/domains", dict(name="two.acme.example"))["id"]
    k = x.ok("POST", "/email/keys", dict(name="k", domainIds=[d]))["secret"]
    send = lambda: x.q("POST", "/email/outbox", {"from": "a@mail.acme.example", "to": ["b@c.example"]}, who=k)[0]
    a = send(); x.ok("DELETE", f"/email/domains/{d}"); return a, send()
@proof("ping-moved", 200, 404)
def _(x): return x.q("GET", "/uptime/ping")[0]
@proof("unused-send-key-shows-secret", False, True)
def _(x):
    s = x.ok("POST", "/email/keys", dict(name="k"))["secret"]; return s in json.dumps(x.ok("GET", "/email/keys"))
@proof("dns-one-per-type", (4, 4), (4, 3))
def _(x):
    d = x.ok("POST", "/email/domains", dict(name="two.acme.example"))["id"]; v = x.ok("POST", f"/email/domains/{d}/receive")
    return len(v["dnsRecords"]), len(x.ok("GET", f"/email/domains/{d}/dns")["records"])
@proof("tier-manage", {"read", "write", "admin"}, {"read", "write", "manage"})
def _(x): return {t["tier"] for s in x.ok("GET", "/iam/permissions")["services"] for r in s["resources"] for t in r["tiers"]}
@proof("payment-error-shape", (402, True), (402, False))
def _(x):
    x.ev("payment-method-changes", active=False); s, b = x.q("POST", "/registry/instances", dict(slug="no-money")); return s, "error" in b
@proof("login-renewed-by-use", (True, False), (True, True))
def _(x):
    l = x.ok("POST", "/registry/credentials", {}); x.adv("PT50M"); a = access(x, l["password"], l["username"]); x.adv("PT20M")
    return a, access(x, l["password"], l["username"])
@proof("purge-with-one-tag-left", (False, 1), (True, 0))
def _(x):
    r = "?repo=platform%2Fgateway"; p = x.ok("DELETE", "/registry/instances/acme-platform/tags" + r + "&tag=stable&purge=true")["purged"]
    return p, len(x.ok("GET", "/registry/instances/acme-platform/tags" + r)["tags"])
@proof("catalog-for-members", (403, 200), (200, 200))
def _(x): return x.q("GET", "/iam/catalog", who="member")[0], x.q("GET", "/iam/catalog", who="admin")[0]
@proof("any-source-token", 401, 202)
def _(x):
    a = x.ok("POST", "/oncall/sources", dict(name="a", serviceId="svc-checkout")); b = x.ok("POST", "/oncall/sources", dict(name="b", serviceId="svc-globex-web"), who="outsider")
    return x.q("POST", "/oncall/ingest/" + quote(a["id"], safe=""), dict(status="firing", alerts=[dict(status="firing", labels=dict(alertname="x"))]), who=b["token"])[0]
@proof("second-login-ends-first", True, False)
def _(x):
    l = x.ok("POST", "/registry/credentials", {}); x.ok("POST", "/registry/credentials", {}); return access(x, l["password"], l["username"])
@proof("cluster-quota-over-all", 201, 403)
def _(x):
    x.ev("quota-changes", quota="clusters", value=1, organization="globex"); return x.q("POST", "/clusters", dict(name="globex-a", tier="small"), who="outsider")[0]
@proof("retry-signed-with-old-secret", ("old", "new"), ("old", "old"))
def _(x):
    h = hook(x); i = h["webhook"]["id"]; x.ev("webhook-endpoint-answers", endpointId=i, answers=[dict(status=500), dict(status=200)])
    x.ev("message-sent", **{"from": "a@mail.acme.example", "to": ["b@c.example"]}); x.adv("PT2S")
    new = x.ok("POST", f"/email/webhooks/{i}/rotate-secret")["signingSecret"]; x.adv("PT20S")
    at = x.raw("GET", "/_understudy/webhook-deliveries?endpointId=" + i, None, None)[1]["attempts"]; assert len(at) == 2, at
    def by(a):
        hd = a["headers"]; text = (hd["webhook-id"] + "." + hd["webhook-timestamp"] + "." + a["body"]).encode()
        for n, s in (("old", h["signingSecret"]), ("new", new)):
            if "v1," + base64.b64encode(hmac.new(base64.b64decode(s[6:]), text, hashlib.sha256).digest()).decode() == hd["webhook-signature"]: return n
    return by(at[0]), by(at[1])
@proof("provider-stored-before-verified", (422, False), (422, True))
def _(x):
    x.ev("provider-behaves", behaviour="rejects"); s = x.q("PUT", "/oncall/telephony", dict(accountSid="AC1", authToken="t", fromNumber="+15550100101"))[0]
    return s, x.ok("GET", "/oncall/telephony")["configured"]
@proof("webhook-patch-any-type", (422, 422), (200, 422))
def _(x):
    i = hook(x)["webhook"]["id"]; t = ["MESSAGE_SENT", "NOT_AN_EVENT"]
    return x.q("PATCH", "/email/webhooks/" + i, dict(eventTypes=t))[0], x.q("POST", "/email/webhooks", dict(url="http://a.example/", eventTypes=t))[0]
@proof("schedule-in-later-step", (409, 409), (409, 204))
def _(x):
    a, b = x.ok("POST", "/oncall/rotations", SCHED)["id"], x.ok("POST", "/oncall/rotations", SCHED)["id"]
    x.ok("POST", "/oncall/policies", dict(name="p", repeat=0, steps=[step("schedule", a), step("schedule", b)]))
    return x.q("DELETE", "/oncall/rotations/" + a)[0], x.q("DELETE", "/oncall/rotations/" + b)[0]
@proof("torn-down-still-listed", (404, False), (404, True))
def _(x):
    x.ok("POST", "/clusters", dict(name="gone-soon", tier="small")); x.ok("DELETE", "/clusters/gone-soon"); x.adv("PT10S")
    return x.q("GET", "/clusters/gone-soon")[0], "gone-soon" in [k["name"] for k in x.ok("GET", "/clusters")["clusters"]]
@proof("content-past-window-text", (404, True), (404, False))
def _(x):
    m = x.ev("message-sent", **{"from": "a@mail.acme.example", "to": ["b@c.example"], "createdAt": (datetime.now(timezone.utc) - timedelta(days=31)).isoformat()})["messageId"]
    s, b = x.q("GET", f"/email/messages/{m}/content"); return s, isinstance(b, dict) and isinstance(b.get("error"), str)
@proof("entitlement-of-first-membership", (403, 200), (200, 200))
def _(x):
    x.ev("entitlement-changes", area="uptime", enabled=False, organization="globex")
    return tuple(x.q("GET", "/uptime/ping", who="pia", headers={"X-Acting-Organization": o})[0] for o in ("globex", "acme"))
@proof("page-skips-same-instant", (20, 5), (20, 0))
def _(x):
    t = (datetime.now(timezone.utc) - timedelta(hours=1)).isoformat()
    for i in range(25): x.ev("message-sent", **{"from": "a@mail.acme.example", "to": [f"b{i}@c.example"], "createdAt": t})
    a = x.ok("GET", "/email/messages"); b = x.ok("GET", "/email/messages?cursor=" + a["cursor"])
    return len(a["messages"]), len(b["messages"])
def policy(x, *services):
    p = x.ok("POST", "/oncall/policies", dict(name="p", repeat=0, steps=[step("user", "usr-1001")]))["id"]
    for s in services: x.ok("PATCH", f"/oncall/services/{s}/escalation", dict(escalationPolicyId=p))
def incident(x, s): return x.ok("POST", "/oncall/incidents", dict(serviceId=s, title="t"))["id"]
@proof("acknowledged-neighbour-stops-paging", (1, 1), (1, 0))
def _(x):
    policy(x, "svc-checkout"); a = incident(x, "svc-checkout"); x.ok("POST", f"/oncall/incidents/{a}/acknowledgement"); b = incident(x, "svc-checkout"); x.adv("PT1M")
    return tuple(len(x.raw("GET", "/_understudy/pages?incidentId=" + i, None, None)[1]["pages"]) for i in (a, b))
@proof("alerts-grouped-by-policy", (True, "svc-checkout"), (False, "svc-search"))
def _(x):
    policy(x, "svc-checkout", "svc-search"); incident(x, "svc-search"); b = incident(x, "svc-checkout"); x.ok("PUT", f"/oncall/incidents/{b}/resolution")
    e = x.ev("alert-fires", serviceId="svc-checkout", alert="disk"); return e["opened"], x.ok("GET", "/oncall/incidents/" + e["incidentId"])["serviceId"]
@proof("token-list-fails-on-removed-role", (200, 200), (200, 404))
def _(x):
    x.ok("POST", "/tokens", dict(name="t", scope=[dict(role="custom:mail-operator")])); a = x.q("GET", "/tokens")[0]
    x.ev("role-changes", customRole=dict(id="custom:mail-operator", removed=True)); return a, x.q("GET", "/tokens")[0]
@proof("join-token-used-when-ready", (401, 401), (201, 401))
def _(x):
    t = x.ok("POST", "/clusters/acme-prod/join-tokens")["joinToken"]; j = lambda n: x.q("POST", "/clusters/acme-prod/join", dict(token=t, node=n), who=None)[0]
    assert j("n-a") == 201; b = j("n-b"); x.adv("PT6S"); return b, j("n-c")
@proof("scope-any-instance", 403, 201)
def _(x):
    x.ok("POST", "/registry/instances", dict(slug="hidden-one"))
    return x.q("POST", "/tokens", dict(name="t", scope=[dict(role="ROLE_REGISTRY_READER", resourceIds=["hidden-one"])]), who="scoped")[0]

def run(x, id):
    assert x.raw("POST", "/_understudy/reset", {}, None)[0] == 200
    return P[id][0](x)

def main():
    os.makedirs(TMP, exist_ok=True)
    M = json.load(open(H + "/mistakes.json"))
    if sys.argv[1:]: M = [m for m in M if m["id"] in sys.argv[1:]]
    clean = {}
    x = Server(CANDIDATE)
    try:
        for m in M:
            try: clean[m["id"]] = run(x, m["id"])
            except Exception as e: clean[m["id"]] = "error: %r" % (e,)
    finally: x.stop()
    good = 0
    for m in M:
        id = m["id"]; _, right, wrong = P[id]
        if clean[id] != right: print(id, "the clean one gives", clean[id], "not", right, flush=True); continue
        copy = TMP + "/copy"; shutil.rmtree(copy, ignore_errors=True); shutil.copytree(CANDIDATE, copy)
        try:
            for e in m["edits"]:
                t = open(copy + "/" + e["file"]).read(); assert t.count(e["find"]) == 1, e["find"]
                open(copy + "/" + e["file"], "w").write(t.replace(e["find"], e["replace"]))
            x = Server(copy)
            try: got = run(x, id)
            finally: x.stop()
        except Exception as e: print(id, "error: %r" % (e,), flush=True); continue
        finally:
            for d in os.listdir(TMP):
                if d.startswith("eighth-classes-"): shutil.rmtree(TMP + "/" + d, ignore_errors=True)
        if got == wrong: good += 1; print(id, "ok", flush=True)
        else: print(id, "the edited one gives", got, "not", wrong, flush=True)
    print(good, "of", len(M), "proven")
main()
