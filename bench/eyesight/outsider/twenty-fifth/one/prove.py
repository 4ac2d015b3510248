"""python3 prove.py [ID...]: the clean candidate is right, each edited copy is wrong. One server at a time."""
import base64, hashlib, hmac, http.server, json, os, pathlib, random, shutil, subprocess, sys, tempfile, threading, time
import urllib.error, urllib.request
from urllib.parse import quote

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = os.environ.get("FIFTH_CANDIDATE_PYTHON", "python3")
PORT = [18400]
MISTAKES = json.load(open(HERE / "mistakes.json"))
SVC, SVC2, GSVC = ("5e0f1c9a-0000-4000-8000-00000000000%d" % n for n in (1, 2, 3))
USER = {n: "7d0c5e52-0000-4000-8000-00000000000%d" % i for i, n in enumerate(("olivia", "adam", "mia", "max", "victor", "gina"), 1)}


class Answer:
    def __init__(self, status, raw):
        self.status, self.raw = status, raw
        try: self.json = json.loads(raw)
        except ValueError: self.json = None
    def __getitem__(self, key): return self.json[key]
    def __repr__(self): return f"{self.status} {self.raw[:300].decode('utf-8', 'replace')}"


def call(method, path, body=None, who="olivia", token=None):
    headers = {"content-type": "application/json"}
    if token or who: headers["authorization"] = "Bearer " + (token or f"session-{who}")
    request = urllib.request.Request(f"http://127.0.0.1:{PORT[0]}{path}", method=method, headers=headers,
                                     data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=30) as r: return Answer(r.status, r.read())
    except urllib.error.HTTPError as e: return Answer(e.code, e.read())

def api(method, path, body=None, who="olivia", token=None): return call(method, "/api/v1" + path, body, who, token)
def ok(answer, *statuses):
    assert answer.status in (statuses or (200, 201, 202, 204)), f"unexpected {answer!r}"
    return answer
def do(method, path, body=None, who="olivia", token=None): return ok(api(method, path, body, who, token))
def event(name, **body): return ok(call("POST", "/_understudy/events/" + name, body, who=None))
def advance(by): return ok(call("POST", "/_understudy/clock/advance", {"by": by}, who=None))
def refused(answer): return 400 <= answer.status < 500
def parallel(functions):
    out = [None] * len(functions)
    def run(i, f): out[i] = f()
    threads = [threading.Thread(target=run, args=(i, f)) for i, f in enumerate(functions)]
    for t in threads: t.start()
    for t in threads: t.join()
    return out
def until(f, seconds=15):
    end = time.time() + seconds
    while True:
        value = f()
        if value or time.time() > end: return value
        time.sleep(0.05)

# --- helpers of areas
def cluster(name="c1", **more):
    do("POST", "/clusters", {"name": name, "tier": "small", **more}); settled(name); return name
def settled(name):
    assert until(lambda: api("GET", f"/clusters/{name}").json["phase"] == "ready"), "not ready"
    return api("GET", f"/clusters/{name}").json
def registry(slug, who="olivia"): do("POST", "/registry/registries", {"slug": slug}, who); return slug
def domain(name, who="olivia"):
    d = do("POST", "/email/domains", {"name": name}, who)["id"]
    event("dns-record-published", domain=d); check(d, "verified", who); return d
def state(d, who="olivia"): return api("GET", f"/email/domains/{d}", who=who)["sendState"]
def check(d, wanted, who="olivia", patience=8):
    do("POST", f"/email/domains/{d}/check", who=who)
    return until(lambda: state(d, who) == wanted, patience)
def hook(types=("message.sent",)):
    h = do("POST", "/email/webhooks", {"url": "https://hooks.example/x", "eventTypes": list(types)})
    event("webhook-endpoint-answers", endpointId=h["webhook"]["id"], answers=[{"status": 200}])
    return h["webhook"]["id"], h["signingSecret"]
def sent(sender): return event("message-sent", **{"from": sender, "to": ["someone@far.example"], "subject": "hi"})["messageId"]
def monitor(**more):
    return do("POST", "/uptime/monitors", {"name": "m", "intervalSeconds": 30, "vantages": ["fra", "iad"], "kind": "http",
              "http": {"url": "https://x.example/"}, **more})["id"]
