#!/usr/bin/env python3
"""python3 prove.py [ID...]: the clean candidate is right, the edited copy wrong. One server at a time."""
import tempfile, json, os, re, shutil, subprocess, sys, time, urllib.request, urllib.error, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__))
SCRATCH = os.path.join(tempfile.gettempdir(), "prove-seventeenth")
PORT = int(os.environ.get("PORT", "18917"))
BASE = f"http://127.0.0.1:{PORT}"
ENV = dict(os.environ, HOME=SCRATCH + "/.home", GOCACHE=SCRATCH + "/.gocache", GOPATH=SCRATCH + "/.home/go", GOFLAGS="-p=1", GOTOOLCHAIN="local", GO111MODULE="on")
GO = "/usr/local/go/bin/go"

class NotSo(Exception): pass
def must(c, msg):
    if not c: raise NotSo(msg)

def call(who, method, path, body=None, headers=None):
    h = dict(headers or {})
    if who: h.setdefault("Authorization", who if " " in who else "Bearer session-" + who)
    data = None
    if body is not None: data = json.dumps(body).encode(); h["Content-Type"] = "application/json"
    r = urllib.request.Request(BASE + path, data=data, method=method, headers=h)
    try: res = urllib.request.urlopen(r, timeout=10)
    except urllib.error.HTTPError as e: res = e
    raw = res.read()
    try: v = json.loads(raw) if raw else None
    except ValueError: v = raw
    return res.status if hasattr(res, "status") else res.code, v
def ok(who, method, path, body=None, headers=None):
    s, v = call(who, method, path, body, headers)
    must(200 <= s < 300, f"{method} {path}: {s} {v}")
    return v
def ev(name, body): return ok(None, "POST", "/_understudy/events/" + name, body)
def evs(name, body): return call(None, "POST", "/_understudy/events/" + name, body)
def advance(by): ok(None, "POST", "/_understudy/clock/advance", {"by": by})
def progress(mode): ok(None, "PUT", "/_understudy/clock/progress", {"mode": mode})
A = "/api/v1"; R = A + "/registry/registries"; E = A + "/email"; O = A + "/oncall"; C = A + "/clusters"; U = A + "/uptime"

def domain(name, verified=True):
    progress("at-once")
    d = ok("olga", "POST", E + "/domains", {"name": name})
    if verified:
        ev("dns-record-published", {"domain": d["id"]})
        ok("olga", "POST", f"{E}/domains/{d['id']}/check")
        d = ok("olga", "GET", f"{E}/domains/{d['id']}")
        must(d["sendState"] == "verified", "not verified")
    progress("delay")
    return d
def send(d, to, **kw): return ev("message-sent", {"from": "a@" + d["name"], "to": to, "subject": "s", "text": "t", **kw})["messageId"]
def cluster(**kw):
    progress("at-once")
    ok("olga", "POST", C, {"name": "alpha", "tier": "small", **kw})
    progress("delay")
def hook(types=("message.sent",)):
    w = ok("olga", "POST", E + "/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": list(types)})["webhook"]
    ev("webhook-endpoint-answers", {"endpointId": w["id"], "answers": [{"status": 200}]})
    return w
def registry(slug, who="olga"): return ok(who, "POST", R, {"slug": slug})
def incident(svc="svc_shop"): return ok("olga", "POST", O + "/incidents", {"serviceId": svc, "title": "t"})
def inc(i): return ok("olga", "GET", f"{O}/incidents/{i}")
def pages(i): return ok(None, "GET", "/_understudy/pages?incidentId=" + i)["pages"]
def tcp(): return ok("olga", "POST", U + "/monitors", {"name": "m", "intervalSeconds": 60, "vantages": ["fra"], "kind": "tcp", "tcp": {"host": "db.example.com", "port": 5432}, "downCondition": {"confirmations": 1, "quorum": 1}})
def policy(uid="usr_olga"):
    return ok("olga", "POST", O + "/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": uid, "label": "x"}, "waitSeconds": 60}]})
def attach(svc, pid): ok("olga", "PUT", f"{O}/services/{svc}/escalation-policy", {"escalationPolicyId": pid})

