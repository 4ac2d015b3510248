import { type Drawing, within } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import type { CallGoal, Goal } from '../../../script/goal.ts'
import { advance, type Call, event, type Script, script } from '../../../script/script.ts'
import { digestOf } from '../images/digest.ts'
import { LONG_COLLECTED, pushed } from './images.ts'
import { beforeLast, last } from './slugs.ts'

type Slug = (drawing: Drawing) => string | undefined

const ours: Slug = (drawing) => last(drawing)?.slug
const otherOfOurs: Slug = (drawing) => beforeLast(drawing)?.slug
const theirs: Slug = (drawing) => {
  const neighbour = within(drawing, 'outsider')
  return neighbour && last(neighbour)?.slug
}

/** One image under one name, in our newest registry and in another. */
function inBoth(tag: string, other: Slug): Goal[] {
  let [digest, layer] = ['', '']
  return [ours, other].map((slug) =>
    event('imagePushed', (drawing) => {
      if (slug === ours) [digest, layer] = [digestOf(drawing), digestOf(drawing)]
      const registry = slug(drawing)
      const layers = [{ digest: layer, sizeBytes: 1000 }]
      return registry && { registry, repository: 'app', tags: [tag], digest, layers }
    }),
  )
}

/** An image of its own under the same name. */
const pushedTo = (slugOf: Slug, tag: string): Goal =>
  event('imagePushed', (drawing) => {
    const registry = slugOf(drawing)
    const layers = [{ digest: digestOf(drawing), sizeBytes: 1000 }]
    return registry && { registry, repository: 'app', tags: [tag], digest: digestOf(drawing), layers }
  })

const at = (slugOf: Slug) => (drawing: Drawing) => {
  const slug = slugOf(drawing)
  return slug === undefined ? undefined : { slug }
}
const inApp = () => ({ repo: 'app' })
const imageTagged = (tag: string) => (drawing: Drawing) => {
  const row = own(drawing, 'RegistryTag').findLast(({ name, registry }) => name === tag && registry === ours(drawing))
  return row && { repo: 'app', digest: row.digest }
}

/** What removes an image from our newest registry, with the images that it takes. */
const removals = (call: Call): Goal[] => [
  call('deleteTag', {
    parameters: last,
    query: ({ vocabulary }) => ({ repo: 'app', tag: 'one', purge: vocabulary.purgeValue ?? 'true' }),
  }),
  call('deleteManifest', { parameters: last, query: imageTagged('two') }),
  call('deleteRepository', { parameters: last, query: inApp }),
]

export const SAME_IMAGE_SCRIPTS: readonly Script[] = [
  // An image goes from its registry, and from no other that has it under the same name (Endpoints, Registries, 10, 13, 17).
  script(['createRegistry', 'deleteTag', 'deleteManifest', 'deleteRepository', 'listManifests', 'listTags'], (call) =>
    [['neighbour', theirs] as const, ['plain', otherOfOurs] as const].map(([manner, other]) => [
      ...[call('createRegistry', { manner }), call('createRegistry')],
      ...['one', 'two', 'three'].flatMap((tag) => inBoth(tag, other)),
      // What is counted in one is not counted in the other (16).
      ...[LONG_COLLECTED, call('listRepositories', { parameters: last })],
      call('listRepositories', { manner, parameters: at(other) }),
      ...removals(call),
      ...[call('listManifests', { manner, parameters: at(other), query: inApp })],
      call('listTags', { manner, parameters: at(other), query: inApp }),
    ]),
  ),
  // What is read in one registry is not there in another because that has, or could have, a repository of the same name.
  script(['createRegistry', 'listTags', 'listManifests'], (call) =>
    [['neighbour', theirs] as const, ['plain', ours] as const].map(([manner, other]) => {
      const reads = (more: Partial<CallGoal>): Goal[] =>
        (['listTags', 'listManifests'] as const).map((id) => call(id, { query: inApp, ...more }))
      return [
        ...[call('createRegistry'), pushed(['one']), ...reads({}), call('createRegistry', { manner })],
        // Nothing there may be called so.
        ...reads({ manner, parameters: at(other), intent: 'exotic' }),
        pushedTo(other, 'two'),
        ...reads({ manner, parameters: at(other) }),
      ]
    }),
  ),
  // A tag shows when it was last moved, not when it was first made (Resources, RegistryTag).
  script(['createRegistry', 'listTags'], (call) => [
    [
      call('createRegistry'),
      ...[pushed(['one']), call('listTags', { query: inApp }), advance('P2D')],
      ...[pushed(['one']), call('listTags', { query: inApp })],
    ],
  ]),
]