def schedule():
    return do("POST", "/oncall/schedules", {"name": "s", "timezone": "UTC", "handoff": {"interval": "daily", "time": "09:00"},
              "participants": [{"userId": USER["mia"], "label": "Mia"}, {"userId": USER["max"], "label": "Max"}]})["id"]
def incident(title="t", service=SVC, who="olivia"): return do("POST", "/oncall/incidents", {"serviceId": service, "title": title}, who)["id"]
def source():
    s = do("POST", "/oncall/alert-sources", {"name": "a", "serviceId": SVC}); return s["id"], s["token"]
def fire(src, name):
    do("POST", f"/oncall/alert-sources/{src[0]}/webhook", {"version": "4", "status": "firing", "alerts": [
        {"status": "firing", "labels": {"alertname": name}, "annotations": {}, "fingerprint": name}]}, token=src[1])
def incidents(): return api("GET", "/oncall/incidents")["incidents"]
def pat(role, ids): return do("POST", "/tokens", {"name": "n", "scope": [{"role": role, "resourceIds": ids}]})["key"]
def authorize(user, password, slug, action="pull"):
    return do("POST", "/registry/data-plane/authorize", {"username": user, "password": password, "registry": slug,
              "repository": "web", "action": action}, who=None)["allowed"]

# --- a small OIDC issuer (RS256 with the standard library)
def prime(bits):
    while True:
        n = random.getrandbits(bits) | (3 << (bits - 2)) | 1
        if all(n % p for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31)) and all(pow(a, n - 1, n) == 1 for a in (2, 3, 5, 7)):
            if (n - 1) % 65537: return n
def b64(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
class Issuer:
    def __init__(self, port=18490):
        p, q = prime(1024), prime(1024)
        self.n, self.d, self.url = p * q, pow(65537, -1, (p - 1) * (q - 1)), f"http://127.0.0.1:{port}"
        me = self
        class H(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                keys = {"keys": [{"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "k", "e": "AQAB",
                                  "n": b64(me.n.to_bytes(256, "big"))}]}
                out = json.dumps({"issuer": me.url, "jwks_uri": me.url + "/jwks"} if "well-known" in self.path else keys).encode()
                self.send_response(200); self.send_header("content-type", "application/json"); self.end_headers(); self.wfile.write(out)
            def log_message(self, *a): pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), H)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
    def token(self, **claims):
        body = b64(b'{"alg":"RS256","kid":"k","typ":"JWT"}') + "." + b64(json.dumps({"iss": self.url, "exp": int(time.time()) + 600, **claims}).encode())
        t = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(body.encode()).digest()
        em = b"\x00\x01" + b"\xff" * (256 - 3 - len(t)) + b"\x00" + t
        return body + "." + b64(pow(int.from_bytes(em, "big"), self.d, self.n).to_bytes(256, "big"))
ISSUER = []
def issuer():
    if not ISSUER: ISSUER.append(Issuer())
    return ISSUER[0]

# --- the proofs: each answers (whether it is right, what was seen)
T = {}
def proof(f): T["as-" + f.__name__.replace("_", "-")] = f; return f

@proof
def handoff_partial():
    s = schedule()
    ok(api("PATCH", f"/oncall/schedules/{s}", {"handoff": {"interval": "weekly", "time": "10:00"}}))
    a = api("PATCH", f"/oncall/schedules/{s}", {"handoff": {"interval": "weekly"}}); return refused(a), a
@proof
def restart_drops_load_balancers():
    c = cluster(replicas=1, managedLoadBalancers={"enabled": True}); event("service-exposed", cluster=c, service="web")
    do("PATCH", f"/clusters/{c}", {"tier": "medium"}); assert until(lambda: settled(c)["tier"] == "medium")
    a = settled(c)["managedLoadBalancers"]["loadBalancers"]; return [x["service"] for x in a] == ["web"], a
@proof
def acknowledge_whole_service():
    a, b = incident("a"), incident("b"); do("POST", f"/oncall/incidents/{a}/acknowledge")
    assert api("GET", f"/oncall/incidents/{a}")["status"] == "acknowledged"
    s = api("GET", f"/oncall/incidents/{b}")["status"]; return s == "open", s
