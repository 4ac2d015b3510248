package main

import (
	"sort"
	"strings"
)

// ---- roles and permissions ----------------------------------------------

type Role struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Kind        string   `json:"kind"`
	Service     string   `json:"service,omitempty"`
	Scopable    bool     `json:"scopable"`
	Permissions []string `json:"permissions"`
}

type catalogTier struct {
	Permission string `json:"permission"`
	Tier       string `json:"tier"`
	Label      string `json:"label"`
}
type catalogResource struct {
	Resource      string        `json:"resource"`
	ResourceLabel string        `json:"resourceLabel"`
	Tiers         []catalogTier `json:"tiers"`
}
type catalogService struct {
	Service      string            `json:"service"`
	ServiceLabel string            `json:"serviceLabel"`
	Resources    []catalogResource `json:"resources"`
}

var catalog = buildCatalog()

func buildCatalog() []catalogService {
	def := []struct {
		id, label string
		res       []string // id=label
	}{
		{"organization", "Organization", []string{"contacts=Contacts"}},
		{"iam", "Access management", []string{"grant=Grants"}},
		{"registry", "Container registry", []string{"registry=Registries", "image=Repositories and images", "key=Registry keys", "rule=OIDC access rules", "upstream=Upstream credentials"}},
		{"email", "Email", []string{"domain=Domains", "key=Send keys", "route=Inbound routes", "message=Messages", "suppression=Suppressions", "webhook=Webhooks", "settings=Settings"}},
		{"oncall", "On-call", []string{"incident=Incidents", "schedule=Schedules", "policy=Escalation policies", "source=Alert sources", "service=Services", "provider=Provider credential", "paging=Paging settings"}},
		{"clusters", "Clusters", []string{"cluster=Clusters", "node=Nodes", "token=Registration tokens", "kubeconfig=Client configuration"}},
		{"uptime", "Uptime", []string{"service=Services", "monitor=Monitors", "export=Export tokens"}},
	}
	tierLabel := map[string]string{"read": "View", "write": "Manage", "admin": "Administer"}
	var out []catalogService
	for _, d := range def {
		s := catalogService{Service: d.id, ServiceLabel: d.label}
		for _, r := range d.res {
			id, label, _ := strings.Cut(r, "=")
			cr := catalogResource{Resource: id, ResourceLabel: label}
			for _, t := range []string{"read", "write", "admin"} {
				cr.Tiers = append(cr.Tiers, catalogTier{d.id + "." + id + "." + t, t, tierLabel[t] + " " + strings.ToLower(label)})
			}
			s.Resources = append(s.Resources, cr)
		}
		out = append(out, s)
	}
	return out
}

// permissions lists the atoms of a service ("" for all) up to a tier.
func permissions(service, tier string) []string {
	rank := map[string]int{"read": 0, "write": 1, "admin": 2}
	out := []string{}
	for _, s := range catalog {
		if service != "" && s.Service != service {
			continue
		}
		if service == "" && s.Service == "iam" && tier != "admin" {
			continue
		}
		for _, r := range s.Resources {
			for _, t := range r.Tiers {
				if rank[t.Tier] <= rank[tier] {
					out = append(out, t.Permission)
				}
			}
		}
	}
	return out
}

var builtin = buildBuiltin()

func buildBuiltin() []*Role {
	out := []*Role{
		{ID: "admin", Name: "Administrator", Description: "Everything, including access management", Kind: "builtin", Permissions: permissions("", "admin")},
		{ID: "member", Name: "Member", Description: "View and manage everything but administration", Kind: "builtin", Permissions: permissions("", "write")},
		{ID: "viewer", Name: "Viewer", Description: "View everything", Kind: "builtin", Permissions: permissions("", "read")},
	}
	for _, s := range catalog[2:] {
		for _, t := range [][3]string{{"viewer", "read", "View"}, {"editor", "write", "Manage"}, {"admin", "admin", "Administer"}} {
			out = append(out, &Role{ID: s.Service + "." + t[0], Name: s.ServiceLabel + " " + t[0],
				Description: t[2] + " " + s.ServiceLabel, Kind: "builtin", Service: s.Service,
				Scopable:    s.Service == "registry" || s.Service == "email" || s.Service == "clusters",
				Permissions: permissions(s.Service, t[1])})
		}
	}
	return out
}