# each proof returns (is it right, what was seen)
P = {}
def proof(id):
    def d(f): P["ad-" + id] = f; return f
    return d

@proof("lb-off-null")
def _():
    cluster(managedLoadBalancers={"enabled": True})
    must(ok("olga", "GET", C + "/alpha")["managedLoadBalancers"]["loadBalancers"] == [], "before")
    v = ok("olga", "PATCH", C + "/alpha", {"managedLoadBalancers": {"enabled": False}})
    g = ok("olga", "GET", C + "/alpha")
    return v["managedLoadBalancers"]["loadBalancers"] == [] == g["managedLoadBalancers"]["loadBalancers"], g["managedLoadBalancers"]
@proof("event-types-first-only")
def _():
    w = hook()
    must(call("olga", "POST", E + "/webhooks", {"url": "http://x.example/", "eventTypes": ["message.sent", "nonsense"]})[0] == 400, "create")
    must(call("olga", "PATCH", f"{E}/webhooks/{w['id']}", {"eventTypes": ["nonsense"]})[0] == 400, "first")
    s, v = call("olga", "PATCH", f"{E}/webhooks/{w['id']}", {"eventTypes": ["message.sent", "nonsense"]})
    return 400 <= s < 500 and "nonsense" not in str(ok("olga", "GET", E + "/webhooks")), (s, v)
@proof("tag-count-by-image")
def _():
    registry("depot-one")
    ev("image-pushed", {"registry": "depot-one", "repository": "app", "tags": ["1.0", "latest"]})
    t = ok("olga", "GET", R + "/depot-one/tags?repo=app")["tags"]
    n = ok("olga", "GET", R + "/depot-one/repositories")["repositories"][0]["tagCount"]
    return n == len(t) == 2, n
