#!/usr/bin/env python3
"""Proves the mistakes: prove.py [ID...]. For each it starts the clean candidate and a copy with the edits, runs the same
steps against both, and compares what was seen with what is right and with what is wrong."""
import http.client, json, os, shutil, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone
from urllib.parse import quote, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.environ.get("CANDIDATE") or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../../../../../examples/tenth-candidate")
MISTAKES = json.load(open(os.path.join(HERE, "mistakes.json"), encoding="utf-8"))


class Server:
    def __init__(self, folder):
        self.child = subprocess.Popen([os.path.join(folder, "run.sh"), "--port", "0"], stdout=subprocess.PIPE, text=True)
        url = self.child.stdout.readline().strip()
        assert url.startswith("http"), f"no URL from {folder}"
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

    def who(self, name, org="hansewerk"):
        h = {"X-Session": f"sitzung-{name}-81f3c0", "X-Mandant": org}
        return lambda method, path, body=None: self.call(method, "/api/v1" + path, body, h)

    def bearer(self, token):
        return lambda method, path, body=None: self.call(method, "/api/v1" + path, body, {"Authorization": "Bearer " + token})

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


PROOFS = {}


def proof(id, right, wrong):
    def take(run):
        PROOFS["ca-" + id] = (run, right, wrong)
        return run
    return take


def domain(s, name, send=True):
    """Another verified domain of hansewerk; needs the frozen clock."""
    g = s.who("greta")
    d = need(g("POST", "/email/domains", {"name": name}), 201)
    if send:
        s.event("dns-record-published", domain=d["id"])
        need(g("POST", f"/email/domains/{d['id']}/check"), 202)
        s.advance("PT4S")
        assert need(g("GET", "/email/domains/" + d["id"]), 200)["sendState"] == "verified"
    return d


def post(s):
    return next(d for d in need(s.who("greta")("GET", "/email/domains"), 200)["domains"] if d["name"] == "post.hansewerk.example")


def service(s):
    return need(s.who("greta")("GET", "/oncall/services"), 200)["services"][0]["id"]


def mail(s, n=0, **more):
    return s.event("message-sent", **{"from": "a@post.hansewerk.example", "to": [f"r{n}@kunde.example"], **more})["messageId"]


def hook(s, url="http://127.0.0.1:9/hook", types=("outbound.delivered",)):
    return need(s.who("greta")("POST", "/email/webhooks", {"url": url, "eventTypes": list(types)}), 201)["webhook"]["id"]


ROTA = {"name": "Wache", "timezone": "Europe/Berlin", "participants": [{"userId": "4003", "label": "Mila"}], "handoff": {"interval": "daily", "time": "08:00"}}
MONITOR = {"name": "Shop", "intervalSeconds": 60, "vantages": ["31"], "kind": "http", "http": {"url": "https://shop.example/"}}
D = "/registry/depots"


@proof("removed-role-nameless", ["resourceIds", "role", "roleName"], ["resourceIds", "role"])
def _(s):
    g = s.who("greta")
    s.event("role-changes", organization="hansewerk", customRole={"id": "955", "name": "Temps", "permissions": ["registry.registry.read"]})
    made = need(g("POST", "/tokens", {"name": "t", "scope": [{"role": "955"}]}), 201)
    look = lambda: next(t for t in need(g("GET", "/tokens"), 200)["tokens"] if t["id"] == made["id"])["scope"][0]
    assert look()["roleName"] == "Temps"
    s.event("role-changes", organization="hansewerk", customRole={"id": "955", "removed": True})
    return sorted(k for k in look() if k in ("role", "roleName", "resourceIds"))


@proof("first-status-sticks", ["delivered", 2, 200], ["delivered", 2, 500])
def _(s):
    g = s.who("greta")
    s.freeze()
    h = hook(s)
    s.event("webhook-endpoint-answers", endpointId=h, answers=[{"status": 500}, {"status": 200}])
    s.event("message-delivered", messageId=mail(s))
    s.advance("PT30S")
    d = need(g("GET", "/email/webhook-deliveries?endpointId=" + h), 200)["deliveries"][0]
    return [d["state"], d["attempts"], d.get("lastStatus")]


