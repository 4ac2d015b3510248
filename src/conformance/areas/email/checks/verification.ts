import { knownRecords, recordKey } from '../../../../model/areas/email/queries/domains/dns-records.ts'
import type { Rows } from '../../../../model/world/rows.ts'
import type { Check, Found } from '../../../checks/check.ts'
import type { Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** A check that was forced while everything was published. */
interface Forced {
  readonly atMs: number
  /** The fields to verify. */
  readonly fields: readonly string[]
  /** The number of reads of the domain since. */
  readonly reads: number
}

const DAY_MS = 86_400_000
/** A pass comes by the clock or by reads, which is open; after this much of both there was one. */
export const LONG_ENOUGH = { days: 2, reads: 14 } as const

/** Once everything is published, a forced pass ends with the domain verified before long (EML-07). */
export const verification: Check<ReadonlyMap<string, Forced>> = {
  name: 'progress',
  provenance: 'implied',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, received, things } = answered
    if (operation.id === 'checkDomain' && received.status < 300)
      return { found: [], memory: withForced(answered, memory, String(request.parameters.id)) }
    const seen = things.filter(({ entity, id }) => entity === 'EmailDomain' && memory.has(id))
    if (seen.length === 0) return { found: [], memory }
    return { found: seen.flatMap((thing) => overdue(answered, thing, memory)), memory: withReads(memory, seen) }
  },
}

function withForced(answered: Answered, memory: ReadonlyMap<string, Forced>, id: string): ReadonlyMap<string, Forced> {
  const domain = domainCalled(answered, id)
  const fields = ['sendState', 'receiveState'].filter((field) => domain && Reflect.get(domain, field) === 'pending')
  if (!domain || !isPublished(domain)) return memory
  return new Map(memory).set(id, { atMs: answered.shadow.world.nowMs, fields, reads: 0 })
}

const domainCalled = ({ shadow: { world }, org }: Answered, id: string) =>
  rowsOf(world, 'EmailDomain').find((row) => row.org === org && row.id === id)

const isPublished = (domain: Rows['EmailDomain']): boolean =>
  knownRecords(domain).length > 0 &&
  knownRecords(domain).every((record) => domain.published[recordKey(record)] === record.value)

const withReads = (memory: ReadonlyMap<string, Forced>, seen: readonly Thing[]): ReadonlyMap<string, Forced> =>
  new Map(
    [...memory].map(([id, forced]) => {
      const reads = seen.some((thing) => thing.id === id) ? forced.reads + 1 : forced.reads
      return [id, { ...forced, reads }]
    }),
  )

function overdue(answered: Answered, { entity, id, object }: Thing, memory: ReadonlyMap<string, Forced>): Found[] {
  const { atMs, reads, fields } = memory.get(id) ?? { atMs: 0, reads: 0, fields: [] }
  const domain = domainCalled(answered, id)
  const isLong = reads >= LONG_ENOUGH.reads && answered.shadow.world.nowMs - atMs > LONG_ENOUGH.days * DAY_MS
  if (!isLong || !domain || !isPublished(domain)) return []
  const path = fields.find((field) => object[field] !== 'verified')
  return path === undefined
    ? []
    : [{ code: 'never-verified', entity, id, path, actual: object[path], rules: ['EML-07'] }]
}
