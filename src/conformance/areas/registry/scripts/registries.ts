import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { granted, strippedOfEverything } from '../../../script/granted.ts'
import { advance, type Body, event, type Script, script, used } from '../../../script/script.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { digestOf } from '../images/digest.ts'

const slugOf = (place: number) => (drawing: Drawing) => {
  const slug = own(drawing, 'Registry').at(place)?.slug
  return slug === undefined ? undefined : { slug }
}
const first = slugOf(0)
const last = slugOf(-1)
const sameSlug: Body = (drawing, plain) => ({ ...plain, ...last(drawing) })
const called =
  (name: string): Body =>
  ({ salt }, plain) => ({ ...plain, slug: `${name}-${salt}` })
const elsewhere = (how: 'claimed' | 'reserved', name: string): Goal =>
  event('slugClaimedElsewhere', ({ salt }) => ({ slug: `${name}-${salt}`, how }))

/** An image of the newest registry; `again` is another one in the same repository. */
const pushed = (tags: readonly string[], repository = 'app', bytes = 1000): Goal =>
  event('imagePushed', (drawing) => {
    const registry = last(drawing)?.slug
    const layers = [{ digest: digestOf(drawing), sizeBytes: bytes }]
    return registry && { registry, repository, tags, digest: digestOf(drawing), layers }
  })
const inApp = () => ({ repo: 'app' })
/** Whatever was freed has left the usage since. */
const LONG_COLLECTED = advance('P40D')
const tagged =
  (tag: string, purge = false) =>
  ({ vocabulary }: Drawing) => ({
    repo: 'app',
    tag,
    ...(purge && { purge: vocabulary.purgeValue ?? 'true' }),
  })
const anyImage = (drawing: Drawing) => {
  const image = newest(drawing, 'RegistryManifest')
  return image && { repo: image.repository, digest: image.digest }
}

export const REGISTRY_SCRIPTS: readonly Script[] = [
  // Slugs are unique over all organizations (Endpoints, Registries, 3).
  script(['createRegistry', 'listRegistries'], (call) => [
    [call('createRegistry'), call('createRegistry', { body: sameSlug, intent: 'broken' })],
    [call('createRegistry'), call('createRegistry', { body: sameSlug, manner: 'neighbour', intent: 'broken' })],
    [elsewhere('claimed', 'claimed'), call('createRegistry', { body: called('claimed'), intent: 'broken' })],
    [elsewhere('reserved', 'reserved'), call('createRegistry', { body: called('reserved'), intent: 'broken' })],
    [
      call('createRegistry', {
        body: ({ vocabulary }, plain) => vocabulary.reservedSlug && { ...plain, slug: vocabulary.reservedSlug },
        intent: 'broken',
      }),
    ],
  ]),
  // What a tag, an image and a repository take with them (Endpoints, Registries, 6, 10, 13 and 17).
  script(
    [
      'createRegistry',
      'deleteRegistry',
      'deleteTag',
      'deleteManifest',
      'deleteRepository',
      'listManifests',
      'getRegistry',
    ],
    (call) => {
      const images = call('listManifests', { query: inApp })
      return [
        [
          call('createRegistry'),
          call('getRegistry'),
          pushed(['one']),
          call('getRegistry'),
          call('deleteRegistry'),
          call('getRegistry'),
        ],
        [call('createRegistry'), pushed(['one']), call('deleteTag', { query: tagged('one') }), images],
        [call('createRegistry'), pushed(['one']), call('deleteTag', { query: tagged('one', true) }), images],
        [call('createRegistry'), pushed(['one', 'two']), call('deleteTag', { query: tagged('one', true) }), images],
        [
          call('createRegistry'),
          pushed(['one', 'two']),
          call('deleteManifest', { query: anyImage }),
          call('listTags', { query: inApp }),
          images,
          LONG_COLLECTED,
          call('getRegistry'),
        ],
        [
          call('createRegistry'),
          pushed(['one']),
          pushed(['one']),
          images,
          call('deleteRepository', { query: inApp }),
          images,
          call('listRepositories'),
          call('getRegistry'),
          LONG_COLLECTED,
          call('getRegistry'),
        ],
      ]
    },
  ),
  // A login credential: an hour, every registry or one, pulling only (Endpoints, Registries, 5 and 11).
  script(['createRegistry', 'createLoginCredential', 'revokeLoginCredential'], (call) => {
    const everywhere = call('createLoginCredential', { body: () => ({}) })
    const login = (by: 'pull' | 'push', place = -1): Goal =>
      event('credentialUsed', (drawing) => {
        const row = rowsOf(drawing.shadow.world, 'LoginCredential').at(-1)
        const registry = own(drawing, 'Registry').at(place)?.slug
        return row && registry && { kind: 'login-credential', secret: row.password, registry, for: by }
      })
    return [
      [call('createRegistry'), call('createRegistry'), everywhere, login('pull', 0), advance('PT2H'), login('pull')],
      [call('createRegistry'), everywhere, call('revokeLoginCredential'), login('pull')],
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
    const anywhere: Body = (_, { repoPrefixes: _prefixes, ...plain }) => plain
    const key = (by: 'pull' | 'push', repository: string) =>
      used('registry-key', 'createRegistryKey secret', (drawing) => {
        const registry = last(drawing)?.slug
        return registry === undefined ? undefined : { registry, repository, for: by }
      })
    return [
      [call('createRegistryKey', { body: narrow }), key('pull', 'team/app'), key('push', 'team/app')],
      [call('createRegistryKey', { body: narrow }), key('pull', 'other/app')],
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
  // Purging is for the admin tier (Authentication, point 3).
  script(['createRegistry', 'deleteTag', 'listManifests'], (call) => [
    [
      call('createRegistry'),
      pushed(['one']),
      granted('registry', /\.admin$/),
      call('deleteTag', { query: tagged('one', true), manner: 'lesser', intent: 'broken' }),
    ],
  ]),
  // A pull through the cache spends the registry's own login (Endpoints, Registries, 21).
  script(['createRegistry', 'setUpstreamCredential', 'listUpstreamCredentials'], (call) => {
    const upstream = (place: number): Goal =>
      event('credentialUsed', (drawing) => {
        const credential = newest(drawing, 'RegistryUpstreamCredential')
        const registry = own(drawing, 'Registry').at(place)?.slug
        return credential && registry && { kind: 'upstream-credential', id: credential.upstream, registry }
      })
    const onFirst = (drawing: Drawing) => {
      const host = drawing.sampler.pick(own(drawing, 'RegistryUpstream'))?.host
      const slug = first(drawing)?.slug
      return host !== undefined && slug !== undefined ? { slug, host } : undefined
    }
    return [
      [
        call('createRegistry'),
        call('createRegistry'),
        call('setUpstreamCredential', { parameters: onFirst }),
        call('listUpstreamCredentials', { parameters: first }),
        upstream(0),
        upstream(1),
      ],
    ]
  }),
]