@proof("older-alert-skipped", [2, 2], [1, 1])
def _(s):
    g = s.who("greta")
    feed = need(g("POST", "/oncall/feeds", {"name": "prom", "serviceId": service(s)}), 201)
    b = s.bearer(feed["token"])
    for name, ago in (("Young", 0), ("Old", 60)):
        alert = {"status": "firing", "labels": {"alertname": name}, "annotations": {}, "startsAt": iso(-ago), "endsAt": "0001-01-01T00:00:00Z", "fingerprint": name}
        need(b("POST", "/oncall/intake/" + feed["id"], {"version": "4", "status": "firing", "alerts": [alert]}), 200)
    i = need(g("GET", "/oncall/cases"), 200)["incidents"][0]
    return [i["firingAlerts"], len(need(g("GET", "/oncall/cases/" + i["id"]), 200)["alerts"])]


@proof("take-takes-siblings", ["open", "acknowledged"], ["acknowledged", "acknowledged"])
def _(s):
    g = s.who("greta")
    svc = service(s)
    a, b = [need(g("POST", "/oncall/cases", {"serviceId": svc, "title": t}), 201)["id"] for t in ("one", "two")]
    need(g("POST", f"/oncall/cases/{b}/take"), 200)
    return [need(g("GET", "/oncall/cases/" + i), 200)["incident"]["status"] for i in (a, b)]


@proof("epoch-told-once", ["str", "str"], ["str", "NoneType"])
def _(s):
    g = s.who("greta")
    return [type(need(g("GET", "/uptime/ping"), 200).get("schemaEpoch")).__name__ for _ in range(2)]


@proof("roll-two-steps", ["1.34.2", "large", 5], ["1.34.2", "large", 3])
def _(s):
    g = s.who("greta")
    s.freeze()
    need(g("PATCH", "/clusters/elbe", {"orchestratorVersion": "1.34.2", "tier": "large", "replicas": 5}), 200)
    s.advance("PT1M")
    c = need(g("GET", "/clusters/elbe"), 200)
    return [c["orchestratorVersion"], c["tier"], c["replicas"]]


@proof("admitted-send-key", [409, 202, 409], [409, 202, 202])
def _(s):
    s.freeze()
    a = domain(s, "a.judged.example")
    domain(s, "b.judged.example")
    key = need(s.who("greta")("POST", "/email/keys", {"name": "k", "domainIds": [a["id"]]}), 201)["secret"]
    send = lambda d: s.bearer(key)("POST", "/email/outbox", {"from": f"x@{d}.judged.example", "to": ["jo@kunde.example"]})[0]
    return [send("b"), send("a"), send("b")]


@proof("restart-upgrades-only", ["restarting", "restarting"], ["rolling", "restarting"])
def _(s):
    g = s.who("greta")
    s.freeze()
    need(g("POST", "/clusters", {"name": "solo", "tier": "small", "replicas": 1, "orchestratorVersion": "1.33.4"}), 201)
    s.advance("PT10S")
    seen = []
    for change in ({"tier": "medium"}, {"orchestratorVersion": "1.33.6"}):
        need(g("PATCH", "/clusters/solo", change), 200)
        seen.append(need(g("GET", "/clusters/solo"), 200)["phase"])
        s.advance("PT10S")
    return seen


@proof("stale-alert-hidden", [1, 1], [1, 0])
def _(s):
    g = s.who("greta")
    s.freeze()
    i = s.event("alert-fires", serviceId=service(s), alert="disk", title="Disk")["incidentId"]
    s.advance("PT2H")
    d = need(g("GET", "/oncall/cases/" + i), 200)
    return [d["incident"]["firingAlerts"], len(d["alerts"])]


@proof("retract-cuts-tail", [["three", "two"]], [])
def _(s):
    g = s.who("greta")
    svc = service(s)
    i = need(g("POST", "/oncall/cases", {"serviceId": svc, "title": "t"}), 201)["id"]
    ids = [need(g("POST", f"/oncall/cases/{i}/bulletins", {"body": b}), 201)["id"] for b in ("one", "two", "three")]
    need(g("DELETE", f"/oncall/cases/{i}/bulletins/{ids[0]}"), 200)
    return [sorted(u["body"] for u in x["updates"]) for x in need(s.call("GET", "/api/v1/oncall/board/" + svc), 200)["incidents"]]


