from kit import mistake

T, A = "tokens.go", "auth.go"


@mistake("j-token-scope-entries-share-ids", ["tokens", "registry"], "side effect", "TOK-06",
         "The resource ids of all scope entries of a token live in one reused slice, so that an earlier entry ends up with the ids of the last one.",
         True,
         [(T, "		visible := c.visibleResources()\n", "		visible := c.visibleResources()\n		ids := make([]string, 0, 16)\n"),
          (T, "			t.Scope = append(t.Scope, tokenScope{r.ID, r.Name, orEmpty(sc.ResourceIDs)})\n			t.scope = append(t.scope, RoleGrant{r.ID, sc.ResourceIDs})\n",
           "			ids = append(ids[:0], sc.ResourceIDs...)\n			t.Scope = append(t.Scope, tokenScope{r.ID, r.Name, ids})\n			t.scope = append(t.scope, RoleGrant{r.ID, ids})\n")],
         ["as owner create the registries shared-one and shared-two",
          'as owner POST /api/v1/tokens {"name":"two","scope":[{"role":"registry.viewer","resourceIds":["shared-one"]},{"role":"registry.editor","resourceIds":["shared-two"]}]}',
          "GET /api/v1/tokens: resourceIds of the two scope entries", "with the new token as credential: get the registry shared-one"],
         ((["shared-one"], ["shared-two"], 200), (["shared-two"], ["shared-two"], 403),
          "The list shows shared-two in both entries, and the token gets 403 instead of 200 on shared-one."))
def _(s):
    s.registry("shared-one")
    s.registry("shared-two")
    t = s.must("POST", "/tokens", {"name": "two", "scope": [{"role": "registry.viewer", "resourceIds": ["shared-one"]}, {"role": "registry.editor", "resourceIds": ["shared-two"]}]})
    l = s.must("GET", "/tokens")["tokens"][0]["scope"]
    return l[0]["resourceIds"], l[1]["resourceIds"], s.api("GET", "/registry/registries/shared-one", key=t["key"])[0]


@mistake("j-token-list-of-colleagues", ["tokens"], "isolation", "TOK-01",
         "The list of tokens leaves out only those that are neither the caller's nor of the acting organization (and instead of or), so that it shows the tokens of colleagues.",
         True, [(T, "t.userID != c.user.ID || t.OrgSlug != c.org.Slug", "t.userID != c.user.ID && t.OrgSlug != c.org.Slug")],
         ['as admin POST /api/v1/tokens {"name":"mine"}', "as member GET /api/v1/tokens"],
         ([], ["mine"], "The member's list holds the admin's token."))
def _(s):
    s.must("POST", "/tokens", {"name": "mine"}, who="adam")
    return [t["name"] for t in s.must("GET", "/tokens", who="mia")["tokens"]]


@mistake("j-token-scope-second-id-unchecked", ["tokens", "registry"], "guard", "TOK-04",
         "Whether a resource id of a scope is visible is remembered from the id before it, so that after one good id any further id is accepted, also those of another organization.",
         True, [(T, "			for _, id := range sc.ResourceIDs {\n				ok := false\n", "			ok := false\n			for _, id := range sc.ResourceIDs {\n")],
         ["as owner create the registry seen-one", "as neighbour (owner of another organization) create the registry unseen-one",
          'as owner POST /api/v1/tokens {"name":"a","scope":[{"role":"registry.viewer","resourceIds":["unseen-one"]}]}',
          'as owner POST /api/v1/tokens {"name":"b","scope":[{"role":"registry.viewer","resourceIds":["seen-one","unseen-one"]}]}'],
         ((400, 400), (400, 201), "The last request answers 201 instead of a refusal; the token names a registry of another organization."))
def _(s):
    s.registry("seen-one")
    s.registry("unseen-one", who="nils")
    f = lambda *l: s.api("POST", "/tokens", {"name": "x", "scope": [{"role": "registry.viewer", "resourceIds": list(l)}]})[0]
    return f("unseen-one"), f("seen-one", "unseen-one")


@mistake("j-token-options-kept-by-role", ["tokens", "iam"], "isolation", "TOK-05",
         "The grantable roles of the scope options are kept in a map by the caller's role alone, so that an owner of another organization gets the custom roles of the first one.",
         False,
         [("core.go", "	nextDelivery    int\n", "	nextDelivery    int\n	roleOptions     map[string][]*Role // what grantable found, by role of the caller\n"),
          (A, "	all := append(append([]*Role{}, builtin...), c.org.Custom...)\n	return remove(all, func(r *Role) bool { return !c.covers(r) })\n",
           "	whole := c.token == nil && c.m.Grants == nil\n	if l, ok := c.w.roleOptions[c.m.Role]; ok && whole {\n		return l\n	}\n"
           "	all := append(append([]*Role{}, builtin...), c.org.Custom...)\n	l := remove(all, func(r *Role) bool { return !c.covers(r) })\n"
           "	if whole {\n		if c.w.roleOptions == nil {\n			c.w.roleOptions = map[string][]*Role{}\n		}\n		c.w.roleOptions[c.m.Role] = l\n	}\n	return l\n")],
         ['event role-changes {"organization":"aurora","customRole":{"id":"night-shift","permissions":["oncall.incident.read"]}}',
          "as owner GET /api/v1/tokens/scope-options", "as neighbour (owner of another organization) GET /api/v1/tokens/scope-options"],
         ((True, False), (True, True), "The neighbour's roles hold night-shift, the custom role of the other organization."))
