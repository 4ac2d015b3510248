import { instantOf } from '../../../../model/world/fresh.ts'
import type { Rows } from '../../../../model/world/rows.ts'
import type { World } from '../../../../model/world/world.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { readMoment } from '../../../compare/read-time.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** The time that garbage collection may take, and the counting of what is there. */
const PATIENCE_MS = 31 * 86_400_000

const FREEING: ReadonlySet<string> = new Set(['deleteTag', 'deleteManifest', 'deleteRepository'])

/** True for an answer that says that something stored was removed. */
export const isFreeing = ({ operation, received }: Answered): boolean =>
  FREEING.has(operation.id) && received.status < 300

/** Finds nothing wrong: it remembers when something stored was removed last. */
export const freed: Check<number | undefined> = {
  name: 'body',
  provenance: 'stated',
  start: undefined,
  look: (answered, freedAtMs) => ({
    found: NOTHING_FOUND,
    memory: isFreeing(answered) ? answered.shadow.world.nowMs : freedAtMs,
  }),
}

export const wasFreed = ({ shadow }: Answered): boolean => memoryOf(shadow, freed) !== undefined

/** What was removed no longer counts. */
export function isCollected({ shadow }: Answered): boolean {
  const freedAtMs = memoryOf(shadow, freed)
  return freedAtMs === undefined || shadow.world.nowMs - freedAtMs > PATIENCE_MS
}

/** Whatever was stored in a registry has been counted. */
export const isSettled = (world: World, org: string, slug: string): boolean =>
  world.nowMs - lastPushMs(world, org, slug) > PATIENCE_MS

/** When something was stored last; Infinity where a time cannot be read. */
export const lastPushMs = (world: World, org: string, slug: string): number =>
  latestOf(imagesOf(world, org, slug).map(({ createdAt }) => createdAt))

export const imagesOf = (world: World, org: string, slug: string): readonly Rows['RegistryManifest'][] =>
  rowsOf(world, 'RegistryManifest').filter((image) => image.org === org && image.registry === slug)

/** Whatever tags were set in a registry have been counted; an image may get another tag long after it was stored. */
export function areTagsSettled(world: World, org: string, slug: string): boolean {
  const tags = rowsOf(world, 'RegistryTag').filter((tag) => tag.org === org && tag.registry === slug)
  return world.nowMs - latestOf(tags.map(({ updatedAt }) => updatedAt)) > PATIENCE_MS
}

function latestOf(times: readonly string[]): number {
  const instants = times.map((time) => instantOf(time) ?? readMoment(time))
  return instants.some(Number.isNaN) ? Number.POSITIVE_INFINITY : Math.max(...instants)
}
