"""python3 prove.py [ID...]: shows that the clean candidate is right and each edited copy wrong."""
import base64, hashlib, json, os, random, shutil, socket, subprocess, sys, tempfile, threading, time
import urllib.error, urllib.parse, urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTHON = os.environ.get("FIFTH_CANDIDATE_PYTHON", "python3")
CANDIDATE = HERE / "../../../../../examples/fifth-candidate"
SVC = "5e0f1c9a-0000-4000-8000-000000000001"
ADAM, MIA = ("7d0c5e52-0000-4000-8000-00000000000%d" % n for n in (2, 3))


class R:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        try: self.j = json.loads(raw)
        except ValueError: self.j = None
    def __repr__(self): return f"{self.status} {self.raw[:200]!r}"


class S:
    """One running copy."""
    def __init__(self, folder):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]
        self.p = subprocess.Popen([PYTHON, "-B", "main.py", "--port", str(self.port)], cwd=folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        line = self.p.stdout.readline()
        if "ready" not in line: raise RuntimeError("did not start")
    def stop(self):
        self.p.terminate(); self.p.wait()
    def http(self, method, path, body=None, who="session-olivia", headers=None):
        h = dict(headers or {})
        if who: h["Authorization"] = "Bearer " + who
        data = None
        if body is not None: data = json.dumps(body).encode(); h["Content-Type"] = "application/json"
        q = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, h, method=method)
        try:
            with urllib.request.urlopen(q, timeout=30) as a: return R(a.status, a.headers, a.read())
        except urllib.error.HTTPError as a: return R(a.code, a.headers, a.read())
    def __call__(self, method, path, body=None, who="session-olivia"):
        r = self.http(method, "/api/v1" + path, body, who)
        assert r.status != 500, f"500 at {method} {path}"
        return r
    def do(self, method, path, body=None, who="session-olivia"):
        r = self(method, path, body, who)
        assert r.status < 300, f"{method} {path}: {r}"
        return r.j
    def event(self, name, must=True, **body):
        r = self.http("POST", "/_understudy/events/" + name, body, None)
        assert not must or r.status < 300, f"{name}: {r}"
        return r
    def advance(self, by):
        r = self.http("POST", "/_understudy/clock/advance", {"by": by}, None); assert r.status == 200, r
    def reset(self):
        assert self.http("POST", "/_understudy/reset", {}, None).status == 200
    def cluster(self, name="prod", who="session-olivia", **body):
        self.do("POST", "/clusters", {"name": name, "tier": "small", **body}, who)
        self.advance("PT10S")
    def registry(self, *slugs):
        for slug in slugs: self.do("POST", "/registry/registries", {"slug": slug})
    def source(self):
        return self.do("POST", "/oncall/alert-sources", {"name": "am", "serviceId": SVC})
    def alert(self, source, name, status="firing"):
        r = self("POST", f"/oncall/alert-sources/{source['id']}/webhook",
                 {"version": "4", "alerts": [{"status": status, "labels": {"alertname": name}, "fingerprint": name}]}, source["token"])
        assert r.status == 202, r
    def working(self):
        return self.do("GET", "/oncall/incidents")["incidents"]
    def domain(self, name="mail.judged.example"):
        d = self.do("POST", "/email/domains", {"name": name})
        self.event("dns-record-published", domain=name)
        self.do("POST", f"/email/domains/{d['id']}/check"); self.advance("PT10S")
        return d
    def hook(self):
        return self.do("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/a", "eventTypes": ["message.sent"]})
    def incident(self, title="t"):
        return self.do("POST", "/oncall/incidents", {"serviceId": SVC, "title": title})


proofs = {}
def proof(f):
    proofs["af-" + f.__name__.replace("_", "-")] = f
    return f

# Each returns (right?, what was seen).

@proof
def transitions_keep_oldest(s):
    m = s.do("POST", "/uptime/monitors", {"name": "m", "kind": "tcp", "tcp": {"host": "a.example", "port": 80}, "intervalSeconds": 60,
             "vantages": ["fra"], "downCondition": {"confirmations": 1, "quorum": 1}})
    for n in range(55):
        s.event("probe-result", monitorId=m["id"], outcome="fail" if n % 2 else "ok"); time.sleep(0.003)
    since = s.do("GET", f"/uptime/monitors/{m['id']}")["stateSince"]
    t = s.do("GET", f"/uptime/monitors/{m['id']}/transitions")["transitions"]
    return len(t) <= 50 and t[0]["at"] == since, (len(t), t[0]["at"], since)

