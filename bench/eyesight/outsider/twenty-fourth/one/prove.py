#!/usr/bin/env python3
"""python3 prove.py [ID...]: the clean candidate is right, each edited copy is wrong."""
import tempfile, json, os, re, shutil, subprocess, sys, threading, time, urllib.request, urllib.error
HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/fourth-candidate")
BUILD = tempfile.mkdtemp()
PORT = 18200
R, O = "/api/v1/registry", "/api/v1/oncall"
E, C, U = "/api/v1/email", "/api/v1/clusters", "/api/v1/uptime"

def req(method, path, body=None, who="session-olga", org=None):
    h = {"Content-Type": "application/json"}
    if who: h["Authorization"] = "Bearer " + who
    if org: h["X-Organization"] = org
    q = urllib.request.Request("http://127.0.0.1:%d%s" % (PORT, path), method=method, headers=h,
                               data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(q, timeout=15) as r: s, b = r.status, r.read()
    except urllib.error.HTTPError as e: s, b = e.code, e.read()
    try: j = json.loads(b)
    except Exception: j = b.decode(errors="replace")
    return s, j

def ok(method, path, body=None, who="session-olga"):
    s, j = req(method, path, body, who)
    if not 200 <= s < 300: raise Exception("%s %s: %s %s" % (method, path, s, j))
    return j
def ev(name, **b): return ok("POST", "/_understudy/events/" + name, b)
def evs(name, **b): return req("POST", "/_understudy/events/" + name, b)
def adv(d): return ok("POST", "/_understudy/clock/advance", {"by": d})
def atonce(): ok("PUT", "/_understudy/clock/progress", {"mode": "at-once"})
def delay(): ok("PUT", "/_understudy/clock/progress", {"mode": "delay"})
NILS = "session-nils"

def domain(name, who="session-olga"):
    d = ok("POST", E + "/domains", {"name": name}, who)
    ev("dns-record-published", domain=d["id"])
    atonce(); ok("POST", E + "/domains/%s/check" % d["id"], None, who); delay()
    assert ok("GET", E + "/domains/" + d["id"], None, who)["sendState"] == "verified"
    return d
def sendkey(who="session-olga"): return ok("POST", E + "/keys", {"name": "k"}, who)["secret"]
def send(secret, dom, to="x@else.example"):
    return ok("POST", E + "/send", {"from": "me@" + dom, "to": [to], "subject": "s", "text": "t"}, secret)["messageId"]
def hook(status=200, who="session-olga", types=["message.sent"]):
    h = ok("POST", E + "/webhooks", {"url": "http://127.0.0.1:18299/h", "eventTypes": types}, who)["webhook"]
    ev("webhook-endpoint-answers", endpointId=h["id"], answers=[{"status": status}])
    return h
def deliveries(who="session-olga"): return ok("GET", E + "/webhook-deliveries", None, who)["deliveries"]
def reg(slug, who="session-olga"): return ok("POST", R + "/registries", {"slug": slug}, who)
def cluster(name, **more):
    atonce(); k = ok("POST", C, dict({"name": name, "tier": "small"}, **more)); delay()
    assert ok("GET", C + "/" + name)["phase"] == "running"
    return k
def policy(who="session-olga", uid="usr_adam"):
    return ok("POST", O + "/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": uid, "label": "A"}, "waitSeconds": 60}]}, who)
def incident(t, svc="svc_shop"): time.sleep(0.005); return ok("POST", O + "/incidents", {"serviceId": svc, "title": t})
def schedule(): return ok("POST", O + "/schedules", {"name": "s", "timezone": "UTC", "participants": [{"userId": "usr_adam", "label": "A"}], "handoff": {"interval": "daily", "time": "09:00"}})
def monitor(**more): return req("POST", U + "/monitors", dict({"name": "m", "intervalSeconds": 60, "vantages": ["fra"], "kind": "http", "http": {"url": "https://site.example/"}}, **more))
def login_works(l, r):
    return req("POST", R + "/data-plane/authorize", {"username": l["username"], "password": l["password"], "registry": r, "action": "pull"}, None)[0] == 200
