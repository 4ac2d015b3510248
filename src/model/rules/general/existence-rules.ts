import { AREAS, type Area } from '../../../contract/areas.ts'
import { DESCRIBED_STATUSES, INFLUENCED_AREAS } from '../../../contract/generated/area-facts.ts'
import { EVERYWHERE } from '../../identity/identity.ts'
import type { RefusalContext } from '../../request/contexts.ts'
import type { TableName } from '../../world/rows.ts'
import { type Refusal, refusal } from '../rule.ts'
import { mayBeAbsent } from './repeated-deletion.ts'

/** The areas where another organization's thing may be answered differently from one that does not exist. */
const FOREIGN_OPEN: readonly Area[] = INFLUENCED_AREAS['general.foreign-status']

interface Missing {
  readonly entity: TableName
  /** The status is stated (Errors, the 404 rows). */
  readonly stated: boolean
  /** As the path gives it. */
  readonly id: string
  /** The path parameters up to it. */
  readonly key: readonly string[]
}

/** The first thing that a path names and the acting organization does not have. */
export function missing(context: RefusalContext): Missing | undefined {
  const { operation, parameters } = context
  const key: string[] = []
  for (const { name, names, unknown, in: place } of operation.parameters) {
    if (place !== 'path') continue
    const id = parameters[name] ?? ''
    key.push(id)
    if (names && context.isTable(names) && !context.named(names))
      return { entity: names, stated: unknown !== undefined, id, key }
  }
  return undefined
}

/** The same, unless it is to be deleted and may be missing then. */
function missed(context: RefusalContext): Missing | undefined {
  const thing = missing(context)
  return thing && mayBeAbsent(context, thing) ? undefined : thing
}

function isForeign(context: RefusalContext, { entity, key }: Missing): boolean {
  if (!FOREIGN_OPEN.includes(context.operation.area)) return false
  for (const { id } of context.oldest('Organization', 'all', EVERYWHERE))
    if (id !== context.caller.org && context.get(entity, id, ...key)) return true
  return false
}

const thereIsNo = ({ operation }: RefusalContext, { entity, id }: Missing) =>
  `there is no ${words(entity, operation.area)} ${id}`

export const unknownStated = refusal({
  id: 'general.unknown-resource',
  says: 'A resource that does not exist, or that the caller cannot see, answers 404.',
  checklist: ['EML-01', 'CLU-01', 'UPT-01', 'GEN-04'],
  where: 'Errors, the 404 rows',
  provenance: 'stated',
  stage: 'existence',
  status: 404,
  on: { areas: AREAS.filter((area) => DESCRIBED_STATUSES[area].includes(404)) },
  when: (context) => {
    const thing = missed(context)
    return thing?.stated ? thereIsNo(context, thing) : undefined
  },
})

export const unknownOpen = refusal({
  id: 'general.unknown-resource-open',
  says: 'A resource that does not exist, or that the caller cannot see, cannot be used; the status is open.',
  checklist: ['GEN-04'],
  where: 'Conventions; Errors, remaining registry and on-call operations',
  provenance: 'stated',
  stage: 'existence',
  status: 'general.unknown-status',
  on: { areas: AREAS },
  when: (context) => {
    const thing = missed(context)
    return thing && !thing.stated && !isForeign(context, thing) ? thereIsNo(context, thing) : undefined
  },
})

export const foreignOpen = refusal({
  id: 'general.foreign-resource',
  says: 'A resource of another organization cannot be used; the status is open.',
  checklist: ['GEN-04'],
  where: 'Conventions; Errors, remaining registry and on-call operations',
  provenance: 'stated',
  stage: 'existence',
  status: 'general.foreign-status',
  on: { areas: FOREIGN_OPEN },
  when: (context) => {
    const thing = missed(context)
    return thing && !thing.stated && isForeign(context, thing) ? thereIsNo(context, thing) : undefined
  },
})

export const EXISTENCE_RULES: readonly Refusal[] = [unknownStated, unknownOpen, foreignOpen]

/** OncallAlertSource -> alert source */
function words(entity: string, area: Area): string {
  const parts = entity.match(/[A-Z][a-z]+/g) ?? [entity]
  const own = parts.length > 1 && parts[0]?.toLowerCase() === area ? parts.slice(1) : parts
  return own.join(' ').toLowerCase()
}
