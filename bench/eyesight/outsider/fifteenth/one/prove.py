#!/usr/bin/env python3
"""python3 prove.py [ID...]: each mistake against a clean copy (right) and a copy with its edits (wrong)."""
import base64, hashlib, hmac, json, os, shutil, socket, subprocess, sys, time, urllib.error, urllib.request
H = os.path.dirname(os.path.abspath(__file__))
GO = os.environ.get("GO") or shutil.which("go") or "go"
WORK = os.path.join(H, ".work")
V = "/api/v1"
RG = V + "/registry/registries"
OC = V + "/oncall"
UP = V + "/uptime"
EM = V + "/email"

class S:
    """One running server."""
    def __init__(self, binary):
        with socket.socket() as x:
            x.bind(("127.0.0.1", 0)); self.port = x.getsockname()[1]
        self.p = subprocess.Popen([binary, "-port", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                if self("GET", "/_understudy/health")[0] == 200: return
            except OSError: pass
            if self.p.poll() is not None: raise RuntimeError("the server ended")
            time.sleep(0.05)
        raise RuntimeError("the server did not start")
    def stop(self):
        self.p.terminate()
        try: self.p.wait(5)
        except subprocess.TimeoutExpired: self.p.kill(); self.p.wait()
    def __call__(self, method, path, body=None, who="session-olga"):
        h = {"Content-Type": "application/json"}
        if who: h["Authorization"] = "Bearer " + who
        r = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", None if body is None else json.dumps(body).encode(), h, method=method)
        try: res = urllib.request.urlopen(r, timeout=20)
        except urllib.error.HTTPError as e: res = e
        b = res.read()
        self.ctype = res.headers.get("Content-Type", "")
        try: return res.status, json.loads(b)
        except ValueError: return res.status, b.decode()
    def ok(self, *a, **k):
        st, b = self(*a, **k)
        if not 200 <= st <= 299: raise AssertionError(f"{a}: {st} {b}")
        return b
    def ev(self, name, **body): return self("POST", "/_understudy/events/" + name, body, who=None)
    def did(self, name, **body):
        st, b = self.ev(name, **body)
        if st != 200: raise AssertionError(f"event {name}: {st} {b}")
        return b
    def by(self, d): return self.ok("POST", "/_understudy/clock/advance", {"by": d}, who=None)
    # common set-ups
    def reg(self, *slugs):
        for x in slugs: self.ok("POST", RG, {"slug": x})
    def token(self, scope=None):
        return self.ok("POST", V + "/tokens", {"name": "t", **({"scope": scope} if scope else {})})
    def domain(self, name="a.mail.example"):
        d = self.ok("POST", EM + "/domains", {"name": name})
        self.did("dns-record-published", domain=name)
        self.ok("POST", f"{EM}/domains/{d['id']}/check")
        self.by("PT10S")
        assert self.ok("GET", f"{EM}/domains/{d['id']}")["sendState"] == "verified"
        return d
    def hook(self, answers):
        w = self.ok("POST", EM + "/webhooks", {"url": "http://127.0.0.1:9/h", "eventTypes": ["message.sent"]})
        self.did("webhook-endpoint-answers", endpointId=w["webhook"]["id"], answers=[{"status": x} for x in answers])
        return w
    def send(self, **k): return self.ev("message-sent", **{"from": "x@a.mail.example", "to": ["jo@customer.example"], "subject": "s", **k})
    def sent(self, **k):
        st, b = self.send(**k)
        if st != 200: raise AssertionError(f"message-sent: {st} {b}")
        return b["messageId"]
    def incident(self): return self.ok("POST", OC + "/incidents", {"serviceId": "svc_shop", "title": "t"})
    def incidents(self): return self.ok("GET", OC + "/incidents?status=all")["incidents"]
    def schedule(self):
        return self.ok("POST", OC + "/schedules", {"name": "s", "timezone": "UTC", "participants": [{"userId": "usr_olga", "label": "O"}], "handoff": {"interval": "daily", "time": "09:00"}})
    def policy(self, kind="user", id="usr_olga"):
        return self.ok("POST", OC + "/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": kind, "id": id, "label": "l"}, "waitSeconds": 60}]})
    def attach(self, p): return self.ok("PUT", OC + "/services/svc_shop/escalation-policy", {"escalationPolicyId": p["id"]})
    def cluster(self, **k):
        self.ok("POST", V + "/clusters", {"name": "c", "tier": "small", **k})
        self.by("PT30S")
        assert self.ok("GET", V + "/clusters/c")["phase"] == "running"
    def monitor(self, **k):
        return self("POST", UP + "/monitors", {"name": "m", "intervalSeconds": 60, "vantages": ["fra"], "kind": "tcp", "tcp": {"host": "example.org", "port": 443}, **k})

