"""REG."""
import base64, hashlib, json, random, threading, time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import quote

R = "/registry/registries"


def make(c, *slugs):
    for s in slugs:
        c.ok("POST", R, {"slug": s})


def push(c, reg, repo, tags, digest, layers=None):
    return c.event("image-pushed", registry=reg, repository=repo, tags=tags, digest=digest, layers=layers or [{"sizeBytes": 1000}])


def q(s):
    return quote(s, safe="")


def tags(c, reg, repo):
    return sorted(t["name"] for t in c.ok("GET", "%s/%s/tags?repo=%s" % (R, reg, q(repo))).json["tags"])


def manifests(c, reg, repo):
    return sorted((m["digest"], tuple(sorted(m["tags"]))) for m in c.ok("GET", "%s/%s/manifests?repo=%s" % (R, reg, q(repo))).json["manifests"])


def door(c, user, password, reg, action="pull"):
    return c.api("POST", "/registry/data-plane/authorize", {"username": user, "password": password, "registry": reg, "repository": "app", "action": action}, who=None).status


# REG-01
def upstreams(c):
    u = c.ok("GET", "/registry/upstreams").json["upstreams"]
    if not isinstance(u, list):
        return {"shape": type(u).__name__}
    make(c, "front-apps")
    hosts = [x.get("host") for x in u]
    return {"shape": "list", "fields": [sorted(x) for x in u], "first": (u[0].get("host"), u[0].get("endpoint")),
            "set for the first host": c.api("PUT", "%s/front-apps/upstream-credentials/%s" % (R, q(hosts[0])), {"username": "u", "password": "p"}).status}


# REG-06
def pull_only(c):
    make(c, "front-apps", "back-apps")
    all_of = c.ok("POST", "/registry/login", {"pullOnly": True}).json["scope"]
    one = c.ok("POST", "/registry/login", {"registry": "front-apps", "pullOnly": True}).json["scope"]
    return {"all": [s["mode"] for s in all_of], "one": [s["mode"] for s in one],
            "without pullOnly": [s["mode"] for s in c.ok("POST", "/registry/login", {}).json["scope"]]}


# REG-07
def not_empty(c):
    make(c, "front-apps", "back-apps")
    push(c, "back-apps", "app", ["latest"], "sha256:aa")
    push(c, "front-apps", "app", ["latest"], "sha256:aa")
    c.ok("DELETE", R + "/front-apps/tags?repo=app&tag=latest")
    return {"untagged left": manifests(c, "front-apps", "app"), "tagged": c.api("DELETE", R + "/back-apps").status,
            "untagged": c.api("DELETE", R + "/front-apps").status, "afterwards": c.api("GET", R + "/front-apps").status}


# REG-08
def no_repo_tags(c):
    make(c, "front-apps")
    push(c, "front-apps", "app", ["one"], "sha256:aa")
    push(c, "front-apps", "web", ["two"], "sha256:bb")
    r = c.api("GET", R + "/front-apps/tags")
    return {"without repo refused": 400 <= r.status < 500, "app": tags(c, "front-apps", "app")}


# REG-10
def mint_elsewhere(c):
    make(c, "front-apps", "back-apps")
    c.event("role-changes", userId="usr_mia", role="member",
            grants=[{"role": "registry.viewer"}, {"role": "registry.admin", "resourceIds": ["front-apps"]}])
    mint = lambda s, who="mia": c.api("POST", "%s/%s/keys" % (R, s), {"name": "k", "mode": "readwrite"}, who=who).status
    return {"front-apps": mint("front-apps"), "back-apps": mint("back-apps"), "viewer": mint("back-apps", "vera"),
            "keys of back-apps": len(c.ok("GET", R + "/back-apps/keys").json["keys"])}


# REG-11
def purge_shared(c):
    make(c, "front-apps")
    push(c, "front-apps", "app", ["v1", "latest"], "sha256:aa")
    r = c.ok("DELETE", R + "/front-apps/tags?repo=app&tag=v1&purge=true")
    return {"purged": r.json["purged"], "tags": tags(c, "front-apps", "app"), "manifests": manifests(c, "front-apps", "app")}


