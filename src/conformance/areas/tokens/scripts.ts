import { UNITS_MS } from '../../../model/values/lifetime.ts'
import type { TableName } from '../../../model/world/rows.ts'
import type { Drawing } from '../../kit/drawing.ts'
import { own } from '../../kit/own-rows.ts'
import { bearer, unnarrowed } from '../../script/by-token.ts'
import { goodUntilEnded } from '../../script/good-until-ended.ts'
import { offered } from '../../script/offered.ts'
import { advance, type Body, event, have, type Script, script, times, used } from '../../script/script.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { goesOnFor } from './lifetimes.ts'
import { SCOPE_SCRIPTS } from './scopes.ts'

/** A role of the organization's own making, with one permission. Everything is said: what is not, a target may fill in. */
const customRole = event('roleChanges', ({ org, salt, shadow }) => {
  const [permission] = rowsOf(shadow.world, 'Permission')
  const said = { name: `Custom ${salt}`, description: 'reads' }
  return (
    permission && {
      organization: org,
      customRole: { id: `custom-${salt}`, ...said, permissions: [permission.id], scopable: false },
    }
  )
})

/** A scope that names somebody else's thing. */
const naming =
  (entity: TableName, service: string): Body =>
  (drawing, plain) => {
    const theirs = rowsOf(drawing.shadow.world, entity).find((row) => row.org !== drawing.org)
    const roles = own(drawing, 'IamRole')
    const role = roles.find((one) => one.service === service) ?? roles[0]
    return { ...plain, scope: [{ role: role?.id, resourceIds: [theirs?.id] }] }
  }

/** A token for the first so many of our registries alone. */
const forFirst =
  (count: number): Body =>
  (drawing, plain) => {
    const registries = own(drawing, 'Registry').slice(0, count)
    const role = own(drawing, 'IamRole').find(({ service, scopable }) => service === 'registry' && scopable === true)
    return registries.length === count && role
      ? { ...plain, scope: [{ role: role.id, resourceIds: registries.map(({ id }) => id) }] }
      : undefined
  }
const narrowed = forFirst(1)
/** A scope with one of the roles, not narrowed any further; first those that could be. */
const ofRoleAt =
  (place: number): Body =>
  (drawing, { name }) => {
    const roles = own(drawing, 'IamRole')
    const inOrder = [...roles.filter(({ scopable }) => scopable), ...roles.filter(({ scopable }) => !scopable)]
    const role = inOrder[place]?.id
    return role && { name, scope: [{ role }] }
  }
/** For so long, in the unit that the last one shows. */
const lasting =
  (ms: number): Body =>
  (drawing, { name }) => {
    const { createdAt = '', expiresAt = '' } = own(drawing, 'PersonalToken').at(-1) ?? {}
    const unitMs = (Date.parse(expiresAt) - Date.parse(createdAt)) / SHOWN
    return unitMs >= UNITS_MS.seconds / 2 && unitMs <= ms * 1.1
      ? { name, expiresIn: Math.ceil(ms / unitMs - 0.1) }
      : undefined
  }
const SHOWN = 100
/** The end of which is a date as any other. */
const forYears = lasting(2557 * UNITS_MS.days)
const forAnHour = lasting(UNITS_MS.hours)
const FEW = 2
/** A little more than as many seconds. */
const FEW_SECONDS_MS = 2_300
/** Nobody knows whether it works after the shortest time that its lifetime may have been. */
const whileGood = (drawing: Drawing) => (goesOnFor(drawing, 0) ? 'plain' : 'exotic')
const KEY = 'createToken key'
const registryAt = (place: number) => (drawing: Drawing) => {
  const slug = own(drawing, 'Registry').at(place)?.slug
  return slug === undefined ? undefined : { slug }
}

/** Somebody of two organizations, who acts for the one and for the other. */
const BOTH_WAYS = [
  ['dual', 'dual-elsewhere'],
  ['dual-elsewhere', 'dual'],
] as const

const lastToken = (name: 'tokenDisabled' | 'tokenEnabled') =>
  event(name, (drawing) => {
    const tokenId = own(drawing, 'PersonalToken').at(-1)?.id
    return tokenId === undefined ? undefined : { tokenId }
  })

