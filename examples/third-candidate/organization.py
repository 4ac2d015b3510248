"""Contact addresses."""
import check as k
from choices import pick
from world import ApiError

OPS = []
PATCH = k.obj({}, {"billingEmail": k.email, "technicalEmail": k.email, "securityEmail": k.email})


def setup(w):
    pass


def read(c):
    c.subject.need("organization.contacts.read")
    return 200, c.org.contacts


def update(c):
    if c.subject.role not in ("owner", "admin"):
        raise ApiError(403, "only owners and admins change contacts")
    c.subject.need("organization.contacts.admin")
    body = c.json(PATCH, 400)
    if body.get("billingEmail", "").lower() in c.world.billing_taken:
        raise ApiError(409, "another customer is billed at this address")
    c.org.contacts.update({f: pick(x, x.lower()) for f, x in body.items()})
    return 200, c.org.contacts


OPS += [("GET", "/api/v1/organization/contacts", {}, read), ("PATCH", "/api/v1/organization/contacts", {}, update)]
