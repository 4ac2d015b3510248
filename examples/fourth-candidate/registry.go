package main

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type registryState struct {
	registries []*Registry
	logins     []*Login
}

type Registry struct {
	Slug              string `json:"slug"`
	DisplayName       string `json:"displayName"`
	Region            string `json:"region"`
	StorageQuotaBytes int64  `json:"storageQuotaBytes"`
	CreatedAt         Time   `json:"createdAt"`

	repos     []*Repo
	keys      []*RegistryKey
	rules     []*OidcRule
	upstreams []*UpstreamCredential
	layers    map[string]int64 // sizes of all layers ever seen here
}

type Repo struct {
	Name      string
	CreatedAt Time
	manifests []*Manifest
	tags      []*Tag
}

type Tag struct {
	Name         string `json:"name"`
	Digest       string `json:"digest"`
	ManifestSize int64  `json:"manifestSize"`
	UpdatedAt    Time   `json:"updatedAt"`
}

type Manifest struct {
	Digest, MediaType string
	Bytes             int64
	Layers            []string
	CreatedAt         Time
}

type RegistryKey struct {
	KeyID        string   `json:"keyId"`
	Name         string   `json:"name"`
	Mode         string   `json:"mode"`
	RepoPrefixes []string `json:"repoPrefixes"`
	MintedVia    string   `json:"mintedVia"`
	CreatedAt    Time     `json:"createdAt"`
	ExpiresAt    *Time    `json:"expiresAt,omitempty"`
	LastUsedAt   *Time    `json:"lastUsedAt,omitempty"`
	RevokedAt    *Time    `json:"revokedAt,omitempty"`
	secret       string
}

type OidcRule struct {
	ID             int      `json:"id"`
	Name           string   `json:"name"`
	Issuer         string   `json:"issuer"`
	Audience       string   `json:"audience"`
	SubjectPattern string   `json:"subjectPattern"`
	Mode           string   `json:"mode"`
	RepoPrefixes   []string `json:"repoPrefixes"`
	CreatedAt      Time     `json:"createdAt"`
}

type UpstreamCredential struct {
	Upstream  string `json:"upstream"`
	Username  string `json:"username"`
	CreatedAt Time   `json:"createdAt"`
	password  string
}

type LoginScope struct {
	Registry string `json:"registry"`
	Mode     string `json:"mode"`
}

type Login struct {
	Username  string       `json:"username"`
	Password  string       `json:"password"`
	ExpiresAt Time         `json:"expiresAt"`
	Registry  string       `json:"registry"`
	Scope     []LoginScope `json:"scope"`
	secret    string
	userID    string
	revoked   bool
}

type upstream struct {
	Host     string `json:"host"`
	Endpoint string `json:"endpoint"`
}

var upstreams = []upstream{
	{"docker.io", "https://registry-1.docker.io"}, {"ghcr.io", "https://ghcr.io"},
	{"quay.io", "https://quay.io"}, {"registry.k8s.io", "https://registry.k8s.io"},
}

const (
	registryHost     = "registry.fourth.example"
	defaultStorage   = int64(10) << 30
	loginLife        = time.Hour
	oidcKeyLife      = time.Hour
	defaultLayerSize = int64(25) << 20
)

