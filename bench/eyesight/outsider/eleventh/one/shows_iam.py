from prove import mistake


@mistake("catalog-cached-by-count", ["iam", "registry"], "side effect", "IAM-01",
         "The resources of the catalog are remembered until the number of resources changes, so one deleted and another created in between leaves the old one in the list.",
         [("iam.py", '"resources": resources_for(c.subject)}', '"resources": live(c)}'),
          ("iam.py", "def catalog(c):", 'def live(c):\n    """Building the list is slow for large organizations."""\n    w = c.world\n    size = (len(w.registries), len(w.domains), len(w.clusters))\n'
           '    kept = w.seen.get(("catalog", c.org.slug))\n    if kept is None or kept[0] != size:\n        kept = w.seen[("catalog", c.org.slug)] = (size, resources_for(c.subject))\n    return kept[1]\n\n\ndef catalog(c):')],
         ["POST /api/v1/registry/instances {slug: first-one}", "GET /api/v1/iam/catalog", "DELETE /api/v1/registry/instances/first-one",
          "POST /api/v1/registry/instances {slug: second-one}", "GET /api/v1/iam/catalog"],
         "step 5 still lists first-one and does not list second-one", alone=True)
def _(s):
    s.registry("first-one")
    assert "first-one" in [x["id"] for x in s.ok("GET", "/iam/catalog")["resources"]]
    s.ok("DELETE", "/registry/instances/first-one")
    s.registry("second-one")
    got = [x["id"] for x in s.ok("GET", "/iam/catalog")["resources"]]
    return "first-one" not in got and "second-one" in got, got


@mistake("catalog-admin-of-any-org", ["iam"], "guard", "IAM-02",
         "Whoever is owner or admin of any organization may read the catalog of every organization they belong to.",
         [("iam.py", 'if not c.subject.manages_grants():\n        raise ApiError(403, "only owners and admins manage grants")',
           'if not any(o.members.get(c.subject.user.id) in ("owner", "admin") for o in c.world.orgs.values()):\n        raise ApiError(403, "only owners and admins manage grants")')],
         ["event role-changes: the member of both organizations becomes admin of the second", "as that person, acting for the first: GET /api/v1/iam/catalog"],
         "step 2 is 200 instead of 403")
def _(s):
    assert s("GET", "/iam/catalog", who="member", org="northwind").status == 403
    s.happen("role-changes", organization="contoso", userId="u-102", role="admin")
    assert s("GET", "/iam/catalog", who="member", org="contoso").status == 200
    r = s("GET", "/iam/catalog", who="member", org="northwind")
    return r.status == 403, r


@mistake("permissions-entitled-services-only", ["iam", "uptime"], "side effect", "IAM-03",
         "The permission catalog leaves out the services of a private beta that the organization is not enabled for.",
         [("iam.py", "for s, (label, resources) in SERVICES.items()]}", "for s, (label, resources) in SERVICES.items() if c.org.entitled.get(s, True)]}")],
         ["GET /api/v1/iam/permissions", "event entitlement-changes {area: uptime, enabled: false}", "GET /api/v1/iam/permissions"],
         "step 3 has no service uptime; it must name every service")
def _(s):
    names = lambda: {x["service"] for x in s.ok("GET", "/iam/permissions")["services"]}
    before = names()
    s.happen("entitlement-changes", area="uptime", enabled=False)
    after = names()
    return before == after, after


@mistake("permissions-open", ["iam"], "guard", "GEN-05",
         "The permission catalog, being static, is answered without an authenticated caller.",
         [("iam.py", '("GET", "/api/v1/iam/permissions", {}, permissions)', '("GET", "/api/v1/iam/permissions", {"open": True}, permissions)')],
         ["GET /api/v1/iam/permissions without a credential"], "200 instead of 401", alone=True)
def _(s):
    assert s("GET", "/iam/catalog", who=None).status == 401
    r = s("GET", "/iam/permissions", who=None)
    return r.status == 401, r
