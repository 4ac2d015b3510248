"""Proves the mistakes of mistakes.json: prove.py [ID...]

Each is shown against the clean candidate (which must be right) and against a copy with its edits (which must be
wrong in the way that is described), both started afresh on a free port, one after the other. Standard library only;
CANDIDATE names another place of the candidate.
"""
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime
from pathlib import Path
from urllib.parse import urlencode, urlsplit

HERE = Path(__file__).resolve().parent
CANDIDATE = (HERE / "../../../../../examples/tenth-candidate").resolve()
if os.environ.get("CANDIDATE"):
    CANDIDATE = Path(os.environ["CANDIDATE"]).resolve()

D, E, O, C, U = "/api/v1/registry/depots", "/api/v1/email", "/api/v1/oncall", "/api/v1/clusters", "/api/v1/uptime"
TICKETS, GATE, TOKENS = "/api/v1/registry/tickets", "/api/v1/registry/gate", "/api/v1/tokens"
CONTACTS = "/api/v1/organization/contacts"
FROM, NEAR = "info@post.hansewerk.example", ("1002", "1004")
ELSEWHERE = {"rosa": "alpenblick"}


class Unprepared(Exception):
    """Something before the step that is looked at went wrong: proves nothing."""


class Answer:
    def __init__(self, response):
        self.status, self.raw = response.status, response.read()
        self.type = response.headers.get("content-type", "")
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


def credentials(who, org=None):
    if not who:
        return {}
    return {"X-Session": f"sitzung-{who}-81f3c0", "X-Mandant": org or ELSEWHERE.get(who, "hansewerk")}


