import type { Answered } from '../shadow/answered.ts'
import { isGone, rowsOf } from '../shadow/rows.ts'
import { thingKey } from '../shadow/shadow.ts'

/** True for a cluster of ours whose teardown was accepted, whether or not it should be over by now. */
export const isLeaving = ({ shadow, org }: Pick<Answered, 'shadow' | 'org'>, name = ''): boolean =>
  shadow.gone.has(thingKey('Cluster', org, name)) ||
  rowsOf(shadow.world, 'Cluster').some((row) => row.org === org && row.id === name && isGone(row))
