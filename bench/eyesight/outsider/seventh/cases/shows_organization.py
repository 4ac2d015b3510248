from prove import mistake
O = '/api/v1/organization/contacts'

@mistake('g-billing-collision-checked-on-old-address', ['organization'], 'status', 'ORG-03',
  'The collision at the payment provider is looked up for the address that is being replaced, not for the new one.', False,
  [('tokens.go', 'c.w.collidingEmails[lower(next.BillingEmail)]', 'c.w.collidingEmails[lower(c.org.Contacts.BillingEmail)]')],
  ['an address collides at the payment provider (billing-email-collides)', 'PATCH /api/v1/organization/contacts {"billingEmail": that address}'],
  '200 instead of 409')
def _(c):
    c.ev('billing-email-collides', email='pay@other.example')
    s = c.req('PATCH', O, {'billingEmail': 'pay@other.example'}).status
    return s == 409, s

@mistake('g-security-contact-written-to-technical', ['organization'], 'side effect', 'ORG-02',
  'Changing securityEmail writes technicalEmail.', True,
  [('tokens.go', '{"securityEmail", q.SecurityEmail, &next.SecurityEmail}', '{"securityEmail", q.SecurityEmail, &next.TechnicalEmail}')],
  ['PATCH /api/v1/organization/contacts {"securityEmail":"sec@new.example"}', 'GET /api/v1/organization/contacts'],
  'securityEmail is old, technicalEmail changed')
def _(c):
    before = c.get(O).json
    c.ok('PATCH', O, {'securityEmail': 'sec@new.example'})
    after = c.get(O).json
    return after == dict(before, securityEmail='sec@new.example'), after

@mistake('g-members-may-change-contacts', ['organization'], 'guard', 'ORG-03',
  'Changing the contacts asks for the write tier, which members have, instead of owner or admin.', True,
  [('tokens.go', '"organization.contacts.admin"', '"organization.contacts.write"')],
  ['a member: PATCH /api/v1/organization/contacts {"technicalEmail":"me@x.example"}'],
  '200 instead of 403')
def _(c):
    s = c.req('PATCH', O, {'technicalEmail': 'me@x.example'}, who='mia').status
    return s == 403, s
