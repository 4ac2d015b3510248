package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	_ "crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

type layer struct {
	digest string
	size   int64
}
type manifest struct {
	digest, media string
	size          int64
	layers        []layer
	created       time.Time
	seq           int
}

func (m *manifest) total() int64 {
	n := m.size
	seen := map[string]bool{}
	for _, l := range m.layers {
		if !seen[l.digest] {
			seen[l.digest] = true
			n += l.size
		}
	}
	return n
}

type tag struct {
	name, digest string
	updated      time.Time
}
type repo struct {
	name      string
	created   time.Time
	manifests []*manifest
	tags      []*tag
}

func (r *repo) manifest(d string) *manifest {
	for _, m := range r.manifests {
		if m.digest == d {
			return m
		}
	}
	return nil
}
func (r *repo) tag(n string) *tag {
	for _, t := range r.tags {
		if t.name == n {
			return t
		}
	}
	return nil
}
func (r *repo) tagsOf(d string) []string {
	out := []string{}
	for _, t := range r.tags {
		if t.digest == d {
			out = append(out, t.name)
		}
	}
	sort.Strings(out)
	return out
}
func (r *repo) blobs(into map[string]int64) {
	for _, m := range r.manifests {
		into[m.digest] = m.size
		for _, l := range m.layers {
			into[l.digest] = l.size
		}
	}
}

// Registry holds repositories, rules and upstream credentials.
type Registry struct {
	id, slug, org, display, region string
	quota, used                    int64
	created                        time.Time
	deleted                        bool
	repos                          []*repo
	gone                           map[string]bool
	rules                          []*Rule
	upstream                       map[string]*UpCred
}

// Rule is an OIDC access rule.
type Rule struct {
	id                                    int
	name, issuer, audience, pattern, mode string
	prefixes                              []string
	created                               time.Time
}

// UpCred is a customer's login at an upstream.
type UpCred struct {
	host, user, pass string
	created          time.Time
}

// RegKey is a registry key.
type RegKey struct {
	id, name, secret, mode, via string
	prefixes                    []string
	reg                         *Registry
	rule                        int
	created                     time.Time
	expires, used, revoked      time.Time
}

// Login is a minted org login credential.
type Login struct {
	user, pass string
	by         *User
	org        string
	expires    time.Time
	scope      []loginScope
	revoked    bool
}
type loginScope struct {
	reg  *Registry
	mode string
}

var upstreams = [][2]string{{"docker.io", "https://registry-1.docker.io"}, {"ghcr.io", "https://ghcr.io"}, {"quay.io", "https://quay.io"}, {"gcr.io", "https://gcr.io"},
	{"registry.k8s.io", "https://registry.k8s.io"}, {"public.ecr.aws", "https://public.ecr.aws"}, {"mcr.microsoft.com", "https://mcr.microsoft.com"}}

const dataHost = "cr.summit-cloud.example"

