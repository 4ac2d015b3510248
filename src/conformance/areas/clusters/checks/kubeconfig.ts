import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'

/** Words for what somebody shows who they are with, in the usual form of a client configuration. */
const CREDENTIAL = /token|certificate|client-key|password|exec\b|auth-provider/i
const USUAL_FORM = /^\s*(apiVersion:|\{\s*"apiVersion")/

/**
 * A client configuration has a token in it (Endpoints, Clusters, row 8); its form is open, and in the usual one there is a
 * word for it. Remembers the last one that was fetched, to be shown at the cluster's door.
 */
export const kubeconfig: Check<string | undefined> = {
  name: 'kubeconfig',
  provenance: 'stated',
  start: undefined,
  look({ received: { json } }, last) {
    const text = isObject(json) ? json.kubeconfig : undefined
    if (typeof text !== 'string') return { found: NOTHING_FOUND, memory: last }
    return {
      found: USUAL_FORM.test(text) && !CREDENTIAL.test(text) ? [withoutToken(text)] : NOTHING_FOUND,
      memory: text,
    }
  },
}

const withoutToken = (actual: string): Found => ({
  code: 'value',
  path: 'kubeconfig',
  expected: 'a configuration with a token',
  actual,
  rules: ['CLU-10'],
})
