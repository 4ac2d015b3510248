package main

import (
	"net/http"
	"sort"
	"strings"
	"sync"
	"time"
)

const credHeader = "X-Console-Key"
const orgHeader = "X-Acting-Org"

type Org struct {
	slug, name    string
	contacts      map[string]string
	payment       bool
	email, uptime bool
	quota         map[string]int64
}
type Grant struct {
	role string
	ids  []string // nil: everything
}
type Member struct {
	role    string
	grants  []Grant
	granted bool // grants replace the role's permissions
}
type Person struct {
	id, label, email string
	members          map[string]*Member
	home             []string
	session          string
}
type ScopeE struct {
	role string
	ids  []string
}
type Token struct {
	id, name, key, org, user   string
	enabled                    bool
	created, expires, lastUsed time.Time
	scope                      []ScopeE
}
type Role struct {
	id, name, desc, service, kind string
	scopable                      bool
	perms                         []string
}

type Accounts struct {
	w       *World
	mu      sync.Mutex
	orgs    map[string]*Org
	orgList []string
	people  map[string]*Person
	names   []string
	tokens  []*Token
	custom  map[string]map[string]*Role // by organization
	collide map[string]bool
	live    map[string]map[string]Event // what can be scoped, by organization, heard from the others
	list    *Index
}

func newAccounts(w *World) *Accounts {
	a := &Accounts{w: w, orgs: map[string]*Org{}, people: map[string]*Person{}, custom: map[string]map[string]*Role{}, collide: map[string]bool{}, live: map[string]map[string]Event{}}
	a.list = newIndex(a.buildTokens)
	return a
}

// ---------- permissions ----------

type svc struct {
	id, label string
	scopable  bool
	res       [][2]string
}

var services = []svc{
	{"organization", "Organization", false, [][2]string{{"contact", "Contact addresses"}, {"member", "People and their grants"}}},
	{"registry", "Container registries", true, [][2]string{{"registry", "Registries"}, {"repository", "Repositories"}, {"key", "Registry keys"}, {"rule", "OIDC access rules"}, {"upstream", "Upstream credentials"}}},
	{"email", "Email", true, [][2]string{{"domain", "Domains"}, {"route", "Inbound routes"}, {"key", "Send keys"}, {"message", "Messages"}, {"suppression", "Suppressions"}, {"webhook", "Webhook endpoints"}, {"settings", "Sending posture"}}},
	{"oncall", "On-call", false, [][2]string{{"incident", "Incidents"}, {"schedule", "Schedules"}, {"policy", "Escalation policies"}, {"source", "Alert sources"}, {"provider", "SMS and voice provider"}}},
	{"clusters", "Clusters", true, [][2]string{{"cluster", "Clusters"}, {"node", "Nodes"}, {"access", "Tokens and client configuration"}}},
	{"uptime", "Uptime", true, [][2]string{{"service", "Services"}, {"monitor", "Monitors"}, {"export", "Export tokens"}}},
}
var tiers = []string{"read", "write", "admin"}

func upTo(service, tier string) []string {
	r := []string{}
	for _, s := range services {
		if service != "" && s.id != service {
			continue
		}
		for _, x := range s.res {
			for _, t := range tiers {
				r = append(r, s.id+"."+x[0]+"."+t)
				if t == tier {
					break
				}
			}
		}
	}
	return r
}

var builtin []*Role

func init() {
	for _, s := range services {
		for i, n := range []string{"viewer", "editor", "manager"} {
			builtin = append(builtin, &Role{s.id + ":" + n, s.label + " " + n, "May " + tiers[i] + " everything of " + s.label, s.id, "builtin", s.scopable, upTo(s.id, tiers[i])})
		}
	}
}

func (a *Accounts) role(org, id string) *Role {
	for _, r := range builtin {
		if r.id == id {
			return r
		}
	}
	return a.custom[org][id]
}

type pset struct {
	perms map[string]bool
	ids   []string // nil: all
}

func (s pset) match(perm, res string) bool {
	return s.perms[perm] && (s.ids == nil || (res != "" && in(s.ids, res)))
}
func setOf(l []string) map[string]bool {
	m := map[string]bool{}
	for _, x := range l {
		m[x] = true
	}
	return m
}

var roleSets = map[string]map[string]bool{
	"owner": setOf(upTo("", "admin")), "admin": setOf(upTo("", "admin")),
	"member": setOf(upTo("", "write")), "viewer": setOf(upTo("", "read")),
}

type Caller struct {
	p      *Person
	org    string
	tok    *Token
	own    []pset
	narrow []pset // nil: not narrowed
}

