from prove import mistake


@mistake("h-org-security-lands-in-technical", "organization", "side effect", "ORG-02",
         "A new security address is stored as the technical one.",
         [("tokens.go", '{"securityEmail", q.SecurityEmail, &next.SecurityEmail}', '{"securityEmail", q.SecurityEmail, &next.TechnicalEmail}')],
         ["PATCH /api/v1/organization/contacts {securityEmail}", "GET /api/v1/organization/contacts"],
         "step 1 and 2: technicalEmail changed, securityEmail did not", alone=True)
def _(S):
    S("PATCH", "/organization/contacts", {"securityEmail": "sec@new.example"}, expect=200)
    c = S("GET", "/organization/contacts").json
    return c["securityEmail"] == "sec@new.example" and c["technicalEmail"] == "tech@aurora.example", c


@mistake("h-org-collision-of-old-address", "organization", "guard", "ORG-03",
         "The address looked up at the payment provider is the present billing email, not the new one.",
         [("tokens.go", "c.w.collidingEmails[lower(next.BillingEmail)]", "c.w.collidingEmails[lower(c.org.Contacts.BillingEmail)]")],
         ["event billing-email-collides {email}", "PATCH /api/v1/organization/contacts {billingEmail: that address}"],
         "step 2: 409 when right, 200 when wrong")
def _(S):
    S.ev("billing-email-collides", email="acc@shared.example")
    r = S("PATCH", "/organization/contacts", {"billingEmail": "acc@shared.example"})
    return r.status == 409, r.status


@mistake("h-org-member-may-patch", "organization", "guard", "ORG-03",
         "Updating the contacts needs the write permission instead of the administrative one, so a member may do it.",
         [("tokens.go", 'access{"organization", "organization.contacts.admin", false, nil}', 'access{"organization", "organization.contacts.write", false, nil}')],
         ["PATCH /api/v1/organization/contacts {technicalEmail} as a member"],
         "403 when right, 200 when wrong", alone=True)
def _(S):
    r = S("PATCH", "/organization/contacts", {"technicalEmail": "m@new.example"}, who="mia")
    return r.status == 403, r.status
