"""python3 prove.py [ID...]: shows by requests that the clean candidate is right and each edited copy wrong.
One server at a time. A scenario returns (right?, what was seen); a failed assertion in it means the proof did not get that far."""
import os, tempfile
import base64, hashlib, hmac, json, random, shutil, socket, subprocess, sys, threading, time, traceback
import urllib.error, urllib.parse, urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTHON = os.environ.get("FIFTH_CANDIDATE_PYTHON", "python3")
CANDIDATE = HERE / "../../../../../examples/fifth-candidate"
SCRATCH = Path(tempfile.mkdtemp(prefix="prove-eighteenth-"))
MISTAKES = {m["id"]: m for m in json.load(open(HERE / "mistakes.json"))}
SERVICE, SERVICE2, FOREIGN = (f"5e0f1c9a-0000-4000-8000-00000000000{n}" for n in (1, 2, 3))
OLIVIA, ADAM, MIA = (f"7d0c5e52-0000-4000-8000-00000000000{n}" for n in (1, 2, 3))
BASE = ""
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def http(method, path, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, {"content-type": "application/json", **(headers or {})}, method=method)
    try:
        with opener.open(request, timeout=30) as r:
            status, raw = r.status, r.read()
    except urllib.error.HTTPError as e:
        status, raw = e.code, e.read()
    try:
        return status, json.loads(raw) if raw else None
    except ValueError:
        return status, raw


def api(method, path, body=None, who="session-olivia"):
    return http(method, "/api/v1" + path, body, {"Authorization": "Bearer " + who} if who else {})


def must(method, path, body=None, who="session-olivia", status=None):
    s, b = api(method, path, body, who)
    assert (s == status) if status else 200 <= s < 300, (method, path, s, b)
    return b


GINA, MIA_S = "session-gina", "session-mia"


def event(name, **body):
    s, b = http("POST", "/_understudy/events/" + name, body)
    assert s == 200, (name, s, b)
    return b


def advance(by):
    s, b = http("POST", "/_understudy/clock/advance", {"by": by})
    assert s == 200, b
    return b


def ago(days):
    return (datetime.now(timezone.utc) - timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def q(**kw):
    return "?" + urllib.parse.urlencode(kw)


def refused(s):
    return 400 <= s < 500


# --- helpers

def cluster(name="prod", who="session-olivia", **kw):
    made = must("POST", "/clusters", {"name": name, "tier": "small", **kw}, who, 201)
    advance("PT6S")
    return made


def registry(slug="shop", who="session-olivia"):
    return must("POST", "/registry/registries", {"slug": slug}, who)


def policy(target, kind="user", repeat=1):
    return must("POST", "/oncall/escalation-policies", {"name": "p", "repeat": repeat, "steps": [
        {"target": {"kind": kind, "id": target, "label": "x"}, "waitSeconds": 300}]})


def schedule():
    return must("POST", "/oncall/schedules", {"name": "s", "timezone": "UTC", "participants": [{"userId": OLIVIA, "label": "O"}],
                                              "handoff": {"interval": "daily", "time": "09:00"}})


def incident(service=SERVICE, who="session-olivia"):
    return must("POST", "/oncall/incidents", {"serviceId": service, "title": "t"}, who)


def monitor(who="session-olivia", **kw):
    return must("POST", "/uptime/monitors", {"name": "m", "intervalSeconds": 60, "vantages": ["fra", "iad"], "kind": "http",
                                             "http": {"url": "https://example.com/"}, **kw}, who, 201)


def webhook():
    return must("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": ["message.sent"]}, status=201)


def domain(name="mail.judged.example"):
    d = must("POST", "/email/domains", {"name": name}, status=201)
    event("dns-record-published", domain=d["id"])
    must("POST", f"/email/domains/{d['id']}/check")
    advance("PT5S")
    assert must("GET", f"/email/domains/{d['id']}")["sendState"] == "verified"
    return d


def token(*scope):
    return must("POST", "/tokens", {"name": "n", "scope": list(scope)}, status=201)["key"]


