import { granted } from './access.ts'
import { type Body, event, have, own, type Script, script } from './script.ts'

const two = (entity: string) => [have(entity)]

export const ACCESS_SCRIPTS: readonly Script[] = [
  // The catalog is for managers, and holds what there is at the moment (Endpoints, IAM, row 1).
  script(['getIamCatalog'], 'iam', (call) => [[call('getIamCatalog', { manner: 'lesser' })]]),
  script(['getIamCatalog', 'createUptimeService', 'createRegistry'], 'iam', (call) => [
    [call('createUptimeService'), call('createUptimeService'), call('getIamCatalog')],
    [call('createRegistry'), call('createRegistry'), call('getIamCatalog')],
  ]),
  // What it has shown goes with the thing (the same row).
  script(['getIamCatalog', 'createRegistry', 'deleteRegistry'], 'iam', (call) => [
    [
      call('createRegistry'),
      call('createRegistry'),
      call('getIamCatalog'),
      call('deleteRegistry'),
      call('getIamCatalog'),
    ],
  ]),
  // Contacts are for managers; an address in use at the payment provider (Endpoints, Organization, row 2).
  script(['updateContacts', 'getContacts'], 'organization', (call) => {
    const billing: Body = ({ salt }) => ({ billingEmail: `in-use-${salt}@contacts.example` })
    return [
      [call('updateContacts', { manner: 'lesser' }), call('getContacts')],
      [call('updateContacts', { body: (_, plain) => firstOf(plain) }), call('getContacts')],
      // One good address and one that is none: refused as a whole (Errors, Organization PATCH).
      [
        call('updateContacts', {
          body: ({ salt }) => ({ billingEmail: `good-${salt}@contacts.example`, technicalEmail: `none-${salt}` }),
          intent: 'broken',
        }),
        call('getContacts'),
      ],
      [
        // Each its own first, so that nothing but the collision can be in the way.
        call('updateContacts', { body: ownAddresses }),
        event('billingEmailCollides', ({ salt }) => ({ email: `in-use-${salt}@contacts.example` })),
        call('updateContacts', { body: billing, intent: 'broken' }),
        call('getContacts'),
      ],
    ]
  }),
  // Options: custom roles too, and what the caller can read (Endpoints, Tokens, row 3).
  script(['getTokenScopeOptions', 'createUptimeService', 'createRegistry'], 'tokens', (call) => [
    [
      event('roleChanges', ({ org, salt, shadow }) => {
        const [permission] = (shadow.world.tables.Permission.rows.values().next().value as { id: string } | undefined)
          ? [...shadow.world.tables.Permission.rows.values()].map(({ id }) => id)
          : []
        return (
          permission && {
            organization: org,
            customRole: { id: `custom-${salt}`, name: `Custom ${salt}`, permissions: [permission] },
          }
        )
      }),
      call('getTokenScopeOptions'),
    ],
    [...two('UptimeService'), call('createUptimeService'), call('getTokenScopeOptions')],
    [call('createRegistry'), call('createRegistry'), call('getTokenScopeOptions')],
    [
      call('createRegistry'),
      call('createRegistry'),
      granted('registry', /^$/, (drawing) => [String(own(drawing, 'Registry').at(0)?.id)]),
      call('getTokenScopeOptions', { manner: 'lesser' }),
    ],
  ]),
  // A narrowed token reaches no further (Authentication, point 2).
  script(['createToken', 'createRegistry', 'getRegistry', 'createUptimeService'], 'tokens', (call) => {
    const narrowed: Body = (drawing, plain) => {
      const registry = own(drawing, 'Registry').at(0)?.id
      const role = own(drawing, 'IamRole').find(({ service, scopable }) => service === 'registry' && scopable === true)
      return registry && role && { ...plain, scope: [{ role: role.id, resourceIds: [registry] }] }
    }
    const bearer = ({ shadow }: Parameters<Body>[0]) =>
      shadow.secrets.findLast(({ from }) => from === 'createToken key')?.value
    const registryAt = (place: number) => (drawing: Parameters<Body>[0]) => {
      const slug = own(drawing, 'Registry').at(place)?.slug
      return slug === undefined ? undefined : { slug: String(slug) }
    }
    return [
      [
        call('createRegistry'),
        call('createRegistry'),
        call('createToken', { body: narrowed }),
        call('getRegistry', { bearer, parameters: registryAt(0) }),
        call('getRegistry', { bearer, parameters: registryAt(1), intent: 'broken' }),
        call('createUptimeService', { bearer, intent: 'broken' }),
      ],
    ]
  }),
]

const ownAddresses: Body = ({ salt }) => ({
  billingEmail: `billing-${salt}@contacts.example`,
  technicalEmail: `technical-${salt}@contacts.example`,
  securityEmail: `security-${salt}@contacts.example`,
})

const firstOf = (plain: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(plain).slice(0, 1))