@proof("selector-one-good-is-enough")
def _():
    registry("mine-one"); registry("theirs-one", "nils")
    must(call("olga", "POST", A + "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["theirs-one"]}]})[0] == 400, "plain")
    s, v = call("olga", "POST", A + "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["mine-one", "theirs-one"]}]})
    return 400 <= s < 500, s
@proof("dns-verified-means-found")
def _():
    d = domain("a.mail.example")
    must({r["outcome"] for r in ok("olga", "GET", f"{E}/domains/{d['id']}/dns")["records"]} == {"found"}, "published")
    ev("dns-record-removed", {"domain": d["id"], "type": "TXT"})
    l = [r for r in ok("olga", "GET", f"{E}/domains/{d['id']}/dns")["records"] if r["type"] == "TXT"]
    return l[0]["outcome"] == "missing", l
@proof("repo-delete-leaves-untagged")
def _():
    registry("depot-one")
    for r in ("plain", "app", "app"): ev("image-pushed", {"registry": "depot-one", "repository": r, "tags": ["latest"]})
    ok("olga", "DELETE", R + "/depot-one/repositories?repo=plain")
    must([r["name"] for r in ok("olga", "GET", R + "/depot-one/repositories")["repositories"]] == ["app"], "plain")
    ok("olga", "DELETE", R + "/depot-one/repositories?repo=app")
    l = ok("olga", "GET", R + "/depot-one/repositories")["repositories"]
    d = ok("olga", "GET", R + "/depot-one")
    return l == [] and d["repositoryCount"] == 0 and d["usedBytes"] == 0, (l, d["usedBytes"])
@proof("bounce-suppresses-once")
def _():
    d = domain("a.mail.example")
    ev("message-bounced", {"messageId": send(d, ["x@y.example"]), "bounce": "hard"})
    l = ok("olga", "GET", E + "/suppressions")["suppressions"]
    must([s["reason"] for s in l] == ["bounce"], "first")
    ok("olga", "DELETE", E + "/suppressions/" + l[0]["id"])
    ev("message-bounced", {"messageId": send(d, ["x@y.example"]), "bounce": "hard"})
    l = ok("olga", "GET", E + "/suppressions")["suppressions"]
    return [s["reason"] for s in l] == ["bounce"], l
@proof("check-again-200")
def _():
    d = domain("a.mail.example", False)
    a = call("olga", "POST", f"{E}/domains/{d['id']}/check"); b = call("olga", "POST", f"{E}/domains/{d['id']}/check")
    must(a[0] == 202, "first")
    return b[0] == 202, b
@proof("skew-names-first-node")
def _():
    cluster(orchestratorVersion="1.32.6")
    for n in ("node-a", "node-b"): ev("node-joins", {"cluster": "alpha", "node": n, "agentVersion": "1.30.0"})
    s, v = call("olga", "PATCH", C + "/alpha", {"orchestratorVersion": "1.33.2"})
    must(s == 409 and "node-a" in v["error"], (s, v))
    return "node-b" in v["error"], v
@proof("permissions-read-strips")
def _():
    a = ok("olga", "GET", A + "/iam/permissions"); ok("vera", "GET", A + "/iam/permissions"); b = ok("olga", "GET", A + "/iam/permissions")
    must('"admin"' in json.dumps(a), "first")
    return a == b, "admin atoms left: %s" % ('"admin"' in json.dumps(b))
@proof("patch-during-roll-lost")
def _():
    cluster()
    must(call("olga", "PATCH", C + "/alpha", {"tier": "medium"})[0] == 200, "first")
    s, v = call("olga", "PATCH", C + "/alpha", {"replicas": 3})
    advance("PT2M")
    g = ok("olga", "GET", C + "/alpha")
    must(g["tier"] == "medium" and g["phase"] == "running", g)
    return s == 409 or g["replicas"] == 3, (s, g["replicas"])
@proof("cleared-credential-silent")
def _():
    p = policy(); attach("svc_shop", p["id"])
    def run(clear_first):
        ok("olga", "PUT", O + "/provider-credential", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15005550006"})
        ok("olga", "PUT", O + "/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": "sms", "delaySeconds": 300}]})
        if clear_first: ok("olga", "DELETE", O + "/provider-credential")
        i = incident()
        if not clear_first: ok("olga", "DELETE", O + "/provider-credential")
        advance("PT6M")
        return [(x["channel"], x["outcome"], x.get("error")) for x in pages(i["id"])]
    good = [("sms", "failed", "no provider credential")]
    must(run(True) == good, "plain")
    l = run(False)
    return l == good, l
@proof("minted-via-token")
def _():
    registry("depot-one")
    t = ok("olga", "POST", A + "/tokens", {"name": "t"})["key"]
    ok("Bearer " + t, "POST", R + "/depot-one/keys", {"name": "k", "mode": "pull"})
    v = ok("olga", "GET", R + "/depot-one/keys")["keys"][0]["mintedVia"]
    return v == "manual", v
@proof("pull-key-by-member")
def _():
    registry("depot-one")
    must(call("mia", "POST", R + "/depot-one/keys", {"name": "k", "mode": "readwrite"})[0] == 403, "plain")
    s, v = call("mia", "POST", R + "/depot-one/keys", {"name": "k", "mode": "pull"})
    return s == 403, s
@proof("detached-alerts-still-page")
def _():
    p = policy(); attach("svc_shop", p["id"])
    i = ev("alert-fires", {"serviceId": "svc_shop", "alert": "a"})["incidentId"]
    must(len(pages(i)) == 1, "attached"); ok("olga", "POST", f"{O}/incidents/{i}/resolve")
    attach("svc_shop", None)
    j = incident(); must(pages(j["id"]) == [], "by hand"); ok("olga", "POST", f"{O}/incidents/{j['id']}/resolve")
    i = ev("alert-fires", {"serviceId": "svc_shop", "alert": "b"})["incidentId"]
    return pages(i) == [], pages(i)
@proof("token-bound-to-default-org")
def _():
    h = {"X-Organization": "borealis"}
    must(ok("bea", "POST", A + "/tokens", {"name": "t"}, {"X-Organization": "aurora"})["orgSlug"] == "aurora", "plain")
    v = ok("bea", "POST", A + "/tokens", {"name": "t"}, h)
    l = [t["id"] for t in ok("bea", "GET", A + "/tokens", None, h)["tokens"]]
    return v["orgSlug"] == "borealis" and v["id"] in l, v["orgSlug"]
@proof("last-request-empty")
def _():
    v = ok("olga", "POST", A + "/tokens", {"name": "t"})
    t = ok("olga", "GET", A + "/tokens")["tokens"][0]
    ok("Bearer " + v["key"], "GET", A + "/tokens")
    must(re.match(r"\d{4}-\d\d-\d\dT", ok("olga", "GET", A + "/tokens")["tokens"][0]["lastRequest"]), "used")
    return bool(re.match(r"\d{4}-\d\d-\d\dT", t["lastRequest"])), repr(t["lastRequest"])
@proof("upstream-of-another-org")
def _():
    registry("mine-one"); registry("theirs-one", "nils")
    ok("nils", "PUT", R + "/theirs-one/upstream-credentials/docker.io", {"username": "n", "password": "pw"})
    must(ev("credential-used", {"kind": "upstream-credential", "id": "docker.io", "registry": "theirs-one"})["accepted"], "plain")
    v = ev("credential-used", {"kind": "upstream-credential", "id": "docker.io", "registry": "mine-one"})
    return v["accepted"] is False, v
@proof("kubeconfig-renews-older")
def _():
    cluster()
    k = ok("olga", "GET", C + "/alpha/kubeconfig")
    use = lambda: ev("credential-used", {"kind": "kubeconfig", "secret": k["kubeconfig"], "cluster": "alpha"})["accepted"]
    must(k["expiresIn"] == 3600 and use(), "fresh"); advance("PT30M"); ok("olga", "GET", C + "/alpha/kubeconfig"); advance("PT45M")
    return use() is False, use()
@proof("route-pattern-per-endpoint")
def _():
    d = domain("a.mail.example", False); ok("olga", "POST", f"{E}/domains/{d['id']}/receive")
    a, b = hook(), hook()
    r = lambda w: call("olga", "POST", E + "/routes", {"domainId": d["id"], "pattern": "support", "endpointId": w["id"]})[0]
    must(r(a) == 201 and r(a) == 409, "plain")
    s = r(b)
    return s == 409, s
@proof("ack-revives-resolved")
def _():
    i = incident()["id"]; ok("olga", "POST", f"{O}/incidents/{i}/acknowledge"); ok("olga", "POST", f"{O}/incidents/{i}/resolve")
    call("olga", "POST", f"{O}/incidents/{i}/acknowledge"); must(inc(i)["status"] == "resolved", "plain")
    i = incident()["id"]; ok("olga", "POST", f"{O}/incidents/{i}/resolve")
    s, _ = call("olga", "POST", f"{O}/incidents/{i}/acknowledge")
    return inc(i)["status"] == "resolved", (s, inc(i)["status"])
@proof("alert-skips-acked-manual")
def _():
    i = ev("alert-fires", {"serviceId": "svc_search", "alert": "a"})["incidentId"]; ok("olga", "POST", f"{O}/incidents/{i}/acknowledge")
    must(ev("alert-fires", {"serviceId": "svc_search", "alert": "b"})["incidentId"] == i, "plain")
    i = incident()["id"]; ok("olga", "POST", f"{O}/incidents/{i}/acknowledge")
    j = ev("alert-fires", {"serviceId": "svc_shop", "alert": "a"})["incidentId"]
    n = len([x for x in ok("olga", "GET", O + "/incidents")["incidents"] if x["serviceId"] == "svc_shop"])
    return i == j and inc(i)["firingAlerts"] == 1 and n == 1, (inc(i)["firingAlerts"], n)
@proof("contacts-half-applied")
def _():
    p = A + "/organization/contacts"; a = ok("olga", "GET", p)
    s, _ = call("olga", "PATCH", p, {"technicalEmail": "new@aurora.example", "securityEmail": "not an address"})
    must(s == 400, s); b = ok("olga", "GET", p)
    ev("billing-email-collides", {"email": "dup@aurora.example"})
    s, _ = call("olga", "PATCH", p, {"billingEmail": "dup@aurora.example"}); must(s == 409, s); c = ok("olga", "GET", p)
    return a == b == c, (b, c)
@proof("narrowed-login-not-pull-only")
def _():
    registry("depot-one"); registry("depot-two"); L = A + "/registry/login"
    must({s["mode"] for s in ok("olga", "POST", L, {"pullOnly": True})["scope"]} == {"pull"}, "plain")
    v = ok("olga", "POST", L, {"registry": "depot-one", "pullOnly": True})["scope"]
    return v == [{"registry": "depot-one", "mode": "pull"}], v
@proof("join-token-after-node-delete")
def _():
    cluster(); t = ok("olga", "POST", C + "/alpha/join-tokens")["joinToken"]
    j = lambda n: evs("node-joins", {"cluster": "alpha", "node": n, "token": t})[0]
    must(j("node-a") == 200 and j("node-b") >= 400, "plain"); ok("olga", "DELETE", C + "/alpha/nodes/node-a")
    s = j("node-b")
    return s >= 400 and ok("olga", "GET", C + "/alpha/nodes")["nodes"] == [], s
@proof("backups-not-switched-off")
def _():
    cluster(datastore={"mode": "dedicated"})
    ok("olga", "PATCH", C + "/alpha", {"datastore": {"size": "db-medium", "storageGiB": 20, "replicas": 3, "backups": False}}); advance("PT2M")
    d = ok("olga", "GET", C + "/alpha")["datastore"]
    must(d["size"] == "db-medium" and d["storageGiB"] == 20, d)
    return d["backups"] is False, d
@proof("revoked-key-cached")
def _():
    registry("depot-one")
    def run(use):
        k = ok("olga", "POST", R + "/depot-one/keys", {"name": "k", "mode": "pull"})
        az = lambda: call(None, "POST", A + "/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "depot-one", "action": "pull"})[0]
        if use: must(az() == 200, "works")
        ok("olga", "DELETE", f"{R}/depot-one/keys/{k['keyId']}")
        return az(), ev("credential-used", {"kind": "registry-key", "secret": k["secret"], "registry": "depot-one"})["accepted"]
    must(run(False) == (401, False), "plain")
    v = run(True)
    return v == (401, False), v
@proof("past-retention-not-json")
def _():
    d = domain("a.mail.example")
    old = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 40 * 86400))
    i = send(d, ["x@y.example"], createdAt=old)
    s, v = call("olga", "GET", E + "/messages/nope/content"); must(s == 404 and "error" in v, "plain")
    s, v = call("olga", "GET", f"{E}/messages/{i}/content"); must(s == 404, s)
    return isinstance(v, dict) and isinstance(v.get("error"), str), v
