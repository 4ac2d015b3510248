import base64
import http.server
import json
import os
import subprocess
import tempfile
import threading
import time

from kit import mistake, together

R = "registry.go"
REG = "/registry/registries/"


class Issuer:
    """A small OIDC issuer on a local port, with an RSA key of its own."""

    def __init__(self, delay=0):
        self.dir = tempfile.TemporaryDirectory()
        self.pem = os.path.join(self.dir.name, "key.pem")
        subprocess.run(["openssl", "genrsa", "-out", self.pem, "2048"], check=True, capture_output=True, timeout=60)
        n = subprocess.run(["openssl", "rsa", "-in", self.pem, "-noout", "-modulus"], check=True, capture_output=True, text=True, timeout=60).stdout
        jwk = {"kty": "RSA", "kid": "k", "alg": "RS256", "e": "AQAB", "n": self.b64(bytes.fromhex(n.strip().split("=")[1]))}
        me = self

        class H(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                time.sleep(delay)
                out = json.dumps({"issuer": me.url, "jwks_uri": me.url + "/keys"} if "well-known" in self.path else {"keys": [jwk]}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(out)))
                self.end_headers()
                self.wfile.write(out)

            def log_message(self, *a):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H)
        self.url = "http://127.0.0.1:%d" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @staticmethod
    def b64(b):
        return base64.urlsafe_b64encode(b).rstrip(b"=").decode()

    def token(self, sub, aud="ci"):
        part = lambda o: self.b64(json.dumps(o).encode())
        signed = part({"alg": "RS256", "kid": "k"}) + "." + part({"iss": self.url, "sub": sub, "aud": aud, "exp": int(time.time()) + 600})
        sig = subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.pem], input=signed.encode(), check=True, capture_output=True, timeout=60).stdout
        return signed + "." + self.b64(sig)

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.dir.cleanup()


def exchange(s, slug, token):
    return s.raw("POST", "/api/v1/registry/oidc/exchange", {"registry": slug, "token": token})


@mistake("j-registry-slug-taken-at-home-only", ["registry"], "isolation", "REG-03",
         "Whether a slug is taken is looked up among the registries of the acting organization only.",
         True, [(R, "if _, other := c.w.registry(r.Slug); other != nil ||", "if other := c.org.registry(r.Slug); other != nil ||")],
         ["as owner create the registry wanted-slug", "as neighbour (owner of another organization) create the registry wanted-slug"],
         ((201, 409), (201, 201), "The second organization gets 201 instead of 409 for the same slug."))
def _(s):
    f = lambda w: s.api("POST", "/registry/registries", {"slug": "wanted-slug"}, who=w)[0]
    return f("olga"), f("nils")


@mistake("j-registry-payment-first-only", ["registry"], "guard", "REG-04",
         "The payment method is asked for only when the organization has no registry yet.",
         False, [(R, "		if !c.org.Payment {\n", "		if len(c.org.Reg.registries) == 0 && !c.org.Payment {\n")],
         ["as owner create the registry paid-one", 'event payment-method-changes {"organization":"aurora","active":false}', "as owner create the registry unpaid-two"],
         ((201, 402), (201, 201), "Without a payment method the second registry is created (201) instead of refused."))
def _(s):
    f = lambda n: s.api("POST", "/registry/registries", {"slug": n})[0]
    a = f("paid-one")
    s.event("payment-method-changes", {"organization": "aurora", "active": False})
    return a, f("unpaid-two")


@mistake("j-registry-repo-deleted-by-prefix", ["registry"], "side effect", "REG-17",
         "Deleting a repository deletes every repository whose name begins with its name.",
         False, [(R, "r.repos = remove(r.repos, func(y *Repo) bool { return y == x })", "r.repos = remove(r.repos, func(y *Repo) bool { return strings.HasPrefix(y.Name, x.Name) })")],
         ["as owner create the registry trees", "event image-pushed into the repositories shop, shop/web and shopping of it", "delete the repository shop", "list the repositories"],
         (["shop/web", "shopping"], [], "shop/web and shopping are gone too."))
