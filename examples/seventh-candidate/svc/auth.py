"""Who calls, for which organization, and what they may do there."""
import json

from . import clock, db
from .core import digest, fail

ALL = "all"
TIERS = ("read", "write", "admin")

# service -> (label, {resource: label}); each resource has an atom per tier: service.resource.tier
CATALOG = {
    "organization": ("Organization", {"contacts": "Contact addresses", "grants": "Roles and grants", "token": "Personal tokens"}),
    "registry": ("Container registry", {"registry": "Registries", "image": "Repositories and images", "key": "Registry keys",
                                        "oidc": "OIDC access rules", "upstream": "Upstream credentials"}),
    "email": ("Email", {"domain": "Sending domains", "key": "Send keys", "route": "Inbound routes", "message": "Message log",
                        "suppression": "Suppression list", "webhook": "Webhook endpoints", "settings": "Sending posture"}),
    "oncall": ("On-call", {"incident": "Incidents", "schedule": "Schedules", "policy": "Escalation policies",
                           "source": "Alert sources", "provider": "SMS and voice provider", "service": "Services"}),
    "clusters": ("Clusters", {"cluster": "Clusters", "node": "Nodes", "token": "Join and registration tokens",
                              "config": "Client configuration"}),
    "uptime": ("Uptime", {"service": "Services", "monitor": "Monitors", "export": "Export tokens"}),
}
ATOMS = [f"{s}.{r}.{t}" for s, (_, rs) in CATALOG.items() for r in rs for t in TIERS]


def _atoms(service, tiers):
    return [a for a in ATOMS if (service is None or a.startswith(service + ".")) and a.rsplit(".", 1)[1] in tiers]


SCOPABLE = ("registry", "email", "clusters", "uptime")
ROLES = {}
for _id, _name, _desc, _tiers in (("viewer", "Viewer", "Reads everything in the organization", ("read",)),
                                  ("member", "Member", "Reads and writes, without administration", ("read", "write")),
                                  ("admin", "Administrator", "Everything, including grants and keys", TIERS)):
    ROLES[_id] = dict(id=_id, name=_name, description=_desc, kind="builtin", service=None, scopable=False,
                      permissions=_atoms(None, _tiers))
for _s, (_label, _) in CATALOG.items():
    if _s == "organization":
        continue
    for _suffix, _verb, _tiers in (("observer", "Reads", ("read",)), ("operator", "Reads and changes", ("read", "write")),
                                   ("steward", "Administers", TIERS)):
        ROLES[f"{_s}-{_suffix}"] = dict(id=f"{_s}-{_suffix}", name=f"{_label} {_suffix}", description=f"{_verb} {_label.lower()}",
                                        kind="builtin", service=_s, scopable=_s in SCOPABLE, permissions=_atoms(_s, _tiers))
ORG_ROLE = {"owner": frozenset(ATOMS), "admin": frozenset(ATOMS), "member": frozenset(_atoms(None, ("read", "write"))),
            "viewer": frozenset(_atoms(None, ("read",)))}
_SETS = {k: frozenset(v["permissions"]) for k, v in ROLES.items()}


def role_of(org, role_id):
    """A built-in or custom role as a dict, or None."""
    if role_id in ROLES:
        return ROLES[role_id]
    r = db.one("SELECT * FROM custom_roles WHERE org=? AND id=?", org, role_id)
    if r is None:
        return None
    perms = json.loads(r["permissions"])
    services = {p.split(".")[0] for p in perms}
    return dict(id=r["id"], name=r["name"], description=r["description"], kind="custom", scopable=bool(r["scopable"]),
                service=services.pop() if len(services) == 1 else None, permissions=perms)


def all_roles(org):
    return list(ROLES.values()) + [role_of(org, r["id"]) for r in db.all("SELECT id FROM custom_roles WHERE org=? ORDER BY id", org)]


