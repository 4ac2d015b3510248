"""python3 prove.py [ID...]: shows for each mistake that the clean candidate is right and the edited copy wrong."""
import concurrent.futures, json, os, pathlib, shutil, subprocess, sys, tempfile, time, urllib.error, urllib.parse, urllib.request
from datetime import datetime, timedelta, timezone

HERE = pathlib.Path(__file__).resolve().parent
PYTHON, PORT = os.environ.get("FIFTH_CANDIDATE_PYTHON", "python3"), 18231
CANDIDATE = HERE / "../../../../../examples/fifth-candidate"
COPIES = pathlib.Path(tempfile.mkdtemp())
BASE = f"http://127.0.0.1:{PORT}"
MISTAKES = {m["id"]: m for m in json.loads((HERE / "mistakes.json").read_text())}
SVC = "5e0f1c9a-0000-4000-8000-000000000001"
MIA, MAX = "7d0c5e52-0000-4000-8000-000000000003", "7d0c5e52-0000-4000-8000-000000000004"
PROOFS = {}


class Answer:
    def __init__(self, status, raw):
        self.status, self.raw = status, raw
        try:
            self.body = json.loads(raw) if raw else None
        except ValueError:
            self.body = None

    def __getitem__(self, name):
        if not isinstance(self.body, dict) or name not in self.body:
            raise AssertionError(f"no {name} in {self.status} {self.raw[:300]!r}")
        return self.body[name]

    def ok(self):
        assert 200 <= self.status < 300, f"{self.status} {self.raw[:300]!r}"
        return self


def call(who, method, path, body=None, org=None):
    headers = {"content-type": "application/json"}
    if who:
        headers["authorization"] = "Bearer " + (who if who.startswith(("pat_", "als_", "sk_")) else "session-" + who)
    if org:
        headers["x-organization"] = org
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return Answer(response.status, response.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.read())


def api(who, method, path, body=None, org=None):
    return call(who, method, "/api/v1" + path, body, org)


def event(name, **body):
    return call(None, "POST", "/_understudy/events/" + name, body)


def advance(by):
    call(None, "POST", "/_understudy/clock/advance", {"by": by}).ok()


def at_once():
    call(None, "PUT", "/_understudy/clock/progress", {"mode": "at-once"}).ok()


def until(look, good, seconds=12):
    end = time.time() + seconds
    while True:
        seen = look()
        if good(seen):
            return seen
        assert time.time() < end, f"waited in vain, last {seen}"
        time.sleep(0.1)


def ready(name, who="olivia"):
    return until(lambda: api(who, "GET", f"/clusters/{name}").ok().body, lambda c: c["phase"] == "ready")


def cluster(name, who="olivia", quick=True, **more):
    if quick:
        at_once()
    api(who, "POST", "/clusters", {"name": name, "tier": "small", **more}).ok()
    return ready(name, who)


def registry(slug, who="olivia"):
    return api(who, "POST", "/registry/registries", {"slug": slug}).ok()


def domain(name, who="olivia"):
    at_once()
    id_ = api(who, "POST", "/email/domains", {"name": name}).ok()["id"]
    event("dns-record-published", domain=id_).ok()
    api(who, "POST", f"/email/domains/{id_}/check").ok()
    until(lambda: api(who, "GET", f"/email/domains/{id_}")["sendState"], lambda s: s == "verified")
    return id_


def send(name, **more):
    return event("message-sent", **{"from": "a@" + name, "to": ["b@elsewhere.example"], **more}).ok()["messageId"]


def incident(title="x"):
    return api("olivia", "POST", "/oncall/incidents", {"serviceId": SVC, "title": title}).ok()["id"]


def policy(*users, wait=60):
    steps = [{"target": {"kind": "user", "id": u, "label": "x"}, "waitSeconds": wait} for u in users]
    id_ = api("olivia", "POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": steps}).ok()["id"]
    api("olivia", "PUT", f"/oncall/services/{SVC}/escalation-policy", {"escalationPolicyId": id_}).ok()


def pages(id_):
    return call(None, "GET", f"/_understudy/pages?incidentId={id_}").ok()["pages"]


