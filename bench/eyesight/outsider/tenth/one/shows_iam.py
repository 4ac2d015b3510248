from kit import mistake

T, A = "tokens.go", "auth.go"
CATALOG = 's.op("GET /api/v1/iam/catalog", access{area: "iam", perm: "iam.grant.admin"}, func(c *Ctx) error {\n'


@mistake("j-iam-resources-kept-by-count", ["iam", "registry"], "side effect", "IAM-01",
         "The list of scopable resources is kept until their number changes, so that deleting one and creating another leaves the old one listed and the new one missing.",
         True,
         [("core.go", "	Quota      map[string]int64\n", "	Quota      map[string]int64\n	known      []Resource // the scopable instances as last listed\n"),
          (A, "	out := []Resource{}\n	for _, r := range o.Reg.registries {\n",
           "	out := []Resource{}\n	if n := len(o.Reg.registries) + len(o.Em.domains) + len(o.Cl.clusters); n > 0 && n == len(o.known) {\n		return o.known\n	}\n	for _, r := range o.Reg.registries {\n"),
          (A, "		out = append(out, Resource{\"clusters\", k.Name, k.Name})\n	}\n	return out\n", "		out = append(out, Resource{\"clusters\", k.Name, k.Name})\n	}\n	o.known = out\n	return out\n")],
         ["as owner create the registry before-it", "GET /api/v1/iam/catalog", "delete the registry before-it and create the registry after-it", "GET /api/v1/iam/catalog"],
         ((["before-it"], ["after-it"]), (["before-it"], ["before-it"]), "The second catalog still lists before-it, and after-it is missing."))
def _(s):
    f = lambda: [r["id"] for r in s.must("GET", "/iam/catalog")["resources"]]
    s.registry("before-it")
    a = f()
    s.must("DELETE", "/registry/registries/before-it")
    s.registry("after-it")
    return a, f()


@mistake("j-iam-catalog-asks-the-person", ["iam", "tokens"], "guard", "IAM-02",
         "The catalog looks at the role of the person only, so that a personal token which its owner narrowed to viewing reads it too.",
         True,
         [(T, CATALOG, 's.op("GET /api/v1/iam/catalog", access{area: "iam"}, func(c *Ctx) error {\n		if !c.org.allowed(c.m.grants(), "iam.grant.admin", "", false) {\n			return errForbidden\n		}\n')],
         ['as owner POST /api/v1/tokens {"name":"look","scope":[{"role":"viewer"}]}', "with the new token as credential GET /api/v1/iam/catalog"],
         (403, 200, "The catalog answers 200 instead of 403 to a token without grant management."))
def _(s):
    t = s.must("POST", "/tokens", {"name": "look", "scope": [{"role": "viewer"}]})
    return s.api("GET", "/iam/catalog", key=t["key"])[0]


@mistake("j-iam-manager-anywhere", ["iam"], "isolation", "IAM-02",
         "Grant management in any organization of the person is enough for the catalog of the acting one.",
         True,
         [(T, CATALOG, 's.op("GET /api/v1/iam/catalog", access{area: "iam"}, func(c *Ctx) error {\n		manager := c.token != nil && c.can("iam.grant.admin", "")\n		for _, o := range c.w.orgs {\n'
           '			if m := o.Members[c.user.ID]; c.token == nil && m != nil && o.allowed(m.grants(), "iam.grant.admin", "", false) {\n				manager = true\n			}\n		}\n'
           '		if !manager {\n			return errForbidden\n		}\n')],
         ["as bea (member of aurora, admin of borealis) acting in borealis GET /api/v1/iam/catalog", "as bea acting in aurora GET /api/v1/iam/catalog", "as member (of aurora only) GET /api/v1/iam/catalog"],
         ((200, 403, 403), (200, 200, 403), "Acting in aurora, where she is only a member, bea gets 200 instead of 403."))
def _(s):
    f = lambda **k: s.api("GET", "/iam/catalog", **k)[0]
    return f(who="bea", org="borealis"), f(who="bea", org="aurora"), f(who="mia")


@mistake("j-iam-permissions-public", ["iam"], "status", "GEN-05",
         "The permission catalog, being the same for everybody, is served without asking who calls.",
         True, [(T, 's.op("GET /api/v1/iam/permissions", access{area: "iam"}, func(c *Ctx) error {', 's.door("GET /api/v1/iam/permissions", func(c *Ctx) error {')],
         ["without any credential GET /api/v1/iam/permissions"],
         (401, 200, "It answers 200 instead of 401."))
def _(s):
    return s.api("GET", "/iam/permissions", who=None)[0]
