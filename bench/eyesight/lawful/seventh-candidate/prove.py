#!/usr/bin/env python3
"""python3 prove.py [ID...]: for each variation starts a clean and an edited copy (one at a time), shows by requests that they
differ as said, and goes once through all eight areas on the edited copy."""
import base64, http.client, http.server, json, os, shutil, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../examples/seventh-candidate")
VARS = {v["id"]: v for v in json.load(open(os.path.join(HERE, "variations.json")))}
B = "/api/v1"
IDA, ARLO, MINA, VIC, SOL, RUTH = (f"ses.p-{n}.7c1e" for n in ("ida", "arlo", "mina", "vic", "sol", "ruth"))
SVC = "ocs-tidewater-storefront"


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(500 if "bad" in self.path else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *a):
        pass


hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
threading.Thread(target=hook.serve_forever, daemon=True).start()
HOOK = f"http://127.0.0.1:{hook.server_address[1]}"


class Client:
    def __init__(self, port):
        self.port, self.headers = port, {}

    def raw(self, method, path, body=None, headers=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        c.request(method, path, json.dumps(body) if body is not None else None, {**({"Content-Type": "application/json"} if body is not None else {}), **(headers or {})})
        r = c.getresponse()
        raw = r.read()
        self.headers = r.headers
        c.close()
        j = json.loads(raw) if raw and "json" in (r.headers.get("content-type") or "") else raw.decode() if raw else None
        assert r.status < 500 and (r.status < 400 or isinstance(j.get("error"), str)), (method, path, r.status, j)
        return r.status, j

    def __call__(self, method, path, body=None, who=IDA):
        return self.raw(method, B + path, body, {"Authorization": "Bearer " + who} if who else {})

    def ok(self, method, path, body=None, who=IDA):
        s, j = self(method, path, body, who)
        assert s < 300, (method, path, s, j)
        return j

    def st(self, method, path, body=None, who=IDA):
        return self(method, path, body, who)[0]

    def ev(self, name, **body):
        s, j = self.raw("POST", f"/_understudy/events/{name}", body)
        assert s == 200, (name, body, s, j)
        return j

    def clock(self, now):
        s, j = self.raw("PUT", "/_understudy/clock", {"mode": "frozen", "now": now} if now else {"mode": "real"})
        assert s == 200, j

    def advance(self, by):
        assert self.raw("POST", "/_understudy/clock/advance", {"by": by})[0] == 200


def until(f, seconds=10):
    end = time.time() + seconds
    while time.time() < end:
        if f():
            return True
        time.sleep(0.1)
    return False


def ts(x):
    return datetime.fromisoformat(x).timestamp()


P = {}


def proof(id, clean, edited):
    def deco(f):
        P["vd-" + id] = (f, clean, edited)
        return f
    return deco


# ---- tokens, iam, organization
@proof("token-expiresin-days", 2, 2 * 86400)
def _(c):
    c.ok("POST", "/tokens", {"name": "x", "expiresIn": 2})
    t = c.ok("GET", "/tokens")["tokens"][0]
    return round(ts(t["expiresAt"]) - ts(t["createdAt"]))


@proof("token-last-request-coarse", [True, True], [False, True])
def _(c):
    k = c.ok("POST", "/tokens", {"name": "x"})["key"]
    last = lambda: c.ok("GET", "/tokens")["tokens"][0]["lastRequest"]
    c.ok("GET", "/clusters", who=k); a = last(); time.sleep(0.05)
    c.ok("GET", "/clusters", who=k); b = last()
    c.advance("PT6M"); c.ok("GET", "/clusters", who=k)
    return [b > a, last() > b]


@proof("token-times-naive-utc", [29, True], [26, True])
def _(c):
    c.ok("POST", "/tokens", {"name": "x"})
    x = c.ok("GET", "/tokens")["tokens"][0]
    d = [datetime.fromisoformat(x[f]) for f in ("createdAt", "expiresAt", "lastRequest")]
    return [len(x["createdAt"]), abs(d[0].replace(tzinfo=timezone.utc).timestamp() - time.time()) < 5]


@proof("credential-x-api-key-or-basic", [401, 401, 200, 401, 401], [200, 200, 200, 401, 401])
def _(c):
    k = c.ok("POST", "/tokens", {"name": "x"})["key"]
    g = lambda **h: c.raw("GET", B + "/tokens", headers={a.replace("_", "-"): b for a, b in h.items()})[0]
    return [g(X_Api_Key=k), g(Authorization="Basic " + base64.b64encode(f"me:{k}".encode()).decode()), g(Authorization="Bearer " + k), g(X_Api_Key="wrong"), g()]


@proof("iam-permissions-for-managers-only", [200, 200, 200, 200, 401], [200, 200, 403, 403, 401])
def _(c):
    return [c.st("GET", "/iam/permissions", who=w) for w in (IDA, ARLO, MINA, SOL, None)]


@proof("contacts-host-lowercased", ["Ops@Example.COM"] * 2, ["Ops@example.com"] * 2)
def _(c):
    return [c.ok("PATCH", "/organization/contacts", {"technicalEmail": "Ops@Example.COM"})["technicalEmail"], c.ok("GET", "/organization/contacts")["technicalEmail"]]


@proof("billing-of-another-organization-409", [200, 200, 200, 409], [409, 200, 200, 409])
def _(c):
    p = lambda e: c.st("PATCH", "/organization/contacts", {"billingEmail": e})
    c.ev("billing-email-collides", email="pay@x.example")
    return [p("Billing@quarry.example"), p("new@tidewater.example"), p("new@tidewater.example"), p("pay@x.example")]


@proof("token-minting-limited", [[201] * 7, None, 201], [[201] * 5 + [429] * 2, "3", 201])
def _(c):
    s = [c.st("POST", "/tokens", {"name": f"n{i}"}) for i in range(7)]
    h = c.headers.get("Retry-After")
    time.sleep(3.1)
    return [s, h, c.st("POST", "/tokens", {"name": "later"})]


@proof("unknown-path-401-first", [404, 404, 401], [401, 404, 401])
def _(c):
    return [c.st("GET", "/nothing", who=None), c.st("GET", "/nothing"), c.st("GET", "/tokens", who=None)]


# ---- registry
R = "/registry/r"


@proof("no-payment-method-403", [402, 404, 201], [403, 404, 201])
def _(c):
    c.ev("payment-method-changes", active=False)
    s = [c.st("POST", R, {"slug": "unpaid"}), c.st("GET", R + "/unpaid")]
    c.ev("payment-method-changes", active=True)
    return s + [c.st("POST", R, {"slug": "unpaid"})]


@proof("unknown-repository-is-empty", [404, 404, 404, 404, 1], [200, 200, 404, 404, 1])
def _(c):
    q = R + "/tidewater-images"
    c.ev("image-pushed", registry="tidewater-images", repository="a", tags=["v1"])
    return [c.st("GET", q + "/tags?repo=none"), c.st("GET", q + "/manifests?repo=none"), c.st("DELETE", q + "/repositories?repo=none"), c.st("DELETE", q + "/tags?repo=none&tag=x"),
            len(c.ok("GET", q + "/tags?repo=a")["tags"])]


@proof("slug-3-to-30", [201, 201, 201, 201], [201, 422, 422, 422])
def _(c):
    return [c.st("POST", R, {"slug": x}) for x in ("a" * 30, "b" * 31, "ab", "7up")]


@proof("registry-times-rfc1123", ["Z", False], ["GMT", True])
def _(c):
    x = c.ok("POST", R, {"slug": "shop"})["createdAt"]
    e = c.ok("POST", "/registry/login", {})["expiresAt"]
    return ["GMT" if x.endswith("GMT") else x[-1], e.endswith("GMT") and abs(parsedate_to_datetime(e).timestamp() - time.time() - 3600) < 5]


@proof("upstream-host-with-port", [False, 200, 1, 204, 0], [True, 200, 1, 204, 0])
def _(c):
    h = c.ok("GET", "/registry/upstreams")["upstreams"][0]["host"]
    q = R + "/tidewater-images/upstream-credentials"
    s = c.st("PUT", q + "/" + quote(h, safe=""), {"username": "u", "password": "p"})
    return [":" in h, s, sum(x["upstream"] == h for x in c.ok("GET", q)["upstreamCredentials"]), c.st("DELETE", q + "/" + h), len(c.ok("GET", q)["upstreamCredentials"])]


@proof("used-bytes-once-per-registry", [2000, 2, 0], [1000, 2, 0])
def _(c):
    for r in ("a", "b"):
        c.ev("image-pushed", registry="tidewater-images", repository=r, manifestBytes=0, layers=[{"digest": "sha256:base", "sizeBytes": 1000}])
    d = c.ok("GET", R + "/tidewater-images")
    for r in ("a", "b"):
        c.ok("DELETE", R + "/tidewater-images/repositories?repo=" + r)
    return [d["usedBytes"], d["repositoryCount"], c.ok("GET", R + "/tidewater-images")["usedBytes"]]


@proof("foreign-registry-403", [404, 404, 404, 200, 200], [403, 403, 404, 200, 200])
def _(c):
    return [c.st("GET", R + "/quarry-images"), c.st("DELETE", R + "/quarry-images"), c.st("GET", R + "/nobodys"), c.st("GET", R + "/tidewater-images"), c.st("GET", R + "/quarry-images", who=RUTH)]


# ---- email
E = "/email"
SENT = ["outbound.sent"]


def endpoint(c, path="/ok"):
    return c.ok("POST", E + "/webhooks", {"url": HOOK + path, "eventTypes": SENT})["webhook"]["id"]


def mail(c, **k):
    return c.ev("message-sent", **{"from": "a@mail.tidewater.example", "to": ["b@else.example"], **k})["messageId"]


def deliveries(c):
    return [(d["state"], d["attempts"]) for d in c.ok("GET", E + "/webhook-deliveries")["deliveries"]]


@proof("webhook-first-attempt-later", [("delivered", 1), ("delivered", 1)], [("pending", 0), ("delivered", 1)])
def _(c):
    endpoint(c); mail(c); time.sleep(0.7); a = deliveries(c)[0]
    time.sleep(1.5)
    return [a, deliveries(c)[0]]


@proof("webhook-three-attempts-a-second-apart", [("pending", 1)], [("failed", 3)])
def _(c):
    endpoint(c, "/bad"); mail(c); time.sleep(4)
    return deliveries(c)


@proof("email-settings-minimal", ["acceptedToday", "bouncePausePct", "complaintPausePct", "dailyQuota", "paused"], ["dailyQuota", "paused"])
def _(c):
    return sorted(c.ok("GET", E + "/settings"))


@proof("email-day-is-pacific", [1, 0, 0], [1, 1, 0])
def _(c):
    n = lambda: c.ok("GET", E + "/settings")["acceptedToday"]
    c.clock("2030-01-01T23:30:00Z"); mail(c); a = n()
    c.clock("2030-01-02T00:30:00Z"); b = n()
    c.clock("2030-01-02T08:30:00Z")
    return [a, b, n()]


@proof("suppression-id-is-address", [False, 204, 0, False, "manual"], [True, 204, 0, True, "manual"])
def _(c):
    a = c.ok("POST", E + "/suppressions", {"address": "No+more@else.example"})
    s = c.st("DELETE", E + "/suppressions/" + quote(a["id"], safe=""))
    n = len(c.ok("GET", E + "/suppressions")["suppressions"])
    b = c.ok("POST", E + "/suppressions", {"address": "no+more@else.example"})
    return [a["address"] in a["id"], s, n, a["id"] == b["id"], b["reason"]]


@proof("message-id-like-smtp", [False, True, True, 1], [True, True, True, 1])
def _(c):
    m = mail(c)
    q = E + "/messages/" + quote(m, safe="")
    return ["<" in m, c.ok("GET", q)["message"]["id"] == m, m in c.ok("GET", q + "/content"), len(c.ok("GET", E + "/messages")["messages"])]


@proof("old-message-still-readable", [0, 404, 404], [0, 200, 404])
def _(c):
    m = mail(c, createdAt=(datetime.now(timezone.utc) - timedelta(days=100)).isoformat())
    return [len(c.ok("GET", E + "/messages")["messages"]), c.st("GET", E + "/messages/" + m), c.st("GET", E + f"/messages/{m}/content")]


@proof("forced-check-limited", [202, 202, None, 202, "verified"], [202, 429, "4", 202, "verified"])
def _(c):
    d = c.ok("POST", E + "/domains", {"name": "x.judged.example"})
    c.ev("dns-record-published", domain=d["name"])
    q = E + "/domains/" + d["id"]
    s = [c.st("POST", q + "/check"), c.st("POST", q + "/check"), c.headers.get("Retry-After")]
    time.sleep(4.1)
    return s + [c.st("POST", q + "/check"), c.ok("GET", q)["sendState"]]


# ---- on-call
O = "/oncall"


def incident(c, **k):
    return c.ok("POST", O + "/incidents", {"serviceId": SVC, "title": "t", **k})


@proof("oncall-times-trimmed", ["2030-01-01T00:00:00.120+00:00", "2030-01-01T00:00:10.000+00:00"], ["2030-01-01T00:00:00.12Z", "2030-01-01T00:00:10Z"])
def _(c):
    c.clock("2030-01-01T00:00:00.120Z"); a = incident(c)["openedAt"]
    c.clock("2030-01-01T00:00:10Z")
    return [a, incident(c)["openedAt"]]


@proof("manual-incident-with-alerts-resolves", ["open", "open"], ["resolved", "open"])
def _(c):
    i = incident(c)["id"]
    j = c.ok("POST", O + "/incidents", {"serviceId": "ocs-tidewater-payments", "title": "x"})["id"]
    assert c.ev("alert-fires", serviceId=SVC, alert="a")["incidentId"] == i
    c.ev("alert-resolves", serviceId=SVC, alert="a")
    c.advance("P3D")
    return [c.ok("GET", O + "/incidents/" + x)["status"] for x in (i, j)]


@proof("resolve-twice-409", [200, 200, "resolved"], [200, 409, "resolved"])
def _(c):
    q = O + "/incidents/" + incident(c)["id"]
    return [c.st("PUT", q + "/resolve"), c.st("PUT", q + "/resolve"), c.ok("GET", q)["status"]]


@proof("oncall-unknown-references-422", [404, 404, 404, 404, 0], [422, 422, 422, 404, 0])
def _(c):
    return [c.st("POST", O + "/incidents", {"serviceId": "none", "title": "t"}), c.st("POST", O + "/sources", {"serviceId": "none", "name": "n"}),
            c.st("PUT", O + f"/services/{SVC}/escalation", {"escalationPolicyId": "none"}), c.st("PUT", O + "/services/none/escalation", {"escalationPolicyId": None}),
            len(c.ok("GET", O + "/incidents")["incidents"])]


def rota(c, **h):
    return c("POST", O + "/rotations", {"name": "r", "timezone": "UTC", "participants": [{"userId": "p-ida", "label": "Ida"}, {"userId": "p-mina", "label": "Mina"}], "handoff": {"interval": "weekly", "time": "09:00", **h}})


@proof("dow-from-monday-0", [1, 201, 1], [0, 422, 2])
def _(c):
    u = rota(c, dow=2)[1]["onCallNow"]["until"]
    return [rota(c)[1]["handoff"]["dow"], rota(c, dow=7)[0], datetime.fromisoformat(u).weekday()]


@proof("override-times-in-utc", ["2030-01-01T10:00:00+02:00", 1, True], ["2030-01-01T08:00:00.000+00:00", 1, True])
def _(c):
    q = O + "/rotations/" + rota(c)[1]["id"]
    o = c.ok("POST", q + "/overrides", {"userId": "p-vic", "label": "Vic", "startsAt": "2030-01-01T10:00:00+02:00", "endsAt": "2030-01-01T12:00:00+02:00"})
    c.clock("2030-01-01T09:00:00Z")
    s = c.ok("GET", O + "/rotations")["schedules"][0]
    return [o["startsAt"], len(s["overrides"]), s["onCallNow"]["override"] and s["onCallNow"]["userId"] == "p-vic"]


@proof("unset-times-are-year-one", ["", "", "never"], ["0001-01-01T00:00:00Z"] * 3)
def _(c):
    c.ok("POST", O + "/sources", {"name": "n", "serviceId": SVC})
    c.ok("POST", "/uptime/export-tokens", {"name": "n"})
    return [c.ok("GET", O + "/sources")["sources"][0]["lastEventAt"], c.ok("GET", O + "/telephony")["updatedAt"], c.ok("GET", "/uptime/export-tokens")["tokens"][0]["lastUsedAt"]]


# ---- clusters
K = "/clusters"


@proof("cluster-expiresin-minutes", [1200, 1800, True, False], [20, 30, True, False])
def _(c):
    j, k = c.ok("POST", K + "/tidewater-base/join-tokens"), c.ok("GET", K + "/tidewater-base/kubeconfig")
    use = lambda: c.ev("credential-used", kind="kubeconfig", secret=k["kubeconfig"], cluster="tidewater-base")["accepted"]
    c.advance("PT60S"); a = use()
    c.advance("PT31M")
    return [j["expiresIn"], k["expiresIn"], a, use()]


@proof("cluster-phases-other-words", ["Provisioning", "Provisioning", "Ready", "Rolling", "Terminating"], ["queued", "creating", "active", "updating", "deleting"])
def _(c):
    p = lambda: c.ok("GET", K + "/n1")["phase"]
    a = [c.ok("POST", K, {"name": "n1", "tier": "small"})["phase"]]
    time.sleep(0.5); a.append(p()); time.sleep(0.7); a.append(p())
    a.append(c.ok("PATCH", K + "/n1", {"replicas": 3})["phase"])
    c.ok("DELETE", K + "/n1")
    return a + [p()]


@proof("cluster-work-takes-seven-seconds", [False, False, True, 404], [True, False, True, 200])
def _(c):
    p = lambda: "endpoint" not in c.ok("GET", K + "/n1")
    c.ok("POST", K, {"name": "n1", "tier": "small"})
    time.sleep(3); a = p(); time.sleep(5); b = p()
    c.ok("PATCH", K + "/n1", {"replicas": 3})
    r = until(lambda: c.ok("GET", K + "/n1")["replicas"] == 3)
    c.ok("DELETE", K + "/n1"); time.sleep(1.5)
    s = c.st("GET", K + "/n1")
    assert until(lambda: c.st("GET", K + "/n1") == 404, 12)
    return [a, b, r, s]


@proof("cluster-replicas-odd", [201, 201, 200], [422, 201, 422])
def _(c):
    return [c.st("POST", K, {"name": "n1", "tier": "small", "replicas": 2}), c.st("POST", K, {"name": "n2", "tier": "small", "replicas": 3}), c.st("PATCH", K + "/tidewater-base", {"replicas": 4})]


@proof("foreign-cluster-403", [404, 404, 404, 200, 201], [403, 403, 404, 200, 201])
def _(c):
    return [c.st("GET", K + "/quarry-base"), c.st("DELETE", K + "/quarry-base"), c.st("GET", K + "/nobodys"), c.st("GET", K + "/quarry-base", who=RUTH), c.st("POST", K, {"name": "quarry-base", "tier": "small"})]


@proof("version-gate-other-statuses", [409, 422, 422, "1.31.8", 200], [422, 409, 422, "1.31.8", 200])
def _(c):
    p = lambda v: c.st("PATCH", K + "/tidewater-base", {"orchestratorVersion": v})
    return [p("1.30.12"), p("1.33.1"), p("9.9.9"), c.ok("GET", K + "/tidewater-base")["orchestratorVersion"], p("1.32.4")]


@proof("kubeconfig-as-json", [False, True, True], [True, True, True])
def _(c):
    k = c.ok("GET", K + "/tidewater-base/kubeconfig")["kubeconfig"]
    j = json.loads(k) if k.startswith("{") else None
    tok = j["users"][0]["user"]["token"] if j else k.rsplit("token:", 1)[1].strip()
    return [bool(j)] + [c.ev("credential-used", kind="kubeconfig", secret=x, cluster="tidewater-base")["accepted"] for x in (k, tok)]


# ---- uptime
U = "/uptime"


def http_monitor(c, **k):
    cat = c.ok("GET", U + "/catalog")
    return c("POST", U + "/monitors", {"name": "m", "kind": "http", "intervalSeconds": cat["intervals"][1]["seconds"], "vantages": [v["id"] for v in cat["vantages"] if v["available"]][:2],
                                       "http": {"url": "https://shop.example/"}, **k})


@proof("uptime-catalog-other-values", [[30, 60, 180, 600, 3600], True, 201, 422, 422, 201], [[20, 45, 120, 300, 900], False, 201, 422, 422, 422])
def _(c):
    cat = c.ok("GET", U + "/catalog")
    return [[i["seconds"] for i in cat["intervals"]], cat["vantages"][0]["available"], http_monitor(c)[0], http_monitor(c, intervalSeconds=7)[0],
            http_monitor(c, vantages=[next(v["id"] for v in cat["vantages"] if not v["available"])])[0], http_monitor(c, intervalSeconds=60, vantages=["ams"])[0]]


@proof("metrics-in-milliseconds-of-a-day", ["1h", True, 66.667], ["24h", False, 67])
def _(c):
    m = http_monitor(c, vantages=["ams"])[1]["id"]
    for o in ("ok", "ok", "fail"):
        c.ev("probe-result", monitorId=m, outcome=o)
    v = c.ok("GET", U + f"/monitors/{m}/metrics")
    assert c.ok("GET", U + f"/monitors/{m}/metrics?window=7d")["window"] == "7d"
    return [v["window"], v["series"][0]["points"][0]["t"] < 1e11, v["uptimePct"]["ams"]]


@proof("deleted-monitor-history-readable", [404, 404, 404, 404, 404], [404, 200, 200, 200, 404])
def _(c):
    m = http_monitor(c)[1]["id"]
    c.ev("probe-result", monitorId=m, outcome="fail", times=3)
    c.ok("DELETE", U + "/monitors/" + m)
    return [c.st("GET", U + f"/monitors/{m}{x}") for x in ("", "/metrics", "/failures", "/transitions")] + [c.st("GET", U + f"/monitors/{m}/transitions", who=RUTH)]


@proof("monitor-state-absent-until-probed", ["pending", "up"], [None, "up"])
def _(c):
    m = http_monitor(c)[1]
    c.ev("probe-result", monitorId=m["id"], outcome="ok")
    return [m.get("state"), c.ok("GET", U + "/monitors/" + m["id"]).get("state")]


@proof("timeout-1-to-15-seconds", [8000, 201, 201, 201], [3000, 422, 201, 422])
def _(c):
    return [http_monitor(c)[1]["timeoutMs"]] + [http_monitor(c, timeoutMs=t)[0] for t in (500, 5000, 20000)]


@proof("body-limit-64k", [201, 201], [413, 201])
def _(c):
    return [http_monitor(c, http={"url": "https://x.example/", "method": "POST", "bodyBase64": "QUJD" * (n // 4)})[0] for n in (80000, 40000)]


# ---- the way through all areas, on the edited copy
def smoke(c):
    t = c.ok("POST", "/tokens", {"name": "ci", "scope": [{"role": "registry-observer", "resourceIds": ["tidewater-images"]}]})
    assert c.st("GET", R + "/tidewater-images", who=t["key"]) == 200 and c.st("GET", E + "/domains", who=t["key"]) == 403 and c.st("GET", "/tokens", who=None) == 401
    assert t["id"] in [x["id"] for x in c.ok("GET", "/tokens")["tokens"]] and c.ok("GET", "/tokens/scope-options")["roles"]
    assert c.ok("GET", "/iam/catalog")["resources"] and c.st("GET", "/iam/catalog", who=MINA) == 403 and c.ok("GET", "/iam/permissions")["services"]
    assert c.ok("PATCH", "/organization/contacts", {"securityEmail": "s@x.example"})["securityEmail"] == "s@x.example" and c.st("PATCH", "/organization/contacts", {"securityEmail": "no"}) == 400
    c.ok("POST", R, {"slug": "smoke-reg"})
    assert c.st("POST", R, {"slug": "smoke-reg"}, who=RUTH) == 409
    c.ev("image-pushed", registry="smoke-reg", repository="r", tags=["v1"])
    k = c.ok("POST", R + "/smoke-reg/keys", {"name": "k", "mode": "pull"})
    assert c.ev("credential-used", kind="registry-key", secret=k["secret"], registry="smoke-reg", repository="r")["accepted"]
    assert 400 <= c.st("DELETE", R + "/smoke-reg") < 500 and c.ok("DELETE", R + "/smoke-reg/tags?repo=r&tag=v1&purge=true")["purged"]
    c.ok("DELETE", R + "/smoke-reg/repositories?repo=r"); c.ok("DELETE", R + "/smoke-reg")
    d = c.ok("POST", E + "/domains", {"name": "smoke.judged.example"})
    q = E + "/domains/" + d["id"]
    c.ok("POST", q + "/receive"); c.ev("dns-record-published", domain=d["name"]); c.ok("POST", q + "/check")
    assert until(lambda: c.ok("GET", q)["sendState"] == "verified")
    w = c.ok("POST", E + "/webhooks", {"url": HOOK + "/ok", "eventTypes": SENT})["webhook"]["id"]
    c.ok("POST", E + "/routes", {"domainId": d["id"], "pattern": "a*", "endpointId": w})
    assert c.st("DELETE", E + "/webhooks/" + w) == 409
    m = mail(c, **{"from": "a@smoke.judged.example"})
    assert until(lambda: [x["state"] for x in c.ok("GET", E + "/webhook-deliveries?endpointId=" + w)["deliveries"]] == ["delivered"])
    assert m in [x["id"] for x in c.ok("GET", E + "/messages")["messages"]] and c.st("GET", E + f"/messages/{quote(m, safe='')}/content") == 200
    s = c.ok("POST", E + "/suppressions", {"address": "z@x.example"}); c.ok("DELETE", E + "/suppressions/" + quote(s["id"], safe=""))
    r = rota(c)[1]
    p = c.ok("POST", O + "/escalations", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "schedule", "id": r["id"], "label": "r"}, "waitSeconds": 60}]})
    assert c.st("DELETE", O + "/rotations/" + r["id"]) == 409
    c.ok("PUT", O + f"/services/{SVC}/escalation", {"escalationPolicyId": p["id"]})
    i = O + "/incidents/" + incident(c)["id"]
    assert c.ok("PUT", i + "/ack")["status"] == "acknowledged" and c.st("PUT", i + "/ack") == 409 and c.ok("PUT", i + "/resolve")["status"] == "resolved"
    assert c.ok("POST", i + "/public-updates", {"body": "b"})["byLabel"] == "Ida Holm"
    c.ok("POST", K, {"name": "smoke", "tier": "medium", "replicas": 1})
    assert until(lambda: "endpoint" in c.ok("GET", K + "/smoke"))
    c.ok("PATCH", K + "/smoke", {"replicas": 3}); assert until(lambda: c.ok("GET", K + "/smoke")["replicas"] == 3)
    j = c.ok("POST", K + "/smoke/join-tokens")["joinToken"]
    assert c.ev("node-joins", cluster="smoke", node="w1", token=j)["with"] == "join-token" and len(c.ok("GET", K + "/smoke/nodes")["nodes"]) == 1
    assert c.st("DELETE", K + "/smoke") == 202
    assert until(lambda: c.st("GET", K + "/smoke") == 404, 12)
    st, mon = http_monitor(c, serviceId="ups-tidewater-web")
    assert st == 201 and c.st("DELETE", U + "/services/ups-tidewater-web") == 409
    assert c.ev("probe-result", monitorId=mon["id"], outcome="ok")["state"] == "up" and c.ev("probe-result", monitorId=mon["id"], outcome="fail", times=4)["state"] == "down"
    assert [(x["from"], x["to"]) for x in c.ok("GET", U + f"/monitors/{mon['id']}/transitions")["transitions"]][0] == ("up", "down")
    assert c.ok("GET", U + f"/monitors/{mon['id']}/metrics?window=1h")["window"] == "1h"
    c.ok("DELETE", U + "/monitors/" + mon["id"]); assert c.st("GET", U + "/monitors/" + mon["id"]) == 404


def run(folder, *fs):
    s = subprocess.Popen([sys.executable, os.path.join(folder, "server.py"), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    try:
        c = Client(int(s.stdout.readline().strip().rsplit(":", 1)[1]))
        out = []
        for f in fs:
            out.append(f(c))
            assert c.raw("POST", "/_understudy/reset")[0] == 200
        return out
    finally:
        s.terminate()
        s.wait()


norm = lambda x: json.loads(json.dumps(x))
bad = []
for id in sys.argv[1:] or list(VARS):
    f, want_clean, want_edited = P[id]
    tmp = tempfile.mkdtemp(prefix="edit.")
    try:
        dst = os.path.join(tmp, "c")
        shutil.copytree(CANDIDATE, dst)
        for e in VARS[id]["edits"]:
            path = os.path.join(dst, e["file"])
            text = open(path).read()
            assert text.count(e["find"]) == 1, (id, e["find"])
            open(path, "w").write(text.replace(e["find"], e["replace"]))
        try:
            a = run(CANDIDATE, f)[0]
            b, _ = run(dst, f, smoke)
            good = norm(a) == norm(want_clean) and norm(b) == norm(want_edited) and norm(a) != norm(b)
            why = ""
        except Exception as x:
            import traceback
            good, why = False, traceback.format_exc(limit=-3)
            a = b = None
    finally:
        shutil.rmtree(tmp)
    print("proven" if good else "NOT   ", id, "| clean", json.dumps(a), "| edited", json.dumps(b), why, flush=True)
    if not good:
        bad.append(id)
print(f"{len(sys.argv[1:] or VARS) - len(bad)} proven, {len(bad)} not: {bad}")
sys.exit(bool(bad))
