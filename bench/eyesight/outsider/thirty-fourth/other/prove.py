"""Proves the mistakes of mistakes.json: prove.py [ID...]

Each is shown against the clean candidate (which must be right) and against a copy with its edits (which must be
wrong), both started afresh on a free port, one after the other. Standard library only; the environment variable
CANDIDATE names the folder of the clean candidate.
"""
import hashlib
import hmac
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlencode

HERE = Path(__file__).resolve().parent
CANDIDATE = (HERE / "../../../../../examples/twelfth-candidate").resolve()
if os.environ.get("CANDIDATE"):
    CANDIDATE = Path(os.environ["CANDIDATE"]).resolve()

R, E, O, C, U = "/api/v1/registry", "/api/v1/email", "/api/v1/oncall", "/api/v1/clusters", "/api/v1/uptime"
T, CONTACTS = "/api/v1/tokens", "/api/v1/organization/contacts"
CORE = R + "/depots/meridian-core"
PEOPLE = {"ines": "p-2101", "rui": "p-2102", "hana": "p-2103", "pavel": "p-2104", "lotte": "p-2105", "sami": "p-2106", "noor": "p-2107", "teo": "p-2108"}


class Unprepared(Exception):
    """Something before the step that is looked at went wrong: proves nothing."""


class Answer:
    def __init__(self, status, body):
        self.status, self.text = status, body.decode("utf-8", "replace")
        try:
            self.json = json.loads(body)
        except ValueError:
            self.json = None

    @property
    def refused(self):
        return 400 <= self.status < 500

    def __repr__(self):
        return f"{self.status} {self.text[:300]}"


def need(answer, *statuses):
    if answer.status not in (statuses or (200, 201, 202, 204)):
        raise Unprepared(repr(answer))
    return answer


