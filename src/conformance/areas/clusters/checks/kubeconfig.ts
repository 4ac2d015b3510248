import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'

/** Finds nothing wrong: it remembers the last client configuration that was fetched, to be shown at the cluster's door. */
export const kubeconfig: Check<string | undefined> = {
  name: 'kubeconfig',
  provenance: 'stated',
  start: undefined,
  look: ({ received: { json } }, last) => ({
    found: NOTHING_FOUND,
    memory: isObject(json) && typeof json.kubeconfig === 'string' ? json.kubeconfig : last,
  }),
}
