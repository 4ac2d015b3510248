import { edit, type OutsiderFault } from '../fault.ts'

/** Mistakes of a third person, in the IAM and organization areas of the second candidate. */
export const SECOND_ORGANIZATION: readonly OutsiderFault[] = [
  {
    id: 'b-catalog-lists-foreign-clusters',
    areas: ['iam', 'clusters'],
    kind: 'isolation',
    statement: 'IAM-01',
    wrong: 'The IAM catalog of one organization lists the clusters of all.',
    requestsAlone: true,
    edits: [
      edit(
        'iam.ts',
        'choice.clustersScopable ? ofOrganization(world, world.clusters.values(), org.slug) : []',
        'choice.clustersScopable ? [...world.clusters.values()] : []',
      ),
    ],
    shownBy: ['outsider POST /clusters {"name":"theirs","tier":"small"}', 'owner GET /iam/catalog'],
    differsAt: '1.body.resources.length',
  },
  {
    id: 'b-viewer-manages-grants',
    areas: ['iam'],
    kind: 'guard',
    statement: 'IAM-02',
    wrong: 'The catalog is closed to members only, so a viewer, who may do even less, gets it.',
    requestsAlone: false,
    edits: [
      edit(
        'iam.ts',
        "return ctx.caller.place === 'owner' || ctx.caller.place === 'admin'",
        "return ctx.caller.place !== 'member'",
      ),
    ],
    shownBy: ['event roleChanges {"userId":"usr_3","role":"viewer"}', 'member GET /iam/catalog'],
    differsAt: '1.status',
  },
  {
    id: 'b-permission-tier-as-label',
    areas: ['iam'],
    kind: 'schema',
    statement: 'IAM-03',
    wrong: 'The tier of a permission is shown as its label (Read), which is none of read, write, admin.',
    requestsAlone: true,
    edits: [edit('roles.ts', '        tier,\n', '        tier: label(tier),\n')],
    shownBy: ['owner GET /iam/permissions'],
    differsAt: '0.body.services.0.resources.0.tiers.0.tier',
  },
  {
    id: 'b-contacts-saved-despite-collision',
    areas: ['organization'],
    kind: 'side effect',
    statement: 'ORG-03',
    wrong: 'A billing address that collides at the payment provider is refused with 409, but stored before that.',
    requestsAlone: false,
    edits: [
      edit(
        'organization.ts',
        "if (named.billingEmail && collides(ctx, named.billingEmail)) refuse(409, 'the payment provider knows this address')",
        'const clash = named.billingEmail !== undefined && collides(ctx, named.billingEmail)',
      ),
      edit(
        'organization.ts',
        '    return contacts',
        "    if (clash) refuse(409, 'the payment provider knows this address')\n    return contacts",
      ),
    ],
    shownBy: [
      'event billingEmailCollides {"email":"pay@shop.example"}',
      'owner PATCH /organization/contacts {"billingEmail":"pay@shop.example"}',
      'owner GET /organization/contacts',
    ],
    differsAt: '2.body.billingEmail',
  },
  {
    id: 'b-admin-may-not-change-contacts',
    areas: ['organization'],
    kind: 'guard',
    statement: 'ORG-03',
    wrong: 'Admins are refused when they change contacts; only owners may.',
    requestsAlone: true,
    edits: [
      edit('organization.ts', "['owner', 'admin'].includes(ctx.caller.place)", "['owner'].includes(ctx.caller.place)"),
    ],
    shownBy: ['admin PATCH /organization/contacts {"technicalEmail":"ops@shop.example"}'],
    differsAt: '0.status',
  },
]
