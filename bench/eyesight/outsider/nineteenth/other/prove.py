#!/usr/bin/env python3
"""python3 prove.py [ID...]: one server copy at a time; first the clean one through all scenarios, then each edited one.
A scenario answers True where the behaviour is right, False where it is wrong; anything unexpected on the way raises."""
import tempfile
import base64, hashlib, hmac, http.client, json, os, shutil, subprocess, sys, threading, time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/seventh-candidate")
SCRATCH = tempfile.mkdtemp(prefix="prove-nineteenth-")
PORT = 8951
IDA, ARLO, MINA, VIC, SOL, RUTH = (f"ses.p-{n}.7c1e" for n in ("ida", "arlo", "mina", "vic", "sol", "ruth"))
SF, PAY = "ocs-tidewater-storefront", "ocs-tidewater-payments"


def raw(method, path, body=None, who=IDA):
    c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
    h = {"Authorization": "Bearer " + who} if who else {}
    if body is not None:
        h["Content-Type"] = "application/json"
    c.request(method, path, json.dumps(body) if body is not None else None, h)
    r = c.getresponse()
    data = r.read()
    ct = r.headers.get("content-type", "")
    c.close()
    return r.status, json.loads(data) if data and "json" in ct else data.decode() if data else None, ct


def api(method, path, body=None, who=IDA):
    s, j, _ = raw(method, "/api/v1" + path, body, who)
    return s, j


def ok(method, path, body=None, who=IDA):
    s, j = api(method, path, body, who)
    assert 200 <= s < 300, f"{method} {path}: {s} {j}"
    return j


def ctl(method, path, body=None):
    s, j, _ = raw(method, "/_understudy" + path, body, None)
    return s, j


def ev(name, **b):
    s, j = ctl("POST", "/events/" + name, b)
    assert s == 200, f"event {name}: {s} {j}"
    return j


def one_of(a, s, j, right, wrong):
    """right and wrong are lists of statuses; anything else is a broken proof."""
    assert s in right + wrong, f"{a}: {s} {j}"
    return s in right


def at_once():
    assert ctl("PUT", "/clock/progress", {"mode": "at-once"})[0] == 200


def ready(name, timeout=8):
    end = time.time() + timeout
    while time.time() < end:
        c = ok("GET", "/clusters/" + name)
        if c["phase"] == "Ready":
            return c
        time.sleep(0.1)
    raise AssertionError("not ready: " + str(c))


def mon(**x):
    return {"name": "m", "intervalSeconds": 60, "vantages": ["ams"], "kind": "http", "http": {"url": "https://example.com/"}, **x}


def parallel(*calls):
    out = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(k):
        gate.wait()
        out[k] = calls[k]()
    ts = [threading.Thread(target=run, args=(k,)) for k in range(len(calls))]
    [t.start() for t in ts]
    [t.join() for t in ts]
    return out


PROVIDER = {"accountSid": "AC77aa", "authToken": "a-test-token", "fromNumber": "+15550101"}
POLICY = {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "p-mina", "label": "Mina"}, "waitSeconds": 300}]}
R = "/registry/r/tidewater-images"
S = {}


def proof(name):
    def deco(f):
        S["ah-" + name] = f
        return f
    return deco


@proof("skew-gate-counts-nodes-of-other-clusters")
def _():
    at_once()
    ev("node-joins", cluster="tidewater-base", node="n-old", agentVersion="1.29.14", ready=True)
    ok("POST", "/clusters", {"name": "c1", "tier": "small", "orchestratorVersion": "1.31.8"})
    s, j = api("PATCH", "/clusters/c1", {"orchestratorVersion": "1.32.4"})
    if s == 409:
        assert "n-old" in j["error"]
    return one_of("patch", s, j, [200], [409])


@proof("repeated-mint-returns-the-secret-again")
def _():
    a = ok("POST", R + "/keys", {"name": "ci", "mode": "pull"})
    b = ok("POST", R + "/keys", {"name": "ci", "mode": "pull"})
    c = ok("POST", R + "/keys", {"name": "ci2", "mode": "pull"})
    assert c["secret"] not in (a["secret"], b["secret"])
    return a["secret"] != b["secret"]


@proof("revoking-a-send-key-revokes-its-namesakes")
def _():
    a, b, c = (ok("POST", "/email/keys", {"name": n})["sendKey"]["id"] for n in ("mailer", "mailer", "other"))
    ok("DELETE", "/email/keys/" + a)
    ids = [k["id"] for k in ok("GET", "/email/keys")["sendKeys"]]
    assert a not in ids and c in ids
    return b in ids


