# ---- tokens ----
def show(s):
    a = s.member.post("/tokens", {"name": "ci"})
    return [t["orgSlug"] for t in s.elsewhere.get("/tokens")["tokens"] if t["id"] == a["id"]]
case("tok-list-shows-acting-org", "tokens", "isolation", "TOK-02", "The list gives every token the organization of the present request as orgSlug instead of the one it is bound to.",
     [("tokens.py", '"orgSlug": t["org"],\n', '"orgSlug": c.org.slug,\n')], show, ["northwind"], ["contoso"], "orgSlug in the list read from the other organization", True)

def show(s):
    s.outsider.post("/registry/instances", {"slug": "theirs-1"})
    s.owner.post("/registry/instances", {"slug": "ours-1"})
    return s.owner.post("/tokens", {"name": "n", "scope": [{"role": "registry:viewer", "resourceIds": ["ours-1", "theirs-1"]}]}).status
case("tok-scope-checks-first-resource-only", "tokens registry", "guard", "TOK-04", "Of the resource ids in a scope entry only the first is checked for being visible to the owner.",
     [("tokens.py", "for id_ in ids:\n", "for id_ in ids[:1]:\n")], show, 400, 201, "status of the mint with a foreign second resource id", True)

def show(s):
    s.owner.post("/registry/instances", {"slug": "ours-1"})
    t = s.owner.post("/tokens", {"name": "n", "scope": [{"role": "registry:editor", "resourceIds": ["ours-1"]}]})
    return s.bearer(t["key"]).post("/registry/instances", {"slug": "ours-2"}).status
case("tok-narrowed-grant-counts-org-wide", "tokens registry", "guard", "TOK-06", "A token narrowed to one registry may do what is asked of the organization as a whole, such as creating another registry.",
     [("access.py", "(resource is not None and resource in g.resources)", "(resource is None or resource in g.resources)")], show, 403, 201, "status of creating a registry with the narrowed token", True)

def show(s):
    s.freeze()
    t = s.owner.post("/tokens", {"name": "n", "expiresIn": 600})
    b = s.bearer(t["key"])
    s.advance("PT9M")
    b.get("/organization/contacts")
    s.advance("PT2M")
    return b.get("/organization/contacts").status
case("tok-expiry-slides-with-use", "tokens organization", "time", "TOK-06", "Each use of a personal token moves its expiry on, so a token in use never expires.",
     [("access.py", '        token["last"] = world.now()\n', '        token["expires"] += world.now() - token["last"]\n        token["last"] = world.now()\n')],
     show, 401, 200, "the last request, eleven minutes after minting a token of ten minutes")

def show(s):
    s.owner.post("/registry/instances", {"slug": "open-one"})
    s.owner.post("/registry/instances", {"slug": "hidden-one"})
    s.ev("role-changes", userId="u-102", role="member", grants=[{"role": "registry:viewer", "resourceIds": ["open-one"]}])
    return sorted(s.member.get("/tokens/scope-options").ids("resources"))
case("tok-scope-options-show-unreadable", "tokens registry", "isolation", "TOK-05", "Scope options list every registry of the organization, also those the caller may not read.",
     [("tokens.py", 'if r["org"] == subject.org.slug and subject.can("registry.registry.read", slug):', 'if r["org"] == subject.org.slug and subject.can_some("registry.registry.read"):')],
     show, ["open-one"], ["hidden-one", "northwind-base", "open-one"], "resources in the scope options of a caller who may read one registry")

def show(s):
    s.ev("role-changes", customRole={"id": "night-crew", "name": "Night crew", "permissions": ["oncall.incident.read"]})
    return "night-crew" in s.owner.get("/tokens/scope-options").ids("roles")
case("tok-scope-options-without-custom-roles", "tokens", "schema", "TOK-05", "Scope options list the built-in roles only.",
     [("tokens.py", 'if f in r} for r in roles_of(c.org).values()]', 'if f in r} for r in roles_of(c.org).values() if r.get("service")]')],
     show, True, False, "the custom role among the roles of the scope options")

def show(s):
    a = s.admin.post("/tokens", {"name": "abel's"})
    return a["id"] in s.owner.get("/tokens").ids("tokens")