def _(s):
    s.event("role-changes", {"organization": "aurora", "customRole": {"id": "night-shift", "permissions": ["oncall.incident.read"]}})
    f = lambda w: any(r["id"] == "night-shift" for r in s.must("GET", "/tokens/scope-options", who=w)["roles"])
    return f("olga"), f("nils")


@mistake("j-token-last-request-empty", ["tokens"], "schema", "TOK-01",
         "lastRequest of a token that was never used is an empty string, which is no date-time.",
         True,
         [(T, "LastRequest Time         `json", "LastRequest LaxTime      `json"), (T, "CreatedAt: c.w.stamp(), LastRequest: c.w.stamp(),", "CreatedAt: c.w.stamp(),"),
          (A, "c.token.LastRequest = c.w.stamp()", "c.token.LastRequest = LaxTime{c.w.now()}"), ("credentials.go", "t.LastRequest = Time{at}", "t.LastRequest = LaxTime{at}")],
         ['as owner POST /api/v1/tokens {"name":"unused"}', "GET /api/v1/tokens: lastRequest"],
         (False, True, "lastRequest is \"\" instead of an ISO 8601 timestamp."))
def _(s):
    s.must("POST", "/tokens", {"name": "unused"})
    return s.must("GET", "/tokens")["tokens"][0]["lastRequest"] == ""


@mistake("j-token-bound-to-home", ["tokens"], "isolation", "TOK-02",
         "A new token is bound to the first organization of the person instead of the acting one, while the answer names the acting one.",
         True, [(T, "OrgSlug: c.org.Slug, Scope", "OrgSlug: c.user.DefaultOrg, Scope"), (T, '"orgSlug": t.OrgSlug', '"orgSlug": c.org.Slug')],
         ['as bea (member of aurora and borealis) acting in borealis POST /api/v1/tokens {"name":"away"}', "acting in borealis GET /api/v1/tokens",
          "with the new token as credential GET /api/v1/organization/contacts"],
         (("borealis", ["away"], "billing@borealis.example"), ("borealis", [], "billing@aurora.example"),
          "The token is missing from the list in borealis, and it reads the contacts of aurora."))
def _(s):
    t = s.must("POST", "/tokens", {"name": "away"}, who="bea", org="borealis")
    l = s.must("GET", "/tokens", who="bea", org="borealis")["tokens"]
    return t["orgSlug"], [x["name"] for x in l], s.must("GET", "/organization/contacts", key=t["key"])["billingEmail"]


@mistake("j-token-scope-entries-mix", ["tokens", "registry"], "guard", "TOK-06",
         "A scope is checked for the permission and for the resource separately, so that the role of one entry holds on the resources of another.",
         True,
         [(A, "	for _, g := range l {\n		r := o.role(g.Role)\n		if r == nil || !contains(r.Permissions, perm) {\n			continue\n		}\n"
           "		if any || len(g.ResourceIDs) == 0 || (id != \"\" && contains(g.ResourceIDs, id)) {\n			return true\n		}\n	}\n	return false\n",
           "	granted, reached := false, any\n	for _, g := range l {\n		r := o.role(g.Role)\n		if r == nil {\n			continue\n		}\n"
           "		granted = granted || contains(r.Permissions, perm)\n		reached = reached || len(g.ResourceIDs) == 0 || (id != \"\" && contains(g.ResourceIDs, id))\n	}\n	return granted && reached\n")],
         ["as owner create the registries look-only and work-here",
          'as owner POST /api/v1/tokens {"name":"mixed","scope":[{"role":"registry.viewer","resourceIds":["look-only"]},{"role":"registry.editor","resourceIds":["work-here"]}]}',
          "with the new token as credential delete the registry look-only (empty)"],
         ((403, 204), (204, 204), "Deleting look-only with the token succeeds, although the token may only view it."))
def _(s):
    s.registry("look-only")
    s.registry("work-here")
    t = s.must("POST", "/tokens", {"name": "mixed", "scope": [{"role": "registry.viewer", "resourceIds": ["look-only"]}, {"role": "registry.editor", "resourceIds": ["work-here"]}]})
    return tuple(s.api("DELETE", "/registry/registries/" + r, key=t["key"])[0] for r in ("look-only", "work-here"))


@mistake("j-token-key-shown-until-used", ["tokens"], "secrecy", "TOK-03",
         "The key is kept with the token until its first use, and until then the list shows it again.",
         True,
         [(T, "	key    string // its hash\n", "	Key    string `json:\"key,omitempty\"` // until somebody uses it\n	key    string // its hash\n"),
          (T, "		t.Start, t.key = key[:10], hash(key)\n", "		t.Start, t.Key, t.key = key[:10], key, hash(key)\n"),
          (A, "		c.token.LastRequest = c.w.stamp()\n", "		c.token.LastRequest, c.token.Key = c.w.stamp(), \"\"\n")],
         ['as owner POST /api/v1/tokens {"name":"fresh"}', "GET /api/v1/tokens", "use the new token as credential: GET /api/v1/tokens", "as owner GET /api/v1/tokens"],
         ((False, False), (True, False), "The first list contains the key; once the token was used it does not."))
def _(s):
    k = s.must("POST", "/tokens", {"name": "fresh"})["key"]
    f = lambda: k in str(s.must("GET", "/tokens"))
    a = f()
    s.must("GET", "/tokens", key=k)
    return a, f()