@proof("delivery-filters-or")
def _():
    d = domain("a.mail.example"); a, b = hook(), hook(); x, y = send(d, ["x@y.example"]), send(d, ["x@y.example"])
    q = lambda s: len(ok("olga", "GET", E + "/webhook-deliveries?" + s)["deliveries"])
    must(q("") == 4 and q("messageId=" + x) == 2 and q("endpointId=" + a["id"]) == 2, "plain")
    n = q(f"messageId={x}&endpointId={a['id']}")
    return n == 1, n
@proof("key-widens-when-domain-goes")
def _():
    a, b = domain("a.mail.example"), domain("b.mail.example")
    k = ok("olga", "POST", E + "/keys", {"name": "k", "domainIds": [a["id"]]})
    s = lambda: call("Bearer " + k["secret"], "POST", E + "/send", {"from": "a@b.mail.example", "to": ["x@y.example"], "subject": "s", "text": "t"})[0]
    must(s() == 403, "plain"); ok("olga", "DELETE", E + "/domains/" + a["id"]); v = s()
    w = evs("message-sent", {"from": "a@b.mail.example", "to": ["x@y.example"], "sendKeyId": k["sendKey"]["id"]})[0]
    return v >= 400 and w >= 400, (v, w)
@proof("patch-takes-unavailable-vantage")
def _():
    m = tcp()
    must(call("olga", "POST", U + "/monitors", {"name": "m", "intervalSeconds": 60, "vantages": ["fra", "gru"], "kind": "tcp", "tcp": {"host": "db.example.com", "port": 1}})[0] == 400, "plain")
    s, v = call("olga", "PATCH", f"{U}/monitors/{m['id']}", {"vantages": ["fra", "gru"]})
    return 400 <= s < 500 and ok("olga", "GET", f"{U}/monitors/{m['id']}")["vantages"] == ["fra"], s