case("tok-list-of-whole-organization", "tokens", "isolation", "TOK-01", "The list holds the tokens of everybody in the acting organization.",
     [("tokens.py", 'if t["user"] == c.subject.user.id and (not OTHER or t["org"] == c.org.slug)]}', 'if t["org"] == c.org.slug]}')],
     show, False, True, "another person's token in the owner's list", True)

def show(s):
    a, b = s.parallel(lambda: s.owner.post("/tokens", {"name": "one"}), lambda: s.owner.post("/tokens", {"name": "two"}))
    return [a["id"] == b["id"], len(s.owner.get("/tokens")["tokens"])]
case("tok-parallel-mints-share-an-id", "tokens", "concurrency", "TOK-02", "The next token id is read before a slow step without the lock, so two mints at the same time get the same id and one token is lost.",
     [("tokens.py", '    id_, key = str(w.next("token", 48151)), "nwp_" + secrets.token_urlsafe(30)\n',
       '    import time\n    from world import LOCK\n    id_, key = str(48151 + len(w.tokens)), "nwp_" + secrets.token_urlsafe(30)\n    LOCK.release()\n    time.sleep(0.6)\n    LOCK.acquire()\n')],
     show, [False, 2], [True, 1], "the two ids, and how many tokens are listed", True)

# ---- iam ----
def show(s):
    return [s.member.get("/iam/catalog").status, s.viewer.get("/iam/catalog").status]
case("iam-catalog-open-to-members", "iam", "guard", "IAM-02", "Only viewers are kept from the catalog; a member reads it.",
     [("access.py", 'return self.role in ("owner", "admin") and all(self._layer(l, "iam.grant.admin", None) for l in self.layers)',
       'return self.role != "viewer" and all(self._layer(l, "iam.grant.write", None) for l in self.layers)')], show, [403, 403], [200, 403], "the member's request", True)

def show(s):
    s.outsider.post("/clusters", {"name": "their-cluster", "tier": "small"})
    return "their-cluster" in s.owner.get("/iam/catalog").ids("resources")
case("iam-catalog-has-foreign-clusters", "iam clusters", "isolation", "IAM-01", "The catalog lists the clusters of every organization.",
     [("tokens.py", 'if org == subject.org.slug and subject.can("clusters.cluster.read", name):', 'if subject.can("clusters.cluster.read", name):')],
     show, False, True, "the other organization's cluster in the catalog", True)

def show(s):
    s.ev("entitlement-changes", area="uptime", enabled=False)
    return "uptime" in s.owner.get("/iam/permissions").ids("services", "service")
case("iam-permissions-only-entitled-services", "iam uptime", "schema", "IAM-03", "The permission catalog leaves out the services the organization is not enabled for, instead of giving every service.",
     [("iam.py", "for s, (label, resources) in SERVICES.items()]}", "for s, (label, resources) in SERVICES.items() if c.org.entitled.get(s, True)]}")],
     show, True, False, "whether uptime is among the services")

def show(s):
    s.owner.post("/registry/instances", {"slug": "first-one"})
    s.owner.get("/iam/catalog")
    s.owner.delete("/registry/instances/first-one")
    s.owner.post("/registry/instances", {"slug": "second-one"})
    ids = s.owner.get("/iam/catalog").ids("resources")
    return ["first-one" in ids, "second-one" in ids]
case("iam-catalog-cached-by-count", "iam registry", "side effect", "IAM-01", "The catalog's resources are cached under the organization and their number, so a deleted one stays when another is created.",
     [("iam.py", '"resources": resources_for(c.subject)}', '"resources": c.world.seen.setdefault((c.org.slug, len(resources_for(c.subject))), resources_for(c.subject))}')],
     show, [False, True], [True, False], "which of the two registries the second catalog has", True)

# ---- organization ----

def show(s):
    s.owner.patch("/organization/contacts", {"securityEmail": "sec@northwind.example"})
    return s.outsider.get("/organization/contacts")["securityEmail"]
