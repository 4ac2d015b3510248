#!/usr/bin/env python3
"""python3 prove.py [ID...]: starts the clean candidate, then each edited copy (one server at a time),
and shows by requests that the clean one is right and the edited one wrong."""
import base64, hashlib, hmac, http.server, json, os, random, shutil, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request
HERE = os.path.dirname(os.path.abspath(__file__))
B = tempfile.mkdtemp()
PORT = 18926
URL = f"http://127.0.0.1:{PORT}"
ENV = dict(os.environ, GOCACHE=f"{B}/.gocache", GOTMPDIR=f"{B}/.gotmp", GOFLAGS="-mod=mod", GOTOOLCHAIN="local", HOME=B, GOTELEMETRY="off")
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

def call(method, path, body=None, who="olga", org=None, tok=None):
    h = {}
    if tok: h["Authorization"] = "Bearer " + tok
    elif who: h["Authorization"] = "Bearer session-" + who
    if org: h["X-Organization"] = org
    d = None
    if body is not None:
        d = json.dumps(body).encode(); h["Content-Type"] = "application/json"
    r = urllib.request.Request(URL + path, data=d, headers=h, method=method)
    try:
        with opener.open(r, timeout=20) as x: st, raw = x.status, x.read()
    except urllib.error.HTTPError as e: st, raw = e.code, e.read()
    try: return st, json.loads(raw)
    except ValueError: return st, raw.decode()

def ok(method, path, body=None, **k):
    st, v = call(method, path, body, **k)
    if not 200 <= st < 300: raise Exception(f"setup: {method} {path} {st} {v}")
    return v
def ev(name, **body): return ok("POST", "/_understudy/events/" + name, body, who=None)
def advance(by): ok("POST", "/_understudy/clock/advance", {"by": by}, who=None)
def at_once(): ok("PUT", "/_understudy/clock/progress", {"mode": "at-once"}, who=None)

R, O, E, U, C = "/api/v1/registry/registries", "/api/v1/oncall", "/api/v1/email", "/api/v1/uptime", "/api/v1/clusters"
def reg(slug, who="olga"): ok("POST", R, {"slug": slug}, who=who); return R + "/" + slug
def cluster(name, who="olga", **k): ok("POST", C, {"name": name, "tier": "large", **k}, who=who); return C + "/" + name
def domain(n, who="olga"): return ok("POST", E + "/domains", {"name": n}, who=who)["id"]
def verified(n):
    d = domain(n); ev("dns-record-published", domain=n); at_once(); ok("POST", f"{E}/domains/{d}/check"); return d
def incident(t="trouble", who="olga", service="svc_shop"): return ok("POST", O + "/incidents", {"serviceId": service, "title": t}, who=who)["id"]
def monitor(name="m", who="olga", **k):
    return ok("POST", U + "/monitors", {"name": name, "intervalSeconds": 60, "vantages": ["fra", "iad"], "kind": "http", "http": {"url": "https://example.com/"}, **k}, who=who)["id"]
P = lambda *n: [{"userId": "usr_" + x, "label": x} for x in n]
def schedule(*n): return ok("POST", O + "/schedules", {"name": "s", "timezone": "UTC", "participants": P(*n), "handoff": {"interval": "daily", "time": "09:00"}})["id"]
def schedules(): return {s["id"]: s for s in ok("GET", O + "/schedules")["schedules"]}
def push(slug, repo="app", **k): return ev("image-pushed", registry=slug, repository=repo, tags=["latest"], **k)["digest"]
refused = lambda st: 400 <= st < 500

# ---- an issuer of ID tokens ------------------------------------------------
def prime(bits):
    while True:
        n = random.getrandbits(bits) | (3 << (bits - 2)) | 1
        if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23)): continue
        d, s = n - 1, 0
        while d % 2 == 0: d //= 2; s += 1
        def comp(a):
            x = pow(a, d, n)
            if x in (1, n - 1): return False
            for _ in range(s - 1):
                x = x * x % n
                if x == n - 1: return False
            return True
        if not any(comp(random.randrange(2, n - 1)) for _ in range(20)): return n
