"""python3 prove.py [ID...]: the clean candidate is right, the edited copy wrong. One server at a time."""
import http.client, json, os, shutil, socket, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/third-candidate")
MISTAKES = {m["id"]: m for m in json.load(open(f"{HERE}/mistakes.json"))}
WHO = {"owner": "sess-olive-u-100", "admin": "sess-abel-u-101", "member": "sess-mia-u-102", "viewer": "sess-vic-u-103", "outsider": "sess-otto-u-200"}
V1 = "/api/v1"
PROOFS = {}


class Api:
    def __init__(self, port):
        self.port = port

    def __call__(self, method, path, body=None, who="owner"):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        h = {"Content-Type": "application/json"}
        if who:
            h["Authorization"] = "Bearer " + WHO.get(who, who)
        c.request(method, path if path.startswith("/_") else V1 + path, json.dumps(body) if body is not None else None, h)
        r = c.getresponse()
        data = r.read()
        c.close()
        try:
            return r.status, json.loads(data) if data else None
        except ValueError:
            return r.status, data

    def ok(self, method, path, body=None, who="owner"):
        s, b = self(method, path, body, who)
        assert 200 <= s < 300, f"{method} {path}: {s} {b}"
        return b

    def ev(self, name, **b):
        return self.ok("POST", "/_understudy/events/" + name, b, None)

    def tryev(self, name, **b):
        return self("POST", "/_understudy/events/" + name, b, None)

    def adv(self, by):
        return self.ok("POST", "/_understudy/clock/advance", {"by": by}, None)

    def domain(self, name, verified=False):
        d = self.ok("POST", "/email/domains", {"name": name})
        if verified:
            self.ev("dns-record-published", domain=d["id"])
            self.ok("POST", f"/email/domains/{d['id']}/check")
            self.adv("PT2S")
            assert self.ok("GET", f"/email/domains/{d['id']}")["sendState"] == "verified"
        return d["id"]

    def monitor(self, **more):
        return self("POST", "/uptime/monitors", {"name": "m", "kind": "http", "http": {"url": "https://a.example/"}, "intervalSeconds": 60, "vantages": ["hel"],
                                                 "downCondition": {"confirmations": 1, "quorum": 1}, **more})

    def cluster(self, name, **more):
        x = self.ok("POST", "/clusters", {"name": name, "tier": "medium", **more})
        return x

    def running(self, name):
        for _ in range(100):
            if self.ok("GET", "/clusters/" + name)["phase"] == "Running":
                return
            time.sleep(0.1)
        raise AssertionError("never running")

    def registry(self, slug, who="owner"):
        self.ok("POST", "/registry/instances", {"slug": slug}, who)
        return slug


def proof(id_):
    return lambda f: PROOFS.__setitem__("ap-" + id_, f) or f


def refused(s):
    return 400 <= s < 500


# each returns (right?, what was seen); a failing assert is an error in the proof
@proof("token-key-until-used")
def _(a):
    key = a.ok("POST", "/tokens", {"name": "t"})["key"]
    seen = json.dumps(a.ok("GET", "/tokens"))
    return key not in seen, "key in list" if key in seen else "no key"


@proof("transitions-oldest-fifty")
def _(a):
    m = a.monitor()[1]["id"]
    t0 = datetime.now(timezone.utc) - timedelta(hours=3)
    for n in range(61):
        a.ev("probe-result", monitorId=m, outcome="ok" if n % 2 == 0 else "fail", at=(t0 + timedelta(minutes=n)).isoformat())
    got = a.ok("GET", f"/uptime/monitors/{m}/transitions")["transitions"]
    assert len(got) == 50
    want = (t0 + timedelta(minutes=60)).strftime("%Y-%m-%dT%H:%M:%S")
    return got[0]["at"].startswith(want), (got[0]["at"], want)


