import type { Looked } from '../../model/world/open-transaction.ts'
import type { Change } from '../../model/world/world.ts'
import type { Shadow } from './shadow.ts'

/** The shadow after changes that no answer has shown yet. */
export function citing(shadow: Shadow, rules: readonly string[], changes: readonly Change[]): Shadow {
  if (rules.length === 0) return shadow
  const tables = new Set(changes.flatMap((change) => ('table' in change ? [change.table as string] : [])))
  return { ...shadow, cited: [...shadow.cited, { rules, tables }] }
}

/** The cited rules whose consequences a fitting answer depends on. */
export function shownBy({ cited }: Shadow, { tables, rows }: Looked): readonly string[] {
  if (cited.length === 0) return []
  const looked = new Set<string>([...tables, ...rows.map(({ table }) => table)])
  return cited.filter((one) => !one.tables.isDisjointFrom(looked)).flatMap(({ rules }) => rules)
}