func anyMatch(l []pset, perm, res string) bool {
	for _, s := range l {
		if s.match(perm, res) {
			return true
		}
	}
	return false
}

// can: with res "" only an unnarrowed grant will do.
func (c *Caller) can(perm, res string) bool {
	return anyMatch(c.own, perm, res) && (c.narrow == nil || anyMatch(c.narrow, perm, res))
}

// some: on anything at all.
func (c *Caller) some(perm string) bool {
	for _, o := range c.own {
		if !o.perms[perm] {
			continue
		}
		if c.narrow == nil {
			return true
		}
		for _, n := range c.narrow {
			if !n.perms[perm] {
				continue
			}
			if o.ids == nil || n.ids == nil {
				return true
			}
			for _, i := range o.ids {
				if in(n.ids, i) {
					return true
				}
			}
		}
	}
	return false
}
func (c *Caller) must(perm, res string) {
	if !c.can(perm, res) {
		refuse(403, "~ %s is needed", perm)
	}
}
func (c *Caller) mustSome(perm string) {
	if !c.some(perm) {
		refuse(403, "~ %s is needed", perm)
	}
}

// filter of a list: 403 without any permission, else a test of each resource.
func (c *Caller) filter(perm string) func(res string) bool {
	c.mustSome(perm)
	return func(res string) bool { return c.can(perm, res) }
}

func (a *Accounts) compile(org string, m *Member) []pset {
	if !m.granted {
		return []pset{{roleSets[m.role], nil}}
	}
	r := []pset{}
	for _, g := range m.grants {
		if ro := a.role(org, g.role); ro != nil {
			r = append(r, pset{setOf(ro.perms), g.ids})
		}
	}
	return r
}

// authenticate finds the caller of a request, or refuses.
func (a *Accounts) authenticate(r *http.Request, area string) *Caller {
	a.mu.Lock()
	defer a.mu.Unlock()
	status, text := 401, "~ unauthenticated"
	if area == "email" || area == "uptime" {
		text = "~ no valid session"
	}
	if area == "registry" || area == "oncall" {
		status, text = 404, "~ nothing here for strangers"
	}
	cred := strings.TrimSpace(r.Header.Get(credHeader))
	if cred == "" {
		refuse(status, "%s", text)
	}
	c := a.callerOf(cred, r.Header.Get(orgHeader))
	if c == nil {
		refuse(status, "%s", text)
	}
	if c.org == "" {
		refuse(403, "~ not a member of this organization")
	}
	return c
}

func (a *Accounts) callerOf(cred, wanted string) *Caller {
	for _, p := range a.people {
		if p.session != cred {
			continue
		}
		if wanted == "" && len(p.home) > 0 {
			wanted = p.home[0]
		}
		m := p.members[wanted]
		if m == nil {
			return &Caller{p: p}
		}
		return &Caller{p: p, org: wanted, own: a.compile(wanted, m)}
	}
	now := a.w.now()
	for _, t := range a.tokens {
		if t.key != cred {
			continue
		}
		if !t.enabled || !now.Before(t.expires) {
			return nil
		}
		p := a.people[t.user]
		m := p.members[t.org]
		if m == nil {
			return nil
		}
		if wanted != "" && wanted != t.org {
			return &Caller{p: p}
		}
		t.lastUsed = now
		a.list.touch(t.user)
		c := &Caller{p: p, org: t.org, tok: t, own: a.compile(t.org, m)}
		if len(t.scope) > 0 {
			c.narrow = []pset{}
			for _, s := range t.scope {
				if ro := a.role(t.org, s.role); ro != nil {
					c.narrow = append(c.narrow, pset{setOf(ro.perms), s.ids})
				}
			}
		}
		return c
	}
	return nil
}

func (a *Accounts) org(slug string) *Org { return a.orgs[slug] }

// entitled and quota are asked by other areas.
func (a *Accounts) entitled(org, area string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.orgs[org]
	return o != nil && (area == "email" && o.email || area == "uptime" && o.uptime)
}
func (a *Accounts) quota(org, which string) int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.orgs[org].quota[which]
}
func (a *Accounts) paying(org string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.orgs[org].payment
}
func (a *Accounts) person(org, id string) (label, email string, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.people[id]
	if p == nil || p.members[org] == nil {
		return "", "", false
	}
	return p.label, p.email, true
}

func (a *Accounts) hear(e Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.live[e.Org]
	if m == nil {
		m = map[string]Event{}
		a.live[e.Org] = m
	}
	switch e.Topic {
	case "up":
		m[e.Service+"/"+e.Id] = e
	case "down":
		delete(m, e.Service+"/"+e.Id)
	}
}

