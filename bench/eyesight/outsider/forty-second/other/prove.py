#!/usr/bin/env python3
"""Proves the mistakes: prove.py [ID...]. For each it starts the clean candidate and a copy with the edits, runs the same
steps against both, and compares what was seen with what is right and with what is wrong."""
import base64, http.client, http.server, json, os, shutil, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone
from urllib.parse import quote, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.environ.get("CANDIDATE") or os.path.join(HERE, "../../../../../examples/fourteenth-candidate")
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

    def who(self, name, org="lumen"):
        h = {"Authorization": "Basic " + base64.b64encode(f"{org}/{name}:{name}-pass".encode()).decode()}
        return lambda method, path, body=None: self.call(method, "/api/v1" + path, body, h)

    def token(self, key):
        return lambda method, path, body=None: self.call(method, "/api/v1" + path, body, {"X-Token": key})

    def bearer(self, token):
        return lambda method, path, body=None: self.call(method, "/api/v1" + path, body, {"Authorization": "Bearer " + token})

    def nobody(self, method, path, body=None):
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
    return (datetime.now(timezone.utc) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


PROOFS = {}


def proof(id, right, wrong):
    def take(run):
        PROOFS["cc-" + id] = (run, right, wrong)
        return run
    return take


REFUSED = "refused"


def outcome(answer):
    """The status of a success; every 4xx counts the same, for which one it is stands open in many places."""
    return REFUSED if 400 <= answer[0] < 500 else answer[0]


def domain(s, name="post"):
    """A domain of lumen, verified for sending; needs the frozen clock."""
    g = s.who("ines")
    d = next(d for d in need(g("GET", "/email/domains"), 200)["domains"] if d["name"] == f"{name}.lumen.example")
    s.event("dns-record-published", domain=d["id"])
    need(g("POST", f"/email/domains/{d['id']}/check"), 202)
    s.advance("PT2S")
    assert need(g("GET", "/email/domains/" + d["id"]), 200)["sendState"] == "verified"
    return d


def mail(s, n=0, domain="post", **more):
    return s.event("message-sent", **{"from": f"a@{domain}.lumen.example", "to": [f"r{n}@client.example"], **more})["messageId"]


def hook(s, types=("delivered",), answers=({"status": 200},)):
    h = need(s.who("ines")("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": list(types)}), 201)["webhook"]["id"]
    s.event("webhook-endpoint-answers", endpointId=h, answers=list(answers))
    return h


def service(s):
    return need(s.who("ines")("GET", "/oncall/things"), 200)["services"][0]["id"]


def user(s, name):
    status, value = s.call("GET", "/_understudy/identities")
    return next(a["userId"] for a in value["actors"] if a["name"] == name)


def paged(s, name):
    """The service whose incidents page this person at once."""
    g, svc = s.who("ines"), service(s)
    step = {"target": {"kind": "user", "id": user(s, name), "label": name}, "waitSeconds": 600}
    p = need(g("POST", "/oncall/ladders", {"name": "p", "repeat": 1, "steps": [step]}), 200)
    need(g("PATCH", "/oncall/things/" + svc, {"escalationPolicyId": p["id"]}), 200)
    return svc


def incident(s, svc, title="down"):
    return need(s.who("ines")("POST", "/oncall/incidents", {"serviceId": svc, "title": title}), 200)["id"]


def ask(s, username, password, repository="app", registry="lumen-quay", action="pull"):
    return need(s.nobody("POST", "/registry/ask", {"username": username, "password": password, "registry": registry, "repository": repository, "action": action}), 200)["allowed"]


def push(s, repository="app", tags=("one",), registry="lumen-quay"):
    return s.event("image-pushed", registry=registry, repository=repository, tags=list(tags))["digest"]


PROVIDER = {"accountSid": "AC77", "authToken": "the-auth-token", "fromNumber": "+15550101"}
SMS = {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]}
MONITOR = {"name": "Shop", "intervalSeconds": 60, "vantages": ["north", "south"], "kind": "http", "http": {"url": "https://shop.example/"}}
Q = "/registry/one/lumen-quay"
H = "/clusters/harbour"


@proof("stored-before-relay", [502, 0], [502, 1])
def _(s):
    g = s.who("ines")
    s.event("backend-behaves", backend="uptime", reachable=False)
    status = g("POST", "/uptime/monitors", MONITOR)[0]
    s.event("backend-behaves", backend="uptime", reachable=True)
    return [status, len(need(g("GET", "/uptime/monitors"), 200)["monitors"])]


