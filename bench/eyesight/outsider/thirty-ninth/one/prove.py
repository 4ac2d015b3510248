#!/usr/bin/env python3
"""Proves the mistakes of mistakes.json: each is shown by one short sequence that the clean candidate answers rightly and the
edited copy wrongly. `prove.py` proves all, `prove.py ID...` some. CANDIDATE in the environment names the candidate's folder."""
import base64, hashlib, http.server, json, os, random, shutil, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.environ.get("CANDIDATE") or os.path.join(HERE, "../../../../../examples/eleventh-candidate")
MISTAKES = json.load(open(os.path.join(HERE, "mistakes.json"), encoding="utf-8"))
A = "/api/v1"
PREFIX = "bv-"


class Answer:
    def __init__(self, status, raw, headers):
        self.status, self.raw, self.headers = status, raw, headers
        try:
            self.j = json.loads(raw)
        except ValueError:
            self.j = None

    def __getitem__(self, k):
        return self.j[k]

    def text(self):
        return self.raw.decode(errors="replace")

    def __repr__(self):
        return f"{self.status} {self.raw[:300]}"


class Odd(Exception):
    """Neither the right nor the expected wrong answer, or a step on the way failed."""


class Server:
    """One running candidate."""

    def __init__(self, folder, tmp):
        env = dict(os.environ, TMPDIR=tmp)
        self.proc = subprocess.Popen([os.path.join(folder, "run.sh"), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        self.url = self.proc.stdout.readline().strip()
        if not self.url:
            raise Odd("it does not start: " + self.proc.stderr.read()[-1500:])
        threading.Thread(target=self.proc.stderr.read, daemon=True).start()

    def stop(self):
        self.proc.terminate()
        self.proc.wait()

    def call(self, method, path, body=None, who="grace", org=None, bearer=None, want=None):
        h = {"Content-Type": "application/json"}
        if bearer:
            h["Authorization"] = "Bearer " + bearer
        elif who:
            h["X-Auth-Token"] = f"sess-{who}-77c1"
        if org:
            h["X-Acting-Org"] = org
        data = json.dumps(body).encode() if body is not None else None
        rq = urllib.request.Request(self.url + path, data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(rq, timeout=20) as r:
                a = Answer(r.status, r.read(), r.headers)
        except urllib.error.HTTPError as e:
            a = Answer(e.code, e.read(), e.headers)
        if want is not None and a.status != want:
            raise Odd(f"{method} {path}: {want} expected, got {a}")
        return a

    def get(self, p, **k):
        return self.call("GET", A + p, **k)

    def post(self, p, b=None, **k):
        return self.call("POST", A + p, b, **k)

    def put(self, p, b=None, **k):
        return self.call("PUT", A + p, b, **k)

    def patch(self, p, b=None, **k):
        return self.call("PATCH", A + p, b, **k)

    def dele(self, p, **k):
        return self.call("DELETE", A + p, **k)

    def event(self, name, **b):
        return self.call("POST", "/_understudy/events/" + name, b, who=None, want=200)

    def advance(self, by):
        return self.call("POST", "/_understudy/clock/advance", {"by": by}, who=None, want=200)


def verdict(got, right, wrong):
    if got == right:
        return "right"
    if got == wrong:
        return "wrong"
    raise Odd(f"neither right nor wrong: {got!r}")


def sid(t):
    return "01JC" + "0" * (22 - len(t)) + t


def by(l, k, v):
    return next((x for x in l if x.get(k) == v), None)


def until(f, what, secs=6):
    end = time.time() + secs
    while time.time() < end:
        v = f()
        if v:
            return v
        time.sleep(0.05)
    raise Odd("waited in vain: " + what)


CHECK, FREIGHT, D1, D2 = sid("CHECK"), sid("FR1"), sid("D1"), sid("D2")
JANE, HANK, VERA = sid("JANE"), sid("HANK"), sid("VERA")


# A receiver of webhooks that is also an OIDC issuer.
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        d = {"issuer": issuer(), "jwks_uri": issuer() + "/jwks"} if self.path.endswith("openid-configuration") else {"keys": [rsa()[0]]}
        b = json.dumps(d).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(b)))
        self.end_headers()
        self.wfile.write(b)

    def log_message(self, *a):
        pass


RECEIVER = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=RECEIVER.serve_forever, daemon=True).start()


