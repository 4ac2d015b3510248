import { isSymbol } from '../../../model/world/fresh.ts'
import type { Rows } from '../../../model/world/rows.ts'
import type { Drawing } from '../../kit/drawing.ts'
import { goneId } from '../../kit/gone-id.ts'
import { own } from '../../kit/own-rows.ts'
import { bearer } from '../../script/by-token.ts'
import {
  customReader,
  customReaderElsewhere,
  customReaderGone,
  customReaderId,
  customReaderIn,
} from '../../script/custom-role.ts'
import type { CallGoal } from '../../script/goal.ts'
import { granted, roleWithout } from '../../script/granted.ts'
import { SCOPABLE, type Scopable, UNSAID } from '../../script/offered.ts'
import { remembered } from '../../script/remembered.ts'
import { type Body, type Script, script } from '../../script/script.ts'
import { memoryOf } from '../../shadow/memories.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { offeredRoles } from './offered-roles.ts'

/** A role for things of a service; any that can be narrowed where none is known to be for it. */
function roleFor(drawing: Drawing, service: string): Rows['IamRole'] | undefined {
  const roles = own(drawing, 'IamRole').filter(({ scopable }) => scopable === true)
  return roles.find((role) => role.service === service) ?? roles[0]
}

type Id = (drawing: Drawing) => string | undefined

const idsOf =
  ({ entity }: Scopable, isOurs: boolean): Id =>
  ({ shadow, org }) =>
    rowsOf(shadow.world, entity as string).findLast(
      (row) => (row.org === org) === isOurs && row.org !== '' && !isSymbol(row.id),
    )?.id

/** Grants for a thing of ours and a wrong one: the wrong one last, first, or in a grant of its own for the same role. */
const GRANTS = {
  behind: (ours: string, wrong: string) => [[ours, wrong]],
  before: (ours: string, wrong: string) => [[wrong, ours]],
  apart: (ours: string, wrong: string) => [[ours], [wrong]],
} as const

const besideOurs =
  (kind: Scopable, wrong: Id, place: keyof typeof GRANTS): Body =>
  (drawing, plain) => {
    const [role, ours, other] = [roleFor(drawing, kind.service)?.id, idsOf(kind, true)(drawing), wrong(drawing)]
    if (role === undefined || ours === undefined || other === undefined) return undefined
    return { ...plain, scope: GRANTS[place](ours, other).map((resourceIds) => ({ role, resourceIds })) }
  }

/** A grant that says nothing but its role, one that was offered a moment ago; no lifetime, which may be too long or short. */
const roleAlone =
  (place: number): Body =>
  ({ shadow }, { name }) => {
    const role = memoryOf(shadow, offeredRoles).at(place)
    return role === undefined ? undefined : { name, scope: [{ role }] }
  }

/** One role, granted for each of our two newest things on its own. */
const eachAlone =
  ({ entity, service }: Scopable): Body =>
  (drawing, plain) => {
    const role = roleFor(drawing, service)?.id
    const ids = [-2, -1].flatMap((place) => own(drawing, entity).at(place)?.id ?? [])
    if (role === undefined || ids.length < 2) return undefined
    return { ...plain, scope: ids.map((id) => ({ role, resourceIds: [String(id)] })) }
  }

/** The role that whoever was granted a service has, for some of our things of it. */
const grantedFor =
  ({ entity, service }: Scopable, ...places: readonly number[]): Body =>
  (drawing, { name }) => {
    const role = roleWithout(drawing, service, NOTHING)?.id
    const resourceIds = places.flatMap((place) => own(drawing, entity).at(place)?.id ?? []).map(String)
    return role === undefined || resourceIds.length < places.length
      ? undefined
      : { name, scope: [{ role, resourceIds }] }
  }

/** A role of the organization's own making, for these things. */
const ofCustomReader =
  (...ids: readonly Id[]): Body =>
  (drawing, { name }) => {
    const [role, resourceIds] = [customReaderIn(drawing)?.id, ids.flatMap((id) => id(drawing) ?? [])]
    return role === undefined || resourceIds.length < ids.length ? undefined : { name, scope: [{ role, resourceIds }] }
  }