@proof
def ack_after_resolve(s):
    i = s.incident()["id"]; s.do("POST", f"/oncall/incidents/{i}/resolve"); s("POST", f"/oncall/incidents/{i}/acknowledge")
    st = s.do("GET", f"/oncall/incidents/{i}")["status"]
    return st == "resolved", st

@proof
def image_delete_all_repos(s):
    s.registry("one")
    for repo in ("a", "b"): s.event("image-pushed", registry="one", repository=repo, digest="sha256:abc")
    r = s("DELETE", "/registry/registries/one/manifests?repo=a&digest=sha256:abc"); assert r.status == 204
    left = s.do("GET", "/registry/registries/one/manifests?repo=b")["manifests"]
    assert not s.do("GET", "/registry/registries/one/manifests?repo=a")["manifests"]
    return len(left) == 1, left

@proof
def registry_display_name_missing(s):
    r = s.do("POST", "/registry/registries", {"slug": "one"})
    assert s.do("POST", "/registry/registries", {"slug": "two", "displayName": "Two"})["displayName"] == "Two"
    return isinstance(r.get("displayName"), str), r

@proof
def token_same_name_replaced(s):
    ids = [s.do("POST", "/tokens", {"name": "ci"})["id"] for _ in range(2)]
    seen = [t["id"] for t in s.do("GET", "/tokens")["tokens"]]
    return all(i in seen for i in ids), (ids, seen)

@proof
def content_404_plain_text(s):
    r = s("GET", "/email/messages/unknown/content")
    return r.status == 404 and isinstance(r.j, dict) and isinstance(r.j.get("error"), str), r

@proof
def permissions_without_beta(s):
    s.event("entitlement-changes", area="email", enabled=False)
    names = [x["service"] for x in s.do("GET", "/iam/permissions")["services"]]
    return "email" in names, names

@proof
def login_revokes_earlier(s):
    s.registry("one")
    a, b = (s.do("POST", "/registry/login", {}) for _ in range(2))
    r = s.do("POST", "/registry/data-plane/authorize", {"username": a["username"], "password": a["password"], "registry": "one",
             "repository": "app", "action": "pull"}, None)
    return r["allowed"], r

