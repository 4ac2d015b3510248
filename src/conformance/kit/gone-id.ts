import { splitKey } from '../../model/table/table.ts'
import { isGone, rowsOf } from '../shadow/rows.ts'
import type { Drawing } from './drawing.ts'

/** A thing of ours that was deleted. */
export function goneId({ shadow, org, sampler }: Drawing, entity: string): string | undefined {
  const removed = [...shadow.gone].map(splitKey).filter(([kind, whose]) => kind === entity && whose === org)
  const soft = rowsOf(shadow.world, entity).filter((row) => row.org === org && isGone(row))
  return sampler.pick([...removed.flatMap(([, , id]) => id ?? []), ...soft.map(({ id }) => id)])
}