class Service:
    """A running candidate."""

    def __init__(self, folder, temporary):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.process = subprocess.Popen(["sh", "run.sh", "--port", str(self.port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "TMPDIR": str(temporary)})
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Unprepared("it does not start")
            try:
                if self.call("GET", "/_understudy/health", who=None).status == 200:
                    return
            except OSError:
                time.sleep(0.1)
        self.stop()
        raise Unprepared("it does not get ready")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @staticmethod
    def headers(who, bearer=None):
        headers = {"content-type": "application/json"}
        if who:
            headers["x-ops-credential"] = f"key-{who}-7c2f90" if who in PEOPLE else who
        if bearer:
            headers["authorization"] = "Bearer " + bearer
        return headers

    def call(self, method, path, body=None, who="ines", query=None, bearer=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path + ("?" + urlencode(query) if query else ""), None if body is None else json.dumps(body), self.headers(who, bearer))
            response = connection.getresponse()
            return Answer(response.status, response.read())
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
        return need(self.post(f"/_understudy/events/{name}", body, who=None)).json

    def advance(self, by):
        need(self.post("/_understudy/clock/advance", {"by": by}, who=None))

    def freeze(self):
        need(self.call("PUT", "/_understudy/clock", {"mode": "frozen"}, who=None))

    def now(self):
        return datetime.fromisoformat(need(self.get("/_understudy/clock", who=None)).json["now"].replace("Z", "+00:00"))

    def at_once(self, requests):
        """Sends [(method, path, body)] as ines, as nearly at the same time as can be."""
        barrier, answers = threading.Barrier(len(requests)), [None] * len(requests)

        def one(number, method, path, body):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            connection.connect()
            barrier.wait()
            connection.request(method, path, None if body is None else json.dumps(body), self.headers("ines"))
            response = connection.getresponse()
            answers[number] = Answer(response.status, response.read())
            connection.close()

        threads = [threading.Thread(target=one, args=(n, *r)) for n, r in enumerate(requests)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    # ---- what several proofs need
    def fire(self, alert, service="line-cards"):
        return self.event("alert-fires", serviceId=service, alert=alert)

    def cases(self, **query):
        return need(self.get(O + "/cases", query=query)).json["incidents"]

    def case(self):
        return need(self.post(O + "/cases", {"serviceId": "line-cards", "title": "Terminals refuse cards"})).json

    def rota(self, handoff=None):
        people = [{"userId": PEOPLE[n], "label": n} for n in ("hana", "pavel")]
        return need(self.post(O + "/rotas", {"name": "Nights", "timezone": "Europe/Zurich", "participants": people, "handoff": handoff or {"interval": "daily", "time": "09:00"}})).json

    def standin(self, rota, start, end):
        now = self.now()
        return self.post(f"{O}/rotas/{rota['id']}/standins", {"userId": PEOPLE["rui"], "label": "Rui", "startsAt": (now + start).isoformat(), "endsAt": (now + end).isoformat()})

    def feed(self, name, service):
        return need(self.post(O + "/feeds", {"name": name, "serviceId": service})).json

    def domain(self, name, who="ines"):
        return next(d for d in need(self.get(E + "/domains", who=who)).json["domains"] if d["name"] == name)

    def state(self, domain, who="ines"):
        return need(self.get(f"{E}/domains/{domain['id']}", who=who)).json

    def verify(self, domain, who="ines"):
        self.event("dns-record-published", domain=domain["name"])
        need(self.post(f"{E}/domains/{domain['id']}/check", who=who))
        self.advance("PT5S")
        if self.state(domain, who)["sendState"] != "verified":
            raise Unprepared("the domain is not verified")

    def hook(self, *statuses):
        made = need(self.post(E + "/webhooks", {"url": "https://hooks.meridian.example/mail", "eventTypes": ["mail.handed-over", "mail.taken-in"]})).json
        if statuses:
            self.event("webhook-endpoint-answers", endpointId=made["webhook"]["id"], answers=[{"status": s} for s in statuses])
        return made["webhook"], made["signingSecret"]

    def rotate(self, hook):
        return need(self.post(f"{E}/webhooks/{hook['id']}/rotate-secret")).json["signingSecret"]

    def send(self, to=("anna@customers.example",)):
        return self.event("message-sent", **{"from": "desk@notices.meridian.example", "to": list(to), "subject": "Statement"})["messageId"]

    def attempts(self, hook):
        return need(self.get("/_understudy/webhook-deliveries", who=None, query={"endpointId": hook["id"]})).json["attempts"]

    def key(self):
        return need(self.post(CORE + "/passes", {"name": "build", "mode": "pull"})).json

    def gate(self, username, password, action="pull"):
        return need(self.post(R + "/gate", {"username": username, "password": password, "registry": "meridian-core", "repository": "vault/web", "action": action}, who=None)).json["allowed"]


def sealed(attempt, secret):
    """Whether this secret signed the attempt."""
    parts = dict(p.split("=", 1) for p in attempt["headers"]["x-meridian-seal"].split(","))
    return hmac.new(secret.encode(), f"{parts['t']}.{attempt['body']}".encode(), hashlib.sha256).hexdigest() == parts["v1"]


HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PROOFS = {}


def proof(function):
    PROOFS["bl-" + function.__name__.replace("_", "-")] = function
    return function


# Each proof answers True where the service is right and False where it is wrong in the way that the mistake says.

@proof
def alert_joins_resolved(s):
    first = s.fire("a1")
    need(s.post(f"{O}/cases/{first['incidentId']}/close"))
    s.fire("a2")
    new = s.cases()
    return len(new) == 1 and new[0]["id"] != first["incidentId"] and new[0]["serviceId"] == "line-cards"


@proof
def org_wide_key_everywhere(s):
    s.verify(s.domain("post.tallis.example", "teo"), "teo")
    secret = need(s.post(E + "/keys", {"name": "everything"})).json["secret"]
    need(s.post(E + "/submissions", {"from": "a@notices.meridian.example", "to": ["b@customers.example"], "text": "x"}, who=None, bearer=secret))
    return s.post(E + "/submissions", {"from": "a@post.tallis.example", "to": ["b@customers.example"], "text": "x"}, who=None, bearer=secret).refused


@proof
def check_foreign_domain(s):
    domain = s.domain("post.tallis.example", "teo")
    answer = s.post(f"{E}/domains/{domain['id']}/check")
    need(s.post(f"{E}/domains/{s.domain('notices.meridian.example')['id']}/check"), 202)
    return answer.refused


@proof
def missing_query_crashes(s):
    return s.get(CORE + "/contents/tags").refused


@proof
def running_override_stays(s):
    rota = s.rota()
    override = need(s.standin(rota, -HOUR, HOUR)).json
    answer = s.delete(f"{O}/rotas/{rota['id']}/standins/{override['id']}")
    return answer.status == 204 and s.get(O + "/rotas").json["schedules"][0]["overrides"] == []


@proof
def ten_alerts_of_a_notification(s):
    feed = s.feed("prometheus", "line-cards")
    alerts = [{"status": "firing", "labels": {"alertname": f"Alert{n}"}, "annotations": {}} for n in range(12)]
    need(s.post(f"{O}/feeds/{feed['id']}/alerts", {"version": "4", "status": "firing", "alerts": alerts}, who=None, bearer=feed["token"]))
    return s.cases()[0]["firingAlerts"] == 12


@proof
def login_without_access(s):
    return s.post(R + "/sessions", {}, who="lotte").status == 403


@proof
def acknowledged_without_time(s):
    case = s.case()
    answer = need(s.post(f"{O}/cases/{case['id']}/take")).json
    if answer["status"] != "acknowledged":
        raise Unprepared("not acknowledged")
    return isinstance(answer.get("acknowledgedAt"), str) and isinstance(s.get(f"{O}/cases/{case['id']}").json["incident"].get("acknowledgedAt"), str)


@proof
def alert_joins_other_service(s):
    s.fire("a1")
    s.fire("b1", "line-ledger")
    return sorted(i["serviceId"] for i in s.cases()) == ["line-cards", "line-ledger"]


@proof
def registration_token_of_other_cluster(s):
    path = C + "/clearing-prod/registration-tokens"
    token = need(s.post(path, {"name": "fleet"}, who="teo")).json
    answer = s.delete(f"{C}/ledger-prod/registration-tokens/{token['id']}")
    return answer.refused and [t["id"] for t in need(s.get(path, who="teo")).json["tokens"]] == [token["id"]]


@proof
def email_reads_without_beta(s):
    s.event("entitlement-changes", area="email", enabled=False)
    if s.post(E + "/suppressions", {"address": "x@y.example"}).status != 403:
        raise Unprepared("writes are let in too")
    return s.get(E + "/domains").status == 403


@proof
def retry_with_old_secret(s):
    s.freeze()
    hook, old = s.hook(500, 204)
    s.send()
    s.advance("PT3S")
    if len(s.attempts(hook)) != 1 or not sealed(s.attempts(hook)[0], old):
        raise Unprepared("no first attempt")
    new = s.rotate(hook)
    s.advance("PT20S")
    tries = s.attempts(hook)
    if len(tries) != 2 or not (sealed(tries[1], new) or sealed(tries[1], old)):
        raise Unprepared("no second attempt")
    return sealed(tries[1], new)


@proof
def taken_incident_takes_no_alert(s):
    first = s.fire("a1")
    need(s.post(f"{O}/cases/{first['incidentId']}/take"))
    s.fire("a2")
    return [(i["id"], i["firingAlerts"]) for i in s.cases()] == [(first["incidentId"], 2)]


@proof
def rotation_after_a_minute(s):
    s.freeze()
    hook, old = s.hook(204)
    new = s.rotate(hook)
    s.send()
    s.advance("PT3S")
    tries = s.attempts(hook)
    if len(tries) != 1 or not (sealed(tries[0], new) or sealed(tries[0], old)):
        raise Unprepared("no attempt")
    return sealed(tries[0], new)


@proof
def export_token_listed(s):
    token = need(s.post(U + "/export-tokens", {"name": "scraper"})).json["token"]
    return token not in need(s.get(U + "/export-tokens")).text


@proof
def dow_by_name(s):
    return s.rota({"interval": "weekly", "dow": 2, "time": "09:00"})["handoff"]["dow"] == 2


@proof
def foreign_message_read(s):
    message = s.send()
    need(s.get(f"{E}/messages/{message}"))
    return s.get(f"{E}/messages/{message}", who="teo").refused


@proof
def armed_domain_wrapped(s):
    domain = s.domain("notices.meridian.example")
    answer = need(s.post(f"{E}/domains/{domain['id']}/receive")).json
    return answer.get("id") == domain["id"] and any(r["type"] == "MX" for r in answer.get("dnsRecords", []))


@proof
def revoked_key_pulls(s):
    key = s.key()
    if not s.gate(key["keyId"], key["secret"]):
        raise Unprepared("the key does not work")
    need(s.post(f"{CORE}/passes/{key['keyId']}/revocation"))
    s.advance("PT5M")
    return not s.gate(key["keyId"], key["secret"])


@proof
def no_override_flag(s):
    return s.rota()["onCallNow"].get("override") is False


@proof
def recipients_as_text(s):
    s.send(["a@customers.example", "b@customers.example"])
    return need(s.get(E + "/messages")).json["messages"][0]["to"] == ["a@customers.example", "b@customers.example"]


@proof
def join_token_not_spent(s):
    token = need(s.post(C + "/ledger-prod/join-tokens")).json["joinToken"]
    need(s.post(C + "/ledger-prod/enrol", {"token": token, "node": "first"}, who=None))
    return s.post(C + "/ledger-prod/enrol", {"token": token, "node": "second"}, who=None).refused


@proof
def contacts_without_answer(s):
    answer = need(s.patch(CONTACTS, {"technicalEmail": "ops@meridian.example"}))
    return answer.status == 200 and answer.json["technicalEmail"] == "ops@meridian.example"


@proof
def purge_counts_too_early(s):
    def off(**query):
        return need(s.delete(CORE + "/contents/tags", query={"repo": "vault/web", **query})).json["purged"]
    if off(tag="7.2"):
        raise Unprepared("purged unasked")
    return off(tag="stable", purge="true") and need(s.get(CORE)).json["usedBytes"] == 0


@proof
def twenty_tokens(s):
    made = {need(s.post(T, {"name": f"token-{n:02}"})).json["id"] for n in range(22)}
    return made == {t["id"] for t in need(s.get(T)).json["tokens"]}


@proof
def no_prefixes_no_field(s):
    s.key()
    return need(s.get(CORE + "/passes")).json["keys"][0].get("repoPrefixes") == []


@proof
def second_override_refused(s):
    rota = s.rota()
    need(s.standin(rota, DAY, 2 * DAY))
    return s.standin(rota, 5 * DAY, 6 * DAY).status == 201


@proof
def vantage_refused_as_502(s):
    off = next(v["id"] for v in need(s.get(U + "/catalog")).json["vantages"] if not v["available"])
    body = {"name": "site", "kind": "http", "intervalSeconds": 60, "vantages": [off], "http": {"url": "https://www.meridian.example/"}}
    answer = s.post(U + "/monitors", body)
    need(s.post(U + "/monitors", {**body, "vantages": ["zrh"]}))
    return answer.refused


@proof
def resize_forgets_replicas(s):
    need(s.patch(C + "/ledger-prod", {"tier": "large", "replicas": 5}))
    s.advance("PT1M")
    cluster = need(s.get(C + "/ledger-prod")).json
    if cluster["tier"] != "large":
        raise Unprepared("the roll is not over")
    return cluster["replicas"] == 5


@proof
def one_login_a_person(s):
    first = need(s.post(R + "/sessions", {})).json
    if not s.gate(first["username"], first["password"]):
        raise Unprepared("the login does not work")
    need(s.post(R + "/sessions", {}))
    return s.gate(first["username"], first["password"]) and s.post(f"{R}/sessions/{first['keyId']}/logout").status == 204


@proof
def same_delivery_twice(s):
    hook, _ = s.hook(204)
    s.send()
    s.advance("PT5S")
    path = E + "/webhook-deliveries"
    first = need(s.get(path)).json["deliveries"]
    if len(first) != 1 or first[0]["state"] != "delivered":
        raise Unprepared("nothing was delivered")
    again = [need(a).json["id"] for a in s.at_once([("POST", f"{path}/{first[0]['id']}/redeliver", None)] * 3)]
    listed = [d["id"] for d in need(s.get(path)).json["deliveries"]]
    return len(set(again)) == 3 and sorted(listed) == sorted(again + [first[0]["id"]])


@proof
def one_key_for_two(s):
    keys = [need(a).json["key"] for a in s.at_once([("POST", T, {"name": f"at once {n}"}) for n in range(3)])]
    return len(set(keys)) == 3


@proof
def routes_unfiltered(s):
    domain = need(s.post(E + "/domains", {"name": "inbox.meridian.example"})).json
    s.verify(domain)
    need(s.post(f"{E}/domains/{domain['id']}/receive"))
    need(s.post(f"{E}/domains/{domain['id']}/check"))
    s.advance("PT5S")
    hook, _ = s.hook()
    route = need(s.post(E + "/routes", {"domainId": domain["id"], "pattern": "*", "endpointId": hook["id"]})).json
    if route["id"] not in s.get(E + "/routes").text:
        raise Unprepared("the owner does not see it")
    return need(s.get(E + "/routes", who="sami")).json["routes"] == []


@proof
def key_in_the_timeline(s):
    key = need(s.post(T, {"name": "responder"})).json["key"]
    case = s.case()
    need(s.post(f"{O}/cases/{case['id']}/take", who=key))
    return key not in need(s.get(f"{O}/cases/{case['id']}", who="hana")).text


@proof
def blocked_upgrade_rolls(s):
    s.event("agent-upgraded", cluster="ledger-prod", node="rack-a1", agentVersion="1.30.11")
    answer = need(s.patch(C + "/ledger-prod", {"orchestratorVersion": "1.32.3"}), 409)
    if "rack-a1" not in answer.text:
        raise Unprepared("not the gate that was meant")
    s.advance("PT1M")
    return need(s.get(C + "/ledger-prod")).json["orchestratorVersion"] == "1.31.10"


@proof
def revocation_after_a_minute(s):
    s.freeze()
    key = s.key()
    if not s.gate(key["keyId"], key["secret"]):
        raise Unprepared("the key does not work")
    need(s.post(f"{CORE}/passes/{key['keyId']}/revocation"))
    at_once = s.gate(key["keyId"], key["secret"])
    s.advance("PT2M")
    if s.gate(key["keyId"], key["secret"]):
        raise Unprepared("never revoked at all")
    return not at_once


@proof
def any_source_token(s):
    first, second = s.feed("cards", "line-cards"), s.feed("ledger", "line-ledger")
    body = {"version": "4", "status": "firing", "alerts": [{"status": "firing", "labels": {"alertname": "Down"}, "annotations": {}}]}
    answer = s.post(f"{O}/feeds/{first['id']}/alerts", body, who=None, bearer=second["token"])
    if not s.post(f"{O}/feeds/{first['id']}/alerts", body, who=None, bearer="nonsense").refused:
        raise Unprepared("any text is a token")
    return answer.status == 401


@proof
def incident_without_title(s):
    s.case()
    return s.post(O + "/cases", {"serviceId": "line-cards"}).refused and len(s.cases()) == 1


@proof
def foreign_export_token_revoked(s):
    token = need(s.post(U + "/export-tokens", {"name": "scraper"})).json["id"]
    answer = s.delete(f"{U}/export-tokens/{token}", who="teo")
    return answer.refused and token in need(s.get(U + "/export-tokens")).text


@proof
def registration_token_in_join_command(s):
    token = need(s.post(C + "/ledger-prod/registration-tokens", {"name": "fleet"})).json["token"]
    answer = need(s.post(C + "/ledger-prod/join-tokens", who="rui"))
    return token not in answer.text and answer.json["joinToken"] in answer.json["joinCommand"]


@proof
def no_tags_no_count(s):
    for tag in ("7.2", "stable"):
        need(s.delete(CORE + "/contents/tags", query={"repo": "vault/web", "tag": tag}))
    return need(s.get(CORE + "/contents")).json["repositories"][0].get("tagCount") == 0


@proof
def clusters_over_quota(s):
    for n in range(6):
        need(s.post(C, {"name": f"more-{n}", "tier": "small"}))
    answers = sorted(a.status for a in s.at_once([("POST", C, {"name": f"last-{n}", "tier": "small"}) for n in range(3)]))
    if not set(answers) <= {201, 403}:
        raise Unprepared(repr(answers))
    return answers == [201, 403, 403]


@proof
def one_balancer_too_many(s):
    need(s.patch(C + "/ledger-prod", {"managedLoadBalancers": {"enabled": True}}))
    s.advance("PT1M")
    for n in range(3):
        s.event("service-exposed", cluster="ledger-prod", service=f"web-{n}")
    s.post("/_understudy/events/service-exposed", {"cluster": "ledger-prod", "service": "web-3"}, who=None)
    balancers = need(s.get(C + "/ledger-prod")).json["managedLoadBalancers"]
    return len(balancers["loadBalancers"]) <= balancers["maxServices"]


@proof
def check_skips_failed(s):
    domain = need(s.post(E + "/domains", {"name": "late.meridian.example"})).json
    need(s.post(f"{E}/domains/{domain['id']}/check"))
    s.advance("PT5S")
    if s.state(domain)["sendState"] != "failed":
        raise Unprepared("the first check did not fail")
    s.event("dns-record-published", domain=domain["name"])
    need(s.post(f"{E}/domains/{domain['id']}/check"), 202)
    s.advance("PT1M")
    return s.state(domain)["sendState"] == "verified"


def run(show, folder, temporary):
    service = Service(folder, temporary)
    try:
        return show(service)
    finally:
        service.stop()


def main():
    mistakes = json.loads((HERE / "mistakes.json").read_text("utf-8"))
    wanted, failed = set(sys.argv[1:]), []
    if wanted - {m["id"] for m in mistakes}:
        sys.exit("no such mistake: " + ", ".join(sorted(wanted - {m["id"] for m in mistakes})))
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        for mistake in mistakes:
            if wanted and mistake["id"] not in wanted:
                continue
            copy, built = scratch / "copy", scratch / "built"
            (scratch / "clean").mkdir(exist_ok=True)
            try:
                shutil.copytree(CANDIDATE, copy)
                built.mkdir()
                for edit in mistake["edits"]:
                    file = copy / edit["file"]
                    text = file.read_text("utf-8")
                    if text.count(edit["find"]) != 1 or (CANDIDATE / edit["file"]).read_text("utf-8").count(edit["find"]) != 1:
                        raise Unprepared("find does not stand exactly once in " + edit["file"])
                    file.write_text(text.replace(edit["find"], edit["replace"]), "utf-8")
                show = PROOFS[mistake["id"]]
                right, wrong = run(show, CANDIDATE, scratch / "clean"), run(show, copy, built)
                verdict = "proven" if right and not wrong else f"NOT PROVEN: the clean one is {'right' if right else 'wrong'}, the copy is {'right' if wrong else 'wrong'}"
            except Exception as error:
                verdict = f"NOT PROVEN: {type(error).__name__}: {error}"
            finally:
                shutil.rmtree(copy, ignore_errors=True)
                shutil.rmtree(built, ignore_errors=True)
            if verdict != "proven":
                failed.append(mistake["id"])
            print(f"{mistake['id']:44} {verdict}", flush=True)
    print(f"{len(failed)} not proven" + (": " + ", ".join(failed) if failed else ""))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
