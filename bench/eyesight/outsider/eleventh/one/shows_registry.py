import base64
import hashlib
import json
import random
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from prove import mistake

B = "/registry/instances"
N = B + "/northwind-base"
D1, D2, D3 = ("sha256:" + c * 64 for c in "123")
L1, L2, L3 = ("sha256:" + c * 64 for c in "abc")


def use(s, **b):
    return s.happen("credential-used", **b)["accepted"]


# ---- an issuer of ID tokens ----
def prime(bits):
    while True:
        n = random.getrandbits(bits) | 1 | 3 << bits - 2
        if all(n % p for p in (3, 5, 7, 11, 13, 17, 19, 23)) and all(pow(a, n - 1, n) == 1 for a in (2, 3, 5, 7)) and n % 65537 != 1:
            return n


def b64(b):
    return base64.urlsafe_b64encode(b).rstrip(b"=").decode()


class Issuer:
    def __enter__(self):
        p, q = prime(512), prime(512)
        self.n, self.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        size = lambda x: x.to_bytes((x.bit_length() + 7) // 8, "big")
        keys = json.dumps({"keys": [{"kty": "RSA", "kid": "1", "n": b64(size(self.n)), "e": b64(size(65537))}]}).encode()

        class H(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", str(len(keys)))
                self.end_headers()
                self.wfile.write(keys)

            def log_message(self, *_):
                pass
        self.server = HTTPServer(("127.0.0.1", 0), H)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def token(self, aud, sub):
        signed = b64(json.dumps({"alg": "RS256", "kid": "1"}).encode()) + "." + b64(json.dumps(
            {"iss": self.url, "aud": aud, "sub": sub, "exp": time.time() + 600}).encode())
        want = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(signed.encode()).digest()
        size = (self.n.bit_length() + 7) // 8
        block = b"\x00\x01" + b"\xff" * (size - len(want) - 3) + b"\x00" + want
        return signed + "." + b64(pow(int.from_bytes(block, "big"), self.d, self.n).to_bytes(size, "big"))


@mistake("upstream-endpoint-null", ["registry"], "schema", "REG-01",
         "An upstream that was added to the catalog without an endpoint of its own (meaning: the host itself) is listed with endpoint null.",
         [("registry.py", '"registry.k8s.io": "https://registry.k8s.io"}', '"registry.k8s.io": "https://registry.k8s.io", "public.ecr.aws": None}')],
         ["GET /api/v1/registry/cache-catalog"], "the last entry has endpoint null instead of a string", alone=True)
def _(s):
    r = s.ok("GET", "/registry/cache-catalog")
    return all(isinstance(u["endpoint"], str) and isinstance(u["host"], str) for u in r["upstreams"]), r


@mistake("registry-default-name-answer-only", ["registry"], "schema", "REG-02",
         "When displayName is left out, the create answer fills it in but it is not kept: the list shows null.",
         [("registry.py", 'return 201, shape(make(w, c.org.slug, b["slug"], b.get("displayName", pick(b["slug"].title(), "")), b.get("region", REGIONS[0])))',
           'made = shape(make(w, c.org.slug, b["slug"], b.get("displayName"), b.get("region", REGIONS[0])))\n    return 201, {**made, "displayName": made["displayName"] or pick(b["slug"].title(), "")}')],
         ["POST /api/v1/registry/instances {slug: plain-one}", "GET /api/v1/registry/instances"],
         "in step 2 displayName of plain-one is null", alone=True)
def _(s):
    a = s.registry("plain-one")
    r = s.ok("GET", B)
    one = next(x for x in r["registries"] if x["slug"] == "plain-one")
    return isinstance(a["displayName"], str) and isinstance(one["displayName"], str), r


@mistake("slug-reserved-later", ["registry"], "guard", "REG-03",
         "Only the built-in reserved slugs are refused, not those the platform reserves later.",
         [("registry.py", 'b["slug"] in w.slugs_reserved or', 'b["slug"] in RESERVED or')],
         ["event slug-claimed-elsewhere {slug: status-page, how: reserved}", "POST /api/v1/registry/instances {slug: status-page}"],
         "step 2 is 201 instead of 409")
def _(s):
    assert s("POST", B, {"slug": "library"}).status == 409
    s.happen("slug-claimed-elsewhere", slug="status-page", how="reserved")
    r = s("POST", B, {"slug": "status-page"})
    return r.status == 409, r


@mistake("registry-create-again-idempotent", ["registry"], "status", "REG-03",
         "Creating a registry whose slug the organization itself already has answers 201 with the existing registry instead of 409.",
         [("registry.py", '    if b["slug"] in w.slugs_taken or', '    mine = w.registries.get(b["slug"])\n    if mine and mine["org"] == c.org.slug:\n        return 201, shape(mine)       # a retry\n    if b["slug"] in w.slugs_taken or')],
         ["POST /api/v1/registry/instances {slug: twice-one}", "the same again"], "step 2 is 201 instead of 409", alone=True)
def _(s):
    s.registry("twice-one")
    assert s("POST", B, {"slug": "contoso-main"}).status == 409
    r = s("POST", B, {"slug": "twice-one"})
    return r.status == 409, r


@mistake("payment-checked-once", ["registry"], "guard", "REG-04",
         "The payment method is checked only until the organization created its first registry; when it is lost later, creating still works.",
         [("registry.py", "    if not c.org.payment:\n", "    if not getattr(c.org, \"billable\", c.org.payment):\n"),
          ("registry.py", "    return 201, shape(make(w,", "    c.org.billable = True\n    return 201, shape(make(w,")],
         ["POST /api/v1/registry/instances {slug: paid-one}", "event payment-method-changes {active: false}", "POST /api/v1/registry/instances {slug: unpaid-one}"],
         "step 3 is 201 instead of a refusal")
def _(s):
    s.happen("payment-method-changes", active=False)
    assert s("POST", B, {"slug": "paid-one"}).status == 402
    s.happen("payment-method-changes", active=True)
    s.registry("paid-one")
    s.happen("payment-method-changes", active=False)
    r = s("POST", B, {"slug": "unpaid-one"})
    return 400 <= r.status < 500, r


@mistake("repository-count-namespaces", ["registry"], "side effect", "REG-05",
         "repositoryCount counts the first parts of the names, so that two repositories below one namespace count as one.",
         [("registry.py", '"repositoryCount": len(r["repos"])', '"repositoryCount": len({n.partition("/")[0] for n in r["repos"]})')],
         ["event image-pushed into storefront/web and into storefront/api", "GET /api/v1/registry/instances/northwind-base", "GET .../repositories"],
         "step 2 says repositoryCount 1, step 3 lists two")
def _(s):
    s.push("northwind-base", "storefront/web")
    s.push("northwind-base", "storefront/api")
    r = s.ok("GET", N)
    return r["repositoryCount"] == 2 == len(s.ok("GET", N + "/repositories")["repositories"]), r


@mistake("login-slides", ["registry"], "time", "REG-06",
         "Every successful use of a login credential prolongs it by another hour.",
         [("registry.py", '    if slug and action in ("push", "delete") and login["scope"][slug] != "readwrite":\n        return "the credential can only pull"\n    return None',
           '    if slug and action in ("push", "delete") and login["scope"][slug] != "readwrite":\n        return "the credential can only pull"\n    login["expires"] = w.now() + timedelta(hours=1)\n    return None')],
         ["POST /api/v1/registry/logins", "clock: 40 minutes on; event credential-used with the password", "clock: 40 minutes on; event credential-used again"],
         "step 3 is still accepted, 80 minutes after minting")
def _(s):
    s.freeze()
    p = s.ok("POST", "/registry/logins", {})["password"]
    s.advance("PT40M")
    assert use(s, kind="login-credential", secret=p, registry="northwind-base")
    s.advance("PT40M")
    a = use(s, kind="login-credential", secret=p, registry="northwind-base")
    return a is False, a


@mistake("login-pullonly-narrowed-shown-only", ["registry"], "guard", "REG-06",
         "pullOnly together with registry is only shown in the answer; the credential itself may push.",
         [("registry.py", 'scope = {slug: "pull" if b.get("pullOnly") or not s.can("registry.repository.write", slug) else "readwrite" for slug in reach}',
           'scope = {slug: "pull" if b.get("pullOnly") and "registry" not in b or not s.can("registry.repository.write", slug) else "readwrite" for slug in reach}'),
          ("registry.py", '"scope": [{"registry": slug, "mode": mode} for slug, mode in scope.items()]}', '"scope": [{"registry": slug, "mode": "pull" if b.get("pullOnly") else mode} for slug, mode in scope.items()]}')],
         ["POST /api/v1/registry/logins {registry: northwind-base, pullOnly: true}", "event credential-used {kind: login-credential, for: push, registry: northwind-base}"],
         "step 2 is accepted though step 1 says mode pull")
def _(s):
    a = s.ok("POST", "/registry/logins", {"pullOnly": True})["password"]
    assert not use(s, kind="login-credential", secret=a, registry="northwind-base", **{"for": "push"})
    r = s.ok("POST", "/registry/logins", {"registry": "northwind-base", "pullOnly": True})
    assert r["scope"] == [{"registry": "northwind-base", "mode": "pull"}]
    a = use(s, kind="login-credential", secret=r["password"], registry="northwind-base", **{"for": "push"})
    return a is False, a


@mistake("login-pullonly-needed", ["registry"], "status", "GEN-08",
         "A login that is narrowed by registry fails with 500 when the optional pullOnly is left out.",
         [("registry.py", '        reach = [b["registry"]]\n    scope = {slug: "pull" if b.get("pullOnly") or', '        reach = [b["registry"]]\n    scope = {slug: "pull" if (b["pullOnly"] if "registry" in b else b.get("pullOnly")) or')],
         ["POST /api/v1/registry/logins {registry: northwind-base}"], "500 instead of a credential", alone=True)
def _(s):
    s.ok("POST", "/registry/logins", {})
    s.ok("POST", "/registry/logins", {"registry": "northwind-base", "pullOnly": False})
    r = s("POST", "/registry/logins", {"registry": "northwind-base"})
    return r.status < 300, r


@mistake("delete-registry-untagged", ["registry"], "guard", "REG-07",
         "A registry counts as empty when no repository has a tag left, so one with untagged images can be deleted.",
         [("registry.py", '    if r["repos"]:\n', '    if any(p["tags"] for p in r["repos"].values()):\n')],
         ["POST /api/v1/registry/instances {slug: full-one}", "event image-pushed into full-one with no tags", "DELETE /api/v1/registry/instances/full-one"],
         "step 3 succeeds although a repository with an image is there")
def _(s):
    s.registry("full-one")
    s.push("full-one", "web", ())
    r = s("DELETE", B + "/full-one")
    return 400 <= r.status < 500 and s("GET", B + "/full-one").status == 200, r


@mistake("tags-one-per-digest", ["registry"], "side effect", "REG-08",
         "The list of tags shows one tag per image: of two tags of the same image one is missing.",
         [("registry.py", 'for t, x in sorted(repo["tags"].items(), reverse=True)]}', 'for t, x in {x["digest"]: (t, x) for t, x in sorted(repo["tags"].items())}.values()]}')],
         ["event image-pushed {repository: web, tags: [v1, latest]}", "GET .../tags?repo=web"], "step 2 lists only one of the two tags")
def _(s):
    s.push("northwind-base", "web", ("v1", "latest"), digest=D1)
    s.push("northwind-base", "web", ("v0",), digest=D2)
    r = s.ok("GET", N + "/tags?repo=web")
    return sorted(t["name"] for t in r["tags"]) == ["latest", "v0", "v1"], r


@mistake("minted-via-by-name", ["registry"], "schema", "REG-09",
         "mintedVia is told from the name: a key minted by hand whose name begins with oidc is listed as minted via oidc.",
         [("registry.py", '"mintedVia": key["via"]', '"mintedVia": "oidc" if key["name"].startswith("oidc") else "manual"')],
         ["POST .../keys {name: oidc-migration, mode: pull}", "GET .../keys"], "in step 2 mintedVia is oidc instead of manual", alone=True)
def _(s):
    s.ok("POST", N + "/keys", {"name": "oidc-migration", "mode": "pull"})
    r = s.ok("GET", N + "/keys")
    return r["keys"][0]["mintedVia"] == "manual", r


@mistake("pull-keys-by-members", ["registry", "iam"], "guard", "REG-10",
         "registry.key.admin is only asked for when a readwrite key is minted; a member may mint pull keys.",
         [("registry.py", 'r = find(c, "registry.key.admin")\n    b = c.json(k.obj({"name": k.text(1, 120), "mode": MODE}, {"repoPrefixes": PREFIXES}), BAD)\n',
           'r = find(c, "registry.key.write")\n    b = c.json(k.obj({"name": k.text(1, 120), "mode": MODE}, {"repoPrefixes": PREFIXES}), BAD)\n    if b["mode"] == "readwrite":\n        c.subject.need("registry.key.admin", r["slug"])\n')],
         ["as member: POST .../keys {name: a, mode: readwrite}", "as member: POST .../keys {name: b, mode: pull}"],
         "step 2 mints a key instead of refusing (step 1 is refused)", alone=True)
def _(s):
    assert s("POST", N + "/keys", {"name": "a", "mode": "readwrite"}, who="member").status == 403
    r = s("POST", N + "/keys", {"name": "b", "mode": "pull"}, who="member")
    return r.status == 403, r


@mistake("purge-counts-moved-tags", ["registry"], "side effect", "REG-11",
         "Whether a tag is the image's last is told from the tags it was pushed with: a tag that has since moved to another image still counts, and the image is not purged.",
         [("registry.py", '        repo["tags"][t] = {"digest": digest, "updated": at}\n', '        repo["tags"][t] = {"digest": digest, "updated": at}\n    manifest.setdefault("names", set()).update(tags)\n'),
          ("registry.py", "last = len(tags_of(repo, digest)) == 1\n", 'names = repo["manifests"][digest]["names"]\n    last = names == {tag}\n'),
          ("registry.py", '    del repo["tags"][tag]\n    if purge', '    del repo["tags"][tag]\n    names.discard(tag)\n    if purge')],
         ["event image-pushed: web:v1 and web:latest with one digest, then web:latest with another", "DELETE .../tags?repo=web&tag=v1&purge=true", "GET .../images?repo=web"],
         "step 2 answers purged false and step 3 still has the first image, untagged")
def _(s):
    s.push("northwind-base", "web", ("v1", "latest"), digest=D1)
    s.push("northwind-base", "web", ("latest",), digest=D2)
    r = s.ok("DELETE", N + "/tags?repo=web&tag=v1&purge=true")
    m = s.ok("GET", N + "/images?repo=web")
    return r["purged"] is True and [x["digest"] for x in m["manifests"]] == [D2], r


@mistake("purge-refused-after-untagging", ["registry"], "guard", "REG-11",
         "The admin permission for purging is asked for after the tag was removed: a member gets 403 and the tag is gone.",
         [("registry.py", '    if purge == "true" and last:\n        c.subject.need("registry.repository.admin", r["slug"])\n    del repo["tags"][tag]\n    if purge == "true" and last:\n        del repo["manifests"][digest]\n',
           '    del repo["tags"][tag]\n    if purge == "true" and last:\n        c.subject.need("registry.repository.admin", r["slug"])\n        del repo["manifests"][digest]\n')],
         ["event image-pushed web:v1", "as member: DELETE .../tags?repo=web&tag=v1&purge=true", "GET .../tags?repo=web"],
         "step 2 is 403, but step 3 no longer lists v1")
def _(s):
    s.push("northwind-base", "web", ("v1",))
    r = s("DELETE", N + "/tags?repo=web&tag=v1&purge=true", who="member")
    assert r.status == 403
    t = s.ok("GET", N + "/tags?repo=web")
    return [x["name"] for x in t["tags"]] == ["v1"], t


@mistake("login-again-revives", ["registry"], "side effect", "REG-12",
         "Logging in again within the hour hands out the caller's earlier credential for the same registries, also one that was revoked, and makes it valid again.",
         [("registry.py", '    one = {"id": new_uuid(), "org": c.org.slug, "user": s.user.id,', '    one = next((x for x in w.logins.values() if x["user"] == s.user.id and x["org"] == c.org.slug and x["scope"] == scope and w.now() < x["expires"]), None)\n'
           '    one = one or {"id": new_uuid(), "org": c.org.slug, "user": s.user.id,'),
          ("registry.py", '    w.logins[one["id"]] = one\n', '    one["revoked"] = False\n    w.logins[one["id"]] = one\n')],
         ["POST /api/v1/registry/logins {}", "DELETE /api/v1/registry/logins/{keyId}", "POST /api/v1/registry/logins {}", "event credential-used with the password of step 1"],
         "step 4 is accepted; the revocation was to be irreversible")
def _(s):
    a = s.ok("POST", "/registry/logins", {})
    s.ok("DELETE", "/registry/logins/" + a["username"])
    assert not use(s, kind="login-credential", secret=a["password"], registry="northwind-base")
    s.ok("POST", "/registry/logins", {})
    x = use(s, kind="login-credential", secret=a["password"], registry="northwind-base")
    return x is False, x


@mistake("logout-other-organization", ["registry"], "isolation", "GEN-04",
         "The owner of another organization can revoke a login credential by its keyId.",
         [("registry.py", 'if one is None or one["org"] != c.org.slug:\n        raise ApiError(404, "unknown login', 'if one is None:\n        raise ApiError(404, "unknown login')],
         ["POST /api/v1/registry/logins {}", "as owner of another organization: DELETE /api/v1/registry/logins/{keyId}", "side door: authorize a pull with the credential"],
         "step 2 is 204 and step 3 is refused", alone=True)
def _(s):
    a = s.ok("POST", "/registry/logins", {})
    r = s("DELETE", "/registry/logins/" + a["username"], who="outsider")
    d = s.ok("POST", "/registry/data-plane/authorize", {"username": a["username"], "password": a["password"], "registry": "northwind-base", "repository": "web", "action": "pull"})
    return r.status >= 400 and d["allowed"], (r, d)


@mistake("manifest-untagged-null", ["registry"], "schema", "REG-13",
         "An untagged manifest is listed with tags null instead of an empty array.",
         [("registry.py", '"tags": tags_of(repo, d), "createdAt"', '"tags": tags_of(repo, d) or None, "createdAt"')],
         ["event image-pushed web:v1", "DELETE .../tags?repo=web&tag=v1", "GET .../images?repo=web"], "in step 3 tags is null")
def _(s):
    s.push("northwind-base", "web", ("v1",))
    s.ok("DELETE", N + "/tags?repo=web&tag=v1")
    r = s.ok("GET", N + "/images?repo=web")
    return r["manifests"][0]["tags"] == [], r


@mistake("delete-image-frees-shared", ["registry"], "side effect", "REG-14",
         "Deleting an image frees all its layers, also those another image of the repository still uses.",
         [("registry.py", '    for t in tags_of(repo, digest):\n        del repo["tags"][t]\n    del repo["manifests"][digest]\n',
           '    for t in tags_of(repo, digest):\n        del repo["tags"][t]\n    gone = repo["manifests"].pop(digest)\n    for m in repo["manifests"].values():\n        m["layers"] = {d: n for d, n in m["layers"].items() if d not in gone["layers"]}\n')],
         ["event image-pushed: web:v1 with layers a (1000) and b (500); web:v2 with layers a and c (200)", "DELETE .../images?repo=web&digest=v1's", "GET .../images?repo=web, GET the registry"],
         "in step 3 the size of v2 and usedBytes have lost the shared layer of 1000 bytes")
def _(s):
    s.push("northwind-base", "web", ("v1",), digest=D1, manifestBytes=10, layers=[{"digest": L1, "sizeBytes": 1000}, {"digest": L2, "sizeBytes": 500}])
    s.push("northwind-base", "web", ("v2",), digest=D2, manifestBytes=10, layers=[{"digest": L1, "sizeBytes": 1000}, {"digest": L3, "sizeBytes": 200}])
    s.ok("DELETE", N + f"/images?repo=web&digest={D1}")
    r, d = s.ok("GET", N + "/images?repo=web"), s.ok("GET", N)
    return r["manifests"][0]["sizeBytes"] == 1210 == d["usedBytes"], (r, d)


@mistake("rule-id-by-length", ["registry"], "side effect", "REG-15",
         "A new OIDC rule gets the number of rules as its id, so that after a deletion it takes the id of an existing rule and replaces it.",
         [("registry.py", 'id_ = c.world.snowflake("rule", 7001)', 'id_ = 7001 + len(r["rules"])')],
         ["POST .../trust: rules one and two", "DELETE .../trust/{id of one}", "POST .../trust: rule three", "GET .../trust"],
         "step 4 lists only rule three; rule two is gone", alone=True)
def _(s):
    def rule(name):
        return s.ok("POST", N + "/trust", {"name": name, "issuer": "https://ci.example", "audience": name, "subjectPattern": "*", "mode": "pull"})["id"]
    one, two = rule("one"), rule("two")
    s.ok("DELETE", N + f"/trust/{one}")
    three = rule("three")
    r = s.ok("GET", N + "/trust")
    return sorted(x["name"] for x in r["rules"]) == ["three", "two"], r


@mistake("rule-mode-defaults", ["registry"], "guard", "GEN-08",
         "An OIDC rule without the required mode is accepted and becomes a pull rule.",
         [("registry.py", '"subjectPattern": k.text(), "mode": MODE},\n                     {"name"', '"subjectPattern": k.text()},\n                     {"mode": MODE, "name"'),
          ("registry.py", '    same = ("issuer",', '    b.setdefault("mode", "pull")\n    same = ("issuer",')],
         ["POST .../trust {issuer, audience, subjectPattern} without mode", "GET .../trust"], "step 1 creates a rule instead of refusing", alone=True)
def _(s):
    assert s("POST", N + "/keys", {"name": "x"}).status == 422
    r = s("POST", N + "/trust", {"issuer": "https://ci.example", "audience": "a", "subjectPattern": "*"})
    return 400 <= r.status < 500, r


@mistake("delete-repository-below", ["registry"], "side effect", "REG-17",
         "Deleting a repository also deletes the repositories whose names lie below it.",
         [("registry.py", '    del r["repos"][repo["name"]]\n', '    for name in [n for n in r["repos"] if (n + "/").startswith(repo["name"] + "/")]:\n        del r["repos"][name]\n')],
         ["event image-pushed into storefront and into storefront/web", "DELETE .../repositories?repo=storefront", "GET .../repositories"],
         "step 3 no longer lists storefront/web")
def _(s):
    for n in ("storefront", "storefront/web", "storefront2"):
        s.push("northwind-base", n)
    s.ok("DELETE", N + "/repositories?repo=storefront")
    r = s.ok("GET", N + "/repositories")
    return sorted(x["name"] for x in r["repositories"]) == ["storefront/web", "storefront2"], r


@mistake("delete-repository-undeleted", ["registry"], "side effect", "REG-17",
         "A push to the name of a deleted repository brings its old images and tags back.",
         [("registry.py", '    del r["repos"][repo["name"]]\n', '    r.setdefault("trash", {})[repo["name"]] = r["repos"].pop(repo["name"])\n'),
          ("registry.py", 'repo = r["repos"].get(name) or {"name"', 'repo = r["repos"].get(name) or r.get("trash", {}).get(name) or {"name"')],
         ["event image-pushed web:v1", "DELETE .../repositories?repo=web", "event image-pushed web:v2", "GET .../tags?repo=web, GET .../images?repo=web"],
         "step 4 lists v1 and its image again")
def _(s):
    s.push("northwind-base", "web", ("v1",), digest=D1)
    s.ok("DELETE", N + "/repositories?repo=web")
    assert s.ok("GET", N)["usedBytes"] == 0
    s.push("northwind-base", "web", ("v2",), digest=D2)
    r, m = s.ok("GET", N + "/tags?repo=web"), s.ok("GET", N + "/images?repo=web")
    return [x["name"] for x in r["tags"]] == ["v2"] and [x["digest"] for x in m["manifests"]] == [D2], r


@mistake("key-revoked-with-grace", ["registry"], "time", "REG-18",
         "A revoked registry key carries revokedAt but goes on working on the data plane for another minute.",
         [("registry.py", '    if key["revoked"]:\n        return "the key is revoked"', '    if key["revoked"] and w.now() - key["revoked"] >= timedelta(minutes=1):\n        return "the key is revoked"')],
         ["POST .../keys {name: ci, mode: pull}", "POST .../keys/{keyId}/revoke", "event credential-used with the secret"],
         "step 3 is accepted")
def _(s):
    a = s.ok("POST", N + "/keys", {"name": "ci", "mode": "pull"})
    s.ok("POST", N + f"/keys/{a['keyId']}/revoke")
    x = use(s, kind="registry-key", secret=a["secret"], registry="northwind-base", repository="web")
    return x is False, x


@mistake("key-secret-on-revoke", ["registry"], "secrecy", "GEN-06",
         "The answer to revoking a registry key repeats its secret.",
         [("registry.py", 'return 200, {"keyId": key["id"], "revokedAt": iso_s(key["revoked"])}', 'return 200, {"keyId": key["id"], "name": key["name"], "secret": key["secret"], "revokedAt": iso_s(key["revoked"])}')],
         ["POST .../keys {name: ci, mode: pull}", "POST .../keys/{keyId}/revoke"], "the answer of step 2 contains the secret of step 1", alone=True)
def _(s):
    a = s.ok("POST", N + "/keys", {"name": "ci", "mode": "pull"})
    assert a["secret"].encode() not in s.ok("GET", N + "/keys").raw
    r = s.ok("POST", N + f"/keys/{a['keyId']}/revoke")
    return a["secret"].encode() not in r.raw, r


@mistake("upstream-password-in-refusal", ["registry"], "secrecy", "REG-19",
         "The refusal of an upstream that is not in the catalog repeats the body of the request, with the password.",
         [("registry.py", '"this upstream is not in the catalog")', '"this upstream is not in the catalog", upstream=host, given=b)')],
         ["PUT .../upstream-logins/registry.example {username: me, password: s3cret-of-mine}"], "the refusal contains the password", alone=True)
def _(s):
    r = s("PUT", N + "/upstream-logins/registry.example", {"username": "me", "password": "s3cret-of-mine"})
    return r.status >= 400 and b"s3cret-of-mine" not in r.raw, r


@mistake("upstream-by-ending", ["registry"], "guard", "REG-20",
         "A host counts as a catalog upstream when it ends like one, so credentials for a look-alike host are accepted.",
         [("registry.py", "    if host not in UPSTREAMS:\n", "    if not host.endswith(tuple(UPSTREAMS)):\n")],
         ["PUT .../upstream-logins/notquay.io {username, password}", "GET .../upstream-logins"], "step 1 succeeds and step 2 lists notquay.io", alone=True)
def _(s):
    assert s("PUT", N + "/upstream-logins/example.org", {"username": "me", "password": "x"}).status == 404
    r = s("PUT", N + "/upstream-logins/notquay.io", {"username": "me", "password": "x"})
    return 400 <= r.status < 500, r


@mistake("oidc-audience-substring", ["registry"], "guard", "REG-21",
         "An audience given as one string is compared by containment: a token for registry-staging passes a rule for registry.",
         [("registry.py", 'rule["audience"] in (audience if isinstance(audience, list) else [audience])', 'rule["audience"] in (audience or ())')],
         ["POST .../trust {issuer: a local issuer, audience: registry, subjectPattern: repo:acme/*, mode: pull}", "side door: exchange an ID token of that issuer with aud registry-staging"],
         "step 2 yields a key")
def _(s):
    with Issuer() as i:
        s.ok("POST", N + "/trust", {"issuer": i.url, "audience": "registry", "subjectPattern": "repo:acme/*", "mode": "pull"})
        go = lambda aud: s("POST", "/registry/oidc/exchange", {"registry": "northwind-base", "token": i.token(aud, "repo:acme/web")}, who=None)
        assert go("registry").status == 201 and go(["x", "registry"]).status == 201 and go("other").status == 403
        r = go("registry-staging")
        return r.status >= 400, r


@mistake("oidc-first-rule-of-issuer", ["registry"], "order and caps", "REG-21",
         "Only the first rule of an issuer is looked at; a token that matches a second rule of the same issuer gets no key.",
         [("registry.py", '    for rule in r["rules"].values() if r and claims else ():', '    for rule in list({x["issuer"]: x for x in reversed(r["rules"].values())}.values()) if r and claims else ():')],
         ["POST .../trust twice: the same issuer and audience, subjectPattern repo:acme/web and repo:acme/api", "side door: exchange an ID token with sub repo:acme/api"],
         "step 2 is refused instead of yielding a key")
def _(s):
    with Issuer() as i:
        for p in ("web", "api"):
            s.ok("POST", N + "/trust", {"issuer": i.url, "audience": "registry", "subjectPattern": "repo:acme/" + p, "mode": "pull"})
        go = lambda sub: s("POST", "/registry/oidc/exchange", {"registry": "northwind-base", "token": i.token("registry", sub)}, who=None)
        assert go("repo:acme/web").status == 201 and go("repo:acme/no").status == 403
        r = go("repo:acme/api")
        return r.status == 201, r


@mistake("key-all-prefixes", ["registry"], "guard", "REG-22",
         "A key with several prefixes is only good for repositories that lie within all of them, that is for none.",
         [("registry.py", 'return not prefixes or any(repository == p', 'return not prefixes or all(repository == p')],
         ["POST .../keys {name: ci, mode: readwrite, repoPrefixes: [web, api]}", "event credential-used {kind: registry-key, repository: web/front}"],
         "step 2 is refused")
def _(s):
    one = s.ok("POST", N + "/keys", {"name": "ci", "mode": "pull", "repoPrefixes": ["web"]})["secret"]
    assert use(s, kind="registry-key", secret=one, repository="web/front") and not use(s, kind="registry-key", secret=one, repository="db")
    a = s.ok("POST", N + "/keys", {"name": "ci", "mode": "readwrite", "repoPrefixes": ["web", "api"]})["secret"]
    x = use(s, kind="registry-key", secret=a, repository="web/front")
    return x is True, x


@mistake("delete-images-without-digest", ["registry"], "guard", "REG-24",
         "Deleting an image without naming a digest is not refused but deletes all untagged images of the repository.",
         [("registry.py", '    digest = wanted(c, "digest")\n    repo = find_repo(c, r)\n', '    digest = c.query.get("digest", "")\n    repo = find_repo(c, r)\n    if not digest:\n        for d in [d for d in repo["manifests"] if not tags_of(repo, d)]:\n            del repo["manifests"][d]\n        return 204, None\n')],
         ["event image-pushed into web: v1, and one without tags", "DELETE .../images?repo=web", "GET .../images?repo=web"],
         "step 2 is 204 and step 3 lacks the untagged image")
def _(s):
    s.push("northwind-base", "web", ("v1",), digest=D1)
    s.push("northwind-base", "web", (), digest=D2)
    r = s("DELETE", N + "/images?repo=web")
    m = s.ok("GET", N + "/images?repo=web")
    return 400 <= r.status < 500 and len(m["manifests"]) == 2, (r, m)


@mistake("login-without-access", ["registry", "iam"], "guard", "REG-06",
         "A caller without any registry permission gets a login credential with an empty scope instead of 403 (naming a registry is still refused).",
         [("registry.py", '    s.need_some("registry.registry.read")\n    reach', '    reach')],
         ["event role-changes: the viewer gets the grant uptime:viewer only", "as the viewer: POST /api/v1/registry/logins {registry: northwind-base}", "as the viewer: POST /api/v1/registry/logins {}"],
         "step 3 answers a credential instead of 403")
def _(s):
    s.happen("role-changes", userId="u-103", role="viewer", grants=[{"role": "uptime:viewer"}])
    assert s("POST", "/registry/logins", {"registry": "northwind-base"}, who="viewer").status == 403
    r = s("POST", "/registry/logins", {}, who="viewer")
    return r.status == 403, r


@mistake("login-outlives-registry", ["registry"], "isolation", "GEN-04",
         "A login credential keeps its access to the slug of a deleted registry: when another organization then takes the slug, the credential works on that organization's registry.",
         [("registry.py", "    for one in c.world.logins.values():         # whoever takes the slug next is somebody else\n        one[\"scope\"].pop(r[\"slug\"], None)\n", "")],
         ["POST /api/v1/registry/instances {slug: handed-on}", "POST /api/v1/registry/logins {}", "DELETE /api/v1/registry/instances/handed-on",
          "as owner of another organization: POST /api/v1/registry/instances {slug: handed-on}", "event credential-used with the password of step 2, registry handed-on"],
         "step 5 is accepted", variant="b")
def _(s):
    s.registry("handed-on")
    a = s.ok("POST", "/registry/logins", {})
    s.ok("DELETE", B + "/handed-on")
    s.ok("POST", B, {"slug": "handed-on"}, who="outsider")
    x = use(s, kind="login-credential", secret=a["password"], registry="handed-on", **{"for": "push"})
    assert use(s, kind="login-credential", secret=a["password"], registry="northwind-base")
    return x is False, x


@mistake("key-on-any-registry", ["registry"], "isolation", "REG-22",
         "At the data plane a registry key is found by its secret alone, so it also opens registries it was not minted for.",
         [("registry.py", 'find_key(w, secret=b["password"], slug=b["registry"])', 'find_key(w, secret=b["password"])')],
         ["POST /api/v1/registry/instances/northwind-base/keys {name: ci, mode: pull}", "side door: authorize a pull from contoso-main (another organization) with that key"],
         "step 2 is allowed")
def _(s):
    a = s.ok("POST", N + "/keys", {"name": "ci", "mode": "pull"})
    go = lambda reg: s.ok("POST", "/registry/data-plane/authorize", {"username": a["keyId"], "password": a["secret"], "registry": reg, "repository": "web", "action": "pull"}, who=None)
    assert go("northwind-base")["allowed"]
    r = go("contoso-main")
    return r["allowed"] is False, r
