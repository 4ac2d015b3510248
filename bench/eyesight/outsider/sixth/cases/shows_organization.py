from prove import mistake
C = "/api/v1/organization/contacts"
@mistake("f-contacts-collision-of-old-address", "organization", "guard", "ORG-03", "The collision at the payment provider is looked up for the billing address that is stored, not for the new one.",
  [("organization.py", 'if body.get("billingEmail", "").lower() in c.world.billing_taken:', 'if "billingEmail" in body and c.org.contacts["billingEmail"].lower() in c.world.billing_taken:')],
  "PATCH with the colliding billing email: 200 instead of 409", False)
def _(s):
    s.oke("billing-email-collides", email="pay@other.example")
    return s("PATCH", C, {"billingEmail": "pay@other.example"}).status == 409

@mistake("f-contacts-shared-blank", "organization", "isolation", "GEN-04", "Organizations start with one shared blank contacts object, so that a change in one shows in all.",
  [("world.py", 'self.contacts = dict.fromkeys(self.contacts, "")', 'self.contacts = Org.BLANK'),
   ("world.py", 'class Org:\n', 'class Org:\n    BLANK = {"billingEmail": "", "technicalEmail": "", "securityEmail": ""}\n\n')],
  "GET contacts as otto: northwind's address", True, "b")
def _(s):
    s.ok("PATCH", C, {"securityEmail": "sec@northwind.example"})
    return s.ok("GET", C, who="otto")["securityEmail"] != "sec@northwind.example"

@mistake("f-contacts-security-follows-technical", "organization", "side effect", "ORG-02", "Changing the technical address alone also changes the security address.",
  [("organization.py", '    c.org.contacts.update(', '    if "technicalEmail" in body:\n        body.setdefault("securityEmail", body["technicalEmail"])\n    c.org.contacts.update(')],
  "GET after PATCH {technicalEmail}: securityEmail changed too", True)
def _(s):
    s.ok("PATCH", C, {"securityEmail": "sec@northwind.example"})
    s.ok("PATCH", C, {"technicalEmail": "ops@northwind.example"})
    return s.ok("GET", C)["securityEmail"] == "sec@northwind.example"

@mistake("f-contacts-security-unchecked", "organization", "status", "ORG-03", "The security address is checked to be text only, not an address.",
  [("organization.py", '"securityEmail": k.email}', '"securityEmail": k.text(3, 254)}')], "PATCH {securityEmail: not-an-address}: 200 instead of 400", True)
def _(s):
    return s("PATCH", C, {"securityEmail": "not-an-address"}).status == 400

@mistake("f-contacts-by-permission-not-role", "organization iam", "guard", "ORG-03", "Who may change contacts is decided by the permission alone, so that a member with a granted organization:admin role changes them.",
  [("organization.py", 'if c.subject.role not in ("owner", "admin"):', 'if c.subject.role == "viewer":')], "PATCH as a member with that grant: 200 instead of 403", False)
def _(s):
    s.oke("role-changes", organization="northwind", userId="u-102", role="member", grants=[{"role": "organization:admin"}])
    return s("PATCH", C, {"technicalEmail": "x@northwind.example"}, who="mia", org="northwind").status == 403

@mistake("f-contacts-lost-update", "organization", "concurrency", "ORG-02", "PATCH writes back a copy of the contacts it took before asking the payment provider, so that one of two simultaneous changes is lost.",
  [("organization.py", '    c.org.contacts.update(', '    copy = dict(c.org.contacts)\n    if "billingEmail" in body:\n        import time, world\n        world.LOCK.release()\n        time.sleep(0.15)\n        world.LOCK.acquire()\n    c.org.contacts = copy\n    c.org.contacts.update(')],
  "GET after two parallel PATCHes of different fields, both 200: the technical address is the old one", True)
def _(s):
    a, b = s.par(lambda: s("PATCH", C, {"billingEmail": "new-bill@northwind.example"}), lambda: (__import__("time").sleep(0.05), s("PATCH", C, {"technicalEmail": "new-tech@northwind.example"}))[1])
    assert a.status == b.status == 200
    r = s.ok("GET", C)
    return r["billingEmail"] == "new-bill@northwind.example" and r["technicalEmail"] == "new-tech@northwind.example"