R = "/registry/registries"


# --- scenarios

def page_folded():
    p = policy(MIA)
    for s in (SERVICE, SERVICE2):
        must("PUT", f"/oncall/services/{s}/escalation-policy", {"escalationPolicyId": p["id"]})
    a, b = incident(SERVICE), incident(SERVICE2)
    time.sleep(0.6)
    pages = http("GET", "/_understudy/pages")[1]["pages"]
    n = [sum(x["incidentId"] == i["id"] for x in pages) for i in (a, b)]
    assert n[0] == 1
    return n == [1, 1], f"pages {n}"


def repeat_zero_missing():
    assert policy(MIA, repeat=2)["repeat"] == 2
    made = policy(MIA, repeat=0)
    return made.get("repeat") == 0, made.get("repeat", "no repeat")


DIG = "sha256:" + "a" * 64


def image_gone_everywhere():
    registry()
    for repo, tag in (("web", "stable"), ("api", "v7")):
        event("image-pushed", registry="shop", repository=repo, tags=[tag], digest=DIG, layers=[{"digest": "sha256:b", "sizeBytes": 5}])
    must("DELETE", f"{R}/shop/manifests" + q(repo="web", digest=DIG))
    assert must("GET", f"{R}/shop/manifests" + q(repo="web"))["manifests"] == []
    left = must("GET", f"{R}/shop/manifests" + q(repo="api"))["manifests"]
    return len(left) == 1 and left[0]["tags"] == ["v7"], left


def deleted_monitors_counted():
    s = must("POST", "/uptime/services", {"name": "svc"}, status=201)
    m = monitor(serviceId=s["id"])
    must("DELETE", f"/uptime/monitors/{m['id']}", status=204)
    n = must("GET", "/uptime/services")["services"][0]["monitors"]
    d, _ = api("DELETE", f"/uptime/services/{s['id']}")
    return (n, d) == (0, 204), (n, d)


def oldest_incident_decides():
    i = incident()
    must("POST", f"/oncall/incidents/{i['id']}/resolve")
    a = event("alert-fires", serviceId=SERVICE, alert="a")
    assert a["opened"] and a["incidentId"] != i["id"]
    b = event("alert-fires", serviceId=SERVICE, alert="b")
    n = [x["firingAlerts"] for x in must("GET", "/oncall/incidents")["incidents"]]
    return n == [2] and b["incidentId"] == a["incidentId"], n