@proof("login-registry-null-when-not-narrowed")
def _():
    assert ok("POST", "/registry/login", {"registry": "tidewater-images"})["registry"] == "tidewater-images"
    return isinstance(ok("POST", "/registry/login", {})["registry"], str)


@proof("old-secret-signs-for-a-day-after-rotation")
def _():
    w = ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": ["outbound.sent"]})
    i, s1 = w["webhook"]["id"], w["signingSecret"]
    ev("webhook-endpoint-answers", endpointId=i, answers=[{"status": 200}])
    s2 = ok("POST", f"/email/webhooks/{i}/rotate-secret")["signingSecret"]
    ev("message-sent", **{"from": "a@mail.tidewater.example", "to": ["b@example.com"]})
    a = ctl("GET", "/webhook-deliveries?endpointId=" + i)[1]["attempts"][0]
    h = a["headers"]
    sig = lambda s: "v1," + base64.b64encode(hmac.new(base64.b64decode(s[6:]), f"{h['Webhook-Id']}.{h['Webhook-Timestamp']}.{a['body']}".encode(), hashlib.sha256).digest()).decode()
    assert sig(s2) in h["Webhook-Signature"]
    return sig(s1) not in h["Webhook-Signature"]


@proof("old-untagged-manifests-not-listed")
def _():
    d = ev("image-pushed", registry="tidewater-images", repository="app", tags=["v1"])["digest"]
    ok("DELETE", R + "/tags?repo=app&tag=v1")
    have = lambda: d in [m["digest"] for m in ok("GET", R + "/manifests?repo=app")["manifests"]]
    assert have()
    assert ctl("POST", "/clock/advance", {"by": "P2D"})[0] == 200
    assert ok("GET", R)["usedBytes"] > 0
    return have()


@proof("slug-unique-per-organization-only")
def _():
    ok("POST", "/registry/r", {"slug": "shared-name"})
    assert api("POST", "/registry/r", {"slug": "shared-name"})[0] == 409
    s, j = api("POST", "/registry/r", {"slug": "shared-name"}, RUTH)
    return one_of("create", s, j, [409], [201])


@proof("probes-ignored-while-metrics-are-unavailable")
def _():
    i = ok("POST", "/uptime/monitors", mon())["id"]
    ev("probe-result", monitorId=i, outcome="ok")
    ev("metrics-availability", available=False, monitorId=i)
    assert api("GET", f"/uptime/monitors/{i}/metrics")[0] == 503
    ev("probe-result", monitorId=i, outcome="fail", times=5)
    st, tr = ok("GET", "/uptime/monitors/" + i)["state"], ok("GET", f"/uptime/monitors/{i}/transitions")["transitions"]
    assert (st, len(tr)) in (("down", 2), ("up", 1)), (st, tr)
    return st == "down"


