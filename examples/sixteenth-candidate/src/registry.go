package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	_ "crypto/sha256"
	_ "crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

type Man struct {
	digest, media string
	size          int64
	layers        []string
	created       time.Time
	seq           int64
}
type Tag struct {
	name, digest string
	updated      time.Time
}
type Repo struct {
	name    string
	created time.Time
	tags    map[string]*Tag
	mans    map[string]*Man
}
type RKey struct {
	id, name, mode, via, secret    string
	prefixes                       []string
	created, expires, used, revoke time.Time
}
type Rule struct {
	id                                   int64
	name, issuer, aud, pattern, mode, at string
	prefixes                             []string
}
type Upstream struct{ host, user, pass, created string }
type Reg struct {
	slug, display, region, org string
	quota                      int64
	created                    time.Time
	repos                      map[string]*Repo
	keys                       []*RKey
	rules                      []*Rule
	ups                        map[string]*Upstream
	blobs                      map[string]int64
}
type Login struct {
	user, pass, org, by string
	expires             time.Time
	modes               map[string]string
	revoked             bool
}

type Registry struct {
	w        *World
	mu       sync.Mutex
	regs     map[string]*Reg
	retired  map[string]string // slug of a deleted registry: its organization
	outside  map[string]string // claimed or reserved
	logins   map[string]*Login
	ruleSeq  int64
	seq      int64
	list     *Index
	rules    *Index
	upstream *Index
}

