"""TOK."""


def other_people(c):
    c.ok("POST", "/tokens", {"name": "mine"}, who="olga")
    c.ok("POST", "/tokens", {"name": "adams"}, who="adam")
    return {"mia sees": [t["name"] for t in c.ok("GET", "/tokens", who="mia").json["tokens"]],
            "adam sees": [t["name"] for t in c.ok("GET", "/tokens", who="adam").json["tokens"]]}


def resource_ids(c):
    c.ok("POST", "/tokens", {"name": "reader", "scope": [{"role": "viewer"}]})
    s = c.ok("GET", "/tokens").json["tokens"][0]["scope"][0]
    return {"role": s.get("role"), "resourceIds": s.get("resourceIds")}


def acting_org(c):
    r = c.ok("POST", "/tokens", {"name": "there"}, who="bea", org="borealis").json
    there = c.ok("GET", "/tokens", who="bea", org="borealis").json["tokens"]
    return {"orgSlug": r["orgSlug"], "listed in borealis": [t["id"] == r["id"] for t in there]}


def resource_ids_optional(c):
    r = c.api("POST", "/tokens", {"name": "reader", "scope": [{"role": "registry.viewer"}]})
    plain = c.api("POST", "/tokens", {"name": "reader", "scope": [{"role": "viewer"}]})
    return {"registry.viewer without resourceIds": r.status, "viewer": plain.status}


def invisible(c):
    for s in ("front-apps", "back-apps"):
        c.ok("POST", "/registry/registries", {"slug": s})
    c.event("role-changes", userId="usr_mia", role="member", grants=[{"role": "registry.viewer", "resourceIds": ["front-apps"]}])
    options = [r["id"] for r in c.ok("GET", "/tokens/scope-options", who="mia").json["resources"]]
    r = lambda s: c.api("POST", "/tokens", {"name": "t-" + s, "scope": [{"role": "registry.viewer", "resourceIds": [s]}]}, who="mia").status
    return {"options": options, "front-apps": r("front-apps"), "back-apps": r("back-apps"), "unknown": r("nowhere")}


SHOWS = {
    "n-tokens-of-everybody-listed": (other_people, "mia sees", [], ["mine", "adams"]),
    "n-scope-resource-ids-null": (resource_ids, "resourceIds", [], None),
    "n-token-bound-to-default-org": (acting_org, "orgSlug", "borealis", "aurora"),
    "n-scopable-role-demands-resource-ids": (resource_ids_optional, "registry.viewer without resourceIds", 201, 400),
    "n-scope-checked-against-all-resources": (invisible, "back-apps", 400, 201),
}
