import type { Rows, TableName } from '../../model/world/rows.ts'
import { liveRows } from '../shadow/rows.ts'
import type { Drawing } from './drawing.ts'

/** Our own things of an entity that are there, in order of creation. */
export const own = <Name extends TableName>({ shadow, org }: Drawing, entity: Name): readonly Rows[Name][] =>
  liveRows(shadow.world, entity, org).toSorted((a, b) => a.seq - b.seq)

/** Our own one that was made last. */
export const newest = <Name extends TableName>(drawing: Drawing, entity: Name): Rows[Name] | undefined =>
  own(drawing, entity).at(-1)

/** Any one of our own. */
export const anyOwn = <Name extends TableName>(drawing: Drawing, entity: Name): Rows[Name] | undefined =>
  drawing.sampler.pick(own(drawing, entity))