// resources that are known by now, sorted by service and name.
func (a *Accounts) resources(org string) []Event {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := []Event{}
	for _, e := range a.live[org] {
		r = append(r, e)
	}
	sort.Slice(r, func(i, j int) bool { return r[i].Service+"/"+r[i].Name+r[i].Id > r[j].Service+"/"+r[j].Name+r[j].Id })
	return r
}

func resView(e Event) M { return M{"service": e.Service, "id": e.Id, "name": e.Name} }

// exists asks the area itself, since the index may be behind.
func (w *World) exists(org, service, id string) bool {
	switch service {
	case "registry":
		return w.reg.has(org, id)
	case "email":
		return w.em.hasDomain(org, id)
	case "clusters":
		return w.clu.has(org, id)
	case "uptime":
		return w.up.hasService(org, id)
	}
	return false
}

// ---------- operations ----------

func (a *Accounts) buildTokens(user string) []Row {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := []Row{}
	for i := len(a.tokens) - 1; i >= 0; i-- {
		t := a.tokens[i]
		if t.user != user {
			continue
		}
		sc := []M{}
		for _, s := range t.scope {
			ids, name := s.ids, s.role
			if ids == nil {
				ids = []string{}
			}
			if ro := a.role(t.org, s.role); ro != nil {
				name = ro.name
			}
			sc = append(sc, M{"role": s.role, "roleName": name, "resourceIds": ids})
		}
		last := t.lastUsed
		if last.IsZero() {
			last = t.created
		}
		r = append(r, Row{Res: t.org, V: M{"id": t.id, "name": t.name, "start": t.key[:9], "enabled": t.enabled, "createdAt": iso(t.created), "expiresAt": iso(t.expires), "lastRequest": iso(last), "orgSlug": t.org, "scope": sc}})
	}
	return r
}

