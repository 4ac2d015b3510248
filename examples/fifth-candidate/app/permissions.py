"""Permission atoms (`service.resource.tier`), roles, and the resources a role can be narrowed to."""
from dataclasses import dataclass
from typing import Optional

from .database import db, loads

TIERS = ("read", "write", "admin")

#: service -> (label, {resource: label})
SERVICES: dict[str, tuple[str, dict[str, str]]] = {
    "organization": ("Organization", {"contact": "Contact addresses"}),
    "iam": ("Access management", {"grant": "Roles and grants"}),
    "registry": (
        "Container registry",
        {
            "registry": "Registries",
            "repository": "Repositories and images",
            "key": "Registry keys",
            "oidc": "OIDC access rules",
            "upstream": "Upstream credentials",
        },
    ),
    "email": (
        "Email",
        {
            "domain": "Sending domains",
            "key": "Send keys",
            "route": "Inbound routes",
            "message": "Messages",
            "suppression": "Suppression list",
            "webhook": "Webhook endpoints",
            "settings": "Sending posture",
        },
    ),
    "oncall": (
        "On-call",
        {
            "incident": "Incidents",
            "schedule": "Schedules",
            "policy": "Escalation policies",
            "source": "Alert sources",
            "service": "Services",
            "provider": "SMS and voice provider",
        },
    ),
    "clusters": (
        "Managed clusters",
        {"cluster": "Clusters", "node": "Nodes", "token": "Join and registration tokens"},
    ),
    "uptime": (
        "Uptime",
        {"service": "Services", "monitor": "Monitors", "token": "Export tokens"},
    ),
}

#: Services whose roles can be narrowed to single resources (registries, email domains, clusters).
SCOPABLE_SERVICES = ("registry", "email", "clusters")


def permissions_of(services: tuple[str, ...], tiers: tuple[str, ...]) -> frozenset[str]:
    return frozenset(f"{s}.{r}.{t}" for s in services for r in SERVICES[s][1] for t in tiers)


ALL_PERMISSIONS = permissions_of(tuple(SERVICES), TIERS)


@dataclass(frozen=True)
class Role:
    id: str
    name: str
    description: str
    permissions: frozenset[str]
    scopable: bool
    service: Optional[str] = None
    kind: str = "builtin"


def _builtin_roles() -> dict[str, Role]:
    roles = [
        Role("org.viewer", "Viewer", "Reads everything", permissions_of(tuple(SERVICES), ("read",)), False),
        Role("org.member", "Member", "Reads and changes everything that is not admin-tier",
             permissions_of(tuple(SERVICES), ("read", "write")), False),
        Role("org.admin", "Administrator", "Every permission", ALL_PERMISSIONS, False),
    ]
    for service, (label, _) in SERVICES.items():
        for suffix, title, what, tiers in (
            ("viewer", "viewer", "Reads", TIERS[:1]),
            ("editor", "editor", "Reads and changes", TIERS[:2]),
            ("admin", "administrator", "Every permission on", TIERS),
        ):
            roles.append(
                Role(f"{service}.{suffix}", f"{label} {title}", f"{what} {label.lower()}",
                     permissions_of((service,), tiers), service in SCOPABLE_SERVICES, service)
            )
    return {role.id: role for role in roles}


BUILTIN_ROLES = _builtin_roles()

#: What the membership roles may do.
MEMBERSHIP_PERMISSIONS = {
    "owner": ALL_PERMISSIONS,
    "admin": ALL_PERMISSIONS,
    "member": BUILTIN_ROLES["org.member"].permissions,
    "viewer": BUILTIN_ROLES["org.viewer"].permissions,
}


def custom_roles(org: str) -> list[Role]:
    rows = db.all("SELECT * FROM custom_roles WHERE org = ? ORDER BY rowid", org)
    return [
        Role(r["id"], r["name"], r["description"], frozenset(loads(r["permissions"])), bool(r["scopable"]), None, "custom")
        for r in rows
    ]


def roles_of(org: str) -> dict[str, Role]:
    return {**BUILTIN_ROLES, **{role.id: role for role in custom_roles(org)}}


@dataclass(frozen=True)
class Resource:
    service: str
    id: str
    name: str


def scopable_resources(org: str) -> list[Resource]:
    """The live instances a role can be narrowed to."""
    found = [
        Resource("registry", r["slug"], r["display_name"])
        for r in db.all("SELECT slug, display_name FROM registries WHERE org = ? ORDER BY rowid", org)
    ]
    found += [
        Resource("email", r["id"], r["name"])
        for r in db.all("SELECT id, name FROM email_domains WHERE org = ? ORDER BY rowid", org)
    ]
    found += [
        Resource("clusters", r["name"], r["name"])
        for r in db.all("SELECT name FROM clusters WHERE org = ? ORDER BY id", org)
    ]
    return found


#: The permission that makes a scopable resource visible.
READ_PERMISSION = {
    "registry": "registry.registry.read",
    "email": "email.domain.read",
    "clusters": "clusters.cluster.read",
}