b64 = lambda b: base64.urlsafe_b64encode(b).rstrip(b"=").decode()
class Issuer:
    def __init__(self):
        p, q = prime(1024), prime(1024)
        self.n, e = p * q, 65537
        self.d = pow(e, -1, (p - 1) * (q - 1))
        me = self
        class H(http.server.BaseHTTPRequestHandler):
            def log_message(self, *a): pass
            def do_GET(self):
                v = {"jwks_uri": me.url + "/jwks"} if "openid" in self.path else {"keys": [{"kty": "RSA", "kid": "k", "n": b64(me.n.to_bytes(256, "big")), "e": "AQAB"}]}
                self.send_response(200); self.end_headers(); self.wfile.write(json.dumps(v).encode())
        self.s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H)
        self.url = f"http://127.0.0.1:{self.s.server_port}"
        threading.Thread(target=self.s.serve_forever, daemon=True).start()
    def token(self, sub, aud):
        t = b64(json.dumps({"alg": "RS256", "kid": "k"}).encode()) + "." + b64(json.dumps({"iss": self.url, "sub": sub, "aud": aud, "exp": time.time() + 900}).encode())
        m = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(t.encode()).digest()
        m = b"\0\1" + b"\xff" * (256 - 3 - len(m)) + b"\0" + m
        return t + "." + b64(pow(int.from_bytes(m, "big"), self.d, self.n).to_bytes(256, "big"))
issuer = None

# ---- the proofs: True when the behaviour is right; a second value says what was seen --------
T = {}
def t(f): T["av-" + f.__name__.replace("_", "-")] = f; return f

@t
def catalog_demoted_admin():
    assert call("GET", "/api/v1/iam/catalog", who="adam")[0] == 200
    assert call("GET", "/api/v1/iam/catalog", who="mia")[0] == 403
    ev("role-changes", organization="aurora", userId="usr_adam", role="viewer")
    st = call("GET", "/api/v1/iam/catalog", who="adam")[0]; return st == 403, st
@t
def recovery_no_transition():
    m = monitor()
    ev("probe-result", monitorId=m, outcome="ok"); ev("probe-result", monitorId=m, outcome="fail", times=5)
    assert ok("GET", f"{U}/monitors/{m}")["state"] == "down"
    ev("probe-result", monitorId=m, outcome="ok")
    assert ok("GET", f"{U}/monitors/{m}")["state"] == "up"
    l = [(x["from"], x["to"]) for x in ok("GET", f"{U}/monitors/{m}/transitions")["transitions"]]
    return l[0] == ("down", "up"), l
@t
def oidc_rule_of_sibling():
    global issuer
    issuer = issuer or Issuer()
    a, b = reg("first-reg"), reg("second-reg")
    ok("POST", a + "/oidc-rules", {"issuer": issuer.url, "audience": "ci", "subjectPattern": "repo:*", "mode": "pull"})
    tok = issuer.token("repo:x", "ci")
    assert call("POST", "/api/v1/registry/oidc/exchange", {"registry": "first-reg", "token": tok}, who=None)[0] == 201
    st = call("POST", "/api/v1/registry/oidc/exchange", {"registry": "second-reg", "token": tok}, who=None)[0]
    n = len(ok("GET", b + "/keys")["keys"]); return refused(st) and n == 0, (st, n)
@t
def ack_again_half_incident():
    i = incident(); one = ok("POST", f"{O}/incidents/{i}/acknowledge"); assert one["status"] == "acknowledged" and one["acknowledgedAt"]
    st, v = call("POST", f"{O}/incidents/{i}/acknowledge")
    return st != 200 or all(k in v for k in ("id", "serviceId", "serviceName", "title", "status", "openedAt", "firingAlerts")), (st, v)
@t
def vantages_reset_downcondition():
    m = monitor(downCondition={"confirmations": 3, "quorum": 2})
    ok("PATCH", f"{U}/monitors/{m}", {"vantages": ["fra", "iad", "sin"]})
    d = ok("GET", f"{U}/monitors/{m}")["downCondition"]; return d == {"confirmations": 3, "quorum": 2}, d
@t
def override_without_end():
    s = schedule("mia")
    st = call("POST", f"{O}/schedules/{s}/overrides", {"userId": "usr_adam", "label": "A", "startsAt": "2030-01-01T00:00:00Z"})[0]
    n = len(schedules()[s]["overrides"]); return refused(st) and n == 0, (st, n)
@t
def repo_may_be_left_out():
    r = reg("one-repo"); push("one-repo")
    assert len(ok("GET", r + "/tags?repo=app")["tags"]) == 1
    st = call("GET", r + "/tags")[0]; return refused(st), st