func accountRoutes() {
	add("listTokens", "GET", "/api/v1/tokens", "tokens", false, func(c *Ctx) (int, any) {
		own, other := []any{}, []any{}
		for _, r := range c.w.acc.list.read(c.caller.p.id) {
			if r.Res == c.caller.org {
				own = append(own, r.V)
			} else {
				other = append(other, r.V)
			}
		}
		return 200, M{"tokens": append(own, other...)}
	})
	add("createToken", "POST", "/api/v1/tokens", "tokens", true, createToken)
	add("getTokenScopeOptions", "GET", "/api/v1/tokens/scope-options", "tokens", false, func(c *Ctx) (int, any) {
		a := c.w.acc
		roles, res := []any{}, []any{}
		opt := func(r *Role) {
			v := M{"id": r.id, "name": r.name, "description": r.desc, "scopable": r.scopable}
			if r.service != "" {
				v["service"] = r.service
			}
			roles = append(roles, v)
		}
		for _, e := range a.resources(c.caller.org) {
			if c.caller.reads(e.Service, e.Id) {
				res = append(res, resView(e))
			}
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		for _, r := range builtin {
			opt(r)
		}
		for _, r := range sortedRoles(a.custom[c.caller.org]) {
			opt(r)
		}
		return 200, M{"roles": roles, "resources": res}
	})
	add("getIamCatalog", "GET", "/api/v1/iam/catalog", "iam", false, func(c *Ctx) (int, any) {
		c.caller.must("organization.member.admin", "")
		a := c.w.acc
		for _, k := range []string{"role", "subject", "resource"} {
			v := c.query(k)
			if v == "" {
				continue
			}
			a.mu.Lock()
			ok := k == "role" && a.role(c.caller.org, v) != nil || k == "subject" && a.people[v] != nil && a.people[v].members[c.caller.org] != nil
			a.mu.Unlock()
			s, i, f := strings.Cut(v, "/")
			if !ok && !(k == "resource" && f && c.w.exists(c.caller.org, s, i)) {
				refuse(400, "~ unknown %s", k)
			}
		}
		roles, res := []any{}, []any{}
		for _, r := range builtin {
			roles = append(roles, M{"id": r.id, "name": r.name, "description": r.desc, "kind": r.kind, "service": r.service, "scopable": r.scopable, "permissions": r.perms})
		}
		for _, e := range a.resources(c.caller.org) {
			res = append(res, resView(e))
		}
		return 200, M{"roles": roles, "resources": res}
	})
	add("listPermissions", "GET", "/api/v1/iam/permissions", "iam", false, func(c *Ctx) (int, any) {
		l := []any{}
		for _, s := range services {
			rs := []any{}
			for _, x := range s.res {
				ts := []any{}
				for _, t := range tiers {
					ts = append(ts, M{"permission": s.id + "." + x[0] + "." + t, "tier": t, "label": strings.ToUpper(t[:1]) + t[1:] + ": " + x[1]})
				}
				rs = append(rs, M{"resource": x[0], "resourceLabel": x[1], "tiers": ts})
			}
			l = append(l, M{"service": s.id, "serviceLabel": s.label, "resources": rs})
		}
		return 200, M{"services": l}
	})
	add("getContacts", "GET", "/api/v1/organization/contacts", "organization", false, func(c *Ctx) (int, any) {
		if c.caller.narrow != nil {
			c.caller.mustSome("organization.contact.read")
		}
		a := c.w.acc
		a.mu.Lock()
		defer a.mu.Unlock()
		return 200, a.contacts(c.caller.org)
	})
	add("updateContacts", "PATCH", "/api/v1/organization/contacts", "organization", true, func(c *Ctx) (int, any) {
		set := map[string]string{}
		for _, k := range []string{"billingEmail", "technicalEmail", "securityEmail"} {
			if _, ok := c.b.opt(k); ok {
				v := c.b.str(k)
				if !isAddr(v) {
					c.b.fail(k, "is not an email address")
				}
				set[k] = v
			}
		}
		c.caller.must("organization.contact.admin", "")
		a := c.w.acc
		a.mu.Lock()
		defer a.mu.Unlock()
		o := a.orgs[c.caller.org]
		if b, ok := set["billingEmail"]; ok && !strings.EqualFold(b, o.contacts["billingEmail"]) {
			hit := a.collide[strings.ToLower(b)]
			for s, x := range a.orgs {
				hit = hit || s != o.slug && strings.EqualFold(x.contacts["billingEmail"], b)
			}
			if hit {
				refuse(409, "~ the payment provider has this billing address already")
			}
		}
		for k, v := range set {
			o.contacts[k] = v
		}
		return 200, a.contacts(c.caller.org)
	})
}

func (a *Accounts) contacts(org string) M {
	v := M{}
	for _, k := range []string{"billingEmail", "technicalEmail", "securityEmail"} {
		x := a.orgs[org].contacts[k]
		if x == "" {
			x = "nobody@" + org + ".invalid"
		}
		v[k] = x
	}
	return v
}

func sortedRoles(m map[string]*Role) []*Role {
	r := []*Role{}
	for _, x := range m {
		r = append(r, x)
	}
	sort.Slice(r, func(i, j int) bool { return r[i].id < r[j].id })
	return r
}

// reads: may the caller read anything of this instance?
func (c *Caller) reads(service, id string) bool {
	for _, s := range services {
		if s.id != service {
			continue
		}
		for _, x := range s.res {
			if c.can(s.id+"."+x[0]+".read", id) {
				return true
			}
		}
	}
	return false
}

func createToken(c *Ctx) (int, any) {
	a := c.w.acc
	name := c.b.str("name")
	life := c.b.intOr("expiresIn", 60*24*90, 1, 100000000) // minutes
	scope := []ScopeE{}
	type ask struct{ service, id string }
	asks := []ask{}
	if _, ok := c.b.opt("scope"); ok {
		for _, s := range c.b.objs("scope") {
			e := ScopeE{role: s.str("role")}
			ids, given := s.strsOpt("resourceIds")
			a.mu.Lock()
			ro := a.role(c.caller.org, e.role)
			a.mu.Unlock()
			if ro == nil {
				s.fail("role", "is unknown")
			}
			if given && len(ids) > 0 {
				if !ro.scopable {
					s.fail("resourceIds", "cannot go with this role")
				}
				e.ids = ids
				for _, i := range ids {
					asks = append(asks, ask{ro.service, i})
				}
			}
			scope = append(scope, e)
		}
	}
	if c.caller.narrow != nil {
		refuse(403, "~ a narrowed token makes no others")
	}
	for _, q := range asks {
		ok := false
		for _, s := range services {
			if s.scopable && (q.service == "" || q.service == s.id) && c.w.exists(c.caller.org, s.id, q.id) && c.caller.reads(s.id, q.id) {
				ok = true
			}
		}
		if !ok {
			refuse(403, "~ %s is beyond what you can see", q.id)
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := c.w.now()
	t := &Token{id: nid("pt"), name: name, key: "key~" + random(44), org: c.caller.org, user: c.caller.p.id, enabled: true, created: now, expires: now.Add(time.Duration(life) * time.Minute), scope: scope}
	a.tokens = append(a.tokens, t)
	a.list.touch(t.user)
	return 201, M{"id": t.id, "key": t.key, "orgSlug": t.org}
}