def hook_url(path="/hook"):
    return f"http://127.0.0.1:{RECEIVER.server_address[1]}{path}"


def issuer():
    return hook_url("/issuer")


def b64u(b):
    return base64.urlsafe_b64encode(b).rstrip(b"=").decode()


RSA = []


def rsa():
    if not RSA:
        def prime(bits):
            while True:
                n = random.getrandbits(bits) | (3 << (bits - 2)) | 1
                if all(n % p for p in (3, 5, 7, 11, 13, 17, 19, 23)) and all(pow(random.randrange(2, n), n - 1, n) == 1 for _ in range(8)) and (n - 1) % 65537:
                    return n
        p, q = prime(640), prime(640)
        RSA.extend([{"kty": "RSA", "kid": "k1", "n": b64u((p * q).to_bytes(160, "big")), "e": "AQAB"}, p * q, pow(65537, -1, (p - 1) * (q - 1))])
    return RSA


def jwt(**claims):
    _, n, d = rsa()
    m = b64u(json.dumps({"alg": "RS256", "kid": "k1"}).encode()) + "." + b64u(json.dumps(claims).encode())
    t = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(m.encode()).digest()
    em = b"\0\1" + b"\xff" * (160 - 3 - len(t)) + b"\0" + t
    return m + "." + b64u(pow(int.from_bytes(em, "big"), d, n).to_bytes(160, "big"))


R = "/registry/instances"


def exchange(s, slug):
    s.post(f"{R}/{slug}/federation", {"issuer": issuer(), "audience": "cr", "subjectPattern": "repo:acme/*", "mode": "pull"}, want=200)
    return s.post("/registry/federation/exchange", {"registry": slug, "token": jwt(iss=issuer(), aud="cr", sub="repo:acme/web", exp=int(time.time()) + 600)}, who=None, want=201)


def pull(s, user, secret, slug, repo="storefront/web"):
    return s.post("/registry/data-plane/check", {"username": user, "password": secret, "registry": slug, "repository": repo, "action": "pull"}, who=None)


def step(kind, id, wait):
    return {"target": {"kind": kind, "id": id, "label": id[-4:].lower()}, "waitSeconds": wait}


def attach(s, steps, repeat=1, service=CHECK):
    p = s.post("/oncall/escalations", {"name": "p", "repeat": repeat, "steps": steps}, want=200)
    s.put(f"/oncall/services/{service}/escalation", {"escalationPolicyId": p["id"]}, want=200)


def incident(s, service=CHECK, title="down"):
    return s.post("/oncall/incidents", {"serviceId": service, "title": title}, want=200)["id"]


def source(s, service=CHECK, **k):
    return s.post("/oncall/integrations", {"name": "am", "serviceId": service}, want=200, **k)


def alerts(s, src, l):
    s.post(f"/oncall/inbound/{src['id']}", {"version": "4", "alerts": l}, bearer=src["token"], want=200)


def alert(fp, status="firing", **notes):
    return {"status": status, "fingerprint": fp, "labels": {"alertname": "Hot"}, "annotations": notes}


def send_key(s, **b):
    return s.post("/email/keys", {"name": "k", **b}, want=201)


def send(s, secret, to="jo@x.example", **k):
    return s.post("/email/outbox", {"from": "a@mail.summitworks.example", "to": [to], "subject": "hi", "text": "hello"}, bearer=secret, **k)


def monitor(s, **b):
    return s.post("/uptime/monitors", {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["iad", "ord"], "http": {"url": "https://shop.example/"}, "downCondition": {"confirmations": 1, "quorum": 1}, **b}, want=201)["id"]


def moves(s, m):
    return [(t["from"], t["to"]) for t in s.get(f"/uptime/monitors/{m}/transitions", want=200)["transitions"]]


PROOFS = {}


def proof(f):
    PROOFS[PREFIX + f.__name__.replace("_", "-")] = f
    return f


@proof
def manager_remembered(s):
    s.get("/iam/catalog", who="mark", org="lakeshore", want=200)
    return verdict(s.get("/iam/catalog", who="mark", org="summitworks").status, 403, 200)


