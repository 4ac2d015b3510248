import base64, hashlib, json, random, threading, time
from http.server import BaseHTTPRequestHandler, HTTPServer
from prove import mistake
R = "/api/v1/registry/instances"
B = R + "/northwind-base"

def push(s, repo, tags=("latest",), size=1000, registry="northwind-base", **more):
    return s.oke("image-pushed", registry=registry, repository=repo, tags=list(tags), layers=more.pop("layers", [{"sizeBytes": size}]), **more)["digest"]

def may(s, user, password, repo, action, registry="northwind-base"):
    return s.ok("POST", "/api/v1/registry/data-plane/authorize", {"username": user, "password": password, "registry": registry, "repository": repo, "action": action}, who=None)["allowed"]

# ---- an issuer of ID tokens ----
def prime(bits, rnd=random.Random(7)):
    while True:
        n = rnd.getrandbits(bits) | 1 | 3 << (bits - 2)
        if n % 65537 != 1 and all(n % p for p in (3, 5, 7, 11, 13, 17, 19, 23)) and all(pow(a, n - 1, n) == 1 for a in (2, 3, 5, 7, 11)): return n
def b64(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
KEY = {}
def issuer():
    """A loopback issuer; returns its URL."""
    if not KEY:
        p, q = prime(512), prime(512)
        KEY.update(n=p * q, d=pow(65537, -1, (p - 1) * (q - 1)))
    class H(BaseHTTPRequestHandler):
        def log_message(self, *_): pass
        def do_GET(self):
            out = json.dumps({"keys": [{"kty": "RSA", "kid": "k1", "n": b64(KEY["n"].to_bytes(128, "big")), "e": "AQAB"}]}).encode()
            self.send_response(200); self.send_header("Content-Length", str(len(out))); self.end_headers(); self.wfile.write(out)
    srv = HTTPServer(("127.0.0.1", 0), H)
    threading.Thread(target=srv.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{srv.server_port}"
def id_token(iss, aud, sub):
    signed = b64(json.dumps({"alg": "RS256", "kid": "k1"}).encode()) + "." + b64(json.dumps({"iss": iss, "aud": aud, "sub": sub, "exp": time.time() + 300}).encode())
    want = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(signed.encode()).digest()
    block = b"\0\1" + b"\xff" * (128 - len(want) - 3) + b"\0" + want
    return signed + "." + b64(pow(int.from_bytes(block, "big"), KEY["d"], KEY["n"]).to_bytes(128, "big"))
def swap(s, token, registry="northwind-base"):
    return s("POST", "/api/v1/registry/oidc/exchange", {"registry": registry, "token": token}, who=None)

@mistake("f-slug-unique-per-org", "registry", "isolation", "REG-03", "A slug only has to be free in the caller's organization, so that another organization's slug is given out a second time.",
  [("registry.py", 'or b["slug"] in w.registries:', 'or w.registries.get(b["slug"], {}).get("org") == c.org.slug:')], "POST as otto with northwind's slug: 201 instead of 409", True)
def _(s):
    s.ok("POST", R, {"slug": "nw-apps"})
    return s("POST", R, {"slug": "nw-apps"}, who="otto").status == 409

@mistake("f-reserved-only-builtin", "registry", "guard", "REG-03", "Only the slugs reserved in the code are refused, not those the platform reserved later.",
  [("registry.py", 'b["slug"] in w.slugs_reserved', 'b["slug"] in RESERVED')], "POST with the reserved slug: 201 instead of 409", False)
def _(s):
    s.oke("slug-claimed-elsewhere", slug="brand-x", how="reserved")
    return s("POST", R, {"slug": "brand-x"}).status == 409

@mistake("f-slug-race-at-payment-check", "registry", "concurrency", "REG-03", "The slug is looked up before the payment method is asked for outside the lock, so that two simultaneous creations both get it.",
  [("registry.py", '    if not c.org.payment:\n', '    import time, world\n    world.LOCK.release()\n    time.sleep(0.15)\n    world.LOCK.acquire()\n    if not c.org.payment:\n')],
  "the two parallel POSTs of one slug: 201 and 201 instead of 201 and 409", True)
def _(s):
    got = s.par(lambda: s("POST", R, {"slug": "nw-same"}), lambda: s("POST", R, {"slug": "nw-same"}, who="abel"))
    return sorted(x.status for x in got) == [201, 409]

@mistake("f-payment-only-first-registry", "registry", "guard", "REG-04", "The payment method is only asked for when the organization has no registry yet.",
  [("registry.py", 'if not c.org.payment:', 'if not c.org.payment and not any(r["org"] == c.org.slug for r in w.registries.values()):')], "POST without a payment method: 201 instead of a refusal", False)
def _(s):
    s.oke("payment-method-changes", organization="northwind", active=False)
    return 400 <= s("POST", R, {"slug": "nw-unpaid"}).status < 500

@mistake("f-login-lifetime-slides", "registry", "time", "REG-06", "Each use of an org login credential prolongs it by an hour.",
  [("registry.py", '        if reason is None and b["registry"] not in w.registries:', '        if reason is None:\n            login["expires"] = w.now() + timedelta(hours=1)\n        if reason is None and b["registry"] not in w.registries:')],
  "data plane 70 minutes after minting, with a use in between: allowed instead of refused", False)
def _(s):
    s.freeze()
    l = s.ok("POST", "/api/v1/registry/logins", {})
    s.advance("PT50M")
    assert may(s, l["username"], l["password"], "web", "pull")
    s.advance("PT20M")
    return not may(s, l["username"], l["password"], "web", "pull")

@mistake("f-login-pullonly-lost-when-narrowed", "registry", "guard", "REG-06", "pullOnly is ignored when the login is also narrowed to one registry.",
  [("registry.py", '"pull" if b.get("pullOnly") or not', '"pull" if b.get("pullOnly") and len(reach) > 1 or not')], "POST logins {registry, pullOnly: true}: mode readwrite instead of pull", True)
def _(s):
    s.ok("POST", R, {"slug": "nw-b"})
    assert {x["mode"] for x in s.ok("POST", "/api/v1/registry/logins", {"pullOnly": True})["scope"]} == {"pull"}
    return {x["mode"] for x in s.ok("POST", "/api/v1/registry/logins", {"registry": "nw-b", "pullOnly": True})["scope"]} == {"pull"}

@mistake("f-login-narrowed-in-answer-only", "registry", "guard", "REG-06", "A login narrowed to one registry says so in its answer, but the data plane takes it for every registry.",
  [("registry.py", '        reach = [b["registry"]]\n', ''), ("registry.py", 'for slug, mode in scope.items()]}', 'for slug, mode in scope.items() if b.get("registry", slug) == slug]}')],
  "data plane with the narrowed login at another registry: allowed", True)
def _(s):
    s.ok("POST", R, {"slug": "nw-b"})
    l = s.ok("POST", "/api/v1/registry/logins", {"registry": "nw-b"})
    assert [x["registry"] for x in l["scope"]] == ["nw-b"] and may(s, l["username"], l["password"], "x", "pull", "nw-b")
    return not may(s, l["username"], l["password"], "x", "pull")

@mistake("f-login-without-access-empty", "registry iam", "status", "REG-06", "A caller without any registry access gets a credential with an empty scope instead of 403.",
  [("registry.py", '    s.need_some("registry.registry.read")\n', '')], "POST logins as a person with email rights only: 200 instead of 403", False)
def _(s):
    s.oke("role-changes", organization="northwind", userId="u-103", grants=[{"role": "email:viewer"}])
    return s("POST", "/api/v1/registry/logins", {}, who="vic").status == 403

@mistake("f-purge-ignores-other-tags", "registry", "side effect", "REG-11", "purge=true deletes the image with all its tags although the tag was not its last.",
  [("registry.py", '    del repo["tags"][tag]\n    if purge == "true" and last:\n        del repo["manifests"][digest]', '    for t in tags_of(repo, digest) if purge == "true" else [tag]:\n        del repo["tags"][t]\n    if purge == "true":\n        del repo["manifests"][digest]')],
  "GET tags after the purge of v1: the other tag is gone too", False)
def _(s):
    d = push(s, "web", ["v1", "latest"])
    s.ok("DELETE", B + "/tags?repo=web&tag=v1&purge=true")
    return [t["name"] for t in s.ok("GET", B + "/tags?repo=web")["tags"]] == ["latest"]

@mistake("f-purge-last-tag-by-member", "registry", "guard", "REG-11", "The admin-tier check of purging is made after the tag was taken off, when the manifest no longer counts as tagged by it, and so never applies.",
  [("registry.py", '    if purge == "true" and last:\n        c.subject.need("registry.repository.admin", r["slug"])\n    del repo["tags"][tag]', '    del repo["tags"][tag]\n    if purge == "true" and len(tags_of(repo, digest)) == 1:\n        c.subject.need("registry.repository.admin", r["slug"])')],
  "DELETE tag with purge=true as a member, on the last tag: 200 purged instead of 403", False)
def _(s):
    push(s, "web", ["v1"])
    return s("DELETE", B + "/tags?repo=web&tag=v1&purge=true", who="mia", org="northwind").status == 403

@mistake("f-delete-image-leaves-second-tag", "registry", "side effect", "REG-14", "Deleting an image by digest removes only the first of its tags.",
  [("registry.py", '    for t in tags_of(repo, digest):\n', '    for t in tags_of(repo, digest)[:1]:\n'), ("registry.py", 'tag_size(repo["manifests"][x["digest"]])', 'tag_size(repo["manifests"].get(x["digest"], {"bytes": 0, "layers": {}}))')],
  "GET tags after the deletion: one tag of the deleted image is still listed", False)
def _(s):
    d = push(s, "web", ["v1", "latest"])
    push(s, "web", ["v2"])
    s.ok("DELETE", B + f"/images?repo=web&digest={d}")
    return [t["name"] for t in s.ok("GET", B + "/tags?repo=web")["tags"]] == ["v2"]

@mistake("f-delete-image-frees-shared-layer", "registry", "side effect", "REG-14", "Deleting an image frees all its layers, also those another image of the repository still uses.",
  [("registry.py", '        del repo["tags"][t]\n    del repo["manifests"][digest]\n', '        del repo["tags"][t]\n    gone = repo["manifests"].pop(digest)["layers"]\n    for m in repo["manifests"].values():\n        m["layers"] = {d: n for d, n in m["layers"].items() if d not in gone}\n')],
  "GET registry after the deletion: usedBytes lacks the shared layer", False)
def _(s):
    a = push(s, "web", ["v1"], layers=[{"digest": "sha256:base", "sizeBytes": 5000}, {"sizeBytes": 10}])
    push(s, "web", ["v2"], layers=[{"digest": "sha256:base", "sizeBytes": 5000}, {"sizeBytes": 20}])
    s.ok("DELETE", B + f"/images?repo=web&digest={a}")
    return s.ok("GET", B)["usedBytes"] >= 5020

@mistake("f-usage-cached-by-image-count", "registry", "side effect", "REG-05", "usedBytes is cached under the registry and its number of images, so that one image deleted and a larger one pushed leave the old figure.",
  [("registry.py", '"usedBytes": used_bytes(r),', '"usedBytes": r.setdefault("usage", {}).setdefault(sum(len(p["manifests"]) for p in r["repos"].values()), used_bytes(r)),')],
  "second GET registry: usedBytes is that of the first image", False)
def _(s):
    a = push(s, "web", ["v1"], size=1000)
    assert 1000 <= s.ok("GET", B)["usedBytes"] < 9000
    s.ok("DELETE", B + f"/images?repo=web&digest={a}")
    push(s, "web", ["v2"], size=90000)
    return s.ok("GET", B)["usedBytes"] >= 90000

@mistake("f-delete-repository-by-prefix", "registry", "side effect", "REG-17", "Deleting a repository also deletes those whose names begin with its name.",
  [("registry.py", '    del r["repos"][repo["name"]]\n', '    for name in [n for n in r["repos"] if n.startswith(repo["name"])]:\n        del r["repos"][name]\n')], "GET repositories after deleting web: web-admin is gone too", False)
def _(s):
    push(s, "web"), push(s, "web-admin")
    s.ok("DELETE", B + "/repositories?repo=web")
    return [x["name"] for x in s.ok("GET", B + "/repositories")["repositories"]] == ["web-admin"]

@mistake("f-registry-empty-by-tags", "registry", "guard", "REG-07", "A registry counts as empty when none of its repositories has a tag.",
  [("registry.py", '    if r["repos"]:\n', '    if any(p["tags"] for p in r["repos"].values()):\n')], "DELETE a registry with an untagged image: succeeds instead of being refused", False)
def _(s):
    push(s, "web", [])
    return 400 <= s("DELETE", B).status < 500

@mistake("f-key-prefixes-only-for-push", "registry", "guard", "REG-22", "The repository prefixes of a key limit pushes only; it pulls from everywhere.",
  [("registry.py", 'if repository and not within(', 'if repository and action != "pull" and not within(')], "data plane pull outside the prefix: allowed", True)
def _(s):
    key = s.ok("POST", B + "/keys", {"name": "ci", "mode": "readwrite", "repoPrefixes": ["team-a/"]})
    assert may(s, key["keyId"], key["secret"], "team-a/web", "pull")
    return not may(s, key["keyId"], key["secret"], "team-b/web", "pull")

@mistake("f-key-revoked-after-cache-time", "registry", "time", "REG-18", "The data plane goes on taking a revoked key for 30 seconds.",
  [("registry.py", '    if key["revoked"]:\n', '    if key["revoked"] and w.now() >= key["revoked"] + timedelta(seconds=30):\n')], "data plane right after the revocation: allowed", True)
def _(s):
    key = s.ok("POST", B + "/keys", {"name": "ci", "mode": "pull"})
    s.ok("POST", B + f"/keys/{key['keyId']}/revoke")
    return not may(s, key["keyId"], key["secret"], "web", "pull")

@mistake("f-oidc-audience-of-another-rule", "registry", "guard", "REG-21", "The exchange takes a token whose issuer matches one rule and whose audience and subject match another.",
  [("registry.py", '        if (claims.get("iss") == rule["issuer"] and rule["audience"] in', '        if (rule["audience"] in')], "exchange with the issuer of rule one and the audience of rule two: a key instead of a refusal", True)
def _(s):
    iss = issuer()
    s.ok("POST", B + "/trust", {"issuer": iss, "audience": "lab", "subjectPattern": "repo:lab", "mode": "pull"})
    s.ok("POST", B + "/trust", {"issuer": "https://ci.example", "audience": "prod", "subjectPattern": "repo:prod", "mode": "readwrite"})
    assert swap(s, id_token(iss, "lab", "repo:lab")).status == 201
    return swap(s, id_token(iss, "prod", "repo:prod")).status >= 400

@mistake("f-oidc-subject-prefix", "registry", "guard", "REG-21", "The subject pattern of an OIDC rule matches every subject that begins with it.",
  [("registry.py", 'rule["subjectPattern"].replace("[", "[[]"))', 'rule["subjectPattern"].replace("[", "[[]") + "*")')], "exchange with a longer subject: a key instead of a refusal", True)
def _(s):
    iss = issuer()
    s.ok("POST", B + "/trust", {"issuer": iss, "audience": "prod", "subjectPattern": "repo:acme/app", "mode": "pull"})
    assert swap(s, id_token(iss, "prod", "repo:acme/app")).status == 201
    return swap(s, id_token(iss, "prod", "repo:acme/app-fork-of-a-stranger")).status >= 400

@mistake("f-oidc-key-via-manual", "registry", "schema", "REG-21", "A key swapped for an ID token is listed as minted manually.",
  [("registry.py", '"via": via, "created"', '"via": "manual", "created"')], "GET keys: mintedVia is manual instead of oidc", True)
def _(s):
    iss = issuer()
    s.ok("POST", B + "/trust", {"issuer": iss, "audience": "prod", "subjectPattern": "repo:acme/app", "mode": "pull"})
    k = swap(s, id_token(iss, "prod", "repo:acme/app"))
    return [x["mintedVia"] for x in s.ok("GET", B + "/keys")["keys"] if x["keyId"] == k["keyId"]] == ["oidc"]

@mistake("f-upstream-host-suffix", "registry", "guard", "REG-20", "An upstream credential may be set for any host whose name ends like one of the catalog.",
  [("registry.py", '    if host not in UPSTREAMS:', '    if not host.endswith(tuple(UPSTREAMS)):')], "PUT upstream-logins/evil-docker.io: 200 instead of a refusal", True)
def _(s):
    return 400 <= s("PUT", B + "/upstream-logins/evil-docker.io", {"username": "u", "password": "pw-123456"}).status < 500

@mistake("f-upstream-set-echoes-password", "registry", "secrecy", "REG-19", "Setting an upstream credential answers the whole stored record, with the password.",
  [("registry.py", 'return 200, {"upstream": host, "username": b["username"]}', 'return 200, {"upstream": host, **b}')], "PUT upstream-logins/docker.io: the answer has the password", True)
def _(s):
    return b"hunter2-hunter2" not in s.ok("PUT", B + "/upstream-logins/docker.io", {"username": "u", "password": "hunter2-hunter2"}).data

@mistake("f-rule-deleted-in-any-registry", "registry", "isolation", "GEN-04", "An OIDC rule is deleted by its id wherever it is, also in another organization's registry.",
  [("registry.py", '    if r["rules"].pop(int(c.params["id"]), None) is None:', '    if not [x for x in c.world.registries.values() if x["rules"].pop(int(c.params["id"]), None)]:')], "GET trust of northwind-base after otto's DELETE under his own registry: the rule is gone", True)
def _(s):
    rule = s.ok("POST", B + "/trust", {"issuer": "https://ci.example", "audience": "prod", "subjectPattern": "repo:prod", "mode": "pull"})
    s("DELETE", R + f"/contoso-main/trust/{rule['id']}", who="otto")
    return rule["id"] in [x["id"] for x in s.ok("GET", B + "/trust")["rules"]]

@mistake("f-untagged-image-unlisted-after-untag", "registry", "side effect", "REG-13", "An image that loses its last tag (without purge) is no longer in the list of manifests.",
  [("registry.py", '    del repo["tags"][tag]\n', '    del repo["tags"][tag]\n    if last:\n        repo["manifests"][digest]["hidden"] = True\n'), ("registry.py", 'for d, m in repo["manifests"].items()]}', 'for d, m in repo["manifests"].items() if not m.get("hidden")]}')],
  "GET images after deleting the only tag: the manifest is missing", False)
def _(s):
    d = push(s, "web", ["v1"])
    s.ok("DELETE", B + "/tags?repo=web&tag=v1")
    return d in [m["digest"] for m in s.ok("GET", B + "/images?repo=web")["manifests"]]