@t
def resolve_takes_the_service():
    a, b = incident("a"), incident("b"); ok("POST", f"{O}/incidents/{a}/resolve")
    s = ok("GET", f"{O}/incidents/{b}")["status"]; return s == "open", s
@t
def kubeconfig_narrowed_token():
    a, b = cluster("one"), cluster("two")
    k = ok("POST", "/api/v1/tokens", {"name": "n", "scope": [{"role": "clusters.admin", "resourceIds": ["one"]}]})["key"]
    assert call("GET", a + "/kubeconfig", tok=k)[0] == 200
    st = call("GET", b + "/kubeconfig", tok=k)[0]; return refused(st), st
@t
def scope_one_visible_is_enough():
    reg("mine-reg"); reg("theirs-reg", who="nils")
    sc = lambda *l: {"name": "n", "scope": [{"role": "registry.viewer", "resourceIds": list(l)}]}
    assert call("POST", "/api/v1/tokens", sc("mine-reg"))[0] == 201 and refused(call("POST", "/api/v1/tokens", sc("theirs-reg"))[0])
    st = call("POST", "/api/v1/tokens", sc("mine-reg", "theirs-reg"))[0]; return refused(st), st
@t
def accepted_on_the_last_day():
    verified("a.mail.example"); ev("message-sent", **{"from": "x@a.mail.example", "to": ["y@there.example"]})
    assert ok("GET", E + "/settings")["acceptedToday"] == 1
    advance("P3D"); n = ok("GET", E + "/settings").get("acceptedToday"); return n in (0, None), n
@t
def type_error_echoes_body():
    r = reg("echo-reg")
    st, v = call("PUT", r + "/upstream-credentials/docker.io", {"username": 5, "password": "hunter2-very-secret"})
    st2, v2 = call("PUT", O + "/provider-credential", {"accountSid": 5, "authToken": "hunter2-very-secret", "fromNumber": "+15005550006"})
    assert refused(st) and refused(st2)
    return "hunter2" not in json.dumps([v, v2]), (st, v)
@t
def revoke_takes_sibling_sources():
    a, b = [ok("POST", O + "/alert-sources", {"name": n, "serviceId": "svc_shop"}) for n in "ab"]
    ok("DELETE", f"{O}/alert-sources/{a['id']}")
    l = [x["id"] for x in ok("GET", O + "/alert-sources")["sources"]]
    st = call("POST", f"{O}/alert-sources/{b['id']}/webhook", {"alerts": []}, tok=b["token"])[0]
    return l == [b["id"]] and st == 200, (l, st)
@t
def scrape_cache_shared():
    a, b = monitor("ours"), monitor("theirs", who="nils")
    x, y = [ok("POST", U + "/export-tokens", {"name": "x"}, who=w)["token"] for w in ("olga", "nils")]
    assert a in ok("GET", U + "/metrics", tok=x)
    s = ok("GET", U + "/metrics", tok=y); return b in s and a not in s, s[-200:]
@t
def export_token_shown_until_used():
    k = ok("POST", U + "/export-tokens", {"name": "x"})["token"]
    v = ok("GET", U + "/export-tokens"); return k not in json.dumps(v), v
@t
def old_content_for_admins():
    verified("a.mail.example"); m = ev("message-sent", **{"from": "x@a.mail.example", "to": ["y@there.example"]})["messageId"]
    assert call("GET", f"{E}/messages/{m}/content")[0] == 200
    advance("P40D"); assert call("GET", f"{E}/messages/{m}/content", who="mia")[0] == 404
    st = call("GET", f"{E}/messages/{m}/content")[0]; return st == 404, st
@t
def parallel_joins_lose_a_node():
    k = cluster("one"); tok = ok("POST", k + "/registration-tokens", {"name": "r"})["token"]
    names, got = [f"n{i}" for i in range(4)], {}
    def j(n): got[n] = call("POST", k + "/join", {"node": n, "token": tok}, who=None)[0]
    th = [threading.Thread(target=j, args=(n,)) for n in names]
    [x.start() for x in th]; [x.join() for x in th]
    assert set(got.values()) == {201}, got
    l = sorted(n["name"] for n in ok("GET", k + "/nodes")["nodes"]); return l == names, l
@t
def no_provider_no_strings():
    call("DELETE", O + "/provider-credential"); v = ok("GET", O + "/provider-credential")
    return v["configured"] is False and all(isinstance(v.get(f), str) for f in ("accountSid", "fromNumber", "updatedAt")), v
