"""Read-only catalogs."""
from access import SERVICES, TIERS, roles_of
from choices import OTHER
from tokens import resources_for
from world import ApiError

OPS = []


def setup(w):
    pass


def catalog(c):
    if not c.subject.manages_grants():
        raise ApiError(403, "only owners and admins manage grants")
    return 200, {"roles": [r for r in roles_of(c.org).values() if not OTHER or r["kind"] == "builtin"], "resources": resources_for(c.subject)}


def permissions(c):
    if OTHER and not c.subject.manages_grants():
        raise ApiError(403, "only owners and admins author roles")
    return 200, {"services": [
        {"service": s, "serviceLabel": label, "resources": [
            {"resource": r, "resourceLabel": rl, "tiers": [
                {"permission": f"{s}.{r}.{t}", "tier": t, "label": f"{t.capitalize()} {rl.lower()}"} for t in TIERS]}
            for r, rl in resources.items()]}
        for s, (label, resources) in SERVICES.items()]}


OPS += [("GET", "/api/v1/iam/catalog", {}, catalog), ("GET", "/api/v1/iam/permissions", {}, permissions)]
