import type { EventContext } from '../../../request/contexts.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { instantSaid } from '../../event-instant.ts'
import { keyBy } from '../effects/access/data-plane.ts'
import { noteUse } from '../effects/access/used-key.ts'
import { accountRepository } from '../effects/contents/accounts.ts'
import { useBlob, wouldAdd } from '../effects/contents/blobs.ts'
import { type Image, imageOf, pushAdds, storeImage } from '../effects/contents/push.ts'
import { whyNotKey } from '../queries/access/verdict.ts'
import { pullOnlyForNow } from '../queries/payment.ts'
import { needRoom } from '../queries/quota.ts'
import { registryCalled } from '../queries/registry-of.ts'
import { addedBytes } from '../queries/usage.ts'
import type { RegistryManifestRow, RegistryRow } from '../state/index.ts'

export const imagePushed: EventEffect<'imagePushed'> = (context) => {
  const registry = registryCalled(context, context.body.registry)
  const image = imageOf(context, registry)
  needPermission(context, image)
  const added = pushAdds(context, image)
  needRoom(context, registry, added)
  const touched = storeImage(context, image)
  const layers = image.layers.map(({ digest }) => digest)
  return { ...eventAnswer(context, ...touched), digest: image.digest, layers, addedBytes: added }
}

function needPermission(context: EventContext<'imagePushed'>, { registry, repository, atMs }: Image): void {
  const { keyId, secret, pushedAt } = context.body
  if (keyId === undefined && secret === undefined) {
    if (pullOnlyForNow(context, registry.org))
      throw new ImpossibleEvent('not-possible', 'there is no active payment method')
    return
  }
  const key =
    secret === undefined ? context.get('RegistryKey', registry.org, registry.slug, keyId ?? '') : keyBy(context, secret)
  if (!key)
    throw new ImpossibleEvent('unknown', `the registry ${registry.slug} has no key ${keyId ?? 'with this secret'}`)
  instantSaid(context, pushedAt, { what: `the key ${key.id}`, createdAt: key.createdAt })
  const reason = whyNotKey(context, key, { registry, repository, action: 'push', atMs })
  if (reason !== undefined) throw new ImpossibleEvent('not-possible', reason)
  noteUse(context, key, true, atMs)
}

export const blobShared: EventEffect<'blobShared'> = (context) => {
  const { blob, from, to } = context.body
  const registry = registryCalled(context, context.body.registry)
  const source = imageCalled(context, registry, from)
  if (!source.layers.includes(blob))
    throw new ImpossibleEvent('unknown', `the image ${from.digest} has no layer ${blob}`)
  const target = imageCalled(context, registry, to)
  if (target.layers.includes(blob)) return { ...eventAnswer(context), addedBytes: 0 }
  const added = addLayer(context, registry, source, target)
  const touched = { entity: 'RegistryManifest', id: to.digest, change: 'changed' } as const
  return { ...eventAnswer(context, touched), addedBytes: added }
}

function imageCalled(
  context: EventContext<'blobShared'>,
  { org, slug }: RegistryRow,
  { repository, digest }: { readonly repository: string; readonly digest: string },
): RegistryManifestRow {
  const manifest = context.get('RegistryManifest', org, slug, repository, digest)
  if (!manifest) throw new ImpossibleEvent('unknown', `there is no image ${digest} in ${repository}`)
  return manifest
}

/** Makes one image need a layer of another too; answers what that adds to the usage. */
function addLayer(
  context: EventContext<'blobShared'>,
  registry: RegistryRow,
  source: RegistryManifestRow,
  target: RegistryManifestRow,
): number {
  const { blob } = context.body
  const size = context.get('RegistryBlob', source.org, source.registry, source.repository, blob)?.sizeBytes ?? 0
  const { org, repository } = target
  const place = { org, registry: registry.slug, repository, id: blob }
  const added = addedBytes(context, wouldAdd(context, place, size))
  needRoom(context, registry, added)
  const imageBytes = target.imageBytes + size
  context.put('RegistryManifest', { ...target, layers: [...target.layers, blob], imageBytes })
  accountRepository(context, place, { imageBytes: size })
  useBlob(context, place, size)
  return added
}