@proof("login-slides", [True, False], [True, True])
def _(s):
    s.freeze()
    l = need(s.who("kai")("POST", "/registry/session", {}), 200)
    s.advance("PT50M")
    first = ask(s, l["username"], l["password"])
    s.advance("PT20M")
    return [first, ask(s, l["username"], l["password"])]


@proof("paging-default-shared", [{"channel": "email", "delaySeconds": 0}], [{"channel": "email", "delaySeconds": 600}])
def _(s):
    need(s.who("kai")("PUT", "/oncall/my-paging", {"rules": [{"channel": "email", "delaySeconds": 600}]}), 200)
    return need(s.who("lior")("GET", "/oncall/my-paging"), 200)["rules"]


@proof("untagged-counts-empty", [["app", 0], REFUSED, 200], [["app", 0], 204, REFUSED])
def _(s):
    g = s.who("ines")
    need(g("POST", "/registry", {"slug": "hulk"}), 200)
    push(s, registry="hulk")
    assert need(g("DELETE", "/registry/one/hulk/tags?repo=app&tag=one"), 200) == {"purged": False}
    r = need(g("GET", "/registry/one/hulk/repos"), 200)["repositories"][0]
    assert len(need(g("GET", "/registry/one/hulk/images?repo=app"), 200)["manifests"]) == 1
    return [[r["name"], r["tagCount"]], outcome(g("DELETE", "/registry/one/hulk")), outcome(g("GET", "/registry/one/hulk"))]


@proof("purge-twins", [[False, True], 0], [[False, False], 1])
def _(s):
    g = s.who("ines")
    push(s, tags=("one", "two"))
    answers = []
    threads = [threading.Thread(target=lambda t=t: answers.append(need(g("DELETE", f"{Q}/tags?repo=app&tag={t}&purge=true"), 200)["purged"])) for t in ("one", "two")]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return [sorted(answers), len(need(g("GET", Q + "/images?repo=app"), 200)["manifests"])]


@proof("late-content-bare-404", [404, "str"], [404, "nothing"])
def _(s):
    s.freeze()
    domain(s)
    m = mail(s)
    s.advance("P31D")
    status, value = s.who("ines")("GET", f"/email/messages/{m}/content")
    return [status, type(value["error"]).__name__ if value else "nothing"]


