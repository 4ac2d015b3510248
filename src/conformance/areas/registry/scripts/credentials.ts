import { isSymbol } from '../../../../model/world/fresh.ts'
import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import type { Goal, Walk } from '../../../script/goal.ts'
import { endedBeforeMany, endedInEachForm, endedTwice, goodUntilEnded } from '../../../script/good-until-ended.ts'
import { granted, strippedOfEverything } from '../../../script/granted.ts'
import {
  advance,
  type Body,
  type Call,
  event,
  type Item,
  type Script,
  script,
  secretOf,
} from '../../../script/script.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { first, last } from './slugs.ts'

/** The login credentials of everybody, the newest last. */
const logins = ({ shadow }: Drawing) =>
  rowsOf(shadow.world, 'LoginCredential').toSorted((one, other) => one.seq - other.seq)

/** The login credential that was made last, as a path parameter. */
const newestLogin = (drawing: Drawing) => {
  const id = logins(drawing).at(-1)?.id
  return id === undefined || isSymbol(id) ? undefined : { keyId: id }
}

/** Logs in to the data plane with this. */
type LogIn = (uses: (drawing: Drawing) => Use | undefined) => Goal

interface Use {
  readonly kind: 'login-credential' | 'registry-key'
  readonly secret: string
  readonly registry: string
  readonly repository?: string
  readonly for: 'pull' | 'push'
}

/** The driver says that somebody has logged in. */
const byEvent: LogIn = (uses) => event('credentialUsed', uses)

/** The door itself is one that the contract names without showing: only where the profile says where it is. */
const byDoor =
  (call: Call): LogIn =>
  (uses) =>
    call('authorizeDataPlane', {
      manner: 'nobody',
      body: (drawing) => {
        const { kind, secret, registry, repository = 'team/app', for: action } = uses(drawing) ?? {}
        const username = kind && usernameOf(drawing, kind, secret)
        return username && { username, password: secret, registry, repository, action }
      },
    })

function usernameOf({ shadow: { world } }: Drawing, kind: Use['kind'], secret: string | undefined): string | undefined {
  const name =
    kind === 'registry-key'
      ? rowsOf(world, 'RegistryKey').find((row) => row.secret === secret)?.keyId
      : rowsOf(world, 'LoginCredential').find(({ password }) => password === secret)?.username
  return name === undefined || isSymbol(name) ? undefined : name
}

/** Our registry is deleted, and another organization makes one under its slug, which may be kept for a while or for ever. */
function newElsewhere(call: Call, ...later: readonly ((slug: () => string | undefined) => Goal)[]): Goal[] {
  let slug: string | undefined
  return [
    call('deleteRegistry', { drawn: ({ parameters }) => (slug = parameters.slug) }),
    ...later.map((goal) => goal(() => slug)),
    call('createRegistry', { manner: 'neighbour', body: (_, plain) => slug && { ...plain, slug }, intent: 'exotic' }),
  ]
}

/** Where a slug is kept for a while, somebody can give it free. */
const freed = (slug: () => string | undefined): Goal =>
  event('slugClaimedElsewhere', () => {
    const kept = slug()
    return kept === undefined ? undefined : { slug: kept, how: 'free' }
  })

/** The slug of another organization's registry. */
const slugElsewhere = ({ shadow: { world }, org }: Drawing): string | undefined =>
  rowsOf(world, 'Registry').find((row) => row.org !== org && !isSymbol(row.slug))?.slug

/** A login credential for the newest registry alone. */
const forNewest =
  (more: Item): Body =>
  (drawing) => {
    const registry = last(drawing)?.slug
    return registry && { registry, ...more }
  }

