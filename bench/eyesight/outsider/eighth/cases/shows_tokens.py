from prove import mistake


def reg(S, slug, **k):
    return S("POST", "/registry/registries", {"slug": slug}, expect=201, **k)


@mistake("h-tok-list-and-for-or", "tokens", "isolation", "TOK-01",
         "The token list leaves out only tokens that are neither mine nor of the acting organization, so it shows colleagues' tokens and mine of other organizations.",
         [("tokens.go", "return t.userID != c.user.ID || t.OrgSlug != c.org.Slug", "return t.userID != c.user.ID && t.OrgSlug != c.org.Slug")],
         ["POST /api/v1/tokens {name} as the admin", "GET /api/v1/tokens as the owner"],
         "step 2: the owner's list holds the admin's token", alone=True)
def _(S):
    i = S("POST", "/tokens", {"name": "adam's"}, who="adam", expect=201)["id"]
    l = [t["id"] for t in S("GET", "/tokens", expect=200)["tokens"]]
    return i not in l, len(l)


@mistake("h-tok-scope-cross-product", "tokens registry", "guard", "TOK-06",
         "With several scope entries the permission is looked for in one entry and the resource id in another, so a token may write where it was given reading only.",
         [("auth.go", """	for _, g := range l {
		r := o.role(g.Role)
		if r == nil || !contains(r.Permissions, perm) {
			continue
		}
		if any || len(g.ResourceIDs) == 0 || (id != "" && contains(g.ResourceIDs, id)) {
			return true
		}
	}
	return false
""", """	role, here := false, false
	for _, g := range l {
		r := o.role(g.Role)
		if r == nil {
			continue
		}
		role = role || contains(r.Permissions, perm)
		here = here || any || len(g.ResourceIDs) == 0 || (id != "" && contains(g.ResourceIDs, id))
	}
	return role && here
""")],
         ["create the registries a and b", "POST /api/v1/tokens {name, scope: [{role: registry.editor, resourceIds: [a]}, {role: registry.viewer, resourceIds: [b]}]}",
          "create an OIDC rule in b with that token"],
         "step 3: refused with 403 when right, 201 when wrong", alone=True)
def _(S):
    reg(S, "tok-a"), reg(S, "tok-b")
    k = S("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.editor", "resourceIds": ["tok-a"]}, {"role": "registry.viewer", "resourceIds": ["tok-b"]}]}, expect=201)["key"]
    rule = {"issuer": "https://ci.example", "audience": "x", "subjectPattern": "y", "mode": "pull"}
    S("POST", "/registry/registries/tok-a/oidc-rules", rule, key=k, expect=201)
    r = S("POST", "/registry/registries/tok-b/oidc-rules", rule, key=k)
    return r.status == 403, r.status


@mistake("h-tok-start-without-end", "tokens", "secrecy", "TOK-03",
         "start is everything after the fixed prefix of the key instead of its first characters, so the list gives the whole secret away.",
         [("tokens.go", "t.Start, t.key = key[:10], hash(key)", "t.Start, t.key = key[4:], hash(key)")],
         ["POST /api/v1/tokens {name}", "GET /api/v1/tokens"],
         "step 2: start is the key without its prefix", alone=True)
def _(S):
    k = S("POST", "/tokens", {"name": "t"}, expect=201)["key"]
    a = S("GET", "/tokens").text
    return k.split("_", 1)[1] not in a, a


@mistake("h-tok-scope-names-unseen", "tokens registry", "guard", "TOK-04",
         "The resources of a scope are checked against all of the organization's instead of those that the owner can read.",
         [("tokens.go", "visible := c.visibleResources()", "visible := c.org.resources()")],
         ["create the registries a and b", "event role-changes: the member's grants are registry.admin on a only", "POST /api/v1/tokens as the member {scope: [{role: registry.viewer, resourceIds: [b]}]}"],
         "step 3: refused with a 4xx when right, 201 when wrong")
def _(S):
    reg(S, "tok-a"), reg(S, "tok-b")
    S.ev("role-changes", organization="aurora", userId="usr_mia", role="member", grants=[{"role": "registry.admin", "resourceIds": ["tok-a"]}])
    ok = S("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["tok-a"]}]}, who="mia", expect=201)
    r = S("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["tok-b"]}]}, who="mia")
    return 400 <= r.status < 500, r.status


@mistake("h-tok-scope-null-ids", "tokens", "schema", "TOK-01",
         "A scope entry that was made without resourceIds is listed with resourceIds null instead of an array.",
         [("tokens.go", "tokenScope{r.ID, r.Name, orEmpty(sc.ResourceIDs)}", "tokenScope{r.ID, r.Name, sc.ResourceIDs}")],
         ["POST /api/v1/tokens {name, scope: [{role: registry.viewer}]}", "GET /api/v1/tokens"],
         "step 2: scope[0].resourceIds is null", alone=True)
def _(S):
    S("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer"}]}, expect=201)
    v = S("GET", "/tokens")["tokens"][0]["scope"][0]["resourceIds"]
    return isinstance(v, list), v


@mistake("h-tok-bound-to-home-org", "tokens organization", "isolation", "TOK-02",
         "A new token is bound to the person's first organization instead of the acting one.",
         [("tokens.go", "OrgSlug: c.org.Slug, Scope: []tokenScope{}", "OrgSlug: c.user.DefaultOrg, Scope: []tokenScope{}")],
         ["POST /api/v1/tokens {name} as the person in two organizations, acting in the second", "GET /api/v1/organization/contacts with the key"],
         "step 1: orgSlug is the first organization's; step 2: the contacts too", alone=True)
def _(S):
    r = S("POST", "/tokens", {"name": "t"}, who="bea", org="borealis", expect=201)
    c = S("GET", "/organization/contacts", key=r["key"])
    return r["orgSlug"] == "borealis" and c["billingEmail"] == "billing@borealis.example", (r["orgSlug"], c.text)