@t
def join_token_until_ready():
    k = cluster("one"); tok = ok("POST", k + "/join-tokens")["joinToken"]
    assert call("POST", k + "/join", {"node": "a", "token": tok}, who=None)[0] == 201
    st = call("POST", k + "/join", {"node": "b", "token": tok}, who=None)[0]; return refused(st), st
@t
def deleted_node_frees_token():
    k = cluster("one"); tok = ok("POST", k + "/join-tokens")["joinToken"]
    ok("POST", k + "/join", {"node": "a", "token": tok}, who=None)
    assert refused(call("POST", k + "/join", {"node": "b", "token": tok}, who=None)[0])
    assert call("DELETE", k + "/nodes/a")[0] == 204
    st = call("POST", k + "/join", {"node": "a", "token": tok}, who=None)[0]; return refused(st), st
@t
def registry_before_untagged_images():
    r = reg("full-reg"); push("full-reg"); assert refused(call("DELETE", r)[0])
    ok("DELETE", r + "/tags?repo=app&tag=latest")
    st, st2 = call("DELETE", r)[0], call("GET", r)[0]; return refused(st) and st2 == 200, (st, st2)
@t
def registration_token_stays_off():
    k = cluster("one"); i = ok("POST", k + "/registration-tokens", {"name": "r"})["id"]
    see = lambda: [x["disabled"] for x in ok("GET", k + "/registration-tokens")["tokens"]]
    assert call("PATCH", f"{k}/registration-tokens/{i}", {"disabled": True})[0] == 204 and see() == [True]
    assert call("PATCH", f"{k}/registration-tokens/{i}", {"disabled": False})[0] == 204
    return see() == [False], see()
@t
def route_delete_by_value():
    a, b = domain("a.mail.example"), domain("b.mail.example")
    for d in (a, b): ok("POST", f"{E}/domains/{d}/receive")
    h = ok("POST", E + "/webhooks", {"url": "https://x.example/", "eventTypes": ["message.received"]})["webhook"]["id"]
    x, y = [ok("POST", E + "/routes", {"domainId": d, "pattern": "*", "endpointId": h})["id"] for d in (a, b)]
    assert call("DELETE", f"{E}/routes/{x}")[0] == 204
    l = [r["id"] for r in ok("GET", E + "/routes")["routes"]]; return l == [y], l
@t
def old_secret_grace_hour():
    verified("a.mail.example")
    v = ok("POST", E + "/webhooks", {"url": "https://x.example/", "eventTypes": ["message.sent"]}); h, old = v["webhook"]["id"], v["signingSecret"]
    ev("webhook-endpoint-answers", endpointId=h, answers=[{"status": 200}])
    new = ok("POST", f"{E}/webhooks/{h}/rotate-secret")["signingSecret"]
    ev("message-sent", **{"from": "x@a.mail.example", "to": ["y@there.example"]}); time.sleep(.4)
    a = ok("GET", "/_understudy/webhook-deliveries?endpointId=" + h, who=None)["attempts"][0]
    hd = a["headers"]
    sig = lambda s: "v1," + base64.b64encode(hmac.new(base64.b64decode(s[6:]), f"{hd['Webhook-Id']}.{hd['Webhook-Timestamp']}.{a['body']}".encode(), "sha256").digest()).decode()
    assert sig(new) in hd["Webhook-Signature"].split()
    return sig(old) not in hd["Webhook-Signature"].split(), hd["Webhook-Signature"]
@t
def reorder_ignored():
    s = schedule("mia", "adam")
    assert schedules()[s]["onCallNow"]["userId"] == "usr_mia"
    ok("PATCH", f"{O}/schedules/{s}", {"participants": P("adam", "mia")}); v = schedules()[s]
    return v["participants"] == P("adam", "mia") and v["onCallNow"]["userId"] == "usr_adam", v["participants"]
@t
def unrestricted_key_null_domains():
    v = ok("POST", E + "/keys", {"name": "k"})["sendKey"]; l = ok("GET", E + "/keys")["sendKeys"]
    return isinstance(v["domainIds"], list) and isinstance(l[0]["domainIds"], list), v
@t
def untagged_manifests_404():
    r = reg("full-reg"); d = push("full-reg"); ok("DELETE", r + "/tags?repo=app&tag=latest")
    st, v = call("GET", r + "/manifests?repo=app"); return st == 200 and v["manifests"][0]["digest"] == d, (st, v)
