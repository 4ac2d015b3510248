import type { Reader } from '../../context.ts'
import type { OncallRows } from './state.ts'

type Named = 'OncallSchedule' | 'OncallEscalationPolicy' | 'OncallAlertSource' | 'OncallService'

/** All things of a kind in the order and number of a list for which none is stated. */
export function listed<Name extends Named>(context: Reader, table: Name, org: string): OncallRows[Name][] {
  const order = context.gap('general.list-order')
  const rows = [...context[order === 'newest-first' ? 'newest' : 'oldest'](table, 'all', org)]
  if (order === 'by-name') rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  return rows.slice(0, context.gap('general.list-limit') ?? undefined)
}
