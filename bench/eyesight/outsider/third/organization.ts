import { edit, type OutsiderFault } from '../fault.ts'

/** Mistakes in the IAM catalogues and the contacts. */
export const ORGANIZATION: readonly OutsiderFault[] = [
  {
    id: 'c-catalog-for-owners-only',
    areas: ['iam'],
    kind: 'guard',
    statement: 'IAM-02',
    wrong: 'An admin, who manages grants like an owner, may not read the catalogue.',
    requestsAlone: true,
    edits: [
      edit('iam.ts', "ctx.caller.place === 'owner' || ctx.caller.place === 'admin'", "ctx.caller.place === 'owner'"),
    ],
    shownBy: ['admin GET /iam/catalog'],
    differsAt: '0.status',
  },
  {
    id: 'c-catalog-with-foreign-domains',
    areas: ['iam', 'email'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'The catalogue of an organization names the email domains of the others.',
    requestsAlone: true,
    edits: [
      edit(
        'iam.ts',
        'const domains = ofOrganization(world, world.domains.values(), org.slug)',
        'const domains = [...world.domains.values()]',
      ),
    ],
    shownBy: ['outsider POST /email/domains {"name":"mail.quay.example"}', 'owner GET /iam/catalog'],
    differsAt: '1.body.resources.length',
  },
  {
    id: 'c-catalog-as-first-seen',
    areas: ['iam', 'registry'],
    kind: 'side effect',
    statement: 'IAM-01',
    wrong: 'What is created after somebody first read the catalogue never appears in it, nor does what is deleted go.',
    requestsAlone: true,
    edits: [edit('iam.ts', 'resources: resourcesOf(ctx)', 'resources: (ctx.org.catalogue ??= resourcesOf(ctx))')],
    shownBy: ['owner GET /iam/catalog', 'owner POST /registry {"slug":"shop"}', 'owner GET /iam/catalog'],
    differsAt: '2.body.resources.length',
  },
  {
    id: 'c-technical-address-collides',
    areas: ['organization'],
    kind: 'guard',
    statement: 'ORG-03',
    wrong: 'A technical address is refused because as a billing address it would collide at the payment provider.',
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
    id: 'c-contacts-follow-billing',
    areas: ['organization'],
    kind: 'side effect',
    statement: 'ORG-02',
    wrong:
      'Changing the billing address also changes the contacts that had the same address, though nobody named them.',
    requestsAlone: true,
    edits: [
      edit(
        'organization.ts',
        'const contacts = { ...base, ...named }',
        'const same = FIELDS.filter((field) => base[field] === base.billingEmail)\n    const billing = named.billingEmail ?? base.billingEmail\n    const contacts = { ...base, ...Object.fromEntries(same.map((field) => [field, billing])), ...named }',
      ),
    ],
    shownBy: [
      'owner PATCH /organization/contacts {"billingEmail":"all@harbor.example","technicalEmail":"all@harbor.example"}',
      'owner PATCH /organization/contacts {"billingEmail":"money@harbor.example"}',
      'owner GET /organization/contacts',
    ],
    differsAt: '2.body.technicalEmail',
  },
  {
    id: 'c-invalid-address-as-elsewhere',
    areas: ['organization'],
    kind: 'status',
    statement: 'ORG-03',
    wrong: 'An invalid contact address gets the 422 of other invalid input instead of the 400 that is stated.',
    requestsAlone: true,
    edits: [edit('organization.ts', 'makeReader(ctx.choice, 400)', 'makeReader(ctx.choice)')],
    shownBy: ['owner PATCH /organization/contacts {"billingEmail":"nobody"}'],
    differsAt: '0.status',
  },
]
