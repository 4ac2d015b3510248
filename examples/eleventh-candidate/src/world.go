package main

import (
	"container/heap"
	"fmt"
	"runtime"
	"strings"
	"time"
)

func stack(b []byte) string { return string(b[:runtime.Stack(b, false)]) }

type timer struct {
	at   time.Time
	seq  int
	name string
	id   string
	fn   func()
}
type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	if h[i].at.Equal(h[j].at) {
		return h[i].seq < h[j].seq
	}
	return h[i].at.Before(h[j].at)
}
func (h timerHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *timerHeap) Push(x any)   { *h = append(*h, x.(*timer)) }
func (h *timerHeap) Pop() any {
	o := *h
	x := o[len(o)-1]
	*h = o[:len(o)-1]
	return x
}

// World is everything there is, behind one lock.
type World struct {
	seq        int
	mode       string
	offset     time.Duration
	frozen     time.Time
	at         time.Time // set while a timer runs
	timers     timerHeap
	running    bool
	orgs       map[string]*Org
	orgOrder   []string
	users      map[string]*User
	userOrder  []string
	tokens     []*PToken
	down       map[string]bool
	collide    map[string]bool
	slugs      map[string]string // taken or reserved elsewhere
	claims     map[string]bool   // domains claimed elsewhere
	registries []*Registry
	regKeys    []*RegKey
	logins     []*Login
	ruleSeq    int
	email      *EmailState
	oncall     *OncallState
	clusters   []*Cluster
	kubeToks   map[string]*KubeTok
	uptime     *UptimeState
}

// Org is an organization.
type Org struct {
	id, slug, name string
	ent            map[string]bool
	paying         bool
	contacts       map[string]string
	quotas         map[string]int64
	roles          map[string]*Role
	provider       *Provider
	providerAt     time.Time
	verifyMode     string
	pageMode       string
	paused         bool
	pausedAt       time.Time
	pauseReason    string
	pauseReset     time.Time
	noMetrics      bool
}

// User is a person.
type User struct {
	id, label, email, session string
	members                   map[string]*Member
	order                     []string
	paging                    *Paging
}

// Member ties a person to an organization.
type Member struct {
	role   string
	grants []Grant
	narrow bool
}

// Grant is a role, perhaps limited to resources.
type Grant struct {
	role string
	ids  []string
}

// Role is a named set of permissions.
type Role struct {
	id, name, desc, kind, service string
	scopable                      bool
	perms                         []string
}

func (w *World) next() int { w.seq++; return w.seq }
func (w *World) now() time.Time {
	if !w.at.IsZero() {
		return w.at
	}
	switch w.mode {
	case "frozen":
		return w.frozen
	case "set":
		return time.Now().UTC().Add(w.offset)
	}
	return time.Now().UTC()
}
func (w *World) after(d time.Duration, name, id string, fn func()) {
	heap.Push(&w.timers, &timer{w.now().Add(d), w.next(), name, id, fn})
}
func (w *World) runUntil(limit time.Time) []J {
	fired := []J{}
	if w.running {
		return fired
	}
	w.running = true
	for len(w.timers) > 0 && !w.timers[0].at.After(limit) {
		t := heap.Pop(&w.timers).(*timer)
		w.at = t.at
		t.fn()
		w.at = time.Time{}
		fired = append(fired, J{"at": iso(t.at), "timer": t.name, "entity": t.name, "id": t.id})
	}
	w.running = false
	return fired
}
func (w *World) runDue() { w.runUntil(w.now()) }

// the catalog of permissions
type catRes struct{ id, label string }
type catSvc struct {
	id, label string
	res       []catRes
}

var catalog = []catSvc{
	{"organization", "Organization", []catRes{{"contacts", "Contact addresses"}}},
	{"registry", "Container registries", []catRes{{"registry", "Registries"}, {"repository", "Repositories and images"}, {"key", "Registry keys"}, {"rule", "OIDC access rules"}, {"upstream", "Upstream credentials"}}},
	{"email", "Email", []catRes{{"domain", "Domains"}, {"route", "Inbound routes"}, {"key", "Send keys"}, {"message", "Messages"}, {"webhook", "Webhooks and deliveries"}, {"suppression", "Suppressions"}, {"settings", "Sending posture"}}},
	{"oncall", "On-call", []catRes{{"incident", "Incidents"}, {"schedule", "Schedules"}, {"policy", "Escalation policies"}, {"source", "Alert sources"}, {"provider", "SMS and voice provider"}, {"service", "Services"}}},
	{"clusters", "Clusters", []catRes{{"cluster", "Clusters"}, {"node", "Nodes"}, {"token", "Join and registration tokens"}, {"kubeconfig", "Client configuration"}}},
	{"uptime", "Uptime", []catRes{{"service", "Services"}, {"monitor", "Monitors"}, {"token", "Export tokens"}}},
}
var tiers = []string{"read", "write", "admin"}
var tierRank = map[string]int{"read": 0, "write": 1, "admin": 2}