def accepted(**body):
    return event("credential-used", **body).ok()["accepted"]


def proof(right, wrong):
    def register(function):
        PROOFS["ao-" + function.__name__.replace("_", "-")] = (function, right, wrong)
        return function
    return register


MONITOR = {"name": "m", "kind": "http", "http": {"url": "https://x.example/"}, "intervalSeconds": 60, "vantages": ["fra"]}


@proof([("sms", "failed", True)], [("email", "sent", False)])
def clear_provider_prunes_rules():
    api("olivia", "PUT", "/oncall/provider-credential", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15550101"}).ok()
    api("mia", "PUT", "/oncall/paging-settings", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]}).ok()
    policy(MIA)
    api("olivia", "DELETE", "/oncall/provider-credential").ok()
    id_ = incident()
    return [(p["channel"], p["outcome"], "no-credential" in p.get("error", "")) for p in until(lambda: pages(id_), len)]


@proof((True, None), (False, ["one", "two"]))
def manifests_without_repo():
    registry("reg-a")
    for repo in ("one", "two"):
        event("image-pushed", registry="reg-a", repository=repo, tags=[repo]).ok()
    got = api("olivia", "GET", "/registry/registries/reg-a/manifests")
    return 400 <= got.status < 500, None if got.status != 200 else sorted(t for m in got["manifests"] for t in m["tags"])


@proof((200, 404), (200, 200))
def message_of_any_org():
    domain("a.judged.example")
    id_ = send("a.judged.example")
    return api("olivia", "GET", f"/email/messages/{id_}").status, api("gina", "GET", f"/email/messages/{id_}").status


@proof((200, 409, True), (200, 200, False))
def storage_quota_per_repository():
    registry("reg-a")
    event("quota-changes", quota="registry-storage-bytes", value=1000, registry="reg-a").ok()
    push = lambda repo: event("image-pushed", registry="reg-a", repository=repo, manifestBytes=100, layers=[{"sizeBytes": 600}]).status
    one, two = push("one"), push("two")
    d = api("olivia", "GET", "/registry/registries/reg-a")
    return one, two, d["usedBytes"] <= d["storageQuotaBytes"]


@proof((201, 401), (201, 201))
def join_token_rejoin_unused():
    cluster("c1")
    event("node-joins", cluster="c1", node="n1").ok()
    event("node-lost", cluster="c1", node="n1", how="vanished").ok()
    token = api("olivia", "POST", "/clusters/c1/join-tokens").ok()["joinToken"]
    return tuple(api(None, "POST", "/clusters/c1/join", {"token": token, "node": n}).status for n in ("n1", "n2"))


@proof((100, "t100", "t1"), (100, "t99", "t0"))
def incidents_oldest_hundred():
    for n in range(101):
        incident(f"t{n}")
    got = api("olivia", "GET", "/oncall/incidents")["incidents"]
    return len(got), got[0]["title"], got[-1]["title"]


@proof((404, 404, True), (204, 204, True))
def revoke_unknown_send_key():
    key = api("olivia", "POST", "/email/keys", {"name": "k"}).ok()["sendKey"]["id"]
    return (api("olivia", "DELETE", "/email/keys/7d0c5e52-0000-4000-8000-00000000dead").status,
            api("gina", "DELETE", f"/email/keys/{key}").status,
            [k["id"] for k in api("olivia", "GET", "/email/keys")["sendKeys"]] == [key])


@proof(["tokens"], ["registrationTokens"])
def registration_tokens_envelope():
    cluster("c1")
    return sorted(api("olivia", "GET", "/clusters/c1/registration-tokens").ok().body)


@proof((False, True), (False, False))
def logout_everywhere():
    registry("reg-a")
    a, b = (api("olivia", "POST", "/registry/login", {}).ok().body for _ in "ab")
    api("olivia", "DELETE", "/registry/login/" + a["username"]).ok()
    return tuple(api(None, "POST", "/registry/data-plane/authorize", {"username": x["username"], "password": x["password"],
                 "registry": "reg-a", "repository": "r", "action": "pull"})["allowed"] for x in (a, b))


