import { instantOf } from '../../model/world/fresh.ts'
import { isAfterAll, momentOf } from '../compare/moment.ts'
import { placeIn, type Thing } from '../compare/things.ts'
import type { Answered } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import { rowsWithId } from '../shadow/rows.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'
import type { Check, Found } from './check.ts'

interface LastUse {
  readonly field: string
  readonly rule: string
  /** Every attempt stands in the believed world. Of other kinds one that was refused may have been written down as well. */
  readonly isAlone?: true
}

/** The fields that show when a credential was last used, and the checklist lines about them. */
const FIELDS: Readonly<Record<string, LastUse>> = {
  EmailSendKey: { field: 'lastUsedAt', rule: 'EML-02' },
  RegistryKey: { field: 'lastUsedAt', rule: 'REG-10', isAlone: true },
  UptimeExportToken: { field: 'lastUsedAt', rule: 'UPT-08', isAlone: true },
  OncallAlertSource: { field: 'lastEventAt', rule: 'ONC-18' },
}

/** Uses in quick succession need not all be written down, but one that is more than a day later is. */
const LONG_MS = 25 * 3_600_000

/** The last use that each credential has shown. */
type LastUses = ReadonlyMap<string, string>

/** Once a use of a credential has shown, so does one a day later, and it does not show on another (Resources: when it was last used). */
export const lastUse: Check<LastUses> = {
  name: 'last-use',
  provenance: 'implied',
  start: new Map(),
  look(answered, memory) {
    const used = answered.things.filter(({ entity, object }) => typeof lastUseOf(entity, object) === 'string')
    if (used.length === 0) return { found: [], memory }
    const shown = used.map(
      ({ entity, id, object }) => [thingKey(entity, answered.org, id), String(lastUseOf(entity, object))] as const,
    )
    return {
      found: used.flatMap((thing) => [...stale(answered, thing, memory), ...ofAnother(answered, thing, used)]),
      memory: new Map([...memory, ...shown]),
    }
  },
}

/** True if a use of this credential has shown; some targets write it down only a moment later. */
export function hasShownUse(shadow: Shadow, org: string, id: string): boolean {
  const shown = memoryOf(shadow, lastUse)
  return Object.keys(FIELDS).some((entity) => !isNever(shown.get(thingKey(entity, org, id)) ?? NEVER))
}
const NEVER = '1970-01-01T00:00:00Z'

const lastUseOf = (entity: string, object: Readonly<Record<string, unknown>>): unknown =>
  object[FIELDS[entity]?.field ?? '']

function stale({ shadow: { world }, org }: Answered, thing: Thing, memory: LastUses): Found[] {
  const { entity, id, object } = thing
  const { field = '', rule = '' } = FIELDS[entity] ?? {}
  const actual = String(object[field])
  const isAsBefore = memory.get(thingKey(entity, org, id)) === actual && !isNever(actual)
  // A use that has not shown yet stands in the believed world with its own instant, not with what the target shows.
  const isUsedLater = rowsWithId(world, entity, id).some(
    (row) => row.org === org && isLongAfter(instantOf(String(Reflect.get(row, field))), momentOf(actual)),
  )
  if (!isAsBefore || !isUsedLater) return []
  return [{ code: 'value', path: placeIn(thing, field), expected: { after: actual }, actual, rules: [rule] }]
}

/**
 * One that nobody has used, and that shows the use of another, to the letter. By itself a time tells nothing: what is shown
 * of one that was never used is open for some.
 */
function ofAnother(answered: Answered, thing: Thing, shown: readonly Thing[]): Found[] {
  const { field, rule, isAlone } = FIELDS[thing.entity] ?? {}
  if (field === undefined || !isAlone || !isKnown(answered, thing) || isUsed(answered, thing)) return []
  const actual = thing.object[field]
  const [madeMs, usedMs] = [momentOf(thing.object.createdAt), momentOf(actual)]
  if (madeMs === undefined || usedMs === undefined || usedMs <= madeMs) return []
  const isOfOther = shown.some((other) => lastUseOf(other.entity, other.object) === actual && isUsed(answered, other))
  return isOfOther
    ? [{ code: 'unset', path: placeIn(thing, field), expected: undefined, actual, rules: [rule ?? ''] }]
    : []
}

const isKnown = ({ shadow: { world }, org }: Answered, { entity, id }: Thing): boolean =>
  rowsWithId(world, entity, id).some((row) => row.org === org)

/** True if this credential was used, as far as is known. */
const isUsed = ({ shadow: { world }, org }: Answered, { entity, id }: Thing): boolean =>
  rowsWithId(world, entity, id).some((row) => {
    const use: unknown = row.org === org ? Reflect.get(row, FIELDS[entity]?.field ?? '') : undefined
    return isAfterAll(use) || instantOf(String(use)) !== undefined
  })

/** A moment long before anything stands for none. */
const isNever = (shown: string): boolean => momentOf(shown) !== undefined && !isAfterAll(shown)

const isLongAfter = (ms: number | undefined, beforeMs: number | undefined): boolean =>
  ms !== undefined && beforeMs !== undefined && ms - beforeMs > LONG_MS
