"""python3 prove.py [ID...]: shows each mistake of mistakes.json against the clean candidate."""
import base64, hashlib, http.server, json, os, shutil, socket, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/fifth-candidate")
PYTHON = os.environ.get("FIFTH_CANDIDATE_PYTHON", "python3")
N = 19110988921110985093139619855057221899997019521987129757937153603721386832644858390674897943128068350878681415872097565255599490303567578178800591584014154630969485977152110563113384021890521907266753163224368431591498982404008930378518402245443883557474034604396698863393612938676814088528657892343630026111607742797189138709555323310543377020066139002265742827651145985781929328801787281542043932805959097377042588939467740116603446137440573946163819599973234518742030651002523416918956165070260070157682969370909038218664174237197788262010033936495997551560724111595046588216708217452338054588683427586753196373959
D = 3638223496257704892115239744291338160662111693639812997618183574726183420319721313323090226703043239387489031922856177013160307013938094345908503301920328978337287208659815179832524158095687879762785080808838255287110137082314073269566578354445284544682008525592496046037054058461651753597628823318511680741840680907434315602444892950688011013617934971556190539255991187163003775009024722350052540874407969782780142885207359158745731069269708299446723763217022693844451091653179109333729413232838272804626853621534248051319341423159304442980697990423225658008222252475871627313604363400731976378495457316744027401353
E = 65537
A1, A2 = "5e0f1c9a-0000-4000-8000-000000000001", "5e0f1c9a-0000-4000-8000-000000000002"
USER = {n: f"7d0c5e52-0000-4000-8000-00000000000{i}" for i, n in enumerate(("olivia", "adam", "mia", "max", "victor", "gina", "dana"), 1)}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, folder):
        self.port = free_port()
        self.process = subprocess.Popen([PYTHON, "main.py", "--port", str(self.port)], cwd=folder, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        for _ in range(150):
            try:
                if self("GET", "/_understudy/health", who=None)[0] == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the server does not start")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def __call__(self, method, path, body=None, who="olivia", org=None, bearer=None):
        url = f"http://127.0.0.1:{self.port}" + (path if path.startswith("/_") else "/api/v1" + path)
        headers = {}
        if bearer or who:
            headers["Authorization"] = "Bearer " + (bearer or "session-" + who)
        if org:
            headers["X-Organization"] = org
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                status, raw = answer.status, answer.read()
        except urllib.error.HTTPError as answer:
            status, raw = answer.code, answer.read()
        try:
            return status, json.loads(raw)
        except ValueError:
            return status, raw.decode(errors="replace")

    def ok(self, method, path, body=None, **kw):
        status, answer = self(method, path, body, **kw)
        assert 200 <= status < 300, f"{method} {path}: {status} {answer}"
        return answer

    def event(self, name, **body):
        return self.ok("POST", "/_understudy/events/" + name, body, who=None)

    def advance(self, by):
        return self.ok("POST", "/_understudy/clock/advance", {"by": by}, who=None)


PROOFS = {}
def proof(function):
    PROOFS["ay-" + function.__name__.replace("_", "-")] = function
    return function


def incident(c, service=A1, who="olivia"):
    return c.ok("POST", "/oncall/incidents", {"serviceId": service, "title": "t"}, who=who)["id"]

def domain(c, name="mail.judged.example", who="olivia"):
    d = c.ok("POST", "/email/domains", {"name": name}, who=who)
    c.event("dns-record-published", domain=d["id"])
    c.ok("POST", f"/email/domains/{d['id']}/check", who=who)
    c.advance("PT5S")
    assert c.ok("GET", f"/email/domains/{d['id']}", who=who)["sendState"] == "verified"
    return d["id"]

def registry(c, slug, who="olivia"):
    c.ok("POST", "/registry/registries", {"slug": slug}, who=who)
    return slug

def allowed(c, login, slug, action="pull"):
    return c.ok("POST", "/registry/data-plane/authorize", {"username": login["username"], "password": login["password"],
                "registry": slug, "repository": "r", "action": action}, who=None)["allowed"]

def cluster(c, name="one", who="olivia"):
    c.ok("POST", "/clusters", {"name": name, "tier": "small"}, who=who)
    c.advance("PT5S")
    assert c.ok("GET", f"/clusters/{name}", who=who)["phase"] == "ready"
    return name

MONITOR = {"name": "m", "intervalSeconds": 60, "vantages": ["fra"], "kind": "http", "http": {"url": "https://a.example/"}}


@proof
def unfiltered_acknowledged(c):
    s = c.ok("POST", "/oncall/services", {"name": "x"}, who="gina")["id"]
    i = incident(c, s, "gina")
    c.ok("POST", f"/oncall/incidents/{i}/acknowledge", who="gina")
    return i not in [x["id"] for x in c.ok("GET", "/oncall/incidents")["incidents"]]

@proof
def webhooks_not_gated(c):
    c.event("entitlement-changes", area="email", enabled=False)
    assert c("GET", "/email/domains")[0] == 403
    return c("GET", "/email/webhooks")[0] == 403

@proof
def login_narrowed_in_name_only(c):
    registry(c, "aa"), registry(c, "bb")
    l = c.ok("POST", "/registry/login", {"registry": "aa"})
    assert [s["registry"] for s in l["scope"]] == ["aa"] and allowed(c, l, "aa")
    return not allowed(c, l, "bb")

@proof
def slug_race(c):
    got = []
    go = lambda: got.append(c("POST", "/registry/registries", {"slug": "race"})[0])
    threads = [threading.Thread(target=go) for _ in range(2)]
    [t.start() for t in threads], [t.join() for t in threads]
    return sorted(got) == [201, 409]

@proof
def second_patch_drops_first(c):
    cluster(c)
    c.ok("PATCH", "/clusters/one", {"replicas": 3})
    second = c("PATCH", "/clusters/one", {"tier": "medium"})[0]
    c.advance("PT30S")
    end = c.ok("GET", "/clusters/one")
    return end["replicas"] == 3 and (second == 409 or end["tier"] == "medium")

@proof
def kubeconfig_revived(c):
    cluster(c)
    a = c.ok("GET", "/clusters/one/kubeconfig")["kubeconfig"]
    used = lambda: c.event("credential-used", kind="kubeconfig", secret=a, cluster="one")["accepted"]
    assert used()
    c.advance("PT2H")
    assert not used()
    c.ok("GET", "/clusters/one/kubeconfig")
    return not used()

@proof
def foreign_registration_token(c):
    cluster(c), cluster(c, "two", "gina")
    t = c.ok("POST", "/clusters/one/registration-tokens", {"name": "t"})["id"]
    status = c("PATCH", f"/clusters/two/registration-tokens/{t}", {"disabled": True}, who="gina")[0]
    disabled = c.ok("GET", "/clusters/one/registration-tokens")["tokens"][0]["disabled"]
    return status in (403, 404) and not disabled

@proof
def since_beyond_window(c):
    domain(c)
    at = lambda days: (datetime.now(timezone.utc) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
    old = c.event("message-sent", **{"from": "a@mail.judged.example", "to": ["b@x.example"], "createdAt": at(100)})["messageId"]
    new = c.event("message-sent", **{"from": "a@mail.judged.example", "to": ["b@x.example"], "createdAt": at(10)})["messageId"]
    ids = lambda q: [m["id"] for m in c.ok("GET", "/email/messages" + q)["messages"]]
    assert ids("") == [new] and ids("?since=" + at(5)) == []
    return ids("?since=" + at(120)) == [new]

@proof
def timeline_on_status_page(c):
    i = incident(c)
    c.ok("POST", f"/oncall/incidents/{i}/updates", {"body": "hello"})
    c.ok("POST", f"/oncall/incidents/{i}/resolve")
    page = json.dumps(c.ok("GET", f"/oncall/status-pages/{A1}", who=None))
    assert "hello" in page
    return "update-published" not in page

def hook(c):
    return c.ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/", "eventTypes": ["message.sent"]})

@proof
def last_attempt_lost(c):
    domain(c)
    w = hook(c)["webhook"]["id"]
    c.event("webhook-endpoint-answers", endpointId=w, answers=[{"status": 500}] * 5 + [{"status": 503}])
    c.event("message-sent", **{"from": "a@mail.judged.example", "to": ["b@x.example"]})
    for _ in range(6):
        c.advance("PT3H")
    d = c.ok("GET", "/email/webhook-deliveries")["deliveries"][0]
    return d["state"] == "failed" and d["lastStatus"] == 503 and d["attempts"] == 6

@proof
def scope_one_visible_is_enough(c):
    registry(c, "hers", "gina"), registry(c, "mine")
    make = lambda ids: c("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ids}]})[0]
    assert make(["mine"]) == 201 and 400 <= make(["hers"]) < 500
    return 400 <= make(["mine", "hers"]) < 500

@proof
def retracted_still_public(c):
    i = incident(c)
    page = lambda: [x["id"] for x in c.ok("GET", f"/oncall/status-pages/{A1}", who=None)["incidents"]]
    assert page() == []
    u = c.ok("POST", f"/oncall/incidents/{i}/updates", {"body": "hello"})["id"]
    assert page() == [i]
    c.ok("DELETE", f"/oncall/incidents/{i}/updates/{u}")
    return page() == []

@proof
def resolved_without_count(c):
    i = incident(c)
    return c.ok("POST", f"/oncall/incidents/{i}/resolve").get("firingAlerts") == 0

@proof
def steps_by_wait(c):
    step = lambda who, wait: {"target": {"kind": "user", "id": USER[who], "label": who}, "waitSeconds": wait}
    p = c.ok("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [step("mia", 600), step("max", 60)]})
    assert [s["target"]["label"] for s in p["steps"]] == ["mia", "max"]
    c.ok("PUT", f"/oncall/services/{A1}/escalation-policy", {"escalationPolicyId": p["id"]})
    i = incident(c)
    c.advance("PT1H")
    pages = [x["userId"] for x in c.ok("GET", f"/_understudy/pages?incidentId={i}", who=None)["pages"]]
    return pages == [USER["mia"], USER["max"]]

@proof
def dns_of_anyone(c):
    d = c.ok("POST", "/email/domains", {"name": "mail.judged.example"})["id"]
    assert c("GET", f"/email/domains/{d}/dns")[0] == 200
    return c("GET", f"/email/domains/{d}/dns", who="gina")[0] in (403, 404)

@proof
def list_by_last_activity(c):
    a = incident(c); time.sleep(0.02)
    b = incident(c); time.sleep(0.02)
    c.ok("POST", f"/oncall/incidents/{a}/acknowledge")
    return [x["id"] for x in c.ok("GET", "/oncall/incidents")["incidents"]] == [b, a]

@proof
def pattern_per_endpoint(c):
    d = c.ok("POST", "/email/domains", {"name": "mail.judged.example"})["id"]
    c.ok("POST", f"/email/domains/{d}/receive")
    w, v = hook(c)["webhook"]["id"], hook(c)["webhook"]["id"]
    make = lambda e: c("POST", "/email/routes", {"domainId": d, "pattern": "info", "endpointId": e})[0]
    assert make(w) == 201 and make(w) == 409
    return make(v) == 409

@proof
def points_without_latency(c):
    m = c.ok("POST", "/uptime/monitors", MONITOR)["id"]
    c.event("probe-result", monitorId=m, outcome="error")
    points = c.ok("GET", f"/uptime/monitors/{m}/metrics?window=1h")["series"][0]["points"]
    return len(points) == 1 and isinstance(points[0].get("latencyMs"), (int, float))

def b64(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

def id_token(claims):
    text = b64(json.dumps({"alg": "RS256", "kid": "k", "typ": "JWT"}).encode()) + "." + b64(json.dumps(claims).encode())
    info = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(text.encode()).digest()
    padded = b"\x00\x01" + b"\xff" * (256 - 3 - len(info)) + b"\x00" + info
    return text + "." + b64(pow(int.from_bytes(padded, "big"), D, N).to_bytes(256, "big"))

class Issuer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        me = f"http://127.0.0.1:{self.server.server_port}"
        if self.path == "/jwks":
            body = {"keys": [{"kty": "RSA", "kid": "k", "alg": "RS256", "use": "sig", "n": b64(N.to_bytes(256, "big")), "e": "AQAB"}]}
        else:
            body = {"issuer": me, "jwks_uri": me + "/jwks"}
        raw = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)
    def log_message(self, *_):
        pass

@proof
def rules_of_all_registries(c):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Issuer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        issuer = f"http://127.0.0.1:{server.server_port}"
        registry(c, "aa"), registry(c, "bb")
        c.ok("POST", "/registry/registries/aa/oidc-rules", {"issuer": issuer, "audience": "x", "subjectPattern": "repo:*", "mode": "pull"})
        t = id_token({"iss": issuer, "aud": "x", "sub": "repo:a", "exp": int(time.time()) + 600})
        change = lambda r: c("POST", "/registry/oidc/exchange", {"registry": r, "token": t}, who=None)[0]
        assert change("aa") == 201
        return 400 <= change("bb") < 500
    finally:
        server.shutdown()

@proof
def cap_before_status(c):
    first = incident(c)
    for _ in range(100):
        c.ok("POST", f"/oncall/incidents/{incident(c)}/resolve")
    return [x["id"] for x in c.ok("GET", "/oncall/incidents")["incidents"]] == [first]

@proof
def validation_echoes_body(c):
    registry(c, "aa")
    status, answer = c("PUT", "/registry/registries/aa/upstream-credentials/docker.io", {"password": "hunter2-hunter2"})
    assert 400 <= status < 500
    return "hunter2" not in json.dumps(answer)

@proof
def moved_endpoint_tells_secret(c):
    w = hook(c)
    assert w["signingSecret"] not in json.dumps(c.ok("PATCH", f"/email/webhooks/{w['webhook']['id']}", {"disabled": True}))
    return w["signingSecret"] not in json.dumps(c.ok("PATCH", f"/email/webhooks/{w['webhook']['id']}", {"url": "http://127.0.0.1:9/b"}))

@proof
def acknowledge_reopens(c):
    i = incident(c)
    c.ok("POST", f"/oncall/incidents/{i}/resolve")
    c("POST", f"/oncall/incidents/{i}/acknowledge")
    return c.ok("GET", f"/oncall/incidents/{i}")["status"] == "resolved"

def joined(c, token, node):
    return c("POST", "/clusters/one/join", {"token": token, "node": node}, who=None)[0]

@proof
def unready_node_without_ready(c):
    cluster(c)
    t = c.ok("POST", "/clusters/one/join-tokens")["joinToken"]
    assert joined(c, t, "n1") == 201
    n = c.ok("GET", "/clusters/one/nodes")["nodes"][0]
    c.advance("PT10S")
    assert c.ok("GET", "/clusters/one/nodes")["nodes"][0]["ready"] is True
    return n.get("ready") is False

@proof
def override_removes_namesakes(c):
    s = c.ok("POST", "/oncall/schedules", {"name": "s", "timezone": "UTC", "participants": [{"userId": USER["max"], "label": "Max"}],
             "handoff": {"interval": "daily", "time": "09:00"}})["id"]
    add = lambda a, b: c.ok("POST", f"/oncall/schedules/{s}/overrides", {"userId": USER["mia"], "label": "Mia", "startsAt": a, "endsAt": b})["id"]
    a, b = add("2030-01-01T00:00:00Z", "2030-01-02T00:00:00Z"), add("2030-02-01T00:00:00Z", "2030-02-02T00:00:00Z")
    c.ok("DELETE", f"/oncall/schedules/{s}/overrides/{a}")
    return [o["id"] for o in c.ok("GET", "/oncall/schedules")["schedules"][0]["overrides"]] == [b]

@proof
def quota_of_everyone(c):
    c.ok("POST", "/uptime/monitors", MONITOR, who="gina")
    c.event("quota-changes", organization="acme", quota="monitors", value=1)
    return c("POST", "/uptime/monitors", MONITOR)[0] == 201

@proof
def contacts_of_home(c):
    c.ok("PATCH", "/organization/contacts", {"technicalEmail": "new@globex.example"}, who="dana", org="globex")
    return c.ok("GET", "/organization/contacts", who="dana", org="globex")["technicalEmail"] == "new@globex.example"

@proof
def refused_but_kept(c):
    step = lambda kind, id_: {"target": {"kind": kind, "id": id_, "label": "l"}, "waitSeconds": 60}
    status = c("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [step("user", USER["mia"]), step("schedule", "no-such")]})[0]
    assert 400 <= status < 500
    return c.ok("GET", "/oncall/escalation-policies")["policies"] == []

@proof
def deleted_while_rolling_survives(c):
    cluster(c)
    c.ok("PATCH", "/clusters/one", {"replicas": 3})
    time.sleep(0.3)
    assert c("DELETE", "/clusters/one")[0] == 202
    time.sleep(4)
    return c("GET", "/clusters/one")[0] == 404

@proof
def revoked_source_404(c):
    s = c.ok("POST", "/oncall/alert-sources", {"name": "s", "serviceId": A1})
    fire = lambda: c("POST", f"/oncall/alert-sources/{s['id']}/webhook", {"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}, bearer=s["token"])[0]
    assert fire() == 202
    c.ok("DELETE", f"/oncall/alert-sources/{s['id']}")
    return fire() == 401

@proof
def revoked_domain_key_sends(c):
    d = domain(c)
    k = c.ok("POST", "/email/keys", {"name": "k", "domainIds": [d]})
    send = lambda: c("POST", "/email/send", {"from": "a@mail.judged.example", "to": ["b@x.example"]}, bearer=k["secret"])[0]
    assert send() == 202
    c.ok("DELETE", f"/email/keys/{k['sendKey']['id']}")
    return 400 <= send() < 500

@proof
def upstream_login_spreads(c):
    registry(c, "aa"), registry(c, "bb")
    for slug, user in (("aa", "one"), ("bb", "two")):
        c.ok("PUT", f"/registry/registries/{slug}/upstream-credentials/docker.io", {"username": user, "password": "p"})
    return c.ok("GET", "/registry/registries/aa/upstream-credentials")["upstreamCredentials"][0]["username"] == "one"

@proof
def content_of_anyone(c):
    domain(c)
    m = c.event("message-sent", **{"from": "a@mail.judged.example", "to": ["b@x.example"]})["messageId"]
    assert c("GET", f"/email/messages/{m}/content")[0] == 200
    return c("GET", f"/email/messages/{m}/content", who="gina")[0] in (403, 404)

@proof
def login_kept_alive(c):
    registry(c, "aa")
    l = c.ok("POST", "/registry/login", {})
    c.advance("PT40M")
    assert allowed(c, l, "aa")
    c.advance("PT40M")
    return not allowed(c, l, "aa")

@proof
def join_token_for_two(c):
    cluster(c)
    t = c.ok("POST", "/clusters/one/join-tokens")["joinToken"]
    assert joined(c, t, "n1") == 201
    second = joined(c, t, "n2")
    c.advance("PT10S")
    assert 400 <= joined(c, t, "n3") < 500
    return 400 <= second < 500

@proof
def options_beyond_grant(c):
    registry(c, "aa"), registry(c, "bb")
    key = c.ok("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["aa"]}]})["key"]
    assert [r["slug"] for r in c.ok("GET", "/registry/registries", bearer=key)["registries"]] == ["aa"]
    return [r["id"] for r in c.ok("GET", "/tokens/scope-options", bearer=key)["resources"]] == ["aa"]

@proof
def purged_left_out(c):
    registry(c, "aa")
    c.event("image-pushed", registry="aa", repository="r", tags=["v1"])
    return c.ok("DELETE", "/registry/registries/aa/tags?repo=r&tag=v1").get("purged") is False

@proof
def unreachable_provider_422(c):
    c.event("provider-behaves", behaviour="unreachable")
    return c("PUT", "/oncall/provider-credential", {"accountSid": "AC0123", "authToken": "s", "fromNumber": "+15550101"})[0] == 502

@proof
def login_decision_cached(c):
    registry(c, "aa")
    l = c.ok("POST", "/registry/login", {})
    assert allowed(c, l, "aa")
    c.ok("DELETE", f"/registry/login/{l['username']}")
    return not allowed(c, l, "aa")

@proof
def interval_seconds_text(c):
    return all(isinstance(i["seconds"], int) for i in c.ok("GET", "/uptime/catalog")["intervals"])

@proof
def reserved_slug_422(c):
    c.event("slug-claimed-elsewhere", slug="held", how="reserved")
    return c("POST", "/registry/registries", {"slug": "held"})[0] == 409

@proof
def deleted_monitors_counted(c):
    s = c.ok("POST", "/uptime/services", {"name": "s"})["id"]
    m = c.ok("POST", "/uptime/monitors", {**MONITOR, "serviceId": s})["id"]
    c.ok("DELETE", f"/uptime/monitors/{m}")
    return c.ok("GET", "/uptime/services")["services"][0]["monitors"] == 0 and c("DELETE", f"/uptime/services/{s}")[0] == 204

@proof
def redelivery_restamped(c):
    domain(c)
    w = hook(c)["webhook"]["id"]
    c.event("webhook-endpoint-answers", endpointId=w, answers=[{"status": 200}])
    c.event("message-sent", **{"from": "a@mail.judged.example", "to": ["b@x.example"]})
    c.advance("PT1S")
    d = c.ok("GET", "/email/webhook-deliveries")["deliveries"][0]
    new = c.ok("POST", f"/email/webhook-deliveries/{d['id']}/redeliver")["id"]
    c.advance("PT1S")
    bodies = {a["deliveryId"]: a["body"] for a in c.ok("GET", f"/_understudy/webhook-deliveries?endpointId={w}", who=None)["attempts"]}
    return bodies[new] == bodies[d["id"]]

@proof
def token_follows_header(c):
    t = c.ok("POST", "/tokens", {"name": "t"}, who="dana")
    assert t["orgSlug"] == "acme"
    status, answer = c("GET", "/organization/contacts", bearer=t["key"], org="globex")
    return status in (401, 403) or answer["technicalEmail"] == "tech@acme.example"


def outcome(server, id_):
    server.ok("POST", "/_understudy/reset", {}, who=None)
    try:
        return PROOFS[id_](server)
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


def main():
    mistakes = json.load(open(os.path.join(HERE, "mistakes.json")))
    wanted = [m for m in mistakes if not sys.argv[1:] or m["id"] in sys.argv[1:]]
    clean = Server(CANDIDATE)
    try:
        rights = {m["id"]: outcome(clean, m["id"]) for m in wanted}
    finally:
        clean.stop()
    good = 0
    for m in wanted:
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, "copy")
            shutil.copytree(CANDIDATE, copy, ignore=shutil.ignore_patterns("__pycache__"))
            for e in m["edits"]:
                path = os.path.join(copy, e["file"])
                text = open(path).read()
                assert text.count(e["find"]) == 1, (m["id"], e["file"])
                open(path, "w").write(text.replace(e["find"], e["replace"]))
            edited = Server(copy)
            try:
                wrong = outcome(edited, m["id"])
            finally:
                edited.stop()
        good += rights[m["id"]] is True and wrong is False
        print(m["id"], "ok" if rights[m["id"]] is True and wrong is False else f"NOT: clean {rights[m['id']]}, edited {wrong}", flush=True)
    print(f"{good} of {len(wanted)} proven")


if __name__ == "__main__":
    main()