/** A login credential: an hour, every registry or one, pulling only (Endpoints, Registries, 5 and 11). */
function loginWalks(call: Call, logIn: LogIn): Walk[] {
  const everywhere = call('createLoginCredential', { body: () => ({}) })
  const login: Login = (by, place = -1, which = -1) =>
    logIn((drawing) => {
      const row = logins(drawing).at(which)
      const registry = own(drawing, 'Registry').at(place)?.slug
      return row && registry ? { kind: 'login-credential', secret: row.password, registry, for: by } : undefined
    })
  const elsewhere = logIn((drawing) => {
    const [row, registry] = [logins(drawing).at(-1), slugElsewhere(drawing)]
    return row && registry ? { kind: 'login-credential', secret: row.password, registry, for: 'pull' } : undefined
  })
  return [
    // Some minutes before its end and after it (Limits); its use does not put that off.
    [
      call('createRegistry'),
      call('createRegistry'),
      everywhere,
      login('pull', 0),
      advance('PT50M'),
      login('pull'),
      advance('PT50M'),
      login('pull'),
    ],
    [call('createRegistry'), everywhere, advance('PT61M'), login('pull')],
    // Nor does another one that is made meanwhile, which has an hour of its own.
    [
      ...[call('createRegistry'), everywhere, advance('PT50M'), everywhere],
      ...[advance('PT20M'), login('pull'), advance('PT30M'), login('pull', -1, -2)],
    ],
    [call('createRegistry'), everywhere, call('revokeLoginCredential'), login('pull')],
    // Also where it was let in a moment before.
    [call('createRegistry'), everywhere, login('pull'), call('revokeLoginCredential'), login('pull')],
    ...endedLogins(call, login).map((walk) => [call('createRegistry'), ...walk]),
    // Once its registry is gone it opens none that somebody else makes under that slug.
    [call('createRegistry'), everywhere, ...newElsewhere(call), elsewhere],
    [call('createRegistry'), everywhere, ...newElsewhere(call, freed), elsewhere],
    // Who logs out leaves the others in, also those of the same person.
    ...(['plain', 'manager'] as const).map((manner) => [
      call('createRegistry'),
      everywhere,
      call('createLoginCredential', { body: () => ({}), manner }),
      call('revokeLoginCredential', { parameters: newestLogin }),
      login('pull', -1, -2),
      login('pull', -1, -1),
    ]),
    // Nor anybody else's as it is.
    [call('createRegistry', { manner: 'neighbour' }), call('createRegistry'), everywhere, elsewhere],
    ...narrowedLogins(call, login),
    [
      call('createLoginCredential', {
        body: (drawing) => ({ registry: `nope-${plainName(drawing)}` }),
        intent: 'broken',
      }),
    ],
    [
      call('createRegistry'),
      strippedOfEverything,
      call('createLoginCredential', { body: () => ({}), manner: 'lesser' }),
    ],
  ]
}

/** Once it has ended it opens nothing: also where it is ended twice, where many others end, and whatever it was made for. */
function endedLogins(call: Call, login: Login): Walk[] {
  const everywhere = call('createLoginCredential', { body: () => ({}) })
  const newest = call('revokeLoginCredential', { parameters: newestLogin })
  const forms = [() => ({ pullOnly: true }), ...[false, true].map((pullOnly) => forNewest({ pullOnly }))]
  return [
    ...endedTwice({
      used: () => login('pull'),
      made: everywhere,
      ended: call('revokeLoginCredential'),
      listed: call('listRegistries'),
    }),
    endedBeforeMany({ used: (which) => login('pull', -1, which), made: everywhere, ended: newest }),
    ...endedInEachForm(
      forms.map((body) => call('createLoginCredential', { body })),
      [call('revokeLoginCredential'), advance('PT61M')],
      [login('pull'), login('push')],
    ),
  ]
}

/** The use of one of the login credentials at one of our registries, by their places. */
type Login = (by: 'pull' | 'push', place?: number, which?: number) => Goal

/** One registry and no other, pulling and nothing else. */
const narrowedLogins = (call: Call, login: Login): Walk[] => [
  // One for a registry whose slug others begin or end with.
  [
    call('createRegistry', { body: ({ salt }, plain) => ({ ...plain, slug: `narrow-${salt}` }) }),
    call('createRegistry', { body: ({ salt }, plain) => ({ ...plain, slug: `narrow-${salt}-b` }) }),
    call('createRegistry', { body: ({ salt }, plain) => ({ ...plain, slug: `a-narrow-${salt}` }) }),
    call('createLoginCredential', { body: ({ salt }) => ({ registry: `narrow-${salt}` }) }),
    ...[-3, -2, -1].map((place) => login('pull', place)),
  ],
  [
    call('createRegistry'),
    call('createRegistry'),
    call('createLoginCredential', { body: (drawing) => ({ registry: first(drawing)?.slug }) }),
    login('pull', 0),
    login('pull', 1),
  ],
  // Who has not asked for less may push.
  [call('createRegistry'), call('createLoginCredential', { body: () => ({}) }), login('pull'), login('push')],
  [
    ...[call('createRegistry'), call('createRegistry')],
    call('createLoginCredential', { body: (drawing) => ({ registry: first(drawing)?.slug, pullOnly: false }) }),
    ...[login('push', 0), login('push', 1)],
  ],
  [call('createRegistry'), call('createLoginCredential', { body: () => ({ pullOnly: true }) }), login('push')],
  [
    call('createRegistry'),
    call('createLoginCredential', { body: (drawing) => ({ registry: first(drawing)?.slug, pullOnly: true }) }),
    ...[login('pull', 0), login('push', 0)],
  ],
]