@proof("alertmanager-zero-end")
def _():
    def run(svc, extra):
        src = ok("olga", "POST", O + "/alert-sources", {"name": "s", "serviceId": svc})
        ok("Bearer " + src["token"], "POST", f"{O}/alert-sources/{src['id']}/webhook", {"version": "4", "groupKey": "g", "truncatedAlerts": 0, "status": "firing", "receiver": "r", "groupLabels": {}, "commonLabels": {}, "commonAnnotations": {}, "externalURL": "http://am.example",
            "alerts": [{"status": "firing", "labels": {"alertname": "A"}, "annotations": {}, "startsAt": "2024-01-01T00:00:00Z", "generatorURL": "http://p.example", "fingerprint": "ab12", **extra}]})
        return [i["firingAlerts"] for i in ok("olga", "GET", O + "/incidents?status=open")["incidents"] if i["serviceId"] == svc]
    must(run("svc_shop", {}) == [1], "plain")
    v = run("svc_search", {"endsAt": "0001-01-01T00:00:00Z"})
    return v == [1], v
@proof("tcp-change-only-v2")
def _():
    m = tcp(); must(call("olga", "PATCH", f"{U}/monitors/{m['id']}", {"name": "n"})[0] == 200, "plain")
    s, v = call("olga", "PATCH", f"{U}/monitors/{m['id']}", {"tcp": {"host": "db.example.com", "port": 5433}})
    return s == 200 and v["tcp"]["port"] == 5433, (s, call("olga", "PATCH", f"/api/v2/uptime/monitors/{m['id']}", {"tcp": {"host": "db.example.com", "port": 5433}})[0])
