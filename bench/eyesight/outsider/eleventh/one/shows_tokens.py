from prove import mistake

T = "/tokens"


def ids(a, key):
    return [x["id"] for x in a[key]]


@mistake("token-list-admin-sees-all", ["tokens"], "isolation", "TOK-01",
         "For owners and admins the token list also contains the other members' tokens of the organization.",
         [("tokens.py", 'if t["user"] == c.subject.user.id and (', 'if (t["user"] == c.subject.user.id or c.subject.manages_grants() and t["org"] == c.org.slug) and (')],
         ["as member: POST /api/v1/tokens {name: ci}", "as owner: GET /api/v1/tokens"],
         "step 2 lists the member's token; it must list the caller's own only", alone=True)
def _(s):
    t = s.ok("POST", T, {"name": "ci"}, who="member")["id"]
    r = s.ok("GET", T)
    return t not in ids(r, "tokens"), r


@mistake("token-list-removed-role", ["tokens", "iam"], "status", "TOK-01",
         "The token list answers 500 once a custom role that one of the tokens names has been removed.",
         [("tokens.py", 'names[t["org"]].get(s["role"], {}).get("name", s["role"])', 'names[t["org"]][s["role"]]["name"]')],
         ["event role-changes: custom role deployer", "POST /api/v1/tokens {name: ci, scope: [{role: deployer}]}", "event role-changes: deployer removed",
          "GET /api/v1/tokens"], "step 4 is 500 instead of 200 with the token")
def _(s):
    s.happen("role-changes", customRole={"id": "deployer", "name": "Deployer", "permissions": ["registry.registry.read"]})
    t = s.ok("POST", T, {"name": "ci", "scope": [{"role": "deployer"}]})["id"]
    s.happen("role-changes", customRole={"id": "deployer", "removed": True})
    r = s("GET", T)
    return r.status == 200 and t in ids(r, "tokens"), r


@mistake("token-bound-to-home-org", ["tokens"], "isolation", "TOK-02",
         "A token is bound to the first organization its owner belongs to, not to the acting one, although the create answer names the acting one.",
         [("tokens.py", '"org": c.org.slug, "enabled": True', '"org": next(o.slug for o in w.orgs.values() if c.subject.user.id in o.members), "enabled": True')],
         ["as a member of two organizations, acting for the second: POST /api/v1/tokens {name: ci}", "GET /api/v1/tokens (acting for the second, then for the first)"],
         "step 2 lists the new id with the orgSlug of the first organization, step 1 answered the second", alone=True)
def _(s):
    a = s.ok("POST", T, {"name": "ci"}, who="member", org="contoso")
    r = s.ok("GET", T, who="member", org="contoso")
    found = [t["orgSlug"] for t in r["tokens"] if t["id"] == a["id"]]
    return a["orgSlug"] == "contoso" and found == ["contoso"], r


@mistake("token-list-own-key", ["tokens"], "secrecy", "TOK-03",
         "When the list is read with a personal token, the entry of that very token contains its full key.",
         [("tokens.py", '"orgSlug": t["org"],\n', '"orgSlug": t["org"], **({"key": t["key"]} if c.subject.token is t else {}),\n')],
         ["POST /api/v1/tokens {name: ci}", "GET /api/v1/tokens with the key from step 1 as the credential"],
         "the answer of step 2 contains the key", alone=True)
def _(s):
    a = s.ok("POST", T, {"name": "ci"})
    r = s.ok("GET", T, who=a["key"])
    return a["key"].encode() not in r.raw and a["id"] in ids(r, "tokens"), r


@mistake("token-scope-custom-role-any-resource", ["tokens", "iam", "registry"], "guard", "TOK-04",
         "With a custom role (which belongs to no single service) the resource ids of a scope are not checked against what the owner can read.",
         [("tokens.py", 'if not any(i == id_ and role.get("service") in (None, s) for s, i in visible):', 'if "service" in role and not any(i == id_ and role["service"] == s for s, i in visible):')],
         ["event role-changes: custom role puller, scopable", "POST /api/v1/tokens {name: x, scope: [{role: puller, resourceIds: [registry of another organization]}]}"],
         "step 2 is 201 instead of a refusal")
def _(s):
    s.happen("role-changes", customRole={"id": "puller", "name": "Puller", "permissions": ["registry.registry.read"], "scopable": True})
    plain = s("POST", T, {"name": "x", "scope": [{"role": "registry:viewer", "resourceIds": ["contoso-main"]}]})
    good = s("POST", T, {"name": "x", "scope": [{"role": "puller", "resourceIds": ["northwind-base"]}]})
    r = s("POST", T, {"name": "x", "scope": [{"role": "puller", "resourceIds": ["contoso-main"]}]})
    assert plain.status == 400 and good.status == 201
    return 400 <= r.status < 500, r


