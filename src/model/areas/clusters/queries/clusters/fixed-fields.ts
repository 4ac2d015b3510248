import { isObject } from '../../../../../contract/json.ts'

/** The fields that a change may carry though they are not listed there (Endpoints, Clusters, row 4). */
export interface FixedFields {
  readonly mesh: boolean | undefined
  readonly mode: string | undefined
}

export function fixedFields(body: unknown): FixedFields {
  const { mesh, datastore } = isObject(body) ? body : {}
  const mode = isObject(datastore) ? datastore.mode : undefined
  return {
    mesh: typeof mesh === 'boolean' ? mesh : undefined,
    mode: typeof mode === 'string' ? mode : undefined,
  }
}