func atoms(svc string, upTo int) []string {
	out := []string{}
	for _, s := range catalog {
		if svc != "" && s.id != svc {
			continue
		}
		for _, r := range s.res {
			for i := 0; i <= upTo; i++ {
				out = append(out, s.id+"."+r.id+"."+tiers[i])
			}
		}
	}
	return out
}

var builtin = func() []*Role {
	out := []*Role{}
	for _, s := range []struct {
		id, name string
		tier     int
	}{{"org:viewer", "Organization viewer", 0}, {"org:member", "Organization member", 1}, {"org:admin", "Organization admin", 2}, {"org:owner", "Organization owner", 2}} {
		out = append(out, &Role{s.id, s.name, "Every service of the organization", "builtin", "", false, atoms("", s.tier)})
	}
	for _, s := range catalog[1:] {
		for i, n := range []string{"view", "edit", "admin"} {
			out = append(out, &Role{s.id + ":" + n, s.label + " " + n, "May " + n + " in " + s.label, "builtin", s.id, s.id == "registry" || s.id == "email" || s.id == "clusters", atoms(s.id, i)})
		}
	}
	return out
}()

func (o *Org) role(id string) *Role {
	for _, r := range builtin {
		if strings.EqualFold(r.id, id) {
			return r
		}
	}
	return o.roles[id]
}
func (r *Role) allows(svc, res, tier string) bool {
	for i := tierRank[tier]; i < 3; i++ {
		if has(r.perms, svc+"."+res+"."+tiers[i]) {
			return true
		}
	}
	return false
}
func layerAllows(o *Org, gs []Grant, svc, res, tier, inst string, any bool) bool {
	for _, g := range gs {
		r := o.role(g.role)
		if r == nil || !r.allows(svc, res, tier) {
			continue
		}
		if len(g.ids) == 0 || any || (inst != "" && has(g.ids, inst)) {
			return true
		}
	}
	return false
}

// can: with an instance, on that one; without, on everything of the organization.
func (c *Ctx) can(svc, res, tier, inst string) bool {
	for _, l := range c.layers {
		if !layerAllows(c.org, l, svc, res, tier, inst, false) {
			return false
		}
	}
	return true
}
func (c *Ctx) canSome(svc, res, tier string) bool {
	for _, l := range c.layers {
		if !layerAllows(c.org, l, svc, res, tier, "", true) {
			return false
		}
	}
	return true
}
func (c *Ctx) need(svc, res, tier, inst string) {
	if !c.can(svc, res, tier, inst) {
		fail(403, "this needs the permission %s.%s.%s", svc, res, tier)
	}
}
func (c *Ctx) needSome(svc, res, tier string) {
	if !c.canSome(svc, res, tier) {
		fail(403, "this needs the permission %s.%s.%s", svc, res, tier)
	}
}

func (u *User) layer(o *Org) ([]Grant, bool) {
	m := u.members[o.slug]
	if m == nil {
		return nil, false
	}
	if m.narrow {
		return m.grants, true
	}
	return []Grant{{role: "org:" + m.role}}, true
}

func (c *Ctx) authenticate() {
	key := ""
	if h := c.r.Header.Get("Authorization"); h != "" {
		f := strings.Fields(h)
		if len(f) == 2 && (strings.EqualFold(f[0], "bearer") || strings.EqualFold(f[0], "token")) {
			key = f[1]
		} else {
			fail(401, "unauthenticated")
		}
	} else {
		key = strings.TrimSpace(c.r.Header.Get("X-Auth-Token"))
	}
	if key == "" {
		fail(401, "unauthenticated")
	}
	want := strings.ToLower(strings.TrimSpace(c.r.Header.Get("X-Acting-Org")))
	for _, u := range c.w.users {
		if u.session != key {
			continue
		}
		c.user = u
		if want == "" {
			for _, s := range u.order {
				if u.members[s] != nil {
					want = s
					break
				}
			}
		}
		c.org = c.w.orgs[want]
		if c.org == nil || u.members[want] == nil {
			fail(403, "you do not belong to this organization")
		}
		l, _ := u.layer(c.org)
		c.layers = [][]Grant{l}
		return
	}
	for _, t := range c.w.tokens {
		if t.key != key {
			continue
		}
		if !t.enabled || t.expired(c.w.now()) {
			fail(401, "the token is switched off or has expired")
		}
		o := c.w.orgs[t.org]
		l, in := t.user.layer(o)
		if !in {
			fail(401, "the owner of the token has left the organization")
		}
		if want != "" && want != t.org {
			fail(403, "the token is bound to another organization")
		}
		c.user, c.org, c.tok = t.user, o, t
		c.layers = append([][]Grant{l}, t.layers()...)
		t.last = c.w.now()
		return
	}
	fail(401, "unauthenticated")
}

func (c *Ctx) manager() bool {
	m := c.user.members[c.org.slug]
	if m == nil || m.narrow || (m.role != "owner" && m.role != "admin") {
		return false
	}
	for _, l := range c.layers[1:] {
		if !layerAllows(c.org, l, "organization", "contacts", "admin", "", false) {
			return false
		}
	}
	return true
}

