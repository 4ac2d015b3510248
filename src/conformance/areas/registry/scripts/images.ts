import { type Drawing, within } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { granted, grantedAll, roleWithout } from '../../../script/granted.ts'
import { advance, type Body, event, type Script, script, times } from '../../../script/script.ts'
import { digestOf } from '../images/digest.ts'
import { first, last } from './slugs.ts'

/** Two images of one repository, each with a tag of its own. */
const twoImages = () => ['one', 'two'].map((tag) => pushedAs('app', tag))

/** An image of the newest registry. Its digest is new, so another push with the same tag moves the tag. */
export const pushed = (tags: readonly string[], sizeBytes = 1000): Goal =>
  event('imagePushed', (drawing) => {
    const registry = last(drawing)?.slug
    const layers = [{ digest: digestOf(drawing), sizeBytes }]
    return registry && { registry, repository: 'app', tags, digest: digestOf(drawing), layers }
  })
/** The same, in somebody else's registry. */
const pushedNextDoor = (sizeBytes: number): Goal =>
  event('imagePushed', (drawing) => {
    const theirs = within(drawing, 'outsider')
    const registry = theirs && last(theirs)?.slug
    const layers = [{ digest: digestOf(drawing), sizeBytes }]
    return registry && { registry, repository: 'app', tags: ['two'], digest: digestOf(drawing), layers }
  })
/** An image of a repository and a tag that are called so, in the newest registry. */
const pushedAs = (repository: string, tag: string, sizeBytes = 1000): Goal =>
  event('imagePushed', (drawing) => {
    const registry = last(drawing)?.slug
    const layers = [{ digest: digestOf(drawing), sizeBytes }]
    return registry && { registry, repository, tags: [tag], digest: digestOf(drawing), layers }
  })
/** Two images of one repository that have a layer in common, and each one of its own. */
function sharingLayer(): Goal[] {
  let shared = ''
  const image = (tag: string, layer: (drawing: Drawing) => string): Goal =>
    event('imagePushed', (drawing) => {
      const registry = last(drawing)?.slug
      const layers = [
        { digest: layer(drawing), sizeBytes: 3000 },
        { digest: digestOf(drawing), sizeBytes: 500 },
      ]
      return registry && { registry, repository: 'app', tags: [tag], digest: digestOf(drawing), layers }
    })
  const first = (drawing: Drawing) => {
    shared = digestOf(drawing)
    return shared
  }
  return [image('one', first), image('two', () => shared)]
}
/** One image in two repositories. */
function inTwoRepositories(): Goal[] {
  let [digest, layer] = ['', '']
  return ['app', 'copy'].map((repository, place) =>
    event('imagePushed', (drawing) => {
      if (place === 0) [digest, layer] = [digestOf(drawing), digestOf(drawing)]
      const registry = last(drawing)?.slug
      return registry && { registry, repository, tags: ['one'], digest, layers: [{ digest: layer, sizeBytes: 1000 }] }
    }),
  )
}
/** An image, and once more the same. */
function sameTwice(): [Goal, Goal] {
  let image: { readonly digest: string; readonly layers: readonly object[] } | undefined
  const push = (isNew: boolean): Goal =>
    event('imagePushed', (drawing) => {
      const registry = last(drawing)?.slug
      if (isNew) image = { digest: digestOf(drawing), layers: [{ digest: digestOf(drawing), sizeBytes: 1000 }] }
      return registry && image && { registry, repository: 'app', tags: ['one'], ...image }
    })
  return [push(true), push(false)]
}
const storageOf = (value: number): Goal =>
  event('quotaChanges', (drawing) => {
    const registry = last(drawing)?.slug
    return registry && { quota: 'registry-storage-bytes', value, registry }
  })
const inApp = () => ({ repo: 'app' })
/** By then whatever was pushed counts, and what was freed counts no longer. */
export const LONG_COLLECTED = advance('P40D')
const tagged =
  (tag: string, purge = false) =>
  ({ vocabulary }: Drawing) => ({
    repo: 'app',
    tag,
    ...(purge && { purge: vocabulary.purgeValue ?? 'true' }),
  })
