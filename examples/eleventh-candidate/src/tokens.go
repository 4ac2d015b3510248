package main

import (
	"strings"
	"time"
)

// PToken is a personal API token.
type PToken struct {
	id, name, key, org string
	user               *User
	enabled            bool
	createdAt, expires time.Time // no expiry: zero
	last               time.Time
	scope              []Grant
	parent             *PToken
	seq                int
}

func (t *PToken) expired(now time.Time) bool { return !t.expires.IsZero() && !now.Before(t.expires) }
func (t *PToken) layers() [][]Grant {
	out := [][]Grant{}
	for x := t; x != nil; x = x.parent {
		if len(x.scope) > 0 {
			out = append(out, x.scope)
		}
	}
	return out
}

// resources of the kinds a grant can be narrowed to
type scopable struct{ service, res, id, name string }

func (w *World) scopables(o *Org) []scopable {
	out := []scopable{}
	for _, r := range w.registries {
		if r.org == o.slug && !r.deleted {
			out = append(out, scopable{"registry", "registry", r.slug, r.display})
		}
	}
	for _, d := range w.email.domains {
		if d.org == o.slug && !d.deleted {
			out = append(out, scopable{"email", "domain", d.id, d.name})
		}
	}
	for _, k := range w.clusters {
		if k.org == o.slug && k.phase != "Gone" {
			out = append(out, scopable{"clusters", "cluster", k.name, k.name})
		}
	}
	return out
}

