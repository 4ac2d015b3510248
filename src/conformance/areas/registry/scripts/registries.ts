import { isObject } from '../../../../contract/json.ts'
import type { Drawing } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { remembered } from '../../../script/remembered.ts'
import { type Body, event, type Item, type Script, script, times } from '../../../script/script.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { foundRegistries } from '../checks/found-registries.ts'
import { first, last } from './slugs.ts'

const sameSlug: Body = (drawing, plain) => ({ ...plain, ...last(drawing) })
const slugOf = (made: unknown, plain: Item): unknown => isObject(made) && { ...plain, slug: made.slug }
const called =
  (name: string): Body =>
  ({ salt }, plain) => ({ ...plain, slug: `${name}-${salt}` })
const elsewhere = (how: 'claimed' | 'reserved', name: string): Goal =>
  event('slugClaimedElsewhere', ({ salt }) => ({ slug: `${name}-${salt}`, how }))

/** A registry that was there before. It is not ours: it is only read. */
const foundAt = (place: number) => (drawing: Drawing) => {
  const slug = memoryOf(drawing.shadow, foundRegistries).get(drawing.org)?.[place]
  return slug === undefined ? undefined : { slug }
}
/** So many of them are looked at. */
const MOST_FOUND = 3

export const REGISTRY_SCRIPTS: readonly Script[] = [
  // Slugs are unique over all organizations (Endpoints, Registries, 3).
  script(['createRegistry'], (call) => {
    const { first: theirs, drawn } = remembered()
    return [
      [
        call('createRegistry'),
        call('createRegistry', { manner: 'neighbour', drawn }),
        call('createRegistry', { body: (drawing, plain) => slugOf(theirs(drawing)?.body, plain), intent: 'broken' }),
      ],
    ]
  }),
  script(['createRegistry', 'listRegistries'], (call) => [
    [call('createRegistry'), call('createRegistry', { body: sameSlug, intent: 'broken' })],
    [call('createRegistry'), call('createRegistry', { body: sameSlug, manner: 'neighbour', intent: 'broken' })],
    [elsewhere('claimed', 'claimed'), call('createRegistry', { body: called('claimed'), intent: 'broken' })],
    [elsewhere('reserved', 'reserved'), call('createRegistry', { body: called('reserved'), intent: 'broken' })],
    // One that was refused for want of a payment method is free for whoever can pay (3).
    [
      event('paymentMethodChanges', () => ({ active: false })),
      call('createRegistry', { body: called('unpaid'), intent: 'broken' }),
      event('paymentMethodChanges', () => ({ active: true })),
      call('createRegistry', { body: called('unpaid') }),
    ],
    [
      call('createRegistry', {
        body: ({ vocabulary }, plain) => vocabulary.reservedSlug && { ...plain, slug: vocabulary.reservedSlug },
        intent: 'broken',
      }),
    ],
  ]),
  // Which repository is meant is to be said, also where there is only one (7 and 12): where nobody can push an image, that is in
  // a registry that was there before.
  script(['listRegistries', 'listTags', 'listManifests'], (call) => [
    [
      call('listRegistries', {
        query: ({ canCause }) => (canCause('imagePushed') ? undefined : {}),
        optional: true,
      }),
      ...times(MOST_FOUND, foundAt).flatMap((found) =>
        (['listTags', 'listManifests'] as const).map((id) =>
          call(id, {
            ...{ manner: 'broken', parameters: found, optional: true },
            query: (drawing) => (drawing.canCause('imagePushed') || !found(drawing) ? undefined : {}),
          }),
        ),
      ),
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
    const { first: made, drawn } = remembered()
    const said = remembered()
    const underItsName = (drawing: Drawing) => {
      const body = made(drawing)?.body
      return isObject(body) ? { slug: String(body.slug) } : undefined
    }
    const hostAt =
      (place: number, registry = first) =>
      (drawing: Drawing) => {
        const [host, slug] = [own(drawing, 'RegistryUpstream').at(place)?.host, registry(drawing)?.slug]
        return host !== undefined && slug !== undefined ? { slug, host } : undefined
      }
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
      // Each registry has its own, also for the same upstream.
      [
        ...[call('createRegistry'), call('createRegistry'), call('listUpstreams')],
        ...[first, last].map((one) => call('setUpstreamCredential', { parameters: hostAt(0, one) })),
        call('deleteUpstreamCredential', { parameters: hostAt(0) }),
        ...[first, last].map((one) => call('listUpstreamCredentials', { parameters: one })),
      ],
      // They go with their registry, and are not there for whoever takes its name.
      [
        ...[call('createRegistry', { drawn }), call('listUpstreams')],
        ...[call('setUpstreamCredential', { parameters: hostAt(0) }), call('deleteRegistry')],
        call('createRegistry', { body: (drawing) => made(drawing)?.body, manner: 'neighbour', intent: 'exotic' }),
        call('listUpstreamCredentials', { parameters: underItsName, manner: 'neighbour' }),
      ],
      // Those for two upstreams are both there, though they say the same; one goes alone.
      [
        ...[call('createRegistry'), call('listUpstreams')],
        call('setUpstreamCredential', { parameters: hostAt(0), drawn: said.drawn }),
        call('setUpstreamCredential', { parameters: hostAt(1), body: (drawing) => said.first(drawing)?.body }),
        call('listUpstreamCredentials', { parameters: first }),
        call('deleteUpstreamCredential', { parameters: hostAt(0) }),
        call('listUpstreamCredentials'),
      ],
      // Also where they are set at the same time.
      [
        call('createRegistry'),
        call('listUpstreams'),
        call('setUpstreamCredential', { parameters: hostAt(0), withNext: true }),
        call('setUpstreamCredential', { parameters: hostAt(1) }),
        call('listUpstreamCredentials', { parameters: first }),
      ],
    ]
  }),
]