@proof("paging-default-shared")
def _():
    p = O + "/paging-settings"; a = ok("mia", "GET", p)
    v = ok("adam", "PUT", p, {"phone": "+4915112345678", "rules": [{"channel": "email", "delaySeconds": 300}]}); must(v["email"] == "adam@people.example" == ok("adam", "GET", p)["email"], v)
    b = ok("mia", "GET", p)
    return a == b == {"email": "mia@people.example", "phone": "", "rules": [{"channel": "email", "delaySeconds": 0}]}, b
@proof("content-without-session")
def _():
    d = domain("a.mail.example"); i = send(d, ["x@y.example"])
    must(call(None, "GET", E + "/messages")[0] == 401 == call(None, "GET", E + "/messages/nope/content")[0] == call(None, "GET", f"{E}/messages/{i}")[0], "plain")
    s, v = call(None, "GET", f"{E}/messages/{i}/content")
    return s == 401, s
@proof("transitions-oldest-fifty")
def _():
    m = tcp(); t0 = int(time.time()) - 7200; last = None
    for n in range(56):
        last = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(t0 + 60 * n)) + ".000Z"
        must(ev("probe-result", {"monitorId": m["id"], "outcome": "ok" if n % 2 else "error", "at": last})["transitions"] == 1, n)
        if n == 5: must(ok("olga", "GET", f"{U}/monitors/{m['id']}/transitions")["transitions"][0]["at"] == last, "plain")
    l = ok("olga", "GET", f"{U}/monitors/{m['id']}/transitions")["transitions"]
    return len(l) == 50 and l[0]["at"] == last, (len(l), l[0]["at"], last)
@proof("one-event-per-kind")
def _():
    d = domain("a.mail.example"); i = send(d, ["x@y.example", "z@y.example"])
    for r in ("x@y.example", "z@y.example"): ev("message-delivered", {"messageId": i, "recipient": r})
    l = [(e["kind"], e.get("recipient")) for e in ok("olga", "GET", f"{E}/messages/{i}")["events"]]
    return sorted(r for k, r in l if k == "delivered") == ["x@y.example", "z@y.example"], l