case("org-contacts-shared-default", "organization", "isolation", "GEN-04", "Organizations start with the same dictionary of empty contacts, so a change in one shows in the other.",
     [("world.py", 'self.contacts = dict.fromkeys(self.contacts, "")', 'self.contacts = Org.nothing'),
      ("world.py", 'class Org:\n', 'class Org:\n    nothing = {"billingEmail": "", "technicalEmail": "", "securityEmail": ""}\n\n')],
     show, "", "sec@northwind.example", "securityEmail of the other organization", True, "b")

def show(s):
    return [s.member.patch("/organization/contacts", {"billingEmail": "x@northwind.example"}).status, s.member.patch("/organization/contacts", {"technicalEmail": "x@northwind.example"}).status]
case("org-only-billing-guarded", "organization", "guard", "ORG-03", "Only a change of the billing address asks for an owner or admin; members may change the other two.",
     [("organization.py", '    if c.subject.role not in ("owner", "admin"):', '    if c.subject.role not in ("owner", "admin") and b"billingEmail" in c._body:'),
      ("organization.py", 'c.subject.need("organization.contacts.admin")', 'c.subject.need("organization.contacts.write")')],
     show, [403, 403], [403, 200], "status of the member's change of technicalEmail", True)

def show(s):
    return s.owner.patch("/organization/contacts", {"technicalEmail": "write to ops@northwind.example please"}).status
case("org-address-anywhere-in-text", "organization", "status", "ORG-03", "An address is searched in the text instead of being the whole text, so sentences that contain one are accepted.",
     [("check.py", "not EMAIL.fullmatch(v)", "not EMAIL.search(v)")], show, 400, 200, "status of the PATCH with a sentence as the address", True)

def show(s):
    a, b = s.parallel(lambda: s.owner.patch("/organization/contacts", {"technicalEmail": "t2@northwind.example"}), lambda: s.admin.patch("/organization/contacts", {"securityEmail": "s2@northwind.example"}))
    c = s.owner.get("/organization/contacts")
    return [a.status, b.status, c["technicalEmail"] == "t2@northwind.example" and c["securityEmail"] == "s2@northwind.example"]
case("org-parallel-patches-lose-one", "organization", "concurrency", "ORG-02", "PATCH reads all contacts, works without the lock and writes all back, so of two changes at the same time one is lost.",
     [("organization.py", '    c.org.contacts.update({f: pick(x, x.lower()) for f, x in body.items()})\n',
       '    import time\n    from world import LOCK\n    after = {**c.org.contacts, **{f: pick(x, x.lower()) for f, x in body.items()}}\n    LOCK.release()\n    time.sleep(0.6)\n    LOCK.acquire()\n    c.org.contacts = after\n')],
     show, [200, 200, True], [200, 200, False], "whether both changes are there afterwards", True)


def show(s):
    a = s.owner.post("/tokens", {"name": "ci"})
    b = s.owner.post("/tokens", {"name": "ci"})
    return [b.status, a["key"] in b.raw]
case("tok-same-name-returns-the-old-key", "tokens", "secrecy", "TOK-03", "Creating a token under a name the caller has already used answers with the existing token and its key once more.",
     [("tokens.py", '    now = w.now()\n', '    old = next((t for t in w.tokens.values() if (t["user"], t["org"], t["name"], t["scope"]) == (c.subject.user.id, c.org.slug, body["name"], scope)), None)\n    if old:\n        return 201, {"id": old["id"], "key": old["key"], "orgSlug": old["org"]}\n    now = w.now()\n')],
     show, [201, False], [201, True], "the first token's key in the second answer", True)

def show(s):
    s.ev("billing-email-collides", email="taken@elsewhere.example")
    return s.owner.patch("/organization/contacts", {"billingEmail": "taken@elsewhere.example"}).status
case("org-first-billing-address-unchecked", "organization", "status", "ORG-03", "The collision at the payment provider is looked for when a billing address is replaced, not when the first one is set.",
     [("organization.py", '    if body.get("billingEmail", "").lower() in c.world.billing_taken:', '    if c.org.contacts["billingEmail"] and body.get("billingEmail", "").lower() in c.world.billing_taken:')],
     show, 409, 200, "the PATCH to a colliding address", False, "b")
