import { isSymbol } from '../../model/world/fresh.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { World } from '../../model/world/world.ts'

/** True if a thing whose identifier the target has shown has another one afterwards: identifiers never change. */
export function renames(before: World, after: World): boolean {
  const names = Object.keys(after.tables) as TableName[]
  return names.some((name) => before.tables[name] !== after.tables[name] && isRenamedIn(before, after, name))
}

function isRenamedIn(before: World, after: World, name: TableName): boolean {
  const shown = new Map<string, string>()
  for (const { org, seq, id } of before.tables[name].rows.values()) if (!isSymbol(id)) shown.set(`${org} ${seq}`, id)
  for (const { org, seq, id } of after.tables[name].rows.values()) {
    const known = shown.get(`${org} ${seq}`)
    if (known !== undefined && known !== id) return true
  }
  return false
}
