from prove import mistake
T = "/api/v1/tokens"

@mistake("f-token-list-owner-sees-all", "tokens", "isolation", "TOK-01", "For owners, GET /tokens also lists the tokens other people of the organization minted, not only the caller's own.",
  [("tokens.py", 'if t["user"] == c.subject.user.id and (not OTHER', 'if (t["user"] == c.subject.user.id or c.subject.role == "owner" and t["org"] == c.org.slug) and (not OTHER')],
  "last GET: mia's token is in olive's list", True)
def _(s):
    t = s.ok("POST", T, {"name": "mias"}, who="mia", org="northwind")
    return t["id"] not in [x["id"] for x in s.ok("GET", T)["tokens"]]

@mistake("f-token-bound-to-first-membership", "tokens clusters", "isolation", "TOK-02", "A token minted while acting for the second organization is answered with that slug but bound to the caller's first membership.",
  [("tokens.py", '"org": c.org.slug, "enabled": True,', '"org": next(o.slug for o in w.orgs.values() if c.subject.user.id in o.members), "enabled": True,')],
  "GET with the new key: the cluster of the acting organization is missing / in the list orgSlug is northwind instead of contoso", True)
def _(s):
    s.ok("POST", "/api/v1/clusters", {"name": "portal-eu", "tier": "small"}, who="otto")
    t = s.ok("POST", T, {"name": "ci"}, who="mia", org="contoso")
    got = [x["name"] for x in s.ok("GET", "/api/v1/clusters", bearer=t["key"])["clusters"]]
    return got == ["portal-eu"] and t["orgSlug"] == "contoso"

@mistake("f-token-scope-checked-against-org", "tokens registry", "guard", "TOK-04", "The resource ids of a new token's scope are checked against everything the organization has, not against what the minting person can read.",
  [("tokens.py", 'roles, visible = roles_of(c.org), {(r["service"], r["id"]) for r in resources_for(c.subject)}',
    'roles = roles_of(c.org)\n    visible = {("registry", x) for x, r in w.registries.items() if r["org"] == c.org.slug} | {("email", x["id"]) for x in w.domains.values() if x["org"] == c.org.slug} | {("clusters", n) for o, n in w.clusters if o == c.org.slug}')],
  "POST /tokens naming the unreadable registry: 201 instead of a refusal", False)
def _(s):
    s.ok("POST", "/api/v1/registry/instances", {"slug": "nw-secret"})
    s.oke("role-changes", organization="northwind", userId="u-103", grants=[{"role": "registry:viewer", "resourceIds": ["northwind-base"]}])
    assert s("POST", T, {"name": "x", "scope": [{"role": "registry:viewer", "resourceIds": ["northwind-base"]}]}, who="vic").status == 201
    r = s("POST", T, {"name": "y", "scope": [{"role": "registry:viewer", "resourceIds": ["nw-secret"]}]}, who="vic")
    return 400 <= r.status < 500

@mistake("f-scope-options-custom-roles-of-first-org", "tokens iam", "isolation", "TOK-05", "The scope options take the custom roles of the first organization of the system instead of the acting one.",
  [("tokens.py", '("id", "name", "description", "scopable", "service") if f in r} for r in roles_of(c.org).values()]', '("id", "name", "description", "scopable", "service") if f in r} for r in roles_of(c.world.first_org()).values()]')],
  "GET scope-options as otto: contoso's custom role is missing", False)
def _(s):
    s.oke("role-changes", organization="contoso", customRole={"id": "portal-deployer", "name": "Portal deployer", "permissions": ["clusters.cluster.read"]})
    return "portal-deployer" in [r["id"] for r in s.ok("GET", T + "/scope-options", who="otto")["roles"]]

@mistake("f-token-start-is-whole-key", "tokens", "secrecy", "TOK-03", "The list cuts `start` after 70 characters instead of 7, so that it holds the whole key.",
  [("tokens.py", 't["key"][:7]', 't["key"][:70]')], "GET /tokens: start equals the key from the create answer", True)
def _(s):
    t = s.ok("POST", T, {"name": "ci"})
    return t["key"] not in s.ok("GET", T).data.decode()

@mistake("f-token-scope-without-ids-null", "tokens", "schema", "TOK-01", "A scope entry minted without resourceIds is listed with resourceIds null instead of an array.",
  [("tokens.py", '"resourceIds": ids})', '"resourceIds": ids or None})')], "GET /tokens: scope[0].resourceIds is null", True)
def _(s):
    t = s.ok("POST", T, {"name": "ci", "scope": [{"role": "uptime:viewer"}]})
    one = next(x for x in s.ok("GET", T)["tokens"] if x["id"] == t["id"])
    return isinstance(one["scope"][0]["resourceIds"], list)

@mistake("f-token-scope-widens-owner", "tokens email", "guard", "TOK-06", "A scoped token gets the permissions of its scope instead of those its owner also has: a member mints an email:admin token and gets admin rights.",
  [("access.py", 'self.layers.append(grants_from(org, token["scope"]))', 'self.layers = [grants_from(org, token["scope"])]')],
  "POST /email/keys with the member's token: 201 instead of 403", True)
def _(s):
    t = s.ok("POST", T, {"name": "ci", "scope": [{"role": "email:admin"}]}, who="mia", org="northwind")
    assert s("POST", "/api/v1/email/keys", {"name": "k"}, who="mia", org="northwind").status == 403
    return s("POST", "/api/v1/email/keys", {"name": "k"}, bearer=t["key"]).status == 403