def purge_last(c):
    make(c, "front-apps")
    push(c, "front-apps", "app", ["v1"], "sha256:aa")
    r = c.ok("DELETE", R + "/front-apps/tags?repo=app&tag=v1&purge=true")
    return {"purged": r.json["purged"], "manifests": manifests(c, "front-apps", "app"), "usedBytes": c.ok("GET", R + "/front-apps").json["usedBytes"]}


def plain_last(c):
    make(c, "front-apps")
    push(c, "front-apps", "app", ["v1"], "sha256:aa")
    r = c.ok("DELETE", R + "/front-apps/tags?repo=app&tag=v1")
    return {"purged": r.json["purged"], "manifests": manifests(c, "front-apps", "app"), "tags": tags(c, "front-apps", "app")}


# REG-12
def logout(c):
    make(c, "front-apps")
    l = c.ok("POST", "/registry/login", {}).json
    before = door(c, l["username"], l["password"], "front-apps")
    r = c.api("DELETE", "/registry/login/" + l["username"])
    return {"before": before, "revoke": r.status, "after": door(c, l["username"], l["password"], "front-apps")}


def logout_second(c):
    make(c, "front-apps")
    a, b = [c.ok("POST", "/registry/login", {}).json for _ in range(2)]
    c.ok("DELETE", "/registry/login/" + b["username"])
    return {"the revoked one": door(c, b["username"], b["password"], "front-apps"), "the other": door(c, a["username"], a["password"], "front-apps")}


# REG-13
def untagged(c):
    make(c, "front-apps")
    push(c, "front-apps", "app", ["latest"], "sha256:aa")
    push(c, "front-apps", "app", ["latest"], "sha256:bb")
    return {"manifests": manifests(c, "front-apps", "app")}


# REG-14
def image_tags(c):
    make(c, "front-apps")
    push(c, "front-apps", "app", ["v1", "latest"], "sha256:aa")
    r = c.ok("DELETE", R + "/front-apps/manifests?repo=app&digest=" + q("sha256:aa"))
    return {"status": r.status, "manifests": manifests(c, "front-apps", "app"), "tags": tags(c, "front-apps", "app")}


# REG-19
def set_again(c):
    make(c, "front-apps")
    u = R + "/front-apps/upstream-credentials"
    c.ok("PUT", u + "/docker.io", {"username": "first", "password": "p1"})
    again = c.ok("PUT", u + "/docker.io", {"username": "second", "password": "p2"}).json
    l = c.ok("GET", u).json["upstreamCredentials"]
    return {"answer": again, "listed": [x["username"] for x in l]}


def upstream_field(c):
    make(c, "front-apps")
    u = R + "/front-apps/upstream-credentials"
    a = c.ok("PUT", u + "/ghcr.io", {"username": "me", "password": "p1"}).json
    return {"set": sorted(a), "listed": [sorted(x) for x in c.ok("GET", u).json["upstreamCredentials"]]}


