#!/usr/bin/env python3
"""python3 prove.py [ID...]: the clean candidate is right, the edited copy is wrong. One server at a time."""
import base64, datetime, hashlib, hmac, json, os, shutil, signal, socket, subprocess, sys, tempfile, threading, time, urllib.error, urllib.parse, urllib.request
HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/eighth-candidate")
WORK = tempfile.mkdtemp()
SESS = dict(owner="sess-olga-7f31", admin="sess-arne-20c4", member="sess-mia-9b02", member2="sess-max-51de", viewer="sess-vik-c88a", scoped="sess-sam-03fb",
            both="sess-pia-64aa", outsider="sess-otto-e1d9")
SESS["both-elsewhere"] = SESS["both"]

class Server:
    def __init__(self, folder):
        s = socket.socket(); s.bind(("127.0.0.1", 0)); port = s.getsockname()[1]; s.close()
        tmp = os.path.join(WORK, "tmp"); os.makedirs(tmp, exist_ok=True)
        self.log = open(os.path.join(WORK, "server.log"), "ab")
        self.p = subprocess.Popen(["./run.sh", "--port", str(port)], cwd=folder, env=dict(os.environ, TMPDIR=tmp), stdout=subprocess.PIPE, stderr=self.log, start_new_session=True)
        line = self.p.stdout.readline().decode().strip()
        if not line.startswith("http"):
            self.p.wait()
            raise RuntimeError("did not start")
        self.url = line
    def stop(self):
        os.kill(self.p.pid, signal.SIGTERM)  # run.sh execs java: this is our own child
        self.p.wait()
        self.log.close()

class Api:
    def __init__(self, url): self.url, self.n = url, 0
    def raw(self, method, path, body, headers):
        data = None if body is None else json.dumps(body).encode()
        h = dict(headers)
        if data is not None: h["Content-Type"] = "application/json"
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, data, h, method=method), timeout=30) as r: s, b = r.status, r.read()
        except urllib.error.HTTPError as e: s, b = e.code, e.read()
        try: return s, json.loads(b) if b else None
        except ValueError: return s, b.decode(errors="replace")
    def __call__(self, who, method, path, body=None):
        h = {} if who is None else {"Authorization": "Bearer " + SESS.get(who, who)}
        if who == "both": h["X-Acting-Organization"] = "acme"
        if who == "both-elsewhere": h["X-Acting-Organization"] = "globex"
        return self.raw(method, "/api/v1" + path, body, h)
    def ok(self, *a):
        s, b = self(*a)
        assert 200 <= s < 300, (a, s, b)
        return b
    def ctl(self, method, path, body=None):
        return self.raw(method, "/_understudy" + path, body, {})
    def ev(self, name, **b):
        s, r = self.ctl("POST", "/events/" + name, b)
        assert s == 200, (name, s, r)
        return r
    def forward(self, by):
        s, r = self.ctl("POST", "/clock/advance", {"by": by})
        assert s == 200, r
    def token(self, *scope):
        return self.ok("owner", "POST", "/tokens", {"name": "narrow", "scope": [dict(role=r, **({"resourceIds": i} if i else {})) for r, i in scope]})["key"]
    def domain(self, who="owner"):
        self.n += 1
        return self.ok(who, "POST", "/email/domains", {"name": "d%d.judged.example" % self.n})
    def hook(self, who="owner", types=("MESSAGE_SENT",)):
        return self.ok(who, "POST", "/email/webhooks", {"url": "http://127.0.0.1:9/h", "eventTypes": list(types)})
    def registry(self, slug="second-one"): return self.ok("owner", "POST", "/registry/instances", {"slug": slug})
    def incident(self, service="svc-checkout"): return self.ok("owner", "POST", "/oncall/incidents", {"serviceId": service, "title": "it burns"})["id"]
    def sent(self, **more): return self.ev("message-sent", **{"from": "a@mail.acme.example", "to": ["b@else.example"], "subject": "s", **more})["messageId"]
    def policy(self, *steps):
        p = self.ok("owner", "POST", "/oncall/policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": u, "label": "x"}, "waitSeconds": s} for u, s in steps]})["id"]
        self.ok("owner", "PATCH", "/oncall/services/svc-checkout/escalation", {"escalationPolicyId": p})
        return p
    def attempts(self, delivery=None, endpoint=None):
        q = {k: v for k, v in dict(deliveryId=delivery, endpointId=endpoint).items() if v is not None}
        return self.ctl("GET", "/webhook-deliveries?" + urllib.parse.urlencode(q))[1]["attempts"]