@proof
def escalation_guard_at_planning(s):
    attach(s, [step("user", JANE, 60), step("user", HANK, 60)])
    i = incident(s)
    s.post(f"/oncall/incidents/{i}/actions/ack", want=200)
    s.advance("PT10M")
    pages = s.call("GET", "/_understudy/pages?incidentId=" + i, who=None, want=200)["pages"]
    return verdict([p["userId"] for p in pages], [JANE], [JANE, HANK])


@proof
def payment_check_cached(s):
    s.post(R, {"slug": "paid-one"}, want=201)
    s.event("payment-method-changes", active=False)
    return verdict(s.post(R, {"slug": "paid-two"}).status, 402, 201)


@proof
def manifest_tags_by_repository_name(s):
    image = dict(repository="base/alpine", digest="sha256:alpine", layers=[{"digest": "sha256:alpine-layer", "sizeBytes": 1000}])
    s.event("image-pushed", registry="summit-base", tags=["a"], **image)
    s.event("image-pushed", registry="lakeshore-apps", tags=["internal-b"], **image)
    m = s.get(R + "/summit-base/manifests?repo=base/alpine", want=200)["manifests"]
    return verdict(m[0]["tags"], ["a"], ["a", "internal-b"])


@proof
def no_acknowledgement_after_escalation(s):
    attach(s, [step("user", JANE, 0)])
    i = incident(s)
    time.sleep(0.2)
    a = s.post(f"/oncall/incidents/{i}/actions/ack")
    return verdict((a.status, s.get("/oncall/incidents/" + i, want=200)["incident"]["status"]), (200, "acknowledged"), (409, "open"))


@proof
def transitions_by_second(s):
    m = monitor(s, vantages=["iad"])
    at = int(time.time()) + 1
    t = lambda ms: time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at)) + f".{ms}Z"
    s.event("probe-result", monitorId=m, outcome="ok", at=t(200))
    s.event("probe-result", monitorId=m, outcome="fail", at=t(700))
    return verdict(moves(s, m), [("up", "down"), ("pending", "up")], [("pending", "up"), ("up", "down")])


@proof
def send_key_in_message_header(s):
    k = send_key(s)
    m = send(s, k["secret"], want=202)["id"]
    return verdict(k["secret"] in s.get(f"/email/messages/{m}/content", want=200).text(), False, True)


@proof
def no_tags_is_null(s):
    for t in ("v1", "latest"):
        s.dele(f"{R}/summit-apps/tags?repo=storefront/web&tag={t}", want=200)
    return verdict(s.get(R + "/summit-apps/tags?repo=storefront/web", want=200).j, {"tags": []}, {"tags": None})


@proof
def detail_filters_alerts_in_place(s):
    src = source(s)
    alerts(s, src, [alert("f1"), alert("f2")])
    alerts(s, src, [alert("f1", "resolved")])
    i = s.get("/oncall/incidents", want=200)["incidents"][0]["id"]
    s.get("/oncall/incidents/" + i, want=200)
    d = s.get("/oncall/incidents/" + i, want=200)
    return verdict(([a["fingerprint"] for a in d["alerts"]], d["incident"]["firingAlerts"]), (["f1", "f2"], 1), (["f2", "f2"], 2))


@proof
def purge_by_admin_of_another_registry(s):
    t = s.post("/tokens", {"name": "t", "scope": [{"role": "registry:admin", "resourceIds": ["summit-base"]}, {"role": "registry:edit", "resourceIds": ["summit-apps"]}]}, want=201)["key"]
    s.dele(R + "/summit-apps/tags?repo=storefront/web&tag=v1", bearer=t, want=200)
    a = s.dele(R + "/summit-apps/tags?repo=storefront/web&tag=latest&purge=true", bearer=t)
    left = len(s.get(R + "/summit-apps/manifests?repo=storefront/web", want=200)["manifests"])
    return verdict((a.status, left), (403, 1), (200, 0))


@proof
def claim_check_stops_at_tombstone(s):
    d = s.post("/email/domains", {"name": "shop.judged.example"}, want=201)["id"]
    s.dele("/email/domains/" + d, want=204)
    s.post("/email/domains", {"name": "shop.judged.example"}, want=201)
    return verdict(s.post("/email/domains", {"name": "shop.judged.example"}, who="pam").status, 409, 201)


