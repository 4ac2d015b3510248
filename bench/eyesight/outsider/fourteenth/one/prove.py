"""Proves the mistakes of mistakes.json: python3 prove.py [ID...]

Each sequence runs against the clean candidate, where it must see the right answer, and against a copy with the
mistake's edits, where it must see the wrong one. One line each; exits non-zero if any does not hold.
"""
import json
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

CLEAN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../../examples/fifth-candidate")
PYTHON = os.environ.get("FIFTH_CANDIDATE_PYTHON", "python3")
MISTAKES = json.loads((Path(__file__).parent / "mistakes.json").read_text())
OWNER, MEMBER, GLOBEX = "session-olivia", "session-mia", "session-gina"


class Setup(Exception):
    """A step before the one in question did not go as expected."""


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        try:
            self.body = json.loads(raw)
        except ValueError:
            self.body = None

    def __repr__(self):
        return f"{self.status} {self.raw.decode(errors='replace')[:150]}"

    def is_error(self):
        return isinstance(self.body, dict) and isinstance(self.body.get("error"), str)

    def refused(self):
        return 400 <= self.status < 500


class Client:
    def __init__(self, base):
        self.base = base

    def request(self, method, path, body=None, who=None):
        headers = {"Authorization": f"Bearer {who}"} if who else {}
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        asked = urllib.request.Request(self.base + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=30) as r:
                return Answer(r.status, r.headers, r.read())
        except urllib.error.HTTPError as r:
            return Answer(r.code, r.headers, r.read())

    def call(self, method, path, body=None, who=OWNER):
        return self.request(method, "/api/v1" + path, body, who)

    def must(self, method, path, body=None, who=OWNER):
        answer = self.call(method, path, body, who)
        if not 200 <= answer.status < 300:
            raise Setup(f"{method} {path}: {answer}")
        return answer

    def event(self, name, **body):
        answer = self.request("POST", f"/_understudy/events/{name}", body)
        if answer.status != 200:
            raise Setup(f"event {name}: {answer}")
        return answer.body

    def advance(self, by):
        answer = self.request("POST", "/_understudy/clock/advance", {"by": by})
        if answer.status != 200:
            raise Setup(f"advance: {answer}")

    # --- shared steps

    def registry(self, slug, who=OWNER):
        self.must("POST", "/registry/registries", {"slug": slug}, who)

    def settled(self, name):
        """Reads the cluster until nothing is under way, in real time."""
        end = time.time() + 25
        while time.time() < end:
            cluster = self.must("GET", f"/clusters/{name}").body
            if cluster["phase"] == "ready":
                return cluster
            time.sleep(0.3)
        raise Setup("the cluster does not settle")

    def cluster(self, name="demo", wait=True, **more):
        answer = self.must("POST", "/clusters", {"name": name, "tier": "small", **more})
        if wait:
            self.settled(name)
        return answer


SHOWS = {}


def shows(id_):
    def register(function):
        SHOWS[id_] = function
        return function
    return register


def repo(name, **more):
    return "?" + urllib.parse.urlencode({"repo": name, **more})


# Each returns (whether the answer is right, what was seen).

@shows("r-validation-detail")
def _(c):
    a = c.call("POST", "/tokens", {})
    return a.refused() and a.is_error(), a


@shows("r-skew-error-object")
def _(c):
    c.cluster(orchestratorVersion="1.32.6")
    token = c.must("POST", "/clusters/demo/join-tokens").body["joinToken"]
    c.must("POST", "/clusters/demo/join", {"token": token, "node": "worker-old", "agentVersion": "1.30.8"}, None)
    a = c.call("PATCH", "/clusters/demo", {"orchestratorVersion": "1.33.2"})
    return a.status == 409 and a.is_error() and "worker-old" in a.body["error"], a


@shows("r-401-empty-body")
def _(c):
    a = c.call("GET", "/tokens", who=None)
    return a.status == 401 and a.is_error(), a


@shows("r-502-plain-text")
def _(c):
    c.event("backend-behaves", backend="uptime", reachable=False)
    a = c.call("GET", "/uptime/services")
    return a.status == 502 and a.is_error(), a


