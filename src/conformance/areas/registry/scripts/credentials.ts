import { isSymbol } from '../../../../model/world/fresh.ts'
import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { goodUntilEnded } from '../../../script/good-until-ended.ts'
import { granted, strippedOfEverything } from '../../../script/granted.ts'
import { advance, type Body, event, type Script, script, used } from '../../../script/script.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { first, last } from './slugs.ts'

/** The login credential that was made last, as a path parameter. */
const newestLogin = ({ shadow }: Drawing) => {
  const id = rowsOf(shadow.world, 'LoginCredential').at(-1)?.id
  return id === undefined || isSymbol(id) ? undefined : { keyId: id }
}

export const CREDENTIAL_SCRIPTS: readonly Script[] = [
  // A login credential: an hour, every registry or one, pulling only (Endpoints, Registries, 5 and 11).
  script(['createRegistry', 'createLoginCredential', 'revokeLoginCredential'], (call) => {
    const everywhere = call('createLoginCredential', { body: () => ({}) })
    const login = (by: 'pull' | 'push', place = -1, which = -1): Goal =>
      event('credentialUsed', (drawing) => {
        const row = rowsOf(drawing.shadow.world, 'LoginCredential').at(which)
        const registry = own(drawing, 'Registry').at(place)?.slug
        return row && registry && { kind: 'login-credential', secret: row.password, registry, for: by }
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
      [call('createRegistry'), everywhere, call('revokeLoginCredential'), login('pull')],
      // Who logs out leaves the others in, also those of the same person.
      ...(['plain', 'manager'] as const).map((manner) => [
        call('createRegistry'),
        everywhere,
        call('createLoginCredential', { body: () => ({}), manner }),
        call('revokeLoginCredential', { parameters: newestLogin }),
        login('pull', -1, -2),
        login('pull', -1, -1),
      ]),
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
      [call('createRegistry'), call('createLoginCredential', { body: () => ({ pullOnly: true }) }), login('push')],
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
  }),
  // Keys: once shown, as asked, dead when revoked, within mode and prefixes (Endpoints, Registries, 8, 9 and 18).
  script(['createRegistry', 'createRegistryKey', 'revokeRegistryKey', 'listRegistryKeys'], (call) => {
    const narrow: Body = (_, plain) => ({ ...plain, mode: 'pull', repoPrefixes: ['team/'] })
    const inTwo =
      (mode: 'pull' | 'readwrite'): Body =>
      (_, plain) => ({ ...plain, mode, repoPrefixes: ['team/', 'side/'] })
    const anywhere: Body = (_, { repoPrefixes: _prefixes, ...plain }) => plain
    const key = (by: 'pull' | 'push', repository: string) =>
      used('registry-key', 'createRegistryKey secret', (drawing) => {
        const registry = last(drawing)?.slug
        return registry === undefined ? undefined : { registry, repository, for: by }
      })
    return [
      ...goodUntilEnded({
        kind: 'registry-key',
        from: 'createRegistryKey secret',
        made: call('createRegistryKey', { body: anywhere }),
        ended: call('revokeRegistryKey'),
        listed: call('listRegistryKeys'),
        beside: () => ({ repository: 'team/app', for: 'pull' }),
      }),
      [call('createRegistryKey', { body: narrow }), key('pull', 'team/app'), key('push', 'team/app')],
      [call('createRegistryKey', { body: narrow }), key('pull', 'other/app')],
      // Under each of its prefixes, and under no other.
      ...(['pull', 'readwrite'] as const).map((mode) => [
        call('createRegistryKey', { body: inTwo(mode) }),
        ...['team/app', 'side/app', 'other/app'].flatMap((name) => [key('pull', name), key('push', name)]),
      ]),
      [
        call('createRegistryKey', { body: anywhere }),
        call('revokeRegistryKey'),
        key('pull', 'team/app'),
        call('listRegistryKeys'),
      ],
      [
        call('createRegistry'),
        granted('registry', /^registry\.key\.admin$/),
        call('createRegistryKey', { manner: 'lesser', intent: 'broken' }),
        call('listRegistryKeys'),
      ],
    ]
  }),
]