var reservedSlugs = []string{"default", "kube-system", "kube-public", "system", "library", "public", "admin", "api"}
var slugForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9._-]{0,126}[a-z0-9])?$`)

func (w *World) newRegistry(o *Org, slug, display, region string) *Registry {
	r := &Registry{id: ulid(w.now()), slug: slug, org: o.slug, display: display, region: region, quota: 1 << 40, created: w.now(), gone: map[string]bool{}, upstream: map[string]*UpCred{}}
	w.registries = append(w.registries, r)
	return r
}
func (r *Registry) repo(n string) *repo {
	for _, x := range r.repos {
		if x.name == n {
			return x
		}
	}
	return nil
}
func (r *Registry) usage() int64 {
	b := map[string]int64{}
	for _, x := range r.repos {
		x.blobs(b)
	}
	var n int64
	for _, s := range b {
		n += s
	}
	return n
}

// reconcile counts usage and drops repositories that lost their last image, a second later.
func (w *World) reconcileRegistry(r *Registry) {
	w.after(time.Second, "registry-usage", r.slug, func() {
		left := []*repo{}
		for _, x := range r.repos {
			if len(x.manifests) > 0 {
				left = append(left, x)
			} else {
				r.gone[x.name] = true
			}
		}
		r.repos = left
		r.used = r.usage()
	})
}

// push stores an image; it answers the digest, the layers and the bytes that were added.
func (w *World) push(r *Registry, name string, tags []string, digest, media string, msize int64, layers []layer, at time.Time) (*manifest, int64) {
	if media == "" {
		media = "application/vnd.oci.image.manifest.v1+json"
	}
	if msize <= 0 {
		msize = 1800
	}
	for i := range layers {
		if layers[i].digest == "" {
			layers[i].digest = "sha256:" + random(64, "0123456789abcdef")
		}
	}
	if digest == "" {
		h := sha256.New()
		for _, l := range layers {
			h.Write([]byte(l.digest))
		}
		h.Write([]byte(media + strconv.FormatInt(msize, 10)))
		digest = "sha256:" + hex.EncodeToString(h.Sum(nil))
	}
	before := map[string]int64{}
	for _, x := range r.repos {
		x.blobs(before)
	}
	var add int64
	if _, is := before[digest]; !is {
		add += msize
	}
	before[digest] = msize
	for i, l := range layers {
		if s, is := before[l.digest]; is {
			layers[i].size = s
			continue
		}
		before[l.digest] = l.size
		add += l.size
	}
	if add > 0 && r.usage()+add > r.quota {
		fail(409, "the push would exceed the storage quota of %s", r.slug)
	}
	x := r.repo(name)
	if x == nil {
		x = &repo{name: name, created: at}
		r.repos = append(r.repos, x)
	}
	m := x.manifest(digest)
	if m == nil {
		m = &manifest{digest, media, msize, layers, at, w.next()}
		x.manifests = append(x.manifests, m)
	}
	for _, t := range tags {
		if old := x.tag(t); old != nil {
			old.digest, old.updated = digest, at
		} else {
			x.tags = append(x.tags, &tag{t, digest, at})
		}
	}
	w.reconcileRegistry(r)
	return m, add
}

func (c *Ctx) registry(tier, res string) *Registry {
	slug := strings.ToLower(c.p["slug"])
	for _, r := range c.w.registries {
		if r.slug == slug && r.org == c.org.slug && !r.deleted {
			if !c.can("registry", "registry", "read", slug) && !c.can("registry", res, tier, slug) {
				if c.canSome("registry", "registry", "read") {
					break
				}
				fail(403, "this needs the permission registry.%s.%s", res, tier)
			}
			c.need("registry", res, tier, slug)
			return r
		}
	}
	if !c.canSome("registry", "registry", "read") {
		fail(403, "this needs the permission registry.%s.%s", res, tier)
	}
	fail(404, "there is no registry %s", slug)
	return nil
}
func (c *Ctx) need1(k string) string {
	v := c.query(k)
	if v == "" {
		fail(400, "the query parameter %s is required", k)
	}
	return v
}
func regView(r *Registry) J {
	return J{"slug": r.slug, "displayName": r.display, "region": r.region, "storageQuotaBytes": r.quota, "createdAt": ts(r.created)}
}
func (k *RegKey) view() J {
	v := J{"keyId": k.id, "name": k.name, "mode": k.mode, "repoPrefixes": k.prefixes, "mintedVia": k.via, "createdAt": ts(k.created)}
	for n, t := range map[string]time.Time{"expiresAt": k.expires, "lastUsedAt": k.used, "revokedAt": k.revoked} {
		if !t.IsZero() {
			v[n] = ts(t)
		}
	}
	return v
}
func (r *Rule) view() J {
	return J{"id": r.id, "name": r.name, "issuer": r.issuer, "audience": r.audience, "subjectPattern": r.pattern, "mode": r.mode, "repoPrefixes": r.prefixes, "createdAt": ts(r.created)}
}

// prefixes are compared by path segment
func prefixed(prefixes []string, name string) bool {
	if len(prefixes) == 0 {
		return true
	}
	for _, p := range prefixes {
		p = strings.TrimSuffix(strings.TrimSuffix(p, "*"), "/")
		if p == "" || name == p || strings.HasPrefix(name, p+"/") {
			return true
		}
	}
	return false
}

// dataPlane says whether a username and password may do something to a repository.
func (w *World) dataPlane(user, pass, slug, name, action string) (bool, int, string) {
	now := w.now()
	var reg *Registry
	for _, r := range w.registries {
		if r.slug == strings.ToLower(slug) && !r.deleted {
			reg = r
		}
	}
	for _, k := range w.regKeys {
		if k.secret != pass {
			continue
		}
		switch {
		case !k.revoked.IsZero():
			return false, 401, "the key is revoked"
		case !k.expires.IsZero() && !now.Before(k.expires):
			return false, 401, "the key has expired"
		case k.reg.deleted:
			return false, 401, "the registry of the key is deleted"
		case slug != "" && k.reg != reg:
			return false, 403, "the key is for another registry"
		case action != "pull" && k.mode != "readwrite":
			return false, 403, "the key may only pull"
		case name != "" && !prefixed(k.prefixes, name):
			return false, 403, "the repository is outside the prefixes of the key"
		}
		k.used = now
		return true, 200, ""
	}
	for _, l := range w.logins {
		if l.pass != pass || (user != "" && l.user != user) {
			continue
		}
		if l.revoked {
			return false, 401, "the credential is revoked"
		}
		if !now.Before(l.expires) {
			return false, 401, "the credential has expired"
		}
		if slug == "" {
			return true, 200, ""
		}
		for _, s := range l.scope {
			if s.reg == reg && !s.reg.deleted {
				if action != "pull" && s.mode != "readwrite" {
					return false, 403, "the credential may only pull"
				}
				return true, 200, ""
			}
		}
		return false, 403, "the credential does not cover this registry"
	}
	return false, 401, "unknown username or password"
}

func registryRoutes() {
	const base = "/api/v1/registry/instances"
	on("GET", "/api/v1/registry/pull-through/upstreams", func(c *Ctx) Resp {
		c.needSome("registry", "registry", "read")
		out := []J{}
		for _, u := range upstreams {
			out = append(out, J{"host": u[0], "endpoint": u[1]})
		}
		return ok(J{"upstreams": out})
	})
	on("GET", base, func(c *Ctx) Resp {
		c.needSome("registry", "registry", "read")
		out := []J{}
		for _, r := range c.w.registries {
			if r.org == c.org.slug && !r.deleted && c.can("registry", "registry", "read", r.slug) {
				out = append(out, regView(r))
			}
		}
		return ok(J{"registries": out})
	})
	on("POST", base, func(c *Ctx) Resp {
		c.need("registry", "registry", "write", "")
		slug := strings.ToLower(c.body.str("slug"))
		if !slugForm.MatchString(slug) {
			invalid("slug must be lower-case letters, digits, dots, dashes and underscores")
		}
		display, _ := c.body.opt("displayName")
		region, _ := c.body.opt("region")
		region = strings.ToLower(region)
		if region == "" {
			region = "us-east-1"
		}
		if display == "" {
			display = "Registry " + slug
		}
		if !c.org.paying {
			fail(402, "an active payment method is required")
		}
		if has(reservedSlugs, slug) || c.w.slugs[slug] != "" {
			fail(409, "the slug %s is taken or reserved", slug)
		}
		for _, r := range c.w.registries {
			if r.slug == slug {
				fail(409, "the slug %s is taken", slug)
			}
		}
		return created(regView(c.w.newRegistry(c.org, slug, display, region)))
	})
	on("GET", base+"/{slug}", func(c *Ctx) Resp {
		r := c.registry("read", "registry")
		return ok(J{"slug": r.slug, "region": r.region, "storageQuotaBytes": r.quota, "usedBytes": r.used, "repositoryCount": len(r.repos), "createdAt": ts(r.created)})
	})
	on("DELETE", base+"/{slug}", func(c *Ctx) Resp {
		slug := strings.ToLower(c.p["slug"])
		for _, r := range c.w.registries {
			if r.slug == slug && r.org == c.org.slug && r.deleted {
				c.need("registry", "registry", "admin", slug)
				return done("Registry", slug)
			}
		}
		r := c.registry("admin", "registry")
		if len(r.repos) > 0 {
			fail(409, "the registry still has repositories; delete them first")
		}
		r.deleted = true
		for _, k := range c.w.regKeys {
			if k.reg == r && k.revoked.IsZero() {
				k.revoked = c.w.now()
			}
		}
		return Resp{status: 202, body: J{"kind": "Status", "status": "Success", "details": J{"kind": "Registry", "name": slug}}}
	})
	on("POST", "/api/v1/registry/docker-login", func(c *Ctx) Resp {
		want, given := c.body.opt("registry")
		want = strings.ToLower(want)
		pull, _ := c.body.optBool("pullOnly")
		if !c.canSome("registry", "repository", "read") {
			fail(403, "you have no registry access")
		}
		l := &Login{user: ulid(c.w.now()), pass: secretOf("swlogin_"), by: c.user, org: c.org.slug, expires: c.w.now().Add(time.Hour)}
		scope := []J{}
		for _, r := range c.w.registries {
			if r.org != c.org.slug || r.deleted || (given && want != "" && r.slug != want) || !c.can("registry", "repository", "read", r.slug) {
				continue
			}
			mode := "pull"
			if !pull && c.can("registry", "repository", "write", r.slug) {
				mode = "readwrite"
			}
			l.scope = append(l.scope, loginScope{r, mode})
			scope = append(scope, J{"registry": r.slug, "mode": mode})
		}
		if len(scope) == 0 {
			if given && want != "" {
				fail(404, "there is no registry %s within your reach", want)
			}
			fail(403, "you have no registry access")
		}
		c.w.logins = append(c.w.logins, l)
		host := dataHost
		if given && want != "" {
			host += "/" + want
		}
		return ok(J{"username": l.user, "password": l.pass, "expiresAt": ts(l.expires), "registry": host, "scope": scope})
	})
	on("POST", "/api/v1/registry/docker-login/{keyId}/revoke", func(c *Ctx) Resp {
		for _, l := range c.w.logins {
			if l.user == c.id("keyId") && l.org == c.org.slug {
				if l.by != c.user && !c.manager() {
					fail(403, "somebody else minted this credential")
				}
				l.revoked = true
				return done("LoginCredential", l.user)
			}
		}
		fail(404, "there is no such login credential")
		return Resp{}
	})
	on("GET", base+"/{slug}/repos", func(c *Ctx) Resp {
		r := c.registry("read", "repository")
		out := []J{}
		for _, x := range r.repos {
			b := map[string]int64{}
			x.blobs(b)
			var n int64
			for _, s := range b {
				n += s
			}
			out = append(out, J{"name": x.name, "tagCount": len(x.tags), "sizeBytes": n, "createdAt": ts(x.created)})
		}
		return ok(J{"repositories": out})
	})
	on("DELETE", base+"/{slug}/repos", func(c *Ctx) Resp {
		r := c.registry("write", "repository")
		name := c.need1("repo")
		if r.repo(name) == nil {
			if r.gone[name] {
				return done("Repository", name)
			}
			fail(404, "there is no repository %s", name)
		}
		left := []*repo{}
		for _, x := range r.repos {
			if x.name != name {
				left = append(left, x)
			}
		}
		r.repos = left
		r.gone[name] = true
		c.w.reconcileRegistry(r)
		return done("Repository", name)
	})
	on("GET", base+"/{slug}/tags", func(c *Ctx) Resp {
		r := c.registry("read", "repository")
		out := []J{}
		if x := r.repo(c.need1("repo")); x != nil {
			l := append([]*tag{}, x.tags...)
			sort.Slice(l, func(i, j int) bool { return l[i].name < l[j].name })
			for _, t := range l {
				out = append(out, J{"name": t.name, "digest": t.digest, "manifestSize": x.manifest(t.digest).size, "updatedAt": ts(t.updated)})
			}
		}
		return ok(J{"tags": out})
	})
	on("DELETE", base+"/{slug}/tags", func(c *Ctx) Resp {
		r := c.registry("write", "repository")
		name, tg := c.need1("repo"), c.need1("tag")
		purge := false
		switch strings.ToLower(c.query("purge")) {
		case "true", "1", "yes", "on":
			purge = true
		case "", "false", "0", "no", "off":
		default:
			fail(400, "purge must be true or false")
		}
		x := r.repo(name)
		if x == nil || x.tag(tg) == nil {
			fail(404, "there is no tag %s in %s", tg, name)
		}
		digest := x.tag(tg).digest
		last := len(x.tagsOf(digest)) == 1
		if purge && last {
			c.need("registry", "repository", "admin", r.slug)
		}
		x.dropTags(func(t *tag) bool { return t.name == tg })
		purged := purge && last
		if purged {
			x.dropManifest(digest)
			c.w.reconcileRegistry(r)
		}
		return ok(J{"purged": purged})
	})
	on("GET", base+"/{slug}/manifests", func(c *Ctx) Resp {
		r := c.registry("read", "repository")
		out := []J{}
		if x := r.repo(c.need1("repo")); x != nil {
			for i := len(x.manifests) - 1; i >= 0; i-- {
				m := x.manifests[i]
				out = append(out, J{"digest": m.digest, "mediaType": m.media, "sizeBytes": m.total(), "tags": x.tagsOf(m.digest), "createdAt": ts(m.created)})
			}
		}
		return ok(J{"manifests": out})
	})
	on("DELETE", base+"/{slug}/manifests", func(c *Ctx) Resp {
		r := c.registry("write", "repository")
		x, d := r.repo(c.need1("repo")), c.need1("digest")
		if x == nil || x.manifest(d) == nil {
			fail(404, "there is no image %s", d)
		}
		x.dropTags(func(t *tag) bool { return t.digest == d })
		x.dropManifest(d)
		c.w.reconcileRegistry(r)
		return done("Manifest", d)
	})
	on("GET", base+"/{slug}/keys", func(c *Ctx) Resp {
		r := c.registry("read", "key")
		out := []J{}
		for i := len(c.w.regKeys) - 1; i >= 0; i-- {
			if k := c.w.regKeys[i]; k.reg == r {
				out = append(out, k.view())
			}
		}
		return ok(J{"keys": out})
	})
	on("POST", base+"/{slug}/keys", func(c *Ctx) Resp {
		r := c.registry("admin", "key")
		k := &RegKey{id: ulid(c.w.now()), name: c.body.str("name"), mode: c.body.enum("mode", "pull", "readwrite"), via: "manual", secret: secretOf("swkey_"), reg: r, created: c.w.now()}
		k.prefixes, _ = c.body.optStrs("repoPrefixes")
		c.w.regKeys = append(c.w.regKeys, k)
		return ok(J{"keyId": k.id, "secret": k.secret})
	})
	on("DELETE", base+"/{slug}/keys/{keyId}", func(c *Ctx) Resp {
		r := c.registry("admin", "key")
		for _, k := range c.w.regKeys {
			if k.reg == r && k.id == c.id("keyId") {
				if k.revoked.IsZero() {
					k.revoked = c.w.now()
				}
				return ok(k.view())
			}
		}
		fail(404, "there is no such key")
		return Resp{}
	})
	on("GET", base+"/{slug}/federation", func(c *Ctx) Resp {
		r := c.registry("read", "rule")
		out := []J{}
		for _, x := range r.rules {
			out = append(out, x.view())
		}
		return ok(J{"rules": out})
	})
	on("POST", base+"/{slug}/federation", func(c *Ctx) Resp {
		r := c.registry("admin", "rule")
		x := &Rule{issuer: webURL("issuer", c.body.str("issuer")), audience: c.body.str("audience"), pattern: c.body.str("subjectPattern"), mode: c.body.enum("mode", "pull", "readwrite"), created: c.w.now()}
		x.name, _ = c.body.opt("name")
		x.prefixes, _ = c.body.optStrs("repoPrefixes")
		for _, o := range r.rules {
			if o.issuer == x.issuer && o.audience == x.audience && o.pattern == x.pattern && o.mode == x.mode && strings.Join(o.prefixes, "\n") == strings.Join(x.prefixes, "\n") && (x.name == o.name || (x.name == "" && o.name == "rule-"+strconv.Itoa(o.id))) {
				return ok(o.view())
			}
		}
		c.w.ruleSeq++
		x.id = 1000 + c.w.ruleSeq
		if x.name == "" {
			x.name = "rule-" + strconv.Itoa(x.id)
		}
		r.rules = append(r.rules, x)
		return ok(x.view())
	})
	on("DELETE", base+"/{slug}/federation/{id}", func(c *Ctx) Resp {
		r := c.registry("admin", "rule")
		for i, x := range r.rules {
			if strconv.Itoa(x.id) == c.p["id"] {
				r.rules = append(append([]*Rule{}, r.rules[:i]...), r.rules[i+1:]...)
				for _, k := range c.w.regKeys {
					if k.reg == r && k.rule == x.id && k.revoked.IsZero() {
						k.revoked = c.w.now()
					}
				}
				return done("OidcRule", c.p["id"])
			}
		}
		fail(404, "there is no such rule")
		return Resp{}
	})
	on("GET", base+"/{slug}/mirror-logins", func(c *Ctx) Resp {
		r := c.registry("read", "upstream")
		out := []J{}
		for _, h := range keys(r.upstream) {
			u := r.upstream[h]
			out = append(out, J{"upstream": u.host, "username": u.user, "createdAt": ts(u.created)})
		}
		return ok(J{"upstreamCredentials": out})
	})
	on("POST", base+"/{slug}/mirror-logins/{host}", func(c *Ctx) Resp {
		r := c.registry("write", "upstream")
		h := upstreamHost(c.p["host"])
		u := &UpCred{host: h, user: c.body.str("username"), created: c.w.now()}
		u.pass, _ = c.body.optRaw("password")
		if u.pass == "" {
			invalid("password is required")
		}
		if old := r.upstream[h]; old != nil {
			u.created = old.created
		}
		r.upstream[h] = u
		return ok(J{"upstream": h, "username": u.user})
	})
	on("DELETE", base+"/{slug}/mirror-logins/{host}", func(c *Ctx) Resp {
		r := c.registry("write", "upstream")
		h := upstreamHost(c.p["host"])
		delete(r.upstream, h)
		return done("UpstreamCredential", h)
	})
	on("POST", "/api/v1/registry/data-plane/check", func(c *Ctx) Resp {
		pass, _ := c.body.optRaw("password")
		if pass == "" {
			fail(401, "a username and a password are required")
		}
		user, _ := c.body.optRaw("username")
		reg, rep := c.body.str("registry"), c.body.str("repository")
		yes, status, why := c.w.dataPlane(user, pass, reg, rep, c.body.enum("action", "pull", "push", "delete"))
		if status == 401 {
			fail(401, "%s", why)
		}
		out := J{"allowed": yes}
		if why != "" {
			out["reason"] = why
		}
		return ok(out)
	}).public = true
	x := on("POST", "/api/v1/registry/federation/exchange", exchange)
	x.public, x.nolock = true, true
}

func (x *repo) dropTags(f func(*tag) bool) {
	left := []*tag{}
	for _, t := range x.tags {
		if !f(t) {
			left = append(left, t)
		}
	}
	x.tags = left
}
func (x *repo) dropManifest(d string) {
	left := []*manifest{}
	for _, m := range x.manifests {
		if m.digest != d {
			left = append(left, m)
		}
	}
	x.manifests = left
}
func upstreamHost(h string) string {
	h = strings.ToLower(strings.TrimSpace(h))
	for _, u := range upstreams {
		if u[0] == h {
			return h
		}
	}
	invalid("%s is not an upstream of the catalog", h)
	return ""
}

// globMatch reads * as any text and ? as one character; the whole subject must match.
func globMatch(p, s string) bool {
	re := regexp.QuoteMeta(p)
	re = strings.ReplaceAll(strings.ReplaceAll(re, `\*`, `.*`), `\?`, `.`)
	ok, _ := regexp.MatchString(`^(?s:`+re+`)$`, s)
	return ok
}

// exchange trades an ID token for a short-lived key. The issuer's keys are fetched outside the lock.
func exchange(c *Ctx) Resp {
	slug := strings.ToLower(c.body.str("registry"))
	token := c.body.str("token")
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		fail(401, "the token is not a JWT")
	}
	var head struct{ Alg, Kid string }
	var claims map[string]any
	hb, e1 := base64.RawURLEncoding.DecodeString(parts[0])
	cb, e2 := base64.RawURLEncoding.DecodeString(parts[1])
	sig, e3 := base64.RawURLEncoding.DecodeString(parts[2])
	if e1 != nil || e2 != nil || e3 != nil || json.Unmarshal(hb, &head) != nil || json.Unmarshal(cb, &claims) != nil {
		fail(401, "the token cannot be read")
	}
	iss, _ := claims["iss"].(string)
	sub, _ := claims["sub"].(string)
	auds := []string{}
	switch a := claims["aud"].(type) {
	case string:
		auds = []string{a}
	case []any:
		for _, v := range a {
			if s, is := v.(string); is {
				auds = append(auds, s)
			}
		}
	}
	find := func(w *World) (*Registry, *Rule) {
		for _, r := range w.registries {
			if r.slug != slug || r.deleted {
				continue
			}
			for i := len(r.rules) - 1; i >= 0; i-- {
				x := r.rules[i]
				if strings.TrimSuffix(x.issuer, "/") == strings.TrimSuffix(iss, "/") && has(auds, x.audience) && globMatch(x.pattern, sub) {
					return r, x
				}
			}
		}
		return nil, nil
	}
	mu.Lock()
	_, x := find(W)
	mu.Unlock()
	if x == nil {
		fail(403, "no access rule matches this token")
	}
	if !verifyJWT(iss, head.Alg, head.Kid, parts[0]+"."+parts[1], sig) {
		fail(401, "the signature of the token cannot be verified")
	}
	mu.Lock()
	defer mu.Unlock()
	w := W
	now := w.now()
	exp, is := claims["exp"].(float64)
	if !is || now.After(time.Unix(int64(exp), 0).Add(30*time.Second)) {
		fail(401, "the token has expired")
	}
	if nbf, is := claims["nbf"].(float64); is && now.Before(time.Unix(int64(nbf), 0).Add(-time.Minute)) {
		fail(401, "the token is not valid yet")
	}
	r, x := find(w)
	if x == nil {
		fail(403, "no access rule matches this token")
	}
	k := &RegKey{id: ulid(now), name: x.name, mode: x.mode, via: "oidc", secret: secretOf("swkey_"), reg: r, rule: x.id, prefixes: x.prefixes, created: now, expires: now.Add(30 * time.Minute)}
	w.regKeys = append(w.regKeys, k)
	return created(J{"keyId": k.id, "secret": k.secret, "mode": k.mode, "expiresAt": ts(k.expires)})
}

func getJSON(u string, into any) bool {
	cl := &http.Client{Timeout: 4 * time.Second}
	r, err := cl.Get(u)
	if err != nil {
		return false
	}
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	return err == nil && r.StatusCode == 200 && json.Unmarshal(b, into) == nil
}

type jwk struct{ Kty, Kid, Crv, N, E, X, Y, Use string }

func verifyJWT(iss, alg, kid, signed string, sig []byte) bool {
	var conf struct {
		Issuer  string
		JwksURI string `json:"jwks_uri"`
	}
	if !getJSON(strings.TrimSuffix(iss, "/")+"/.well-known/openid-configuration", &conf) || conf.JwksURI == "" {
		return false
	}
	if conf.Issuer != "" && strings.TrimSuffix(conf.Issuer, "/") != strings.TrimSuffix(iss, "/") {
		return false
	}
	var set struct{ Keys []jwk }
	if !getJSON(conf.JwksURI, &set) {
		return false
	}
	num := func(s string) *big.Int {
		b, _ := base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
		return new(big.Int).SetBytes(b)
	}
	hash := crypto.Hash(0)
	if len(alg) == 5 {
		switch alg[2:] {
		case "256":
			hash = crypto.SHA256
		case "384":
			hash = crypto.SHA384
		case "512":
			hash = crypto.SHA512
		}
	}
	var sum []byte
	if hash != 0 {
		h := hash.New()
		h.Write([]byte(signed))
		sum = h.Sum(nil)
	}
	for _, k := range set.Keys {
		if kid != "" && k.Kid != "" && k.Kid != kid {
			continue
		}
		switch {
		case k.Kty == "RSA" && hash != 0 && strings.HasPrefix(alg, "RS"):
			if rsa.VerifyPKCS1v15(&rsa.PublicKey{N: num(k.N), E: int(num(k.E).Int64())}, hash, sum, sig) == nil {
				return true
			}
		case k.Kty == "RSA" && hash != 0 && strings.HasPrefix(alg, "PS"):
			if rsa.VerifyPSS(&rsa.PublicKey{N: num(k.N), E: int(num(k.E).Int64())}, hash, sum, sig, nil) == nil {
				return true
			}
		case k.Kty == "EC" && hash != 0 && strings.HasPrefix(alg, "ES") && len(sig)%2 == 0:
			curve := map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521()}[k.Crv]
			if curve == nil {
				continue
			}
			h := len(sig) / 2
			if ecdsa.Verify(&ecdsa.PublicKey{Curve: curve, X: num(k.X), Y: num(k.Y)}, sum, new(big.Int).SetBytes(sig[:h]), new(big.Int).SetBytes(sig[h:])) {
				return true
			}
		case k.Kty == "OKP" && alg == "EdDSA":
			b, err := base64.RawURLEncoding.DecodeString(k.X)
			if err == nil && len(b) == ed25519.PublicKeySize && ed25519.Verify(b, []byte(signed), sig) {
				return true
			}
		}
	}
	return false
}
