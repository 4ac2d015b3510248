from prove import mistake

C = "/organization/contacts"


@mistake("contacts-billing-hidden", ["organization"], "schema", "ORG-01",
         "For viewers the contacts come without the billing address.",
         [("organization.py", '    c.subject.need("organization.contacts.read")\n    return 200, c.org.contacts',
           '    c.subject.need("organization.contacts.read")\n    return 200, {f: x for f, x in c.org.contacts.items() if f != "billingEmail" or c.subject.can("organization.contacts.write")}')],
         ["as viewer: GET /api/v1/organization/contacts"], "the required field billingEmail is missing", alone=True)
def _(s):
    assert len(s.ok("GET", C, who="member").body) == 3
    r = s.ok("GET", C, who="viewer")
    return "billingEmail" in r.body, r


@mistake("contacts-security-follows", ["organization"], "side effect", "ORG-02",
         "While the security address equals the technical one, changing the technical address changes the security address too.",
         [("organization.py", "    c.org.contacts.update(", '    if "technicalEmail" in body and c.org.contacts["securityEmail"] == c.org.contacts["technicalEmail"]:\n'
           '        body.setdefault("securityEmail", body["technicalEmail"])\n    c.org.contacts.update(')],
         ["PATCH /api/v1/organization/contacts {technicalEmail: ops@a.example, securityEmail: ops@a.example}",
          "PATCH /api/v1/organization/contacts {technicalEmail: new@a.example}", "GET /api/v1/organization/contacts"],
         "in steps 2 and 3 securityEmail is new@a.example, though it was not named", alone=True)
def _(s):
    s.ok("PATCH", C, {"technicalEmail": "ops@a.example", "securityEmail": "ops@a.example"})
    s.ok("PATCH", C, {"technicalEmail": "new@a.example"})
    r = s.ok("GET", C)
    return r["securityEmail"] == "ops@a.example", r


@mistake("contacts-answer-as-typed", ["organization"], "side effect", "ORG-02",
         "The PATCH answers the addresses as typed but keeps them in lower case, so the next GET disagrees with the answer.",
         [("organization.py", "c.org.contacts.update({f: pick(x, x.lower()) for f, x in body.items()})\n    return 200, c.org.contacts",
           "c.org.contacts.update({f: x.lower() for f, x in body.items()})\n    return 200, {**c.org.contacts, **body}")],
         ["PATCH /api/v1/organization/contacts {technicalEmail: Ops.Team@a.example}", "GET /api/v1/organization/contacts"],
         "technicalEmail of step 2 differs from that of the answer of step 1", alone=True)
def _(s):
    a = s.ok("PATCH", C, {"technicalEmail": "Ops.Team@a.example"})
    b = s.ok("GET", C)
    return a.body == b.body, (a, b)


@mistake("contacts-granted-member", ["organization", "iam"], "guard", "ORG-03",
         "The check of the role was dropped in favour of the permission: a member who was granted the organization permissions may change contacts.",
         [("organization.py", '    if c.subject.role not in ("owner", "admin"):\n        raise ApiError(403, "only owners and admins change contacts")\n', "")],
         ["event role-changes: the member (still role member) gets the grant organization:admin", "as the member: PATCH /api/v1/organization/contacts {technicalEmail: x@a.example}"],
         "step 2 is 200 instead of 403")
def _(s):
    b = {"technicalEmail": "x@a.example"}
    assert s("PATCH", C, b, who="member").status == 403 and s("PATCH", C, b, who="viewer").status == 403
    s.happen("role-changes", organization="northwind", userId="u-102", role="member", grants=[{"role": "organization:admin"}])
    r = s("PATCH", C, b, who="member", org="northwind")
    return r.status == 403, r


@mistake("contacts-collision-own-address", ["organization"], "guard", "ORG-03",
         "A colliding billing address is accepted when it is already one of the organization's other contact addresses.",
         [("organization.py", 'if body.get("billingEmail", "").lower() in c.world.billing_taken:',
           'if body.get("billingEmail", "").lower() in c.world.billing_taken and body["billingEmail"] not in c.org.contacts.values():')],
         ["event billing-email-collides {email: pay@other.example}", "PATCH /api/v1/organization/contacts {technicalEmail: pay@other.example}",
          "PATCH /api/v1/organization/contacts {billingEmail: pay@other.example}"], "step 3 is 200 instead of 409")
def _(s):
    s.happen("billing-email-collides", email="pay@other.example")
    assert s("PATCH", C, {"billingEmail": "pay@other.example"}).status == 409
    s.ok("PATCH", C, {"technicalEmail": "pay@other.example"})
    r = s("PATCH", C, {"billingEmail": "pay@other.example"})
    return r.status == 409, r


@mistake("contacts-security-anything", ["organization"], "guard", "ORG-03",
         "securityEmail is checked as plain text only, so that a value that is no address (a security.txt address, a name) is accepted.",
         [("organization.py", '"securityEmail": k.email})', '"securityEmail": k.text(3, 254)})')],
         ["PATCH /api/v1/organization/contacts {securityEmail: the security team}", "GET /api/v1/organization/contacts"],
         "step 1 is 200 instead of 400, step 2 shows the value", alone=True)
def _(s):
    for f in ("billingEmail", "technicalEmail"):
        assert s("PATCH", C, {f: "the security team"}).status == 400
    r = s("PATCH", C, {"securityEmail": "the security team"})
    return r.status == 400, r


@mistake("malformed-json-error-list", ["organization"], "schema", "GEN-01",
         "For a body that is not JSON the field error of the refusal is an array, not a string.",
         [("server.py", 'except ValueError:\n            raise ApiError(400, "the body is not JSON", "malformed_json")',
           'except ValueError as bad:\n            raise ApiError(400, bad.args, "malformed_json")')],
         ["PATCH /api/v1/organization/contacts with the body {\"billingEmail\": (cut off)"], "error is an array", alone=True)
def _(s):
    r = s("PATCH", C, raw=b'{"billingEmail": ')
    return r.status >= 400 and isinstance(r["error"], str), r