@proof("any-id-will-do", [404, 201], [201, 201])
def _(s):
    g = s.who("greta")
    role = next(r["id"] for r in need(g("GET", "/tokens/scope-options"), 200)["roles"] if r.get("service") == "registry")
    mint = lambda name, ids: g("POST", "/tokens", {"name": name, "scope": [{"role": role, "resourceIds": ids}]})[0]
    return [mint("a", ["hanse-depot", "alpen-depot"]), mint("b", ["hanse-depot", "hanse-intern"])]


@proof("patch-answer-no-fallback", ["billingEmail", "securityEmail", "technicalEmail"], ["technicalEmail"])
def _(s):
    c = need(s.who("rosa", "alpenblick")("PATCH", "/organization/contacts", {"technicalEmail": "it@alpenblick.example"}), 200)
    return sorted(k for k in c if k.endswith("Email"))


@proof("catalog-without-disabled", True, False)
def _(s):
    s.event("entitlement-changes", organization="hansewerk", area="email", enabled=False)
    return "email" in [x["service"] for x in need(s.who("greta")("GET", "/iam/permissions"), 200)["services"]]


@proof("on-call-remembered", [["4004", True], ["4003", False]], [["4004", True], ["4004", True]])
def _(s):
    g = s.who("greta")
    r = need(g("POST", "/oncall/rotas", ROTA), 201)
    o = need(g("POST", f"/oncall/rotas/{r['id']}/swaps", {"userId": "4004", "label": "Noah", "startsAt": iso(-60), "endsAt": iso(3600)}), 201)
    look = lambda: [need(g("GET", "/oncall/rotas"), 200)["schedules"][0]["onCallNow"][k] for k in ("userId", "override")]
    first = look()
    need(g("DELETE", f"/oncall/rotas/{r['id']}/swaps/{o['id']}"), 200)
    return [first, look()]


def enrol(s, cluster, *nodes, version="1.32.8"):
    token = need(s.who("greta")("POST", f"/clusters/{cluster}/registration-tokens", {"name": "t" + nodes[0]}), 201)["token"]
    for n in nodes:
        need(s.call("POST", f"/api/v1/clusters/{cluster}/enlist", {"token": token, "node": n, "agentVersion": version}), 201)


@proof("skew-error-list", [409, "str"], [409, "list"])
def _(s):
    enrol(s, "elbe", "old-1", "old-2")
    status, value = s.who("greta")("PATCH", "/clusters/elbe", {"orchestratorVersion": "1.34.2"})
    return [status, type(value["error"]).__name__]


@proof("targeted-flag", [409, True], [204, False])
def _(s):
    g = s.who("greta")
    h, d = hook(s), post(s)["id"]
    routes = [need(g("POST", "/email/routes", {"domainId": d, "pattern": p, "endpointId": h}), 201)["id"] for p in ("sales", "help*")]
    need(g("DELETE", "/email/routes/" + routes[0]), 204)
    status = g("DELETE", "/email/webhooks/" + h)[0]
    return [status, h in [w["id"] for w in need(g("GET", "/email/webhooks"), 200)["webhooks"]]]


@proof("revoked-by-name", [True, 403], [False, 200])
def _(s):
    g = s.who("greta")
    for _ in range(2):
        k = need(g("POST", D + "/hanse-depot/keyring", {"name": "ci", "mode": "pull"}), 201)
        need(g("POST", D + f"/hanse-depot/keyring/{k['keyId']}/revoke"), 200)
    row = next(x for x in need(g("GET", D + "/hanse-depot/keyring"), 200)["keys"] if x["keyId"] == k["keyId"])
    gate = s.call("POST", "/api/v1/registry/gate", {"username": k["keyId"], "password": k["secret"], "registry": "hanse-depot", "repository": "kasse/web", "action": "pull"})
    return ["revokedAt" in row, gate[0]]