def no(st): return 400 <= st <= 499
def pick(value, right, wrong):
    """right or wrong, or what it was."""
    return "right" if value == right else "wrong" if value == wrong else repr(value)
def refused(st, wrong): return "right" if no(st) else "wrong" if st == wrong else repr(st)

P = {}
def proof(f): P["x-" + f.__name__.replace("_", "-")] = f; return f

@proof
def policy_repeat_default(s):
    st, b = s("POST", OC + "/escalation-policies", {"name": "p", "steps": [{"target": {"kind": "user", "id": "usr_olga", "label": "l"}, "waitSeconds": 60}]})
    s.policy()
    return refused(st, 201)
@proof
def permissions_public(s):
    assert s("GET", V + "/iam/permissions")[0] == 200 and s("GET", V + "/iam/catalog", who=None)[0] == 401
    return pick(s("GET", V + "/iam/permissions", who=None)[0], 401, 200)
@proof
def raw_content_type(s):
    s.domain(); m = s.sent()
    assert s("GET", f"{EM}/messages/{m}/content")[0] == 200
    return pick(s.ctype.split(";")[0], "message/rfc822", "text/plain")
@proof
def tokens_of_everyone(s):
    t = s.token()
    assert t["id"] in [x["id"] for x in s.ok("GET", V + "/tokens")["tokens"]]
    return pick(t["id"] in [x["id"] for x in s.ok("GET", V + "/tokens", who="session-mia")["tokens"]], False, True)
@proof
def scope_options_all(s):
    s.reg("aaa", "bbb"); t = s.token([{"role": "registry.viewer", "resourceIds": ["aaa"]}])
    return pick([x["id"] for x in s.ok("GET", V + "/tokens/scope-options", who=t["key"])["resources"]], ["aaa"], ["aaa", "bbb"])
@proof
def token_ids_ignored(s):
    s.reg("aaa", "bbb"); t = s.token([{"role": "registry.viewer", "resourceIds": ["aaa"]}])
    assert s("GET", RG + "/aaa", who=t["key"])[0] == 200 and s("GET", EM + "/domains", who=t["key"])[0] == 403
    return refused(s("GET", RG + "/bbb", who=t["key"])[0], 200)
@proof
def token_scope_flattened(s):
    s.reg("aaa", "bbb"); t = s.token([{"role": "registry.viewer", "resourceIds": ["aaa"]}, {"role": "registry.editor", "resourceIds": ["bbb"]}])
    rule = {"issuer": "https://ci.example", "audience": "a", "subjectPattern": "*", "mode": "pull"}
    assert s("POST", RG + "/bbb/oidc-rules", rule, who=t["key"])[0] == 201 and s("GET", RG + "/aaa", who=t["key"])[0] == 200
    return refused(s("POST", RG + "/aaa/oidc-rules", rule, who=t["key"])[0], 201)
@proof
def disabled_token_works(s):
    t = s.token(); assert s("GET", V + "/tokens", who=t["key"])[0] == 200
    s.did("token-disabled", tokenId=t["id"])
    return pick(s("GET", V + "/tokens", who=t["key"])[0], 401, 200)
@proof
def contacts_envelope(s):
    return pick(sorted(s.ok("GET", V + "/organization/contacts")), ["billingEmail", "securityEmail", "technicalEmail"], ["contacts"])
@proof
def contacts_replaced(s):
    a = s.ok("GET", V + "/organization/contacts")
    s.ok("PATCH", V + "/organization/contacts", {"technicalEmail": "new@aurora.example"})
    b = s.ok("GET", V + "/organization/contacts"); assert b["technicalEmail"] == "new@aurora.example"
    return pick((b["billingEmail"], b["securityEmail"]), (a["billingEmail"], a["securityEmail"]), ("", ""))
@proof
def no_payment_check(s):
    s.did("payment-method-changes", organization="aurora", active=False)
    return refused(s("POST", RG, {"slug": "aaa"})[0], 201)
@proof
def login_every_registry(s):
    s.reg("aaa", "bbb"); t = s.token([{"role": "registry.viewer", "resourceIds": ["aaa"]}])
    return pick([x["registry"] for x in s.ok("POST", V + "/registry/login", {}, who=t["key"])["scope"]], ["aaa"], ["aaa", "bbb"])