@proof("rules-used-up", [2, 2, 2], [2, 0, 0])
def _(s):
    k = s.who("kai")
    svc = paged(s, "kai")
    need(k("PUT", "/oncall/my-paging", {"rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "email", "delaySeconds": 300}]}), 200)
    rules = lambda: len(need(k("GET", "/oncall/my-paging"), 200)["rules"])
    seen = [rules()]
    incident(s, svc)
    seen.append(rules())
    i = incident(s, svc)
    lines = [x["what"] for x in need(k("GET", "/oncall/incidents/" + i), 200)["timeline"]]
    assert ("page email sent" in lines) == (rules() == 2), lines
    return seen + [rules()]


@proof("mx-priority-text", ["MX", "NoneType"], ["MX", "str"])
def _(s):
    g = s.who("ines")
    d = need(g("POST", "/email/domains", {"name": "in.lumen.example"}), 201)
    r = next(r for r in need(g("POST", f"/email/domains/{d['id']}/receive"), 200)["dnsRecords"] if r["capability"] == "receive")
    return [r["type"], type(r.get("priority")).__name__]


@proof("blind-first-page", [26, 1], [26, 0])
def _(s):
    s.freeze()
    domain(s)
    domain(s, "news")
    mail(s, 0)
    for n in range(25):
        s.advance("PT1S")
        mail(s, n, "news")

    def log(name):
        g, out, cursor = s.who(name), [], None
        while True:
            page = need(g("GET", "/email/messages" + (f"?cursor={quote(cursor)}" if cursor else "")), 200)
            out += [m["id"] for m in page["messages"]]
            cursor = page.get("cursor")
            if not cursor:
                return len(out) if len(set(out)) == len(out) else "twice"
    return [log("ines"), log("nils")]


@proof("roll-restores-balancers", ["medium", ["shop"]], ["medium", []])
def _(s):
    g = s.who("ines")
    s.freeze()
    need(g("POST", "/clusters", {"name": "pier", "tier": "small", "managedLoadBalancers": {"enabled": True}}), 201)
    s.advance("PT10S")
    need(g("PATCH", "/clusters/pier", {"tier": "medium"}), 200)
    s.event("service-exposed", cluster="pier", service="shop")
    assert len(need(g("GET", "/clusters/pier"), 200)["managedLoadBalancers"]["loadBalancers"]) == 1
    s.advance("PT10S")
    c = need(g("GET", "/clusters/pier"), 200)
    return [c["tier"], [b["service"] for b in c["managedLoadBalancers"]["loadBalancers"]]]


@proof("token-minutes-seconds", [200, True, 200], [200, True, 401])
def _(s):
    g = s.who("ines")
    t = need(g("POST", "/tokens", {"name": "t", "expiresIn": 1}), 201)
    first = s.token(t["key"])("GET", "/clusters")[0]
    time.sleep(1.3)
    ends = next(x for x in need(g("GET", "/tokens"), 200)["tokens"] if x["id"] == t["id"])["expiresAt"]
    return [first, datetime.fromisoformat(ends.replace("Z", "+00:00")) > datetime.now(timezone.utc), s.token(t["key"])("GET", "/clusters")[0]]


@proof("rejected-page-tells-all", [True, False], [True, True])
def _(s):
    g = s.who("ines")
    svc = paged(s, "kai")
    need(g("POST", "/oncall/phone-account", PROVIDER), 200)
    need(s.who("kai")("PUT", "/oncall/my-paging", SMS), 200)
    s.event("provider-behaves", behaviour="rejects", only="pages")
    seen = json.dumps(need(s.who("mona")("GET", "/oncall/incidents/" + incident(s, svc)), 200))
    return ["page sms failed" in seen, PROVIDER["authToken"] in seen]


@proof("quota-per-domain", [200, 409], [200, 200])
def _(s):
    s.freeze()
    domain(s)
    domain(s, "news")
    s.event("quota-changes", quota="daily-email", value=1)
    send = lambda d: s.call("POST", "/_understudy/events/message-sent", {"from": f"a@{d}.lumen.example", "to": ["r@client.example"]})[0]
    return [send("post"), send("news")]


@proof("webhook-url-unchecked-on-change", [REFUSED, "https://one.example/"], [200, "not a uri"])
def _(s):
    g = s.who("ines")
    w = need(g("POST", "/email/webhooks", {"url": "https://one.example/", "eventTypes": ["sent"]}), 201)["webhook"]["id"]
    assert outcome(g("POST", "/email/webhooks", {"url": "not a uri", "eventTypes": ["sent"]})) == REFUSED
    change = outcome(g("PATCH", "/email/webhooks/" + w, {"url": "not a uri"}))
    return [change, need(g("GET", "/email/webhooks"), 200)["webhooks"][0]["url"]]


@proof("failures-by-vantage", ["south", "north", "south"], ["north", "south", "south"])
def _(s):
    g = s.who("ines")
    s.freeze()
    m = need(g("POST", "/uptime/monitors", MONITOR), 201)["id"]
    for v in ("south", "north", "south"):
        s.advance("PT60S")
        s.event("probe-result", monitorId=m, vantage=v, outcome="fail")
    return [f["vantage"] for f in need(g("GET", f"/uptime/monitors/{m}/failures"), 200)["failures"]]


@proof("half-down-condition", [REFUSED, 0], [201, 1])
def _(s):
    g = s.who("ines")
    return [outcome(g("POST", "/uptime/monitors", {**MONITOR, "downCondition": {"confirmations": 2}})), len(need(g("GET", "/uptime/monitors"), 200)["monitors"])]


@proof("node-takes-token-along", [201, 1, 201], [201, 0, REFUSED])
def _(s):
    g = s.who("ines")
    t = need(g("POST", H + "/registration-tokens", {"name": "fleet"}), 201)["token"]
    enlist = lambda n: outcome(s.nobody("POST", H + "/enlist", {"token": t, "node": n}))
    first = enlist("n1")
    need(g("DELETE", H + "/nodes/n1"), 204)
    return [first, len(need(g("GET", H + "/registration-tokens"), 200)["tokens"]), enlist("n2")]


SIGN = """
const c = require('crypto'), [iss] = process.argv.slice(1)
const { publicKey, privateKey } = c.generateKeyPairSync('ec', { namedCurve: 'P-256' })
const b = (x) => Buffer.from(JSON.stringify(x)).toString('base64url')
const input = b({ alg: 'ES256', kid: 'k1' }) + '.' + b({ iss, aud: 'lumen', sub: 'repo:lumen/app', exp: Math.floor(Date.now() / 1000) + 600 })
const sig = c.sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
console.log(JSON.stringify({ jwk: { ...publicKey.export({ format: 'jwk' }), kid: 'k1' }, token: input + '.' + sig }))
"""


@proof("traded-secret-listed", ["oidc", False], ["oidc", True])
def _(s):
    g = s.who("ines")
    keys = []

    class Issuer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps({"keys": keys} if self.path == "/keys" else {"issuer": url, "jwks_uri": url + "/keys"}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *a):
            pass
    issuer = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Issuer)
    url = f"http://127.0.0.1:{issuer.server_address[1]}"
    threading.Thread(target=issuer.serve_forever, daemon=True).start()
    try:
        signed = json.loads(subprocess.run(["node", "-e", SIGN, url], stdout=subprocess.PIPE, check=True, text=True).stdout)
        keys.append(signed["jwk"])
        need(g("POST", Q + "/oidc", {"name": "ci", "issuer": url, "audience": "lumen", "subjectPattern": "repo:lumen/*", "mode": "pull"}), 200)
        k = need(s.nobody("POST", "/registry/trade", {"registry": "lumen-quay", "token": signed["token"]}), 201)
        shown = next(x for x in need(g("GET", Q + "/keys"), 200)["keys"] if x["keyId"] == k["keyId"])
        return [shown["mintedVia"], k["secret"] in json.dumps(shown)]
    finally:
        issuer.shutdown()
        issuer.server_close()


@proof("logout-everywhere", [False, True], [False, False])
def _(s):
    k = s.who("kai")
    a, b = [need(k("POST", "/registry/session", {}), 200) for _ in range(2)]
    need(k("DELETE", "/registry/session/" + a["username"]), 204)
    return [ask(s, l["username"], l["password"]) for l in (a, b)]


@proof("page-shows-timeline-while-taken", [False, False, False], [False, True, False])
def _(s):
    svc = service(s)
    i = incident(s, svc)
    need(s.who("ines")("POST", f"/oncall/incidents/{i}/notes", {"body": "we are looking"}), 200)
    told = lambda: "Joss Albright" in json.dumps(need(s.nobody("GET", "/oncall/board/" + svc), 200))
    seen = [told()]
    need(s.who("joss")("POST", f"/oncall/incidents/{i}/take"), 200)
    seen.append(told())
    need(s.who("joss")("POST", f"/oncall/incidents/{i}/close"), 200)
    return seen + [told()]


@proof("refused-token-echoed", [401, False], [401, True])
def _(s):
    t = need(s.who("ines")("POST", "/tokens", {"name": "t"}), 201)
    s.event("token-disabled", tokenId=t["id"])
    status, value = s.token(t["key"])("GET", "/clusters")
    return [status, t["key"] in json.dumps(value)]


@proof("quota-over-everybody", [0, 201], [0, 403])
def _(s):
    g = s.who("oona", "tarn")
    s.event("quota-changes", organization="tarn", quota="clusters", value=1)
    return [len(need(g("GET", "/clusters"), 200)["clusters"]), g("POST", "/clusters", {"name": "moor", "tier": "small"})[0]]


@proof("permissions-without-caller", [401, 200], [200, 200])
def _(s):
    return [s.nobody("GET", "/iam/permissions")[0], s.who("mona")("GET", "/iam/permissions")[0]]


@proof("nodes-of-a-while-ago", [["n1"], []], [["n1"], ["n1"]])
def _(s):
    g = s.who("ines")
    t = need(g("POST", H + "/join-tokens"), 201)["joinToken"]
    need(s.nobody("POST", H + "/enlist", {"token": t, "node": "n1"}), 201)
    nodes = lambda: [n["name"] for n in need(g("GET", H + "/nodes"), 200)["nodes"]]
    first = nodes()
    need(g("DELETE", H + "/nodes/n1"), 204)
    return [first, nodes()]


@proof("no-usage-while-building", ["dict", "dict"], ["NoneType", "dict"])
def _(s):
    g = s.who("ines")
    s.freeze()
    need(g("POST", "/clusters", {"name": "pier", "tier": "small"}), 201)
    usage = lambda: type(need(g("GET", "/clusters/pier/usage"), 200)).__name__
    first = usage()
    s.advance("PT10S")
    return [first, usage()]


@proof("since-lifts-window", [0, 0], [0, 1])
def _(s):
    g = s.who("ines")
    s.freeze()
    domain(s)
    mail(s, createdAt=iso(-100 * 86400))
    count = lambda q="": len(need(g("GET", "/email/messages" + q), 200)["messages"])
    return [count(), count("?since=" + quote(iso(-120 * 86400)))]


@proof("payment-for-the-first-only", [REFUSED, 2], [200, 3])
def _(s):
    g = s.who("ines")
    s.event("payment-method-changes", organization="lumen", active=False)
    made = outcome(g("POST", "/registry", {"slug": "hulk"}))
    return [made, len(need(g("GET", "/registry"), 200)["registries"])]


@proof("manager-somewhere", [403, 200, 403], [200, 200, 403])
def _(s):
    return [s.who(n, o)("GET", "/iam/catalog")[0] for n, o in (("pia", "lumen"), ("pia", "tarn"), ("kai", "lumen"))]


@proof("door-is-the-header", [1, False], [1, True])
def _(s):
    s.freeze()
    domain(s)
    secret = need(s.who("ines")("POST", "/email/keys", {"name": "k"}), 201)["secret"]
    need(s.bearer(secret)("POST", "/email/submit", {"from": "a@post.lumen.example", "to": ["r@client.example"]}), 202)
    seen = need(s.who("mona")("GET", "/email/messages"), 200)["messages"]
    return [len(seen), secret in json.dumps(seen)]


@proof("prefix-goes-with-repository", [False, ["alpha"], False], [False, [], True])
def _(s):
    g = s.who("ines")
    push(s, "alpha")
    push(s, "beta")
    k = need(g("POST", Q + "/keys", {"name": "k", "mode": "pull", "repoPrefixes": ["alpha"]}), 200)
    may = lambda: ask(s, k["keyId"], k["secret"], "beta")
    first = may()
    need(g("DELETE", Q + "/repos?repo=alpha"), 204)
    return [first, need(g("GET", Q + "/keys"), 200)["keys"][0]["repoPrefixes"], may()]


@proof("events-gone-with-content", [["sent", "delivered"], 1, ["sent", "delivered"]], [["sent", "delivered"], 1, []])
def _(s):
    g = s.who("ines")
    s.freeze()
    domain(s)
    m = mail(s)
    s.event("message-delivered", messageId=m)
    kinds = lambda: [e["kind"] for e in need(g("GET", "/email/messages/" + m), 200)["events"]]
    first = kinds()
    s.advance("P31D")
    return [first, len(need(g("GET", "/email/messages"), 200)["messages"]), kinds()]


@proof("issuer-scheme-only", [REFUSED, REFUSED, 0], [REFUSED, 200, 1])
def _(s):
    g = s.who("ines")
    rule = lambda issuer: outcome(g("POST", Q + "/oidc", {"issuer": issuer, "audience": "a", "subjectPattern": "*", "mode": "pull"}))
    return [rule("our ci"), rule("https://our ci/ (the new one)"), len(need(g("GET", Q + "/oidc"), 200)["rules"])]


@proof("detail-of-strangers", [REFUSED, REFUSED], [200, REFUSED])
def _(s):
    g = s.who("oona", "tarn")
    return [outcome(g("GET", Q)), outcome(g("GET", Q + "/keys"))]


@proof("export-token-swept-later", [200, 0, 401], [200, 0, 200])
def _(s):
    g = s.who("ines")
    t = need(g("POST", "/uptime/export-tokens", {"name": "t"}), 201)
    scrape = lambda: s.bearer(t["token"])("GET", "/uptime/scrape")[0]
    first = scrape()
    need(g("DELETE", "/uptime/export-tokens/" + t["id"]), 204)
    return [first, len(need(g("GET", "/uptime/export-tokens"), 200)["tokens"]), scrape()]


@proof("upstream-without-endpoint", [["endpoint", "host"], ["endpoint", "host"]], [["endpoint", "host"], ["host"]])
def _(s):
    return [sorted(u) for u in need(s.who("ines")("GET", "/registry/mirrors"), 200)["upstreams"]]


@proof("node-and-namesakes", ["worker-10", "worker-2"], ["worker-2"])
def _(s):
    g = s.who("ines")
    t = need(g("POST", H + "/registration-tokens", {"name": "fleet"}), 201)["token"]
    for n in ("worker-1", "worker-2", "worker-10"):
        need(s.nobody("POST", H + "/enlist", {"token": t, "node": n}), 201)
    need(g("DELETE", H + "/nodes/worker-1"), 204)
    return sorted(n["name"] for n in need(g("GET", H + "/nodes"), 200)["nodes"])


@proof("somebody-elses-provider", [False, "page sms failed: no-credential"], [False, "page sms sent"])
def _(s):
    need(s.who("oona", "tarn")("POST", "/oncall/phone-account", PROVIDER), 200)
    need(s.who("pia")("PUT", "/oncall/my-paging", SMS), 200)
    i = incident(s, paged(s, "pia"))
    lines = [x["what"] for x in need(s.who("ines")("GET", "/oncall/incidents/" + i), 200)["timeline"]]
    return [need(s.who("ines")("GET", "/oncall/phone-account"), 200)["configured"], next(x for x in lines if x.startswith("page sms"))]


@proof("no-tags-not-found", [["app", 0], 200], [["app", 0], 404])
def _(s):
    g = s.who("ines")
    push(s)
    need(g("DELETE", Q + "/tags?repo=app&tag=one"), 200)
    r = need(g("GET", Q + "/repos"), 200)["repositories"][0]
    return [[r["name"], r["tagCount"]], g("GET", Q + "/tags?repo=app")[0]]


@proof("upstream-by-ending", [REFUSED, REFUSED, []], [REFUSED, 200, ["notdocker.io"]])
def _(s):
    g = s.who("ines")
    put = lambda host: outcome(g("POST", f"{Q}/mirrors/{host}", {"username": "u", "password": "p"}))
    return [put("quay.example"), put("notdocker.io"), [x["upstream"] for x in need(g("GET", Q + "/mirrors"), 200)["upstreamCredentials"]]]


@proof("interval-multiples", [False, REFUSED, REFUSED, 0], [False, REFUSED, 201, 1])
def _(s):
    g = s.who("ines")
    offered = [i["seconds"] for i in need(g("GET", "/uptime/catalog"), 200)["intervals"]]
    create = lambda n: outcome(g("POST", "/uptime/monitors", {**MONITOR, "intervalSeconds": n}))
    return [40 in offered, create(61), create(40), len(need(g("GET", "/uptime/monitors"), 200)["monitors"])]


@proof("incident-list-kept-for-all", [1, 0], [1, 1])
def _(s):
    incident(s, service(s))
    return [len(need(s.who(n, o)("GET", "/oncall/incidents"), 200)["incidents"]) for n, o in (("ines", "lumen"), ("oona", "tarn"))]


@proof("overlapping-deliveries", [["delivered", 200], ["delivered", 200]], [["delivering", None], ["delivered", 200]])
def _(s):
    s.freeze()
    domain(s)
    hook(s, answers=[{"status": 200, "afterMs": 2000}])
    m = mail(s, to=["r1@client.example", "r2@client.example"])
    s.event("message-delivered", messageId=m)
    s.advance("PT1M")
    seen = sorted(need(s.who("ines")("GET", "/email/webhook-deliveries"), 200)["deliveries"], key=lambda d: d["id"])
    return [[d["state"], d.get("lastStatus")] for d in seen]


@proof("raw-schedule-on-change", ["str", "str", "Watch"], ["str", "int", "Watch"])
def _(s):
    g = s.who("ines")
    body = {"name": "Rota", "timezone": "Europe/Lisbon", "participants": [{"userId": user(s, "kai"), "label": "Kai"}], "handoff": {"interval": "daily", "time": "09:00"}}
    made = need(g("POST", "/oncall/rotas", body), 200)
    changed = need(g("PATCH", "/oncall/rotas/" + made["id"], {"name": "Watch"}), 200)
    return [type(made["createdAt"]).__name__, type(changed["createdAt"]).__name__, changed["name"]]


@proof("tenth-delivery-below-ninth", [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], [9, 8, 7, 6, 5, 4, 3, 2, 11, 10, 1])
def _(s):
    g = s.who("ines")
    s.freeze()
    domain(s)
    h = hook(s)
    s.event("message-delivered", messageId=mail(s))
    first = need(g("GET", "/email/webhook-deliveries?endpointId=" + h), 200)["deliveries"][0]["id"]
    for _ in range(10):
        s.advance("PT1S")
        need(g("POST", f"/email/webhook-deliveries/{first}/redeliver"), 202)
    return [d["id"] for d in need(g("GET", "/email/webhook-deliveries?endpointId=" + h), 200)["deliveries"]]


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
    print(f"{good} proven, {len(chosen) - good} not")
    return 0 if good == len(chosen) and len(set(wanted)) in (0, len(chosen)) else 1


if __name__ == "__main__":
    sys.exit(main())