func tokenRoutes() {
	on("GET", "/api/v1/tokens", func(c *Ctx) Resp {
		out := []J{}
		for _, t := range c.w.tokens {
			if t.user != c.user || t.org != c.org.slug {
				continue
			}
			exp := "9999-12-31T23:59:59.000Z"
			if !t.expires.IsZero() {
				exp = iso(t.expires)
			}
			last := "1970-01-01T00:00:00.000Z"
			if !t.last.IsZero() {
				last = iso(t.last)
			}
			scope := []J{}
			for _, g := range t.scope {
				name := g.role
				if r := c.org.role(g.role); r != nil {
					name = r.name
				}
				scope = append(scope, J{"role": g.role, "roleName": name, "resourceIds": append([]string{}, g.ids...)})
			}
			if len(scope) == 0 {
				if m := c.user.members[t.org]; m != nil && !m.narrow {
					scope = append(scope, J{"role": "org:" + m.role, "roleName": c.org.role("org:" + m.role).name, "resourceIds": []string{}})
				}
			}
			out = append(out, J{"id": t.id, "name": t.name, "start": t.key[:10], "enabled": t.enabled && !t.expired(c.w.now()), "createdAt": iso(t.createdAt),
				"expiresAt": exp, "lastRequest": last, "orgSlug": t.org, "scope": scope})
		}
		return ok(J{"tokens": out})
	})
	on("POST", "/api/v1/tokens", func(c *Ctx) Resp {
		name := c.body.str("name")
		days, set := c.body.optInt("expiresIn")
		var exp time.Time
		if set && days > 0 {
			if days < 2900000 {
				exp = c.w.now().Add(0).AddDate(0, 0, int(days))
			}
			if exp.Year() > 9999 {
				exp = time.Time{}
			}
		}
		entries, _ := c.body.objs("scope")
		scope := []Grant{}
		for _, e := range entries {
			id := e.str("role")
			ids, _ := e.optStrs("resourceIds")
			r := c.org.role(id)
			if r == nil {
				fail(400, "there is no role %s", id)
			}
			if len(ids) > 0 && !r.scopable {
				fail(400, "the role %s cannot be narrowed to resources", id)
			}
			for _, x := range ids {
				found := false
				for _, s := range c.w.scopables(c.org) {
					if s.id == x && c.can(s.service, s.res, "read", s.id) {
						if r.service != "" && r.service != s.service {
							fail(400, "the resource %s is not one of %s", x, r.service)
						}
						found = true
					}
				}
				if !found {
					fail(403, "a scope cannot name the resource %s, which you cannot see", x)
				}
			}
			merged := false
			for i := range scope {
				if scope[i].role == r.id {
					merged = true
					if len(ids) == 0 || len(scope[i].ids) == 0 {
						scope[i].ids = nil
					} else {
						for _, x := range ids {
							if !has(scope[i].ids, x) {
								scope[i].ids = append(scope[i].ids, x)
							}
						}
					}
				}
			}
			if !merged {
				scope = append(scope, Grant{r.id, ids})
			}
		}
		t := &PToken{id: ulid(c.w.now()), name: name, key: secretOf("swpat_"), org: c.org.slug, user: c.user, enabled: true, createdAt: c.w.now(), expires: exp, scope: scope, parent: c.tok, seq: c.w.next()}
		c.w.tokens = append(c.w.tokens, t)
		return created(J{"id": t.id, "key": t.key, "orgSlug": t.org})
	})
	on("GET", "/api/v1/tokens/scope-options", func(c *Ctx) Resp {
		roles := []J{}
		for _, r := range c.org.allRoles() {
			x := J{"id": r.id, "name": r.name, "description": r.desc, "scopable": r.scopable}
			if r.service != "" {
				x["service"] = r.service
			}
			roles = append(roles, x)
		}
		res := []J{}
		for _, s := range c.w.scopables(c.org) {
			if c.can(s.service, s.res, "read", s.id) {
				res = append(res, J{"service": s.service, "id": s.id, "name": s.name})
			}
		}
		return ok(J{"roles": roles, "resources": res})
	})
	on("GET", "/api/v1/iam/catalog", func(c *Ctx) Resp {
		if !c.manager() {
			fail(403, "this needs grant management: owner or admin")
		}
		roles := []J{}
		for _, r := range c.org.allRoles() {
			x := J{"id": r.id, "name": r.name, "description": r.desc, "kind": r.kind, "scopable": r.scopable, "permissions": r.perms}
			if r.service != "" {
				x["service"] = r.service
			}
			roles = append(roles, x)
		}
		res := []J{}
		for _, s := range c.w.scopables(c.org) {
			res = append(res, J{"service": s.service, "id": s.id, "name": s.name})
		}
		return ok(J{"roles": roles, "resources": res})
	})
	on("GET", "/api/v1/iam/permissions", func(c *Ctx) Resp {
		if !c.manager() {
			fail(403, "this needs grant management: owner or admin")
		}
		out := []J{}
		for _, s := range catalog {
			rs := []J{}
			for _, r := range s.res {
				ts := []J{}
				for _, t := range tiers {
					ts = append(ts, J{"permission": s.id + "." + r.id + "." + t, "tier": t, "label": strings.ToUpper(t[:1]) + t[1:] + " " + strings.ToLower(r.label)})
				}
				rs = append(rs, J{"resource": r.id, "resourceLabel": r.label, "tiers": ts})
			}
			out = append(out, J{"service": s.id, "serviceLabel": s.label, "resources": rs})
		}
		return ok(J{"services": out})
	})
	on("GET", "/api/v1/organization/contacts", func(c *Ctx) Resp { return ok(c.org.contactsView()) })
	on("PATCH", "/api/v1/organization/contacts", func(c *Ctx) Resp {
		if !c.manager() {
			fail(403, "only owners and admins change contacts")
		}
		set := map[string]string{}
		for _, k := range contactKeys {
			if c.body.isNull(k) {
				set[k] = ""
				continue
			}
			v, given := c.body.m[k]
			if !given {
				continue
			}
			s, is := v.(string)
			s = strings.ToLower(strings.TrimSpace(s))
			if !is || !validAddress(s) {
				fail(400, "%s is not an email address", k)
			}
			set[k] = s
		}
		if b := set["billingEmail"]; b != "" && b != c.org.contacts["billingEmail"] && c.w.collide[b] {
			fail(409, "this billing address is in use at the payment provider")
		}
		for k, v := range set {
			c.org.contacts[k] = v
		}
		return ok(c.org.contactsView())
	})
}

var contactKeys = []string{"billingEmail", "technicalEmail", "securityEmail"}

func (o *Org) contactsView() J {
	out := J{}
	for _, k := range contactKeys {
		out[k] = o.contacts[k]
		if o.contacts[k] == "" {
			out[k] = strings.TrimSuffix(k, "Email") + "@" + o.slug + ".example"
		}
	}
	return out
}
func (o *Org) allRoles() []*Role {
	out := append([]*Role{}, builtin...)
	for _, k := range keys(o.roles) {
		out = append(out, o.roles[k])
	}
	return out
}

// validAddress is lenient: one at sign, something on both sides, no white space or control characters.
func validAddress(s string) bool {
	i := strings.LastIndex(s, "@")
	if i < 1 || i == len(s)-1 || len(s) > 320 || strings.Count(s, "@") != 1 {
		return false
	}
	if strings.ContainsAny(s, " \t\r\n<>(),;:\\\"[]") {
		return false
	}
	d := s[i+1:]
	if strings.HasPrefix(d, ".") || strings.HasSuffix(d, ".") || strings.Contains(d, "..") || strings.HasPrefix(d, "-") {
		return false
	}
	return !strings.HasPrefix(s, ".") && s[i-1] != '.'
}
