import { isObject } from '../../../../contract/json.ts'
import { tokenIn } from '../../../../model/areas/clusters/queries/kubeconfig-token.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { actorOf } from '../../../shadow/actor-of.ts'

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
  /** Whom it was given to. */
  readonly org: string
  readonly user: string | undefined
}

/**
 * A client configuration has a token in it (Endpoints, Clusters, row 8); its form is open, and in the usual one there is a
 * word for it. It is not the one that somebody of another organization was given (GEN-04). Remembers those that were fetched,
 * to be shown at the cluster's door.
 */
export const kubeconfig: Check<readonly Fetched[]> = {
  name: 'kubeconfig',
  provenance: 'stated',
  start: [],
  look(answered, before) {
    const { operation, received, shadow, org } = answered
    const [{ does }, { json }] = [operation, received]
    const isRead = does === 'read' || does === 'list'
    const fetched = isRead || before.length === 0 ? before : before.map(({ goodForMs: _, ...one }) => one)
    const { kubeconfig: text, expiresIn } = isObject(json) ? json : {}
    if (typeof text !== 'string') return { found: NOTHING_FOUND, memory: fetched }
    const life = { expiresIn: typeof expiresIn === 'number' ? expiresIn : undefined, atMs: shadow.world.nowMs }
    const one: Fetched = { text, ...life, org, user: actorOf(answered)?.user }
    const isGivenTwice = before.some((other) => isOfOthers(other, one) && hasSameToken(other, one))
    return {
      found: [
        ...(USUAL_FORM.test(text) && !CREDENTIAL.test(text) ? [withoutToken(text)] : NOTHING_FOUND),
        ...(isGivenTwice ? [OF_OTHERS] : NOTHING_FOUND),
      ],
      memory: [...fetched, one],
    }
  },
}

/** One person may have one token for all clusters, wherever those are. */
const isOfOthers = (one: Fetched, other: Fetched): boolean =>
  one.org !== other.org && one.user !== undefined && other.user !== undefined && one.user !== other.user

function hasSameToken({ text: one }: Fetched, { text: other }: Fetched): boolean {
  const token = tokenIn(one)
  return token !== undefined && token === tokenIn(other)
}

const OF_OTHERS: Found = {
  code: 'identifier',
  path: 'kubeconfig',
  expected: 'a token of its own',
  actual: 'the one for another organization',
  rules: ['CLU-10'],
}

const withoutToken = (actual: string): Found => ({
  code: 'value',
  path: 'kubeconfig',
  expected: 'a configuration with a token',
  actual,
  rules: ['CLU-10'],
})