def _(s):
    s.registry("trees")
    for n in ("shop", "shop/web", "shopping"):
        s.push("trees", n, "sha256:" + n[-1], ["v1"])
    s.must("DELETE", REG + "trees/repositories?repo=shop")
    return [r["name"] for r in s.must("GET", REG + "trees/repositories")["repositories"]]


@mistake("j-registry-purge-waits-for-all-tags", ["registry"], "side effect", "REG-11",
         "Purging deletes the image only when the repository has no tag left at all, instead of when the manifest has none.",
         False, [(R, 'if purge == "true" && find(x.tags, func(y *Tag) bool { return y.Digest == t.Digest }) == nil {', 'if purge == "true" && len(x.tags) == 0 {')],
         ["as owner create the registry purged", "event image-pushed: digest sha256:a with tag one, digest sha256:b with tag two, both into the repository app",
          "delete the tag one with purge=true", "list the manifests"],
         ((True, ["sha256:b"]), (False, ["sha256:a", "sha256:b"]), "purged is false and the orphaned manifest sha256:a is still listed."))
def _(s):
    s.registry("purged")
    s.push("purged", "app", "sha256:a", ["one"])
    s.push("purged", "app", "sha256:b", ["two"])
    p = s.must("DELETE", REG + "purged/tags?repo=app&tag=one&purge=true")["purged"]
    return p, [m["digest"] for m in s.must("GET", REG + "purged/manifests?repo=app")["manifests"]]


@mistake("j-registry-purge-refused-too-late", ["registry"], "guard", "REG-11",
         "Whether the caller may purge is checked when the tag is already removed, so that the refused request takes the tag away.",
         False,
         [(R, '		if purge == "true" {\n			if err := c.need("registry.image.admin", r.Slug); err != nil {\n				return err\n			}\n		}\n', ""),
          (R, "			x.dropManifest(x.manifest(t.Digest))\n", '			if err := c.need("registry.image.admin", r.Slug); err != nil {\n				return err\n			}\n			x.dropManifest(x.manifest(t.Digest))\n')],
         ["as owner create the registry guarded", "event image-pushed: digest sha256:a with tag one into the repository app", "as member delete the tag one with purge=true", "list the tags"],
         ((403, ["one"]), (403, []), "After the 403 the tag is gone."))
def _(s):
    s.registry("guarded")
    s.push("guarded", "app", "sha256:a", ["one"])
    st, _ = s.api("DELETE", REG + "guarded/tags?repo=app&tag=one&purge=true", who="mia")
    return st, [t["name"] for t in s.must("GET", REG + "guarded/tags?repo=app")["tags"]]


@mistake("j-registry-image-leaves-second-tag", ["registry"], "side effect", "REG-14",
         "Deleting an image by digest removes only the first of its tags; the others stay and point to nothing.",
         False,
         [(R, "	p.tags = remove(p.tags, func(t *Tag) bool { return t.Digest == m.Digest })\n",
           "	if t := find(p.tags, func(t *Tag) bool { return t.Digest == m.Digest }); t != nil {\n		p.tags = remove(p.tags, func(x *Tag) bool { return x == t })\n	}\n")],
         ["as owner create the registry twotags", "event image-pushed: digest sha256:a with the tags v1 and latest into the repository app", "delete the image sha256:a", "list the tags"],
         ([], ["latest"], "The tag latest of the deleted image is still listed."))
def _(s):
    s.registry("twotags")
    s.push("twotags", "app", "sha256:a", ["v1", "latest"])
    s.must("DELETE", REG + "twotags/manifests?repo=app&digest=sha256:a")
    return [t["name"] for t in s.must("GET", REG + "twotags/tags?repo=app")["tags"]]