@proof
def alert_in_flight_accepted(s):
    src = s.source()
    body = json.dumps({"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}).encode()
    c = socket.create_connection(("127.0.0.1", s.port))
    c.sendall((f"POST /api/v1/oncall/alert-sources/{src['id']}/webhook HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {src['token']}\r\n"
               f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n").encode() + body[:10])
    time.sleep(0.4)
    assert s("DELETE", f"/oncall/alert-sources/{src['id']}").status == 204
    c.sendall(body[10:])
    answer = c.recv(100); c.close()
    return b" 401 " in answer and not s.working(), (answer[:20], len(s.working()))

@proof
def foreign_slug_403(s):
    s.do("POST", "/registry/registries", {"slug": "one"}, "session-gina")
    s.registry("two"); assert s("POST", "/registry/registries", {"slug": "two"}).status == 409
    r = s("POST", "/registry/registries", {"slug": "one"})
    return r.status == 409, r

@proof
def send_key_domain_ids_missing(s):
    d = s.do("POST", "/email/domains", {"name": "a.judged.example"})
    s.do("POST", "/email/keys", {"name": "k", "domainIds": [d["id"]]}); s.do("POST", "/email/keys", {"name": "all"})
    assert all(isinstance(k["domainIds"], list) for k in s.do("GET", "/email/keys")["sendKeys"])
    s("DELETE", f"/email/domains/{d['id']}")
    ks = s.do("GET", "/email/keys")["sendKeys"]
    return all(isinstance(k.get("domainIds"), list) for k in ks), ks

@proof
def flapping_alert_reopens(s):
    src = s.source(); s.alert(src, "A"); i = s.working()[0]["id"]
    s.do("POST", f"/oncall/incidents/{i}/resolve"); s.alert(src, "A", "resolved"); s.alert(src, "A")
    st = s.do("GET", f"/oncall/incidents/{i}")
    return st["status"] == "resolved" and len(s.working()) == 1 and s.working()[0]["id"] != i, st["status"]

@proof
def firing_alerts_move_along(s):
    src = s.source(); s.alert(src, "A"); i = s.working()[0]["id"]
    s.do("POST", f"/oncall/incidents/{i}/resolve")
    before = s.do("GET", f"/oncall/incidents/{i}"); s.alert(src, "B"); after = s.do("GET", f"/oncall/incidents/{i}")
    return before == after, (before["firingAlerts"], after["firingAlerts"])

@proof
def skew_gate_by_name(s):
    s.cluster(); s.cluster(who="session-gina")
    s.event("node-joins", organization="globex", cluster="prod", node="foreign-1", agentVersion="1.30.8", ready=True)
    r = s("PATCH", "/clusters/prod", {"orchestratorVersion": "1.33.2"})
    return r.status == 200, r

@proof
def registry_with_untagged_deleted(s):
    s.registry("one"); s.event("image-pushed", registry="one", repository="app")
    assert 400 <= s("DELETE", "/registry/registries/one").status
    s.do("DELETE", "/registry/registries/one/tags?repo=app&tag=latest")
    r = s("DELETE", "/registry/registries/one")
    return r.status >= 400 and s("GET", "/registry/registries/one").status == 200, r

@proof
def incident_list_uncapped_filter(s):
    for n in range(101): s.incident(str(n))
    a, b = len(s.working()), len(s.do("GET", "/oncall/incidents?status=open")["incidents"])
    return a == b == 100, (a, b)

@proof
def contacts_follow_billing(s):
    before = s.do("GET", "/organization/contacts"); s.do("PATCH", "/organization/contacts", {"billingEmail": "new@acme.example"})
    after = s.do("GET", "/organization/contacts")
    return after == {**before, "billingEmail": "new@acme.example"}, after

@proof
def handoff_without_time(s):
    c = s.do("POST", "/oncall/schedules", {"name": "s", "timezone": "UTC", "participants": [{"userId": ADAM, "label": "A"}],
             "handoff": {"interval": "daily", "time": "09:00"}})
    r = s("PATCH", f"/oncall/schedules/{c['id']}", {"handoff": {"interval": "weekly"}})
    assert s("PATCH", f"/oncall/schedules/{c['id']}", {"handoff": {"interval": "weekly", "time": "10:00"}}).j["handoff"]["time"] == "10:00"
    return r.status >= 400, r

@proof
def patch_rescues_deleted_cluster(s):
    s.cluster(); assert s("DELETE", "/clusters/prod").status == 202
    p = s("PATCH", "/clusters/prod", {"replicas": 3}); s.advance("PT1M"); s.advance("PT1H")
    r = s("GET", "/clusters/prod")
    return r.status == 404, (p.status, r)

@proof
def registration_token_join_command_listed(s):
    s.cluster(); t = s.do("POST", "/clusters/prod/registration-tokens", {"name": "r"})["token"]
    r = s("GET", "/clusters/prod/registration-tokens"); assert r.status == 200
    return t.encode() not in r.raw, r

@proof
def usage_counts_namesakes(s):
    s.registry("one"); s.do("POST", "/registry/registries", {"slug": "two"}, "session-gina")
    s.event("image-pushed", registry="one", repository="app", layers=[{"sizeBytes": 1000}])
    a = s.do("GET", "/registry/registries/one")["usedBytes"]
    s.event("image-pushed", registry="two", repository="app", layers=[{"sizeBytes": 5000}])
    b = s.do("GET", "/registry/registries/one")["usedBytes"]
    return a == b, (a, b)

@proof
def old_incidents_drop_out(s):
    i = s.incident()["id"]; s.advance("P31D")
    seen = [x["id"] for x in s.working()]
    return i in seen, seen

@proof
def downsize_order_alphabetical(s):
    s.cluster(tier="large"); s.event("headroom-changes", cluster="prod", component="datastore", usedPercent=70)
    r = s("PATCH", "/clusters/prod", {"tier": "small"})
    return r.status == 409 and "datastore" in r.j["error"], r

@proof
def patch_size_any(s):
    s.cluster(datastore={"mode": "dedicated"})
    r = s("PATCH", "/clusters/prod", {"datastore": {"size": "db-huge", "storageGiB": 20, "replicas": 1, "backups": False}})
    return r.status >= 400, r

@proof
def quota_freed_by_delivery(s):
    s.domain(); s.event("quota-changes", quota="daily-email", value=1)
    mail = {"from": "a@mail.judged.example", "to": ["b@other.example"]}
    i = s.event("message-sent", **mail).j["messageId"]
    assert s.do("GET", "/email/settings")["acceptedToday"] == 1
    s.event("message-delivered", messageId=i)
    n = s.do("GET", "/email/settings")["acceptedToday"]; r = s.event("message-sent", must=False, **mail)
    return n == 1 and r.status >= 400, (n, r)

@proof
def last_request_empty(s):
    i = s.do("POST", "/tokens", {"name": "ci"})["id"]
    t = next(t for t in s.do("GET", "/tokens")["tokens"] if t["id"] == i)
    return bool(t["lastRequest"]), t

@proof
def one_available_vantage_suffices(s):
    body = {"name": "m", "kind": "tcp", "tcp": {"host": "a.example", "port": 80}, "intervalSeconds": 60}
    assert s("POST", "/uptime/monitors", {**body, "vantages": ["syd"]}).status >= 400
    r = s("POST", "/uptime/monitors", {**body, "vantages": ["fra", "syd"]})
    return r.status >= 400, r

@proof
def token_entries_merged(s):
    s.registry("one", "two", "three")
    k = s.do("POST", "/tokens", {"name": "n", "scope": [{"role": "registry.viewer", "resourceIds": ["one"]},
                                                       {"role": "registry.editor", "resourceIds": ["two"]}]})["key"]
    assert s("DELETE", "/registry/registries/three", None, k).status == 403
    assert s("GET", "/registry/registries/one", None, k).status == 200
    r = s("DELETE", "/registry/registries/one", None, k)
    assert s("DELETE", "/registry/registries/two", None, k).status == 204
    return r.status == 403, r

@proof
def webhook_patch_lost_update(s):
    w = s.hook()["webhook"]["id"]
    with ThreadPoolExecutor(2) as pool:
        for n in range(8):
            s.do("PATCH", f"/email/webhooks/{w}", {"url": "http://127.0.0.1:9/a", "disabled": False})
            jobs = [pool.submit(s, "PATCH", f"/email/webhooks/{w}", b) for b in ({"url": "http://127.0.0.1:9/b"}, {"disabled": True})]
            if not all(j.result().status == 200 for j in jobs): continue
            now = s.do("GET", "/email/webhooks")["webhooks"][0]
            if now["url"][-1] != "b" or not now["disabled"]: return False, now
    return True, now

@proof
def export_token_listed_until_used(s):
    t = s.do("POST", "/uptime/export-tokens", {"name": "e"})["token"]
    r = s("GET", "/uptime/export-tokens"); assert r.status == 200
    assert s("GET", "/uptime/metrics", None, t).status == 200
    return t.encode() not in r.raw, r

@proof
def ack_stops_sibling_incidents(s):
    p = s.do("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [
        {"target": {"kind": "user", "id": u, "label": "x"}, "waitSeconds": 60} for u in (ADAM, MIA)]})
    s.do("PUT", f"/oncall/services/{SVC}/escalation-policy", {"escalationPolicyId": p["id"]})
    a, b = s.incident("a")["id"], s.incident("b")["id"]; s.advance("PT5S")
    s.do("POST", f"/oncall/incidents/{a}/acknowledge"); s.advance("PT5M")
    pages = [x["userId"] for x in s.http("GET", f"/_understudy/pages?incidentId={b}", None, None).j["pages"]]
    assert [x["userId"] for x in s.http("GET", f"/_understudy/pages?incidentId={a}", None, None).j["pages"]] == [ADAM]
    return pages == [ADAM, MIA], pages

@proof
def message_cursor_offset(s):
    d = s.do("POST", "/email/domains", {"name": "in.judged.example"}); s.do("POST", f"/email/domains/{d['id']}/receive")
    mail = {"from": "b@other.example", "to": ["x@in.judged.example"]}
    for _ in range(60): s.event("message-received", **mail)
    one = s.do("GET", "/email/messages"); s.event("message-received", **mail)
    two = s.do("GET", "/email/messages?cursor=" + urllib.parse.quote(one["cursor"]))
    first, second = ([x["id"] for x in p["messages"]] for p in (one, two))
    return not set(first) & set(second) and len(first + second) == 60, len(set(first) & set(second))

@proof
def key_admin_somewhere(s):
    s.registry("one", "two")
    k = s.do("POST", "/tokens", {"name": "n", "scope": [{"role": "registry.admin", "resourceIds": ["one"]},
                                                       {"role": "registry.viewer", "resourceIds": ["two"]}]})["key"]
    body = {"name": "k", "mode": "pull"}
    assert s("POST", "/registry/registries/one/keys", body, k).status == 201
    assert s("POST", "/registry/registries/one/keys", body, "session-mia").status == 403
    r = s("POST", "/registry/registries/two/keys", body, k)
    return r.status == 403, r.status

@proof
def invalid_address_422(s):
    r = s("PATCH", "/organization/contacts", {"technicalEmail": "not-an-address"})
    return r.status == 400, r

@proof
def patch_during_restart(s):
    s.cluster(replicas=1)
    a = s("PATCH", "/clusters/prod", {"tier": "medium"}); b = s("PATCH", "/clusters/prod", {"managedLoadBalancers": {"enabled": True}})
    s.advance("PT1M"); c = s.do("GET", "/clusters/prod")
    return a.status == 200 and c["tier"] == "medium" and (b.status == 409 or c["managedLoadBalancers"]["enabled"]), (a.status, b.status, c["tier"])

@proof
def agent_version_when_ready(s):
    s.cluster(); s.event("node-joins", cluster="prod", node="n1", ready=False)
    n = s.do("GET", "/clusters/prod/nodes")["nodes"]
    return isinstance(n[0].get("agentVersion"), str), n

@proof
def incident_shows_service_alerts(s):
    src = s.source(); s.alert(src, "A"); s.do("POST", f"/oncall/incidents/{s.working()[0]['id']}/resolve"); s.alert(src, "B")
    seen = [a["fingerprint"] for a in s.do("GET", f"/oncall/incidents/{s.working()[0]['id']}")["alerts"]]
    return seen == ["B"], seen

@proof
def webhook_url_change_shows_secret(s):
    h = s.hook(); r = s("PATCH", f"/email/webhooks/{h['webhook']['id']}", {"url": "http://127.0.0.1:9/b"}); assert r.status == 200
    return h["signingSecret"].encode() not in r.raw, r

@proof
def provider_verified_recently(s):
    body = {"accountSid": "AC0123", "authToken": "secret-of-the-provider", "fromNumber": "+15550101"}
    s.do("PUT", "/oncall/provider-credential", body); s.event("provider-behaves", behaviour="rejects")
    r = s("PUT", "/oncall/provider-credential", {**body, "authToken": "other", "fromNumber": "+15550199"})
    now = s.do("GET", "/oncall/provider-credential")
    return r.status == 422 and now["fromNumber"] == "+15550101", (r, now)

@proof
def domain_claimed_twice(s):
    s.do("POST", "/email/domains", {"name": "a.judged.example"}, "session-gina")
    r = s("POST", "/email/domains", {"name": "a.judged.example"})
    s.do("POST", "/email/domains", {"name": "b.judged.example"}); assert s("POST", "/email/domains", {"name": "b.judged.example"}).status == 409
    return r.status == 409, r

@proof
def rotate_secret_201(s):
    h = s.hook(); r = s("POST", f"/email/webhooks/{h['webhook']['id']}/rotate-secret")
    return r.status == 200, r.status

# --- an issuer of ID tokens, with the standard library only

def b64(x): return base64.urlsafe_b64encode(x).rstrip(b"=").decode()

def prime(bits):
    while True:
        n = random.getrandbits(bits) | 3 << bits - 2 | 1
        if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)) or n % 65537 == 1: continue
        d, r = n - 1, 0
        while d % 2 == 0: d //= 2; r += 1
        for _ in range(12):
            x = pow(random.randrange(2, n - 1), d, n)
            if x in (1, n - 1): continue
            for _ in range(r - 1):
                x = x * x % n
                if x == n - 1: break
            else: break
        else: return n

