import type { Operation } from '../../contract/operations.ts'
import type { Thing } from '../compare/things.ts'
import type { Finding } from '../finding/finding.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** What a thing is for good, whether a change of it is refused or passed over (Endpoints, Uptime, row 10; UPT-05). */
const IMMUTABLE: Readonly<Record<string, { readonly field: string; readonly line: string }>> = {
  UptimeMonitor: { field: 'kind', line: 'UPT-05' },
}

export function checkImmutable(operation: Operation, things: readonly Thing[], shadow: Shadow): Finding[] {
  return things.flatMap(({ entity, id, object }): Finding[] => {
    const fixed = IMMUTABLE[entity]
    const row = fixed && rowsOf(shadow.world, entity).find((one) => one.id === id)
    const before = (row as unknown as Thing['object'] | undefined)?.[fixed?.field ?? '']
    if (!fixed || before === undefined || object[fixed.field] === undefined || object[fixed.field] === before) return []
    return [
      {
        severity: 'failure',
        check: 'immutable',
        operation: operation.id,
        rules: [fixed.line],
        subject: `${entity}.${fixed.field}`,
        message: `the ${fixed.field} of the ${entity} has changed`,
        expected: String(before),
        actual: String(object[fixed.field]),
      },
    ]
  })
}
