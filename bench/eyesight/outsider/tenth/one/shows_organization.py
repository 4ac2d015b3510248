from kit import mistake, together

T, A = "tokens.go", "auth.go"


@mistake("j-org-contacts-half-written", ["organization"], "guard", "ORG-03",
         "The addresses are written one by one while they are checked, so that a request refused for a later address has already changed the earlier ones.",
         True, [(T, "		next := c.org.Contacts\n", "		next := &c.org.Contacts\n"), (T, "		c.org.Contacts = next\n", "")],
         ['as owner PATCH /api/v1/organization/contacts {"billingEmail":"new@billing.example","securityEmail":"nonsense"}', "GET /api/v1/organization/contacts"],
         ((400, "billing@aurora.example"), (400, "new@billing.example"), "After the 400 the billing address is the new one."))
def _(s):
    st, _ = s.api("PATCH", "/organization/contacts", {"billingEmail": "new@billing.example", "securityEmail": "nonsense"})
    return st, s.must("GET", "/organization/contacts")["billingEmail"]


@mistake("j-org-collision-of-the-old-address", ["organization"], "guard", "ORG-03",
         "The payment provider is asked about the billing address in force instead of the new one.",
         False, [(T, "c.w.collidingEmails[lower(next.BillingEmail)]", "c.w.collidingEmails[lower(c.org.Contacts.BillingEmail)]")],
         ['event billing-email-collides {"email":"used@billing.example"}', 'as owner PATCH /api/v1/organization/contacts {"billingEmail":"used@billing.example"}',
          'PATCH /api/v1/organization/contacts {"billingEmail":"fresh@billing.example"}'],
         ((409, 200), (200, 409), "The colliding address is taken (200), and then the harmless one is refused with 409."))
def _(s):
    s.event("billing-email-collides", {"email": "used@billing.example"})
    f = lambda e: s.api("PATCH", "/organization/contacts", {"billingEmail": e})[0]
    return f("used@billing.example"), f("fresh@billing.example")


@mistake("j-org-security-follows-technical", ["organization"], "side effect", "ORG-02",
         "When the security contact was the same as the technical one, changing only the technical contact changes the security contact too.",
         True,
         [(T, "		c.org.Contacts = next\n", "		if q.TechnicalEmail != nil && q.SecurityEmail == nil && c.org.Contacts.SecurityEmail == c.org.Contacts.TechnicalEmail {\n"
           "			next.SecurityEmail = next.TechnicalEmail // they were one and the same\n		}\n		c.org.Contacts = next\n")],
         ['as owner PATCH /api/v1/organization/contacts {"technicalEmail":"ops@one.example","securityEmail":"ops@one.example"}',
          'PATCH /api/v1/organization/contacts {"technicalEmail":"ops@two.example"}', "GET /api/v1/organization/contacts"],
         ("ops@one.example", "ops@two.example", "securityEmail is ops@two.example, although only technicalEmail was named."))
def _(s):
    s.must("PATCH", "/organization/contacts", {"technicalEmail": "ops@one.example", "securityEmail": "ops@one.example"})
    s.must("PATCH", "/organization/contacts", {"technicalEmail": "ops@two.example"})
    return s.must("GET", "/organization/contacts")["securityEmail"]


@mistake("j-org-update-lost-at-provider", ["organization"], "concurrency", "ORG-02",
         "While the payment provider is asked about a billing address the lock is released, and afterwards all three addresses are written as read before: a change of another address in between is lost.",
         True,
         [(T, "		if q.BillingEmail != nil && c.w.collidingEmails[lower(next.BillingEmail)] {\n",
           "		if q.BillingEmail != nil && c.w.askProvider(lower(next.BillingEmail)) {\n"),
          (T, "func (s *Server) organizationRoutes() {\n",
           "// askProvider asks the payment provider, which takes a while: nobody else waits for it.\nfunc (w *World) askProvider(email string) bool {\n	w.s.mu.Unlock()\n	time.Sleep(60 * time.Millisecond)\n	w.s.mu.Lock()\n"
           "	return w.collidingEmails[email]\n}\n\nfunc (s *Server) organizationRoutes() {\n")],
         ['at the same time, a moment apart: as owner PATCH /api/v1/organization/contacts {"billingEmail":"b@new.example"} and as admin PATCH {"technicalEmail":"t@new.example"}; both answer 200',
          "GET /api/v1/organization/contacts"],
         ((200, 200, "b@new.example", "t@new.example"), (200, 200, "b@new.example", "tech@aurora.example"), "technicalEmail has its old value, although its change was answered with 200."))
def _(s):
    p = lambda b, w: s.api("PATCH", "/organization/contacts", b, who=w)[0]
    a, b = together((0, lambda: p({"billingEmail": "b@new.example"}, "olga")), (0.025, lambda: p({"technicalEmail": "t@new.example"}, "adam")))
    c = s.must("GET", "/organization/contacts")
    return a, b, c["billingEmail"], c["technicalEmail"]


@mistake("j-org-token-outlives-demotion", ["organization", "tokens"], "guard", "ORG-03",
         "A scoped token is checked against its scope alone and no longer against what its owner may, so that the token of somebody who is no longer an admin still updates the contacts.",
         False,
         [(A, "	if !c.org.allowed(c.m.grants(), perm, id, any) {\n		return false\n	}\n	return c.token == nil || len(c.token.scope) == 0 || c.org.allowed(c.token.scope, perm, id, any)\n",
           "	if c.token != nil && len(c.token.scope) > 0 {\n		return c.org.allowed(c.token.scope, perm, id, any)\n	}\n	return c.org.allowed(c.m.grants(), perm, id, any)\n")],
         ['as admin POST /api/v1/tokens {"name":"ops","scope":[{"role":"admin"}]}', 'event role-changes {"organization":"aurora","userId":"usr_adam","role":"viewer"}',
          'with the token as credential PATCH /api/v1/organization/contacts {"technicalEmail":"t@new.example"}'],
         ((200, 403), (200, 200), "After the demotion the token's PATCH still answers 200 instead of 403."))
def _(s):
    t = s.must("POST", "/tokens", {"name": "ops", "scope": [{"role": "admin"}]}, who="adam")
    f = lambda: s.api("PATCH", "/organization/contacts", {"technicalEmail": "t@new.example"}, key=t["key"])[0]
    a = f()
    s.event("role-changes", {"organization": "aurora", "userId": "usr_adam", "role": "viewer"})
    return a, f()