@proof
def token_sees_all_tokens(s):
    s.post("/tokens", {"name": "of-hank"}, who="hank", want=201)
    k = s.post("/tokens", {"name": "of-grace"}, want=201)["key"]
    return verdict([t["name"] for t in s.get("/tokens", bearer=k, want=200)["tokens"]], ["of-grace"], ["of-hank", "of-grace"])


@proof
def twenty_alerts_shown(s):
    alerts(s, source(s), [alert(f"f{n}") for n in range(25)])
    i = s.get("/oncall/incidents", want=200)["incidents"][0]["id"]
    d = s.get("/oncall/incidents/" + i, want=200)
    return verdict((len(d["alerts"]), d["incident"]["firingAlerts"]), (25, 25), (20, 25))


@proof
def redelivery_looks_up_endpoint_by_url(s):
    b = {"url": hook_url("/shared"), "eventTypes": ["MessageSent"]}
    s.post("/email/webhooks", b, who="pam", want=201)
    s.post("/email/webhooks", b, want=201)
    send(s, send_key(s)["secret"], want=202)
    d = until(lambda: s.get("/email/webhook-deliveries", want=200)["deliveries"], "a delivery")[0]
    n = s.post(f"/email/webhook-deliveries/{d['id']}/redeliver", want=202)["id"]
    mine, theirs = ([x["id"] for x in s.get("/email/webhook-deliveries", who=w, want=200)["deliveries"]] for w in ("grace", "pam"))
    return verdict((n in mine, n in theirs), (True, False), (False, True))


@proof
def refused_revocation_revokes(s):
    k = send_key(s, domainIds=[D1, D2])
    t = s.post("/tokens", {"name": "t", "scope": [{"role": "email:admin", "resourceIds": [D1]}]}, want=201)["key"]
    s.dele("/email/keys/" + k["sendKey"]["id"], bearer=t, want=403)
    return verdict(send(s, k["secret"]).status, 202, 401)


@proof
def second_login_replaces_first(s):
    a = s.post("/registry/docker-login", {"registry": "summit-apps"}, want=200)
    s.post("/registry/docker-login", {"registry": "summit-apps"}, want=200)
    return verdict(pull(s, a["username"], a["password"], "summit-apps").status, 200, 401)


@proof
def participants_prune_overrides(s):
    p = [{"userId": JANE, "label": "Jane"}, {"userId": HANK, "label": "Hank"}]
    x = s.post("/oncall/rotations", {"name": "r", "timezone": "UTC", "participants": p, "handoff": {"interval": "daily", "time": "09:00"}}, want=200)["id"]
    t = lambda d: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + d))
    s.post(f"/oncall/rotations/{x}/overrides", {"userId": VERA, "label": "Vera", "startsAt": t(-60), "endsAt": t(3600)}, want=200)
    a = s.patch("/oncall/rotations/" + x, {"participants": p[::-1]}, want=200)
    return verdict((len(a["overrides"]), a["onCallNow"]["override"]), (1, True), (0, False))


@proof
def oidc_key_nil_map(s):
    k = exchange(s, "summit-apps")
    return verdict(pull(s, k["keyId"], k["secret"], "summit-apps").status, 200, 500)


@proof
def sms_with_the_former_phone(s):
    rules = [{"channel": "sms", "delaySeconds": 0}]
    s.put("/oncall/self/paging", {"phone": "+15550100", "rules": rules}, want=200)
    a = s.put("/oncall/self/paging", {"rules": rules})
    return verdict((a.status, (a.j or {}).get("phone")), (422, None), (200, ""))


@proof
def kubeconfig_renews_all(s):
    k = s.get("/clusters/prod/kubeconfig", want=200)
    s.advance("PT20M")
    s.get("/clusters/prod/kubeconfig", want=200)
    s.advance("PT15M")
    return verdict((k["expiresIn"], s.event("credential-used", kind="kubeconfig", secret=k["kubeconfig"])["accepted"]), (1800, False), (1800, True))


@proof
def revoked_scrape_grace(s):
    t = s.post("/uptime/export-tokens", {"name": "t"}, want=201)
    s.get("/uptime/federate", bearer=t["token"], want=200)
    s.dele("/uptime/export-tokens/" + t["id"], want=204)
    return verdict(s.get("/uptime/federate", bearer=t["token"]).status, 401, 200)


