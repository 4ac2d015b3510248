import base64
import hashlib
import json
import random
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from common import edit, mistake

R = "/registry/instances"
NB = R + "/northwind-base"


def push(s, repo, tags=("latest",), digest=None, layers=(("sha256:l1", 1000),), registry="northwind-base", **more):
    return s.must("image-pushed", registry=registry, repository=repo, tags=list(tags), manifestBytes=10,
                  layers=[{"digest": d, "sizeBytes": n} for d, n in layers], **({"digest": digest} if digest else {}), **more)


@mistake("i-registry-empty-means-no-tags", ["registry"], "guard", "REG-07",
         "A registry counts as empty when its repositories have no tags, so one with untagged images can be deleted.", False,
         [edit("registry.py", '    if r["repos"]:\n', '    if any(p["tags"] for p in r["repos"].values()):\n')],
         ["event image-pushed {registry: northwind-base, repository: app, tags: []}", "delete the registry northwind-base"], "it is deleted instead of refused")
def _(s):
    push(s, "app", tags=())
    return s("olive", "DELETE", NB)[0] // 100, s("olive", "GET", NB)[0]


@mistake("i-purge-last-tag-counted-after", ["registry"], "side effect", "REG-11",
         "Whether a tag is the manifest's last is looked up after the tag is gone, so purging one of two tags deletes the image with the other.", False,
         [edit("registry.py", "    last = len(tags_of(repo, digest)) == 1\n    if purge == \"true\" and last:\n        c.subject.need(\"registry.repository.admin\", r[\"slug\"])\n    del repo[\"tags\"][tag]\n",
               "    if purge == \"true\" and len(tags_of(repo, digest)) == 1:\n        c.subject.need(\"registry.repository.admin\", r[\"slug\"])\n    del repo[\"tags\"][tag]\n    left = tags_of(repo, digest)\n    last = len(left) <= 1\n"),
          edit("registry.py", '    if purge == "true" and last:\n        del repo["manifests"][digest]\n',
               '    if purge == "true" and last:\n        del repo["manifests"][digest]\n        for t in left:\n            del repo["tags"][t]\n')],
         ["event image-pushed {repository: app, tags: [v1, latest]}", "delete the tag v1 with purge=true", "list manifests and tags of app"],
         "purged is true, image and tag latest are gone")
def _(s):
    push(s, "app", tags=("v1", "latest"))
    a = s.ok("olive", "DELETE", NB + "/tags?repo=app&tag=v1&purge=true")
    return a, len(s.ok("olive", "GET", NB + "/images?repo=app")["manifests"]), [t["name"] for t in s.ok("olive", "GET", NB + "/tags?repo=app")["tags"]]


@mistake("i-image-delete-frees-shared-layers", ["registry"], "side effect", "REG-14",
         "Deleting an image frees all its layers, also those another image of the repository still uses.", False,
         [edit("registry.py", '    for t in tags_of(repo, digest):\n        del repo["tags"][t]\n    del repo["manifests"][digest]\n    return 204, None',
               '    for t in tags_of(repo, digest):\n        del repo["tags"][t]\n    gone = repo["manifests"].pop(digest)\n    for m in repo["manifests"].values():\n        m["layers"] = {d: n for d, n in m["layers"].items() if d not in gone["layers"]}\n    return 204, None')],
         ["event image-pushed: two images of repository app that share the layer sha256:base", "delete the first by digest", "registry detail; list manifests of app"],
         "usedBytes and the second image's sizeBytes lack the shared layer")
def _(s):
    push(s, "app", ("a",), "sha256:a", (("sha256:base", 5000), ("sha256:x", 100)))
    push(s, "app", ("b",), "sha256:b", (("sha256:base", 5000), ("sha256:y", 200)))
    s.ok("olive", "DELETE", NB + "/images?repo=app&digest=sha256:a")
    return s.ok("olive", "GET", NB)["usedBytes"], [m["sizeBytes"] for m in s.ok("olive", "GET", NB + "/images?repo=app")["manifests"]]


@mistake("i-login-pull-only-lost-when-narrowed", ["registry"], "guard", "REG-06",
         "A login credential narrowed to one registry ignores pullOnly and is readwrite.", True,
         [edit("registry.py", '    scope = {slug: "pull" if b.get("pullOnly") or not s.can', '    scope = {slug: "pull" if b.get("pullOnly") and "registry" not in b or not s.can')],
         ["mint a login credential {registry: northwind-base, pullOnly: true}"], "mode is readwrite")
def _(s):
    return [s.ok("olive", "POST", "/registry/logins", b)["scope"] for b in ({"pullOnly": True}, {"registry": "northwind-base", "pullOnly": True})]


