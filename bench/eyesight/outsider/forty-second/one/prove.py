#!/usr/bin/env python3
"""Proves the mistakes: prove.py [ID...]. For each it starts the clean candidate and a copy with the edits, runs the same
steps against both, and compares what was seen with what is right and with what is wrong."""
import base64, hashlib, hmac, http.client, json, os, shutil, socket, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone
from urllib.parse import quote, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.environ.get("CANDIDATE") or os.path.join(HERE, "../../../../../examples/sixth-candidate")
MISTAKES = json.load(open(os.path.join(HERE, "mistakes.json"), encoding="utf-8"))


class Server:
    def __init__(self, folder):
        self.child = subprocess.Popen(["node", "server.mjs", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, text=True)
        line = self.child.stdout.readline().strip()
        if not line.startswith("ready on http"):
            self.stop()
            raise AssertionError(f"no URL from {folder}: {line!r}")
        url = line.split()[-1]
        self.host, self.port = urlsplit(url).hostname, urlsplit(url).port

    def stop(self):
        self.child.kill()
        self.child.wait()
        self.child.stdout.close()

    def call(self, method, path, body=None, headers=None):
        c = http.client.HTTPConnection(self.host, self.port, timeout=20)
        h = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body)
            h["Content-Type"] = "application/json"
        c.request(method, path, data, h)
        r = c.getresponse()
        text = r.read()
        c.close()
        try:
            value = json.loads(text) if text else None
        except ValueError:
            value = text.decode("utf-8", "replace")
        return r.status, value

    def who(self, name, org=None):
        h = {"Authorization": f"Bearer ses-{name}-4f1c7a90", **({"X-Organization": org} if org else {})}
        return lambda method, path, body=None: self.call(method, "/api/v1" + path, body, h)

    def bearer(self, token):
        return lambda method, path, body=None: self.call(method, "/api/v1" + path, body, {"Authorization": "Bearer " + token})

    def anybody(self, method, path, body=None):
        return self.call(method, "/api/v1" + path, body)

    def event(self, name, **body):
        status, value = self.call("POST", "/_understudy/events/" + name, body)
        assert status == 200, (name, status, value)
        return value

    def freeze(self, now=None):
        status, value = self.call("PUT", "/_understudy/clock", {"mode": "frozen", **({"now": now} if now else {})})
        assert status == 200, value

    def advance(self, by):
        status, value = self.call("POST", "/_understudy/clock/advance", {"by": by})
        assert status == 200, value


def need(answer, *statuses):
    assert answer[0] in statuses, answer
    return answer[1]


def iso(seconds=0):
    return (datetime.now(timezone.utc) + timedelta(seconds=seconds)).isoformat()