func (o *Org) role(id string) *Role {
	if id == "owner" {
		id = "admin"
	}
	is := func(r *Role) bool { return r.ID == id }
	if r := find(builtin, is); r != nil {
		return r
	}
	return find(o.Custom, is)
}

func (o *Org) allowed(l []RoleGrant, perm, id string, any bool) bool {
	for _, g := range l {
		r := o.role(g.Role)
		if r == nil || !contains(r.Permissions, perm) {
			continue
		}
		if any || len(g.ResourceIDs) == 0 || (id != "" && contains(g.ResourceIDs, id)) {
			return true
		}
	}
	return false
}

func (m *Member) grants() []RoleGrant {
	if m.Grants != nil {
		return m.Grants
	}
	return []RoleGrant{{Role: m.Role}}
}

func (c *Ctx) allowed(perm, id string, any bool) bool {
	if !c.org.allowed(c.m.grants(), perm, id, any) {
		return false
	}
	return c.token == nil || len(c.token.scope) == 0 || c.org.allowed(c.token.scope, perm, id, any)
}

// can: on the instance id, or with id "" on the whole organization.
func (c *Ctx) can(perm, id string) bool { return c.allowed(perm, id, false) }

// canAny: on the organization or at least one instance.
func (c *Ctx) canAny(perm string) bool { return c.allowed(perm, "", true) }

func (c *Ctx) need(perm, id string) error {
	if !c.can(perm, id) {
		return fail(403, "missing permission %s", perm)
	}
	return nil
}

// ---- callers -------------------------------------------------------------

func (c *Ctx) authenticate(area string) error {
	msg := "unauthenticated"
	if area == "email" || area == "uptime" {
		msg = "no valid session"
	}
	unauth := fail(401, "%s", msg)
	cred := bearer(c.r)
	if cred == "" {
		return unauth
	}
	want := c.r.Header.Get("X-Organization")
	slug := want
	if uid, ok := c.w.sessions[cred]; ok {
		c.user = c.w.users[uid]
		if slug == "" {
			slug = c.user.DefaultOrg
		}
	} else {
		t := c.w.tokenByKey(cred)
		if t == nil || !t.usable(c.w) {
			return unauth
		}
		c.token, c.user, slug = t, c.w.users[t.userID], t.OrgSlug
		if want != "" && want != slug {
			return fail(403, "the token is bound to another organization")
		}
	}
	c.org = c.w.org(slug)
	if c.org == nil || c.org.Members[c.user.ID] == nil {
		return fail(403, "not a member of this organization")
	}
	c.m = c.org.Members[c.user.ID]
	if c.token != nil {
		c.token.LastRequest = c.w.stamp()
	}
	return nil
}

type Resource struct {
	Service string `json:"service"`
	ID      string `json:"id"`
	Name    string `json:"name"`
}

// resources lists the live scopable instances.
func (o *Org) resources() []Resource {
	out := []Resource{}
	for _, r := range o.Reg.registries {
		out = append(out, Resource{"registry", r.Slug, r.DisplayName})
	}
	for _, d := range o.Em.domains {
		out = append(out, Resource{"email", d.ID, d.Name})
	}
	for _, k := range o.Cl.clusters {
		out = append(out, Resource{"clusters", k.Name, k.Name})
	}
	return out
}

var readPerm = map[string]string{"registry": "registry.registry.read", "email": "email.domain.read", "clusters": "clusters.cluster.read"}

func (c *Ctx) visibleResources() []Resource {
	return remove(c.org.resources(), func(r Resource) bool { return !c.can(readPerm[r.Service], r.ID) })
}

// grantable: the roles that give nothing the caller does not have somewhere.
func (c *Ctx) grantable() []*Role {
	all := append(append([]*Role{}, builtin...), c.org.Custom...)
	return remove(all, func(r *Role) bool { return !c.covers(r) })
}

func (c *Ctx) covers(r *Role) bool {
	for _, p := range r.Permissions {
		if !c.canAny(p) {
			return false
		}
	}
	return true
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
