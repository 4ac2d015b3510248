import { edit, type OutsiderFault } from '../fault.ts'

export const FOURTH_ORGANIZATION: readonly OutsiderFault[] = [
  {
    id: 'd-every-contact-held-against-the-payment-provider',
    areas: ['organization'],
    kind: 'guard',
    statement: 'ORG-03',
    wrong:
      'A technical or security address is refused when it collides at the payment provider, which only counts for billing.',
    requestsAlone: false,
    edits: [
      edit(
        'organization.ts',
        'if (named.billingEmail && collides(ctx, named.billingEmail))',
        'if (Object.values(named).some((address) => collides(ctx, address)))',
      ),
    ],
    shownBy: [
      'event billingEmailCollides {"email":"ops@harbor.example"}',
      'owner PATCH /organization/contacts {"technicalEmail":"ops@harbor.example"}',
    ],
    differsAt: '1.status',
  },
  {
    id: 'd-colliding-billing-email-still-changes-the-others',
    areas: ['organization'],
    kind: 'side effect',
    statement: 'ORG-03',
    wrong:
      'When the billing email collides, the answer is a refusal, but the other addresses of the same request are stored.',
    requestsAlone: false,
    edits: [
      edit(
        'organization.ts',
        '    if (named.billingEmail && collides(ctx, named.billingEmail))',
        '    const { billingEmail: _billing, ...others } = named\n    homeOf(ctx).contacts = { ...homeOf(ctx).contacts, ...others }\n    if (named.billingEmail && collides(ctx, named.billingEmail))',
      ),
    ],
    shownBy: [
      'event billingEmailCollides {"email":"taken@harbor.example"}',
      'owner PATCH /organization/contacts {"billingEmail":"taken@harbor.example","securityEmail":"new@harbor.example"}',
      'owner GET /organization/contacts',
    ],
    differsAt: '2.body.securityEmail',
  },
  {
    id: 'd-equal-addresses-follow-the-billing-email',
    areas: ['organization'],
    kind: 'side effect',
    statement: 'ORG-02',
    wrong:
      'An address that equals the billing email counts as not set, so it changes with the billing email although nobody named it.',
    requestsAlone: true,
    edits: [
      edit(
        'organization.ts',
        '    const contacts = { ...base, ...named }',
        '    const follow = named.billingEmail && base.technicalEmail === base.billingEmail ? { technicalEmail: named.billingEmail } : {}\n    const contacts = { ...base, ...follow, ...named }',
      ),
    ],
    shownBy: [
      'owner PATCH /organization/contacts {"billingEmail":"one@harbor.example","technicalEmail":"one@harbor.example"}',
      'owner PATCH /organization/contacts {"billingEmail":"two@harbor.example"}',
      'owner GET /organization/contacts',
    ],
    differsAt: '2.body.technicalEmail',
  },
  {
    id: 'd-changed-contacts-answer-only-the-named',
    areas: ['organization'],
    kind: 'schema',
    statement: 'ORG-02',
    wrong: 'The answer to a change holds only the addresses that were named, not all three.',
    requestsAlone: true,
    edits: [edit('organization.ts', '    return contacts\n', '    return named\n')],
    shownBy: ['owner PATCH /organization/contacts {"billingEmail":"one@harbor.example"}'],
    differsAt: '0.body.securityEmail',
  },
  {
    id: 'd-contact-changes-at-once-lose-one',
    areas: ['organization'],
    kind: 'concurrency',
    statement: 'ORG-02',
    wrong: 'Of two changes at once, each of another address, the one written first is lost.',
    requestsAlone: true,
    edits: [
      edit(
        'server.ts',
        'handle({ method, url, headers, payload }))',
        'await handle({ method, url, headers, payload }))',
      ),
      edit(
        'handle.ts',
        '  const status = statusOf(route, fault)\n',
        '  const status = statusOf(route, fault)\n  if (body instanceof Promise) return body.then((one) => ({ status, body: one })) as never\n',
      ),
      edit(
        'organization.ts',
        "    if (!ctx.fault('contacts-not-stored')) org.contacts = contacts\n    return contacts\n",
        '    return new Promise((resolve) => setTimeout(resolve, 10)).then(() => {\n      org.contacts = contacts\n      return contacts\n    })\n',
      ),
    ],
    shownBy: [
      'owner PATCH /organization/contacts {"billingEmail":"b@harbor.example","technicalEmail":"t@harbor.example"}',
      'owner PATCH /organization/contacts {"technicalEmail":"t2@harbor.example"} || admin PATCH /organization/contacts {"securityEmail":"s2@harbor.example"} || owner PATCH /organization/contacts {"billingEmail":"b2@harbor.example"}',
      'owner GET /organization/contacts',
    ],
    differsAt: '2.body',
  },
]

export const FOURTH_IAM: readonly OutsiderFault[] = [
  {
    id: 'd-domains-in-the-catalog-by-their-names',
    areas: ['iam', 'email'],
    kind: 'schema',
    statement: 'IAM-01',
    wrong: 'The catalog gives the name of a domain as its id, so a grant made from it reaches nothing.',
    requestsAlone: true,
    edits: [
      edit(
        'iam.ts',
        "domains.map(({ id, name }) => ({ service: 'email', id, name }))",
        "domains.map(({ name }) => ({ service: 'email', id: name, name }))",
      ),
    ],
    shownBy: ['owner POST /email/domains {"name":"mail.shop.example"}', 'owner GET /iam/catalog'],
    differsAt: '1.body.resources.0.id',
  },
  {
    id: 'd-admin-tier-of-keys-not-in-the-permissions',
    areas: ['iam'],
    kind: 'schema',
    statement: 'IAM-03',
    wrong: 'The permissions lack the admin tier of keys, so nobody can write a custom role that mints keys.',
    requestsAlone: true,
    edits: [
      edit(
        'roles.ts',
        '      tiers: tiers.map((tier) => ({',
        "      tiers: tiers.filter((tier) => resource !== 'key' || tier !== 'admin').map((tier) => ({",
      ),
    ],
    shownBy: ['owner GET /iam/permissions'],
    differsAt: '0.body.services.0.resources.2.tiers.length',
  },
  {
    id: 'd-former-admin-keeps-the-catalog',
    areas: ['iam'],
    kind: 'guard',
    statement: 'IAM-02',
    wrong: 'Whoever once managed grants goes on reading the catalog after losing that role: the answer is remembered.',
    requestsAlone: false,
    edits: [
      edit(
        'iam.ts',
        `function managesGrants(ctx: Context): boolean {
  return ctx.caller.place === 'owner' || ctx.caller.place === 'admin'
}`,
        `const managers = new Set<string>()

function managesGrants(ctx: Context): boolean {
  if (ctx.caller.place === 'owner' || ctx.caller.place === 'admin') managers.add(ctx.caller.userId)
  return managers.has(ctx.caller.userId)
}`,
      ),
    ],
    shownBy: [
      'admin GET /iam/catalog',
      'event roleChanges {"userId":"usr_2","role":"member"}',
      'admin GET /iam/catalog',
    ],
    differsAt: '2.status',
  },
]
