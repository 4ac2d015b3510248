import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { sameJson } from '../../../compare/compare.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { isAtRest } from './resting.ts'

/** By cluster: the fields of its datastore of which a change was called invalid; none is added once one was accepted. */
type Refused = ReadonlyMap<string, ReadonlySet<string>>

/** More than one field may have bounds that are not shown, or go in one direction only. */
const MANY = 3

/**
 * The datastore of a cluster that has one of its own can be changed (Endpoints, Clusters, row 4). In what way is open in part,
 * so only a target fails that calls each of several changes invalid.
 */
export const datastoreChanges: Check<Refused> = {
  name: 'accepted',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, shadow } = answered
    const { name = '' } = request.parameters
    const changed = changedIn(answered, name)
    if (operation.id !== 'updateCluster' || changed === undefined) return { found: NOTHING_FOUND, memory }
    if (isSuccess(answered)) return { found: NOTHING_FOUND, memory: new Map(memory).set(name, ACCEPTED) }
    const before = memory.get(name) ?? new Set()
    const isInvalid = INVALID.has(answered.received.status) && isAtRest(answered, shadow, name)
    if (before === ACCEPTED || !isInvalid) return { found: NOTHING_FOUND, memory }
    const refused = new Set([...before, changed])
    return {
      found: refused.size >= MANY ? [never(answered)] : NOTHING_FOUND,
      memory: new Map(memory).set(name, refused),
    }
  },
}

const ACCEPTED: ReadonlySet<string> = new Set()
const INVALID: ReadonlySet<number> = new Set([400, 422])

/** The one field that a request is to change of a datastore which is there for its cluster alone. */
function changedIn({ request: { body }, shadow, org }: Answered, name: string): string | undefined {
  const wanted = isObject(body) && Object.keys(body).length === 1 ? body.datastore : undefined
  const { datastore } = rowsOf(shadow.world, 'Cluster').find((row) => row.org === org && row.id === name) ?? {}
  if (!isObject(wanted) || datastore?.mode !== 'dedicated') return undefined
  const present = new Map<string, unknown>(Object.entries(datastore))
  const [changed, ...more] = Object.entries(wanted).filter(([field, value]) => !sameJson(value, present.get(field)))
  return more.length === 0 ? changed?.[0] : undefined
}

const never = ({ received }: Answered): Found => ({
  ...{ code: 'refused', expected: 200, actual: received.status, text: received.text, rules: ['CLU-03'] },
})
