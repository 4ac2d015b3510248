from common import edit, mistake


@mistake("i-iam-admin-of-another-organization", ["iam"], "isolation", "IAM-02",
         "The catalog is open to whoever is owner or admin of any organization, not of the one acted for.", False,
         [edit("iam.py", "    if not c.subject.manages_grants():\n        raise ApiError(403, \"only owners and admins manage grants\")",
               "    if not any(o.members.get(c.subject.user.id) in (\"owner\", \"admin\") for o in c.world.orgs.values()):\n"
               "        raise ApiError(403, \"only owners and admins manage grants\")")],
         ["event role-changes: a person is admin of northwind and stays member of contoso", "GET /api/v1/iam/catalog by this person for contoso"],
         "200 instead of 403")
def _(s):
    s.must("role-changes", organization="northwind", userId="u-102", role="admin")
    return s("mia", "GET", "/iam/catalog", org="northwind")[0], s("mia", "GET", "/iam/catalog", org="contoso")[0]


@mistake("i-iam-resources-cached-by-count", ["iam", "registry"], "side effect", "IAM-01",
         "The resources of the catalog are cached and only made anew when their number changes, so one deleted and one created in its place go unnoticed.", True,
         [edit("iam.py", "def setup(w):\n    pass", "def setup(w):\n    w.catalogs = {}\n\n\ndef resources_now(c):\n    w = c.world\n"
               "    key = (c.org.slug, c.subject.user.id, len(w.registries) + len(w.domains) + len(w.clusters))\n"
               "    if key not in w.catalogs:\n        w.catalogs[key] = resources_for(c.subject)\n    return w.catalogs[key]"),
          edit("iam.py", '"resources": resources_for(c.subject)}', '"resources": resources_now(c)}')],
         ["create registry reg-a", "GET /api/v1/iam/catalog", "delete reg-a", "create registry reg-b", "GET /api/v1/iam/catalog"],
         "the last catalog has reg-a and lacks reg-b")
def _(s):
    ids = lambda: sorted(r["id"] for r in s.ok("olive", "GET", "/iam/catalog")["resources"])
    s.ok("olive", "POST", "/registry/instances", {"slug": "reg-a"})
    one = ids()
    s.ok("olive", "DELETE", "/registry/instances/reg-a")
    s.ok("olive", "POST", "/registry/instances", {"slug": "reg-b"})
    return one, ids()


@mistake("i-iam-tiers-generator-used-up", ["iam"], "schema", "IAM-03",
         "The tiers of a service come from one generator for all its resources, so only the first resource of each service has any.", True,
         [edit("iam.py", "def permissions(c):\n", "def permissions(c):\n    steps = {s: (t for t in TIERS) for s in SERVICES}\n"),
          edit("iam.py", "for t in TIERS]}\n            for r, rl", "for t in steps[s]]}\n            for r, rl")],
         ["GET /api/v1/iam/permissions"], "tiers is empty for every resource but the first of a service")
def _(s):
    return [[len(r["tiers"]) for r in x["resources"]] for x in s.ok("olive", "GET", "/iam/permissions")["services"]]