@proof("create-echoes-body", ["enabled", "loadBalancers", "maxServices"], ["enabled"])
def _(s):
    return sorted(need(s.who("greta")("POST", "/clusters", {"name": "neu", "tier": "small", "managedLoadBalancers": {"enabled": True}}), 201)["managedLoadBalancers"])


@proof("one-vantage-available", [422, 422], [201, 422])
def _(s):
    g = s.who("greta")
    return [g("POST", "/uptime/monitors", {**MONITOR, "vantages": v})[0] for v in (["31", "39"], ["39"])]


@proof("pause-ends-at-midnight", [True, True], [True, False])
def _(s):
    g = s.who("greta")
    s.freeze()
    ids = [mail(s, n) for n in range(100)]
    for n in range(10):
        s.event("message-bounced", messageId=ids[n], bounce="hard")
    first = need(g("GET", "/email/settings"), 200)["paused"]
    s.advance("PT25H")
    return [first, need(g("GET", "/email/settings"), 200)["paused"]]


@proof("update-raw-overrides", ["endsAt", "id", "label", "startsAt", "userId"], ["id", "label", "userId"])
def _(s):
    g = s.who("greta")
    r = need(g("POST", "/oncall/rotas", ROTA), 201)
    need(g("POST", f"/oncall/rotas/{r['id']}/swaps", {"userId": "4004", "label": "Noah", "startsAt": iso(600), "endsAt": iso(3600)}), 201)
    o = need(g("PUT", f"/oncall/rotas/{r['id']}", {"name": "Wache 2"}), 200)["overrides"][0]
    return sorted(k for k in o if k in ("id", "userId", "label", "startsAt", "endsAt"))


@proof("stored-before-checked", [404, []], [404, ["hub.nowhere.example"]])
def _(s):
    g = s.who("greta")
    status = g("POST", D + "/hanse-intern/mirrors/hub.nowhere.example", {"username": "u", "password": "p"})[0]
    return [status, [c["upstream"] for c in need(g("GET", D + "/hanse-intern/mirrors"), 200)["upstreamCredentials"]]]


@proof("retrying-state", "pending", "retrying")
def _(s):
    s.freeze()
    h = hook(s)
    s.event("webhook-endpoint-answers", endpointId=h, answers=[{"status": 500}])
    s.event("message-delivered", messageId=mail(s))
    s.advance("PT2S")
    return need(s.who("greta")("GET", "/email/webhook-deliveries?endpointId=" + h), 200)["deliveries"][0]["state"]


@proof("check-already-due", [[202, "str"], [202, "str"]], [[202, "str"], [202, "NoneType"]])
def _(s):
    g, d = s.who("greta"), post(s)["id"]
    return [[a[0], type(a[1].get("status")).__name__] for a in (g("POST", f"/email/domains/{d}/check") for _ in range(2))]


@proof("one-observation-per-name", [5, 5], [5, 4])
def _(s):
    g = s.who("greta")
    d = need(g("POST", "/email/domains", {"name": "neu.judged.example"}), 201)
    return [len(d["dnsRecords"]), len(need(g("GET", f"/email/domains/{d['id']}/dns"), 200)["records"])]


@proof("cursor-without-tie", [11, 11], [8, 8])
def _(s):
    g = s.who("greta")
    s.freeze()
    for n in range(11):
        mail(s, n)
    seen, cursor = [], ""
    while cursor is not None:
        page = need(g("GET", "/email/messages" + ("?cursor=" + quote(cursor) if cursor else "")), 200)
        seen += [m["id"] for m in page["messages"]]
        cursor = page.get("cursor")
    return [len(seen), len(set(seen))]


@proof("joined-roll-202", [200, 200], [200, 202])
def _(s):
    g = s.who("greta")
    s.freeze()
    return [g("PATCH", "/clusters/elbe", b)[0] for b in ({"tier": "large"}, {"replicas": 5})]