@shows("r-policy-services-list")
def _(c):
    service = c.must("GET", "/oncall/services").body["services"][0]["id"]
    user = "7d0c5e52-0000-4000-8000-000000000001"
    step = {"target": {"kind": "user", "id": user, "label": "Olivia"}, "waitSeconds": 60}
    policy = c.must("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [step]}).body
    c.must("PUT", f"/oncall/services/{service}/escalation-policy", {"escalationPolicyId": policy["id"]})
    a = c.must("GET", "/oncall/escalation-policies")
    return policy["services"] == 0 and a.body["policies"][0]["services"] == 1, a.body["policies"][0]["services"]


@shows("r-domain-list-short")
def _(c):
    c.must("POST", "/email/domains", {"name": "mail.proof.example"})
    a = c.must("GET", "/email/domains")
    return all(isinstance(d.get("dnsRecords"), list) for d in a.body["domains"]), sorted(a.body["domains"][0])


@shows("r-check-200")
def _(c):
    id_ = c.must("POST", "/email/domains", {"name": "mail.proof.example"}).body["id"]
    a = c.must("POST", f"/email/domains/{id_}/check")
    return a.status == 202, a


@shows("r-send-keys-envelope")
def _(c):
    c.must("POST", "/email/keys", {"name": "k"})
    a = c.must("GET", "/email/keys")
    return isinstance(a.body.get("sendKeys"), list), a


@shows("r-registration-patch-200")
def _(c):
    c.cluster(wait=False)
    id_ = c.must("POST", "/clusters/demo/registration-tokens", {"name": "pool"}).body["id"]
    a = c.must("PATCH", f"/clusters/demo/registration-tokens/{id_}", {"disabled": True})
    return a.status == 204 and a.raw == b"", a


@shows("r-message-flat")
def _(c):
    id_ = c.must("POST", "/email/domains", {"name": "mail.proof.example"}).body["id"]
    c.event("dns-record-published", domain=id_)
    c.must("POST", f"/email/domains/{id_}/check")
    c.advance("PT10S")
    sent = c.event("message-sent", **{"from": "a@mail.proof.example", "to": ["b@customer.example"]})["messageId"]
    a = c.must("GET", f"/email/messages/{sent}")
    return a.body.get("message", {}).get("id") == sent and isinstance(a.body.get("events"), list), sorted(a.body)


@shows("r-token-expires-never")
def _(c):
    c.must("POST", "/tokens", {"name": "t"})
    token = c.must("GET", "/tokens").body["tokens"][0]
    return re.match(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", token["expiresAt"]) is not None, token["expiresAt"]


@shows("r-monitor-url-any-text")
def _(c):
    a = c.call("POST", "/uptime/monitors", {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["fra"],
                                            "http": {"url": "not a url at all"}})
    listed = c.must("GET", "/uptime/monitors").body["monitors"]
    return a.refused() and not listed, a


@shows("r-incident-any-org")
def _(c):
    service = c.must("GET", "/oncall/services").body["services"][0]["id"]
    id_ = c.must("POST", "/oncall/incidents", {"serviceId": service, "title": "slow"}).body["id"]
    read = c.call("GET", f"/oncall/incidents/{id_}", who=GLOBEX)
    c.call("POST", f"/oncall/incidents/{id_}/resolve", who=GLOBEX)
    status = c.must("GET", f"/oncall/incidents/{id_}").body["status"]
    return read.refused() and status == "open", f"globex reads: {read.status}, afterwards: {status}"


@shows("r-webhook-list-secret")
def _(c):
    secret = c.must("POST", "/email/webhooks", {"url": "https://hooks.proof.example/x", "eventTypes": ["message.sent"]}).body["signingSecret"]
    a = c.must("GET", "/email/webhooks")
    return len(a.body["webhooks"]) == 1 and secret.encode() not in a.raw, sorted(a.body["webhooks"][0])


def key_in_list(c):
    key = c.must("POST", "/tokens", {"name": "t"}).body["key"]
    a = c.must("GET", "/tokens")
    return len(a.body["tokens"]) == 1 and key.encode() not in a.raw, a


SHOWS["r-token-list-key"] = SHOWS["r-token-start-whole"] = key_in_list


@shows("r-token-create-again")
def _(c):
    key = c.must("POST", "/tokens", {"name": "deploy"}).body["key"]
    a = c.call("POST", "/tokens", {"name": "deploy"})
    return key.encode() not in a.raw, "the key of before" if key.encode() in a.raw else "another key"


def narrowed(c, role):
    c.registry("proof-one")
    c.registry("proof-two")
    return c.must("POST", "/tokens", {"name": "n", "scope": [{"role": role, "resourceIds": ["proof-one"]}]}).body["key"]


@shows("r-scope-options-unfiltered")
def _(c):
    key = narrowed(c, "registry.viewer")
    c.must("GET", "/registry/registries/proof-one", who=key)
    if not c.call("GET", "/registry/registries/proof-two", who=key).refused():
        raise Setup("the token reads the other registry")
    ids = [r["id"] for r in c.must("GET", "/tokens/scope-options", who=key).body["resources"]]
    return ids == ["proof-one"], ids


@shows("r-token-resources-ignored")
def _(c):
    key = narrowed(c, "registry.editor")
    c.must("GET", "/registry/registries/proof-one", who=key)
    a = c.call("GET", "/registry/registries/proof-two", who=key)
    return a.refused(), a


@shows("r-catalog-cached")
def _(c):
    c.registry("proof-early")
    first = [r["id"] for r in c.must("GET", "/iam/catalog").body["resources"]]
    if "proof-early" not in first:
        raise Setup("the first registry is not in the catalog")
    c.registry("proof-late")
    ids = [r["id"] for r in c.must("GET", "/iam/catalog").body["resources"]]
    return "proof-late" in ids, ids


@shows("r-permissions-own-only")
def _(c):
    a = c.must("GET", "/iam/permissions", who=MEMBER)
    tiers = {tuple(t["tier"] for t in r["tiers"]) for s in a.body["services"] for r in s["resources"]}
    return tiers == {("read", "write", "admin")}, tiers


@shows("r-only-billing-checked")
def _(c):
    a = c.call("PATCH", "/organization/contacts", {"securityEmail": "nobody"})
    return a.status == 400, a


@shows("r-member-changes-contacts")
def _(c):
    a = c.call("PATCH", "/organization/contacts", {"technicalEmail": "mia@elsewhere.example"}, MEMBER)
    now = c.must("GET", "/organization/contacts").body["technicalEmail"]
    return a.status == 403 and now != "mia@elsewhere.example", a


def upstreams_complete(c):
    listed = c.must("GET", "/registry/upstreams").body["upstreams"]
    right = bool(listed) and all(
        isinstance(u, dict) and isinstance(u.get("host"), str) and isinstance(u.get("endpoint"), str) for u in listed)
    return right, listed


SHOWS["r-upstreams-strings"] = SHOWS["r-upstream-endpoint-left-out"] = upstreams_complete


@shows("r-upstream-host-of-endpoint")
def _(c):
    c.registry("proof-one")
    seen = {}
    for upstream in c.must("GET", "/registry/upstreams").body["upstreams"]:
        path = f"/registry/registries/proof-one/upstream-credentials/{upstream['host']}"
        seen[upstream["host"]] = c.call("PUT", path, {"username": "u", "password": "secret-pw"}).status
    return bool(seen) and all(status < 300 for status in seen.values()), seen


@shows("r-payment-first-only")
def _(c):
    c.registry("proof-one")
    c.event("payment-method-changes", organization="acme", active=False)
    a = c.call("POST", "/registry/registries", {"slug": "proof-two"})
    return a.refused(), a


@shows("r-tags-without-repo")
def _(c):
    c.registry("proof-one")
    a = c.call("GET", "/registry/registries/proof-one/tags")
    return a.refused(), a


@shows("r-logout-grace")
def _(c):
    c.registry("proof-one")
    login = c.must("POST", "/registry/login", {}).body
    use = {"username": login["username"], "password": login["password"], "registry": "proof-one", "repository": "web", "action": "pull"}
    if not c.must("POST", "/registry/data-plane/authorize", use, None).body["allowed"]:
        raise Setup("the credential does not work before")
    c.must("DELETE", f"/registry/login/{login['username']}")
    a = c.must("POST", "/registry/data-plane/authorize", use, None)
    return a.body["allowed"] is False, a


@shows("r-repositories-without-tags-missing")
def _(c):
    c.registry("proof-one")
    c.event("image-pushed", registry="proof-one", repository="web", tags=["latest"])
    c.must("DELETE", "/registry/registries/proof-one/tags" + repo("web", tag="latest"))
    if len(c.must("GET", "/registry/registries/proof-one/manifests" + repo("web")).body["manifests"]) != 1:
        raise Setup("the untagged manifest is gone")
    names = [r["name"] for r in c.must("GET", "/registry/registries/proof-one/repositories").body["repositories"]]
    return names == ["web"], names


@shows("r-repository-untagged-stay")
def _(c):
    c.registry("proof-one")
    c.event("image-pushed", registry="proof-one", repository="web", tags=["v1"])
    c.event("image-pushed", registry="proof-one", repository="web", tags=[])
    c.must("DELETE", "/registry/registries/proof-one/repositories" + repo("web"))
    a = c.call("GET", "/registry/registries/proof-one/manifests" + repo("web"))
    return a.status == 404 or a.body.get("manifests") == [], a


@shows("r-upstream-password-echo")
def _(c):
    c.registry("proof-one")
    a = c.must("PUT", "/registry/registries/proof-one/upstream-credentials/docker.io", {"username": "u", "password": "secret-pw"})
    return b"secret-pw" not in a.raw and a.body["username"] == "u", a


@shows("r-upstream-delete-everywhere")
def _(c):
    of = {"proof-one": OWNER, "proof-two": OWNER, "proof-three": GLOBEX}
    path = "/registry/registries/{}/upstream-credentials"
    for slug, who in of.items():
        c.registry(slug, who)
        c.must("PUT", path.format(slug) + "/ghcr.io", {"username": "u", "password": "secret-pw"}, who)
    c.must("DELETE", path.format("proof-one") + "/ghcr.io")
    left = {slug: len(c.must("GET", path.format(slug), who=who).body["upstreamCredentials"]) for slug, who in of.items()}
    return left == {"proof-one": 0, "proof-two": 1, "proof-three": 1}, left


@shows("r-upstream-any-host")
def _(c):
    c.registry("proof-one")
    a = c.call("PUT", "/registry/registries/proof-one/upstream-credentials/registry.not-in-the-catalog.example",
               {"username": "u", "password": "secret-pw"})
    return a.refused(), a


@shows("r-cluster-quota-off-by-one")
def _(c):
    c.event("quota-changes", organization="acme", quota="clusters", value=1)
    c.cluster("one", wait=False)
    a = c.call("POST", "/clusters", {"name": "two", "tier": "small"})
    return a.status == 403, a


@shows("r-datastore-mode-optional")
def _(c):
    a = c.call("POST", "/clusters", {"name": "demo", "tier": "small", "datastore": {"size": "db-small"}})
    return a.refused(), a


@shows("r-nodes-of-unknown-cluster")
def _(c):
    a = c.call("GET", "/clusters/no-such-cluster/nodes")
    return a.status == 404, a


@shows("r-backups-stay-on")
def _(c):
    c.cluster(datastore={"mode": "dedicated", "size": "db-small", "storageGiB": 20, "replicas": 1, "backups": True})
    c.must("PATCH", "/clusters/demo", {"datastore": {"size": "db-medium", "storageGiB": 20, "replicas": 1, "backups": False}})
    datastore = c.settled("demo")["datastore"]
    if datastore["size"] != "db-medium":
        raise Setup("the size does not change either")
    return datastore["backups"] is False, datastore


@shows("r-patch-downgrade")
def _(c):
    c.cluster(orchestratorVersion="1.31.9")
    a = c.call("PATCH", "/clusters/demo", {"orchestratorVersion": "1.31.4"})
    version = c.settled("demo")["orchestratorVersion"]
    return a.refused() and version == "1.31.9", f"{a.status}, in the end {version}"


@shows("r-headroom-unnamed")
def _(c):
    c.must("POST", "/clusters", {"name": "demo", "tier": "large"})
    c.advance("PT20S")
    c.event("headroom-changes", organization="acme", cluster="demo", component="datastore", usedPercent=90)
    a = c.call("PATCH", "/clusters/demo", {"tier": "small"})
    return a.status == 409 and "datastore" in a.body["error"], a


@shows("r-second-patch-wins")
def _(c):
    c.cluster(replicas=1)
    answers = [c.call("PATCH", "/clusters/demo", {"replicas": 3}), c.call("PATCH", "/clusters/demo", {"tier": "medium"})]
    end = c.settled("demo")
    kept = [end["replicas"] == 3, end["tier"] == "medium"]
    right = answers[0].status == 200 and all(k if a.status == 200 else a.status == 409 for a, k in zip(answers, kept))
    return right, f"{[a.status for a in answers]}, in the end replicas {end['replicas']}, tier {end['tier']}"


@shows("r-concurrent-423")
def _(c):
    c.cluster()
    c.must("PATCH", "/clusters/demo", {"replicas": 3})
    rolling = c.call("PATCH", "/clusters/demo", {"tier": "medium"})
    c.settled("demo")
    c.event("cluster-changes-concurrently", organization="acme", cluster="demo", lasts="one-request")
    met = c.call("PATCH", "/clusters/demo", {"tier": "medium"})
    return rolling.status == 409 and met.status == 409, f"during the roll {rolling.status}, after the event {met.status}"


@shows("r-kubeconfig-never-expires")
def _(c):
    c.cluster(wait=False)
    c.advance("PT20S")
    config = c.must("GET", "/clusters/demo/kubeconfig").body["kubeconfig"]
    if not c.event("credential-used", kind="kubeconfig", secret=config, cluster="demo")["accepted"]:
        raise Setup("the kubeconfig does not work at first")
    c.advance("P400D")
    used = c.event("credential-used", kind="kubeconfig", secret=config, cluster="demo")
    return used["accepted"] is False, used


@shows("r-load-balancers-off-short")
def _(c):
    a = c.cluster(wait=False, managedLoadBalancers={"enabled": False}).body["managedLoadBalancers"]
    return a["enabled"] is False and isinstance(a.get("maxServices"), int) and a.get("loadBalancers") == [], a


# --- running


def free_port():
    while True:
        port = random.randint(20001, 60000)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Service:
    """The service in a folder, from start to end."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        port = free_port()
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen([PYTHON, "-B", "main.py", "--port", str(port)], cwd=self.folder,
                                        stdout=subprocess.PIPE, stderr=self.log)
        if b"ready on" not in self.process.stdout.readline():
            self.__exit__()
            raise Setup("the service does not start")
        return Client(f"http://127.0.0.1:{port}")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()
        self.log.close()


def copy_of(clean, into, edits=()):
    shutil.copytree(clean, into, ignore=shutil.ignore_patterns("__pycache__"))
    for edit in edits:
        original = (Path(clean) / edit["file"]).read_text()
        if original.count(edit["find"]) != 1:
            raise Setup(f"{edit['file']}: found {original.count(edit['find'])} times: {edit['find'][:60]!r}")
        file = Path(into) / edit["file"]
        text = file.read_text()
        if text.count(edit["find"]) != 1:
            raise Setup(f"{edit['file']}: the edits overlap")
        file.write_text(text.replace(edit["find"], edit["replace"]))


def attempt(client, show):
    try:
        right, seen = show(client)
        return right, str(seen)
    except Setup as problem:
        return None, f"SETUP {problem}"
    except Exception as problem:  # an answer of a shape that the sequence cannot read
        return None, f"BROKEN {type(problem).__name__}: {problem}"


def main():
    wanted = sys.argv[1:]
    unknown = set(wanted) - {m["id"] for m in MISTAKES}
    if unknown:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}")
    chosen = [m for m in MISTAKES if not wanted or m["id"] in wanted]
    held = 0
    with tempfile.TemporaryDirectory() as work:
        copy_of(CLEAN, f"{work}/clean")
        with Service(f"{work}/clean") as clean:
            for mistake in chosen:
                clean.request("POST", "/_understudy/reset", {})
                good, seen_clean = attempt(clean, SHOWS[mistake["id"]])
                folder = f"{work}/{mistake['id']}"
                try:
                    copy_of(CLEAN, folder, mistake["edits"])
                    with Service(folder) as faulty:
                        bad, seen_faulty = attempt(faulty, SHOWS[mistake["id"]])
                except Setup as problem:
                    bad, seen_faulty = None, str(problem)
                shutil.rmtree(folder, ignore_errors=True)
                holds = good is True and bad is False
                held += holds
                print(f"{'holds' if holds else 'FAILS'}  {mistake['statement']}  {mistake['id']}: "
                      f"clean {seen_clean[:110]!r} | faulty {seen_faulty[:110]!r}", flush=True)
    print(f"{held} of {len(chosen)} hold")
    return 0 if held == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