/** The role of the organization's own making, when it has none. */
const ofNoRole: Body = (drawing, { name }) =>
  customReaderIn(drawing) ? undefined : { name, scope: [{ role: customReaderId(drawing) }] }

const noSuch: Id = ({ salt }) => `no-such-${salt}`

const NOTHING = /^$/

/** The thing of a kind at a place, by the name that a path has for it. */
const placed =
  (place: number) =>
  ({ entity }: Scopable): NonNullable<CallGoal['parameters']> =>
  (drawing, { parameters }) => {
    const id = own(drawing, entity).at(place)?.id
    return id === undefined ? undefined : Object.fromEntries(Object.keys(parameters).map((name) => [name, String(id)]))
  }
const [before, last] = [placed(-2), placed(-1)]

/** Kinds that are there as soon as they are made, and cost nothing. */
const SOON_MADE: ReadonlySet<string> = new Set(['Registry', 'EmailDomain'])

/** As many different roles as there are to be had. */
const ofMany: Body = ({ shadow, org }, { name }) => {
  const roles = rowsOf(shadow.world, 'IamRole').flatMap((row) => (row.org === org || row.org === '' ? [row.id] : []))
  return roles.length < 2 ? undefined : { name, scope: roles.slice(0, MANY).map((role) => ({ role })) }
}
const MANY = 12

