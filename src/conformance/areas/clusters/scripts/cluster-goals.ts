import type { EventName } from '../../../../model/request/operation-types.ts'
import type { Drawing } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { advance, advanceOrWait, type Body, event, type Item } from '../../../script/script.ts'

export const cluster = (drawing: Drawing) => newest(drawing, 'Cluster')

/** An outside event that happens to the newest cluster. */
export const on = (name: EventName, more: (drawing: Drawing) => Item | undefined): Goal =>
  event(name, (drawing) => {
    const [target, rest] = [cluster(drawing)?.name, more(drawing)]
    return target !== undefined && rest ? { cluster: target, ...rest } : undefined
  })

/** A plain body with something said outright. */
export const made =
  (more: (drawing: Drawing) => Item): Body =>
  (drawing, plain) => ({ ...plain, ...more(drawing) })

/** One of our clusters, as a path parameter. */
export const clusterAt = (place: number) => (drawing: Drawing) => {
  const name = own(drawing, 'Cluster').at(place)?.name
  return name === undefined ? undefined : { name }
}

/** Longer than any work on a cluster takes. */
export const DONE = advanceOrWait('PT2H')
/** expiresIn has no stated unit; it may count days. */
export const OVER_IN_ANY_UNIT = advance('P4000D')
/** Some get on by being read. */
export const MANY_LOOKS = 14
