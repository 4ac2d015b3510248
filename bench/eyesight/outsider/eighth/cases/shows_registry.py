import base64, hashlib, http.server, json, random, threading, time
from prove import mistake

R = "/registry/registries"


def reg(S, slug, **k):
    return S("POST", R, {"slug": slug}, expect=201, **k)


def push(S, slug, repo, tags=("latest",), size=1000, **k):
    return S.ev("image-pushed", registry=slug, repository=repo, tags=list(tags), layers=[{"sizeBytes": size}], manifestBytes=100, **k)


# ---- a small OIDC issuer -------------------------------------------------

def prime(bits):
    while True:
        n = random.getrandbits(bits) | 1 | (3 << (bits - 2))
        if all(pow(a, n - 1, n) == 1 for a in (2, 3, 5, 7, 11, 13)) and n % 65537 != 1:
            return n


def u(b):
    return base64.urlsafe_b64encode(b).decode().rstrip("=")


class Issuer:
    def __init__(self):
        p, q = prime(640), prime(640)
        self.n, self.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        me = self

        class H(http.server.BaseHTTPRequestHandler):
            def log_message(self, *a):
                pass

            def do_GET(self):
                if self.path.endswith("openid-configuration"):
                    v = {"issuer": me.url, "jwks_uri": me.url + "/keys"}
                else:
                    v = {"keys": [{"kty": "RSA", "kid": "k", "alg": "RS256", "n": u(me.n.to_bytes(160, "big")), "e": "AQAB"}]}
                b = json.dumps(v).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(b)))
                self.end_headers()
                self.wfile.write(b)
        self.srv = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H)
        self.url = "http://127.0.0.1:%d" % self.srv.server_port
        threading.Thread(target=self.srv.serve_forever, daemon=True).start()

    def token(self, sub, aud):
        head = u(json.dumps({"alg": "RS256", "kid": "k"}).encode())
        body = u(json.dumps({"iss": self.url, "sub": sub, "aud": aud, "exp": int(time.time()) + 3600 * 24}).encode())
        s = (head + "." + body).encode()
        di = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(s).digest()
        m = b"\0\1" + b"\xff" * (160 - 3 - len(di)) + b"\0" + di
        return head + "." + body + "." + u(pow(int.from_bytes(m, "big"), self.d, self.n).to_bytes(160, "big"))


_issuer = []


def issuer():
    if not _issuer:
        _issuer.append(Issuer())
    return _issuer[0]


# ---- mistakes ------------------------------------------------------------

@mistake("h-reg-slug-unique-in-own-org", "registry", "isolation", "REG-03",
         "Whether a slug is taken is looked up in the caller's own organization only.",
         [("registry.go", "if _, other := c.w.registry(r.Slug); other != nil || c.w.slugs[r.Slug] != \"\" {", "if other := c.org.registry(r.Slug); other != nil || c.w.slugs[r.Slug] != \"\" {")],
         ["create a registry as the neighbour's owner", "create one with the same slug as our owner"],
         "step 2: 409 when right, 201 when wrong", alone=True)
def _(S):
    reg(S, "reg-shared", who="nils")
    r = S("POST", R, {"slug": "reg-shared"})
    return r.status == 409, r.status


@mistake("h-reg-purge-counts-itself", "registry", "side effect", "REG-11",
         "Purging allows for the tag itself in its count although it is already removed, so the image goes while one other tag still points to it.",
         [("registry.go", "		if purge == \"true\" && find(x.tags, func(y *Tag) bool { return y.Digest == t.Digest }) == nil {", """		left := 0
		for _, y := range x.tags {
			if y.Digest == t.Digest {
				left++
			}
		}
		if purge == "true" && left <= 1 {""")],
         ["event image-pushed with the tags v1 and latest", "delete the tag v1 with purge=true", "list the tags and the manifests"],
         "step 2: purged is true; step 3: latest and the manifest are gone")
def _(S):
    reg(S, "reg-a")
    push(S, "reg-a", "web", ["v1", "latest"])
    r = S("DELETE", R + "/reg-a/tags?repo=web&tag=v1&purge=true", expect=200)
    t = [x["name"] for x in S("GET", R + "/reg-a/tags?repo=web")["tags"]]
    return r["purged"] is False and t == ["latest"], (r.text, t)


@mistake("h-reg-oidc-subject-prefix", "registry", "guard", "REG-21",
         "A subject pattern without a star matches every subject that begins with it.",
         [("oidc.go", "	if len(parts) == 1 {\n		return pattern == s\n	}", "	if len(parts) == 1 {\n		return strings.HasPrefix(s, pattern)\n	}")],
         ["create an OIDC rule with subjectPattern repo:acme/app", "exchange an ID token with the subject repo:acme/app-fork"],
         "step 2: refused when right, a key when wrong")