export const TOKENS_SCRIPTS: readonly Script[] = [
  // A token is good for what its owner may do, until it is switched off (Authentication, point 2).
  script(['createToken', 'listTokens'], (call) => [
    ...goodUntilEnded({
      used: (place) => used('personal-token', KEY, place),
      expires: true,
      made: call('createToken'),
      ended: lastToken('tokenDisabled'),
      listed: call('listTokens'),
    }),
    // Whether a token lists others of its owner shows only beside another.
    [
      ...[call('createToken'), call('createToken')],
      ...[call('listTokens', { bearer }), call('getTokenScopeOptions', { bearer })],
    ],
    // Nobody else's, also to a token.
    [
      call('createToken', { manner: 'manager' }),
      call('createToken', { manner: 'lesser', intent: 'exotic' }),
      call('createToken'),
      call('listTokens', { bearer }),
    ],
    // The unit of expiresIn is open, but in none of them it is longer than this.
    [
      call('createToken', { body: (_, plain) => ({ ...plain, expiresIn: 3600 }) }),
      call('listTokens', { bearer }),
      advance('P4000D'),
      call('listTokens', { bearer, intent: 'broken' }),
    ],
    // However lately it was used. Where the unit is known the use comes shortly before the end.
    [
      call('createToken', { body: (_, { name }) => ({ name, expiresIn: SHOWN }) }),
      call('listTokens'),
      ...[call('createToken', { body: forAnHour, intent: 'exotic' }), call('listTokens')],
      ...[advance('PT55M'), call('listTokens', { bearer, intent: whileGood }), advance('PT10M')],
      call('listTokens', { bearer, intent: 'broken' }),
    ],
    // Nor is it over sooner than it was shown to be: the same number may be so many minutes or so many seconds.
    [
      call('createToken', { body: (_, { name }) => ({ name, expiresIn: FEW }), intent: 'exotic' }),
      call('listTokens'),
      call('listTokens', {
        ...{ bearer, intent: whileGood, optional: true },
        after: (drawing) => (goesOnFor(drawing, FEW_SECONDS_MS) ? FEW_SECONDS_MS : 0),
      }),
    ],
    // Far away or near, the end is a date (Resources, PersonalToken).
    [
      call('createToken', { body: (_, { name }) => ({ name, expiresIn: SHOWN }) }),
      call('listTokens'),
      call('createToken', { body: forYears, intent: 'exotic' }),
      call('listTokens'),
    ],
    [call('createToken'), call('createToken', { bearer, intent: 'exotic' }), call('listTokens')],
    // Also where it was let in a moment before.
    [
      call('createToken'),
      call('listTokens', { bearer }),
      lastToken('tokenDisabled'),
      call('listTokens', { bearer, intent: 'broken' }),
      call('listTokens'),
      lastToken('tokenEnabled'),
      call('listTokens', { bearer }),
    ],
  ]),
  // A scope names nothing its owner cannot see (Authentication, point 2): somebody else's, for one.
  script(['createUptimeService', 'createToken'], (call) => [
    [
      call('createUptimeService', { manner: 'neighbour' }),
      call('createToken', { body: naming('UptimeService', 'uptime') }),
    ],
  ]),
  // Options: custom roles too, and what the caller can read (Endpoints, Tokens, row 3).
  script(['getTokenScopeOptions', 'createUptimeService', 'createRegistry'], (call) => [
    [customRole, call('getTokenScopeOptions')],
    [have('UptimeService'), call('createUptimeService'), call('getTokenScopeOptions')],
    [call('createRegistry'), call('createRegistry'), call('getTokenScopeOptions')],
  ]),
  // A role that is offered may be named alone: resource ids are optional (Endpoints, Tokens, row 2).
  script(['getTokenScopeOptions', 'createToken', 'listTokens'], (call) => [
    [
      call('getTokenScopeOptions'),
      ...times(8, (place) => call('createToken', { body: ofRoleAt(place) })),
      call('listTokens'),
    ],
  ]),
  ...offered('getTokenScopeOptions'),
  ...SCOPE_SCRIPTS,
  // A token that was not narrowed reaches as far as its owner, a narrowed one no further than it says (Authentication, point 2).
  script(['createToken', 'createRegistry', 'getRegistry', 'listRegistries'], (call) => [
    [
      call('createRegistry'),
      call('createToken', { body: (_, { scope: _scope, ...plain }) => plain }),
      call('listRegistries', { bearer }),
      call('getRegistry', { bearer, parameters: registryAt(0) }),
    ],
  ]),
  // It acts for the organization that it was minted for, whichever is named beside it.
  script(['createToken', 'createRegistry', 'listRegistries'], (call) =>
    BOTH_WAYS.map(([minting, elsewhere]) => [
      ...[call('createRegistry'), call('createRegistry', { manner: 'neighbour' })],
      call('createToken', { manner: minting, body: unnarrowed }),
      // Nor does it follow its owner, who acts for the other one in person.
      call('listRegistries', { manner: elsewhere }),
      call('listRegistries', { bearer, manner: minting }),
      call('listRegistries', { bearer, manner: elsewhere, intent: 'exotic' }),
    ]),
  ),
  script(['createToken', 'createRegistry', 'getRegistry', 'createUptimeService'], (call) => [
    // Whoever asks at the same time as somebody who reaches more is not told more for that.
    [
      ...[call('createRegistry'), call('createRegistry'), call('createToken', { body: narrowed })],
      call('getTokenScopeOptions', { withNext: true }),
      call('getTokenScopeOptions', { bearer }),
    ],
    // Each of them is listed.
    [...times(3, () => call('createRegistry')), call('createToken', { body: forFirst(3) }), call('listTokens')],
    [
      call('createRegistry'),
      call('createRegistry'),
      call('createToken', { body: narrowed }),
      call('getRegistry', { bearer, parameters: registryAt(0) }),
      call('getRegistry', { bearer, parameters: registryAt(1), intent: 'broken' }),
      call('createUptimeService', { bearer, intent: 'broken' }),
    ],
  ]),
]