def signed_with(secret, attempt):
    h = attempt["headers"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{h['webhook-id']}.{h['webhook-timestamp']}.{attempt['body']}".encode(), hashlib.sha256).digest()
    return h["webhook-signature"] == "v1," + base64.b64encode(mac).decode()


def retry_signed_before_rotation():
    domain()
    w = webhook()
    event("webhook-endpoint-answers", endpointId=w["webhook"]["id"], answers=[{"status": 500}, {"status": 200}])
    event("message-sent", **{"from": "a@mail.judged.example"}, to=["b@x.example"])
    advance("PT1S")
    new = must("POST", f"/email/webhooks/{w['webhook']['id']}/rotate-secret")["signingSecret"]
    advance("PT15S")
    attempts = http("GET", "/_understudy/webhook-deliveries" + q(endpointId=w["webhook"]["id"]))[1]["attempts"]
    assert len(attempts) == 2 and signed_with(w["signingSecret"], attempts[0]), attempts
    seen = "new" if signed_with(new, attempts[1]) else "old" if signed_with(w["signingSecret"], attempts[1]) else "?"
    return seen == "new", seen


def rotate_201():
    w = webhook()
    s, b = api("POST", f"/email/webhooks/{w['webhook']['id']}/rotate-secret")
    assert b["signingSecret"]
    return s == 200, s


def acknowledged_of_all():
    i = incident(FOREIGN, GINA)
    must("POST", f"/oncall/incidents/{i['id']}/acknowledge", who=GINA)
    seen = [x["id"] for x in must("GET", "/oncall/incidents")["incidents"]]
    return i["id"] not in seen, seen


def key_for_all_registries():
    registry("one"), registry("two")
    k = must("POST", f"{R}/one/keys", {"name": "k", "mode": "readwrite"})
    ask = lambda r: must("POST", "/registry/data-plane/authorize", {"username": "x", "password": k["secret"], "registry": r,
                                                                    "repository": "web", "action": "push"}, None)["allowed"]
    assert ask("one")
    return not ask("two"), ask("two")


def purge_admin_elsewhere():
    registry("one"), registry("two")
    event("image-pushed", registry="one", repository="web", tags=["v1"])
    t = token({"role": "registry.editor", "resourceIds": ["one"]}, {"role": "registry.admin", "resourceIds": ["two"]})
    assert api("DELETE", f"{R}/one/tags" + q(repo="web", tag="v1", purge="true"), who=MIA_S)[0] == 403
    s, b = api("DELETE", f"{R}/one/tags" + q(repo="web", tag="v1", purge="true"), who=t)
    left = len(must("GET", f"{R}/one/manifests" + q(repo="web"))["manifests"])
    return (s, left) == (403, 1), (s, b, left)


def keys_outlive_registry():
    registry()
    k = must("POST", f"{R}/shop/keys", {"name": "k", "mode": "readwrite"})
    must("DELETE", f"{R}/shop")
    registry("shop", GINA)
    keys = must("GET", f"{R}/shop/keys", who=GINA)["keys"]
    works = must("POST", "/registry/data-plane/authorize", {"username": "x", "password": k["secret"], "registry": "shop",
                                                            "repository": "web", "action": "push"}, None)["allowed"]
    return keys == [] and not works, (keys, works)


def patch_any_size():
    cluster(datastore={"mode": "dedicated"})
    s, b = api("PATCH", "/clusters/prod", {"datastore": {"size": "db-xlarge", "storageGiB": 40, "replicas": 2, "backups": True}})
    advance("PT6S")
    size = must("GET", "/clusters/prod")["datastore"]["size"]
    return refused(s) and size == "db-small", (s, size)


def busy_namesake():
    cluster()
    must("POST", "/clusters", {"name": "prod", "tier": "small"}, GINA, 201)
    s, b = api("PATCH", "/clusters/prod", {"replicas": 3})
    return s == 200, (s, b)


def page(id_):
    one = next((x for x in http("GET", "/api/v1/oncall/status-pages/" + SERVICE)[1]["incidents"] if x["id"] == id_), None)
    two = next((x for x in event("status-page-viewed", serviceIds=[SERVICE])["incidents"] if x["id"] == id_), None)
    assert one == two
    return one


def status_page_names_responders():
    i = incident()
    must("POST", f"/oncall/incidents/{i['id']}/updates", {"body": "we look"})
    must("POST", f"/oncall/incidents/{i['id']}/acknowledge", who=MIA_S)
    shown = page(i["id"])
    assert [u["body"] for u in shown["updates"]] == ["we look"]
    return "Mia" not in json.dumps(shown), shown


def patch_downgrade():
    cluster(orchestratorVersion="1.31.9")
    assert refused(api("PATCH", "/clusters/prod", {"orchestratorVersion": "1.30.8"})[0])
    s, _ = api("PATCH", "/clusters/prod", {"orchestratorVersion": "1.31.4"})
    advance("PT6S")
    v = must("GET", "/clusters/prod")["orchestratorVersion"]
    return refused(s) and v == "1.31.9", (s, v)


def repository_comes_back():
    registry()
    event("image-pushed", registry="shop", repository="web", tags=["v1"])
    must("DELETE", f"{R}/shop/repositories" + q(repo="web"))
    d = must("GET", f"{R}/shop")
    assert (d["usedBytes"], d["repositoryCount"]) == (0, 0)
    event("image-pushed", registry="shop", repository="web", tags=["v2"])
    tags = sorted(t["name"] for t in must("GET", f"{R}/shop/tags" + q(repo="web"))["tags"])
    n = len(must("GET", f"{R}/shop/manifests" + q(repo="web"))["manifests"])
    return (tags, n) == (["v2"], 1), (tags, n)


def provider_unreachable_503():
    event("provider-behaves", behaviour="unreachable")
    s, _ = api("PUT", "/oncall/provider-credential", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15550101"})
    return s == 502, s


def targeted_schedule_422():
    s = schedule()
    policy(s["id"], "schedule")
    code, _ = api("DELETE", f"/oncall/schedules/{s['id']}")
    return code == 409, code


def names_taken_elsewhere():
    must("POST", "/uptime/services", {"name": "web"}, GINA, 201)
    s, _ = api("POST", "/uptime/services", {"name": "web"})
    assert api("POST", "/uptime/services", {"name": "web"})[0] == 409
    return s == 201, s


def tags_of_other_repositories():
    registry()
    for repo, tag in (("web", "stable"), ("api", "v7")):
        event("image-pushed", registry="shop", repository=repo, tags=[tag], digest=DIG)
    tags = must("GET", f"{R}/shop/manifests" + q(repo="web"))["manifests"][0]["tags"]
    return tags == ["stable"], tags


def catalog_shared_in_a_burst():
    registry("ours"), registry("theirs", GINA)
    own = lambda who: sorted(r["id"] for r in must("GET", "/iam/catalog", who=who)["resources"])
    assert own("session-olivia") == ["ours"] and own(GINA) == ["theirs"]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(10):
            a, b = pool.submit(own, "session-olivia"), pool.submit(own, GINA)
            if (a.result(), b.result()) != (["ours"], ["theirs"]):
                return False, (a.result(), b.result())
    return True, "own"


def upstream_subdomains():
    registry()
    body = {"username": "u", "password": "p"}
    must("PUT", f"{R}/shop/upstream-credentials/ghcr.io", body)
    assert refused(api("PUT", f"{R}/shop/upstream-credentials/nowhere.example", body)[0])
    s, _ = api("PUT", f"{R}/shop/upstream-credentials/mirror.ghcr.io", body)
    return refused(s), s


def since_lifts_the_window():
    domain()
    old = event("message-sent", **{"from": "a@mail.judged.example"}, to=["b@x.example"], createdAt=ago(100))["messageId"]
    new = event("message-sent", **{"from": "a@mail.judged.example"}, to=["b@x.example"])["messageId"]
    assert [m["id"] for m in must("GET", "/email/messages")["messages"]] == [new]
    seen = [m["id"] for m in must("GET", "/email/messages" + q(since=ago(120)))["messages"]]
    return seen == [new], "old one listed" if old in seen else "not listed"


def monitor_on_foreign_service():
    s = must("POST", "/uptime/services", {"name": "web"}, GINA, 201)
    code, _ = api("POST", "/uptime/monitors", {"name": "m", "intervalSeconds": 60, "vantages": ["fra"], "kind": "http",
                                               "serviceId": s["id"], "http": {"url": "https://example.com/"}})
    n = must("GET", "/uptime/services", who=GINA)["services"][0]["monitors"]
    return refused(code) and n == 0, (code, n)


def crowded_error_object():
    cluster(tier="large")
    event("headroom-changes", cluster="prod", component="api-server", usedPercent=60)
    s, b = api("PATCH", "/clusters/prod", {"tier": "small"})
    assert s == 409
    return isinstance(b["error"], str) and "api-server" in b["error"], b


def skew_unchecked_with_tier():
    cluster()
    event("node-joins", cluster="prod", node="old-1", agentVersion="1.30.8", ready=True)
    assert api("PATCH", "/clusters/prod", {"orchestratorVersion": "1.33.2"})[0] == 409
    s, b = api("PATCH", "/clusters/prod", {"orchestratorVersion": "1.33.2", "tier": "medium"})
    return s == 409 and "old-1" in b["error"], (s, b)


def deleted_node_reports_in():
    cluster()
    t = must("POST", "/clusters/prod/join-tokens")["joinToken"]
    must("POST", "/clusters/prod/join", {"token": t, "node": "n1"}, None, 201)
    must("DELETE", "/clusters/prod/nodes/n1", status=204)
    assert must("GET", "/clusters/prod/nodes")["nodes"] == []
    time.sleep(2.5)
    nodes = must("GET", "/clusters/prod/nodes")["nodes"]
    return nodes == [], nodes


def log_says_sender():
    domain()
    event("message-sent", **{"from": "a@mail.judged.example"}, to=["b@x.example"])
    m = must("GET", "/email/messages")["messages"][0]
    assert must("GET", "/email/messages/" + m["id"])["message"]["from"] == "a@mail.judged.example"
    return m.get("from") == "a@mail.judged.example", sorted(m)


def catalog_for_narrowed_owner():
    assert api("GET", "/iam/catalog", who=MIA_S)[0] == 403
    s, _ = api("GET", "/iam/catalog", who=token({"role": "uptime.viewer"}))
    return s == 403, s


def unattached_policy_ignored():
    s = schedule()
    policy(s["id"], "schedule")
    code, _ = api("DELETE", f"/oncall/schedules/{s['id']}")
    t = schedule()
    p = policy(t["id"], "schedule")
    must("PUT", f"/oncall/services/{SERVICE}/escalation-policy", {"escalationPolicyId": p["id"]})
    assert api("DELETE", f"/oncall/schedules/{t['id']}")[0] == 409
    return code == 409, code


def stays_on_status_page():
    i = incident()
    assert page(i["id"]) is None
    u = must("POST", f"/oncall/incidents/{i['id']}/updates", {"body": "we look"})
    assert page(i["id"])
    must("DELETE", f"/oncall/incidents/{i['id']}/updates/{u['id']}")
    return page(i["id"]) is None, page(i["id"])


def delivery():
    domain()
    w = webhook()["webhook"]
    event("webhook-endpoint-answers", endpointId=w["id"], answers=[{"status": 200}])
    event("message-sent", **{"from": "a@mail.judged.example"}, to=["b@x.example"])
    d = must("GET", "/email/webhook-deliveries")["deliveries"]
    assert len(d) == 1
    return d[0]


def redeliver_foreign():
    d = delivery()
    s, _ = api("POST", f"/email/webhook-deliveries/{d['id']}/redeliver", who=GINA)
    n = len(must("GET", "/email/webhook-deliveries")["deliveries"])
    return refused(s) and n == 1, (s, n)


def join_expiry_fraction():
    cluster()
    e = must("POST", "/clusters/prod/join-tokens", status=201)["expiresIn"]
    return isinstance(e, int), e


def kind_service():
    kinds = {r["kind"] for r in must("GET", "/iam/catalog")["roles"]}
    return kinds <= {"builtin", "custom"}, kinds


def deliveries_without_permission():
    delivery()
    t = token({"role": "uptime.viewer"})
    assert api("GET", "/email/webhooks", who=t)[0] == 403
    s, b = api("GET", "/email/webhook-deliveries", who=t)
    return s == 403, (s, b)


def first_fifty_transitions():
    m = monitor(downCondition={"confirmations": 1, "quorum": 1})
    last = None
    for n in range(61):
        last = event("probe-result", monitorId=m["id"], outcome="error" if n % 2 else "ok",
                     at=(datetime.now(timezone.utc) - timedelta(minutes=100 - n)).isoformat())["state"]
    t = must("GET", f"/uptime/monitors/{m['id']}/transitions")["transitions"]
    now = must("GET", f"/uptime/monitors/{m['id']}")
    assert len(t) == 50 and t[0]["at"] > t[-1]["at"]
    return t[0]["at"] == now["stateSince"] and t[0]["to"] == last, (t[0]["at"], now["stateSince"])


# an issuer of ID tokens, by hand

def prime(bits):
    while True:
        n = random.getrandbits(bits) | 1 | 3 << (bits - 2)
        if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)) or (n - 1) % 65537 == 0:
            continue
        d, s = n - 1, 0
        while d % 2 == 0:
            d, s = d // 2, s + 1
        for _ in range(12):
            x = pow(random.randrange(2, n - 1), d, n)
            if x in (1, n - 1):
                continue
            for _ in range(s - 1):
                x = x * x % n
                if x == n - 1:
                    break
            else:
                break
        else:
            return n