@proof
def upstream_login_expires(s):
    s.post(R + "/summit-apps/mirror-logins/docker.io", {"username": "u", "password": "p"}, want=200)
    s.advance("PT13H")
    l = [u["upstream"] for u in s.get(R + "/summit-apps/mirror-logins", want=200)["upstreamCredentials"]]
    u = s.call("POST", "/_understudy/events/credential-used", {"kind": "upstream-credential", "id": "docker.io", "registry": "summit-apps"}, who=None)
    return verdict((l, u.status, (u.j or {}).get("accepted")), (["docker.io"], 200, True), ([], 404, None))


@proof
def exchange_sweeps_manual_keys(s):
    k = s.post(R + "/summit-apps/keys", {"name": "ci", "mode": "pull"}, want=200)
    exchange(s, "summit-apps")
    l = s.get(R + "/summit-apps/keys", want=200)["keys"]
    return verdict((by(l, "keyId", k["keyId"]) is not None, pull(s, k["keyId"], k["secret"], "summit-apps").status), (True, 200), (False, 401))


@proof
def second_deletion_not_swept(s):
    s.post(R, {"slug": "gc-one"}, want=201)
    for n in ("a", "b", "c"):
        s.event("image-pushed", registry="gc-one", repository="app", tags=[n], digest="sha256:" + n, manifestBytes=10, layers=[{"digest": "sha256:layer-" + n, "sizeBytes": 1000}])
    s.advance("PT5S")
    if s.get(R + "/gc-one", want=200)["usedBytes"] != 3030:
        raise Odd("usage before")
    s.dele(R + "/gc-one/manifests?repo=app&digest=sha256:a", want=200)
    s.advance("PT2S")
    s.dele(R + "/gc-one/manifests?repo=app&digest=sha256:b", want=200)
    s.advance("PT1H")
    return verdict(s.get(R + "/gc-one", want=200)["usedBytes"], 1010, 2020)


@proof
def alerts_known_by_fingerprint(s):
    alerts(s, source(s), [alert("f1", summary="payroll of Summit is down")])
    alerts(s, source(s, FREIGHT, who="pam"), [alert("f1", summary="lorry 7 is late")])
    i = s.get("/oncall/incidents", who="pam", want=200)["incidents"][0]["id"]
    a = s.get("/oncall/incidents/" + i, who="pam", want=200)["alerts"]
    return verdict([x["annotations"]["summary"] for x in a], ["lorry 7 is late"], ["payroll of Summit is down"])


@proof
def down_again_for_each_vantage(s):
    m = monitor(s)
    for v in ("iad", "ord"):
        s.event("probe-result", monitorId=m, vantage=v, outcome="fail")
    return verdict(moves(s, m), [("pending", "down")], [("down", "down"), ("pending", "down")])


@proof
def shared_layers_block_deletion(s):
    for n in ("shop/web", "shop/api"):
        s.event("image-pushed", registry="summit-base", repository=n, layers=[{"digest": "sha256:base-layer", "sizeBytes": 1000}, {"sizeBytes": 10}])
    a = s.dele(R + "/summit-base/repos?repo=shop/web")
    l = s.get(R + "/summit-base/repos", want=200)["repositories"]
    return verdict((a.status, by(l, "name", "shop/web") is not None), (200, False), (409, True))


@proof
def headroom_by_cluster_name(s):
    s.post("/clusters", {"name": "prod", "tier": "small"}, who="pam", want=201)
    s.event("headroom-changes", organization="lakeshore", cluster="prod", component="etcd", usedPercent=95)
    return verdict(s.patch("/clusters/prod", {"tier": "small"}).status, 200, 409)


@proof
def node_removal_202_in_a_roll(s):
    s.patch("/clusters/prod", {"replicas": 5}, want=200)
    a = s.dele("/clusters/prod/nodes/worker-1").status
    if by(s.get("/clusters/prod/nodes", want=200)["nodes"], "name", "worker-1"):
        raise Odd("the node is still there")
    return verdict(a, 204, 202)


@proof
def no_catalog_without_registry(s):
    s.dele(R + "/lakeshore-apps", who="pam", want=202)
    return verdict(s.get("/registry/pull-through/upstreams", who="pam").status, 200, 403)