@mistake("j-registry-frees-layers-in-use", ["registry"], "side effect", "REG-14",
         "Deleting an image frees all of its layers, also those that another image of the repository still uses.",
         False, [(R, "		x.dropManifest(m)\n", "		x.dropManifest(m)\n		for _, l := range m.Layers {\n			delete(r.layers, l)\n		}\n")],
         ["as owner create the registry layered", "event image-pushed twice into the repository app: sha256:a and sha256:b, both with the layer sha256:base of 5000000 bytes",
          "delete the image sha256:a", "get the registry: usedBytes; list the repositories: sizeBytes"],
         ((5001024, 5001024), (1024, 1024), "usedBytes and sizeBytes no longer count the layer that sha256:b still needs."))
def _(s):
    s.registry("layered")
    for d in "ab":
        s.push("layered", "app", "sha256:" + d, [d], [{"digest": "sha256:base", "sizeBytes": 5000000}])
    s.must("DELETE", REG + "layered/manifests?repo=app&digest=sha256:a")
    return s.must("GET", REG + "layered")["usedBytes"], s.must("GET", REG + "layered/repositories")["repositories"][0]["sizeBytes"]


@mistake("j-registry-pull-only-login-pushes", ["registry"], "guard", "REG-22",
         "The data plane asks whether the owner of a login may push and forgets the mode of the login, so that a pullOnly login pushes.",
         True, [(R, 'if what == "push" && (sc.Mode != "readwrite" || !org.allowed(m.grants(), "registry.image.write", registry, false)) {',
                 'if what == "push" && !org.allowed(m.grants(), "registry.image.write", registry, false) {')],
         ["as owner create the registry readonly", 'mint a login credential {"pullOnly":true}', "authorize it on the data plane for pull and for push"],
         (("pull", 200, 403), ("pull", 200, 200), "The push is allowed although the scope says pull."))
def _(s):
    s.registry("readonly")
    l = s.must("POST", "/registry/login", {"pullOnly": True})
    f = lambda a: s.authorize(l["username"], l["password"], "readonly", action=a)
    return l["scope"][0]["mode"], f("pull"), f("push")


@mistake("j-registry-login-hour-slides", ["registry"], "time", "REG-06",
         "Every use of a login credential starts its hour anew.",
         False, [(R, '			return sc.Mode, ""\n', '			l.ExpiresAt = Time{w.now().Add(loginLife)} // still in use\n			return sc.Mode, ""\n')],
         ["freeze the clock", "as owner create the registry hourly and mint a login credential", "advance 50 minutes and use it for a pull", "advance 20 minutes and use it for a pull"],
         ((200, 401), (200, 200), "70 minutes after minting the credential is still accepted."))
def _(s):
    s.freeze()
    s.registry("hourly")
    l = s.must("POST", "/registry/login", {})
    f = lambda: s.authorize(l["username"], l["password"], "hourly")
    s.advance("PT50M")
    a = f()
    s.advance("PT20M")
    return a, f()


@mistake("j-registry-revocation-waits-for-cache", ["registry"], "time", "REG-12",
         "The data plane remembers for half a minute that a credential was good, and revoking one does not forget it.",
         True,
         [("core.go", "	nextDelivery    int\n", "	nextDelivery    int\n	authorized      map[string]authorized\n"),
          (R, "func (w *World) dataPlane(user, pass, registry, repo, what string) (string, string) {\n",
           "type authorized struct {\n	mode  string\n	until time.Time\n}\n\n"
           "// dataPlane is authorize with a short memory: a pull is hundreds of requests.\nfunc (w *World) dataPlane(user, pass, registry, repo, what string) (string, string) {\n"
           "	key := strings.Join([]string{user, hash(pass), registry, repo, what}, \" \")\n	if a, ok := w.authorized[key]; ok && w.now().Before(a.until) {\n		return a.mode, \"\"\n	}\n"
           "	mode, why := w.authorize(user, pass, registry, repo, what)\n	if why == \"\" {\n		if w.authorized == nil {\n			w.authorized = map[string]authorized{}\n		}\n"
           "		w.authorized[key] = authorized{mode, w.now().Add(30 * time.Second)}\n	}\n	return mode, why\n}\n\n"
           "func (w *World) authorize(user, pass, registry, repo, what string) (string, string) {\n")],
         ["as owner create the registry cached-auth and mint a login credential", "authorize it on the data plane for a pull of the repository app", "revoke the login credential",
          "authorize it again for the same"],
         ((200, 401), (200, 200), "Right after the revocation the credential is still accepted."))
