"""Proves the mistakes of mistakes.json: prove.py [ID...]

Each is shown against the clean candidate (which must be right) and against a copy with its edits (which must be
wrong in the way that is described), both started afresh on a free port, one after the other. Standard library only;
CANDIDATE names another place of the candidate.
"""
import hashlib
import hmac
import http.client
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlencode, urlsplit

HERE = Path(__file__).resolve().parent
CANDIDATE = (HERE / "../../../../../examples/eleventh-candidate").resolve()
if os.environ.get("CANDIDATE"):
    CANDIDATE = Path(os.environ["CANDIDATE"]).resolve()

R, E, O, C, U = "/api/v1/registry/instances", "/api/v1/email", "/api/v1/oncall", "/api/v1/clusters", "/api/v1/uptime"
LOGIN, CHECK, UPSTREAMS, TOKENS = "/api/v1/registry/docker-login", "/api/v1/registry/data-plane/check", "/api/v1/registry/pull-through/upstreams", "/api/v1/tokens"
FROM, FROM_ELSEWHERE = "info@mail.summitworks.example", "info@mail.lakeshore.example"
SERVICE = "01JC00000000000000000CHECK"
PETE, JANE = "01JC000000000000000000PETE", "01JC000000000000000000JANE"
BUILD = 240  # seconds for building and starting


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

    def __init__(self, folder, build):
        self.process = subprocess.Popen([str(Path(folder) / "run.sh"), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, start_new_session=True, env={**os.environ, "TMPDIR": str(build)})
        try:
            if not select.select([self.process.stdout], [], [], BUILD)[0]:
                raise Unprepared("it does not start in time")
            url = self.process.stdout.readline().strip()
            if not url:
                raise Unprepared("it does not start (or does not build)")
            self.port = urlsplit(url).port
            need(self.get("/_understudy/health", who=None))
        except BaseException:
            self.stop()
            raise

    def stop(self):
        """Ends what was started here: the process and its own group (a build that hangs)."""
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, sign)
                self.process.wait(10)
                break
            except ProcessLookupError:
                self.process.wait(10)
                break
            except subprocess.TimeoutExpired:
                continue
        self.process.stdout.close()

    def call(self, method, path, body=None, who="grace", org=None, query=None, key=None):
        headers = {}
        if key or who:
            headers["X-Auth-Token"] = key or f"sess-{who}-77c1"
        if org:
            headers["X-Acting-Org"] = org
        if body is not None:
            headers["content-type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
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

    def event(self, name, **body):
        return need(self.try_event(name, **body)).json

    def try_event(self, name, **body):
        return self.post(f"/_understudy/events/{name}", body, who=None)

    def advance(self, by):
        return need(self.post("/_understudy/clock/advance", {"by": by}, who=None)).json

    # ---- things that many proofs need
    def message(self, to="somebody@elsewhere.example", sender=FROM):
        return self.event("message-sent", **{"from": sender, "to": [to], "subject": "Hello", "text": "Hello there"})["messageId"]

    def incident(self, title="proof"):
        return need(self.post(f"{O}/incidents", {"serviceId": SERVICE, "title": title})).json["id"]

    def webhook(self, *types):
        return need(self.post(f"{E}/webhooks", {"url": "https://hooks.example/in", "eventTypes": list(types or ["MessageSent"])})).json

    def domain(self, name="proof.judged.example"):
        return need(self.post(f"{E}/domains", {"name": name})).json["id"]

    def policy(self, kind="user", target=PETE):
        return need(self.post(f"{O}/escalations", {"name": "proof", "repeat": 1, "steps": [{"target": {"kind": kind, "id": target, "label": "first"}, "waitSeconds": 60}]})).json["id"]

    def schedule(self, name, person, **how):
        return need(self.post(f"{O}/rotations", {"name": name, "timezone": "UTC", "participants": [{"userId": person, "label": person}], "handoff": {"interval": "daily", "time": "09:00"}}, **how)).json["id"]

    def key(self, registry, mode="pull"):
        return need(self.post(f"{R}/{registry}/keys", {"name": "proof", "mode": mode})).json

    def keys(self, registry):
        return need(self.get(f"{R}/{registry}/keys")).json["keys"]

    def check(self, secret, registry="summit-apps", action="pull", username="any"):
        return self.post(CHECK, {"username": username, "password": secret, "registry": registry, "repository": "storefront/web", "action": action}, who=None)

    def running(self, path, who="grace"):
        """Waits until the cluster runs; the versions that were seen on the way."""
        seen = []
        for _ in range(80):
            now = need(self.get(path, who=who)).json
            if now["orchestratorVersion"] not in seen:
                seen.append(now["orchestratorVersion"])
            if now["phase"] == "Running":
                return now, seen
            time.sleep(0.25)
        raise Unprepared(f"the cluster does not come to rest: {now}")


PROOFS = {}


def proof(function):
    PROOFS["bm-" + function.__name__.replace("_", "-")] = function
    return function


def verdict(value, right, wrong):
    """right or wrong if it is one of them, else what was seen."""
    return "right" if value == right else "wrong" if value == wrong else f"neither: {value!r}"


def choose(right, wrong, seen):
    return "right" if right and not wrong else "wrong" if wrong and not right else f"neither: {seen!r}"


# ---- the proofs, in the order of mistakes.json
@proof
def epoch_lost_after_outage(s):
    before = need(s.get(f"{U}/ping")).json
    s.event("backend-behaves", backend="uptime", reachable=False)
    need(s.get(f"{U}/ping"), 502)
    s.event("backend-behaves", backend="uptime", reachable=True)
    now = need(s.get(f"{U}/ping")).json
    if not isinstance(before.get("schemaEpoch"), str):
        raise Unprepared(before)
    return choose(set(now) == set(before) and now["schemaEpoch"] == before["schemaEpoch"], "schemaEpoch" not in now and now["org"] == "summitworks", now)


@proof
def rotated_secret_has_grace(s):
    made = s.webhook()
    hook, old = made["webhook"]["id"], made["signingSecret"]
    s.event("webhook-endpoint-answers", endpointId=hook, answers=[{"status": 200}])

    def signed():
        s.message()
        s.advance("PT10S")
        last = need(s.get("/_understudy/webhook-deliveries", who=None, query={"endpointId": hook})).json["attempts"][-1]
        stamp, given = re.fullmatch(r"t=(\d+),v1=([0-9a-f]+)", last["headers"]["X-Summit-Signature"]).groups()
        return lambda secret: hmac.new(secret.encode(), f"{stamp}.{last['body']}".encode(), hashlib.sha256).hexdigest() == given

    if not signed()(old):
        raise Unprepared("not signed as thought")
    new = need(s.post(f"{E}/webhooks/{hook}/rotate-secret")).json["signingSecret"]
    by = signed()
    return choose(by(new), by(old), (new, old))


@proof
def headroom_of_the_namesake(s):
    need(s.post(C, {"name": "prod", "tier": "small"}, who="pam"))
    s.event("headroom-changes", cluster="prod", component="etcd", usedPercent=90)
    a = s.patch(f"{C}/prod", {"tier": "small"})
    s.advance("PT8S")
    now = need(s.get(f"{C}/prod")).json["tier"]
    return choose(a.status == 409 and "etcd" in a.text and now == "medium", a.status == 200 and now == "small", (a, now))


@proof
def acknowledged_at_no_time(s):
    i = s.incident()
    a = need(s.post(f"{O}/incidents/{i}/actions/ack")).json
    listed = [x for x in need(s.get(f"{O}/incidents")).json["incidents"] if x["id"] == i][0]
    if a["status"] != "acknowledged":
        raise Unprepared(a)
    return choose("acknowledgedAt" in a and "acknowledgedAt" in listed, "acknowledgedAt" not in a and "acknowledgedAt" not in listed, a)


@proof
def concurrent_change_only_for_upgrades(s):
    s.event("cluster-changes-concurrently", cluster="prod")
    a = s.patch(f"{C}/prod", {"tier": "large"})
    return choose(a.status == 409, a.status == 200, a)


@proof
def balancers_on_by_default_again(s):
    need(s.patch(f"{C}/prod", {"managedLoadBalancers": {"enabled": False}}))
    if s.running(f"{C}/prod")[0]["managedLoadBalancers"]["enabled"] is not False:
        raise Unprepared("still on")
    need(s.patch(f"{C}/prod", {"tier": "large"}))
    now = s.running(f"{C}/prod")[0]
    if now["tier"] != "large":
        raise Unprepared(now)
    return verdict(now["managedLoadBalancers"]["enabled"], False, True)


@proof
def manual_incidents_page_nobody(s):
    need(s.put(f"{O}/services/{SERVICE}/escalation", {"escalationPolicyId": s.policy()}))
    i = s.incident()
    s.advance("PT5S")
    pages = need(s.get("/_understudy/pages", who=None, query={"incidentId": i})).json["pages"]
    return verdict([p["userId"] for p in pages], [PETE], [])


@proof
def anybody_dissolves_a_registry(s):
    need(s.post(R, {"slug": "proof-apps"}))
    a = s.delete(f"{R}/proof-apps", who="pam")
    return choose(*[(a.status in (403, 404), a.status == 202)[n] and s.get(f"{R}/proof-apps").status == (200, 404)[n] for n in (0, 1)], a)


@proof
def refusals_echo_the_body(s):
    a = s.post(f"{O}/telephony", {"accountSid": "AC1", "authToken": "very-secret-77"})
    b = s.post(f"{R}/summit-apps/mirror-logins/docker.io", {"password": "very-secret-88"})
    if not (a.refused and b.refused):
        raise Unprepared((a, b))
    return verdict(("very-secret-77" in a.text, "very-secret-88" in b.text), (False, False), (True, True))


@proof
def pull_only_login_outlives_logout(s):
    full, made = need(s.post(LOGIN, {})).json, need(s.post(LOGIN, {"pullOnly": True})).json
    for x in (full, made):
        if need(s.check(x["password"], username=x["username"])).json["allowed"] is not True:
            raise Unprepared("does not work at all")
        need(s.post(f"{LOGIN}/{x['username']}/revoke"))
    if s.check(full["password"], username=full["username"]).status != 401:
        raise Unprepared("the full one works as well")
    a = s.check(made["password"], username=made["username"])
    return choose(a.status == 401, a.status == 200 and a.json["allowed"] is True, a)


@proof
def idle_policies_keep_no_schedule(s):
    i = s.schedule("proof", PETE)
    s.policy("schedule", i)
    a = s.delete(f"{O}/rotations/{i}")
    there = i in [x["id"] for x in need(s.get(f"{O}/rotations")).json["schedules"]]
    return verdict((a.status, there), (409, True), (200, False))


@proof
def two_minors_in_one_roll(s):
    need(s.post(C, {"name": "proof", "tier": "small", "orchestratorVersion": "v1.31.13"}))
    path = f"{C}/proof"
    s.running(path)
    need(s.patch(path, {"orchestratorVersion": "v1.32.8"}))
    a = s.patch(path, {"orchestratorVersion": "v1.33.4"})
    seen = s.running(path)[1]
    return choose(a.status == 409 and seen == ["v1.31.13", "v1.32.8"], a.status == 200 and seen == ["v1.31.13", "v1.33.4"], (a, seen))


@proof
def accepted_yesterday(s):
    s.message()
    if need(s.get(f"{E}/settings")).json["acceptedToday"] != 1:
        raise Unprepared("not counted")
    s.advance("P2D")
    return verdict(need(s.get(f"{E}/settings")).json["acceptedToday"], 0, 1)


@proof
def key_without_domains_is_null(s):
    d = s.domain()
    k = need(s.post(f"{E}/keys", {"name": "proof", "domainIds": [d]})).json["sendKey"]["id"]
    need(s.delete(f"{E}/domains/{d}"))
    listed = [x for x in need(s.get(f"{E}/keys")).json["sendKeys"] if x["id"] == k]
    return choose(listed == [] or isinstance(listed[0]["domainIds"], list), listed and listed[0]["domainIds"] is None, listed)


@proof
def registration_token_left_out(s):
    a = need(s.post(f"{C}/prod/registration-tokens", {"name": "proof"}), 201).json
    return verdict(set(a), {"id", "name", "token", "cloudConfig", "joinCommand"}, {"id", "name", "cloudConfig", "joinCommand"})


@proof
def rule_takes_all_keys_along(s):
    k = s.key("summit-apps")
    rule = need(s.post(f"{R}/summit-apps/federation", {"issuer": "https://ci.example", "audience": "cr", "subjectPattern": "*", "mode": "pull"})).json["id"]
    need(s.delete(f"{R}/summit-apps/federation/{rule}"))
    a, listed = s.check(k["secret"]), s.keys("summit-apps")
    return choose(a.status == 200 and a.json["allowed"] and "revokedAt" not in listed[0], a.status == 401 and "revokedAt" in listed[0], (a, listed))


@proof
def no_detaching_during_incidents(s):
    path = f"{O}/services/{SERVICE}/escalation"
    p = s.policy()
    need(s.put(path, {"escalationPolicyId": p}))
    s.incident()
    a = s.put(path, {"escalationPolicyId": None})
    used = need(s.get(f"{O}/escalations")).json["policies"][0]["services"]
    return verdict((a.status, used), (200, 0), (409, 1))


@proof
def disabled_token_error_object(s):
    t = need(s.post(TOKENS, {"name": "proof"})).json
    need(s.get(TOKENS, key=t["key"]))
    s.event("token-disabled", tokenId=t["id"])
    a = need(s.get(TOKENS, key=t["key"]), 401)
    return choose(isinstance(a.json["error"], str), isinstance(a.json["error"], dict), a)


@proof
def datastore_size_object(s):
    need(s.post(C, {"name": "shared", "tier": "small", "datastore": {"mode": "shared"}}), 201)
    a = need(s.post(C, {"name": "proof", "tier": "small", "datastore": {"mode": "dedicated", "size": "db-medium"}}), 201).json["datastore"]["size"]
    return choose(a == "db-medium", isinstance(a, dict) and a["name"] == "db-medium", a)


@proof
def provisioning_is_only_accepted(s):
    a = s.post(C, {"name": "proof", "tier": "small"})
    if (a.json or {}).get("name") != "proof":
        raise Unprepared(a)
    return verdict(a.status, 201, 202)


@proof
def display_name_and_region_swapped(s):
    made = need(s.post(R, {"slug": "proof-apps", "displayName": "Proof", "region": "us-west-2"})).json
    listed = [x for x in need(s.get(R)).json["registries"] if x["slug"] == "proof-apps"][0]
    return verdict([(x["displayName"], x["region"]) for x in (made, listed)], [("Proof", "us-west-2")] * 2, [("us-west-2", "Proof")] * 2)


@proof
def untagged_images_survive(s):
    repo = {"repo": "storefront/web"}
    for t in ("v1", "latest"):
        need(s.delete(f"{R}/summit-apps/tags", query={**repo, "tag": t}))
    if [m["tags"] for m in need(s.get(f"{R}/summit-apps/manifests", query=repo)).json["manifests"]] != [[]]:
        raise Unprepared("no untagged image")
    need(s.delete(f"{R}/summit-apps/repos", query=repo))
    time.sleep(1.5)
    repos = [x["name"] for x in need(s.get(f"{R}/summit-apps/repos")).json["repositories"]]
    images = (s.get(f"{R}/summit-apps/manifests", query=repo).json or {}).get("manifests", [])
    return verdict((repos, len(images)), ([], 0), (["storefront/web"], 1))


@proof
def armed_again_says_so(s):
    d = s.domain()
    first = need(s.post(f"{E}/domains/{d}/receive"), 200).json
    if first.get("id") != d:
        raise Unprepared(first)
    a = need(s.post(f"{E}/domains/{d}/receive"), 200).json
    return choose(a.get("id") == d and "dnsRecords" in a, a == {"status": "AlreadyArmed"}, a)


@proof
def no_config_after_the_first(s):
    path = f"{C}/prod/kubeconfig"
    life = need(s.get(path)).json["expiresIn"]
    need(s.get(path))
    s.advance(f"PT{life + 60}S")
    a = s.get(path)
    return choose(a.status == 200 and "kubeconfig" in a.json, a.status == 409, a)


@proof
def bounces_of_everybody(s):
    s.event("dns-record-published", domain="mail.lakeshore.example")
    s.advance("PT40S")
    there = [s.message(f"a{n}@elsewhere.example", FROM_ELSEWHERE) for n in range(60)]
    here = [s.message(f"b{n}@elsewhere.example") for n in range(60)]
    for i in there[:5]:
        s.event("message-bounced", messageId=i, bounce="hard")
    if need(s.get(f"{E}/settings", who="pam")).json["paused"] or need(s.get(f"{E}/settings")).json["paused"]:
        raise Unprepared("paused already")
    s.event("message-bounced", messageId=here[0], bounce="hard")
    return verdict(need(s.get(f"{E}/settings")).json["paused"], False, True)


@proof
def resting_endpoint_takes_any_event(s):
    i = s.webhook()["webhook"]["id"]
    path = f"{E}/webhooks/{i}"
    if not s.patch(path, {"eventTypes": ["no-such-event"]}).refused:
        raise Unprepared("taken by an active one as well")
    need(s.patch(path, {"disabled": True}))
    a = s.patch(path, {"eventTypes": ["no-such-event"]})
    now = need(s.get(f"{E}/webhooks")).json["webhooks"][0]["eventTypes"]
    return choose(a.refused and now == ["MessageSent"], a.status == 200 and now == ["no-such-event"], (a, now))


@proof
def narrow_login_reaches_neighbours(s):
    made = need(s.post(LOGIN, {"registry": "summit-base"})).json
    if [x["registry"] for x in made["scope"]] != ["summit-base"]:
        raise Unprepared(made)
    a = need(s.check(made["password"], "summit-apps", username=made["username"])).json
    return verdict(a["allowed"], False, True)


@proof
def revoked_key_stays_warm(s):
    cold, warm = s.key("summit-apps"), s.key("summit-apps")
    need(s.check(warm["secret"]))
    for k in (cold, warm):
        need(s.delete(f"{R}/summit-apps/keys/{k['keyId']}"))
    if s.check(cold["secret"]).status != 401:
        raise Unprepared("works as well")
    a = s.check(warm["secret"])
    return choose(a.status == 401, a.status == 200 and a.json["allowed"] is True, a)


@proof
def late_post_mortem_hidden(s):
    i = s.incident()
    need(s.post(f"{O}/incidents/{i}/actions/resolve"))
    s.advance("P2D")
    need(s.post(f"{O}/incidents/{i}/public-updates", {"body": "what it was"}))
    page = need(s.get(f"{O}/public-status/{SERVICE}", who=None)).json["incidents"]
    viewed = s.event("status-page-viewed")["incidents"]
    return verdict(([x["id"] for x in page], [x["id"] for x in viewed]), ([i], [i]), ([], []))


@proof
def hundred_incidents_are_kept(s):
    ids = [s.incident(f"proof {n}") for n in range(101)]
    for i in ids[41:]:
        need(s.post(f"{O}/incidents/{i}/actions/resolve"))
    listed = [x["id"] for x in need(s.get(f"{O}/incidents")).json["incidents"]]
    first = s.get(f"{O}/incidents/{ids[0]}").status
    return verdict((listed, first), (ids[:41][::-1], 200), (ids[1:41][::-1], 404))


@proof
def names_of_the_deleted_stay_taken(s):
    i = need(s.post(f"{U}/services", {"name": "proof"})).json["id"]
    need(s.delete(f"{U}/services/{i}"))
    if "proof" in [x["name"] for x in need(s.get(f"{U}/services")).json["services"]]:
        raise Unprepared("not gone")
    return verdict(s.post(f"{U}/services", {"name": "proof"}).status, 201, 409)


@proof
def node_of_the_same_name_goes_too(s):
    need(s.post(C, {"name": "depot", "tier": "small"}, who="pam"))
    s.advance("PT8S")
    s.event("node-joins", cluster="depot", organization="lakeshore", node="worker-1")
    names = lambda: [n["name"] for n in need(s.get(f"{C}/depot/nodes", who="pam")).json["nodes"]]
    if names() != ["worker-1"]:
        raise Unprepared(names())
    need(s.delete(f"{C}/prod/nodes/worker-1"))
    return verdict(names(), ["worker-1"], [])


@proof
def token_created_in_milliseconds(s):
    i = need(s.post(TOKENS, {"name": "proof"})).json["id"]
    at = [t for t in need(s.get(TOKENS)).json["tokens"] if t["id"] == i][0]["createdAt"]
    return choose(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", at), re.fullmatch(r"\d{13}", at), at)


@proof
def listing_keys_overwrites_others(s):
    first, second = s.key("summit-apps"), s.key("summit-base")
    if [k["keyId"] for k in s.keys("summit-base")] != [second["keyId"]]:
        raise Unprepared("another list")
    listed = [k["keyId"] for k in s.keys("summit-apps")]
    a = s.check(first["secret"])
    return verdict((listed, a.status), ([first["keyId"]], 200), ([], 401))


@proof
def tags_remembered_by_repository_name(s):
    repo = {"repo": "storefront/web"}
    before = s.get(f"{R}/lakeshore-apps/tags", who="pam", query={"repo": "another/name"})
    mine = [t["name"] for t in need(s.get(f"{R}/summit-apps/tags", query=repo)).json["tags"]]
    if mine != ["latest", "v1"] or (before.json or {}).get("tags"):
        raise Unprepared((mine, before))
    a = s.get(f"{R}/lakeshore-apps/tags", who="pam", query=repo)
    return verdict([t["name"] for t in (a.json or {}).get("tags", [])], [], ["latest", "v1"])


@proof
def quota_lowered_below_the_count(s):
    for _ in range(3):
        s.message()
    s.event("quota-changes", quota="daily-email", value=2)
    a = s.try_event("message-sent", **{"from": FROM, "to": ["last@elsewhere.example"], "subject": "x", "text": "x"})
    key = need(s.post(f"{E}/keys", {"name": "proof"})).json["secret"]
    door = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30)
    door.request("POST", f"{E}/outbox", json.dumps({"from": FROM, "to": ["last@elsewhere.example"], "subject": "x", "text": "x"}), {"Authorization": f"Bearer {key}"})
    b = Answer(door.getresponse())
    door.close()
    now = need(s.get(f"{E}/settings")).json
    return choose(a.refused and b.refused and now["acceptedToday"] == 3, a.status == 200 and b.status == 202 and now["acceptedToday"] == 5 and now["dailyQuota"] == 2, (a, b, now))


@proof
def no_paging_settings_yet(s):
    a = s.get(f"{O}/self/paging", who="jane")
    later = need(s.put(f"{O}/self/paging", {"rules": [{"channel": "email", "delaySeconds": 0}]}, who="jane"))
    if s.get(f"{O}/self/paging", who="jane").json != later.json:
        raise Unprepared(later)
    return choose(a.status == 200 and a.json["rules"] == [{"channel": "email", "delaySeconds": 0}], a.status == 404, a)


@proof
def configured_upstreams_leave_the_catalog(s):
    hosts = lambda: [u["host"] for u in need(s.get(UPSTREAMS)).json["upstreams"]]
    before = hosts()
    need(s.post(f"{R}/lakeshore-apps/mirror-logins/docker.io", {"username": "lake", "password": "shore"}, who="pam"))
    return verdict(hosts(), before, [h for h in before if h != "docker.io"])


@proof
def unknown_upstream_the_second_time(s):
    path = f"{R}/summit-apps/mirror-logins"
    first, second = (s.post(f"{path}/nowhere.example", {"username": "a", "password": "b"}) for _ in range(2))
    listed = [u["upstream"] for u in need(s.get(path)).json["upstreamCredentials"]]
    if not first.refused:
        raise Unprepared(first)
    return choose(second.refused and listed == [], second.status == 200 and listed == ["nowhere.example"], (second, listed))


@proof
def new_domains_shared_with_scoped(s):
    seen = lambda: [d["id"] for d in need(s.get(f"{E}/domains", who="stan")).json["domains"]]
    before = seen()
    d = s.domain()
    return verdict(seen(), before, before + [d])


@proof
def deleted_monitor_can_be_changed(s):
    path = f"{U}/monitors/" + need(s.post(f"{U}/monitors", {"name": "proof", "kind": "http", "intervalSeconds": 60, "vantages": ["iad"], "http": {"url": "https://www.summitworks.example/"}})).json["id"]
    need(s.delete(path))
    if s.get(path).status != 404:
        raise Unprepared("not gone")
    return verdict(s.patch(path, {"name": "changed"}).status, 404, 200)


@proof
def override_rules_every_schedule(s):
    here, there, elsewhere = s.schedule("here", PETE), s.schedule("there", PETE), s.schedule("elsewhere", "nobody", who="pam")
    now = datetime.now(timezone.utc)
    need(s.post(f"{O}/rotations/{here}/overrides", {"userId": JANE, "label": "Jane", "startsAt": (now - timedelta(hours=1)).isoformat(), "endsAt": (now + timedelta(hours=1)).isoformat()}))
    found = {x["id"]: (x["onCallNow"]["userId"], x["onCallNow"]["override"]) for who in ("grace", "pam") for x in need(s.get(f"{O}/rotations", who=who)).json["schedules"]}
    return verdict(found, {here: (JANE, True), there: (PETE, False), elsewhere: ("nobody", False)}, {here: (JANE, True), there: (JANE, True), elsewhere: (JANE, True)})


@proof
def switched_off_token_in_full(s):
    t = need(s.post(TOKENS, {"name": "proof"})).json
    if t["key"] in need(s.get(TOKENS)).text:
        raise Unprepared("shown at once")
    s.event("token-disabled", tokenId=t["id"])
    a = need(s.get(TOKENS))
    return choose(t["key"] not in a.text, t["key"] == a.json["tokens"][0]["start"], a)


@proof
def entitlement_asked_by_ping_only(s):
    s.event("entitlement-changes", area="uptime", enabled=False)
    found = [s.get(f"{U}/{x}").status for x in ("ping", "monitors", "services", "catalog")] + [s.post(f"{U}/services", {"name": "proof"}).status]
    return verdict(found, [403] * 5, [403, 200, 200, 200, 201])


# ---- the run
def with_edits(mistake, folder):
    copy = Path(folder) / "candidate"
    shutil.copytree(CANDIDATE, copy)
    for edit in mistake["edits"]:
        file = copy / edit["file"]
        text = file.read_text()
        if text.count(edit["find"]) != 1 or (CANDIDATE / edit["file"]).read_text().count(edit["find"]) != 1:
            raise Unprepared(f"{edit['file']}: the text to find does not stand there exactly once: {edit['find'][:60]}")
        file.write_text(text.replace(edit["find"], edit["replace"]))
    return copy


def run(folder, build, steps):
    service = Service(folder, build)
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
    with tempfile.TemporaryDirectory() as clean_build:  # the clean one is built once and started afresh each time
        for mistake in chosen:
            try:
                clean = run(CANDIDATE, clean_build, PROOFS[mistake["id"]])
                with tempfile.TemporaryDirectory() as folder:
                    copy = run(with_edits(mistake, folder), folder, PROOFS[mistake["id"]])
                good = clean == "right" and copy == "wrong"
                proven += good
                print(f"{'proven' if good else 'NOT PROVEN'} {mistake['id']}" + ("" if good else f": clean {clean}; copy {copy}"), flush=True)
            except Exception as problem:  # one that fails must not keep the others from being tried
                print(f"NOT PROVEN {mistake['id']}: {type(problem).__name__} {problem}", flush=True)
    print(f"{proven} of {len(chosen)} proven")
    sys.exit(0 if proven == len(chosen) else 1)


if __name__ == "__main__":
    main()