def until(look, seconds=5):
    """What look() gives once it is not None."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = look()
        if found is not None:
            return found
        time.sleep(0.02)
    raise AssertionError("nothing came")


PROOFS = {}


def proof(id, right, wrong):
    def take(run):
        PROOFS["cb-" + id] = (run, right, wrong)
        return run
    return take


def domain(s, name="post.lumen.example", person="olga"):
    """A domain that is verified for sending; needs the frozen clock."""
    o = s.who(person)
    d = need(o("POST", "/email/domains", {"name": name}), 201)
    s.event("dns-record-published", domain=d["id"])
    need(o("POST", f"/email/domains/{d['id']}/check"), 202)
    s.advance("PT4S")
    assert need(o("GET", "/email/domains/" + d["id"]), 200)["sendState"] == "verified"
    return d


def mail(s, n=0, **more):
    return s.event("message-sent", **{"from": "a@post.lumen.example", "to": [f"r{n}@customer.example"], **more})["messageId"]


def hook(s, url="http://127.0.0.1:20001/hook", types=("message.delivered",), person="olga"):
    return need(s.who(person)("POST", "/email/webhooks", {"url": url, "eventTypes": list(types)}), 201)["webhook"]["id"]


def source(s, service="osv_storefront", person="olga"):
    return need(s.who(person)("POST", "/oncall/alert-sources", {"name": "prom", "serviceId": service}), 201)


def fire(s, source, token=None, name="HighLoad"):
    alert = {"status": "firing", "labels": {"alertname": name}, "annotations": {}, "startsAt": iso(), "endsAt": "0001-01-01T00:00:00Z", "fingerprint": name}
    return s.bearer(token or source["token"])("POST", f"/oncall/alert-sources/{source['id']}/webhook", {"version": "4", "status": "firing", "alerts": [alert]})


def incident(s, title="It is slow"):
    return need(s.who("olga")("POST", "/oncall/incidents", {"serviceId": "osv_storefront", "title": title}), 201)["id"]


def registry(s, slug="apps", person="olga"):
    need(s.who(person)("POST", "/registry/registries", {"slug": slug}), 201)
    return "/registry/registries/" + slug


def cluster(s, **more):
    """A cluster that is ready; freezes the clock."""
    s.freeze()
    c = need(s.who("olga")("POST", "/clusters", {"name": "prod", "tier": "small", "orchestratorVersion": "1.32.6", **more}), 201)
    s.advance("PT11S")
    return c


def join(s, node, agent):
    t = need(s.who("olga")("POST", "/clusters/prod/join-tokens"), 201)
    need(s.anybody("POST", "/clusters/prod/join", {"token": t["joinToken"], "node": node, "agentVersion": agent}), 201)


def token(s, *scope, person="olga"):
    return need(s.who(person)("POST", "/tokens", {"name": "t", "scope": list(scope)}), 201)


PROVIDER = {"accountSid": "AC0123", "authToken": "secret-of-the-provider", "fromNumber": "+15550101"}
ROTA = {"name": "Watch", "timezone": "Europe/Berlin", "participants": [{"userId": "usr_mia", "label": "Mia"}], "handoff": {"interval": "daily", "time": "08:00"}}
MONITOR = {"name": "Shop", "intervalSeconds": 60, "vantages": ["fra"], "kind": "http", "http": {"url": "https://shop.example/"}}
POLICY = {"name": "Tier one", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "usr_mia", "label": "Mia"}, "waitSeconds": 300}]}


@proof("provider-set-epoch", ["str", "str"], ["int", "str"])
def _(s):
    o = s.who("olga")
    return [type(need(a, 200)["updatedAt"]).__name__ for a in (o("PUT", "/oncall/provider-credential", PROVIDER), o("GET", "/oncall/provider-credential"))]


@proof("catalog-strips-roles", [200, 200], [200, 403])
def _(s):
    b = s.bearer(token(s, {"role": "org.admin"})["key"])
    return [b("GET", "/iam/catalog")[0] for _ in range(2)]


@proof("source-revoked-abroad", [404, 1, 202], [204, 0, 401])
def _(s):
    src = source(s)
    status = s.who("henry")("DELETE", "/oncall/alert-sources/" + src["id"])[0]
    return [status, len(need(s.who("olga")("GET", "/oncall/alert-sources"), 200)["sources"]), fire(s, src)[0]]


@proof("events-last-twenty", [15, 15], [5, 15])
def _(s):
    s.freeze()
    domain(s)
    m = mail(s, to=[f"r{n}@customer.example" for n in range(15)])
    s.advance("PT1S")
    s.event("message-delivered", messageId=m)
    kinds = [e["kind"] for e in need(s.who("olga")("GET", "/email/messages/" + m), 200)["events"]]
    return [kinds.count("sent"), kinds.count("delivered")]


@proof("quota-after-validation", [403, 403], [400, 502])
def _(s):
    o = s.who("olga")
    s.event("quota-changes", organization="lumen", quota="monitors", value=1)
    need(o("POST", "/uptime/monitors", MONITOR), 201)
    first = o("POST", "/uptime/monitors", {**MONITOR, "intervalSeconds": 7})[0]
    s.event("backend-behaves", backend="uptime", reachable=False)
    return [first, o("POST", "/uptime/monitors", MONITOR)[0]]


@proof("accepted-counts-everybody", [0, True], [2, False])
def _(s):
    o = s.who("olga")
    s.freeze()
    domain(s)
    domain(s, "post.harbor.example", "henry")
    for n in range(2):
        mail(s, n, **{"from": "a@post.harbor.example"})
    count = need(o("GET", "/email/settings"), 200)["acceptedToday"]
    s.event("quota-changes", organization="lumen", quota="daily-email", value=1)
    key = need(o("POST", "/email/keys", {"name": "k"}), 201)["secret"]
    sent = s.bearer(key)("POST", "/email/send", {"from": "a@post.lumen.example", "to": ["r@customer.example"]})
    return [count, sent[0] == 202]


@proof("provider-unreachable-422", [422, 502], [422, 422])
def _(s):
    seen = []
    for behaviour in ("rejects", "unreachable"):
        s.event("provider-behaves", organization="lumen", behaviour=behaviour)
        seen.append(s.who("olga")("PUT", "/oncall/provider-credential", PROVIDER)[0])
    return seen


@proof("revoked-source-gone", [202, 401], [202, 410])
def _(s):
    src = source(s)
    before = fire(s, src)[0]
    need(s.who("olga")("DELETE", "/oncall/alert-sources/" + src["id"]), 204)
    return [before, fire(s, src)[0]]


@proof("grant-management-remembered", [200, 403], [200, 200])
def _(s):
    return [s.who("pat", org)("GET", "/iam/catalog")[0] for org in ("lumen", "harbor")]


@proof("mint-sweeps-disabled", [True, True], [True, False])
def _(s):
    o = s.who("olga")
    t = need(o("POST", "/tokens", {"name": "old"}), 201)["id"]
    s.event("token-disabled", tokenId=t)
    there = lambda: t in [each["id"] for each in need(o("GET", "/tokens"), 200)["tokens"]]
    before = there()
    need(o("POST", "/tokens", {"name": "new"}), 201)
    return [before, there()]


@proof("removed-node-blocks-upgrade", [409, [], 200], [409, [], 409])
def _(s):
    o = s.who("olga")
    cluster(s)
    join(s, "worker-1", "1.30.14")
    upgrade = lambda: o("PATCH", "/clusters/prod", {"orchestratorVersion": "1.33.2"})[0]
    before = upgrade()
    need(o("DELETE", "/clusters/prod/nodes/worker-1"), 204)
    return [before, need(o("GET", "/clusters/prod/nodes"), 200)["nodes"], upgrade()]


@proof("upgrade-skips-headroom", [409, 409, "medium"], [409, 200, "small"])
def _(s):
    o = s.who("olga")
    cluster(s, tier="medium")
    s.event("headroom-changes", cluster="prod", component="scheduler", usedPercent=70)
    alone = o("PATCH", "/clusters/prod", {"tier": "small"})[0]
    both = o("PATCH", "/clusters/prod", {"tier": "small", "orchestratorVersion": "1.33.2"})[0]
    s.advance("PT10S")
    return [alone, both, need(o("GET", "/clusters/prod"), 200)["tier"]]


@proof("role-table-shared", [True, False], [True, True])
def _(s):
    s.event("role-changes", organization="harbor", customRole={"id": "dockhand", "name": "Dockhand", "permissions": ["registry.registry.read"]})
    return ["dockhand" in [r["id"] for r in need(s.who(p)("GET", "/iam/catalog"), 200)["roles"]] for p in ("henry", "olga")]


@proof("route-to-foreign-endpoint", [404, 0], [201, 1])
def _(s):
    o = s.who("olga")
    h = hook(s, person="henry")
    d = need(o("POST", "/email/domains", {"name": "in.lumen.example"}), 201)["id"]
    need(o("POST", f"/email/domains/{d}/receive"), 200)
    status = o("POST", "/email/routes", {"domainId": d, "pattern": "*", "endpointId": h})[0]
    return [status, len(need(o("GET", "/email/routes"), 200)["routes"])]


@proof("fingerprints-across-tenants", [1, 1], [1, 0])
def _(s):
    for person, service in (("olga", "osv_storefront"), ("henry", "osv_gateway")):
        need(fire(s, source(s, service, person), name="Watchdog"), 202)
    return [len(need(s.who(p)("GET", "/oncall/incidents"), 200)["incidents"]) for p in ("olga", "henry")]


@proof("all-resources-null", [[]], [None])
def _(s):
    made = token(s, {"role": "registry.viewer"})
    t = next(t for t in need(s.who("olga")("GET", "/tokens"), 200)["tokens"] if t["id"] == made["id"])
    return [entry["resourceIds"] for entry in t["scope"]]


@proof("equal-contacts-follow", ["new@lumen.example", "both@lumen.example"], ["new@lumen.example", "new@lumen.example"])
def _(s):
    o = s.who("olga")
    need(o("PATCH", "/organization/contacts", {"billingEmail": "both@lumen.example", "technicalEmail": "both@lumen.example"}), 200)
    need(o("PATCH", "/organization/contacts", {"billingEmail": "new@lumen.example"}), 200)
    c = need(o("GET", "/organization/contacts"), 200)
    return [c["billingEmail"], c["technicalEmail"]]


@proof("catalog-for-narrow-token", [200, 403], [200, 200])
def _(s):
    b = s.bearer(token(s, {"role": "registry.viewer"})["key"])
    return [b("GET", "/registry/registries")[0], b("GET", "/iam/catalog")[0]]


@proof("skew-error-object", [409, "str"], [409, "dict"])
def _(s):
    cluster(s)
    join(s, "worker-1", "1.30.14")
    status, body = s.who("olga")("PATCH", "/clusters/prod", {"orchestratorVersion": "1.33.2"})
    return [status, type(body["error"]).__name__]


@proof("ack-tells-the-public", [1, 0], [2, 1])
def _(s):
    o = s.who("olga")
    i = incident(s)
    u = need(o("POST", f"/oncall/incidents/{i}/updates", {"body": "We know."}), 201)["id"]
    need(o("POST", f"/oncall/incidents/{i}/acknowledge"), 200)
    page = lambda: need(s.anybody("GET", "/oncall/status-pages/osv_storefront"), 200)["incidents"]
    shown = len(page()[0]["updates"])
    need(o("DELETE", f"/oncall/incidents/{i}/updates/{u}"), 204)
    return [shown, len(page())]


@proof("upstreams-outlive-registry", [], ["lumen-bot"])
def _(s):
    o, h = s.who("olga"), s.who("henry")
    r = registry(s)
    need(o("PUT", r + "/upstream-credentials/docker.io", {"username": "lumen-bot", "password": "p4ss-of-lumen"}), 200)
    need(o("DELETE", r), 204)
    registry(s, person="henry")
    return [c["username"] for c in need(h("GET", r + "/upstream-credentials"), 200)["upstreamCredentials"]]


@proof("any-source-token", [401, []], [202, ["osv_storefront"]])
def _(s):
    a, b = source(s), source(s, "osv_payments")
    status = fire(s, a, b["token"])[0]
    return [status, [i["serviceId"] for i in need(s.who("olga")("GET", "/oncall/incidents"), 200)["incidents"]]]


@proof("own-shifts-everywhere", [], ["Watch"])
def _(s):
    need(s.who("olga")("POST", "/oncall/schedules", {**ROTA, "participants": [{"userId": "usr_pat", "label": "Pat"}]}), 201)
    return [x["name"] for x in need(s.who("pat", "harbor")("GET", "/oncall/schedules"), 200)["schedules"]]


@proof("refused-monitors-use-quota", [400, 201, 201], [400, 201, 403])
def _(s):
    o = s.who("olga")
    s.event("quota-changes", organization="lumen", quota="monitors", value=2)
    return [o("POST", "/uptime/monitors", {**MONITOR, **more})[0] for more in ({"intervalSeconds": 7}, {}, {})]


@proof("retries-keep-old-secret", [True, False], [False, True])
def _(s):
    o = s.who("olga")
    s.freeze()
    domain(s)
    made = need(o("POST", "/email/webhooks", {"url": "http://127.0.0.1:20001/hook", "eventTypes": ["message.sent"]}), 201)
    h = made["webhook"]["id"]
    s.event("webhook-endpoint-answers", endpointId=h, answers=[{"status": 500}, {"status": 200}])
    mail(s)
    tried = lambda n: lambda: (lambda d: d if d["attempts"] == n and d["state"] in ("pending", "delivered") else None)(
        need(o("GET", "/email/webhook-deliveries?endpointId=" + h), 200)["deliveries"][0])
    assert until(lambda: tried(1)())["state"] == "pending"
    rotated = need(o("POST", f"/email/webhooks/{h}/rotate-secret"), 200)["signingSecret"]
    s.advance("PT10S")
    assert until(lambda: tried(2)())["state"] == "delivered"
    a = need(s.call("GET", "/_understudy/webhook-deliveries?endpointId=" + h), 200)["attempts"][-1]
    head = a["headers"]
    def signs(secret):
        data = f"{head['webhook-id']}.{head['webhook-timestamp']}.{a['body']}".encode()
        digest = hmac.new(base64.b64decode(secret[len("whsec_"):]), data, hashlib.sha256).digest()
        return head["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
    return [signs(rotated), signs(made["signingSecret"])]


@proof("patched-event-types-free", [400, ["message.delivered"]], [200, ["message.opened"]])
def _(s):
    o = s.who("olga")
    h = hook(s)
    status = o("PATCH", "/email/webhooks/" + h, {"eventTypes": ["message.opened"]})[0]
    return [status, need(o("GET", "/email/webhooks"), 200)["webhooks"][0]["eventTypes"]]


@proof("rolls-write-whole-spec", [], ["replicas"])
def _(s):
    o = s.who("olga")
    cluster(s, replicas=1)
    accepted = {}
    for field, value in (("replicas", 3), ("tier", "medium")):
        status = o("PATCH", "/clusters/prod", {field: value})[0]
        assert status in (200, 409), status
        if status == 200:
            accepted[field] = value
        s.advance("PT2S")
    assert "replicas" in accepted
    s.advance("PT20S")
    c = need(o("GET", "/clusters/prod"), 200)
    assert c["phase"] == "ready"
    return [field for field, value in accepted.items() if c[field] != value]  # answered 200 and lost


@proof("ack-revives-resolved", [409, "resolved"], [200, "acknowledged"])
def _(s):
    o = s.who("olga")
    i = incident(s)
    need(o("POST", f"/oncall/incidents/{i}/resolve"), 200)
    status = o("POST", f"/oncall/incidents/{i}/acknowledge")[0]
    return [status, need(o("GET", "/oncall/incidents/" + i), 200)["status"]]


@proof("ack-lapses", ["acknowledged", True], ["open", False])
def _(s):
    o = s.who("olga")
    s.freeze()
    i = incident(s)
    need(o("POST", f"/oncall/incidents/{i}/acknowledge"), 200)
    s.advance("PT31M")
    found = need(o("GET", "/oncall/incidents"), 200)["incidents"][0]
    return [found["status"], "acknowledgedAt" in found]


@proof("connection-error-object", ["str"], ["dict"])
def _(s):
    o = s.who("olga")
    s.freeze()
    domain(s)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    h = hook(s, f"http://127.0.0.1:{port}/hook", ["message.sent"])
    mail(s)
    error = until(lambda: need(o("GET", "/email/webhook-deliveries?endpointId=" + h), 200)["deliveries"][0].get("lastError"))
    return [type(error).__name__]


@proof("no-late-first-update", [201, 201], [201, 409])
def _(s):
    o = s.who("olga")
    seen = []
    for early in (True, False):
        i = incident(s)
        if early:
            need(o("POST", f"/oncall/incidents/{i}/updates", {"body": "We know."}), 201)
        need(o("POST", f"/oncall/incidents/{i}/resolve"), 200)
        seen.append(o("POST", f"/oncall/incidents/{i}/updates", {"body": "What it was."})[0])
    return seen


@proof("referenced-policy-400", [409, 1], [400, 1])
def _(s):
    o = s.who("olga")
    p = need(o("POST", "/oncall/escalation-policies", POLICY), 201)["id"]
    need(o("PUT", "/oncall/services/osv_storefront/escalation-policy", {"escalationPolicyId": p}), 200)
    status = o("DELETE", "/oncall/escalation-policies/" + p)[0]
    return [status, len(need(o("GET", "/oncall/escalation-policies"), 200)["policies"])]


@proof("contacts-of-home", ["billing@lumen.example", "billing@harbor.example"], ["billing@lumen.example", "billing@lumen.example"])
def _(s):
    return [need(s.who("pat", org)("GET", "/organization/contacts"), 200)["billingEmail"] for org in ("lumen", "harbor")]


@proof("half-a-handoff", [400, 400, "daily", "08:00"], [200, 200, "weekly", "09:30"])
def _(s):
    o = s.who("olga")
    x = need(o("POST", "/oncall/schedules", ROTA), 201)["id"]
    statuses = [o("PATCH", "/oncall/schedules/" + x, {"handoff": half})[0] for half in ({"interval": "weekly"}, {"time": "09:30"})]
    now = need(o("GET", "/oncall/schedules"), 200)["schedules"][0]["handoff"]
    return [*statuses, now["interval"], now["time"]]


@proof("insufficient-scope-401", [200, 403, 403], [200, 401, 401])
def _(s):
    b = s.bearer(token(s, {"role": "registry.viewer"})["key"])
    return [b("GET", "/registry/registries")[0], b("GET", "/email/domains")[0], b("POST", "/email/domains", {"name": "post.lumen.example"})[0]]


@proof("upstream-as-object", ["str", "str"], ["dict", "str"])
def _(s):
    o = s.who("olga")
    r = registry(s)
    put = need(o("PUT", r + "/upstream-credentials/ghcr.io", {"username": "bot", "password": "pass-word"}), 200)
    listed = need(o("GET", r + "/upstream-credentials"), 200)["upstreamCredentials"][0]
    return [type(x["upstream"]).__name__ for x in (put, listed)]


@proof("revoked-key-tombstone", [[], []], [[], ["createdAt", "mintedVia", "mode", "repoPrefixes"]])
def _(s):
    o = s.who("olga")
    r = registry(s)
    k = need(o("POST", r + "/keys", {"name": "ci", "mode": "pull"}), 201)["keyId"]
    def missing():
        key = need(o("GET", r + "/keys"), 200)["keys"][0]
        return sorted({"keyId", "name", "mode", "repoPrefixes", "mintedVia", "createdAt"} - set(key))
    before = missing()
    need(o("DELETE", f"{r}/keys/{k}"), 204)
    return [before, missing()]


@proof("allowance-remembered", [True, False], [True, True])
def _(s):
    o = s.who("olga")
    r = registry(s)
    k = need(o("POST", r + "/keys", {"name": "ci", "mode": "pull"}), 201)
    ask = lambda: need(s.anybody("POST", "/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "apps", "repository": "web", "action": "pull"}), 200)["allowed"]
    before = ask()
    need(o("DELETE", f"{r}/keys/{k['keyId']}"), 204)
    return [before, ask()]


@proof("one-visible-resource-is-enough", [400, 400], [400, 201])
def _(s):
    registry(s, "apps")
    registry(s, "foreign", "henry")
    mint = lambda *ids: s.who("olga")("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": list(ids)}]})[0]
    return [mint("foreign"), mint("apps", "foreign")]


@proof("events-go-with-the-raw", [["delivered", "sent"]], [[]])
def _(s):
    s.freeze()
    domain(s)
    m = mail(s)
    s.event("message-delivered", messageId=m)
    s.advance("P31D")
    return [sorted(e["kind"] for e in need(s.who("olga")("GET", "/email/messages/" + m), 200)["events"])]


@proof("digest-deleted-everywhere", [0, 1, ["latest"]], [0, 0, []])
def _(s):
    o = s.who("olga")
    r = registry(s)
    digest = "sha256:" + "ab" * 32
    for repository in ("web", "shop"):
        s.event("image-pushed", registry="apps", repository=repository, digest=digest, layers=[{"digest": "sha256:" + "cd" * 32, "sizeBytes": 1000}])
    need(o("DELETE", f"{r}/manifests?repo=web&digest={quote(digest)}"), 204)
    count = lambda repository: len(need(o("GET", f"{r}/manifests?repo={repository}"), 200)["manifests"])
    return [count("web"), count("shop"), [t["name"] for t in need(o("GET", r + "/tags?repo=shop"), 200)["tags"]]]


@proof("all-types-as-star", [5, False], [1, True])
def _(s):
    o = s.who("olga")
    hook(s, types=["message.sent", "message.delivered", "message.bounced", "message.complained", "message.received"])
    types = need(o("GET", "/email/webhooks"), 200)["webhooks"][0]["eventTypes"]
    return [len(types), "*" in types]


@proof("same-account-unverified", [422, "+15550101"], [200, "+15550199"])
def _(s):
    o = s.who("olga")
    need(o("PUT", "/oncall/provider-credential", PROVIDER), 200)
    s.event("provider-behaves", organization="lumen", behaviour="rejects")
    status = o("PUT", "/oncall/provider-credential", {**PROVIDER, "authToken": "another", "fromNumber": "+15550199"})[0]
    return [status, need(o("GET", "/oncall/provider-credential"), 200)["fromNumber"]]


@proof("one-unpacking-for-all", [False], [True])
def _(s):
    s.freeze()
    domain(s)
    ids = [mail(s, n, sizeBytes=6_000_000) for n in range(2)]
    swapped = []
    for _ in range(6):
        start = threading.Barrier(2)
        def read(m):
            start.wait()
            text = need(s.who("olga")("GET", f"/email/messages/{m}/content"), 200)
            if not text.startswith(f"Message-ID: <{m}@"):
                swapped.append(m)
        threads = [threading.Thread(target=read, args=(m,)) for m in ids]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        if swapped:
            break
    return [bool(swapped)]


def observe(folder, run):
    server = Server(folder)
    try:
        return run(server)
    finally:
        server.stop()


def prove(mistake):
    if mistake["id"] not in PROOFS:
        return "there is no proof"
    run, right, wrong = PROOFS[mistake["id"]]
    assert right != wrong
    seen = observe(CANDIDATE, run)
    if seen != right:
        return f"the clean one answered {seen!r} instead of {right!r}"
    with tempfile.TemporaryDirectory() as place:
        copy = os.path.join(place, "candidate")
        shutil.copytree(CANDIDATE, copy, ignore=shutil.ignore_patterns(".git", "node_modules", "__pycache__", "dist", "build", "target", "*.pyc", "*.log"))
        for edit in mistake["edits"]:
            path = os.path.join(copy, edit["file"])
            text = open(path, encoding="utf-8").read()
            if text.count(edit["find"]) != 1:
                return f"{edit['file']} has the text {text.count(edit['find'])} times: {edit['find'][:60]!r}"
            open(path, "w", encoding="utf-8").write(text.replace(edit["find"], edit["replace"]))
        seen = observe(copy, run)
    if seen != wrong:
        return f"the edited one answered {seen!r} instead of {wrong!r}"
    return None


def main():
    wanted = sys.argv[1:]
    chosen = [m for m in MISTAKES if not wanted or m["id"] in wanted]
    unknown = sorted(set(wanted) - {m["id"] for m in MISTAKES})
    for id in unknown:
        print("unknown", id)
    good = 0
    for m in chosen:
        try:
            why = prove(m)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
        good += why is None
        print("proven " if why is None else "FAILED ", m["id"], "" if why is None else why, flush=True)
    print(f"{good} proven, {len(chosen) - good + len(unknown)} not")
    return 0 if good == len(chosen) and not unknown else 1


if __name__ == "__main__":
    sys.exit(main())