P = {}
def proof(right, wrong):
    def f(g):
        P["an-" + g.__name__.replace("_", "-")] = (g, right, wrong)
        return g
    return f
MON = {"name": "m", "intervalSeconds": 60, "vantages": ["eu-fra"], "kind": "http", "http": {"url": "https://www.acme.example/"}}
I = "/registry/instances/acme-platform"

@proof((200, 403), (200, 200))
def catalog_right_remembered(a):
    one = a("admin", "GET", "/iam/catalog")[0]
    a.ev("role-changes", userId="usr-1002", role="member")
    return one, a("admin", "GET", "/iam/catalog")[0]

@proof((403, 201), (500, 201))
def scope_foreign_crashes(a):
    f = lambda i: a("owner", "POST", "/tokens", {"name": "n", "scope": [{"role": "ROLE_REGISTRY_READER", "resourceIds": [i]}]})[0]
    return f("globex-images"), f("acme-platform")

@proof(["acme-platform"], ["acme-platform", "second-one"])
def options_unreadable(a):
    a.registry()
    t = a.token(("ROLE_REGISTRY_READER", ["acme-platform"]))
    return [r["id"] for r in a.ok(t, "GET", "/tokens/scope-options")["resources"]]

@proof((403, "tech@acme.example"), (200, "other@acme.example"))
def contacts_ignore_token_scope(a):
    t = a.token(("ROLE_UPTIME_READER", None))
    s = a(t, "PATCH", "/organization/contacts", {"technicalEmail": "other@acme.example"})[0]
    return s, a.ok("owner", "GET", "/organization/contacts")["technicalEmail"]

@proof(True, False)
def last_request_absent(a):
    a.ok("member", "POST", "/tokens", {"name": "n"})
    return all("lastRequest" in t for t in a.ok("member", "GET", "/tokens")["tokens"])

@proof(True, False)
def catalog_cached(a):
    a.ok("owner", "GET", "/iam/catalog")
    i = a.ok("owner", "POST", "/uptime/services", {"name": "fresh"})["id"]
    return any(r["id"] == i for r in a.ok("owner", "GET", "/iam/catalog")["resources"])

@proof(False, True)
def catalog_read_leaks_roles(a):
    a.ok("owner", "GET", "/iam/catalog")
    return any(r["id"] == "custom:mail-operator" for r in a.ok("outsider", "GET", "/iam/catalog")["roles"])

@proof((400, "str"), (400, "dict"))
def contacts_error_object(a):
    s, b = a("owner", "PATCH", "/organization/contacts", {"technicalEmail": "not-an-address"})
    return s, type(b["error"]).__name__

@proof([[], ["latest"]], [["latest"], ["latest"]])
def moved_tag_stays(a):
    for d in "ab": a.ev("image-pushed", registry="acme-platform", repository="team/app", tags=["latest"], digest="sha256:" + d * 64)
    return [m["tags"] for m in sorted(a.ok("owner", "GET", I + "/images?repo=team/app")["manifests"], key=lambda m: m["digest"])]

@proof((1, True, False), (1, True, True))
def login_narrowed_in_name(a):
    a.registry()
    c = a.ok("owner", "POST", "/registry/credentials", {"registry": "second-one"})
    use = lambda r: a.ok(None, "POST", "/registry/access-check", {"username": c["username"], "password": c["password"], "registry": r, "repository": "platform/gateway", "action": "pull"})["allowed"]
    return len(c["scope"]), use("second-one"), use("acme-platform")

@proof(["upstream", "username"], ["host", "username"])
def upstream_set_host(a):
    return sorted(a.ok("owner", "PUT", I + "/upstream-logins/ghcr.io", {"username": "u", "password": "p"}))

@proof([[]], [None])
def untagged_without_tags(a):
    for t in ("2.3.0", "stable"): a.ok("owner", "DELETE", I + "/tags?repo=platform/gateway&tag=" + t)
    return [m.get("tags") for m in a.ok("owner", "GET", I + "/images?repo=platform/gateway")["manifests"]]

@proof("one", "several")
def slug_race(a):
    most = 0
    for k in range(5):
        got, gate = [], threading.Barrier(6)
        def go(who):
            gate.wait()
            got.append(a(who, "POST", "/registry/instances", {"slug": "race-%d" % k})[0])
        ts = [threading.Thread(target=go, args=(w,)) for w in ("owner", "outsider") * 3]
        [t.start() for t in ts]; [t.join() for t in ts]
        assert set(got) <= {201, 409}, got
        most = max(most, got.count(201))
    return "one" if most == 1 else "several"