@proof((200, "1.32.6", "medium"), (200, "1.32.6", "small"))
def upgrade_drops_resize():
    cluster("c1", orchestratorVersion="1.31.4")
    status = api("olivia", "PATCH", "/clusters/c1", {"orchestratorVersion": "1.32.6", "tier": "medium"}).status
    c = ready("c1")
    return status, c["orchestratorVersion"], c["tier"]


@proof((True, False), (True, True))
def kubeconfig_refetch_extends():
    cluster("c1")
    old = api("olivia", "GET", "/clusters/c1/kubeconfig").ok()
    assert old["expiresIn"] == 3600
    advance("PT50M")
    api("olivia", "GET", "/clusters/c1/kubeconfig").ok()
    before = accepted(kind="kubeconfig", secret=old["kubeconfig"], cluster="c1")
    advance("PT20M")
    return before, accepted(kind="kubeconfig", secret=old["kubeconfig"], cluster="c1")


@proof((True, False), (True, True))
def login_slides():
    registry("reg-a")
    c = api("olivia", "POST", "/registry/login", {}).ok().body
    use = lambda: accepted(kind="login-credential", secret=c["password"], username=c["username"], registry="reg-a")
    advance("PT50M")
    before = use()
    advance("PT20M")
    return before, use()


@proof((401, True), (401, False))
def unauthenticated_without_body():
    got = api(None, "GET", "/tokens")
    return got.status, isinstance(got.body, dict) and isinstance(got.body.get("error"), str)


@proof((422, "1.33.2"), (200, "1.31.4"))
def hop_from_a_namesake():
    cluster("twin", "gina", orchestratorVersion="1.30.8")
    cluster("twin", orchestratorVersion="1.33.2")
    status = api("olivia", "PATCH", "/clusters/twin", {"orchestratorVersion": "1.31.4"}).status
    return status, ready("twin")["orchestratorVersion"]


