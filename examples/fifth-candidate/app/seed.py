"""The data the service starts with: two organizations and their people."""
from .clock import clock
from .database import db

ORGANIZATIONS = {"acme": "Acme", "globex": "Globex"}
#: name: (id, label, session, memberships)
PEOPLE = {
    "olivia": ("7d0c5e52-0000-4000-8000-000000000001", "Olivia Owner", "session-olivia", {"acme": "owner"}),
    "adam": ("7d0c5e52-0000-4000-8000-000000000002", "Adam Admin", "session-adam", {"acme": "admin"}),
    "mia": ("7d0c5e52-0000-4000-8000-000000000003", "Mia Member", "session-mia", {"acme": "member"}),
    "max": ("7d0c5e52-0000-4000-8000-000000000004", "Max Member", "session-max", {"acme": "member"}),
    "victor": ("7d0c5e52-0000-4000-8000-000000000005", "Victor Viewer", "session-victor", {"acme": "viewer"}),
    "gina": ("7d0c5e52-0000-4000-8000-000000000006", "Gina Owner", "session-gina", {"globex": "owner"}),
    "dana": ("7d0c5e52-0000-4000-8000-000000000007", "Dana Double", "session-dana", {"acme": "member", "globex": "admin"}),
}
ONCALL_SERVICES = {
    "acme": {"5e0f1c9a-0000-4000-8000-000000000001": "checkout", "5e0f1c9a-0000-4000-8000-000000000002": "search"},
    "globex": {"5e0f1c9a-0000-4000-8000-000000000003": "billing"},
}


def seed() -> None:
    with db.transaction():
        for slug, name in ORGANIZATIONS.items():
            db.insert("organizations", slug=slug, name=name, billing_email=f"billing@{slug}.example",
                      technical_email=f"tech@{slug}.example", security_email=f"security@{slug}.example")
        for name, (user_id, label, session, memberships) in PEOPLE.items():
            db.insert("users", id=user_id, label=label, email=f"{name}@{next(iter(memberships))}.example")
            db.insert("sessions", token=session, user_id=user_id)
            for org, role in memberships.items():
                db.insert("memberships", org=org, user_id=user_id, role=role)
        for backend in ("email", "uptime", "dns"):
            db.insert("backends", name=backend, reachable=1)
        for org, services in ONCALL_SERVICES.items():
            for id_, name in services.items():
                db.insert("oncall_services", id=id_, org=org, name=name, created_at=clock.stamp())


def reset() -> None:
    """Back to the start, with nothing left of what was under way."""
    clock.reset()
    db.recreate()
    seed()
