package main

import "time"

type Token struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Start       string       `json:"start"`
	Enabled     bool         `json:"enabled"`
	CreatedAt   Time         `json:"createdAt"`
	ExpiresAt   Time         `json:"expiresAt"`
	LastRequest Time         `json:"lastRequest"`
	OrgSlug     string       `json:"orgSlug"`
	Scope       []tokenScope `json:"scope"`

	key    string // its hash
	userID string
	scope  []RoleGrant
}

type tokenScope struct {
	Role        string   `json:"role"`
	RoleName    string   `json:"roleName"`
	ResourceIDs []string `json:"resourceIds"`
}

const (
	tokenDefaultLife = 90 * 24 * time.Hour
	maxExpiresIn     = 366 * 24 * 3600
)

func (t *Token) usable(w *World) bool { return t.Enabled && w.now().Before(t.ExpiresAt.Time) }

func (w *World) tokenByKey(key string) *Token {
	h := hash(key)
	return find(w.tokens, func(t *Token) bool { return t.key == h })
}

func okExpiresIn(p *int64) error {
	if p != nil && (*p < 1 || *p > maxExpiresIn) {
		return bad("expiresIn must be between 1 and %d seconds", maxExpiresIn)
	}
	return nil
}

func (s *Server) tokenRoutes() {
	s.op("GET /api/v1/tokens", access{area: "tokens"}, func(c *Ctx) error {
		mine := remove(c.w.tokens, func(t *Token) bool { return t.userID != c.user.ID || t.OrgSlug != c.org.Slug })
		return c.json(200, map[string]any{"tokens": mine})
	})

	s.op("POST /api/v1/tokens", access{area: "tokens"}, func(c *Ctx) error {
		var q struct {
			Name      *string
			ExpiresIn *int64
			Scope     []struct {
				Role        *string
				ResourceIDs []string
			}
		}
		if c.token != nil && len(c.token.scope) > 0 {
			return fail(403, "a scoped token cannot create tokens")
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		name, err := reqString(q.Name, "name")
		if err != nil {
			return err
		}
		if err := okExpiresIn(q.ExpiresIn); err != nil {
			return err
		}
		t := &Token{ID: newID("tok"), Name: name, Enabled: true, CreatedAt: c.w.stamp(), LastRequest: c.w.stamp(),
			OrgSlug: c.org.Slug, Scope: []tokenScope{}, userID: c.user.ID}
		key := "pat_" + randHex(20)
		visible := c.visibleResources()
		for _, sc := range q.Scope {
			if sc.Role == nil {
				return bad("scope: role is required")
			}
			r := c.org.role(*sc.Role)
			if r == nil || *sc.Role == "owner" {
				return bad("scope: unknown role %q", *sc.Role)
			}
			if !c.covers(r) {
				return fail(403, "scope: role %q is more than you have", r.ID)
			}
			if len(sc.ResourceIDs) > 0 && !r.Scopable {
				return bad("scope: role %q cannot be narrowed to resources", r.ID)
			}
			for _, id := range sc.ResourceIDs {
				ok := false
				for _, v := range visible {
					ok = ok || (v.ID == id && (r.Service == "" || v.Service == r.Service))
				}
				if !ok {
					return bad("scope: unknown resource %q", id)
				}
			}
			t.Scope = append(t.Scope, tokenScope{r.ID, r.Name, orEmpty(sc.ResourceIDs)})
			t.scope = append(t.scope, RoleGrant{r.ID, sc.ResourceIDs})
		}
		t.Start, t.key = key[:10], hash(key)
		life := tokenDefaultLife
		if q.ExpiresIn != nil {
			life = time.Duration(*q.ExpiresIn) * time.Second
		}
		t.ExpiresAt = Time{c.w.now().Add(life)}
		c.w.tokens = append(c.w.tokens, t)
		return c.json(201, map[string]string{"id": t.ID, "key": key, "orgSlug": t.OrgSlug})
	})

	s.op("GET /api/v1/tokens/scope-options", access{area: "tokens"}, func(c *Ctx) error {
		type opt struct {
			ID          string `json:"id"`
			Name        string `json:"name"`
			Description string `json:"description"`
			Scopable    bool   `json:"scopable"`
			Service     string `json:"service,omitempty"`
		}
		roles := []opt{}
		for _, r := range c.grantable() {
			roles = append(roles, opt{r.ID, r.Name, r.Description, r.Scopable, r.Service})
		}
		return c.json(200, map[string]any{"roles": roles, "resources": c.visibleResources()})
	})
}

// ---- iam -----------------------------------------------------------------

func (s *Server) iamRoutes() {
	s.op("GET /api/v1/iam/catalog", access{area: "iam", perm: "iam.grant.admin"}, func(c *Ctx) error {
		roles := append(append([]*Role{}, builtin...), c.org.Custom...)
		return c.json(200, map[string]any{"roles": roles, "resources": c.org.resources()})
	})
	s.op("GET /api/v1/iam/permissions", access{area: "iam"}, func(c *Ctx) error {
		return c.json(200, map[string]any{"services": catalog})
	})
}

// ---- organization --------------------------------------------------------

type Contacts struct {
	BillingEmail   string `json:"billingEmail"`
	TechnicalEmail string `json:"technicalEmail"`
	SecurityEmail  string `json:"securityEmail"`
}

func (s *Server) organizationRoutes() {
	s.op("GET /api/v1/organization/contacts", access{"organization", "organization.contacts.read", false, nil}, func(c *Ctx) error {
		return c.json(200, c.org.Contacts)
	})
	s.op("PATCH /api/v1/organization/contacts", access{"organization", "organization.contacts.admin", false, nil}, func(c *Ctx) error {
		var q struct{ BillingEmail, TechnicalEmail, SecurityEmail *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		next := c.org.Contacts
		for _, f := range []struct {
			name string
			in   *string
			out  *string
		}{{"billingEmail", q.BillingEmail, &next.BillingEmail}, {"technicalEmail", q.TechnicalEmail, &next.TechnicalEmail}, {"securityEmail", q.SecurityEmail, &next.SecurityEmail}} {
			if f.in == nil {
				continue
			}
			if !validEmail(*f.in) {
				return bad("%s is not a valid email address", f.name)
			}
			*f.out = *f.in
		}
		if q.BillingEmail != nil && c.w.collidingEmails[lower(next.BillingEmail)] {
			return fail(409, "the billing email is in use at the payment provider")
		}
		c.org.Contacts = next
		return c.json(200, next)
	})
}