# REG-21
def probably_prime(n, rng):
    for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for _ in range(24):
        x = pow(rng.randrange(2, n - 1), d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def rsa_key(rng, bits=2048):
    def prime():
        while True:
            p = rng.getrandbits(bits // 2) | (3 << (bits // 2 - 2)) | 1
            if p % 65537 != 1 and probably_prime(p, rng):
                return p
    p, r = prime(), prime()
    return p * r, pow(65537, -1, (p - 1) * (r - 1))


def b64u(b):
    return base64.urlsafe_b64encode(b).rstrip(b"=").decode()


def id_token(n, d, claims):
    head = b64u(json.dumps({"alg": "RS256", "kid": "k"}).encode()) + "." + b64u(json.dumps(claims).encode())
    k = (n.bit_length() + 7) // 8
    t = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(head.encode()).digest()
    em = b"\0\1" + b"\xff" * (k - len(t) - 3) + b"\0" + t
    return head + "." + b64u(pow(int.from_bytes(em, "big"), d, n).to_bytes(k, "big"))


def audience(c):
    n, d = rsa_key(random.Random(7))

    class H(BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path.endswith("openid-configuration"):
                out = {"jwks_uri": issuer + "/keys"}
            else:
                out = {"keys": [{"kty": "RSA", "kid": "k", "n": b64u(n.to_bytes(256, "big")), "e": "AQAB"}]}
            b = json.dumps(out).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(b)))
            self.end_headers()
            self.wfile.write(b)

        def log_message(self, *a):
            pass

    srv = HTTPServer(("127.0.0.1", 0), H)
    issuer = "http://127.0.0.1:%d" % srv.server_port
    threading.Thread(target=srv.serve_forever, daemon=True).start()
    try:
        make(c, "front-apps")
        c.ok("POST", R + "/front-apps/oidc-rules", {"issuer": issuer, "audience": "front-ci", "subjectPattern": "repo:acme/app:*", "mode": "pull"})

        def swap(aud, sub="repo:acme/app:main"):
            t = id_token(n, d, {"iss": issuer, "aud": aud, "sub": sub, "exp": int(time.time()) + 600})
            return c.api("POST", "/registry/oidc/exchange", {"registry": "front-apps", "token": t}, who=None).status
        out = {"right audience": swap("front-ci"), "wrong audience": swap("somebody-else"), "wrong subject": swap("front-ci", "repo:other/app:main")}
        out["oidc keys"] = len([k for k in c.ok("GET", R + "/front-apps/keys").json["keys"] if k["mintedVia"] == "oidc"])
        return out
    finally:
        srv.shutdown()
        srv.server_close()


# REG-24
def no_digest(c):
    make(c, "front-apps")
    push(c, "front-apps", "app", ["v1"], "sha256:aa")
    return {"without digest refused": 400 <= c.api("DELETE", R + "/front-apps/manifests?repo=app").status < 500,
            "without repo": c.api("DELETE", R + "/front-apps/manifests?digest=" + q("sha256:aa")).status,
            "manifests": manifests(c, "front-apps", "app")}


SHOWS = {
    "n-upstream-endpoint-left-out-when-same": (upstreams, "fields", [["endpoint", "host"]] * 4, [["endpoint", "host"]] + [["host"]] * 3),
    "n-upstream-host-and-endpoint-swapped": (upstreams, "first", ("docker.io", "https://registry-1.docker.io"), ("https://registry-1.docker.io", "docker.io")),
    "n-upstreams-as-a-map": (upstreams, "shape", "list", "dict"),
    "n-pull-only-needs-registry": (pull_only, "all", ["pull", "pull"], ["readwrite", "readwrite"]),
    "n-registry-with-untagged-images-is-empty": (not_empty, "untagged", 409, 204),
    "n-tags-of-all-repositories-without-repo": (no_repo_tags, "without repo refused", True, False),
    "n-mint-key-checks-read-on-registry": (mint_elsewhere, "back-apps", 403, 201),
    "n-purge-ignores-other-tags": (purge_shared, "manifests", [("sha256:aa", ("latest",))], []),
    "n-purge-counts-the-deleted-tag": (purge_last, "purged", True, False),
    "n-plain-delete-of-last-tag-drops-image": (plain_last, "manifests", [("sha256:aa", ())], []),
    "n-revoked-login-valid-until-expiry": (logout, "after", 401, 200),
    "n-logout-revokes-first-login": (logout_second, "the revoked one", 401, 200),
    "n-untagged-manifests-not-listed": (untagged, "manifests", [("sha256:aa", ()), ("sha256:bb", ("latest",))], [("sha256:bb", ("latest",))]),
    "n-deleted-image-leaves-tags": (image_tags, "tags", [], ["latest", "v1"]),
    "n-upstream-username-not-replaced": (set_again, "listed", ["second"], ["first"]),
    "n-upstream-credential-lists-host": (upstream_field, "listed", [["createdAt", "upstream", "username"]], [["createdAt", "host", "username"]]),
    "n-oidc-audience-not-compared": (audience, "wrong audience", 403, 201),
    "n-delete-image-without-digest-ok": (no_digest, "without digest refused", True, False),
}