b64 = lambda raw: base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
RSA = {}


def issuer():
    if not RSA:
        p, r = prime(1024), prime(1024)
        RSA.update(n=p * r, d=pow(65537, -1, (p - 1) * (r - 1)))

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                base = f"http://127.0.0.1:{self.server.server_port}"
                doc = {"issuer": base, "jwks_uri": base + "/jwks"} if "openid" in self.path else {"keys": [
                    {"kty": "RSA", "kid": "k", "alg": "RS256", "use": "sig", "e": "AQAB", "n": b64(RSA["n"].to_bytes(256, "big"))}]}
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(doc).encode())

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        RSA["url"] = f"http://127.0.0.1:{server.server_port}"
    return RSA["url"]


def id_token(**claims):
    head = b64(b'{"alg":"RS256","kid":"k","typ":"JWT"}') + "." + b64(json.dumps(claims).encode())
    info = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(head.encode()).digest()
    block = b"\0\1" + b"\xff" * (256 - 3 - len(info)) + b"\0" + info
    return head + "." + b64(pow(int.from_bytes(block, "big"), RSA["d"], RSA["n"]).to_bytes(256, "big"))


def oidc_key_never_expires():
    url = issuer()
    registry()
    must("POST", f"{R}/shop/oidc-rules", {"issuer": url, "audience": "a", "subjectPattern": "repo:*", "mode": "pull"})
    t = id_token(iss=url, aud="a", sub="repo:x", exp=int(time.time()) + 300)
    k = must("POST", "/registry/oidc/exchange", {"registry": "shop", "token": t}, None)
    listed = must("GET", f"{R}/shop/keys")["keys"][0]
    assert listed["keyId"] == k["keyId"] and listed["mintedVia"] == "oidc"
    ask = lambda: must("POST", "/registry/data-plane/authorize", {"username": "x", "password": k["secret"], "registry": "shop",
                                                                  "repository": "web", "action": "pull"}, None)["allowed"]
    assert ask()
    advance("P1D")
    return listed.get("expiresAt") == k["expiresAt"] and not ask(), (listed.get("expiresAt"), ask())