def issuer():
    p, q = prime(1024), prime(1024); n, e = p * q, 65537; d = pow(e, -1, (p - 1) * (q - 1))
    size = (n.bit_length() + 7) // 8
    class H(BaseHTTPRequestHandler):
        def do_GET(self):
            base = f"http://127.0.0.1:{self.server.server_port}"
            doc = {"issuer": base, "jwks_uri": base + "/jwks"} if "openid" in self.path else {"keys": [
                {"kty": "RSA", "kid": "k", "alg": "RS256", "use": "sig", "n": b64(n.to_bytes(size, "big")), "e": b64(b"\1\0\1")}]}
            raw = json.dumps(doc).encode()
            self.send_response(200); self.send_header("Content-Length", str(len(raw))); self.end_headers(); self.wfile.write(raw)
        def log_message(self, *_): pass
    server = ThreadingHTTPServer(("127.0.0.1", 0), H); threading.Thread(target=server.serve_forever, daemon=True).start()
    def sign(claims):
        head = b64(b'{"alg":"RS256","kid":"k"}') + "." + b64(json.dumps(claims).encode())
        t = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(head.encode()).digest()
        em = b"\0\1" + b"\xff" * (size - 3 - len(t)) + b"\0" + t
        return head + "." + b64(pow(int.from_bytes(em, "big"), d, n).to_bytes(size, "big"))
    return f"http://127.0.0.1:{server.server_port}", sign