@t
def revoked_login_still_pulls():
    reg("some-reg"); l = ok("POST", "/api/v1/registry/login", {})
    use = lambda a: call("POST", "/api/v1/registry/data-plane/authorize", {"username": l["username"], "password": l["password"], "registry": "some-reg", "repository": "app", "action": a}, who=None)[0]
    assert use("pull") == 200 and use("push") == 200
    assert call("DELETE", "/api/v1/registry/login/" + l["username"])[0] == 204
    assert use("push") == 401
    st = use("pull"); return st == 401, st
@t
def headroom_sampled():
    at_once(); k = cluster("one")
    ev("headroom-changes", cluster="one", component="apiserver", usedPercent=90)
    assert call("PATCH", k, {"tier": "medium"})[0] == 409
    ev("headroom-changes", cluster="one", component="apiserver", usedPercent=20)
    st = call("PATCH", k, {"tier": "medium"})[0]; return st == 200, st
@t
def teardown_with_body():
    k = cluster("one"); st, v = call("DELETE", k); assert st == 202; return v == "", v
@t
def quota_counts_everybody():
    ev("quota-changes", organization="aurora", quota="clusters", value=1)
    cluster("theirs", who="nils"); st = call("POST", C, {"name": "ours", "tier": "small"})[0]; return st == 201, st
@t
def permissions_for_anybody():
    assert call("GET", "/api/v1/iam/permissions")[0] == 200
    st = call("GET", "/api/v1/iam/permissions", who=None)[0]; return st == 401, st
@t
def event_types_null_meanwhile():
    h = ok("POST", E + "/webhooks", {"url": "https://x.example/", "eventTypes": ["message.received"]})["webhook"]["id"]
    seen, stop = [], []
    def read():
        while not stop: seen.append(ok("GET", E + "/webhooks")["webhooks"][0]["eventTypes"])
    th = threading.Thread(target=read); th.start()
    for n in range(3): ok("PATCH", f"{E}/webhooks/{h}", {"eventTypes": ["message.sent", "message.bounced"][:1 + n % 2]})
    time.sleep(.05); stop.append(1); th.join()
    return all(isinstance(x, list) for x in seen), f"{sum(x is None for x in seen)} of {len(seen)} null"
@t
def alert_joins_just_resolved():
    i = incident(); ok("POST", f"{O}/incidents/{i}/resolve"); before = [x for x in ok("GET", O + "/incidents?status=resolved")["incidents"]]
    ev("alert-fires", serviceId="svc_shop", alert="fresh")
    l = ok("GET", O + "/incidents")["incidents"]; after = ok("GET", O + "/incidents?status=resolved")["incidents"]
    return len(l) == 1 and l[0]["id"] != i and before == after, (l, after)
@t
def acknowledged_takes_no_alerts():
    i = ev("alert-fires", serviceId="svc_shop", alert="one")["incidentId"]; ok("POST", f"{O}/incidents/{i}/acknowledge")
    ev("alert-fires", serviceId="svc_shop", alert="two")
    v = ok("GET", f"{O}/incidents/{i}"); return len(v["alerts"]) == 2 and v["firingAlerts"] == 2, (len(v["alerts"]), v["firingAlerts"])
@t
def payment_only_for_the_first():
    reg("first-reg"); ev("payment-method-changes", organization="aurora", active=False)
    st = call("POST", R, {"slug": "second-reg"})[0]; return refused(st), st
@t
def catalog_first_of_a_name():
    reg("shop"); cluster("shop")
    l = [(x["service"], x["id"]) for x in ok("GET", "/api/v1/iam/catalog")["resources"]]
    return ("registry", "shop") in l and ("clusters", "shop") in l, l
@t
def complaint_reason_complained():
    verified("a.mail.example"); m = ev("message-sent", **{"from": "x@a.mail.example", "to": ["y@there.example"]})["messageId"]
    ev("message-complained", messageId=m); l = ok("GET", E + "/suppressions")["suppressions"]
    return [x["reason"] for x in l] == ["complaint"], l
@t
def entitlement_of_home_org():
    assert call("GET", U + "/ping", who="bea", org="borealis")[0] == 200
    ev("entitlement-changes", organization="borealis", area="uptime", enabled=False)
    assert call("GET", U + "/ping", who="bea", org="aurora")[0] == 200 and call("GET", U + "/ping", who="nils")[0] == 403
    st = call("GET", U + "/ping", who="bea", org="borealis")[0]; return st == 403, st
