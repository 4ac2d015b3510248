"""Proves the mistakes of mistakes.json: prove.py [ID...]

Each is shown against the clean candidate (which must be right) and against a copy with its edits (which must be
wrong in the way that is described), both started afresh on a free port, one after the other. Standard library only;
CANDIDATE names another place of the candidate.
"""
import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import urlencode, urlsplit

HERE = Path(__file__).resolve().parent
CANDIDATE = Path(os.environ.get("CANDIDATE") or HERE / "../../../../../examples/thirteenth-candidate").resolve()

H, E, O, C, U = "/api/v1/registry/hubs", "/api/v1/email", "/api/v1/oncall", "/api/v1/clusters", "/api/v1/uptime"
TOKENS, SIGN_INS, GATE, TRADE = "/api/v1/tokens", "/api/v1/registry/sign-ins", "/api/v1/registry/gate", "/api/v1/registry/trade"
APPS, TOOLS = f"{H}/northwind-apps", f"{H}/northwind-tools"
PEOPLE = {"ines": "101", "jonas": "102", "kira": "103", "liam": "104", "mona": "105", "nils": "106", "omar": "107", "pia": "108"}
FROM, SERVICE = "info@post.northwind.example", "201"


class Unprepared(Exception):
    """Something before the step that is looked at went wrong: proves nothing."""


class Answer:
    def __init__(self, response):
        self.status, self.raw = response.status, response.read()
        self.text = self.raw.decode("utf-8", "replace")
        try:
            self.json = json.loads(self.raw)
        except ValueError:
            self.json = None

    @property
    def refused(self):
        return 400 <= self.status < 500

    def __repr__(self):
        return f"{self.status} {self.text[:300]}"


def need(answer, *statuses):
    if answer.status not in (statuses or (200, 201, 202, 204)):
        raise Unprepared(f"a step answered {answer}")
    return answer


