import { plainCheck } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** The kind of a monitor is for good, whether a change of it is refused or passed over (Endpoints, Uptime, row 10). */
export const immutable = plainCheck('immutable', ({ things, shadow }) =>
  things.flatMap(({ entity, id, object: { kind } }) => {
    if (entity !== 'UptimeMonitor') return []
    const before = rowsOf(shadow.world, 'UptimeMonitor').find((row) => row.id === id)?.kind
    if (before === undefined || kind === undefined || kind === before) return []
    return [{ code: 'immutable', entity, id, path: 'kind', expected: before, actual: kind, rules: ['UPT-05'] }]
  }),
)