def _(s):
    s.registry("cached-auth")
    l = s.must("POST", "/registry/login", {})
    f = lambda: s.authorize(l["username"], l["password"], "cached-auth")
    a = f()
    s.must("DELETE", "/registry/login/" + l["username"])
    return a, f()


@mistake("j-registry-prefixes-for-pushes-only", ["registry"], "guard", "REG-22",
         "The repository prefixes of a key are checked only when it pushes; it pulls from every repository.",
         True, [(R, '	if len(k.RepoPrefixes) > 0 && repo != "" {\n', '	if what == "push" && len(k.RepoPrefixes) > 0 && repo != "" {\n')],
         ["as owner create the registry prefixed", 'mint a registry key {"name":"ci","mode":"readwrite","repoPrefixes":["team-a/"]}',
          "authorize it on the data plane: push to team-b/app, pull from team-b/app"],
         ((403, 403), (403, 200), "The pull from a repository outside the prefixes is allowed."))
def _(s):
    s.registry("prefixed")
    k = s.must("POST", REG + "prefixed/keys", {"name": "ci", "mode": "readwrite", "repoPrefixes": ["team-a/"]})
    f = lambda a: s.authorize(k["keyId"], k["secret"], "prefixed", "team-b/app", a)
    return f("push"), f("pull")


@mistake("j-registry-oidc-key-of-first-rule", ["registry"], "guard", "REG-21",
         "The exchange checks that some rule matches and then mints the key of the registry's first rule, with that one's mode and prefixes.",
         True, [("oidc.go", "		rule := rules[0]\n", "		rule := reg.rules[0]\n")],
         ["run an OIDC issuer; as owner create the registry cibuilds",
          "create two OIDC rules for the issuer: subjectPattern repo:release mode readwrite, then subjectPattern repo:fork mode pull",
          "exchange an ID token with the subject repo:fork", "list the registry keys: mode"],
         ((201, "pull", "oidc"), (201, "readwrite", "oidc"), "The key minted for the pull rule is readwrite."))
def _(s):
    i = Issuer()
    try:
        s.registry("cibuilds")
        for sub, mode in (("repo:release", "readwrite"), ("repo:fork", "pull")):
            s.must("POST", REG + "cibuilds/oidc-rules", {"issuer": i.url, "audience": "ci", "subjectPattern": sub, "mode": mode})
        st, _ = exchange(s, "cibuilds", i.token("repo:fork"))
        k = s.must("GET", REG + "cibuilds/keys")["keys"][0]
        return st, k["mode"], k["mintedVia"]
    finally:
        i.close()


@mistake("j-registry-oidc-rule-gone-meanwhile", ["registry"], "concurrency", "REG-21",
         "The rule found before the issuer was asked for its keys is used afterwards without looking again, so that a rule deleted in between still mints a key.",
         True,
         [("oidc.go", "		reg, rules := candidates(c.w)\n		if reg == nil || len(rules) == 0 {\n			return fail(403, \"no rule of the registry matches the token\")\n		}\n		rule := rules[0]\n",
           "		rule := rules[0]\n")],
         ["run an OIDC issuer that answers slowly (half a second); as owner create the registry slowci with one OIDC rule for it", "begin to exchange a matching ID token",
          "while the issuer is being asked, delete the rule (204)", "the answer of the exchange; list the registry keys"],
         ((403, 204, 0), (201, 204, 1), "The exchange answers 201 and a key exists, although no rule was left."))