class Service:
    """A running candidate."""

    def __init__(self, folder):
        self.process = subprocess.Popen([str(Path(folder) / "run.sh"), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        watch = threading.Timer(20, self.process.kill)
        watch.start()
        url = self.process.stdout.readline().strip()
        watch.cancel()
        if not url:
            self.stop()
            raise Unprepared("it does not start")
        self.port = urlsplit(url).port
        need(self.get("/_understudy/health", who=None))

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def call(self, method, path, body=None, who="ines", org=None, query=None, key=None):
        headers = {}
        if key:
            headers["Authorization"] = "Bearer " + key
        elif who:
            headers["Cookie"] = f"_conduit_session={PEOPLE[who]}-5d0c7f"
        if org:
            headers["X-Workspace"] = org
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path + ("?" + urlencode(query) if query else ""), None if body is None else json.dumps(body), headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, **how):
        return self.call("GET", path, **how)

    def post(self, path, body=None, **how):
        return self.call("POST", path, body, **how)

    def put(self, path, body=None, **how):
        return self.call("PUT", path, body, **how)

    def patch(self, path, body=None, **how):
        return self.call("PATCH", path, body, **how)

    def delete(self, path, **how):
        return self.call("DELETE", path, **how)

    def event(self, event, **body):
        return need(self.try_event(event, **body)).json

    def try_event(self, event, **body):
        return self.post(f"/_understudy/events/{event}", body, who=None)

    def advance(self, by):
        return need(self.post("/_understudy/clock/advance", {"by": by}, who=None)).json

    # ---- things that many proofs need
    def message(self, to="somebody@elsewhere.example", **more):
        return self.event("message-sent", **{"from": FROM, "to": [to], "subject": "Hello", "text": "Hello there", **more})["messageId"]

    def webhook(self, *types):
        made = need(self.post(f"{E}/webhooks", {"url": "https://hooks.example/in", "eventTypes": list(types or ["mail_sent"])})).json
        self.event("webhook-endpoint-answers", endpointId=made["webhook"]["id"], answers=[{"status": 200}])
        return made

    def monitor(self, **more):
        return need(self.post(f"{U}/monitors", {"name": "proof", "kind": "http", "intervalSeconds": 60, "vantages": ["ams"], "http": {"url": "https://www.northwind.example/"},
                                                "downCondition": {"confirmations": 1, "quorum": 1}, **more})).json["id"]

    def incident(self, service=SERVICE, title="proof"):
        return need(self.post(f"{O}/incidents", {"serviceId": service, "title": title})).json

    def cluster(self, who="ines", **more):
        path = f"{C}/" + need(self.post(C, {"name": "proof", "tier": "small", **more}, who=who)).json["name"]
        self.advance("PT8S")
        if need(self.get(path, who=who)).json["phase"] != "Running":
            raise Unprepared("the cluster does not run")
        return path


PROOFS = {}


def proof(function):
    PROOFS["bn-" + function.__name__.replace("_", "-")] = function
    return function


def verdict(value, right, wrong):
    """right or wrong if it is one of them, else what was seen."""
    return "right" if value == right else "wrong" if value == wrong else f"neither: {value!r}"


def choose(right, wrong, seen):
    return "right" if right and not wrong else "wrong" if wrong and not right else f"neither: {seen!r}"


def is_time(text):
    try:
        return "T" in text and bool(datetime.fromisoformat(text.replace("Z", "+00:00")).tzinfo)
    except ValueError:
        return False


# ---- an issuer of ID tokens, for the exchange
def b64(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def prime(bits):
    small = [p for p in range(3, 1000, 2) if all(p % q for q in range(3, int(p ** 0.5) + 1, 2))]
    while True:
        n = random.getrandbits(bits) | (3 << (bits - 2)) | 1
        if all(n % p for p in small) and (n - 1) % 65537 and all(pow(a, n - 1, n) == 1 for a in (2, 3, 5, 7)):
            return n


class Issuer:
    def __enter__(self):
        p, q = prime(512), prime(512)
        self.n, self.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *a):
                pass

            def do_GET(self):
                key = {"kty": "RSA", "kid": "one", "alg": "RS256", "n": b64(issuer.n.to_bytes(128, "big")), "e": "AQAB"}
                data = json.dumps({"keys": [key]} if "jwks" in self.path else {"issuer": issuer.url, "jwks_uri": issuer.url + "/jwks"}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *a):
        self.server.shutdown()
        self.server.server_close()

    def token(self, subject, audience):
        head = ".".join(b64(json.dumps(x).encode()) for x in ({"alg": "RS256", "kid": "one"}, {"iss": self.url, "sub": subject, "aud": audience, "exp": time.time() + 600}))
        tail = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(head.encode()).digest()
        m = b"\x00\x01" + b"\xff" * (128 - len(tail) - 3) + b"\x00" + tail
        return head + "." + b64(pow(int.from_bytes(m, "big"), self.d, self.n).to_bytes(128, "big"))


# ---- tokens and IAM
@proof
def options_of_a_narrowed_token(s):
    key = need(s.post(TOKENS, {"name": "proof", "scope": [{"role": "registry-viewer", "resourceIds": ["northwind-apps"]}]})).json["key"]
    roles = need(s.get(f"{TOKENS}/scope-options", key=key)).json["roles"]
    return choose(all({"id", "name", "description", "scopable"} <= set(r) for r in roles) and len(roles) > 0, all(set(r) == {"id", "name"} for r in roles), roles)


@proof
def custom_roles_name_anything(s):
    a = s.post(TOKENS, {"name": "proof", "scope": [{"role": "release-crew", "resourceIds": ["southsea-apps"]}]})
    return choose(a.refused, a.status == 201, a)


@proof
def last_request_plain(s):
    made = need(s.post(TOKENS, {"name": "proof"})).json
    need(s.get(C, key=made["key"]))
    time.sleep(2)
    last = [t["lastRequest"] for t in need(s.get(TOKENS)).json["tokens"] if t["id"] == made["id"]][0]
    return choose(is_time(last), last.endswith(" UTC"), last)


@proof
def role_name_of_a_removed_role(s):
    made = need(s.post(TOKENS, {"name": "proof", "scope": [{"role": "release-crew"}]})).json
    s.event("role-changes", customRole={"id": "release-crew", "removed": True})
    scope = [t["scope"] for t in need(s.get(TOKENS)).json["tokens"] if t["id"] == made["id"]][0]
    return verdict([e["roleName"] for e in scope], ["Release crew"], [None])


@proof
def kind_lost_in_the_options(s):
    before = need(s.get("/api/v1/iam/catalog")).json["roles"]
    if not all(r.get("kind") == "builtin" for r in before):
        raise Unprepared(before)
    need(s.get(f"{TOKENS}/scope-options"))
    roles = need(s.get("/api/v1/iam/catalog")).json["roles"]
    return choose(all(r.get("kind") == "builtin" for r in roles), all("kind" not in r for r in roles), roles)


# ---- registry
@proof
def one_login_per_upstream(s):
    for path in (APPS, TOOLS):
        need(s.put(f"{path}/mirror-logins/docker.io", {"username": "proof", "password": "p4ssword"}))
    return verdict([x["upstream"] for x in need(s.get(f"{APPS}/mirror-logins")).json["upstreamCredentials"]], ["docker.io"], [])


@proof
def index_cache_of_the_person(s):
    if [r["slug"] for r in need(s.get(H, who="pia")).json["registries"]] != ["northwind-apps", "northwind-tools"]:
        raise Unprepared("other registries")
    return verdict([r["slug"] for r in need(s.get(H, who="pia", org="southsea")).json["registries"]], ["southsea-apps"], ["northwind-apps", "northwind-tools"])


@proof
def minted_key_nested(s):
    a = need(s.post(f"{APPS}/robots", {"name": "proof", "mode": "pull"})).json
    return verdict(sorted(a), ["keyId", "secret"], ["key", "secret"])


@proof
def not_counted_yet(s):
    seen = []
    for n in range(3):      # the counting job may come in between
        need(s.post(H, {"slug": f"proof-{n}"}))
        seen.append(need(s.get(f"{H}/proof-{n}")).json["usedBytes"])
    return choose(seen == [0, 0, 0], None in seen, seen)


@proof
def minted_via_the_issuer(s):
    with Issuer() as issuer:
        need(s.post(f"{APPS}/federations", {"issuer": issuer.url, "audience": "proof", "subjectPattern": "repo:*", "mode": "pull"}))
        made = need(s.post(TRADE, {"registry": "northwind-apps", "token": issuer.token("repo:shop", "proof")}, who=None)).json
        via = [k["mintedVia"] for k in need(s.get(f"{APPS}/robots")).json["keys"] if k["keyId"] == made["keyId"]]
        return verdict(via, ["oidc"], [issuer.url])


@proof
def deletes_foreign_registries(s):
    need(s.post(H, {"slug": "proof"}))
    a = s.delete(f"{H}/proof", who="omar")
    left = s.get(f"{H}/proof").status
    return choose(a.refused and left == 200, a.status == 204 and left == 404, (a, left))


@proof
def login_for_one_registry(s):
    scope = need(s.post(SIGN_INS, {})).json["scope"]
    return verdict([x["registry"] for x in scope], ["northwind-apps", "northwind-tools"], ["northwind-apps"])


@proof
def one_tag_per_image(s):
    s.event("image-pushed", registry="northwind-tools", repository="proof", tags=["a", "b"])
    tags = sorted(t["name"] for t in need(s.get(f"{TOOLS}/tags", query={"repo": "proof"})).json["tags"])
    return choose(tags == ["a", "b"], len(tags) == 1, tags)


@proof
def revoked_key_still_pulls(s):
    key = need(s.post(f"{APPS}/robots", {"name": "proof", "mode": "pull"})).json
    use = lambda: need(s.post(GATE, {"username": key["keyId"], "password": key["secret"], "registry": "northwind-apps", "repository": "shop/web", "action": "pull"}, who=None)).json["allowed"]
    if use() is not True:
        raise Unprepared("the key does not pull")
    need(s.delete(f"{APPS}/robots/{key['keyId']}"))
    return verdict(use(), False, True)


# ---- email
@proof
def only_failed_redelivered(s):
    hook = s.webhook()["webhook"]["id"]
    s.message()
    s.advance("PT10S")
    one = need(s.get(f"{E}/webhook-deliveries", query={"endpointId": hook})).json["deliveries"]
    if [x["state"] for x in one] != ["delivered"]:
        raise Unprepared(one)
    a = s.post(f"{E}/webhook-deliveries/{one[0]['id']}/redeliver")
    return choose(a.status == 202 and a.json["id"] != one[0]["id"], a.status == 409, a)


@proof
def unverified_claims_of_others(s):
    need(s.post(f"{E}/domains", {"name": "claim.judged.example"}, who="omar"))
    return verdict(s.post(f"{E}/domains", {"name": "claim.judged.example"}).status, 409, 201)


@proof
def disabled_only_when_set(s):
    hook = need(s.post(f"{E}/webhooks", {"url": "https://hooks.example/in", "eventTypes": ["mail_sent"]})).json["webhook"]
    return verdict(hook.get("disabled", "none"), False, "none")


@proof
def settings_can_be_written(s):
    a = s.patch(f"{E}/settings", {"dailyQuota": 5000})
    now = need(s.get(f"{E}/settings")).json["dailyQuota"]
    return choose(a.refused and now == 800, a.status == 200 and now == 5000, (a, now))


@proof
def observations_shared(s):
    path = f"{E}/domains/{need(s.post(f'{E}/domains', {'name': 'dns.judged.example'})).json['id']}/dns"
    mine = need(s.get(path)).json
    a = s.get(path, who="omar")
    return choose(a.status in (403, 404), a.status == 200 and a.json == mine, a)


@proof
def no_quota_while_paused(s):
    ids = [s.message(f"p{n}@elsewhere.example") for n in range(25)]
    s.advance("PT10S")
    for i in ids[:4]:
        s.event("message-bounced", messageId=i, bounce="hard")
    view = need(s.get(f"{E}/settings")).json
    if view["paused"] is not True:
        raise Unprepared(view)
    return choose(view.get("dailyQuota") == 800, "dailyQuota" not in view, view)


@proof
def reason_complained(s):
    i = s.message("angry@elsewhere.example")
    s.advance("PT5S")
    s.event("message-complained", messageId=i)
    found = need(s.get(f"{E}/suppressions")).json["suppressions"]
    return verdict([(x["address"], x["reason"]) for x in found], [("angry@elsewhere.example", "complaint")], [("angry@elsewhere.example", "complained")])


@proof
def secret_when_switched_on(s):
    made = need(s.post(f"{E}/webhooks", {"url": "https://hooks.example/in", "eventTypes": ["mail_sent"]})).json
    path = f"{E}/webhooks/{made['webhook']['id']}"
    if made["signingSecret"] in need(s.patch(path, {"disabled": True})).text:
        raise Unprepared("it is there before")
    a = need(s.patch(path, {"disabled": False}))
    return choose(made["signingSecret"] not in a.text, a.json.get("signingSecret") == made["signingSecret"], a)


@proof
def new_address_new_secret(s):
    made = s.webhook()
    hook = made["webhook"]["id"]
    need(s.patch(f"{E}/webhooks/{hook}", {"url": "https://hooks.example/elsewhere"}))
    s.message()
    s.advance("PT10S")
    attempts = need(s.get("/_understudy/webhook-deliveries", who=None, query={"endpointId": hook})).json["attempts"]
    if len(attempts) != 1 or attempts[0].get("status") != 200:
        raise Unprepared(attempts)
    parts = dict(x.split("=", 1) for x in attempts[0]["headers"]["X-Conduit-Signature"].split(","))
    mac = hmac.new(made["signingSecret"].encode(), (parts["t"] + "." + attempts[0]["body"]).encode(), hashlib.sha256).hexdigest()
    return choose(parts["v1"] == mac, len(parts["v1"]) == 64 and parts["v1"] != mac, attempts)


@proof
def received_mail_kept(s):
    d = [x for x in need(s.get(f"{E}/domains")).json["domains"] if x["name"] == "post.northwind.example"][0]["id"]
    need(s.post(f"{E}/domains/{d}/receive"))
    s.event("dns-record-published", domain=d)
    need(s.post(f"{E}/domains/{d}/check"))
    s.advance("PT5S")
    i = s.event("message-received", **{"from": "a@elsewhere.example", "to": ["hello@post.northwind.example"], "subject": "x", "text": "x"})["messageId"]
    need(s.get(f"{E}/messages/{i}/content"))
    s.advance("P31D")
    return verdict(s.get(f"{E}/messages/{i}/content").status, 404, 200)


# ---- on-call
@proof
def acknowledges_the_neighbours(s):
    first, second = s.incident()["id"], s.incident()["id"]
    need(s.post(f"{O}/incidents/{first}/ack"))
    return verdict(need(s.get(f"{O}/incidents/{second}")).json["incident"]["status"], "open", "acknowledged")


ROTATION = {"name": "proof", "timezone": "UTC", "participants": [{"userId": "103", "label": "Kira"}, {"userId": "104", "label": "Liam"}], "handoff": {"interval": "daily", "time": "09:00"}}


@proof
def until_of_one_participant(s):
    now = need(s.post(f"{O}/rotations", {**ROTATION, "participants": ROTATION["participants"][:1]})).json["onCallNow"]
    return choose(isinstance(now["until"], str), now["until"] is None, now)


@proof
def stays_public(s):
    i = s.incident()["id"]
    board = lambda: [x["id"] for x in need(s.get(f"{O}/board/{SERVICE}", who=None)).json["incidents"]]
    u = need(s.post(f"{O}/incidents/{i}/notes", {"body": "We look into it."})).json["id"]
    if board() != [i]:
        raise Unprepared("it is not public")
    need(s.delete(f"{O}/incidents/{i}/notes/{u}"))
    return verdict(board(), [], [i])


@proof
def policy_in_use_deleted(s):
    p = need(s.post(f"{O}/policies", {"name": "proof", "repeat": 1, "steps": [{"target": {"kind": "user", "id": "103", "label": "Kira"}, "waitSeconds": 60}]})).json["id"]
    need(s.patch(f"{O}/services/{SERVICE}", {"escalationPolicyId": p}))
    return verdict(s.delete(f"{O}/policies/{p}").status, 409, 204)


@proof
def incidents_oldest_first(s):
    first = s.incident()["id"]
    time.sleep(1.1)
    second = s.incident()["id"]
    return verdict([i["id"] for i in need(s.get(f"{O}/incidents")).json["incidents"]], [second, first], [first, second])


@proof
def overrides_lost_with_the_order(s):
    path = f"{O}/rotations/{need(s.post(f'{O}/rotations', ROTATION)).json['id']}"
    times = [datetime.fromtimestamp(time.time() + x, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ") for x in (-60, 3600)]
    need(s.post(f"{path}/overrides", {"userId": "105", "label": "Mona", "startsAt": times[0], "endsAt": times[1]}))
    look = lambda: [(len(x["overrides"]), x["onCallNow"]["override"]) for x in need(s.get(f"{O}/rotations")).json["schedules"]]
    if look() != [(1, True)]:
        raise Unprepared("the override does not hold")
    need(s.patch(path, {"participants": ROTATION["participants"][::-1]}))
    return verdict(look(), [(1, True)], [(0, False)])


@proof
def page_before_filter(s):
    kept = s.incident()["id"]
    for _ in range(100):
        need(s.post(f"{O}/incidents/{s.incident('202')['id']}/close"))
    return verdict([i["id"] for i in need(s.get(f"{O}/incidents")).json["incidents"]], [kept], [])


@proof
def timeline_on_the_board(s):
    i = s.incident()["id"]
    need(s.post(f"{O}/incidents/{i}/notes", {"body": "We look into it."}))
    shown = need(s.get(f"{O}/board/{SERVICE}", who=None)).json["incidents"]
    if [x["id"] for x in shown] != [i]:
        raise Unprepared(shown)
    return choose("timeline" not in shown[0] and "opened" not in [x.get("kind") for x in shown[0]["updates"]], "opened" in [x["kind"] for x in shown[0].get("timeline", [])], shown)


# ---- clusters
@proof
def datastore_without_mode(s):
    path = s.cluster(datastore={"mode": "dedicated"})
    need(s.patch(path, {"datastore": {"size": "db-medium", "storageGiB": 100, "replicas": 3, "backups": True}}))
    s.advance("PT8S")
    store = need(s.get(path)).json["datastore"]
    if store["size"] != "db-medium":
        raise Unprepared(store)
    return verdict(store.get("mode"), "dedicated", None)


@proof
def join_token_of_a_gone_node(s):
    path = s.cluster()
    token = need(s.post(f"{path}/join-tokens")).json["joinToken"]
    need(s.post(f"{path}/join", {"token": token, "node": "one"}, who=None))
    need(s.post(f"{path}/join", {"token": token, "node": "two"}, who=None), 403)
    need(s.delete(f"{path}/nodes/one"))
    a = s.post(f"{path}/join", {"token": token, "node": "two"}, who=None)
    return choose(a.refused, a.status == 201, a)


@proof
def configurations_by_name(s):
    path = s.cluster()
    text = need(s.get(f"{path}/kubeconfig")).json["kubeconfig"]
    token = text.split("token: ")[1].split()[0]
    use = lambda: s.event("credential-used", kind="kubeconfig", secret=token, cluster="proof")["accepted"]
    if use() is not True:
        raise Unprepared("it is not accepted at first")
    need(s.delete(path))
    s.advance("PT8S")
    need(s.get(path), 404)
    s.cluster(who="omar")
    return verdict(use(), False, True)


@proof
def second_change_lost(s):
    path = s.cluster(replicas=3)
    need(s.patch(path, {"tier": "medium"}))
    a = s.patch(path, {"replicas": 5})
    s.advance("PT20S")
    now = need(s.get(path)).json
    if now["tier"] != "medium" or now["phase"] != "Running":
        raise Unprepared(now)
    return choose(a.status == 409 or now["replicas"] == 5, a.status == 200 and now["replicas"] == 3, (a, now))


@proof
def unavailable_while_restarting(s):
    path = s.cluster(replicas=1)
    need(s.patch(path, {"tier": "medium"}))
    return verdict(s.get(path).status, 200, 503)


@proof
def node_gone_everywhere(s):
    for cluster in ("northwind-main", "southsea-main"):
        s.event("node-joins", cluster=cluster, node="proof-node")
    need(s.delete(f"{C}/northwind-main/nodes/proof-node"))
    return verdict([n["name"] for n in need(s.get(f"{C}/southsea-main/nodes", who="omar")).json["nodes"]], ["proof-node"], [])


@proof
def balancers_without_enabled(s):
    a = s.post(C, {"name": "proof", "tier": "small", "managedLoadBalancers": {}})
    there = s.get(f"{C}/proof").status
    return choose(a.refused and there == 404, a.status == 201 and there == 200, (a, there))


@proof
def same_name_same_token(s):
    path = s.cluster()
    first = need(s.post(f"{path}/registration-tokens", {"name": "proof"})).json["token"]
    again = s.post(f"{path}/registration-tokens", {"name": "proof"})
    return choose(first not in again.text, again.status == 201 and again.json["token"] == first, again)


# ---- uptime
@proof
def refused_change_bad_gateway(s):
    away = [v["id"] for v in need(s.get(f"{U}/catalog")).json["vantages"] if not v["available"]]
    a = s.patch(f"{U}/monitors/{s.monitor()}", {"vantages": away})
    return choose(a.refused, a.status == 502, a)


@proof
def no_snippet_of_an_error(s):
    m = s.monitor()
    s.event("probe-result", monitorId=m, outcome="error")
    found = need(s.get(f"{U}/monitors/{m}/failures")).json["failures"]
    return choose(len(found) == 1 and isinstance(found[0]["responseSnippet"], str), found[0]["responseSnippet"] is None, found)


@proof
def attached_by_a_change(s):
    service = need(s.post(f"{U}/services", {"name": "proof"})).json["id"]
    need(s.patch(f"{U}/monitors/{s.monitor()}", {"serviceId": service}))
    if [x["monitors"] for x in need(s.get(f"{U}/services")).json["services"] if x["id"] == service] != [1]:
        raise Unprepared("it is not attached")
    return verdict(s.delete(f"{U}/services/{service}").status, 409, 204)


@proof
def kind_until_probed(s):
    m = s.monitor()
    a = s.patch(f"{U}/monitors/{m}", {"kind": "tcp", "tcp": {"host": "www.northwind.example", "port": 443}})
    now = need(s.get(f"{U}/monitors/{m}")).json["kind"]
    return choose(a.status < 500 and now == "http", a.status == 200 and now == "tcp", (a, now))


# ---- the run
def with_edits(mistake, folder):
    copy = Path(folder) / "candidate"
    shutil.copytree(CANDIDATE, copy)
    for edit in mistake["edits"]:
        file = copy / edit["file"]
        text = file.read_text()
        if text.count(edit["find"]) != 1:
            raise Unprepared(f"{edit['file']}: the text to find stands {text.count(edit['find'])} times")
        file.chmod(0o644)
        file.write_text(text.replace(edit["find"], edit["replace"]))
    return copy


def run(folder, steps):
    service = Service(folder)
    try:
        return steps(service)
    finally:
        service.stop()


def main():
    mistakes = json.loads((HERE / "mistakes.json").read_text())
    wanted = sys.argv[1:] or [m["id"] for m in mistakes]
    for unknown in set(wanted) - {m["id"] for m in mistakes}:
        sys.exit(f"there is no mistake {unknown}")
    proven = 0
    chosen = [m for m in mistakes if m["id"] in wanted]
    for mistake in chosen:
        try:
            clean = run(CANDIDATE, PROOFS[mistake["id"]])
            with tempfile.TemporaryDirectory() as folder:
                copy = run(with_edits(mistake, folder), PROOFS[mistake["id"]])
            good = clean == "right" and copy == "wrong"
            proven += good
            print(f"{'proven' if good else 'NOT PROVEN'} {mistake['id']}" + ("" if good else f": clean {clean}; copy {copy}"), flush=True)
        except Exception as problem:  # one that fails must not keep the others from being tried
            print(f"NOT PROVEN {mistake['id']}: {type(problem).__name__} {problem}", flush=True)
    print(f"{proven} of {len(chosen)} proven")
    sys.exit(0 if proven == len(chosen) else 1)


if __name__ == "__main__":
    main()