const imageAt = (place: number) => (drawing: Drawing) => {
  const image = own(drawing, 'RegistryManifest').at(place)
  return image && { repo: image.repository, digest: image.digest }
}
const anyImage = imageAt(-1)
/** The image before the newest, as if it were in the newest one's repository. */
const ofOtherRepository = (drawing: Drawing) => {
  const [image, other] = own(drawing, 'RegistryManifest').slice(-2)
  return image && other && { repo: other.repository, digest: image.digest }
}
const longerThanLast: Body = (drawing, plain) => {
  const slug = last(drawing)?.slug
  return slug === undefined ? undefined : { ...plain, slug: `${slug}-web` }
}
/** Keys are for repositories under a prefix, so names have parts (Registries, 9). */
const IN_PARTS = ['app', 'team', 'team/app']
const inEach = (names: readonly string[], looks: (query: () => { repo: string }) => Goal[]): Goal[] =>
  names.flatMap((repo) => looks(() => ({ repo })))

const atOnce = (one: Goal, other: Goal): Goal[] => [one.kind === 'call' ? { ...one, withNext: true } : one, other]

const MORE_THAN_A_PAGE = 55
const SEVERAL_TAGS = 6

export const IMAGE_SCRIPTS: readonly Script[] = [
  // Nothing goes with what has a like name, or lies beside it (Endpoints, Registries, 6 and 13).
  script(['createRegistry', 'deleteRegistry', 'deleteManifest', 'listManifests', 'listRepositories'], (call) => [
    [
      call('createRegistry'),
      call('createRegistry', { body: longerThanLast, intent: 'exotic' }),
      ...[pushed(['one']), call('deleteRegistry', { parameters: first, intent: 'exotic' })],
      call('listRepositories', { parameters: last }),
    ],
    [
      ...[call('createRegistry'), pushedAs('app', 'one'), pushedAs('other', 'one')],
      call('deleteManifest', { query: ofOtherRepository, intent: 'broken' }),
      ...inEach(['app', 'other'], (query) => [call('listManifests', { query })]),
    ],
  ]),
  // The things that go with an image and a repository (Endpoints, Registries, 6, 13 and 17).
  script(
    ['createRegistry', 'deleteRegistry', 'deleteManifest', 'deleteRepository', 'listManifests', 'getRegistry'],
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
        // However many there are in it, all of them go with a repository (17).
        [
          ...[call('createRegistry'), ...times(MORE_THAN_A_PAGE, (index) => pushedAs('app', `v${index}`))],
          ...[call('deleteRepository', { query: inApp }), images, call('listRepositories'), call('getRegistry')],
        ],
        // More than somebody looks at in one go.
        [
          ...[call('createRegistry'), pushed(times(MORE_THAN_A_PAGE, (index) => `v${index}`))],
          ...times(MORE_THAN_A_PAGE, (index) => pushedAs(`team-${index}`, 'one')),
          ...[call('getRegistry'), call('listRepositories'), images],
        ],
        [
          call('createRegistry'),
          pushed(['one', 'two']),
          call('deleteManifest', { query: anyImage }),
          call('listTags', { query: inApp }),
          images,
          ...[LONG_COLLECTED, call('getRegistry'), call('listRepositories')],
        ],
        // Without their tags images stay, however many there are (10).
        [
          ...[call('createRegistry'), ...times(SEVERAL_TAGS, (index) => pushedAs('app', `v${index}`))],
          ...times(SEVERAL_TAGS, (index) => call('deleteTag', { query: tagged(`v${index}`) })),
          ...[images, call('listTags', { query: inApp })],
        ],
        // What another image still needs stays, and counts (13).
        ...[-2, -1].map((place) => [
          call('createRegistry'),
          ...sharingLayer(),
          ...[images, call('getRegistry')],
          call('deleteManifest', { query: imageAt(place) }),
          images,
          call('listRepositories'),
          LONG_COLLECTED,
          images,
          call('getRegistry'),
        ]),
        // Names that begin or end alike, or lie below another: each is counted, and goes alone.
        [
          call('createRegistry'),
          ...['web', 'web-api', 'my-web', 'web/api'].map((name) => pushedAs(name, 'one')),
          call('getRegistry'),
          call('deleteRepository', { query: () => ({ repo: 'web' }) }),
          call('listRepositories'),
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
  // What a registry stores, by what is pushed and goes (Endpoints, Registries, 4 and 5).
  script(['createRegistry', 'deleteManifest', 'getRegistry'], (call) => [
    // Another image in the same repository counts too.
    [
      ...[call('createRegistry'), pushed(['one']), call('getRegistry')],
      ...[pushed(['two'], 5000), LONG_COLLECTED, call('getRegistry')],
    ],
    // What went counts no longer, whichever it was.
    ...[-2, -1].map((place) => [
      ...[call('createRegistry'), pushed(['one']), pushed(['two'], 5000), LONG_COLLECTED, call('getRegistry')],
      ...[call('deleteManifest', { query: imageAt(place) }), LONG_COLLECTED, call('getRegistry')],
      call('listRepositories'),
    ]),
    // Also where two went soon after each other, and then all that is left.
    [
      ...[call('createRegistry'), pushed(['one']), pushed(['two'], 5000), pushed(['three'], 3000)],
      ...[LONG_COLLECTED, call('getRegistry')],
      call('deleteManifest', { query: imageAt(0) }),
      ...[advance('PT2S'), call('deleteManifest', { query: imageAt(0) })],
      ...[LONG_COLLECTED, call('getRegistry')],
      ...[call('deleteRepository', { query: inApp }), LONG_COLLECTED, call('getRegistry')],
    ],
    // Nor does it matter that there is only something else in the place of what went.
    [
      ...[call('createRegistry'), pushed(['one']), LONG_COLLECTED, call('getRegistry')],
      ...[call('deleteManifest', { query: anyImage }), pushed(['two'], 5000), LONG_COLLECTED, call('getRegistry')],
    ],
    // A repository of the same name in another registry does not, whoever has it (5).
    ...(['plain', 'neighbour'] as const).map((manner) => [
      ...[call('createRegistry'), pushed(['one']), LONG_COLLECTED],
      call('getRegistry', { parameters: first }),
      call('createRegistry', { manner }),
      manner === 'plain' ? pushed(['two'], 5000) : pushedNextDoor(5000),
      call('getRegistry', { parameters: first }),
      ...(['listRepositories', 'listTags', 'listManifests'] as const).map((list) =>
        call(list, { parameters: first, ...(list !== 'listRepositories' && { query: inApp }) }),
      ),
    ]),
  ]),
  // What was deleted and is pushed again is there again, and stays; what went with it does not come back (Endpoints, Registries,
  // 10, 13 and 17).
  script(
    ['createRegistry', 'deleteManifest', 'deleteRepository', 'deleteTag', 'listManifests', 'getRegistry'],
    (call) =>
      (
        [
          ['deleteManifest', anyImage],
          ['deleteRepository', inApp],
          ['deleteTag', tagged('one', true)],
        ] as const
      ).map(([deletion, query]) => {
        const [image, again] = sameTwice()
        const looks = [call('listManifests', { query: inApp }), call('listTags', { query: inApp }), call('getRegistry')]
        return [
          ...[call('createRegistry'), pushed(['two']), image, call('listManifests', { query: inApp })],
          ...[call(deletion, { query }), again, ...looks],
          ...[advance('PT5M'), ...looks, LONG_COLLECTED, ...looks],
        ]
      }),
  ),
  // The quota of a registry (Limits).
  script(['createRegistry', 'listManifests', 'getRegistry', 'listRegistries'], (call) => {
    const images = call('listManifests', { query: inApp })
    return [
      // A registry has one quota, wherever it is shown (Limits).
      ...[['listRegistries', 'getRegistry'] as const, ['getRegistry', 'listRegistries'] as const].map((views) => [
        call('createRegistry'),
        storageOf(1_000_000),
        ...views.map((view) => call(view)),
      ]),
      // Sizes far below the quota are stored, those far above are refused (Limits).
      [
        call('createRegistry'),
        storageOf(1_000_000),
        call('getRegistry'),
        pushed(['one']),
        images,
        pushed(['two'], 5_000_000),
        storageOf(100_000_000),
        pushed(['three']),
        images,
        call('getRegistry'),
      ],
      // The quota is the registry's: images that fit one by one do not fit together, wherever they are. Whether a push
      // beyond it is refused is open, and shows first.
      ...[() => 'app', (place: number) => `app-${place}`].map((name) => [
        call('createRegistry'),
        storageOf(1_000_000),
        pushedAs('app', 'far-too-large', 1_700_000),
        ...times(3, (place) => pushedAs(name(place), `tag-${place}`, 900_000)),
        call('getRegistry'),
      ]),
      // What is stored is told, also where the quota is lower by now (4).
      [
        ...[call('createRegistry'), pushedAs('app', 'one', 900_000), LONG_COLLECTED, call('getRegistry')],
        ...[storageOf(500_000), call('getRegistry')],
      ],
      // What was reclaimed is free again (11).
      ...[
        call('deleteTag', { query: tagged('one', true) }),
        call('deleteManifest', { query: anyImage }),
        call('deleteRepository', { query: inApp }),
      ].map((freeing) => [
        ...[call('createRegistry'), storageOf(1_000_000), pushedAs('app', 'one', 600_000), freeing],
        ...[LONG_COLLECTED, call('getRegistry'), pushedAs('app', 'two', 600_000), images],
      ]),
    ]
  }),
  // A registry goes once its repositories have, and not before the last of them (Endpoints, Registries, 6).
  script(['createRegistry', 'deleteRegistry', 'deleteRepository', 'listRegistries'], (call) => [
    [
      call('createRegistry'),
      ...['app', 'web'].map((name) => pushedAs(name, 'one')),
      ...['app', 'web'].flatMap((repo) => [
        call('deleteRegistry'),
        call('deleteRepository', { query: () => ({ repo }) }),
      ]),
      call('deleteRegistry'),
      call('listRegistries'),
    ],
  ]),
  // Keys are for repositories that may come and go (Endpoints, Registries, 9 and 10). That there is something in a registry is
  // why it stays, and no occasion to tell what else there is: the secret of a key is shown once (8).
  script(['createRegistry', 'createRegistryKey', 'deleteRepository', 'listRegistryKeys', 'deleteRegistry'], (call) => [
    [
      ...[call('createRegistry'), pushedAs('app', 'one')],
      call('createRegistryKey', { body: (_, plain) => ({ ...plain, repoPrefixes: ['app'] }) }),
      call('deleteRegistry'),
      ...[call('deleteRepository', { query: () => ({ repo: 'app' }) }), call('listRegistryKeys')],
    ],
  ]),
  // Of two that go at the same time neither comes back (17).
  script(['createRegistry', 'deleteRepository', 'listRepositories'], (call) => {
    const gone = (repo: string) => call('deleteRepository', { query: () => ({ repo }) })
    return [
      [
        ...[call('createRegistry'), ...['app', 'web'].map((name) => pushedAs(name, 'one')), call('listRepositories')],
        ...[{ ...gone('app'), withNext: true as const }, gone('web'), call('listRepositories')],
      ],
    ]
  }),
  // Nor does either count any more (10, 13 and 16).
  script(['createRegistry', 'deleteTag', 'deleteManifest', 'listTags', 'listRepositories'], (call) => {
    const counted = [LONG_COLLECTED, call('listRepositories')]
    return [
      [
        ...[call('createRegistry'), pushed(['one', 'two', 'three'])],
        ...[call('deleteTag', { query: tagged('one'), withNext: true }), call('deleteTag', { query: tagged('two') })],
        ...[call('listTags', { query: inApp }), ...counted],
      ],
      [
        ...[call('createRegistry'), ...['one', 'two', 'three'].map((tag) => pushedAs('app', tag))],
        call('deleteManifest', { query: imageAt(-3), withNext: true }),
        call('deleteManifest', { query: imageAt(-2) }),
        ...[...counted, call('getRegistry')],
      ],
    ]
  }),
  // Of the last two parts of an image one is the last, also where both go at the same time: the image goes with it (10, 13).
  script(['createRegistry', 'deleteTag', 'deleteManifest', 'listManifests', 'listRepositories'], (call) => {
    const purged = (tag: string) => call('deleteTag', { query: tagged(tag, true) })
    const seen = [call('listManifests', { query: inApp }), call('listTags', { query: inApp })]
    const ready = [call('createRegistry'), pushed(['one', 'two']), ...seen]
    return [
      purged('two'),
      call('deleteTag', { query: tagged('two') }),
      call('deleteManifest', { query: anyImage }),
    ].map((other) => [...ready, ...atOnce(purged('one'), other), ...seen, call('listRepositories')])
  }),
  // What one repository shares with another stays when it goes (17).
  script(['createRegistry', 'deleteRepository', 'listManifests', 'getRegistry'], (call) =>
    ['app', 'copy'].map((gone) => [
      call('createRegistry'),
      ...inTwoRepositories(),
      call('deleteRepository', { query: () => ({ repo: gone }) }),
      call('listManifests', { query: () => ({ repo: gone === 'app' ? 'copy' : 'app' }) }),
      ...[call('getRegistry'), LONG_COLLECTED, call('getRegistry')],
    ]),
  ),
  // Repositories side by side (Endpoints, Registries, 13 and 17).
  script(['createRegistry', 'deleteManifest', 'deleteTag', 'listTags', 'listManifests', 'listRepositories'], (call) => [
    // The same image elsewhere in the registry stays, with its tags (13).
    ...['app', 'copy'].map((repo) => [
      call('createRegistry'),
      ...inTwoRepositories(),
      call('deleteManifest', { query: (drawing: Drawing) => ({ ...anyImage(drawing), repo }) }),
      ...inEach(['app', 'copy'], (query) => [call('listManifests', { query }), call('listTags', { query })]),
      call('listRepositories'),
    ]),
    // A name in parts, and others that are one of its parts: each is a repository of its own.
    [
      call('createRegistry'),
      ...IN_PARTS.map((name) => pushedAs(name, 'one')),
      call('listRepositories'),
      ...inEach(IN_PARTS, (query) => [call('listManifests', { query }), call('listTags', { query })]),
      call('deleteTag', { query: () => ({ repo: 'team/app', tag: 'one' }) }),
      ...inEach(IN_PARTS, (query) => [call('listTags', { query })]),
      call('deleteRepository', { query: () => ({ repo: 'team/app' }) }),
      call('listRepositories'),
    ],
  ]),
  // What goes with a tag, with and without purging (Endpoints, Registries, 10).
  script(['createRegistry', 'deleteTag', 'listManifests'], (call) => {
    const images = call('listManifests', { query: inApp })
    return [
      [call('createRegistry'), pushed(['one']), call('deleteTag', { query: tagged('one') }), images],
      // It stays when time passes.
      [call('createRegistry'), pushed(['one']), call('deleteTag', { query: tagged('one') }), advance('P2D'), images],
      [
        call('createRegistry'),
        pushed(['one']),
        call('deleteTag', { query: tagged('one', true) }),
        images,
        // Its space is reclaimed.
        LONG_COLLECTED,
        call('getRegistry'),
      ],
      [call('createRegistry'), pushed(['one', 'two']), call('deleteTag', { query: tagged('one', true) }), images],
      // The last tag of an image, though another image of the repository has one.
      [call('createRegistry'), ...twoImages(), call('deleteTag', { query: tagged('one', true) }), images],
      // Another image of the repository that has none by now is not purged with it.
      [
        ...[call('createRegistry'), pushed(['one']), pushed(['one']), images],
        ...[call('deleteTag', { query: tagged('one', true) }), images],
      ],
      // A tag that has moved to another image is none of the first any more: each has one, its last.
      [
        call('createRegistry'),
        ...[pushed(['one', 'two']), pushed(['two']), images],
        ...['one', 'two'].flatMap((tag) => [call('deleteTag', { query: tagged(tag, true) }), images]),
      ],
      // Tags that begin or end alike.
      [
        call('createRegistry'),
        ...['one', 'one-b', 'a-one', 'one'].map((tag) => pushedAs('app', tag)),
        call('listTags', { query: inApp }),
        call('deleteTag', { query: tagged('one') }),
        call('listTags', { query: inApp }),
        images,
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
    // Nor does it help to have that for another registry.
    [
      ...[call('createRegistry'), call('createRegistry'), pushed(['one'])],
      grantedAll((drawing) => {
        const [here, there] = [last(drawing)?.slug, first(drawing)?.slug]
        const [lesser, mightiest] = [/\.admin$/, /^$/].map((lacks) => roleWithout(drawing, 'registry', lacks)?.id)
        return here && there && lesser !== undefined && mightiest !== undefined
          ? [
              { role: lesser, resourceIds: [here] },
              { role: mightiest, resourceIds: [there] },
            ]
          : undefined
      }),
      call('deleteTag', { parameters: last, query: tagged('one', true), manner: 'lesser', intent: 'broken' }),
      call('listManifests', { parameters: last, query: inApp }),
    ],
  ]),
]