@proof
def usage_never_zero(s):
    s.post(R, {"slug": "empty-one"}, want=201)
    s.event("image-pushed", registry="empty-one", repository="app", manifestBytes=10, layers=[{"sizeBytes": 1000}])
    s.advance("PT5S")
    s.dele(R + "/empty-one/repos?repo=app", want=200)
    s.advance("PT1H")
    d = s.get(R + "/empty-one", want=200)
    return verdict((d["repositoryCount"], d["usedBytes"]), (0, 0), (0, 1010))


@proof
def provider_url_in_timeline(s):
    s.post("/oncall/telephony", {"accountSid": "AC1", "authToken": "a-hidden-token", "fromNumber": "+15550101"}, want=200)
    s.put("/oncall/self/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]}, who="jane", want=200)
    attach(s, [step("user", JANE, 600)])
    s.event("provider-behaves", behaviour="unreachable", only="pages")
    return verdict("a-hidden-token" in s.get("/oncall/incidents/" + incident(s), who="vera", want=200).text(), False, True)


@proof
def shared_empty_answer(s):
    s.dele("/clusters/prod", want=202)
    x = s.post("/email/suppressions", {"address": "x@y.example"}, want=201)["id"]
    return verdict(s.dele("/email/suppressions/" + x).status, 204, 202)


@proof
def nodes_show_their_token(s):
    t = s.post("/clusters/prod/registration-tokens", {"name": "t"}, want=201)["token"]
    s.post("/clusters/prod/enroll", {"token": t, "node": "worker-9"}, who=None, want=201)
    return verdict(t in s.get("/clusters/prod/nodes", who="vera", want=200).text(), False, True)


@proof
def sms_rule_without_provider_crashes(s):
    return verdict(s.put("/oncall/self/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]}).status, 200, 500)


@proof
def load_balancer_rows_reused(s):
    s.post("/clusters", {"name": "edge", "tier": "small"}, want=201)
    s.event("service-exposed", cluster="prod", service="shop")
    s.event("service-exposed", cluster="edge", service="intranet")
    l = s.get("/clusters", want=200)["clusters"]
    got = {k["name"]: [x["service"] for x in k["managedLoadBalancers"]["loadBalancers"]] for k in l}
    return verdict(got, {"prod": ["shop"], "edge": ["intranet"]}, {"prod": ["intranet"], "edge": ["intranet"]})


@proof
def webhook_patch_lost_update(s):
    w = s.post("/email/webhooks", {"url": hook_url("/0"), "eventTypes": ["MessageSent"]}, want=201)["webhook"]["id"]
    for n in range(1, 16):
        both = [{"url": hook_url(f"/{n}")}, {"eventTypes": ["MessageBounced" if n % 2 else "MessageSent"]}]
        gate, got = threading.Barrier(2), []

        def one(b):
            gate.wait()
            got.append(s.patch("/email/webhooks/" + w, b).status)
        ts = [threading.Thread(target=one, args=(b,)) for b in both]
        [t.start() for t in ts]
        [t.join() for t in ts]
        if got != [200, 200]:
            raise Odd(f"changes answered {got}")
        h = by(s.get("/email/webhooks", want=200)["webhooks"], "id", w)
        if h["url"] != both[0]["url"] or h["eventTypes"] != both[1]["eventTypes"]:
            return "wrong"
    return "right"


@proof
def token_acts_in_first_organization(s):
    k = s.post("/tokens", {"name": "t"}, who="mark", org="lakeshore", want=201)
    if k["orgSlug"] != "lakeshore":
        raise Odd("bound elsewhere")
    l = [r["slug"] for r in s.get("/registry/instances", bearer=k["key"], want=200)["registries"]]
    return verdict(l, ["lakeshore-apps"], ["summit-apps", "summit-base"])


@proof
def routes_outlive_their_domain(s):
    def claim(who):
        d = s.post("/email/domains", {"name": "help.judged.example"}, who=who, want=201)["id"]
        s.post(f"/email/domains/{d}/receive", who=who, want=200)
        w = s.post("/email/webhooks", {"url": hook_url("/" + who), "eventTypes": ["MessageReceived"]}, who=who, want=201)["webhook"]["id"]
        return d, s.post("/email/routes", {"domainId": d, "pattern": "support", "endpointId": w}, who=who).status
    d, first = claim("grace")
    s.dele("/email/domains/" + d, want=204)
    return verdict((first, claim("pam")[1]), (201, 201), (201, 409))


@proof
def window_on_first_page_only(s):
    old = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 100 * 86400))
    m = dict([("from", "q@x.example"), ("to", ["n@mail.summitworks.example"])])
    gone = {s.event("message-received", createdAt=old, **m)["messageId"] for _ in range(3)}
    kept = {s.event("message-received", **m)["messageId"] for _ in range(110)}
    seen, cursor = set(), ""
    while True:
        p = s.get("/email/messages?direction=receive" + ("&cursor=" + cursor if cursor else ""), want=200)
        seen |= {x["id"] for x in p["messages"]}
        cursor = p.j.get("cursor")
        if not cursor:
            break
    if not kept <= seen:
        raise Odd("messages are missing")
    return verdict(len(gone & seen), 0, 3)


@proof
def suppressions_by_address(s):
    a = s.post("/email/suppressions", {"address": "x@y.example"}, want=201)["id"]
    b = s.post("/email/suppressions", {"address": "x@y.example"}, who="pam", want=201)["id"]
    l = [x["id"] for x in s.get("/email/suppressions", who="pam", want=200)["suppressions"]]
    return verdict((a == b, l == [b], l == []), (False, True, False), (True, False, True))


@proof
def reading_detail_forgets_name(s):
    s.post(R, {"slug": "named-one", "displayName": "Team One"}, want=201)
    s.get(R + "/named-one", want=200)
    return verdict(by(s.get(R, want=200)["registries"], "slug", "named-one")["displayName"], "Team One", "")


@proof
def teardown_drops_namesake_nodes(s):
    s.post("/clusters", {"name": "edge", "tier": "small"}, want=201)
    t = s.post("/clusters/edge/registration-tokens", {"name": "t"}, want=201)["token"]
    s.post("/clusters/edge/enroll", {"token": t, "node": "worker-1"}, who=None, want=201)
    s.dele("/clusters/edge", want=202)
    return verdict([n["name"] for n in s.get("/clusters/prod/nodes", want=200)["nodes"]], ["worker-1", "worker-2"], ["worker-2"])


@proof
def enabled_left_out_when_false(s):
    m = s.get("/uptime/monitors/" + monitor(s, enabled=False), want=200)
    return verdict(m.j.get("enabled", "missing"), False, "missing")


def edited(m, folder):
    """A copy of the candidate with the edits of a mistake."""
    shutil.copytree(CANDIDATE, folder, ignore=shutil.ignore_patterns("__pycache__", "*.pyc", "node_modules", "build", "dist", "target", ".git", "server"))
    for e in m["edits"]:
        p = os.path.join(folder, e["file"])
        text = open(p, encoding="utf-8").read()
        if text.count(e["find"]) != 1:
            raise Odd(f"{e['file']}: the text to find stands there {text.count(e['find'])} times")
        with open(p, "w", encoding="utf-8") as f:
            f.write(text.replace(e["find"], e["replace"]))
    return folder


def run(m, folder, tmp):
    try:
        s = Server(folder, tmp)
    except Odd as e:
        return str(e)
    try:
        return PROOFS[m["id"]](s)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    finally:
        s.stop()


def main():
    wanted = sys.argv[1:]
    unknown = [i for i in wanted if not any(m["id"] == i for m in MISTAKES)]
    if unknown:
        sys.exit("unknown: " + ", ".join(unknown))
    if not os.path.exists(os.path.join(CANDIDATE, "run.sh")):
        sys.exit("there is no candidate at " + CANDIDATE)
    todo = [m for m in MISTAKES if not wanted or m["id"] in wanted]
    proven = 0
    with tempfile.TemporaryDirectory() as clean_tmp:
        for m in todo:
            with tempfile.TemporaryDirectory() as tmp:
                clean = run(m, CANDIDATE, clean_tmp)
                try:
                    out = run(m, edited(m, os.path.join(tmp, "copy")), tmp)
                except Odd as e:
                    out = str(e)
            good = clean == "right" and out == "wrong"
            proven += good
            print(("proven  " if good else "NOT     ") + m["id"] + ("" if good else f"  clean: {clean}  edited: {out}"), flush=True)
    print(f"{proven} of {len(todo)} proven")
    sys.exit(proven != len(todo))


if __name__ == "__main__":
    main()