class Service:
    """A running candidate."""

    def __init__(self, folder):
        self.process = subprocess.Popen([str(Path(folder) / "run.sh"), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        url = self.process.stdout.readline().strip()
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

    def connect(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.connect()
        return connection

    @staticmethod
    def send(connection, method, path, body=None, who="greta", org=None, query=None):
        headers = credentials(who, org)
        if body is not None:
            headers["content-type"] = "application/json"
        connection.request(method, path + ("?" + urlencode(query) if query else ""), None if body is None else json.dumps(body), headers)
        return Answer(connection.getresponse())

    def call(self, method, path, body=None, **how):
        connection = self.connect()
        try:
            return self.send(connection, method, path, body, **how)
        finally:
            connection.close()

    def get(self, path, **how):
        return self.call("GET", path, **how)

    def post(self, path, body=None, **how):
        return self.call("POST", path, body, **how)

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

    def at_once(self, requests):
        """Sends [(method, path, body, who)] as nearly at the same time as can be."""
        barrier, answers = threading.Barrier(len(requests)), [None] * len(requests)

        def one(number, method, path, body, who):
            connection = self.connect()
            barrier.wait()
            answers[number] = self.send(connection, method, path, body, who=who)
            connection.close()

        threads = [threading.Thread(target=one, args=(n, *r)) for n, r in enumerate(requests)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    # ---- things that many proofs need
    def message(self, to="somebody@elsewhere.example", **more):
        return self.event("message-sent", **{"from": FROM, "to": [to], "subject": "Hello", "text": "Hello there", **more})["messageId"]

    def monitor(self, vantages=("31",)):
        return need(self.post(f"{U}/monitors", {"name": "proof", "kind": "http", "intervalSeconds": 60, "vantages": list(vantages), "http": {"url": "https://www.hansewerk.example/"}, "downCondition": {"confirmations": 1, "quorum": 1}})).json["id"]

    def webhook(self, *types):
        return need(self.post(f"{E}/webhooks", {"url": "https://hooks.example/in", "eventTypes": list(types or ["outbound.sent"])})).json

    def incident(self, service=NEAR[0]):
        return need(self.post(f"{O}/cases", {"serviceId": service, "title": "proof"})).json

    def cluster(self, **more):
        name = need(self.post(C, {"name": "proof", "tier": "small", **more})).json["name"]
        self.advance("PT8S")
        if need(self.get(f"{C}/{name}")).json["phase"] != "running":
            raise Unprepared("the cluster does not run")
        return f"{C}/{name}"

    def push(self, registry, repository, *tags):
        return self.event("image-pushed", registry=registry, repository=repository, tags=list(tags))


PROOFS = {}


def proof(function):
    PROOFS["bk-" + function.__name__.replace("_", "-")] = function
    return function


def verdict(value, right, wrong):
    """right or wrong if it is one of them, else what was seen."""
    return "right" if value == right else "wrong" if value == wrong else f"neither: {value!r}"


def choose(right, wrong, seen):
    return "right" if right and not wrong else "wrong" if wrong and not right else f"neither: {seen!r}"


def is_time(text):
    try:
        return bool(datetime.fromisoformat(text.replace("Z", "+00:00")).tzinfo)
    except ValueError:
        return False


# ---- the proofs, in the order of mistakes.json
@proof
def one_login_each(s):
    first = need(s.post(TICKETS, {})).json
    need(s.post(TICKETS, {}))
    gate = s.post(GATE, {"username": first["username"], "password": first["password"], "registry": "hanse-depot", "repository": "kasse/web", "action": "pull"}, who=None)
    logout = s.delete(f"{TICKETS}/{first['username'].replace('+', '%2B')}")
    return verdict((gate.status, logout.status), (200, 200), (403, 404))


@proof
def failing_vantage_objects(s):
    m = s.monitor()
    s.event("probe-result", monitorId=m, outcome="fail")
    found = need(s.get(f"{U}/monitors/{m}/transitions")).json["transitions"]
    return verdict(found[0]["failingVantages"], ["31"], [{"id": "31", "label": "Falkenstein"}])


@proof
def first_page_of_images_deleted(s):
    for n in range(22):
        s.push("hanse-intern", "many", f"t{n}")
    if len(need(s.get(f"{D}/hanse-intern/images", query={"repo": "many"})).json["manifests"]) != 22:
        raise Unprepared("not 22 images")
    need(s.delete(f"{D}/hanse-intern/repositories", query={"repo": "many"}))
    left = s.get(f"{D}/hanse-intern/images", query={"repo": "many"})
    return verdict(len((left.json or {}).get("manifests", [])), 0, 2)


@proof
def member_mints_keys(s):
    a = s.post(f"{D}/hanse-depot/keyring", {"name": "proof", "mode": "pull"}, who="mila")
    return choose(a.status == 403, a.status == 201 and "secret" in a.json, a)


@proof
def secret_beside_signature(s):
    made = s.webhook("outbound.sent")
    s.event("webhook-endpoint-answers", endpointId=made["webhook"]["id"], answers=[{"status": 200}])
    s.message()
    s.advance("PT10S")
    attempts = need(s.get("/_understudy/webhook-deliveries", who=None, query={"endpointId": made["webhook"]["id"]})).json["attempts"]
    if not attempts:
        raise Unprepared("no attempt")
    return choose(made["signingSecret"] not in json.dumps(attempts), attempts[0]["headers"].get("x-zehnt-secret") == made["signingSecret"], attempts)


@proof
def resolved_not_found(s):
    i = s.incident()["id"]
    need(s.get(f"{O}/cases/{i}"))
    need(s.post(f"{O}/cases/{i}/close"))
    a = s.get(f"{O}/cases/{i}")
    return choose(a.status == 200 and "resolved" in a.text, a.status == 404, a)


@proof
def no_version_in_restart(s):
    path = s.cluster(replicas=1)
    version = need(s.get(path)).json["orchestratorVersion"]
    return verdict(need(s.patch(path, {"tier": "medium"})).json["orchestratorVersion"], version, None)


@proof
def acknowledged_takes_no_alerts(s):
    first = s.event("alert-fires", serviceId=NEAR[0], alert="a")["incidentId"]
    need(s.post(f"{O}/cases/{first}/take"))
    second = s.event("alert-fires", serviceId=NEAR[0], alert="b")
    listed = need(s.get(f"{O}/cases")).json["incidents"]
    return choose(second["incidentId"] == first and [i["firingAlerts"] for i in listed] == [2], second["incidentId"] != first and len(listed) == 2, listed)


@proof
def week_of_one_day(s):
    m = s.monitor()
    s.event("probe-result", monitorId=m, outcome="ok")
    s.advance("P2D")
    view = need(s.get(f"{U}/monitors/{m}/metrics", query={"window": "7d"})).json
    return choose(len(view["series"]) == 1 and len(view["series"][0]["points"]) == 1, view["series"] == [] and view["window"] == "7d", view)


@proof
def tags_of_the_namesake(s):
    a = s.get(f"{D}/hanse-intern/tags", query={"repo": "kasse/web"})
    names = [t["name"] for t in (a.json or {}).get("tags", [])]
    return choose(names == [] and a.status in (200, 404), names == ["latest", "v1"], a)


@proof
def five_tags_an_image(s):
    tags = [f"t{n}" for n in range(7)]
    s.push("hanse-intern", "web", *tags)
    images = need(s.get(f"{D}/hanse-intern/images", query={"repo": "web"})).json["manifests"]
    listed = need(s.get(f"{D}/hanse-intern/tags", query={"repo": "web"})).json["tags"]
    if len(listed) != 7 or len(images) != 1:
        raise Unprepared("not one image of seven tags")
    return verdict(sorted(images[0]["tags"]), tags, tags[:5])


@proof
def patch_level_downgrade(s):
    if need(s.get(f"{C}/elbe")).json["orchestratorVersion"] != "1.33.6":
        raise Unprepared("another version")
    a = s.patch(f"{C}/elbe", {"orchestratorVersion": "1.33.4"})
    s.advance("PT8S")
    now = need(s.get(f"{C}/elbe")).json["orchestratorVersion"]
    return choose(a.refused and now == "1.33.6", a.status == 200 and now == "1.33.4", (a, now))


@proof
def same_fingerprint_elsewhere(s):
    a, b = NEAR
    first = s.event("alert-fires", serviceId=a, alert="cpu")["incidentId"]
    need(s.post(f"{O}/cases/{first}/close"))
    other = s.event("alert-fires", serviceId=b, alert="disk")["incidentId"]
    again = s.event("alert-fires", serviceId=a, alert="disk")["incidentId"]
    mine = [i["id"] for i in need(s.get(f"{O}/cases")).json["incidents"] if i["serviceId"] == a]
    return choose(again not in (first, other) and mine == [again], again == other and mine == [], (first, other, again, mine))


@proof
def paused_sends_on(s):
    ids = [s.message(f"p{n}@elsewhere.example") for n in range(100)]
    for i in ids[:9]:
        s.event("message-bounced", messageId=i, bounce="hard")
    if need(s.get(f"{E}/settings")).json["paused"] is not True:
        raise Unprepared("sending is not paused")
    a = s.try_event("message-sent", **{"from": FROM, "to": ["last@elsewhere.example"], "subject": "x", "text": "x"})
    return choose(a.refused, a.status == 200 and "messageId" in a.json, a)


@proof
def no_firing_no_field(s):
    i = s.incident()["id"]
    listed = [x for x in need(s.get(f"{O}/cases")).json["incidents"] if x["id"] == i]
    return verdict(listed[0].get("firingAlerts", "none"), 0, "none")


@proof
def usage_up_to_quota(s):
    s.push("hanse-intern", "web", "v1")
    stored = need(s.get(f"{D}/hanse-intern")).json["usedBytes"]
    s.event("quota-changes", quota="registry-storage-bytes", registry="hanse-intern", value=1000)
    view = need(s.get(f"{D}/hanse-intern")).json
    if view["storageQuotaBytes"] != 1000 or stored <= 1000:
        raise Unprepared(view)
    return verdict(view["usedBytes"], stored, 1000)


@proof
def received_counts_as_sent(s):
    before = need(s.get(f"{E}/settings")).json["acceptedToday"]
    s.event("message-received", **{"from": "a@elsewhere.example", "to": ["hello@post.hansewerk.example"], "subject": "x", "text": "x"})
    return verdict(need(s.get(f"{E}/settings")).json["acceptedToday"] - before, 0, 1)


@proof
def billing_always_needed(s):
    a = s.patch(CONTACTS, {"technicalEmail": "new@hansewerk.example"})
    now = need(s.get(CONTACTS)).json["technicalEmail"]
    return choose(a.status == 200 and now == "new@hansewerk.example", a.status == 400 and now == "technik@hansewerk.example", (a, now))


@proof
def route_arms_the_domain(s):
    d = need(s.post(f"{E}/domains", {"name": "route.judged.example"})).json["id"]
    hook = s.webhook("inbound.received")["webhook"]["id"]
    a = s.post(f"{E}/routes", {"domainId": d, "pattern": "info", "endpointId": hook})
    state = need(s.get(f"{E}/domains/{d}")).json["receiveState"]
    return verdict((a.status, state), (409, "none"), (201, "pending"))


@proof
def login_for_all_registries(s):
    scope = need(s.post(TICKETS, {}, who="pia")).json["scope"]
    return verdict(sorted(x["registry"] for x in scope), ["hanse-depot"], ["hanse-depot", "hanse-intern"])


@proof
def last_request_never(s):
    t = need(s.post(TOKENS, {"name": "proof"})).json["id"]
    token = [x for x in need(s.get(TOKENS)).json["tokens"] if x["id"] == t][0]
    return choose(is_time(token["lastRequest"]), token["lastRequest"] == "never", token)


@proof
def node_known_elsewhere(s):
    a = s.delete(f"{C}/inn/nodes/elbe-1", who="rosa")
    return choose(a.status == 404 and "hansewerk" not in a.text, a.status == 404 and a.json.get("details") == {"registeredWith": {"cluster": "elbe", "organization": "hansewerk"}}, a)


@proof
def any_datastore_size(s):
    a = s.post(C, {"name": "proof", "tier": "small", "datastore": {"mode": "dedicated", "size": "db-huge"}})
    return choose(a.refused, a.status == 201 and a.json["datastore"]["size"] == "db-huge", a)


@proof
def node_list_kept(s):
    names = lambda: [n["name"] for n in need(s.get(f"{C}/elbe/nodes")).json["nodes"]]
    if names() != ["elbe-1", "elbe-2"]:
        raise Unprepared("other nodes")
    need(s.delete(f"{C}/elbe/nodes/elbe-1"))
    time.sleep(2)
    return verdict(names(), ["elbe-2"], ["elbe-1", "elbe-2"])


@proof
def secret_until_used(s):
    secret = need(s.post(f"{E}/keys", {"name": "proof"})).json["secret"]
    listed = need(s.get(f"{E}/keys")).json["sendKeys"]
    return choose(secret not in json.dumps(listed), listed[0].get("secret") == secret, listed)


@proof
def tagged_repository_stays(s):
    a = s.delete(f"{D}/hanse-depot/repositories", query={"repo": "kasse/web"})
    left = len(need(s.get(f"{D}/hanse-depot/repositories")).json["repositories"])
    return verdict((a.status, left), (200, 0), (409, 1))


@proof
def paging_of_the_other(s):
    rules = {"mila": [{"channel": "email", "delaySeconds": 11}], "noah": [{"channel": "email", "delaySeconds": 22}]}
    wrong = False
    for _ in range(5):
        for a in s.at_once([("POST", f"{O}/my/paging", {"rules": r}, who) for who, r in rules.items()]):
            need(a)
        seen = {who: need(s.get(f"{O}/my/paging", who=who)).json["rules"] for who in rules}
        wrong = wrong or seen != rules
        rules = {who: [{"channel": "email", "delaySeconds": r[0]["delaySeconds"] + 30}] for who, r in rules.items()}
    return "wrong" if wrong else "right"


@proof
def keys_minted_at_once(s):
    made = [need(a).json["keyId"] for a in s.at_once([("POST", f"{D}/hanse-depot/keyring", {"name": f"proof {n}", "mode": "pull"}, "greta") for n in range(6)])]
    listed = {k["keyId"] for k in need(s.get(f"{D}/hanse-depot/keyring")).json["keys"]}
    return "right" if set(made) == listed and len(listed) == 6 else "wrong" if listed < set(made) else f"neither: {made} {listed}"


@proof
def up_is_a_boolean(s):
    m = s.monitor()
    s.event("probe-result", monitorId=m, outcome="ok")
    up = need(s.get(f"{U}/monitors/{m}/metrics", query={"window": "1h"})).json["series"][0]["points"][0]["up"]
    return choose(type(up) in (int, float) and up == 1, up is True, up)


@proof
def content_is_gone(s):
    i = s.message()
    need(s.get(f"{E}/messages/{i}/content"))
    s.advance("P31D")
    return verdict(s.get(f"{E}/messages/{i}/content").status, 404, 410)


@proof
def repositories_of_all(s):
    found = need(s.get(f"{D}/hanse-intern/repositories")).json["repositories"]
    return verdict([r["name"] for r in found], [], ["kasse/web"])


@proof
def empty_only_if_all_are(s):
    need(s.post(D, {"slug": "proof-empty"}))
    a = s.post(f"{D}/proof-empty/dissolve")
    there = s.get(f"{D}/proof-empty").status
    return verdict((a.status, there), (200, 404), (409, 200))


@proof
def service_in_an_envelope(s):
    a = need(s.post(f"{O}/services/{NEAR[0]}/escalation", {"escalationPolicyId": None})).json
    return choose(a.get("id") == NEAR[0] and "name" in a and "createdAt" in a, list(a) == ["service"], a)


@proof
def payment_of_the_first(s):
    s.event("payment-method-changes", organization="alpenblick", active=False)
    a = s.post(D, {"slug": "proof-unpaid"}, who="quinn", org="alpenblick")
    return choose(a.refused, a.status == 201, a)


@proof
def new_token_replaces_old(s):
    first = need(s.post(TOKENS, {"name": "one"})).json["id"]
    second = need(s.post(TOKENS, {"name": "two"})).json["id"]
    return verdict({t["id"] for t in need(s.get(TOKENS)).json["tokens"]}, {first, second}, {second})


@proof
def reading_without_entitlement(s):
    s.event("entitlement-changes", area="email", enabled=False)
    return verdict((s.get(f"{E}/domains").status, s.post(f"{E}/domains", {"name": "x.judged.example"}).status), (403, 403), (200, 403))


@proof
def busy_in_plain_text(s):
    answers = s.at_once([("GET", CONTACTS, None, "greta")] * 30)
    for a in answers:
        if a.status != 200 and not (isinstance(a.json, dict) and isinstance(a.json.get("error"), str)):
            return verdict((a.status, a.text), None, (429, "too many requests at once"))
    return "right"


@proof
def content_read_once(s):
    i = s.message()
    first = need(s.get(f"{E}/messages/{i}/content")).raw
    second = s.get(f"{E}/messages/{i}/content")
    if b"Hello there" not in first:
        raise Unprepared(first)
    return verdict((second.status, second.raw), (200, first), (200, b""))


@proof
def content_of_everybody(s):
    i = s.message()
    a = s.get(f"{E}/messages/{i}/content", who="rosa")
    return choose(a.status in (403, 404), a.status == 200 and "Hello there" in a.text, a)


@proof
def balancers_before_conflict(s):
    need(s.patch(f"{C}/elbe", {"tier": "large"}))
    need(s.patch(f"{C}/elbe", {"tier": "small", "managedLoadBalancers": {"enabled": True}}), 409)
    s.advance("PT8S")
    now = need(s.get(f"{C}/elbe")).json
    if now["tier"] != "large":
        raise Unprepared(now)
    return verdict(now["managedLoadBalancers"]["enabled"], False, True)


@proof
def changed_url_unchecked(s):
    made = s.webhook()["webhook"]
    a = s.patch(f"{E}/webhooks/{made['id']}", {"url": "no address"})
    now = need(s.get(f"{E}/webhooks")).json["webhooks"][0]["url"]
    return choose(a.refused and now == made["url"], a.status == 200 and now == "no address", (a, now))


@proof
def blocked_version_rides_along(s):
    path = s.cluster(orchestratorVersion="1.31.13")
    s.event("node-joins", cluster="proof", node="old", agentVersion="1.31.13")
    need(s.patch(path, {"orchestratorVersion": "1.32.8"}))
    s.advance("PT8S")
    blocked = need(s.patch(path, {"orchestratorVersion": "1.33.4"}), 409)
    if "old" not in blocked.text:
        raise Unprepared(blocked)
    need(s.patch(path, {"tier": "medium"}))
    s.advance("PT8S")
    now = need(s.get(path)).json
    if now["tier"] != "medium":
        raise Unprepared(now)
    return verdict(now["orchestratorVersion"], "1.32.8", "1.33.4")


@proof
def contacts_without_answer(s):
    a = s.patch(CONTACTS, {"technicalEmail": "new@hansewerk.example"})
    return choose(a.status == 200 and {"billingEmail", "technicalEmail", "securityEmail"} <= set(a.json), a.status == 204 and a.raw == b"", a)


@proof
def caller_of_the_connection(s):
    connection = s.connect()
    try:
        need(s.send(connection, "GET", TOKENS))
        a = s.send(connection, "GET", TOKENS, who=None)
        return verdict(a.status, 401, 200)
    finally:
        connection.close()


# ---- the run
def with_edits(mistake, folder):
    copy = Path(folder) / "candidate"
    shutil.copytree(CANDIDATE, copy)
    for edit in mistake["edits"]:
        file = copy / edit["file"]
        text = file.read_text()
        if text.count(edit["find"]) != 1:
            raise Unprepared(f"{edit['file']}: the text to find stands {text.count(edit['find'])} times")
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
