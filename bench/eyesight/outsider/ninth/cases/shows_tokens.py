from common import edit, mistake


@mistake("i-token-scope-entry-inherits-ids", ["tokens", "registry"], "side effect", "TOK-02",
         "A scope entry without resourceIds takes over the ids of the entry before it, so a role asked for everywhere is narrowed.", True,
         [edit("tokens.py", "    scope = []\n", "    scope, ids = [], []\n"),
          edit("tokens.py", 'ids = entry.get("resourceIds", [])', 'ids = entry.get("resourceIds") or ids'),
          edit("tokens.py", "if ids and not role[\"scopable\"]:", "if entry.get(\"resourceIds\") and not role[\"scopable\"]:"),
          edit("tokens.py", "        for id_ in ids:\n", "        for id_ in entry.get(\"resourceIds\", []):\n")],
         ["POST /api/v1/tokens {name, scope: [{role: registry:viewer, resourceIds: [northwind-base]}, {role: clusters:viewer}]}",
          "POST /api/v1/clusters as the owner", "GET /api/v1/tokens: scope of the token", "GET /api/v1/clusters with the new key"],
         "the second scope entry lists northwind-base, and the cluster is not in the token's list")
def _(s):
    key = s.ok("olive", "POST", "/tokens", {"name": "t", "scope": [{"role": "registry:viewer", "resourceIds": ["northwind-base"]}, {"role": "clusters:viewer"}]})["key"]
    s.ok("olive", "POST", "/clusters", {"name": "c1", "tier": "small"})
    scope = s.ok("olive", "GET", "/tokens")["tokens"][0]["scope"]
    return [[x["role"], x["resourceIds"]] for x in scope], len(s.ok(key, "GET", "/clusters")["clusters"])


@mistake("i-token-custom-role-any-resource", ["tokens", "registry"], "guard", "TOK-04",
         "Resource ids are only checked for roles that belong to a service; with a custom role any id, also another organization's, is accepted.", False,
         [edit("tokens.py", "            if not any(i == id_ and role.get(\"service\") in (None, s) for s, i in visible):",
               "            if role.get(\"service\") and (role[\"service\"], id_) not in visible:")],
         ["event role-changes: customRole {id: r1, permissions: [registry.registry.read], scopable: true}",
          "POST /api/v1/tokens {name, scope: [{role: r1, resourceIds: [contoso-main]}]} as the owner of northwind"],
         "201 instead of a refusal in the last step")
def _(s):
    s.must("role-changes", organization="northwind", customRole={"id": "r1", "permissions": ["registry.registry.read"], "scopable": True})
    return (s("olive", "POST", "/tokens", {"name": "t", "scope": [{"role": "r1", "resourceIds": ["contoso-main"]}]})[0],
            s("olive", "POST", "/tokens", {"name": "t", "scope": [{"role": "r1", "resourceIds": ["northwind-base"]}]})[0])


@mistake("i-token-bound-to-home-organization", ["tokens", "registry"], "isolation", "TOK-02",
         "A token is bound to the first organization of its owner instead of the one acted for.", True,
         [edit("tokens.py", '"user": c.subject.user.id, "org": c.org.slug, "enabled": True',
               '"user": c.subject.user.id, "org": next(o.slug for o in w.orgs.values() if c.subject.user.id in o.members), "enabled": True')],
         ["POST /api/v1/tokens as a person of two organizations who acts for the second", "GET /api/v1/tokens", "list registries with the key"],
         "orgSlug in the list and the registries seen are the first organization's")
def _(s):
    made = s.ok("mia", "POST", "/tokens", {"name": "t"}, org="contoso")
    return (made["orgSlug"], [t["orgSlug"] for t in s.ok("mia", "GET", "/tokens", org="contoso")["tokens"]],
            [r["slug"] for r in s.ok(made["key"], "GET", "/registry/instances")["registries"]])


@mistake("i-token-key-listed-until-first-use", ["tokens"], "secrecy", "TOK-03",
         "The list carries the key of a token as long as the token has never been used.", True,
         [edit("tokens.py", '                "orgSlug": t["org"],\n', '                "orgSlug": t["org"], **({"key": t["key"]} if t["last"] == t["created"] else {}),\n')],
         ["POST /api/v1/tokens {name}", "GET /api/v1/tokens"], "the key stands in the list")
def _(s):
    key = s.ok("olive", "POST", "/tokens", {"name": "t"})["key"]
    return key in str(s.ok("olive", "GET", "/tokens"))


@mistake("i-scope-options-of-the-person", ["tokens", "registry"], "isolation", "TOK-05",
         "Scope options show what the person behind the call can read, although the caller is a token narrowed to one registry.", True,
         [edit("tokens.py", 'return 200, {"roles": roles, "resources": resources_for(c.subject)}',
               'return 200, {"roles": roles, "resources": resources_for(Subject(c.world, c.subject.user, c.org))}')],
         ["create the registry second-reg", "POST /api/v1/tokens {name, scope: [{role: registry:viewer, resourceIds: [northwind-base]}]}",
          "GET /api/v1/tokens/scope-options with the key"], "resources name second-reg too")
def _(s):
    s.ok("olive", "POST", "/registry/instances", {"slug": "second-reg"})
    key = s.ok("olive", "POST", "/tokens", {"name": "t", "scope": [{"role": "registry:viewer", "resourceIds": ["northwind-base"]}]})["key"]
    return sorted(r["id"] for r in s.ok(key, "GET", "/tokens/scope-options")["resources"])


@mistake("i-validation-error-is-a-list", ["tokens", "email", "registry", "clusters", "uptime", "oncall", "organization"], "schema", "GEN-01",
         "When a body is refused by its checks, error is a list with the sentence instead of a string.", True,
         [edit("server.py", 'raise ApiError(status, str(bad), "invalid_body")', 'raise ApiError(status, bad.args, "invalid_body")')],
         ["POST /api/v1/tokens {name: 7}"], "error is an array")
def _(s):
    return type(s("olive", "POST", "/tokens", {"name": 7})[1]["error"]).__name__