@proof("refire-unacknowledges")
def _():
    f = lambda a, n="alert-fires": ev(n, {"serviceId": "svc_shop", "alert": a})["incidentId"]
    i = f("a"); f("b"); ok("olga", "POST", f"{O}/incidents/{i}/acknowledge"); f("c")
    must(inc(i)["status"] == "acknowledged", "plain"); f("a", "alert-resolves"); f("a"); v = inc(i)
    return v["status"] == "acknowledged" and "acknowledgedAt" in v and v["firingAlerts"] == 3, v["status"]
@proof("pause-lifts-itself")
def _():
    d = domain("a.mail.example"); ids = [send(d, [f"u{n}@y.example"]) for n in range(20)]
    for i in ids[:2]: ev("message-bounced", {"messageId": i, "bounce": "hard"})
    must(ok("olga", "GET", E + "/settings")["paused"] is True, "paused"); advance("PT25H")
    v = ok("olga", "GET", E + "/settings")["paused"]
    return v is True and evs("message-sent", {"from": "a@a.mail.example", "to": ["q@y.example"]})[0] >= 400, v
@proof("admin-sees-all-tokens")
def _():
    i = ok("mia", "POST", A + "/tokens", {"name": "t"})["id"]; ids = lambda w: [t["id"] for t in ok(w, "GET", A + "/tokens")["tokens"]]
    must(ids("mia") == [i] and ids("vera") == [], "plain")
    return i not in ids("olga") and i not in ids("adam"), ids("olga")

def build(edits, name):
    src = f"{SCRATCH}/.work/src"; shutil.rmtree(src, ignore_errors=True); shutil.copytree(HERE + "/../../../../../examples/fourth-candidate", src)
    for e in edits:
        f = os.path.join(src, e["file"]); t = open(f).read()
        assert open(os.path.join(HERE, "../../../../../examples/fourth-candidate", e["file"])).read().count(e["find"]) == 1 and t.count(e["find"]) == 1, e["find"]
        open(f, "w").write(t.replace(e["find"], e["replace"]))
    out = f"{SCRATCH}/.work/{name}"
    r = subprocess.run([GO, "build", "-p", "1", "-o", out, "."], cwd=src, env=ENV, capture_output=True, text=True)
    if r.returncode: raise NotSo("does not compile: " + r.stderr[-400:])
    v = subprocess.run([GO, "vet", "-p", "1", "."], cwd=src, env=ENV, capture_output=True, text=True) if os.environ.get("VET") else None
    return out
def start(binary):
    p = subprocess.Popen([binary, "-port", str(PORT)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            if p.poll() is not None: raise SystemExit("the server ended (port in use?)")
            ok(None, "GET", "/_understudy/health"); return p
        except (urllib.error.URLError, ConnectionError): time.sleep(0.05)
    p.kill(); raise SystemExit("no server")
def stop(p): p.terminate(); p.wait()
def run(id):
    try: ok(None, "POST", "/_understudy/reset", {}); return P[id]()
    except (NotSo, KeyError, IndexError, TypeError) as e: return None, f"{type(e).__name__} {e}"

def main():
    ms = json.load(open(HERE + "/mistakes.json")); want = sys.argv[1:] or [m["id"] for m in ms]
    ms = [m for m in ms if m["id"] in want]; os.makedirs(SCRATCH + "/.work", exist_ok=True); os.makedirs(SCRATCH + "/.home", exist_ok=True)
    s = start(build([], "clean"))
    try: clean = {m["id"]: run(m["id"]) for m in ms}
    finally: stop(s)
    good = 0
    for m in ms:
        try: s = start(build(m["edits"], "edited"))
        except NotSo as e: print(m["id"], e, flush=True); continue
        try: w = run(m["id"])
        finally: stop(s)
        c = clean[m["id"]]
        if c[0] is True and w[0] is False: good += 1; print(m["id"], "ok" + (f"   (wrong: {w[1]})" if os.environ.get("VERBOSE") else ""), flush=True)
        else: print(m["id"], "NOT PROVEN clean:", c, "edited:", w, flush=True)
    print(f"{good} of {len(ms)} proven")
main()
