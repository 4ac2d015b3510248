import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'

/** Words for what somebody shows who they are with, in the usual form of a client configuration. */
const CREDENTIAL = /token|certificate|client-key|password|exec\b|auth-provider/i
const USUAL_FORM = /^\s*(apiVersion:|\{\s*"apiVersion")/

/** A client configuration, and how long it is good for, in a unit that is open. */
export interface Fetched {
  readonly text: string
  readonly expiresIn: number | undefined
  /** When it was fetched, by the target's clock. */
  readonly atMs: number
  /** The greatest age at which it was good, as long as nothing was changed since. */
  readonly goodForMs?: number | undefined
}

/**
 * A client configuration has a token in it (Endpoints, Clusters, row 8); its form is open, and in the usual one there is a
 * word for it. Remembers those that were fetched, to be shown at the cluster's door.
 */
export const kubeconfig: Check<readonly Fetched[]> = {
  name: 'kubeconfig',
  provenance: 'stated',
  start: [],
  look({ operation: { does }, received: { json }, shadow }, before) {
    const isRead = does === 'read' || does === 'list'
    const fetched = isRead || before.length === 0 ? before : before.map(({ goodForMs: _, ...one }) => one)
    const { kubeconfig: text, expiresIn } = isObject(json) ? json : {}
    if (typeof text !== 'string') return { found: NOTHING_FOUND, memory: fetched }
    const life = { expiresIn: typeof expiresIn === 'number' ? expiresIn : undefined, atMs: shadow.world.nowMs }
    return {
      found: USUAL_FORM.test(text) && !CREDENTIAL.test(text) ? [withoutToken(text)] : NOTHING_FOUND,
      memory: [...fetched, { text, ...life }],
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
