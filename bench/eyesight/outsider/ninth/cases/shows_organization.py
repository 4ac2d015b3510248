from common import edit, mistake


@mistake("i-contacts-shared-blank", ["organization"], "isolation", "GEN-04",
         "Organizations without contacts share one blank record, so what one sets the other reads.", True,
         [edit("world.py", "class Org:\n", "BLANK = dict.fromkeys((\"billingEmail\", \"technicalEmail\", \"securityEmail\"), \"\")\n\n\nclass Org:\n"),
          edit("world.py", 'self.contacts = dict.fromkeys(self.contacts, "")', "self.contacts = BLANK")],
         ["PATCH /api/v1/organization/contacts {securityEmail: sec@northwind.example} as the owner of northwind",
          "GET /api/v1/organization/contacts as the owner of contoso"], "contoso shows northwind's address", variant="b")
def _(s):
    s.ok("olive", "PATCH", "/organization/contacts", {"securityEmail": "sec@northwind.example"})
    return s.ok("otto", "GET", "/organization/contacts")


@mistake("i-billing-collision-verdict-cached", ["organization"], "guard", "ORG-03",
         "What the payment provider said about an address is asked once and remembered, so an address that was free before is still let through when it collides.", False,
         [edit("organization.py", "def read(c):\n", "def collides(w, address):\n    return w.verdicts.setdefault(address, address in w.billing_taken)\n\n\ndef read(c):\n"),
          edit("organization.py", "def setup(w):\n    pass", "def setup(w):\n    w.verdicts = {}"),
          edit("organization.py", 'if body.get("billingEmail", "").lower() in c.world.billing_taken:', 'if "billingEmail" in body and collides(c.world, body["billingEmail"].lower()):')],
         ["PATCH /api/v1/organization/contacts {billingEmail: pay@x.example}", "PATCH it to pay@y.example", "event billing-email-collides {email: pay@x.example}",
          "PATCH it to pay@x.example"], "200 instead of 409 in the last step")
def _(s):
    p = lambda a: s("olive", "PATCH", "/organization/contacts", {"billingEmail": a})[0]
    one = p("pay@x.example"), p("pay@y.example")
    s.must("billing-email-collides", email="pay@x.example")
    return one, p("pay@x.example")


@mistake("i-contacts-equal-address-follows", ["organization"], "side effect", "ORG-02",
         "When an address changes, other contacts that had the same old address are changed along.", True,
         [edit("organization.py", "    c.org.contacts.update({f: pick(x, x.lower()) for f, x in body.items()})\n",
               "    for f, x in body.items():\n        old = c.org.contacts[f]\n        for g in c.org.contacts:\n            if g == f or c.org.contacts[g] == old and g not in body:\n                c.org.contacts[g] = pick(x, x.lower())\n")],
         ["PATCH /api/v1/organization/contacts {billingEmail, technicalEmail: both all@northwind.example}", "PATCH {billingEmail: pay@northwind.example}", "GET"],
         "technicalEmail changed too")
def _(s):
    s.ok("olive", "PATCH", "/organization/contacts", {"billingEmail": "all@northwind.example", "technicalEmail": "all@northwind.example"})
    s.ok("olive", "PATCH", "/organization/contacts", {"billingEmail": "pay@northwind.example"})
    return s.ok("olive", "GET", "/organization/contacts")


@mistake("i-contacts-lost-update", ["organization"], "concurrency", "ORG-02",
         "PATCH takes a copy of the contacts, asks the payment provider without the lock and writes the whole copy back, so one of two parallel changes of different fields is lost.", True,
         [edit("organization.py", "    c.org.contacts.update({f: pick(x, x.lower()) for f, x in body.items()})\n",
               "    copy = {**c.org.contacts, **{f: pick(x, x.lower()) for f, x in body.items()}}\n    LOCK.release()\n    try:\n        time.sleep(0.15)        # the provider is told\n    finally:\n        LOCK.acquire()\n    c.org.contacts = copy\n"),
          edit("organization.py", "from world import ApiError", "import time\nfrom world import LOCK, ApiError")],
         ["in parallel: PATCH /api/v1/organization/contacts {technicalEmail: t2@northwind.example} and PATCH {securityEmail: s2@northwind.example}", "GET"],
         "only one of the two addresses is there although both were answered 200")
def _(s):
    a = s.parallel(("olive", "PATCH", "/organization/contacts", {"technicalEmail": "t2@northwind.example"}),
                   ("olive", "PATCH", "/organization/contacts", {"securityEmail": "s2@northwind.example"}))
    now = s.ok("olive", "GET", "/organization/contacts")
    return [x[0] for x in a], now["technicalEmail"][:2] == "t2" and now["securityEmail"][:2] == "s2"