@proof
def rotated_secret_cached():
    domain("a.judged.example"); h, old = hook()
    def signed_with():
        n = len(attempts()); sent("x@a.judged.example"); assert until(lambda: len(attempts()) > n)
        at = attempts()[-1]; hd = at["headers"]
        for name, s in (("old", old), ("new", new)):
            mac = hmac.new(base64.b64decode(s[6:]), f"{hd['webhook-id']}.{hd['webhook-timestamp']}.{at['body']}".encode(), hashlib.sha256)
            if hd["webhook-signature"] == "v1," + base64.b64encode(mac.digest()).decode(): return name
    def attempts(): return call("GET", f"/_understudy/webhook-deliveries?endpointId={h}", who=None)["attempts"]
    new = old; assert signed_with() == "old"
    new = do("POST", f"/email/webhooks/{h}/rotate-secret")["signingSecret"]; assert new != old
    s = signed_with(); return s == "new", s
@proof
def redeliver_id_string():
    domain("a.judged.example"); hook(); sent("x@a.judged.example")
    d = api("GET", "/email/webhook-deliveries")["deliveries"][0]["id"]
    a = ok(api("POST", f"/email/webhook-deliveries/{d}/redeliver"), 202); return isinstance(a["id"], int), a
@proof
def alerts_skip_acknowledged():
    s = source(); fire(s, "a"); i = incidents(); assert len(i) == 1
    do("POST", f"/oncall/incidents/{i[0]['id']}/acknowledge"); fire(s, "b"); i = incidents()
    return len(i) == 1 and i[0]["firingAlerts"] == 2, [(x["status"], x["firingAlerts"]) for x in i]
@proof
def metrics_calendar_days():
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 2 * 86400))
    ok(call("PUT", "/_understudy/clock", {"mode": "set", "now": day + "T06:00:00Z"}, who=None))
    before = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86400)) + "T22:00:00Z"
    i = monitor(vantages=["fra"]); event("probe-result", monitorId=i, outcome="ok", at=before)
    a = api("GET", f"/uptime/monitors/{i}/metrics?window=24h")["series"]; return len(a) == 1 and len(a[0]["points"]) == 1, a
@proof
def registration_token_mixed_up():
    c = cluster(); names = list("abcd")
    a = parallel([lambda n=n: do("POST", f"/clusters/{c}/registration-tokens", {"name": n}) for n in names])
    ids, got = [x["id"] for x in a], [x["name"] for x in a]; return len(set(ids)) == 4 and got == names, got
@proof
def alert_joins_just_resolved():
    i = incident(); s = source(); do("POST", f"/oncall/incidents/{i}/resolve"); fire(s, "fresh")
    l, old = incidents(), api("GET", f"/oncall/incidents/{i}")
    return len(l) == 1 and l[0]["id"] != i and old["firingAlerts"] == 0, (len(l), old["firingAlerts"])
@proof
def headroom_error_array():
    c = cluster(tier="large"); event("headroom-changes", cluster=c, component="datastore", usedPercent=70)
    a = ok(api("PATCH", f"/clusters/{c}", {"tier": "small"}), 409); return isinstance(a["error"], str) and "datastore" in a["error"], a
@proof
def delete_cluster_body():
    c = cluster(); a = ok(api("DELETE", f"/clusters/{c}"), 202); return a.raw == b"", a
@proof
def slug_unique_per_org():
    registry("shared-slug", "gina"); a = api("POST", "/registry/registries", {"slug": "shared-slug"}); return a.status == 409, a
@proof
def kubeconfig_token_outlives():
    c = cluster(); k = do("GET", f"/clusters/{c}/kubeconfig")["kubeconfig"]
    assert event("credential-used", kind="kubeconfig", secret=k)["accepted"]
    advance("P30D"); a = event("credential-used", kind="kubeconfig", secret=k); return a["accepted"] is False, a
@proof
def patch_downgrade():
    c = cluster(orchestratorVersion="1.31.9"); a = api("PATCH", f"/clusters/{c}", {"orchestratorVersion": "1.31.4"})
    v = settled(c)["orchestratorVersion"]; return refused(a) and v == "1.31.9", (a.status, v)
@proof
def transitions_oldest_fifty():
    i = monitor(vantages=["fra"], downCondition={"confirmations": 1, "quorum": 1})
    base = int(time.time()) - 7200
    at = [time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(base + 60 * n)) for n in range(60)]
    for n in range(60): event("probe-result", monitorId=i, outcome="error" if n % 2 else "ok", at=at[n])
    a = api("GET", f"/uptime/monitors/{i}/transitions")["transitions"]
    return len(a) == 50 and a[0]["at"] == at[59], (len(a), a[0]["at"], at[59])