@proof("recovery-not-recorded")
def _(a):
    m = a.monitor()[1]["id"]
    for o in ("ok", "fail", "ok"):
        a.ev("probe-result", monitorId=m, outcome=o)
    assert a.ok("GET", f"/uptime/monitors/{m}")["state"] == "up"
    t = a.ok("GET", f"/uptime/monitors/{m}/transitions")["transitions"][0]
    return (t["from"], t["to"]) == ("down", "up"), t


@proof("roll-half-way-lost-update")
def _(a):
    a.cluster("c1", replicas=1)
    a.running("c1")
    a.ok("PATCH", "/clusters/c1", {"replicas": 3})
    time.sleep(1.3)
    s, _ = a("PATCH", "/clusters/c1", {"tier": "large"})
    time.sleep(3)
    a.running("c1")
    x = a.ok("GET", "/clusters/c1")
    assert s in (200, 409) and (s == 409 or x["tier"] == "large")
    return x["replicas"] == 3, (s, x["replicas"], x["tier"])


@proof("metrics-latency-null")
def _(a):
    m = a.monitor()[1]["id"]
    a.ev("probe-result", monitorId=m, outcome="fail")
    p = a.ok("GET", f"/uptime/monitors/{m}/metrics?window=1h")["series"][0]["points"][0]
    return isinstance(p["latencyMs"], (int, float)), p


@proof("key-widened-by-domain-deletion")
def _(a):
    d1, d2 = a.domain("a.judged.example", True), a.domain("b.judged.example", True)
    k = a.ok("POST", "/email/keys", {"name": "k", "domainIds": [d1]})
    send = lambda: a.tryev("message-sent", **{"from": "x@b.judged.example", "to": ["y@z.example"], "secret": k["secret"]})
    assert send()[0] == 409
    a.ok("DELETE", f"/email/domains/{d1}")
    s, b = send()
    return s == 409, (s, b)


@proof("pull-only-login-twelve-hours")
def _(a):
    b = a.ok("POST", "/registry/logins", {"pullOnly": True})
    left = (datetime.fromisoformat(b["expiresAt"].replace("Z", "+00:00")) - datetime.now(timezone.utc)).total_seconds()
    full = a.ok("POST", "/registry/logins", {})
    left2 = (datetime.fromisoformat(full["expiresAt"].replace("Z", "+00:00")) - datetime.now(timezone.utc)).total_seconds()
    assert 3500 < left2 <= 3600
    return 3500 < left <= 3600, left


@proof("admins-list-all-tokens")
def _(a):
    id_ = a.ok("POST", "/tokens", {"name": "mine"}, "member")["id"]
    assert id_ in [t["id"] for t in a.ok("GET", "/tokens", who="member")["tokens"]]
    seen = [t["id"] for t in a.ok("GET", "/tokens")["tokens"]]
    return id_ not in seen, seen


@proof("slug-taken-elsewhere-403")
def _(a):
    a.registry("elsewhere", "outsider")
    s, b = a("POST", "/registry/instances", {"slug": "elsewhere"})
    return s == 409, (s, b)


@proof("provider-token-in-502")
def _(a):
    a.ev("provider-behaves", behaviour="unreachable")
    s, b = a("POST", "/oncall/paging-provider", {"accountSid": "AC0123", "authToken": "secret-of-the-provider", "fromNumber": "+15550101"})
    assert s == 502
    return "secret-of-the-provider" not in json.dumps(b), b


@proof("role-of-another-organization")
def _(a):
    assert a("GET", "/iam/catalog", who="member")[0] == 403
    a.ev("role-changes", organization="contoso", userId="u-102", role="admin")
    s, _ = a("GET", "/iam/catalog", who="member")
    return s == 403, s


@proof("skew-of-other-clusters")
def _(a):
    a.cluster("ca"), a.cluster("cb")
    a.running("ca"), a.running("cb")
    a.ev("node-joins", cluster="ca", node="old-1", agentVersion="v1.28.0")
    assert a("PATCH", "/clusters/ca", {"orchestratorVersion": "v1.31.4"})[0] == 409
    s, b = a("PATCH", "/clusters/cb", {"orchestratorVersion": "v1.31.4"})
    return s == 200, (s, b.get("error"))