@proof
def tags_without_repo(s):
    s.reg("aaa"); return refused(s("GET", RG + "/aaa/tags")[0], 200)
@proof
def purge_by_member(s):
    s.reg("aaa"); s.did("image-pushed", registry="aaa", repository="web", tags=["v1"])
    st, b = s("DELETE", RG + "/aaa/tags?repo=web&tag=v1&purge=true", who="session-mia")
    n = len(s.ok("GET", RG + "/aaa/manifests?repo=web")["manifests"])
    return pick((st, n), (403, 1), (200, 0))
@proof
def untagged_tags_null(s):
    s.reg("aaa"); s.did("image-pushed", registry="aaa", repository="web", tags=[])
    return pick(s.ok("GET", RG + "/aaa/manifests?repo=web")["manifests"][0]["tags"], [], None)
@proof
def tagcount_images(s):
    s.reg("aaa"); s.did("image-pushed", registry="aaa", repository="web", tags=["v1", "latest"])
    assert len(s.ok("GET", RG + "/aaa/tags?repo=web")["tags"]) == 2
    return pick(s.ok("GET", RG + "/aaa/repositories")["repositories"][0]["tagCount"], 2, 1)
def revoke(s):
    s.reg("aaa"); k = s.ok("POST", RG + "/aaa/keys", {"name": "k", "mode": "readwrite"})
    use = lambda: (s.did("credential-used", kind="registry-key", secret=k["secret"], registry="aaa", repository="web")["accepted"],
                   s("POST", V + "/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "aaa", "repository": "web"}, who=None)[0])
    assert use() == (True, 200)
    s.ok("DELETE", RG + "/aaa/keys/" + k["keyId"])
    assert s.ok("GET", RG + "/aaa/keys")["keys"][0]["revokedAt"]
    return use
@proof
def revoked_key_works(s): return pick(revoke(s)(), (False, 401), (True, 200))
@proof
def revoked_key_cached(s):
    use = revoke(s); a = use(); s.by("PT2M"); assert use() == (False, 401)
    return pick(a, (False, 401), (True, 200))
@proof
def upstream_password_echo(s):
    s.reg("aaa"); b = s.ok("PUT", RG + "/aaa/upstream-credentials/docker.io", {"username": "u", "password": "pw-123"})
    return pick("pw-123" in json.dumps(b), False, True)
@proof
def upstream_set_appends(s):
    s.reg("aaa")
    for u in ("u1", "u2"): s.ok("PUT", RG + "/aaa/upstream-credentials/docker.io", {"username": u, "password": "pw"})
    return pick([x["username"] for x in s.ok("GET", RG + "/aaa/upstream-credentials")["upstreamCredentials"]], ["u2"], ["u1", "u2"])
@proof
def arming_answers_before(s):
    d = s.ok("POST", EM + "/domains", {"name": "a.mail.example"})
    b = s.ok("POST", f"{EM}/domains/{d['id']}/receive")
    assert "MX" in [r["type"] for r in s.ok("GET", f"{EM}/domains/{d['id']}")["dnsRecords"]]
    return pick([r["type"] for r in b["dnsRecords"] if r["capability"] == "receive"], ["MX"], [])
@proof
def delivery_filters_either(s):
    s.domain(); a = s.hook([200])["webhook"]["id"]; b = s.hook([200])["webhook"]["id"]; m = s.sent()
    q = lambda x: [d["endpointId"] for d in s.ok("GET", EM + "/webhook-deliveries?" + x)["deliveries"]]
    assert q("endpointId=" + a) == [a] and q("messageId=" + m) == [b, a]
    return pick(q(f"messageId={m}&endpointId={a}"), [a], [b, a])
def attempts(s, n):
    for _ in range(60):
        l = s.ok("GET", "/_understudy/webhook-deliveries", who=None)["attempts"]
        if len(l) >= n: return l
        time.sleep(0.05)
    raise AssertionError("no attempt")
@proof
def redeliver_rerenders(s):
    s.domain(); s.hook([200]); m = s.sent(); first = attempts(s, 1)[0]
    s.did("message-delivered", messageId=m)
    b = s.ok("POST", f"{EM}/webhook-deliveries/{first['deliveryId']}/redeliver"); assert b["id"] != first["deliveryId"]
    second = attempts(s, 2)[1]; assert second["deliveryId"] == b["id"]
    return pick(first["body"] == second["body"], True, False)
@proof
def retry_signs_old(s):
    s.domain(); w = s.hook([500, 200]); s.sent(); attempts(s, 1)
    new = s.ok("POST", f"{EM}/webhooks/{w['webhook']['id']}/rotate-secret")["signingSecret"]
    s.by("PT15S"); a = attempts(s, 2)[1]
    h = {k.lower(): v for k, v in a["headers"].items()}
    def by(secret):
        msg = f"{h['webhook-id']}.{h['webhook-timestamp']}.{a['body']}".encode()
        return "v1," + base64.b64encode(hmac.new(base64.b64decode(secret[6:]), msg, hashlib.sha256).digest()).decode() == h["webhook-signature"]
    return pick((by(new), by(w["signingSecret"])), (True, False), (False, True))
@proof
def pause_not_enforced(s):
    s.domain(); l = [s.sent(to=[f"u{i}@customer.example"]) for i in range(20)]
    for m in l[:2]: s.did("message-bounced", messageId=m, bounce="hard")
    assert s.ok("GET", EM + "/settings")["paused"] is True
    return pick(s.send(to=["other@customer.example"])[0], 409, 200)
@proof
def key_any_domain(s):
    a = s.domain(); s.domain("b.mail.example"); k = s.ok("POST", EM + "/keys", {"name": "k", "domainIds": [a["id"]]})
    s.sent(secret=k["secret"])
    return pick(s.send(**{"from": "x@b.mail.example", "secret": k["secret"]})[0], 409, 200)
@proof
def stale_incident_closed(s):
    i = s.incident(); s.by("PT23H"); assert s.incidents()[0]["status"] == "open"
    s.by("PT2H"); return pick(s.ok("GET", f"{OC}/incidents/{i['id']}")["status"], "open", "resolved")
def resolved_then_alert(s):
    i = s.incident(); s.ok("POST", f"{OC}/incidents/{i['id']}/resolve")
    s.did("alert-fires", serviceId="svc_shop", alert="DiskFull")
    return [(x["id"] == i["id"], x["status"], x["firingAlerts"]) for x in s.incidents()]
@proof
def alert_reopens(s): return pick(resolved_then_alert(s), [(False, "open", 1), (True, "resolved", 0)], [(True, "open", 1)])
@proof
def alert_to_resolved(s): return pick(resolved_then_alert(s), [(False, "open", 1), (True, "resolved", 0)], [(True, "resolved", 1)])
@proof
def schedule_delete_unattached(s):
    c = s.schedule(); s.policy("schedule", c["id"])
    return pick(s("DELETE", f"{OC}/schedules/{c['id']}")[0], 409, 204)
@proof
def handoff_merged(s):
    c = s.schedule(); return refused(s("PATCH", f"{OC}/schedules/{c['id']}", {"handoff": {"time": "10:00"}})[0], 200)
@proof
def policy_absent_detaches(s):
    s.attach(s.policy()); st, _ = s("PUT", OC + "/services/svc_shop/escalation-policy", {})
    return pick((no(st), s.ok("GET", OC + "/escalation-policies")["policies"][0]["services"]), (True, 1), (False, 0))
@proof
def paging_default_empty(s):
    return pick(s.ok("GET", OC + "/paging-settings")["rules"], [{"channel": "email", "delaySeconds": 0}], [])
@proof
def sms_dropped(s):
    s.ok("PUT", OC + "/provider-credential", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15005550006"})
    s.ok("PUT", OC + "/paging-settings", {"phone": "+15005550007", "rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 0}]})
    s.ok("DELETE", OC + "/provider-credential"); s.attach(s.policy()); i = s.incident(); s.by("PT1S")
    l = sorted((p["channel"], p["outcome"]) for p in s.ok("GET", "/_understudy/pages?incidentId=" + i["id"], who=None)["pages"])
    return pick(l, [("email", "sent"), ("sms", "failed")], [("email", "sent")])
@proof
def revoked_source_works(s):
    a = s.ok("POST", OC + "/alert-sources", {"name": "n", "serviceId": "svc_shop"})
    s.ok("DELETE", f"{OC}/alert-sources/{a['id']}"); assert s.ok("GET", OC + "/alert-sources")["sources"] == []
    st, _ = s("POST", f"{OC}/alert-sources/{a['id']}/webhook", {"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}, who=a["token"])
    return pick(st, 401, 200)
@proof
def patch_last_wins(s):
    s.cluster(); a = s("PATCH", V + "/clusters/c", {"tier": "medium"})[0]; b = s("PATCH", V + "/clusters/c", {"replicas": 3})[0]
    s.by("PT1M"); k = s.ok("GET", V + "/clusters/c"); assert k["phase"] == "running"
    return pick((a, b, k["tier"], k["replicas"]), (200, 409, "medium", 1), (200, 200, "small", 3))
@proof
def deleted_node_skew(s):
    s.cluster(orchestratorVersion="1.33.2"); s.did("node-joins", organization="aurora", cluster="c", node="n1", agentVersion="1.31.9", ready=True)
    assert s("PATCH", V + "/clusters/c", {"orchestratorVersion": "1.34.1"})[0] == 409
    s.ok("DELETE", V + "/clusters/c/nodes/n1"); assert s.ok("GET", V + "/clusters/c/nodes")["nodes"] == []
    return pick(s("PATCH", V + "/clusters/c", {"orchestratorVersion": "1.34.1"})[0], 200, 409)
@proof
def catalog_not_entitled(s):
    assert s("GET", UP + "/catalog")[0] == 200 and s("GET", UP + "/catalog", who=None)[0] == 401
    s.did("entitlement-changes", organization="aurora", area="uptime", enabled=False); assert s("GET", UP + "/services")[0] == 403
    return pick(s("GET", UP + "/catalog")[0], 403, 200)
@proof
def failures_of_unknown(s): return pick(s("GET", UP + "/monitors/mon_never/failures")[0], 404, 200)
@proof
def patch_unavailable_vantage(s):
    bad = [v["id"] for v in s.ok("GET", UP + "/catalog")["vantages"] if not v["available"]][0]
    assert no(s.monitor(vantages=[bad])[0]); st, m = s.monitor(); assert st == 201
    return refused(s("PATCH", f"{UP}/monitors/{m['id']}", {"vantages": [bad]})[0], 200)
@proof
def interval_in_range(s): return refused(s.monitor(intervalSeconds=61)[0], 201)
@proof
def rename_duplicate(s):
    s.ok("POST", UP + "/services", {"name": "a"}); assert s("POST", UP + "/services", {"name": "a"})[0] == 409
    b = s.ok("POST", UP + "/services", {"name": "b"})
    return pick(s("PATCH", f"{UP}/services/{b['id']}", {"name": "a"})[0], 409, 200)
@proof
def daily_quota_off_by_one(s):
    s.domain(); s.did("quota-changes", organization="aurora", quota="daily-email", value=2); s.sent(); s.sent()
    st = s.send()[0]; n = s.ok("GET", EM + "/settings"); assert n["dailyQuota"] == 2
    return pick((st, n["acceptedToday"]), (409, 2), (200, 3))
@proof
def monitor_quota_late(s):
    for _ in range(100):
        if s.monitor()[0] == 403: break
    else: raise AssertionError("no quota")
    return pick(s.monitor(intervalSeconds=61)[0], 403, 400)

def build(mistake):
    d = os.path.join(WORK, mistake["id"] if mistake else "clean")
    shutil.rmtree(d, ignore_errors=True)
    shutil.copytree(os.path.join(H, "../../../../../examples/fourth-candidate"), d)
    for e in (mistake or {"edits": []})["edits"]:
        f = os.path.join(d, e["file"]); t = open(f).read()
        if t.count(e["find"]) != 1: raise RuntimeError(f"{e['file']}: found {t.count(e['find'])} times: {e['find'][:50]}")
        open(f, "w").write(t.replace(e["find"], e["replace"]))
    r = subprocess.run([GO, "build", "-ldflags=-s -w", "-o", "server", "."], cwd=d, capture_output=True, text=True)
    if r.returncode: raise RuntimeError("does not build: " + r.stderr[:400])
    return os.path.join(d, "server")

def run(binary, id):
    s = S(binary)
    try: return P[id](s)
    except Exception as e: return f"{type(e).__name__}: {e}"
    finally: s.stop()

def main():
    todo = json.load(open(os.path.join(H, "mistakes.json")))
    if sys.argv[1:]: todo = [m for m in todo if m["id"] in sys.argv[1:]]
    os.makedirs(WORK, exist_ok=True)
    clean = build(None); bad = 0
    for m in todo:
        try: a, b = run(clean, m["id"]), run(build(m), m["id"])
        except Exception as e: a, b = "", f"{type(e).__name__}: {e}"
        held = a == "right" and b == "wrong"; bad += not held
        print("ok  " if held else "FAIL", m["id"], "" if held else f"clean: {a} | mistaken: {b}", flush=True)
        shutil.rmtree(os.path.join(WORK, m["id"]), ignore_errors=True)
    shutil.rmtree(WORK, ignore_errors=True)
    print(f"{len(todo) - bad} of {len(todo)} hold")
    sys.exit(1 if bad or not todo else 0)
main()