export const SCOPE_SCRIPTS: readonly Script[] = [
  // Resource ids need not be said, and what was offered can be had (Endpoints, Tokens, rows 2 and 3).
  script(['getTokenScopeOptions', 'createToken', 'listTokens'], (call) =>
    [0, -1].map((place) => [
      call('getTokenScopeOptions'),
      call('createToken', { body: roleAlone(place) }),
      call('listTokens'),
    ]),
  ),
  // A scope names nothing that its owner cannot see, in whatever place (Authentication, point 2).
  ...SCOPABLE.map((kind) =>
    script(['createToken', kind.create, kind.remove], (call) => {
      const theirs = idsOf(kind, false)
      const gone: Id = (drawing) => goneId(drawing, kind.entity)
      const named = (wrong: Id) =>
        (['behind', 'before', 'apart'] as const).map((place) =>
          call('createToken', { body: besideOurs(kind, wrong, place), intent: 'exotic' }),
        )
      return [
        [call(kind.create), call(kind.create, { manner: 'neighbour' }), ...named(theirs)],
        [call(kind.create), call(kind.remove), call(kind.create), ...named(gone)],
      ]
    }),
  ),
  // Not even where the owner could see it when they last named it.
  ...SCOPABLE.map((kind) =>
    script(['createToken', kind.create, kind.remove], (call) => {
      const { first, drawn } = remembered()
      const mint = (how: Pick<CallGoal, 'manner'> = {}) =>
        call('createToken', { ...how, body: grantedFor(kind, -1), intent: 'exotic', drawn })
      const mintAgain = (how: Pick<CallGoal, 'manner'> = {}) =>
        call('createToken', { ...how, body: (drawing) => first(drawing)?.body, intent: 'exotic' })
      const grantedOne = (place: number) =>
        granted(kind.service, NOTHING, (drawing) => [String(own(drawing, kind.entity).at(place)?.id)])
      return [
        [call(kind.create), mint(), call(kind.remove), mintAgain()],
        [
          ...[call(kind.create), call(kind.create), grantedOne(-1), mint({ manner: 'lesser' })],
          ...[grantedOne(-2), mintAgain({ manner: 'lesser' })],
        ],
      ]
    }),
  ),
  // Nor does it by a role of the organization's own making.
  ...SCOPABLE.filter(({ entity }) => !UNSAID.has(entity)).map((kind) =>
    script(['createToken', kind.create], (call) => {
      const [ours, theirs] = [idsOf(kind, true), idsOf(kind, false)]
      const named = (...ids: readonly Id[]) => call('createToken', { body: ofCustomReader(...ids), intent: 'exotic' })
      return [
        [
          ...[call(kind.create), call(kind.create, { manner: 'neighbour' }), customReader(kind.service)],
          ...[named(ours), named(theirs), named(ours, theirs), named(noSuch)],
        ],
      ]
    }),
  ),
  // Nor by a role that is gone, or another organization's.
  script(['createToken'], (call) => {
    const minted = call('createToken', { body: ofNoRole, intent: 'exotic' })
    return [
      [customReader('registry'), customReaderGone, minted],
      [customReaderElsewhere('registry'), minted],
    ]
  }),
  // Whoever is narrowed to one of two things is offered that one, by a token and in person (row 3).
  ...SCOPABLE.filter(({ entity }) => !UNSAID.has(entity)).map((kind) =>
    script(['createToken', 'getTokenScopeOptions', kind.create], (call) => {
      // It shows that such things are offered at all.
      const offeredBoth = [call(kind.create), call(kind.create), call('getTokenScopeOptions')]
      const readBy = (who: Pick<CallGoal, 'manner' | 'bearer'>) =>
        kind.read ? [call(kind.read, { ...who, parameters: before(kind), intent: 'exotic' })] : []
      return [
        [
          ...offeredBoth,
          call('createToken', { body: grantedFor(kind, -2), intent: 'exotic' }),
          ...[...readBy({ bearer }), call('getTokenScopeOptions', { bearer })],
        ],
        [
          ...offeredBoth,
          granted(kind.service, NOTHING, (drawing) => [String(own(drawing, kind.entity).at(-2)?.id)]),
          ...[...readBy({ manner: 'lesser' }), call('getTokenScopeOptions', { manner: 'lesser' })],
        ],
      ]
    }),
  ),
  // Nor what others of the organization can see and its owner cannot.
  ...SCOPABLE.map((kind) =>
    script(['createToken', kind.create], (call) => {
      const minted = (...places: readonly number[]) =>
        call('createToken', { manner: 'lesser', body: grantedFor(kind, ...places), intent: 'exotic' })
      return [
        [
          ...[call(kind.create), call(kind.create)],
          granted(kind.service, NOTHING, (drawing) => [String(own(drawing, kind.entity).at(0)?.id)]),
          ...[minted(0), minted(-1), minted(0, -1), minted(-1, 0)],
        ],
      ]
    }),
  ),
  // Nor, for all that nobody can be given a role here, what somebody in a role of their own is kept from.
  ...SCOPABLE.filter(({ entity }) => SOON_MADE.has(entity)).map((kind) =>
    script(['createToken', 'getTokenScopeOptions', kind.create], (call) => {
      const confined = { manner: 'confined', intent: 'exotic' } as const
      const read = kind.read ? [call(kind.read, { ...confined, parameters: last(kind) })] : []
      return [
        [
          ...[call(kind.create), call('getTokenScopeOptions'), call('getTokenScopeOptions', confined), ...read],
          call('createToken', { ...confined, body: grantedFor(kind, -1) }),
        ],
      ]
    }),
  ),
  // A token reaches what any of its grants is for (row 2).
  ...SCOPABLE.map((kind) =>
    script(['createToken', 'listTokens', kind.create], (call) => [
      [
        call(kind.create),
        call(kind.create),
        call('createToken', { body: eachAlone(kind), intent: 'exotic' }),
        call('listTokens'),
      ],
    ]),
  ),
  // However many there are (Endpoints, Tokens, rows 1 and 2).
  script(['createToken', 'listTokens', 'getTokenScopeOptions'], (call) => [
    [
      ...[call('getTokenScopeOptions'), call('createToken', { body: ofMany, intent: 'exotic' })],
      ...[call('listTokens'), call('getTokenScopeOptions', { bearer })],
    ],
  ]),
]
