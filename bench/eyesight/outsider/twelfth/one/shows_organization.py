"""ORG."""


def member(c):
    r = c.api("PATCH", "/organization/contacts", {"technicalEmail": "ops@aurora.example"}, who="mia")
    return {"member": r.status, "viewer": c.api("PATCH", "/organization/contacts", {"technicalEmail": "x@aurora.example"}, who="vera").status,
            "afterwards": c.ok("GET", "/organization/contacts").json["technicalEmail"]}


def half(c):
    r = c.api("PATCH", "/organization/contacts", {"billingEmail": "new@aurora.example", "securityEmail": "not an address"})
    now = c.ok("GET", "/organization/contacts").json
    return {"status": r.status, "billingEmail": now["billingEmail"], "securityEmail": now["securityEmail"]}


SHOWS = {
    "n-members-may-change-contacts": (member, "member", 403, 200),
    "n-invalid-address-half-applied": (half, "billingEmail", "billing@aurora.example", "new@aurora.example"),
}