@proof
def delete_tag_other_repository():
    r = registry("img"); d = "sha256:" + "1" * 64
    for repo in ("staging/web", "prod/web"): event("image-pushed", registry=r, repository=repo, tags=["v1"], digest=d)
    do("DELETE", f"/registry/registries/{r}/tags?repo=staging/web&tag=v1")
    a = [t["name"] for t in api("GET", f"/registry/registries/{r}/tags?repo=prod/web")["tags"]]; return a == ["v1"], a
@proof
def manifests_beyond_scope():
    registry("ra"); registry("rb")
    for r in ("ra", "rb"): event("image-pushed", registry=r, repository="web")
    t = pat("registry.viewer", ["ra"]); do("GET", "/registry/registries/ra/manifests?repo=web", token=t)
    assert refused(api("GET", "/registry/registries/rb/tags?repo=web", token=t))
    a = api("GET", "/registry/registries/rb/manifests?repo=web", token=t); return refused(a), a
@proof
def entitlement_cached():
    do("GET", "/uptime/ping"); event("entitlement-changes", area="uptime", enabled=False); a = api("GET", "/uptime/ping"); return a.status == 403, a
@proof
def oidc_rule_of_other_registry():
    i = issuer(); registry("ra"); registry("rg", "gina")
    do("POST", "/registry/registries/rg/oidc-rules", {"issuer": i.url, "audience": "reg", "subjectPattern": "repo:*", "mode": "readwrite"}, "gina")
    t = i.token(aud="reg", sub="repo:x")
    ok(api("POST", "/registry/oidc/exchange", {"registry": "rg", "token": t}, who=None), 201)
    a = api("POST", "/registry/oidc/exchange", {"registry": "ra", "token": t}, who=None)
    n = len(api("GET", "/registry/registries/ra/keys")["keys"]); return refused(a) and n == 0, (a.status, n)
@proof
def reorder_ignored():
    s = schedule(); before = api("GET", "/oncall/schedules")["schedules"][0]["onCallNow"]["userId"]
    do("PATCH", f"/oncall/schedules/{s}", {"participants": [{"userId": USER["max"], "label": "Max"}, {"userId": USER["mia"], "label": "Mia"}]})
    a = api("GET", "/oncall/schedules")["schedules"][0]
    return [p["label"] for p in a["participants"]] == ["Max", "Mia"] and a["onCallNow"]["userId"] != before, a["participants"]
@proof
def catalog_hidden():
    do("GET", "/iam/catalog"); do("GET", "/iam/catalog", who="adam")
    a = [api("GET", "/iam/catalog", who=w).status for w in ("mia", "victor")]; return a == [403, 403], a
@proof
def policy_count_cached():
    p = do("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [
        {"target": {"kind": "user", "id": USER["mia"], "label": "Mia"}, "waitSeconds": 60}]})["id"]
    do("PUT", f"/oncall/services/{SVC}/escalation-policy", {"escalationPolicyId": p}); time.sleep(0.5)
    a = api("GET", "/oncall/escalation-policies")["policies"][0]["services"]; return a == 1, a
@proof
def revoke_foreign_send_key():
    k = do("POST", "/email/keys", {"name": "k"})["sendKey"]["id"]; a = api("DELETE", f"/email/keys/{k}", who="gina")
    n = len(api("GET", "/email/keys")["sendKeys"]); return refused(a) and n == 1, (a.status, n)
@proof
def failed_domain_never_checked():
    d = domain("a.judged.example"); assert state(d) == "verified"
    event("dns-record-removed", domain=d); assert check(d, "failed")
    event("dns-record-published", domain=d); return check(d, "verified", patience=6), state(d)
@proof
def skew_422():
    c = cluster(orchestratorVersion="1.32.6"); t = do("POST", f"/clusters/{c}/join-tokens")["joinToken"]
    do("POST", f"/clusters/{c}/join", {"token": t, "node": "old-node", "agentVersion": "1.30.8"}, who=None)
    a = api("PATCH", f"/clusters/{c}", {"orchestratorVersion": "1.33.2"}); return a.status == 409 and "old-node" in a["error"], a
def scoped_mail():
    a, b = domain("a.judged.example"), domain("b.judged.example"); x, y = sent("x@a.judged.example"), sent("y@b.judged.example")
    return a, b, x, y, pat("email.viewer", [a])