def _(s):
    i = Issuer(delay=0.5)
    try:
        s.registry("slowci")
        r = s.must("POST", REG + "slowci/oidc-rules", {"issuer": i.url, "audience": "ci", "subjectPattern": "repo:*", "mode": "pull"})
        t = i.token("repo:x")
        a, b = together((0, lambda: exchange(s, "slowci", t)[0]), (0.3, lambda: s.api("DELETE", REG + "slowci/oidc-rules/%d" % r["id"])[0]))
        return a, b, len(s.must("GET", REG + "slowci/keys")["keys"])
    finally:
        i.close()


@mistake("j-registry-display-name-left-out", ["registry"], "schema", "REG-02",
         "A registry created without a displayName has none in the answer and in the list.",
         True, [(R, '`json:"displayName"`', '`json:"displayName,omitempty"`'), (R, "DisplayName: *q.Slug, Region", "Region")],
         ['as owner create a registry {"slug":"nameless"}', "the answer; list the registries"],
         ((True, True), (False, False), "The required field displayName is absent in both."))
def _(s):
    a = s.must("POST", "/registry/registries", {"slug": "nameless"})
    return "displayName" in a, "displayName" in s.must("GET", "/registry/registries")["registries"][0]


@mistake("j-registry-untagged-manifest-null-tags", ["registry"], "schema", "REG-13",
         "tags of an untagged manifest is null instead of an empty array.",
         False, [(R, "			tags := []string{}\n", "			var tags []string\n")],
         ["as owner create the registry untagged", "event image-pushed: digest sha256:a with tag one into the repository app", "delete the tag one (without purge)", "list the manifests: tags"],
         ([], None, "tags is null."))
def _(s):
    s.registry("untagged")
    s.push("untagged", "app", "sha256:a", ["one"])
    s.must("DELETE", REG + "untagged/tags?repo=app&tag=one")
    return s.must("GET", REG + "untagged/manifests?repo=app")["manifests"][0]["tags"]


@mistake("j-registry-empty-without-tags", ["registry"], "guard", "REG-07",
         "A registry counts as empty when none of its repositories has a tag, so that it can be deleted with untagged images in it.",
         False, [(R, "		if len(r.repos) > 0 {\n", "		if find(r.repos, func(x *Repo) bool { return len(x.tags) > 0 }) != nil {\n")],
         ["as owner create the registry notempty", "event image-pushed: digest sha256:a with tag one into the repository app", "delete the registry (409)", "delete the tag one (without purge)",
          "delete the registry"],
         ((409, 409), (409, 204), "The registry with a repository and an untagged image is deleted."))
def _(s):
    s.registry("notempty")
    s.push("notempty", "app", "sha256:a", ["one"])
    a = s.api("DELETE", REG + "notempty")[0]
    s.must("DELETE", REG + "notempty/tags?repo=app&tag=one")
    return a, s.api("DELETE", REG + "notempty")[0]


@mistake("j-registry-upstream-password-masked-in-a-copy", ["registry"], "secrecy", "REG-19",
         "The list of upstream credentials blanks the passwords in the loop variable, which is a copy, and then answers the unblanked list.",
         True,
         [(R, "	password  string\n}", "	Password  string `json:\"password,omitempty\"`\n}"), (R, "u.Username, u.password = user, *q.Password", "u.Username, u.Password = user, *q.Password"),
          ("credentials.go", "hash(u.password)", "hash(u.Password)"),
          (R, '		return c.json(200, obj{"upstreamCredentials": lst(r.upstreams)})\n',
           '		l := make([]UpstreamCredential, 0, len(r.upstreams))\n		for _, u := range r.upstreams {\n			l = append(l, *u)\n		}\n		for _, u := range l {\n			u.Password = "" // write-only\n		}\n'
           '		return c.json(200, obj{"upstreamCredentials": l})\n')],
         ["as owner create the registry mirrored", 'set the upstream credential of docker.io {"username":"acme","password":"hunter2-very-secret"}', "list the upstream credentials"],
         (False, True, "The list shows the password."))