var (
	slugRE        = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{1,38})[a-z0-9]$`)
	repoRE        = regexp.MustCompile(`^[a-z0-9]+([._-]+[a-z0-9]+)*(/[a-z0-9]+([._-]+[a-z0-9]+)*)*$`)
	reservedSlugs = []string{"admin", "api", "cache", "internal", "library", "login", "registry", "system", "www"}
	regions       = []string{"eu-central", "eu-north", "us-east"}
)

func (w *World) registry(slug string) (*Org, *Registry) {
	for _, o := range w.orgs {
		if r := o.registry(slug); r != nil {
			return o, r
		}
	}
	return nil, nil
}

func (o *Org) registry(slug string) *Registry {
	return find(o.Reg.registries, func(r *Registry) bool { return r.Slug == slug })
}

func (r *Registry) repo(name string) *Repo {
	return find(r.repos, func(x *Repo) bool { return x.Name == name })
}

func (p *Repo) manifest(d string) *Manifest {
	return find(p.manifests, func(m *Manifest) bool { return m.Digest == d })
}

// usage counts manifests once per repository and layers once per registry.
func (r *Registry) usage(repos ...*Repo) int64 {
	seen := map[string]bool{}
	var n int64
	for _, p := range repos {
		for _, m := range p.manifests {
			n += m.Bytes
			for _, l := range m.Layers {
				if !seen[l] {
					seen[l] = true
					n += r.layers[l]
				}
			}
		}
	}
	return n
}

func (p *Repo) dropManifest(m *Manifest) {
	p.manifests = remove(p.manifests, func(x *Manifest) bool { return x == m })
	p.tags = remove(p.tags, func(t *Tag) bool { return t.Digest == m.Digest })
}

// reg finds the registry of the path and checks the permission on it.
func (c *Ctx) reg(perm string) (*Registry, error) {
	r := c.org.registry(c.path("slug"))
	if r == nil {
		return nil, notFound("registry")
	}
	return r, c.need(perm, r.Slug)
}

func (c *Ctx) repoParam(r *Registry) (*Repo, error) {
	n := c.query("repo")
	if n == "" {
		return nil, bad("repo is required")
	}
	if p := r.repo(n); p != nil {
		return p, nil
	}
	return nil, notFound("repository")
}

func okPrefixes(l []string) ([]string, error) {
	for _, p := range l {
		if strings.TrimSpace(p) == "" || len(p) > 200 {
			return nil, bad("repoPrefixes must not contain empty entries")
		}
	}
	return orEmpty(l), nil
}

func (s *Server) registryRoutes() {
	const p = "/api/v1/registry"
	const one = p + "/registries/{slug}"
	a := func(perm string) access { return access{area: "registry", perm: "registry." + perm, inst: true} }

	s.op("GET "+p+"/upstreams", a("registry.read"), func(c *Ctx) error {
		return c.json(200, obj{"upstreams": upstreams})
	})
	s.op("GET "+p+"/registries", a("registry.read"), func(c *Ctx) error {
		l := remove(c.org.Reg.registries, func(r *Registry) bool { return !c.can("registry.registry.read", r.Slug) })
		return c.json(200, obj{"registries": l})
	})
	s.op("POST "+p+"/registries", access{area: "registry", perm: "registry.registry.write"}, func(c *Ctx) error {
		var q struct{ Slug, DisplayName, Region *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Slug == nil {
			return bad("slug is required")
		}
		if contains(reservedSlugs, *q.Slug) {
			return fail(409, "the slug is reserved")
		}
		if !slugRE.MatchString(*q.Slug) {
			return bad("slug must have 3 to 40 lower-case letters, digits and hyphens")
		}
		r := &Registry{Slug: *q.Slug, DisplayName: *q.Slug, Region: regions[0], StorageQuotaBytes: defaultStorage, CreatedAt: c.w.stamp(), layers: map[string]int64{}}
		if q.DisplayName != nil {
			var err error
			if r.DisplayName, err = okString(*q.DisplayName, "displayName"); err != nil {
				return err
			}
		}
		if q.Region != nil {
			if err := oneOf(*q.Region, "region", regions...); err != nil {
				return err
			}
			r.Region = *q.Region
		}
		if !c.org.Payment {
			return fail(402, "an active payment method is required")
		}
		if _, other := c.w.registry(r.Slug); other != nil || c.w.slugs[r.Slug] != "" {
			return fail(409, "the slug is taken")
		}
		c.org.Reg.registries = append(c.org.Reg.registries, r)
		return c.json(201, r)
	})
	s.op("GET "+one, a("registry.read"), func(c *Ctx) error {
		r, err := c.reg("registry.registry.read")
		if err != nil {
			return err
		}
		return c.json(200, obj{"slug": r.Slug, "region": r.Region, "storageQuotaBytes": r.StorageQuotaBytes,
			"usedBytes": r.usage(r.repos...), "repositoryCount": len(r.repos), "createdAt": r.CreatedAt})
	})
	s.op("DELETE "+one, a("registry.write"), func(c *Ctx) error {
		r, err := c.reg("registry.registry.write")
		if err != nil {
			return err
		}
		if len(r.repos) > 0 {
			return fail(409, "the registry still has repositories")
		}
		c.org.Reg.registries = remove(c.org.Reg.registries, func(x *Registry) bool { return x == r })
		return c.none(204)
	})

	// login credentials
	s.op("POST "+p+"/login", a("registry.read"), func(c *Ctx) error {
		var q struct {
			Registry *string
			PullOnly *bool
		}
		if err := decodeBody(c.in, &q, true); err != nil {
			return err
		}
		pass := "rlp_" + randHex(20)
		l := &Login{Username: newID("rlc"), Password: pass, ExpiresAt: Time{c.w.now().Add(loginLife)}, Registry: registryHost,
			Scope: []LoginScope{}, secret: hash(pass), userID: c.user.ID}
		if q.Registry != nil && c.org.registry(*q.Registry) == nil {
			return notFound("registry")
		}
		for _, r := range c.org.Reg.registries {
			if q.Registry != nil && r.Slug != *q.Registry {
				continue
			}
			if !c.can("registry.image.read", r.Slug) {
				continue
			}
			mode := "readwrite"
			if (q.PullOnly != nil && *q.PullOnly) || !c.can("registry.image.write", r.Slug) {
				mode = "pull"
			}
			l.Scope = append(l.Scope, LoginScope{r.Slug, mode})
		}
		if len(l.Scope) == 0 && (q.Registry != nil || !c.can("registry.image.read", "")) {
			return fail(403, "no registry access")
		}
		c.org.Reg.logins = append(c.org.Reg.logins, l)
		out := *l
		l.Password = ""
		return c.json(201, out)
	})
	s.op("DELETE "+p+"/login/{keyId}", a("registry.read"), func(c *Ctx) error {
		l := find(c.org.Reg.logins, func(l *Login) bool {
			return l.Username == c.path("keyId") && !l.revoked && (l.userID == c.user.ID || c.can("registry.key.admin", ""))
		})
		if l == nil {
			return notFound("login credential")
		}
		l.revoked = true
		return c.none(204)
	})

	// repositories, tags, manifests
	s.op("GET "+one+"/repositories", a("image.read"), func(c *Ctx) error {
		r, err := c.reg("registry.image.read")
		if err != nil {
			return err
		}
		l := []obj{}
		for _, x := range r.repos {
			l = append(l, obj{"name": x.Name, "tagCount": len(x.tags), "sizeBytes": r.usage(x), "createdAt": x.CreatedAt})
		}
		return c.json(200, obj{"repositories": l})
	})
	s.op("DELETE "+one+"/repositories", a("image.write"), func(c *Ctx) error {
		r, err := c.reg("registry.image.write")
		if err != nil {
			return err
		}
		x, err := c.repoParam(r)
		if err != nil {
			return err
		}
		r.repos = remove(r.repos, func(y *Repo) bool { return y == x })
		return c.none(204)
	})
	s.op("GET "+one+"/tags", a("image.read"), func(c *Ctx) error {
		r, err := c.reg("registry.image.read")
		if err != nil {
			return err
		}
		x, err := c.repoParam(r)
		if err != nil {
			return err
		}
		return c.json(200, obj{"tags": lst(x.tags)})
	})
	s.op("DELETE "+one+"/tags", a("image.write"), func(c *Ctx) error {
		r, err := c.reg("registry.image.write")
		if err != nil {
			return err
		}
		purge := c.query("purge")
		if c.r.URL.Query().Has("purge") {
			if err := oneOf(purge, "purge", "true", "false"); err != nil {
				return err
			}
		}
		if purge == "true" {
			if err := c.need("registry.image.admin", r.Slug); err != nil {
				return err
			}
		}
		if c.query("tag") == "" {
			return bad("tag is required")
		}
		x, err := c.repoParam(r)
		if err != nil {
			return err
		}
		t := find(x.tags, func(t *Tag) bool { return t.Name == c.query("tag") })
		if t == nil {
			return notFound("tag")
		}
		x.tags = remove(x.tags, func(y *Tag) bool { return y == t })
		purged := false
		if purge == "true" && find(x.tags, func(y *Tag) bool { return y.Digest == t.Digest }) == nil {
			x.dropManifest(x.manifest(t.Digest))
			purged = true
		}
		return c.json(200, obj{"purged": purged})
	})
	s.op("GET "+one+"/manifests", a("image.read"), func(c *Ctx) error {
		r, err := c.reg("registry.image.read")
		if err != nil {
			return err
		}
		x, err := c.repoParam(r)
		if err != nil {
			return err
		}
		l := []obj{}
		for _, m := range x.manifests {
			tags := []string{}
			for _, t := range x.tags {
				if t.Digest == m.Digest {
					tags = append(tags, t.Name)
				}
			}
			l = append(l, obj{"digest": m.Digest, "mediaType": m.MediaType, "sizeBytes": r.usage(&Repo{manifests: []*Manifest{m}}), "tags": tags, "createdAt": m.CreatedAt})
		}
		return c.json(200, obj{"manifests": l})
	})
	s.op("DELETE "+one+"/manifests", a("image.write"), func(c *Ctx) error {
		r, err := c.reg("registry.image.write")
		if err != nil {
			return err
		}
		if c.query("digest") == "" {
			return bad("digest is required")
		}
		x, err := c.repoParam(r)
		if err != nil {
			return err
		}
		m := x.manifest(c.query("digest"))
		if m == nil {
			return notFound("manifest")
		}
		x.dropManifest(m)
		return c.none(204)
	})

	// keys
	s.op("GET "+one+"/keys", a("key.read"), func(c *Ctx) error {
		r, err := c.reg("registry.key.read")
		if err != nil {
			return err
		}
		return c.json(200, obj{"keys": lst(r.keys)})
	})
	s.op("POST "+one+"/keys", a("key.admin"), func(c *Ctx) error {
		r, err := c.reg("registry.key.admin")
		if err != nil {
			return err
		}
		var q struct {
			Name, Mode   *string
			RepoPrefixes []string
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		name, err := reqString(q.Name, "name")
		if err != nil {
			return err
		}
		if q.Mode == nil {
			return bad("mode is required")
		}
		if err := oneOf(*q.Mode, "mode", "pull", "readwrite"); err != nil {
			return err
		}
		pre, err := okPrefixes(q.RepoPrefixes)
		if err != nil {
			return err
		}
		k, secret := c.w.mintKey(r, name, *q.Mode, pre, "manual", nil)
		return c.json(201, obj{"keyId": k.KeyID, "secret": secret})
	})
	s.op("DELETE "+one+"/keys/{keyId}", a("key.admin"), func(c *Ctx) error {
		r, err := c.reg("registry.key.admin")
		if err != nil {
			return err
		}
		k := find(r.keys, func(k *RegistryKey) bool { return k.KeyID == c.path("keyId") })
		if k == nil {
			return notFound("key")
		}
		if k.RevokedAt == nil {
			k.RevokedAt = &Time{c.w.now()}
		}
		return c.none(204)
	})

	// OIDC rules
	s.op("GET "+one+"/oidc-rules", a("rule.read"), func(c *Ctx) error {
		r, err := c.reg("registry.rule.read")
		if err != nil {
			return err
		}
		return c.json(200, obj{"rules": lst(r.rules)})
	})
	s.op("POST "+one+"/oidc-rules", a("rule.write"), func(c *Ctx) error {
		r, err := c.reg("registry.rule.write")
		if err != nil {
			return err
		}
		var q struct {
			Name, Issuer, Audience, SubjectPattern, Mode *string
			RepoPrefixes                                 []string
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Issuer == nil || q.Audience == nil || q.SubjectPattern == nil || q.Mode == nil {
			return bad("issuer, audience, subjectPattern and mode are required")
		}
		u, err := url.Parse(*q.Issuer)
		if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" {
			return bad("issuer must be a URL")
		}
		if _, err := okString(*q.Audience, "audience"); err != nil {
			return err
		}
		if _, err := okString(*q.SubjectPattern, "subjectPattern"); err != nil {
			return err
		}
		if err := oneOf(*q.Mode, "mode", "pull", "readwrite"); err != nil {
			return err
		}
		pre, err := okPrefixes(q.RepoPrefixes)
		if err != nil {
			return err
		}
		c.w.nextRule++
		rule := &OidcRule{c.w.nextRule, fmt.Sprintf("rule %d", c.w.nextRule), *q.Issuer, *q.Audience, *q.SubjectPattern, *q.Mode, pre, c.w.stamp()}
		if q.Name != nil {
			if rule.Name, err = okString(*q.Name, "name"); err != nil {
				return err
			}
		}
		r.rules = append(r.rules, rule)
		return c.json(201, rule)
	})
	s.op("DELETE "+one+"/oidc-rules/{id}", a("rule.write"), func(c *Ctx) error {
		r, err := c.reg("registry.rule.write")
		if err != nil {
			return err
		}
		id, err := strconv.Atoi(c.path("id"))
		if err != nil {
			return bad("id must be an integer")
		}
		n := len(r.rules)
		r.rules = remove(r.rules, func(x *OidcRule) bool { return x.ID == id })
		if n == len(r.rules) {
			return notFound("rule")
		}
		return c.none(204)
	})

	// upstream credentials
	s.op("GET "+one+"/upstream-credentials", a("upstream.read"), func(c *Ctx) error {
		r, err := c.reg("registry.upstream.read")
		if err != nil {
			return err
		}
		return c.json(200, obj{"upstreamCredentials": lst(r.upstreams)})
	})
	s.op("PUT "+one+"/upstream-credentials/{host}", a("upstream.write"), func(c *Ctx) error {
		r, err := c.reg("registry.upstream.write")
		if err != nil {
			return err
		}
		host := c.path("host")
		if find(ptrs(upstreams), func(u *upstream) bool { return u.Host == host }) == nil {
			return notFound("upstream")
		}
		var q struct{ Username, Password *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		user, err := reqString(q.Username, "username")
		if err != nil {
			return err
		}
		if q.Password == nil || *q.Password == "" {
			return bad("password is required")
		}
		u := find(r.upstreams, func(u *UpstreamCredential) bool { return u.Upstream == host })
		if u == nil {
			u = &UpstreamCredential{Upstream: host, CreatedAt: c.w.stamp()}
			r.upstreams = append(r.upstreams, u)
		}
		u.Username, u.password = user, *q.Password
		return c.json(200, obj{"upstream": host, "username": user})
	})
	s.op("DELETE "+one+"/upstream-credentials/{host}", a("upstream.write"), func(c *Ctx) error {
		r, err := c.reg("registry.upstream.write")
		if err != nil {
			return err
		}
		n := len(r.upstreams)
		r.upstreams = remove(r.upstreams, func(u *UpstreamCredential) bool { return u.Upstream == c.path("host") })
		if n == len(r.upstreams) {
			return notFound("upstream credential")
		}
		return c.none(204)
	})

	// doors
	s.door("POST "+p+"/data-plane/authorize", func(c *Ctx) error {
		var q struct{ Username, Password, Registry, Repository, Action, For, Mode *string }
		if err := decodeBody(c.in, &q, true); err != nil {
			return err
		}
		str := func(p ...*string) string {
			for _, x := range p {
				if x != nil {
					return *x
				}
			}
			return ""
		}
		user, pass := str(q.Username), str(q.Password)
		if u, pw, ok := c.r.BasicAuth(); ok && q.Password == nil {
			user, pass = u, pw
		}
		if str(q.Registry) == "" {
			return bad("registry is required")
		}
		what := str(q.Action, q.For, q.Mode)
		if what == "" {
			what = "pull"
		}
		if what == "readwrite" {
			what = "push"
		}
		if err := oneOf(what, "action", "pull", "push"); err != nil {
			return err
		}
		mode, why := c.w.dataPlane(user, pass, str(q.Registry), str(q.Repository), what)
		switch {
		case why == "":
			return c.json(200, obj{"allowed": true, "registry": str(q.Registry), "mode": mode})
		case mode == "":
			return fail(401, "%s", why)
		}
		return fail(403, "%s", why)
	})
	s.mux.HandleFunc("POST "+p+"/oidc/exchange", func(rw http.ResponseWriter, r *http.Request) { s.oidcExchange(rw, r) })
}

func (w *World) mintKey(r *Registry, name, mode string, prefixes []string, via string, expires *Time) (*RegistryKey, string) {
	secret := "rgs_" + randHex(20)
	k := &RegistryKey{KeyID: newID("rgk"), Name: name, Mode: mode, RepoPrefixes: prefixes, MintedVia: via, CreatedAt: w.stamp(), ExpiresAt: expires, secret: hash(secret)}
	r.keys = append(r.keys, k)
	return k, secret
}

// keyRefusal says why a key may not do something, "" if it may.
func (w *World) keyRefusal(k *RegistryKey, repo, what string) string {
	switch {
	case k.RevokedAt != nil:
		return "the key is revoked"
	case k.ExpiresAt != nil && !w.now().Before(k.ExpiresAt.Time):
		return "the key has expired"
	case what == "push" && k.Mode != "readwrite":
		return "the key may only pull"
	}
	if len(k.RepoPrefixes) > 0 && repo != "" {
		ok := false
		for _, p := range k.RepoPrefixes {
			ok = ok || strings.HasPrefix(repo, p)
		}
		if !ok {
			return "the key is not for this repository"
		}
	}
	return ""
}

// dataPlane authorizes a login: the mode if the credential is known and valid, and the reason of a refusal.
func (w *World) dataPlane(user, pass, registry, repo, what string) (string, string) {
	h := hash(pass)
	o, r := w.registry(registry)
	for _, org := range w.orgs {
		for _, x := range org.Reg.registries {
			k := find(x.keys, func(k *RegistryKey) bool { return k.secret == h && (user == "" || user == k.KeyID) })
			if k == nil {
				continue
			}
			why := w.keyRefusal(k, repo, what)
			if k.RevokedAt != nil || (k.ExpiresAt != nil && !w.now().Before(k.ExpiresAt.Time)) {
				return "", why
			}
			if x != r {
				return k.Mode, "the key is not for this registry"
			}
			if why == "" {
				k.LastUsedAt = &Time{w.now()}
			}
			return k.Mode, why
		}
		l := find(org.Reg.logins, func(l *Login) bool { return l.secret == h && (user == "" || user == l.Username) })
		if l == nil {
			continue
		}
		if l.revoked || !w.now().Before(l.ExpiresAt.Time) {
			return "", "the login has expired or was revoked"
		}
		m := org.Members[l.userID]
		if m == nil {
			return "", "its owner left the organization"
		}
		for _, sc := range l.Scope {
			if sc.Registry != registry || r == nil || o != org {
				continue
			}
			if what == "push" && (sc.Mode != "readwrite" || !org.allowed(m.grants(), "registry.image.write", registry, false)) {
				return sc.Mode, "the login may only pull"
			}
			if !org.allowed(m.grants(), "registry.image.read", registry, false) {
				return sc.Mode, "no registry access"
			}
			return sc.Mode, ""
		}
		return "pull", "the login is not for this registry"
	}
	return "", "unknown credential"
}

// ---- driver --------------------------------------------------------------

func (s *Server) registryEvents() {
	s.event("image-pushed", func(c *Ctx) (obj, error) {
		var q struct {
			Registry, Repository, Digest, MediaType, KeyID, Secret, PushedAt *string
			Tags                                                             *[]string
			ManifestBytes                                                    *int64
			Layers                                                           *[]struct {
				Digest    *string
				SizeBytes *int64
			}
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Registry == nil || q.Repository == nil {
			return nil, bad("registry and repository are required")
		}
		if !repoRE.MatchString(*q.Repository) {
			return nil, bad("repository is not a valid name")
		}
		at, err := c.when(q.PushedAt, "pushedAt")
		if err != nil {
			return nil, err
		}
		_, r := c.w.registry(*q.Registry)
		if r == nil {
			return nil, notFound("registry")
		}
		if q.Secret != nil {
			user := ""
			if q.KeyID != nil {
				user = *q.KeyID
			}
			if _, why := c.w.dataPlane(user, *q.Secret, r.Slug, *q.Repository, "push"); why != "" {
				return nil, fail(409, "%s", why)
			}
		} else if q.KeyID != nil {
			k := find(r.keys, func(k *RegistryKey) bool { return k.KeyID == *q.KeyID })
			if k == nil {
				return nil, notFound("key")
			}
			if why := c.w.keyRefusal(k, *q.Repository, "push"); why != "" {
				return nil, fail(409, "%s", why)
			}
			k.LastUsedAt = &Time{at}
		}
		tags := []string{"latest"}
		if q.Tags != nil {
			tags = *q.Tags
		}
		m := &Manifest{Digest: "sha256:" + randHex(32), MediaType: "application/vnd.oci.image.manifest.v1+json", Bytes: 1024, CreatedAt: Time{at}}
		if q.Digest != nil {
			m.Digest = *q.Digest
		}
		if q.MediaType != nil {
			m.MediaType = *q.MediaType
		}
		if q.ManifestBytes != nil {
			m.Bytes = *q.ManifestBytes
		}
		sizes := map[string]int64{}
		if q.Layers == nil {
			d := "sha256:" + randHex(32)
			m.Layers, sizes[d] = []string{d}, defaultLayerSize
		} else {
			for _, l := range *q.Layers {
				if l.SizeBytes == nil || *l.SizeBytes < 0 {
					return nil, bad("a layer needs sizeBytes")
				}
				d := "sha256:" + randHex(32)
				if l.Digest != nil {
					d = *l.Digest
				}
				m.Layers = append(m.Layers, d)
				if _, known := r.layers[d]; !known {
					sizes[d] = *l.SizeBytes
				}
			}
		}
		repo := r.repo(*q.Repository)
		before := r.usage(r.repos...)
		old := (*Manifest)(nil)
		if repo != nil {
			old = repo.manifest(m.Digest)
		}
		if old != nil {
			m = old
		} else {
			// would it fit?
			for d, n := range sizes {
				r.layers[d] = n
			}
			probe := append([]*Repo{{manifests: []*Manifest{m}}}, r.repos...)
			if r.usage(probe...) > r.StorageQuotaBytes {
				for d := range sizes {
					delete(r.layers, d)
				}
				return nil, fail(409, "the storage quota would be exceeded")
			}
			if repo == nil {
				repo = &Repo{Name: *q.Repository, CreatedAt: Time{at}}
				r.repos = append(r.repos, repo)
			}
			repo.manifests = append(repo.manifests, m)
		}
		for _, t := range tags {
			tag := find(repo.tags, func(x *Tag) bool { return x.Name == t })
			if tag == nil {
				tag = &Tag{Name: t}
				repo.tags = append(repo.tags, tag)
			}
			tag.Digest, tag.ManifestSize, tag.UpdatedAt = m.Digest, m.Bytes, Time{at}
		}
		return obj{"at": Time{at}, "digest": m.Digest, "layers": lst(m.Layers), "addedBytes": r.usage(r.repos...) - before}, nil
	})

	s.event("blob-shared", func(c *Ctx) (obj, error) {
		type image struct{ Repository, Digest *string }
		var q struct {
			Registry, Blob *string
			From, To       *image
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Registry == nil || q.Blob == nil || q.From == nil || q.To == nil || q.From.Repository == nil || q.From.Digest == nil || q.To.Repository == nil || q.To.Digest == nil {
			return nil, bad("registry, blob, from and to are required")
		}
		_, r := c.w.registry(*q.Registry)
		if r == nil {
			return nil, notFound("registry")
		}
		get := func(i *image) *Manifest {
			if p := r.repo(*i.Repository); p != nil {
				return p.manifest(*i.Digest)
			}
			return nil
		}
		from, to := get(q.From), get(q.To)
		if from == nil || to == nil {
			return nil, notFound("image")
		}
		if !contains(from.Layers, *q.Blob) {
			return nil, notFound("layer")
		}
		before := r.usage(r.repos...)
		if !contains(to.Layers, *q.Blob) {
			to.Layers = append(to.Layers, *q.Blob)
		}
		return obj{"addedBytes": r.usage(r.repos...) - before}, nil
	})

	s.event("slug-claimed-elsewhere", func(c *Ctx) (obj, error) {
		var q struct{ Slug, How *string }
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Slug == nil {
			return nil, bad("slug is required")
		}
		how := "claimed"
		if q.How != nil {
			how = *q.How
		}
		if err := oneOf(how, "how", "claimed", "reserved", "free"); err != nil {
			return nil, err
		}
		if _, r := c.w.registry(*q.Slug); r != nil {
			return nil, fail(409, "a registry of this world has the slug")
		}
		if how == "free" {
			how = ""
		}
		c.w.slugs[*q.Slug] = how
		return nil, nil
	})
}