@proof
def message_beyond_scope():
    _, _, x, y, t = scoped_mail(); do("GET", f"/email/messages/{x}", token=t)
    assert refused(api("GET", f"/email/messages/{y}/content", token=t))
    a = api("GET", f"/email/messages/{y}", token=t); return refused(a), a
@proof
def unreadable_scope_dropped():
    registry("rg", "gina"); registry("ra")
    a = api("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["rg"]}]})
    seen = [r["slug"] for r in api("GET", "/registry/registries", token=a["key"])["registries"]] if a.status == 201 else None
    return refused(a), (a.status, seen)
@proof
def validation_errors_listed():
    a = api("POST", "/oncall/alert-sources", {}); return refused(a) and isinstance(a["error"], str), a
@proof
def scopable_omitted():
    a = [r["id"] for r in do("GET", "/iam/catalog")["roles"] if not isinstance(r.get("scopable"), bool)]; return a == [], a
@proof
def domain_filter_skips_scope():
    a, b, x, y, t = scoped_mail()
    assert [m["id"] for m in do("GET", "/email/messages", token=t)["messages"]] == [x]
    r = api("GET", f"/email/messages?domainId={b}", token=t)
    return refused(r) or r["messages"] == [], r
@proof
def login_revokes_earlier():
    registry("ra"); one = do("POST", "/registry/login", {}); assert authorize(one["username"], one["password"], "ra")
    do("POST", "/registry/login", {}); a = authorize(one["username"], one["password"], "ra"); return a is True, a
@proof
def provider_secret_in_timeline():
    secret = "tok-9f8e7d6c5b4a"
    do("PUT", "/oncall/provider-credential", {"accountSid": "AC0123", "authToken": secret, "fromNumber": "+15550101"})
    do("PUT", "/oncall/paging-settings", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]})
    p = do("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [
        {"target": {"kind": "user", "id": USER["olivia"], "label": "O"}, "waitSeconds": 60}]})["id"]
    do("PUT", f"/oncall/services/{SVC}/escalation-policy", {"escalationPolicyId": p})
    event("provider-behaves", behaviour="unreachable", only="pages"); i = incident()
    get = lambda: api("GET", f"/oncall/incidents/{i}", who="victor")
    assert until(lambda: any(t["kind"] == "paged" for t in get()["timeline"]))
    a = get(); return secret.encode() not in a.raw, [t for t in a["timeline"] if t["kind"] == "paged"]
@proof
def deliveries_by_endpoint_foreign():
    domain("a.judged.example"); h, _ = hook(); sent("x@a.judged.example")
    assert len(api("GET", f"/email/webhook-deliveries?endpointId={h}")["deliveries"]) == 1
    a = api("GET", f"/email/webhook-deliveries?endpointId={h}", who="gina"); return refused(a) or a["deliveries"] == [], a
@proof
def oidc_rule_deleted_from_elsewhere():
    registry("ra"); registry("rg", "gina")
    r = do("POST", "/registry/registries/ra/oidc-rules", {"issuer": "https://ci.example", "audience": "a", "subjectPattern": "s*", "mode": "pull"})["id"]
    a = api("DELETE", f"/registry/registries/rg/oidc-rules/{r}", who="gina")
    n = len(api("GET", "/registry/registries/ra/oidc-rules")["rules"]); return refused(a) and n == 1, (a.status, n)
@proof
def quota_race():
    domain("a.judged.example"); k = do("POST", "/email/keys", {"name": "k"})["secret"]; event("quota-changes", quota="daily-email", value=1)
    a = parallel([lambda: api("POST", "/email/send", {"from": "x@a.judged.example", "to": ["y@far.example"]}, token=k).status] * 4)
    n = api("GET", "/email/settings")["acceptedToday"]; return a.count(202) == 1 and n == 1, (a, n)
@proof
def keys_of_all_registries():
    registry("ra"); registry("rb"); do("POST", "/registry/registries/ra/keys", {"name": "k", "mode": "pull"})
    assert len(api("GET", "/registry/registries/ra/keys")["keys"]) == 1
    a = api("GET", "/registry/registries/rb/keys"); return a["keys"] == [], a
@proof
def monitor_on_foreign_service():
    s = do("POST", "/uptime/services", {"name": "s"}, "gina")["id"]
    a = api("POST", "/uptime/monitors", {"name": "m", "serviceId": s, "intervalSeconds": 60, "vantages": ["fra"], "kind": "tcp", "tcp": {"host": "x.example", "port": 1}})
    n = api("GET", "/uptime/services", who="gina")["services"][0]["monitors"]; return refused(a) and n == 0, (a.status, n)