@proof("disabled-not-revocable", [204, 0], [404, 1])
def _(s):
    g = s.who("greta")
    t = need(g("POST", "/clusters/elbe/registration-tokens", {"name": "t"}), 201)["id"]
    need(g("PATCH", "/clusters/elbe/registration-tokens/" + t, {"disabled": True}), 204)
    status = g("DELETE", "/clusters/elbe/registration-tokens/" + t)[0]
    return [status, len(need(g("GET", "/clusters/elbe/registration-tokens"), 200)["tokens"])]


@proof("lost-monitor-update", "all there", "one undone")
def _(s):
    g = s.who("greta")
    m = need(g("POST", "/uptime/monitors", MONITOR), 201)["id"]
    for round in range(12):
        change = [{"name": f"Shop {round}"}, {"intervalSeconds": (180, 600)[round % 2]}]
        gate, seen = threading.Barrier(2), [None, None]

        def one(n):
            gate.wait()
            seen[n] = g("PATCH", "/uptime/monitors/" + m, change[n])[0]

        threads = [threading.Thread(target=one, args=(n,)) for n in (0, 1)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        assert seen == [200, 200], seen
        now = need(g("GET", "/uptime/monitors/" + m), 200)
        if any(now[k] != v for c in change for k, v in c.items()):
            return "one undone"
    return "all there"


@proof("token-sliding-expiry", [200, 401], [200, 200])
def _(s):
    s.freeze()
    t = need(s.who("greta")("POST", "/tokens", {"name": "t", "expiresIn": 10}), 201)
    b = s.bearer(t["key"])
    first = b("GET", "/clusters")[0]
    s.advance("PT11M")
    return [first, b("GET", "/clusters")[0]]


@proof("four-event-types", [201, 201], [422, 201])
def _(s):
    g = s.who("greta")
    types = ["outbound.sent", "outbound.delivered", "outbound.bounced", "outbound.complained", "inbound.received"]
    return [g("POST", "/email/webhooks", {"url": "https://hooks.example/x", "eventTypes": t})[0] for t in (types, types[:4])]


@proof("cursor-anchor-gone", [200, 4], [422, None])
def _(s):
    g = s.who("greta")
    s.freeze()
    for n in range(12):
        mail(s, n)
        s.advance("PT5S")
    page = need(g("GET", "/email/messages?state=sent"), 200)
    s.event("message-delivered", messageId=page["messages"][-1]["id"])
    status, value = g("GET", "/email/messages?state=sent&cursor=" + quote(page["cursor"]))
    return [status, len(value["messages"]) if status == 200 else None]


@proof("reads-take-any-method", [405, 405, 405], [200, 200, 200])
def _(s):
    g = s.who("greta")
    return [g("POST", "/iam/catalog", {"name": "x", "permissions": []})[0], g("DELETE", "/iam/catalog")[0], g("PUT", "/iam/permissions", {"services": []})[0]]


@proof("deleted-repository-returns", [["v2"], 1], [["v1", "v2"], 2])
def _(s):
    g = s.who("greta")
    s.event("image-pushed", registry="hanse-intern", repository="team/app", tags=["v1"])
    need(g("DELETE", D + "/hanse-intern/repositories?repo=team/app"), 200)
    s.event("image-pushed", registry="hanse-intern", repository="team/app", tags=["v2"])
    return [[t["name"] for t in need(g("GET", D + "/hanse-intern/tags?repo=team/app"), 200)["tags"]], len(need(g("GET", D + "/hanse-intern/images?repo=team/app"), 200)["manifests"])]


@proof("in-use-not-revocable", [200, 204, 401], [200, 409, 200])
def _(s):
    g = s.who("greta")
    t = need(g("POST", "/uptime/export-tokens", {"name": "t"}), 201)
    b = s.bearer(t["token"])
    return [b("GET", "/uptime/prometheus")[0], g("DELETE", "/uptime/export-tokens/" + t["id"])[0], b("GET", "/uptime/prometheus")[0]]


@proof("no-usage-row", [200, 200, 0], [200, 404, None])
def _(s):
    g = s.who("greta")
    first = g("GET", D + "/hanse-depot")[0]
    need(g("DELETE", D + "/hanse-depot/repositories?repo=kasse/web"), 200)
    status, value = g("GET", D + "/hanse-depot")
    return [first, status, value.get("repositoryCount")]


@proof("contacts-by-person", ["rechnung@hansewerk.example", "rosa.hofer@alpenblick.example"], ["rechnung@hansewerk.example"] * 2)
def _(s):
    return [need(s.who("quinn", org)("GET", "/organization/contacts"), 200)["billingEmail"] for org in ("hansewerk", "alpenblick")]


@proof("deregistered-node-blocks", [409, 200], [409, 409])
def _(s):
    g = s.who("greta")
    enrol(s, "elbe", "old-1")
    first = g("PATCH", "/clusters/elbe", {"orchestratorVersion": "1.34.2"})[0]
    need(g("DELETE", "/clusters/elbe/nodes/old-1"), 204)
    return [first, g("PATCH", "/clusters/elbe", {"orchestratorVersion": "1.34.2"})[0]]


@proof("window-in-days", ["1h", "24h", "7d"], ["1h", "1d", "7d"])
def _(s):
    g = s.who("greta")
    m = need(g("POST", "/uptime/monitors", MONITOR), 201)["id"]
    return [need(g("GET", f"/uptime/monitors/{m}/metrics?window={w}"), 200)["window"] for w in ("1h", "24h", "7d")]


@proof("rotate-anybodys-secret", 404, 200)
def _(s):
    return s.who("rosa", "alpenblick")("POST", f"/email/webhooks/{hook(s)}/rotate-secret")[0]


@proof("contacts-half-saved", [409, "technik@hansewerk.example"], [409, "neu@hansewerk.example"])
def _(s):
    g = s.who("greta")
    need(s.who("rosa", "alpenblick")("PATCH", "/organization/contacts", {"billingEmail": "geld@alpenblick.example"}), 200)
    status = g("PATCH", "/organization/contacts", {"billingEmail": "geld@alpenblick.example", "technicalEmail": "neu@hansewerk.example"})[0]
    return [status, need(g("GET", "/organization/contacts"), 200)["technicalEmail"]]


@proof("moved-tag-time", ["str", "str"], ["int", "str"])
def _(s):
    s.event("image-pushed", registry="hanse-intern", repository="team/app", tags=["latest", "v1"])
    s.event("image-pushed", registry="hanse-intern", repository="team/app", tags=["latest"])
    return [type(t["updatedAt"]).__name__ for t in need(s.who("greta")("GET", D + "/hanse-intern/tags?repo=team/app"), 200)["tags"]]


@proof("shared-exposed-list", [["web"], []], [["web"], ["web"]])
def _(s):
    g = s.who("greta")
    need(g("PATCH", "/clusters/elbe", {"managedLoadBalancers": {"enabled": True}}), 200)
    s.event("service-exposed", organization="hansewerk", cluster="elbe", service="web")
    names = lambda who, c: [b["service"] for b in need(who("GET", "/clusters/" + c), 200)["managedLoadBalancers"]["loadBalancers"]]
    return [names(g, "elbe"), names(s.who("rosa", "alpenblick"), "inn")]


@proof("offset-cursor", [11, 11], [12, 11])
def _(s):
    g = s.who("greta")
    key = need(g("POST", "/email/keys", {"name": "k"}), 201)["secret"]
    send = lambda n: need(s.bearer(key)("POST", "/email/outbox", {"from": "a@post.hansewerk.example", "to": [f"r{n}@kunde.example"]}), 202)
    for n in range(11):
        send(n)
        time.sleep(0.003)
    page = need(g("GET", "/email/messages"), 200)
    send(99)
    seen = [m["id"] for m in page["messages"] + need(g("GET", "/email/messages?cursor=" + quote(page["cursor"])), 200)["messages"]]
    return [len(seen), len(set(seen))]


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
    for id in set(wanted) - {m["id"] for m in MISTAKES}:
        print("unknown", id)
    good = 0
    for m in chosen:
        try:
            why = prove(m)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
        good += why is None
        print("proven " if why is None else "FAILED ", m["id"], "" if why is None else why, flush=True)
    print(f"{good} of {len(chosen)} proven")
    return 0 if good == len(chosen) and len(set(wanted)) in (0, len(chosen)) else 1


if __name__ == "__main__":
    sys.exit(main())