func seedID(tag string) string { return "01JC" + strings.Repeat("0", 22-len(tag)) + tag }

func (w *World) addOrg(slug, name string) *Org {
	o := &Org{id: seedID(fmt.Sprintf("RG%d", len(w.orgs)+1)), slug: slug, name: name, ent: map[string]bool{"email": true, "uptime": true}, paying: true,
		contacts: map[string]string{}, roles: map[string]*Role{}, verifyMode: "accepts", pageMode: "accepts",
		quotas: map[string]int64{"clusters": 40, "monitors": 200, "daily-email": 10000}}
	w.orgs[slug] = o
	w.orgOrder = append(w.orgOrder, slug)
	return o
}
func (w *World) addUser(id, label, email, session string) *User {
	u := &User{id: id, label: label, email: email, session: session, members: map[string]*Member{}}
	w.users[id] = u
	w.userOrder = append(w.userOrder, id)
	return u
}
func (u *User) join(org, role string) *Member {
	m := &Member{role: role}
	u.members[org] = m
	if !has(u.order, org) {
		u.order = append(u.order, org)
	}
	return m
}

func newWorld() *World {
	w := &World{mode: "real", orgs: map[string]*Org{}, users: map[string]*User{}, down: map[string]bool{}, collide: map[string]bool{},
		slugs: map[string]string{}, claims: map[string]bool{}, kubeToks: map[string]*KubeTok{}, email: newEmail(), oncall: newOncall(), uptime: newUptime()}
	s := w.addOrg("summitworks", "Summit Works")
	l := w.addOrg("lakeshore", "Lakeshore Freight")
	w.addUser(seedID("GRACE"), "Grace Hollis", "grace@summitworks.example", "sess-grace-77c1").join("summitworks", "owner")
	w.addUser(seedID("HANK"), "Hank Avery", "hank@summitworks.example", "sess-hank-77c1").join("summitworks", "admin")
	w.addUser(seedID("JANE"), "Jane Prewitt", "jane@summitworks.example", "sess-jane-77c1").join("summitworks", "member")
	w.addUser(seedID("PETE"), "Pete Sandoval", "pete@summitworks.example", "sess-pete-77c1").join("summitworks", "member")
	w.addUser(seedID("VERA"), "Vera Kemp", "vera@summitworks.example", "sess-vera-77c1").join("summitworks", "viewer")
	stan := w.addUser(seedID("STAN"), "Stan Birch", "stan@summitworks.example", "sess-stan-77c1")
	mark := w.addUser(seedID("MARK"), "Mark Tate", "mark@both.example", "sess-mark-77c1")
	mark.join("summitworks", "member")
	mark.join("lakeshore", "admin")
	w.addUser(seedID("PAM"), "Pam Decker", "pam@lakeshore.example", "sess-pam-77c1").join("lakeshore", "owner")

	r := w.newRegistry(s, "summit-apps", "Summit applications", "us-east-1")
	w.push(r, "storefront/web", []string{"v1", "latest"}, "", "", 1400, []layer{{"sha256:" + strings.Repeat("ab", 32), 42000000}}, w.now())
	w.newRegistry(s, "summit-base", "Base images", "us-west-2")
	w.newRegistry(l, "lakeshore-apps", "Lakeshore", "us-east-1")
	d := w.newDomain(s, "mail.summitworks.example")
	d.id = seedID("D1")
	for _, x := range d.records() {
		w.email.dns[x.key()] = x.value
	}
	d.send, d.receive = "verified", "verified"
	w.newDomain(s, "news.summitworks.example").id = seedID("D2")
	w.newDomain(l, "mail.lakeshore.example").id = seedID("D3")
	m := stan.join("summitworks", "member")
	m.narrow = true
	m.grants = []Grant{{"email:edit", []string{d.id}}, {"registry:edit", []string{"summit-apps"}}}
	for _, n := range []string{"CHECK", "SEARCH", "BATCH"} {
		w.oncall.services = append(w.oncall.services, &OService{id: seedID(n), org: s.slug, name: strings.ToLower(n), created: w.now()})
	}
	w.oncall.services = append(w.oncall.services, &OService{id: seedID("FREIGHT"[:2] + "1"), org: l.slug, name: "freight", created: w.now()})
	k := w.newCluster(s, "prod")
	k.spec = ClusterSpec{version: "v1.32.8", tier: "medium", replicas: 3, mesh: true, mode: "shared", lb: true}
	k.status = k.spec
	k.phase = "Running"
	k.nodes = append(k.nodes, &Node{name: "worker-1", ready: true, version: "v1.32.8"}, &Node{name: "worker-2", ready: true, version: "v1.31.13"})
	w.uptime.services = append(w.uptime.services, &UService{id: ulid(w.now()), org: s.slug, name: "storefront", created: w.now()})
	return w
}
