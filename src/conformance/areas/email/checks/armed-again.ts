import { knownRecords, recordKey } from '../../../../model/areas/email/queries/domains/dns-records.ts'
import type { Check } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { thingKey } from '../../../shadow/shadow.ts'

/** A pass over its records, however it came about, may end otherwise later on. */
const LATELY_MS = 60_000

/**
 * Arming again is harmless (EML-08): a domain that was just shown as verified for receiving, and whose records are all published, does
 * not begin anew with it.
 */
export const armedAgain: Check<ReadonlyMap<string, number>> = {
  name: 'armed-again',
  provenance: 'implied',
  start: new Map(),
  look(answered, before) {
    const { operation, things, org, shadow } = answered
    const domains = things.filter(({ entity, object }) => entity === 'EmailDomain' && 'receiveState' in object)
    if (domains.length === 0) return { found: [], memory: before }
    const { nowMs } = shadow.world
    const isArmed = operation.id === 'armDomainReceiving' && isSuccess(answered)
    const memory = new Map(before)
    const wrong = domains.filter(({ entity, id, object }) => {
      const key = thingKey(entity, org, id)
      const verifiedMs = before.get(key) ?? Number.NEGATIVE_INFINITY
      if (object.receiveState === 'verified') memory.set(key, nowMs)
      else memory.delete(key)
      return isArmed && BEGUN.has(object.receiveState) && nowMs - verifiedMs < LATELY_MS && isPublished(answered, id)
    })
    return {
      found: wrong.map(({ entity, id, object }) => ({
        ...({ code: 'value', entity, id, path: 'receiveState', expected: 'verified' } as const),
        ...{ actual: object.receiveState, rules: ['EML-08'] },
      })),
      memory,
    }
  },
}

const BEGUN: ReadonlySet<unknown> = new Set(['none', 'pending'])

function isPublished({ shadow: { world }, org }: Answered, id: string): boolean {
  const domain = rowsOf(world, 'EmailDomain').find((row) => row.org === org && row.id === id)
  const records = domain ? knownRecords(domain) : []
  return records.length > 0 && records.every((record) => domain?.published[recordKey(record)] === record.value)
}