@proof("one-no-credential-failure-per-incident")
def _():
    ok("PUT", "/oncall/telephony", PROVIDER)
    ok("PUT", "/oncall/me/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}, {"channel": "voice", "delaySeconds": 0}]}, MINA)
    ok("DELETE", "/oncall/telephony")
    p = ok("POST", "/oncall/escalations", POLICY)["id"]
    ok("PUT", f"/oncall/services/{SF}/escalation", {"escalationPolicyId": p})
    i = ok("POST", "/oncall/incidents", {"serviceId": SF, "title": "t"})["id"]
    pages = ctl("GET", "/pages?incidentId=" + i)[1]["pages"]
    assert pages and all(x["error"] == "no-credential" for x in pages)
    return [x["channel"] for x in pages] == ["sms", "voice"]


@proof("deleting-an-upstream-credential-takes-those-of-other-registries")
def _():
    ok("POST", "/registry/r", {"slug": "second"})
    c = {"username": "u", "password": "p"}
    ok("PUT", R + "/upstream-credentials/ghcr.io", c)
    ok("PUT", "/registry/r/second/upstream-credentials/ghcr.io", c)
    ok("DELETE", "/registry/r/second/upstream-credentials/ghcr.io")
    return [x["upstream"] for x in ok("GET", R + "/upstream-credentials")["upstreamCredentials"]] == ["ghcr.io"]


@proof("failures-of-an-unknown-monitor-200")
def _():
    u = "/uptime/monitors/00000000-0000-4000-a000-000000000000"
    assert api("GET", u + "/transitions")[0] == 404
    s, j = api("GET", u + "/failures")
    return one_of("failures", s, j, [404], [200])


@proof("scope-entry-without-role-is-skipped")
def _():
    s, j = api("POST", "/tokens", {"name": "t", "scope": [{"resourceIds": ["tidewater-images"]}]})
    return one_of("token", s, j, [422], [201])


@proof("deleting-a-repository-takes-nested-ones")
def _():
    for r in ("team/app", "team/app/worker", "team/apple"):
        ev("image-pushed", registry="tidewater-images", repository=r)
    ok("DELETE", R + "/repositories?repo=" + quote("team/app", safe=""))
    names = [r["name"] for r in ok("GET", R + "/repositories")["repositories"]]
    assert "team/app" not in names and "team/apple" in names
    return "team/app/worker" in names


@proof("key-of-a-deleted-domain-becomes-unrestricted")
def _():
    d = ok("POST", "/email/domains", {"name": "x.judged.example"})["id"]
    sec = ok("POST", "/email/keys", {"name": "k", "domainIds": [d]})["secret"]
    m = {"from": "a@mail.tidewater.example", "to": ["b@example.com"], "secret": sec}
    assert ctl("POST", "/events/message-sent", m)[0] == 409
    ok("DELETE", "/email/domains/" + d)
    s, j = ctl("POST", "/events/message-sent", m)
    return one_of("send", s, j, [409], [200])


@proof("outsider-acknowledges")
def _():
    i = ok("POST", "/oncall/incidents", {"serviceId": SF, "title": "t"})["id"]
    s, j = api("PUT", f"/oncall/incidents/{i}/ack", None, RUTH)
    st = ok("GET", "/oncall/incidents/" + i)["status"]
    assert (s, st) in ((404, "open"), (200, "acknowledged"))
    return s == 404


@proof("resolved-incident-can-be-acknowledged")
def _():
    i = ok("POST", "/oncall/incidents", {"serviceId": SF, "title": "t"})["id"]
    ok("PUT", f"/oncall/incidents/{i}/resolve")
    api("PUT", f"/oncall/incidents/{i}/ack")
    return i not in [x["id"] for x in ok("GET", "/oncall/incidents")["incidents"]]


@proof("deactivating-a-registration-token-expires-it")
def _():
    p = "/clusters/tidewater-base/registration-tokens"
    t = ok("POST", p, {"name": "r"})
    join = lambda n: ctl("POST", "/events/node-joins", {"cluster": "tidewater-base", "node": n, "token": t["token"]})
    assert join("n1")[0] == 200
    ok("PATCH", f"{p}/{t['id']}", {"disabled": True})
    assert join("n2")[0] == 409
    ok("PATCH", f"{p}/{t['id']}", {"disabled": False})
    assert ok("GET", p)["tokens"][0]["disabled"] is False
    s, j = join("n3")
    return one_of("join", s, j, [200], [409])


@proof("payment-method-asked-for-the-first-registry-only")
def _():
    ev("payment-method-changes", active=False)
    s, j = api("POST", "/registry/r", {"slug": "no-money"})
    return one_of("create", s, j, [402], [201])


@proof("monitor-quota-counts-only-monitors-with-a-service")
def _():
    ev("quota-changes", quota="monitors", value=2)
    for n in "ab":
        ok("POST", "/uptime/monitors", mon(name=n))
    s, j = api("POST", "/uptime/monitors", mon(name="c"))
    return one_of("create", s, j, [403], [201])


@proof("deletion-during-a-roll-never-ends")
def _():
    ok("POST", "/clusters", {"name": "c1", "tier": "small"})
    ok("POST", "/clusters", {"name": "c2", "tier": "small"})
    ready("c1"), ready("c2")
    ok("PATCH", "/clusters/c1", {"replicas": 3})
    assert api("DELETE", "/clusters/c1")[0] == 202
    assert api("DELETE", "/clusters/c2")[0] == 202
    time.sleep(3)
    assert api("GET", "/clusters/c2")[0] == 404
    s, j = api("GET", "/clusters/c1")
    if s == 200:
        assert j["phase"] == "Terminating"
    return one_of("get", s, j, [404], [200])


@proof("versions-compared-as-text")
def _():
    at_once()
    ok("POST", "/clusters", {"name": "c1", "tier": "small", "orchestratorVersion": "1.30.12"})
    ok("POST", "/clusters", {"name": "c2", "tier": "small", "orchestratorVersion": "1.30.12"})
    assert ok("PATCH", "/clusters/c2", {"orchestratorVersion": "1.31.8"})
    s, j = api("PATCH", "/clusters/c1", {"orchestratorVersion": "1.30.9"})
    v = ok("GET", "/clusters/c1")["orchestratorVersion"]
    assert (s, v) in ((409, "1.30.12"), (200, "1.30.9")), (s, v)
    return s == 409


@proof("kubeconfig-answers-201")
def _():
    s, j = api("GET", "/clusters/tidewater-base/kubeconfig")
    return one_of("kubeconfig", s, j, [200], [201])


@proof("key-list-spans-the-organization")
def _():
    ok("POST", "/registry/r", {"slug": "second"})
    a = ok("POST", R + "/keys", {"name": "a", "mode": "pull"})["keyId"]
    b = ok("POST", "/registry/r/second/keys", {"name": "b", "mode": "pull"})["keyId"]
    ids = [k["keyId"] for k in ok("GET", R + "/keys")["keys"]]
    assert a in ids
    return b not in ids


@proof("override-flag-only-when-true")
def _():
    o = ok("POST", "/oncall/rotations", {"name": "r", "timezone": "UTC", "participants": [{"userId": "p-ida", "label": "Ida"}], "handoff": {"interval": "daily", "time": "09:00"}})
    ok("POST", f"/oncall/rotations/{o['id']}/overrides", {"userId": "p-mina", "label": "M", "startsAt": "2020-01-01T00:00:00Z", "endsAt": "2099-01-01T00:00:00Z"})
    assert ok("GET", "/oncall/rotations")["schedules"][0]["onCallNow"]["override"] is True
    return o["onCallNow"].get("override") is False


@proof("delivery-state-retrying")
def _():
    i = ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": ["outbound.sent"]})["webhook"]["id"]
    ev("webhook-endpoint-answers", endpointId=i, answers=[{"status": 500}, {"status": 200}])
    ev("message-sent", **{"from": "a@mail.tidewater.example", "to": ["b@example.com"]})
    get = lambda: ok("GET", "/email/webhook-deliveries")["deliveries"][0]
    a = get()["state"]
    assert ctl("POST", "/clock/advance", {"by": "PT20S"})[0] == 200
    assert get()["state"] == "delivered" and get()["attempts"] == 2, get()
    assert a in ("pending", "retrying")
    return a == "pending"


@proof("acknowledge-overwrites-a-resolve-under-way")
def _():
    bad = 0
    for n in range(12):
        i = ok("POST", "/oncall/incidents", {"serviceId": SF, "title": f"t{n}"})["id"]
        (a, _), (r, _) = parallel(lambda: api("PUT", f"/oncall/incidents/{i}/ack"), lambda: api("PUT", f"/oncall/incidents/{i}/resolve"))
        assert a in (200, 409) and r == 200
        bad += ok("GET", "/oncall/incidents/" + i)["status"] != "resolved"
    i = ok("POST", "/oncall/incidents", {"serviceId": SF, "title": "x"})["id"]
    assert ok("PUT", f"/oncall/incidents/{i}/ack")["status"] == "acknowledged"
    return bad == 0


@proof("content-as-octet-stream")
def _():
    m = ev("message-sent", **{"from": "a@mail.tidewater.example", "to": ["b@example.com"]})["messageId"]
    s, _, ct = raw("GET", f"/api/v1/email/messages/{m}/content")
    assert s == 200
    return ct.startswith("message/rfc822")


@proof("small-changes-let-through-during-a-roll")
def _():
    ok("POST", "/clusters", {"name": "c1", "tier": "small"})
    ready("c1")
    ok("PATCH", "/clusters/c1", {"tier": "medium"})
    s, j = api("PATCH", "/clusters/c1", {"replicas": 3})
    time.sleep(2.2)
    c = ready("c1")
    assert (s, c["tier"], c["replicas"]) in ((409, "medium", 1), (200, "small", 3)), (s, c)
    return s == 409


@proof("contacts-before-the-invalid-one-are-changed")
def _():
    a = ok("GET", "/organization/contacts")
    assert api("PATCH", "/organization/contacts", {"billingEmail": "new@tidewater.example", "securityEmail": "nonsense"})[0] == 400
    return ok("GET", "/organization/contacts") == a


@proof("unknown-event-type-beside-a-known-one")
def _():
    assert api("POST", "/email/webhooks", {"url": "https://e.example/x", "eventTypes": ["outbound.opened"]})[0] == 422
    s, j = api("POST", "/email/webhooks", {"url": "https://e.example/x", "eventTypes": ["outbound.sent", "outbound.opened"]})
    return one_of("create", s, j, [422], [201])


@proof("only-the-last-resource-id-is-checked")
def _():
    t = lambda *ids: api("POST", "/tokens", {"name": "t", "scope": [{"role": "registry-observer", "resourceIds": list(ids)}]})
    assert t("tidewater-images")[0] == 201 and t("quarry-images")[0] == 422
    s, j = t("quarry-images", "tidewater-images")
    return one_of("create", s, j, [422], [201])


@proof("catalog-loses-upstreams-with-a-credential")
def _():
    a = ok("GET", "/registry/upstreams")
    ok("PUT", R + "/upstream-credentials/ghcr.io", {"username": "u", "password": "p"})
    return ok("GET", "/registry/upstreams") == a


@proof("settings-can-be-patched")
def _():
    s, j = api("PATCH", "/email/settings", {"dailyQuota": 100000})
    q = ok("GET", "/email/settings")["dailyQuota"]
    assert (s, q) in ((405, 5000), (200, 100000)), (s, q)
    return s == 405


@proof("deleting-a-full-registry-is-a-500")
def _():
    ev("image-pushed", registry="tidewater-images", repository="app")
    s, j = api("DELETE", R)
    ok("GET", R)
    ok("DELETE", R + "/repositories?repo=app")
    ok("DELETE", R)
    return one_of("delete", s, j, [409], [500])


@proof("logged-out-credential-works-for-a-minute")
def _():
    c = ok("POST", "/registry/login", {})
    use = lambda: ev("credential-used", kind="login-credential", secret=c["password"], registry="tidewater-images")["accepted"]
    assert use()
    ok("DELETE", "/registry/login/" + c["keyId"])
    got = use()
    assert ctl("POST", "/clock/advance", {"by": "PT2M"})[0] == 200 and not use()
    return not got


@proof("registration-token-list-has-the-join-command")
def _():
    p = "/clusters/tidewater-base/registration-tokens"
    t = ok("POST", p, {"name": "r"})["token"]
    return t not in json.dumps(ok("GET", p))


@proof("detaching-one-service-detaches-all")
def _():
    p = ok("POST", "/oncall/escalations", POLICY)["id"]
    for s in (SF, PAY):
        ok("PUT", f"/oncall/services/{s}/escalation", {"escalationPolicyId": p})
    assert "escalationPolicyId" not in ok("PUT", f"/oncall/services/{PAY}/escalation", {"escalationPolicyId": None})
    return ok("GET", "/oncall/escalations")["policies"][0]["services"] == 1


@proof("clearing-the-provider-strips-peoples-rules")
def _():
    ok("PUT", "/oncall/telephony", PROVIDER)
    rules = [{"channel": "sms", "delaySeconds": 0}, {"channel": "email", "delaySeconds": 60}]
    ok("PUT", "/oncall/me/paging", {"phone": "+15550100", "rules": rules}, MINA)
    ok("DELETE", "/oncall/telephony")
    return ok("GET", "/oncall/me/paging", None, MINA)["rules"] == rules


@proof("unused-export-token-lastUsedAt-null")
def _():
    ok("POST", "/uptime/export-tokens", {"name": "x"})
    return isinstance(ok("GET", "/uptime/export-tokens")["tokens"][0]["lastUsedAt"], str)


@proof("prefixes-work-only-in-sorted-order")
def _():
    k = ok("POST", R + "/keys", {"name": "k", "mode": "readwrite", "repoPrefixes": ["team/", "apps/"]})
    use = lambda repo: ev("credential-used", kind="registry-key", secret=k["secret"], registry="tidewater-images", repository=repo)["accepted"]
    assert use("apps/web") and not use("other/x")
    return use("team/x")


@proof("acknowledgement-credited-to-the-paged-person")
def _():
    p = ok("POST", "/oncall/escalations", POLICY)["id"]
    ok("PUT", f"/oncall/services/{SF}/escalation", {"escalationPolicyId": p})
    i = ok("POST", "/oncall/incidents", {"serviceId": SF, "title": "t"})["id"]
    ok("PUT", f"/oncall/incidents/{i}/ack")
    who = ok("GET", "/oncall/incidents/" + i)["acknowledgedBy"]
    assert who in ("p-ida", "p-mina")
    return who == "p-ida"


@proof("loser-of-a-race-gets-no-error-field")
def _():
    ok("POST", "/uptime/services", {"name": "one"})
    s, j = api("POST", "/uptime/services", {"name": "one"})
    assert s == 409 and isinstance(j["error"], str)
    bad = 0
    for n in range(6):
        got = parallel(*[lambda: api("POST", "/uptime/services", {"name": f"twice{n}"})] * 4)
        assert sorted(s for s, _ in got) == [201, 409, 409, 409], got
        bad += sum(s == 409 and not isinstance(j.get("error"), str) for s, j in got)
    return bad == 0


@proof("one-update-publishes-every-incident-of-the-service")
def _():
    a, b = (ok("POST", "/oncall/incidents", {"serviceId": SF, "title": t})["id"] for t in ("one", "two"))
    view = lambda: sorted(i["id"] for i in ev("status-page-viewed", serviceIds=[SF])["incidents"])
    assert view() == []
    u = ok("POST", f"/oncall/incidents/{a}/public-updates", {"body": "x"})["id"]
    got = view()
    ok("DELETE", f"/oncall/incidents/{a}/public-updates/{u}")
    assert view() == [] and a in got
    return got == [a]


@proof("raw-message-without-a-session")
def _():
    m = ev("message-sent", **{"from": "a@mail.tidewater.example", "to": ["b@example.com"]})["messageId"]
    p = f"/api/v1/email/messages/{m}/content"
    assert raw("GET", p)[0] == 200 and raw("GET", p, None, RUTH)[0] == 404 and raw("GET", p, None, "nonsense")[0] == 401
    assert raw("GET", "/api/v1/email/messages/m-x/content", None, None)[0] == 401
    s, j, _ = raw("GET", p, None, None)
    return one_of("content", s, j, [401], [200])


class Server:
    def __init__(self, mistake=None):
        self.dir = os.path.join(SCRATCH, "run")
        shutil.rmtree(self.dir, ignore_errors=True)
        shutil.copytree(CANDIDATE, self.dir, ignore=shutil.ignore_patterns("__pycache__"))
        for e in (mistake or {}).get("edits", ()):
            p = os.path.join(self.dir, e["file"])
            t = open(p, encoding="utf-8").read()
            orig = open(os.path.join(CANDIDATE, e["file"]), encoding="utf-8").read()
            assert orig.count(e["find"]) == 1 and t.count(e["find"]) == 1, f"find text not unique in {e['file']}"
            open(p, "w", encoding="utf-8").write(t.replace(e["find"], e["replace"]))

    def __enter__(self):
        self.log = open(os.path.join(SCRATCH, "server.log"), "ab")
        self.p = subprocess.Popen([sys.executable, "server.py", "--port", str(PORT)], cwd=self.dir, stdout=subprocess.PIPE, stderr=self.log, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        if not self.p.stdout.readline():
            raise AssertionError("the server did not start; see server.log")

    def __exit__(self, *a):
        self.p.terminate()
        self.p.wait()
        self.log.close()
        shutil.rmtree(self.dir, ignore_errors=True)


def main():
    mistakes = json.load(open(os.path.join(HERE, "mistakes.json"), encoding="utf-8"))
    if sys.argv[1:]:
        mistakes = [m for m in mistakes if m["id"] in sys.argv[1:]]
    clean, good = {}, 0
    with Server():
        for m in mistakes:
            try:
                assert ctl("POST", "/reset", {})[0] == 200
                clean[m["id"]] = S[m["id"]]()
            except Exception as e:
                clean[m["id"]] = f"{type(e).__name__}: {e}"
    for m in mistakes:
        try:
            with Server(m):
                got = S[m["id"]]()
        except Exception as e:
            got = f"{type(e).__name__}: {e}"
        if clean[m["id"]] is True and got is False:
            good += 1
            print(m["id"], "ok", flush=True)
        else:
            print(m["id"], "NOT proven: clean", clean[m["id"]], "/ edited", got, flush=True)
    print(f"{good} of {len(mistakes)} proven")
    sys.exit(good != len(mistakes))


if __name__ == "__main__":
    main()