def join_token_free_again():
    cluster()
    t = must("POST", "/clusters/prod/join-tokens")["joinToken"]
    must("POST", "/clusters/prod/join", {"token": t, "node": "n1"}, None, 201)
    assert api("POST", "/clusters/prod/join", {"token": t, "node": "n2"}, None)[0] == 401
    must("DELETE", "/clusters/prod/nodes/n1", status=204)
    s, _ = api("POST", "/clusters/prod/join", {"token": t, "node": "n2"}, None)
    return s == 401, s


def contacts_a_minute_old():
    must("GET", "/organization/contacts")
    b = must("PATCH", "/organization/contacts", {"technicalEmail": "new@acme.example"})
    assert b["technicalEmail"] == "new@acme.example"
    seen = must("GET", "/organization/contacts")["technicalEmail"]
    return seen == "new@acme.example", seen


def patch_turns_balancers_off():
    cluster(managedLoadBalancers={"enabled": True})
    must("PATCH", "/clusters/prod", {"replicas": 3})
    advance("PT6S")
    c = must("GET", "/clusters/prod")
    assert c["replicas"] == 3
    return c["managedLoadBalancers"]["enabled"] is True, c["managedLoadBalancers"]


def accepted_counts_feedback():
    domain()
    i = event("message-sent", **{"from": "a@mail.judged.example"}, to=["b@x.example"], createdAt=ago(3))["messageId"]
    assert must("GET", "/email/settings")["acceptedToday"] == 0
    event("message-delivered", messageId=i)
    n = must("GET", "/email/settings")["acceptedToday"]
    event("message-sent", **{"from": "a@mail.judged.example"}, to=["b@x.example"])
    assert must("GET", "/email/settings")["acceptedToday"] == n + 1
    return n == 0, n