def refused(s): return 400 <= s < 500

# each returns True when the behaviour is right, False when it is the mistake; anything else raises
P = {}
def p(f): P["aq-" + f.__name__.replace("_", "-")] = f; return f

@p
def redeliver_any_org():
    domain("a.mail.example"); h = hook(); send(sendkey(), "a.mail.example")
    d = deliveries()[0]
    s, j = req("POST", E + "/webhook-deliveries/%d/redeliver" % d["id"], None, NILS)
    n = len(deliveries())
    if s == 404 and n == 1: return True
    assert s == 202 and n == 2, (s, n); return False
@p
def policy_patch_any_org():
    x = policy()
    s, j = req("PATCH", O + "/escalation-policies/" + x["id"], {"name": "stolen"}, NILS)
    n = [y["name"] for y in ok("GET", O + "/escalation-policies")["policies"]]
    if s == 404 and n == ["p"]: return True
    assert s == 200 and n == ["stolen"], (s, n); return False
@p
def quota_new_repos_only():
    reg("alpha"); ev("quota-changes", quota="registry-storage-bytes", registry="alpha", value=5000)
    ev("image-pushed", registry="alpha", repository="app", tags=["1"], layers=[{"sizeBytes": 100}])
    assert evs("image-pushed", registry="alpha", repository="other", layers=[{"sizeBytes": 100000}])[0] == 409
    s, _ = evs("image-pushed", registry="alpha", repository="app", tags=["2"], layers=[{"sizeBytes": 100000}])
    d = ok("GET", R + "/registries/alpha"); over = d["usedBytes"] > d["storageQuotaBytes"]
    if s == 409 and not over: return True
    assert s == 200 and over; return False
@p
def detach_keeps_paging():
    x = policy()
    ok("PUT", O + "/services/svc_shop/escalation-policy", {"escalationPolicyId": x["id"]})
    i0 = incident("attached"); assert len(ok("GET", "/_understudy/pages?incidentId=" + i0["id"])["pages"]) == 1
    v = ok("PUT", O + "/services/svc_shop/escalation-policy", {"escalationPolicyId": None}); assert "escalationPolicyId" not in v
    i = incident("detached"); adv("PT2M")
    return not ok("GET", "/_understudy/pages?incidentId=" + i["id"])["pages"]
@p
def redelivery_not_newest():
    domain("a.mail.example"); hook(); k = sendkey(); send(k, "a.mail.example"); time.sleep(0.01); send(k, "a.mail.example"); time.sleep(0.01)
    a = deliveries(); assert len(a) == 2 and a[0]["id"] > a[1]["id"]
    n = ok("POST", E + "/webhook-deliveries/%d/redeliver" % a[1]["id"])["id"]
    return [d["id"] for d in deliveries()][0] == n
@p
def logout_all():
    reg("alpha"); a = ok("POST", R + "/login", {}); b = ok("POST", R + "/login", {})
    assert login_works(a, "alpha") and login_works(b, "alpha")
    ok("DELETE", R + "/login/" + a["username"]); assert not login_works(a, "alpha")
    w = login_works(b, "alpha"); s = req("DELETE", R + "/login/" + b["username"])[0]
    assert (w, s) in ((True, 204), (False, 404)); return w
@p
def roll_answers_202():
    cluster("one"); s, _ = req("PATCH", C + "/one", {"replicas": 3}); assert s in (200, 202); return s == 200
@p
def patch_during_roll_lost():
    cluster("one"); ok("PATCH", C + "/one", {"tier": "medium"})
    s, _ = req("PATCH", C + "/one", {"replicas": 3}); assert req("PATCH", C + "/one", {"tier": "large"})[0] == 409
    adv("PT5M"); k = ok("GET", C + "/one"); assert k["phase"] == "running" and k["tier"] == "medium"
    if s == 409: return True
    assert s == 200; return k["replicas"] == 3
