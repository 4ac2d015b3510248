"""Who calls, for which organization, and what they may do."""
from choices import pick
from world import ApiError

SERVICES = {
    "organization": ("Organization", {"contacts": "Contacts"}),
    "iam": ("Access", {"grant": "Grants"}),
    "registry": ("Container registries", {"registry": "Registries", "repository": "Repositories", "key": "Registry keys",
                                          "oidc": "OIDC rules", "upstream": "Upstream credentials"}),
    "email": ("Email", {"domain": "Domains", "route": "Inbound routes", "key": "Send keys", "message": "Messages",
                        "suppression": "Suppressions", "webhook": "Webhooks", "settings": "Settings"}),
    "oncall": ("On-call", {"incident": "Incidents", "schedule": "Schedules", "policy": "Escalation policies",
                           "source": "Alert sources", "provider": "Paging provider", "service": "Services"}),
    "clusters": ("Clusters", {"cluster": "Clusters", "node": "Nodes", "token": "Tokens", "config": "Client configuration"}),
    "uptime": ("Uptime", {"service": "Services", "monitor": "Monitors", "token": "Export tokens"}),
}
TIERS = ("read", "write", "admin")
ALL = {f"{s}.{r}.{t}" for s, (_, rs) in SERVICES.items() for r in rs for t in TIERS}
UPTO = {"read": ("read",), "write": ("read", "write"), "admin": TIERS}
SCOPABLE = pick(("registry", "email", "clusters"), ("registry", "clusters"))


def tier(service, top):
    return {p for p in ALL if p.split(".")[2] in UPTO[top] and (service is None or p.split(".")[0] == service)}


ORG_ROLE = {"owner": set(ALL), "admin": set(ALL), "member": tier(None, "write"), "viewer": tier(None, "read")}
BUILTIN = {}
for _service, (_label, _) in SERVICES.items():
    for _top, _word in (("read", "viewer"), ("write", "editor"), ("admin", "admin")):
        BUILTIN[f"{_service}:{_word}"] = {
            "id": f"{_service}:{_word}", "name": f"{_label} {_word}", "kind": "builtin", "service": _service,
            "description": f"{_top.capitalize()} access to {_label.lower()}", "scopable": _service in SCOPABLE,
            "permissions": sorted(tier(_service, _top))}


def roles_of(org):
    return {**BUILTIN, **org.custom_roles}


class Grant:
    def __init__(self, permissions, resources=None):
        self.permissions, self.resources = permissions, resources  # None: every resource


def grants_from(org, entries):
    roles, out = roles_of(org), []
    for e in entries:
        role = roles.get(e["role"])
        if role:
            out.append(Grant(set(role["permissions"]), list(e["resourceIds"]) if e.get("resourceIds") else None))
    return out


class Subject:
    def __init__(self, world, user, org, token=None):
        self.world, self.user, self.org, self.token = world, user, org, token
        self.role = org.members.get(user.id)
        own = org.grants.get(user.id)
        self.layers = [[Grant(ORG_ROLE[self.role])] if own is None else grants_from(org, own)]
        if token and token["scope"]:
            self.layers.append(grants_from(org, token["scope"]))

    def manages_grants(self):
        return self.role in ("owner", "admin") and all(self._layer(l, "iam.grant.admin", None) for l in self.layers)

    @staticmethod
    def _layer(layer, permission, resource):
        return any(permission in g.permissions and (g.resources is None or (resource is not None and resource in g.resources))
                   for g in layer)

    def can(self, permission, resource=None):
        """On this resource; without one, on the organization as a whole."""
        return all(self._layer(layer, permission, resource) for layer in self.layers)

    def can_some(self, permission):
        return all(any(permission in g.permissions for g in layer) for layer in self.layers)

    def need(self, permission, resource=None):
        if not self.can(permission, resource):
            raise ApiError(403, f"you need {permission}" + (f" on {resource}" if resource else ""), "missing_permission")

    def need_some(self, permission):
        if not self.can_some(permission):
            raise ApiError(403, f"you need {permission}", "missing_permission")


def authenticate(world, headers):
    """The subject of a request, or None."""
    scheme, _, value = headers.get("Authorization", "").partition(" ")
    value = value.strip()
    if scheme.lower() != "bearer" or not value:
        return None
    user_id, token = world.sessions.get(value), None
    if user_id is None:
        token = world.tokens_by_key.get(value)
        if token is None or not token_valid(world, token):
            return None
        user_id = token["user"]
    user = world.users[user_id]
    wanted = token["org"] if token else headers.get("X-Org")
    mine = [o for o in world.orgs.values() if user_id in o.members]
    org = next((o for o in mine if wanted is None or o.slug == wanted), None)
    if org is None:
        if token:
            return None
        raise ApiError(403, "you are not a member of this organization", "organization_mismatch")
    if token:
        token["last"] = world.now()
    return Subject(world, user, org, token)


def token_valid(world, token):
    return token["enabled"] and world.now() < token["expires"] and token["user"] in world.orgs[token["org"]].members