/** Nobody gets in with a password that was never given out, under a name that there is or not. */
const wrongPasswords = (call: Call): Walk[] => {
  const asked = (username: (drawing: Drawing) => string | undefined) =>
    call('authorizeDataPlane', {
      manner: 'nobody',
      body: (drawing) => {
        const [name, registry] = [username(drawing), last(drawing)?.slug]
        const login = { username: name, password: `no-password-of-${drawing.salt}` }
        return name && registry && { ...login, registry, repository: 'team/app', action: 'pull' }
      },
    })
  const ofLogin = (drawing: Drawing) => usernameOf(drawing, 'login-credential', logins(drawing).at(-1)?.password)
  return [
    [call('createRegistry'), call('createLoginCredential', { body: () => ({}) }), asked(ofLogin), asked(plainName)],
  ]
}

/** Keys: once shown, as asked, dead when revoked, within mode and prefixes (Endpoints, Registries, 8, 9 and 18). */
function keyWalks(call: Call, logIn: LogIn): Walk[] {
  const narrow: Body = (_, plain) => ({ ...plain, mode: 'pull', repoPrefixes: ['team/'] })
  const inTwo =
    (mode: 'pull' | 'readwrite'): Body =>
    (_, plain) => ({ ...plain, mode, repoPrefixes: ['team/', 'side/'] })
  const anywhere: Body = (_, { repoPrefixes: _prefixes, ...plain }) => plain
  const key = (by: 'pull' | 'push', repository: string, place = -1) =>
    logIn((drawing) => {
      const [registry, secret] = [last(drawing)?.slug, secretOf(drawing, 'createRegistryKey secret', place)]
      return registry && secret ? { kind: 'registry-key', secret, registry, repository, for: by } : undefined
    })
  return [
    ...goodUntilEnded({
      used: (place) => key('pull', 'team/app', place),
      made: call('createRegistryKey', { body: anywhere }),
      ended: call('revokeRegistryKey'),
      listed: call('listRegistryKeys'),
    }),
    [
      call('createRegistryKey', { body: anywhere }),
      ...newElsewhere(call),
      logIn((drawing) => {
        const [secret, registry] = [secretOf(drawing, 'createRegistryKey secret'), slugElsewhere(drawing)]
        return secret && registry ? { kind: 'registry-key', secret, registry, for: 'pull' } : undefined
      }),
    ],
    // A key is for the registry that it was made for: not for another of ours, nor for anybody else's.
    [
      call('createRegistry', { manner: 'neighbour' }),
      ...[call('createRegistry'), call('createRegistry')],
      call('createRegistryKey', { parameters: first, body: anywhere }),
      ...[(drawing: Drawing) => first(drawing)?.slug, (drawing: Drawing) => last(drawing)?.slug, slugElsewhere].map(
        (slug) =>
          logIn((drawing) => {
            const [secret, registry] = [secretOf(drawing, 'createRegistryKey secret'), slug(drawing)]
            return secret && registry ? { kind: 'registry-key', secret, registry, for: 'pull' } : undefined
          }),
      ),
    ],
    [call('createRegistryKey', { body: narrow }), key('pull', 'team/app'), key('push', 'team/app')],
    [call('createRegistryKey', { body: narrow }), key('pull', 'other/app')],
    // Whether a prefix is shown with its slash is open; what only begins with the same letters is not under it.
    [call('createRegistryKey', { body: narrow }), key('pull', 'teamwork/app')],
    // Under each of its prefixes, and under no other.
    ...(['pull', 'readwrite'] as const).map((mode) => [
      call('createRegistryKey', { body: inTwo(mode) }),
      ...['team/app', 'side/app', 'other/app'].flatMap((name) => [key('pull', name), key('push', name)]),
    ]),
    ...endedInEachForm(
      [anywhere, narrow, inTwo('readwrite')].map((body) => call('createRegistryKey', { body })),
      [call('revokeRegistryKey')],
      [key('pull', 'team/app'), key('push', 'team/app')],
    ).map((walk) => [...walk, call('listRegistryKeys')]),
    [
      call('createRegistry'),
      granted('registry', /^registry\.key\.admin$/),
      call('createRegistryKey', { manner: 'lesser', intent: 'broken' }),
      call('listRegistryKeys'),
    ],
  ]
}

const LOGIN = ['createRegistry', 'createLoginCredential', 'revokeLoginCredential', 'listRegistries'] as const
const KEY = ['createRegistry', 'createRegistryKey', 'revokeRegistryKey', 'listRegistryKeys'] as const

export const CREDENTIAL_SCRIPTS: readonly Script[] = [
  script([...LOGIN], (call) => loginWalks(call, byEvent)),
  script([...KEY], (call) => keyWalks(call, byEvent)),
  script([...LOGIN, 'authorizeDataPlane'], (call) => [...loginWalks(call, byDoor(call)), ...wrongPasswords(call)]),
  script([...KEY, 'authorizeDataPlane'], (call) => keyWalks(call, byDoor(call))),
]