@mistake("i-login-narrowed-only-in-the-answer", ["registry"], "isolation", "REG-06",
         "The credential narrowed to one registry is stored with every registry the caller can reach; only the answer is narrowed.", False,
         [edit("registry.py", "        reach = [b[\"registry\"]]\n", ""),
          edit("registry.py", '"scope": [{"registry": slug, "mode": mode} for slug, mode in scope.items()]}',
               '"scope": [{"registry": slug, "mode": mode} for slug, mode in scope.items() if b.get("registry", slug) == slug]}')],
         ["create the registry second-reg", "mint a login credential {registry: second-reg}", "event credential-used {kind: login-credential, secret, registry: northwind-base}"],
         "accepted is true")
def _(s):
    s.ok("olive", "POST", R, {"slug": "second-reg"})
    one = s.ok("olive", "POST", "/registry/logins", {"registry": "second-reg"})
    return one["scope"], [s.must("credential-used", kind="login-credential", secret=one["password"], registry=r)["accepted"] for r in ("second-reg", "northwind-base")]


@mistake("i-login-hour-starts-again", ["registry"], "time", "REG-06",
         "Each use of a login credential starts its hour anew.", False,
         [edit("registry.py", '    if slug and action in ("push", "delete") and login["scope"][slug] != "readwrite":\n        return "the credential can only pull"\n',
               '    if slug and action in ("push", "delete") and login["scope"][slug] != "readwrite":\n        return "the credential can only pull"\n    login["expires"] = w.now() + timedelta(hours=1)\n')],
         ["frozen clock", "mint a login credential", "advance 50 minutes, event credential-used", "advance 50 minutes, event credential-used"], "the second use is accepted")
def _(s):
    s.freeze()
    one = s.ok("olive", "POST", "/registry/logins", {})
    out = []
    for _ in range(2):
        s.adv("PT50M")
        out.append(s.must("credential-used", kind="login-credential", secret=one["password"], registry="northwind-base")["accepted"])
    return out


@mistake("i-revoked-key-works-a-minute", ["registry"], "time", "REG-18",
         "A revoked registry key goes on working for a minute, as long as verdicts used to be cached.", False,
         [edit("registry.py", '    if key["revoked"]:\n        return "the key is revoked"', '    if key["revoked"] and w.now() - key["revoked"] > timedelta(minutes=1):\n        return "the key is revoked"')],
         ["mint a registry key", "revoke it", "event credential-used {kind: registry-key, secret}"], "accepted is true right after the revocation")
def _(s):
    one = s.ok("olive", "POST", NB + "/keys", {"name": "k", "mode": "pull"})
    s.ok("olive", "POST", NB + f"/keys/{one['keyId']}/revoke")
    return s.must("credential-used", kind="registry-key", secret=one["secret"])["accepted"]


@mistake("i-payment-only-for-the-first-registry", ["registry"], "guard", "REG-04",
         "The payment method is only asked for when the organization has no registry yet.", False,
         [edit("registry.py", "    if not c.org.payment:\n", "    if not c.org.payment and not any(r[\"org\"] == c.org.slug for r in w.registries.values()):\n")],
         ["event payment-method-changes {organization: northwind, active: false}", "create a registry"], "it is created instead of refused")
def _(s):
    s.must("payment-method-changes", organization="northwind", active=False)
    return s("olive", "POST", R, {"slug": "reg-x"})[0] // 100, len(s.ok("olive", "GET", R)["registries"])


@mistake("i-upstream-host-substring", ["registry"], "guard", "REG-20",
         "The host is looked for in the text of the catalog, so a piece of a catalog host is accepted.", True,
         [edit("registry.py", "    if host not in UPSTREAMS:\n", "    if host not in \" \".join(UPSTREAMS):\n")],
         ["set an upstream credential for the host k8s.io, which is not in the catalog", "list upstream credentials"], "it is stored instead of refused")
def _(s):
    return s("olive", "PUT", NB + "/upstream-logins/k8s.io", {"username": "u", "password": "p"})[0] // 100, len(s.ok("olive", "GET", NB + "/upstream-logins")["upstreamCredentials"])


@mistake("i-upstream-password-echoed", ["registry"], "secrecy", "REG-19",
         "The answer to setting an upstream credential repeats the body, with the password.", True,
         [edit("registry.py", 'return 200, {"upstream": host, "username": b["username"]}', 'return 200, {"upstream": host, **b}')],
         ["set an upstream credential for docker.io {username, password}"], "the answer has the password")
def _(s):
    return "s3cret-pw" in str(s.ok("olive", "PUT", NB + "/upstream-logins/docker.io", {"username": "u", "password": "s3cret-pw"}))


@mistake("i-moved-tag-stays-on-old-manifest", ["registry"], "side effect", "REG-13",
         "A manifest remembers the tags it was pushed with; when a tag moves to a newer image the old manifest still lists it.", False,
         [edit("registry.py", '    repo["manifests"][digest] = manifest\n    for t in tags:\n', '    repo["manifests"][digest] = manifest\n    manifest.setdefault("tags", []).extend(t for t in tags if t not in manifest.get("tags", []))\n    for t in tags:\n'),
          edit("registry.py", '"tags": tags_of(repo, d), "createdAt"', '"tags": [t for t in m["tags"] if t in repo["tags"]], "createdAt"')],
         ["event image-pushed {repository: app, digest: sha256:old, tags: [latest]}", "event image-pushed {repository: app, digest: sha256:new, tags: [latest]}", "list manifests of app"],
         "both manifests carry latest")
