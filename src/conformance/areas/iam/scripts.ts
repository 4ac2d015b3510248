import { type Drawing, within } from '../../kit/drawing.ts'
import { own } from '../../kit/own-rows.ts'
import { becomes } from '../../script/becomes.ts'
import { bearer, forAnotherService, whileManager } from '../../script/by-token.ts'
import { offered, SCOPABLE } from '../../script/offered.ts'
import { advance, event, type Item, type Script, script } from '../../script/script.ts'

/** Something becomes of a role of the organization's own making, one of three. */
const custom = (place: number, more: (drawing: Drawing) => Item | undefined) =>
  event('roleChanges', (drawing) => {
    const said = more(drawing)
    return said && { organization: drawing.org, customRole: { id: `custom-${drawing.salt}-${place}`, ...said } }
  })

const permissionAt = (drawing: Drawing, place: number) => own(drawing, 'Permission').at(place)?.id
const made = (place: number) =>
  custom(place, (drawing) => {
    const permissions = [permissionAt(drawing, 0), permissionAt(drawing, place + 1)]
    const said = { name: `Custom ${drawing.salt} ${place}`, description: `role ${place}`, scopable: place === 0 }
    return permissions.includes(undefined) ? undefined : { ...said, permissions }
  })

/** Another organization makes a role for itself. */
const madeElsewhere = event('roleChanges', (drawing) => {
  const { contract, cast, salt } = drawing
  const organization = contract.profile.actors[cast.outsider ?? '']?.organization
  const permission = permissionAt(drawing, 0)
  if (organization === undefined || permission === undefined) return undefined
  const said = { name: `Theirs ${salt}`, description: 'theirs', permissions: [permission], scopable: false }
  return { organization, customRole: { id: `theirs-${salt}`, ...said } }
})

/** What an organization must be enabled for (Authentication, point 4). */
const BETAS = ['email', 'uptime']

export const IAM_SCRIPTS: readonly Script[] = [
  // The catalog is for managers, and holds what there is at the moment (Endpoints, IAM, row 1).
  script(['getIamCatalog'], (call) => {
    const [lesser, manager] = [
      call('getIamCatalog', { manner: 'lesser' }),
      call('getIamCatalog', { manner: 'manager' }),
    ]
    return [
      [lesser],
      // By the role that somebody has now.
      [becomes('lesser', 'admin'), lesser, becomes('lesser', 'member'), lesser],
      [manager, becomes('manager', 'member'), manager, becomes('manager', 'admin'), manager],
    ]
  }),
  // The same by a token: of somebody who manages grants, and not for something else alone (Authentication, points 2 and 3).
  script(['getIamCatalog', 'createToken'], (call) => [
    ...whileManager(call, 'getIamCatalog', becomes('manager', 'member')),
    [call('createToken', { body: forAnotherService('iam') }), call('getIamCatalog', { bearer, intent: 'broken' })],
  ]),
  script(['getIamCatalog', 'createUptimeService', 'createRegistry'], (call) => [
    [call('createUptimeService'), call('createUptimeService'), call('getIamCatalog')],
    [call('createRegistry'), call('createRegistry'), call('getIamCatalog')],
  ]),
  // Things of different kinds may have the same name.
  script(['getIamCatalog', 'createRegistry', 'createCluster'], (call) => [
    [
      call('createRegistry', { body: ({ salt }, plain) => ({ ...plain, slug: `both-${salt}` }) }),
      call('createCluster', { body: ({ salt }, plain) => ({ ...plain, name: `both-${salt}` }) }),
      call('getIamCatalog'),
    ],
  ]),
  // Somebody of two organizations is shown what is of the one that they act for.
  script(['getIamCatalog', 'createRegistry'], (call) => [
    [call('createRegistry'), call('getIamCatalog', { manner: 'dual-elsewhere' })],
    [call('createRegistry', { manner: 'neighbour' }), call('getIamCatalog', { manner: 'dual' })],
  ]),
  // New resources appear and deleted ones disappear, also those shown before (the same row).
  script(['getIamCatalog', 'createRegistry', 'deleteRegistry'], (call) => {
    const two = [call('createRegistry'), call('createRegistry')]
    return [
      [...two, call('getIamCatalog'), call('deleteRegistry'), call('getIamCatalog')],
      [...two, call('deleteRegistry'), call('getIamCatalog')],
      [call('createRegistry'), call('getIamCatalog')],
    ]
  }),
  // Every service, also one that the organization is not enabled for (row 2).
  script(['listPermissions'], (call) =>
    BETAS.map((area) => [
      event('entitlementChanges', () => ({ area, enabled: false })),
      call('listPermissions'),
      event('entitlementChanges', () => ({ area, enabled: true })),
    ]),
  ),
  // Also one that another organization is not enabled for, whoever asked before, and after whatever time.
  script(['listPermissions'], (call) => {
    const turned = (enabled: boolean) =>
      BETAS.map((area) =>
        event('entitlementChanges', (drawing) => {
          const organization = within(drawing, 'outsider')?.org
          return organization === undefined ? undefined : { organization, area, enabled }
        }),
      )
    return [
      [
        ...[advance('P2D'), ...turned(false)],
        ...[call('listPermissions', { manner: 'neighbour' }), call('listPermissions'), ...turned(true)],
      ],
    ]
  }),
  ...offered('getIamCatalog'),
  // What a token may be narrowed to is in the catalog.
  ...SCOPABLE.map(({ create }) =>
    script([create, 'getTokenScopeOptions', 'getIamCatalog'], (call) => [
      [call(create), call('getTokenScopeOptions'), call('getIamCatalog')],
    ]),
  ),
  // Roles of the organization's own making: each is offered as it is now, and no longer than it is there (Tokens, row 3).
  script(['getIamCatalog', 'getTokenScopeOptions'], (call) => {
    const seen = [call('getTokenScopeOptions'), call('getIamCatalog')]
    const three = [made(0), made(1), made(2)]
    return [
      [madeElsewhere, ...seen, call('getTokenScopeOptions', { manner: 'neighbour' })],
      [made(0), ...seen, custom(0, ({ salt }) => ({ name: `Renamed ${salt}` })), ...seen],
      [
        made(0),
        custom(0, () => ({ scopable: false })),
        ...seen,
        custom(0, () => ({ description: 'another' })),
        ...seen,
      ],
      [
        made(0),
        custom(0, (drawing) => {
          const permission = permissionAt(drawing, 2)
          return permission === undefined ? undefined : { permissions: [permission] }
        }),
        ...seen,
      ],
      [...three, ...seen, custom(1, () => ({ removed: true })), ...seen],
    ]
  }),
]