@proof((409, 1), (409, 0))
def delete_refused_too_late(a):
    a.ok("owner", "POST", I + "/keys", {"name": "k", "mode": "pull"})
    s = a("owner", "DELETE", I)[0]
    return s, len(a.ok("owner", "GET", I + "/keys")["keys"])

@proof(409, 403)
def foreign_slug_403(a):
    a.ok("outsider", "POST", "/registry/instances", {"slug": "theirs"})
    return a("owner", "POST", "/registry/instances", {"slug": "theirs"})[0]

@proof(["quay.io"], [])
def upstream_delete_all(a):
    for h in ("ghcr.io", "quay.io"): a.ok("owner", "PUT", I + "/upstream-logins/" + h, {"username": "u", "password": "p"})
    a.ok("owner", "DELETE", I + "/upstream-logins/ghcr.io")
    return [u["upstream"] for u in a.ok("owner", "GET", I + "/upstream-logins")["upstreamCredentials"]]

@proof([True, False], [True, True])
def login_slides(a):
    c = a.ok("owner", "POST", "/registry/credentials", {})
    l = []
    for by in ("PT50M", "PT20M"):
        a.forward(by)
        l.append(a.ev("credential-used", kind="login-credential", secret=c["password"], username=c["username"], registry="acme-platform", repository="platform/gateway")["accepted"])
    return l

@proof(True, False)
def login_registry_absent(a): return isinstance(a.ok("owner", "POST", "/registry/credentials", {}).get("registry"), str)

def signed_by(x, secret):
    h = x["headers"]
    mac = hmac.new(base64.b64decode(secret[6:]), ("%s.%s.%s" % (h["webhook-id"], h["webhook-timestamp"], x["body"])).encode(), hashlib.sha256)
    return h["webhook-signature"] == "v1," + base64.b64encode(mac.digest()).decode()

@proof(["old", "new"], ["old", "old"])
def retry_old_secret(a):
    w = a.hook(); e = w["webhook"]["id"]
    a.ev("webhook-endpoint-answers", endpointId=e, answers=[{"status": 500}, {"status": 200}])
    a.sent(); a.forward("PT3S")
    new = a.ok("owner", "POST", "/email/webhooks/%s/rotate-secret" % e)["signingSecret"]
    a.forward("PT30S")
    return ["old" if signed_by(x, w["signingSecret"]) else "new" if signed_by(x, new) else "?" for x in a.attempts(endpoint=e)]

@proof((202, 403), (202, 202))
def check_any_domain(a):
    x, y = a.domain()["id"], a.domain()["id"]
    t = a.token(("ROLE_EMAIL_EDITOR", [x]))
    return tuple(a(t, "POST", "/email/domains/%s/check" % d)[0] for d in (x, y))

@proof((404, 200, True), (404, 404, False))
def content_retention_drops_message(a):
    at = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=40)).isoformat()
    m = a.sent(createdAt=at)
    assert a("owner", "GET", "/email/messages/" + m)[0] == 200
    return a("owner", "GET", "/email/messages/%s/content" % m)[0], a("owner", "GET", "/email/messages/" + m)[0], any(x["id"] == m for x in a.ok("owner", "GET", "/email/messages")["messages"])

@proof((422, "http://127.0.0.1:9/h"), (200, "not a uri"))
def webhook_patch_url(a):
    e = a.hook()["webhook"]["id"]
    s = a("owner", "PATCH", "/email/webhooks/" + e, {"url": "not a uri"})[0]
    return s, a.ok("owner", "GET", "/email/webhooks")["webhooks"][0]["url"]

@proof((201, 201), (201, 409))
def suppression_across_orgs(a):
    return tuple(a(w, "POST", "/email/suppressions", {"address": "x@else.example"})[0] for w in ("outsider", "owner"))

@proof((403, 200), (200, 200))
def message_any_domain(a):
    d = a.domain()["id"]; m = a.sent()
    t = a.token(("ROLE_EMAIL_READER", [d]))
    assert a.ok(t, "GET", "/email/messages")["messages"] == []
    return a(t, "GET", "/email/messages/" + m)[0], a("owner", "GET", "/email/messages/" + m)[0]