ISSUER = None

@proof
def oidc_key_never_expires(s):
    global ISSUER
    ISSUER = ISSUER or issuer(); base, sign = ISSUER
    s.registry("one")
    s.do("POST", "/registry/registries/one/oidc-rules", {"issuer": base, "audience": "reg", "subjectPattern": "repo:*", "mode": "pull"})
    k = s.do("POST", "/registry/oidc/exchange", {"registry": "one", "token": sign(
        {"iss": base, "aud": "reg", "sub": "repo:x", "exp": int(time.time()) + 600})}, None)
    row = s.do("GET", "/registry/registries/one/keys")["keys"][0]; assert row["mintedVia"] == "oidc"
    use = lambda: s.do("POST", "/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "one",
                       "repository": "app", "action": "pull"}, None)["allowed"]
    assert use(); s.advance("P30D"); later = use()
    return bool(row.get("expiresAt")) and not later, (row.get("expiresAt"), later)

@proof
def purge_counts_before_delete(s):
    s.registry("one"); s.event("image-pushed", registry="one", repository="app")
    r = s.do("DELETE", "/registry/registries/one/tags?repo=app&tag=latest&purge=true")
    left = s.do("GET", "/registry/registries/one/manifests?repo=app")["manifests"]
    return r == {"purged": True} and not left, (r, len(left))