def _(s):
    s.registry("mirrored")
    s.must("PUT", REG + "mirrored/upstream-credentials/docker.io", {"username": "acme", "password": "hunter2-very-secret"})
    return "hunter2-very-secret" in json.dumps(s.must("GET", REG + "mirrored/upstream-credentials"))


@mistake("j-registry-rule-id-by-length", ["registry"], "side effect", "REG-15",
         "The id of a new OIDC rule is the number of rules plus one, so that after a deletion it is that of another rule, and deleting it deletes both.",
         True,
         [(R, '		c.w.nextRule++\n		rule := &OidcRule{c.w.nextRule, fmt.Sprintf("rule %d", c.w.nextRule), ', '		id := len(r.rules) + 1\n		rule := &OidcRule{id, fmt.Sprintf("rule %d", id), ')],
         ["as owner create the registry ruled and the OIDC rules a and b", "delete the rule a", "create the rule c", "delete the rule c by its id", "list the rules"],
         (["b"], [], "The rule b is gone as well; c had its id."))
def _(s):
    s.registry("ruled")
    f = lambda n: s.must("POST", REG + "ruled/oidc-rules", {"name": n, "issuer": "https://ci.example", "audience": "ci", "subjectPattern": n, "mode": "pull"})["id"]
    d = lambda i: s.must("DELETE", REG + "ruled/oidc-rules/%d" % i)
    a, _ = f("a"), f("b")
    d(a)
    d(f("c"))
    return [r["name"] for r in s.must("GET", REG + "ruled/oidc-rules")["rules"]]


@mistake("j-registry-login-stops-at-first-gap", ["registry", "tokens"], "guard", "REG-06",
         "Collecting the registries of a login stops at the first one that the caller may not read, instead of going on to the next.",
         True,
         [(R, '			if !c.can("registry.image.read", r.Slug) {\n				continue\n', '			if !c.can("registry.image.read", r.Slug) {\n				break\n')],
         ["as owner create the registries hidden-first and open-second", 'POST /api/v1/tokens {"name":"narrow","scope":[{"role":"registry.viewer","resourceIds":["open-second"]}]}',
          "with the new token as credential mint a login credential"],
         ((201, ["open-second"]), (403, None), "The login is refused with 403 instead of covering open-second."))
def _(s):
    s.registry("hidden-first")
    s.registry("open-second")
    t = s.must("POST", "/tokens", {"name": "narrow", "scope": [{"role": "registry.viewer", "resourceIds": ["open-second"]}]})
    st, out = s.api("POST", "/registry/login", {}, key=t["key"])
    return st, [x["registry"] for x in out["scope"]] if st == 201 else None


@mistake("j-registry-logout-of-strangers", ["registry"], "isolation", "GEN-04",
         "A login credential to revoke is looked for in all organizations, so that an admin of another organization can revoke it.",
         True,
         [(R, "		l := find(c.org.Reg.logins, func(l *Login) bool {\n", "		all := []*Login{}\n		for _, o := range c.w.orgs {\n			all = append(all, o.Reg.logins...)\n		}\n		l := find(all, func(l *Login) bool {\n")],
         ["as owner create the registry ours and mint a login credential", "as neighbour (owner of another organization) revoke it by its keyId", "authorize it on the data plane for a pull"],
         ((404, 200), (204, 401), "The neighbour gets 204, and the credential no longer works."))
def _(s):
    s.registry("ours")
    l = s.must("POST", "/registry/login", {})
    a = s.api("DELETE", "/registry/login/" + l["username"], who="nils")[0]
    return a, s.authorize(l["username"], l["password"], "ours")
