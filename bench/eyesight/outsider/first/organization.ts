import { edit, type OutsiderFault } from '../fault.ts'
import { WAIT, WAITING_SECOND_CANDIDATE } from '../races.ts'

/** Mistakes in IAM and the organization's contacts. */
export const ORGANIZATION_FAULTS: readonly OutsiderFault[] = [
  {
    id: 'catalog-has-foreign-domains',
    areas: ['iam', 'email'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'The catalog names the email domains of every organization.',
    requestsAlone: true,
    edits: [
      edit(
        'iam.ts',
        'const domains = ofOrganization(world, world.domains.values(), org.slug)',
        'const domains = [...world.domains.values()]',
      ),
    ],
    shownBy: ['outsider POST /email/domains {"name":"mail.theirs.example"}', 'owner GET /iam/catalog'],
    differsAt: '1.body.resources.length',
  },
  {
    id: 'permissions-lack-a-service',
    areas: ['iam'],
    kind: 'side effect',
    statement: 'IAM-03',
    wrong: 'The permission catalog lacks the permissions of clusters.',
    requestsAlone: true,
    edits: [
      edit(
        'roles.ts',
        'return Object.entries(SERVICES).map(([service, resources]) => ({',
        "const listed = Object.entries(SERVICES).filter(([service]) => service !== 'clusters')\n  return listed.map(([service, resources]) => ({",
      ),
    ],
    shownBy: ['owner GET /iam/permissions'],
    differsAt: '0.body.services.length',
  },
  {
    id: 'catalog-refused-to-admins',
    areas: ['iam'],
    kind: 'guard',
    statement: 'IAM-02',
    wrong: 'Admins may not read the catalog.',
    requestsAlone: true,
    edits: [
      edit(
        'iam.ts',
        "return ctx.caller.place === 'owner' || ctx.caller.place === 'admin'",
        "return ctx.caller.place === 'owner'",
      ),
    ],
    shownBy: ['admin GET /iam/catalog'],
    differsAt: '0.status',
  },
  {
    id: 'security-contact-unchecked',
    areas: ['organization'],
    kind: 'guard',
    statement: 'ORG-03',
    wrong: 'The security address may be anything.',
    requestsAlone: true,
    edits: [
      edit(
        'organization.ts',
        'if (value !== undefined && !ADDRESS.test(value)',
        "if (value !== undefined && field !== 'securityEmail' && !ADDRESS.test(value)",
      ),
    ],
    shownBy: ['owner PATCH /organization/contacts {"securityEmail":"nobody"}'],
    differsAt: '0.status',
  },
  {
    id: 'invalid-contact-answers-422',
    areas: ['organization'],
    kind: 'status',
    statement: 'ORG-03',
    wrong: 'An invalid address gets 422.',
    requestsAlone: true,
    edits: [edit('organization.ts', 'makeReader(ctx.choice, 400)', 'makeReader(ctx.choice)')],
    shownBy: ['owner PATCH /organization/contacts {"billingEmail":"nobody"}'],
    differsAt: '0.status',
  },
  {
    id: 'collision-half-done',
    areas: ['organization'],
    kind: 'side effect',
    statement: 'ORG-03',
    wrong: 'When the billing address collides, the other addresses of the request are changed all the same.',
    requestsAlone: false,
    edits: [
      edit(
        'organization.ts',
        'if (named.billingEmail && collides(ctx, named.billingEmail))',
        'const { billingEmail: _, ...others } = named\n    homeOf(ctx).contacts = { ...homeOf(ctx).contacts, ...others }\n    if (named.billingEmail && collides(ctx, named.billingEmail))',
      ),
    ],
    shownBy: [
      'event billingEmailCollides {"email":"taken@there.example"}',
      'owner PATCH /organization/contacts {"billingEmail":"taken@there.example","technicalEmail":"new@harbor.example"}',
      'owner GET /organization/contacts',
    ],
    differsAt: '2.body.technicalEmail',
  },
  {
    id: 'contacts-refused-to-admins',
    areas: ['organization'],
    kind: 'guard',
    statement: 'ORG-03',
    wrong: 'Admins may not change the contacts.',
    requestsAlone: true,
    edits: [edit('organization.ts', "['owner', 'admin'].includes(ctx.caller.place)", "ctx.caller.place === 'owner'")],
    shownBy: ['admin PATCH /organization/contacts {"billingEmail":"new@harbor.example"}'],
    differsAt: '0.status',
  },
  {
    id: 'contacts-answer-only-the-change',
    areas: ['organization'],
    kind: 'schema',
    statement: 'GEN-02',
    wrong: 'Changing contacts answers only those that were named.',
    requestsAlone: true,
    edits: [
      edit(
        'organization.ts',
        'org.contacts = contacts\n    return contacts',
        'org.contacts = contacts\n    return named',
      ),
    ],
    shownBy: ['owner PATCH /organization/contacts {"billingEmail":"new@harbor.example"}'],
    differsAt: '0.body.technicalEmail',
  },
  {
    id: 'contacts-update-lost',
    areas: ['organization'],
    kind: 'concurrency',
    statement: 'ORG-02',
    wrong: 'Of two changes at the same time, of different addresses, one is lost.',
    requestsAlone: true,
    edits: [
      ...WAITING_SECOND_CANDIDATE,
      edit('organization.ts', 'updateContacts(ctx) {', 'async updateContacts(ctx) {'),
      edit(
        'organization.ts',
        'const contacts = { ...base, ...named }',
        `const contacts = { ...base, ...named }\n    ${WAIT}`,
      ),
    ],
    shownBy: [
      'owner PATCH /organization/contacts {"billingEmail":"new@harbor.example"} || owner PATCH /organization/contacts {"technicalEmail":"new@harbor.example"}',
      'owner GET /organization/contacts',
    ],
    differsAt: '1.body.billingEmail',
  },
]