def rule_replaces_namesake():
    registry()
    for audience in "ab":
        must("POST", f"{R}/shop/oidc-rules", {"issuer": "https://ci.example", "audience": audience, "subjectPattern": "repo:*", "mode": "pull"})
    seen = [r["audience"] for r in must("GET", f"{R}/shop/oidc-rules")["rules"]]
    return seen == ["a", "b"], seen


def probes_lost_with_metrics():
    m = monitor()
    event("probe-result", monitorId=m["id"], outcome="ok")
    event("metrics-availability", monitorId=m["id"], available=False)
    assert api("GET", f"/uptime/monitors/{m['id']}/metrics")[0] == 503
    event("probe-result", monitorId=m["id"], outcome="error", times=5)
    state = must("GET", f"/uptime/monitors/{m['id']}")["state"]
    n = len(must("GET", f"/uptime/monitors/{m['id']}/failures")["failures"])
    return state == "down" and n == 10, (state, n)


def second_check_swallowed():
    d = must("POST", "/email/domains", {"name": "mail.judged.example"}, status=201)
    must("POST", f"/email/domains/{d['id']}/check", status=202)
    advance("PT4S")
    event("dns-record-published", domain=d["id"])
    must("POST", f"/email/domains/{d['id']}/check", status=202)
    advance("PT10S")
    state = must("GET", f"/email/domains/{d['id']}")["sendState"]
    return state == "verified", state


