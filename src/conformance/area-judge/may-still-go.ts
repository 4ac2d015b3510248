import { isObject } from '../../contract/json.ts'
import type { Excuse } from '../checks/excuse.ts'
import { itemsOf } from '../compare/comparison.ts'
import { isSuccess } from '../shadow/answered.ts'
import { isLeaving } from './leaving-clusters.ts'

/** A teardown takes its own time (Endpoints, Clusters, row 5): until it is over a cluster may be offered, and named. */
export const mayStillGo: Excuse = (answered, { outcome, mismatches, seen }) => {
  if (!isSuccess(answered)) return undefined
  const { operation } = answered
  const isOffered =
    outcome.kind === 'success' &&
    mismatches.length > 0 &&
    mismatches.every((one) => one.code === 'holds' && isLeaving(answered, one.id))
  const isNamed =
    outcome.kind === 'refused' &&
    outcome.refusals.every(({ rule }) => rule.id === BEYOND_OWNER) &&
    namedIn(answered.request.body).some((id) => isLeaving(answered, id))
  return isOffered || isNamed
    ? { shadow: seen, inconclusive: `${operation.id}: a cluster may still be there` }
    : undefined
}

const BEYOND_OWNER = 'tokens.resource-beyond-owner'

const namedIn = (body: unknown): string[] =>
  itemsOf(isObject(body) ? body.scope : []).flatMap(({ resourceIds }) => [resourceIds ?? []].flat().map(String))