def _(S):
    i = issuer()
    reg(S, "reg-a")
    S("POST", R + "/reg-a/oidc-rules", {"issuer": i.url, "audience": "reg", "subjectPattern": "repo:acme/app", "mode": "pull"}, expect=201)
    ex = lambda sub: S("POST", "/registry/oidc/exchange", {"registry": "reg-a", "token": i.token(sub, "reg")}, who=None)
    assert ex("repo:acme/app").status == 201
    r = ex("repo:acme/app-fork")
    return 400 <= r.status < 500, r.status


@mistake("h-reg-oidc-key-for-ever", "registry", "time", "REG-21",
         "A key from the OIDC exchange answers an expiry but is stored without one, so it is not short-lived.",
         [("oidc.go", '"oidc", &exp)', '"oidc", nil)')],
         ["create an OIDC rule", "exchange a matching ID token", "list the keys", "advance the clock by two days", "use the key at the data plane"],
         "step 3: no expiresAt; step 5: still accepted")
def _(S):
    i = issuer()
    reg(S, "reg-a")
    S("POST", R + "/reg-a/oidc-rules", {"issuer": i.url, "audience": "reg", "subjectPattern": "repo:*", "mode": "pull"}, expect=201)
    k = S("POST", "/registry/oidc/exchange", {"registry": "reg-a", "token": i.token("repo:x", "reg")}, who=None, expect=201)
    use = lambda: S("POST", "/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "reg-a", "action": "pull"}, who=None).status
    assert use() == 200
    listed = S("GET", R + "/reg-a/keys")["keys"][0]
    S.advance("P2D")
    return use() == 401, (listed.get("expiresAt"), use())


@mistake("h-reg-login-slides", "registry", "time", "REG-06",
         "Every use of a login credential renews its hour.",
         [("registry.go", """				return sc.Mode, "no registry access"
			}
			return sc.Mode, ""
""", """				return sc.Mode, "no registry access"
			}
			l.ExpiresAt = Time{w.now().Add(loginLife)}
			return sc.Mode, ""
""")],
         ["mint a login credential", "advance the clock by 40 minutes", "use it (event credential-used or the data plane)", "advance the clock by 40 minutes", "use it again"],
         "step 5: refused when right, accepted when wrong")
def _(S):
    reg(S, "reg-a")
    l = S("POST", "/registry/login", {}, expect=201)
    use = lambda: S.ev("credential-used", kind="login-credential", secret=l["password"], username=l["username"], registry="reg-a")["accepted"]
    S.advance("PT40M")
    assert use()
    S.advance("PT40M")
    r = use()
    return r is False, r


@mistake("h-reg-pull-only-first", "registry", "guard", "REG-06",
         "pullOnly is only honoured for the first registry of the scope; the others are readwrite.",
         [("registry.go", "			mode := \"readwrite\"\n			if (q.PullOnly != nil && *q.PullOnly) || ", "			mode := \"readwrite\"\n			if (q.PullOnly != nil && *q.PullOnly && len(l.Scope) == 0) || ")],
         ["create two registries", "mint a login credential {pullOnly: true}"],
         "step 2: the second scope entry has the mode readwrite", alone=True)
def _(S):
    reg(S, "reg-a"), reg(S, "reg-b")
    m = [x["mode"] for x in S("POST", "/registry/login", {"pullOnly": True}, expect=201)["scope"]]
    return m == ["pull", "pull"], m


@mistake("h-reg-delete-when-untagged", "registry", "guard", "REG-07",
         "A registry counts as empty when none of its repositories has a tag, so one with untagged images can be deleted.",
         [("registry.go", "		if len(r.repos) > 0 {\n", "		if find(r.repos, func(x *Repo) bool { return len(x.tags) > 0 }) != nil {\n")],
         ["event image-pushed", "delete its tag without purge", "delete the registry"],
         "step 3: refused when right, deleted when wrong")
def _(S):
    reg(S, "reg-a")
    push(S, "reg-a", "web")
    assert S("DELETE", R + "/reg-a").status == 409
    S("DELETE", R + "/reg-a/tags?repo=web&tag=latest", expect=200)
    r = S("DELETE", R + "/reg-a")
    return 400 <= r.status < 500, r.status


@mistake("h-reg-image-leaves-second-tag", "registry", "side effect", "REG-14",
         "Deleting an image by digest removes only the first of its tags.",
         [("registry.go", "	p.tags = remove(p.tags, func(t *Tag) bool { return t.Digest == m.Digest })\n", """	for i, t := range p.tags {
		if t.Digest == m.Digest {
			p.tags = append(append([]*Tag{}, p.tags[:i]...), p.tags[i+1:]...)
			break
		}
	}
""")],
         ["event image-pushed with the tags v1 and latest", "delete the image by its digest", "list the tags"],
         "step 3: one tag is left, of an image that is gone")
def _(S):
    reg(S, "reg-a")
    d = push(S, "reg-a", "web", ["v1", "latest"])["digest"]
    S("DELETE", R + "/reg-a/manifests?repo=web&digest=" + d, expect=204)
    t = S("GET", R + "/reg-a/tags?repo=web")["tags"]
    return t == [], t


@mistake("h-reg-refusal-quotes-password", "registry", "secrecy", "REG-19",
         "The refusal of an upstream credential without a username quotes the body, password included.",
         [("registry.go", """		user, err := reqString(q.Username, "username")
		if err != nil {
			return err
		}""", """		user, err := reqString(q.Username, "username")
		if err != nil {
			return bad("invalid credential %s: %v", c.in, err)
		}""")],
         ["set an upstream credential {password} without a username"],
         "the error holds the password", alone=True)
def _(S):
    reg(S, "reg-a")
    r = S("PUT", R + "/reg-a/upstream-credentials/ghcr.io", {"password": "hunter2-secret"})
    return r.status == 400 and "hunter2-secret" not in r.text, r.text


@mistake("h-reg-rule-ids-by-length", "registry", "side effect", "REG-15",
         "The id of a new OIDC rule is the number of rules plus one, so after a deletion two rules have the same id and are deleted together.",
         [("registry.go", "		rule := &OidcRule{c.w.nextRule, fmt.Sprintf", "		rule := &OidcRule{len(r.rules) + 1, fmt.Sprintf")],
         ["create the OIDC rules x and y", "delete the rule x by its id", "create the rule z", "delete the rule z by its id", "list the rules"],
         "step 3: z has the id of y; step 5: y is gone too", alone=True)
def _(S):
    reg(S, "reg-a")
    mk = lambda n: S("POST", R + "/reg-a/oidc-rules", {"name": n, "issuer": "https://ci.example", "audience": "a", "subjectPattern": n, "mode": "pull"}, expect=201)["id"]
    x, y = mk("x"), mk("y")
    S("DELETE", R + "/reg-a/oidc-rules/%d" % x, expect=204)
    z = mk("z")
    S("DELETE", R + "/reg-a/oidc-rules/%d" % z, expect=204)
    l = [r["name"] for r in S("GET", R + "/reg-a/oidc-rules")["rules"]]
    return l == ["y"], (x, y, z, l)


@mistake("h-reg-reserved-is-invalid", "registry", "status", "REG-03",
         "A slug that the platform reserved is refused with 400 like a malformed one instead of 409.",
         [("registry.go", "		if _, other := c.w.registry(r.Slug); other != nil ||", "		if c.w.slugs[r.Slug] == \"reserved\" {\n			return bad(\"slug is reserved\")\n		}\n		if _, other := c.w.registry(r.Slug); other != nil ||")],
         ["event slug-claimed-elsewhere {slug, how: reserved}", "create a registry with the slug"],
         "step 2: 409 when right, 400 when wrong")
def _(S):
    S.ev("slug-claimed-elsewhere", slug="reg-held", how="reserved")
    r = S("POST", R, {"slug": "reg-held"})
    return r.status == 409, r.status


@mistake("h-reg-slug-race", "registry", "concurrency", "REG-03",
         "The lock is given up while the payment method is verified, after the slug was found free, so two creations at once both get it.",
         [("registry.go", "		c.org.Reg.registries = append(c.org.Reg.registries, r)\n", """		c.w.s.mu.Unlock()
		verifyPayment(c.org)
		c.w.s.mu.Lock()
		c.org.Reg.registries = append(c.org.Reg.registries, r)
"""),
          ("registry.go", "func (w *World) mintKey(", """// verifyPayment asks the payment provider about the card.
func verifyPayment(*Org) { time.Sleep(60 * time.Millisecond) }

func (w *World) mintKey(""")],
         ["create the same slug four times in parallel", "list the registries"],
         "step 1: more than one 201; step 2: the slug stands there several times", alone=True)
def _(S):
    rs = S.parallel(*[(("POST", R, {"slug": "reg-race"}), {}) for _ in range(4)])
    st = sorted(r.status for r in rs)
    n = len(S("GET", R)["registries"])
    return st == [201, 409, 409, 409] and n == 1, (st, n)


@mistake("h-reg-logout-by-index", "registry", "side effect", "REG-12",
         "Logging out one credential drops it by its place in the list of the caller's own credentials, so with a colleague's credential before it the wrong one dies.",
         [("registry.go", """		l.revoked = true
		return c.none(204)""", """		own := remove(c.org.Reg.logins, func(x *Login) bool { return x.userID != c.user.ID || x.revoked })
		for i, x := range own {
			if x == l {
				c.org.Reg.logins[i].revoked = true
			}
		}
		return c.none(204)""")],
         ["mint a login credential as the admin", "mint one as the owner", "revoke the owner's as the owner", "use both (event credential-used)"],
         "step 4: the owner's still works and the admin's does not")
def _(S):
    reg(S, "reg-a")
    a = S("POST", "/registry/login", {}, who="adam", expect=201)
    o = S("POST", "/registry/login", {}, expect=201)
    S("DELETE", "/registry/login/" + o["username"], expect=204)
    use = lambda l: S.ev("credential-used", kind="login-credential", secret=l["password"], username=l["username"], registry="reg-a")["accepted"]
    r = (use(a), use(o))
    return r == (True, False), r
