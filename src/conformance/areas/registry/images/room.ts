import { isObject } from '../../../../contract/json.ts'
import type { ImpossibleEvent } from '../../../../model/areas/event-answer.ts'
import { quotaHolds } from '../../../../model/areas/registry/statements/storage.ts'
import { plainCheck } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import type { Caused } from '../../../shadow/caused.ts'
import { memoryOf, type Remembering, withMemory } from '../../../shadow/memories.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import type { Shadow } from '../../../shadow/shadow.ts'

/** A push that was turned away: what the registry would have held with it, and its quota then. */
interface TurnedAway {
  readonly slug: string
  readonly quota: number
  readonly bytes: number
  readonly digest: string
}

const turnedAway: Remembering<readonly TurnedAway[]> = { start: [] }

/** What a registry holds after a push, where layers that are stored already count once; undefined for other events. */
function filledBy({ shadow: { world }, event, org, body }: Caused): TurnedAway | undefined {
  if (event !== 'imagePushed' || !isObject(body) || !Array.isArray(body.layers)) return undefined
  const registry = rowsOf(world, 'Registry').find((row) => row.org === org && row.slug === body.registry)
  if (!registry) return undefined
  const stored = new Set(rowsOf(world, 'RegistryBlob').map(({ id }) => id))
  const added = body.layers.filter(isObject).filter(({ digest }) => !stored.has(String(digest)))
  const bytes = added.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), registry.distinctBytes)
  return { slug: registry.slug, quota: registry.storageQuotaBytes, bytes, digest: String(body.digest) }
}

/** The shadow that knows how much was too much for a registry, where nothing else was in the way. */
export function rememberTurnedAway(shadow: Shadow, caused: Caused, { rule }: ImpossibleEvent): Shadow {
  const filled = rule === quotaHolds.id ? filledBy(caused) : undefined
  return filled && filled.bytes > filled.quota
    ? withMemory(shadow, turnedAway, [...memoryOf(shadow, turnedAway), filled])
    : shadow
}

/**
 * True if a registry takes an image with which it holds as much as was too much for it before. Whether a push beyond the
 * quota is refused is open (Limits), but it is one quota for all that a registry holds.
 */
export function holdsTooMuch(caused: Caused): boolean {
  const filled = filledBy(caused)
  if (!filled) return false
  return memoryOf(caused.shadow, turnedAway).some(
    ({ slug, quota, bytes }) => slug === filled.slug && quota >= filled.quota && bytes <= filled.bytes,
  )
}

/** What was turned away is not there (Limits). */
export const nothingLeftBehind = plainCheck('body', (answered) => {
  const { operation, request, received, shadow } = answered
  if (operation.id !== 'listManifests' || !isSuccess(answered) || !isObject(received.json)) return []
  const digests = new Set(itemsOf(received.json.manifests).map(({ digest }) => digest))
  return memoryOf(shadow, turnedAway)
    .filter(({ slug, digest }) => slug === request.parameters.slug && digests.has(digest))
    .map(({ digest: id }) => ({
      ...{ code: 'holds', path: 'manifests', entity: 'RegistryManifest', id, why: 'never-made' },
      ...{ expected: undefined, actual: id, rules: ['LIM-02'] },
    }))
})
