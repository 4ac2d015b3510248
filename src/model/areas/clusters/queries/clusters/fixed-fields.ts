import { isObject } from '../../../../../contract/json.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Datastore } from '../../state/index.ts'

/** The fields that a change may carry though they are not listed there, as they are given (Endpoints, Clusters, row 4). */
export interface FixedFields {
  readonly mesh: unknown
  readonly mode: unknown
}

export function fixedFields(body: unknown): FixedFields {
  const { mesh, datastore } = isObject(body) ? body : {}
  return { mesh, mode: isObject(datastore) ? datastore.mode : undefined }
}

const MODES: readonly unknown[] = ['shared', 'dedicated']

/** True if a creation could have them. */
export const areUsable = ({ mesh, mode }: FixedFields): boolean =>
  (mesh === undefined || typeof mesh === 'boolean') && (mode === undefined || MODES.includes(mode))

/** What a change makes of the mesh. */
export function meshAfter(reader: Reader, given: unknown, before: boolean): boolean {
  const { mesh } = fixedFields(given)
  return typeof mesh === 'boolean' && mesh !== before && applies(reader) ? mesh : before
}

/** The mode of the datastore after a change. */
export function modeAfter(reader: Reader, given: unknown, { mode: before }: Datastore): string {
  const { mode } = fixedFields(given)
  return typeof mode === 'string' && mode !== before && applies(reader) ? mode : before
}

const applies = (reader: Reader): boolean => reader.gap('clusters.fixed-in-patch') === 'apply'
