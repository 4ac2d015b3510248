import { readMoment } from './moments.ts'
import type { Json, Reader } from './reader.ts'
import { refuse } from './refusal.ts'
import type { Organization, World } from './world.ts'

export interface Change {
  readonly entity: string
  readonly id: string
  readonly change: 'created' | 'changed' | 'removed'
}
export interface Happening {
  readonly world: World
  readonly read: Reader
  readonly body: Json
  /** The changed things; an event adds to it. */
  readonly changed: Change[]
}
/** Makes something happen; what it answers is added to when and what changed. */
export type Event = (happening: Happening) => object | undefined

/** The organization a body names, or the first. */
export function organizationOf({ world, read, body }: Omit<Happening, 'changed'>): Organization {
  const slug = read.maybe(body, 'organization', read.string) ?? 'harbor'
  return world.orgs.get(slug) ?? refuse(404, 'unknown organization')
}

/** A moment of the body, or now. */
export function momentOf({ world, read, body }: Omit<Happening, 'changed'>, field: string): number {
  const text = read.maybe(body, field, read.string)
  return text === undefined ? world.now() : (readMoment(text) ?? read.bad(field))
}