class Subject:
    __slots__ = ("user", "label", "email", "org", "slug", "orgrow", "role", "grants", "token", "scope", "_reach")

    def __init__(self, user, orgrow, role, grants, token=None, scope=None):
        self.user, self.label, self.email = user["id"], user["label"], user["email"]
        self.orgrow, self.org, self.slug = orgrow, orgrow["id"], orgrow["slug"]
        self.role, self.grants, self.token, self.scope = role, grants, token, scope
        self._reach = {}

    def _from(self, entries, perm):
        ids = set()
        for e in entries:
            perms = _SETS.get(e["role"])
            if perms is None:
                r = role_of(self.org, e["role"])
                perms = r["permissions"] if r else ()
            if perm in perms:
                if not e.get("resourceIds"):
                    return ALL
                ids.update(e["resourceIds"])
        return ids

    def reach(self, perm):
        """ALL, or the ids of the resources this permission holds for (possibly none)."""
        if perm in self._reach:
            return self._reach[perm]
        r = self._from(self.grants, perm) if self.grants is not None else (ALL if perm in ORG_ROLE[self.role] else set())
        if self.scope and r:
            s = self._from(self.scope, perm)
            r = s if r == ALL else (r if s == ALL else r & s)
        self._reach[perm] = r
        return r

    def may(self, perm, rid=None):
        r = self.reach(perm)
        return r == ALL or (rid is not None and rid in r)

    def need(self, perm, rid=None):
        if not self.may(perm, rid):
            fail(403, f"this needs the permission {perm}" + (" on this resource" if rid is not None and self.reach(perm) else ""))

    def within(self, perm):
        """What every person of the organization may do, a narrowed token only if its scope has the permission."""
        if self.scope and not self._from(self.scope, perm):
            fail(403, f"this token's scope lacks the permission {perm}")

    def some(self, perm):
        """For lists: ALL or a set to filter by; 403 if there is nothing at all."""
        r = self.reach(perm)
        if not r:
            fail(403, f"this needs the permission {perm}")
        return r

    @property
    def manages(self):
        return self.role in ("owner", "admin") and self.may("organization.grants.admin")


def authenticate(headers, message="unauthenticated"):
    """The subject of a request; 401 without a valid credential, 403 without an acting organization."""
    h = headers.get("authorization")
    kind, _, value = (h or "").partition(" ")
    value = value.strip()
    if kind.lower() != "bearer" or not value:
        fail(401, message)
    hashed = digest(value)
    wanted = headers.get("x-acting-organization")
    token, scope = None, None
    s = db.one("SELECT u.* FROM sessions s JOIN users u ON u.id=s.user_id WHERE s.hash=?", hashed)
    if s is None:
        token = db.one("SELECT * FROM tokens WHERE hash=?", hashed)
        t = clock.now()
        if token is None or not token["enabled"] or token["expired"] or token["expires_at"] <= t:
            fail(401, message)
        s = db.one("SELECT * FROM users WHERE id=?", token["user_id"])
        db.run("UPDATE tokens SET last_request=? WHERE id=?", t, token["id"])
        scope = json.loads(token["scope"])
        m = db.one("SELECT * FROM members WHERE user_id=? AND org=?", s["id"], token["org"])
    elif wanted:
        m = db.one("SELECT m.* FROM members m JOIN orgs o ON o.id=m.org WHERE m.user_id=? AND o.slug=?", s["id"], wanted)
    else:
        m = db.one("SELECT * FROM members WHERE user_id=? ORDER BY seq LIMIT 1", s["id"])
    if m is None:
        fail(403, "the caller does not belong to the acting organization")
    org = db.one("SELECT * FROM orgs WHERE id=?", m["org"])
    if wanted and wanted != org["slug"]:
        fail(403, "this token is bound to another organization")
    return Subject(s, org, m["role"], json.loads(m["grants"]) if m["grants"] is not None else None, token, scope)