@p
def scope_one_visible_enough():
    reg("mine"); reg("theirs", NILS)
    t = lambda l: req("POST", "/api/v1/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": l}]})[0]
    assert t(["mine"]) == 201 and refused(t(["theirs"])) and refused(t(["theirs", "nothing"]))
    s = t(["mine", "theirs"]); assert s == 201 or refused(s); return refused(s)
@p
def revoked_source_cached():
    a = ok("POST", O + "/alert-sources", {"name": "a", "serviceId": "svc_shop"})
    hit = lambda fp: req("POST", O + "/alert-sources/%s/webhook" % a["id"], {"alerts": [{"status": "firing", "fingerprint": fp, "labels": {"alertname": fp}}]}, a["token"])[0]
    assert hit("one") == 200
    ok("DELETE", O + "/alert-sources/" + a["id"]); assert ok("GET", O + "/alert-sources")["sources"] == []
    s = hit("two"); assert s in (200, 401); return s == 401
@p
def complaint_reason():
    domain("a.mail.example"); m = send(sendkey(), "a.mail.example", "c@else.example")
    ev("message-complained", messageId=m)
    return [x["reason"] for x in ok("GET", E + "/suppressions")["suppressions"]] == ["complaint"]
@p
def incidents_by_status():
    a, b = incident("1"), incident("2"); l = lambda: [i["id"] for i in ok("GET", O + "/incidents")["incidents"]]
    assert l() == [b["id"], a["id"]]
    ok("POST", O + "/incidents/%s/acknowledge" % b["id"]); return l() == [b["id"], a["id"]]
@p
def key_delete_200():
    k = ok("POST", E + "/keys", {"name": "k"})["sendKey"]; s = req("DELETE", E + "/keys/" + k["id"])[0]; assert s in (200, 204); return s == 204
@p
def domainids_null():
    k = ok("POST", E + "/keys", {"name": "k"})["sendKey"]; l = ok("GET", E + "/keys")["sendKeys"]
    assert k["domainIds"] == l[0]["domainIds"]; return k["domainIds"] == []
@p
def ack_reopens_resolved():
    i = incident("1"); ok("POST", O + "/incidents/%s/resolve" % i["id"]); req("POST", O + "/incidents/%s/acknowledge" % i["id"])
    return ok("GET", O + "/incidents/" + i["id"])["status"] == "resolved"
@p
def transitions_100():
    m = monitor(downCondition={"confirmations": 1, "quorum": 1})[1]
    for n in range(60): ev("probe-result", monitorId=m["id"], outcome="fail" if n % 2 else "ok")
    n = len(ok("GET", U + "/monitors/%s/transitions" % m["id"])["transitions"]); assert n in (50, 60); return n == 50
@p
def retract_hides_siblings():
    a, b = incident("1"), incident("2")
    u = ok("POST", O + "/incidents/%s/updates" % a["id"], {"body": "x"}); ok("POST", O + "/incidents/%s/updates" % b["id"], {"body": "y"})
    page = lambda: {i["id"] for i in ev("status-page-viewed", organization="aurora", serviceIds=["svc_shop"])["incidents"]}
    assert page() == {a["id"], b["id"]}
    ok("DELETE", O + "/incidents/%s/updates/%s" % (a["id"], u["id"])); g = page(); assert g in ({b["id"]}, set()); return g == {b["id"]}
@p
def login_sliding_hour():
    reg("alpha"); a = ok("POST", R + "/login", {}); b = ok("POST", R + "/login", {})
    adv("PT50M"); assert login_works(a, "alpha"); adv("PT50M"); assert not login_works(b, "alpha")
    return not login_works(a, "alpha")
@p
def error_shows_auth_token():
    ev("provider-behaves", organization="aurora", behaviour="unreachable")
    s, j = req("PUT", O + "/provider-credential", {"accountSid": "AC1", "authToken": "very-secret-token", "fromNumber": "+15005550006"})
    assert s == 502; return "very-secret-token" not in json.dumps(j)
