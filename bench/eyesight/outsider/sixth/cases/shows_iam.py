from prove import mistake
@mistake("f-catalog-admin-of-any-org", "iam", "guard", "IAM-02", "Grant management is granted to whoever is owner or admin of any organization, not of the acting one.",
  [("access.py", 'return self.role in ("owner", "admin") and all(self._layer(l, "iam.grant.admin", None) for l in self.layers)', 'return any(o.members.get(self.user.id) in ("owner", "admin") for o in self.world.orgs.values())')],
  "GET /iam/catalog as otto acting for northwind, where he is a viewer: 200 instead of 403", False)
def _(s):
    s.oke("role-changes", organization="northwind", userId="u-200", role="viewer")
    assert s("GET", "/api/v1/iam/catalog", who="otto", org="contoso").status == 200
    return s("GET", "/api/v1/iam/catalog", who="otto", org="northwind").status == 403

@mistake("f-catalog-cached-by-count", "iam registry clusters", "side effect", "IAM-01", "The catalog's resources are cached per organization under the number of its registries and clusters, so that one deleted and one created leave the old list.",
  [("iam.py", '"resources": resources_for(c.subject)}', '"resources": CACHE.setdefault((id(c.world), c.org.slug, c.subject.user.id, len(c.world.registries), len(c.world.clusters), len(c.world.domains)), resources_for(c.subject))}'),
   ("iam.py", 'OPS = []', 'OPS = []\nCACHE = {}')],
  "second GET /iam/catalog: the deleted registry is still there and the new one is not", True)
def _(s):
    s.ok("POST", "/api/v1/registry/instances", {"slug": "nw-one"})
    assert "nw-one" in [r["id"] for r in s.ok("GET", "/api/v1/iam/catalog")["resources"]]
    s.ok("DELETE", "/api/v1/registry/instances/nw-one")
    s.ok("POST", "/api/v1/registry/instances", {"slug": "nw-two"})
    ids = [r["id"] for r in s.ok("GET", "/api/v1/iam/catalog")["resources"]]
    return "nw-two" in ids and "nw-one" not in ids

@mistake("f-permissions-resource-names-once", "iam", "schema", "IAM-03", "The permission catalog drops a resource whose name another service already has (email.key, uptime.service, uptime.token...).",
  [("iam.py", '    return 200, {"services": [\n', '    seen = set()\n    return 200, {"services": [\n'),
   ("iam.py", 'for r, rl in resources.items()]}', 'for r, rl in resources.items() if not (r in seen or seen.add(r))]}')],
  "GET /iam/permissions: there is no email.key.admin although email keys need it", True)
def _(s):
    r = s.ok("GET", "/api/v1/iam/permissions")
    return "email.key.admin" in [t["permission"] for x in r["services"] for y in x["resources"] for t in y["tiers"]]

@mistake("f-catalog-resources-of-all-orgs", "iam email", "isolation", "GEN-04", "The catalog and the scope options list email domains of every organization in which the caller is a member, not only of the acting one.",
  [("tokens.py", 'if d["org"] == subject.org.slug and subject.can("email.domain.read", d["id"]):', 'if subject.user.id in w.orgs[d["org"]].members and subject.can("email.domain.read", d["id"]):')],
  "GET scope-options as mia for contoso: a domain of northwind is among the resources", True)
def _(s):
    d = s.ok("POST", "/api/v1/email/domains", {"name": "mail.northwind.example"})
    assert d["id"] in s.ok("GET", "/api/v1/tokens/scope-options", who="mia", org="northwind").data.decode()
    return d["id"] not in s.ok("GET", "/api/v1/tokens/scope-options", who="mia", org="contoso").data.decode()
