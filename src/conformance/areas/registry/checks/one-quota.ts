import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** A registry's quota as it was last shown, and as it was known to be then. */
interface Shown {
  readonly bytes: unknown
  readonly known: unknown
}

/**
 * Each registry has one storage quota (Limits): the list and the detail show the same, as long as nobody changes it. What
 * staff set it to is only known from them; but two answers that differ contradict each other.
 */
export const oneQuota: Check<ReadonlyMap<string, Shown>> = {
  // A late one is a stale read like any other.
  name: 'body',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const registries = isSuccess(answered) ? answered.things.filter(({ entity }) => entity === 'Registry') : []
    const shown = registries.flatMap(({ id, object: { storageQuotaBytes: bytes } }) =>
      bytes === undefined ? [] : [{ id, bytes, known: knownOf(answered, id) }],
    )
    if (shown.length === 0) return { found: NOTHING_FOUND, memory }
    const found = shown.flatMap(({ id, bytes, known }): Found[] => {
      const before = memory.get(id)
      if (!before || known === undefined || before.known !== known || before.bytes === bytes) return []
      return [
        { code: 'inconsistent', path: 'storageQuotaBytes', expected: before.bytes, actual: bytes, rules: ['REG-05'] },
      ]
    })
    return { found, memory: new Map([...memory, ...shown.map(({ id, ...one }) => [id, one] as const)]) }
  },
}

const knownOf = ({ shadow, org }: Answered, slug: string): unknown =>
  rowsOf(shadow.world, 'Registry').find((row) => row.org === org && row.id === slug)?.storageQuotaBytes