@proof((400, 400, 201), (201, 400, 201))
def scope_any_of():
    registry("ours")
    registry("theirs", "gina")
    return tuple(api("olivia", "POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ids}]}).status
                 for ids in (["ours", "theirs"], ["theirs"], ["ours"]))


@proof((403, 403, 200), (200, 403, 200))
def catalog_admin_elsewhere():
    return tuple(api(who, "GET", "/iam/catalog").status for who in ("dana", "mia", "adam"))


@proof("billing@globex.example", "billing@acme.example")
def contacts_of_home_org():
    return api("dana", "GET", "/organization/contacts", org="globex").ok()["billingEmail"]


@proof((True, "str"), (True, "int"))
def paused_at_epoch():
    domain("a.judged.example")
    ids = [send("a.judged.example", to=[f"r{n}@elsewhere.example"]) for n in range(50)]
    for id_ in ids[:5]:
        event("message-bounced", messageId=id_, bounce="hard")
    got = api("olivia", "GET", "/email/settings").ok()
    return got["paused"], type(got["pausedAt"]).__name__


@proof((200, "pending", ["MX"]), (200, "pending", []))
def arm_without_record():
    id_ = api("olivia", "POST", "/email/domains", {"name": "a.judged.example"}).ok()["id"]
    got = api("olivia", "POST", f"/email/domains/{id_}/receive")
    return got.status, got["receiveState"], [r["type"] for r in got["dnsRecords"] if r["capability"] == "receive"]


@proof((502, False), (503, False))
def provider_unreachable_503():
    event("provider-behaves", behaviour="unreachable").ok()
    status = api("olivia", "PUT", "/oncall/provider-credential", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15550101"}).status
    return status, api("olivia", "GET", "/oncall/provider-credential")["configured"]


@proof((200, 300, 5000), (200, 300, 10000))
def interval_resets_timeout():
    id_ = api("olivia", "POST", "/uptime/monitors", {**MONITOR, "timeoutMs": 5000}).ok()["id"]
    status = api("olivia", "PATCH", f"/uptime/monitors/{id_}", {"intervalSeconds": 300}).status
    got = api("olivia", "GET", f"/uptime/monitors/{id_}")
    return status, got["intervalSeconds"], got["timeoutMs"]


@proof([(1, 1), (1, 1), (1, 1)], [(1, 1), (0, 0), (0, 0)])
def metrics_timedelta_seconds():
    id_ = api("olivia", "POST", "/uptime/monitors", MONITOR).ok()["id"]
    event("probe-result", monitorId=id_, outcome="ok").ok()
    seen = []
    for window in ("1h", "24h", "7d"):
        got = api("olivia", "GET", f"/uptime/monitors/{id_}/metrics?window={window}").ok()
        seen.append((len(got["uptimePct"]), sum(len(s["points"]) for s in got["series"])))
    return seen


@proof((422, 422), (422, 200))
def patch_unknown_event_type():
    types = ["message.sent", "message.invented"]
    create = api("olivia", "POST", "/email/webhooks", {"url": "https://x.example/", "eventTypes": types}).status
    id_ = api("olivia", "POST", "/email/webhooks", {"url": "https://x.example/", "eventTypes": types[:1]}).ok()["webhook"]["id"]
    return create, api("olivia", "PATCH", f"/email/webhooks/{id_}", {"eventTypes": types}).status


@proof((201, "Mia Member"), (201, "Somebody Else"))
def update_label_from_body():
    got = api("mia", "POST", f"/oncall/incidents/{incident()}/updates", {"body": "text", "byLabel": "Somebody Else"})
    return got.status, got["byLabel"]


@proof((200, 409, 3, "small"), (200, 200, 1, "medium"))
def patch_while_restarting():
    cluster("c1", quick=False)
    one = api("olivia", "PATCH", "/clusters/c1", {"replicas": 3}).status
    two = api("olivia", "PATCH", "/clusters/c1", {"tier": "medium"}).status
    time.sleep(0.2)
    c = ready("c1")
    time.sleep(1)
    c = ready("c1")
    return one, two, c["replicas"], c["tier"]


@proof((["reg-a"], ["reg-a"]), (["reg-a"], ["reg-a", "reg-b"]))
def scope_options_by_service():
    registry("reg-a")
    registry("reg-b")
    key = api("olivia", "POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["reg-a"]}]}).ok()["key"]
    return ([r["slug"] for r in api(key, "GET", "/registry/registries").ok()["registries"]],
            [r["id"] for r in api(key, "GET", "/tokens/scope-options").ok()["resources"]])


@proof((200, "resolved", True), (200, "resolved", False))
def resolved_without_firing_count():
    got = api("olivia", "POST", f"/oncall/incidents/{incident()}/resolve")
    return got.status, got["status"], "firingAlerts" in got.body


@proof((["web"], []), (["web"], ["web"]))
def load_balancers_of_the_org():
    cluster("a", managedLoadBalancers={"enabled": True})
    cluster("b")
    event("service-exposed", cluster="a", service="web").ok()
    return tuple([s["service"] for s in api("olivia", "GET", f"/clusters/{n}").ok()["managedLoadBalancers"]["loadBalancers"]] for n in "ab")


@proof((200, 403), (200, 404))
def email_disabled_404():
    before = api("olivia", "GET", "/email/settings").status
    event("entitlement-changes", area="email", enabled=False).ok()
    return before, api("olivia", "GET", "/email/settings").status


@proof([0, 1], [0])
def ack_stops_the_neighbours():
    policy(MIA, MAX)
    a, b = incident("a"), incident("b")
    until(lambda: pages(b), len)
    api("olivia", "POST", f"/oncall/incidents/{a}/acknowledge").ok()
    advance("PT2M")
    assert len(pages(a)) == 1
    return [p["step"] for p in pages(b)]


@proof((0, 0), (0, 1))
def since_lifts_the_window():
    domain("a.judged.example")
    ago = lambda days: (datetime.now(timezone.utc) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
    send("a.judged.example", createdAt=ago(100))
    return len(api("olivia", "GET", "/email/messages")["messages"]), len(api("olivia", "GET", f"/email/messages?since={ago(120)}")["messages"])


@proof((403, 403, 200), (200, 403, 200))
def contacts_by_members():
    return tuple(api(who, "PATCH", "/organization/contacts", {"technicalEmail": "x@acme.example"}).status for who in ("mia", "victor", "adam"))


@proof(["b"], [])
def revoke_all_sources_of_service():
    a, _ = (api("olivia", "POST", "/oncall/alert-sources", {"name": n, "serviceId": SVC}).ok()["id"] for n in "ab")
    api("olivia", "DELETE", f"/oncall/alert-sources/{a}").ok()
    return [s["name"] for s in api("olivia", "GET", "/oncall/alert-sources")["sources"]]


@proof((404, 404, 200), (200, 404, 200))
def upstream_by_suffix():
    registry("reg-a")
    return tuple(api("olivia", "PUT", f"/registry/registries/reg-a/upstream-credentials/{h}", {"username": "u", "password": "p"}).status
                 for h in ("mirror.docker.io", "registry.example", "docker.io"))


@proof((402, 402), (201, 402))
def payment_remembered():
    registry("reg-a")
    event("payment-method-changes", active=False).ok()
    soon = api("olivia", "POST", "/registry/registries", {"slug": "reg-b"}).status
    advance("PT11M")
    return soon, api("olivia", "POST", "/registry/registries", {"slug": "reg-c"}).status


@proof(True, False)
def last_request_empty():
    id_ = api("olivia", "POST", "/tokens", {"name": "t"}).ok()["id"]
    got = next(t for t in api("olivia", "GET", "/tokens")["tokens"] if t["id"] == id_)
    try:
        return bool(datetime.fromisoformat(got["lastRequest"].replace("Z", "+00:00")))
    except ValueError:
        return False


@proof((1, False), (1, True))
def registration_token_command_listed():
    cluster("c1")
    token = api("olivia", "POST", "/clusters/c1/registration-tokens", {"name": "r"}).ok()["token"]
    got = api("olivia", "GET", "/clusters/c1/registration-tokens").ok()
    return len(got["tokens"]), token.encode() in got.raw


@proof(["ghcr.io"], [])
def upstream_delete_everywhere():
    for slug in ("reg-a", "reg-b"):
        registry(slug)
        api("olivia", "PUT", f"/registry/registries/{slug}/upstream-credentials/ghcr.io", {"username": "u", "password": "p"}).ok()
    api("olivia", "DELETE", "/registry/registries/reg-a/upstream-credentials/ghcr.io").ok()
    return [c["upstream"] for c in api("olivia", "GET", "/registry/registries/reg-b/upstream-credentials")["upstreamCredentials"]]


@proof((401, 401), (401, 201))
def disabled_but_expiring():
    cluster("c1")
    seen = []
    for more in ({}, {"expiresIn": 3600}):
        got = api("olivia", "POST", "/clusters/c1/registration-tokens", {"name": "r", **more}).ok()
        api("olivia", "PATCH", f"/clusters/c1/registration-tokens/{got['id']}", {"disabled": True}).ok()
        seen.append(api(None, "POST", "/clusters/c1/join", {"token": got["token"], "node": "n1"}).status)
    return tuple(seen)


@proof((204, [], 404, []), (204, [], 200, ["n1"]))
def deregistered_node_returns():
    cluster("c1")
    event("node-joins", cluster="c1", node="n1", ready=True).ok()
    nodes = lambda: [n["name"] for n in api("olivia", "GET", "/clusters/c1/nodes")["nodes"]]
    status = api("olivia", "DELETE", "/clusters/c1/nodes/n1").status
    gone = nodes()
    return status, gone, event("node-lost", cluster="c1", node="n1", how="back").status, nodes()


@proof(([201, 409], 409), ([201, 201], 409))
def slug_race():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(api, who, "POST", "/registry/registries", {"slug": "wanted"}) for who in ("olivia", "gina")]
        both = sorted(j.result().status for j in jobs)
    return both, api("olivia", "POST", "/registry/registries", {"slug": "wanted"}).status


@proof((403, 403, 403), (422, 403, 502))
def quota_after_relay():
    event("quota-changes", quota="monitors", value=0).ok()
    bad = api("olivia", "POST", "/uptime/monitors", {**MONITOR, "intervalSeconds": 7}).status
    good = api("olivia", "POST", "/uptime/monitors", MONITOR).status
    event("backend-behaves", backend="uptime", reachable=False).ok()
    return bad, good, api("olivia", "POST", "/uptime/monitors", MONITOR).status


@proof([("acknowledged", 2)], [("open", 1), ("acknowledged", 1)])
def alerts_leave_acknowledged():
    id_ = event("alert-fires", serviceId=SVC, alert="one").ok()["incidentId"]
    api("olivia", "POST", f"/oncall/incidents/{id_}/acknowledge").ok()
    event("alert-fires", serviceId=SVC, alert="two").ok()
    return [(i["status"], i["firingAlerts"]) for i in api("olivia", "GET", "/oncall/incidents")["incidents"]]


@proof((1, ["a"]), (1, ["a", "b"]))
def routes_unfiltered():
    hook = api("olivia", "POST", "/email/webhooks", {"url": "https://x.example/", "eventTypes": ["message.received"]}).ok()["webhook"]["id"]
    ids = []
    for n in "ab":
        id_ = api("olivia", "POST", "/email/domains", {"name": f"{n}.judged.example"}).ok()["id"]
        api("olivia", "POST", f"/email/domains/{id_}/receive").ok()
        api("olivia", "POST", "/email/routes", {"domainId": id_, "pattern": n, "endpointId": hook}).ok()
        ids.append(id_)
    key = api("olivia", "POST", "/tokens", {"name": "t", "scope": [{"role": "email.viewer", "resourceIds": ids[:1]}]}).ok()["key"]
    return len(api(key, "GET", "/email/domains").ok()["domains"]), [r["pattern"] for r in api(key, "GET", "/email/routes").ok()["routes"]]


class Server:
    def __init__(self, mistake=None):
        self.place = COPIES / (mistake or "clean")
        shutil.rmtree(self.place, ignore_errors=True)
        shutil.copytree(CANDIDATE, self.place, ignore=shutil.ignore_patterns("__pycache__", "check.py"))
        for edit in MISTAKES[mistake]["edits"] if mistake else []:
            path = self.place / edit["file"]
            text = path.read_text()
            assert (CANDIDATE / edit["file"]).read_text().count(edit["find"]) == 1, "not once: " + edit["find"][:60]
            assert text.count(edit["find"]) == 1, "not once after the edits before: " + edit["find"][:60]
            path.write_text(text.replace(edit["find"], edit["replace"]))

    def __enter__(self):
        self.process = subprocess.Popen([PYTHON, "main.py", "--port", str(PORT)], cwd=self.place, stdout=subprocess.PIPE,
                                        stderr=open(self.place / "stderr.txt", "w"), text=True,
                                        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        if not self.process.stdout.readline().startswith("ready"):
            raise AssertionError("does not start: " + (self.place / "stderr.txt").read_text()[-500:])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        errors = (self.place / "stderr.txt").read_text().strip()
        if errors:
            print(f"   ({self.place.name} wrote to stderr: {errors[-300:]})")
        shutil.rmtree(self.place, ignore_errors=True)


def observe(id_):
    call(None, "POST", "/_understudy/reset", {}).ok()
    try:
        return PROOFS[id_][0]()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    wanted = sys.argv[1:] or list(MISTAKES)
    missing = [i for i in MISTAKES if i not in PROOFS] + [i for i in PROOFS if i not in MISTAKES]
    if missing:
        sys.exit(f"without a proof, or without a mistake: {missing}")
    with Server():
        clean = {i: observe(i) for i in wanted}
    good = 0
    for i in wanted:
        _, right, wrong = PROOFS[i]
        try:
            with Server(i):
                edited = observe(i)
        except AssertionError as error:
            edited = f"{error}"
        if clean[i] == right and edited == wrong:
            good += 1
            print(i, "ok", flush=True)
        else:
            print(i, f"NOT PROVEN: clean {clean[i]!r} (right {right!r}), edited {edited!r} (wrong {wrong!r})", flush=True)
    print(f"{good} of {len(wanted)} proven")