@proof("refused-patch-sticks")
def _(a):
    m = a.monitor()[1]
    s, _ = a("PATCH", f"/uptime/monitors/{m['id']}", {"name": "new", "serviceId": "no-such"})
    assert refused(s)
    s, _ = a("PATCH", f"/uptime/monitors/{m['id']}", {"vantages": ["hel", "cpt"]})
    assert refused(s)
    n = a.ok("GET", f"/uptime/monitors/{m['id']}")
    return (n["name"], n["vantages"], n.get("serviceId")) == ("m", ["hel"], None), n


@proof("datastore-size-unchecked-on-patch")
def _(a):
    bad = {"mode": "dedicated", "size": "db-huge"}
    assert refused(a("POST", "/clusters", {"name": "c0", "tier": "small", "datastore": bad})[0])
    a.cluster("c1", datastore={"mode": "dedicated"})
    a.running("c1")
    s, b = a("PATCH", "/clusters/c1", {"datastore": {"size": "db-huge", "storageGiB": 50, "replicas": 2, "backups": True}})
    return refused(s), (s, b)


@proof("mesh-false-ignored")
def _(a):
    x = a.cluster("c1", mesh=False)
    y = a.ok("GET", "/clusters/c1")
    return x["mesh"] is False and y["mesh"] is False, x["mesh"]


