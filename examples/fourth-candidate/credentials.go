package main

import "strings"

func (o *Org) init() {
	o.On.paging = map[string]*PagingSettings{}
	o.On.verification, o.On.sending = "accepts", "accepts"
}

// credentialUsed: somebody uses a key or token outside the API.
func credentialUsed(c *Ctx) (obj, error) {
	var q struct {
		Kind, ID, Secret, Username, Registry, Repository, Cluster, For, At *string
	}
	if err := c.decode(&q); err != nil {
		return nil, err
	}
	if q.Kind == nil {
		return nil, bad("kind is required")
	}
	if q.ID == nil && q.Secret == nil {
		return nil, bad("id or secret is required")
	}
	what := "pull"
	if q.For != nil {
		if err := oneOf(*q.For, "for", "pull", "push"); err != nil {
			return nil, err
		}
		what = *q.For
	}
	at, err := c.when(q.At, "at")
	if err != nil {
		return nil, err
	}
	str := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	yes := func() (obj, error) { return obj{"at": Time{at}, "accepted": true}, nil }
	no := func(why string) (obj, error) { return obj{"at": Time{at}, "accepted": false, "reason": why}, nil }
	// a secret that is not known was not accepted; an id that is not known is an error
	unknown := func() (obj, error) {
		if q.Secret != nil {
			return no("unknown secret")
		}
		if c.w.gone[*q.ID] {
			return no("revoked")
		}
		return nil, notFound(*q.Kind)
	}
	is := func(id, secret string) bool {
		if q.Secret != nil {
			return secret == hash(*q.Secret)
		}
		return id == *q.ID
	}
	switch *q.Kind {
	case "personal-token":
		t := find(c.w.tokens, func(t *Token) bool { return is(t.ID, t.key) })
		if t == nil {
			return unknown()
		}
		if !t.usable(c.w) {
			return no("disabled or expired")
		}
		if o := c.w.org(t.OrgSlug); o == nil || o.Members[t.userID] == nil {
			return no("its owner is not a member of the organization")
		}
		t.LastRequest = Time{at}
		return yes()
	case "registry-key":
		for _, o := range c.w.orgs {
			for _, r := range o.Reg.registries {
				k := find(r.keys, func(k *RegistryKey) bool { return is(k.KeyID, k.secret) })
				if k == nil {
					continue
				}
				if q.Registry != nil && *q.Registry != r.Slug {
					return no("the key is not for this registry")
				}
				if why := c.w.keyRefusal(k, str(q.Repository), what); why != "" {
					return no(why)
				}
				k.LastUsedAt = &Time{at}
				return yes()
			}
		}
		return unknown()
	case "login-credential":
		if q.Secret == nil {
			return nil, bad("secret is required")
		}
		reg := str(q.Registry)
		if reg == "" { // any registry of its scope
			for _, o := range c.w.orgs {
				if l := find(o.Reg.logins, func(l *Login) bool { return l.secret == hash(*q.Secret) }); l != nil && len(l.Scope) > 0 {
					reg = l.Scope[0].Registry
				}
			}
		}
		if _, why := c.w.dataPlane(str(q.Username), *q.Secret, reg, str(q.Repository), what); why != "" {
			return no(why)
		}
		return yes()
	case "upstream-credential":
		for _, o := range c.w.orgs {
			for _, r := range o.Reg.registries {
				if q.Registry != nil && r.Slug != *q.Registry {
					continue
				}
				if find(r.upstreams, func(u *UpstreamCredential) bool { return is(u.Upstream, hash(u.password)) }) != nil {
					return yes()
				}
			}
		}
		if q.Secret == nil && find(ptrs(upstreams), func(u *upstream) bool { return u.Host == *q.ID }) != nil {
			return no("no credential for this upstream")
		}
		return unknown()
	case "send-key":
		for _, o := range c.w.orgs {
			k := find(o.Em.keys, func(k *SendKey) bool { return is(k.ID, k.secret) || (q.Secret == nil && k.KeyID == *q.ID) })
			if k == nil {
				continue
			}
			if k.revoked {
				return no("revoked")
			}
			k.LastUsedAt = &Time{at}
			return yes()
		}
		return unknown()
	case "alert-source":
		for _, o := range c.w.orgs {
			if s := find(o.On.sources, func(s *AlertSource) bool { return is(s.ID, s.token) }); s != nil {
				s.LastEventAt = LaxTime{at}
				return yes()
			}
		}
		return unknown()
	case "registration-token":
		for _, o := range c.w.orgs {
			for _, k := range o.Cl.clusters {
				t := find(k.regs, func(t *RegistrationToken) bool { return is(t.ID, t.secret) })
				if t == nil {
					continue
				}
				if q.Cluster != nil && *q.Cluster != k.Name {
					return no("the token is for another cluster")
				}
				if t.Disabled || (t.ExpiresAt != nil && !c.w.now().Before(t.ExpiresAt.Time)) {
					return no("disabled or expired")
				}
				t.LastUsed = &Time{at}
				return yes()
			}
		}
		return unknown()
	case "kubeconfig":
		if q.Secret == nil {
			return nil, bad("secret is required")
		}
		tok := *q.Secret
		if i := strings.Index(tok, "kct_"); i >= 0 { // the token, or the whole file
			tok = strings.Fields(tok[i:])[0]
		}
		for _, o := range c.w.orgs {
			for _, k := range o.Cl.clusters {
				exp, ok := k.configs[hash(tok)]
				if !ok {
					continue
				}
				if q.Cluster != nil && *q.Cluster != k.Name {
					return no("the configuration is for another cluster")
				}
				if !c.w.now().Before(exp) {
					return no("expired")
				}
				return yes()
			}
		}
		return unknown()
	case "export-token":
		for _, o := range c.w.orgs {
			if t := find(o.Up.exports, func(t *ExportToken) bool { return is(t.ID, t.secret) }); t != nil {
				t.LastUsedAt = LaxTime{at}
				return yes()
			}
		}
		return unknown()
	}
	return nil, bad("unknown kind")
}