@t
def only_the_last_prefix():
    r = reg("some-reg"); k = ok("POST", r + "/keys", {"name": "k", "mode": "pull", "repoPrefixes": ["team/a", "team/b"]})
    use = lambda p: call("POST", "/api/v1/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "some-reg", "repository": p, "action": "pull"}, who=None)[0]
    assert use("team/b") == 200 and use("other/c") == 403
    st = use("team/a"); return st == 200, st
@t
def restricted_key_by_member():
    d = domain("a.mail.example"); assert call("POST", E + "/keys", {"name": "k"}, who="mia")[0] == 403
    assert call("POST", E + "/keys", {"name": "k", "domainIds": [d]}, who="vera")[0] == 403
    st = call("POST", E + "/keys", {"name": "k", "domainIds": [d]}, who="mia")[0]; return st == 403, st
@t
def acknowledged_by_the_paged():
    p = ok("POST", O + "/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "usr_mia", "label": "Mia"}, "waitSeconds": 600}]})["id"]
    ok("PUT", O + "/services/svc_shop/escalation-policy", {"escalationPolicyId": p})
    i = incident(); ok("POST", f"{O}/incidents/{i}/acknowledge", who="adam")
    v = ok("GET", f"{O}/incidents/{i}"); s = json.dumps(v); return v["acknowledgedBy"] == "usr_adam" and "Adam" in s, v["acknowledgedBy"]
@t
def untagged_collected_next_day():
    r = reg("full-reg"); d = push("full-reg"); assert ok("DELETE", r + "/tags?repo=app&tag=latest")["purged"] is False
    assert len(ok("GET", r + "/manifests?repo=app")["manifests"]) == 1
    advance("P2D"); l = ok("GET", r + "/manifests?repo=app")["manifests"]; return [x["digest"] for x in l] == [d], l
@t
def handoff_without_time():
    s = schedule("mia"); st = call("PATCH", f"{O}/schedules/{s}", {"handoff": {"interval": "weekly"}})[0]
    h = schedules()[s]["handoff"]; return refused(st) and h["interval"] == "daily", (st, h)

# ---- running ---------------------------------------------------------------
def build(name, edits):
    d = f"{B}/build/{name}"; shutil.rmtree(d, ignore_errors=True); shutil.copytree(HERE + "/../../../../../examples/fourth-candidate", d)
    for e in edits:
        s = open(f"{d}/{e['file']}").read()
        if s.count(e["find"]) != 1: raise Exception(f"{e['file']}: found {s.count(e['find'])} times: {e['find'][:60]!r}")
        open(f"{d}/{e['file']}", "w").write(s.replace(e["find"], e["replace"]))
    for x in (".gocache", ".gotmp"): os.makedirs(f"{B}/{x}", exist_ok=True)
    r = subprocess.run(["go", "build", "-o", "server", "."], cwd=d, env=ENV, capture_output=True, text=True)
    if r.returncode: raise Exception("build: " + r.stderr.strip()[:300])
    return d
class Server:
    def __init__(self, d):
        self.p = subprocess.Popen([d + "/server", "-port", str(PORT)], stdout=subprocess.DEVNULL, stderr=open(d + "/log", "w"))
        for _ in range(100):
            try:
                if call("GET", "/_understudy/health", who=None)[0] == 200: return
            except OSError: time.sleep(.05)
        raise Exception("the server did not start")
    def stop(self): self.p.terminate(); self.p.wait()
def run(id):
    ok("POST", "/_understudy/reset", {}, who=None)
    try: return T[id]()
    except Exception as e: return None, f"{type(e).__name__} {e}"

def main():
    all_ = {m["id"]: m for m in json.load(open(HERE + "/mistakes.json"))}
    ids = sys.argv[1:] or list(all_)
    verbose = os.environ.get("VERBOSE")
    s = Server(build("clean", []))
    try: clean = {i: run(i) for i in ids}
    finally: s.stop()
    good = 0
    for i in ids:
        try:
            d = build(i, all_[i]["edits"]); s = Server(d)
            try: r = run(i)
            finally: s.stop()
            shutil.rmtree(d, ignore_errors=True)
        except Exception as e: r = None, str(e)
        if clean[i][0] is True and r[0] is False: good += 1; print(i, "ok", f"  wrong: {str(r[1])[:150]}" if verbose else "", flush=True)
        else: print(i, f"NOT PROVEN: clean {clean[i]}, edited {r}", flush=True)
    print(f"{good} of {len(ids)} proven")
main()