@mistake("token-scope-first-id-checked", ["tokens", "registry"], "guard", "TOK-04",
         "Of the resource ids of a scope entry only the first is checked; later ones may be anything.",
         [("tokens.py", "for id_ in ids:", "for id_ in ids[:1]:")],
         ["POST /api/v1/tokens {name: x, scope: [{role: registry:viewer, resourceIds: [own registry, registry of another organization]}]}"],
         "201 instead of a refusal", alone=True)
def _(s):
    assert s("POST", T, {"name": "x", "scope": [{"role": "registry:viewer", "resourceIds": ["contoso-main"]}]}).status == 400
    r = s("POST", T, {"name": "x", "scope": [{"role": "registry:viewer", "resourceIds": ["northwind-base", "contoso-main"]}]})
    return 400 <= r.status < 500, r


@mistake("scope-options-scopable-custom-only", ["tokens", "iam"], "schema", "TOK-05",
         "Scope options leave out custom roles that cannot be narrowed to resources.",
         [("tokens.py", "for r in roles_of(c.org).values()]", 'for r in roles_of(c.org).values() if r["kind"] == "builtin" or r["scopable"]]')],
         ["event role-changes: custom role auditor, scopable false", "GET /api/v1/tokens/scope-options"],
         "step 2 has no role auditor")
def _(s):
    s.happen("role-changes", customRole={"id": "auditor", "name": "Auditor", "permissions": ["iam.grant.read"], "scopable": False})
    r = s.ok("GET", T + "/scope-options")
    return "auditor" in ids(r, "roles"), r


@mistake("scope-options-narrowed-domain", ["tokens", "email"], "isolation", "TOK-05",
         "For somebody whose grant is narrowed to one email domain, that domain is missing from the scope options.",
         [("tokens.py", 'subject.can("email.domain.read", d["id"])', 'subject.can("email.domain.read", d["name"])')],
         ["POST /api/v1/email/domains {name: shop.example}", "event role-changes: the member gets the grant email:viewer narrowed to that domain id",
          "as the member: GET /api/v1/email/domains/{id}, then GET /api/v1/tokens/scope-options"],
         "step 3 reads the domain (200) but does not offer it as a resource")
def _(s):
    d = s.ok("POST", "/email/domains", {"name": "shop.example"})["id"]
    s.happen("role-changes", userId="u-102", organization="northwind", role="member", grants=[{"role": "email:viewer", "resourceIds": [d]}])
    s.ok("GET", f"/email/domains/{d}", who="member", org="northwind")
    r = s.ok("GET", T + "/scope-options", who="member", org="northwind")
    assert d in ids(s.ok("GET", T + "/scope-options"), "resources")
    return d in ids(r, "resources"), r["resources"]


@mistake("token-scope-entries-mix", ["tokens", "registry"], "isolation", "TOK-06",
         "A token with two scope entries gets the permissions of both roles on the resources of both, not each role on its own resources.",
         [("access.py", 'self.layers.append(grants_from(org, token["scope"]))',
           'parts = grants_from(org, token["scope"])\n            ids = [i for g in parts for i in g.resources or ()]\n'
           '            self.layers.append([Grant(set().union(*(g.permissions for g in parts)), None if any(g.resources is None for g in parts) else ids)])')],
         ["POST /api/v1/registry/instances {slug: side-one}",
          "POST /api/v1/tokens {name: ci, scope: [{role: registry:viewer, resourceIds: [northwind-base]}, {role: registry:admin, resourceIds: [side-one]}]}",
          "with that key: mint a registry key on northwind-base, then on side-one"],
         "step 3 mints a key on northwind-base, where the token may only read", alone=True)
def _(s):
    s.registry("side-one")
    t = s.ok("POST", T, {"name": "ci", "scope": [{"role": "registry:viewer", "resourceIds": ["northwind-base"]},
                                                {"role": "registry:admin", "resourceIds": ["side-one"]}]})["key"]
    assert s("POST", "/registry/instances/side-one/keys", {"name": "k", "mode": "pull"}, who=t).status == 201
    r = s("POST", "/registry/instances/northwind-base/keys", {"name": "k", "mode": "pull"}, who=t)
    return r.status == 403, r


@mistake("token-expires-never", ["tokens"], "schema", "GEN-03",
         "A token that lives longer than five years is listed with expiresAt \"never\", which is no date-time.",
         [("tokens.py", '"expiresAt": t["expires"]', '"expiresAt": "never" if (t["expires"] - t["created"]).days > 5 * 366 else t["expires"]')],
         ["POST /api/v1/tokens {name: robot, expiresIn: 300000000}", "GET /api/v1/tokens"],
         "in step 2 expiresAt is not an ISO 8601 time", alone=True)
def _(s):
    from datetime import datetime
    s.ok("POST", T, {"name": "robot", "expiresIn": 300000000})
    r = s.ok("GET", T)
    try:
        datetime.fromisoformat(r["tokens"][0]["expiresAt"])
        return True, r
    except ValueError:
        return False, r
