import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { momentOf } from '../../../compare/moment.ts'
import { placeIn, type Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { thingKey } from '../../../shadow/shadow.ts'

/** The keys that were shown without an end. */
type Endless = ReadonlySet<string>

/**
 * A key that is minted by hand is long-lived (Endpoints, Registries, 9). It may have been given an end; but one that has none
 * does not get one that is only hours away, because it is used or for anything else but being revoked.
 */
export const endedByUse: Check<Endless> = {
  name: 'key-lifetime',
  provenance: 'stated',
  start: new Set(),
  look(answered, endless) {
    const { operation, things, org } = answered
    const keys = operation.id === 'listRegistryKeys' ? things.filter(({ entity }) => entity === 'RegistryKey') : []
    if (keys.length === 0) return { found: NOTHING_FOUND, memory: endless }
    const keyOf = ({ entity, id }: Thing) => thingKey(entity, org, id)
    const shown = keys.filter(({ object }) => object.mintedVia === 'manual' && object.expiresAt === undefined)
    return {
      found: keys.filter((key) => endless.has(keyOf(key))).flatMap((key) => endsSoon(answered, key)),
      memory: new Set([...endless, ...shown.map(keyOf)]),
    }
  },
}

const A_DAY_MS = 24 * 3_600_000

function endsSoon({ shadow, received, org }: Answered, key: Thing): Found[] {
  const { expiresAt: actual, revokedAt } = key.object
  const endMs = momentOf(actual)
  const isRevoked = rowsOf(shadow.world, 'RegistryKey').some(
    (row) => row.org === org && row.id === key.id && row.revoked,
  )
  if (endMs === undefined || revokedAt !== undefined || isRevoked) return []
  const { nowMs } = shadow.world
  const isSoon = [received.dateMs ?? nowMs, nowMs].every((now) => endMs - now < A_DAY_MS)
  const after = new Date(nowMs + A_DAY_MS).toISOString()
  return isSoon
    ? [{ code: 'value', path: placeIn(key, 'expiresAt'), expected: { after }, actual, rules: ['REG-10', 'REG-22'] }]
    : []
}