# --- running

def scenario(id_):
    return globals()[id_.removeprefix("ae-").replace("-", "_")]


class Server:
    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        global BASE
        port = free_port()
        BASE = f"http://127.0.0.1:{port}"
        self.log = open(SCRATCH / "server.log", "w")
        self.process = subprocess.Popen([PYTHON, "-B", "main.py", "--port", str(port)], cwd=self.folder, stdout=self.log, stderr=self.log)
        for _ in range(150):
            try:
                if http("GET", "/_understudy/health")[0] == 200:
                    return self
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError("does not start: " + open(SCRATCH / "server.log").read()[-400:])

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()


def attempt(id_):
    try:
        assert http("POST", "/_understudy/reset", {})[0] == 200
        return scenario(id_)()
    except Exception as e:
        return None, f"did not get that far: {type(e).__name__} {e} at line {traceback.extract_tb(e.__traceback__)[-1].lineno}"


def edited(mistake, folder):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CANDIDATE, folder)
    for e in mistake["edits"]:
        path = folder / e["file"]
        text = path.read_text()
        assert text.count(e["find"]) == 1, (e["file"], e["find"])
        path.write_text(text.replace(e["find"], e["replace"]))


def main():
    ids = sys.argv[1:] or list(MISTAKES)
    with Server(CANDIDATE):
        clean = {i: attempt(i) for i in ids}
    proven = 0
    for i in ids:
        right, seen = clean[i]
        if right is not True:
            print(f"{i} NOT PROVEN: the clean one: {seen}", flush=True)
            continue
        folder = SCRATCH / "copy"
        try:
            edited(MISTAKES[i], folder)
            with Server(folder):
                wrong, seen_wrong = attempt(i)
        except Exception as e:
            wrong, seen_wrong = None, repr(e)
        if wrong is False:
            proven += 1
            print(f"{i} ok    ({str(seen)[:70]} | {str(seen_wrong)[:110]})", flush=True)
        else:
            print(f"{i} NOT PROVEN: the edited one: {seen_wrong}", flush=True)
    shutil.rmtree(SCRATCH / "copy", ignore_errors=True)
    print(f"{proven} of {len(ids)} proven")


main()