@proof("alert-joins-other-service")
def _(a):
    i = a.ok("POST", "/oncall/incidents", {"serviceId": "501", "title": "t"})["id"]
    src = a.ok("POST", "/oncall/sources", {"name": "s", "serviceId": "502"})
    s, _ = a("POST", f"/oncall/ingest/{src['id']}", {"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}, src["token"])
    assert s == 202
    r = a.ev("alert-fires", alert="y", sourceId=src["id"])
    got = a.ok("GET", "/oncall/incidents")["incidents"]
    other = [x for x in got if x["serviceId"] == "502" and x["firingAlerts"] >= 1]
    assert {x["id"] for x in got} >= {i}
    return len(other) == 1 and r["incidentId"] != i, got


@proof("disabled-monitor-state")
def _(a):
    s, m = a.monitor(enabled=False)
    assert s == 201
    n = a.ok("GET", "/uptime/monitors/" + m["id"])
    return m.get("state", "up") in ("pending", "up", "down") and n.get("state", "up") in ("pending", "up", "down"), m.get("state")


@proof("refused-push-kept")
def _(a):
    r = a.registry("store")
    a.ev("image-pushed", registry=r, repository="app", layers=[{"sizeBytes": 1000}])
    before = a.ok("GET", f"/registry/instances/{r}")["usedBytes"]
    a.ev("quota-changes", quota="registry-storage-bytes", registry=r, value=before + 10000)
    s, _ = a.tryev("image-pushed", registry=r, repository="app", tags=["big"], layers=[{"sizeBytes": 50000}])
    assert s == 409
    d = a.ok("GET", f"/registry/instances/{r}")
    return d["usedBytes"] == before, (before, d)


@proof("own-domain-again-200")
def _(a):
    a.domain("x.judged.example")
    s, b = a("POST", "/email/domains", {"name": "x.judged.example"})
    return s == 409, s


@proof("accepted-today-never-resets")
def _(a):
    a.domain("x.judged.example", True)
    a.ev("message-sent", **{"from": "a@x.judged.example", "to": ["y@z.example"]})
    assert a.ok("GET", "/email/settings")["acceptedToday"] == 1
    a.adv("P3D")
    n = a.ok("GET", "/email/settings")["acceptedToday"]
    return n == 0, n


@proof("login-renewed-by-use")
def _(a):
    b = a.ok("POST", "/registry/logins", {})
    use = lambda: a.ev("credential-used", kind="login-credential", secret=b["password"])["accepted"]
    a.adv("PT50M")
    assert use()
    a.adv("PT50M")
    r = use()
    return r is False, r


@proof("override-without-label")
def _(a):
    sc = a.ok("POST", "/oncall/rotations", {"name": "s", "timezone": "UTC", "participants": [{"userId": "u-100", "label": "O"}], "handoff": {"interval": "daily", "time": "09:00"}})
    o = {"userId": "u-101", "startsAt": "2030-01-01T00:00:00Z", "endsAt": "2030-01-02T00:00:00Z"}
    a.ok("POST", f"/oncall/rotations/{sc['id']}/overrides", {**o, "label": "A"})
    s, b = a("POST", f"/oncall/rotations/{sc['id']}/overrides", o)
    return refused(s), (s, b)


@proof("usage-for-everybody")
def _(a):
    a.cluster("c1")
    a.ok("GET", "/clusters/c1/usage")
    s, _ = a("GET", "/clusters/c1/usage", who="outsider")
    assert a("GET", "/clusters/none/usage", who="outsider")[0] == 404
    return s in (403, 404), s


@proof("key-opens-sibling-registry")
def _(a):
    a.registry("ra"), a.registry("rb")
    k = a.ok("POST", "/registry/instances/ra/keys", {"name": "k", "mode": "readwrite"})
    a.ev("image-pushed", registry="ra", repository="p", secret=k["secret"])
    s, _ = a.tryev("image-pushed", registry="rb", repository="p", secret=k["secret"])
    d = a.ok("POST", "/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "rb", "repository": "p", "action": "pull"})
    s2, _ = a.tryev("image-pushed", registry="contoso-main", repository="p", secret=k["secret"])
    assert s2 == 409
    return s == 409 and not d["allowed"], (s, d)


@proof("detach-answer-incomplete")
def _(a):
    b = a.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": None})
    return all(isinstance(b.get(f), str) for f in ("id", "name", "createdAt")), b


@proof("catalog-keeps-deleted")
def _(a):
    d = a.domain("x.judged.example")
    ids = lambda: [r["id"] for r in a.ok("GET", "/iam/catalog")["resources"]]
    assert d in ids()
    a.ok("DELETE", "/email/domains/" + d)
    return d not in ids(), "still there" if d in ids() else "gone"


@proof("event-types-one-known-suffices")
def _(a):
    assert refused(a("POST", "/email/webhooks", {"url": "https://h.example/", "eventTypes": ["message.no-such-event"]})[0])
    s, b = a("POST", "/email/webhooks", {"url": "https://h.example/", "eventTypes": ["message.sent", "message.no-such-event"]})
    return refused(s), (s, b)


@proof("logout-of-other-organization")
def _(a):
    b = a.ok("POST", "/registry/logins", {})
    s, _ = a("DELETE", f"/registry/logins/{b['username']}", who="outsider")
    works = a.ok("POST", "/registry/data-plane/authorize", {"username": b["username"], "password": b["password"], "registry": "northwind-base", "repository": "p", "action": "pull"})["allowed"]
    return refused(s) and works, (s, works)


@proof("revocation-by-name")
def _(a):
    r = a.registry("keys")
    k1, k2, k3 = (a.ok("POST", f"/registry/instances/{r}/keys", {"name": n, "mode": "pull"})["keyId"] for n in ("ci", "ci", "x"))
    a.ok("POST", f"/registry/instances/{r}/keys/{k1}/revoke")
    by = {k["keyId"]: k for k in a.ok("GET", f"/registry/instances/{r}/keys")["keys"]}
    assert "revokedAt" in by[k1] and "revokedAt" not in by[k3]
    return "revokedAt" not in by[k2], by[k2]


def hooked(a, names):
    out = [a.ok("POST", "/email/webhooks", {"url": f"https://{n}.example/", "eventTypes": ["message.sent"]})["webhook"]["id"] for n in names]
    a.domain("x.judged.example", True)
    return out


@proof("redelivery-to-all-endpoints")
def _(a):
    e, f = hooked(a, "ef")
    a.ev("webhook-endpoint-answers", endpointId=e, answers=[{"status": 200}])
    a.ev("webhook-endpoint-answers", endpointId=f, answers=[{"status": 200}])
    a.ev("message-sent", **{"from": "a@x.judged.example", "to": ["y@z.example"]})
    a.adv("PT5S")
    of = lambda x: a.ok("GET", f"/email/webhook-deliveries?endpointId={x}")["deliveries"]
    assert len(of(e)) == len(of(f)) == 1
    n = a.ok("POST", f"/email/webhook-deliveries/{of(e)[0]['id']}/redeliver")["id"]
    assert len(of(e)) == 2 and of(e)[0]["id"] == n
    return len(of(f)) == 1, len(of(f))


@proof("dns-409-while-pending")
def _(a):
    d = a.ok("POST", "/email/domains", {"name": "x.judged.example"})
    s, b = a("GET", f"/email/domains/{d['id']}/dns")
    return s == 200 and len(b["records"]) == len(d["dnsRecords"]), (s, b)


@proof("unavailable-vantage-when-disabled")
def _(a):
    assert any(v["id"] == "cpt" and not v["available"] for v in a.ok("GET", "/uptime/catalog")["vantages"])
    assert refused(a.monitor(vantages=["hel", "cpt"])[0])
    s, b = a.monitor(enabled=False, vantages=["hel", "cpt"])
    return refused(s), s


@proof("calm-service-resolves-manual")
def _(a):
    r = a.ev("alert-fires", alert="x", serviceId="501")
    i = a.ok("POST", "/oncall/incidents", {"serviceId": "501", "title": "by hand"})
    assert i["firingAlerts"] == 0
    a.ev("alert-resolves", alert="x", serviceId="501")
    got = [x["id"] for x in a.ok("GET", "/oncall/incidents")["incidents"]]
    return i["id"] in got, got


@proof("restricted-key-without-admin")
def _(a):
    d = a.domain("x.judged.example")
    assert a("POST", "/email/keys", {"name": "k"}, "member")[0] == 403
    assert a("POST", "/email/keys", {"name": "k", "domainIds": [d]}, "viewer")[0] == 403
    s, _ = a("POST", "/email/keys", {"name": "k", "domainIds": [d]}, "member")
    return s == 403, s


@proof("upstream-as-object")
def _(a):
    a.ok("PUT", "/registry/instances/northwind-base/upstream-logins/docker.io", {"username": "u", "password": "p"})
    x = a.ok("GET", "/registry/instances/northwind-base/upstream-logins")["upstreamCredentials"][0]
    return x["upstream"] == "docker.io", x


@proof("manifests-without-repo")
def _(a):
    s, b = a("GET", "/registry/instances/northwind-base/images")
    return refused(s), (s, b)


@proof("acknowledged-sink")
def _(a):
    x, y = (a.ok("POST", "/oncall/incidents", {"serviceId": "501", "title": t})["id"] for t in "xy")
    ids = lambda: [i["id"] for i in a.ok("GET", "/oncall/incidents")["incidents"]]
    assert ids() == [y, x]
    a.ok("PUT", f"/oncall/incidents/{y}/acknowledgement")
    return ids() == [y, x], ids()


@proof("settings-can-be-written")
def _(a):
    q = a.ok("GET", "/email/settings")["dailyQuota"]
    s, _ = a("PATCH", "/email/settings", {"dailyQuota": 1000000})
    p = a.ok("GET", "/email/settings")["dailyQuota"]
    return refused(s) and p == q, (s, p)


@proof("patch-level-downgrade")
def _(a):
    a.cluster("c1", orchestratorVersion="v1.30.8")
    a.running("c1")
    assert refused(a("PATCH", "/clusters/c1", {"orchestratorVersion": "v1.29.9"})[0])
    s, _ = a("PATCH", "/clusters/c1", {"orchestratorVersion": "v1.30.6"})
    time.sleep(2.2)
    v = a.ok("GET", "/clusters/c1")["orchestratorVersion"]
    return refused(s) and v == "v1.30.8", (s, v)


def together(*calls):
    out, gate = [None] * len(calls), threading.Barrier(len(calls))

    def run(n):
        gate.wait()
        out[n] = calls[n]()
    ts = [threading.Thread(target=run, args=(n,)) for n in range(len(calls))]
    [t.start() for t in ts], [t.join() for t in ts]
    return out


@proof("domain-claim-race")
def _(a):
    seen = []
    for n in range(3):
        seen.append(sorted(s for s, _ in together(*[lambda: a("POST", "/email/domains", {"name": f"r{n}.judged.example"})] * 4)))
    assert a("POST", "/email/domains", {"name": "r0.judged.example"})[0] == 409
    return all(s == [201, 409, 409, 409] for s in seen), seen


@proof("delivery-state-retrying")
def _(a):
    (e,) = hooked(a, "e")
    a.ev("webhook-endpoint-answers", endpointId=e, answers=[{"status": 500}])
    a.ev("message-sent", **{"from": "a@x.judged.example", "to": ["y@z.example"]})
    a.adv("PT0.6S")
    d = a.ok("GET", "/email/webhook-deliveries")["deliveries"][0]
    assert d["attempts"] == 1 and d["lastStatus"] == 500
    return d["state"] in ("pending", "delivering", "delivered", "failed"), d


@proof("resolved-acknowledged-again")
def _(a):
    i = a.ok("POST", "/oncall/incidents", {"serviceId": "501", "title": "x"})["id"]
    a.ok("PUT", f"/oncall/incidents/{i}/resolution")
    a("PUT", f"/oncall/incidents/{i}/acknowledgement")
    s = a.ok("GET", f"/oncall/incidents/{i}")["incident"]["status"]
    return s == "resolved", s


@proof("registration-secret-in-list")
def _(a):
    a.cluster("c1")
    t = a.ok("POST", "/clusters/c1/registration-tokens", {"name": "r"})["token"]
    b = a.ok("GET", "/clusters/c1/registration-tokens")
    assert len(b["tokens"]) == 1
    return t not in json.dumps(b), b


@proof("paging-settings-mixed")
def _(a):
    seen = []
    for n in range(3):
        rule = lambda d: {"rules": [{"channel": "email", "delaySeconds": d}]}
        x, y = together(lambda: a("PUT", "/oncall/me/paging", rule(60 + n)), lambda: a("PUT", "/oncall/me/paging", rule(600 + n), "admin"))
        assert x[0] == y[0] == 200
        seen.append(tuple(a.ok("GET", "/oncall/me/paging", who=w)["rules"][0]["delaySeconds"] for w in ("owner", "admin")))
    return seen == [(60 + n, 600 + n) for n in range(3)], seen


class Running:
    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.p = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(port)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.p.stdout.readline().startswith("ready"), "the server does not start"
        return Api(port)

    def __exit__(self, *_):
        self.p.terminate()
        self.p.wait()


def run(id_, api):
    api.ok("POST", "/_understudy/reset", None, None)
    try:
        return PROOFS[id_](api)
    except Exception as e:
        return None, f"{type(e).__name__}: {e}"


def edited(m, folder):
    shutil.copytree(CANDIDATE, folder)
    for e in m["edits"]:
        path = f"{folder}/{e['file']}"
        s = open(path).read()
        assert s.count(e["find"]) == 1, "find does not occur exactly once"
        open(path, "w").write(s.replace(e["find"], e["replace"]))


def main():
    ids = sys.argv[1:] or list(MISTAKES)
    clean, good = {}, 0
    with Running(CANDIDATE) as api:
        for i in ids:
            clean[i] = run(i, api)
    for i in ids:
        with tempfile.TemporaryDirectory() as t:
            try:
                edited(MISTAKES[i], t + "/c")
                with Running(t + "/c") as api:
                    wrong = run(i, api)
            except AssertionError as e:
                wrong = None, str(e)
        if clean[i][0] is True and wrong[0] is False:
            good += 1
            print(f"{i} ok    ({str(wrong[1])[:110]})", flush=True)
        else:
            print(f"{i} NOT PROVEN: clean {str(clean[i])[:400]}; edited {str(wrong)[:400]}", flush=True)
    print(f"{good} of {len(ids)}")


main()
