#!/usr/bin/env python3
"""python3 prove.py [ID...]: each mistake's sequence must pass on the clean candidate and fail on the faulty copy."""
import http.client
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from urllib.parse import quote

CLEAN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../../examples/third-candidate")
HERE = os.path.dirname(os.path.abspath(__file__))
WHO = {"owner": "sess-olive-u-100", "admin": "sess-abel-u-101", "member": "sess-mia-u-102", "viewer": "sess-vic-u-103",
       "outsider": "sess-otto-u-200"}
REG = "/api/v1/registry/instances"
CLU = "/api/v1/clusters"


class Differs(Exception):
    """The service does not do what the document states."""


class Broken(Exception):
    """The sequence could not get as far as the point in question."""


class Service:
    """A copy of the candidate, with some edits, on a free port."""

    def __init__(self, edits=()):
        self.folder = tempfile.mkdtemp(prefix="prove-")
        try:
            shutil.copytree(CLEAN, self.folder + "/c", ignore=shutil.ignore_patterns("__pycache__"))
            for e in edits:
                path = f"{self.folder}/c/{e['file']}"
                with open(path) as f:
                    text = f.read()
                if text.count(e["find"]) != 1 and all(x is e for x in edits if x["file"] == e["file"]):
                    raise Broken(f"find occurs {text.count(e['find'])} times in {e['file']}")
                with open(f"{CLEAN}/{e['file']}") as f:
                    if f.read().count(e["find"]) != 1:
                        raise Broken(f"find is not unique in the clean {e['file']}")
                with open(path, "w") as f:
                    f.write(text.replace(e["find"], e["replace"], 1))
            self.port = free_port()
            self.errors = open(self.folder + "/errors", "w+")
            self.process = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(self.port)], cwd=self.folder + "/c",
                                            stdout=subprocess.DEVNULL, stderr=self.errors)
            for _ in range(200):
                try:
                    if self.call("GET", "/_understudy/health")[0] == 200:
                        return
                except OSError:
                    if self.process.poll() is not None:
                        break
                    time.sleep(0.05)
            raise Broken("the service does not start")
        except BaseException:
            self.end()
            raise

    def end(self):
        if getattr(self, "process", None):
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if getattr(self, "errors", None):
            self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def crashes(self):
        self.errors.flush()
        with open(self.folder + "/errors") as f:
            return f.read()

    def call(self, method, path, body=None, who=None):
        """Status, parsed body (None if empty) and raw text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            headers = {"Authorization": "Bearer " + WHO[who]} if who else {}
            data = None
            if body is not None:
                data, headers["Content-Type"] = json.dumps(body), "application/json"
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            raw = answer.read().decode()
            return answer.status, json.loads(raw) if raw else None, raw
        finally:
            connection.close()

    # steps that only prepare: they must work
    def ok(self, method, path, body=None, who="owner", status=None):
        s, b, raw = self.call(method, path, body, who)
        if s != status if status else not 200 <= s < 300:
            raise Broken(f"{method} {path} answers {s} {raw[:150]}")
        return b

    def event(self, name, **body):
        return self.ok("POST", "/_understudy/events/" + name, body, None, 200)

    def reset(self):
        self.ok("POST", "/_understudy/reset", {}, None)


def free_port():
    while True:
        port = random.randint(20001, 60000)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def must(condition, got):
    if not condition:
        raise Differs(got)


def refused(answer):
    must(400 <= answer[0] < 500, f"answers {answer[0]} {answer[2][:120]}")


SHOWS = {}


def shows(id_):
    return lambda f: SHOWS.__setitem__(id_, f) or f


def fresh(word):
    return f"{word}-{random.randint(10**5, 10**6)}"


# ---- tokens, iam, organization ----
def new_token(s, who="owner", **more):
    made = s.ok("POST", "/api/v1/tokens", {"name": fresh("token"), **more}, who, 201)
    return made, next(t for t in s.ok("GET", "/api/v1/tokens", who=who)["tokens"] if t["id"] == made["id"])


@shows("p-last-request-empty")
def _(s):
    _, t = new_token(s)
    for field in ("createdAt", "expiresAt", "lastRequest"):
        good = re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", str(t[field])) is not None
        must(good, f"{field} is {t[field]!r}")
        datetime.fromisoformat(t[field].replace("Z", "+00:00"))


@shows("p-tokens-of-colleagues")
def _(s):
    made, _ = new_token(s)
    ids = [t["id"] for t in s.ok("GET", "/api/v1/tokens", who="admin")["tokens"]]
    must(made["id"] not in ids, "the admin's list has the owner's token")


@shows("p-scope-without-resource-ids")
def _(s):
    role = s.ok("GET", "/api/v1/tokens/scope-options")["roles"][0]["id"]
    _, t = new_token(s, scope=[{"role": role}])
    entry = t["scope"][0]
    must(entry["role"] == role and isinstance(entry["roleName"], str), f"the entry is {entry}")
    must(isinstance(entry.get("resourceIds"), list), f"the entry is {entry}")


@shows("p-start-is-the-key")
def _(s):
    made, _ = new_token(s)
    must(made["key"] not in s.call("GET", "/api/v1/tokens", who="owner")[2], "the list holds the key")


@shows("p-scope-options-no-custom")
def _(s):
    s.event("role-changes", customRole={"id": "auditor-x", "name": "Auditor", "description": "Looks", "permissions": ["registry.registry.read"]})
    ids = [r["id"] for r in s.ok("GET", "/api/v1/tokens/scope-options")["roles"]]
    must(len(ids) > 1, "no built-in roles")
    must("auditor-x" in ids, "the custom role is missing")


@shows("p-catalog-remembered")
def _(s):
    before = s.ok("GET", "/api/v1/iam/catalog")["resources"]
    if not any(r["service"] == "registry" for r in before):
        raise Broken("registries are not scopable here")
    slug = registry(s)
    after = s.ok("GET", "/api/v1/iam/catalog")["resources"]
    must(any(r["id"] == slug for r in after), "the new registry is missing")


@shows("p-catalog-foreign-clusters")
def _(s):
    mine, theirs = fresh("mine"), fresh("theirs")
    s.ok("POST", CLU, {"name": mine, "tier": "small"}, status=201)
    s.ok("POST", CLU, {"name": theirs, "tier": "small"}, "outsider", 201)
    ids = [r["id"] for r in s.ok("GET", "/api/v1/iam/catalog")["resources"]]
    if mine not in ids:
        raise Broken("clusters are not scopable here")
    must(theirs not in ids, "the catalog has the cluster of the other organization")


CONTACTS = "/api/v1/organization/contacts"


@shows("p-contacts-answer-partial")
def _(s):
    got = s.ok("PATCH", CONTACTS, {"technicalEmail": "ops@new.example"}, status=200)
    must(all(isinstance(got.get(f), str) for f in ("billingEmail", "technicalEmail", "securityEmail")), f"the answer is {got}")


@shows("p-security-shows-technical")
def _(s):
    want = {"billingEmail": "b@new.example", "technicalEmail": "t@new.example", "securityEmail": "s@new.example"}
    got = s.ok("PATCH", CONTACTS, want, status=200)
    must(got == want, f"PATCH answers {got}")
    got = s.ok("GET", CONTACTS, status=200)
    must(got == want, f"GET answers {got}")


@shows("p-only-billing-checked")
def _(s):
    for field in ("billingEmail", "technicalEmail", "securityEmail"):
        got = s.call("PATCH", CONTACTS, {field: "not an address"}, "owner")
        must(got[0] == 400, f"{field}: {got[0]}")


# ---- registry ----
def registry(s, **more):
    slug = fresh("reg")
    s.ok("POST", REG, {"slug": slug, "displayName": "Tried", **more}, status=201)
    return slug


def detail(s, slug):
    return s.ok("GET", f"{REG}/{slug}", status=200)


def push(s, slug, repo="shop/web", tags=("v1",)):
    return s.event("image-pushed", registry=slug, repository=repo, tags=list(tags))["digest"]


def manifests(s, slug, repo="shop/web"):
    return s.ok("GET", f"{REG}/{slug}/images?repo={quote(repo, safe='')}", status=200)["manifests"]


@shows("p-upstream-endpoint-left-out")
def _(s):
    got = s.ok("GET", "/api/v1/registry/cache-catalog")["upstreams"]
    bad = [u for u in got if not isinstance(u.get("host"), str) or not isinstance(u.get("endpoint"), str)]
    must(got and not bad, f"without endpoint: {bad}")


@shows("p-display-name-null")
def _(s):
    slug = fresh("reg")
    got = s.ok("POST", REG, {"slug": slug}, status=201)
    must(isinstance(got.get("displayName"), str), f"create answers displayName {got.get('displayName')!r}")
    got = next(r for r in s.ok("GET", REG)["registries"] if r["slug"] == slug)
    must(isinstance(got.get("displayName"), str), f"the list has displayName {got.get('displayName')!r}")


@shows("p-purge-keeps-usage")
def _(s):
    slug = registry(s)
    gone = push(s, slug, tags=["v1"])
    push(s, slug, tags=["v2"])
    before = detail(s, slug)["usedBytes"]
    got = s.ok("DELETE", f"{REG}/{slug}/tags?repo=shop%2Fweb&tag=v1&purge=true", status=200)
    if got["purged"] is not True or gone in [m["digest"] for m in manifests(s, slug)]:
        raise Broken("the purge did not happen")
    after = detail(s, slug)["usedBytes"]
    must(after < before, f"usedBytes was {before}, is {after}")


@shows("p-usage-of-tagged-only")
def _(s):
    slug = registry(s)
    digest = push(s, slug)
    before = detail(s, slug)["usedBytes"]
    must(before > 0, "nothing used after a push")
    s.ok("DELETE", f"{REG}/{slug}/tags?repo=shop%2Fweb&tag=v1", status=200)
    if digest not in [m["digest"] for m in manifests(s, slug)]:
        raise Broken("the image is gone")
    after = detail(s, slug)["usedBytes"]
    must(after == before, f"usedBytes was {before}, is {after}")


@shows("p-narrowed-login-writes")
def _(s):
    slug = registry(s)
    got = s.ok("POST", "/api/v1/registry/logins", {"pullOnly": True})
    must({x["mode"] for x in got["scope"]} == {"pull"}, f"scope is {got['scope']}")
    got = s.ok("POST", "/api/v1/registry/logins", {"registry": slug, "pullOnly": True})
    must([x["registry"] for x in got["scope"]] == [slug], f"scope is {got['scope']}")
    must(got["scope"][0]["mode"] == "pull", f"scope is {got['scope']}")
    door = s.ok("POST", "/api/v1/registry/data-plane/authorize", {"username": got["username"], "password": got["password"], "registry": slug,
                                                                  "repository": "a", "action": "push"})
    must(door["allowed"] is False, "the door lets it push")


@shows("p-registry-empty-by-tags")
def _(s):
    slug = registry(s)
    push(s, slug, tags=[])
    refused(s.call("DELETE", f"{REG}/{slug}", who="owner"))
    must(s.call("GET", f"{REG}/{slug}", who="owner")[0] == 200, "the registry is gone")


@shows("p-emptied-registry-stays")
def _(s):
    slug = registry(s)
    push(s, slug)
    refused(s.call("DELETE", f"{REG}/{slug}", who="owner"))
    s.ok("DELETE", f"{REG}/{slug}/repositories?repo=shop%2Fweb")
    if s.ok("GET", f"{REG}/{slug}/repositories")["repositories"]:
        raise Broken("the repository is still there")
    got = s.call("DELETE", f"{REG}/{slug}", who="owner")
    must(200 <= got[0] < 300, f"answers {got[0]} {got[2][:80]}")


@shows("p-tags-without-repo")
def _(s):
    slug = registry(s)
    refused(s.call("GET", f"{REG}/{slug}/tags", who="owner"))


@shows("p-tags-by-prefix")
def _(s):
    slug = registry(s)
    push(s, slug, "shop", ["one"])
    push(s, slug, "shop/api", ["two"])
    names = [t["name"] for t in s.ok("GET", f"{REG}/{slug}/tags?repo=shop")["tags"]]
    must(names == ["one"], f"the tags of shop are {names}")


@shows("p-member-mints-keys")
def _(s):
    slug = registry(s)
    refused(s.call("POST", f"{REG}/{slug}/keys", {"name": "ci", "mode": "pull"}, "member"))
    must(s.ok("GET", f"{REG}/{slug}/keys")["keys"] == [], "there is a key")


@shows("p-key-prefixes-lost")
def _(s):
    slug = registry(s)
    made = s.ok("POST", f"{REG}/{slug}/keys", {"name": "ci", "mode": "pull", "repoPrefixes": ["team/"]})
    key = next(x for x in s.ok("GET", f"{REG}/{slug}/keys")["keys"] if x["keyId"] == made["keyId"])
    must((key["name"], key["mode"]) == ("ci", "pull"), f"the key is {key}")
    must(key["repoPrefixes"] == ["team/"], f"repoPrefixes is {key['repoPrefixes']}")


@shows("p-untagged-not-listed")
def _(s):
    slug = registry(s)
    want = {push(s, slug, tags=["v1"]), push(s, slug, tags=[])}
    got = [m["digest"] for m in manifests(s, slug)]
    must(set(got) == want, f"{len(got)} of 2 manifests are listed")


@shows("p-manifest-once-per-tag")
def _(s):
    slug = registry(s)
    digest = push(s, slug, tags=["v1", "latest"])
    got = [(m["digest"], sorted(m["tags"])) for m in manifests(s, slug)]
    must(got == [(digest, ["latest", "v1"])], f"listed {len(got)} times, tags {[t for _, t in got]}")


@shows("p-repository-leaves-untagged")
def _(s):
    slug = registry(s)
    push(s, slug, tags=["v1"])
    push(s, slug, tags=[])
    s.ok("DELETE", f"{REG}/{slug}/repositories?repo=shop%2Fweb")
    status, body, _ = s.call("GET", f"{REG}/{slug}/images?repo=shop%2Fweb", who="owner")
    must(status == 404 or status == 200 and body["manifests"] == [], f"answers {status} with {len((body or {}).get('manifests', []))} manifests")


LOGIN = {"username": "me", "password": "pw-of-mine"}


@shows("p-any-upstream-host")
def _(s):
    slug = registry(s)
    refused(s.call("PUT", f"{REG}/{slug}/upstream-logins/registry.invalid.example", LOGIN, "owner"))
    must(s.ok("GET", f"{REG}/{slug}/upstream-logins")["upstreamCredentials"] == [], "it is listed")


@shows("p-upstream-by-endpoint")
def _(s):
    slug = registry(s)
    for u in s.ok("GET", "/api/v1/registry/cache-catalog")["upstreams"]:
        got = s.call("PUT", f"{REG}/{slug}/upstream-logins/{u['host']}", LOGIN, "owner")
        must(200 <= got[0] < 300 and got[1]["upstream"] == u["host"], f"{u['host']}: {got[0]} {got[2][:80]}")


# ---- clusters ----
def cluster(s, **more):
    """A new cluster, provisioned."""
    name = fresh("clu")
    s.ok("POST", CLU, {"name": name, "tier": "small", **more}, status=201)
    until(lambda: s.ok("GET", f"{CLU}/{name}")["phase"] == "Running", "it is not provisioned in time")
    return name


def until(condition, otherwise, seconds=8, error=Broken):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise error(otherwise)
        time.sleep(0.15)


def join(s, name, node, version=None, token=None):
    token = token or s.ok("POST", f"{CLU}/{name}/join-tokens", status=201)["joinToken"]
    return s.call("POST", f"{CLU}/{name}/join", {"token": token, "node": node, **({"agentVersion": version} if version else {})})


def joined(s, *given, **more):
    got = join(s, *given, **more)
    if got[0] != 201:
        raise Broken(f"the node cannot join: {got[0]} {got[2][:100]}")


def nodes(s, name):
    return {n["name"]: n for n in s.ok("GET", f"{CLU}/{name}/nodes", status=200)["nodes"]}


def patch(s, name, **change):
    return s.call("PATCH", f"{CLU}/{name}", change, "owner")


def version_stays(s, name, target, old):
    got = patch(s, name, orchestratorVersion=target)
    refused(got)
    time.sleep(2.5)
    now = s.ok("GET", f"{CLU}/{name}")["orchestratorVersion"]
    must(now == old, f"the version is {now}")


@shows("p-patch-downgrade")
def _(s):
    version_stays(s, cluster(s, orchestratorVersion="v1.30.8"), "v1.30.6", "v1.30.8")


@shows("p-version-off-catalog")
def _(s):
    version_stays(s, cluster(s, orchestratorVersion="v1.30.6"), "v1.31.99", "v1.30.6")


@shows("p-skew-422")
def _(s):
    name = cluster(s, orchestratorVersion="v1.30.6")
    joined(s, name, "worker-alpha", "v1.26.3")
    got = patch(s, name, orchestratorVersion="v1.31.4")
    must(got[0] == 409 and "worker-alpha" in got[1]["error"], f"answers {got[0]} {got[1].get('error')}")


@shows("p-skew-names-first")
def _(s):
    name = cluster(s, orchestratorVersion="v1.30.6")
    joined(s, name, "worker-alpha", "v1.26.3")
    joined(s, name, "worker-beta", "v1.26.3")
    got = patch(s, name, orchestratorVersion="v1.31.4")
    if got[0] != 409:
        raise Broken(f"answers {got[0]}")
    must("worker-alpha" in got[2] and "worker-beta" in got[2], f"says {got[1]['error']}")


@shows("p-skew-not-live")
def _(s):
    name = cluster(s, orchestratorVersion="v1.30.6")
    s.event("node-joins", cluster=name, node="worker-alpha", agentVersion="v1.26.3")
    if patch(s, name, orchestratorVersion="v1.31.4")[0] != 409:
        raise Broken("the gate does not block")
    s.event("agent-upgraded", cluster=name, node="worker-alpha", agentVersion="v1.30.6")
    got = patch(s, name, orchestratorVersion="v1.31.4")
    must(got[0] == 200, f"answers {got[0]} {got[1].get('error')}")


@shows("p-cluster-delete-204")
def _(s):
    got = s.call("DELETE", f"{CLU}/{cluster(s)}", who="owner")
    must(got[0] == 202, f"answers {got[0]}")


@shows("p-cluster-delete-body")
def _(s):
    got = s.call("DELETE", f"{CLU}/{cluster(s)}", who="owner")
    must(got[0] == 202, f"answers {got[0]}")
    must(got[2] == "", f"answers {got[0]} with {got[2][:60]}")


@shows("p-cluster-delete-unknown")
def _(s):
    name = fresh("never")
    if s.call("GET", f"{CLU}/{name}", who="owner")[0] != 404:
        raise Broken("GET is not 404")
    got = s.call("DELETE", f"{CLU}/{name}", who="owner")
    must(got[0] == 404, f"answers {got[0]}")


@shows("p-cluster-delete-foreign")
def _(s):
    name = cluster(s)
    got = s.call("DELETE", f"{CLU}/{name}", who="outsider")
    time.sleep(2.5)
    there = s.call("GET", f"{CLU}/{name}", who="owner")[0]
    must(got[0] in (403, 404) and there == 200, f"answers {got[0]}; later the owner gets {there}")


@shows("p-agent-version-of-cluster")
def _(s):
    name = cluster(s, orchestratorVersion="v1.30.6")
    joined(s, name, "worker-1", "v1.29.9")
    got = nodes(s, name)["worker-1"]
    must(got["agentVersion"] == "v1.29.9", f"agentVersion is {got['agentVersion']}")


@shows("p-kubeconfig-remembered")
def _(s):
    name = cluster(s)

    def works(text):
        return s.event("credential-used", kind="kubeconfig", cluster=name, secret=text)["accepted"]
    first = s.ok("GET", f"{CLU}/{name}/kubeconfig")["kubeconfig"]
    must(works(first), "a fresh one does not work")
    s.ok("POST", "/_understudy/clock/advance", {"by": "P1D"}, None)
    must(not works(first), "it never expires")
    must(works(s.ok("GET", f"{CLU}/{name}/kubeconfig")["kubeconfig"]), "fetched again, its token has expired")


@shows("p-join-token-reused")
def _(s):
    name = cluster(s)
    token = s.ok("POST", f"{CLU}/{name}/join-tokens", status=201)["joinToken"]
    joined(s, name, "worker-1", token=token)
    refused(join(s, name, "worker-2", token=token))
    must(set(nodes(s, name)) == {"worker-1"}, f"the nodes are {set(nodes(s, name))}")


@shows("p-node-only-drained")
def _(s):
    name = cluster(s)
    joined(s, name, "worker-1")
    until(lambda: nodes(s, name)["worker-1"]["ready"], "the node is not ready in time")
    s.ok("DELETE", f"{CLU}/{name}/nodes/worker-1", status=204)
    must(nodes(s, name) == {}, f"the nodes are {nodes(s, name)}")


@shows("p-deleted-node-blocks")
def _(s):
    name = cluster(s, orchestratorVersion="v1.30.6")
    joined(s, name, "worker-alpha", "v1.26.3")
    if patch(s, name, orchestratorVersion="v1.31.4")[0] != 409:
        raise Broken("the gate does not block")
    s.ok("DELETE", f"{CLU}/{name}/nodes/worker-alpha", status=204)
    if nodes(s, name):
        raise Broken("the node is still listed")
    got = patch(s, name, orchestratorVersion="v1.31.4")
    must(got[0] == 200, f"answers {got[0]} {got[1].get('error')}")


@shows("p-deleted-node-returns")
def _(s):
    name = cluster(s)
    joined(s, name, "worker-1")
    s.ok("DELETE", f"{CLU}/{name}/nodes/worker-1", status=204)
    if nodes(s, name):
        raise Broken("the node is still listed")
    time.sleep(2)
    must(nodes(s, name) == {}, f"the nodes are {nodes(s, name)}")


@shows("p-disabled-token-joins")
def _(s):
    name = cluster(s)
    made = s.ok("POST", f"{CLU}/{name}/registration-tokens", {"name": "pool"}, status=201)
    joined(s, name, "worker-1", token=made["token"])
    s.ok("PATCH", f"{CLU}/{name}/registration-tokens/{made['id']}", {"disabled": True}, status=204)
    refused(join(s, name, "worker-2", token=made["token"]))
    s.ok("PATCH", f"{CLU}/{name}/registration-tokens/{made['id']}", {"disabled": False}, status=204)
    joined(s, name, "worker-3", token=made["token"])


@shows("p-no-balancers-short-form")
def _(s):
    name = fresh("clu")
    for got in (s.ok("POST", CLU, {"name": name, "tier": "small", "managedLoadBalancers": {"enabled": False}}, status=201), s.ok("GET", f"{CLU}/{name}")):
        lb = got["managedLoadBalancers"]
        must(lb["enabled"] is False and type(lb.get("maxServices")) is int and isinstance(lb.get("loadBalancers"), list), f"managedLoadBalancers is {lb}")


@shows("p-lone-replica-only-restarts")
def _(s):
    name = cluster(s, replicas=1)
    got = patch(s, name, tier="medium")
    if got[0] != 200:
        raise Broken(f"answers {got[0]}")
    until(lambda: s.ok("GET", f"{CLU}/{name}")["tier"] == "medium", "the tier is still small after 8 seconds", error=Differs)


# ---- running ----
SMOKE = ["/api/v1/tokens", "/api/v1/tokens/scope-options", "/api/v1/iam/catalog", "/api/v1/iam/permissions", CONTACTS, REG,
         "/api/v1/registry/cache-catalog", REG + "/northwind-base", REG + "/northwind-base/repositories", REG + "/northwind-base/keys",
         CLU, "/api/v1/email/domains", "/api/v1/email/settings", "/api/v1/oncall/incidents", "/api/v1/oncall/policies", "/api/v1/uptime/catalog",
         "/api/v1/uptime/monitors"]


def run(service, show):
    """None when all is as stated, otherwise what differs."""
    service.reset()
    try:
        show(service)
    except Differs as d:
        return str(d)
    return None


def main():
    with open(os.path.join(HERE, "mistakes.json")) as f:
        mistakes = {m["id"]: m for m in json.load(f)}
    wanted = sys.argv[1:] or list(mistakes)
    unknown = [i for i in wanted if i not in mistakes or i not in SHOWS]
    if unknown or set(SHOWS) - set(mistakes):
        sys.exit(f"unknown: {unknown or sorted(set(SHOWS) - set(mistakes))}")
    held, clean = 0, Service()
    try:
        for id_ in wanted:
            faulty = None
            try:
                right = run(clean, SHOWS[id_])
                faulty = Service(mistakes[id_]["edits"])
                for path in SMOKE:
                    faulty.ok("GET", path, status=200)
                wrong = run(faulty, SHOWS[id_])
                crashed = clean.crashes() + faulty.crashes()
                good = right is None and wrong is not None and not crashed
                said = f"clean: {right or 'as stated'}; faulty: {wrong or 'as stated'}" + ("; CRASH " + crashed[-300:] if crashed else "")
            except Exception as e:       # the sequence itself did not work: never a proof
                good, said = False, f"{type(e).__name__}: {e}"
            finally:
                if faulty:
                    faulty.end()
            held += good
            print("holds " if good else "FAILS ", id_, "|", said, flush=True)
    finally:
        clean.end()
    print(f"{held} of {len(wanted)} hold")
    sys.exit(0 if held == len(wanted) else 1)


if __name__ == "__main__":
    main()