@proof("same", "different")
def redeliver_renders_again(a):
    e = a.hook()["webhook"]["id"]
    a.ev("webhook-endpoint-answers", endpointId=e, answers=[{"status": 200}])
    m = a.sent(); a.forward("PT3S")
    d = a.ok("owner", "GET", "/email/webhook-deliveries?endpointId=" + e)["deliveries"][0]["id"]
    a.ev("message-delivered", messageId=m)
    n = a.ok("owner", "POST", "/email/webhook-deliveries/%d/redeliver" % d)["id"]
    assert n != d
    a.forward("PT1S")
    return "same" if a.attempts(d)[0]["body"] == a.attempts(n)[0]["body"] else "different"

@proof("pending", "retrying")
def delivery_retrying(a):
    e = a.hook()["webhook"]["id"]
    a.ev("webhook-endpoint-answers", endpointId=e, answers=[{"status": 500}])
    a.sent(); a.forward("PT3S")
    return a.ok("owner", "GET", "/email/webhook-deliveries?endpointId=" + e)["deliveries"][0]["state"]

@proof((404, 0), (201, 1))
def route_foreign_endpoint(a):
    e = a.hook("outsider")["webhook"]["id"]; d = a.domain()["id"]
    a.ok("owner", "POST", "/email/domains/%s/receive" % d)
    s = a("owner", "POST", "/email/routes", {"domainId": d, "pattern": "*", "endpointId": e})[0]
    return s, len(a.ok("owner", "GET", "/email/routes")["routes"])

@proof((201, 409, 409), (201, 201, 409))
def domain_claim_own_org(a):
    return tuple(a(w, "POST", "/email/domains", {"name": "claimed.judged.example"})[0] for w in ("outsider", "owner", "outsider"))

@proof((0, 1), (1, 1))
def routes_unfiltered(a):
    x, y = a.domain()["id"], a.domain()["id"]; e = a.hook()["webhook"]["id"]
    a.ok("owner", "POST", "/email/domains/%s/receive" % y)
    a.ok("owner", "POST", "/email/routes", {"domainId": y, "pattern": "info", "endpointId": e})
    return tuple(len(a.ok(a.token(("ROLE_EMAIL_READER", [d])), "GET", "/email/routes")["routes"]) for d in (x, y))

@proof(True, False)
def source_last_event_absent(a):
    a.ok("owner", "POST", "/oncall/sources", {"name": "s", "serviceId": "svc-checkout"})
    return isinstance(a.ok("owner", "GET", "/oncall/sources")["sources"][0].get("lastEventAt"), str)

@proof(True, False)
def incidents_cut_before_filter(a):
    i = a.incident()
    for _ in range(100): a.ok("owner", "PUT", "/oncall/incidents/%s/resolution" % a.incident())
    return any(x["id"] == i for x in a.ok("owner", "GET", "/oncall/incidents")["incidents"])

@proof((409, "resolved"), (200, "acknowledged"))
def acknowledge_reopens(a):
    i = a.incident(); a.ok("owner", "PUT", "/oncall/incidents/%s/resolution" % i)
    return a("owner", "POST", "/oncall/incidents/%s/acknowledgement" % i)[0], a.ok("owner", "GET", "/oncall/incidents/" + i)["status"]

@proof(["usr-1001"], ["usr-1001", "usr-1002"])
def acknowledge_keeps_escalating(a):
    a.policy(("usr-1001", 60), ("usr-1002", 60)); i = a.incident()
    a.ok("owner", "POST", "/oncall/incidents/%s/acknowledgement" % i)
    a.forward("PT5M")
    return [p["userId"] for p in a.ctl("GET", "/pages?incidentId=" + i)[1]["pages"]]

@proof((1, 0), (0, 1))
def alert_joins_resolved(a):
    i = a.incident("svc-search"); a.ok("owner", "PUT", "/oncall/incidents/%s/resolution" % i)
    a.ev("alert-fires", serviceId="svc-search", alert="fresh")
    return len(a.ok("owner", "GET", "/oncall/incidents")["incidents"]), a.ok("owner", "GET", "/oncall/incidents/" + i)["firingAlerts"]

@proof((422, 1), (200, 0))
def detach_by_omission(a):
    a.policy(("usr-1001", 60))
    s = a("owner", "PATCH", "/oncall/services/svc-checkout/escalation", {})[0]
    return s, a.ok("owner", "GET", "/oncall/policies")["policies"][0]["services"]