var upstreams = [][2]string{{"docker.io", "https://registry-1.docker.io"}, {"ghcr.io", "https://ghcr.io"}, {"quay.io", "https://quay.io"}, {"crates.lab.example:5443", "https://crates.lab.example:5443"}}
var regions = []string{"north-1", "south-2", "west-3"}
var slugRe = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$`)

func newRegistry(w *World) *Registry {
	g := &Registry{w: w, regs: map[string]*Reg{}, retired: map[string]string{}, outside: map[string]string{"api": "reserved", "root": "reserved", "v2": "reserved"}, logins: map[string]*Login{}, ruleSeq: 7000003}
	g.list = newIndex(func(org string) []Row {
		g.mu.Lock()
		defer g.mu.Unlock()
		rows := []Row{}
		for _, x := range g.sorted(org) {
			rows = append(rows, Row{Res: x.slug, V: x.view()})
		}
		return rows
	})
	g.rules = newIndex(func(slug string) []Row {
		g.mu.Lock()
		defer g.mu.Unlock()
		rows := []Row{}
		if x := g.regs[slug]; x != nil {
			for _, r := range x.rules {
				rows = append(rows, Row{V: r.view()})
			}
		}
		return rows
	})
	g.upstream = newIndex(func(slug string) []Row {
		g.mu.Lock()
		defer g.mu.Unlock()
		rows := []Row{}
		if x := g.regs[slug]; x != nil {
			for _, u := range x.ups {
				rows = append(rows, Row{V: M{"upstream": u.host, "username": u.user, "createdAt": u.created}, Res: u.host})
			}
		}
		sort.Slice(rows, func(i, j int) bool { return rows[i].Res < rows[j].Res })
		return rows
	})
	return g
}

func (g *Registry) sorted(org string) []*Reg {
	r := []*Reg{}
	for _, x := range g.regs {
		if x.org == org {
			r = append(r, x)
		}
	}
	sort.Slice(r, func(i, j int) bool { return r[i].slug < r[j].slug })
	return r
}
func (x *Reg) view() M {
	return M{"slug": x.slug, "displayName": x.display, "region": x.region, "storageQuotaBytes": x.quota, "createdAt": tstr(x.created)}
}
func (r *Rule) view() M {
	return M{"id": r.id, "name": r.name, "issuer": r.issuer, "audience": r.aud, "subjectPattern": r.pattern, "mode": r.mode, "repoPrefixes": r.prefixes, "createdAt": r.at}
}
func (x *Reg) size(p *Repo) int64 {
	n := int64(0)
	seen := map[string]bool{}
	for _, m := range p.mans {
		n += m.size
		for _, l := range m.layers {
			if !seen[l] {
				seen[l] = true
				n += x.blobs[l]
			}
		}
	}
	return n
}
func (x *Reg) used() int64 {
	n := int64(0)
	for _, p := range x.repos {
		n += x.size(p)
	}
	return n
}
func (x *Reg) image(m *Man) int64 {
	n := m.size
	seen := map[string]bool{}
	for _, l := range m.layers {
		if !seen[l] {
			seen[l] = true
			n += x.blobs[l]
		}
	}
	return n
}
func (g *Registry) has(org, slug string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.regs[slug] != nil && g.regs[slug].org == org
}

// get needs the lock.
func (g *Registry) get(c *Ctx, perm string) *Reg {
	x := g.regs[c.p["slug"]]
	if x == nil || x.org != c.caller.org {
		refuse(404, "~ unknown registry")
	}
	c.caller.must(perm, x.slug)
	return x
}
func (x *Reg) repo(c *Ctx) *Repo {
	p := x.repos[c.needQ("repo")]
	if p == nil {
		refuse(404, "~ unknown repository")
	}
	return p
}
func (p *Repo) tagsOf(digest string) []string {
	r := []string{}
	for n, t := range p.tags {
		if t.digest == digest {
			r = append(r, n)
		}
	}
	sort.Strings(r)
	return r
}
func prefixesOf(c *Ctx) []string {
	l, _ := c.b.strsOpt("repoPrefixes")
	return l
}
func within(prefixes []string, repo string) bool {
	if len(prefixes) == 0 {
		return true
	}
	for _, p := range prefixes {
		q := strings.TrimSuffix(strings.TrimSuffix(p, "*"), "/")
		if repo == q || strings.HasPrefix(repo, q+"/") || (strings.HasSuffix(p, "*") && strings.HasPrefix(repo, strings.TrimSuffix(p, "*"))) {
			return true
		}
	}
	return false
}
func (k *RKey) dead(now time.Time) string {
	if !k.revoke.IsZero() {
		return "revoked"
	}
	if !k.expires.IsZero() && !now.Before(k.expires) {
		return "expired"
	}
	return ""
}

// knows: is this a valid login at all?
func (g *Registry) knows(user, pass string) (bool, string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.w.now()
	if l := g.logins[user]; l != nil && l.pass == pass && pass != "" {
		return !l.revoked && now.Before(l.expires), "login"
	}
	for _, x := range g.regs {
		for _, k := range x.keys {
			if pass != "" && k.secret == pass {
				return k.dead(now) == "", "key"
			}
		}
	}
	return false, "unknown"
}

// allow answers whether this username and password may do this now; it needs the lock. find narrows to an id without password.
func (g *Registry) allow(user, pass, slug, repo, action string, mark bool) (bool, string) {
	now := g.w.now()
	x := g.regs[slug]
	for _, l := range g.logins {
		if pass == "" || l.pass != pass {
			continue
		}
		if user != "" && user != l.user {
			return false, "another username"
		}
		if l.revoked || !now.Before(l.expires) {
			return false, "logged out or expired"
		}
		if slug == "" {
			return true, ""
		}
		if x == nil || l.modes[slug] == "" || x.org != l.org {
			return false, "registry out of reach"
		}
		if action == "delete" || action == "push" && l.modes[slug] != "readwrite" {
			return false, "mode"
		}
		return true, ""
	}
	for _, y := range g.regs {
		for _, k := range y.keys {
			if pass != "" && k.secret == pass {
				return g.keyAllows(y, k, slug, repo, action, now)
			}
		}
	}
	return false, "unknown"
}
func (g *Registry) keyAllows(y *Reg, k *RKey, slug, repo, action string, now time.Time) (bool, string) {
	if why := k.dead(now); why != "" {
		return false, why
	}
	if slug != "" && y.slug != slug {
		return false, "another registry"
	}
	if repo != "" && !within(k.prefixes, repo) {
		return false, "outside the prefixes"
	}
	if action == "delete" || action == "push" && k.mode != "readwrite" {
		return false, "mode"
	}
	k.used = now
	return true, ""
}

// push stores an image; it needs the lock.
func (g *Registry) push(x *Reg, repo string, tags []string, digest, media string, size int64, layers []string, sizes map[string]int64, at time.Time) (int64, bool) {
	before := x.used()
	old := map[string]int64{}
	for l, n := range sizes {
		if _, ok := x.blobs[l]; !ok {
			old[l] = n
			x.blobs[l] = n
		}
	}
	p := x.repos[repo]
	fresh := p == nil
	if fresh {
		p = &Repo{repo, at, map[string]*Tag{}, map[string]*Man{}}
		x.repos[repo] = p
	}
	m := p.mans[digest]
	newMan := m == nil
	if newMan {
		g.seq++
		m = &Man{digest, media, size, layers, at, g.seq}
		p.mans[digest] = m
	}
	added := x.used() - before
	if before+added > x.quota && added > 0 {
		if newMan {
			delete(p.mans, digest)
		}
		if fresh {
			delete(x.repos, repo)
		}
		for l := range old {
			delete(x.blobs, l)
		}
		return 0, false
	}
	for _, t := range tags {
		p.tags[t] = &Tag{t, digest, at}
	}
	return added, true
}

func registryRoutes() {
	const pre = "/api/v1/registry"
	op := func(name, method, path string, body bool, h func(c *Ctx, g *Registry) (int, any)) {
		add(name, method, pre+path, "registry", body, func(c *Ctx) (int, any) {
			g := c.w.reg
			g.mu.Lock()
			defer g.mu.Unlock()
			return h(c, g)
		})
	}
	free := func(name, method, path string, body bool, h func(c *Ctx, g *Registry) (int, any)) {
		add(name, method, pre+path, "registry", body, func(c *Ctx) (int, any) { return h(c, c.w.reg) })
	}
	op("listUpstreams", "GET", "/mirrors", false, func(c *Ctx, g *Registry) (int, any) {
		l := []any{}
		for _, u := range upstreams {
			l = append(l, M{"host": u[0], "endpoint": u[1]})
		}
		return 200, M{"upstreams": l}
	})
	free("listRegistries", "GET", "/depots", false, func(c *Ctx, g *Registry) (int, any) {
		f := c.caller.filter("registry.registry.read")
		l := []any{}
		for _, r := range g.list.read(c.caller.org) {
			if f(r.Res) {
				l = append(l, r.V)
			}
		}
		return 200, M{"registries": l}
	})
	free("createRegistry", "PUT", "/depots", true, func(c *Ctx, g *Registry) (int, any) {
		slug := c.b.str("slug")
		if !slugRe.MatchString(slug) {
			c.b.fail("slug", "has not the form of a slug")
		}
		display := c.b.strOr("displayName", "Depot "+slug)
		region := c.b.strOr("region", regions[1])
		if !in(regions, region) {
			c.b.fail("region", "is not on offer")
		}
		c.caller.must("registry.registry.write", "")
		paying := g.w.acc.paying(c.caller.org)
		quota := g.w.acc.quota(c.caller.org, "registry-storage-bytes")
		g.mu.Lock()
		defer g.mu.Unlock()
		r := g.retired[slug]
		if g.regs[slug] != nil || g.outside[slug] != "" || r != "" && r != c.caller.org {
			refuse(409, "~ the slug is taken or reserved")
		}
		if !paying {
			refuse(424, "~ an active payment method is needed first")
		}
		x := &Reg{slug: slug, display: display, region: region, org: c.caller.org, quota: quota, created: g.w.now(), repos: map[string]*Repo{}, ups: map[string]*Upstream{}, blobs: map[string]int64{}}
		g.regs[slug] = x
		g.list.touch(x.org)
		g.w.emit(Event{Topic: "up", Org: x.org, Service: "registry", Id: slug, Name: display})
		return 200, x.view()
	})
	op("getRegistry", "GET", "/depots/{slug}", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.registry.read")
		return 200, M{"slug": x.slug, "region": x.region, "storageQuotaBytes": x.quota, "usedBytes": x.used(), "repositoryCount": len(x.repos), "createdAt": tstr(x.created)}
	})
	op("deleteRegistry", "POST", "/depots/{slug}/close", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.registry.write")
		if len(x.repos) > 0 {
			refuse(423, "~ delete its repositories first")
		}
		delete(g.regs, x.slug)
		g.retired[x.slug] = x.org
		g.list.touch(x.org)
		g.rules.touch(x.slug)
		g.upstream.touch(x.slug)
		g.w.emit(Event{Topic: "down", Org: x.org, Service: "registry", Id: x.slug})
		return 200, nil
	})
	op("createLoginCredential", "POST", "/passes", true, func(c *Ctx, g *Registry) (int, any) {
		only := c.b.strOr("registry", "")
		pull := c.b.boolOr("pullOnly", false)
		c.caller.mustSome("registry.registry.read")
		l := &Login{user: "pass~" + c.caller.org + "~" + random(8), pass: secret("pw"), org: c.caller.org, by: c.caller.p.id, expires: g.w.now().Add(time.Hour), modes: map[string]string{}}
		sc := []any{}
		for _, x := range g.sorted(c.caller.org) {
			if only != "" && x.slug != only || !c.caller.can("registry.registry.read", x.slug) {
				continue
			}
			mode := "pull"
			if !pull && c.caller.can("registry.repository.write", x.slug) {
				mode = "readwrite"
			}
			l.modes[x.slug] = mode
			sc = append(sc, M{"registry": x.slug, "mode": mode})
		}
		label := "*"
		if only != "" {
			label = only
			if len(sc) == 0 {
				refuse(404, "~ no such registry within reach")
			}
		}
		g.logins[l.user] = l
		return 200, M{"username": l.user, "password": l.pass, "expiresAt": tstr(l.expires), "registry": label, "scope": sc}
	})
	op("revokeLoginCredential", "POST", "/passes/{keyId}/void", false, func(c *Ctx, g *Registry) (int, any) {
		l := g.logins[c.p["keyId"]]
		if l == nil || l.org != c.caller.org || l.by != c.caller.p.id && !c.caller.can("registry.key.admin", "") {
			refuse(404, "~ unknown login")
		}
		if l.revoked {
			refuse(410, "~ logged out already")
		}
		l.revoked = true
		return 200, nil
	})
	op("listTags", "GET", "/depots/{slug}/labels", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.repository.read")
		p := x.repo(c)
		l := []any{}
		names := []string{}
		for n := range p.tags {
			names = append(names, n)
		}
		sort.Sort(sort.Reverse(sort.StringSlice(names)))
		for _, n := range names {
			t := p.tags[n]
			l = append(l, M{"name": n, "digest": t.digest, "manifestSize": p.mans[t.digest].size, "updatedAt": tstr(t.updated)})
		}
		return 200, M{"tags": l}
	})
	op("deleteTag", "DELETE", "/depots/{slug}/labels", false, func(c *Ctx, g *Registry) (int, any) {
		tag := c.needQ("tag")
		repo := c.needQ("repo")
		purge := false
		if c.q.Has("purge") {
			switch c.q.Get("purge") {
			case "true":
				purge = true
			case "false":
			default:
				refuse(invalid, "~ query purge: is true or false")
			}
		}
		x := g.get(c, "registry.repository.read")
		p := x.repos[repo]
		if p == nil || p.tags[tag] == nil {
			refuse(404, "~ unknown tag")
		}
		c.caller.must("registry.repository.write", x.slug)
		d := p.tags[tag].digest
		last := len(p.tagsOf(d)) == 1
		if purge && last {
			c.caller.must("registry.repository.admin", x.slug)
			delete(p.mans, d)
			g.sweep(x)
		}
		delete(p.tags, tag)
		return 200, M{"purged": purge}
	})
	op("listRegistryKeys", "GET", "/depots/{slug}/fobs", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.key.read")
		live, dead := []any{}, []any{}
		for i := len(x.keys) - 1; i >= 0; i-- {
			k := x.keys[i]
			v := M{"keyId": k.id, "name": k.name, "mode": k.mode, "repoPrefixes": k.prefixes, "mintedVia": k.via, "createdAt": tstr(k.created)}
			if !k.expires.IsZero() {
				v["expiresAt"] = tstr(k.expires)
			}
			if !k.used.IsZero() {
				v["lastUsedAt"] = tstr(k.used)
			}
			if !k.revoke.IsZero() {
				v["revokedAt"] = tstr(k.revoke)
				dead = append(dead, v)
			} else {
				live = append(live, v)
			}
		}
		return 200, M{"keys": append(live, dead...)}
	})
	op("createRegistryKey", "POST", "/depots/{slug}/fobs", true, func(c *Ctx, g *Registry) (int, any) {
		name, mode, pre := c.b.str("name"), c.b.enum("mode", "pull", "readwrite"), prefixesOf(c)
		x := g.get(c, "registry.key.admin")
		k := &RKey{id: nid("fob"), name: name, mode: mode, via: "manual", secret: secret("fk"), prefixes: pre, created: g.w.now()}
		x.keys = append(x.keys, k)
		return 200, M{"keyId": k.id, "secret": k.secret}
	})
	op("revokeRegistryKey", "POST", "/depots/{slug}/fobs/{keyId}/void", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.key.write")
		for _, k := range x.keys {
			if k.id == c.p["keyId"] {
				if !k.revoke.IsZero() {
					refuse(410, "~ revoked already")
				}
				k.revoke = g.w.now()
				return 200, nil
			}
		}
		refuse(404, "~ unknown key")
		return 0, nil
	})
	op("listManifests", "GET", "/depots/{slug}/images", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.repository.read")
		p := x.repo(c)
		ms := []*Man{}
		for _, m := range p.mans {
			ms = append(ms, m)
		}
		sort.Slice(ms, func(i, j int) bool { return ms[i].seq > ms[j].seq })
		l := []any{}
		for _, m := range ms {
			l = append(l, M{"digest": m.digest, "mediaType": m.media, "sizeBytes": x.image(m), "tags": p.tagsOf(m.digest), "createdAt": tstr(m.created)})
		}
		return 200, M{"manifests": l}
	})
	op("deleteManifest", "DELETE", "/depots/{slug}/images", false, func(c *Ctx, g *Registry) (int, any) {
		d := c.needQ("digest")
		repo := c.needQ("repo")
		x := g.get(c, "registry.repository.write")
		p := x.repos[repo]
		if p == nil || p.mans[d] == nil {
			refuse(404, "~ unknown image")
		}
		delete(p.mans, d)
		for n, t := range p.tags {
			if t.digest == d {
				delete(p.tags, n)
			}
		}
		g.sweep(x)
		return 202, nil
	})
	free("listOidcRules", "GET", "/depots/{slug}/trust", false, func(c *Ctx, g *Registry) (int, any) {
		g.mu.Lock()
		slug := func() string { defer g.mu.Unlock(); return g.get(c, "registry.rule.read").slug }()
		l := []any{}
		for _, r := range g.rules.read(slug) {
			l = append(l, r.V)
		}
		return 200, M{"rules": l}
	})
	op("createOidcRule", "POST", "/depots/{slug}/trust", true, func(c *Ctx, g *Registry) (int, any) {
		r := &Rule{issuer: c.b.str("issuer"), aud: c.b.str("audience"), pattern: c.b.str("subjectPattern"), mode: c.b.enum("mode", "pull", "readwrite"), prefixes: prefixesOf(c)}
		r.name = c.b.strOr("name", "")
		if r.name == "" {
			r.name = "trust in " + r.aud
		}
		if !isWeb(r.issuer) {
			c.b.fail("issuer", "is not a web URI")
		}
		x := g.get(c, "registry.rule.write")
		g.ruleSeq += 7
		r.id, r.at = g.ruleSeq, tstr(g.w.now())
		x.rules = append(x.rules, r)
		g.rules.touch(x.slug)
		return 200, r.view()
	})
	op("deleteOidcRule", "POST", "/depots/{slug}/trust/{id}/end", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.rule.write")
		for i, r := range x.rules {
			if json.Number(c.p["id"]) == json.Number(itoa(r.id)) {
				x.rules = append(append([]*Rule{}, x.rules[:i]...), x.rules[i+1:]...)
				g.rules.touch(x.slug)
				return 200, nil
			}
		}
		refuse(404, "~ unknown rule")
		return 0, nil
	})
	op("listRepositories", "GET", "/depots/{slug}/shelves", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.repository.read")
		names := []string{}
		for n := range x.repos {
			names = append(names, n)
		}
		sort.Strings(names)
		l := []any{}
		for _, n := range names {
			p := x.repos[n]
			l = append(l, M{"name": n, "tagCount": len(p.tags), "sizeBytes": x.size(p), "createdAt": tstr(p.created)})
		}
		return 200, M{"repositories": l}
	})
	op("deleteRepository", "DELETE", "/depots/{slug}/shelves", false, func(c *Ctx, g *Registry) (int, any) {
		repo := c.needQ("repo")
		x := g.get(c, "registry.repository.write")
		if x.repos[repo] == nil {
			refuse(404, "~ unknown repository")
		}
		delete(x.repos, repo)
		g.sweep(x)
		return 202, nil
	})
	free("listUpstreamCredentials", "GET", "/depots/{slug}/mirror-logins", false, func(c *Ctx, g *Registry) (int, any) {
		g.mu.Lock()
		slug := func() string { defer g.mu.Unlock(); return g.get(c, "registry.upstream.read").slug }()
		l := []any{}
		for _, r := range g.upstream.read(slug) {
			l = append(l, r.V)
		}
		return 200, M{"upstreamCredentials": l}
	})
	op("setUpstreamCredential", "POST", "/depots/{slug}/mirror-logins/{host}", true, func(c *Ctx, g *Registry) (int, any) {
		user, pass := c.b.str("username"), c.b.str("password")
		known := false
		for _, u := range upstreams {
			known = known || u[0] == c.p["host"]
		}
		if !known {
			refuse(422, "~ not an upstream of the catalog")
		}
		x := g.get(c, "registry.upstream.write")
		at := tstr(g.w.now())
		if o := x.ups[c.p["host"]]; o != nil {
			at = o.created
		}
		x.ups[c.p["host"]] = &Upstream{c.p["host"], user, pass, at}
		g.upstream.touch(x.slug)
		return 200, M{"upstream": c.p["host"], "username": user}
	})
	op("deleteUpstreamCredential", "DELETE", "/depots/{slug}/mirror-logins/{host}", false, func(c *Ctx, g *Registry) (int, any) {
		x := g.get(c, "registry.upstream.write")
		if x.ups[c.p["host"]] == nil {
			refuse(404, "~ no login for this upstream")
		}
		delete(x.ups, c.p["host"])
		g.upstream.touch(x.slug)
		return 200, nil
	})
	addDoor("authorizeDataPlane", "POST", pre+"/gate", "registry", true, func(c *Ctx) (int, any) {
		g := c.w.reg
		g.mu.Lock()
		defer g.mu.Unlock()
		ok, why := g.allow(c.b.strOr("username", ""), c.b.str("password"), c.b.str("registry"), c.b.str("repository"), c.b.enum("action", "pull", "push", "delete"), true)
		v := M{"allowed": ok}
		if !ok {
			v["reason"] = why
		}
		return 200, v
	})
	addDoor("exchangeOidcToken", "POST", pre+"/ci/swap", "registry", true, exchange)
}

// sweep forgets blobs that no manifest refers to.
func (g *Registry) sweep(x *Reg) {
	keep := map[string]bool{}
	for _, p := range x.repos {
		for _, m := range p.mans {
			for _, l := range m.layers {
				keep[l] = true
			}
		}
	}
	for b := range x.blobs {
		if !keep[b] {
			delete(x.blobs, b)
		}
	}
}

// ---------- OIDC ----------

// subject patterns: * stands for any text without : and /, ** for any text.
func subjectMatches(pattern, sub string) bool {
	q := regexp.QuoteMeta(pattern)
	q = strings.ReplaceAll(q, `\*\*`, "\x00")
	q = strings.ReplaceAll(q, `\*`, `[^:/]*`)
	q = strings.ReplaceAll(q, "\x00", `.*`)
	ok, _ := regexp.MatchString(`^(?s:`+q+`)$`, sub)
	return ok
}

var oidcClient = &http.Client{Timeout: 4 * time.Second}

func fetchJSON(u string) (M, bool) {
	r, err := oidcClient.Get(u)
	if err != nil {
		return nil, false
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if r.StatusCode != 200 {
		return nil, false
	}
	return readJSON(b)
}

func b64(s string) []byte {
	b, _ := base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
	return b
}

func verifyJWS(issuer, alg, kid, signed string, sig []byte) bool {
	conf, ok := fetchJSON(strings.TrimRight(issuer, "/") + "/.well-known/openid-configuration")
	if !ok || conf["issuer"] != issuer {
		return false
	}
	ju, _ := conf["jwks_uri"].(string)
	if _, err := url.Parse(ju); err != nil || ju == "" {
		return false
	}
	set, ok := fetchJSON(ju)
	if !ok {
		return false
	}
	keys, _ := set["keys"].([]any)
	for _, kv := range keys {
		k, _ := kv.(M)
		s := func(n string) string { v, _ := k[n].(string); return v }
		if kid != "" && s("kid") != "" && s("kid") != kid {
			continue
		}
		var h crypto.Hash
		switch alg[len(alg)-3:] {
		case "256":
			h = crypto.SHA256
		case "384":
			h = crypto.SHA384
		case "512":
			h = crypto.SHA512
		}
		var sum []byte
		if h != 0 {
			x := h.New()
			x.Write([]byte(signed))
			sum = x.Sum(nil)
		}
		switch {
		case s("kty") == "RSA" && (strings.HasPrefix(alg, "RS") || strings.HasPrefix(alg, "PS")) && h != 0:
			pk := &rsa.PublicKey{N: new(big.Int).SetBytes(b64(s("n"))), E: int(new(big.Int).SetBytes(b64(s("e"))).Int64())}
			if strings.HasPrefix(alg, "RS") && rsa.VerifyPKCS1v15(pk, h, sum, sig) == nil || strings.HasPrefix(alg, "PS") && rsa.VerifyPSS(pk, h, sum, sig, nil) == nil {
				return true
			}
		case s("kty") == "EC" && strings.HasPrefix(alg, "ES") && h != 0:
			cv := map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521()}[s("crv")]
			if cv != nil && len(sig)%2 == 0 {
				n := len(sig) / 2
				if ecdsa.Verify(&ecdsa.PublicKey{Curve: cv, X: new(big.Int).SetBytes(b64(s("x"))), Y: new(big.Int).SetBytes(b64(s("y")))}, sum, new(big.Int).SetBytes(sig[:n]), new(big.Int).SetBytes(sig[n:])) {
					return true
				}
			}
		case s("kty") == "OKP" && alg == "EdDSA":
			if x := b64(s("x")); len(x) == 32 && ed25519.Verify(x, []byte(signed), sig) {
				return true
			}
		}
	}
	return false
}

func exchange(c *Ctx) (int, any) {
	slug, token := c.b.str("registry"), c.b.str("token")
	no := func() { refuse(403, "~ no rule admits this token") }
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		no()
	}
	head, ok1 := readJSON(b64(parts[0]))
	claims, ok2 := readJSON(b64(parts[1]))
	if !ok1 || !ok2 {
		no()
	}
	s := func(m M, k string) string { v, _ := m[k].(string); return v }
	iss, sub, alg := s(claims, "iss"), s(claims, "sub"), s(head, "alg")
	auds := []string{s(claims, "aud")}
	if l, ok := claims["aud"].([]any); ok {
		auds = nil
		for _, v := range l {
			if x, ok := v.(string); ok {
				auds = append(auds, x)
			}
		}
	}
	now := c.w.now()
	if n, ok := claims["exp"].(json.Number); ok {
		if f, _ := n.Float64(); float64(now.UnixMilli())/1000 >= f {
			no()
		}
	} else {
		no()
	}
	if n, ok := claims["nbf"].(json.Number); ok {
		if f, _ := n.Float64(); float64(now.Unix())+60 < f {
			no()
		}
	}
	g := c.w.reg
	find := func() (*Reg, *Rule) {
		x := g.regs[slug]
		if x == nil {
			return nil, nil
		}
		for _, r := range x.rules {
			if r.issuer == iss && in(auds, r.aud) && subjectMatches(r.pattern, sub) {
				return x, r
			}
		}
		return x, nil
	}
	g.mu.Lock()
	_, r := find()
	g.mu.Unlock()
	if r == nil || len(alg) < 5 || !verifyJWS(iss, alg, s(head, "kid"), parts[0]+"."+parts[1], b64(parts[2])) {
		no()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	x, r := find()
	if r == nil {
		no()
	}
	k := &RKey{id: nid("fob"), name: "swapped by " + r.name, mode: r.mode, via: "oidc", secret: secret("fk"), prefixes: r.prefixes, created: now, expires: now.Add(30 * time.Minute)}
	x.keys = append(x.keys, k)
	return 201, M{"keyId": k.id, "secret": k.secret, "mode": k.mode, "expiresAt": tstr(k.expires)}
}