@proof
def rollback_window(s):
    s.cluster(orchestratorVersion="1.31.9"); s.do("PATCH", "/clusters/prod", {"orchestratorVersion": "1.32.6"}); s.advance("PT10S")
    assert s.do("GET", "/clusters/prod")["orchestratorVersion"] == "1.32.6"
    r = s("PATCH", "/clusters/prod", {"orchestratorVersion": "1.31.9"}); s.advance("PT10S")
    v = s.do("GET", "/clusters/prod")["orchestratorVersion"]
    return r.status >= 400 and v == "1.32.6", (r.status, v)


def main():
    mistakes = {m["id"]: m for m in json.loads((HERE / "mistakes.json").read_text())}
    wanted = sys.argv[1:] or list(mistakes)
    seen = {}
    clean = S(CANDIDATE)
    try:
        for id_ in wanted:
            clean.reset()
            try: seen[id_] = proofs[id_](clean)
            except Exception as e: seen[id_] = (False, f"{type(e).__name__}: {e}")
    finally: clean.stop()
    good = 0
    for id_ in wanted:
        if not seen[id_][0]: print(id_, "the clean candidate is not right:", seen[id_][1]); continue
        folder = Path(tempfile.mkdtemp(prefix="copy-"))
        try:
            shutil.copytree(CANDIDATE / "app", folder / "app", ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(CANDIDATE / "main.py", folder)
            for e in mistakes[id_]["edits"]:
                f = folder / e["file"]; text = f.read_text(); assert text.count(e["find"]) == 1, e["find"]
                f.write_text(text.replace(e["find"], e["replace"]))
            s = S(folder)
            try: right, what = proofs[id_](s)
            finally: s.stop()
            if right: print(id_, "the edited copy is right too:", what)
            else:
                good += 1
                print(id_, "ok" if not os.environ.get("SHOW") else f"ok   right {str(seen[id_][1])[:120]}   wrong {str(what)[:160]}")
        except Exception as e: print(id_, f"{type(e).__name__}: {e}")
        finally: shutil.rmtree(folder)
        sys.stdout.flush()
    print(f"{good} of {len(wanted)} proven")

main()