def _(s):
    push(s, "app", ("latest",), "sha256:old")
    push(s, "app", ("latest",), "sha256:new")
    return {m["digest"]: m["tags"] for m in s.ok("olive", "GET", NB + "/images?repo=app")["manifests"]}


@mistake("i-repository-delete-takes-prefix", ["registry"], "side effect", "REG-17",
         "Deleting a repository deletes every repository whose name begins with its name.", False,
         [edit("registry.py", '    del r["repos"][repo["name"]]\n', '    r["repos"] = {n: p for n, p in r["repos"].items() if not n.startswith(repo["name"])}\n')],
         ["event image-pushed for the repositories app and app-docs", "delete the repository app", "list repositories"], "app-docs is gone as well")
def _(s):
    push(s, "app")
    push(s, "app-docs")
    s.ok("olive", "DELETE", NB + "/repositories?repo=app")
    return [p["name"] for p in s.ok("olive", "GET", NB + "/repositories")["repositories"]]


@mistake("i-repo-parameter-defaults-to-the-only-one", ["registry"], "guard", "REG-24",
         "Without the query parameter repo the only repository of the registry is taken, also for deleting.", False,
         [edit("registry.py", '    repo = r["repos"].get(wanted(c, "repo"))\n', '    only = next(iter(r["repos"])) if len(r["repos"]) == 1 else None\n    repo = r["repos"].get(c.query.get("repo") or only or wanted(c, "repo"))\n')],
         ["event image-pushed {repository: app}", "list tags without repo", "delete a repository without repo", "list repositories"], "tags are answered, and app is deleted")
def _(s):
    push(s, "app")
    return s("olive", "GET", NB + "/tags")[0] // 100, s("olive", "DELETE", NB + "/repositories")[0] // 100, len(s.ok("olive", "GET", NB + "/repositories")["repositories"])


def prime(bits, rnd):
    while True:
        n = rnd.getrandbits(bits) | 1 | 3 << (bits - 2)
        if n % 65537 != 1 and all(pow(a, n - 1, n) == 1 for a in (2, 3, 5, 7, 11, 13)):
            return n


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Issuer:
    def __init__(self):
        rnd = random.Random(5)
        p, q = prime(512, rnd), prime(512, rnd)
        self.n, self.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        keys = json.dumps({"keys": [{"kty": "RSA", "n": b64(self.n.to_bytes(128, "big")), "e": b64(b"\x01\x00\x01")}]}).encode()

        class H(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", str(len(keys)))
                self.end_headers()
                self.wfile.write(keys)

            def log_message(self, *_):
                pass
        self.http = HTTPServer(("127.0.0.1", 0), H)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def token(self, **claims):
        signed = b64(b'{"alg":"RS256"}') + "." + b64(json.dumps({"iss": self.url, "exp": 4 * 10**9, **claims}).encode())
        want = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(signed.encode()).digest()
        block = b"\x00\x01" + b"\xff" * (128 - len(want) - 3) + b"\x00" + want
        return signed + "." + b64(pow(int.from_bytes(block, "big"), self.d, self.n).to_bytes(128, "big"))


@mistake("i-oidc-claims-match-across-rules", ["registry"], "guard", "REG-21",
         "Audience and subject are each matched against all rules of the issuer, so a token that fits the audience of one rule and the subject of another gets a key.", False,
         [edit("registry.py", '        if (claims.get("iss") == rule["issuer"] and rule["audience"] in (audience if isinstance(audience, list) else [audience])\n',
               '        audiences = [x["audience"] for x in r["rules"].values() if x["issuer"] == rule["issuer"]]\n        if (claims.get("iss") == rule["issuer"] and any(a in audiences for a in (audience if isinstance(audience, list) else [audience]))\n')],
         ["create an OIDC rule {issuer, audience: aud-a, subjectPattern: repo:a*, mode: pull}", "create another {issuer, audience: aud-b, subjectPattern: repo:b*, mode: readwrite}",
          "exchange an ID token of the issuer with audience aud-a and subject repo:b1"], "a key is minted instead of a refusal")
def _(s):
    i = Issuer()
    try:
        for x, mode in (("a", "pull"), ("b", "readwrite")):
            s.ok("olive", "POST", NB + "/trust", {"issuer": i.url, "audience": "aud-" + x, "subjectPattern": f"repo:{x}*", "mode": mode})
        return [s(None, "POST", "/registry/oidc/exchange", {"registry": "northwind-base", "token": i.token(aud="aud-" + a, sub=f"repo:{b}1")})[0]
                for a, b in (("a", "a"), ("b", "b"), ("a", "b"))]
    finally:
        i.http.shutdown()
