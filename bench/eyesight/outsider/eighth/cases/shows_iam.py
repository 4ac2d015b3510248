from prove import mistake


@mistake("h-iam-resources-cached-by-count", "iam registry", "side effect", "IAM-01",
         "The resource list is cached and only renewed when the number of resources changes, so after a deletion and a creation it still shows what is gone.",
         [("core.go", "	Quota      map[string]int64\n", "	Quota      map[string]int64\n\n	resCache []Resource\n"),
          ("auth.go", "	out := []Resource{}\n	for _, r := range o.Reg.registries {", "	if n := len(o.Reg.registries) + len(o.Em.domains) + len(o.Cl.clusters); n > 0 && n == len(o.resCache) {\n		return o.resCache\n	}\n	out := []Resource{}\n	for _, r := range o.Reg.registries {"),
          ("auth.go", "		out = append(out, Resource{\"clusters\", k.Name, k.Name})\n	}\n", "		out = append(out, Resource{\"clusters\", k.Name, k.Name})\n	}\n	o.resCache = out\n")],
         ["create the registry a", "GET /api/v1/iam/catalog", "delete the registry a", "create the registry b", "GET /api/v1/iam/catalog"],
         "step 5: a is still there and b is not", alone=True)
def _(S):
    S("POST", "/registry/registries", {"slug": "iam-a"}, expect=201)
    S("GET", "/iam/catalog", expect=200)
    S("DELETE", "/registry/registries/iam-a", expect=204)
    S("POST", "/registry/registries", {"slug": "iam-b"}, expect=201)
    l = [r["id"] for r in S("GET", "/iam/catalog", expect=200)["resources"]]
    return l == ["iam-b"], l


@mistake("h-iam-catalog-asks-person-only", "iam tokens", "guard", "IAM-02",
         "The catalog asks for the role of the person and forgets that the token was narrowed, so a token for registries alone can read it.",
         [("tokens.go", """access{area: "iam", perm: "iam.grant.admin"}, func(c *Ctx) error {
""", """access{area: "iam"}, func(c *Ctx) error {
		if !c.org.allowed(c.m.grants(), "iam.grant.admin", "", false) {
			return fail(403, "missing permission iam.grant.admin")
		}
""")],
         ["POST /api/v1/tokens as the owner {name, scope: [{role: registry.viewer}]}", "GET /api/v1/iam/catalog with the key"],
         "step 2: 403 when right, 200 when wrong", alone=True)
def _(S):
    k = S("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer"}]}, expect=201)["key"]
    assert S("GET", "/iam/catalog", who="mia").status == 403
    r = S("GET", "/iam/catalog", key=k)
    return r.status == 403, r.status


@mistake("h-iam-tiers-in-one-buffer", "iam", "schema", "IAM-03",
         "The tiers of all resources of a service are collected in one buffer, so every resource shows the permissions of the last one.",
         [("tokens.go", """		return c.json(200, map[string]any{"services": catalog})""", """		var out []catalogService
		for _, s := range catalog {
			buf := make([]catalogTier, 0, 3)
			v := catalogService{Service: s.Service, ServiceLabel: s.ServiceLabel}
			for _, r := range s.Resources {
				buf = append(buf[:0], r.Tiers...)
				v.Resources = append(v.Resources, catalogResource{r.Resource, r.ResourceLabel, buf})
			}
			out = append(out, v)
		}
		return c.json(200, map[string]any{"services": out})""")],
         ["GET /api/v1/iam/permissions"],
         "the same permission stands under several resources, and registry.key.admin nowhere", alone=True)
def _(S):
    l = [t["permission"] for s in S("GET", "/iam/permissions", expect=200)["services"] for r in s["resources"] for t in r["tiers"]]
    return len(l) == len(set(l)) and "registry.key.admin" in l, (len(l), len(set(l)))