@proof
def failures_by_vantage():
    i = monitor(); now = time.time()
    for v, ago in (("fra", 120), ("iad", 60)):
        event("probe-result", monitorId=i, vantage=v, outcome="error", at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now - ago)))
    a = [f["vantage"] for f in api("GET", f"/uptime/monitors/{i}/failures")["failures"]]; return a == ["iad", "fra"], a
@proof
def join_command_listed():
    c = cluster(); t = do("POST", f"/clusters/{c}/registration-tokens", {"name": "r"})["token"]
    a = ok(api("GET", f"/clusters/{c}/registration-tokens")); return t.encode() not in a.raw, a
@proof
def revoked_key_cached():
    registry("ra"); k = do("POST", "/registry/registries/ra/keys", {"name": "k", "mode": "pull"}); assert authorize("u", k["secret"], "ra")
    do("DELETE", f"/registry/registries/ra/keys/{k['keyId']}"); a = authorize("u", k["secret"], "ra"); return a is False, a
@proof
def route_tombstone():
    d = do("POST", "/email/domains", {"name": "a.judged.example"})["id"]; do("POST", f"/email/domains/{d}/receive"); h, _ = hook()
    body = {"domainId": d, "pattern": "info", "endpointId": h}
    r = do("POST", "/email/routes", body)["id"]; ok(api("DELETE", f"/email/routes/{r}"), 204)
    assert api("GET", "/email/routes")["routes"] == []
    a = api("POST", "/email/routes", body); return a.status == 201, a
@proof
def patch_enables_webhook():
    h, _ = hook(); assert do("PATCH", f"/email/webhooks/{h}", {"disabled": True})["disabled"] is True
    do("PATCH", f"/email/webhooks/{h}", {"url": "https://hooks.example/y"})
    a = api("GET", "/email/webhooks")["webhooks"][0]["disabled"]; return a is True, a
@proof
def incident_limit_before_organization():
    i = incident()
    for n in range(100): incident(f"g{n}", GSVC, "gina")
    a = [x["id"] for x in incidents()]; return a == [i], a
@proof
def token_start_whole_key():
    k = do("POST", "/tokens", {"name": "t"})["key"]; a = ok(api("GET", "/tokens")); return k.encode() not in a.raw, a

# --- running
class Server:
    def __init__(self, folder, port):
        PORT[0] = port
        self.process = subprocess.Popen([PYTHON, "main.py", "--port", str(port)], cwd=folder, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    def __enter__(self):
        def up():
            try: return call("GET", "/_understudy/health", who=None).status == 200
            except OSError: return False
        if not until(up, 30): raise SystemExit("the server does not start")
    def __exit__(self, *_): self.process.terminate(); self.process.wait()

def run(id_):
    try:
        ok(call("POST", "/_understudy/reset", who=None))
        ok(call("PUT", "/_understudy/clock/progress", {"mode": "at-once"}, who=None))
        return T[id_]()
    except Exception as error: return None, f"{type(error).__name__}: {error}"

def main():
    chosen = [m for m in MISTAKES if not sys.argv[1:] or m["id"] in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        clean = pathlib.Path(folder, "clean"); shutil.copytree(HERE / "../../../../../examples/fifth-candidate", clean, ignore=shutil.ignore_patterns("__pycache__"))
        right = {}
        with Server(clean, 18400):
            for m in chosen: right[m["id"]] = run(m["id"])
        proven = 0
        for n, m in enumerate(chosen):
            copy = pathlib.Path(folder, "copy"); shutil.rmtree(copy, ignore_errors=True); shutil.copytree(clean, copy)
            for e in m["edits"]:
                f = copy / e["file"]; text = f.read_text(); assert text.count(e["find"]) == 1, (m["id"], e["find"])
                f.write_text(text.replace(e["find"], e["replace"]))
            with Server(copy, 18401 + n): wrong = run(m["id"])
            if right[m["id"]][0] is True and wrong[0] is False: proven += 1; print(m["id"], "ok", "" if not os.environ.get("SHOW") else f"  {wrong[1]!s:.250}", flush=True)
            else: print(m["id"], "NOT PROVEN: clean", right[m["id"]], "edited", wrong, flush=True)
        print(f"{proven} of {len(chosen)} proven")
main()