@p
def catalog_all_orgs():
    reg("mine"); reg("theirs", NILS); l = {r["id"] for r in ok("GET", "/api/v1/iam/catalog")["resources"]}; assert "mine" in l; return "theirs" not in l
@p
def last_request_format():
    t = ok("POST", "/api/v1/tokens", {"name": "t"}); ok("GET", O + "/incidents", None, t["key"])
    v = ok("GET", "/api/v1/tokens")["tokens"][0]
    iso = lambda s: bool(re.match(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$", s)); assert iso(v["createdAt"]) and iso(v["expiresAt"])
    return iso(v["lastRequest"])
@p
def patch_any_event_type():
    h = hook(); s, j = req("PATCH", E + "/webhooks/" + h["id"], {"eventTypes": ["message.sent", "message.exploded"]})
    l = ok("GET", E + "/webhooks")["webhooks"][0]["eventTypes"]
    if refused(s) and l == ["message.sent"]: return True
    assert s == 200 and "message.exploded" in l; return False
@p
def slug_race():
    out = []
    def go(w): out.append(req("POST", R + "/registries", {"slug": "same"}, w)[0])
    ts = [threading.Thread(target=go, args=(w,)) for w in ("session-olga", "session-adam", NILS, "session-olga")]
    [t.start() for t in ts]; [t.join() for t in ts]
    n = out.count(201); assert n >= 1 and n + out.count(409) == 4, out; return n == 1
@p
def delivered_at_of_failures():
    domain("a.mail.example"); hook(500); send(sendkey(), "a.mail.example"); time.sleep(0.3); d = deliveries()[0]
    assert d["attempts"] == 1 and d["lastStatus"] == 500 and d["state"] == "pending", d
    return "deliveredAt" not in d
@p
def manifests_without_repo():
    reg("alpha"); s = req("GET", R + "/registries/alpha/manifests")[0]; assert refused(req("GET", R + "/registries/alpha/tags")[0]); assert s == 200 or refused(s); return refused(s)
@p
def uptime_404_object():
    s, j = req("GET", U + "/monitors/mon_nothing"); assert s == 404; return isinstance(j["error"], str)
@p
def kubeconfig_renewed():
    cluster("one"); f = lambda: ok("GET", C + "/one/kubeconfig"); a = f(); use = lambda x: ev("credential-used", kind="kubeconfig", secret=x["kubeconfig"])["accepted"]
    assert use(a) and a["expiresIn"] == 3600; adv("PT40M"); f(); adv("PT40M"); return not use(a)
@p
def scopable_omitted():
    return all("scopable" in r for r in ok("GET", "/api/v1/iam/catalog")["roles"])
@p
def posture_counts_all_orgs():
    domain("a.mail.example"); domain("b.mail.example", NILS); k, l = sendkey(), sendkey(NILS)
    mine = [send(k, "a.mail.example", "u%d@else.example" % n) for n in range(20)]
    for n in range(3): ev("message-bounced", messageId=send(l, "b.mail.example", "v%d@else.example" % n), bounce="hard")
    ev("message-delivered", messageId=mine[0]); s = ok("GET", E + "/settings"); return s["paused"] is False
@p
def upstreams_of_siblings():
    reg("alpha"); reg("beta"); ok("PUT", R + "/registries/alpha/upstream-credentials/docker.io", {"username": "u", "password": "pw"})
    assert len(ok("GET", R + "/registries/alpha/upstream-credentials")["upstreamCredentials"]) == 1
    return ok("GET", R + "/registries/beta/upstream-credentials")["upstreamCredentials"] == []
@p
def rotate_any_org():
    h = hook(); s, j = req("POST", E + "/webhooks/%s/rotate-secret" % h["id"], None, NILS); assert s in (404, 200); return s == 404
@p
def only_last_vantage():
    assert refused(monitor(vantages=["gru"])[0]) and refused(monitor(vantages=["fra", "gru"])[0]) and monitor(vantages=["fra", "iad"])[0] == 201
    s = monitor(vantages=["gru", "fra"])[0]; assert s == 201 or refused(s); return refused(s)
@p
def claim_lapses():
    d = ok("POST", E + "/domains", {"name": "a.mail.example"}); c = lambda: req("POST", E + "/domains", {"name": "a.mail.example"}, NILS)[0]
    assert c() == 409; adv("PT49H"); assert ok("GET", E + "/domains/" + d["id"])["sendState"] == "pending"
    s = c(); assert s in (201, 409); return s == 409
@p
def override_answers_schedule():
    s = schedule(); o = ok("POST", O + "/schedules/%s/overrides" % s["id"], {"userId": "usr_mia", "label": "M", "startsAt": "2030-01-01T00:00:00Z", "endsAt": "2030-01-02T00:00:00Z"})
    assert len(ok("GET", O + "/schedules")["schedules"][0]["overrides"]) == 1
    return all(isinstance(o.get(f), str) for f in ("id", "userId", "label", "startsAt", "endsAt"))
@p
def check_unnarrowed():
    a, b = [ok("POST", E + "/domains", {"name": n + ".mail.example"}) for n in "ab"]
    t = ok("POST", "/api/v1/tokens", {"name": "t", "scope": [{"role": "email.editor", "resourceIds": [a["id"]]}]})["key"]
    assert req("POST", E + "/domains/%s/check" % a["id"], None, t)[0] == 202 and req("GET", E + "/domains/" + b["id"], None, t)[0] == 403
    s = req("POST", E + "/domains/%s/check" % b["id"], None, t)[0]; assert s in (202, 403); return s == 403
@p
def detail_shows_password():
    reg("alpha"); ok("PUT", R + "/registries/alpha/upstream-credentials/docker.io", {"username": "u", "password": "pw-very-secret"})
    return "pw-very-secret" not in json.dumps(ok("GET", R + "/registries/alpha"))
@p
def accepted_forgets_delivered():
    domain("a.mail.example"); m = send(sendkey(), "a.mail.example"); n = lambda: ok("GET", E + "/settings")["acceptedToday"]
    assert n() == 1; ev("message-delivered", messageId=m); return n() == 1
@p
def roll_overwrites_tokens():
    cluster("one"); ok("PATCH", C + "/one", {"replicas": 3}); t = ok("POST", C + "/one/registration-tokens", {"name": "t"})
    l = lambda: [x["id"] for x in ok("GET", C + "/one/registration-tokens")["tokens"]]; assert l() == [t["id"]]
    adv("PT1M"); k = ok("GET", C + "/one"); assert k["phase"] == "running" and k["replicas"] == 3; return l() == [t["id"]]
@p
def moved_monitor_counted_twice():
    a, b = [ok("POST", U + "/services", {"name": n})["id"] for n in "ab"]; m = monitor(serviceId=a)[1]
    n = lambda: {s["id"]: s["monitors"] for s in ok("GET", U + "/services")["services"]}; assert n() == {a: 1, b: 0}
    ok("PATCH", U + "/monitors/" + m["id"], {"serviceId": b}); g = n(); s = req("DELETE", U + "/services/" + a)[0]
    assert (g[a], g[b], s) in ((0, 1, 204), (1, 1, 409)), (g, s); return g[a] == 0
@p
def refused_patch_changes_replicas():
    cluster("one"); s = req("PATCH", C + "/one", {"orchestratorVersion": "1.31.9", "replicas": 3})[0]; assert refused(s)
    k = ok("GET", C + "/one"); assert k["orchestratorVersion"] == "1.32.6"
    r = k["replicas"] == 1; ok("PATCH", C + "/one", {"replicas": 5}); adv("PT1M"); assert ok("GET", C + "/one")["replicas"] == 5; return r
@p
def door_shows_secret():
    domain("a.mail.example"); k = sendkey(); send(k, "a.mail.example"); ev("message-sent", **{"from": "me@a.mail.example", "to": ["y@else.example"], "secret": k})
    b = json.dumps(ok("GET", E + "/messages")); n = b.count(k); assert n in (0, 2), n; return n == 0
@p
def join_token_used_when_ready():
    cluster("one"); t = ok("POST", C + "/one/join-tokens")["joinToken"]; j = lambda n: req("POST", C + "/one/join", {"token": t, "node": n}, None)[0]
    assert j("n1") == 201; s = j("n2"); assert s in (201, 401); adv("PT1M"); assert j("n3") == 401; return s == 401
@p
def contacts_half_applied():
    g = lambda: ok("GET", "/api/v1/organization/contacts"); b = g()
    s = req("PATCH", "/api/v1/organization/contacts", {"billingEmail": "new@aurora.example", "securityEmail": "nonsense"})[0]; assert s == 400
    a = g(); assert a["securityEmail"] == b["securityEmail"]; r = a == b
    assert ok("PATCH", "/api/v1/organization/contacts", {"technicalEmail": "t2@aurora.example"}) == g(); return r
@p
def handoff_patch_partial():
    s = schedule(); assert refused(req("POST", O + "/schedules", {"name": "s", "timezone": "UTC", "participants": [], "handoff": {"time": "09:00"}})[0])
    st = req("PATCH", O + "/schedules/" + s["id"], {"handoff": {"time": "10:00"}})[0]; assert st == 200 or refused(st); return refused(st)

# ---------------------------------------------------------------------------
ENV = dict(os.environ, GOCACHE=BUILD + "/gocache", GOTMPDIR=BUILD + "/tmp", TMPDIR=BUILD + "/tmp", GOPATH=BUILD + "/gopath", GOTOOLCHAIN="local", GOFLAGS="-mod=mod")
def build(name, edits):
    d = os.path.join(BUILD, name); shutil.rmtree(d, ignore_errors=True)
    shutil.copytree(CANDIDATE, d)
    for e in edits:
        f = os.path.join(d, e["file"]); t = open(f).read()
        if t.count(e["find"]) != 1: raise Exception("%s: find occurs %d times" % (e["file"], t.count(e["find"])))
        open(f, "w").write(t.replace(e["find"], e["replace"]))
    r = subprocess.run(["go", "build", "-o", "server", "."], cwd=d, env=ENV, capture_output=True, text=True)
    if r.returncode: raise Exception("build: " + r.stderr.strip()[:400])
    return d
class Run:
    def __init__(self, d): self.d = d
    def __enter__(self):
        global PORT
        PORT = 18200 + (PORT - 18200 + 1) % 90
        self.p = subprocess.Popen([self.d + "/server", "-port", str(PORT)], cwd=self.d, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try: req("GET", "/_understudy/health"); return self
            except Exception: time.sleep(0.05)
        raise Exception("does not start")
    def __exit__(self, *a): self.p.terminate(); self.p.wait()
def attempt(id):
    ok("POST", "/_understudy/reset", {})
    try: return P[id]()
    except Exception as e: return "%s: %s" % (type(e).__name__, e)

def main():
    os.makedirs(BUILD + "/tmp", exist_ok=True)
    L = json.load(open(os.path.join(HERE, "mistakes.json")))
    ids = sys.argv[1:] or [m["id"] for m in L]
    L = [m for m in L if m["id"] in ids]
    with Run(build("clean", [])): clean = {m["id"]: attempt(m["id"]) for m in L}
    n = 0
    for m in L:
        try:
            d = build("edited", m["edits"])
            with Run(d): got = attempt(m["id"])
        except Exception as e: got = str(e)
        good = clean[m["id"]] is True and got is False
        n += good
        print(m["id"], "ok" if good else "NOT PROVEN: clean %r, edited %r" % (clean[m["id"]], got), flush=True)
    print("%d of %d proven" % (n, len(L)))
    subprocess.run(["chmod", "-R", "u+w", BUILD]); shutil.rmtree(BUILD, ignore_errors=True)
main()
