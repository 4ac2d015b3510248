#!/usr/bin/env python3
"""python3 prove.py [ID...]: proves each mistake against the clean candidate."""
import base64, datetime, hashlib, http.server, json, os, random, shutil, socket, subprocess, sys, tempfile, threading, time
import urllib.error, urllib.parse, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/fourth-candidate")
GO = os.environ.get("GO", "go")
API = "/api/v1"


class Setup(Exception):
    pass


def need(cond, what):
    if not cond:
        raise Setup(what)


def iso(**delta):
    t = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**delta)
    return t.strftime("%Y-%m-%dT%H:%M:%SZ")


class Server:
    def __init__(self, binary):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.p = subprocess.Popen([binary, "-port", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                if self.raw("GET", "/_understudy/health")[0] == 200:
                    return
            except OSError:
                time.sleep(0.05)
        raise Setup("the server does not start")

    def stop(self):
        self.p.terminate()
        self.p.wait()

    def raw(self, method, path, body=None, headers=None):
        h = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            h["Content-Type"] = "application/json"
        r = urllib.request.Request("http://127.0.0.1:%d%s" % (self.port, path), data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(r, timeout=20) as res:
                code, text = res.status, res.read()
        except urllib.error.HTTPError as e:
            code, text = e.code, e.read()
        try:
            return code, json.loads(text)
        except ValueError:
            return code, text

    def __call__(self, who, method, path, body=None):
        """who: olga, bea@borealis, or key:<personal token or other bearer>"""
        h = {}
        if who.startswith("key:"):
            h["Authorization"] = "Bearer " + who[4:]
        else:
            name, _, org = who.partition("@")
            h["Authorization"] = "Bearer session-" + name
            if org:
                h["X-Organization"] = org
        return self.raw(method, API + path, body, h)

    def ok(self, who, method, path, body=None):
        st, v = self(who, method, path, body)
        need(200 <= st < 300, "%s %s: %s %s" % (method, path, st, v))
        return v

    def ev(self, name, body):
        st, v = self.raw("POST", "/_understudy/events/" + name, body)
        need(st == 200, "event %s: %s %s" % (name, st, v))
        return v

    def at_once(self):
        need(self.raw("PUT", "/_understudy/clock/progress", {"mode": "at-once"})[0] == 200, "progress")

    def advance(self, by):
        st, v = self.raw("POST", "/_understudy/clock/advance", {"by": by})
        need(st == 200, "advance: %s %s" % (st, v))

    # building blocks
    def registry(self, slug="own-reg", who="olga", **more):
        return self.ok(who, "POST", "/registry/registries", dict(slug=slug, **more))

    def cluster(self, **more):
        self.at_once()
        self.ok("olga", "POST", "/clusters", dict(dict(name="alpha", tier="small"), **more))
        v = self.ok("olga", "GET", "/clusters/alpha")
        need(v["phase"] == "running", "not running")
        return v

    def domain(self, name="a.mail.example", receive=False):
        self.at_once()
        d = self.ok("olga", "POST", "/email/domains", {"name": name})
        if receive:
            self.ok("olga", "POST", "/email/domains/%s/receive" % d["id"])
        self.ev("dns-record-published", {"domain": name})
        self.ok("olga", "POST", "/email/domains/%s/check" % d["id"])
        d = self.ok("olga", "GET", "/email/domains/" + d["id"])
        need(d["sendState"] == "verified" and (not receive or d["receiveState"] == "verified"), "not verified")
        return d

    def schedule(self):
        return self.ok("olga", "POST", "/oncall/schedules", {"name": "s", "timezone": "UTC", "participants": [{"userId": "usr_mia", "label": "Mia"}],
                                                            "handoff": {"interval": "weekly", "dow": 1, "time": "09:00"}})

    def source(self, service, name="a"):
        return self.ok("olga", "POST", "/oncall/alert-sources", {"name": name, "serviceId": service})


def refused(st):
    return 400 <= st < 500


# Each function answers (right?, what was seen).
P = {}


def proof(f):
    P["be-" + f.__name__.replace("_", "-")] = f
    return f


@proof
def title_missing(s):
    st, v = s("olga", "POST", "/oncall/incidents", {"serviceId": "svc_shop"})
    return refused(st), st


@proof
def no_messages_null(s):
    v = s.ok("olga", "GET", "/email/messages")
    return v["messages"] == [], v


@proof
def refused_token_kept(s):
    st, _ = s("olga", "POST", "/tokens", {"name": "x", "scope": [{"role": "registry.viewer", "resourceIds": ["nowhere"]}]})
    need(refused(st), "not refused: %s" % st)
    l = s.ok("olga", "GET", "/tokens")["tokens"]
    return not any(t["name"] == "x" for t in l), l


@proof
def rejected_provider_stored(s):
    s.ev("provider-behaves", {"behaviour": "rejects", "only": "verification"})
    st, _ = s("olga", "PUT", "/oncall/provider-credential", {"accountSid": "AC1", "authToken": "tttt", "fromNumber": "+15005550006"})
    need(st == 422, "status %s" % st)
    v = s.ok("olga", "GET", "/oncall/provider-credential")
    return v["configured"] is False, v


@proof
def any_source_token(s):
    a, b = s.source("svc_shop"), s.source("svc_search", "b")
    st, v = s("key:" + b["token"], "POST", "/oncall/alert-sources/%s/webhook" % a["id"],
              {"alerts": [{"status": "firing", "labels": {"alertname": "x"}, "fingerprint": "f1"}]})
    l = s.ok("olga", "GET", "/oncall/incidents")["incidents"]
    return st == 401 and not l, (st, l)


@proof
def foreign_repositories(s):
    s.registry("far-reg", "nils")
    st, v = s("olga", "GET", "/registry/registries/far-reg/repositories")
    return refused(st), st


@proof
def lookup_overwrites_record(s):
    d = s.ok("olga", "POST", "/email/domains", {"name": "a.mail.example"})
    s.ev("dns-record-mismatched", {"domain": "a.mail.example", "type": "TXT", "value": "v=spf1 -all"})
    p = "/email/domains/%s/dns" % d["id"]
    txt = lambda: [r for r in s.ok("olga", "GET", p)["records"] if r["type"] == "TXT"][0]
    one, two = txt(), txt()
    need(one["outcome"] == "mismatch" and one["observed"] == "v=spf1 -all", one)
    after = s.ok("olga", "GET", "/email/domains/" + d["id"])
    return two == one and after["dnsRecords"] == d["dnsRecords"], two


@proof
def detail_blanks_name(s):
    s.registry("shop-img", displayName="Shop images")
    s.ok("olga", "GET", "/registry/registries/shop-img")
    l = s.ok("olga", "GET", "/registry/registries")["registries"]
    return l[0]["displayName"] == "Shop images", l


@proof
def skew_stale_nodes(s):
    s.cluster(orchestratorVersion="1.32.6")
    s.ok("olga", "PATCH", "/clusters/alpha", {"orchestratorVersion": "1.33.2"})
    s.ev("node-joins", {"cluster": "alpha", "node": "old-1", "agentVersion": "1.31.0", "ready": True})
    st, v = s("olga", "PATCH", "/clusters/alpha", {"orchestratorVersion": "1.34.1"})
    return st == 409 and "old-1" in v["error"], (st, v)


@proof
def token_home_org(s):
    v = s.ok("bea@borealis", "POST", "/tokens", {"name": "x"})
    return v["orgSlug"] == "borealis", v["orgSlug"]


@proof
def patch_forgets_repeat(s):
    p = s.ok("olga", "POST", "/oncall/escalation-policies", {"name": "p", "repeat": 2, "steps": [{"target": {"kind": "user", "id": "usr_mia", "label": "Mia"}, "waitSeconds": 60}]})
    need(p["repeat"] == 2, p)
    v = s.ok("olga", "PATCH", "/oncall/escalation-policies/" + p["id"], {"name": "q"})
    return v["repeat"] == 2 and v["name"] == "q", v


@proof
def no_postmortem(s):
    i = s.ok("olga", "POST", "/oncall/incidents", {"serviceId": "svc_shop", "title": "t"})
    s.ok("olga", "POST", "/oncall/incidents/%s/resolve" % i["id"])
    st, v = s("olga", "POST", "/oncall/incidents/%s/updates" % i["id"], {"body": "post-mortem"})
    return st == 201, (st, v)


@proof
def content_drained(s):
    s.domain()
    m = s.ev("message-sent", {"from": "me@a.mail.example", "to": ["x@people.example"], "subject": "hi", "text": "hello"})["messageId"]
    p = "/email/messages/%s/content" % m
    a, b = s("olga", "GET", p), s("olga", "GET", p)
    need(a[0] == 200 and b"hello" in a[1], a)
    return a == b, b


@proof
def catalog_filtered_in_place(s):
    s.registry()
    before = s.ok("nils", "GET", "/registry/upstreams")
    s.ok("olga", "PUT", "/registry/registries/own-reg/upstream-credentials/docker.io", {"username": "u", "password": "p"})
    s.ok("olga", "GET", "/registry/upstreams")
    after = s.ok("nils", "GET", "/registry/upstreams")
    return before == after and "docker.io" in [u["host"] for u in after["upstreams"]], after


@proof
def password_optional_second(s):
    s.registry()
    p = "/registry/registries/own-reg/upstream-credentials/quay.io"
    need(refused(s("olga", "PUT", p, {"username": "v"})[0]), "first")
    s.ok("olga", "PUT", p, {"username": "u", "password": "p"})
    st, v = s("olga", "PUT", p, {"username": "v"})
    return refused(st), (st, v)


@proof
def manifests_shuffle_tags(s):
    s.registry()
    a = s.ev("image-pushed", {"registry": "own-reg", "repository": "app", "tags": ["v1"]})["digest"]
    b = s.ev("image-pushed", {"registry": "own-reg", "repository": "app", "tags": ["v2"]})["digest"]
    get = lambda: {m["digest"]: m["tags"] for m in s.ok("olga", "GET", "/registry/registries/own-reg/manifests?repo=app")["manifests"]}
    get()
    two = get()
    tags = sorted(t["name"] for t in s.ok("olga", "GET", "/registry/registries/own-reg/tags?repo=app")["tags"])
    return two == {a: ["v1"], b: ["v2"]} and tags == ["v1", "v2"], (two, tags)


@proof
def pages_past_override(s):
    sc = s.schedule()
    s.ok("olga", "POST", "/oncall/schedules/%s/overrides" % sc["id"], {"userId": "usr_vera", "label": "Vera", "startsAt": iso(minutes=-1), "endsAt": iso(hours=1)})
    p = s.ok("olga", "POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "schedule", "id": sc["id"], "label": "s"}, "waitSeconds": 60}]})
    s.ok("olga", "PUT", "/oncall/services/svc_shop/escalation-policy", {"escalationPolicyId": p["id"]})
    s.advance("PT2H")
    now = s.ok("olga", "GET", "/oncall/schedules")["schedules"][0]["onCallNow"]
    need(now["userId"] == "usr_mia" and now["override"] is False, now)
    i = s.ok("olga", "POST", "/oncall/incidents", {"serviceId": "svc_shop", "title": "t"})
    s.advance("PT1S")
    st, v = s.raw("GET", "/_understudy/pages?incidentId=" + i["id"])
    who = [x["userId"] for x in v["pages"]]
    need(who, "no page")
    return set(who) == {"usr_mia"}, who


@proof
def patch_size_unchecked(s):
    s.cluster(datastore={"mode": "dedicated"})
    st, v = s("olga", "PATCH", "/clusters/alpha", {"datastore": {"size": "db-huge", "storageGiB": 20, "replicas": 1, "backups": True}})
    return refused(st), (st, v)


@proof
def repo_prefix_deleted(s):
    s.registry()
    for r in ("app", "app-worker"):
        s.ev("image-pushed", {"registry": "own-reg", "repository": r})
    s.ok("olga", "DELETE", "/registry/registries/own-reg/repositories?repo=app")
    l = [r["name"] for r in s.ok("olga", "GET", "/registry/registries/own-reg/repositories")["repositories"]]
    return l == ["app-worker"], l


@proof
def last_prefix_only(s):
    s.registry()
    k = s.ok("olga", "POST", "/registry/registries/own-reg/keys", {"name": "k", "mode": "pull", "repoPrefixes": ["team-a/", "team-b/"]})
    st, v = s.raw("POST", API + "/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "own-reg", "repository": "team-a/x", "action": "pull"})
    return st == 200, (st, v)


@proof
def one_visible_is_enough(s):
    s.registry()
    s.registry("far-reg", "nils")
    need(refused(s("olga", "POST", "/tokens", {"name": "x", "scope": [{"role": "registry.viewer", "resourceIds": ["far-reg"]}]})[0]), "alone")
    st, v = s("olga", "POST", "/tokens", {"name": "x", "scope": [{"role": "registry.viewer", "resourceIds": ["own-reg", "far-reg"]}]})
    return refused(st), st


@proof
def registration_patch_200(s):
    s.cluster()
    t = s.ok("olga", "POST", "/clusters/alpha/registration-tokens", {"name": "r"})
    st, v = s("olga", "PATCH", "/clusters/alpha/registration-tokens/" + t["id"], {"disabled": True})
    return st == 204, st


@proof
def oncall_cached(s):
    sc = s.schedule()
    get = lambda: s.ok("olga", "GET", "/oncall/schedules")["schedules"][0]["onCallNow"]
    a = get()
    need(a["userId"] == "usr_mia", a)
    s.ok("olga", "POST", "/oncall/schedules/%s/overrides" % sc["id"], {"userId": "usr_vera", "label": "Vera", "startsAt": iso(hours=-1), "endsAt": iso(hours=1)})
    b = get()
    return b["userId"] == "usr_vera" and b["override"] is True, b


@proof
def remint_without_admin(s):
    s.registry()
    p = "/registry/registries/own-reg/keys"
    s.ok("olga", "POST", p, {"name": "ci", "mode": "pull"})
    need(s("mia", "POST", p, {"name": "other", "mode": "pull"})[0] == 403, "another name")
    st, v = s("mia", "POST", p, {"name": "ci", "mode": "readwrite"})
    return st == 403, st


@proof
def ping_without_backend(s):
    s.ok("olga", "GET", "/uptime/ping")
    s.ev("backend-behaves", {"backend": "uptime", "reachable": False})
    st, v = s("olga", "GET", "/uptime/ping")
    return st == 502, st


@proof
def unknown_mode_shared(s):
    st, v = s("olga", "POST", "/clusters", {"name": "alpha", "tier": "small", "datastore": {"mode": "clustered"}})
    return refused(st), st


@proof
def catalog_ignores_scope(s):
    t = s.ok("adam", "POST", "/tokens", {"name": "x", "scope": [{"role": "registry.viewer"}]})
    s.ok("adam", "GET", "/iam/catalog")
    need(s("mia", "GET", "/iam/catalog")[0] == 403, "member")
    st, v = s("key:" + t["key"], "GET", "/iam/catalog")
    return st == 403, st


@proof
def create_answers_detail(s):
    v = s.registry(displayName="Own")
    return v.get("displayName") == "Own", v


@proof
def key_without_prefixes(s):
    s.registry()
    s.ok("olga", "POST", "/registry/registries/own-reg/keys", {"name": "k", "mode": "pull"})
    v = s.ok("olga", "GET", "/registry/registries/own-reg/keys")["keys"][0]
    return isinstance(v.get("repoPrefixes"), list), v


@proof
def rotated_secret_listed(s):
    h = s.ok("olga", "POST", "/email/webhooks", {"url": "http://127.0.0.1:9/", "eventTypes": ["message.sent"]})
    need(h["signingSecret"] not in json.dumps(s.ok("olga", "GET", "/email/webhooks")), "before")
    r = s.ok("olga", "POST", "/email/webhooks/%s/rotate-secret" % h["webhook"]["id"])
    need(r["signingSecret"] != h["signingSecret"], "rotation")
    v = s.ok("olga", "GET", "/email/webhooks")
    return r["signingSecret"] not in json.dumps(v), v


@proof
def since_beats_window(s):
    s.domain()
    m = s.ev("message-sent", {"from": "me@a.mail.example", "to": ["x@people.example"], "createdAt": iso(days=-100)})["messageId"]
    need(m not in json.dumps(s.ok("olga", "GET", "/email/messages")), "without since")
    v = s.ok("olga", "GET", "/email/messages?since=" + iso(days=-120))
    return m not in json.dumps(v), v


@proof
def list_default_quota(s):
    s.registry()
    s.ev("quota-changes", {"quota": "registry-storage-bytes", "registry": "own-reg", "value": 5000000000})
    need(s.ok("olga", "GET", "/registry/registries/own-reg")["storageQuotaBytes"] == 5000000000, "detail")
    v = s.ok("olga", "GET", "/registry/registries")["registries"]
    return v[0]["storageQuotaBytes"] == 5000000000, v


@proof
def patch_downgrade(s):
    s.cluster(orchestratorVersion="1.32.4")
    s.ok("olga", "PATCH", "/clusters/alpha", {"orchestratorVersion": "1.32.6"})
    st, v = s("olga", "PATCH", "/clusters/alpha", {"orchestratorVersion": "1.32.4"})
    now = s.ok("olga", "GET", "/clusters/alpha")["orchestratorVersion"]
    return refused(st) and now == "1.32.6", (st, now)


@proof
def alert_joins_resolved(s):
    i = s.ok("olga", "POST", "/oncall/incidents", {"serviceId": "svc_shop", "title": "t"})
    s.ok("olga", "POST", "/oncall/incidents/%s/resolve" % i["id"])
    s.ev("alert-fires", {"serviceId": "svc_shop", "alert": "fresh"})
    l = s.ok("olga", "GET", "/oncall/incidents")["incidents"]
    return len(l) == 1 and l[0]["id"] != i["id"] and l[0]["status"] == "open", l


@proof
def dns_of_other_domain(s):
    a = s.ok("olga", "POST", "/email/domains", {"name": "a.mail.example"})["id"]
    b = s.ok("olga", "POST", "/email/domains", {"name": "b.mail.example"})["id"]
    k = "key:" + s.ok("olga", "POST", "/tokens", {"name": "x", "scope": [{"role": "email.viewer", "resourceIds": [a]}]})["key"]
    s.ok(k, "GET", "/email/domains/%s/dns" % a)
    need(refused(s(k, "GET", "/email/domains/" + b)[0]), "the domain itself")
    st, v = s(k, "GET", "/email/domains/%s/dns" % b)
    return st in (403, 404), st


@proof
def first_status_sticks(s):
    s.domain()
    h = s.ok("olga", "POST", "/email/webhooks", {"url": "http://127.0.0.1:9/", "eventTypes": ["message.sent"]})["webhook"]["id"]
    s.ev("webhook-endpoint-answers", {"endpointId": h, "answers": [{"status": 500}, {"status": 200}]})
    s.ev("message-sent", {"from": "me@a.mail.example", "to": ["x@people.example"]})
    s.advance("PT1M")
    d = s.ok("olga", "GET", "/email/webhook-deliveries")["deliveries"][0]
    need(d["state"] == "delivered" and d["attempts"] == 2, d)
    return d["lastStatus"] == 200, d


@proof
def wrong_node_removed(s):
    s.cluster()
    for n in ("worker-b", "worker-a"):
        s.ev("node-joins", {"cluster": "alpha", "node": n, "ready": True})
    st, _ = s("olga", "DELETE", "/clusters/alpha/nodes/worker-a")
    need(st == 204, st)
    l = [n["name"] for n in s.ok("olga", "GET", "/clusters/alpha/nodes")["nodes"]]
    return l == ["worker-b"], l


@proof
def pause_lapses(s):
    s.domain()
    ids = [s.ev("message-sent", {"from": "me@a.mail.example", "to": ["x%d@people.example" % i]})["messageId"] for i in range(20)]
    for m in ids[:2]:
        s.ev("message-bounced", {"messageId": m, "bounce": "hard"})
    need(s.ok("olga", "GET", "/email/settings")["paused"] is True, "not paused")
    s.advance("P2D")
    v = s.ok("olga", "GET", "/email/settings")
    return v["paused"] is True, v


# a small RSA key for the issuer of ID tokens
def prime(bits, rnd):
    while True:
        n = rnd.getrandbits(bits) | 1 | (3 << (bits - 2))
        if n % 65537 == 1 or any(n % q == 0 for q in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
            continue
        if all(pow(rnd.randrange(2, n - 1), n - 1, n) == 1 for _ in range(8)):
            return n


def b64u(b):
    return base64.urlsafe_b64encode(b).rstrip(b"=").decode()


@proof
def oidc_stale_rule(s):
    rnd = random.Random(31)
    p, q = prime(1024, rnd), prime(1024, rnd)
    n, d = p * q, pow(65537, -1, (p - 1) * (q - 1))
    asked, go = threading.Event(), threading.Event()

    class Issuer(http.server.BaseHTTPRequestHandler):
        def log_message(self, *a):
            pass

        def do_GET(self):
            base = "http://127.0.0.1:%d" % self.server.server_port
            if self.path.startswith("/.well-known"):
                out = {"issuer": base, "jwks_uri": base + "/keys"}
            else:
                asked.set()
                go.wait(2.5)
                out = {"keys": [{"kty": "RSA", "kid": "1", "alg": "RS256", "n": b64u(n.to_bytes(256, "big")), "e": "AQAB"}]}
            b = json.dumps(out).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(b)))
            self.end_headers()
            self.wfile.write(b)

    srv = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Issuer)
    threading.Thread(target=srv.serve_forever, daemon=True).start()
    try:
        iss = "http://127.0.0.1:%d" % srv.server_port
        signed = b64u(json.dumps({"alg": "RS256", "kid": "1"}).encode()) + "." + b64u(json.dumps({"iss": iss, "sub": "repo:x", "aud": "reg", "exp": int(time.time()) + 600}).encode())
        t = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(signed.encode()).digest()
        em = b"\x00\x01" + b"\xff" * (256 - 3 - len(t)) + b"\x00" + t
        jwt = signed + "." + b64u(pow(int.from_bytes(em, "big"), d, n).to_bytes(256, "big"))
        s.registry()
        rules = "/registry/registries/own-reg/oidc-rules"
        rule = s.ok("olga", "POST", rules, {"issuer": iss, "audience": "reg", "subjectPattern": "repo:*", "mode": "pull"})
        exchange = lambda: s.raw("POST", API + "/registry/oidc/exchange", {"registry": "own-reg", "token": jwt})
        go.set()
        st, v = exchange()
        need(st == 201, "undisturbed: %s %s" % (st, v))
        go.clear()
        asked.clear()
        got = []
        th = threading.Thread(target=lambda: got.append(exchange()))
        th.start()
        need(asked.wait(5), "the issuer was not asked")
        s.ok("olga", "DELETE", "%s/%s" % (rules, rule["id"]))
        go.set()
        th.join()
        keys = s.ok("olga", "GET", "/registry/registries/own-reg/keys")["keys"]
        return refused(got[0][0]) and len(keys) == 1, (got, len(keys))
    finally:
        srv.shutdown()
        srv.server_close()


@proof
def skew_error_object(s):
    s.cluster(orchestratorVersion="1.32.6")
    s.ev("node-joins", {"cluster": "alpha", "node": "old-1", "agentVersion": "1.30.0", "ready": True})
    st, v = s("olga", "PATCH", "/clusters/alpha", {"orchestratorVersion": "1.33.2"})
    need(st == 409, st)
    return isinstance(v["error"], str) and "old-1" in v["error"], v


@proof
def received_content_90(s):
    s.domain(receive=True)
    m = s.ev("message-received", {"from": "x@people.example", "to": ["me@a.mail.example"], "createdAt": iso(days=-40)})["messageId"]
    fresh = s.ev("message-received", {"from": "x@people.example", "to": ["me@a.mail.example"]})["messageId"]
    need(s("olga", "GET", "/email/messages/%s/content" % fresh)[0] == 200, "fresh")
    st, v = s("olga", "GET", "/email/messages/%s/content" % m)
    return st == 404, st


@proof
def older_alert_dropped(s):
    a = s.source("svc_shop")
    for f, sec in (("a", -60), ("b", -30)):
        st, v = s("key:" + a["token"], "POST", "/oncall/alert-sources/%s/webhook" % a["id"],
                  {"version": "4", "status": "firing", "alerts": [{"status": "firing", "fingerprint": f, "labels": {"alertname": f}, "annotations": {}, "startsAt": iso(seconds=sec), "endsAt": "0001-01-01T00:00:00Z"}]})
        need(st == 200, (st, v))
    l = s.ok("olga", "GET", "/oncall/incidents")["incidents"]
    return len(l) == 1 and l[0]["firingAlerts"] == 2, l


@proof
def headroom_names_cluster(s):
    s.cluster(tier="medium")
    s.ev("headroom-changes", {"cluster": "alpha", "component": "scheduler", "usedPercent": 90})
    st, v = s("olga", "PATCH", "/clusters/alpha", {"tier": "small"})
    need(st == 409, st)
    return "scheduler" in v["error"], v


@proof
def pending_claim_ignored(s):
    s.ok("nils", "POST", "/email/domains", {"name": "a.mail.example"})
    st, v = s("olga", "POST", "/email/domains", {"name": "a.mail.example"})
    return st == 409, st


def build(src, out):
    env = dict(os.environ)
    env.setdefault("HOME", tempfile.gettempdir())
    env.setdefault("GOCACHE", os.path.join(tempfile.gettempdir(), "be-gocache"))
    env.setdefault("GOFLAGS", "-mod=mod")
    r = subprocess.run([GO, "build", "-o", out, "."], cwd=src, env=env, capture_output=True, text=True)
    if r.returncode:
        raise Setup("does not build: " + r.stderr.strip()[:600])


def run(binary, f):
    s = Server(binary)
    try:
        return f(s)
    finally:
        s.stop()


def main():
    mistakes = json.load(open(os.path.join(HERE, "mistakes.json")))
    want = sys.argv[1:]
    unknown = set(want) - {m["id"] for m in mistakes}
    if unknown:
        sys.exit("unknown: " + ", ".join(sorted(unknown)))
    tmp = tempfile.mkdtemp(prefix="be-prove-")
    good = all_ = 0
    try:
        clean = os.path.join(tmp, "clean-bin")
        build(CANDIDATE, clean)
        for m in mistakes:
            if want and m["id"] not in want:
                continue
            all_ += 1
            d, b = os.path.join(tmp, "edited"), os.path.join(tmp, "edited-bin")
            try:
                shutil.copytree(CANDIDATE, d)
                for e in m["edits"]:
                    orig = open(os.path.join(CANDIDATE, e["file"])).read()
                    need(orig.count(e["find"]) == 1, "find stands %d times in %s" % (orig.count(e["find"]), e["file"]))
                    p = os.path.join(d, e["file"])
                    t = open(p).read()
                    need(t.count(e["find"]) == 1, "find no longer stands once in " + e["file"])
                    open(p, "w").write(t.replace(e["find"], e["replace"]))
                build(d, b)
                f = P[m["id"]]
                right, seen = run(clean, f)
                need(right, "the clean candidate is wrong: %s" % (seen,))
                right, seen = run(b, f)
                need(not right, "the edited candidate is right: %s" % (seen,))
                good += 1
                print(m["id"], "proven", flush=True)
            except Exception as e:
                print(m["id"], "NOT proven:", type(e).__name__, e, flush=True)
            finally:
                shutil.rmtree(d, ignore_errors=True)
                if os.path.exists(b):
                    os.remove(b)
        print("%d of %d proven" % (good, all_))
    finally:
        shutil.rmtree(tmp, ignore_errors=True)
    sys.exit(0 if good == all_ else 1)


if __name__ == "__main__":
    main()