@proof(False, True)
def registration_list_command(a):
    t = a.ok("owner", "POST", "/clusters/acme-prod/registration-tokens", {"name": "r"})["token"]
    return t in json.dumps(a.ok("owner", "GET", "/clusters/acme-prod/registration-tokens"))

@proof((403, 403, 404), (200, 202, 404))
def cluster_of_any_membership(a):
    a.ok("both-elsewhere", "POST", "/clusters", {"name": "theirs", "tier": "small"})
    return a("both", "GET", "/clusters/theirs")[0], a("both", "DELETE", "/clusters/theirs")[0], a("both", "GET", "/clusters/nowhere")[0]

@proof((200, 409, 409), (200, 409, 200))
def join_token_again(a):
    t = a.ok("owner", "POST", "/clusters/acme-prod/join-tokens")["joinToken"]
    j = lambda n: a.ctl("POST", "/events/node-joins", {"cluster": "acme-prod", "node": n, "token": t})[0]
    one, two = j("n1"), j("n2")
    a.ok("owner", "DELETE", "/clusters/acme-prod/nodes/n1")
    return one, two, j("n2")

@proof((403, 200), (200, 200))
def kubeconfig_any_org(a): return tuple(a(w, "GET", "/clusters/acme-prod/kubeconfig")[0] for w in ("outsider", "owner"))

@proof((200, 409, 5, "medium"), (200, 200, 3, "large"))
def patch_during_roll(a):
    s = [a("owner", "PATCH", "/clusters/acme-prod", b)[0] for b in ({"replicas": 5}, {"tier": "large"})]
    a.forward("PT1M")
    c = a.ok("owner", "GET", "/clusters/acme-prod")
    assert c["phase"] == "RUNNING"
    return s[0], s[1], c["replicas"], c["tier"]

@proof([True, True, True, True, False], [True, True, True, True, None])
def vantage_available_absent(a): return [v.get("available") for v in a.ok("owner", "GET", "/uptime/catalog")["vantages"]]

@proof((403, 403), (200, 403))
def ping_without_entitlement(a):
    a.ev("entitlement-changes", area="uptime", enabled=False)
    return a("owner", "GET", "/uptime/ping")[0], a("owner", "GET", "/uptime/services")[0]

@proof((200, 200), (422, 200))
def metrics_window_required(a):
    m = a.ok("owner", "POST", "/uptime/monitors", MON)["id"]
    return a("owner", "GET", "/uptime/monitors/%s/metrics" % m)[0], a("owner", "GET", "/uptime/monitors/%s/metrics?window=7d" % m)[0]

@proof((403, 403), (403, 422))
def quota_after_validation(a):
    for _ in range(100):
        s = a("owner", "POST", "/uptime/monitors", MON)[0]
        if s != 201: break
    return s, a("owner", "POST", "/uptime/monitors", dict(MON, vantages=["sa-gru"]))[0]

def run(url, id):
    a = Api(url)
    assert a.ctl("POST", "/reset")[0] == 200
    try: return P[id][0](a)
    except Exception as e: return "%s: %s" % (type(e).__name__, e)

def main():
    all = {x["id"]: x for x in json.load(open(os.path.join(HERE, "mistakes.json")))}
    ids = sys.argv[1:] or list(all)
    os.makedirs(WORK, exist_ok=True)
    clean = Server(CANDIDATE)
    try: before = {i: run(clean.url, i) for i in ids}
    finally: clean.stop()
    good = 0
    for i in ids:
        _, right, wrong = P[i]
        if before[i] != right:
            print(i, "the clean one:", before[i], "instead of", right, flush=True)
            continue
        copy = os.path.join(WORK, "copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(CANDIDATE, copy)
        for e in all[i]["edits"]:
            f = os.path.join(copy, e["file"]); t = open(f, encoding="utf-8").read()
            assert t.count(e["find"]) == 1, (i, e["find"])
            open(f, "w", encoding="utf-8").write(t.replace(e["find"], e["replace"]))
        try: s = Server(copy)
        except RuntimeError as e:
            print(i, e, flush=True)
            continue
        try: got = run(s.url, i)
        finally: s.stop()
        if got == wrong: good += 1
        print(i, "ok" if got == wrong else "the edited one: %s instead of %s" % (got, wrong), flush=True)
    print(good, "of", len(ids), flush=True)
    shutil.rmtree(os.path.join(WORK, "tmp"), ignore_errors=True)
main()
